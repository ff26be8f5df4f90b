//! The plan of a study: its programs, compiled in every configuration.
//!
//! Two configurations have the same *artefact* if they give a device the same work: OpenCL C,
//! module and values of parameters. The sweep measures artefacts, so equal configurations are
//! measured once. A device may run the same code for different artefacts: the native target starts
//! from a program to which few optimisations were applied. Such artefacts are also measured once.

use igc_compiler::configuration::Configuration;
use igc_compiler::driver::{Artefact, Executed, Failure, compile};
use igc_runtime::data_file::names;
use igc_runtime::params;
use igc_runtime::run::plain;
use indexmap::IndexSet;

use crate::study::{Application, Study};

/// A study and its compiled programs.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The study.
    pub study: Study,
    /// The compiled applications, in the order of the study.
    pub programs: Vec<Program>,
    /// All configurations that any application has: those of the 96 in the order of
    /// [`Configuration::all_configurations`], then others.
    pub configurations: Vec<Configuration>,
}

/// An application, compiled in all its configurations.
#[derive(Debug, Clone)]
pub struct Program {
    /// The parameters from the study file that the program has: their names and values.
    pub params: Vec<(String, String)>,
    /// The requirements that the graph of the program must satisfy.
    pub requirements: Vec<String>,
    /// The hash of the program text, in 32 hexadecimal digits.
    pub hash: String,
    /// The configurations of the application.
    pub configurations: Vec<PlannedConfiguration>,
}

/// A configuration of an application, with hashes of what it was compiled to.
#[derive(Debug, Clone)]
pub struct PlannedConfiguration {
    /// The optimisations.
    pub options: Configuration,
    /// The hash of the artefact.
    pub artefact: String,
    /// The hash of the artefact with kernels for CUDA.
    cuda: String,
    /// The hash of the program that the native target runs.
    parallel: String,
}

impl PlannedConfiguration {
    /// Returns the hash of what a device runs.
    pub fn code(&self, executed: Executed) -> &str {
        match executed {
            Executed::OpenCl => &self.artefact,
            Executed::Cuda => &self.cuda,
            Executed::Parallel => &self.parallel,
        }
    }
}

/// The reason why an application cannot be studied.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Unfit {
    /// The program does not compile.
    #[error("{} does not compile", application.name)]
    Program {
        /// The application.
        application: Box<Application>,
        /// The diagnostics of the compiler.
        failure: Failure,
    },
    /// The program compiles, but cannot be measured or checked.
    #[error("{application}: {reason}")]
    Other {
        /// The name of the application.
        application: String,
        /// The reason, for the user.
        reason: String,
    },
}

impl Plan {
    /// Compiles every application of a study in each of its configurations.
    pub fn new(study: Study) -> Result<Plan, Unfit> {
        let mut programs = vec![];
        for (at, application) in study.applications.iter().enumerate() {
            programs.push(program(application, &study.configurations.of(at))?);
        }
        if let Some(unfit) = unknown_param(&study, &programs) {
            return Err(unfit);
        }
        let asked: IndexSet<&Configuration> = programs
            .iter()
            .flat_map(|program| &program.configurations)
            .map(|configuration| &configuration.options)
            .collect();
        let mut configurations = Configuration::all_configurations();
        configurations.retain(|options| asked.contains(options));
        let others = asked.into_iter().filter(|options| !configurations.contains(options));
        let others: Vec<Configuration> = others.cloned().collect();
        configurations.extend(others);
        Ok(Plan { study, programs, configurations })
    }

    /// Number of tests. A test is an application on a graph on a device.
    pub fn tests(&self) -> usize {
        self.programs.len() * self.study.graphs.len() * self.study.devices.len()
    }
}

fn program(application: &Application, asked: &[Configuration]) -> Result<Program, Unfit> {
    let baseline = compiled(application, &Configuration::default())?;
    let unfit = |reason: String| Unfit::Other { application: application.name.clone(), reason };
    if baseline.module.checks.is_empty() {
        return Err(unfit(
            "it names no oracle, so igc cannot check its results\n\
             help: add a `check` statement, such as `check bfs(level, source);`"
                .into(),
        ));
    }
    if let Some(input) = names(&baseline.module).first()
        && !application.random_inputs
    {
        return Err(unfit(format!(
            "it has the input `{input}`, and the study has no values for it\n\
             help: add `inputs = \"random\"` to its entry in the study file"
        )));
    }
    let has = |name: &str| baseline.module.params.iter().any(|param| param.name == name);
    let given = application.params.iter().filter(|(name, _)| has(name));
    let params: Vec<(String, String)> = given.cloned().collect();
    let bound = params::bind(&baseline.module.params, &params, None)
        .map_err(|error| unfit(error.to_string()))?;
    let values: Vec<String> = bound.into_iter().map(plain).collect();
    let mut configurations = vec![];
    for options in asked {
        let artefact = compiled(application, options)?;
        let hash = |executed| with_values(&artefact.identity(executed, None), &values);
        configurations.push(PlannedConfiguration {
            options: options.clone(),
            artefact: hash(Executed::OpenCl),
            cuda: hash(Executed::Cuda),
            parallel: hash(Executed::Parallel),
        });
    }
    Ok(Program {
        params,
        requirements: baseline.module.requirement_names(),
        hash: hash(&[&application.text]),
        configurations,
    })
}

/// Returns an error if an entry of the study file sets a parameter that none of the entry's
/// programs has. Otherwise returns `None`.
fn unknown_param(study: &Study, programs: &[Program]) -> Option<Unfit> {
    let each = || study.applications.iter().zip(programs);
    let is_taken = |given: &(String, String)| {
        each().any(|(of, program)| of.params.contains(given) && program.params.contains(given))
    };
    each().find_map(|(application, _)| {
        let (name, _) = application.params.iter().find(|given| !is_taken(given))?;
        let reason = format!("none of the programs that are given `{name}` has this parameter");
        Some(Unfit::Other { application: application.name.clone(), reason })
    })
}

/// Returns the hash of an artefact that runs with the given parameter values.
fn with_values(digest: &str, values: &[String]) -> String {
    let mut parts = vec![digest];
    parts.extend(values.iter().map(String::as_str));
    hash(&parts)
}

/// Returns the hash of several texts, in 32 hexadecimal digits.
fn hash(parts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..32].to_string()
}

fn compiled(application: &Application, options: &Configuration) -> Result<Artefact, Unfit> {
    compile(&application.name, &application.text, options)
        .map(|made| made.artefact)
        .map_err(|failure| Unfit::Program { application: Box::new(application.clone()), failure })
}
