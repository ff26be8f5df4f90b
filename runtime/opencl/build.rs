//! Allows the workspace to link, and its programs to start, without an installed OpenCL library.
//!
//! `cl-sys` passes `-lOpenCL` to the linker. This script creates an empty archive of that name in a
//! folder that is searched before the system's folders, so an installed library is never linked.
//! The symbols are defined in `src/loader/trampolines.rs`, which finds the real library at run
//! time.

#![allow(clippy::print_stdout, reason = "Cargo reads standard output")]

use std::path::PathBuf;
use std::{env, fs, io};

/// An empty archive in the format of `ar`, which the linkers of all platforms can read.
const EMPTY_ARCHIVE: &[u8] = b"!<arch>\n";

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    // The library has one name on Unix and with GNU tools, and another name for MSVC's linker.
    for name in ["libOpenCL.a", "OpenCL.lib"] {
        fs::write(out.join(name), EMPTY_ARCHIVE)?;
    }
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rerun-if-changed=build.rs");
    Ok(())
}
