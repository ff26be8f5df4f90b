//! The section "Why do chips differ?": microbenchmarks and rounds of runs, from attachments.

use crate::report::attachments::{Attachments, Measurement, Run, Step};
use crate::report::figures::lines::{self, Axis, Line, MOST};
use crate::report::model::{Exhibit, Section};
use crate::report::numbers;
use crate::report::table::{Cell, Table, Value};
use crate::statistics;

/// Returns the section; `None` if no attachment contains microbenchmarks or rounds.
pub(super) fn section(attachments: &Attachments) -> Option<Section> {
    let Attachments { launches, micro, runs, .. } = attachments;
    let mut exhibits = Vec::new();
    if !launches.is_empty() {
        exhibits.extend([utilisation(attachments), launch_costs(attachments)]);
    }
    if !micro.is_empty() {
        exhibits.push(microbenchmarks(attachments));
    }
    if !runs.is_empty() {
        exhibits.extend([rounds(runs), frontiers(runs)]);
    }
    (!exhibits.is_empty()).then(|| Section {
        id: "causes",
        title: "Why do chips differ?",
        text: vec![
            "This section shows measurements that may explain why chips need different \
             optimisations. They were attached to the report."
                .into(),
            "Microbenchmarks measure single properties of a device: the cost of launches, combined \
             atomics, and divergence. The rounds of a run show where its time is spent. None of \
             these measurements is part of the study, and they may come from other devices."
                .into(),
        ],
        exhibits,
    })
}

/// Draws the device utilisation by the length of kernels ("One Size Doesn't Fit All", Fig. 5).
fn utilisation(attachments: &Attachments) -> Exhibit {
    let title = "Device utilisation by the length of kernels";
    let mut table = Table::new(["device", "kernel time", "share of the time at work"])
        .with_headings([("share of the time at work", "utilisation")]);
    let mut series = Vec::new();
    for launches in &attachments.launches {
        for point in &launches.utilisation {
            table.push(vec![
                launches.device.name.as_str().into(),
                Value::Seconds(point.kernel).into(),
                Value::Share(point.share.median).into(),
            ]);
        }
        let points = launches.utilisation.iter().map(|point| (point.kernel, point.share.median));
        series.push(Line { name: launches.device.name.clone(), points: points.collect() });
    }
    let across = Axis { measures: "kernel time", is_logarithmic: true, number: numbers::seconds };
    let up = Axis { measures: "utilisation", is_logarithmic: false, number: numbers::percent };
    let caption = "The host launches a kernel of the given length repeatedly and reads four bytes \
                   after each launch, as loops of kernels do to decide whether to continue. \
                   Utilisation is the share of the time in which the device executes the kernel. \
                   Where it is low, the optimisation oitergb can gain much, because it keeps such \
                   a loop on the device.";
    let picture = lines::draw(&series, across, up, title, caption);
    Exhibit::table("utilisation", title, caption, table).with(picture).after("Fig. 5")
}

fn launch_costs(attachments: &Attachments) -> Exhibit {
    let mut table = Table::new(["device", "launch", "launch and wait", "launch and read"]);
    for launches in &attachments.launches {
        let costs = &launches.costs;
        let times = [costs.pipelined, costs.waiting, costs.reading];
        let mut cells: Vec<Cell> = vec![launches.device.name.as_str().into()];
        cells.extend(times.map(|time| Cell::from(Value::Seconds(time.median))));
        table.push(cells);
    }
    let caption = "Median times of a kernel that does nothing: launched one after the other \
                   without waiting, with a wait after each launch, and with a read-back of four \
                   bytes after each launch.";
    Exhibit::table("launch-costs", "Cost of a kernel launch", caption, table)
}

/// Returns the table of microbenchmarks ("One Size Doesn't Fit All", Table X).
fn microbenchmarks(attachments: &Attachments) -> Exhibit {
    let columns = ["device", "benchmark", "plain", "time", "other way", "time of it", "speedup"];
    let mut table = Table::new(columns).with_headings([
        ("plain", "plain variant"),
        ("time", "plain time"),
        ("other way", "other variant"),
        ("time of it", "other time"),
    ]);
    for micro in &attachments.micro {
        for Measurement { benchmark, plain, variant, plain_time, time, speedup } in
            &micro.measurements
        {
            table.push(vec![
                micro.device.name.as_str().into(),
                benchmark.as_str().into(),
                plain.as_str().into(),
                Value::Seconds(plain_time.median).into(),
                variant.as_str().into(),
                Value::Seconds(time.median).into(),
                Cell::speedup(speedup.value),
            ]);
        }
    }
    let caption = "“sg-cmb” compares atomics on one word: one per work-item, or combined by a \
                   group first, as coop-cv does. “m-divg” compares strided reads in a loop: \
                   without and with a barrier that the result does not need. A speedup with the \
                   barrier shows that the device suffers from divergence between work-items.";
    Exhibit::table("microbenchmarks", "Combined atomics and divergent reads", caption, table)
        .after("Table X")
}

fn rounds(runs: &[Run]) -> Exhibit {
    let columns =
        ["run", "rounds", "all together", "median round", "longest round", "largest frontier"];
    let mut table = Table::new(columns).with_headings([("all together", "time of all rounds")]);
    for run in runs {
        let times = || run.steps.iter().map(|step| step.time);
        let some = |value: f64| match run.steps.is_empty() {
            true => Cell::from(Value::Missing),
            false => Value::Seconds(value).into(),
        };
        table.push(vec![
            run.name.as_str().into(),
            run.steps.len().into(),
            some(times().sum()),
            some(statistics::median(times())),
            some(times().fold(0.0, f64::max)),
            Cell::known(run.steps.iter().filter_map(|step| step.frontier).max(), Value::Count),
        ]);
    }
    let up = Axis { measures: "time", is_logarithmic: true, number: numbers::seconds };
    draw_rounds("rounds", "The time of each round", runs, |step| Some(step.time), up, table)
}

fn frontiers(runs: &[Run]) -> Exhibit {
    let title = "The frontier of each round";
    if runs.iter().flat_map(|run| &run.steps).all(|step| step.frontier.is_none()) {
        return Exhibit::missing("frontiers", title, "No loop of these runs has a worklist.");
    }
    let mut table = Table::new(["run", "items of all rounds", "largest frontier"]);
    for run in runs {
        let frontiers = || run.steps.iter().filter_map(|step| step.frontier);
        let all = frontiers().fold(0, u64::saturating_add);
        let largest = Cell::known(frontiers().max(), Value::Count);
        table.push(vec![run.name.as_str().into(), all.into(), largest]);
    }
    let up =
        Axis { measures: "items in the worklist", is_logarithmic: true, number: numbers::plain };
    draw_rounds("frontiers", title, runs, |step| Some(step.frontier? as f64), up, table)
}

fn draw_rounds(
    id: &'static str,
    title: &'static str,
    runs: &[Run],
    value: impl Fn(&Step) -> Option<f64>,
    up: Axis,
    table: Table,
) -> Exhibit {
    let points = |run: &Run| {
        let numbered = run.steps.iter().enumerate();
        numbered.filter_map(|(at, step)| Some((at as f64 + 1.0, value(step)?))).collect()
    };
    let series: Vec<Line> =
        runs.iter().map(|run| Line { name: run.name.clone(), points: points(run) }).collect();
    let across = Axis { measures: "round", is_logarithmic: false, number: numbers::plain };
    let mut caption = "The first repetition of each run. Rounds are in the order in which they \
                       ended. The axis is logarithmic, so zeros are not drawn. The host waited for \
                       the device after every round, so compare rounds with each other, but not \
                       with other times. Loops that run on the device as one kernel have no rounds \
                       that the host can observe."
        .to_string();
    if runs.len() > MOST {
        caption.push_str(&format!(" Only the first {MOST} of {} runs are drawn.", runs.len()));
    }
    let picture = lines::draw(&series, across, up, title, &caption);
    Exhibit::table(id, title, caption, table).with(picture)
}
