//! Generates the parser from `src/syntax/grammar.lalrpop` into Cargo's output directory.

#![allow(clippy::print_stdout, reason = "Cargo reads standard output")]

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=src/syntax/grammar.lalrpop");
    lalrpop::Configuration::new().use_cargo_dir_conventions().process()
}
