//! Links `libigc.so`: the library exports only its own functions, and has the name under which applications find it. The
//! name has the numbers of the version up to the first one that is not zero, with which the interface may change.

#![allow(clippy::print_stdout, reason = "Cargo reads standard output")]

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let part = |name: &str| std::env::var(name).unwrap_or_default();
    let number = match part("CARGO_PKG_VERSION_MAJOR").as_str() {
        "0" => format!("0.{}", part("CARGO_PKG_VERSION_MINOR")),
        major => major.to_owned(),
    };
    if part("CARGO_CFG_TARGET_OS") == "linux" {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libigc.so.{number}");
        // The functions of OpenCL with which `igc-opencl` opens a driver, and those of C libraries, stay inside. An
        // application that uses OpenCL itself would call them otherwise.
        println!("cargo:rustc-cdylib-link-arg=-Wl,--exclude-libs,ALL");
    }
}
