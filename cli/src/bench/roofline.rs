//! `igc bench --roofline`: the share of the hardware's limit that each configuration reaches.

use std::sync::Arc;

use igc_compiler::configuration::Configuration;
use igc_compiler::ir::Module;
use igc_measure::comparison::{Comparison, Outcome};
use igc_measure::opencl::measure_rates;
use igc_measure::roofline::{Rates, Roofline, Rounds, Work, count};
use igc_runtime::backend::DeviceName;
use igc_runtime::backend::native::Native;
use igc_runtime::bytes::Bytes;
use igc_runtime::data_file;
use igc_runtime::input::Input;
use igc_runtime::params::{self, RunInputs};
use igc_runtime::run_options::RunOptions;

use super::Program;
use super::auto::{Auto, row_name};
use crate::args::bench::BenchArguments;
use crate::calibration::in_use;
use crate::columns::aligned;
use crate::failed::Failed;
use crate::output::{doing, fail, fail_with, grouped, time};
use crate::source;
use crate::watchdog;

/// Returns the rates of the device: those of its calibration, or else new measurements.
///
/// # Errors
///
/// Returns an error if the device is not an OpenCL device, or if it fails.
pub fn rates(arguments: &BenchArguments, device: &DeviceName) -> Result<Rates, Failed> {
    let calibration = match arguments.limits.no_calibration {
        true => None,
        false => in_use(device),
    };
    if let Some(rates) = calibration.and_then(|(_, calibration)| calibration.rates) {
        return Ok(rates);
    }
    let info = arguments.device.opencl_of_hardware()?;
    let run_options = RunOptions::default();
    let (timeout, build_timeout) = (arguments.limits.timeout(), arguments.limits.build_timeout());
    watchdog::guard(&run_options.watch, timeout, build_timeout)?;
    doing("measuring the rates of the device", || measure_rates(&info, &run_options.watch))
        .or_else(fail_with)
}

/// Computes the limit of each configuration that has times. Configurations that execute the same IR
/// are counted once.
///
/// # Errors
///
/// Returns an error if the graph cannot be loaded, or if the program cannot run on the native CPU
/// target, which counts its operations.
pub fn of(
    comparison: &Comparison,
    (program, graph): (&Program, &str),
    rates: &Rates,
) -> Result<Vec<Roofline>, Failed> {
    let mut input: Option<Input> = None;
    let mut counted: Vec<(Arc<Module>, Work)> = vec![];
    let mut limits = vec![];
    for entry in &comparison.configurations {
        let Outcome::Timed(timed) = &entry.outcome else { continue };
        let options = Configuration::parse(&entry.options);
        let options = options.or_else(|error| fail(Failed::Input, error))?;
        let artefact = source::build(&program.source, &options)?.artefact;
        let known = counted.iter().find(|(parallel, _)| *parallel == artefact.parallel);
        let work = match known {
            Some((_, work)) => work.clone(),
            None => {
                let module = &artefact.module;
                let load = || Input::load_for(graph, module);
                let input = match &input {
                    Some(input) => input,
                    None => input.insert(doing("loading the graph", load).or_else(fail_with)?),
                };
                let run = || {
                    let params =
                        params::bind(&module.params, &program.params, input.graph.ids.as_deref())?;
                    let inputs = data_file::load(module, &input.graph, &program.inputs)?;
                    let given = RunInputs { params: &params, inputs: &inputs };
                    let (device, run_options) = (Native::default(), RunOptions::default());
                    count(&artefact, input, given, &device, &run_options)
                };
                let work = doing("counting operations", run).or_else(fail_with)?;
                counted.push((artefact.parallel.clone(), work.clone()));
                work
            }
        };
        let rounds = match artefact.module.outlined.is_empty() {
            true => Rounds::OfHost { launches: timed.launches },
            false => Rounds::OfDevice { rounds: timed.rounds },
        };
        limits.push(Roofline::of(&entry.options, &work, rates, rounds, timed.median));
    }
    Ok(limits)
}

const TITLES: [&str; 8] =
    ["", "limited by", "limit", "reached", "edges", "streamed", "gathers", "atomics"];

/// Formats the limits as a table. The row of the plan that igc chose says so.
pub fn table(limits: &[Roofline], auto: Option<&Auto>) -> String {
    let rows = limits.iter().map(|it| {
        [
            row_name(&it.options, auto),
            it.term.to_owned(),
            time(it.limit),
            format!("{:.0} %", it.share * 100.0),
            grouped(it.edges),
            Bytes(it.streamed_bytes).to_string(),
            grouped(it.gathers),
            grouped(it.atomics.saturating_add(it.word_atomics)),
        ]
    });
    let rows: Vec<_> = [TITLES.map(String::from)].into_iter().chain(rows).collect();
    aligned(&rows) + "\n"
}
