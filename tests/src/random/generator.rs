//! The state of the generator: declarations, the scope, and the accesses that are allowed at the
//! current position.

use igc_compiler::syntax::ast::{AssignOp, Expr, Program};
use igc_compiler::types::Type;

use super::arrays::Length;
use super::build::path;
use super::contraction::Classes;
use super::kernel::Role;
use super::{Choices, Mode};
use crate::small::{Small, Weights};

/// The kind of object to which an element belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Per {
    Program,
    Node,
    Edge,
}

impl Per {
    /// Returns the type of the index of an element.
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
    /// The length of an array; `None` for a single value.
    pub(super) length: Option<Length>,
}

/// A kernel: its name and the types of its parameters.
#[derive(Debug, Clone)]
pub(super) struct Signature {
    pub(super) name: String,
    pub(super) params: Vec<Type>,
    /// The worklists over which its loops range.
    pub(super) reads: Vec<String>,
}

/// The construct that the generator is currently writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    /// A constant, or the default of a parameter of the program.
    Constant,
    /// The initial value of a property or global.
    Initial,
    /// The body of a function.
    Function,
    /// The body of a kernel.
    Kernel,
    /// The body of `main`.
    Main,
}

/// The signature of a function.
#[derive(Debug, Clone)]
pub(super) struct Callable {
    pub(super) name: String,
    /// The properties and globals that the function takes, with their roles.
    pub(super) arrays: Vec<(Array, Role)>,
    pub(super) values: Vec<Type>,
    pub(super) results: Vec<Type>,
    /// Whether the function changes nothing.
    pub(super) pure: bool,
    /// Whether `main` can call the function, which then does not push or declare arrays.
    pub(super) in_main: bool,
}

/// A local in scope.
#[derive(Debug, Clone)]
pub(super) struct Local {
    pub(super) name: String,
    pub(super) ty: Type,
    /// The length of a local array; `None` for a single value.
    pub(super) length: Option<Length>,
    /// Whether the program may assign to the local. Parameters, loop variables and counters of
    /// rounds are not assignable.
    pub(super) assignable: bool,
    /// Number of `forall`s around the declaration of the local.
    pub(super) depth: usize,
    /// Whether an enclosing `forall` reduces into the local, so that it cannot be read.
    pub(super) shared: bool,
}

/// A local into which a `forall` reduces, with the operator of the reduction.
#[derive(Debug, Clone)]
pub(super) struct Sum {
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) op: AssignOp,
    pub(super) length: Option<Length>,
}

/// A loop or block around a statement. Only the kinds that the checker distinguishes are
/// distinguished.
#[derive(Debug, Clone)]
pub(super) enum Frame {
    /// A `forall` with its variable, and the elements that its iterations own.
    ForAll { var: String, owns: Option<Owned> },
    /// A `for` or `while` loop.
    Sequential,
    /// An `exclusive` statement.
    Exclusive,
    /// A `pipe` or `iterate` loop.
    Host,
}

/// The elements that each iteration of a loop owns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owned {
    /// The node that is the variable of an outermost loop over nodes.
    Nodes,
    /// The edge that is the variable of an outermost loop over edges.
    Edges,
    /// The outgoing edges of an owned node.
    Out,
    /// The incoming edges of an owned node.
    In,
}

/// The generator of one program.
pub(super) struct Generator<'b> {
    pub(super) choices: Choices<'b>,
    pub(super) mode: Mode,
    pub(super) context: Context,
    pub(super) consts: Vec<(String, Type)>,
    pub(super) params: Vec<(String, Type)>,
    /// The constants that can be lengths, with their values.
    pub(super) small_consts: Vec<(String, u32)>,
    /// The parameters that can be lengths.
    pub(super) small_params: Vec<String>,
    pub(super) arrays: Vec<Array>,
    pub(super) worklists: Vec<String>,
    /// The type of the items of all worklists, or the two types of pairs.
    pub(super) items: Vec<Type>,
    pub(super) kernels: Vec<Signature>,
    pub(super) functions: Vec<Callable>,
    /// Whether `main` cannot call the current function.
    pub(super) only_in_kernels: bool,
    /// Number of elements that further long arrays of the kernel may have.
    pub(super) long_elements: u32,
    /// The types of the results of the current function.
    pub(super) results: Vec<Type>,
    /// The locals into which the enclosing `forall`s reduce.
    pub(super) sums: Vec<Sum>,
    /// The role of each array in the current kernel.
    pub(super) roles: Vec<Role>,
    pub(super) scopes: Vec<Vec<Local>>,
    pub(super) frames: Vec<Frame>,
    /// The names of the nodes that the enclosing `exclusive` owns.
    pub(super) exclusive: Vec<String>,
    /// The worklists over which the loops of the current kernel range.
    pub(super) reads: Vec<String>,
    /// Whether the outermost loop is over a worklist.
    pub(super) takes_items: bool,
    /// Whether the current expression may contain an atomic.
    pub(super) atomics: bool,
    /// The worklists that some `pipe` eventually empties.
    pub(super) drained: Vec<String>,
    /// The properties of the input graph.
    pub(super) originals: Vec<String>,
    /// The kernels that give the nodes labels for contractions.
    pub(super) classes: Vec<Classes>,
    /// Whether `main` contracts the graph.
    pub(super) contracts: bool,
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
            small_consts: vec![],
            small_params: vec![],
            arrays: vec![],
            worklists: vec![],
            items: vec![Type::Node],
            reads: vec![],
            kernels: vec![],
            functions: vec![],
            only_in_kernels: false,
            long_elements: 0,
            results: vec![],
            sums: vec![],
            roles: vec![],
            scopes: vec![],
            frames: vec![],
            exclusive: vec![],
            takes_items: false,
            atomics: false,
            drained: vec![],
            originals: vec![],
            classes: vec![],
            contracts: false,
            weights: Weights::Pattern,
            locals: 0,
        }
    }

    /// Generates a small graph. It may have no nodes or no edges, and may have self-loops and parallel
    /// edges. All number types can represent its weights.
    pub(super) fn graph(&mut self) -> Small {
        let nodes = *self.choices.pick(&[3, 5, 1, 9, 2, 12, 0]);
        let has_edges = nodes > 0 && !self.choices.once_in(6);
        let edges = if has_edges { self.choices.below(20) } else { 0 };
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
        Program {
            modules: vec![],
            doc: vec![],
            items,
            files: vec![],
            file_modules: std::collections::BTreeMap::new(),
            expr_count: 0,
            binding_count: 0,
        }
    }

    /// Returns whether a property of a type can hold the graph's weights.
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

    /// Returns the number of `forall`s that enclose the current position.
    pub(super) fn depth(&self) -> usize {
        self.frames.iter().filter(|frame| matches!(frame, Frame::ForAll { .. })).count()
    }

    /// Returns a new name that starts with `prefix`.
    pub(super) fn fresh(&mut self, prefix: &str) -> String {
        self.locals += 1;
        format!("{prefix}{}", self.locals)
    }

    /// Returns a name for a `let`: a new name, or occasionally the name of a local of an enclosing
    /// block.
    pub(super) fn name_for_let(&mut self) -> String {
        let own = self.scopes.last().map_or(&[][..], |scope| &scope[..]);
        let outer: Vec<String> = self.not_shadowed().into_iter().map(|local| local.name).collect();
        // Counters of rounds and reduced locals must stay visible, and a parameter may be the value
        // of a role.
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
        self.bind_local(name, ty, None, assignable);
    }

    pub(super) fn bind_array(&mut self, name: &str, ty: Type, length: Length) {
        self.bind_local(name, ty, Some(length), true);
    }

    fn bind_local(&mut self, name: &str, ty: Type, length: Option<Length>, assignable: bool) {
        let (name, depth) = (name.to_owned(), self.depth());
        let local = Local { name, ty, length, assignable, depth, shared: false };
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(local);
        }
    }

    /// Generates code in a new scope for locals.
    pub(super) fn scoped<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(vec![]);
        let result = write(self);
        self.scopes.pop();
        result
    }

    /// Generates code inside a loop or block.
    pub(super) fn within<T>(&mut self, frame: Frame, write: impl FnOnce(&mut Self) -> T) -> T {
        self.frames.push(frame);
        let result = write(self);
        self.frames.pop();
        result
    }

    /// Returns the locals that are not shadowed and are not arrays.
    pub(super) fn visible(&self) -> Vec<Local> {
        let mut locals = self.not_shadowed();
        locals.retain(|local| local.length.is_none());
        locals
    }

    /// Returns the locals that are not shadowed, including arrays.
    pub(super) fn not_shadowed(&self) -> Vec<Local> {
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

    /// Returns the variable of the innermost `forall` and the elements that it owns, if the
    /// variable is not shadowed.
    pub(super) fn innermost(&self) -> Option<(String, Option<Owned>)> {
        let innermost = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::ForAll { var, owns } => Some((var.clone(), *owns)),
            _ => None,
        });
        innermost.filter(|(var, _)| self.is_loop_variable(var))
    }

    /// Returns whether a name refers to a loop variable at the current position, and is not
    /// shadowed by another local.
    pub(super) fn is_loop_variable(&self, name: &str) -> bool {
        let found = self.visible().into_iter().find(|local| local.name == name);
        found.is_some_and(|local| !local.assignable)
    }

    // ---- Reads --------------------------------------------------------------------------------

    /// Generates a read of a named value of a type, such as a local. Constants are not read.
    pub(super) fn variable(&mut self, ty: Type) -> Option<Expr> {
        let mut found: Vec<Expr> = vec![];
        for local in self.visible().iter().filter(|local| local.ty == ty && !local.shared) {
            // Nearer names are more interesting, so their probability is higher.
            found.extend([path(&local.name), path(&local.name)]);
        }
        for local in self.local_arrays().into_iter().filter(|l| l.ty == ty && !l.shared) {
            found.push(self.element(path(&local.name), local.length.as_ref(), 0));
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
