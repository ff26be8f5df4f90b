//! Reductions: combine all elements of a property into one value.
//!
//! The first kernel distributes the elements over *lanes*, as many as a large device has
//! work-items. Each lane reduces every `width`-th element, so that neighbouring lanes read
//! neighbouring elements. Further kernels combine the results of 64 lanes each, until one result
//! remains. The kernels use no atomics, and the order of operations depends only on the number of
//! elements. Sums of floats therefore have the same bits on every device and in every run.
//!
//! ```text
//! let width = min(@node_count, 262144u32)
//! launch reduce_add_rank(width)                 // reduced_f32[0 .. width]
//! while (width > 1u32) {
//!   let lanes = ((width + 63u32) / 64u32)
//!   launch fold_add_f32(width, lanes)           // reduced_f32[0 .. lanes]
//!   set width = lanes
//! }
//! let sum = select((@node_count == 0u32), 0.0f32, reduced_f32[0u32])
//! ```

use super::{Lowering, Result, Scope, Unsupported, local_name};
use crate::check::{Builtin, Meaning, Primitive, Reduction};
use crate::ir::build::add_local;
use crate::ir::*;
use crate::span::Span;
use crate::syntax::ast;

/// Maximum number of lanes that reduce concurrently.
const LANES: u32 = 1 << 18;
/// Number of results that one lane combines.
const FOLD: u32 = 64;

impl Lowering<'_> {
    /// Appends statements to `out` that compute the reductions inside an expression, and records
    /// their results in `scope.prepared`.
    pub(in crate::lower) fn reductions_of(
        &mut self,
        expr: &ast::Expr,
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<()> {
        if let (
            Some(Meaning::Builtin(Builtin::Primitive(Primitive::Reduce(reduction)))),
            ast::ExprKind::Call(_, args),
        ) = (self.meaning(expr), &expr.kind)
        {
            let [property] = &args[..] else {
                return Err(Unsupported { what: "a reduction of this", span: expr.span });
            };
            let array = self.array_meant(property, scope)?;
            let value = self.reduce(reduction, array, expr.span, scope, out)?;
            let local = add_local(&mut scope.locals, word(reduction).1, value.ty);
            scope.prepared.insert(expr.id, Expr::local(local, value.ty));
            out.push(HostStmt::Act(Action::Let(local, value)));
            return Ok(());
        }
        let inside: Vec<&ast::Expr> = match &expr.kind {
            ast::ExprKind::Field(a, _) | ast::ExprKind::Unary(_, a) | ast::ExprKind::Cast(a, _) => {
                vec![a]
            }
            ast::ExprKind::Binary(_, a, b)
            | ast::ExprKind::Index(a, b)
            | ast::ExprKind::Pair(a, b) => vec![a, b],
            ast::ExprKind::Call(_, args) => args.iter().collect(),
            _ => vec![],
        };
        for operand in inside {
            self.reductions_of(operand, scope, out)?;
        }
        Ok(())
    }

    /// Appends statements to `out` that reduce an array. Returns the result.
    pub(super) fn reduce(
        &mut self,
        reduction: Reduction,
        array: ArrayId,
        span: Span,
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<Expr> {
        let ty = self.module.arrays[array.index()].ty;
        let lanes_array = self.written(&format!("reduced {ty}"), span, |name| {
            format!("array {name}: {ty}[nodes] = {}", Value::zero(ty))
        })?;
        let first = self.reduce_kernel(reduction, array, &lanes_array, span)?;
        let fold = self.fold_kernel(reduction, ty, &lanes_array, span)?;
        let (width, lanes) = (local_name(scope, "width"), local_name(scope, "lanes"));
        let text = format!(
            "let {width}: u32 = min(@node_count, {LANES}u32)
             launch {first}({width})
             while ({width} > 1u32) {{
               let {lanes}: u32 = (({width} + {}u32) / {FOLD}u32)
               launch {fold}({width}, {lanes})
               set {width} = {lanes}
             }}",
            FOLD - 1
        );
        self.statements(&text, span, scope, out)?;
        let (_, id) = self.array_of_name(&lanes_array, span)?;
        let place = Place::unproven(id, Expr::constant(Value::U32(0)), None);
        let result = Expr { ty, kind: ExprKind::Load(Box::new(place)) };
        let none = Expr::binary(
            BinaryOp::Eq,
            Expr::u32(ExprKind::NodeCount),
            Expr::constant(Value::U32(0)),
        );
        let identity = Expr::constant(identity(reduction, ty));
        let kind = ExprKind::Select(Box::new(none), Box::new(identity), Box::new(result));
        Ok(Expr { ty, kind })
    }

    /// Creates the kernel in which each lane reduces every `width`-th element. Returns its name.
    fn reduce_kernel(
        &mut self,
        reduction: Reduction,
        array: ArrayId,
        lanes: &str,
        span: Span,
    ) -> Result<String> {
        let Array { name: of, ty, extent, .. } = self.module.arrays[array.index()].clone();
        let (index, count) = match extent {
            Extent::Edges => ("edge", "@edge_count"),
            _ => ("node", "@node_count"),
        };
        let next = combine(reduction, "result", &format!("{of}[i]"));
        let start = identity(reduction, ty);
        self.written(&format!("reduce {} {of}", word(reduction).0), span, |name| {
            format!(
                "kernel {name}(width: u32) {{
                   forall parallel lane: u32 in range 0u32, width {{
                     let result: {ty} = {start}
                     for i: {index} = lane to {count} by width {{ set result = {next} }}
                     {lanes}[lane] = result
                   }}
                 }}"
            )
        })
    }

    /// Creates the kernel in which each remaining lane combines every `lanes`-th result. Returns
    /// its name.
    fn fold_kernel(
        &mut self,
        reduction: Reduction,
        ty: Type,
        results: &str,
        span: Span,
    ) -> Result<String> {
        let next = combine(reduction, "result", &format!("{results}[i]"));
        self.written(&format!("fold {} {ty}", word(reduction).0), span, |name| {
            format!(
                "kernel {name}(width: u32, lanes: u32) {{
                   forall parallel lane: u32 in range 0u32, lanes {{
                     let result: {ty} = {results}[lane]
                     for i: u32 = (lane + lanes) to width by lanes {{ set result = {next} }}
                     {results}[lane] = result
                   }}
                 }}"
            )
        })
    }

    fn array_of_name(&self, name: &str, span: Span) -> Result<(Type, ArrayId)> {
        let found = self.module.arrays.iter().position(|a| a.name == name);
        let at = found.ok_or(Unsupported { what: "a primitive's array", span })?;
        Ok((self.module.arrays[at].ty, ArrayId(at as u32)))
    }
}

/// Returns the word for a reduction in the names of kernels, and the name of its result in `main`.
fn word(reduction: Reduction) -> (&'static str, &'static str) {
    match reduction {
        Reduction::Add => ("add", "sum"),
        Reduction::Min => ("min", "least"),
        Reduction::Max => ("max", "greatest"),
        Reduction::And => ("and", "all"),
        Reduction::Or => ("or", "any"),
    }
}

/// Returns the identity of a reduction, which is also its result for no elements.
fn identity(reduction: Reduction, ty: Type) -> Value {
    match reduction {
        Reduction::Add | Reduction::Or => Value::zero(ty),
        Reduction::Min => Value::max(ty),
        Reduction::Max => Value::min(ty),
        Reduction::And => value::unary(UnaryOp::BitNot, Value::zero(ty)).unwrap_or(Value::max(ty)),
    }
}

/// Writes the combination of two values in the text form of the IR.
fn combine(reduction: Reduction, a: &str, b: &str) -> String {
    match reduction {
        Reduction::Add => format!("({a} + {b})"),
        Reduction::Min => format!("min({a}, {b})"),
        Reduction::Max => format!("max({a}, {b})"),
        Reduction::And => format!("({a} & {b})"),
        Reduction::Or => format!("({a} | {b})"),
    }
}
