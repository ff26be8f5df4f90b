//! `igc bench host`: measures what the host adds to the cost of the driver, per round of a loop.

use igc_measure::opencl::{HostCost, Multiple, TimelineCall, time_calls, time_host_cost};
use igc_measure::statistics::Summary;
use igc_runtime::backend::DeviceName;
use igc_runtime::input::Input;
use serde::Serialize;

use crate::args::bench::HostArguments;
use crate::columns::aligned;
use crate::failed::Failed;
use crate::output::{doing, fail_with, grouped, json, print, time};
use crate::source::{self, Source};
use crate::watchdog;

/// The default program. Each of its rounds makes a launch and reads four bytes.
const DEFAULT_PROGRAM: &str = "bfs_wl";

/// What was measured. Fields may be added, but never renamed or removed, here and in the two objects
/// that `--json` prints.
#[derive(Serialize)]
struct Head {
    /// The version of igc.
    igc: &'static str,
    device: DeviceName,
    program: String,
    /// The optimisations that were on.
    options: String,
    graph: String,
    runs: u32,
}

/// The costs of rounds.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    cost: HostCost,
}

/// The calls of a run.
#[derive(Serialize)]
struct Timeline {
    #[serde(flatten)]
    head: Head,
    calls: Vec<TimelineCall>,
}

/// Measures and prints the result.
pub fn host(arguments: &HostArguments) -> Result<(), Failed> {
    let mut source = program(arguments)?;
    arguments.model.add_to(&mut source.text)?;
    arguments.model.remark(&arguments.opts);
    let artefact = source::build(&source, &arguments.opts)?.artefact;
    let device = arguments.device.opencl()?;
    let load = || Input::load_for(&arguments.graph, &artefact.module);
    let input = doing("loading the graph", load).or_else(fail_with)?;
    let run_options = arguments.limits.run_options(arguments.runs);
    let (timeout, build_timeout) = (arguments.limits.timeout(), arguments.limits.build_timeout());
    watchdog::guard(&run_options.watch, timeout, build_timeout)?;
    let (params, runs) = (&arguments.param, arguments.runs);
    let head = Head {
        igc: env!("CARGO_PKG_VERSION"),
        device: DeviceName::from(&device),
        program: source.name,
        options: arguments.opts.to_string(),
        graph: input.name.clone(),
        runs,
    };
    if arguments.timeline {
        let measure = || time_calls(&device, &artefact, &input, params, &run_options, runs);
        let calls = doing("timing", measure).or_else(fail_with)?;
        return print(&match arguments.json {
            true => json(&Timeline { head, calls }),
            false => timeline(&head, &calls),
        });
    }
    let measure = || time_host_cost(&device, &artefact, &input, params, &run_options, runs);
    let cost = doing("timing", measure).or_else(fail_with)?;
    let report = Report { head, cost };
    print(&match arguments.json {
        true => json(&report),
        false => table(&report),
    })
}

/// Returns the program that the arguments name, or the default program.
fn program(arguments: &HostArguments) -> Result<Source, Failed> {
    if let Some(path) = &arguments.file {
        return source::read_program(path);
    }
    source::named(DEFAULT_PROGRAM)
}

/// Formats the measurements as a table.
fn table(report: &Report) -> String {
    let Report { head: Head { device, program, options, graph, runs, .. }, cost } = report;
    let lines = [
        ("igc", cost.igc_rounds, Some(cost.kernel_rounds), None),
        ("the same calls alone", cost.call_rounds, None, Some(cost.over_calls)),
        (
            "empty kernels alone",
            cost.empty_rounds,
            Some(cost.empty_kernel_rounds),
            Some(cost.over_empty),
        ),
        ("statements of main", cost.decision_rounds, None, None),
    ];
    let mut out = format!(
        "{} ({}), {}\n{program} --opts {options} on {graph}\n{} runs of {} rounds: {} launches in \
         workgroups of {}, {} reads, {} arguments set\n\n{:<20}  {:>9}  {:>19}  {:>9}  {:>9}  {}\n",
        device.name,
        device.driver,
        device.dialect,
        grouped(*runs),
        grouped(cost.rounds),
        grouped(cost.launches),
        grouped(cost.workgroup_size as u64),
        grouped(cost.reads),
        grouped(cost.arguments),
        "",
        "a round",
        "95 % interval",
        "least",
        "kernels",
        "igc takes",
    );
    for (what, spread, kernels, multiple) in lines {
        let Summary { median, interval, least, .. } = spread;
        let interval =
            interval.map_or("unknown".into(), |i| format!("{} – {}", time(i.low), time(i.high)));
        let times = multiple.map_or(String::new(), times);
        let (median, least) = (time(median), time(least));
        let kernels = kernels.map_or(String::new(), |spread| time(spread.median));
        let line =
            format!("{what:<20}  {median:>9}  {interval:>19}  {least:>9}  {kernels:>9}  {times}");
        out += line.trim_end();
        out.push('\n');
    }
    if let Some(over_driver) = cost.over_driver {
        let beside = time(cost.igc_rounds.median - cost.kernel_rounds.median);
        let empty = time(cost.empty_rounds.median - cost.empty_kernel_rounds.median);
        let over = times(over_driver);
        out += &format!(
            "\nwithout its kernels, a round takes {beside}, and a round of empty kernels {empty}: {over}\n"
        );
    }
    if cost.differing_reads > 0 {
        let differing = grouped(cost.differing_reads as u64);
        out += &format!("\n{differing} reads returned other values when the calls were repeated\n");
    }
    out
}

/// Formats the calls of a run as a table, with the call at the end of each line.
fn timeline(head: &Head, calls: &[TimelineCall]) -> String {
    let Head { device, program, options, graph, runs, .. } = head;
    let numbers = calls.iter().map(|TimelineCall { start, time: taken, kernel, .. }| {
        let [kernel_start, kernel_time] =
            kernel.map_or([String::new(), String::new()], |times| times.map(time));
        [time(*start), time(*taken), kernel_start, kernel_time]
    });
    let names = ["host at", "call", "device at", "kernel"].map(String::from);
    let rows: Vec<[String; 4]> = std::iter::once(names).chain(numbers).collect();
    let mut out = format!(
        "{} ({}), {}\n{program} --opts {options} on {graph}\nmedians of {} runs\n\n",
        device.name,
        device.driver,
        device.dialect,
        grouped(*runs),
    );
    let calls = std::iter::once("").chain(calls.iter().map(|call| call.call.as_str()));
    let table = aligned(&rows);
    let width = 2 + table.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    for (numbers, call) in table.lines().zip(calls) {
        out += format!("{numbers:<width$}{call}").trim_end();
        out.push('\n');
    }
    out
}

fn times(multiple: Multiple) -> String {
    let interval = multiple
        .interval
        .map_or(String::new(), |i| format!(", between {:.2} and {:.2}", i.low, i.high));
    format!("{:.2} times that{interval}", multiple.ratio)
}
