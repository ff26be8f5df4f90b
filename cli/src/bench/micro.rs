//! `igc bench micro`: measures the effect of combined atomics and of unnecessary barriers on a
//! device.

use igc_measure::opencl::{MicroSettings, MicroTimes, Microbenchmark, time_micro};
use igc_runtime::backend::DeviceName;
use igc_runtime::watch::Watch;
use serde::Serialize;

use crate::args::bench::MicroArguments;
use crate::columns::{aligned, between};
use crate::failed::Failed;
use crate::output::{fail, fail_with, grouped, json, print, spinner, time};

/// All measurements, as `--json` prints them. Fields may be added, but never renamed or removed.
#[derive(Serialize)]
struct Report {
    /// The version of igc.
    igc: &'static str,
    device: DeviceName,
    compute_units: u64,
    runs: u32,
    measurements: Vec<MicroTimes>,
}

/// Measures and prints the result.
pub fn micro(arguments: &MicroArguments) -> Result<(), Failed> {
    let device = arguments.device.opencl()?;
    let settings = MicroSettings {
        benchmarks: arguments.benchmarks.clone(),
        runs: arguments.measuring.runs,
        watch: Watch::default(),
    };
    arguments.measuring.guard(&settings.watch)?;
    let spinner = spinner("building");
    let mut begins = |benchmark: Microbenchmark| spinner.set_message(benchmark.name());
    let measurements = time_micro(&device, &settings, &mut begins);
    spinner.finish_and_clear();
    let report = Report {
        igc: env!("CARGO_PKG_VERSION"),
        device: DeviceName::from(&device),
        compute_units: device.compute_units,
        runs: settings.runs,
        measurements: measurements.or_else(fail_with)?,
    };
    print(&match arguments.measuring.json {
        true => json(&report),
        false => table(&report),
    })?;
    match report.measurements.iter().map(|times| times.wrong).sum::<u32>() {
        0 => Ok(()),
        wrong => fail(
            Failed::Check,
            format_args!(
                "{} results were wrong\n\
                 help: `igc devices --self-test` shows which intrinsics fail on this device",
                grouped(wrong)
            ),
        ),
    }
}

const TITLES: [&str; 8] =
    ["benchmark", "plain", "time", "other", "time", "speedup", "95 % interval", "operations"];

/// Formats the measurements as a table.
fn table(report: &Report) -> String {
    let Report { device, runs, compute_units, measurements, .. } = report;
    let rows = measurements.iter().map(|times| {
        [
            times.benchmark.name().into(),
            times.plain.into(),
            time(times.plain_time.median),
            times.variant.into(),
            time(times.time.median),
            factor(times.speedup.value),
            between(times.speedup.interval, factor),
            grouped(times.operations),
        ]
    });
    let rows: Vec<_> = [TITLES.map(String::from)].into_iter().chain(rows).collect();
    let launch = measurements.first().map_or(String::new(), |times| {
        format!(
            " of {} work-items in workgroups of {}, subgroups of {}",
            grouped(times.work_items as u64),
            times.workgroup_size,
            times.subgroup_size
        )
    });
    format!(
        "{} ({}), {}, {} compute units\n{} runs{launch}, results checked\n\n{}",
        device.name,
        device.driver,
        device.dialect,
        grouped(*compute_units),
        grouped(*runs),
        aligned(&rows)
    )
}

fn factor(value: f64) -> String {
    format!("{value:.2}")
}
