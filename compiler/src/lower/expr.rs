//! Lowering of expressions. Their effects were already [turned into statements](super::effects), so
//! the rest is the same in kernels and in `main`.

use super::{EdgeEnds, Lowering, Result, Scope, Unsupported};
use crate::check::{Builtin, Meaning};
use crate::ir::*;
use crate::span::Span;
use crate::syntax::ast;

impl Lowering<'_> {
    /// Returns the meaning that the checker recorded for an expression.
    pub(super) fn meaning(&self, expr: &ast::Expr) -> Option<Meaning> {
        self.checked.meanings[expr.id.0 as usize]
    }

    pub(super) fn ty(&self, expr: &ast::Expr) -> Result<Type> {
        let what = "an expression without a value";
        self.checked.types[expr.id.0 as usize].ok_or(Unsupported { what, span: expr.span })
    }

    pub(super) fn expr(&self, expr: &ast::Expr, scope: &Scope) -> Result<Expr> {
        let ty = self.ty(expr)?;
        if let Some(value) = scope.prepared.get(&expr.id) {
            return Ok(value.clone());
        }
        match &expr.kind {
            ast::ExprKind::Int(value, _) => Ok(Expr::constant(Value::U64(*value).cast(ty))),
            ast::ExprKind::Float(digits, _) => self.float(digits, ty, expr.span),
            ast::ExprKind::Bool(value) => Ok(Expr::constant(Value::Bool(*value))),
            ast::ExprKind::Text(_) => Err(Unsupported { what: "a text", span: expr.span }),
            ast::ExprKind::Path(_) => self.path(expr, ty, scope),
            ast::ExprKind::Field(base, _) => self.field(expr, base, scope),
            ast::ExprKind::Index(base, index) if self.is_found(expr) => {
                self.edge_at(expr, base, index, scope)
            }
            ast::ExprKind::Index(..) => self.element(expr, ty, scope),
            ast::ExprKind::Call(_, args) => self.call(expr, args, scope),
            ast::ExprKind::Unary(op, a) => {
                let op = match op {
                    ast::UnaryOp::Neg => UnaryOp::Neg,
                    ast::UnaryOp::Not => UnaryOp::Not,
                    ast::UnaryOp::BitNot => UnaryOp::BitNot,
                };
                let operand = self.expr(a, scope)?;
                // A negative literal is a single value in the IR.
                match (op, &operand.kind) {
                    (UnaryOp::Neg, ExprKind::Const(value)) => {
                        let negative = value::unary(UnaryOp::Neg, *value);
                        Ok(negative.map_or(Expr::unary(op, operand.clone()), Expr::constant))
                    }
                    _ => Ok(Expr::unary(op, operand)),
                }
            }
            ast::ExprKind::Binary(op, a, b) => {
                let (left, right) = (self.expr(a, scope)?, self.expr(b, scope)?);
                let is_difference = left.ty == Type::Edge && ty == Type::U32;
                self.numbers_edges.set(self.numbers_edges.get() | is_difference);
                Ok(infix(binary_op(*op), left, right))
            }
            ast::ExprKind::Cast(a, _) => self.conversion(a, ty, scope),
            ast::ExprKind::Pair(..) => Err(Unsupported { what: "a pair", span: expr.span }),
            ast::ExprKind::Error => Err(Unsupported { what: "a syntax error", span: expr.span }),
        }
    }

    fn conversion(&self, value: &ast::Expr, ty: Type, scope: &Scope) -> Result<Expr> {
        let counts_edges = self.meaning(value) == Some(Meaning::Builtin(Builtin::EdgeCount));
        if counts_edges && !matches!(ty, Type::U32 | Type::I32) {
            return Ok(Expr::edge_count().cast(ty));
        }
        Ok(self.numbered(self.expr(value, scope)?, ty))
    }

    /// Converts a value, and notes whether an edge becomes an integer, or an integer an edge.
    fn numbered(&self, value: Expr, ty: Type) -> Expr {
        let is_numbered = (value.ty == Type::Edge) != (ty == Type::Edge);
        self.numbers_edges.set(self.numbers_edges.get() | is_numbered);
        value.cast(ty)
    }

    /// Parses a float in its own type. Parsing it in a larger type first would round twice.
    fn float(&self, digits: &str, ty: Type, span: Span) -> Result<Expr> {
        let value = match ty {
            Type::F32 => digits.parse().ok().map(Value::F32),
            _ => digits.parse().ok().map(Value::F64),
        };
        value.map(Expr::constant).ok_or(Unsupported { what: "a malformed float", span })
    }

    fn path(&self, expr: &ast::Expr, ty: Type, scope: &Scope) -> Result<Expr> {
        let unsupported = |what| Unsupported { what, span: expr.span };
        match self.meaning(expr) {
            Some(Meaning::Local(binding)) => {
                let id = scope.bindings.get(&binding).copied();
                let id = id.ok_or(unsupported("a local out of its scope"))?;
                Ok(Expr::local(id, ty))
            }
            Some(Meaning::Const(i)) => {
                let value = self.constants.get(i).copied();
                Ok(Expr::constant(value.ok_or(unsupported("a constant before its value"))?))
            }
            Some(Meaning::Param(i)) => Ok(Expr { ty, kind: ExprKind::Param(ParamId(i as u32)) }),
            Some(Meaning::Global(_) | Meaning::PropertyParameter(_)) => {
                let place = self.place(expr, scope)?;
                Ok(Expr { ty, kind: ExprKind::Load(Box::new(place)) })
            }
            Some(Meaning::Builtin(Builtin::Max)) => Ok(Expr::constant(Value::max(ty))),
            Some(Meaning::Builtin(Builtin::Min)) => Ok(Expr::constant(Value::min(ty))),
            Some(Meaning::Builtin(Builtin::NodeCount)) => Ok(Expr::u32(ExprKind::NodeCount)),
            Some(Meaning::Builtin(Builtin::EdgeCount)) => Ok(self.numbered(Expr::edge_count(), ty)),
            _ => Err(unsupported("a name that is no value")),
        }
    }

    fn element(&self, expr: &ast::Expr, ty: Type, scope: &Scope) -> Result<Expr> {
        let kind = match self.local_element(expr, scope)? {
            Some(element) => ExprKind::Element(Box::new(element)),
            None => ExprKind::Load(Box::new(self.place(expr, scope)?)),
        };
        Ok(Expr { ty, kind })
    }

    /// Returns the element of a local array that an expression refers to, or `None` if it refers to
    /// state.
    pub(super) fn local_element(
        &self,
        expr: &ast::Expr,
        scope: &Scope,
    ) -> Result<Option<LocalElement>> {
        let (Some(Meaning::Local(binding)), ast::ExprKind::Index(_, index)) =
            (self.meaning(expr), &expr.kind)
        else {
            return Ok(None);
        };
        let array = scope.bindings.get(&binding).copied();
        let what = "a local array out of its scope";
        let array = array.ok_or(Unsupported { what, span: expr.span })?;
        let index = self.expr(index, scope)?;
        Ok(Some(LocalElement { array, index, bounds: Bounds::Checked }))
    }

    /// Returns the number of elements of each row of an array.
    fn array_length(&self, array: &ast::Expr, scope: &Scope) -> Result<Expr> {
        let number = |length| Expr::constant(Value::U32(length));
        let unsupported = Unsupported { what: "the length of what is no array", span: array.span };
        if let Some(Meaning::Local(binding)) = self.meaning(array) {
            let id = scope.bindings.get(&binding);
            let length = id.and_then(|id| scope.locals[id.index()].length);
            return length.map(number).ok_or(unsupported);
        }
        let id = self.array_meant(array, scope)?;
        match &self.module.arrays[id.index()].length {
            Some(Length::Fixed(length)) => Ok(number(*length)),
            Some(Length::Computed(_)) => Ok(Expr::u32(ExprKind::Length(id))),
            None => Err(unsupported),
        }
    }

    fn field(&self, expr: &ast::Expr, base: &ast::Expr, scope: &Scope) -> Result<Expr> {
        match self.meaning(expr) {
            Some(
                Meaning::NodeProperty(_) | Meaning::EdgeProperty(_) | Meaning::PropertyParameter(_),
            ) => {
                let place = self.place(expr, scope)?;
                let ty = self.module.arrays[place.array.index()].ty;
                Ok(Expr { ty, kind: ExprKind::Load(Box::new(place)) })
            }
            Some(Meaning::Builtin(Builtin::Source)) => self.edge_end(base, true, scope),
            Some(Meaning::Builtin(Builtin::Target)) => self.edge_end(base, false, scope),
            Some(Meaning::Builtin(Builtin::Reverse)) => {
                Ok(Expr::graph(GraphArray::Reverse, self.expr(base, scope)?))
            }
            Some(Meaning::Builtin(Builtin::OutBegin)) => {
                Ok(Expr::row(GraphArray::OutOffsets, self.expr(base, scope)?, Bounds::Checked).0)
            }
            Some(Meaning::Builtin(Builtin::OutEnd)) => {
                Ok(Expr::row(GraphArray::OutOffsets, self.expr(base, scope)?, Bounds::Checked).1)
            }
            Some(Meaning::Builtin(Builtin::OutDegree)) => {
                Ok(degree(GraphArray::OutOffsets, self.expr(base, scope)?))
            }
            Some(Meaning::Builtin(Builtin::InDegree)) => {
                Ok(degree(GraphArray::InOffsets, self.expr(base, scope)?))
            }
            Some(Meaning::Builtin(Builtin::Length)) => self.array_length(base, scope),
            Some(Meaning::Builtin(Builtin::Waiting)) => match self.meaning(base) {
                Some(Meaning::Worklist(i)) => {
                    Ok(Expr::u32(ExprKind::Waiting(WorklistId(i as u32))))
                }
                _ => Err(Unsupported { what: "an unknown worklist", span: base.span }),
            },
            _ => Err(Unsupported { what: "a field that is no value", span: expr.span }),
        }
    }

    /// Returns the source or the destination of an edge. In a loop over the edges of a node, one of
    /// the two is that node.
    fn edge_end(&self, edge: &ast::Expr, source: bool, scope: &Scope) -> Result<Expr> {
        let edge = self.expr(edge, scope)?;
        if let ExprKind::Local(id) = edge.kind {
            match scope.ends.get(&id) {
                Some(EdgeEnds::Source(node)) if source => return Ok(node.clone()),
                Some(EdgeEnds::Target(node)) if !source => return Ok(node.clone()),
                _ => {}
            }
        }
        let array = if source { GraphArray::Sources } else { GraphArray::Targets };
        Ok(Expr::graph(array, edge))
    }

    fn call(&self, expr: &ast::Expr, args: &[ast::Expr], scope: &Scope) -> Result<Expr> {
        let mut operands = vec![];
        for arg in args {
            operands.push(self.expr(arg, scope)?);
        }
        let mut operands = operands.into_iter();
        let meaning = self.meaning(expr);
        match (meaning, operands.next(), operands.next(), operands.next()) {
            (Some(Meaning::Builtin(Builtin::MinOf)), Some(a), Some(b), None) => {
                Ok(Expr::binary(BinaryOp::Min, a, b))
            }
            (Some(Meaning::Builtin(Builtin::MaxOf)), Some(a), Some(b), None) => {
                Ok(Expr::binary(BinaryOp::Max, a, b))
            }
            (Some(Meaning::Builtin(Builtin::SaturatingAdd)), Some(a), Some(b), None) => {
                Ok(Expr::binary(BinaryOp::SaturatingAdd, a, b))
            }
            (Some(Meaning::Builtin(Builtin::Abs)), Some(a), None, None) => {
                Ok(Expr::unary(UnaryOp::Abs, a))
            }
            (Some(Meaning::Builtin(Builtin::Pow)), Some(a), Some(b), None) => {
                Ok(Expr::binary(BinaryOp::Pow, a, b))
            }
            (Some(Meaning::Builtin(Builtin::Intrinsic(function))), Some(a), None, None) => {
                Ok(Expr::unary(UnaryOp::Call(function), a))
            }
            (Some(Meaning::Builtin(Builtin::FloatFromBits(_))), Some(a), None, None) => {
                Ok(Expr::unary(UnaryOp::Call(Intrinsic::FromBits), a))
            }
            (Some(Meaning::Builtin(Builtin::Select)), Some(c), Some(a), Some(b)) => {
                let ty = a.ty;
                Ok(Expr { ty, kind: ExprKind::Select(Box::new(c), Box::new(a), Box::new(b)) })
            }
            _ => Err(Unsupported { what: "this call inside an expression", span: expr.span }),
        }
    }

    /// Returns the place of a global, or of a property of a node or edge, or of an element of one.
    pub(super) fn place(&self, expr: &ast::Expr, scope: &Scope) -> Result<Place> {
        let array = self.array_meant(expr, scope)?;
        let (named, element) = match &expr.kind {
            ast::ExprKind::Index(named, element) => (&**named, Some(self.expr(element, scope)?)),
            _ => (expr, None),
        };
        let index = match &named.kind {
            ast::ExprKind::Field(base, _) => self.expr(base, scope)?,
            _ if self.module.arrays[array.index()].extent == Extent::One => {
                Expr::constant(Value::U32(0))
            }
            _ => return Err(Unsupported { what: "a property without its owner", span: expr.span }),
        };
        Ok(Place::unproven(array, index, element))
    }

    /// Returns the array of a property or global, or of the property of an element.
    pub(super) fn array_meant(&self, expr: &ast::Expr, scope: &Scope) -> Result<ArrayId> {
        let array = match self.meaning(expr) {
            Some(Meaning::NodeProperty(i)) => self.node_properties.get(i),
            Some(Meaning::EdgeProperty(i)) => self.edge_properties.get(i),
            Some(Meaning::Original(i)) => self.originals.get(i),
            Some(Meaning::Global(i)) => self.globals.get(i),
            Some(Meaning::PropertyParameter(binding)) => scope.properties.get(&binding),
            _ => None,
        };
        array.copied().ok_or(Unsupported { what: "what is no property here", span: expr.span })
    }
}

/// Returns the number of edges of a node, computed from its offsets; 0 if the node does not exist.
/// The bounds pass removes the check if the node always exists.
pub(super) fn degree(offsets: GraphArray, node: Expr) -> Expr {
    let is_node =
        Expr::binary(BinaryOp::Lt, node.clone().cast(Type::U32), Expr::u32(ExprKind::NodeCount));
    let (start, end) = Expr::row(offsets, node, Bounds::Checked);
    let edges = Box::new(Expr::binary(BinaryOp::Sub, end, start).cast(Type::U32));
    let none = Box::new(Expr::constant(Value::U32(0)));
    Expr::u32(ExprKind::Select(Box::new(is_node), edges, none))
}

/// Creates an expression with an infix operator. In the IR, the amount of a shift is a `u32`, and
/// sums and differences of edges are those of numbers.
pub(super) fn infix(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    if matches!(op, BinaryOp::Add | BinaryOp::Sub) {
        match (left.ty, right.ty) {
            // A difference of edges is a number.
            (Type::Edge, Type::Edge) => return Expr::binary(op, left, right).cast(Type::U32),
            (Type::Edge, _) | (_, Type::Edge) => {
                return Expr::binary(op, left.cast(Type::Edge), right.cast(Type::Edge));
            }
            _ => {}
        }
    }
    let right = if op.is_shift() { right.cast(Type::U32) } else { right };
    Expr::binary(op, left, right)
}

/// Returns the operator of the IR for an operator of the language.
pub(super) fn binary_op(op: ast::BinaryOp) -> BinaryOp {
    match op {
        ast::BinaryOp::Add => BinaryOp::Add,
        ast::BinaryOp::Sub => BinaryOp::Sub,
        ast::BinaryOp::Mul => BinaryOp::Mul,
        ast::BinaryOp::Div => BinaryOp::Div,
        ast::BinaryOp::Rem => BinaryOp::Rem,
        ast::BinaryOp::BitAnd => BinaryOp::BitAnd,
        ast::BinaryOp::BitOr => BinaryOp::BitOr,
        ast::BinaryOp::BitXor => BinaryOp::BitXor,
        ast::BinaryOp::Shl => BinaryOp::Shl,
        ast::BinaryOp::Shr => BinaryOp::Shr,
        ast::BinaryOp::And => BinaryOp::And,
        ast::BinaryOp::Or => BinaryOp::Or,
        ast::BinaryOp::Eq => BinaryOp::Eq,
        ast::BinaryOp::Ne => BinaryOp::Ne,
        ast::BinaryOp::Lt => BinaryOp::Lt,
        ast::BinaryOp::Le => BinaryOp::Le,
        ast::BinaryOp::Gt => BinaryOp::Gt,
        ast::BinaryOp::Ge => BinaryOp::Ge,
    }
}

/// Returns the operator of the IR for a compound assignment.
pub(super) fn assign_op(op: ast::AssignOp) -> BinaryOp {
    match op {
        ast::AssignOp::Binary(op) => binary_op(op),
        ast::AssignOp::Min => BinaryOp::Min,
        ast::AssignOp::Max => BinaryOp::Max,
    }
}
