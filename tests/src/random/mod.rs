//! Random programs that the checker accepts by construction, in the spirit of Csmith and YARPGen.
//!
//! [`generate`] turns a string of bytes into a program and a graph. [`strategy`] does so for proptest,
//! and makes what fails small with [`reduce`]: statements go, expressions become their parts, and so
//! on, as long as the program still checks and still fails. [`census`] says which constructs of the
//! language a program has, so that a test can hold the generator to all of them. [`run`] holds the
//! properties' common part: a program in every stage and every order.
//!
//! There are three kinds of programs ([`Mode`]). What a *deterministic* one computes does not depend on
//! the order of iterations, so that every stage and device must leave the same bits. For that, each
//! kernel gives each property and global a [role](kernel::Role), that all its statements keep to.
//! One *of `main`* is a deterministic one, too, of short kernels in a long `main`, as an outlined loop has
//! it. A *free* one does anything that the checker accepts; it must still end, and keep every promise that
//! the passes make of its accesses.
//!
//! Everything ends: loops over elements are finite, other loops count in a local called `turn…`, and a
//! `pipe` calls a kernel `drain…` after some turns, which takes what is left. A program can still take
//! long; the properties skip it then.

pub mod build;
pub mod census;
mod choices;
mod expr;
mod functions;
mod generator;
mod host;
mod items;
mod kernel;
mod literal;
mod loops;
pub mod reduce;
pub mod rewrite;
pub mod run;
pub mod strategy;
mod walk;

use std::fmt;

use igc_compiler::syntax::{ast, print};

use crate::small::Small;
pub use choices::Choices;

/// What a program may do: see the [module](self).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Nothing that depends on the order of iterations.
    Deterministic,
    /// Likewise, with short kernels, and with statements of `main` nested deep.
    OfMain,
    /// Anything.
    Free,
}

impl Mode {
    /// Whether what a program computes does not depend on the order of iterations.
    pub fn is_deterministic(self) -> bool {
        self != Mode::Free
    }
}

/// A program and a graph to run it on.
#[derive(Clone, PartialEq)]
pub struct Case {
    /// The program.
    pub program: ast::Program,
    /// The graph, as the loader has it before the program's requirements are met.
    pub graph: Small,
}

impl Case {
    /// The program's text.
    pub fn source(&self) -> String {
        print::program(&self.program)
    }
}

/// As a failure shows it: the program, and the edges of the graph.
impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}\n// on {} nodes:", self.source(), self.graph.nodes)?;
        for (source, target, weight) in &self.graph.edges {
            write!(f, " {source}->{target}")?;
            if !weight.is_empty() {
                write!(f, ":{weight}")?;
            }
        }
        writeln!(f)
    }
}

/// A program and a graph from any bytes: the more, the larger.
pub fn generate(bytes: &[u8], mode: Mode) -> Case {
    let mut generator = generator::Generator::new(Choices::new(bytes), mode);
    let graph = generator.graph();
    Case { program: generator.program(), graph }
}
