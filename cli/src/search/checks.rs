//! The graphs on which the results of orders are compared with the reference interpreter.
//!
//! An order that changes a result is wrong, however fast it is. The interpreter is slow, so a graph
//! may be too large for it. Its results are then compared on a smaller graph of the same generator.
//! The orders of the final are compared on further small graphs of different shapes.

use igc_compiler::configuration::{Configuration, OrderOf, PassKind};
use igc_measure::comparison::{
    Comparison, Failure, FailureKind, Outcome, ReferenceSettings, STEPS, Settings,
    is_judged_by_oracles,
};
use igc_measure::worker::{Task, Workers};
use igc_runtime::graph::GraphSpec;

use super::measure::Subjected;
use crate::failed::Failed;
use crate::message;
use crate::output::{explained, fail, fail_with};
use crate::source;

/// Graphs of different shapes, for the orders of the final.
const SHAPES: [&str; 5] = ["chain:65", "star:130", "grid:9x7", "rmat:6", "uniform:7"];

/// The part of the steps that a graph may need for each node and edge, as a first guess.
const STEPS_OF_ELEMENT: u64 = 16;

/// The graphs on which results are compared, and the workers that do it. Their device is that of the
/// search. They are other processes, so the graph of the search stays on the device.
pub struct Checks {
    workers: Workers,
    /// The smaller graphs for every order; empty if the timed runs are compared.
    always: Vec<String>,
    /// The further graphs for the orders of the final.
    last: Vec<String>,
    /// All graphs, as the report names them.
    all: Vec<String>,
    /// Whether the program names an oracle for each output.
    is_judged: bool,
}

impl Checks {
    /// Finds the graphs. `timing` are the workers of the search.
    ///
    /// # Errors
    ///
    /// Returns an error if the program fails without passes, or if nothing can tell whether a result
    /// is right.
    pub fn find<P: PassKind>(
        subjected: &Subjected<'_>,
        timing: &mut Workers,
        workers: Workers,
    ) -> Result<Checks, Failed> {
        let compiled = source::build_again(subjected.source, &Configuration::default())?;
        let is_judged = is_judged_by_oracles(&compiled.artefact.module);
        let mut checks = Checks { workers, always: vec![], last: vec![], all: vec![], is_judged };
        let plain = [subjected.options(&OrderOf::<P>::default())];
        let graph = &subjected.subject.graph;
        let timed = timing.compare(task(subjected, &plain, graph), &mut |_| {});
        let timed = timed.or_else(fail_with)?;
        if let Some((_, failure)) = timed.failures().next() {
            return fail(failure.kind.into(), explained(failure));
        }
        if let (true, Some(reason)) = (timed.compared, &timed.unchecked) {
            return undecidable(reason);
        }
        let mut usable = vec![];
        for shape in SHAPES.into_iter().filter(|shape| shape != graph) {
            if checks.is_usable(subjected, &plain, shape)? {
                usable.push(shape.to_string());
            }
        }
        if is_compared(&timed) {
            checks.all.push(graph.clone());
        } else {
            match checks.smaller(subjected, &plain, &timed)? {
                Some(smaller) => checks.always.push(smaller),
                // A file has no smaller graph.
                None => checks.always.append(&mut usable),
            }
            checks.explain(&timed)?;
        }
        checks.last = usable;
        checks.all.extend(checks.always.iter().chain(&checks.last).cloned());
        Ok(checks)
    }

    /// Returns the graphs on which results are compared.
    pub fn graphs(&self) -> &[String] {
        &self.all
    }

    /// Reports where results are compared instead of the graph of the search.
    fn explain(&self, timed: &Comparison) -> Result<(), Failed> {
        match (&self.always[..], &timed.unchecked) {
            ([], None) => message::say("note: only oracles check the results"),
            ([], Some(reason)) => {
                return undecidable(reason);
            }
            (graphs, _) => message::say(format_args!(
                "note: results are compared with the reference interpreter on {}, because the graph \
                 is too large for it",
                graphs.join(", ")
            )),
        }
        Ok(())
    }

    /// Returns the largest graph of the same generator that the interpreter can run.
    fn smaller(
        &mut self,
        subjected: &Subjected<'_>,
        plain: &[Configuration; 1],
        timed: &Comparison,
    ) -> Result<Option<String>, Failed> {
        let halved = |graph: &str| GraphSpec::parse(graph).ok().and_then(|spec| spec.halved());
        let mut elements = u64::from(timed.graph.nodes) + timed.graph.edges;
        let mut next = halved(&subjected.subject.graph);
        while let Some(graph) = next {
            elements /= 2;
            let may_fit = elements <= STEPS / STEPS_OF_ELEMENT;
            if may_fit && self.is_usable(subjected, plain, &graph)? {
                return Ok(Some(graph));
            }
            next = halved(&graph);
        }
        Ok(None)
    }

    /// Returns whether results on a graph can be compared. The program may not fit the graph, for
    /// example because a parameter names a node that does not exist.
    fn is_usable(
        &mut self,
        subjected: &Subjected<'_>,
        plain: &[Configuration; 1],
        graph: &str,
    ) -> Result<bool, Failed> {
        let Ok(comparison) = self.workers.compare(task(subjected, plain, graph), &mut |_| {})
        else {
            return Ok(false);
        };
        match (comparison.failures().next(), &comparison.unchecked) {
            (Some((_, failure)), _) if failure.kind == FailureKind::Check => {
                let reason = &failure.reason;
                let what = format!("without passes, the result on {graph} is wrong: {reason}");
                if !self.is_judged {
                    return fail(Failed::Check, what);
                }
                // An oracle may accept another result than that of the interpreter.
                message::say(format_args!("note: {what}; results are not compared there"));
                Ok(false)
            }
            (Some(_), _) => Ok(false),
            // The result may be unique on a smaller graph, but not on that of the search.
            (None, Some(reason)) if comparison.compared => undecidable(reason),
            (None, _) => Ok(is_compared(&comparison)),
        }
    }

    /// Returns the failures of configurations whose results are wrong on one of the graphs.
    ///
    /// # Errors
    ///
    /// Returns an error if no configuration can run.
    pub fn failures(
        &mut self,
        subjected: &Subjected<'_>,
        options: &[Configuration],
        is_last: bool,
    ) -> Result<Vec<(String, Failure)>, Failed> {
        let last = self.last.iter().filter(|_| is_last);
        let graphs: Vec<String> = self.always.iter().chain(last).cloned().collect();
        let mut failures = vec![];
        for graph in graphs {
            let compared = self.workers.compare(task(subjected, options, &graph), &mut |_| {});
            let compared = compared.or_else(fail_with)?;
            for entry in &compared.configurations {
                let name = match &entry.outcome {
                    Outcome::Same { same_as } => same_as,
                    _ => &entry.options,
                };
                let of_name = compared.failures().find(|(other, _)| other.options == *name);
                if let Some((_, failure)) = of_name {
                    let reason = format!("on {graph}: {}", failure.reason);
                    failures.push((entry.options.clone(), Failure { reason, ..failure.clone() }));
                }
            }
        }
        Ok(failures)
    }
}

/// Prints that nothing can tell which orders are right.
fn undecidable<T>(reason: &str) -> Result<T, Failed> {
    fail(
        Failed::Input,
        format_args!(
            "nothing can tell whether an order changes the result: {reason}\n\
             help: let the program name an oracle with `check`, or choose a smaller graph"
        ),
    )
}

/// Returns whether all outputs were checked, and with the reference.
fn is_compared(comparison: &Comparison) -> bool {
    comparison.checked && comparison.compared
}

/// One run of each configuration, whose result is compared.
fn task(subjected: &Subjected<'_>, options: &[Configuration], graph: &str) -> Task {
    let settings = Settings { warmup: 0, repeat: 1, ..subjected.settings() };
    Task { graph: graph.to_string(), settings, ..subjected.task(options.to_vec()) }
}

impl Subjected<'_> {
    /// Returns the settings of all comparisons.
    pub fn settings(&self) -> Settings {
        Settings {
            params: self.subject.params.clone(),
            check: true,
            reference: Some(ReferenceSettings {
                program: self.source.name.clone(),
                text: self.source.text.clone(),
                steps: STEPS,
            }),
            run_options: self.run_options.clone(),
            random_inputs: true,
            ..Settings::default()
        }
    }

    /// Returns the comparison of configurations on the graph of the search.
    pub fn task(&self, options: Vec<Configuration>) -> Task {
        Task {
            program: self.source.name.clone(),
            text: self.source.text.clone(),
            options,
            given_up: vec![],
            completed: vec![],
            graph: self.subject.graph.clone(),
            settings: self.settings(),
        }
    }
}
