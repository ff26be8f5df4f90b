//! Generates expressions of a given type.
//!
//! The context determines the type of a literal without a suffix. If the context does not determine
//! a type, an expression must be *pinned*: it determines its own type.

use igc_compiler::atomics::AtomicOp;
use igc_compiler::syntax::ast::{BinaryOp, Expr, UnaryOp};
use igc_compiler::types::Type;

use super::build::{binary, call, cast, field, index, path, unary};
use super::generator::{Context, Generator};
use super::kernel::Role;

/// The atomic operations, each with the name of its function.
pub(super) const ATOMICS: [(AtomicOp, &str); 9] = [
    (AtomicOp::Add, "atomic_add"),
    (AtomicOp::Add, "atomic_sub"),
    (AtomicOp::Min, "atomic_min"),
    (AtomicOp::Max, "atomic_max"),
    (AtomicOp::And, "atomic_and"),
    (AtomicOp::Or, "atomic_or"),
    (AtomicOp::Xor, "atomic_xor"),
    (AtomicOp::Swap, "atomic_swap"),
    (AtomicOp::Cas, "atomic_cas"),
];

/// Returns whether an atomic operation applies to a type.
pub(super) fn applies(op: AtomicOp, ty: Type) -> bool {
    match op {
        AtomicOp::Add => ty.is_integer() || ty.is_float(),
        AtomicOp::Min | AtomicOp::Max => ty != Type::Bool,
        AtomicOp::And | AtomicOp::Or | AtomicOp::Xor => ty.is_integer() || ty == Type::Bool,
        AtomicOp::Swap => true,
        AtomicOp::Cas => !ty.is_float(),
    }
}

/// Returns the types that can be converted to another type.
pub(super) fn castable(to: Type) -> Vec<Type> {
    let from = |ty: &Type| match to {
        Type::Bool => *ty == Type::Bool,
        Type::Node | Type::Edge => ty.is_integer() || *ty == to,
        Type::F32 | Type::F64 => ty.is_integer() || ty.is_float(),
        _ => true,
    };
    Type::ALL.into_iter().filter(from).collect()
}

/// The forms of an expression that is not a leaf.
#[derive(Clone, Copy)]
enum Form {
    Arithmetic,
    Bits,
    Shift,
    Prefix,
    Extremum,
    Function,
    Select,
    Cast,
    Compare,
    Logic,
    Atomic,
    Call,
    Edge,
    Element,
}

fn forms(ty: Type) -> &'static [Form] {
    use Form::*;
    match ty {
        Type::Bool => &[Compare, Logic, Compare, Bits, Prefix, Select, Atomic, Cast, Call, Element],
        Type::F32 | Type::F64 => &[
            Arithmetic, Extremum, Cast, Function, Arithmetic, Prefix, Select, Atomic, Call, Element,
        ],
        Type::Node => &[Cast, Extremum, Select, Atomic, Call, Element],
        Type::Edge => &[Cast, Extremum, Select, Atomic, Call, Edge, Edge, Element],
        Type::U32 | Type::U64 => &[
            Arithmetic, Cast, Extremum, Bits, Prefix, Shift, Function, Select, Call, Atomic,
            Element,
        ],
        _ => &[Arithmetic, Cast, Extremum, Bits, Prefix, Shift, Select, Call, Atomic, Element],
    }
}

impl Generator<'_> {
    /// Generates an expression of a type with a maximum depth.
    pub(super) fn expr(&mut self, ty: Type, depth: usize, pinned: bool) -> Expr {
        if depth == 0 || self.choices.below(5) < 2 {
            return self.leaf(ty, pinned);
        }
        let depth = depth - 1;
        match *self.choices.pick(forms(ty)) {
            Form::Arithmetic => self.arithmetic(ty, depth, pinned),
            Form::Bits => {
                let op = *self.choices.pick(&[BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor]);
                binary(op, self.expr(ty, depth, pinned), self.expr(ty, depth, false))
            }
            Form::Shift => {
                let op = *self.choices.pick(&[BinaryOp::Shl, BinaryOp::Shr]);
                binary(op, self.expr(ty, depth, pinned), self.amount(ty, depth))
            }
            Form::Prefix => self.prefix(ty, depth, pinned),
            Form::Extremum => {
                let functions = match ty {
                    Type::Node | Type::Edge => &["min", "max"][..],
                    _ => &["min", "max", "saturating_add"],
                };
                let f = *self.choices.pick(functions);
                let operands = [self.expr(ty, depth, pinned), self.expr(ty, depth, false)];
                call(f, operands.into())
            }
            Form::Select => {
                let condition = self.expr(Type::Bool, depth, false);
                let (a, b) = (self.expr(ty, depth, pinned), self.expr(ty, depth, false));
                call("select", vec![condition, a, b])
            }
            Form::Function => self.intrinsic(ty, depth, pinned),
            Form::Cast => self.conversion(ty, depth),
            Form::Compare => self.comparison(depth),
            Form::Logic => {
                let op = *self.choices.pick(&[BinaryOp::And, BinaryOp::Or]);
                let left = self.expr(Type::Bool, depth, false);
                binary(op, left, self.expr(Type::Bool, depth, false))
            }
            Form::Call => {
                let call = match self.context == Context::Main && self.choices.once_in(2) {
                    true => self.reduction(ty),
                    false => self.function_value(ty, depth),
                };
                call.unwrap_or_else(|| self.leaf(ty, pinned))
            }
            Form::Edge => self.edge(depth, pinned),
            Form::Element => match self.element_value(ty, depth) {
                Some(element) => element,
                None => self.leaf(ty, pinned),
            },
            Form::Atomic => match self.old_value(ty, depth) {
                Some(atomic) => atomic,
                None => self.leaf(ty, pinned),
            },
        }
    }

    fn leaf(&mut self, ty: Type, pinned: bool) -> Expr {
        let kind = self.choices.below(8);
        if kind == 0 {
            return self.literal(ty, pinned);
        }
        let constants: Vec<String> =
            self.consts.iter().filter(|c| c.1 == ty).map(|c| c.0.clone()).collect();
        if kind == 1 && !constants.is_empty() {
            return path(self.choices.pick(&constants));
        }
        if kind == 2
            && ty == Type::U32
            && let Some(count) = self.graph_count()
        {
            return count;
        }
        match self.variable(ty) {
            Some(variable) => variable,
            None => self.literal(ty, pinned),
        }
    }

    /// Generates a count of the graph: the number of nodes or edges, or the degree of a node. It
    /// may also be the length of an array or, in `main`, the size of a worklist.
    fn graph_count(&mut self) -> Option<Expr> {
        if self.context == Context::Constant {
            return None;
        }
        if self.context == Context::Main && self.choices.once_in(4) {
            let worklist = self.worklist_or_default();
            return Some(field(path(worklist), "size"));
        }
        if self.choices.once_in(4)
            && let Some(length) = self.length_of_array()
        {
            return Some(length);
        }
        let all = *self.choices.pick(&["node_count", "edge_count"]);
        if self.context == Context::Initial || self.choices.once_in(3) {
            return Some(path(all));
        }
        let of = *self.choices.pick(&["degree", "in_degree", "out_degree"]);
        Some(field(self.base(Type::Node), of))
    }

    /// Generates a node or edge whose field is accessed.
    pub(super) fn base(&mut self, ty: Type) -> Expr {
        match (self.choices.once_in(4), self.variable(ty)) {
            (false, Some(variable)) => variable,
            _ => self.expr(ty, 1, true),
        }
    }

    /// Returns all properties and globals of a type that can be read at the current position.
    pub(super) fn readable(&mut self, ty: Type) -> Vec<Expr> {
        let mut found = vec![];
        for number in 0..self.arrays.len() {
            let array = self.arrays[number].clone();
            if array.ty == ty {
                found.extend(self.read(number));
            }
        }
        found
    }

    /// Generates a read of a property or global. Returns `None` if the read is not allowed at the
    /// current position.
    fn read(&mut self, number: usize) -> Option<Expr> {
        let whole = self.readable_whole(number)?;
        let length = self.arrays[number].length.clone();
        Some(self.element(whole, length.as_ref(), 0))
    }

    /// Generates a name of a property or global, or `node.property`, that can be read at the
    /// current position. If it is an array, its elements can be read.
    pub(super) fn readable_whole(&mut self, number: usize) -> Option<Expr> {
        let array = self.arrays[number].clone();
        if matches!(self.context, Context::Kernel | Context::Function) {
            match &self.roles[number] {
                Role::Read => {}
                // Before the `forall`, the program can read only values that do not change.
                Role::Atomically | Role::Anyhow(_) | Role::Exclusively if self.depth() > 0 => {}
                Role::Owned(owned) => {
                    let var = self.owner(*owned)?;
                    return Some(field(path(&var), &array.name));
                }
                _ => return None,
            }
        }
        match array.per.index() {
            None => Some(path(&array.name)),
            Some(index) => {
                // The index is not another property, because this would recurse without end.
                let locals: Vec<String> = self
                    .visible()
                    .into_iter()
                    .filter(|local| local.ty == index && !local.shared)
                    .map(|local| local.name)
                    .collect();
                let base = match locals.is_empty() || self.choices.once_in(8) {
                    false => path(self.choices.pick(&locals)),
                    true if self.choices.once_in(2) && self.context != Context::Initial => {
                        cast(path("node_count"), index)
                    }
                    true => self.literal(index, true),
                };
                Some(field(base, &array.name))
            }
        }
    }

    // ---- Operators ----------------------------------------------------------------------------

    fn arithmetic(&mut self, ty: Type, depth: usize, pinned: bool) -> Expr {
        use BinaryOp::{Add, Div, Mul, Rem, Sub};
        let ops: &[BinaryOp] =
            if ty.is_float() { &[Add, Sub, Mul, Div] } else { &[Add, Sub, Mul, Div, Rem] };
        if ty == Type::U32 && self.choices.once_in(8) {
            let edges = [(); 2].map(|()| self.expr(Type::Edge, depth, true));
            let [left, right] = edges;
            return binary(Sub, left, right);
        }
        let op = *self.choices.pick(ops);
        let left = self.expr(ty, depth, pinned);
        binary(op, left, self.right_side(op, ty, depth))
    }

    /// Generates the right operand of an operator or of its compound assignment.
    pub(super) fn right_side(&mut self, op: BinaryOp, ty: Type, depth: usize) -> Expr {
        match op {
            BinaryOp::Div | BinaryOp::Rem if ty.is_integer() => {
                if self.choices.once_in(3) {
                    return self.nonzero(ty);
                }
                self.unforeseeable(ty, depth)
            }
            BinaryOp::Shl | BinaryOp::Shr => self.amount(ty, depth),
            _ => self.expr(ty, depth, false),
        }
    }

    /// Generates an integer that the compiler does not know. It may be zero.
    pub(super) fn unforeseeable(&mut self, ty: Type, depth: usize) -> Expr {
        let variable = match self.variable(ty) {
            Some(variable) => variable,
            None if self.context == Context::Constant => return self.nonzero(ty),
            None => cast(path("node_count"), ty),
        };
        match self.choices.once_in(3) && depth > 0 {
            true => {
                let op = *self.choices.pick(&[BinaryOp::Sub, BinaryOp::BitAnd, BinaryOp::Mul]);
                binary(op, variable, self.expr(ty, depth - 1, false))
            }
            false => variable,
        }
    }

    /// Generates the amount of a shift: less than the width, or unknown.
    fn amount(&mut self, ty: Type, depth: usize) -> Expr {
        if self.choices.once_in(3) || self.context == Context::Constant {
            return super::build::int(*self.choices.pick(&[0, 1, 5, 8 * ty.size() as u64 - 1]));
        }
        let amount = if self.choices.once_in(2) { ty } else { Type::U32 };
        self.unforeseeable(amount, depth)
    }

    fn prefix(&mut self, ty: Type, depth: usize, pinned: bool) -> Expr {
        let operand = self.expr(ty, depth, pinned);
        match ty {
            Type::Bool => unary(UnaryOp::Not, operand),
            Type::U32 | Type::U64 => unary(UnaryOp::BitNot, operand),
            Type::F32 | Type::F64 => match self.choices.once_in(2) {
                true => call("abs", vec![operand]),
                false => unary(UnaryOp::Neg, operand),
            },
            _ => match self.choices.below(3) {
                0 => unary(UnaryOp::Neg, operand),
                1 => unary(UnaryOp::BitNot, operand),
                _ => call("abs", vec![operand]),
            },
        }
    }

    /// Generates a call of `popcount`, `sqrt` and so on. Deterministic programs call only functions
    /// whose results are exact.
    fn intrinsic(&mut self, ty: Type, depth: usize, pinned: bool) -> Expr {
        let all: &[&str] = match ty {
            Type::U32 => &["popcount", "clz", "ctz", "bits"],
            Type::U64 => &["bits"],
            _ if self.mode.is_deterministic() => &["floor", "ceil", "round", "from_bits"],
            _ => {
                &["sqrt", "exp", "log", "pow", "sin", "cos", "floor", "ceil", "round", "from_bits"]
            }
        };
        let f = *self.choices.pick(all);
        let float = if ty.size() == 8 { Type::F64 } else { Type::F32 };
        let word = if ty.size() == 8 { Type::U64 } else { Type::U32 };
        match f {
            "popcount" | "clz" | "ctz" => {
                let of = [Type::U32, Type::I32, Type::U64, Type::I64];
                let of = *self.choices.pick(&of);
                call(f, vec![self.expr(of, depth, true)])
            }
            "bits" => call(f, vec![self.expr(float, depth, true)]),
            "from_bits" => call(&format!("{float}_from_bits"), vec![self.expr(word, depth, false)]),
            "pow" => {
                let base = self.expr(ty, depth, pinned);
                call(f, vec![base, self.expr(ty, depth, false)])
            }
            _ => call(f, vec![self.expr(ty, depth, pinned)]),
        }
    }

    fn conversion(&mut self, ty: Type, depth: usize) -> Expr {
        if self.choices.once_in(8) {
            // A literal in a cast has the type of the cast.
            return cast(self.literal(ty, false), ty);
        }
        let from = *self.choices.pick(&castable(ty));
        cast(self.expr(from, depth, true), ty)
    }

    fn comparison(&mut self, depth: usize) -> Expr {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let ty = self.any_type();
        let ops: &[BinaryOp] = if ty == Type::Bool { &[Eq, Ne] } else { &[Lt, Eq, Le, Ne, Gt, Ge] };
        let op = *self.choices.pick(ops);
        let left = self.expr(ty, depth, true);
        binary(op, left, self.expr(ty, depth, false))
    }

    /// Generates an edge that is found from another edge or from a node.
    fn edge(&mut self, depth: usize, pinned: bool) -> Expr {
        let reads_graph = !matches!(self.context, Context::Constant | Context::Initial);
        let kind = self.choices.below(4);
        match kind {
            0 if reads_graph => field(self.base(Type::Edge), "reverse"),
            1 if reads_graph => {
                let list = field(self.base(Type::Node), self.choices.pick::<&str>(&["out", "in"]));
                index(list, self.expr(Type::U32, depth, false))
            }
            _ => {
                let op = *self.choices.pick(&[BinaryOp::Add, BinaryOp::Sub]);
                let edge = self.expr(Type::Edge, depth, true);
                binary(op, edge, self.expr(Type::U32, depth, pinned))
            }
        }
    }

    // ---- Atomics ------------------------------------------------------------------------------

    /// Generates an atomic whose old value is used. Returns `None` if this is not allowed at the
    /// current position, or if the old value depends on the order.
    pub(super) fn old_value(&mut self, ty: Type, depth: usize) -> Option<Expr> {
        if !self.atomics {
            return None;
        }
        let mut places = vec![];
        for number in 0..self.arrays.len() {
            if self.arrays[number].ty == ty {
                places.extend(self.place_alone(number));
            }
        }
        if places.is_empty() {
            return None;
        }
        let place = self.choices.pick(&places).clone();
        Some(self.atomic_on(place, ty, depth))
    }

    /// Generates an atomic on a place.
    pub(super) fn atomic_on(&mut self, place: Expr, ty: Type, depth: usize) -> Expr {
        let ops: Vec<_> = ATOMICS.into_iter().filter(|(op, _)| applies(*op, ty)).collect();
        let (op, f) = *self.choices.pick(&ops);
        let mut args = vec![place, self.expr(ty, depth, false)];
        if op == AtomicOp::Cas {
            args.push(self.expr(ty, depth, false));
        }
        call(f, args)
    }
}
