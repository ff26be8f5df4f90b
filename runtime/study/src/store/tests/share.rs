//! Tests of cells that share measurements.

use super::*;

/// Begins a session on a chip that runs the program before it is optimised for work-items.
fn begin_native(store: &mut Store, plan: &Plan, chip: &str) -> Session {
    let session = begin(store, chip, "1").expect("it is planned");
    store.share_cells(session, plan, Executed::Parallel).expect("it is writable");
    session
}

#[test]
fn configurations_with_the_same_code_on_a_chip_are_measured_once() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut plan = plan(&["none", "sz256"]);
    plan.study.steps = Steps::List(vec![options("sz256")]);
    let mut store = store(&plan, folder.path(), "s.db");
    let session = begin_native(&mut store, &plan, "d");
    let todo = store.todo(session, &plan).expect("it is readable");
    for test in &todo {
        assert_eq!((test.left.len(), &test.left[0].options), (1, &options("none")));
        assert_eq!((test.steps.len(), &test.steps[0].options), (1, &options("sz256")));
        assert_eq!(test.left[0].cell, test.steps[0].cell);
    }
    assert_eq!(measure(&mut store, session, &plan), 2 * 3);
    let on_opencl = begin(&mut store, "e", "1").expect("it is planned");
    store.share_cells(on_opencl, &plan, Executed::OpenCl).expect("it is writable");
    assert_eq!(measure(&mut store, on_opencl, &plan), 4 * 3);
    let status = store.status().expect("it is readable");
    assert_eq!((status.configurations, status.cells, status.done), (8, 6, 6));
    assert_eq!((status.runs, status.runs_left), (18, 0));
    let data = store.dataset().expect("it is readable");
    let test = Test { application: 0, input: 0, chip: 0 };
    assert!(data.times(test, 0).is_some());
    assert_eq!(data.times(test, 0), data.times(test, 1));
    // Merging keeps what is shared.
    let mut new = Store::create(&folder.path().join("new.db")).expect("there is room");
    new.merge(store.path()).expect("it is empty");
    assert_eq!(new.dataset().expect("it is readable"), data);
}

#[test]
fn cells_keep_the_runs_that_they_have() {
    let folder = tempfile::tempdir().expect("there is room");
    let plan = plan(&["none", "sz256"]);
    let mut store = store(&plan, folder.path(), "s.db");
    let session = begin(&mut store, "d", "1").expect("it is planned");
    let sz256 = store.left_of(session, &plan, 0, 0).expect("it is readable").remove(1);
    store.note_run(session, sz256.cell, &sample(7), &COUNTS).expect("it is writable");
    let again = begin_native(&mut store, &plan, "d");
    let left = |input| store.left_of(again, &plan, input, 0).expect("it is readable").len();
    assert_eq!((left(0), left(1)), (2, 1));
}
