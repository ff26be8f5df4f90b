//! NumPy's binary format for arrays.
//!
//! Source: [the format's
//! definition](https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html). An array
//! has one dimension, or a second one whose length is the number of elements of each row, in the
//! order of C. Booleans, integers and floats of up to 8 bytes are read in either byte order. An
//! integer never comes from a float.

use std::io::{self, Write};

use igc_compiler::data::ArrayData;
use igc_compiler::ir::Type;

use super::Problem;
use super::number::Number;
use super::sink::Sink;

/// The start of every file.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// The header of a file.
#[derive(Debug, PartialEq, Eq)]
struct Header {
    /// `b`, `i`, `u` or `f`.
    kind: char,
    /// Bytes of an element.
    size: usize,
    is_big_endian: bool,
    /// Whether the rows of a matrix do not follow each other, but its columns do.
    is_by_column: bool,
    shape: Vec<u64>,
}

/// Reads the values of an input.
pub(super) fn read(bytes: &[u8], sink: &mut Sink<'_>) -> Result<(), Problem> {
    let (header, data) = split(bytes).map_err(|problem| (None, problem))?;
    let Header { kind, size, is_big_endian, is_by_column, shape } = header;
    if kind == 'f' && !sink.ty.is_float() {
        let message = format!("the file has floats, but the input has the type {}", sink.ty);
        return Err((None, message));
    }
    let rows = match (&shape[..], sink.elements) {
        ([rows] | [rows, 1], None) => *rows,
        ([rows, columns], Some(elements)) if *columns == elements as u64 => *rows,
        (_, elements) => {
            let wanted = elements.map_or("one value".to_owned(), |count| format!("{count} values"));
            return Err((
                None,
                format!("expected {wanted} for each row, found the shape {shape:?}"),
            ));
        }
    };
    if is_by_column && rows > 1 && sink.width() > 1 {
        let message = "the elements of the file are in the order of Fortran\n\
                       help: convert it with `numpy.ascontiguousarray`";
        return Err((None, message.into()));
    }
    if let Some(length) = sink.length()
        && rows != length as u64
    {
        let element = sink.element();
        let what = if sink.elements.is_some() { "rows" } else { "values" };
        let message = format!("the file has {rows} {what}, but the graph has {length} {element}s");
        return Err((None, message));
    }
    let count = rows.checked_mul(sink.width() as u64);
    if count.and_then(|count| count.checked_mul(size as u64)) != Some(data.len() as u64) {
        let count = count.unwrap_or(u64::MAX);
        let message = format!("{count} values of {size} bytes do not fit the length of the file");
        return Err((None, message));
    }
    for (at, element) in data.chunks_exact(size).enumerate() {
        let mut word = [0u8; 8];
        word[..size].copy_from_slice(element);
        if is_big_endian {
            word[..size].reverse();
        }
        let number = number(kind, size, u64::from_le_bytes(word));
        let in_element = |(_, problem)| (None, format!("element {at}: {problem}"));
        sink.push(None, number).map_err(in_element)?;
    }
    Ok(())
}

/// Returns the number that the low `size` bytes of a word are.
fn number(kind: char, size: usize, word: u64) -> Number {
    let unused = 64 - 8 * size as u32;
    match (kind, size) {
        ('f', 4) => Number::real(f32::from_bits(word as u32).into()),
        ('f', _) => Number::real(f64::from_bits(word)),
        ('i', _) => Number::Whole((((word << unused) as i64) >> unused).into()),
        _ => Number::Whole(word.into()),
    }
}

/// Splits a file into its header and its data.
fn split(bytes: &[u8]) -> Result<(Header, &[u8]), String> {
    let truncated = || "the header is incomplete".to_string();
    let version = *bytes.get(MAGIC.len()).ok_or_else(truncated)?;
    let rest = bytes.get(MAGIC.len() + 2..).ok_or_else(truncated)?;
    let (length, rest) = match version {
        1 => {
            let (length, rest) = rest.split_first_chunk::<2>().ok_or_else(truncated)?;
            (usize::from(u16::from_le_bytes(*length)), rest)
        }
        2 | 3 => {
            let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(truncated)?;
            (u32::from_le_bytes(*length) as usize, rest)
        }
        _ => return Err(format!("version {version} of the format is not supported")),
    };
    let (header, data) = rest.split_at_checked(length).ok_or_else(truncated)?;
    let header = std::str::from_utf8(header).map_err(|_| "the header is not text".to_string())?;
    Ok((parse(header)?, data))
}

/// Parses the header, which is a literal of Python: `{'descr': '<f4', 'fortran_order': False,
/// 'shape': (5,), }`.
fn parse(header: &str) -> Result<Header, String> {
    let malformed = || "the header is malformed".to_string();
    let value = |key: &str| {
        let at = header.find(&format!("'{key}'")).ok_or_else(malformed)?;
        let rest = header[at + key.len() + 2..].trim_start();
        rest.strip_prefix(':').map(str::trim_start).ok_or_else(malformed)
    };
    let descr = value("descr")?.strip_prefix('\'').and_then(|rest| rest.split('\'').next());
    let descr = descr.ok_or("records are not supported: the file must have one type")?;
    let (order, ty) = descr.split_at_checked(1).ok_or_else(malformed)?;
    let (kind, size) = ty.split_at_checked(1).ok_or_else(malformed)?;
    let (kind, size) = match (kind, size) {
        ("b", "1") => ('b', 1),
        ("i", "1") => ('i', 1),
        ("i", "2") => ('i', 2),
        ("i", "4") => ('i', 4),
        ("i", "8") => ('i', 8),
        ("u", "1") => ('u', 1),
        ("u", "2") => ('u', 2),
        ("u", "4") => ('u', 4),
        ("u", "8") => ('u', 8),
        ("f", "4") => ('f', 4),
        ("f", "8") => ('f', 8),
        _ => {
            let descr = igc_compiler::diagnostics::visible::name(descr);
            return Err(format!(
                "the type `{descr}` is not supported\n\
                 help: convert the array to booleans, integers, float32 or float64"
            ));
        }
    };
    let shape = value("shape")?.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let (shape, _) = shape.ok_or_else(malformed)?;
    let lengths = shape.split(',').map(str::trim).filter(|length| !length.is_empty());
    let shape = lengths.take(9).map(|length| length.parse().map_err(|_| malformed()));
    let shape = shape.collect::<Result<_, _>>()?;
    let order_of_fortran = value("fortran_order")?.split([',', '}']).next().map(str::trim_end);
    let is_by_column = match order_of_fortran {
        Some("True") => true,
        Some("False") => false,
        _ => return Err("the header is malformed: `fortran_order` must be True or False".into()),
    };
    Ok(Header { kind, size, is_big_endian: order == ">", is_by_column, shape })
}

/// Writes an array of one dimension, or a matrix with `columns` columns, in version 1.0 of the
/// format.
pub(super) fn write(
    out: &mut impl Write,
    columns: Option<usize>,
    data: &ArrayData,
) -> io::Result<()> {
    let descr = match data.ty() {
        Type::Bool => "|b1",
        Type::I32 => "<i4",
        Type::U32 | Type::Node | Type::Edge => "<u4",
        Type::I64 => "<i8",
        Type::U64 => "<u8",
        Type::F32 => "<f4",
        Type::F64 => "<f8",
    };
    let shape = match columns {
        Some(columns) => format!("{}, {columns}", data.len() / columns.max(1)),
        None => format!("{},", data.len()),
    };
    let mut header =
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
    // The data starts at a multiple of 64 bytes.
    let before = MAGIC.len() + 4;
    while !(before + header.len() + 1).is_multiple_of(64) {
        header.push(' ');
    }
    header.push('\n');
    out.write_all(MAGIC)?;
    out.write_all(&[1, 0])?;
    // The header has less than 200 bytes.
    out.write_all(&(header.len() as u16).to_le_bytes())?;
    out.write_all(header.as_bytes())?;
    for value in data.iter() {
        match data.ty() {
            Type::Bool => out.write_all(&[value.truth().into()])?,
            _ => out.write_all(&value.to_le_bytes())?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read() {
        let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 1), }   \n";
        let found = parse(header).expect("it is a header");
        assert_eq!(
            found,
            Header {
                kind: 'f',
                size: 4,
                is_big_endian: false,
                is_by_column: false,
                shape: vec![3, 1]
            }
        );
        let header = "{'shape':(7,),'fortran_order':True,'descr':'>i2'}";
        let found = parse(header).expect("it is a header");
        assert_eq!(
            found,
            Header { kind: 'i', size: 2, is_big_endian: true, is_by_column: true, shape: vec![7] }
        );
        let order = |order| format!("{{'descr': '<f4', 'fortran_order': {order}, 'shape': (1,)}}");
        assert!(parse(&order("True")).is_ok_and(|header| header.is_by_column));
        for wrong in ["Maybe", "Falsehood", "'False'", "", "0"] {
            assert!(parse(&order(wrong)).is_err(), "{wrong}");
        }
        for wrong in ["", "{}", "{'descr': '<f4', 'shape': (", "{'descr': 'é', 'shape': (1,)}"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_have_their_sign() {
        assert_eq!(number('i', 1, 0xff), Number::Whole(-1));
        assert_eq!(number('u', 1, 0xff), Number::Whole(255));
        assert_eq!(number('i', 8, u64::MAX), Number::Whole(-1));
        assert_eq!(number('f', 4, 0x3f80_0000), Number::real(1.0));
    }
}
