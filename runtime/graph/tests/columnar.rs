//! Tests of edge lists in Parquet and Arrow files: which columns and types are read, which files are refused, with the
//! message, and that no damage makes the reader panic.
#![cfg(feature = "parquet")]
// Helper functions of tests may panic.
#![allow(clippy::unwrap_used)]

use std::fmt::Write;
use std::sync::Arc;

use arrow_array::types::Int8Type;
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, Float32Array, Float64Array, Int16Array,
    Int64Array, LargeStringArray, RecordBatch, StringArray, StringViewArray, UInt32Array,
    UInt64Array,
};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use igc_graph::write::{LostIds, lost_ids, write};
use igc_graph::{Format, Graph, LoadOptions, Weights, parse_bytes_with};
use parquet::arrow::ArrowWriter;

fn load(bytes: &[u8], keys: &str) -> Result<Graph, String> {
    let mut options = LoadOptions::default();
    for key in keys.split(',').filter(|key| !key.is_empty()) {
        let (key, value) = key.split_once('=').unwrap_or((key, ""));
        options.set(key, value).map_err(|problem| problem.to_string())?;
    }
    parse_bytes_with(bytes, &options).map_err(|error| error.to_string())
}

/// Returns a table as a Parquet file, an Arrow file and an Arrow stream.
fn files(columns: Vec<(&str, ArrayRef)>) -> [Vec<u8>; 3] {
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let (mut parquet, mut stream) = (vec![], vec![]);
    let mut writer = ArrowWriter::try_new(&mut parquet, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let mut writer = FileWriter::try_new(vec![], &batch.schema()).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
    let file = writer.into_inner().unwrap();
    let mut writer = StreamWriter::try_new(&mut stream, &batch.schema()).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
    [parquet, file, stream]
}

/// The edges of a graph with the ids of their ends, and the weights.
fn shown(graph: &Graph) -> String {
    let id = |node: u32| match &graph.ids {
        Some(ids) => ids.get(node).unwrap().to_string(),
        None => format!("#{node}"),
    };
    let of = |node| graph.neighbours(node).iter().map(move |target| (node, *target));
    let all = (0..graph.nodes()).flat_map(of);
    let edges: Vec<String> =
        all.map(|(source, target)| format!("{}>{}", id(source), id(target))).collect();
    match &graph.weights {
        None => edges.join(" "),
        Some(Weights::U32(values)) => format!("{} u32 {:?}", edges.join(" "), &values[..]),
        Some(Weights::I64(values)) => format!("{} i64 {:?}", edges.join(" "), &values[..]),
        Some(Weights::F64(values)) => format!("{} f64 {:?}", edges.join(" "), &values[..]),
    }
}

#[track_caller]
fn reads(columns: Vec<(&str, ArrayRef)>, keys: &str, wanted: &str) {
    for file in files(columns) {
        let graph = load(&file, keys).unwrap_or_else(|error| panic!("{keys}: {error}"));
        graph.check().unwrap();
        assert_eq!(shown(&graph), wanted, "{keys}");
    }
}

fn texts() -> [(&'static str, ArrayRef); 2] {
    let source: DictionaryArray<Int8Type> = vec!["b", "a", "b"].into_iter().collect();
    [("from", Arc::new(source)), ("To", Arc::new(StringArray::from(vec!["a", "c d", "b"])))]
}

#[test]
fn columns_and_types() {
    let weight: ArrayRef = Arc::new(Float32Array::from(vec![0.5, 2.0, -0.0]));
    let other: ArrayRef = Arc::new(BooleanArray::from(vec![None, Some(true), None]));
    let [from, to] = texts();
    let columns = vec![("x", other), to, ("Weight", weight), from];
    // Texts are names, and columns have usual names.
    reads(columns.clone(), "", "b>a b>b a>c d f64 [0.5, -0.0, 2.0]");
    reads(columns.clone(), "weights=ignore,symmetric", "b>a b>b a>b a>c d c d>a");
    reads(columns.clone(), "source=4,target=2,weight=3", "b>a b>b a>c d f64 [0.5, -0.0, 2.0]");
    reads(columns, "source=To,target=from,compact", "a>b b>b c d>a f64 [0.5, -0.0, 2.0]");
    let long: ArrayRef = Arc::new(LargeStringArray::from(vec!["7", "-1"]));
    let view: ArrayRef =
        Arc::new(StringViewArray::from(vec!["7.0", "a text that is longer than a view"]));
    reads(vec![("u", long.clone()), ("v", long.clone())], "", "-1>-1 7>7");
    reads(vec![("u", long), ("v", view)], "", "7>7.0 -1>a text that is longer than a view");
    let small: ArrayRef = Arc::new(Int16Array::from(vec![3, 0]));
    let large: ArrayRef = Arc::new(UInt64Array::from(vec![1, 4]));
    let columns = vec![("src", small), ("dst", large)];
    reads(columns.clone(), "", "#0>#4 #3>#1");
    reads(columns.clone(), "ids=names", "0>4 3>1");
    reads(columns.clone(), "source=src,target=dst", "0>4 3>1");
    reads(columns, "source=src,target=dst,weight=dst,ids=numbers,weights=ignore", "#0>#4 #3>#1");
    let ids: ArrayRef = Arc::new(UInt32Array::from(vec![0, 0]));
    let weight = |values: Vec<u64>| -> ArrayRef { Arc::new(UInt64Array::from(values)) };
    let columns = |values| vec![("u", ids.clone()), ("v", ids.clone()), ("w", weight(values))];
    reads(columns(vec![5, 1 << 40]), "", "#0>#0 #0>#0 i64 [5, 1099511627776]");
    reads(columns(vec![5, 1 << 63]), "", "#0>#0 #0>#0 f64 [5.0, 9.223372036854776e18]");
    reads(
        columns(vec![]).into_iter().map(|(name, array)| (name, array.slice(0, 0))).collect(),
        "",
        " u32 []",
    );
}

#[test]
fn compressed_files_are_read() {
    let [parquet, file, stream] = files(texts().into());
    for bytes in [parquet, file, stream] {
        let packed = zstd::encode_all(&bytes[..], 1).unwrap();
        assert_eq!(shown(&load(&packed, "").unwrap()), "b>a b>b a>c d");
    }
}

#[test]
fn graphs_are_written_and_read() {
    let text = "ann;bob;2\nbob;\u{e9};3\nann;ann;4\n";
    let table = load(text.as_bytes(), "ids=names").unwrap();
    let numbers = load(b"5;-7\n1000000000000;5\n", "ids=names").unwrap();
    let isolated = load(b"# igc nodes 9\n0 1\n7 2\n", "").unwrap();
    for format in [Format::Parquet, Format::Arrow] {
        for (graph, keys) in [(&table, ""), (&numbers, "ids=names"), (&isolated, "")] {
            assert_eq!(lost_ids(graph, format), None::<LostIds>, "{format}");
            let mut bytes = vec![];
            write(graph, &mut bytes, format).unwrap();
            let again = load(&bytes, keys).unwrap();
            assert_eq!(again.nodes(), graph.nodes());
            assert_eq!(&again, graph, "{format},{keys}");
        }
    }
    // More edges than one batch has.
    let many = igc_graph::generate::draw("uniform", "15", &[]).unwrap().build().unwrap();
    assert!(many.edges() > 100_000, "{} edges", many.edges());
    for format in [Format::Parquet, Format::Arrow] {
        let mut bytes = vec![];
        write(&many, &mut bytes, format).unwrap();
        assert_eq!(load(&bytes, "").unwrap(), many);
    }
}

#[test]
fn wrong_files_say_what_is_right() {
    let [from, to] = texts();
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1, -2, 3]));
    let reals: ArrayRef = Arc::new(Float64Array::from(vec![1.0, 2.0, f64::INFINITY]));
    let null: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), None, Some(3)]));
    let nulls: DictionaryArray<Int8Type> = vec![Some("a"), Some("b"), None].into_iter().collect();
    let nulls: ArrayRef = Arc::new(nulls);
    let empty: ArrayRef = Arc::new(StringArray::from(vec!["a", "", "c"]));
    let large: ArrayRef = Arc::new(UInt64Array::from(vec![1, 2, u64::MAX]));
    let mut out = String::new();
    for (columns, keys) in [
        (vec![("a", numbers.clone()), ("b", numbers.clone())], ""),
        (vec![from.clone(), to.clone()], "source=frm,target=To"),
        (vec![from.clone(), to.clone()], "source=1,target=3"),
        (vec![from.clone(), to.clone()], "source=1,target=1"),
        (vec![from.clone(), to.clone()], "ids=numbers"),
        (vec![from.clone(), to.clone()], "header"),
        (vec![from.clone(), to.clone()], "separator=comma"),
        (vec![from.clone(), to.clone(), ("weight", to.1.clone())], ""),
        (vec![from.clone(), to.clone(), ("weight", reals.clone())], ""),
        (vec![from.clone(), to.clone(), ("weight", null.clone())], ""),
        (vec![from.clone(), to.clone(), ("weight", large)], ""),
        (vec![("u", numbers.clone()), ("v", numbers.clone())], ""),
        (vec![("u", reals), ("v", numbers.clone())], ""),
        (vec![("u", null), ("v", numbers)], ""),
        (vec![("u", from.1.clone()), ("v", nulls)], ""),
        (vec![("u", from.1), ("v", empty)], ""),
    ] {
        let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
        let [parquet, file, stream] = files(columns.clone()).map(|file| match load(&file, keys) {
            Ok(graph) => panic!("{names:?},{keys}: {}", shown(&graph)),
            Err(error) => error,
        });
        assert_eq!(parquet.replace("parquet", "arrow"), file);
        assert_eq!(stream, file);
        writeln!(out, "{names:?} {keys}\n    {parquet}").unwrap();
    }
    for bytes in
        [&b"PAR1 and no more"[..], b"ARROW1\0\0", b"\xff\xff\xff\xff\0\0\0\0", b"FEA1\0\0\0"]
    {
        let error = load(bytes, "").unwrap_err();
        writeln!(out, "{:?}\n    {error}", String::from_utf8_lossy(bytes)).unwrap();
    }
    insta::with_settings!({omit_expression => true}, { insta::assert_snapshot!(out) });
}

/// Replaces, removes and inserts bytes of small files.
#[test]
fn no_damage_makes_a_reader_panic() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !igc_graph::is_decoding() {
            hook(panic);
        }
    }));
    let weight: ArrayRef = Arc::new(Float32Array::from(vec![0.5, 2.0, -0.0]));
    let [from, to] = texts();
    for file in files(vec![from, to, ("weight", weight)]) {
        assert!(load(&file, "").is_ok());
        let mut refused = 0;
        for at in (0..file.len()).step_by(5) {
            for byte in [0, 1, 0x7f, 0x80, 0xff, file[at] ^ 1, file[at].wrapping_add(1)] {
                let mut damaged = file.clone();
                damaged[at] = byte;
                match load(&damaged, "") {
                    Ok(graph) => graph.check().unwrap(),
                    Err(_) => refused += 1,
                }
            }
            let mut damaged = file.clone();
            damaged.remove(at);
            refused += usize::from(load(&damaged, "").is_err());
            refused += usize::from(load(&file[..at], "").is_err());
        }
        assert!(refused > file.len() / 5, "{refused} of {}", file.len());
    }
}
