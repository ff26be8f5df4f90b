//! Tests that the release build optimises everything that kernels call while they run.
//!
//! The release profile does not optimise many crates, because every new user waits for the build. The
//! exponential function took 3 to 9 times as long when `libm` was one of them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

/// The crates whose code kernels call while they run: helpers of generated code, the functions of
/// floats, and the threads with their chunks. `*` stands for all crates.
const CALLED: [&str; 4] = ["igc-native", "igc-team", "libm", "*"];

#[test]
fn the_release_profile_optimises_the_crates_that_kernels_call() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml");
    let manifest: toml::Table = std::fs::read_to_string(manifest).unwrap().parse().unwrap();
    let release = &manifest["profile"]["release"];
    assert_eq!(release["opt-level"].as_integer(), Some(2));
    let overrides = release["package"].as_table().unwrap();
    for name in CALLED {
        let found = overrides.get(name);
        assert!(
            found.is_none(),
            "the release profile overrides the options of `{name}`: {found:?}"
        );
    }
    // Otherwise, this test would not read the overrides.
    assert!(overrides.contains_key("cranelift-codegen"));
}
