//! Snapshots of the error messages of the readers.

// Helper functions of tests may panic.
#![allow(clippy::unwrap_used)]

use std::fmt::Write;

use igc_graph::{Format, LoadOptions, parse_bytes, parse_bytes_with};

/// Compares messages with the snapshot `name`.
fn assert_messages(name: &str, messages: String) {
    insta::with_settings!({omit_expression => true}, { insta::assert_snapshot!(name, messages) });
}

/// Returns, for each text, a line with the text and a line with the error message.
fn messages(format: Format, texts: &[&str]) -> String {
    let mut out = String::new();
    for text in texts {
        let said = match parse_bytes(format, text.as_bytes()) {
            Ok(graph) => panic!("{text:?} is taken, with {} edges", graph.edges()),
            Err(error) => error.to_string(),
        };
        writeln!(out, "{:?}\n    {said}", text.chars().take(60).collect::<String>()).unwrap();
    }
    out
}

#[test]
fn dimacs() {
    assert_messages(
        "dimacs",
        messages(
            Format::Dimacs,
            &[
                "",
                "c only comments\n",
                "a 1 2 3\n",
                "p edge 3 2\n",
                "p sp 3\n",
                "p sp 4294967295 1\na 1 1 1\n",
                "p sp 3 17592186044417\n",
                "p sp 4000000000 1\na 1 1 1\n",
                "p sp 3 2\na 1 2 3\n",
                "p sp 3 1\na 1 2 3\nc surplus\na 2 3 4\n",
                "p sp 3 1\na 1 4 3\n",
                "p sp 3 1\na 0 1 3\n",
                "p sp 3 1\na -1 1 3\n",
                "p sp 3 1\na 1 2\n",
                "p sp 3 1\na 1 2 x\n",
                "p sp 3 1\na 1 2 1.5\n",
                "p sp 3 1\na 1 2 99999999999999999999\n",
                "p sp 3 1\na 1 2 3 4\n",
                "p sp 3 1\na1 2 3\n",
                "p sp 3 1\ne 1 2\n",
                "p sp 3 1\np sp 3 1\na 1 2 3\n",
            ],
        ),
    );
}

#[test]
fn matrix_market() {
    let banner = "%%MatrixMarket matrix coordinate real general\n";
    let texts = [
        "2 2",
        "3 3 1\n1 2 0\n1 2 0\n",
        "3 3 1\n",
        "3 3 1\n1 2 nan\n",
        "3 3 1\n1 2 -inf\n",
        "3 3 1\n1 2 1e999\n",
        "3 4 1\n1 2 1\n",
        "-3 3 1\n",
        "3 3 1 1\n1 2 1\n",
        "99999999999999999999 99999999999999999999 1\n",
        "3 3 18446744073709551615\n",
        "3 3 18446744073709551616\n",
        "18446744073709551615 18446744073709551615 1\n",
    ];
    let mut texts: Vec<String> = texts.iter().map(|text| format!("{banner}{text}")).collect();
    let skew = banner.replace("real general", "integer skew-symmetric");
    texts.push(format!("{skew}2 2 1\n1 1 3\n"));
    texts.push(format!("{skew}2 2 1\n2 1 -9223372036854775808\n"));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_messages(
        "matrix_market",
        messages(Format::MatrixMarket, &texts).replace(banner.trim_end(), "…"),
    );
}

#[test]
fn edge_lists() {
    assert_messages(
        "edge_lists",
        messages(
            Format::EdgeList,
            &[
                "a b\n",
                "0\n",
                "0 1\n1\n",
                "0 1\n1 2 3\n",
                "0 1 5\n1 2\n",
                "0 1 2 3\n",
                "0 1\n\n# comment\n-1 2\n",
                "0,,1\n",
                "0 4294967294\n",
                "0 4000000000\n",
                "0 99999999999999999999999\n",
                "0 0x1\n",
                "0 1\u{0}\n",
                "# igc nodes 2\n0 2\n",
                "# igc nodes 2 3\n0 1\n",
                "0,1,2,3\n",
                ",0,1\n",
                "0,1,\n",
                "1 2 {}\n",
                "0;1\n",
                "0 1 \u{1b}[31m\n",
            ],
        ),
    );
}

#[test]
fn names_of_columns() {
    assert_messages(
        "names_of_columns",
        messages(
            Format::EdgeList,
            &[
                "id,source,target\n0,5,6\n",
                "source,target,cap\n5,6,1\n",
                "\"id\",\"source\",\"target\"\n0,5,6\n",
                ",source,target\n0,5,6\n",
                "source,target,SRC\n0,1,2\n",
                "source,weight\n0,1\n",
                "source\n0\n",
                "source;target\n0;1\n",
                "source,target\n0,1,2\n",
                "source,target,weight\n0,1\n",
                "target,source\n1\n",
                "target,source\n1,\n",
                "target,source\n1,2,3\n",
                "target,source\n1 2\n",
                "target\tsource\n\t2\n",
                "target\tsource\n1\t2\t\n",
                "target\tsource\n1\t2 3\n",
                "target source w\n1 2\n",
                "target,source,w\n1,2,x\n",
                "target,source\n\"1\",\"2\"\n",
            ],
        ),
    );
}

#[test]
fn konect() {
    assert_messages(
        "konect",
        messages(
            Format::Konect,
            &[
                "",
                "1 2\n",
                "% directed\n1 2\n",
                "% bip unweighted\n1 2\n",
                "% bip unweighted\n% 1 4000000000 4000000000\n1 2\n",
                "% asym\n% 1 2 2\n1 3\n",
                "% asym\n% 1 2 2\n0 1\n",
                "% asym\n% 2 2 2\n1 2\n",
                "% asym\n% 1 2 2\n1 2\n2 1\n",
                "% asym weighted\n1 2 0.5\n2 1\n",
                "% asym weighted\n1 2 0.5 7 8 9\n",
                "% asym weighted\n1 2\n2 1 5\n",
                "% asym unweighted\n0 1\n",
                "% asym unweighted\n1 4294967295\n",
                "% asym dynamic\n1 2 1 1040\n",
                "% asym heavy\n1 2 1\n",
            ],
        ),
    );
}

#[test]
fn metis() {
    assert_messages(
        "metis",
        messages(
            Format::Metis,
            &[
                "",
                "% comment\n",
                "5\n1 2 3\n",
                "3 2 2\n",
                "3 2 0000\n",
                "3 2\n2\n1 3\n",
                "3 2\n2\n1 3\n2\n1\n",
                "3 2\n2\n1 4\n2\n",
                "3 2\n2\n1 0\n2\n",
                "3 2\n2\n1 3\n2 1\n",
                "3 2 1\n2 1\n1 1 3\n2 1\n",
                "3 2 11 x\n",
                "2 1 100\n2 x\n1\n",
                "2 18446744073709551615\n2\n1\n",
            ],
        ),
    );
}

#[test]
fn ecl() {
    let files: [&[i32]; 9] = [
        &[3],
        &[0, 0, 0],
        &[3, -1, 0, 0, 0, 0],
        &[2, 1, 1, 1, 1, 0],
        &[2, 2, 0, 2, 1, 0, 1],
        &[2, 1, 0, -1, 1, 0],
        &[2, 1, 0, 1, 1, 2],
        &[2, 2, 0, 1, 2, 1, 0, 7],
        &[2, 2, 0, 1, 2, 1, 0, 7, 8, 9],
    ];
    let mut out = String::new();
    for words in files {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let error = parse_bytes(Format::Egr, &bytes).unwrap_err();
        writeln!(out, "{words:?}\n    {error}").unwrap();
    }
    assert_messages("ecl", out);
}

#[test]
fn unrecognised() {
    let mut out = String::new();
    let long_line = "x".repeat(3_000_000);
    let mut tar = vec![b'a'; 512];
    tar[257..262].copy_from_slice(b"ustar");
    let inputs: [&[u8]; 8] = [
        b"hello world\n",
        b"",
        b"2 2\n1 2\n2 1\n",
        b"BZh91AY&SY",
        b"\xfd7zXZ\0",
        b"PK\x03\x04",
        b"\x00\x01\x02\x03",
        &tar,
    ];
    for input in inputs {
        let error = parse_bytes_with(input, &LoadOptions::default()).unwrap_err();
        writeln!(out, "{:?}\n    {error}", String::from_utf8_lossy(&input[..input.len().min(20)]))
            .unwrap();
    }
    out += &parse_bytes(Format::EdgeList, long_line.as_bytes()).unwrap_err().to_string();
    assert_messages("unrecognised", out);
}
