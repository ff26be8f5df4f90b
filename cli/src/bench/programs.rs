//! The programs that `igc bench` compares, with the parameters and inputs that concern them.

use std::path::PathBuf;

use igc::auto::Task;
use igc_compiler::configuration::Configuration;
use igc_compiler::diagnostics::visible;
use igc_measure::comparison::is_judged_by_oracles;

use super::auto::{self, Auto};
use crate::args::bench::BenchArguments;
use crate::failed::Failed;
use crate::message;
use crate::output::fail;
use crate::policy::Chooser;
use crate::source::{self, Source};

/// A program to compare.
#[derive(Clone)]
pub struct Program {
    /// What the user named: a problem, whose default program this is unless igc chooses another one, or a program.
    pub task: Task,
    /// The text.
    pub source: Source,
    /// The given parameters that the program has, and those of the plan.
    pub params: Vec<(String, String)>,
    /// The inputs that the program declares, with their files.
    pub inputs: Vec<(String, PathBuf)>,
    /// Whether results are compared with the reference interpreter, because no oracle judges an
    /// output.
    pub needs_reference: bool,
    /// The plan that igc chose, if its configuration is compared.
    pub auto: Option<Auto>,
    /// The policy's choice for the program, if there is a policy.
    pub chosen: Option<Configuration>,
}

impl Program {
    /// Compiles a program without optimisations, to report errors once, and takes the arguments that concern it.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not compile, or if the model cannot be read.
    pub fn of(
        task: Task,
        mut source: Source,
        arguments: &BenchArguments,
    ) -> Result<Program, Failed> {
        arguments.model.add_to(&mut source.text)?;
        let first = source::build(&source, &Configuration::default())?;
        let module = &first.artefact.module;
        let has = |name: &str| module.params.iter().any(|param| param.name == name);
        let params = arguments.param.iter().filter(|(name, _)| has(name)).cloned().collect();
        let declared = igc_runtime::data_file::names(module);
        let data = arguments.inputs.inputs.iter().cloned();
        let inputs = data.filter(|(name, _)| declared.contains(&name.as_str())).collect();
        let needs_reference = !is_judged_by_oracles(module);
        let (auto, chosen) = (None, None);
        Ok(Program { task, source, params, inputs, needs_reference, auto, chosen })
    }
}

/// Reads and compiles every program. That of a problem is its default program, until igc chooses another one.
///
/// # Errors
///
/// Returns an error if a program is wrong, or if no program has one of the parameters or inputs.
pub fn read(arguments: &BenchArguments) -> Result<Vec<Program>, Failed> {
    let mut programs = vec![];
    for file in &arguments.files {
        let task = source::task(file)?;
        programs.push(Program::of(task, source::read_program(file)?, arguments)?);
    }
    let is_read =
        |name: &str| programs.iter().any(|p| p.inputs.iter().any(|(read, _)| read == name));
    if let Some((name, _)) = arguments.inputs.inputs.iter().find(|(name, _)| !is_read(name)) {
        let message = format!("no program has an input `{}`", visible::name(name));
        return fail(Failed::Input, message);
    }
    let taken = |name: &str| {
        programs.iter().any(|program| {
            let is_taken = program.params.iter().any(|(taken, _)| taken == name);
            is_taken || auto::is_wanted(arguments) && auto::may_take(&program.task, name)
        })
    };
    match arguments.param.iter().find(|(name, _)| !taken(name)) {
        Some((name, _)) => fail(
            Failed::Input,
            format_args!("no program has a parameter `{}`", visible::name(name)),
        ),
        None => Ok(programs),
    }
}

/// The choices of a policy, if there is one.
pub struct Policies {
    chooser: Option<Chooser>,
    /// The programs whose choices have been printed.
    told: Vec<String>,
}

impl Policies {
    /// Prints the note about the chip, if there is one.
    pub fn new(chooser: Option<Chooser>) -> Policies {
        chooser.iter().for_each(Chooser::remark);
        Policies { chooser, told: vec![] }
    }

    /// Returns the policy's choice for a program, if there is a policy, and prints it the first time.
    pub fn choose(&mut self, program: &str) -> Option<Configuration> {
        let choice = self.chooser.as_ref()?.choose(program);
        if !self.told.iter().any(|told| told == program) {
            self.told.push(program.to_owned());
            message::say(format_args!("policy: {program} {choice}"));
        }
        Some(choice.options)
    }
}
