//! A configuration to compare, before it runs.

use std::time::{Duration, Instant};

use igc_compiler::configuration::Configuration;
use igc_compiler::driver::{self, Artefact};
use igc_compiler::effects::Effects;

use super::report::Failure;

/// A configuration to compare.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The optimisations of the configuration.
    pub options: Configuration,
    /// The compiled program, or the reason why it does not compile.
    pub artefact: Result<Artefact, String>,
    /// The optimisations without an effect on the program.
    pub effects: Effects,
    /// Time that igc took to compile the program.
    pub compile_time: Duration,
    /// The reason not to run the configuration: an earlier attempt ended its process.
    pub given_up: Option<Failure>,
    /// Rounds, from 0, whose times an earlier comparison has measured.
    pub completed: Vec<u32>,
}

impl Candidate {
    /// Compiles a program in a configuration. If the program does not compile, the candidate keeps
    /// the reason.
    pub fn compile(program: &str, text: &str, options: &Configuration) -> Candidate {
        let start = Instant::now();
        let mut effects = Effects::default();
        let artefact = match driver::compile(program, text, options) {
            Ok(compilation) => {
                effects = Effects::of(&compilation);
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
        Candidate { options, artefact, effects, compile_time, given_up: None, completed: vec![] }
    }
}
