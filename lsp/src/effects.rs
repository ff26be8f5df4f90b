//! What a configuration, or the one that `auto` chooses, does to each statement of a program, and why: the remarks of
//! the compiler, by their places.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use igc::auto::{Elsewhere, GraphFacts, Target, Task};
use igc::{Arguments, Configuration, Graph, Source};
use igc_compiler::configuration::Optimisation;
use igc_compiler::diagnostics::Diagnostic;
use igc_compiler::driver::{Executed, Failure, compile};
use igc_compiler::ir::Stage;
use igc_compiler::remarks::{Outcome, Remark};
use igc_compiler::span::Span;

use crate::settings::Settings;

/// A remark about a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// The flag or the scalar pass, as `--opts` or `--passes` takes it.
    pub flag: &'static str,
    /// Whether it was applied.
    pub applied: bool,
    /// Whether the device executes what it changes.
    pub executed: bool,
    /// The kernel, or `main`.
    pub within: String,
    /// The statement, in the bundle. `None` if the remark is about the whole kernel.
    pub span: Option<Span>,
    /// What the statement became, or why the flag does not apply.
    pub message: String,
}

/// The effects of a configuration on a program.
#[derive(Debug, Clone, Default)]
pub struct Effects {
    /// The program and its files.
    pub bundle: String,
    /// The configuration, as `--opts` takes it.
    pub configuration: String,
    /// Why this configuration: the reason of `auto`, or that the user has set it.
    pub reason: String,
    /// The effects, in the order in which the passes ran.
    pub effects: Vec<Effect>,
    /// The flags that have no effect on the device, with the reasons.
    pub without_effect: Vec<(String, String)>,
    /// The errors and warnings of the compilation. In contrast to checking, it also finds wrong ranges of parameters.
    pub diagnostics: Vec<Diagnostic>,
}

/// Computes effects. It remembers the facts about graphs.
#[derive(Default)]
pub struct Effecting {
    facts: HashMap<String, Option<GraphFacts>>,
}

impl Effecting {
    /// Returns the effects of the configuration of the settings on a program. Returns `None` if the program is wrong.
    pub fn of(&mut self, name: &str, bundle: &str, settings: &Settings) -> Option<Effects> {
        let (configuration, reason) = match &settings.configuration {
            Some(configuration) => (configuration.clone(), "your setting".to_owned()),
            None => self.chosen(name, bundle, settings)?,
        };
        let shown = configuration.to_string();
        let compilation = match compile(name, bundle, &configuration) {
            Ok(compilation) => compilation,
            Err(Failure::Program(diagnostics)) => {
                return Some(Effects {
                    bundle: bundle.to_owned(),
                    diagnostics,
                    ..Effects::default()
                });
            }
            Err(_) => return None,
        };
        let executed = match settings.device {
            Target::Cpu => Executed::Parallel,
            Target::Gpu | Target::OpenclCpu => Executed::OpenCl,
        };
        let effect = |remark: &Remark| effect(remark, &configuration, executed);
        let without_effect = compilation.without_effect(executed).into_iter();
        Some(Effects {
            bundle: bundle.to_owned(),
            configuration: shown,
            reason,
            effects: compilation.remarks.0.iter().map(effect).collect(),
            without_effect: without_effect.map(|one| (one.flag, one.reason)).collect(),
            diagnostics: compilation.warnings,
        })
    }

    /// Returns the configuration that `auto` chooses, and its reason.
    fn chosen(
        &mut self,
        name: &str,
        bundle: &str,
        settings: &Settings,
    ) -> Option<(Configuration, String)> {
        let source =
            Source { name: name.to_owned(), path: name.to_owned(), text: bundle.to_owned() };
        let task = Task::Program(source);
        let usual = || igc::auto::usual(&task, settings.device);
        let facts = self.facts(&settings.graph);
        let threads = std::thread::available_parallelism().ok().map(usize::from);
        let choice = match facts {
            Some(facts) => {
                let elsewhere = Elsewhere { name: None, target: Some(settings.device), threads };
                let chosen = elsewhere.choose(&task, facts, &Arguments::new(), &[]);
                chosen.unwrap_or_else(|_| usual())
            }
            None => usual(),
        };
        let reason = format!("`auto` for {}: {}", settings.graph, choice.reason);
        Some((choice.plan.options, reason))
    }

    /// Returns the facts about a graph, or `None` if it cannot be loaded.
    fn facts(&mut self, spec: &str) -> Option<GraphFacts> {
        if let Some(known) = self.facts.get(spec) {
            return *known;
        }
        let load = || Graph::lazy(spec).and_then(|graph| graph.facts()).ok();
        let facts = catch_unwind(AssertUnwindSafe(load)).ok().flatten();
        self.facts.insert(spec.to_owned(), facts);
        facts
    }
}

fn effect(remark: &Remark, configuration: &Configuration, executed: Executed) -> Effect {
    let flag = match remark.by {
        Optimisation::Choice(choice) => {
            configuration.flag(choice).map_or(remark.by.name(), |flag| flag.name())
        }
        Optimisation::Pass(_) => remark.by.name(),
    };
    let is_executed = match executed {
        Executed::OpenCl | Executed::Cuda => true,
        Executed::Parallel => remark.stage == Stage::Parallel,
    };
    Effect {
        flag,
        applied: remark.outcome == Outcome::Applied,
        executed: is_executed,
        within: remark.place.clone(),
        span: remark.origin.span,
        message: remark.message.clone(),
    }
}
