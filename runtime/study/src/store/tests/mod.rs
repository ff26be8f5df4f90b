//! Tests of stores, with made-up studies.

mod share;
mod steps;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use igc_compiler::configuration::Configuration;
use igc_compiler::driver::Executed;
use igc_measure::comparison::{Failure, FailureKind, Preparation, RoundOrder, RunCounts, Sample};
use igc_measure::worker::DeviceFacts;
use igc_runtime::backend::DeviceName;
use igc_runtime::devices::DeviceRequest;
use igc_runtime::supersteps::{LoopKind, StepRecord};

use super::*;
use crate::dataset::{Cell, Outcome, Test};
use crate::export;
use crate::plan::Plan;
use crate::study::{Application, Configurations, Device, Graph, Steps, Study};

/// A program without nested foralls, pushes or loops, so that only `sz256` changes its artefact.
pub const PLAIN: &str = "
    param source: node = 0;
    node level: u32 = MAX;
    kernel start() { forall u in nodes where u == source { u.level = 0; } }
    main { start(); }
    check bfs(level, source);
    output level;";

/// Returns the plan of a study of [`PLAIN`] on two graphs and two devices, in the given
/// configurations.
pub fn plan(configurations: &[&str]) -> Plan {
    let list = configurations.iter().map(|list| options(list)).collect();
    let graph = |name: &str| Graph {
        name: name.into(),
        spec: "chain:3".into(),
        class: "made up".into(),
        folder: PathBuf::new(),
    };
    let device = |name: &str| Device {
        name: name.into(),
        request: DeviceRequest::of("interpreter"),
        dialect: None,
    };
    let study = Study {
        name: "small".into(),
        applications: vec![Application {
            name: "plain".into(),
            path: "plain.ig".into(),
            text: PLAIN.into(),
            params: vec![("source".into(), "1".into())],
            random_inputs: false,
        }],
        graphs: vec![graph("g"), graph("h")],
        devices: vec![device("d"), device("e")],
        configurations: Configurations::List(list),
        repetitions: 3,
        warmup: 1,
        timeout: Duration::from_secs(20),
        build_timeout: Duration::from_secs(600),
        budget: None,
        order: RoundOrder::Shuffled,
        steps: Steps::None,
        step_runs: 1,
    };
    Plan::new(study).expect("it compiles")
}

pub fn options(list: &str) -> Configuration {
    Configuration::parse(list).expect("it is a configuration")
}

fn begin(store: &mut Store, chip: &str, driver: &str) -> Result<Session, StoreError> {
    let name = DeviceName { name: "x".into(), driver: driver.into(), dialect: "y".into() };
    store.begin(chip, &name, &facts())
}

pub fn facts() -> DeviceFacts {
    let device = serde_json::json!({ "name": "x" });
    DeviceFacts {
        device,
        host: "h".into(),
        system: "s".into(),
        threads: 2,
        executed: Executed::OpenCl,
    }
}

fn sample(round: u32) -> Sample {
    Sample {
        round,
        position: 0,
        initialise: 0.5,
        compute: f64::from(round) + 0.75,
        waited: Some(0.125),
    }
}

const COUNTS: RunCounts = RunCounts { launches: 4, rounds: 2, restarts: 0 };

/// Creates a store with a plan in a folder.
fn store(plan: &Plan, folder: &Path, name: &str) -> Store {
    let mut store = Store::create(&folder.join(name)).expect("there is room");
    store.set_plan(plan).expect("it is new");
    store
}

/// Writes the missing runs of every cell, which has three runs. Returns the number of written runs.
fn measure(store: &mut Store, session: Session, plan: &Plan) -> usize {
    let mut count = 0;
    for todo in store.todo(session, plan).expect("it is readable") {
        for left in todo.left {
            let preparation = Preparation {
                compile: 0.1,
                build: 0.2,
                build_cached: false,
                geometry: Some((256, 128)),
            };
            store.note_preparation(session, left.cell, &preparation).expect("it is writable");
            for round in (0..3).filter(|round| !left.had.contains(round)) {
                store
                    .note_run(session, left.cell, &sample(round), &COUNTS)
                    .expect("it is writable");
                count += 1;
            }
        }
    }
    count
}

/// SQLite calls a file that has been deleted read-only.
#[cfg(unix)]
#[test]
fn a_deleted_store_is_an_error() {
    let folder = tempfile::tempdir().expect("there is room");
    let plan = plan(&["none"]);
    let mut store = store(&plan, folder.path(), "s.db");
    std::fs::remove_file(store.path()).expect("it is there");
    let error = store.set_plan(&plan).expect_err("the results are lost");
    assert!(matches!(error, StoreError::Gone(_)), "{error}");
    let device = Store::create(Path::new("/dev/zero")).expect_err("it has no end");
    assert!(matches!(device, StoreError::NotAStore(_)), "{device}");
}

#[test]
fn what_is_missing_is_what_has_no_runs_and_no_failure() {
    let folder = tempfile::tempdir().expect("there is room");
    let plan = plan(&["none", "wg", "sz256"]);
    let mut store = store(&plan, folder.path(), "s.db");
    let session = begin(&mut store, "d", "1").expect("it is planned");
    let todo = store.todo(session, &plan).expect("it is readable");
    assert_eq!(
        todo.iter().map(|test| (test.graph, test.left.len())).collect::<Vec<_>>(),
        [(0, 2), (1, 2)]
    );
    let (none, sz256) = (&todo[0].left[0], &todo[0].left[1]);
    assert_eq!((&none.options, &sz256.options), (&options("none"), &options("sz256")));
    store.note_run(session, none.cell, &sample(1), &COUNTS).expect("it is writable");
    store.note_run(session, none.cell, &sample(1), &COUNTS).expect("it is there already");
    let hung = Failure::new(FailureKind::Hung, "r".into());
    store.note_failure(session, sz256.cell, &hung).expect("it is writable");
    let left = store.left_of(session, &plan, 0, 0).expect("it is readable");
    assert_eq!((left.len(), left[0].had.as_slice()), (1, &[1][..]));
    let status = store.status().expect("it is readable");
    assert_eq!((status.configurations, status.cells, status.failed), (12, 8, 1));
    assert_eq!((status.runs, status.runs_left), (1, 3 * 7 - 1));
    assert_eq!(status.failures[0].example, "plain --opts sz256 on g on d");
    store.forget_runs(session, &[(none.cell, 1)]).expect("it is writable");
    assert_eq!(store.retry_failures(session).expect("it is writable"), 1);
    assert_eq!(measure(&mut store, session, &plan), 12);
    assert_eq!(store.todo(session, &plan).expect("it is readable"), []);
    let mut more = plan.clone();
    more.study.repetitions = 4;
    store.set_plan(&more).expect("it is the same study");
    let left = store.left_of(session, &more, 0, 0).expect("it is readable");
    assert!(left.iter().all(|cell| cell.had == [0, 1, 2]) && left.len() == 2);
}

#[test]
fn a_dataset_has_the_same_times_for_what_is_the_same() {
    let folder = tempfile::tempdir().expect("there is room");
    let plan = plan(&["none", "wg", "sz256"]);
    let mut store = store(&plan, folder.path(), "s.db");
    let session = begin(&mut store, "e", "1").expect("it is planned");
    let mut properties = BTreeMap::from([("nodes".to_string(), 3.0), ("arcs".to_string(), 4.0)]);
    let graph = &plan.study.graphs[1];
    store.note_graph(graph, &properties).expect("it is writable");
    assert!(!store.knows_graph(graph).expect("it is readable"), "an older igc knew less");
    properties.insert("in_degree_mean".into(), 4.0 / 3.0);
    store.note_graph(graph, &properties).expect("it is writable");
    assert!(store.knows_graph(graph).expect("it is readable"));
    let first = store.left_of(session, &plan, 1, 0).expect("it is readable").remove(1).cell;
    let wrong = Failure::new(FailureKind::Check, "no".into());
    store.note_failure(session, first, &wrong).expect("it is writable");
    measure(&mut store, session, &plan);
    let data = store.dataset().expect("it is readable");
    assert_eq!((data.study.as_str(), data.applications.len()), ("small", 1));
    assert_eq!(data.configurations, ["none", "wg", "sz256"].map(options));
    assert_eq!((data.inputs[1].nodes, data.inputs[1].edges), (3, 4));
    assert_eq!((data.chips[1].driver.as_str(), data.chips[0].driver.as_str()), ("1", ""));
    assert_eq!(data.results.len(), 6);
    let test = |input| Test { application: 0, input, chip: 1 };
    for configuration in 0..3 {
        assert_eq!(data.times(test(0), configuration), Some(&[0.75, 1.75, 2.75][..]));
    }
    let failed = &data.results[&Cell { test: test(1), configuration: 2 }];
    assert_eq!(*failed, Outcome::Failed(wrong));
    let rows = store.rows().expect("it is readable");
    assert_eq!(rows.len(), 3 * 5);
    assert!(rows.iter().all(|row| row.waited == Some(0.125)));
    assert_eq!((rows[0].options.as_str(), rows[3].options.as_str()), ("none", "wg"));
    assert_eq!(rows[0].artefact, rows[3].artefact);
    let csv = export::csv(&rows).expect("memory is writable");
    let csv = String::from_utf8(csv).expect("it is text");
    let names = csv.lines().next().expect("there is a first line");
    let fields = serde_json::to_value(&rows[0]).expect("it serialises");
    let fields = fields.as_object().expect("it has fields");
    assert!(names.split(',').all(|name| fields.contains_key(name)), "{names}");
    assert_eq!((csv.lines().count(), names.split(',').count()), (16, fields.len()));
    #[cfg(feature = "parquet")]
    reads_back(&rows);
}

/// Reads a Parquet file back with the reader of the same crate.
#[cfg(feature = "parquet")]
fn reads_back(rows: &[RunRow]) {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    let file = export::parquet(rows).expect("memory is writable");
    let reader = SerializedFileReader::new(bytes::Bytes::from(file)).expect("it is Parquet");
    let mut count = 0;
    for (row, wanted) in reader.get_row_iter(None).expect("it has rows").zip(rows) {
        let row = row.expect("it is readable");
        assert_eq!(row.get_string(8).expect("it is text"), &wanted.options);
        assert_eq!(row.get_long(10).expect("it is a number"), wanted.round);
        assert_eq!(row.get_double(12).expect("it is a number"), wanted.seconds);
        count += 1;
    }
    assert_eq!(count, rows.len());
}

#[test]
fn another_driver_is_another_chip() {
    let folder = tempfile::tempdir().expect("there is room");
    let plan = plan(&["none"]);
    let mut one = store(&plan, folder.path(), "one.db");
    begin(&mut one, "d", "1").expect("it is planned");
    begin(&mut one, "d", "1").expect("it is the same");
    let error = begin(&mut one, "d", "2").expect_err("it is another").to_string();
    assert!(
        error.contains("the store has measured `d` as x, 1, y, which differs from x, 2, y"),
        "{error}"
    );
    let error = begin(&mut one, "f", "1").expect_err("it is not planned").to_string();
    assert!(error.contains("no device `f`"), "{error}");
    let mut two = store(&plan, folder.path(), "two.db");
    let session = begin(&mut two, "d", "2").expect("it is planned");
    measure(&mut two, session, &plan);
    let error = one.merge(two.path()).expect_err("it is another").to_string();
    assert!(
        error.contains("two.db cannot be merged: the store has measured `d` as x, 1, y"),
        "{error}"
    );
    assert_eq!(one.status().expect("it is readable").runs, 0);
}

#[test]
fn merging_brings_each_thing_once() {
    let folder = tempfile::tempdir().expect("there is room");
    let plan = plan(&["none", "sz256"]);
    let mut one = store(&plan, folder.path(), "one.db");
    let mut two = store(&plan, folder.path(), "two.db");
    let session = begin(&mut one, "d", "1").expect("it is planned");
    measure(&mut one, session, &plan);
    let mut more = plan.clone();
    more.study.steps = Steps::All;
    two.set_plan(&more).expect("it is the same study");
    one.set_plan(&more).expect("it is the same study");
    let session = begin(&mut two, "e", "1").expect("it is planned");
    let cell = two.left_of(session, &plan, 0, 0).expect("it is readable").remove(0).cell;
    let failure = Failure::new(FailureKind::Crashed, "r".into());
    two.note_failure(session, cell, &failure).expect("it is writable");
    let none = two.left_of(session, &more, 1, 0).expect("it is readable").remove(0).cell;
    two.note_steps(session, none, &sample(0), &steps::steps(3)).expect("it is writable");
    let sz256 = two.left_of(session, &more, 1, 0).expect("it is readable").remove(1).cell;
    two.note_step_failure(session, sz256, &failure).expect("it is writable");
    measure(&mut two, session, &plan);
    let path = two.path().to_path_buf();
    let merged = one.merge(&path).expect("they go together");
    assert_eq!(merged, Merged { runs: 9, known: 0, failures: 1, step_runs: 1 });
    let again = one.merge(&path).expect("again");
    assert_eq!(again, Merged { runs: 0, known: 9, failures: 0, step_runs: 0 });
    let itself = folder.path().join(".").join("two.db");
    assert_eq!(two.merge(&itself).expect("it is there"), again);
    let status = one.status().expect("it is readable");
    assert_eq!((status.done, status.failed, status.runs_left), (7, 1, 0));
    let recorded = two.dataset().expect("it is readable").steps;
    assert_eq!(
        (one.dataset().expect("it is readable").steps, recorded[0].steps.len()),
        (recorded, 3)
    );
    assert_eq!(status.steps.expect("they are asked for").failures[0].cells, 1);
    let mut new = Store::create(&folder.path().join("new.db")).expect("there is room");
    new.merge(one.path()).expect("it is empty");
    assert_eq!(new.dataset().expect("readable"), one.dataset().expect("readable"));
}

/// The parts of a study may list different graphs and configurations.
#[test]
fn stores_with_other_graphs_and_configurations_are_merged() {
    let folder = tempfile::tempdir().expect("there is room");
    let whole = plan(&["none", "sz256", "fg8"]);
    let part = |graph: usize, configurations: &[&str]| {
        let mut part = plan(configurations);
        part.study.graphs = vec![whole.study.graphs[graph].clone()];
        part.study.devices.truncate(1);
        part
    };
    let [first, second] = [part(0, &["none", "fg8"]), part(1, &["none", "sz256"])];
    let stores = [("first.db", &first), ("second.db", &second)].map(|(name, plan)| {
        let mut store = store(plan, folder.path(), name);
        let session = begin(&mut store, "d", "1").expect("it is planned");
        measure(&mut store, session, plan);
        store
    });
    let [mut merged, other] = stores;
    merged.merge(other.path()).expect("they go together");
    let data = merged.dataset().expect("it is readable");
    assert_eq!(data.check(), Ok(()));
    let graphs: Vec<&str> = data.inputs.iter().map(|input| input.name.as_str()).collect();
    let configurations: Vec<String> = data.configurations.iter().map(|it| it.to_string()).collect();
    assert_eq!(
        (graphs, configurations),
        (vec!["g", "h"], vec!["none".into(), "fg8".into(), "sz256".into()])
    );
    let cells: Vec<(usize, usize)> =
        data.results.keys().map(|cell| (cell.test.input, cell.configuration)).collect();
    // `fg8` does not change the program, so the second part has measured it as `none`.
    assert_eq!(cells, [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)]);
}

#[test]
fn stores_of_others_are_left_alone() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("s.db");
    assert!(matches!(Store::open(&path), Err(StoreError::Missing(_))));
    std::fs::write(&path, "text, and not a database, but long enough").expect("it is writable");
    assert!(
        matches!(Store::create(&path), Err(StoreError::NotAStore(_))) && !Store::is_store(&path)
    );
    std::fs::remove_file(&path).expect("it is there");
    let other = Connection::open(&path).expect("there is room");
    other.execute_batch("CREATE TABLE other (x)").expect("it is writable");
    assert!(matches!(Store::open(&path), Err(StoreError::NotAStore(_))));
    std::fs::remove_file(&path).expect("it is there");
    drop(Store::create(&path).expect("there is room"));
    assert!(Store::is_store(&path));
    let newer = Connection::open(&path).expect("it is there");
    newer.pragma_update(None, "user_version", 99).expect("it is writable");
    let error = Store::open(&path).expect_err("it is newer").to_string();
    assert!(error.contains("has store format 99"), "{error}");
}

/// Checks that opening a store to read it changes nothing, also if its format is older or if
/// SQLite's write-ahead log was turned on.
#[test]
fn stores_that_are_read_stay_as_they_are() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("s.db");
    let of_version_1 = || {
        let old = Connection::open(&path).expect("there is room");
        old.execute_batch(MIGRATIONS[0]).expect("it is SQL");
        old.pragma_update(None, "application_id", APPLICATION_ID).expect("it is writable");
        old.pragma_update(None, "user_version", 1).expect("it is writable");
        old.execute_batch("INSERT INTO meta VALUES ('study', 'old')").expect("it is writable");
    };
    let with_log = || {
        drop(Store::create(&path).expect("there is room"));
        let log = Connection::open(&path).expect("it is there");
        log.pragma_update(None, "journal_mode", "WAL").expect("it is writable");
    };
    let makers: [&dyn Fn(); 2] = [&of_version_1, &with_log];
    for make in makers {
        make();
        let bytes = std::fs::read(&path).expect("it is there");
        let store = Store::open(&path).expect("it is a store");
        store.status().expect("it is readable");
        drop(store);
        let mut other = Store::create(&folder.path().join("other.db")).expect("there is room");
        other.merge(&path).expect("it is readable");
        drop(other);
        assert!(std::fs::read(&path).expect("it is there") == bytes, "the file has changed");
        std::fs::remove_file(folder.path().join("other.db")).expect("it is there");
        std::fs::remove_file(&path).expect("it is there");
        let left = std::fs::read_dir(folder.path()).expect("it can be listed").count();
        assert_eq!(left, 0, "other files are left");
    }
    // A database without tables is not a store, and does not become one.
    let empty = Connection::open(&path).expect("there is room");
    empty.execute_batch("CREATE TABLE t (x); DROP TABLE t;").expect("it is writable");
    drop(empty);
    assert!(matches!(Store::open(&path), Err(StoreError::NotAStore(_))));
}

/// Checks that times of an older format, which are those of `main` alone, become times of whole runs,
/// also if the store is only read or merged, and that they do so once.
#[test]
fn times_of_older_stores_become_those_of_whole_runs() {
    let folder = tempfile::tempdir().expect("there is room");
    let plan = plan(&["none"]);
    let path = folder.path().join("old.db");
    let mut store = store(&plan, folder.path(), "old.db");
    let session = begin(&mut store, "d", "1").expect("it is planned");
    measure(&mut store, session, &plan);
    let whole = store.dataset().expect("it is readable");
    let test = whole.tests()[0];
    assert_eq!(whole.times(test, 0), Some(&[0.75, 1.75, 2.75][..]));
    drop(store);
    let old = Connection::open(&path).expect("it is there");
    old.execute_batch(
        "UPDATE runs SET seconds = seconds - initialise;
         ALTER TABLE step_runs DROP COLUMN initialise;
         PRAGMA user_version = 4;",
    )
    .expect("it is writable");
    drop(old);
    let read = || Store::open(&path).and_then(|store| store.dataset()).expect("it is readable");
    assert_eq!(read(), whole);
    let mut other = Store::create(&folder.path().join("other.db")).expect("there is room");
    other.merge(&path).expect("it is readable");
    assert_eq!(other.dataset().expect("it is readable"), whole);
    drop(Store::create(&path).expect("it is a store"));
    assert_eq!(read(), whole);
}

/// Checks that a graph may be replaced until it has been loaded, because users change a study while
/// they try it out. A process that still has the old graph must stop.
#[test]
fn a_graph_may_become_another_one() {
    let folder = tempfile::tempdir().expect("there is room");
    let old = plan(&["none"]);
    let mut store = store(&old, folder.path(), "s.db");
    let mut new = old.clone();
    new.study.graphs[1].spec = "chain:4".into();
    store.set_plan(&new).expect("nobody has loaded it");
    let data = store.dataset().expect("it is readable");
    assert_eq!(data.inputs[1].spec, "chain:4");
    let words = "the graph `h` is `chain:4` in the store, but `chain:3`";
    let error = store.knows_graph(&old.study.graphs[1]).expect_err("it is another").to_string();
    assert!(error.contains(words), "{error}");
    let noted = store.note_graph(&old.study.graphs[1], &BTreeMap::new());
    let error = noted.expect_err("it is another").to_string();
    assert!(error.contains(words), "{error}");
}

#[test]
fn a_store_is_of_one_study() {
    let folder = tempfile::tempdir().expect("there is room");
    let first = plan(&["none"]);
    let mut store = store(&first, folder.path(), "s.db");
    let mut other = first.clone();
    other.study.name = "large".into();
    let error = store.set_plan(&other).expect_err("it is another").to_string();
    assert!(error.contains("the study `small`, not of `large`"), "{error}");
    let properties = BTreeMap::from([("nodes".to_string(), 3.0)]);
    store.note_graph(&first.study.graphs[1], &properties).expect("it is writable");
    let mut other = first.clone();
    other.study.graphs[1].spec = "chain:4".into();
    let error = store.set_plan(&other).expect_err("it is another").to_string();
    assert!(error.contains("the graph `h` is `chain:3` in the store, but `chain:4`"), "{error}");
    let mut fewer = first.clone();
    fewer.study.graphs.pop();
    store.set_plan(&fewer).expect("it is the same study");
    assert_eq!(store.status().expect("it is readable").cells, 2);
    assert_eq!(store.dataset().expect("it is readable").inputs.len(), 1);
}
