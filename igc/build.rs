//! Lists the files of `examples/`, so that the library contains them.

#![allow(clippy::print_stdout, reason = "Cargo reads standard output")]

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let examples = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../examples");
    println!("cargo:rerun-if-changed={}", examples.display());
    let mut files = vec![];
    find(&examples, &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let names = file.strip_prefix(&examples)?.iter().map(|name| name.to_string_lossy());
        let name = names.collect::<Vec<_>>().join("/");
        let path = file.canonicalize()?;
        let path = path.to_str().ok_or("the path of the repository is not UTF-8")?;
        writeln!(list, "    ({name:?}, include_str!({path:?})),")?;
    }
    list.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("portfolio.rs"), list)?;
    Ok(())
}

/// Adds the files in a folder and its subfolders that end in `.ig`.
fn find(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "ig") {
            files.push(path);
        }
    }
    Ok(())
}
