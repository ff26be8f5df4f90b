//! Lowers the primitives of `main` (`reduce_add`, `scan_add`, `sort` and so on) to kernels and
//! statements.
//!
//! The passes and the runtime treat them like kernels of the program. A primitive may need kernels
//! and arrays in addition to the program's declarations. This module writes them in the [text
//! form](crate::ir::text) of the IR and parses them into the module, once for each combination of
//! operands. A name describes the purpose, as in `reduce_add_level`; a number is appended if the
//! program uses the name.
//!
//! | file | primitives |
//! | --- | --- |
//! | `mod` | `fill`, `clear`, `compact`, `contract` |
//! | `reduce` | `reduce_add` and so on, in any expression of `main` |
//! | `scan` | `scan_add` |
//! | `sort` | `sort` |
//!
//! Elsewhere, lowering assumes nothing about races and indices, and leaves proofs to the passes.
//! These kernels have properties that no pass could prove: chunks are disjoint, or an array
//! contains a permutation. Their accesses are therefore plain and proven from the start. The
//! interpreter checks these promises.

mod reduce;
mod scan;
mod sort;

use super::{Lowering, Result, Scope, Unsupported};
use crate::check::{Meaning, Primitive};
use crate::ir::build::unique_name;
use crate::ir::parse::{extend, host_statements};
use crate::ir::visit::walk_host;
use crate::ir::*;
use crate::span::Span;
use crate::syntax::ast;

impl Lowering<'_> {
    /// Lowers a primitive that is used as a statement.
    pub(super) fn primitive(
        &mut self,
        primitive: Primitive,
        args: &[ast::Expr],
        span: Span,
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<()> {
        match (primitive, args) {
            (Primitive::Fill, [place, value]) => {
                let value = self.host_value(value, scope, out)?;
                out.push(HostStmt::Act(Action::Fill(self.array_meant(place, scope)?, value)));
            }
            (Primitive::Clear, [worklist]) => {
                out.push(HostStmt::Act(Action::Clear(self.worklist_meant(worklist)?)));
            }
            (Primitive::Compact, [worklist, flag]) => {
                let (worklist, flag) =
                    (self.worklist_meant(worklist)?, self.array_meant(flag, scope)?);
                let kernel = self.compact(worklist, flag, span)?;
                self.statements(&format!("launch {kernel}()"), span, scope, out)?;
            }
            (Primitive::ScanAdd, [from, into]) => {
                let (from, into) = (self.array_meant(from, scope)?, self.array_meant(into, scope)?);
                self.scan_property(from, into, None, span, scope, out)?;
            }
            (Primitive::Sort, [order, key]) => {
                let (order, key) = (self.array_meant(order, scope)?, self.array_meant(key, scope)?);
                self.sort(order, key, span, scope, out)?;
            }
            (Primitive::Contract, [label, member, carried @ ..]) => {
                self.contract(label, member, carried, scope, out)?;
            }
            _ => return Err(Unsupported { what: "this primitive", span }),
        }
        Ok(())
    }

    /// Lowers a contraction. Statements after it fill the arrays whose initial values are not
    /// constant, as at the start of `main`.
    fn contract(
        &mut self,
        label: &ast::Expr,
        member: &ast::Expr,
        carried: &[ast::Expr],
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<()> {
        let (label, member) = (self.array_meant(label, scope)?, self.array_meant(member, scope)?);
        let carried = carried.iter().map(|arg| self.array_meant(arg, scope));
        let carried = carried.collect::<Result<Vec<ArrayId>>>()?;
        let again = |stmt: &&HostStmt| match stmt {
            HostStmt::Act(Action::Fill(id, _)) => {
                let extent = self.module.arrays[id.index()].extent;
                extent != Extent::One && !carried.contains(id)
            }
            _ => false,
        };
        let fills: Vec<HostStmt> = self.fills.iter().filter(again).cloned().collect();
        out.push(HostStmt::Contract(Contraction { label, member, carried }));
        out.extend(fills);
        Ok(())
    }

    /// Creates a kernel that pushes the nodes whose flag holds. Returns its name.
    fn compact(&mut self, worklist: WorklistId, flag: ArrayId, span: Span) -> Result<String> {
        let worklist = self.module.worklists[worklist.index()].name.clone();
        let flag = self.name_of(flag);
        self.written(&format!("compact {flag} {worklist}"), span, |name| {
            format!(
                "kernel {name}() {{
                   forall parallel u: node in nodes {{
                     if {flag}~?[u] {{ push {worklist} u }}
                   }}
                 }}"
            )
        })
    }

    fn worklist_meant(&self, arg: &ast::Expr) -> Result<WorklistId> {
        match self.meaning(arg) {
            Some(Meaning::Worklist(i)) => Ok(WorklistId(i as u32)),
            _ => Err(Unsupported { what: "an argument that names no worklist", span: arg.span }),
        }
    }

    fn name_of(&self, array: ArrayId) -> String {
        self.module.arrays[array.index()].name.clone()
    }

    /// Returns the name of a kernel or array for a purpose, which is written as words separated by
    /// spaces. The first call for a purpose adds the declaration to the module.
    fn written(
        &mut self,
        wanted: &str,
        span: Span,
        text: impl FnOnce(&str) -> String,
    ) -> Result<String> {
        if let Some(name) = self.written.get(wanted) {
            return Ok(name.clone());
        }
        let module = &self.module;
        let taken = |name: &str| {
            module.arrays.iter().any(|a| a.name == name)
                || module.params.iter().any(|p| p.name == name)
                || module.kernels.iter().any(|k| k.name == name)
                || module.worklists.iter().any(|w| w.name == name)
        };
        let name = unique_name(&wanted.replace(' ', "_"), taken);
        extend(&mut self.module, &text(&name))
            .map_err(|_| Unsupported { what: "a primitive's declaration", span })?;
        self.written.insert(wanted.to_owned(), name.clone());
        Ok(name)
    }

    /// Appends statements of `main` that are written as text.
    fn statements(
        &mut self,
        text: &str,
        span: Span,
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<()> {
        let read = host_statements(&mut self.module, &mut scope.locals, text);
        let read = read.map_err(|_| Unsupported { what: "a primitive's statements", span })?;
        walk_host(&read, &mut |stmt| {
            if stmt.is_loop() {
                scope.loops.push(Origin::at(span));
            }
        });
        out.extend(read);
        Ok(())
    }
}

/// Returns an unused name for a local of `main`, based on `wish`.
fn local_name(scope: &Scope, wish: &str) -> String {
    unique_name(wish, |name| scope.locals.iter().any(|local| local.name == name))
}
