//! `igc study model`: learns a model for adaptive runs from the timed steps of a study, and
//! evaluates models.

mod tables;

use igc_compiler::model::Model;
use igc_runtime::source::{SMALL, read_text};
use igc_study::adaptive::each_test::{TestLine, each_test};
use igc_study::adaptive::evaluation::{Line, evaluate, whole_runs};
use igc_study::adaptive::frontiers::{Conversion, conversions};
use igc_study::adaptive::others::Others;
use igc_study::adaptive::{Learnt, Rounds};
use igc_study::tree::Limits;
use igc_study::{Dataset, Test};
use serde::Serialize;

use crate::args::study::ModelArguments;
use crate::failed::Failed;
use crate::message::{self, shown};
use crate::output::{doing, fail, json, print, write};
use crate::study::open;

/// The graphs of this many nodes or more show what frontiers cost. On smaller graphs, a round takes
/// as long as its launches.
const NODES_OF_LARGE_GRAPHS: u32 = 1 << 18;

/// The ways to choose variants for the tests of an application, with their times.
#[derive(Serialize)]
struct Evaluation {
    application: String,
    /// The times of rounds.
    lines: Vec<Line>,
    /// The times of whole runs.
    whole_runs: Vec<Line>,
    /// The costs of frontiers in large graphs.
    conversions: Vec<Conversion>,
    /// The tests, with `--tests`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tests: Vec<TestLine>,
}

/// Learns and writes a model, or evaluates one.
pub fn model(arguments: &ModelArguments) -> Result<(), Failed> {
    let dataset = open::dataset(&arguments.study)?;
    let other = arguments.adaptive.as_ref().map(|path| open::dataset(path)).transpose()?;
    let others = other.as_ref().map(|dataset| Others { dataset, suffix: &arguments.suffix });
    let rounds = Rounds::of(&dataset, &arguments.opts);
    say_left_out(&dataset, &rounds.left_out);
    let mut rounds = rounds.of_tests(|test| has_name(&dataset, test, &arguments.graph));
    if rounds.rounds.is_empty() {
        let which = if arguments.graph.is_empty() { "" } else { "of these graphs " };
        return fail(
            Failed::Input,
            format_args!(
                "the study has no test {which}whose variants were timed round by round\n\
                 help: a study that times steps lists configurations such as \"none\", \"pull\" and \
                 \"adaptive\" in its keys `configurations` and `steps`"
            ),
        );
    }
    if rounds.adaptive.is_empty() {
        message::say(
            "note: the study has not timed the steps of `adaptive`, so the frontiers of loops without \
             worklists are unknown",
        );
    }
    if let Some(others) = &others {
        rounds.take_adaptive(&dataset, others);
    }
    let is_held_out = |test: &Test| arguments.hold_out.is_some_and(|part| part.has(0, test.input));
    let (learning, evaluated) = match arguments.hold_out {
        None => (rounds.clone(), rounds),
        Some(_) => (rounds.of_tests(|test| !is_held_out(test)), rounds.of_tests(is_held_out)),
    };
    let evaluation = |model: &Model| {
        let all = dataset.applications.iter().enumerate().map(|(at, name)| Evaluation {
            application: name.clone(),
            lines: evaluate(&dataset, &evaluated, at, Some(model)),
            whole_runs: whole_runs(&dataset, &evaluated, at, (&arguments.opts, others.as_ref())),
            conversions: conversions(&evaluated, at, NODES_OF_LARGE_GRAPHS as f32),
            tests: match arguments.tests {
                true => each_test(&dataset, &evaluated, at, Some(model)),
                false => vec![],
            },
        });
        let all: Vec<Evaluation> = all.filter(|of| !of.lines.is_empty()).collect();
        print(&match arguments.json {
            true => json(&all),
            false => tables::text(&all, arguments.markdown),
        })
    };
    if let Some(path) = &arguments.evaluate {
        let shown = shown(path);
        let text = read_text(path, SMALL)
            .or_else(|e| fail(Failed::Input, format_args!("{shown}: {e}")))?;
        let model =
            Model::parse(&text).or_else(|e| fail(Failed::Input, format_args!("{shown}: {e}")))?;
        return evaluation(&model);
    }
    let limits = Limits {
        depth: arguments.depth as usize,
        leaf: arguments.leaf as usize,
        gain: arguments.gain,
    };
    let learnt = doing("learning", || Learnt::of(&dataset, &learning, limits)).to_string();
    let Some(path) = &arguments.output else { return print(&learnt) };
    write(path, &learnt)?;
    let model = Model::parse(&learnt).or_else(|error| fail(Failed::Bug, error))?;
    evaluation(&model)
}

/// Whether the graph of a test has one of some names. All graphs have, if there are no names.
fn has_name(dataset: &Dataset, test: &Test, names: &[String]) -> bool {
    let own = dataset.inputs.get(test.input).map_or("", |input| &input.name);
    let is_own = |name: &String| match name.strip_suffix('*') {
        Some(start) => own.starts_with(start),
        None => own == name,
    };
    names.is_empty() || names.iter().any(is_own)
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
