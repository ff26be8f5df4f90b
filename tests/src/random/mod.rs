//! Random programs that the checker accepts by construction, similar to Csmith and YARPGen.
//!
//! [`generate`] converts a sequence of bytes to a program and a graph. [`strategy`] does this for
//! proptest, and reduces failing programs with [`reduce`]: it removes statements, replaces
//! expressions with their parts, and so on, as long as the checker still accepts the program and
//! the test still fails. [`census`] lists the constructs of a program, so that a test can check
//! that the generator produces all constructs. [`run`] contains the common part of the properties:
//! it runs a program in every stage and every order.
//!
//! There are four kinds of programs ([`Mode`]):
//!
//! * The result of a *deterministic* program does not depend on the order of iterations, so every
//!   stage and device must produce the same bits. To this end, each kernel has a
//!   [role](kernel::Role) for each property and global, and all its statements respect this role.
//! * A program *of `main`* is deterministic and has short kernels in a long `main`, like an
//!   outlined loop.
//! * A *free* program contains anything that the checker accepts. It must end, and keep all
//!   promises that the passes make about its accesses.
//! * A program *of a fixed point* has one loop that computes a [fixed point](fixpoint), or breaks
//!   some of the conditions under which the compiler can prove it. If the compiler proves it, the
//!   program must be deterministic.
//!
//! All programs end: loops over elements are finite, other loops have a counter called `turn…`, and
//! a `pipe` eventually calls a kernel `drain…`, which takes all remaining items. A program may
//! still take too long; the properties then skip it.

mod arrays;
pub mod build;
pub mod census;
mod choices;
mod contraction;
mod expr;
mod fixpoint;
mod functions;
mod generator;
mod host;
pub mod imports;
mod items;
pub mod kept;
mod kernel;
mod literal;
mod loops;
mod primitives;
pub mod reduce;
pub mod rewrite;
pub mod run;
pub mod strategy;
mod walk;
mod writes;

use std::fmt;

use igc_compiler::syntax::{ast, print};

use crate::small::Small;
pub use choices::Choices;

/// The kind of a random program, which determines its constructs. The [module](self) describes the
/// kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Programs without results that depend on the order of iterations.
    Deterministic,
    /// Programs like `Deterministic` ones, with short kernels and deeply nested statements of
    /// `main`.
    OfMain,
    /// Programs without restrictions.
    Free,
    /// Programs with a loop that computes a fixed point, or nearly does.
    FixedPoint,
}

impl Mode {
    /// Returns whether the results of programs of this kind do not depend on the order of
    /// iterations.
    pub fn is_deterministic(self) -> bool {
        !matches!(self, Mode::Free | Mode::FixedPoint)
    }
}

/// A program and a graph to run it on.
#[derive(Clone, PartialEq)]
pub struct Case {
    /// The syntax tree of the program.
    pub program: ast::Program,
    /// The graph, before the loader establishes the program's requirements.
    pub graph: Small,
}

impl Case {
    /// Returns the program's text.
    pub fn source(&self) -> String {
        print::program(&self.program)
    }
}

/// Shows the program and the edges of the graph when a test fails.
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

/// Generates a program and a graph from any bytes. More bytes give a larger program.
pub fn generate(bytes: &[u8], mode: Mode) -> Case {
    let mut generator = generator::Generator::new(Choices::new(bytes), mode);
    let graph = generator.graph();
    Case { program: generator.program(), graph }
}
