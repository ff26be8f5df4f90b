//! `igc search`: searches for the best order of the scalar passes, or of LLVM's passes, for a program
//! on a graph and a device.
//!
//! Another process compiles and measures ([`igc_measure::worker`]), so that a crash of the driver or a
//! kernel that never ends loses only one order.

mod checks;
mod code;
mod cross;
mod measure;
mod primitives;
pub mod store;

use std::path::{Path, PathBuf};

use igc::Graph;
use igc_compiler::configuration::{LlvmPass, OrderOf, PassKind, ScalarPass};
use igc_measure::comparison::Failure;
use igc_measure::worker::Workers;
use igc_study::search::report::Report;
use igc_study::search::{
    About, Laboratory, Manner, Measured, Search, Subject, Trial, features, hash,
};
use indicatif::{HumanDuration, ProgressBar};

use crate::args::search::{NOT_SEARCHED, Over, SearchArguments, SearchCommand};
use crate::calibration::run_options_on;
use crate::device::DeviceArguments;
use crate::failed::Failed;
use crate::limits::LimitArguments;
use crate::message;
use crate::output::{self, fail, fail_with, json, print, spinner};
use crate::source;
use crate::worker;
use checks::Checks;
use code::Codes;
use measure::Subjected;
use store::Store;

/// Number of earlier searches whose orders are tried, and of orders of each.
const NEAREST: usize = 3;

/// Searches for an order, or compares the orders of earlier searches.
pub fn search(arguments: &SearchArguments) -> Result<(), Failed> {
    match (&arguments.command, &arguments.file, &arguments.graph) {
        (Some(SearchCommand::Cross(arguments)), ..) => cross::cross(arguments),
        (Some(SearchCommand::Primitives(arguments)), ..) => primitives::primitives(arguments),
        (None, Some(file), Some(graph)) => match arguments.over {
            Over::Scalar => search_orders::<ScalarPass>(arguments, file, graph),
            Over::Llvm => search_orders::<LlvmPass>(arguments, file, graph),
        },
        (None, ..) => fail(Failed::Usage, "a search needs a program and a graph"),
    }
}

/// Searches, prints the report, and writes the policy.
fn search_orders<P: PassKind>(
    arguments: &SearchArguments,
    file: &Path,
    graph: &str,
) -> Result<(), Failed> {
    let on = Graph::lazy(graph).or_else(|error| fail(Failed::Input, error))?;
    let source = source::read_program_on(file, &on)?;
    drop(on);
    let compilation = source::build(&source, &arguments.opts)?;
    say_scope(arguments, &source.name, graph);
    let mut workers = workers(&arguments.device, &arguments.limits)?;
    let device = workers.device().or_else(fail_with)?;
    let facts = workers.describe_device().or_else(fail_with)?;
    let run_options = run_options_on(&device, &arguments.limits, arguments.repeat);
    let codes = Codes::new(&source, arguments, &facts, &run_options)?;
    let path = match source::is_file(file) {
        true => file.canonicalize().unwrap_or_else(|_| file.to_path_buf()),
        false => file.to_path_buf(),
    };
    let about = About {
        igc: env!("CARGO_PKG_VERSION").into(),
        subject: Subject {
            program: source.name.clone(),
            text: hash(&source.text),
            graph: graph.into(),
            params: arguments.param.clone(),
            options: arguments.opts.clone(),
        },
        file: path.to_string_lossy().into(),
        over: P::OPTION.into(),
        device,
        compared: true,
        features: features::features(&compilation.artefact.module),
    };
    let manner: Manner<P> = Manner {
        budget: arguments.budget,
        runs: arguments.repeat,
        final_runs: arguments.final_repeat,
        seed: arguments.seed,
        neighbours: store::neighbours(&arguments.earlier, &about, NEAREST)?,
        listed: arguments.orders.as_deref().map(store::listed).transpose()?,
    };
    let path = arguments.store.clone();
    let path = path.unwrap_or_else(|| PathBuf::from(format!("{}.search", source.name)));
    let (store, trials) = Store::open(&path, &about)?;
    let bar = spinner("searching");
    let subjected =
        Subjected { source: &source, subject: &about.subject, run_options: &run_options };
    let others = self::workers(&arguments.device, &arguments.limits)?;
    let checks = Checks::find::<P>(&subjected, &mut workers, others)?;
    let mut bench = Bench { subjected, workers, checks, codes, store, bar, trials: trials.len() };
    let mut search = Search::resume(trials);
    let last = search.run(&mut bench, &manner);
    bench.bar.finish_and_clear();
    let last = last?;
    bench.store.end(last.best().0)?;
    if let Some(path) = &arguments.output {
        output::write(path, last.policy(&about).to_string())?;
        message::say(format_args!("policy: {}", message::shown(path)));
    }
    let report = Report::of(&about, &search, &last, bench.checks.graphs().to_vec());
    print(&if arguments.json { json(&report) } else { report.text() })
}

/// Tells the user what the search tries, and what it does not try.
fn say_scope(arguments: &SearchArguments, program: &str, graph: &str) {
    let passes = match arguments.over {
        Over::Scalar => "scalar passes",
        Over::Llvm => "LLVM's passes",
    };
    let orders = if arguments.orders.is_some() { "listed orders" } else { "orders" };
    let (options, budget) = (&arguments.opts, HumanDuration(arguments.budget));
    message::say(format_args!(
        "searching {orders} of {passes} for {program} --opts {options} on {graph}; budget: {budget}\n\
         note: {NOT_SEARCHED}"
    ));
}

/// Returns workers for a device.
fn workers(device: &DeviceArguments, limits: &LimitArguments) -> Result<Workers, Failed> {
    let workers = worker::workers(device.request()?, limits.timeout())?;
    Ok(workers.with_build_timeout(limits.build_timeout()))
}

/// Compiles and measures orders with a worker process.
struct Bench<'a> {
    subjected: Subjected<'a>,
    workers: Workers,
    checks: Checks,
    codes: Codes<'a>,
    store: Store,
    bar: ProgressBar,
    /// Number of trials so far.
    trials: usize,
}

impl<P: PassKind> Laboratory<P> for Bench<'_> {
    type Fault = Failed;

    fn identity(&mut self, order: &OrderOf<P>) -> Result<Result<String, Failure>, Failed> {
        self.codes.identity(&self.subjected.options(order))
    }

    fn measure(
        &mut self,
        orders: &[OrderOf<P>],
        runs: u32,
        is_last: bool,
    ) -> Result<Vec<(OrderOf<P>, Measured)>, Failed> {
        let message = format!("{} trials; measuring {} orders", self.trials, orders.len());
        self.bar.set_message(message);
        self.subjected.measure((&mut self.workers, &mut self.checks), orders, runs, is_last)
    }

    fn keep(&mut self, trial: &Trial<P>) -> Result<(), Failed> {
        self.trials += 1;
        self.store.add(trial)
    }
}
