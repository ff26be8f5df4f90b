//! Times configurations of a program side by side.
//!
//! Everything is made ready first: one graph on the device, every configuration built, warmed up, and
//! its first result judged by the oracles. Then [rounds] run each configuration once, in an order that
//! is drawn anew for every round, so that the drift of a shared machine hits all alike and none
//! always follows the same other. What the times say is worked out in [`statistics`](crate::statistics).
//!
//! A configuration that fails leaves a reason, and the others go on.

#[cfg(feature = "opencl")]
mod barrier;
mod contestant;
mod found;
mod ground;
#[cfg(feature = "opencl")]
mod host_cost;
#[cfg(feature = "opencl")]
mod launch;
#[cfg(feature = "opencl")]
mod micro;
mod microbenchmark;
mod report;
mod rounds;
mod spread;

use std::time::{Duration, Instant};

use igc_compiler::driver::Artefact;
use igc_compiler::ir::Value;
use igc_compiler::options::Options;
use serde::{Deserialize, Serialize};

use crate::device::Device;
use crate::input::Input;
use crate::prepared::Resident;
use crate::report::GraphSummary;
use crate::run::{Limits, plain};
use crate::verdict::Judge;
use crate::{Error, params};
#[cfg(feature = "opencl")]
pub use barrier::{BarrierSettings, BarrierTimes, time_barriers};
use contestant::Contestant;
pub use found::{Event, Found, Made, Work};
pub use ground::Ground;
#[cfg(feature = "opencl")]
pub use host_cost::{HostCost, Multiple, time_host_cost};
#[cfg(feature = "opencl")]
pub use launch::{LaunchCosts, LaunchSettings, LaunchTimes, Utilisation, time_launches};
#[cfg(feature = "opencl")]
pub use micro::{MicroSettings, MicroTimes, Speedup, time_micro};
pub use microbenchmark::Microbenchmark;
pub use report::{Comparison, Entry, Failure, FailureKind, Outcome, Ratio, Sample, Timed};
pub use rounds::Order;
use rounds::{Rounds, Takes};
pub use spread::Spread;

/// A configuration that is to be compared.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Its optimisations.
    pub options: Options,
    /// The compiled program, or why there is none.
    pub artefact: Result<Artefact, String>,
    /// How long compiling it took.
    pub compile_time: Duration,
    /// Why it is not run any more, although it compiles: an earlier attempt ended its process.
    pub given_up: Option<Failure>,
    /// The rounds, counted from 0, whose times are there from an earlier comparison.
    pub had: Vec<u32>,
}

/// What is compared on, and how.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Settings {
    /// Parameters by name, as the user gave them.
    pub params: Vec<(String, String)>,
    /// How often each configuration runs before its runs are timed.
    pub warmup: u32,
    /// How many runs of each configuration are timed.
    pub repeat: u32,
    /// Whether the oracles judge first results.
    pub check: bool,
    /// Whether configurations that are the same as an earlier one are timed all the same.
    pub repeat_identical: bool,
    /// When a run is given up; what it says of repetitions is not used here.
    pub limits: Limits,
    /// In what order configurations run in a round.
    pub order: Order,
    /// How long the comparison may take, one run more or less. Half of that may go by until all are
    /// ready to run; those that are not take no part.
    pub budget: Option<Duration>,
}

/// How far a comparison is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// A configuration is being built.
    Building(Options),
    /// A configuration runs for the first times.
    WarmingUp(Options),
    /// A round of so many begins, counted from 1.
    Round(u32, u32),
    /// It is a configuration's turn in a round.
    Running(Options),
}

impl Progress {
    /// The configuration that is being dealt with.
    pub fn options(&self) -> Option<&Options> {
        match self {
            Progress::Building(options)
            | Progress::WarmingUp(options)
            | Progress::Running(options) => Some(options),
            Progress::Round(..) => None,
        }
    }
}

/// Compares configurations of one program on a graph. `tell` hears of what is being done and found.
///
/// # Errors
///
/// What would keep every configuration from running: parameters that the program does not have, a
/// device that cannot be opened, an oracle that cannot read the graph. Anything else is in the
/// [`Outcome`] of the configuration.
pub fn compare(
    candidates: &[Candidate],
    input: &Input,
    device: &Device,
    settings: &Settings,
    tell: &mut dyn FnMut(Event),
) -> Result<Comparison, Error> {
    compare_on(candidates, &Ground::open(device, input)?, settings, tell)
}

/// The same on a graph that has been brought to the device.
///
/// # Errors
///
/// Those of [`compare`].
pub fn compare_on(
    candidates: &[Candidate],
    ground: &Ground<'_>,
    settings: &Settings,
    tell: &mut dyn FnMut(Event),
) -> Result<Comparison, Error> {
    let start = Instant::now();
    let compiled = candidates.iter().find_map(|candidate| candidate.artefact.as_ref().ok());
    let declared = compiled.map_or(&[][..], |artefact| &artefact.schedule.params);
    let params = params::bind(declared, &settings.params)?;
    let has_checks = compiled.is_some_and(|artefact| !artefact.schedule.checks.is_empty());
    let oracles = match settings.check && has_checks {
        true => Some(ground.for_oracle()?),
        false => None,
    };
    let judge = oracles.map(|view| Judge::new(view, ground.accepted(), &params));
    let resident = ground.resident();
    resident.release_state();
    let preparation = settings.budget.and_then(|budget| start.checked_add(budget / 2));
    let mut contestants =
        enter(candidates, resident, &params, judge.as_ref(), settings, preparation, tell);
    warm_up(&mut contestants, settings.warmup, preparation, tell);
    let rounds = Rounds {
        count: settings.repeat,
        order: settings.order,
        deadline: settings.budget.and_then(|budget| start.checked_add(budget)),
    };
    rounds::run(&mut contestants, &rounds, &mut |event| {
        tell(match event {
            rounds::Event::Round(round) => Event::Progress(Progress::Round(round, settings.repeat)),
            rounds::Event::Turn(at) => {
                Event::Progress(Progress::Running(candidates[at].options.clone()))
            }
            rounds::Event::Found(found) => Event::Found(found),
        });
    });
    let mut configurations: Vec<Entry> = vec![];
    for contestant in contestants {
        let entry = contestant.into_entry(configurations.first());
        configurations.extend(entry);
    }
    let named = declared.iter().zip(&params);
    Ok(Comparison {
        program: compiled.map_or(String::new(), |artefact| artefact.schedule.program.clone()),
        graph: GraphSummary {
            name: ground.input().name.clone(),
            nodes: ground.input().graph.nodes(),
            edges: ground.input().graph.edges(),
        },
        params: named.map(|(p, value)| (p.name.clone(), plain(*value))).collect(),
        warmup: settings.warmup,
        repeat: settings.repeat,
        checked: oracles.is_some(),
        configurations,
    })
}

/// Runs every configuration a few times whose times do not count, as long as there is time for it, and
/// one of them in any case.
fn warm_up(
    contestants: &mut [Contestant<'_>],
    times: u32,
    deadline: Option<Instant>,
    tell: &mut dyn FnMut(Event),
) {
    let mut is_first = true;
    for contestant in contestants.iter_mut().filter(|contestant| contestant.is_in()) {
        if !is_first && is_past(deadline) {
            contestant.leave();
            continue;
        }
        tell(Event::Progress(Progress::WarmingUp(contestant.options().clone())));
        for _ in 0..times {
            contestant.run(&mut |found| tell(Event::Found(found)));
        }
        is_first &= !contestant.is_in();
    }
}

fn is_past(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// Makes every configuration ready to run that is not the same as one before it, as long as there is
/// time for it, and one of them in any case.
fn enter<'a>(
    candidates: &'a [Candidate],
    resident: &'a Resident<'a>,
    params: &'a [Value],
    judge: Option<&'a Judge<'a>>,
    settings: &'a Settings,
    deadline: Option<Instant>,
    tell: &mut dyn FnMut(Event),
) -> Vec<Contestant<'a>> {
    let mut contestants: Vec<Contestant<'a>> = vec![];
    for (position, candidate) in candidates.iter().enumerate() {
        if is_past(deadline) && contestants.iter().any(Contestant::is_in) {
            contestants.push(Contestant::left(candidate));
            continue;
        }
        tell(Event::Progress(Progress::Building(candidate.options.clone())));
        let size = settings.limits.workgroup_size;
        let mut earlier = candidates[..position].iter();
        let earlier = earlier.find(|earlier| is_same(earlier, candidate, size));
        let contestant = match (&candidate.given_up, earlier, &candidate.artefact) {
            (Some(failure), ..) => Contestant::failed(candidate, failure.clone()),
            (None, Some(earlier), _) if !settings.repeat_identical => {
                Contestant::same(candidate, &earlier.options)
            }
            (None, _, Err(reason)) => {
                let (kind, reason) = (FailureKind::Input, reason.clone());
                Contestant::failed(candidate, Failure { kind, reason })
            }
            (None, _, Ok(artefact)) => {
                let prepared = resident.prepare(artefact, params, &settings.limits);
                Contestant::new(candidate, artefact, prepared, judge)
            }
        };
        contestant.introduce(&mut |found| tell(Event::Found(found)));
        contestants.push(contestant);
    }
    contestants
}

fn is_same(one: &Candidate, other: &Candidate, workgroup_size: Option<u32>) -> bool {
    match (&one.artefact, &other.artefact) {
        (Ok(one), Ok(other)) => one.is_equivalent_to(other, workgroup_size),
        _ => false,
    }
}
