//! Constructors: empty modules, expressions with their types worked out, locals with unique names.

use super::*;

impl Module {
    /// A program of that name that does nothing yet.
    pub fn new(name: &str) -> Module {
        Module {
            name: name.to_string(),
            stage: Stage::Parallel,
            requirements: vec![],
            params: vec![],
            arrays: vec![],
            worklists: vec![],
            kernels: vec![],
            outlined: vec![],
            main: Main::default(),
            outputs: vec![],
            checks: vec![],
        }
    }
}

impl Expr {
    /// A literal.
    pub fn constant(value: Value) -> Expr {
        Expr { ty: value.ty(), kind: ExprKind::Const(value) }
    }

    /// The value of a local of that type.
    pub fn local(id: LocalId, ty: Type) -> Expr {
        Expr { ty, kind: ExprKind::Local(id) }
    }

    /// An infix operator applied to operands that it fits.
    pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
        let ty = if op.is_comparison() { Type::Bool } else { left.ty };
        Expr { ty, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) }
    }

    /// A prefix operator.
    pub fn unary(op: UnaryOp, operand: Expr) -> Expr {
        Expr { ty: operand.ty, kind: ExprKind::Unary(op, Box::new(operand)) }
    }

    /// Conversion; the expression itself where it has the type.
    pub fn cast(self, ty: Type) -> Expr {
        if self.ty == ty { self } else { Expr { ty, kind: ExprKind::Cast(Box::new(self)) } }
    }

    /// An element of a graph array, the index not known to be in range.
    pub fn graph(array: GraphArray, index: Expr) -> Expr {
        let kind = ExprKind::Graph(array, Box::new(index), Bounds::Checked);
        Expr { ty: array.ty(), kind }
    }

    /// Where offsets say that a node's edges start, and one past where they end.
    pub fn row(offsets: GraphArray, node: Expr, bounds: Bounds) -> (Expr, Expr) {
        let offset = |index: Expr| {
            let kind = ExprKind::Graph(offsets, Box::new(index), bounds);
            Expr { ty: offsets.ty(), kind }
        };
        (offset(node.clone()), offset(node.plus_one()))
    }

    /// How many numbers there are from `start` up to `end`, as `u64`.
    pub fn range_length(start: Expr, end: Expr) -> Expr {
        let wide = |e: Expr| e.cast(Type::U64);
        let length = Expr::binary(BinaryOp::Sub, wide(end.clone()), wide(start.clone()));
        let some = Expr::binary(BinaryOp::Lt, start, end);
        let none = Expr::constant(Value::U64(0));
        let kind = ExprKind::Select(Box::new(some), Box::new(length), Box::new(none));
        Expr { ty: Type::U64, kind }
    }

    /// Where the work-item stands.
    pub fn at(coordinate: Coordinate) -> Expr {
        Expr::u32(ExprKind::At(coordinate))
    }

    /// A value that the launch or the graph knows, of type `u32`.
    pub fn u32(kind: ExprKind) -> Expr {
        Expr { ty: Type::U32, kind }
    }

    /// `self + 1`, as `u32`.
    pub fn plus_one(self) -> Expr {
        let one = Expr::constant(Value::U32(1));
        Expr::binary(BinaryOp::Add, self.cast(Type::U32), one)
    }
}

impl Domain {
    /// How the element at a position is found, where it is not the position itself.
    pub fn looked_up(&self) -> Option<impl FnOnce(Expr) -> ExprKind + use<>> {
        let list = match self {
            Domain::Worklist(id) => Some(*id),
            Domain::InEdges(..) => None,
            _ => return None,
        };
        Some(move |at| match list {
            Some(id) => ExprKind::WorklistItem(id, Box::new(at)),
            None => ExprKind::Graph(GraphArray::InEdges, Box::new(at), Bounds::Proven),
        })
    }
}

impl Place {
    /// An element accessed with no more known than that the types fit.
    pub fn unproven(array: ArrayId, index: Expr) -> Place {
        Place { array, index, access: Access::Relaxed, bounds: Bounds::Checked }
    }
}

impl StmtKind {
    /// The statement, come from the given place.
    pub fn from(self, origin: Origin) -> Stmt {
        Stmt { kind: self, origin }
    }
}

/// What a reduction makes of two values: for `bool`, bitwise operations are the logical ones.
pub fn combine(op: AtomicOp, left: Expr, right: Expr) -> Expr {
    let infix = match op {
        AtomicOp::Min => BinaryOp::Min,
        AtomicOp::Max => BinaryOp::Max,
        AtomicOp::And => BinaryOp::BitAnd,
        AtomicOp::Or => BinaryOp::BitOr,
        AtomicOp::Xor => BinaryOp::BitXor,
        // The verifier allows no other.
        AtomicOp::Add | AtomicOp::Swap | AtomicOp::Cas => BinaryOp::Add,
    };
    Expr::binary(infix, left, right)
}

/// Whether a value may change what it is combined with, as the [`identity`] does not; `None` where no
/// comparison tells.
pub fn changes(op: AtomicOp, value: Expr) -> Option<Expr> {
    let ty = value.ty;
    let float = matches!(ty, Type::F32 | Type::F64);
    match op {
        // -0.0 changes nothing, and is equal to 0.0, which does.
        AtomicOp::Add if float => None,
        // What is no number is not equal to itself.
        _ if float => Some(Expr::binary(BinaryOp::Eq, value.clone(), value)),
        _ => Some(Expr::binary(BinaryOp::Ne, value, Expr::constant(identity(op, ty)))),
    }
}

/// The value that a reduction leaves others as they are by: `combine(op, identity, x)` is `x`, to the
/// bit. For sums of floats that is -0.0, and for their minimum and maximum what is no number.
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

/// Adds a local under its name, or under the name with a number where that is taken.
pub fn add_local(locals: &mut Vec<Local>, name: &str, ty: Type) -> LocalId {
    let taken = |candidate: &str| locals.iter().any(|l| l.name == candidate);
    let name = if taken(name) {
        (2..)
            .map(|n| format!("{name}_{n}"))
            .find(|candidate| !taken(candidate))
            .expect("there are more numbers than locals")
    } else {
        name.to_string()
    };
    locals.push(Local { name, ty });
    LocalId(locals.len() as u32 - 1)
}
