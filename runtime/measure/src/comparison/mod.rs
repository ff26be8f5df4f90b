//! Times configurations of a program side by side.
//!
//! Before anything is timed, the graph is copied to the device. Then every configuration in turn is
//! built and warmed up, and its first result is judged by the oracles and compared with the
//! [reference](Reference). After that, each round runs every configuration once, in a random order,
//! so that the drift of a shared machine affects all configurations alike, and no configuration
//! always follows the same one. [`statistics`](crate::statistics) computes medians and confidence
//! intervals, and [`Comparison::fastest`] names the fastest configuration.
//!
//! A configuration that fails leaves its reason in the report, and the other configurations
//! continue.
//!
//! [`compare`] is the entry. A [`Testbed`] keeps a graph on a device for several comparisons.

mod candidate;
mod event;
mod fastest;
mod judge;
mod measurement;
#[cfg(test)]
mod reference_tests;
mod report;
mod rounds;
mod settings;
mod testbed;

use std::time::Instant;

use igc_compiler::data::Inputs;
use igc_runtime::Error;
use igc_runtime::backend::{Device, Resident};
use igc_runtime::data_file;
use igc_runtime::input::Input;
use igc_runtime::judge::Judge;
use igc_runtime::params::{self, RunInputs};
use igc_runtime::report::GraphSummary;

pub use candidate::Candidate;
pub use event::{Event, Observation, Preparation, Progress, RunCounts};
pub use fastest::Fastest;
pub use igc_runtime::reference::{Reference, ReferenceSettings, STEPS, is_judged_by_oracles};
use judge::Judges;
use measurement::Measurement;
pub use report::{Comparison, Entry, Failure, FailureKind, Outcome, Ratio, Sample, Timed};
pub use rounds::RoundOrder;
use rounds::{Rounds, Turns};
pub use settings::Settings;
pub use testbed::Testbed;

/// Compares configurations of one program on a graph, and calls `tell` for every event.
///
/// # Errors
///
/// Returns an error if no configuration can run: if the program does not have one of the
/// parameters, if the device cannot be opened, or if an oracle cannot read the graph. Any other
/// failure is the [`Outcome`] of its configuration.
pub fn compare(
    candidates: &[Candidate],
    input: &Input,
    device: &dyn Device,
    settings: &Settings,
    tell: &mut dyn FnMut(Event),
) -> Result<Comparison, Error> {
    compare_on(candidates, &Testbed::open(device, input)?, settings, tell)
}

/// Compares configurations on a graph that is already on the device.
///
/// # Errors
///
/// Returns the errors of [`compare`].
pub fn compare_on(
    candidates: &[Candidate],
    testbed: &Testbed<'_>,
    settings: &Settings,
    tell: &mut dyn FnMut(Event),
) -> Result<Comparison, Error> {
    let start = Instant::now();
    let compiled = candidates.iter().find_map(|candidate| candidate.artefact.as_ref().ok());
    let declared = compiled.map_or(&[][..], |artefact| &artefact.module.params);
    let ids = testbed.input().graph.ids.as_deref();
    let params = params::bind(declared, &settings.params, ids)?;
    let inputs = match compiled {
        Some(artefact) => {
            let module = &artefact.module;
            let files = match settings.random_inputs {
                true => data_file::or_random(module, &settings.inputs),
                false => settings.inputs.clone(),
            };
            data_file::load(module, &testbed.input().graph, &files)?
        }
        None => Inputs::default(),
    };
    let has_checks = compiled.is_some_and(|artefact| !artefact.module.checks.is_empty());
    let oracles = match settings.check && has_checks {
        true => Some(testbed.for_oracle()?),
        false => None,
    };
    let reference = match (settings.check, &settings.reference) {
        (true, Some(wanted)) => {
            tell(Event::Progress(Progress::Reference));
            Some(testbed.reference(wanted, &params, &inputs, &settings.inputs))
        }
        _ => None,
    };
    let reference = reference.as_deref();
    let unchecked = match (settings.check, compiled) {
        (false, _) => Some("the check is turned off".to_string()),
        (true, None) => Some("no configuration compiles".to_string()),
        (true, Some(artefact)) => igc_runtime::reference::unchecked(&artefact.module, reference),
    };
    let oracle = oracles.map(|view| Judge::new(view, testbed.accepted(), &params));
    let reference = reference.and_then(|made| made.as_ref().ok());
    let judges = Judges { oracle: oracle.as_ref(), reference };
    let resident = testbed.resident();
    resident.release_state();
    let given = RunInputs { params: &params, inputs: &inputs };
    let preparation = settings.budget.and_then(|budget| start.checked_add(budget / 2));
    let mut measurements =
        get_ready(candidates, resident, given, judges, settings, preparation, tell);
    let rounds = Rounds {
        count: settings.repeat,
        order: settings.order,
        deadline: settings.budget.and_then(|budget| start.checked_add(budget)),
    };
    rounds::run(&mut measurements, &rounds, &mut |event| {
        tell(match event {
            rounds::Event::Round(round) => Event::Progress(Progress::Round(round, settings.repeat)),
            rounds::Event::Turn(at) => {
                Event::Progress(Progress::Running(candidates[at].options.clone()))
            }
            rounds::Event::Observation(observation) => Event::Observation(observation),
        });
    });
    let mut configurations: Vec<Entry> = vec![];
    for measurement in measurements {
        let entry = measurement.into_entry(configurations.first());
        configurations.extend(entry);
    }
    let named = declared.iter().zip(&params);
    Ok(Comparison {
        program: compiled.map_or(String::new(), |artefact| artefact.module.name.clone()),
        graph: GraphSummary::of(testbed.input()),
        reorder: testbed.input().reordering()?.map(|made| made.time.as_secs_f64()),
        params: named.map(|(p, value)| (p.name.clone(), params::shown(*value, ids))).collect(),
        warmup: settings.warmup,
        repeat: settings.repeat,
        checked: unchecked.is_none(),
        unchecked,
        compared: judges.reference.is_some(),
        configurations,
    })
}

/// Gets every configuration that is not identical to an earlier one ready, until the deadline:
/// prepares it and runs it for the first times. At least one configuration gets ready. One
/// configuration follows the other, so that the caller soon hears the times of the first ones.
fn get_ready<'a>(
    candidates: &'a [Candidate],
    resident: &'a dyn Resident,
    given: RunInputs<'a>,
    judges: Judges<'a>,
    settings: &'a Settings,
    deadline: Option<Instant>,
    tell: &mut dyn FnMut(Event),
) -> Vec<Measurement<'a>> {
    let mut measurements: Vec<Measurement<'a>> = vec![];
    let mut identities: Vec<Option<String>> = vec![];
    for candidate in candidates {
        if is_past(deadline) && measurements.iter().any(Measurement::is_active) {
            measurements.push(Measurement::without_time(candidate));
            identities.push(None);
            continue;
        }
        tell(Event::Progress(Progress::Building(candidate.options.clone())));
        let identity = candidate.artefact.as_ref().ok();
        let identity = identity
            .map(|artefact| resident.identity(artefact, settings.run_options.workgroup_size));
        let mut earlier = candidates.iter().zip(&identities);
        let earlier = earlier.find(|(_, earlier)| earlier.is_some() && **earlier == identity);
        let mut measurement = match earlier {
            Some((earlier, _)) if candidate.given_up.is_none() && !settings.repeat_identical => {
                Measurement::same(candidate, &earlier.options)
            }
            _ => prepared(candidate, resident, given, judges, settings),
        };
        let mut observe = |observation| tell(Event::Observation(observation));
        measurement.report_preparation(&mut observe);
        warm_up(&mut measurement, settings.warmup, tell);
        measurements.push(measurement);
        identities.push(identity);
    }
    measurements
}

fn is_past(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// Prepares a configuration.
fn prepared<'a>(
    candidate: &'a Candidate,
    resident: &'a dyn Resident,
    RunInputs { params, inputs }: RunInputs<'a>,
    judges: Judges<'a>,
    settings: &'a Settings,
) -> Measurement<'a> {
    match (&candidate.given_up, &candidate.artefact) {
        (Some(failure), _) => Measurement::failed(candidate, failure.clone()),
        (None, Err(reason)) => {
            Measurement::failed(candidate, Failure::new(FailureKind::Input, reason.clone()))
        }
        (None, Ok(artefact)) => {
            let prepared = resident.prepare(artefact, params, inputs, &settings.run_options);
            Measurement::new(candidate, artefact, prepared, judges)
        }
    }
}

/// Runs a configuration without counting the times.
fn warm_up(measurement: &mut Measurement<'_>, times: u32, tell: &mut dyn FnMut(Event)) {
    if !measurement.is_active() {
        return;
    }
    tell(Event::Progress(Progress::WarmingUp(measurement.options().clone())));
    for _ in 0..times {
        measurement.run(&mut |observation| tell(Event::Observation(observation)));
    }
}
