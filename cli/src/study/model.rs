//! `igc study model`: learns a model for adaptive runs from the timed steps of a study, and
//! evaluates models.

use igc_compiler::model::Model;
use igc_runtime::source::read_file;
use igc_study::adaptive::evaluation::{Line, evaluate};
use igc_study::adaptive::tree::Limits;
use igc_study::adaptive::{Learnt, Rounds};
use igc_study::{Dataset, Test};
use serde::Serialize;

use super::open;
use crate::args::study::ModelArguments;
use crate::columns::aligned;
use crate::failed::Failed;
use crate::message::{self, shown};
use crate::output::{doing, fail, json, print, write};

/// The ways to choose variants for the tests of an application, with their times.
#[derive(Serialize)]
struct Evaluation {
    application: String,
    lines: Vec<Line>,
}

/// Learns and writes a model, or evaluates one.
pub fn model(arguments: &ModelArguments) -> Result<(), Failed> {
    let dataset = open::dataset(&arguments.study)?;
    let rounds = Rounds::of(&dataset, &arguments.opts);
    say_left_out(&dataset, &rounds.left_out);
    if rounds.rounds.is_empty() {
        return fail(
            Failed::Input,
            "the study has no test whose variants were timed round by round\n\
             help: a study that times steps lists configurations such as \"none\", \"pull\" and \
             \"adaptive\" in its keys `configurations` and `steps`",
        );
    }
    if rounds.adaptive.is_empty() {
        message::say(
            "note: the study has not timed the steps of `adaptive`, so the frontiers of loops without \
             worklists are unknown",
        );
    }
    if let Some(path) = &arguments.evaluate {
        let shown = shown(path);
        let text =
            read_file(path).or_else(|e| fail(Failed::Input, format_args!("{shown}: {e}")))?;
        let model =
            Model::parse(&text).or_else(|e| fail(Failed::Input, format_args!("{shown}: {e}")))?;
        return show(&evaluations(&dataset, &rounds, &model), arguments.json);
    }
    let limits = Limits {
        depth: arguments.depth as usize,
        leaf: arguments.leaf as usize,
        gain: arguments.gain,
    };
    let learnt = doing("learning", || Learnt::of(&dataset, &rounds, limits)).to_string();
    let Some(path) = &arguments.output else { return print(&learnt) };
    write(path, &learnt)?;
    let model = Model::parse(&learnt).or_else(|error| fail(Failed::Bug, error))?;
    show(&evaluations(&dataset, &rounds, &model), arguments.json)
}

/// Prints which tests were left out.
fn say_left_out(dataset: &Dataset, tests: &[Test]) {
    if tests.is_empty() {
        return;
    }
    let name = |test: &Test| {
        let application = dataset.applications.get(test.application).map_or("?", String::as_str);
        let input = dataset.inputs.get(test.input).map_or("?", |input| &input.name);
        format!("{application} on {input}")
    };
    let list: Vec<String> = tests.iter().take(5).map(name).collect();
    let more = if tests.len() > list.len() { ", …" } else { "" };
    message::say(format_args!(
        "note: {} tests are left out, because their variants were not all timed or have different \
         rounds: {}{more}",
        tests.len(),
        list.join(", ")
    ));
}

fn evaluations(dataset: &Dataset, rounds: &Rounds, model: &Model) -> Vec<Evaluation> {
    let of = |(at, name): (usize, &String)| Evaluation {
        application: name.clone(),
        lines: evaluate(dataset, rounds, at, Some(model)),
    };
    let all = dataset.applications.iter().enumerate().map(of);
    all.filter(|evaluation| !evaluation.lines.is_empty()).collect()
}

fn show(evaluations: &[Evaluation], as_json: bool) -> Result<(), Failed> {
    if as_json {
        return print(&json(&evaluations));
    }
    let tables = evaluations.iter().map(|Evaluation { application, lines }| {
        let tests = lines.first().map_or(0, |line| line.tests);
        format!(
            "{application}, {tests} tests; times divided by those of the best variant of each \
                 round\n{}",
            aligned(&table(lines))
        )
    });
    print(&tables.collect::<Vec<_>>().join("\n"))
}

fn table(lines: &[Line]) -> Vec<[String; 9]> {
    let titles = ["", "total", "average", "1–2×", ">5×", ">20×", "worst", "to best", ">1.3×"];
    let ratio = |value: Option<f64>| value.map_or("–".into(), |value| format!("{value:.2}×"));
    let share =
        |value: Option<f64>| value.map_or("–".into(), |value| format!("{:.0}%", value * 1e2));
    let row = |line: &Line| {
        let Line { distance, .. } = line;
        [
            line.name.clone(),
            ratio(distance.total),
            ratio(distance.average),
            share(distance.within_2),
            share(distance.over_5),
            share(distance.over_20),
            ratio(distance.worst),
            ratio(Some(line.to_best)),
            share(Some(line.over_best)),
        ]
    };
    std::iter::once(titles.map(String::from)).chain(lines.iter().map(row)).collect()
}
