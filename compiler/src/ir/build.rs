//! Constructors for modules, expressions and statements. They derive types, and choose unique names
//! for locals.

use super::names::bounded;
use super::visit::{rename_locals, walk_stmts};
use super::*;
use crate::intrinsics::Intrinsic;

impl Module {
    /// Creates an empty program.
    pub fn new(name: &str) -> Module {
        Module {
            name: name.to_string(),
            stage: Stage::Parallel,
            edges: EdgeWidth::Narrow,
            numbers_edges: false,
            workgroup_size: WORKGROUP_SIZE,
            requirements: vec![],
            params: vec![],
            arrays: vec![],
            worklists: vec![],
            kernels: vec![],
            outlined: vec![],
            frontiers: vec![],
            variants: vec![],
            main: Main::default(),
            outputs: vec![],
            checks: vec![],
        }
    }

    /// Returns the [bounded] name, or this name with a number, that no array, parameter, worklist,
    /// kernel or outlined loop has.
    pub fn free_name(&self, name: &str) -> String {
        let is_taken = |name: &str| {
            self.arrays.iter().any(|array| array.name == name)
                || self.params.iter().any(|param| param.name == name)
                || self.worklists.iter().any(|worklist| worklist.name == name)
                || self.kernels.iter().any(|kernel| kernel.name == name)
                || self.outlined.iter().any(|outlined| outlined.name == name)
        };
        unique_name(&bounded(name), is_taken)
    }

    /// Notes that a new kernel does the work of a kernel, or a part of it: what is known about the
    /// model's choice of the kernel holds for the new one, too.
    pub(crate) fn copy_variants(&mut self, from: KernelId, to: KernelId) {
        let known = self.variants.iter().filter(|variant| variant.kernel == from);
        let copies: Vec<Variant> =
            known.map(|variant| Variant { kernel: to, ..variant.clone() }).collect();
        self.variants.extend(copies);
    }
}

impl Default for Kernel {
    /// An empty kernel without a name.
    fn default() -> Kernel {
        Kernel {
            name: String::new(),
            locals: Locals::default(),
            params: 0,
            shared: vec![],
            lanes: 1,
            asynchronous: None,
            per: None,
            options: None,
            plan: Plan::default(),
            body: vec![],
        }
    }
}

impl Kernel {
    /// Numbers the locals in the order of their declarations, and removes those that no statement
    /// declares.
    pub fn renumber_locals(&mut self) {
        let mut declared: Vec<LocalId> = (0..self.params as u32).map(LocalId).collect();
        walk_stmts(&self.body, &mut |stmt| declared.extend(stmt.declares()));
        let mut new = vec![None; self.locals.len()];
        let mut locals = Locals::default();
        for id in declared {
            new[id.index()] = Some(locals.push(self.locals[id.index()].clone()));
        }
        rename_locals(&mut self.body, &|id| new[id.index()].unwrap_or(id));
        self.locals = locals;
    }
}

impl Expr {
    /// Creates a literal.
    pub fn constant(value: Value) -> Expr {
        Expr { ty: value.ty(), kind: ExprKind::Const(value) }
    }

    /// Creates an expression that reads a local.
    pub fn local(id: LocalId, ty: Type) -> Expr {
        Expr { ty, kind: ExprKind::Local(id) }
    }

    /// Applies an infix operator to operands of fitting types.
    pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
        let ty = if op.is_comparison() { Type::Bool } else { left.ty };
        Expr { ty, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) }
    }

    /// Applies a prefix operator.
    pub fn unary(op: UnaryOp, operand: Expr) -> Expr {
        Expr { ty: op.result(operand.ty), kind: ExprKind::Unary(op, Box::new(operand)) }
    }

    /// Returns the number of zero bits below the lowest one bit of an integer, as `u32`.
    pub fn trailing_zeros(self) -> Expr {
        Expr::unary(UnaryOp::Call(Intrinsic::Ctz), self)
    }

    /// Converts the expression to a type, if it has a different one.
    pub fn cast(self, ty: Type) -> Expr {
        if self.ty == ty { self } else { Expr { ty, kind: ExprKind::Cast(Box::new(self)) } }
    }

    /// Reads an element of a graph array with a checked index.
    pub fn graph(array: GraphArray, index: Expr) -> Expr {
        let kind = ExprKind::Graph(array, Box::new(index), Bounds::Checked);
        Expr { ty: array.ty(), kind }
    }

    /// Returns where a node's edges start and end (exclusive), according to the offsets.
    pub fn row(offsets: GraphArray, node: Expr, bounds: Bounds) -> (Expr, Expr) {
        let offset = |index: Expr| {
            let kind = ExprKind::Graph(offsets, Box::new(index), bounds);
            Expr { ty: offsets.ty(), kind }
        };
        (offset(node.clone()), offset(node.plus_one()))
    }

    /// Returns the number of integers from `start` (inclusive) to `end` (exclusive), as `u64`.
    pub fn range_length(start: Expr, end: Expr) -> Expr {
        let wide = |e: Expr| e.cast(Type::U64);
        let length = Expr::binary(BinaryOp::Sub, wide(end.clone()), wide(start.clone()));
        let some = Expr::binary(BinaryOp::Lt, start, end);
        let none = Expr::constant(Value::U64(0));
        let kind = ExprKind::Select(Box::new(some), Box::new(length), Box::new(none));
        Expr { ty: Type::U64, kind }
    }

    /// Reads a coordinate of the work-item.
    pub fn at(coordinate: Coordinate) -> Expr {
        Expr::u32(ExprKind::At(coordinate))
    }

    /// Returns the number of edges.
    pub fn edge_count() -> Expr {
        Expr { ty: Type::Edge, kind: ExprKind::EdgeCount }
    }

    /// Creates an expression of type `u32`, such as a property of the launch or the graph.
    pub fn u32(kind: ExprKind) -> Expr {
        Expr { ty: Type::U32, kind }
    }

    /// Returns `self + 1` as `u32`.
    pub fn plus_one(self) -> Expr {
        let one = Expr::constant(Value::U32(1));
        Expr::binary(BinaryOp::Add, self.cast(Type::U32), one)
    }
}

impl Domain {
    /// Returns where the edges are if the elements are edges of a node: their offsets, the node, and
    /// whether the node exists.
    pub fn row(&self) -> Option<(GraphArray, &Expr, Bounds)> {
        match self {
            Domain::OutEdges(node, bounds) => Some((GraphArray::OutOffsets, node, *bounds)),
            Domain::InEdges(node, bounds) | Domain::InPositions(node, bounds) => {
                Some((GraphArray::InOffsets, node, *bounds))
            }
            _ => None,
        }
    }

    /// Returns the first position, and one past the last (exclusive).
    pub fn positions(&self) -> (Expr, Expr) {
        let from_zero = |end| (Expr::constant(Value::U32(0)), Expr::u32(end));
        match self {
            Domain::Nodes => from_zero(ExprKind::NodeCount),
            Domain::Edges => (Expr::constant(Value::Edge(0)), Expr::edge_count()),
            Domain::Worklist(id) | Domain::Positions(id) => from_zero(ExprKind::WorklistSize(*id)),
            Domain::Range(start, end) => (start.clone(), end.clone()),
            Domain::OutEdges(..) | Domain::InEdges(..) | Domain::InPositions(..) => {
                let (offsets, node, bounds) = self.row().expect("the elements are edges of a node");
                Expr::row(offsets, node.clone(), bounds)
            }
        }
    }

    /// Returns the local that counts positions of type `ty` in a loop with the variable `var`: the
    /// variable itself, or a new local from which `body` then reads the element.
    pub fn counter(
        &self,
        locals: &mut Locals,
        (var, ty): (LocalId, Type),
        body: &mut Block,
        origin: Origin,
    ) -> LocalId {
        let Some(kind) = self.looked_up() else { return var };
        let at = add_local(locals, "i", ty);
        let element = Expr { ty: locals[var.index()].ty, kind: kind(Expr::local(at, ty)) };
        body.insert(0, StmtKind::Let(var, element).from(origin));
        at
    }

    /// Returns the expression that converts a position to an element, or `None` if the element is
    /// the position itself.
    pub fn looked_up(&self) -> Option<impl FnOnce(Expr) -> ExprKind + use<>> {
        let list = match self {
            Domain::Worklist(id) => Some(*id),
            Domain::InEdges(..) => None,
            _ => return None,
        };
        Some(move |at| match list {
            Some(id) => ExprKind::WorklistItem(id, ItemPart::Whole, Box::new(at)),
            None => ExprKind::Graph(GraphArray::InEdges, Box::new(at), Bounds::Proven),
        })
    }
}

/// Returns the number of 32-bit words that have one bit for each node.
pub fn words_of_nodes() -> Expr {
    let constant = |value| Expr::constant(Value::U32(value));
    // The sum does not wrap, because a graph has at most `MAX_EXTENT` nodes.
    let rounded = Expr::binary(BinaryOp::Add, Expr::u32(ExprKind::NodeCount), constant(31));
    Expr::binary(BinaryOp::Shr, rounded, constant(5))
}

/// Returns the index of the word that has the bit of a node, of [`words_of_nodes`].
pub fn word_of(node: Expr) -> Expr {
    Expr::binary(BinaryOp::Shr, node.cast(Type::U32), Expr::constant(Value::U32(5)))
}

impl Place {
    /// Creates a place whose access is relaxed and checked.
    pub fn unproven(array: ArrayId, index: Expr, element: Option<Expr>) -> Place {
        let element = element.map(|index| Element { index, bounds: Bounds::Checked });
        Place { array, index, element, access: Access::Relaxed, bounds: Bounds::Checked }
    }
}

impl StmtKind {
    /// Creates a statement with an origin.
    pub fn from(self, origin: Origin) -> Stmt {
        Stmt { kind: self, origin }
    }
}

/// Combines two values as a reduction does. For `bool`, the bitwise operators are the logical ones.
pub fn combine(op: AtomicOp, left: Expr, right: Expr) -> Expr {
    let infix = match op {
        AtomicOp::Min => BinaryOp::Min,
        AtomicOp::Max => BinaryOp::Max,
        AtomicOp::And => BinaryOp::BitAnd,
        AtomicOp::Or => BinaryOp::BitOr,
        AtomicOp::Xor => BinaryOp::BitXor,
        // The verifier rejects `Swap` and `Cas` in reductions.
        AtomicOp::Add | AtomicOp::Swap | AtomicOp::Cas => BinaryOp::Add,
    };
    Expr::binary(infix, left, right)
}

/// Returns a condition that is false if combining with the value has no effect, that is, if the
/// value is the [`identity`]. Returns `None` if no comparison can decide this.
pub fn changes(op: AtomicOp, value: Expr) -> Option<Expr> {
    let ty = value.ty;
    let float = matches!(ty, Type::F32 | Type::F64);
    match op {
        // -0.0 is the identity, but it is equal to 0.0, which is not the identity.
        AtomicOp::Add if float => None,
        // NaN is the identity, and it is not equal to itself.
        _ if float => Some(Expr::binary(BinaryOp::Eq, value.clone(), value)),
        _ => Some(Expr::binary(BinaryOp::Ne, value, Expr::constant(identity(op, ty)))),
    }
}

/// Returns the identity of a reduction: `combine(op, identity, x)` has exactly the bits of `x`. For
/// sums of floats it is -0.0, and for minima and maxima of floats it is NaN.
pub fn identity(op: AtomicOp, ty: Type) -> Value {
    match (op, ty) {
        (AtomicOp::Add, Type::F32) => Value::F32(-0.0),
        (AtomicOp::Add, Type::F64) => Value::F64(-0.0),
        (AtomicOp::Min | AtomicOp::Max, Type::F32) => Value::F32(f32::NAN),
        (AtomicOp::Min | AtomicOp::Max, Type::F64) => Value::F64(f64::NAN),
        (AtomicOp::Min, _) => Value::max(ty),
        (AtomicOp::Max, _) => Value::min(ty),
        (AtomicOp::And, _) => Value::from_bits(ty, u64::MAX),
        _ => Value::zero(ty),
    }
}

/// Returns the name, with the smallest number from 2 that makes it unique if it is taken.
pub fn unique_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2u64..).map(|number| format!("{name}_{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !is_taken(name)).expect("there are more numbers than names")
}

/// Adds a local. If the name is taken, a number is appended to it.
pub fn add_local(locals: &mut Locals, name: &str, ty: Type) -> LocalId {
    locals.add(name, ty)
}
