//! Tests of the list of checks: lookup by name, and arguments that are rejected before a check
//! runs.

use super::*;
use crate::adjacency::Weight;

fn graph() -> Adjacency {
    Adjacency::from_edges(3, [(0, 1, None)]).unwrap()
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
    assert!(
        message.starts_with("unknown check 'bsf'; the known checks are bfs, sssp, "),
        "{message}"
    );
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
        "check bfs: 'level' has 2 values, but the graph has 3 nodes"
    );
    assert_eq!(
        refusal("bfs", &[levels, Value::Scalar(Scalar::U32(3))]),
        "check bfs: 'source' is node 3, but the graph has 3 nodes"
    );
}

/// Returns unusual graphs: without nodes or edges, with self-loops, with parallel edges, and with
/// zero, negative and extreme weights.
fn odd_graphs() -> Vec<Adjacency> {
    let graph = |nodes, ends: &[(u32, u32)], weights: &[Weight]| {
        let edges = ends.iter().enumerate().map(|(edge, &(u, v))| {
            (u, v, (!weights.is_empty()).then(|| weights[edge % weights.len()]))
        });
        Adjacency::from_edges(nodes, edges).unwrap()
    };
    let mut graphs = vec![graph(0, &[], &[]), graph(1, &[], &[]), graph(3, &[], &[])];
    let (one, real) = (Weight::Integer, Weight::Real);
    for weights in [
        &[][..],
        &[one(0)],
        &[one(-5), one(7)],
        &[one(i64::MAX), one(i64::MIN)],
        &[real(-0.0), real(0.5)],
        &[real(f64::MAX), real(-f64::MAX)],
    ] {
        graphs.push(graph(1, &[(0, 0), (0, 0)], weights));
        graphs.push(graph(3, &[(0, 1), (0, 1), (1, 0), (1, 1)], weights));
        graphs.push(graph(4, &[(0, 1), (1, 2), (2, 0), (2, 2), (2, 1), (3, 2)], weights));
    }
    graphs
}

/// Checks that every check returns an answer for every graph and every value: right, wrong with a
/// place and a reason, or an argument error.
#[test]
fn every_check_answers_on_every_graph() {
    fn with_columns(length: usize, ty: Type, see: &mut dyn FnMut(Value<'_>)) {
        macro_rules! try_all {
            ($variant:ident: $($value:expr),+) => {
                [$($value),+].iter().for_each(|&value| {
                    see(Value::Column(Column::$variant(&vec![value; length])));
                })
            };
        }
        match ty {
            Type::Bool => try_all!(Bool: false, true),
            Type::I32 => try_all!(I32: 0, i32::MIN, i32::MAX),
            Type::U32 => try_all!(U32: 0, u32::MAX),
            Type::I64 => try_all!(I64: 0, i64::MIN, i64::MAX),
            Type::U64 => try_all!(U64: 0, u64::MAX),
            Type::F32 => try_all!(F32: 0.0, f32::NAN, f32::INFINITY, f32::MIN),
            Type::F64 => try_all!(F64: 0.0, f64::NAN, f64::INFINITY, f64::MAX),
        }
    }
    fn ask(check: &Check, graph: &Adjacency, values: &[Value<'_>]) {
        let Some(parameter) = check.parameters.get(values.len()) else {
            if let Err(CheckError::Mismatch(mismatch)) = check.run(graph, values) {
                let reasons = mismatch.first.iter().all(|difference| !difference.reason.is_empty());
                assert!(reasons && !mismatch.first.is_empty(), "{mismatch:?}");
                assert!((mismatch.first.len()..=mismatch.of).contains(&mismatch.wrong));
            }
            return;
        };
        let next = &mut |value: Value<'_>| {
            ask(check, graph, &[values, &[value]].concat());
        };
        match parameter.kind {
            Kind::Column(types) => {
                types.iter().for_each(|&ty| with_columns(graph.nodes() as usize, ty, next));
            }
            Kind::EdgeColumn(types) => {
                types.iter().for_each(|&ty| with_columns(graph.edges(), ty, next));
            }
            Kind::NodeRows(types) => {
                types.iter().for_each(|&ty| with_columns(2 * graph.nodes() as usize, ty, next));
            }
            Kind::EdgeRows(types) => {
                types.iter().for_each(|&ty| with_columns(2 * graph.edges(), ty, next));
            }
            Kind::Array(types) => {
                types.iter().for_each(|&ty| {
                    [0, 1, 12].iter().for_each(|&length| with_columns(length, ty, next));
                });
            }
            Kind::Scalar(types) => types.iter().for_each(|&ty| with_columns(1, ty, next)),
            Kind::Node => next(Value::Scalar(Scalar::U32(0))),
        }
    }
    for graph in odd_graphs() {
        for check in CHECKS {
            ask(check, &graph, &[]);
        }
    }
}
