//! Lowers the kernels of a program. A kernel that takes properties or globals becomes one kernel of
//! the module for each different set of them that `main` passes:
//!
//! ```text
//! kernel scale(node x: f32, by: f32) { … }      kernel scale_rank(by: f32) { … rank … }
//! main {                                        kernel scale_next(by: f32) { … next … }
//!     scale(rank, 0.5);                         main {
//!     scale(next, 2.0);                             launch scale_rank(0.5f32)
//!     scale(rank, 3.0);                             launch scale_next(2f32)
//! }                                                 launch scale_rank(3f32)
//!                                               }
//! ```
//!
//! The IR and all later stages therefore know the arrays that each kernel accesses. If there is
//! only one set, the kernel keeps its name. A kernel that takes properties and is never called
//! disappears.

use std::collections::{HashMap, HashSet};

use indexmap::IndexSet;

use super::{Lowering, Result, Scope, Unsupported};
use crate::check::Meaning;
use crate::ir::build::unique_name;
use crate::ir::*;
use crate::span::Span;
use crate::syntax::ast::{self, ItemKind, ParameterKind};

/// The sets of properties and globals that `main` passes to a kernel.
type Sets = IndexSet<Vec<ArrayId>>;

impl Lowering<'_> {
    /// Lowers every kernel of the program.
    pub(super) fn kernels(&mut self) -> Result<()> {
        let program = &self.checked.program;
        let kernels = self.kernel_items.clone();
        let mut sets: Vec<Sets> = vec![Sets::new(); kernels.len()];
        for item in &program.items {
            if let ItemKind::Main(body) = &item.kind {
                self.sets_in(body, &kernels, &mut sets)?;
            }
        }
        let mut taken = self.names(&kernels);
        for (index, kernel) in kernels.iter().enumerate() {
            if !takes_properties(kernel) {
                self.add_kernel(index, kernel, kernel.name.text.clone(), vec![])?;
                continue;
            }
            let is_only = sets[index].len() == 1;
            for arrays in std::mem::take(&mut sets[index]) {
                let name = match is_only {
                    true => kernel.name.text.clone(),
                    false => self.name_with(&kernel.name.text, &arrays, &taken),
                };
                taken.insert(name.clone());
                self.add_kernel(index, kernel, name, arrays)?;
            }
        }
        Ok(())
    }

    /// Adds the sets of properties and globals that a part of `main` passes to each kernel, in the
    /// order of the calls.
    fn sets_in(
        &self,
        block: &ast::Block,
        kernels: &[&ast::Function],
        sets: &mut [Sets],
    ) -> Result<()> {
        for stmt in &block.stmts {
            if let ast::StmtKind::Expr(call) = &stmt.kind
                && let ast::ExprKind::Call(_, args) = &call.kind
                && let Some(Meaning::Kernel(index)) = self.meaning(call)
                && let Some(kernel) = kernels.get(index)
            {
                let set = self.properties_passed(kernel, args)?;
                sets[index].insert(set);
            }
            for block in stmt.blocks() {
                self.sets_in(block, kernels, sets)?;
            }
        }
        Ok(())
    }

    fn properties_passed(
        &self,
        kernel: &ast::Function,
        args: &[ast::Expr],
    ) -> Result<Vec<ArrayId>> {
        let pairs = kernel.params.iter().zip(args);
        let properties = pairs.filter(|(param, _)| param.kind != ParameterKind::Value);
        properties.map(|(_, arg)| self.array_meant(arg, &Scope::default())).collect()
    }

    /// Returns an unused name for a kernel with these properties and globals.
    fn name_with(&self, name: &str, arrays: &[ArrayId], taken: &HashSet<String>) -> String {
        let arrays = arrays.iter().map(|array| &*self.module.arrays[array.index()].name);
        let wish = std::iter::once(name).chain(arrays).collect::<Vec<_>>().join("_");
        unique_name(&wish, |name| taken.contains(name))
    }

    /// Returns the names of the program's kernels and of everything that the module declares.
    fn names(&self, kernels: &[&ast::Function]) -> HashSet<String> {
        let module = &self.module;
        let arrays = module.arrays.iter().map(|array| &array.name);
        let params = module.params.iter().map(|param| &param.name);
        let worklists = module.worklists.iter().map(|worklist| &worklist.name);
        let kernels = kernels.iter().map(|kernel| &kernel.name.text);
        arrays.chain(params).chain(worklists).chain(kernels).cloned().collect()
    }

    fn add_kernel(
        &mut self,
        index: usize,
        kernel: &ast::Function,
        name: String,
        arrays: Vec<ArrayId>,
    ) -> Result<()> {
        let params = kernel.params.iter().filter(|param| param.kind != ParameterKind::Value);
        let properties = params.map(|param| param.binding).zip(arrays.iter().copied());
        let lowered = self.kernel(kernel, name, properties.collect::<HashMap<_, _>>())?;
        let id = KernelId(self.module.kernels.len() as u32);
        self.module.kernels.push(lowered);
        self.kernels.insert((index, arrays), id);
        Ok(())
    }

    /// Returns the kernel of the module that a call launches, and the arguments that are values.
    pub(super) fn launched<'a>(
        &self,
        index: usize,
        args: &'a [ast::Expr],
        span: Span,
    ) -> Result<(KernelId, Vec<&'a ast::Expr>)> {
        let unknown = Unsupported { what: "an unknown kernel", span };
        let kernel = self.kernel_items.get(index).copied().ok_or(unknown.clone())?;
        let arrays = self.properties_passed(kernel, args)?;
        let id = self.kernels.get(&(index, arrays)).copied().ok_or(unknown)?;
        let pairs = kernel.params.iter().zip(args);
        let values = pairs.filter(|(param, _)| param.kind == ParameterKind::Value);
        Ok((id, values.map(|(_, arg)| arg).collect()))
    }
}

/// Returns the kernels of a program, in the order of their indices.
pub(super) fn kernels_of(program: &ast::Program) -> Vec<&ast::Function> {
    let mut kernels = vec![];
    for item in &program.items {
        if let ItemKind::Kernel(kernel) = &item.kind {
            kernels.push(kernel);
        }
    }
    kernels
}

fn takes_properties(kernel: &ast::Function) -> bool {
    kernel.params.iter().any(|param| param.kind != ParameterKind::Value)
}
