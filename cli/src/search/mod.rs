//! `igc search`: searches for the best order of the scalar passes, or of LLVM's passes, for a program
//! on a graph and a device.
//!
//! Another process compiles and measures ([`igc_measure::worker`]), so that a crash of the driver or a
//! kernel that never ends loses only one order.

mod code;
mod store;

use std::path::PathBuf;

use igc_compiler::options::{LlvmPass, Options, Order, PassKind, ScalarPass};
use igc_measure::comparison::{Failure, Outcome, Settings};
use igc_measure::worker::{Task, Workers};
use igc_runtime::limits::Limits;
use igc_study::search::report::Report;
use igc_study::search::{About, Laboratory, Manner, Measured, Search, Trial, features, hash};
use indicatif::ProgressBar;

use crate::args::search::{Over, SearchArguments};
use crate::calibration::limits_on;
use crate::failed::Failed;
use crate::message;
use crate::output::{self, fail_with, json, print, spinner};
use crate::source::{self, Source};
use crate::worker;
use code::Codes;
use store::Store;

/// Number of earlier searches whose orders are tried, and of orders of each.
const NEAREST: usize = 3;

/// Searches, prints the report, and writes the policy.
pub fn search(arguments: &SearchArguments) -> Result<(), Failed> {
    match arguments.over {
        Over::Scalar => search_over::<ScalarPass>(arguments),
        Over::Llvm => search_over::<LlvmPass>(arguments),
    }
}

fn search_over<P: PassKind>(arguments: &SearchArguments) -> Result<(), Failed> {
    let source = source::read_program(&arguments.file)?;
    let compilation = source::build(&source, &arguments.opts)?;
    if compilation.artefact.schedule.checks.is_empty() {
        message::say("note: the program names no oracle, so the results are not checked");
    }
    let workers = worker::workers(arguments.device.request()?, arguments.limits.timeout())?;
    let mut workers = workers.with_build_timeout(arguments.limits.build_timeout());
    let device = workers.device().or_else(fail_with)?;
    let facts = workers.describe_device().or_else(fail_with)?;
    let limits = limits_on(&device, &arguments.limits, arguments.repeat);
    let codes = Codes::new(&source, arguments, &facts, &limits)?;
    let about = About {
        igc: env!("CARGO_PKG_VERSION").into(),
        program: source.name.clone(),
        text: hash(&source.text),
        graph: arguments.graph.clone(),
        params: arguments.param.clone(),
        over: P::OPTION.into(),
        options: arguments.opts.clone(),
        device,
        features: features::features(&compilation.artefact.module),
    };
    let manner: Manner<P> = Manner {
        budget: arguments.budget,
        runs: arguments.repeat,
        final_runs: arguments.final_repeat,
        seed: arguments.seed,
        neighbours: store::neighbours(&arguments.earlier, &about, NEAREST)?,
    };
    let path = arguments.store.clone();
    let path = path.unwrap_or_else(|| PathBuf::from(format!("{}.search", source.name)));
    let (store, trials) = Store::open(&path, &about)?;
    let mut bench = Bench {
        source: &source,
        arguments,
        limits,
        workers,
        codes,
        store,
        bar: spinner("searching"),
        trials: trials.len(),
    };
    let mut search = Search::resume(trials);
    let last = search.run(&mut bench, &manner);
    bench.bar.finish_and_clear();
    let last = last?;
    if let Some(path) = &arguments.output {
        output::write(path, last.policy(&about).to_string())?;
        message::say(format_args!("policy: {}", message::shown(path)));
    }
    let report = Report::of(&about, &search, &last);
    print(&if arguments.json { json(&report) } else { report.text() })
}

/// Compiles and measures orders with a worker process.
struct Bench<'a> {
    source: &'a Source,
    arguments: &'a SearchArguments,
    limits: Limits,
    workers: Workers,
    codes: Codes<'a>,
    store: Store,
    bar: ProgressBar,
    /// Number of trials so far.
    trials: usize,
}

impl Bench<'_> {
    fn options<P: PassKind>(&self, order: &Order<P>) -> Options {
        P::choose(&self.arguments.opts, order.clone())
    }
}

impl<P: PassKind> Laboratory<P> for Bench<'_> {
    type Fault = Failed;

    fn fingerprint(&mut self, order: &Order<P>) -> Result<Result<String, Failure>, Failed> {
        self.codes.fingerprint(&self.options(order))
    }

    fn measure(
        &mut self,
        orders: &[Order<P>],
        runs: u32,
    ) -> Result<Vec<(Order<P>, Measured)>, Failed> {
        let message = format!("{} trials; measuring {} orders", self.trials, orders.len());
        self.bar.set_message(message);
        let task = Task {
            program: self.source.name.clone(),
            text: self.source.text.clone(),
            options: orders.iter().map(|order| self.options(order)).collect(),
            given_up: vec![],
            completed: vec![],
            graph: self.arguments.graph.clone(),
            settings: Settings {
                params: self.arguments.param.clone(),
                repeat: runs,
                check: true,
                limits: self.limits.clone(),
                random_inputs: true,
                ..Settings::default()
            },
        };
        let comparison = self.workers.compare(task, &mut |_| {}).or_else(fail_with)?;
        let mut measured: Vec<(Order<P>, Measured)> = vec![];
        for order in orders {
            let name = self.options(order).to_string();
            let find =
                |name: &str| comparison.configurations.iter().find(|entry| entry.options == name);
            let outcome = find(&name).map(|entry| match &entry.outcome {
                Outcome::Same { same_as } => find(same_as).map_or(&entry.outcome, |e| &e.outcome),
                outcome => outcome,
            });
            let found = match outcome {
                Some(Outcome::Timed(timed)) => Measured::Timed(timed.median, timed.ratio),
                Some(Outcome::Failed(failure)) => Measured::Failed(failure.clone()),
                Some(Outcome::Same { .. }) | None => continue,
            };
            measured.push((order.clone(), found));
        }
        Ok(measured)
    }

    fn keep(&mut self, trial: &Trial<P>) -> Result<(), Failed> {
        self.trials += 1;
        self.store.add(trial)
    }
}
