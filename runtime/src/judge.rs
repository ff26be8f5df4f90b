//! Remembers what the oracles of a program said, so that they judge each distinct result of many runs once.
//! [`verdict`](crate::verdict) asks them.

use std::cell::RefCell;
use std::collections::HashMap;

use igc_compiler::ir::Module;
use igc_compiler::ir::Value;
use igc_oracle::check::{Column, Value as Shown};

use crate::Error;
use crate::input::OracleGraph;
use crate::report::Verdict;
use crate::results::Results;
use crate::verdict::{arguments, judge_on};

/// The results on one graph that oracles have accepted, by a hash of what the oracles saw. Most
/// configurations of a program, and different programs for one problem, have the same result to the
/// bit, and judging takes longer than running.
#[derive(Default)]
pub struct Accepted(RefCell<HashMap<blake3::Hash, Vec<Verdict>>>);

/// The oracles for one graph, with the results that they have accepted.
pub struct Judge<'a> {
    view: &'a OracleGraph,
    accepted: &'a Accepted,
    params: &'a [Value],
}

impl<'a> Judge<'a> {
    /// Creates the judge of the results of a program with these parameters. `accepted` must belong
    /// to the same graph.
    pub fn new(view: &'a OracleGraph, accepted: &'a Accepted, params: &'a [Value]) -> Judge<'a> {
        Judge { view, accepted, params }
    }

    /// Asks every oracle that the program names, as [`judge_on`] does, unless the same result has
    /// been accepted before.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`judge_on`].
    pub fn judge(&self, module: &Module, results: &Results<'_>) -> Result<Vec<Verdict>, Error> {
        let shown = digest(module, self.params, results)?;
        if let Some(verdicts) = self.accepted.0.borrow().get(&shown) {
            return Ok(verdicts.clone());
        }
        let verdicts = judge_on(module, self.view, self.params, results)?;
        if verdicts.iter().all(|verdict| verdict.passed) {
            self.accepted.0.borrow_mut().insert(shown, verdicts.clone());
        }
        Ok(verdicts)
    }
}

/// Returns a hash of everything that the oracles see of a result.
fn digest(module: &Module, params: &[Value], results: &Results<'_>) -> Result<blake3::Hash, Error> {
    let mut hasher = blake3::Hasher::new();
    for check in &module.checks {
        hasher.update(check.oracle.as_bytes()).update(&[0]);
        hasher.update(check.command.as_deref().unwrap_or_default().as_bytes()).update(&[0]);
        for shown in arguments(check, module, params, results)? {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Input;
    use igc_compiler::configuration::Configuration;
    use igc_compiler::data::ArrayData;
    use igc_compiler::driver::compile;

    /// A result that was accepted says nothing about a result that differs in one bit.
    #[test]
    fn only_the_very_same_result_is_accepted_unseen() {
        let text = "node level: u32 = MAX;\nparam source: node = 0;\n\
                    main { source.level = 0; }\noutput level;\ncheck bfs(level, source);\n";
        let artefact =
            compile("start", text, &Configuration::default()).expect("it is right").artefact;
        let input = Input::load("chain:2").expect("it is a graph");
        let (view, accepted) = (input.for_oracle().expect("so it is"), Accepted::default());
        let passed = |source, levels: [u32; 2]| {
            let params = [Value::Node(source)];
            let judge = Judge::new(&view, &accepted, &params);
            let levels = ArrayData::U32(levels.to_vec());
            let results = Results::of([("level", &levels)]);
            let verdicts = judge.judge(&artefact.module, &results);
            verdicts.expect("there is such an oracle")[0].passed
        };
        assert!(!passed(0, [0, u32::MAX]));
        assert!(passed(0, [0, 1]) && passed(0, [0, 1]));
        assert!(!passed(0, [0, 2]) && !passed(0, [0, u32::MAX]));
        assert_eq!(accepted.0.borrow().len(), 1);
        assert!(!passed(1, [0, 1]), "it is right for another source only");
    }
}
