//! Classes: what a rank stores of the nodes and edges that the expressions of a kernel mean.

use std::collections::{BTreeMap, BTreeSet};

use super::keys::{ItemLoop, item_loops, key_of};
use crate::ir::visit::walk_stmts;
use crate::ir::{
    BinaryOp, Bounds, Domain, Expr, ExprKind, GraphArray, Kernel, LocalId, Module, StmtKind, Type,
    Value, WorklistId,
};

/// What a rank knows about the value of an expression of type `node` or `edge`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// A node that the rank owns.
    Owned,
    /// A node that the rank owns, or of which it has a copy.
    Stored,
    /// Any node of the graph, by its number in the graph.
    Number,
    /// An outgoing edge of a node that the rank owns.
    Outgoing,
    /// An incoming edge of a node that the rank owns.
    Incoming,
    /// A position in the list of incoming edges of nodes that the rank owns.
    Position,
    /// Any edge of the graph.
    AnyEdge,
}

impl Class {
    /// Whether the rank stores the node, so that local numbers mean it.
    pub fn is_stored(self) -> bool {
        matches!(self, Class::Owned | Class::Stored)
    }

    /// The class of a value that may have one class or the other.
    fn join(self, other: Class) -> Class {
        match (self, other) {
            (one, other) if one == other => one,
            (Class::Owned, Class::Stored) | (Class::Stored, Class::Owned) => Class::Stored,
            (Class::Owned | Class::Stored | Class::Number, _) => Class::Number,
            (Class::Outgoing | Class::Incoming | Class::Position | Class::AnyEdge, _) => {
                Class::AnyEdge
            }
        }
    }
}

/// The classes of the locals of a kernel.
pub struct Classes<'m> {
    module: &'m Module,
    kernel: &'m Kernel,
    /// The loops over items that travel to the owner of a node.
    keyed: Vec<ItemLoop>,
    /// The locals that are the node of an item, with the expression that reads it.
    keys: BTreeMap<LocalId, &'m Expr>,
    /// The class of each local, or `None` before a statement gives it a value.
    locals: Vec<Option<Class>>,
    /// Whether each local, if it is a node, is a node that exists.
    exist: Vec<bool>,
}

impl<'m> Classes<'m> {
    /// Determines the classes of the locals: the smallest solution. The items of the worklists `keyed` have
    /// [keys](super::keys).
    pub fn of(module: &'m Module, kernel: &'m Kernel, keyed: &BTreeSet<WorklistId>) -> Classes<'m> {
        let mut loops = item_loops(module, &kernel.body);
        loops.retain(|own| keyed.contains(&own.worklist));
        let mut locals = vec![None; kernel.locals.len()];
        for (class, local) in locals.iter_mut().zip(&kernel.locals).take(kernel.params) {
            *class = Some(unknown(module, local.ty));
        }
        let exist = (0..kernel.locals.len()).map(|at| at >= kernel.params).collect();
        let keys = keys(kernel, &loops);
        let mut classes = Classes { module, kernel, keyed: loops, keys, locals, exist };
        while classes.improve() {}
        while classes.exclude() {}
        classes
    }

    /// Notes the locals that may get a node that does not exist. Returns whether there are new ones.
    fn exclude(&mut self) -> bool {
        let mut found = vec![];
        walk_stmts(&self.kernel.body, &mut |stmt| match &stmt.kind {
            StmtKind::Let(id, value) | StmtKind::Assign(id, value) if !self.exists(value) => {
                found.push(*id);
            }
            StmtKind::LetVector(ids, _) => found.extend(ids),
            StmtKind::Atomic { old: Some(old), .. } => found.push(*old),
            _ => {}
        });
        let is_new = found.iter().any(|id| self.exist[id.index()]);
        found.iter().for_each(|id| self.exist[id.index()] = false);
        is_new
    }

    /// Whether an expression that is a node is certainly a node that exists.
    pub fn exists(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Local(id) => self.exist[id.index()],
            ExprKind::Graph(_, _, bounds) => *bounds == Bounds::Proven,
            ExprKind::WorklistItem(..) => true,
            ExprKind::Select(_, a, b) => self.exists(a) && self.exists(b),
            _ => false,
        }
    }

    /// Visits every statement that gives a local a value. Returns whether a class changed.
    fn improve(&mut self) -> bool {
        let mut found: Vec<(LocalId, Class)> = vec![];
        walk_stmts(&self.kernel.body, &mut |stmt| match &stmt.kind {
            StmtKind::Let(id, value)
            | StmtKind::Assign(id, value)
            | StmtKind::Reduce(id, _, value) => {
                found.extend(self.known(value).map(|class| (*id, class)));
            }
            StmtKind::LetVector(ids, value) => {
                let class = self.known(value);
                found.extend(
                    ids.iter().zip(class.into_iter().cycle()).map(|(id, class)| (*id, class)),
                );
            }
            StmtKind::ForAll { var, domain, .. } => {
                found.extend(self.of_domain(domain).map(|class| (*var, class)));
            }
            StmtKind::For { var, start, end, .. } => {
                found.extend([start, end].into_iter().filter_map(|e| Some((*var, self.known(e)?))));
            }
            StmtKind::Atomic { old: Some(old), .. }
            | StmtKind::AtomicShared { old: Some(old), .. }
            | StmtKind::Collective { result: old, .. } => {
                found.push((*old, unknown(self.module, self.kernel.locals[old.index()].ty)));
            }
            _ => {}
        });
        let mut has_changed = false;
        for (id, class) in found {
            let known = &mut self.locals[id.index()];
            let joined = known.map_or(class, |known| known.join(class));
            has_changed |= *known != Some(joined);
            *known = Some(joined);
        }
        has_changed
    }

    fn of_domain(&self, domain: &Domain) -> Option<Class> {
        match domain {
            Domain::Nodes => Some(Class::Owned),
            Domain::Edges | Domain::OutEdges(..) => Some(Class::Outgoing),
            Domain::InEdges(..) => Some(Class::Incoming),
            Domain::InPositions(..) => Some(Class::Position),
            Domain::Worklist(id) => Some(match self.module.worklists[id.index()].ty.is_node() {
                true => Class::Owned,
                false => Class::AnyEdge,
            }),
            Domain::Positions(_) => Some(Class::AnyEdge),
            Domain::Range(start, end) => match (self.known(start), self.known(end)) {
                (Some(start), Some(end)) => Some(start.join(end)),
                (one, other) => one.or(other),
            },
        }
    }

    /// Returns the class of a local. Locals that are neither nodes nor edges have no meaningful class.
    pub fn of_local(&self, id: LocalId) -> Class {
        let ty = self.kernel.locals[id.index()].ty;
        self.locals[id.index()].unwrap_or_else(|| unknown(self.module, ty))
    }

    /// Whether an expression is the node of an item, which is a number of the graph although the rank owns the node.
    pub fn is_key(&self, expr: &Expr) -> bool {
        key_of(expr, &self.keyed).is_some()
    }

    /// Returns the expression that reads the node of an item, if this expression is a local with the node.
    pub fn key(&self, expr: &Expr) -> Option<&'m Expr> {
        let ExprKind::Local(id) = expr.kind else { return None };
        self.keys.get(&id).copied()
    }

    /// Returns the class of an expression.
    pub fn of_expr(&self, expr: &Expr) -> Class {
        self.known(expr).unwrap_or_else(|| unknown(self.module, expr.ty))
    }

    /// Returns the class of an expression, or `None` if it depends on a local without a class.
    fn known(&self, expr: &Expr) -> Option<Class> {
        if self.is_key(expr) {
            return Some(Class::Owned);
        }
        let unknown = unknown(self.module, expr.ty);
        Some(match &expr.kind {
            ExprKind::Local(id) => return self.locals[id.index()],
            ExprKind::Graph(array, index, _) => match (array, self.known(index)?) {
                (GraphArray::Targets, Class::Outgoing)
                | (GraphArray::Sources, Class::Incoming)
                | (GraphArray::InSources, Class::Position) => Class::Stored,
                (GraphArray::Sources, Class::Outgoing)
                | (GraphArray::Targets, Class::Incoming)
                | (GraphArray::InTargets, Class::Position) => Class::Owned,
                (GraphArray::InEdges, Class::Position) => Class::Incoming,
                (GraphArray::OutOffsets | GraphArray::InOffsets, _) => {
                    match (array, row_of(index).map(|(node, _)| self.known(node))) {
                        (_, Some(None)) => return None,
                        (GraphArray::OutOffsets, Some(Some(Class::Owned))) => Class::Outgoing,
                        (GraphArray::InOffsets, Some(Some(Class::Owned))) => Class::Position,
                        _ => unknown,
                    }
                }
                _ => unknown,
            },
            ExprKind::Binary(_, a, b) if is_edge(self.module, expr.ty) => {
                let is_constant = |e: &Expr| matches!(e.kind, ExprKind::Const(_));
                match (is_constant(a), is_constant(b)) {
                    (false, true) => return self.known(a),
                    (true, false) => return self.known(b),
                    _ => self.known(a)?.join(self.known(b)?),
                }
            }
            ExprKind::Select(_, a, b) => match (self.known(a), self.known(b)) {
                (Some(a), Some(b)) => a.join(b),
                (one, other) => return one.or(other),
            },
            ExprKind::WorklistItem(id, ..) if self.module.worklists[id.index()].ty.is_node() => {
                Class::Owned
            }
            _ => unknown,
        })
    }
}

/// Returns the locals that are always the node of an item.
fn keys<'m>(kernel: &'m Kernel, loops: &[ItemLoop]) -> BTreeMap<LocalId, &'m Expr> {
    let (mut keys, mut assigned) = (BTreeMap::new(), BTreeSet::new());
    walk_stmts(&kernel.body, &mut |stmt| {
        if let StmtKind::Let(id, value) = &stmt.kind
            && key_of(value, loops).is_some()
        {
            keys.insert(*id, value);
        }
        assigned.extend(stmt.assigned());
    });
    keys.retain(|id, _| !assigned.contains(id));
    keys
}

/// The class of a value of which nothing is known but its type.
fn unknown(module: &Module, ty: Type) -> Class {
    if is_edge(module, ty) { Class::AnyEdge } else { Class::Number }
}

/// Whether values of a type may be edges.
fn is_edge(module: &Module, ty: Type) -> bool {
    ty == module.edges.of(Type::Edge)
}

/// Returns the node whose offset an expression is the index of, and whether the index is that of the next
/// node: `u`, or `u + 1` as [`Expr::row`] writes it.
pub fn row_of(index: &Expr) -> Option<(&Expr, bool)> {
    if index.ty == Type::Node {
        return Some((index, false));
    }
    let ExprKind::Binary(BinaryOp::Add, node, one) = &index.kind else { return None };
    let is_one = one.kind == ExprKind::Const(Value::U32(1));
    match &node.kind {
        ExprKind::Cast(node) if is_one && node.ty == Type::Node => Some((node, true)),
        _ => None,
    }
}

/// Returns the node whose degree an expression computes, and the offsets: the difference of the offsets
/// of the next node and of the node.
pub fn degree_of(expr: &Expr) -> Option<(GraphArray, &Expr)> {
    let ExprKind::Binary(BinaryOp::Sub, end, start) = &expr.kind else { return None };
    let (ExprKind::Graph(array, end, _), ExprKind::Graph(other, start, _)) =
        (&end.kind, &start.kind)
    else {
        return None;
    };
    let is_offsets = matches!(array, GraphArray::OutOffsets | GraphArray::InOffsets);
    match (row_of(start), row_of(end)) {
        (Some((node, false)), Some((same, true)))
            if is_offsets && array == other && node == same =>
        {
            Some((*array, node))
        }
        _ => None,
    }
}
