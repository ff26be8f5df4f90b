//! Tests of the formats of data files: round trips, and files that are damaged or do not fit the
//! graph.

use igc_compiler::data::ArrayData;
use igc_compiler::ir::{Extent, Type};
use igc_graph::Graph;
use igc_graph::generate::draw;

use super::columns::{Names, Separator};
use super::number::Types;
use super::sink::Sink;
use super::{Rows, matrix_market, npy, text, write};

/// A path of 4 nodes: 0 → 1, 1 → 0, 1 → 2, 2 → 1, 2 → 3, 3 → 2.
fn path() -> Graph {
    draw("chain", "4", &[]).unwrap().build().unwrap()
}

/// Reads the data of an input called `x`.
fn read(bytes: &[u8], rows: Rows, ty: Type) -> Result<ArrayData, String> {
    read_as(bytes, rows, (ty, None))
}

fn read_as(
    bytes: &[u8],
    rows: Rows,
    (ty, elements): (Type, Option<usize>),
) -> Result<ArrayData, String> {
    let graph = path();
    let types = Types { nodes: graph.nodes(), edges: graph.edges() };
    let mut sink = Sink::new(rows, (ty, elements), types, &graph);
    let shown = |(line, problem): super::Problem| match line {
        Some(line) => format!("{line}: {problem}"),
        None => problem,
    };
    if bytes.starts_with(npy::MAGIC) {
        npy::read(bytes, &mut sink).map_err(shown)?;
    } else {
        let text = std::str::from_utf8(bytes).unwrap();
        match text.starts_with(matrix_market::BANNER) {
            true => matrix_market::read(text, &mut sink).map_err(shown)?,
            false => text::read(text, Names { input: "x", all: &["x", "y"] }, &mut sink)
                .map_err(shown)?,
        }
    }
    match rows {
        Rows::Items => sink.items().map(ArrayData::Node).map_err(shown),
        _ => sink.array().map_err(shown),
    }
}

fn nodes(text: &str, ty: Type) -> Result<ArrayData, String> {
    read(text.as_bytes(), Rows::Nodes, ty)
}

fn edges(text: &str, ty: Type) -> Result<ArrayData, String> {
    read(text.as_bytes(), Rows::Edges, ty)
}

#[test]
fn text_has_a_value_per_line_or_named_columns() {
    let wanted = Ok(ArrayData::U32(vec![5, 6, 7, 8]));
    assert_eq!(nodes("# values\n5\n6\n\n7\r\n8", Type::U32), wanted);
    assert_eq!(nodes("node\tx\n2\t7\n0\t5\n1\t6\n3\t8\n", Type::U32), wanted);
    // `y` is another input of the program.
    assert_eq!(nodes("x,y\n5,1\n6,1\n7,1\n8,1\n", Type::U32), wanted);
    let two_tables = "# g\t1\nnode\ty\tx\n0\t0\t5\n1\t0\t6\n2\t0\t7\n3\t0\t8\nedge\tsource\tdestination\tx\n0\t0\t1\t9\n";
    assert_eq!(nodes(two_tables, Type::U32), wanted);
    let by_ends = "source destination x\n1 0 -1\n0 1 1\n2 1 4\n1 2 3\n3 2 6\n2 3 5\n";
    assert_eq!(edges(by_ends, Type::I64), Ok(ArrayData::I64(vec![1, -1, 3, 4, 5, 6])));
    assert_eq!(read(b"3\n0\n3\n", Rows::Items, Type::Node), Ok(ArrayData::Node(vec![3, 0, 3])));
    assert_eq!(
        nodes("true\nfalse\n1\n0\n", Type::Bool),
        Ok(ArrayData::Bool(vec![true, false, true, false]))
    );
}

#[test]
fn a_line_of_separators_takes_little_memory() {
    for separator in [",", "\t", " ,", "1,"] {
        let line = separator.repeat(100_000);
        for text in [format!("{line}\n"), format!("x\n{line}\n"), format!("x,node\n{line}\n")] {
            let refused = nodes(&text, Type::U32);
            assert!(refused.is_err(), "{separator:?}");
        }
        for kind in [Separator::Character(','), Separator::Character('\t'), Separator::Any] {
            assert!(kind.cells(&line, 9).len() <= 10, "{separator:?} {kind:?}");
        }
    }
    let refused = nodes(&format!("x,node\n{}\n", ",".repeat(100_000)), Type::U32);
    assert_eq!(refused.expect_err("too many"), "2: the line has more than 1024 columns");
    let refused = nodes(&format!("x{}\n", ",".repeat(100_000)), Type::U32);
    assert_eq!(refused.expect_err("too many"), "1: the line has more than 1024 columns");
}

#[test]
fn errors_of_text_have_their_line() {
    let message = |text, ty| nodes(text, ty).expect_err("it is refused");
    assert_eq!(message("1\n2\nthree\n", Type::U32), "3: `three` is not a number");
    assert_eq!(message("1\n-2\n", Type::U32), "2: the type u32 cannot represent -2");
    assert_eq!(message("1.5\n", Type::I32), "1: the type i32 cannot represent 1.5");
    assert_eq!(message("1e39\n", Type::F32), "1: the type f32 cannot represent 1e39");
    assert!(message("4\n", Type::Node).starts_with("1: 4 is not a node of the graph"));
    assert!(message("1\n2\n3\n4\n5\n", Type::U32).starts_with("5: the graph has only 4 nodes"));
    assert!(message("1\n2\n", Type::U32).starts_with("the file has 2 values, but the graph has 4"));
    assert!(message("1 2\n", Type::U32).starts_with("1: expected 1 column, found 2"));
    assert!(message("node x\n9 1\n", Type::U32).starts_with("2: 9 is not the number of a node"));
    assert_eq!(message("node x\n0 1\n0 2\n", Type::U32), "3: node 0 has a value already");
    assert_eq!(message("node y\n0 1\n", Type::U32), "1: no column has the name `x`");
    let of_outputs = message("node\tlevel\tseen\n0\t1\ttrue\n", Type::U32);
    assert!(of_outputs.starts_with("the file has no column `x` of nodes\nhelp: "), "{of_outputs}");
    assert_eq!(
        message("1\n1e400\n", Type::F64),
        "2: `1e400` is too large for a float\nhelp: write `inf` for infinity"
    );
    let refused = edges("source destination x\n0 3 1\n", Type::U32).expect_err("no such edge");
    assert_eq!(refused, "2: the graph has no edge from 0 to 3");
    let refused = edges("edge source destination x\n0 1 0 1\n", Type::U32).expect_err("other ends");
    assert_eq!(refused, "2: edge 0 leads from 0 to 1 in this graph, not from 1 to 0");
}

#[test]
fn columns_have_any_order_and_the_usual_names() {
    let wanted = Ok(ArrayData::U32(vec![5, 6, 7, 8]));
    for text in [
        "x,id\n7,2\n5,0\n6,1\n8,3\n",
        "ID x\n2 7\n0 5\n1 6\n3 8\n",
        "\"x\",\"node\"\n7,2\n5,0\n6,1\n8,3\n",
        "X\tNode\ty\n7\t2\t\n5\t0\t\n6\t1\t\n8\t3\t\n",
        "x\r5\r6\r7\r8\r",
        // The only output in a table of outputs.
        "node\tlevel\n0\t5\n1\t6\n2\t7\n3\t8\n",
    ] {
        let text = &igc_compiler::line_ends::with_line_feeds(text);
        assert_eq!(nodes(text, Type::U32), wanted, "{text:?}");
    }
    let wanted = Ok(ArrayData::I64(vec![1, -1, 3, 4, 5, 6]));
    let rows = "0,1,1\n1,0,-1\n1,2,3\n2,1,4\n2,3,5\n3,2,6\n";
    for names in ["source,target,x", "Src,DST,x", "from,to,x", "u,v,x", "u,destination,X"] {
        assert_eq!(edges(&format!("{names}\n{rows}"), Type::I64), wanted, "{names}");
    }
    let swapped = "target,x,source\n1,1,0\n2,3,1\n0,-1,1\n3,5,2\n1,4,2\n2,6,3\n";
    assert_eq!(edges(swapped, Type::I64), wanted);
    assert_eq!(edges("x,edge\n-1,1\n1,0\n3,2\n4,3\n6,5\n5,4\n", Type::I64), wanted);
    for text in ["x\n3\n0\n", "node\n3\n0\n", "x,y\n3,1\n0,2\n"] {
        let items = read(text.as_bytes(), Rows::Items, Type::Node);
        assert_eq!(items, Ok(ArrayData::Node(vec![3, 0])), "{text:?}");
    }
}

#[test]
fn columns_without_a_known_name_are_refused() {
    let mut found = String::new();
    let nodes = |text: &str| read(text.as_bytes(), Rows::Nodes, Type::U32);
    let edges = |text: &str| read(text.as_bytes(), Rows::Edges, Type::U32);
    let pairs = |text: &str| read_as(text.as_bytes(), Rows::Nodes, (Type::U32, Some(2)));
    let all = [
        ("id,rank\n0,1\n", nodes("id,rank\n0,1\n")),
        ("vertex,x\n0,1\n", nodes("vertex,x\n0,1\n")),
        (",x\n0,1\n", nodes(",x\n0,1\n")),
        ("x,id,node\n0,1,1\n", nodes("x,id,node\n0,1,1\n")),
        ("source,target,cap\n0,1,1\n", edges("source,target,cap\n0,1,1\n")),
        ("id,source,target,x\n", edges("id,source,target,x\n")),
        ("source,x\n0,1\n", edges("source,x\n0,1\n")),
        ("node,x\n0,1\n", edges("node,x\n0,1\n")),
        ("x[0],id\n0,1\n", pairs("x[0],id\n0,1\n")),
        ("x[0],x[1],x[2]\n0,1,2\n", pairs("x[0],x[1],x[2]\n0,1,2\n")),
        ("x,id\n1,\n", nodes("x,id\n1,\n")),
        ("x,id\n1,2,3\n", nodes("x,id\n1,2,3\n")),
        ("x,id\n1,true\n", nodes("x,id\n1,true\n")),
        (",5\n", nodes(",5\n")),
    ];
    for (text, outcome) in all {
        let message = outcome.expect_err(text);
        found += &format!("{text:?}\n    {message}\n");
    }
    insta::assert_snapshot!(found);
}

#[test]
fn matrices_have_one_column_or_an_entry_per_edge() {
    let dense = "%%MatrixMarket matrix array real general\n% a comment\n4 1\n1\n2.5\n3\n4\n";
    assert_eq!(nodes(dense, Type::F32), Ok(ArrayData::F32(vec![1.0, 2.5, 3.0, 4.0])));
    let sparse = "%%MatrixMarket matrix coordinate integer general\n4 1 1\n3 1 7\n";
    assert_eq!(nodes(sparse, Type::U32), Ok(ArrayData::U32(vec![0, 0, 7, 0])));
    let half = "%%MatrixMarket matrix coordinate integer symmetric\n4 4 3\n2 1 1\n3 2 2\n4 3 3\n";
    assert_eq!(edges(half, Type::U32), Ok(ArrayData::U32(vec![1, 1, 2, 2, 3, 3])));
    let hermitian = half.replace("symmetric", "hermitian");
    assert_eq!(edges(&hermitian, Type::U32), Ok(ArrayData::U32(vec![1, 1, 2, 2, 3, 3])));
    let skew = half.replace("symmetric", "skew-symmetric").replace("2 1 1", "2 1 0");
    let wanted = [-0.0, 0.0, -2.0, 2.0, -3.0, 3.0].map(f32::to_bits).to_vec();
    let bits = |data| match data {
        ArrayData::F32(values) => values.into_iter().map(f32::to_bits).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(edges(&skew, Type::F32).map(bits), Ok(wanted));
    let diagonal = skew.replace("2 1 0", "2 2 1");
    let refused = edges(&diagonal, Type::F32).expect_err("the diagonal is zero");
    assert!(refused.starts_with("3: a skew-symmetric matrix has zeros"), "{refused}");
    let message = |text, rows| read(text, rows, Type::U32).expect_err("it is refused");
    let short = b"%%MatrixMarket matrix array integer general\n3 1\n1\n2\n3\n";
    assert_eq!(message(short, Rows::Nodes), "2: the matrix has 3 rows, but the graph has 4 nodes");
    let missing = b"%%MatrixMarket matrix coordinate integer general\n4 4 1\n1 2 5\n";
    let wanted =
        "the file has 1 values, but the graph has 6 edges\nnote: edge 1, from 1 to 0, has no value";
    assert_eq!(message(missing, Rows::Edges), wanted);
    for wrong in ["", " matrix array real general\n", " matrix array real general\n4 1\n1 2\n"] {
        let text = format!("%%MatrixMarket{wrong}");
        assert!(nodes(&text, Type::F32).is_err(), "{text}");
    }
}

#[test]
fn what_is_written_is_read_back() {
    let graph = path();
    let of_edges = ArrayData::F64(vec![0.1, -2.0, f64::INFINITY, 1e300, 0.0, 3.0]);
    let of_nodes = ArrayData::Bool(vec![true, false, false, true]);
    for (rows, extent, data) in
        [(Rows::Edges, Extent::Edges, &of_edges), (Rows::Nodes, Extent::Nodes, &of_nodes)]
    {
        for format in [write::Format::Npy, write::Format::Text, write::Format::MatrixMarket] {
            let mut bytes = vec![];
            let output = write::Output { name: "x", extent, elements: None, data, ids: None };
            write::write(&mut bytes, format, &output, &graph).unwrap();
            assert_eq!(read(&bytes, rows, data.ty()).as_ref(), Ok(data), "{format:?}");
        }
    }
}

#[test]
fn arrays_have_a_column_for_each_element() {
    let graph = path();
    let of_nodes = ArrayData::F32((0u8..12).map(|at| f32::from(at) / 2.0).collect());
    let of_edges = ArrayData::U32((0..18).collect());
    for (rows, extent, data) in
        [(Rows::Nodes, Extent::Nodes, &of_nodes), (Rows::Edges, Extent::Edges, &of_edges)]
    {
        for format in [write::Format::Npy, write::Format::Text, write::Format::MatrixMarket] {
            let mut bytes = vec![];
            let output = write::Output { name: "x", extent, elements: Some(3), data, ids: None };
            write::write(&mut bytes, format, &output, &graph).unwrap();
            let found = read_as(&bytes, rows, (data.ty(), Some(3)));
            assert_eq!(found.as_ref(), Ok(data), "{format:?}");
            for elements in [None, Some(2), Some(4)] {
                let refused = read_as(&bytes, rows, (data.ty(), elements));
                assert!(refused.is_err(), "{format:?} {elements:?}");
            }
        }
    }
    let pairs = |text: &str| read_as(text.as_bytes(), Rows::Nodes, (Type::U32, Some(2)));
    let wanted = Ok(ArrayData::U32(vec![1, 2, 3, 4, 5, 6, 7, 8]));
    assert_eq!(pairs("1 2\n3 4\n5 6\n7 8\n"), wanted);
    assert_eq!(pairs("node,x[1],x[0]\n3,8,7\n1,4,3\n0,2,1\n2,6,5\n"), wanted);
    let short = pairs("1 2\n3\n").expect_err("the second line has one value");
    assert!(short.starts_with("2: expected 2 columns, found 1"), "{short}");
    let missing = pairs("1 2\n3 4\n5 6\n").expect_err("the last node has no values");
    let wanted = "the file has 6 values, but the graph has 4 nodes with 2 values each\n\
                  note: node 3 has no value";
    assert_eq!(missing, wanted);
    let by_column = b"\x93NUMPY\x01\0\x3f\0\
        {'descr': '|u1', 'fortran_order': True, 'shape': (4, 2), }    \n\
        \x01\x02\x03\x04\x05\x06\x07\x08";
    let refused = read_as(by_column, Rows::Nodes, (Type::U32, Some(2)));
    let refused = refused.expect_err("the columns follow each other");
    assert!(refused.contains("order of Fortran"), "{refused}");
}

#[test]
fn damaged_files_are_refused() {
    let graph = path();
    let data = ArrayData::U32(vec![1, 2, 3, 4]);
    let mut file = vec![];
    let extent = Extent::Nodes;
    let output = write::Output { name: "x", extent, elements: None, data: &data, ids: None };
    write::write(&mut file, write::Format::Npy, &output, &graph).unwrap();
    assert_eq!(read(&file, Rows::Nodes, Type::U32), Ok(data.clone()));
    assert_eq!(read(&file, Rows::Nodes, Type::F32), Ok(ArrayData::F32(vec![1.0, 2.0, 3.0, 4.0])));
    for length in npy::MAGIC.len()..file.len() {
        assert!(read(&file[..length], Rows::Nodes, Type::U32).is_err(), "{length} bytes");
    }
    // A file with any byte changed is read or refused, but igc does not fail.
    for at in npy::MAGIC.len()..file.len() {
        for byte in [0, b'9', b'(', 0x80, 0xff] {
            let mut damaged = file.clone();
            damaged[at] = byte;
            let _ = read(&damaged, Rows::Nodes, Type::U32);
        }
    }
    let of_floats = ArrayData::F32(vec![1.0; 4]);
    let mut floats = vec![];
    let output = write::Output { name: "x", extent, elements: None, data: &of_floats, ids: None };
    write::write(&mut floats, write::Format::Npy, &output, &graph).unwrap();
    let refused = read(&floats, Rows::Nodes, Type::U32).expect_err("floats are no integers");
    assert_eq!(refused, "the file has floats, but the input has the type u32");
}
