//! Gives the binary the commit of which it was built, for `igc --version`, and the address of the book.
//!
//! The build of a package without a repository can set the environment variable `IGC_COMMIT` instead. `IGC_BOOK` takes
//! precedence over `homepage` in Cargo.toml.

#![allow(clippy::print_stdout, reason = "this is how a build script talks to cargo")]

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=IGC_COMMIT");
    println!("cargo::rerun-if-env-changed=IGC_BOOK");
    let given = std::env::var("IGC_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = given.or_else(|| git(&["rev-parse", "--short=10", "HEAD"]));
    // The log of HEAD changes with each commit and each checkout.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = commit.map_or(version.clone(), |commit| format!("{version} (commit {commit})"));
    println!("cargo::rustc-env=IGC_VERSION={version}");
    // `example.org` is a placeholder.
    let is_usable = |address: &String| !address.is_empty() && !address.contains("//example.org/");
    let given = |name: &str| std::env::var(name).ok().filter(is_usable);
    let book = given("IGC_BOOK").or_else(|| given("CARGO_PKG_HOMEPAGE"));
    println!("cargo::rustc-env=IGC_BOOK={}", book.unwrap_or_default());
}

/// Returns what git prints, if there is git and a repository.
fn git(arguments: &[&str]) -> Option<String> {
    let done = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(done.stdout).ok()?;
    (done.status.success() && !text.trim().is_empty()).then(|| text.trim().to_string())
}
