//! Statements, in kernels and functions and in `main`. The chapter "Extending igc" lists what belongs to a new statement
//! (`docs/src/extending.md`).

use serde::Serialize;

use super::{BinaryOp, BindingId, Expr, Name, TypeName};
use crate::span::Span;

/// A block: statements between braces.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Block {
    /// The statements, in order.
    pub stmts: Vec<Stmt>,
    /// The block's range in the source text, from `{` to `}`.
    pub span: Span,
}

/// A statement with its position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stmt {
    /// The kind of statement, with its parts.
    pub kind: StmtKind,
    /// The statement's range in the source text, including the `;`.
    pub span: Span,
}

impl Stmt {
    /// The blocks directly in the statement.
    pub fn blocks(&self) -> Vec<&Block> {
        match &self.kind {
            StmtKind::If { then: first, otherwise, .. }
            | StmtKind::Exclusive { body: first, otherwise, .. } => {
                std::iter::once(first).chain(otherwise.as_ref()).collect()
            }
            StmtKind::While { body, .. }
            | StmtKind::Pipe { body, .. }
            | StmtKind::Once { body, .. }
            | StmtKind::Iterate { body, .. }
            | StmtKind::Block(body) => vec![body],
            StmtKind::For(the_loop) | StmtKind::ForAll(the_loop) => vec![&the_loop.body],
            _ => vec![],
        }
    }
}

/// The kinds of statements.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum StmtKind {
    /// Declares a local: `let v: node = e.dst;`
    Let {
        /// The binding that the `let` introduces.
        binding: BindingId,
        /// The name of the local.
        name: Name,
        /// The type of the local; `None` if it is not written.
        ty: Option<TypeName>,
        /// The initial value of the local.
        value: Expr,
    },
    /// Declares a local for each result of a function: `let (a, b: u32, _) = f();`
    LetSeveral {
        /// The locals, in the order of the results. There are at least two.
        locals: Vec<ResultLocal>,
        /// The call of the function.
        value: Expr,
    },
    /// Declares a local array: `let best: u32[4] = MAX;`
    LetArray {
        /// The binding that the `let` introduces.
        binding: BindingId,
        /// The name of the array.
        name: Name,
        /// The type of the elements.
        ty: TypeName,
        /// The number of elements.
        length: Expr,
        /// The initial value of every element; `None` means zero.
        value: Option<Expr>,
    },
    /// Assigns a value: `place = value;` or `place op= value;`
    Assign {
        /// The place that is written.
        place: Expr,
        /// The operator of a compound assignment; `None` for `=`.
        op: Option<AssignOp>,
        /// The right side of the assignment.
        value: Expr,
    },
    /// Pushes an item to a worklist: `push near v;`
    Push {
        /// The name of the worklist. `None` means the program's only worklist or the unnamed one.
        /// It is also `None` for `push near(v, d);`, whose item is a call.
        worklist: Option<Name>,
        /// The item to push.
        item: Expr,
    },
    /// Prints a line of texts and values: `print "round", round;`
    Print(Vec<Expr>),
    /// Ends the run with an error unless a condition holds: `require total < limit, "…";`
    Require {
        /// The condition.
        cond: Expr,
        /// The requirement in words.
        message: String,
    },
    /// Puts the current item back on its worklist: `retry;`
    Retry,
    /// Leaves the loop: `break;`
    Break,
    /// Starts the next iteration of the loop: `continue;`
    Continue,
    /// Returns from the function: `return;`, `return value;` or `return (a, b);`
    Return(Vec<Expr>),
    /// Runs one of two blocks: `if cond { … } else { … }`. An `else if` is represented as an `else`
    /// block that contains one `if`.
    If {
        /// The condition of the `if`.
        cond: Expr,
        /// The block that runs if the condition holds.
        then: Block,
        /// The block that runs if the condition does not hold; `None` without an `else`.
        otherwise: Option<Block>,
    },
    /// Repeats a block: `while cond { … }`
    While {
        /// The condition, which is evaluated before each round.
        cond: Expr,
        /// The body of the loop.
        body: Block,
    },
    /// Runs iterations one after the other, in the order of the domain: `for e in u.out where c { …
    /// }`. The body may contain `break`.
    For(Loop),
    /// Runs iterations concurrently, in any order: `forall e in u.out where c { … }`
    ForAll(Loop),
    /// Runs a block while the iteration owns some nodes: `exclusive(a, b) { … } else { … }`
    Exclusive {
        /// The nodes that the iteration must own.
        nodes: Vec<Expr>,
        /// The block that runs while the iteration owns the nodes.
        body: Block,
        /// The block that runs if another iteration owns one of the nodes. `None` means `retry`.
        otherwise: Option<Block>,
    },
    /// Repeats a block until a worklist is empty, in `main`: `pipe near [source] { … }`, or `once
    /// pipe { … }`.
    Pipe {
        /// Whether the keyword `once` precedes `pipe`.
        once: bool,
        /// The name of the worklist that the `pipe` empties. `None` means the program's only
        /// worklist or the unnamed one.
        worklist: Option<Name>,
        /// The initial content of the worklist; `None` if the worklist keeps its content.
        seed: Option<Seed>,
        /// The body of the `pipe`.
        body: Block,
    },
    /// Takes the items of a worklist for all kernels of a block, in `main`: `once near { … }`
    Once {
        /// The name of the worklist. `None` for `once worklist { … }`.
        worklist: Option<Name>,
        /// The body, whose kernels over the worklist process the same items.
        body: Block,
    },
    /// Repeats a block while a condition holds, in `main`: `iterate { … } while cond;`
    Iterate {
        /// The body of the loop, which runs at least once.
        body: Block,
        /// The condition, which is evaluated after each round.
        cond: Expr,
    },
    /// Exchanges two properties or two worklists, in `main`: `swap a, b;`
    Swap(Name, Name),
    /// Evaluates an expression for its effect: `visit(depth);`, `atomic_min(v.dist, d);`
    Expr(Expr),
    /// Runs a nested block: `{ … }`
    Block(Block),
}

/// A local that takes one of the results of a function: `a` or `b: u32` in `let (a, b: u32) = f();`
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ResultLocal {
    /// The binding that the `let` introduces.
    pub binding: BindingId,
    /// The name of the local; `_` ignores the result.
    pub name: Name,
    /// The type of the local; `None` if it is not written.
    pub ty: Option<TypeName>,
}

impl ResultLocal {
    /// Whether the result is ignored, so that there is no local.
    pub fn is_ignored(&self) -> bool {
        self.name.text == "_"
    }
}

/// The initial content of the worklist of a `pipe`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Seed {
    /// The items of a list: `[source, other]`
    Items(Vec<Expr>),
    /// Every node once: `nodes`
    Nodes(Span),
}

/// The head and the body of a loop: `x in domain at position where filter { body }`
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Loop {
    /// The binding that the loop introduces.
    pub binding: BindingId,
    /// The name of the loop variable.
    pub name: Name,
    /// The variable for the second value of a pair: `forall (v, d) in near`
    pub second: Option<(BindingId, Name)>,
    /// The domain, whose elements the loop variable takes.
    pub domain: Domain,
    /// The variable for the position of an item on its worklist: `forall v in near at i`
    pub position: Option<(BindingId, Name)>,
    /// The filter: the body runs only for elements for which it holds. `None` without a filter.
    pub filter: Option<Expr>,
    /// The body of the loop.
    pub body: Block,
}

/// The domain of a loop.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Domain {
    /// A range `a..b`: the whole numbers from `a` up to, but excluding, `b`. With a step, `a..b by
    /// s`: `a`, `a + s`, `a + 2 * s`, ….
    Range(Expr, Expr, Option<Expr>),
    /// A set of nodes, edges or items: `nodes`, `edges`, `worklist`, a worklist's name, `u.out` or
    /// `u.in`.
    Of(Expr),
}

/// Operators of compound assignments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum AssignOp {
    /// An operator with an infix form, such as `+=`.
    Binary(BinaryOp),
    /// The minimum: `min=`
    Min,
    /// The maximum: `max=`
    Max,
}
