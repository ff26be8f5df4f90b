//! `igc run --plot`: draws the rounds of a run.

use igc::supersteps::{LoopKind, StepRecord, own_parts};
use igc::{Program, Report};
use igc_compiler::ir::visit::walk_host;
use igc_study::report::figures::lines::{self, Axis, Band, Line, MOST, Marks};
use igc_study::report::model::Exhibit;
use igc_study::report::numbers;
use igc_study::report::svg::Picture;
use igc_study::report::table::{Table, Value};

use crate::failed::Failed;
use crate::output::{counted, fail, time};
use crate::plot::Charts;

const ACROSS: Axis = Axis { measures: "round", is_logarithmic: false, number: numbers::plain };

/// Checks before a run that the program has a loop whose rounds can be drawn.
///
/// # Errors
///
/// Returns an error if it has none.
pub fn check(program: &Program) -> Result<(), Failed> {
    let mut has_loop = false;
    walk_host(&program.artefact().parallel.main.body, &mut |stmt| has_loop |= stmt.is_loop());
    match has_loop {
        true => Ok(()),
        false => fail(
            Failed::Input,
            "`--plot` draws the rounds of loops, and `main` of this program has no loop\n\
             help: leave out `--plot`, or move the kernels into an `iterate` or a `pipe`",
        ),
    }
}

/// Returns the charts of a run: its frontiers, and the time of each round.
pub fn charts(report: &Report) -> Charts {
    let title = format!("{} on {}", report.program, report.graph.name);
    let rounds = rounds(report.steps.as_deref().unwrap_or_default());
    let loops = loops(&rounds);
    let facts = vec![
        format!("--opts {}", report.options),
        report.device.name.clone(),
        format!("{}, {} in total", counted(rounds.len(), "round"), time(report.seconds.compute)),
    ];
    let exhibits = match rounds.is_empty() {
        true => vec![Exhibit::missing(
            "rounds",
            "The rounds",
            "the host observed no rounds, because the loops of the program had none, or because they ran on \
             the device as one kernel (`--opts none` runs them one by one)",
        )],
        false => vec![frontiers(&rounds, &loops), times(&rounds, &loops)],
    };
    Charts { title, facts, exhibits }
}

/// Returns the rounds of the last repetition that the host timed one by one, each without the rounds
/// inside of it.
fn rounds(steps: &[StepRecord]) -> Vec<StepRecord> {
    let last = steps.iter().map(|step| step.repetition).max();
    let of_last = steps.iter().filter(|step| Some(step.repetition) == last);
    let of_last: Vec<StepRecord> = of_last.cloned().collect();
    let parts = own_parts(&of_last).into_iter();
    parts.filter(|step| step.kind != LoopKind::Outlined).collect()
}

/// Returns the loops in the order in which they ran first.
fn loops(rounds: &[StepRecord]) -> Vec<(u32, String)> {
    let mut loops: Vec<(u32, String)> = vec![];
    for round in rounds {
        if loops.iter().all(|(number, _)| *number != round.loop_number) {
            let name = format!("loop {} ({})", round.loop_number, round.kind.name());
            loops.push((round.loop_number, name));
        }
    }
    loops
}

/// Returns the rounds in which another loop goes on than in the round before: the switches between
/// the phases of a program.
fn switches(rounds: &[StepRecord]) -> Vec<(f64, String)> {
    let pairs = rounds.windows(2).enumerate();
    let switches = pairs.filter(|(_, pair)| pair[0].loop_number != pair[1].loop_number);
    switches.map(|(at, pair)| (at as f64 + 2.0, format!("loop {}", pair[1].loop_number))).collect()
}

/// Returns the ranges of rounds in which the models of an adaptive program chose the same variants.
fn bands(rounds: &[StepRecord]) -> Vec<Band> {
    let mut bands: Vec<Band> = vec![];
    for (at, round) in rounds.iter().enumerate() {
        let (from, to) = (at as f64 + 0.5, at as f64 + 1.5);
        let Some(name) = &round.variants else { continue };
        match bands.last_mut().filter(|band| band.name == *name && band.to == from) {
            Some(band) => band.to = to,
            None => bands.push(Band { name: name.clone(), from, to }),
        }
    }
    bands
}

/// Explains the marks of [`draw`].
fn marks_in_words(rounds: &[StepRecord]) -> String {
    let lines = "A vertical line is a switch to another loop of the program.";
    match rounds.iter().any(|round| round.variants.is_some()) {
        true => format!("{lines} The strip has the variant that the model chose for each kernel."),
        false => lines.to_string(),
    }
}

/// Draws lines over the rounds, with the switches between loops and between variants.
fn draw(series: &[Line], rounds: &[StepRecord], up: Axis, title: &str, caption: &str) -> Picture {
    let (places, bands) = (switches(rounds), bands(rounds));
    let marks = Marks { places: &places, bands: &bands };
    lines::draw_marked(series, marks, (ACROSS, up), title, caption)
}

/// Draws the time of each round, with a line for each loop.
fn times(rounds: &[StepRecord], loops: &[(u32, String)]) -> Exhibit {
    let mut table = Table::new(["round", "loop", "time", "launches", "variants"]);
    for (at, round) in rounds.iter().enumerate() {
        table.push(vec![
            (at + 1).into(),
            Value::Count(round.loop_number.into()).into(),
            Value::Seconds(round.time).into(),
            round.launches.into(),
            round.variants.as_deref().unwrap_or_default().into(),
        ]);
    }
    table.fold(8, 4);
    // Other loops interrupt the line of a loop.
    let of = |number: u32| {
        let time =
            |round: &StepRecord| if round.loop_number == number { round.time } else { f64::NAN };
        rounds.iter().enumerate().map(|(at, round)| (at as f64 + 1.0, time(round))).collect()
    };
    let series: Vec<Line> = loops
        .iter()
        .take(MOST)
        .map(|(number, name)| Line { name: name.clone(), points: of(*number) })
        .collect();
    let title = "Time of each round";
    let caption = format!(
        "The host waited for the device after each round, so the rounds together take longer than a \
         usual run. A round has not the time of rounds inside of it. {}",
        marks_in_words(rounds)
    );
    let up = Axis { measures: "time", is_logarithmic: true, number: numbers::seconds };
    let picture = draw(&series, rounds, up, title, &caption);
    Exhibit::table("times", title, &caption, table).with(picture)
}

/// Draws the items of the frontier in each round, and the edges that leave them.
fn frontiers(rounds: &[StepRecord], loops: &[(u32, String)]) -> Exhibit {
    let title = "Frontier of each round";
    if rounds.iter().all(|round| round.frontier.is_none()) {
        let why = "the loops of the program have no worklist, so their rounds have no frontier";
        return Exhibit::missing("frontier", title, why);
    }
    let name = |number: u32| loops.iter().find(|(known, _)| *known == number);
    let mut table = Table::new(["round", "loop", "items", "edges", "discovered"]);
    let count = |value: Option<u64>| value.map_or(Value::Missing, Value::Count).into();
    for (at, round) in rounds.iter().enumerate() {
        let name = name(round.loop_number).map_or("", |(_, name)| name);
        table.push(vec![
            (at + 1).into(),
            name.into(),
            count(round.frontier.map(u64::from)),
            count(round.frontier_edges),
            count(round.discovered.map(u64::from)),
        ]);
    }
    table.fold(8, 4);
    let line = |name: &str, value: &dyn Fn(&StepRecord) -> Option<f64>| Line {
        name: name.into(),
        points: rounds
            .iter()
            .enumerate()
            .map(|(at, round)| (at as f64 + 1.0, value(round).unwrap_or(f64::NAN)))
            .collect(),
    };
    let series = [
        line("items of the frontier", &|round| round.frontier.map(f64::from)),
        line("edges that leave them", &|round| round.frontier_edges.map(|edges| edges as f64)),
    ];
    let caption = format!(
        "A node that the program pushes twice counts twice. The axis is logarithmic, so zeros are not \
         drawn. Rounds of loops without a worklist have no frontier. {}",
        marks_in_words(rounds)
    );
    let up = Axis { measures: "number", is_logarithmic: true, number: numbers::plain };
    let picture = draw(&series, rounds, up, title, &caption);
    Exhibit::table("frontier", title, &caption, table).with(picture)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A round of a second.
    fn step(loop_number: u32, start: f64, variants: Option<&str>) -> StepRecord {
        StepRecord {
            repetition: 0,
            loop_number,
            kind: LoopKind::Pipe,
            entry: 0,
            step: 0,
            rounds: 1,
            start,
            time: 1.0,
            launches: 1,
            worklist: None,
            frontier: Some(1),
            frontier_edges: Some(2),
            discovered: Some(3),
            variants: variants.map(str::to_owned),
        }
    }

    /// The first round only contains the second one.
    #[test]
    fn rounds_without_launches_of_their_own_are_left_out() {
        let outer = StepRecord { time: 2.0, ..step(0, 0.5, None) };
        let steps = [outer, step(1, 1.0, None), step(1, 3.0, None), step(2, 4.0, None)];
        let rounds = rounds(&steps);
        assert_eq!(rounds.iter().map(|round| round.start).collect::<Vec<_>>(), [1.0, 3.0, 4.0]);
        assert_eq!(switches(&rounds), [(3.0, "loop 2".to_string())]);
    }

    #[test]
    fn bands_are_as_long_as_the_choice_stays() {
        let chosen =
            [Some("a: none"), Some("a: none"), None, Some("a: none"), Some("a: order=pull")];
        let steps = chosen.iter().enumerate().map(|(at, chosen)| step(0, at as f64, *chosen));
        let bands = bands(&steps.collect::<Vec<_>>());
        let bands: Vec<_> = bands.iter().map(|b| (b.name.as_str(), b.from, b.to)).collect();
        let expected = [("a: none", 0.5, 2.5), ("a: none", 3.5, 4.5), ("a: order=pull", 4.5, 5.5)];
        assert_eq!(bands, expected);
    }
}
