//! What the generator knows while it writes: what is declared, what is in scope, and what may be
//! touched where it stands.

use igc_compiler::syntax::ast::{AssignOp, Expr, Program};
use igc_compiler::types::Type;

use super::build::path;
use super::kernel::Role;
use super::{Choices, Mode};
use crate::small::{Small, Weights};

/// What there is one element for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Per {
    Program,
    Node,
    Edge,
}

impl Per {
    /// The type of what an element belongs to.
    pub(super) fn index(self) -> Option<Type> {
        match self {
            Per::Program => None,
            Per::Node => Some(Type::Node),
            Per::Edge => Some(Type::Edge),
        }
    }
}

/// A property or global.
#[derive(Debug, Clone)]
pub(super) struct Array {
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) per: Per,
}

/// A kernel: its name, and the types of its parameters.
#[derive(Debug, Clone)]
pub(super) struct Signature {
    pub(super) name: String,
    pub(super) params: Vec<Type>,
}

/// What is being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    /// A constant, or the default of a parameter.
    Constant,
    /// The initial value of a property or global.
    Initial,
    /// A function.
    Function,
    /// A kernel.
    Kernel,
    /// `main`.
    Main,
}

/// A function: what it takes, and what it yields.
#[derive(Debug, Clone)]
pub(super) struct Callable {
    pub(super) name: String,
    /// The properties and globals that it takes, and what it does to each.
    pub(super) arrays: Vec<(Array, Role)>,
    pub(super) values: Vec<Type>,
    pub(super) result: Option<Type>,
    /// Whether it changes nothing.
    pub(super) pure: bool,
}

/// A local in scope.
#[derive(Debug, Clone)]
pub(super) struct Local {
    pub(super) name: String,
    pub(super) ty: Type,
    /// Whether it can be assigned to: not a parameter, a loop's variable, or a count of turns.
    pub(super) assignable: bool,
    /// How many `forall`s are around its declaration.
    pub(super) depth: usize,
    /// Whether a `forall` around reduces into it, so that it cannot be read.
    pub(super) shared: bool,
}

/// A loop around a statement of a kernel, as the checker sees it.
#[derive(Debug, Clone)]
pub(super) enum Frame {
    /// A `forall` with its variable, and what its iterations own each an element of.
    ForAll { var: String, owns: Option<Owned> },
    /// `for`, `while`.
    Sequential,
    /// `exclusive`
    Exclusive,
    /// `pipe`, `iterate`
    Host,
}

/// The elements of which each iteration has its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owned {
    /// The variable of an outermost loop over nodes.
    Nodes,
    /// The variable of an outermost loop over edges.
    Edges,
    /// The outgoing edges of an owned node.
    Out,
    /// The incoming edges of an owned node.
    In,
}

/// Writes one program.
pub(super) struct Generator<'b> {
    pub(super) choices: Choices<'b>,
    pub(super) mode: Mode,
    pub(super) context: Context,
    pub(super) consts: Vec<(String, Type)>,
    pub(super) params: Vec<(String, Type)>,
    pub(super) arrays: Vec<Array>,
    pub(super) worklists: Vec<String>,
    pub(super) kernels: Vec<Signature>,
    pub(super) functions: Vec<Callable>,
    /// What the function that is being written yields.
    pub(super) result: Option<Type>,
    /// The locals that the `forall`s around reduce into, each by one operator.
    pub(super) sums: Vec<(String, Type, AssignOp)>,
    /// By array: how the kernel that is being written touches it.
    pub(super) roles: Vec<Role>,
    pub(super) scopes: Vec<Vec<Local>>,
    pub(super) frames: Vec<Frame>,
    /// What names nodes that the `exclusive` around owns.
    pub(super) exclusive: Vec<String>,
    /// Whether the outermost loop is over a worklist.
    pub(super) takes_items: bool,
    /// Whether an atomic can stand in the expression that is being written.
    pub(super) atomics: bool,
    /// The worklists that some `pipe` empties in the end.
    pub(super) drained: Vec<String>,
    weights: Weights,
    locals: usize,
}

impl<'b> Generator<'b> {
    pub(super) fn new(choices: Choices<'b>, mode: Mode) -> Generator<'b> {
        Generator {
            choices,
            mode,
            context: Context::Constant,
            consts: vec![],
            params: vec![],
            arrays: vec![],
            worklists: vec![],
            kernels: vec![],
            functions: vec![],
            result: None,
            sums: vec![],
            roles: vec![],
            scopes: vec![],
            frames: vec![],
            exclusive: vec![],
            takes_items: false,
            atomics: false,
            drained: vec![],
            weights: Weights::Pattern,
            locals: 0,
        }
    }

    /// A small graph: perhaps without nodes, with loops and parallel edges, and weights that every
    /// number type can hold.
    pub(super) fn graph(&mut self) -> Small {
        let nodes = *self.choices.pick(&[3, 5, 1, 9, 2, 12, 0]);
        let edges = if nodes == 0 { 0 } else { self.choices.below(20) };
        let ends = |choices: &mut Choices<'_>| choices.below(nodes as usize) as u32;
        let edges: Vec<_> =
            (0..edges).map(|_| (ends(&mut self.choices), ends(&mut self.choices))).collect();
        let graph = Small::new("random", nodes, edges);
        self.weights = *self.choices.pick(&[Weights::Integer, Weights::Real, Weights::Pattern]);
        match self.weights {
            Weights::Pattern => graph,
            Weights::Integer => graph.weighted(Weights::Integer, |i| (i * i % 100).to_string()),
            Weights::Real => {
                graph.weighted(Weights::Real, |i| format!("{:?}", i as f64 * 0.75 - 2.0))
            }
        }
    }

    pub(super) fn program(&mut self) -> Program {
        let items = self.items();
        Program { modules: vec![], doc: vec![], items, expr_count: 0, binding_count: 0 }
    }

    /// Whether a property of this type can hold the graph's weights.
    pub(super) fn holds_weights(&self, ty: Type) -> bool {
        match self.weights {
            Weights::Pattern => false,
            Weights::Integer => ty.is_integer() || ty.is_float(),
            Weights::Real => ty.is_float(),
        }
    }

    pub(super) fn any_type(&mut self) -> Type {
        *self.choices.pick(&[
            Type::U32,
            Type::Node,
            Type::Bool,
            Type::I32,
            Type::U64,
            Type::I64,
            Type::F32,
            Type::F64,
            Type::Edge,
        ])
    }

    // ---- Locals -------------------------------------------------------------------------------

    /// How many `forall`s are around.
    pub(super) fn depth(&self) -> usize {
        self.frames.iter().filter(|frame| matches!(frame, Frame::ForAll { .. })).count()
    }

    /// A name that nothing has yet.
    pub(super) fn fresh(&mut self, prefix: &str) -> String {
        self.locals += 1;
        format!("{prefix}{}", self.locals)
    }

    /// A name for a `let`: fresh, or, now and then, that of a local of a block around.
    pub(super) fn name_for_let(&mut self) -> String {
        let own = self.scopes.last().map_or(&[][..], |scope| &scope[..]);
        let outer: Vec<String> = self.visible().into_iter().map(|local| local.name).collect();
        // What counts turns and what is reduced into stays, and parameters may be a role's value.
        let outer: Vec<&String> = outer
            .iter()
            .filter(|name| !name.starts_with(['t', 'p', 's']))
            .filter(|name| own.iter().all(|local| local.name != **name))
            .collect();
        match outer.is_empty() || !self.choices.once_in(12) {
            true => self.fresh("x"),
            false => self.choices.pick(&outer).to_string(),
        }
    }

    pub(super) fn bind(&mut self, name: &str, ty: Type, assignable: bool) {
        let local =
            Local { name: name.to_owned(), ty, assignable, depth: self.depth(), shared: false };
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(local);
        }
    }

    /// Writes something in a scope of its own.
    pub(super) fn scoped<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(vec![]);
        let result = write(self);
        self.scopes.pop();
        result
    }

    /// Writes something within a loop.
    pub(super) fn within<T>(&mut self, frame: Frame, write: impl FnOnce(&mut Self) -> T) -> T {
        self.frames.push(frame);
        let result = write(self);
        self.frames.pop();
        result
    }

    /// The locals that no other one hides.
    pub(super) fn visible(&self) -> Vec<Local> {
        let mut seen: Vec<&str> = vec![];
        let mut visible = vec![];
        for local in self.scopes.iter().rev().flatten() {
            if !seen.contains(&local.name.as_str()) {
                seen.push(&local.name);
                visible.push(local.clone());
            }
        }
        visible
    }

    /// The variable of the innermost `forall` and what it owns, where it can be named.
    pub(super) fn innermost(&self) -> Option<(String, Option<Owned>)> {
        let innermost = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::ForAll { var, owns } => Some((var.clone(), *owns)),
            _ => None,
        });
        innermost.filter(|(var, _)| self.is_loop_variable(var))
    }

    /// Whether the name means a loop's variable here, and no local that hides it.
    pub(super) fn is_loop_variable(&self, name: &str) -> bool {
        let found = self.visible().into_iter().find(|local| local.name == name);
        found.is_some_and(|local| !local.assignable)
    }

    // ---- What can be read ---------------------------------------------------------------------

    /// Something with a name that has the type and is no constant.
    pub(super) fn variable(&mut self, ty: Type) -> Option<Expr> {
        let mut found: Vec<Expr> = vec![];
        for local in self.visible().iter().filter(|local| local.ty == ty && !local.shared) {
            // What is nearer is more interesting.
            found.extend([path(&local.name), path(&local.name)]);
        }
        if self.context != Context::Constant {
            found.extend(self.params.iter().filter(|p| p.1 == ty).map(|p| path(&p.0)));
        }
        if !matches!(self.context, Context::Constant | Context::Initial) {
            found.extend(self.readable(ty));
            if ty == Type::Node {
                let edges: Vec<Expr> = self
                    .visible()
                    .iter()
                    .filter(|local| local.ty == Type::Edge && !local.shared)
                    .map(|local| path(&local.name))
                    .collect();
                for edge in edges {
                    let end = if self.choices.once_in(3) { "src" } else { "dst" };
                    found.extend([
                        super::build::field(edge.clone(), end),
                        super::build::field(edge, end),
                    ]);
                }
            }
        }
        (!found.is_empty()).then(|| self.choices.pick(&found).clone())
    }
}
