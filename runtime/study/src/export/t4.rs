//! The results of a study in T4, the format for results of tuning that Kernel Tuner and others write and read
//! (its `schema/T4/1.0.0/results-schema.json`), so that their tools can analyse a study.

use igc_compiler::configuration::{Choice, Configuration, Flag};
use igc_measure::comparison::FailureKind;
use igc_measure::statistics::median;
use serde_json::{Map, Value, json};

use crate::dataset::{Dataset, Outcome};

/// The version of the schema.
const VERSION: &str = "1.0.0";

/// The value of a choice or of passes that a configuration does not have.
const NONE: &str = "none";

/// Returns the results: a configuration for each cell, with the application, the graph, the device and a value for each
/// choice that the study compares. Times are in milliseconds.
pub fn t4(dataset: &Dataset) -> Value {
    let mut choices: Vec<Choice> = dataset.flags().into_iter().map(Flag::choice).collect();
    choices.dedup();
    let has = |part: fn(&Configuration) -> bool| dataset.configurations.iter().any(part);
    let has_passes = has(|configuration| !configuration.passes.is_empty());
    let has_llvm = has(|configuration| !configuration.llvm.is_empty());
    let results = dataset.results.iter().map(|(cell, outcome)| {
        let configuration = &dataset.configurations[cell.configuration];
        let mut values = Map::new();
        let names = [
            ("application", &dataset.applications[cell.test.application]),
            ("graph", &dataset.inputs[cell.test.input].name),
            ("device", &dataset.chips[cell.test.chip].name),
        ];
        values.extend(names.map(|(key, name)| (key.into(), json!(name))));
        let of_choice = |choice: &Choice| (choice.row().name.into(), value(configuration, *choice));
        values.extend(choices.iter().map(of_choice));
        if has_passes {
            values.insert("passes".into(), json!(configuration.passes.to_string()));
        }
        if has_llvm {
            values.insert("llvm".into(), json!(configuration.llvm.to_string()));
        }
        let (times, invalidity) = match outcome {
            Outcome::Timed(seconds) => (&seconds[..], "correct"),
            Outcome::Failed(failure) => (&[][..], invalidity(failure.kind)),
        };
        let milliseconds: Vec<f64> = times.iter().map(|seconds| 1e3 * seconds).collect();
        let measurements = match milliseconds.is_empty() {
            true => json!([]),
            false => json!([{ "name": "time", "value": median(milliseconds.iter().copied()), "unit": "ms" }]),
        };
        json!({
            "configuration": values,
            "objectives": ["time"],
            "times": { "runtimes": milliseconds },
            "invalidity": invalidity,
            "correctness": u8::from(matches!(outcome, Outcome::Timed(_))),
            "measurements": measurements,
        })
    });
    let devices: Map<String, Value> =
        dataset.chips.iter().map(|chip| (chip.name.clone(), json!(chip))).collect();
    json!({
        "schema_version": VERSION,
        "metadata": { "environment": { "device_query": devices } },
        "results": results.collect::<Vec<Value>>(),
    })
}

/// Returns the value of a choice: 1 or 0 if it has one flag, and otherwise the part of the flag that tells it from the others.
fn value(configuration: &Configuration, choice: Choice) -> Value {
    let flag = configuration.flag(choice);
    match choice.flags() {
        [_] => json!(u8::from(flag.is_some())),
        _ => json!(flag.map_or(NONE, |flag| {
            let name = flag.name();
            name.split_once('=').map_or(name, |(_, value)| value)
        })),
    }
}

/// Returns the word of the schema for a failure.
fn invalidity(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::Hung => "timeout",
        FailureKind::Check => "correctness",
        FailureKind::Refused => "constraints",
        FailureKind::Input | FailureKind::Device | FailureKind::Crashed | FailureKind::Killed => {
            "runtime"
        }
    }
}
