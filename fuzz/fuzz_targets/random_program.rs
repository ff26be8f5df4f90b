//! Fuzz target: any bytes give a random program that passes the checker, compiles, and survives
//! being printed. It has the same result in every stage and order, or, in the mode `Free`, keeps
//! the promises of its accesses. The number of bytes selects the configuration.

#![no_main]

use igc_compiler::configuration::Configuration;
use igc_compiler::syntax::{dump, parse};
use igc_tests::program::ORDERS;
use igc_tests::random::run::{prepare, text_goes_round};
use igc_tests::random::{Mode, generate};
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    for mode in [Mode::Deterministic, Mode::OfMain, Mode::Free] {
        let case = generate(bytes, mode);
        let (parsed, found) = parse(&case.source());
        assert!(found.is_empty(), "{case:?}");
        let parsed = parsed.expect("no errors were found");
        assert_eq!(dump::program(&parsed), dump::program(&case.program));
        let configurations = Configuration::all_configurations();
        let options = &configurations[bytes.len() % configurations.len()];
        let prepared =
            prepare(&case, options).unwrap_or_else(|e| panic!("{e}\n{options}\n{case:?}"));
        let result = text_goes_round(&prepared.compilation).and_then(|()| prepared.reference());
        let result =
            result.and_then(|r| prepared.every_stage(&r, &ORDERS, mode.is_deterministic()));
        match result {
            Err(error) if error.to_string().contains("too long") => return Corpus::Reject,
            result => result.unwrap_or_else(|e| panic!("{e}\n{options}\n{case:?}")),
        }
    }
    Corpus::Keep
});
