//! Asks the program's oracles (`igc-oracle`) whether a result is right. [`judge`](crate::judge) does so for many runs.

use igc_compiler::data::ArrayData;
use igc_compiler::ir::{Check, CheckArg, EdgeWidth, MAX_EXTENT, Module, Value};
use igc_oracle::check::{CheckError, Column, Scalar, Value as Shown, find};

use crate::Error;
use crate::external;
use crate::input::{Input, OracleGraph};
use crate::report::Verdict;
use crate::results::Results;

/// Asks every oracle that the program names.
///
/// # Errors
///
/// Returns an error if an oracle does not exist or cannot read the graph, or if the arguments do
/// not fit it.
pub fn judge(
    module: &Module,
    input: &Input,
    params: &[Value],
    results: &Results<'_>,
) -> Result<Vec<Verdict>, Error> {
    if module.checks.is_empty() {
        return Ok(vec![]);
    }
    if input.edge_width() == EdgeWidth::Wide {
        return judge_edges(module, input, params, results);
    }
    judge_on(module, &input.for_oracle()?, params, results)
}

/// Asks every oracle that the program names about a result on a graph that is too large for the
/// oracles' own view. Only some oracles can verify a result edge by edge.
fn judge_edges(
    module: &Module,
    input: &Input,
    params: &[Value],
    results: &Results<'_>,
) -> Result<Vec<Verdict>, Error> {
    let edges = input.edge_stream();
    let count = input.graph.edges() as usize;
    let judge = |check: &Check| {
        let oracle = find(&check.oracle).map_err(|e| Error::Oracle(e.to_string()))?;
        let shown = arguments(check, module, params, results)?;
        let verdict = oracle.run_on_edges((&edges, count), &shown).ok_or_else(|| {
            Error::Oracle(format!(
                "`{}` cannot check results on graphs with more than {MAX_EXTENT} edges\n\
                 help: use a smaller graph, or run the program without a check",
                check.oracle
            ))
        })?;
        judged(check, verdict, edges.is_independent())
    };
    module.checks.iter().map(judge).collect()
}

/// Returns the verdict of an oracle.
fn judged(
    check: &Check,
    result: Result<(), CheckError>,
    independent: bool,
) -> Result<Verdict, Error> {
    let reason = match result {
        Ok(()) => None,
        Err(CheckError::Mismatch(mismatch)) => Some(mismatch.to_string()),
        Err(CheckError::Argument(error)) => return Err(Error::Oracle(error.to_string())),
    };
    Ok(Verdict { oracle: check.oracle.clone(), passed: reason.is_none(), independent, reason })
}

/// Asks every oracle that the program names, with a view of the graph that already exists. On a
/// large graph, the view takes longer to build than a verdict.
///
/// # Errors
///
/// Returns an error if an oracle does not exist, if the arguments do not fit it, or if it cannot
/// judge runs on a reordered graph.
pub fn judge_on(
    module: &Module,
    view: &OracleGraph,
    params: &[Value],
    results: &Results<'_>,
) -> Result<Vec<Verdict>, Error> {
    let mut verdicts = vec![];
    for check in &module.checks {
        if check.command.is_some() {
            let reason = external::judge(check, module, view, params, results)?;
            let (oracle, independent) = (check.oracle.clone(), view.independent);
            verdicts.push(Verdict { oracle, passed: reason.is_none(), independent, reason });
            continue;
        }
        let oracle = find(&check.oracle).map_err(|e| Error::Oracle(e.to_string()))?;
        if view.is_reordered && oracle.depends_on_numbers() {
            return Err(Error::Oracle(format!(
                "the result that `{}` expects depends on the numbers of nodes, and the program has \
                 run with others\n\
                 help: remove the key `order` from the graph, or run the program without a check",
                check.oracle
            )));
        }
        let shown = arguments(check, module, params, results)?;
        verdicts.push(judged(check, oracle.run(&view.graph, &shown), view.independent)?);
    }
    Ok(verdicts)
}

/// Returns the arguments of a check: an array or a value for each of them.
///
/// # Errors
///
/// Returns an error if an array has not been read, or if a parameter does not exist.
pub fn arguments<'a>(
    check: &Check,
    module: &Module,
    params: &[Value],
    results: &'a Results<'_>,
) -> Result<Vec<Shown<'a>>, Error> {
    let shown = |arg: &CheckArg| match *arg {
        CheckArg::Array(id) => {
            let name = &module.arrays[id.index()].name;
            let array = results.get(name).ok_or_else(|| Error::missing("array", name))?;
            Ok(Shown::Column(column(array)))
        }
        CheckArg::Param(id) => {
            let name = &module.params[id.index()].name;
            let value = params.get(id.index()).ok_or_else(|| Error::missing("parameter", name))?;
            Ok(Shown::Scalar(scalar(*value)))
        }
    };
    check.args.iter().map(shown).collect()
}

fn column(array: &ArrayData) -> Column<'_> {
    match array {
        ArrayData::Bool(x) => Column::Bool(x),
        ArrayData::I32(x) => Column::I32(x),
        ArrayData::U32(x) | ArrayData::Node(x) | ArrayData::Edge(x) => Column::U32(x),
        ArrayData::I64(x) => Column::I64(x),
        ArrayData::U64(x) => Column::U64(x),
        ArrayData::F32(x) => Column::F32(x),
        ArrayData::F64(x) => Column::F64(x),
    }
}

fn scalar(value: Value) -> Scalar {
    match value {
        Value::Bool(x) => Scalar::Bool(x),
        Value::I32(x) => Scalar::I32(x),
        Value::U32(x) | Value::Node(x) | Value::Edge(x) => Scalar::U32(x),
        Value::I64(x) => Scalar::I64(x),
        Value::U64(x) => Scalar::U64(x),
        Value::F32(x) => Scalar::F32(x),
        Value::F64(x) => Scalar::F64(x),
    }
}

#[cfg(test)]
mod tests {
    use igc_compiler::check::oracles::{ArgumentKind, ORACLES};
    use igc_compiler::types::Type as Declared;
    use igc_oracle::check::{CHECKS, Kind, Type};

    /// Returns the type by which an oracle sees a property of the program.
    fn shown(declared: &Declared) -> Type {
        match declared {
            Declared::Bool => Type::Bool,
            Declared::I32 => Type::I32,
            Declared::U32 | Declared::Node | Declared::Edge => Type::U32,
            Declared::I64 => Type::I64,
            Declared::U64 => Type::U64,
            Declared::F32 => Type::F32,
            Declared::F64 => Type::F64,
        }
    }

    /// The compiler and the oracles must agree on the arguments of every `check`.
    #[test]
    fn the_compiler_knows_the_oracles() {
        let names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
        let known: Vec<&str> = ORACLES.iter().map(|oracle| oracle.name).collect();
        assert_eq!(known, names);
        for (oracle, check) in ORACLES.iter().zip(CHECKS) {
            assert_eq!(oracle.arguments.len(), check.parameters.len(), "{}", check.name);
            for (argument, parameter) in oracle.arguments.iter().zip(check.parameters) {
                let place = format!("{} in {}", parameter.name, check.name);
                let mut types: Vec<Type> = argument.types.iter().map(shown).collect();
                // An oracle sees a node as a number.
                types.dedup();
                match (argument.kind, parameter.kind) {
                    (ArgumentKind::NodeProperty, Kind::Column(taken))
                    | (ArgumentKind::EdgeProperty, Kind::EdgeColumn(taken))
                    | (ArgumentKind::NodeArray, Kind::NodeRows(taken))
                    | (ArgumentKind::EdgeArray, Kind::EdgeRows(taken))
                    | (ArgumentKind::GlobalArray, Kind::Array(taken))
                    | (ArgumentKind::Global | ArgumentKind::Param, Kind::Scalar(taken)) => {
                        assert_eq!(types, taken, "{place}");
                    }
                    (ArgumentKind::Param, Kind::Node) => {
                        assert_eq!(argument.types, [Declared::Node], "{place}");
                    }
                    other => panic!("{place}: {other:?}"),
                }
            }
        }
    }
}
