//! Random Parquet and Arrow files: types, dictionaries, missing values, the order of columns and batches vary.

use std::sync::Arc;

use arrow_array::types::{Int8Type, Int32Type, UInt16Type};
use arrow_array::{
    ArrayRef, BooleanArray, DictionaryArray, Float32Array, Float64Array, Int8Array, Int16Array,
    Int32Array, Int64Array, LargeStringArray, RecordBatch, StringArray, StringViewArray,
    UInt8Array, UInt16Array, UInt32Array, UInt64Array,
};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::{WriterProperties, WriterVersion};

use super::{Edges, File, Random, edges, node_names};

/// Returns a column of ids. If `is_whole`, all ids are small numbers.
fn ids(random: &mut Random, ids: Vec<Option<&str>>, is_whole: bool) -> ArrayRef {
    let kinds = if is_whole { 14 } else { 6 };
    macro_rules! whole {
        ($array:ident) => {
            Arc::new(ids.iter().map(|id| id.map(|id| id.parse().unwrap())).collect::<$array>())
        };
    }
    match random.below(kinds) {
        0 => Arc::new(StringArray::from(ids)),
        1 => Arc::new(LargeStringArray::from(ids)),
        2 => Arc::new(StringViewArray::from(ids)),
        3 => Arc::new(ids.into_iter().collect::<DictionaryArray<Int8Type>>()),
        4 => Arc::new(ids.into_iter().collect::<DictionaryArray<Int32Type>>()),
        5 => Arc::new(ids.into_iter().collect::<DictionaryArray<UInt16Type>>()),
        6 => whole!(Int8Array),
        7 => whole!(Int16Array),
        8 => whole!(Int32Array),
        9 => whole!(Int64Array),
        10 => whole!(UInt8Array),
        11 => whole!(UInt16Array),
        12 => whole!(UInt32Array),
        _ => whole!(UInt64Array),
    }
}

/// Returns a column of weights near those of the texts.
fn weights(random: &mut Random, texts: &[String], has_null: bool) -> ArrayRef {
    let reals = texts.iter().enumerate().map(|(at, text)| {
        let value: f64 = text.parse().unwrap();
        (!has_null || at > 0).then_some(value)
    });
    let reals: Vec<Option<f64>> = reals.collect();
    let kind = random.below(9);
    macro_rules! whole {
        ($array:ident, $native:ty) => {
            Arc::new(reals.iter().map(|real| real.map(|real| real as $native)).collect::<$array>())
        };
    }
    match kind {
        0 => whole!(Int8Array, i8),
        1 => whole!(Int32Array, i32),
        2 => whole!(Int64Array, i64),
        3 => whole!(UInt16Array, u16),
        4 => whole!(UInt32Array, u32),
        5 => Arc::new(
            reals
                .iter()
                .map(|real| real.map(|real| u64::MAX << (real as u64 % 64)))
                .collect::<UInt64Array>(),
        ),
        6 => whole!(Float32Array, f32),
        _ => Arc::new(Float64Array::from(reals)),
    }
}

pub(super) fn columnar(random: &mut Random) -> File {
    let Edges { nodes, edges, weighted } = edges(random, false);
    let names = node_names(random, nodes);
    let is_whole = names.iter().all(|name| name.parse::<i8>().is_ok_and(|number| number >= 0))
        && names.iter().all(|name| name.parse::<i8>().unwrap().to_string() == *name);
    let missing = random.one_in(12);
    let mut of = |end: fn(&(usize, usize, String)) -> usize, missing: bool| {
        let texts = edges.iter().enumerate();
        let texts = texts.map(|(at, edge)| (!missing || at != 1).then_some(&*names[end(edge)]));
        let texts = texts.collect();
        ids(random, texts, is_whole)
    };
    let (source, target) = (of(|edge| edge.0, missing), of(|edge| edge.1, false));
    let texts: Vec<String> = edges.iter().map(|edge| edge.2.clone()).collect();
    let usual = random.one_in(2);
    let titles = match usual {
        true => {
            [random.pick(&["source", "U", "from"]), random.pick(&["dst", "to", "V"]), "Weight", "x"]
        }
        false => ["who", "to whom", "km", "weight of x"],
    };
    let mut columns = vec![(titles[0], source), (titles[1], target)];
    if weighted {
        let has_null = random.one_in(12);
        columns.push((titles[2], weights(random, &texts, has_null)));
    }
    if random.one_in(2) {
        let other: ArrayRef = match random.one_in(2) {
            true => Arc::new(
                edges.iter().map(|edge| (edge.0 > 0).then_some(true)).collect::<BooleanArray>(),
            ),
            false => Arc::new(StringArray::from(texts)),
        };
        columns.push((titles[3], other));
    }
    for at in (1..columns.len()).rev() {
        columns.swap(at, random.below(at + 1));
    }
    let mut keys = vec![];
    if !usual || random.one_in(3) {
        let is_numbered = random.one_in(2);
        for (title, key) in titles.iter().zip(["source", "target", "weight"]) {
            let Some(place) = columns.iter().position(|column| column.0 == *title) else {
                continue;
            };
            let value = if is_numbered { (place + 1).to_string() } else { (*title).to_owned() };
            keys.push(format!("{key}={value}"));
        }
    }
    if random.one_in(3) {
        keys.push(random.pick(&["ids=names", "ids=numbers"]).into());
    }
    let columns = columns.into_iter().map(|(name, column)| (name, column, true));
    let all = RecordBatch::try_from_iter_with_nullable(columns).unwrap();
    let middle = random.below(all.num_rows() + 1);
    let batches = [all.slice(0, middle), all.slice(middle, all.num_rows() - middle)];
    let (format, bytes) = match random.below(4) {
        0 => ("arrow", stream(&batches)),
        1 => ("arrow", file(random, &batches)),
        _ => ("parquet", parquet(random, &batches)),
    };
    File { format, bytes, keys }
}

fn stream(batches: &[RecordBatch]) -> Vec<u8> {
    let mut bytes = vec![];
    let mut writer = StreamWriter::try_new(&mut bytes, &batches[0].schema()).unwrap();
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.finish().unwrap();
    bytes
}

/// A file, in which a dictionary must not change after the first batch.
fn file(random: &mut Random, batches: &[RecordBatch]) -> Vec<u8> {
    let compression =
        [None, Some(CompressionType::LZ4_FRAME), Some(CompressionType::ZSTD)][random.below(3)];
    let options = IpcWriteOptions::default().try_with_compression(compression).unwrap();
    let mut writer =
        FileWriter::try_new_with_options(vec![], &batches[0].schema(), options).unwrap();
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.finish().unwrap();
    writer.into_inner().unwrap()
}

fn parquet(random: &mut Random, batches: &[RecordBatch]) -> Vec<u8> {
    let compression = [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(Default::default()),
        Compression::LZ4_RAW,
        Compression::ZSTD(ZstdLevel::default()),
    ][random.below(5)];
    let version = [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0][random.below(2)];
    let properties = WriterProperties::builder()
        .set_compression(compression)
        .set_writer_version(version)
        .set_dictionary_enabled(random.one_in(2))
        .build();
    let mut bytes = vec![];
    let mut writer =
        ArrowWriter::try_new(&mut bytes, batches[0].schema(), Some(properties)).unwrap();
    for batch in batches {
        writer.write(batch).unwrap();
        // Each batch is a row group.
        writer.flush().unwrap();
    }
    writer.close().unwrap();
    bytes
}
