//! A configuration to compare, before it runs.

use std::time::{Duration, Instant};

use igc_compiler::configuration::Configuration;
use igc_compiler::driver::{self, Artefact, Executed};
use igc_compiler::effects::WithoutEffect;

use super::report::Failure;

/// A configuration to compare.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The optimisations of the configuration.
    pub options: Configuration,
    /// The compiled program, or the reason why it does not compile.
    pub artefact: Result<Artefact, String>,
    /// The optimisations that have no effect on the program on the device.
    pub without_effect: Vec<WithoutEffect>,
    /// Time that igc took to compile the program.
    pub compile_time: Duration,
    /// The reason not to run the configuration: an earlier attempt ended its process.
    pub given_up: Option<Failure>,
    /// Rounds, from 0, whose times an earlier comparison has measured.
    pub completed: Vec<u32>,
}

impl Candidate {
    /// Compiles a program in a configuration, for a device that executes this part of artefacts. If
    /// the program does not compile, the candidate keeps the reason.
    pub fn compile(
        program: &str,
        text: &str,
        options: &Configuration,
        executed: Executed,
    ) -> Candidate {
        let start = Instant::now();
        let mut without_effect = vec![];
        let artefact = match driver::compile(program, text, options) {
            Ok(compilation) => {
                without_effect = compilation.without_effect(executed);
                Ok(compilation.artefact)
            }
            Err(failure @ driver::Failure::Model(..)) => Err(failure.to_string()),
            Err(driver::Failure::Bug(message)) => Err(format!(
                "internal error in the compiler: {message}\n\
                 help: this is a bug in igc; please report it, and attach the program"
            )),
            Err(driver::Failure::Program(diagnostics)) => {
                let first = diagnostics.first().map_or("", |diagnostic| &diagnostic.message);
                Err(format!("the program does not compile: {first}"))
            }
        };
        let (options, compile_time) = (options.clone(), start.elapsed());
        Candidate {
            options,
            artefact,
            without_effect,
            compile_time,
            given_up: None,
            completed: vec![],
        }
    }
}
