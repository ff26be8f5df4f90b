//! Expressions: operators, conversions and literals, and their types.
use super::checker::Checker;
use super::infer::{Mismatch, TypeSet, Var};
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;
use crate::types::Type;

/// An operand of an operator, which was already checked.
#[derive(Clone, Copy)]
pub(super) struct Operand<'p> {
    pub(super) expr: &'p Expr,
    pub(super) ty: Var,
}

impl<'p> Checker<'p> {
    /// Checks an expression that must have a value. Returns its type.
    pub(super) fn value(&mut self, expr: &'p Expr) -> Var {
        let var = match &expr.kind {
            ExprKind::Int(_, suffix) => {
                self.literals.push((expr, false));
                self.literal(suffix.as_deref(), TypeSet::ORDERED)
            }
            ExprKind::Float(_, suffix) => {
                self.literals.push((expr, false));
                self.literal(suffix.as_deref(), TypeSet::FLOATS)
            }
            ExprKind::Bool(_) => self.infer.known(Type::Bool),
            ExprKind::Path(path) => self.path(expr, path),
            ExprKind::Field(base, name) => self.field(expr, base, name),
            ExprKind::Index(base, index) => self.index(expr, base, index),
            ExprKind::Call(callee, args) => self.call(expr, callee, args),
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr.span),
            ExprKind::Cast(operand, ty) => self.cast(expr, operand, ty),
            // The grammar allows pairs only as items of worklists, which are checked elsewhere.
            ExprKind::Pair(first, second) => {
                self.value(first);
                self.value(second);
                self.infer.error()
            }
            ExprKind::Text(_) => {
                let message = "a text is not a value";
                let diagnostic = Diagnostic::error("E0216", expr.span, message)
                    .note("the language has no strings; only `print` takes texts")
                    .help("write a number, `bool`, `node` or `edge`");
                self.reject(diagnostic)
            }
            ExprKind::Error => {
                let message = "the program has a syntax error here";
                self.reject(Diagnostic::error("E0004", expr.span, message))
            }
        };
        self.expr_types[expr.id.0 as usize] = Some(var);
        var
    }

    /// Checks an expression that must be a `bool`.
    pub(super) fn condition(&mut self, expr: &'p Expr) {
        let found = self.value(expr);
        self.expect_one_of(expr, found, TypeSet::BOOL);
    }

    /// Checks an expression that must be a node.
    pub(super) fn node(&mut self, expr: &'p Expr) {
        let found = self.value(expr);
        self.expect_one_of(expr, found, TypeSet::NODE);
    }

    fn literal(&mut self, suffix: Option<&str>, open: TypeSet) -> Var {
        match suffix.and_then(Type::from_name) {
            Some(ty) => self.infer.known(ty),
            None => self.infer.fresh(open),
        }
    }

    // ---- Operators ----------------------------------------------------------------------------

    fn unary(&mut self, op: UnaryOp, operand: &'p Expr) -> Var {
        let var = self.value(operand);
        let (symbol, types, help) = match op {
            UnaryOp::Neg => (
                "-",
                TypeSet::SIGNED,
                "write `0 - x`, which wraps around, or convert with `as i32`",
            ),
            UnaryOp::Not => {
                ("!", TypeSet::BOOL, "write `~` to invert bits, or `x == 0` to test for zero")
            }
            UnaryOp::BitNot => ("~", TypeSet::INTEGERS, "write `!` to negate a `bool`"),
        };
        if op == UnaryOp::Neg
            && let Some(last) = self.literals.last_mut()
            && last.0.id == operand.id
        {
            last.1 = true;
        }
        if let Err(Mismatch { first, .. }) = self.infer.restrict(var, types) {
            return self.inapplicable(symbol, operand.span, first, help);
        }
        var
    }

    /// Reports an operator or a function that does not apply to an operand.
    pub(super) fn inapplicable(
        &mut self,
        symbol: &str,
        span: Span,
        found: TypeSet,
        help: &str,
    ) -> Var {
        let message = format!("`{symbol}` does not apply to {}", found.words());
        let diagnostic = Diagnostic::error("E0202", span, message)
            .label(format!("this is {}", found.words()))
            .help(help);
        self.reject(diagnostic)
    }

    fn binary(&mut self, op: BinaryOp, left: &'p Expr, right: &'p Expr, span: Span) -> Var {
        let a = self.value(left);
        let b = self.value(right);
        self.operate(op, Operand { expr: left, ty: a }, Operand { expr: right, ty: b }, span)
    }

    /// The type of `left op right`, whose operands were already checked.
    pub(super) fn operate(
        &mut self,
        op: BinaryOp,
        left: Operand<'p>,
        right: Operand<'p>,
        span: Span,
    ) -> Var {
        if let Some(result) = self.edge_arithmetic(op, left, right) {
            return result;
        }
        let (Operand { expr: left, ty: a }, Operand { expr: right, ty: b }) = (left, right);
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            self.expect_one_of(left, a, TypeSet::BOOL);
            self.expect_one_of(right, b, TypeSet::BOOL);
            return self.infer.known(Type::Bool);
        }
        let (types, help) = operands(op);
        if let Err(Mismatch { first, .. }) = self.infer.restrict(a, types) {
            return self.inapplicable(op.symbol(), left.span, first, help);
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            self.shift_amount(a, right, b);
            return a;
        }
        if let Err(Mismatch { first, second }) = self.infer.unify(a, b) {
            return self.unlike_operands(op, (left, first), (right, second), span);
        }
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            self.divisors.push(right);
        }
        match op {
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => self.infer.known(Type::Bool),
            _ => a,
        }
    }

    /// Checks the amount of a shift. It is a `u32` or has the type of the shifted value.
    fn shift_amount(&mut self, shifted: Var, amount: &'p Expr, var: Var) {
        self.shifts.push((shifted, amount));
        if self.infer.types(var).contains(Type::U32) {
            self.expect_one_of(amount, var, TypeSet::of(&[Type::U32]));
        } else {
            self.expect(amount, var, shifted, None);
        }
    }

    fn unlike_operands(
        &mut self,
        op: BinaryOp,
        (left, first): (&Expr, TypeSet),
        (right, second): (&Expr, TypeSet),
        span: Span,
    ) -> Var {
        let message = format!(
            "the operands of `{}` have different types: {} and {}",
            op.symbol(),
            first.words(),
            second.words()
        );
        let help = match (first.single(), second.single()) {
            (Some(Type::Bool), _) | (_, Some(Type::Bool)) => None,
            (Some(a), Some(b)) if a.is_float() && !b.is_float() => Some((b, a)),
            (Some(a), Some(b)) if b.is_float() || b.size() > a.size() => Some((a, b)),
            (Some(a), Some(b)) => Some((b, a)),
            _ => None,
        }
        .filter(|(from, to)| from.is_integer() || !to.is_float())
        .map(|(from, to)| format!("convert the `{from}` with `as {to}`"))
        .unwrap_or_else(|| "use two operands of the same type".to_owned());
        self.reject(
            Diagnostic::error("E0201", span, message)
                .also(left.span, format!("this is {}", first.words()))
                .also(right.span, format!("this is {}", second.words()))
                .note("the language has no implicit conversions")
                .help(help),
        )
    }

    fn cast(&mut self, expr: &'p Expr, operand: &'p Expr, ty: &TypeName) -> Var {
        let (from, target) = (self.value(operand), self.type_name(ty));
        let Some(to) = self.infer.types(target).single() else {
            return target;
        };
        let allowed = castable(to);
        // A literal under a cast takes the type of the cast. It does not take a default type that
        // is then converted.
        let literal = is_literal(operand) && self.infer.types(from).contains(to);
        let wanted = if literal { TypeSet::of(&[to]) } else { allowed };
        if let Err(Mismatch { first, .. }) = self.infer.restrict(from, wanted) {
            let message = format!("{} cannot be converted to `{to}`", first.words());
            let help = match (first.single(), to) {
                (Some(Type::Bool), _) => "write `select(condition, a, b)`",
                (_, Type::Bool) => "write a comparison, for example with `!= 0`",
                _ => "convert it with `as u32` first",
            };
            let diagnostic = Diagnostic::error("E0203", expr.span, message)
                .note(match to {
                    Type::Bool => "no other type converts to `bool`".to_owned(),
                    _ => format!("only values of type {} convert to `{to}`", allowed.names()),
                })
                .help(help);
            return self.reject(diagnostic);
        }
        target
    }
}

/// The types that may be converted to a type.
fn castable(to: Type) -> TypeSet {
    match to {
        Type::Bool => TypeSet::BOOL,
        Type::Node => TypeSet::INTEGERS.or(TypeSet::NODE),
        Type::Edge => TypeSet::INTEGERS.or(TypeSet::EDGE),
        Type::F32 | Type::F64 => TypeSet::NUMBERS,
        _ => TypeSet::ALL,
    }
}

/// Whether an expression is a literal, `MAX` or `MIN`, possibly after prefix operators.
fn is_literal(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_, None) | ExprKind::Float(_, None) => true,
        ExprKind::Path(path) => {
            matches!(&path[..], [name] if matches!(name.text.as_str(), "MAX" | "MIN"))
        }
        ExprKind::Unary(_, operand) => is_literal(operand),
        _ => false,
    }
}

/// The types that the left operand may have, and advice if it has another type.
fn operands(op: BinaryOp) -> (TypeSet, &'static str) {
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => {
            (TypeSet::NUMBERS, "arithmetic needs numbers: convert the operand with `as u32`")
        }
        BinaryOp::Rem => {
            (TypeSet::INTEGERS, "`%` needs whole numbers: convert the operand with `as u32`")
        }
        BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
            let types = TypeSet::INTEGERS.or(TypeSet::BOOL);
            (types, "bit operators need whole numbers or `bool`: convert the operand with `as u32`")
        }
        BinaryOp::Shl | BinaryOp::Shr => {
            (TypeSet::INTEGERS, "shifts need whole numbers: convert the operand with `as u32`")
        }
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            (TypeSet::ORDERED, "`bool` values have no order: write `&&`, `||`, `==` or `!=`")
        }
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::And | BinaryOp::Or => (TypeSet::ALL, ""),
    }
}
