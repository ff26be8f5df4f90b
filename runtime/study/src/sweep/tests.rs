//! Tests of sweeps. The workers are shell scripts that print made-up answers.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;

use igc_measure::comparison::{Comparison, Failure, Observation, Progress, RunCounts, Sample};
use igc_measure::worker::{Activity, Fault, Message};
use igc_runtime::backend::DeviceName;
use igc_runtime::devices::DeviceRequest;
use igc_runtime::report::GraphSummary;
use igc_runtime::supersteps::{LoopKind, StepRecord};

use super::*;
use crate::store::tests::{facts, options, plan};
use crate::study::Steps;

/// Returns a shell command that prints a message as a line of JSON.
fn line(message: &Message) -> String {
    let json = serde_json::to_string(message).expect("it serialises");
    format!("printf '%s\\n' '{json}'\n")
}

fn running(list: &str) -> String {
    line(&Message::Activity(Activity::Comparing(Progress::Running(options(list)))))
}

fn timed(list: &str, round: u32) -> String {
    let sample = Sample { round, position: 0, initialise: 0.0, compute: 1.0, waited: None };
    let counts = RunCounts { launches: 1, rounds: 1, restarts: 0 };
    running(list)
        + &line(&Message::Observation(Observation::Timed {
            options: options(list),
            sample,
            counts,
        }))
}

fn failed(list: &str, kind: FailureKind) -> String {
    let failure = Failure::new(kind, "made up".into());
    running(list)
        + &line(&Message::Observation(Observation::Failed { options: options(list), failure }))
}

/// Returns commands that print a run with one recorded step.
fn recorded(list: &str) -> String {
    let sample = Sample { round: 0, position: 0, initialise: 0.0, compute: 1.0, waited: None };
    let counts = RunCounts { launches: 1, rounds: 1, restarts: 0 };
    let step = StepRecord {
        repetition: 0,
        loop_number: 0,
        kind: LoopKind::Iterate,
        entry: 0,
        step: 0,
        rounds: 1,
        start: 0.0,
        time: 1.0,
        launches: 1,
        worklist: None,
        frontier: None,
        frontier_edges: None,
        discovered: None,
        variants: None,
    };
    let (options, steps) = (options(list), vec![step]);
    running(list)
        + &line(&Message::Observation(Observation::Recorded { options, sample, counts, steps }))
}

/// Returns commands that print all runs of both configurations.
fn all_timed() -> String {
    let rounds = (0..3).flat_map(|round| ["none", "sz256"].map(|list| timed(list, round)));
    rounds.collect::<String>() + &compared()
}

/// Returns a command that prints the end of a comparison.
fn compared() -> String {
    line(&Message::Compared(Box::new(Comparison {
        program: "plain".into(),
        graph: GraphSummary { name: "chain:3".into(), nodes: 3, edges: 4 },
        reorder: None,
        params: vec![],
        warmup: 1,
        repeat: 3,
        checked: true,
        unchecked: None,
        compared: false,
        configurations: vec![],
    })))
}

/// The script that stands for a worker that is killed while it loads the graph.
const KILLED_OVER_THE_GRAPH: &str = "killed";

/// The result of a sweep.
struct Swept {
    summary: Summary,
    /// The number of runs in the store, and the number of cells that failed.
    counts: (u64, u64),
    /// The number of cells with timed steps, and the number of cells whose steps failed.
    steps: Option<(u64, u64)>,
    /// The requests for comparisons that the workers received.
    asked: Vec<String>,
}

/// Sweeps a study of two configurations on one graph. Each worker runs its script when it receives
/// the request for a comparison.
fn swept(scripts: &[String]) -> Swept {
    swept_with(Steps::None, scripts)
}

/// Sweeps a study of two configurations on one graph, and times the given steps. Each worker runs
/// its script when it receives the request for a comparison.
fn swept_with(steps: Steps, scripts: &[String]) -> Swept {
    let folder = tempfile::tempdir().expect("there is room");
    let mut plan = plan(&["none", "sz256"]);
    plan.study.graphs.pop();
    plan.study.steps = steps;
    let mut store = Store::create(&folder.path().join("s.db")).expect("there is room");
    store.set_plan(&plan).expect("it is new");
    let device = DeviceName { name: "x".into(), driver: "1".into(), dialect: "y".into() };
    let nodes = BTreeMap::from([("nodes".to_string(), 3.0)]);
    let described = line(&Message::GraphFacts(nodes));
    let death = line(&Message::Activity(Activity::Loading)) + "kill -KILL $$";
    let graph = GraphSummary { name: "chain:3".into(), nodes: 3, edges: 4 };
    let answers = [
        (r#"'{"open"'*"#, line(&Message::Opened(device))),
        (r#"'"describe_device"'*"#, line(&Message::DeviceFacts(Box::new(facts())))),
        (r#"'{"describe_graph"'*"#, described.clone()),
        (r#"'{"load"'*"#, line(&Message::Loaded(graph))),
    ];
    let answers = answers.map(|(asked, answer)| format!("{asked}) {answer};;\n")).concat();
    let (scripts, started) = (scripts.to_vec(), Cell::new(0));
    let log = folder.path().join("asked");
    let asked = log.display().to_string();
    let launch = move || {
        let script = scripts.get(started.replace(started.get() + 1)).cloned();
        let script = script.unwrap_or("exit 9".into());
        let answers = match script == KILLED_OVER_THE_GRAPH {
            true => answers.replace(&described, &death),
            false => answers.clone(),
        };
        let keep = format!("printf '%s\\n' \"$request\" >> '{asked}'\n");
        let text = format!(
            "while read -r request; do\ncase \"$request\" in\n{answers}*) {keep}{script};;\nesac\ndone"
        );
        let mut command = Command::new("sh");
        command.args(["-c", &text]);
        command
    };
    let mut workers = Workers::new(launch, DeviceRequest::default(), Duration::from_secs(20));
    let device = &plan.study.devices[0];
    let summary = sweep(&mut store, &plan, device, &mut workers, Manner::default(), &mut |_| {});
    let asked = std::fs::read_to_string(&log).unwrap_or_default();
    let status = store.status().expect("it is readable");
    Swept {
        summary: summary.expect("it is measured"),
        counts: (status.runs, status.failed),
        steps: status.steps.map(|steps| (steps.done, steps.failed)),
        asked: asked.lines().map(String::from).collect(),
    }
}

#[test]
fn a_lost_worker_costs_one_configuration_and_no_run() {
    let first = timed("none", 0) + &timed("sz256", 0) + &running("sz256") + "exit 3";
    let second = timed("none", 1) + &timed("none", 2) + &compared();
    let Swept { summary, counts, asked, .. } = swept(&[first, second]);
    assert_eq!((summary.runs, summary.failures, summary.left), (4, 1, 0));
    assert!(
        asked[1].contains(r#""options":[[]],"given_up":[],"completed":[[[],[0]]]"#),
        "{asked:?}"
    );
    assert_eq!((asked.len(), counts), (2, (4, 1)));
}

/// Checks that the first kill of a worker is not a failure. It may have an external reason: a batch
/// job ended, or the machine ran out of memory.
#[test]
fn what_is_killed_is_tried_once_more() {
    for death in ["kill -KILL $$", "kill -TERM $$", "exit 143"] {
        let first = timed("none", 0) + &running("sz256") + death;
        let rest = |list: &str, from| (from..3).map(|round| timed(list, round)).collect::<String>();
        let second = rest("none", 1) + &rest("sz256", 0) + &compared();
        let Swept { summary, counts, .. } = swept(&[first.clone(), second]);
        assert_eq!((summary.runs, summary.failures, counts), (6, 0, (6, 0)), "{death}");
        let again = running("sz256") + death;
        let third = rest("none", 1) + &compared();
        let Swept { summary, counts, .. } = swept(&[first, again, third]);
        assert_eq!((summary.runs, summary.failures, counts), (3, 1, (3, 1)), "{death}");
        let early = line(&Message::Activity(Activity::Compiling)) + death;
        let Swept { summary, asked, .. } = swept(&[early.clone(), early]);
        assert_eq!((summary.runs, summary.failures, asked.len()), (0, 2, 2), "{death}");
    }
}

#[test]
fn a_graph_that_a_worker_was_killed_over_is_loaded_once_more() {
    let killed = KILLED_OVER_THE_GRAPH.to_string();
    let Swept { summary, .. } = swept(&[killed.clone(), all_timed()]);
    assert_eq!((summary.runs, summary.left, summary.trouble), (6, 0, None));
    let Swept { summary, .. } = swept(&[killed.clone(), killed, all_timed()]);
    assert_eq!((summary.runs, summary.left, summary.trouble), (0, 6, Some(FailureKind::Killed)));
}

#[test]
fn a_worker_lost_over_nothing_in_particular_ends_the_test() {
    let Swept { summary, counts, asked, .. } =
        swept(&[line(&Message::Activity(Activity::Compiling)) + "exit 3"]);
    assert_eq!((summary.runs, summary.failures, asked.len()), (0, 2, 1));
    assert_eq!(counts, (0, 2));
}

/// Checks that further failures in a process whose device has failed are not written.
#[test]
fn after_a_device_has_failed_the_rest_is_tried_elsewhere() {
    let first =
        failed("none", FailureKind::Device) + &failed("sz256", FailureKind::Device) + &compared();
    let second = (0..3).map(|round| timed("sz256", round)).collect::<String>() + &compared();
    let Swept { summary, counts, asked, .. } = swept(&[first, second]);
    assert_eq!((summary.runs, summary.failures, asked.len()), (3, 1, 2));
    assert_eq!(counts, (3, 1));
}

#[test]
fn what_does_not_count_is_taken_back() {
    let anew = line(&Message::Observation(Observation::Restarted));
    let rest = failed("sz256", FailureKind::Check) + &timed("none", 0) + &timed("none", 1);
    let Swept { summary, counts, .. } = swept(&[timed("none", 0) + &anew + &rest + &compared()]);
    assert_eq!((summary.runs, summary.failures, summary.left), (2, 1, 1));
    assert_eq!(counts, (2, 1));
}

#[test]
fn what_cannot_begin_is_left() {
    let fault =
        Fault { failure: Failure::new(FailureKind::Input, "made up".into()), is_absence: false };
    let Swept { summary, counts, .. } = swept(&[line(&Message::Failed(fault))]);
    let trouble = Some(FailureKind::Input);
    assert_eq!(summary, Summary { left: 6, trouble, ..Summary::default() });
    assert_eq!(counts, (0, 0));
}

/// Checks that steps are timed after all times exist, by the worker that has the graph.
#[test]
fn steps_are_timed_in_comparisons_of_their_own() {
    let script = format!(
        "case \"$request\" in *'\"record_steps\":true'*) {};; *) {};; esac",
        recorded("sz256") + &compared(),
        all_timed()
    );
    let steps = Steps::List(vec![options("sz256")]);
    let Swept { summary, counts, steps, asked } = swept_with(steps, &[script]);
    assert_eq!((summary.runs, summary.left, counts), (6, 0, (6, 0)));
    assert_eq!(summary.steps, StepSummary { recorded: 1, failures: 0, left: 0 });
    assert_eq!((asked.len(), steps), (2, Some((1, 0))));
    assert!(asked[1].contains(r#""options":[["sz256"]]"#), "{asked:?}");
    assert!(asked[1].contains(r#""repeat":1,"#), "{asked:?}");
}

/// If a worker crashes while it times the steps of a configuration, that configuration is recorded
/// as failed. The run times that the worker has already reported are kept. The steps of the
/// remaining configurations are requested again.
#[test]
fn a_worker_lost_over_steps_costs_one_configuration_its_steps() {
    let first = format!(
        "case \"$request\" in *'\"record_steps\":true'*) {};; *) {};; esac",
        running("none") + "exit 3",
        all_timed()
    );
    let second = recorded("sz256") + &compared();
    let Swept { summary, counts, steps, asked } = swept_with(Steps::All, &[first, second]);
    assert_eq!((summary.runs, summary.failures, summary.left, counts), (6, 0, 0, (6, 0)));
    assert_eq!(summary.steps, StepSummary { recorded: 1, failures: 1, left: 0 });
    assert_eq!((asked.len(), steps), (3, Some((1, 1))));
}
