//! The plan: what a study comes to when its programs are compiled.
//!
//! Configurations that give a device the same to do (OpenCL C, schedule and values of parameters) have the
//! same *artefact*, which is what is measured.

use igc_compiler::driver::{Artefact, Failure, compile};
use igc_compiler::options::Options;
use igc_runtime::conformance::digest;
use igc_runtime::params;
use igc_runtime::run::plain;

use crate::study::{Application, Study};

/// A study whose programs are compiled.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The study.
    pub study: Study,
    /// Its applications, in its order.
    pub programs: Vec<Program>,
    /// Every configuration that is asked for anywhere, in the order of the space.
    pub configurations: Vec<Options>,
}

/// An application in all its configurations.
#[derive(Debug, Clone)]
pub struct Program {
    /// The parameters given that it has.
    pub params: Vec<(String, String)>,
    /// What it requires of its graph.
    pub requirements: Vec<String>,
    /// The hash of its text, in 32 hexadecimal digits.
    pub hash: String,
    /// The artefact of each configuration.
    pub artefacts: Vec<(Options, String)>,
}

/// Why an application cannot be studied.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Unfit {
    /// It does not compile: the compiler's words are there.
    #[error("{} does not compile", application.name)]
    Program {
        /// The application.
        application: Box<Application>,
        /// What is wrong.
        failure: Failure,
    },
    /// Anything else.
    #[error("{application}: {reason}")]
    Other {
        /// The application.
        application: String,
        /// In words.
        reason: String,
    },
}

impl Plan {
    /// Compiles every application in every configuration that is asked for.
    ///
    /// # Errors
    ///
    /// A program that does not compile, that names no oracle, or whose parameters are not right.
    pub fn new(study: Study) -> Result<Plan, Unfit> {
        let mut programs = vec![];
        for (at, application) in study.applications.iter().enumerate() {
            programs.push(program(application, &study.configurations.of(at))?);
        }
        if let Some(unfit) = unknown_param(&study, &programs) {
            return Err(unfit);
        }
        let asked = |options: &Options| {
            programs.iter().any(|program| program.artefacts.iter().any(|(of, _)| of == options))
        };
        let configurations = Options::all_configurations().into_iter().filter(asked).collect();
        Ok(Plan { study, programs, configurations })
    }

    /// How many tests there are: an application on a graph on a device each.
    pub fn tests(&self) -> usize {
        self.programs.len() * self.study.graphs.len() * self.study.devices.len()
    }
}

fn program(application: &Application, asked: &[Options]) -> Result<Program, Unfit> {
    let baseline = compiled(application, &Options::default())?;
    let unfit = |reason: String| Unfit::Other { application: application.name.clone(), reason };
    if baseline.schedule.checks.is_empty() {
        return Err(unfit(
            "it names no oracle, so nothing says whether its results are right\n\
             help: say what the result should be, as in `check bfs(level, source);`"
                .into(),
        ));
    }
    let has = |name: &str| baseline.schedule.params.iter().any(|param| param.name == name);
    let given = application.params.iter().filter(|(name, _)| has(name));
    let params: Vec<(String, String)> = given.cloned().collect();
    let bound = params::bind(&baseline.schedule.params, &params)
        .map_err(|error| unfit(error.to_string()))?;
    let values: Vec<String> = bound.into_iter().map(plain).collect();
    let mut artefacts = vec![];
    for options in asked {
        let artefact = compiled(application, options)?;
        artefacts.push((options.clone(), with_values(&digest(&artefact), &values)));
    }
    Ok(Program {
        params,
        requirements: baseline.schedule.graph.requirements.clone(),
        hash: hash(&[&application.text]),
        artefacts,
    })
}

/// A parameter that is given and that no program has, of those that it is given to.
fn unknown_param(study: &Study, programs: &[Program]) -> Option<Unfit> {
    let each = || study.applications.iter().zip(programs);
    let is_taken = |given: &(String, String)| {
        each().any(|(of, program)| of.params.contains(given) && program.params.contains(given))
    };
    each().find_map(|(application, _)| {
        let (name, _) = application.params.iter().find(|given| !is_taken(given))?;
        let reason = format!("no program that is given `{name}` has a parameter of that name");
        Some(Unfit::Other { application: application.name.clone(), reason })
    })
}

/// The hash of an artefact that runs with these values of parameters.
fn with_values(digest: &str, values: &[String]) -> String {
    let mut parts = vec![digest];
    parts.extend(values.iter().map(String::as_str));
    hash(&parts)
}

/// A hash of texts, in 32 hexadecimal digits.
fn hash(parts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..32].to_string()
}

fn compiled(application: &Application, options: &Options) -> Result<Artefact, Unfit> {
    compile(&application.name, &application.text, options)
        .map(|made| made.artefact)
        .map_err(|failure| Unfit::Program { application: Box::new(application.clone()), failure })
}
