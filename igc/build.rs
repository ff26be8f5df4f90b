//! Lists the files of `programs/`, so that the library contains them. The folder is a link to `examples/` of the repository, so
//! that a package of the crate contains the files.

#![allow(clippy::print_stdout, reason = "Cargo reads standard output")]

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let programs = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("programs");
    println!("cargo:rerun-if-changed={}", programs.display());
    let mut files = vec![];
    find(&programs, &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let names = file.strip_prefix(&programs)?.iter().map(|name| name.to_string_lossy());
        let name = names.collect::<Vec<_>>().join("/");
        let path = file.to_str().ok_or("the path of the crate is not UTF-8")?;
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
