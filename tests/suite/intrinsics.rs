//! Checks that a kernel of the self test (`stdlib/selftest/`) directly uses each intrinsic of the
//! device library, in every dialect that has it.
//!
//! Macros define most functions of the library, so the test lists the functions with the C
//! preprocessor.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The commands that preprocess C. Rust links with one of them, so at least one is usually
/// installed.
const PREPROCESSORS: [&str; 3] = ["cc", "clang", "gcc"];

/// The functions that a test cannot use directly, with the reason.
const PARTS: [(&str, &str); 2] = [
    ("igc_fence_igc", "nothing but the order of an access under a lock, and of none alone"),
    ("igc_fence_igc_local", "the same in local memory"),
];

#[test]
fn the_self_test_uses_each_function_of_the_library() {
    let Some(preprocessor) = preprocessor() else {
        println!("not tested, there is none of {}", PREPROCESSORS.join(", "));
        return;
    };
    let mut parts = BTreeSet::new();
    for dialect in dialects() {
        let functions = Functions::of(&preprocess(preprocessor, &dialect));
        assert!(functions.defined.contains("igc_local_atomic_cas_double"), "{dialect:?}");
        assert!(functions.defined.contains("igc_push"), "{dialect:?}");
        for name in functions.defined.difference(&functions.used) {
            assert!(
                PARTS.iter().any(|(part, _)| part == name),
                "stdlib/selftest/ has no kernel that calls {name}, with {dialect:?}"
            );
            parts.insert(name.clone());
        }
    }
    assert_eq!(parts, PARTS.iter().map(|(part, _)| (*part).to_owned()).collect());
}

/// Checks that the self test uses each macro of the library that generated code uses.
#[test]
fn the_self_test_uses_each_macro_that_generated_code_does() {
    let generated = texts(&repository().join("kernels-generated"));
    let tests = texts(&repository().join("stdlib/selftest"));
    let macros = |texts: &[String]| -> BTreeSet<String> {
        let names = texts.iter().flat_map(|text| text.split(|c| !is_of_name(c)));
        names.filter(|name| name.starts_with("IGC_")).map(str::to_owned).collect()
    };
    let (wanted, used) = (macros(&generated), macros(&tests));
    assert!(wanted.contains("IGC_SCRATCH_SIZE") && wanted.contains("IGC_SWAP"), "{wanted:?}");
    let missing: Vec<_> = wanted.difference(&used).collect();
    assert!(missing.is_empty(), "stdlib/selftest/ uses none of {missing:?}");
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the OpenCL C in a folder and its direct subfolders.
fn texts(folder: &Path) -> Vec<String> {
    let mut texts = vec![];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts.extend(texts_in(&path));
        }
    }
    texts.extend(texts_in(folder));
    texts
}

fn texts_in(folder: &Path) -> Vec<String> {
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let code = paths.filter(|path| path.extension().is_some_and(|extension| extension == "cl"));
    code.map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// Returns the macros of each dialect. Macros that do not affect names are left out.
fn dialects() -> Vec<Vec<String>> {
    let mut all = vec![];
    for subgroups in 0..=3 {
        for wide in [0, 1] {
            for atomics in [12, 20, 70] {
                all.push(vec![
                    format!("-DIGC_SUBGROUPS={subgroups}"),
                    format!("-DIGC_WIDE_ATOMICS={wide}"),
                    format!("-DIGC_ATOMICS={atomics}"),
                    "-Dcl_khr_fp64".into(),
                ]);
            }
        }
    }
    all
}

fn preprocessor() -> Option<&'static str> {
    let runs = |name: &&str| {
        let mut command = Command::new(name);
        let quiet = command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        quiet.status().is_ok_and(|status| status.success())
    };
    PREPROCESSORS.into_iter().find(runs)
}

/// Preprocesses the library and all tests. The output contains line markers, which name the file of
/// each line.
fn preprocess(preprocessor: &str, macros: &[String]) -> String {
    let stdlib = repository().join("stdlib");
    let mut source = "#include \"igc.cl\"\n#include \"selftest/common.cl\"\n".to_owned();
    for entry in std::fs::read_dir(stdlib.join("selftest")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name != "common.cl" {
            source += &format!("#include \"selftest/{name}\"\n");
        }
    }
    let mut command = Command::new(preprocessor);
    command.args(["-E", "-x", "c", "-undef", "-nostdinc", "-Idevice", "-Idevice/opencl"]);
    command.args(macros).arg("-");
    command.current_dir(stdlib).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(source.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The library's functions that are defined and used in preprocessed C.
#[derive(Debug, Default)]
struct Functions {
    /// The functions that the library defines.
    defined: BTreeSet<String>,
    /// The functions that a test calls, directly or through a macro.
    used: BTreeSet<String>,
}

impl Functions {
    /// Collects the library's functions from preprocessed C. A name that is followed by `(` is a
    /// definition if it is outside braces, and a call if it is inside braces.
    fn of(text: &str) -> Functions {
        let mut functions = Functions::default();
        let (mut file, mut depth) = ("", 0);
        for line in text.lines() {
            if let Some(marker) = line.strip_prefix("# ") {
                file = marker.split('"').nth(1).unwrap();
                continue;
            }
            for piece in line.split_inclusive(|c| !is_of_name(c)) {
                if let Some(name) = piece.strip_suffix('(').filter(|name| name.starts_with("igc_"))
                {
                    match file.split('/').next() {
                        Some("device") if depth == 0 => functions.defined.insert(name.into()),
                        Some("selftest") if depth > 0 => functions.used.insert(name.into()),
                        _ => false,
                    };
                }
                match piece.chars().last() {
                    Some('{') => depth += 1,
                    Some('}') => depth -= 1,
                    _ => {}
                }
            }
        }
        assert_eq!(depth, 0);
        functions
    }
}

/// Returns whether a character can be part of a name in C.
fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
