//! Fuzz target: text that parses can be formatted. The result has the same meaning, and formatting
//! it again changes nothing.

#![no_main]

use igc_compiler::driver::Failure;
use igc_compiler::format::format;
use igc_compiler::syntax::{dump, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // The formatter itself checks that no token or comment is lost.
    let formatted = match format(text) {
        Ok(formatted) => formatted,
        Err(Failure::Program(_) | Failure::Model(..)) => return,
        Err(Failure::Bug(message)) => panic!("{message}"),
    };
    let tree = |text| dump::program(&parse(text).0.expect("it has a format"));
    assert_eq!(tree(&formatted), tree(text), "{formatted}");
    assert_eq!(format(&formatted).ok().as_ref(), Some(&formatted));
});
