//! Measures the host's own part of a round: the values and conditions of `main`, without the device.
//!
//! In an adaptive run without `oitergb`, the host evaluates the model's tree in each round. This
//! module evaluates the statements on the longest way through a round, so the time is an upper bound
//! for the tree and the other statements of the round. A value that would be read from the device is
//! a constant.

use std::time::{Duration, Instant};

use igc_compiler::ir::{GraphArray, Value};
use igc_compiler::schedule::{Expr, Schedule, Step};

use super::expression::{Locals, Surroundings, evaluate};
use crate::Error;

/// Number of evaluations of a measurement.
const TIMES: u32 = 1000;

/// The statements of a round.
#[derive(Debug)]
pub struct Decisions<'s> {
    around: Constants<'s>,
    way: Vec<Decision<'s>>,
    locals: Locals,
}

/// A statement that the host executes by itself.
#[derive(Debug, Clone, Copy)]
enum Decision<'s> {
    /// Gives a local a value.
    Set(&'s str, &'s Expr),
    /// Evaluates a condition.
    Test(&'s Expr),
}

impl<'s> Decisions<'s> {
    /// Finds the longest way through a round of a loop of `main`, with the values of the program's
    /// parameters.
    pub fn of(
        schedule: &'s Schedule,
        params: &'s [Value],
        (nodes, edges): (u32, u64),
    ) -> Decisions<'s> {
        let around = Constants { schedule, params, nodes, edges };
        let mut decisions = Decisions { around, way: vec![], locals: Locals::default() };
        decisions.declare(&schedule.main);
        decisions.way = longest_round(&schedule.main);
        decisions
    }

    /// Number of statements.
    pub fn count(&self) -> usize {
        self.way.len()
    }

    /// Returns the time to execute the statements once.
    ///
    /// # Errors
    ///
    /// Returns an error if the schedule is malformed.
    pub fn time(&mut self) -> Result<Duration, Error> {
        let start = Instant::now();
        for _ in 0..TIMES {
            for decision in &self.way {
                match decision {
                    Decision::Set(local, value) => {
                        let value = evaluate(value, &self.locals, &self.around)?;
                        self.locals.set(local, value);
                    }
                    Decision::Test(condition) => {
                        let value = evaluate(condition, &self.locals, &self.around)?;
                        std::hint::black_box(value);
                    }
                }
            }
        }
        Ok(start.elapsed() / TIMES)
    }

    /// Gives each local of `main` a value of its type. The text declares a local before it is used.
    fn declare(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Set { local, value } => self.keep(local, value),
                Step::For { local, from, body, .. } => {
                    self.keep(local, from);
                    self.declare(body);
                }
                Step::If { then, otherwise, .. } => {
                    self.declare(then);
                    self.declare(otherwise);
                }
                Step::While { body, .. } | Step::Iterate { body, .. } | Step::Pipe { body, .. } => {
                    self.declare(body);
                }
                _ => {}
            }
        }
    }

    fn keep(&mut self, local: &str, value: &Expr) {
        if let Ok(value) = evaluate(value, &self.locals, &self.around) {
            self.locals.set(local, value);
        }
    }
}

/// The longest way through the body of a loop.
fn longest_round(steps: &[Step]) -> Vec<Decision<'_>> {
    let mut longest = vec![];
    for step in steps {
        let (of_round, inside): (Vec<Decision<'_>>, Vec<&[Step]>) = match step {
            Step::If { then, otherwise, .. } => (vec![], vec![then, otherwise]),
            Step::While { condition, body } | Step::Iterate { body, condition } => {
                ([way(body), vec![Decision::Test(condition)]].concat(), vec![body])
            }
            Step::For { body, .. } | Step::Pipe { body, .. } => (way(body), vec![body]),
            _ => continue,
        };
        for candidate in inside.into_iter().map(longest_round).chain([of_round]) {
            if candidate.len() > longest.len() {
                longest = candidate;
            }
        }
    }
    longest
}

/// The longest way through steps, without the inner loops.
fn way(steps: &[Step]) -> Vec<Decision<'_>> {
    let mut all = vec![];
    for step in steps {
        match step {
            Step::Set { local, value } => all.push(Decision::Set(local, value)),
            Step::If { condition, then, otherwise } => {
                all.push(Decision::Test(condition));
                let (then, otherwise) = (way(then), way(otherwise));
                all.extend(if then.len() < otherwise.len() { otherwise } else { then });
            }
            _ => {}
        }
    }
    all
}

/// What expressions refer to, without a device.
#[derive(Debug)]
struct Constants<'s> {
    schedule: &'s Schedule,
    params: &'s [Value],
    nodes: u32,
    edges: u64,
}

impl Surroundings for Constants<'_> {
    type Error = Error;

    fn node_count(&self) -> u32 {
        self.nodes
    }

    fn edge_count(&self) -> Value {
        self.schedule.graph.edges.number(self.edges)
    }

    fn param(&self, name: &str) -> Option<Value> {
        let at = self.schedule.params.iter().position(|param| param.name == name)?;
        self.params.get(at).copied()
    }

    fn load(&self, buffer: &str, _: u64, _: u32) -> Result<Value, Error> {
        let known = self.schedule.buffers.iter().find(|known| known.name == buffer);
        known.map(|known| Value::zero(known.ty)).ok_or_else(|| Error::missing("buffer", buffer))
    }

    fn row_length(&self, _: &str) -> Result<u32, Error> {
        Ok(1)
    }

    fn graph(&self, array: &str, _: u64) -> Result<Value, Error> {
        let known = GraphArray::ALL.into_iter().find(|known| known.name() == array);
        let ty = known.ok_or_else(|| Error::missing("graph array", array))?.ty();
        Ok(Value::zero(self.schedule.graph.edges.of(ty)))
    }

    fn waiting(&self, _: &str) -> Result<u32, Error> {
        Ok(1)
    }
}

#[cfg(test)]
mod tests {
    use igc_compiler::driver::compile;
    use igc_compiler::options::Options;

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
        let options = Options::parse(opts).expect("the flags exist");
        let artefact = compile("m", program, &options).expect("it is a program").artefact;
        let params = [Value::Node(0)];
        let mut decisions = Decisions::of(&artefact.schedule, &params, (10, 40));
        decisions.time().expect("all locals have values");
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
