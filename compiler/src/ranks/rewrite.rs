//! Writes the module of a rank: local numbers where memory is accessed, numbers of the graph elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use super::classes::{Class, Classes, degree_of, row_of};
use super::{Exchange, Ranked, StoredEdges, Supplied, Transport};
use crate::ir::*;

/// What was derived before the module of a rank is written.
pub struct Parts {
    pub edges: StoredEdges,
    pub exchanges: Vec<Exchange>,
    pub ends: BTreeMap<KernelId, KernelId>,
    pub keyed: BTreeSet<WorklistId>,
}

/// Writes the module of a rank. All statements have a distributed form.
pub fn module(program: &Module, parts: Parts) -> Ranked {
    let Parts { edges, exchanges, ends, keyed } = parts;
    let mut module = program.clone();
    let param = |module: &mut Module, name: &str, ty: Type| {
        let name = module.free_name(name);
        module.params.push(Param { name, ty, default: None, range: None });
        ParamId(module.params.len() as u32 - 1)
    };
    let rank = param(&mut module, "rank", Type::U32);
    let ranks = param(&mut module, "ranks", Type::U32);
    let first = param(&mut module, "first_node", Type::U32);
    let owned = param(&mut module, "owned_nodes", Type::U32);
    let nodes = param(&mut module, "all_nodes", Type::U32);
    let all_edges = param(&mut module, "all_edges", Type::U64);
    let copies = param(&mut module, "copies", Type::U32);
    let shared_count = param(&mut module, "shared_count", Type::U32);
    let shared_edge_count = param(&mut module, "shared_edge_count", Type::U32);
    let numbers = array(&mut module, "numbers", Type::Node);
    let shared = list(&mut module, "shared", shared_count);
    let shared_edges = list(&mut module, "shared_edges", shared_edge_count);
    let mut supplied = Supplied {
        rank,
        ranks,
        first,
        owned,
        nodes,
        edges: all_edges,
        copies,
        shared_count,
        shared_edge_count,
        shared,
        shared_edges,
        numbers,
        out_degrees: None,
        in_degrees: None,
        statistics: vec![],
    };
    for (id, array) in (0..).map(ArrayId).zip(&mut module.arrays) {
        if let Init::Degrees(property) = array.init {
            supplied.statistics.push((id, property));
            array.init = Init::Input;
        }
    }
    for at in 0..module.arrays.len() {
        let Some(Length::Computed(mut length)) = module.arrays[at].length.clone() else { continue };
        Writer { module: &mut module, supplied: &mut supplied, classes: None, edges }
            .expr(&mut length, Form::Number);
        module.arrays[at].length = Some(Length::Computed(length));
    }
    for at in 0..module.kernels.len() {
        let classes = Classes::of(program, &program.kernels[at], &keyed);
        let mut kernel = module.kernels[at].clone();
        let mut writer =
            Writer { module: &mut module, supplied: &mut supplied, classes: Some(classes), edges };
        writer.block(&mut kernel.body);
        module.kernels[at] = kernel;
    }
    let mut main = std::mem::take(&mut module.main);
    let mut writer = Writer { module: &mut module, supplied: &mut supplied, classes: None, edges };
    writer.main(&mut main.body);
    module.main = main;
    // Each rank lists a part of the frontier, and choices are made for all ranks.
    module.frontiers.clear();
    let transport = Transport::default();
    Ranked { module, exchanges, edges, ends, keyed, supplied, transport }
}

/// Adds a list of `u32` with a length that the runtime supplies, as it does the values.
fn list(module: &mut Module, name: &str, length: ParamId) -> ArrayId {
    let name = module.free_name(name);
    let length = Expr { ty: Type::U32, kind: ExprKind::Param(length) };
    module.arrays.push(Array {
        name,
        ty: Type::U32,
        width: ElementWidth::Full,
        extent: Extent::One,
        length: Some(Length::Computed(length)),
        init: Init::Input,
    });
    ArrayId(module.arrays.len() as u32 - 1)
}

/// Adds an array with an element for each local node, which the runtime supplies.
fn array(module: &mut Module, name: &str, ty: Type) -> ArrayId {
    let name = module.free_name(name);
    let (width, extent, init) = (ElementWidth::Full, Extent::Nodes, Init::Input);
    module.arrays.push(Array { name, ty, width, extent, length: None, init });
    ArrayId(module.arrays.len() as u32 - 1)
}

/// How an expression of type `node` must state the node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// As a local number.
    Local,
    /// As the number in the graph.
    Number,
}

struct Writer<'m, 'p> {
    module: &'m mut Module,
    supplied: &'m mut Supplied,
    /// The classes of the kernel's locals, as they were before; `None` for `main`, whose nodes are all
    /// numbers of the graph.
    classes: Option<Classes<'p>>,
    edges: StoredEdges,
}

impl Writer<'_, '_> {
    fn block(&mut self, block: &mut Block) {
        for stmt in block {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        let origin = stmt.origin;
        match &mut stmt.kind {
            StmtKind::Let(id, value) | StmtKind::Assign(id, value) => {
                let form = self.form_of_local(*id);
                self.expr(value, form);
            }
            StmtKind::Store(place, value) => {
                self.place(place);
                self.expr(value, Form::Number);
            }
            StmtKind::Atomic { place, operands, .. } => {
                self.place(place);
                operands.iter_mut().for_each(|operand| self.expr(operand, Form::Number));
            }
            StmtKind::Push(id, item) | StmtKind::Enqueue(id, item) => {
                // Only items that are nodes have local numbers.
                let is_node = self.module.worklists[id.index()].ty.is_node();
                let form = if is_node { Form::Local } else { Form::Number };
                item.iter_mut().for_each(|value| self.expr(value, form));
            }
            StmtKind::ForAll { var, domain, mapping, body } => {
                let variable = *var;
                let guard = match (&*domain, *mapping) {
                    (Domain::Nodes, Mapping::Parallel) => {
                        Some(self.is_owned(Expr::local(variable, Type::Node)))
                    }
                    (Domain::Range(start, _), Mapping::Parallel) => {
                        Some(self.is_of_rank(variable, start))
                    }
                    // The edges of copies are also stored elsewhere, as outgoing edges.
                    (Domain::Edges, Mapping::Parallel) if self.edges.incoming => {
                        let edge = Expr::local(variable, self.module.edges.of(Type::Edge));
                        let kind =
                            ExprKind::Graph(GraphArray::Sources, Box::new(edge), Bounds::Proven);
                        Some(self.is_owned(Expr { ty: Type::Node, kind }))
                    }
                    _ => None,
                };
                domain.exprs_mut().into_iter().for_each(|e| self.expr(e, Form::Local));
                self.block(body);
                if let Some(condition) = guard {
                    let inner = std::mem::take(body);
                    body.push(StmtKind::If(condition, inner, vec![]).from(origin));
                }
                return;
            }
            _ => {
                stmt.exprs_mut().into_iter().for_each(|e| self.expr(e, Form::Number));
            }
        }
        for inner in stmt.blocks_mut() {
            self.block(inner);
        }
    }

    /// Returns the condition that the rank owns a stored node.
    fn is_owned(&self, node: Expr) -> Expr {
        Expr::binary(BinaryOp::Lt, node.cast(Type::U32), self.param(self.supplied.owned))
    }

    /// Returns the condition that the rank has an iteration of a range: the ranks take turns.
    fn is_of_rank(&mut self, variable: LocalId, start: &Expr) -> Expr {
        let mut start = start.clone();
        self.expr(&mut start, Form::Number);
        let wide = |value: Expr| value.cast(Type::U64);
        let var = wide(Expr::local(variable, start.ty));
        let param = |id| wide(self.param(id));
        let place = Expr::binary(BinaryOp::Sub, var, wide(start));
        let turn = Expr::binary(BinaryOp::Rem, place, param(self.supplied.ranks));
        Expr::binary(BinaryOp::Eq, turn, param(self.supplied.rank))
    }

    /// Rewrites the statements of `main`. Its nodes have the numbers of the graph, also as the rows of
    /// arrays: the runtime finds the owners.
    fn main(&mut self, body: &mut [HostStmt]) {
        for stmt in body {
            stmt.exprs_mut().into_iter().for_each(|e| self.expr(e, Form::Number));
            for inner in stmt.blocks_mut() {
                self.main(inner);
            }
        }
    }

    fn place(&mut self, place: &mut Place) {
        self.expr(&mut place.index, Form::Local);
        if let Some(element) = &mut place.element {
            self.expr(&mut element.index, Form::Number);
        }
    }

    /// The form in which a local of type `node` keeps the node.
    fn form_of_local(&self, id: LocalId) -> Form {
        match &self.classes {
            Some(classes) if classes.of_local(id).is_stored() => Form::Local,
            _ => Form::Number,
        }
    }

    /// The form that an expression has before it is converted.
    fn own_form(&self, expr: &Expr) -> Form {
        match &self.classes {
            Some(classes) if classes.of_expr(expr).is_stored() => Form::Local,
            _ => Form::Number,
        }
    }

    /// Rewrites an expression, which has the wanted form if it is a node.
    fn expr(&mut self, expr: &mut Expr, wanted: Form) {
        if let Some((offsets, node)) = degree_of(expr) {
            let is_out = offsets == GraphArray::OutOffsets;
            let is_stored = if is_out { self.edges.outgoing } else { self.edges.incoming };
            let is_owned =
                self.classes.as_ref().is_some_and(|classes| classes.of_expr(node) == Class::Owned);
            if !(is_stored && is_owned) {
                let mut node = node.clone();
                self.expr(&mut node, Form::Local);
                let array = self.degrees(is_out);
                *expr = load(array, node, Type::U32).cast(expr.ty);
                return;
            }
        }
        if self.classes.as_ref().is_some_and(|classes| classes.is_key(expr)) {
            if wanted == Form::Local {
                self.make_local(expr);
            }
            return;
        }
        // Also a number that is not a node of the graph remains what it is.
        if wanted == Form::Number
            && let Some(key) = self.classes.as_ref().and_then(|classes| classes.key(expr))
        {
            *expr = key.clone();
            return;
        }
        let own = if expr.ty == Type::Node { self.own_form(expr) } else { wanted };
        let may_be_missing = expr.ty == Type::Node && own != wanted && self.may_be_missing(expr);
        self.operands(expr, own);
        if expr.ty == Type::Node && own != wanted && wanted == Form::Number {
            let local = std::mem::replace(expr, Expr::constant(Value::Node(0)));
            let number = load(self.supplied.numbers, local.clone(), Type::Node);
            *expr = match may_be_missing {
                false => number,
                true => {
                    let none = Expr::constant(Value::Node(u32::MAX));
                    let is_missing = Expr::binary(BinaryOp::Eq, local, none.clone());
                    let kind =
                        ExprKind::Select(Box::new(is_missing), Box::new(none), Box::new(number));
                    Expr { ty: Type::Node, kind }
                }
            };
        }
    }

    /// Converts the number in the graph of a node that the rank owns to its local number. Numbers of other nodes become
    /// the largest id, which is not a node.
    fn make_local(&self, expr: &mut Expr) {
        let number = expr.clone().cast(Type::U32);
        let local = Expr::binary(BinaryOp::Sub, number, self.param(self.supplied.first));
        let is_owned = Expr::binary(BinaryOp::Lt, local.clone(), self.param(self.supplied.owned));
        let none = Expr::constant(Value::Node(u32::MAX));
        let kind =
            ExprKind::Select(Box::new(is_owned), Box::new(local.cast(Type::Node)), Box::new(none));
        *expr = Expr { ty: Type::Node, kind };
    }

    /// Whether a stored node may be the largest id, which is not a node.
    fn may_be_missing(&self, expr: &Expr) -> bool {
        !self.classes.as_ref().is_some_and(|classes| classes.exists(expr))
    }

    /// Rewrites the operands of an expression. `own` is its form if it is a node.
    fn operands(&mut self, expr: &mut Expr, own: Form) {
        match &mut expr.kind {
            ExprKind::Graph(array, index, _) => match array {
                // The index of an offset is a local number.
                GraphArray::OutOffsets | GraphArray::InOffsets if row_of(index).is_some() => {
                    self.offset(index);
                }
                _ => self.expr(index, Form::Number),
            },
            ExprKind::Load(place) if self.classes.is_some() => self.place(place),
            ExprKind::Binary(op, a, b) if a.ty == Type::Node => {
                let is_same = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
                let are_local = self.own_form(a) == Form::Local && self.own_form(b) == Form::Local;
                let form = if is_same && are_local { Form::Local } else { Form::Number };
                self.expr(a, form);
                self.expr(b, form);
            }
            ExprKind::Select(condition, a, b) => {
                self.expr(condition, Form::Number);
                self.expr(a, own);
                self.expr(b, own);
            }
            ExprKind::NodeCount => *expr = self.param(self.supplied.nodes),
            ExprKind::EdgeCount => *expr = self.param(self.supplied.edges).cast(expr.ty),
            _ => expr.operands_mut().into_iter().for_each(|e| self.expr(e, Form::Number)),
        }
    }

    /// Rewrites the index of an offset: a node, or the number after a node.
    fn offset(&mut self, index: &mut Expr) {
        if index.ty == Type::Node {
            return self.expr(index, Form::Local);
        }
        for operand in index.operands_mut() {
            for node in operand.operands_mut() {
                self.expr(node, Form::Local);
            }
        }
    }

    fn degrees(&mut self, is_out: bool) -> ArrayId {
        let known = match is_out {
            true => self.supplied.out_degrees,
            false => self.supplied.in_degrees,
        };
        if let Some(known) = known {
            return known;
        }
        let name = if is_out { "out_degrees" } else { "in_degrees" };
        let added = array(self.module, name, Type::U32);
        match is_out {
            true => self.supplied.out_degrees = Some(added),
            false => self.supplied.in_degrees = Some(added),
        }
        added
    }

    fn param(&self, id: ParamId) -> Expr {
        Expr { ty: self.module.params[id.index()].ty, kind: ExprKind::Param(id) }
    }
}

/// Reads an element of an array that the program never changes.
fn load(array: ArrayId, node: Expr, ty: Type) -> Expr {
    let (access, bounds) = (Access::Plain, Bounds::Checked);
    let place = Place { array, index: node, element: None, access, bounds };
    Expr { ty, kind: ExprKind::Load(Box::new(place)) }
}
