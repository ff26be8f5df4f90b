//! Primitives of `main`: `reduce_add`, `scan_add`, `sort` and so on become kernels and statements.
//!
//! A runtime knows nothing of them, and passes see them as they see the program's own kernels. What
//! a primitive needs beside the program's declarations, kernels and arrays, is written here in the
//! IR's [text](crate::ir::text) and read into the module, once for each thing that it works on.
//! Names say what it is, as in `reduce_add_level`, and make way for the program's own.
//!
//! | file | has |
//! | --- | --- |
//! | here | `fill`, `clear`, `compact` |
//! | `reduce` | `reduce_add` and so on, and where in an expression they may stand |
//! | `scan` | `scan_add` |
//! | `sort` | `sort` |
//!
//! Lowering assumes nothing of races and indices elsewhere, and leaves the proofs to passes. These
//! kernels know more than a pass could find out, that chunks are disjoint or that an array holds a
//! permutation, and say so: their accesses are plain and proven from the start. The interpreter
//! holds them to it.

mod reduce;
mod scan;
mod sort;

use super::{Lowering, Result, Scope, Unsupported};
use crate::check::{Meaning, Primitive};
use crate::ir::parse::{extend, host_statements};
use crate::ir::visit::walk_host;
use crate::ir::*;
use crate::span::Span;
use crate::syntax::ast;

impl Lowering<'_> {
    /// A primitive that stands as a statement.
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
                out.push(HostStmt::Fill(self.array_meant(place, scope)?, value));
            }
            (Primitive::Clear, [worklist]) => {
                out.push(HostStmt::Clear(self.worklist_meant(worklist)?));
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
            _ => return Err(Unsupported { what: "this primitive", span }),
        }
        Ok(())
    }

    /// A kernel that pushes the nodes whose flag holds.
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

    /// The name of a kernel or array for this use, whose words are parted by spaces; written into
    /// the module at the first.
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
        let name = unused(&wanted.replace(' ', "_"), taken);
        extend(&mut self.module, &text(&name))
            .map_err(|_| Unsupported { what: "a primitive's declaration", span })?;
        self.written.insert(wanted.to_owned(), name.clone());
        Ok(name)
    }

    /// Appends statements of `main` written as text.
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

/// A name for a new local of `main`, like this one.
fn local_name(scope: &Scope, wish: &str) -> String {
    unused(wish, |name| scope.locals.iter().any(|local| local.name == name))
}

/// The name, or the name with a number where it is taken.
fn unused(wish: &str, taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2u64..).map(|number| format!("{wish}_{number}"));
    let mut names = std::iter::once(wish.to_owned()).chain(numbered);
    names.find(|name| !taken(name)).expect("there are more numbers than names")
}
