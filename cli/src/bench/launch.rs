//! `igc bench launch`: measures the cost of launches on a device, and the utilisation of the
//! device.

use igc_measure::opencl::{LaunchSettings, LaunchTimes, time_launches};
use igc_measure::statistics::Summary;
use igc_runtime::backend::DeviceName;
use igc_runtime::watch::Watch;
use serde::Serialize;

use crate::args::bench::LaunchArguments;
use crate::columns::{aligned, between, signed};
use crate::failed::Failed;
use crate::output::{fail, fail_with, grouped, json, print, spinner, time};

/// The default kernel times in microseconds, from zero to a millisecond, as in Figure 5 of "One
/// Size Doesn't Fit All".
const KERNEL_TIMES: [f64; 11] = [0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];

/// All measurements, as `--json` prints them. Fields may be added, but never renamed or removed.
#[derive(Serialize)]
struct Report {
    /// The version of igc.
    igc: &'static str,
    device: DeviceName,
    compute_units: u64,
    runs: u32,
    #[serde(flatten)]
    times: LaunchTimes,
}

/// Measures and prints the result.
pub fn launch(arguments: &LaunchArguments) -> Result<(), Failed> {
    let device = arguments.device.opencl()?;
    let asked = match &arguments.kernel_time[..] {
        [] => &KERNEL_TIMES[..],
        asked => asked,
    };
    let settings = LaunchSettings {
        kernel_times: asked.iter().map(|microseconds| microseconds * 1e-6).collect(),
        runs: arguments.measuring.runs,
        watch: Watch::default(),
    };
    arguments.measuring.guard(&settings.watch)?;
    let spinner = spinner("timing a step of the kernel");
    let mut begins = |run: u32| {
        spinner.set_message(format!("run {run} of {}", grouped(arguments.measuring.runs)))
    };
    let times = time_launches(&device, &settings, &mut begins);
    spinner.finish_and_clear();
    let report = Report {
        igc: env!("CARGO_PKG_VERSION"),
        device: DeviceName::from(&device),
        compute_units: device.compute_units,
        runs: settings.runs,
        times: times.or_else(fail_with)?,
    };
    print(&match arguments.measuring.json {
        true => json(&report),
        false => table(&report),
    })?;
    match report.times.wrong {
        0 => Ok(()),
        wrong => fail(Failed::Check, format_args!("{} results were wrong", grouped(wrong))),
    }
}

const TITLES: [&str; 8] = [
    "kernel",
    "launch, read",
    "95 % interval",
    "overhead",
    "at work",
    "95 % interval",
    "at work, no read",
    "95 % interval",
];

/// Formats the measurements as two tables.
fn table(report: &Report) -> String {
    let Report { device, runs, compute_units, times, .. } = report;
    let costs = [
        ("launch", &times.costs.pipelined),
        ("launch and wait", &times.costs.waiting),
        ("launch and read", &times.costs.reading),
    ];
    let costs = costs.map(|(what, spread)| [what.into(), signed(spread.median), interval(spread)]);
    let costs = [&[["", "median", "95 % interval"].map(String::from)], &costs[..]].concat();
    let rows = times.utilisation.iter().map(|used| {
        [
            time(used.kernel),
            signed(used.reading.median),
            interval(&used.reading),
            signed(used.overhead.median),
            percent(used.share.median),
            between(used.share.interval, percent),
            percent(used.share_pipelined.median),
            between(used.share_pipelined.interval, percent),
        ]
    });
    let rows: Vec<_> = [TITLES.map(String::from)].into_iter().chain(rows).collect();
    format!(
        "{} ({}), {}, {} compute units\n\
         {} runs of launches of {} workgroups of {}; a step of the kernel takes {:.2} ns\n\n{}\n{}",
        device.name,
        device.driver,
        device.dialect,
        grouped(*compute_units),
        grouped(*runs),
        grouped(times.groups as u64),
        times.workgroup_size,
        times.step.median * 1e9,
        aligned(&costs),
        aligned(&rows)
    )
}

fn interval(spread: &Summary) -> String {
    between(spread.interval, signed)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}
