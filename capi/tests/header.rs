//! The header of the library is up to date, and its names do not clash with those of host programs in C.
//!
//! `IGC_BLESS=1 cargo test -p igc-capi` writes the header.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cbindgen::{Builder, Config, DocumentationStyle, Language, Layout, Style};

/// The files of the crate, in the order in which the header declares their items.
const FILES: &[&str] = &[
    "version",
    "status",
    "error",
    "borrow",
    "device",
    "graph",
    "program",
    "cancel",
    "arguments",
    "session",
    "outcome",
];

const TOP: &str = "\
// libigc: compiles graph programs, and runs them on any device.
//
// This file is generated from the sources of the library. The chapter \"C and C++\" of the book has examples.
//
// - A function that can fail returns an igc_status. If it is not IGC_OK and `error` is not NULL, `*error` is an error that
//   the caller frees with igc_error_free. After success, `*error` is NULL.
// - A result goes to the place that a pointer names. After a failure, the place has NULL.
// - Each handle has a function that frees it. The handles that a call takes need to exist only during the call, unless the
//   function says otherwise.
// - A NULL pointer where a function needs a value is an error, IGC_INVALID_ARGUMENT, and so is a text that is not UTF-8.
// - No function prints, ends the process, or throws an exception. A driver of OpenCL may do so.
// - Any thread may call a function, unless its comment says otherwise.";

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn written() -> String {
    let mut config = Config {
        language: Language::C,
        header: Some(TOP.into()),
        include_guard: Some("IGC_H".into()),
        no_includes: true,
        sys_includes: ["stdbool.h", "stddef.h", "stdint.h"].map(str::to_owned).to_vec(),
        cpp_compat: true,
        style: Style::Both,
        usize_is_size_t: true,
        documentation_style: DocumentationStyle::C99,
        line_length: 120,
        tab_width: 4,
        ..Config::default()
    };
    config.function.args = Layout::Auto;
    let builder = Builder::new().with_config(config);
    let builder = FILES.iter().fold(builder, |builder, file| {
        builder.with_src(folder().join("src").join(file).with_extension("rs"))
    });
    let mut header = vec![];
    builder.generate().expect("the sources are right").write(&mut header);
    String::from_utf8(header).expect("it is text")
}

#[test]
fn the_header_is_up_to_date() {
    let (path, header) = (folder().join("include/igc.h"), written());
    if std::env::var_os("IGC_BLESS").is_some() {
        std::fs::write(&path, &header).expect("the file can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == header,
        "run `IGC_BLESS=1 cargo test -p igc-capi` to write {}",
        path.display()
    );
}

#[test]
fn the_header_has_every_file_and_the_version() {
    let files = std::fs::read_dir(folder().join("src")).expect("the folder is there");
    let files = files.map(|file| file.expect("it is readable").path());
    let stem = |path: PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let found: BTreeSet<String> = files.filter_map(stem).filter(|name| name != "lib").collect();
    assert_eq!(found, FILES.iter().map(|file| (*file).to_owned()).collect());
    let header = written();
    for (part, number) in [
        ("MAJOR", env!("CARGO_PKG_VERSION_MAJOR")),
        ("MINOR", env!("CARGO_PKG_VERSION_MINOR")),
        ("PATCH", env!("CARGO_PKG_VERSION_PATCH")),
    ] {
        assert!(header.contains(&format!("#define IGC_VERSION_{part} {number}\n")), "{part}");
    }
}

/// Returns the names of functions in C: those before an opening parenthesis.
fn functions(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for before in text.split('(') {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = before.rsplit(|c| !is_name(c)).next().unwrap_or("");
        if name.starts_with("igc_") {
            found.insert(name.to_owned());
        }
    }
    found
}

/// An application may contain the library and a program that `igc compile --emit host-c` has written.
#[test]
fn no_function_has_the_name_of_one_of_the_host_library() {
    let ours = functions(&written());
    assert!(ours.contains("igc_session_run") && ours.len() > 40, "{ours:?}");
    let host = folder().join("../stdlib/host");
    let mut theirs = BTreeSet::new();
    for file in std::fs::read_dir(host).expect("the folder is there") {
        let path = file.expect("it is readable").path();
        if path.extension() == Some("c".as_ref()) || path.extension() == Some("h".as_ref()) {
            theirs.extend(functions(&read(&path)));
        }
    }
    assert!(theirs.contains("igc_open_device"), "{theirs:?}");
    let clashes: Vec<&String> = ours.intersection(&theirs).collect();
    assert!(clashes.is_empty(), "{clashes:?}");
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("it is text")
}
