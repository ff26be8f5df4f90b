//! Scans: compute for each node the sum of all elements before its own.
//!
//! The algorithm works in place and is work-efficient, after Blelloch, "Prefix Sums and Their
//! Applications" (1990). It uses blocks of 32 parts instead of pairs, so each factor of 32 needs
//! one launch up and one launch down. On the way up, each block stores the sum of its parts in its
//! last element. On the way down, that element contains the sum of all elements before the block,
//! and each part receives the sum of all elements before it.
//!
//! For example, a scan of the elements `1 2 3 4` with blocks of 2 parts:
//!
//! ```text
//! up,   stride 1:  1 3 3 7
//! up,   stride 2:  1 3 3 10      10 is the sum of all, and is replaced by zero
//! down, stride 2:  1 0 3 3
//! down, stride 1:  0 1 3 6
//! ```

use super::{Lowering, Result, Scope, Unsupported, local_name};
use crate::check::{Builtin, Meaning, Primitive};
use crate::ir::*;
use crate::span::Span;
use crate::syntax::ast;

/// Number of parts of a block. The text in `BLOCK` contains this number, too.
const PARTS: u32 = 32;

impl Lowering<'_> {
    /// If the expression is a scan, appends the scan to `out` and returns the sum of all elements.
    pub(in crate::lower) fn scan_total(
        &mut self,
        expr: &ast::Expr,
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<Option<Expr>> {
        let scan = Meaning::Builtin(Builtin::Primitive(Primitive::ScanAdd));
        let (true, ast::ExprKind::Call(_, args)) = (self.meaning(expr) == Some(scan), &expr.kind)
        else {
            return Ok(None);
        };
        let [from, into] = &args[..] else {
            return Err(Unsupported { what: "a scan of this", span: expr.span });
        };
        let (from, into) = (self.array_meant(from, scope)?, self.array_meant(into, scope)?);
        let total = local_name(scope, "sum");
        self.scan_property(from, into, Some(&total), expr.span, scope, out)?;
        let ty = self.module.arrays[into.index()].ty;
        let id = scope.locals.iter().position(|local| local.name == total);
        let id = id.ok_or(Unsupported { what: "a scan's sum", span: expr.span })?;
        Ok(Some(Expr::local(LocalId(id as u32), ty)))
    }

    /// Appends the scan of one property into another, or in place. `total` is the name of a new
    /// local for the sum of all elements.
    pub(super) fn scan_property(
        &mut self,
        from: ArrayId,
        into: ArrayId,
        total: Option<&str>,
        span: Span,
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<()> {
        let (from, into) = (self.name_of(from), self.name_of(into));
        if from != into {
            let copy = self.written(&format!("copy {from} {into}"), span, |name| {
                format!(
                    "kernel {name}() {{
                       forall parallel u: node in nodes {{ {into}~?[u] = {from}~?[u] }}
                     }}"
                )
            })?;
            self.statements(&format!("launch {copy}()"), span, scope, out)?;
        }
        let text = self.scan_text(&into, "u64(@node_count)", total, span, scope)?;
        self.statements(&text, span, scope, out)
    }

    /// Returns statements that scan the first `count` elements of an array in place. `count` is an
    /// expression of type `u64` whose value does not change during the scan.
    pub(super) fn scan_text(
        &mut self,
        array: &str,
        count: &str,
        total: Option<&str>,
        span: Span,
        scope: &Scope,
    ) -> Result<String> {
        let ty = self.module.arrays.iter().find(|a| a.name == array).map(|a| a.ty);
        let ty = ty.ok_or(Unsupported { what: "a scan of this", span })?;
        let up = self.scan_up(array, ty, span)?;
        let down = self.scan_down(array, ty, span)?;
        let (stride, zero) = (local_name(scope, "stride"), Value::zero(ty));
        let blocks = format!("u32(((({count} - 1u64) / ({stride} * {PARTS}u64)) + 1u64))");
        let last = format!("{array}~?[u32(({count} - 1u64))]");
        let total = total.map_or_else(String::new, |name| format!("let {name}: {ty} = {last}"));
        Ok(format!(
            "let {stride}: u64 = 1u64
             while ({stride} < {count}) {{
               launch {up}({stride}, {count}, {blocks})
               set {stride} = ({stride} * {PARTS}u64)
             }}
             {total}
             {last} = {zero}
             while ({stride} > 1u64) {{
               set {stride} = ({stride} / {PARTS}u64)
               launch {down}({stride}, {count}, {blocks})
             }}"
        ))
    }

    /// Creates the kernel of the way up, in which each block stores its sum in its last element.
    /// `stride` is the length of a part. Returns the name of the kernel.
    fn scan_up(&mut self, array: &str, ty: Type, span: Span) -> Result<String> {
        let zero = Value::zero(ty);
        self.written(&format!("scan_up {array}"), span, |name| {
            format!(
                "kernel {name}(stride: u64, count: u64, blocks: u32) {{
                   forall parallel block: u32 in range 0u32, blocks {{
                     {BLOCK}
                     let sum: {ty} = {zero}
                     for at: u64 = start to end by stride {{
                       set sum = (sum + {array}[{LAST}])
                     }}
                     {array}[u32((end - 1u64))] = sum
                   }}
                 }}"
            )
        })
    }

    /// Creates the kernel of the way down, in which each part receives the sum of all elements
    /// before it. At the start, the last element of a block contains the sum of all elements before
    /// the block. Returns the name of the kernel.
    fn scan_down(&mut self, array: &str, ty: Type, span: Span) -> Result<String> {
        self.written(&format!("scan_down {array}"), span, |name| {
            format!(
                "kernel {name}(stride: u64, count: u64, blocks: u32) {{
                   forall parallel block: u32 in range 0u32, blocks {{
                     {BLOCK}
                     let before: {ty} = {array}[u32((end - 1u64))]
                     for at: u64 = start to end by stride {{
                       let last: u32 = {LAST}
                       let part: {ty} = {array}[last]
                       {array}[last] = before
                       set before = (before + part)
                     }}
                   }}
                 }}"
            )
        })
    }
}

/// The start and the end of a block, in the text form of the IR. The last block may be shorter.
const BLOCK: &str = "let start: u64 = (u64(block) * (stride * 32u64))
                     let end: u64 = min((start + (stride * 32u64)), count)";
/// The index of the last element of the part that starts at `at`, in the text form of the IR.
const LAST: &str = "u32((min((at + stride), count) - 1u64))";
