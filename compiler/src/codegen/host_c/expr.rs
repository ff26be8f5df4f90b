//! Prints the expressions of a schedule in C.
//!
//! The schedule's expressions have no types, so the printer computes them from the leaves. An
//! operator of C is printed where it means the same as the language's operator for this type, and a
//! function of `igc_arithmetic.h` elsewhere.

use super::locals::Locals;
use super::names::{c_type, constant, local, suffix};
use crate::ir::{BinaryOp, GraphArray, Intrinsic, Type, UnaryOp, Value};
use crate::schedule::{Expr, Schedule};

/// Prints expressions.
#[derive(Clone, Copy)]
pub(super) struct Printer<'s> {
    pub schedule: &'s Schedule,
    pub locals: &'s Locals,
}

/// A printed expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Printed {
    pub text: String,
    pub ty: Type,
    /// Whether the expression can be an operand without parentheses.
    is_atom: bool,
    /// Whether the expression is a literal, so that a comparison may have a constant result.
    is_literal: bool,
}

impl Printed {
    fn atom(text: String, ty: Type) -> Printed {
        Printed { text, ty, is_atom: true, is_literal: false }
    }

    fn compound(text: String, ty: Type) -> Printed {
        Printed { text, ty, is_atom: false, is_literal: false }
    }

    /// Returns the text as an operand.
    fn operand(&self) -> String {
        if self.is_atom { self.text.clone() } else { format!("({})", self.text) }
    }

    /// Returns the value as the bits of a word.
    pub(super) fn bits(&self) -> String {
        format!("igc_bits_{}({})", suffix(self.ty), self.text)
    }

    /// Returns the value as an index.
    pub(super) fn index(&self) -> String {
        match self.ty {
            Type::U32 | Type::Node | Type::Edge => self.text.clone(),
            // Only edges of 64 bits are indices of this type.
            Type::U64 => format!("igc_index({})", self.text),
            _ => format!("(uint32_t){}", self.operand()),
        }
    }
}

/// Returns a value of a type from an expression for the bits of a word.
pub(super) fn from_bits(ty: Type, bits: &str) -> String {
    format!("igc_{}({bits})", suffix(ty))
}

impl Printer<'_> {
    /// Prints an expression.
    pub(super) fn print(&self, expr: &Expr) -> Printed {
        match expr {
            Expr::Const(value) => literal(*value),
            Expr::Local(name) => Printed::atom(local(name), self.locals.ty(name)),
            Expr::Param(name) => {
                let found = self.schedule.params.iter().find(|param| param.name == *name);
                let ty = found.map_or(Type::U32, |param| param.ty);
                let bits = format!("run->parameters[PARAMETER_{name}]");
                Printed::atom(from_bits(ty, &bits), ty)
            }
            Expr::NodeCount => Printed::atom("run->graph->node_count".into(), Type::U32),
            Expr::EdgeCount => {
                let count = Printed::atom("run->graph->edge_count".into(), Type::U32);
                cast(self.schedule.graph.edges.of(Type::Edge), count)
            }
            Expr::Unary(name, a) => unary(name, &self.print(a)),
            Expr::Binary(name, a, b) => binary(name, &self.print(a), &self.print(b)),
            Expr::Cast(ty, a) => cast(*ty, self.print(a)),
            Expr::Select(condition, a, b) => {
                let (condition, a, b) = (self.print(condition), self.print(a), self.print(b));
                let (test, yes, no) = (condition.operand(), a.operand(), b.operand());
                Printed::compound(format!("{test} ? {yes} : {no}"), a.ty)
            }
            Expr::Load(buffer, index) => {
                let found = self.schedule.buffers.iter().find(|known| known.name == *buffer);
                let ty = found.map_or(Type::U32, |buffer| buffer.ty);
                let index = self.print(index).index();
                let bits = format!("igc_load(run, BUFFER_{buffer}, {index})");
                Printed::atom(from_bits(ty, &bits), ty)
            }
            Expr::Element(buffer, row, element) => {
                let found = self.schedule.buffers.iter().find(|known| known.name == *buffer);
                let ty = found.map_or(Type::U32, |buffer| buffer.ty);
                let (row, element) = (self.print(row).index(), self.print(element).index());
                let bits = format!("igc_load_element(run, BUFFER_{buffer}, {row}, {element})");
                Printed::atom(from_bits(ty, &bits), ty)
            }
            Expr::Length(buffer) => {
                Printed::atom(format!("igc_row_length(run, BUFFER_{buffer})"), Type::U32)
            }
            Expr::Graph(array, index) => {
                let found = GraphArray::ALL.into_iter().find(|known| known.name() == array);
                let narrow = found.map_or(Type::U32, GraphArray::ty);
                let ty = self.schedule.graph.edges.of(narrow);
                let function =
                    if ty == narrow { "igc_graph_element" } else { "igc_wide_graph_element" };
                let (array, index) = (constant(array), self.print(index).index());
                Printed::atom(format!("{function}(run, {array}, {index})"), ty)
            }
            Expr::Waiting(worklist) => {
                Printed::atom(format!("igc_waiting(run, WORKLIST_{worklist})"), Type::U32)
            }
        }
    }
}

/// Prints a value as a literal of C.
pub(super) fn literal(value: Value) -> Printed {
    let text = match value {
        Value::Bool(x) => x.to_string(),
        Value::U32(u32::MAX) | Value::Node(u32::MAX) | Value::Edge(u32::MAX) => "UINT32_MAX".into(),
        Value::U32(x) | Value::Node(x) | Value::Edge(x) => format!("{x}u"),
        Value::I32(i32::MIN) => "INT32_MIN".into(),
        Value::I32(x) => x.to_string(),
        Value::U64(u64::MAX) => "UINT64_MAX".into(),
        Value::U64(x) => format!("UINT64_C({x})"),
        Value::I64(i64::MIN) => "INT64_MIN".into(),
        Value::I64(x) => format!("INT64_C({x})"),
        Value::F32(x) if x.is_finite() => format!("{x:?}f"),
        Value::F64(x) if x.is_finite() => format!("{x:?}"),
        Value::F32(x) => format!("igc_f32({:#x}u)", x.to_bits()),
        Value::F64(x) => format!("igc_f64(UINT64_C({:#x}))", x.to_bits()),
    };
    let is_atom = !text.starts_with('-');
    Printed { text, ty: value.ty(), is_atom, is_literal: true }
}

fn unary(name: &str, a: &Printed) -> Printed {
    let op = UnaryOp::SPELLINGS.iter().find(|(_, spelling)| *spelling == name).map(|(op, _)| *op);
    match (op, a.ty) {
        (Some(UnaryOp::Not), _) => Printed::atom(format!("!{}", a.operand()), Type::Bool),
        (Some(UnaryOp::Neg), Type::F32 | Type::F64) => {
            Printed::compound(format!("-{}", a.operand()), a.ty)
        }
        (Some(UnaryOp::Call(Intrinsic::Bits)), _) => {
            call("bits_of", a.ty, UnaryOp::Call(Intrinsic::Bits).result(a.ty), &[a])
        }
        (Some(op), _) => call(name, a.ty, op.result(a.ty), &[a]),
        (None, _) => call(name, a.ty, a.ty, &[a]),
    }
}

fn binary(name: &str, a: &Printed, b: &Printed) -> Printed {
    let op = BinaryOp::SPELLINGS.iter().find(|(_, spelling)| *spelling == name).map(|(op, _)| *op);
    let op = op.unwrap_or(BinaryOp::Add);
    let ty = if op.is_comparison() { Type::Bool } else { a.ty };
    if is_operator_of_c(op, a, b) {
        return Printed::compound(format!("{} {name} {}", a.operand(), b.operand()), ty);
    }
    call(function(op, a.ty), a.ty, ty, &[a, b])
}

/// Returns whether the operator of C is right for these operands, and no compiler warns about it.
/// Compilers warn about comparisons of integers that always have the same result, such as `x < 0u`.
fn is_operator_of_c(op: BinaryOp, a: &Printed, b: &Printed) -> bool {
    use BinaryOp::{Add, And, BitAnd, BitOr, BitXor, Div, Eq, Mul, Ne, Or, Sub};
    match a.ty {
        Type::Bool => matches!(op, And | Or),
        Type::F32 | Type::F64 => op.is_comparison() || matches!(op, Add | Sub | Mul | Div),
        _ if op.is_comparison() => {
            let may_be_constant = a.is_literal || b.is_literal || a.text == b.text;
            let (with_variable, is_equality) = (!a.is_literal, matches!(op, Eq | Ne));
            !may_be_constant || (with_variable && b.is_literal && (is_equality || is_inner(b)))
        }
        Type::U32 | Type::U64 => matches!(op, Add | Sub | Mul | BitAnd | BitOr | BitXor),
        Type::I32 | Type::I64 | Type::Node | Type::Edge => false,
    }
}

/// Returns whether a literal is neither zero nor a limit of its type.
fn is_inner(literal: &Printed) -> bool {
    let text = literal.text.as_str();
    !matches!(text, "0u" | "UINT64_C(0)" | "2147483647" | "INT64_C(9223372036854775807)")
        && !text.contains("MIN")
        && !text.contains("MAX")
}

/// Returns the name of an operator in `igc_arithmetic.h`.
fn function(op: BinaryOp, operands: Type) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::Mul => "mul",
        BinaryOp::Div => "div",
        BinaryOp::Rem => "rem",
        BinaryOp::BitAnd | BinaryOp::And => "and",
        BinaryOp::BitOr | BinaryOp::Or => "or",
        BinaryOp::BitXor => "xor",
        BinaryOp::Shl => "shl",
        BinaryOp::Shr => "shr",
        BinaryOp::Min => "min",
        BinaryOp::Max => "max",
        BinaryOp::SaturatingAdd => "saturating_add",
        BinaryOp::Pow => "pow",
        BinaryOp::Eq => "eq",
        BinaryOp::Ne if operands == Type::Bool => "xor",
        BinaryOp::Ne => "ne",
        BinaryOp::Lt => "lt",
        BinaryOp::Le => "le",
        BinaryOp::Gt => "gt",
        BinaryOp::Ge => "ge",
    }
}

/// Prints the call of a function of `igc_arithmetic.h` for operands of a type.
fn call(name: &str, operands: Type, ty: Type, arguments: &[&Printed]) -> Printed {
    let arguments: Vec<&str> = arguments.iter().map(|argument| argument.text.as_str()).collect();
    Printed::atom(format!("igc_{name}_{}({})", suffix(operands), arguments.join(", ")), ty)
}

fn cast(to: Type, a: Printed) -> Printed {
    let (from, operand) = (a.ty, a.operand());
    let text = match to {
        _ if suffix(from) == suffix(to) => return Printed { ty: to, ..a },
        Type::Bool => return Printed::compound(format!("{operand} != 0"), to),
        Type::F32 | Type::F64 => format!("({}){operand}", c_type(to)),
        _ if from.is_float() => format!("igc_{}_from_float({})", suffix(to), a.text),
        // Conversions to signed types that are too narrow are not portable in C.
        Type::I32 if from != Type::Bool => format!("igc_i32((uint64_t){operand})"),
        Type::I64 if from == Type::U64 => format!("igc_i64({})", a.text),
        _ => format!("({}){operand}", c_type(to)),
    };
    Printed::atom(text, to)
}
