//! `igc devices --calibrate`: measures how wide launches should be on a device, and keeps the
//! result.

use std::fmt::Write as _;

use igc_measure::calibration::{
    Calibration, Findings, Operation, OperationConfiguration, OperationTimes,
};
use igc_measure::opencl::{CalibrationSettings, calibrate, measure_rates};
use igc_measure::roofline::{Rate, Rates};
use igc_measure::shard::Shard;
use igc_opencl::{DeviceInfo, DeviceKind};
use igc_runtime::backend::DeviceName;
use igc_runtime::bytes::Bytes;
use igc_runtime::watch::Watch;
use serde::Serialize;

use super::{VARIABLE, usual_path};
use crate::args::devices::DevicesArguments;
use crate::columns::aligned;
use crate::failed::Failed;
use crate::in_cache::make_room;
use crate::message::shown;
use crate::output::{fail, fail_with, grouped, json, not_written, print, spinner, time};
use crate::watchdog;

/// The measurements of a device, as `--json` prints them. Fields may be added, but never renamed or
/// removed.
#[derive(Serialize)]
struct Report {
    /// The version of igc.
    igc: &'static str,
    device: DeviceName,
    compute_units: u64,
    /// Whether the device is a GPU. Only a GPU's outlined loops are calibrated.
    #[serde(skip)]
    is_gpu: bool,
    runs: u32,
    /// The file of the calibration; absent if there is no folder for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(flatten)]
    findings: Findings,
    rates: Rates,
}

/// Calibrates the requested device, or all devices.
pub fn calibrate_all(arguments: &DevicesArguments) -> Result<(), Failed> {
    let devices = arguments.device.opencl_devices()?;
    if arguments.calibration_file.is_some() && devices.len() > 1 {
        return fail(
            Failed::Input,
            "a calibration file is for one device, but igc found several\n\
             help: choose a device with --device",
        );
    }
    if arguments.conformance.shard != Shard::default() {
        return fail(Failed::Usage, "`--shard` divides only a calibration with `--full`");
    }
    let settings =
        CalibrationSettings { runs: arguments.calibration_runs, watch: Watch::default() };
    watchdog::guard(&settings.watch, arguments.timeout(), arguments.build_timeout())?;
    let mut all = vec![];
    let mut wrong = 0;
    for device in devices {
        let report = calibrated(&device, arguments, &settings)?;
        wrong += report.findings.wrong();
        if !arguments.json {
            print(&text(&report))?;
        }
        all.push(report);
    }
    if arguments.json {
        print(&json(&all))?;
    }
    match wrong {
        0 => Ok(()),
        wrong => fail(
            Failed::Check,
            format_args!(
                "{} elements of results were wrong\n\
                 help: `igc devices --self-test` shows which intrinsics fail on this device",
                grouped(wrong)
            ),
        ),
    }
}

fn calibrated(
    info: &DeviceInfo,
    arguments: &DevicesArguments,
    settings: &CalibrationSettings,
) -> Result<Report, Failed> {
    let device = DeviceName::from(info);
    if let Some(path) = &arguments.calibration_file {
        not_written(path, igc_output::check(path))?;
    }
    let spinner = spinner("building");
    let mut begins = |operation: Operation, configurations: usize| {
        spinner.set_message(format!("{} in {configurations} configurations", operation.name()));
    };
    let findings = calibrate(info, settings, &mut begins);
    spinner.set_message("the rates of the device");
    let rates = measure_rates(info, &settings.watch);
    spinner.finish_and_clear();
    let (findings, rates) = (findings.or_else(fail_with)?, rates.or_else(fail_with)?);
    let file = arguments.calibration_file.clone().or_else(|| usual_path(&device));
    if let Some(path) = &file {
        if arguments.calibration_file.is_none() {
            make_room(path)?;
        }
        let (units, best) = (info.compute_units, findings.best());
        let calibration = Calibration::new(&device, units, findings.widths, best);
        let calibration = calibration.with_rates(rates.clone());
        if let Err(error) = calibration.write(path, &findings.operations) {
            return fail(Failed::Input, format_args!("{}: {error}", shown(path)));
        }
    }
    let (igc, runs, compute_units) = (env!("CARGO_PKG_VERSION"), settings.runs, info.compute_units);
    let is_gpu = info.kind == DeviceKind::Gpu;
    let file = file.as_deref().map(shown);
    Ok(Report { igc, device, compute_units, is_gpu, runs, file, findings, rates })
}

const TITLES: [&str; 7] = [
    "operation",
    "best, GB/s",
    "workgroups for each unit",
    "median",
    "least",
    "within 10 %",
    "with copy's best",
];

/// Formats the measurements as a table and a summary.
fn text(report: &Report) -> String {
    let Report { device, compute_units, runs, findings, file, .. } = report;
    let copy = findings.operations.iter().find(|times| times.operation == Operation::Copy);
    let copy = copy.and_then(OperationTimes::best).map(|best| best.configuration);
    let rows = findings.operations.iter().map(|times| cells(times, copy.as_ref()));
    let rows: Vec<_> = [TITLES.map(String::from)].into_iter().chain(rows).collect();
    let mut out = format!(
        "{} ({}), {}, {} compute units\n{runs} runs of each configuration, results checked\n\n{}\n",
        device.name,
        device.driver,
        device.dialect,
        grouped(*compute_units),
        aligned(&rows)
    );
    let widths = &findings.widths;
    let mut line = |text: std::fmt::Arguments<'_>| {
        writeln!(out, "{text}").expect("a string takes all that is written");
    };
    line(format_args!(
        "launches: {} work-items per compute unit",
        grouped(widths.work_items_per_unit)
    ));
    if report.is_gpu {
        line(format_args!(
            "outlined loops (oitergb): at most {} work-items per compute unit",
            grouped(widths.outlined_work_items_per_unit)
        ));
    }
    line(format_args!("{}", rates_text(&report.rates)));
    match file {
        Some(path) => line(format_args!(
            "written to {}; to ignore it, use --no-calibration or set {VARIABLE}=off\n",
            path
        )),
        None => line(format_args!("not stored, because igc has no cache folder; use -o FILE\n")),
    }
    out
}

fn cells(times: &OperationTimes, copy: Option<&OperationConfiguration>) -> [String; TITLES.len()] {
    let name = times.operation.name().to_string();
    let Some(best) = times.best() else {
        return [name, "all wrong".into(), "".into(), "".into(), "".into(), "".into(), "".into()];
    };
    let shares = times.shares();
    let share = |at: usize| shares.get(at).map_or(String::new(), |share| percent(*share));
    let with_copy = copy.and_then(|copy| times.share_of(copy)).map_or(String::new(), percent);
    [
        name,
        format!("{:.1}", best.bandwidth / 1e9),
        best.configuration.to_string(),
        share(shares.len() / 2),
        share(0),
        format!("{} of {}", times.close(), times.measured.len()),
        with_copy,
    ]
}

/// Formats the rates of a device.
fn rates_text(rates: &Rates) -> String {
    let list = |list: &[Rate]| {
        let of = |rate: &Rate| format!("{:.2} from {}", rate.per_second / 1e9, Bytes(rate.bytes));
        list.iter().map(of).collect::<Vec<_>>().join(", ")
    };
    let barrier = rates.barrier.map_or("not supported".into(), time);
    format!(
        "copies, in GB/s: {}\n\
         random reads, in 10⁹ per second: {}\n\
         random atomics, in 10⁹ per second: {}, {:.2} on one word\n\
         launch {}, with a read of four bytes {}, grid barrier {barrier}",
        list(&rates.copies),
        list(&rates.gathers),
        list(&rates.atomics),
        rates.word_atomics / 1e9,
        time(rates.launch),
        time(rates.read_back),
    )
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}
