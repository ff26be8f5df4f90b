//! The configurations of a comparison, before anything has been run.

use std::time::{Duration, Instant};

use igc_compiler::driver::{self, Artefact};
use igc_compiler::passes::Options;

use super::report::Failure;

/// A configuration that is to be compared.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Its optimisations.
    pub options: Options,
    /// The compiled program, or why there is none.
    pub artefact: Result<Artefact, String>,
    /// How long compiling it took.
    pub compile_time: Duration,
    /// Why it is not run any more, although it compiles: an earlier attempt ended its process.
    pub given_up: Option<Failure>,
    /// The rounds, counted from 0, whose times are there from an earlier comparison.
    pub completed: Vec<u32>,
}

impl Candidate {
    /// Compiles a program in a configuration. A program that does not compile is kept with the reason.
    pub fn compile(program: &str, text: &str, options: &Options) -> Candidate {
        let start = Instant::now();
        let artefact = match driver::compile(program, text, options) {
            Ok(compilation) => Ok(compilation.artefact),
            Err(driver::Failure::Bug(message)) => Err(format!(
                "internal error in the compiler: {message}\n\
                 help: this is a bug of igc; please report it with the program"
            )),
            Err(driver::Failure::Program(_)) => {
                Err("the program is wrong with these options only".into())
            }
        };
        let (options, compile_time) = (options.clone(), start.elapsed());
        Candidate { options, artefact, compile_time, given_up: None, completed: vec![] }
    }
}
