//! `igc bench barrier`: times the grid barrier of outlined loops on a device.

use igc_measure::opencl::{BarrierSettings, BarrierTimes, time_barriers};
use igc_runtime::backend::DeviceName;
use igc_runtime::grid_options::GridBarrier;
use igc_runtime::watch::Watch;
use serde::Serialize;

use crate::args::bench::BarrierArguments;
use crate::columns::{aligned, between, signed};
use crate::failed::Failed;
use crate::output::{fail, fail_with, grouped, json, print, spinner};

/// All measurements, as `--json` prints them. Fields may be added, but never renamed or removed.
#[derive(Serialize)]
struct Report {
    /// The version of igc.
    igc: &'static str,
    device: DeviceName,
    compute_units: u64,
    /// Number of barriers of the shorter of two launches.
    rounds: u32,
    runs: u32,
    measurements: Vec<BarrierTimes>,
}

/// Measures and prints the result.
pub fn barrier(arguments: &BarrierArguments) -> Result<(), Failed> {
    let device = arguments.device.opencl()?;
    let settings = settings(arguments);
    arguments.measuring.guard(&settings.watch)?;
    let spinner = spinner("building");
    let mut begins = |size: usize, barrier: GridBarrier, groups: u32| {
        spinner.set_message(format!("{barrier} barrier of {groups} workgroups of {size}"));
    };
    let measurements = time_barriers(&device, &settings, &mut begins);
    spinner.finish_and_clear();
    let report = Report {
        igc: env!("CARGO_PKG_VERSION"),
        device: DeviceName::from(&device),
        compute_units: device.compute_units,
        rounds: settings.rounds,
        runs: settings.runs,
        measurements: measurements.or_else(fail_with)?,
    };
    print(&match arguments.measuring.json {
        true => json(&report),
        false => table(&report),
    })?;
    match report.measurements.iter().map(|times| times.stale).sum::<u64>() {
        0 => Ok(()),
        stale => fail(
            Failed::Check,
            format_args!(
                "{} messages did not cross a barrier\n\
                 help: results of programs with oitergb may be wrong on this device",
                grouped(stale)
            ),
        ),
    }
}

fn settings(arguments: &BarrierArguments) -> BarrierSettings {
    BarrierSettings {
        groups: arguments.groups.clone(),
        workgroup_sizes: arguments.workgroup_size.clone(),
        barriers: arguments.implementation.clone(),
        patience: arguments.patience,
        rounds: arguments.rounds,
        runs: arguments.measuring.runs,
        watch: Watch::default(),
    }
}

const TITLES: [&str; 10] = [
    "size",
    "barrier",
    "groups",
    "found",
    "later",
    "discovery",
    "later",
    "a barrier",
    "95 % interval",
    "stale messages",
];

/// Formats the measurements as a table.
fn table(report: &Report) -> String {
    let Report { device, runs, rounds, compute_units, measurements, .. } = report;
    let rows: Vec<_> = measurements.iter().map(cells).collect();
    let rows = [&[TITLES.map(String::from)], &rows[..]].concat();
    format!(
        "{} ({}), {}, {} compute units\n\
         {} runs of launches with {} and {} barriers\n\n{}",
        device.name,
        device.driver,
        device.dialect,
        grouped(*compute_units),
        grouped(*runs),
        grouped(*rounds),
        grouped(2 * *rounds),
        aligned(&rows)
    )
}

fn cells(times: &BarrierTimes) -> [String; TITLES.len()] {
    let number = |number: usize| grouped(number as u64);
    let later = match times.resident_later {
        (least, most) if least == most => number(least),
        (least, most) => format!("{} – {}", number(least), number(most)),
    };
    let interval = between(times.time.and_then(|spread| spread.interval), signed);
    [
        number(times.workgroup_size),
        times.barrier.to_string(),
        number(times.groups),
        number(times.resident_first),
        later,
        signed(times.discovery_first),
        signed(times.discovery.median),
        times.time.map_or("unknown".into(), |spread| signed(spread.median)),
        interval,
        format!("{} of {}", grouped(times.stale), grouped(times.messages)),
    ]
}
