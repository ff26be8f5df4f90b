//! Measures the host's own part of a round: the values and conditions of `main`, without the device.
//!
//! In an adaptive run without `oitergb`, the host evaluates the model's tree in each round. This
//! module evaluates the statements on the longest way through a round, so the time is an upper bound
//! for the tree and the other statements of the round. A value that would be read from the device is
//! a constant.

use std::time::{Duration, Instant};

use igc_compiler::ir::{
    Action, ArrayId, Expr, GraphArray, HostStmt, LocalId, Module, Value, WorklistId,
};

use super::Memory;
use super::evaluate::Evaluator;
use crate::Error;

/// Number of evaluations of a measurement.
const TIMES: u32 = 1000;

/// The statements of a round.
#[derive(Debug)]
pub struct Decisions<'s> {
    constants: Constants<'s>,
    params: &'s [Value],
    way: Vec<Decision<'s>>,
    locals: Vec<Value>,
}

/// A statement that the host executes by itself.
#[derive(Debug, Clone, Copy)]
enum Decision<'s> {
    /// Gives a local a value.
    Set(LocalId, &'s Expr),
    /// Evaluates a condition.
    Test(&'s Expr),
}

impl<'s> Decisions<'s> {
    /// Finds the longest way through a round of a loop of `main`, with the values of the program's
    /// parameters, on a graph with these numbers of nodes and edges.
    pub fn of(
        module: &'s Module,
        params: &'s [Value],
        (nodes, edges): (u32, u64),
    ) -> Decisions<'s> {
        let locals = module.main.locals.iter().map(|local| Value::zero(local.ty));
        Decisions {
            constants: Constants { module, nodes, edges },
            params,
            way: longest_round(&module.main.body),
            locals: locals.collect(),
        }
    }

    /// Number of statements.
    pub fn count(&self) -> usize {
        self.way.len()
    }

    /// Returns the time to execute the statements once.
    ///
    /// # Errors
    ///
    /// Returns an error if an operator of `main` does not fit its operands.
    pub fn time(&mut self) -> Result<Duration, Error> {
        let start = Instant::now();
        for _ in 0..TIMES {
            for decision in &self.way {
                let (Decision::Set(_, expr) | Decision::Test(expr)) = decision;
                let evaluator = Evaluator {
                    module: self.constants.module,
                    params: self.params,
                    locals: &self.locals,
                    memory: &self.constants,
                };
                let value = evaluator.value(expr)?;
                match decision {
                    Decision::Set(local, _) => self.locals[local.index()] = value,
                    Decision::Test(_) => _ = std::hint::black_box(value),
                }
            }
        }
        Ok(start.elapsed() / TIMES)
    }
}

/// The longest way through the body of a loop.
fn longest_round(statements: &[HostStmt]) -> Vec<Decision<'_>> {
    let mut longest = vec![];
    for statement in statements {
        let of_round = match statement {
            HostStmt::While(condition, body) | HostStmt::Iterate(body, condition) => {
                [way(body), vec![Decision::Test(condition)]].concat()
            }
            HostStmt::For { body, .. } | HostStmt::Pipe { body, .. } => way(body),
            _ => vec![],
        };
        let inside = statement.blocks().into_iter().map(|block| longest_round(block));
        for candidate in inside.chain([of_round]) {
            if candidate.len() > longest.len() {
                longest = candidate;
            }
        }
    }
    longest
}

/// The longest way through statements, without the inner loops.
fn way(statements: &[HostStmt]) -> Vec<Decision<'_>> {
    let mut all = vec![];
    for statement in statements {
        match statement {
            HostStmt::Act(Action::Let(local, value) | Action::Assign(local, value)) => {
                all.push(Decision::Set(*local, value));
            }
            HostStmt::If(condition, then, otherwise) => {
                all.push(Decision::Test(condition));
                let (then, otherwise) = (way(then), way(otherwise));
                all.extend(if then.len() < otherwise.len() { otherwise } else { then });
            }
            _ => {}
        }
    }
    all
}

/// What expressions read, without a device.
#[derive(Debug)]
struct Constants<'s> {
    module: &'s Module,
    nodes: u32,
    edges: u64,
}

impl Memory for Constants<'_> {
    type Stop = Error;

    fn nodes(&self) -> u32 {
        self.nodes
    }

    fn edges(&self) -> u64 {
        self.edges
    }

    fn graph(&self, _: GraphArray, _: u64) -> Result<Option<u64>, Error> {
        Ok(Some(0))
    }

    fn row_length(&self, _: ArrayId) -> u32 {
        1
    }

    fn load(&self, array: ArrayId, _: u64, _: u32) -> Result<Value, Error> {
        Ok(Value::zero(self.module.arrays[array.index()].ty))
    }

    fn waiting(&self, _: WorklistId) -> Result<u32, Error> {
        Ok(1)
    }
}

#[cfg(test)]
mod tests {
    use igc_compiler::configuration::Configuration;
    use igc_compiler::driver::compile;

    use super::*;

    const SEARCH: &str = "param source: node = 0; node level: u32 = MAX; global changed: bool = false;
        kernel visit(depth: u32) {
            forall u in nodes where u.level == depth {
                forall e in u.out where e.dst.level == MAX { e.dst.level = depth + 1; changed = true; }
            }
        }
        main {
            source.level = 0;
            let depth = 0;
            iterate { changed = false; visit(depth); depth += 1; } while changed;
        }
        output level;";

    fn count(program: &str, opts: &str) -> usize {
        let options = Configuration::parse(opts).expect("the flags exist");
        let artefact = compile("m", program, &options).expect("it is a program").artefact;
        let params = [Value::Node(0)];
        let mut decisions = Decisions::of(&artefact.module, &params, (10, 40));
        decisions.time().expect("the operators fit");
        decisions.count()
    }

    #[test]
    fn the_longest_way_contains_the_tree() {
        // The round counts its depth, and tests whether there is another one.
        assert_eq!(count(SEARCH, "none"), 2);
        // The built-in rule adds two conditions, and five values for the counts and their sums.
        assert_eq!(count(SEARCH, "adaptive"), 9);
        assert_eq!(count("main {}", "none"), 0);
    }
}
