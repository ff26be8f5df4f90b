//! The registry: what is found, and what is refused before anything is computed.

use super::*;

fn graph() -> Adjacency {
    Adjacency::from_arcs(3, [(0, 1, None)]).unwrap()
}

fn refusal(check: &str, values: &[Value<'_>]) -> String {
    match find(check).and_then(|check| match check.run(&graph(), values) {
        Err(CheckError::Argument(error)) => Err(error),
        other => panic!("{other:?}"),
    }) {
        Err(error) => error.to_string(),
        Ok(()) => panic!("accepted"),
    }
}

#[test]
fn a_check_is_found_by_name_and_run() {
    let levels = [0, 1, u32::MAX];
    let right = [Value::Column(Column::U32(&levels)), Value::Scalar(Scalar::U32(0))];
    assert_eq!(find("bfs").unwrap().run(&graph(), &right), Ok(()));
    let wrong = [Value::Column(Column::U32(&levels)), Value::Scalar(Scalar::U32(1))];
    let result = find("bfs").unwrap().run(&graph(), &wrong);
    assert!(matches!(result, Err(CheckError::Mismatch(Mismatch { wrong: 2, .. }))));
}

#[test]
fn names_are_unique() {
    for check in CHECKS {
        let alike = CHECKS.iter().filter(|other| other.name == check.name).count();
        assert_eq!(alike, 1, "{}", check.name);
    }
}

#[test]
fn arguments_that_do_not_fit_are_refused() {
    let source = Value::Scalar(Scalar::U32(0));
    let levels = Value::Column(Column::U32(&[0, 1, 2]));
    let message = refusal("bsf", &[]);
    assert!(message.starts_with("there is no check 'bsf'; there are bfs, sssp, "), "{message}");
    assert_eq!(refusal("bfs", &[levels]), "check bfs takes 2 arguments (level, source), not 1");
    assert_eq!(
        refusal("bfs", &[source, levels]),
        "check bfs: 'level' is a single u32; it must be a node property of type u32"
    );
    assert_eq!(
        refusal("sssp", &[Value::Column(Column::Bool(&[true; 3])), source]),
        "check sssp: 'distance' is a property of type bool; \
         it must be a node property of type u32 or u64 or f32 or f64"
    );
    assert_eq!(
        refusal("bfs", &[levels, Value::Scalar(Scalar::I32(0))]),
        "check bfs: 'source' is a single i32; it must be a node"
    );
    assert_eq!(
        refusal("bfs", &[Value::Column(Column::U32(&[0, 1])), source]),
        "check bfs: 'level' has 2 values, the graph has 3 nodes"
    );
    assert_eq!(
        refusal("bfs", &[levels, Value::Scalar(Scalar::U32(3))]),
        "check bfs: 'source' is node 3, the graph has 3 nodes"
    );
}
