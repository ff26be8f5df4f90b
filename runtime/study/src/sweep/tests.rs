//! Sweeps whose workers are scripts, which say what is made up.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;

use igc_runtime::bench::{Comparison, Found, Progress, Sample, Work};
use igc_runtime::device::{DeviceName, DeviceRequest};
use igc_runtime::report::GraphSummary;
use igc_runtime::worker::{Message, Step};

use super::*;
use crate::store::tests::{facts, options, plan};

/// A line of JSON as a shell prints it.
fn line(message: &Message) -> String {
    let json = serde_json::to_string(message).expect("it serialises");
    format!("printf '%s\\n' '{json}'\n")
}

fn running(list: &str) -> String {
    line(&Message::Step(Step::Comparing(Progress::Running(options(list)))))
}

fn timed(list: &str, round: u32) -> String {
    let sample = Sample { round, position: 0, initialise: 0.0, compute: 1.0 };
    let work = Work { launches: 1, rounds: 1, restarts: 0 };
    running(list) + &line(&Message::Found(Found::Timed { options: options(list), sample, work }))
}

fn failed(list: &str, kind: FailureKind) -> String {
    let failure = Failure { kind, reason: "made up".into() };
    running(list) + &line(&Message::Found(Found::Failed { options: options(list), failure }))
}

/// The end of a comparison.
fn compared() -> String {
    line(&Message::Compared(Box::new(Comparison {
        program: "plain".into(),
        graph: GraphSummary { name: "chain:3".into(), nodes: 3, arcs: 4 },
        params: vec![],
        warmup: 1,
        repeat: 3,
        checked: true,
        configurations: vec![],
    })))
}

/// What a sweep came to.
struct Swept {
    summary: Summary,
    /// How many runs the store has, and how many cells that failed.
    counts: (u64, u64),
    /// The comparisons that were asked for.
    asked: Vec<String>,
}

/// Sweeps a study of two configurations on one graph, where each worker does at its comparison what a
/// script says.
fn swept(scripts: &[String]) -> Swept {
    let folder = tempfile::tempdir().expect("there is room");
    let mut plan = plan(&["none", "sz256"]);
    plan.study.graphs.pop();
    let mut store = Store::create(&folder.path().join("s.db")).expect("there is room");
    store.set_plan(&plan).expect("it is new");
    let device = DeviceName { name: "x".into(), driver: "1".into(), dialect: "y".into() };
    let nodes = BTreeMap::from([("nodes".to_string(), 3.0)]);
    let graph = GraphSummary { name: "chain:3".into(), nodes: 3, arcs: 4 };
    let answers = [
        (r#"'{"open"'*"#, line(&Message::Opened(device))),
        (r#"'"describe_device"'*"#, line(&Message::DeviceFacts(Box::new(facts())))),
        (r#"'{"describe_graph"'*"#, line(&Message::GraphFacts(nodes))),
        (r#"'{"load"'*"#, line(&Message::Loaded(graph))),
    ];
    let answers = answers.map(|(asked, answer)| format!("{asked}) {answer};;\n")).concat();
    let (scripts, started) = (scripts.to_vec(), Cell::new(0));
    let log = folder.path().join("asked");
    let asked = log.display().to_string();
    let launch = move || {
        let script = scripts.get(started.replace(started.get() + 1)).cloned();
        let script = script.unwrap_or("exit 9".into());
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
        asked: asked.lines().map(String::from).collect(),
    }
}

#[test]
fn a_lost_worker_costs_one_configuration_and_no_run() {
    let first = timed("none", 0) + &timed("sz256", 0) + &running("sz256") + "exit 3";
    let second = timed("none", 1) + &timed("none", 2) + &compared();
    let Swept { summary, counts, asked } = swept(&[first, second]);
    assert_eq!((summary.runs, summary.failures, summary.left), (4, 1, 0));
    assert!(asked[1].contains(r#""options":[[]],"given_up":[],"had":[[[],[0]]]"#), "{asked:?}");
    assert_eq!((asked.len(), counts), (2, (4, 1)));
}

/// The first time it may be for what others do: a job is over, memory is short.
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
        let early = line(&Message::Step(Step::Compiling)) + death;
        let Swept { summary, asked, .. } = swept(&[early.clone(), early]);
        assert_eq!((summary.runs, summary.failures, asked.len()), (0, 2, 2), "{death}");
    }
}

#[test]
fn a_worker_lost_over_nothing_in_particular_ends_the_test() {
    let Swept { summary, counts, asked } =
        swept(&[line(&Message::Step(Step::Compiling)) + "exit 3"]);
    assert_eq!((summary.runs, summary.failures, asked.len()), (0, 2, 1));
    assert_eq!(counts, (0, 2));
}

/// What runs in the same process after a device has failed is not blamed for failing.
#[test]
fn after_a_device_has_failed_the_rest_is_tried_elsewhere() {
    let first =
        failed("none", FailureKind::Device) + &failed("sz256", FailureKind::Device) + &compared();
    let second = (0..3).map(|round| timed("sz256", round)).collect::<String>() + &compared();
    let Swept { summary, counts, asked } = swept(&[first, second]);
    assert_eq!((summary.runs, summary.failures, asked.len()), (3, 1, 2));
    assert_eq!(counts, (3, 1));
}

#[test]
fn what_does_not_count_is_taken_back() {
    let anew = line(&Message::Found(Found::Anew));
    let rest = failed("sz256", FailureKind::Check) + &timed("none", 0) + &timed("none", 1);
    let Swept { summary, counts, .. } = swept(&[timed("none", 0) + &anew + &rest + &compared()]);
    assert_eq!((summary.runs, summary.failures, summary.left), (2, 1, 1));
    assert_eq!(counts, (2, 1));
}

#[test]
fn what_cannot_begin_is_left() {
    let fault = Fault {
        failure: Failure { kind: FailureKind::Input, reason: "made up".into() },
        is_absence: false,
    };
    let Swept { summary, counts, .. } = swept(&[line(&Message::Failed(fault))]);
    let trouble = Some(FailureKind::Input);
    assert_eq!(summary, Summary { runs: 0, failures: 0, left: 6, trouble });
    assert_eq!(counts, (0, 0));
}
