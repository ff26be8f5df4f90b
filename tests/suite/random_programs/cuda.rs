//! Tests that the CUDA C++ of random programs compiles with NVRTC, which needs no GPU. Warnings are
//! ignored, because random programs divide by zero and have loops without rounds. Without NVRTC, the
//! tests say that they are skipped.

use std::sync::LazyLock;

use igc_compiler::configuration::Configuration;
use igc_cuda::nvrtc::{Nvrtc, Rejected};
use igc_tests::random::run::{compiled, fail};
use igc_tests::random::strategy::Cases;
use igc_tests::random::{Case, Mode};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use super::cases;
use super::strategies::{configuration, outlining};
use crate::cuda::{nvrtcs, source};

/// The compute capability for which programs are compiled.
const CAPABILITY: u32 = 90;

static NVRTC: LazyLock<Option<Nvrtc>> = LazyLock::new(|| {
    nvrtcs().into_iter().find(|nvrtc| nvrtc.architectures().contains(&CAPABILITY))
});

fn compiles(case: &Case, options: &Configuration) -> TestCaseResult {
    let Some(nvrtc) = &*NVRTC else { return Ok(()) };
    let artefact = compiled(&case.source(), options)?.artefact;
    let source = source(&artefact, options);
    let target = nvrtc.target(CAPABILITY);
    let (architecture, form) = target.expect("this NVRTC knows the capability");
    match nvrtc.compile(&source.text, &architecture, form, &source.all_options()) {
        Ok(_) => Ok(()),
        Err(Rejected::Program(log) | Rejected::Failed(log)) => {
            fail(format!("with {options}: {log}"))
        }
    }
}

proptest! {
    #![proptest_config(cases(16))]

    #[test]
    fn nvrtc_accepts_any_program(case in Cases(Mode::Free), options in configuration()) {
        compiles(&case, &options)?;
    }

    #[test]
    fn nvrtc_accepts_any_outlined_loop(case in Cases(Mode::OfMain), options in outlining()) {
        compiles(&case, &options)?;
    }
}
