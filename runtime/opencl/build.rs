//! Lets the workspace link where no OpenCL library is installed, and start there too.
//!
//! `cl-sys` asks the linker for `-lOpenCL`. This script answers with an empty archive of that name in a
//! folder that is searched before the system's, so that no installed library is linked: the symbols
//! themselves come from `src/trampolines.rs`, which finds the real library while the program runs.

use std::path::PathBuf;
use std::{env, fs, io};

/// An archive with no members, in the format of `ar`, which all the platforms' linkers read.
const EMPTY_ARCHIVE: &[u8] = b"!<arch>\n";

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    // The Unix and GNU name, and the one that MSVC's linker looks for.
    for name in ["libOpenCL.a", "OpenCL.lib"] {
        fs::write(out.join(name), EMPTY_ARCHIVE)?;
    }
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rerun-if-changed=build.rs");
    Ok(())
}
