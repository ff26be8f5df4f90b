//! The oracles' verdicts on a result.

use std::cell::RefCell;
use std::collections::HashMap;

use igc_compiler::data::ArrayData;
use igc_compiler::ir::Value;
use igc_compiler::schedule::{Check, CheckArg, Schedule};
use igc_oracle::check::{CheckError, Column, Scalar, Value as Shown, find};

use crate::Error;
use crate::input::{Input, OracleGraph};
use crate::report::Verdict;

/// Asks every oracle that the program names.
///
/// # Errors
///
/// An oracle that does not exist, that cannot read the graph, or that the arguments do not fit.
pub fn judge(
    schedule: &Schedule,
    input: &Input,
    params: &[Value],
    arrays: &[ArrayData],
) -> Result<Vec<Verdict>, Error> {
    if schedule.checks.is_empty() {
        return Ok(vec![]);
    }
    judge_on(schedule, &input.for_oracle()?, params, arrays)
}

/// The same with the oracles' view of the graph at hand, which takes longer to make than some judge.
///
/// # Errors
///
/// An oracle that does not exist, or that the arguments do not fit.
pub fn judge_on(
    schedule: &Schedule,
    view: &OracleGraph,
    params: &[Value],
    arrays: &[ArrayData],
) -> Result<Vec<Verdict>, Error> {
    let mut verdicts = vec![];
    for check in &schedule.checks {
        let oracle = find(&check.oracle).map_err(|e| Error::Oracle(e.to_string()))?;
        let shown = arguments(check, schedule, params, arrays)?;
        let reason = match oracle.run(&view.graph, &shown) {
            Ok(()) => None,
            Err(CheckError::Mismatch(mismatch)) => Some(mismatch.to_string()),
            Err(CheckError::Argument(error)) => return Err(Error::Oracle(error.to_string())),
        };
        verdicts.push(Verdict {
            oracle: check.oracle.clone(),
            passed: reason.is_none(),
            independent: view.independent,
            reason,
        });
    }
    Ok(verdicts)
}

/// What an oracle is shown of a result.
fn arguments<'a>(
    check: &Check,
    schedule: &Schedule,
    params: &[Value],
    arrays: &'a [ArrayData],
) -> Result<Vec<Shown<'a>>, Error> {
    let shown = |arg: &CheckArg| match arg {
        CheckArg::Buffer(name) => {
            let at = schedule.buffers.iter().position(|b| b.name == *name);
            let array = at.and_then(|at| arrays.get(at));
            Ok(Shown::Column(column(array.ok_or_else(|| Error::missing("buffer", name))?)))
        }
        CheckArg::Param(name) => {
            let at = schedule.params.iter().position(|p| p.name == *name);
            let value = at.and_then(|at| params.get(at));
            Ok(Shown::Scalar(scalar(*value.ok_or_else(|| Error::missing("parameter", name))?)))
        }
    };
    check.args.iter().map(shown).collect()
}

/// What oracles have accepted on one graph, by what they were shown. Most configurations of a program, and
/// programs for one problem, leave the same result to the bit, and judging it takes longer than running
/// them.
#[derive(Default)]
pub struct Accepted(RefCell<HashMap<blake3::Hash, Vec<Verdict>>>);

/// Oracles that are not shown again what they have accepted.
pub struct Judge<'a> {
    view: &'a OracleGraph,
    accepted: &'a Accepted,
    params: &'a [Value],
}

impl<'a> Judge<'a> {
    /// Of the results that a program has on a graph with values of its parameters. `accepted` is of the
    /// same graph.
    pub fn new(view: &'a OracleGraph, accepted: &'a Accepted, params: &'a [Value]) -> Judge<'a> {
        Judge { view, accepted, params }
    }

    /// Asks every oracle that the program names, as [`judge_on`] does.
    ///
    /// # Errors
    ///
    /// Those of [`judge_on`].
    pub fn judge(&self, schedule: &Schedule, arrays: &[ArrayData]) -> Result<Vec<Verdict>, Error> {
        let shown = digest(schedule, self.params, arrays)?;
        if let Some(verdicts) = self.accepted.0.borrow().get(&shown) {
            return Ok(verdicts.clone());
        }
        let verdicts = judge_on(schedule, self.view, self.params, arrays)?;
        if verdicts.iter().all(|verdict| verdict.passed) {
            self.accepted.0.borrow_mut().insert(shown, verdicts.clone());
        }
        Ok(verdicts)
    }
}

/// What the oracles are shown of a result, as a hash.
fn digest(
    schedule: &Schedule,
    params: &[Value],
    arrays: &[ArrayData],
) -> Result<blake3::Hash, Error> {
    let mut hasher = blake3::Hasher::new();
    for check in &schedule.checks {
        hasher.update(check.oracle.as_bytes()).update(&[0]);
        for shown in arguments(check, schedule, params, arrays)? {
            match shown {
                Shown::Column(column) => {
                    let kind = std::mem::discriminant(&column);
                    let bytes = bytes(column);
                    hasher.update(format!("column {kind:?} {}", bytes.len()).as_bytes());
                    hasher.update(bytes);
                }
                Shown::Scalar(scalar) => {
                    hasher.update(format!("scalar {scalar:?}").as_bytes());
                }
            }
        }
        hasher.update(&[0]);
    }
    Ok(hasher.finalize())
}

fn bytes(column: Column<'_>) -> &[u8] {
    match column {
        Column::Bool(x) => bytemuck::cast_slice(x),
        Column::I32(x) => bytemuck::cast_slice(x),
        Column::U32(x) => bytemuck::cast_slice(x),
        Column::I64(x) => bytemuck::cast_slice(x),
        Column::U64(x) => bytemuck::cast_slice(x),
        Column::F32(x) => bytemuck::cast_slice(x),
        Column::F64(x) => bytemuck::cast_slice(x),
    }
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
    use igc_compiler::driver::compile;
    use igc_compiler::options::Options;
    use igc_compiler::types::Type as Declared;
    use igc_oracle::check::{CHECKS, Kind, Type};

    use super::*;

    /// A result that was accepted says nothing of one that differs in a single bit.
    #[test]
    fn only_the_very_same_result_is_accepted_unseen() {
        let text = "node level: u32 = MAX;\nparam source: node = 0;\n\
                    main { source.level = 0; }\noutput level;\ncheck bfs(level, source);\n";
        let artefact = compile("start", text, &Options::default()).expect("it is right").artefact;
        let input = Input::load("chain:2").expect("it is a graph");
        let (view, accepted) = (input.for_oracle().expect("so it is"), Accepted::default());
        let passed = |source, levels: [u32; 2]| {
            let params = [Value::Node(source)];
            let judge = Judge::new(&view, &accepted, &params);
            let verdicts = judge.judge(&artefact.schedule, &[ArrayData::U32(levels.to_vec())]);
            verdicts.expect("there is such an oracle")[0].passed
        };
        assert!(!passed(0, [0, u32::MAX]));
        assert!(passed(0, [0, 1]) && passed(0, [0, 1]));
        assert!(!passed(0, [0, 2]) && !passed(0, [0, u32::MAX]));
        assert_eq!(accepted.0.borrow().len(), 1);
        assert!(!passed(1, [0, 1]), "it is right for another source only");
    }

    /// How the oracles see a property of that type.
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

    /// What the compiler lets a `check` name is what the oracle of that name takes.
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
                // A node is shown as a number.
                types.dedup();
                match (argument.kind, parameter.kind) {
                    (ArgumentKind::NodeProperty, Kind::Column(taken))
                    | (ArgumentKind::EdgeProperty, Kind::EdgeColumn(taken))
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
