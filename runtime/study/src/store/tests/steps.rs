//! Tests of supersteps in stores, and of stores in the format without supersteps.

use super::*;

/// Returns the rounds of a pipe, followed by the only round of a loop without a worklist.
pub fn steps(count: u32) -> Vec<StepRecord> {
    let round = |step: u32| StepRecord {
        repetition: 0,
        loop_number: 1,
        kind: LoopKind::Pipe,
        entry: 0,
        step: step.into(),
        rounds: 1,
        start: f64::from(step),
        time: 0.5,
        launches: 2,
        worklist: Some("todo".into()),
        frontier: Some(step + 1),
        frontier_edges: Some(7),
        discovered: Some(step + 2),
        variants: None,
    };
    let outer = StepRecord {
        loop_number: 0,
        kind: LoopKind::While,
        worklist: None,
        frontier: None,
        frontier_edges: None,
        discovered: None,
        ..round(0)
    };
    (0..count.saturating_sub(1)).map(round).chain([outer]).collect()
}

#[test]
fn steps_come_back_as_they_were() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut plan = plan(&["none", "wg", "sz256"]);
    plan.study.steps = Steps::List(vec![options("wg")]);
    let mut store = store(&plan, folder.path(), "s.db");
    let session = begin(&mut store, "d", "1").expect("it is planned");
    let left = store.steps_left_of(session, &plan, 0, 0).expect("it is readable");
    assert_eq!((left.len(), &left[0].options), (1, &options("wg")));
    let todo = store.todo(session, &plan).expect("it is readable");
    assert_eq!(todo.iter().map(|test| test.steps.len()).collect::<Vec<_>>(), [1, 1]);
    for count in [9, 4] {
        store.note_steps(session, left[0].cell, &sample(0), &steps(count)).expect("writable");
    }
    assert_eq!(store.steps_left_of(session, &plan, 0, 0).expect("it is readable"), []);
    let data = store.dataset().expect("it is readable");
    assert_eq!(data.check(), Ok(()));
    let test = Test { application: 0, input: 0, chip: 0 };
    let [run] = &data.steps[..] else { panic!("{:?}", data.steps) };
    // The configuration `none` has the same artefact and comes first.
    assert_eq!((run.cell, run.seconds), (Cell { test, configuration: 0 }, 0.75));
    assert_eq!(run.steps, steps(4));
    let runs = store.step_runs().expect("it is readable");
    assert_eq!((runs.len(), runs[0].graph.as_str(), &runs[0].steps), (1, "g", &steps(4)));
    let status = store.status().expect("it is readable").steps.expect("they are asked for");
    // The study has two graphs and two devices.
    assert_eq!((status.cells, status.done, status.failed), (4, 1, 0));
}

/// A cell counts as timed only when it has as many runs as the study asks for.
#[test]
fn the_status_counts_the_runs_of_steps() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut plan = plan(&["none"]);
    (plan.study.steps, plan.study.step_runs) = (Steps::All, 2);
    let mut store = store(&plan, folder.path(), "s.db");
    let session = begin(&mut store, "d", "1").expect("it is planned");
    let cell = store.steps_left_of(session, &plan, 0, 0).expect("it is readable")[0].cell;
    for (repetition, done) in [(0, 0), (1, 1)] {
        store.note_steps(session, cell, &sample(repetition), &steps(2)).expect("writable");
        let status = store.status().expect("it is readable").steps.expect("they are asked for");
        assert_eq!((status.cells, status.done, status.failed), (4, done, 0));
    }
}

#[test]
fn steps_that_cannot_be_timed_are_tried_again_when_asked() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut plan = plan(&["none", "sz256"]);
    plan.study.steps = Steps::All;
    let mut store = store(&plan, folder.path(), "s.db");
    let session = begin(&mut store, "d", "1").expect("it is planned");
    let left = store.steps_left_of(session, &plan, 0, 0).expect("it is readable");
    assert_eq!(left.len(), 2);
    let failure = Failure::new(FailureKind::Hung, "r".into());
    store.note_step_failure(session, left[0].cell, &failure).expect("it is writable");
    store.note_failure(session, left[1].cell, &failure).expect("it is writable");
    assert_eq!(store.steps_left_of(session, &plan, 0, 0).expect("it is readable"), []);
    let status = store.status().expect("it is readable");
    let steps = status.steps.expect("they are asked for");
    assert_eq!((status.failed, steps.cells, steps.done, steps.failed), (1, 8, 0, 2));
    assert_eq!(steps.failures[0].example, "plain --opts none on g on d");
    // The times of the cell are still missing.
    assert_eq!(store.left_of(session, &plan, 0, 0).expect("it is readable").len(), 1);
    assert_eq!(store.retry_failures(session).expect("it is writable"), 2);
    assert_eq!(store.steps_left_of(session, &plan, 0, 0).expect("it is readable"), left);
}

/// Opens a store of version 1, from before igc timed steps.
#[test]
fn an_older_store_is_brought_up_to_date() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("old.db");
    let old = Connection::open(&path).expect("there is room");
    old.execute_batch(MIGRATIONS[0]).expect("it is SQL");
    old.pragma_update(None, "application_id", APPLICATION_ID).expect("it is writable");
    old.pragma_update(None, "user_version", 1).expect("it is writable");
    old.execute_batch(
        "INSERT INTO meta VALUES ('study', 'small');
         INSERT INTO configurations (options, position) VALUES ('none', 0);",
    )
    .expect("it is writable");
    drop(old);
    let mut plan = plan(&["none"]);
    let mut store = Store::create(&path).expect("it is one");
    assert_eq!(store.status().expect("it is readable").steps, None);
    plan.study.steps = Steps::All;
    store.set_plan(&plan).expect("it is the same study");
    let session = begin(&mut store, "d", "1").expect("it is planned");
    let cell = store.steps_left_of(session, &plan, 0, 0).expect("it is readable")[0].cell;
    store.note_steps(session, cell, &sample(0), &steps(2)).expect("it is writable");
    assert_eq!(store.dataset().expect("it is readable").steps.len(), 1);
}

/// Checks that the studies in `docs/studies/` are complete, and that one of them has steps.
#[test]
fn the_published_studies_open() {
    opens("h200", (4896, 13464), (4896, 102));
    opens("three-chips", (14688, 40392), (14688, 0));
}

/// Opens a published study and checks its numbers of configurations and runs, and of results and
/// steps.
fn opens(name: &str, measured: (u64, u64), read: (usize, usize)) {
    let packed = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../../docs/studies/{name}/results.db.gz"));
    let packed = std::fs::File::open(packed).expect("it is there");
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("results.db");
    let mut file = std::fs::File::create(&path).expect("there is room");
    std::io::copy(&mut flate2::read::GzDecoder::new(packed), &mut file).expect("it is whole");
    let store = Store::open(&path).expect("it is one");
    let status = store.status().expect("it is readable");
    assert_eq!((status.configurations, status.runs), measured);
    let data = store.dataset().expect("it is readable");
    assert_eq!((data.results.len(), data.steps.len()), read);
    let mut all = Store::create(&folder.path().join("all.db")).expect("there is room");
    all.merge(&path).expect("it is readable");
    assert_eq!(all.dataset().expect("it is readable"), data);
}
