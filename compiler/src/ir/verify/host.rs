//! Checks the statements of `main`.

use super::*;
use crate::ir::outlined;
use crate::ir::visit::walk_host;

/// The context of a statement.
#[derive(Clone, Copy, Default)]
struct Context {
    /// Whether the statement is in a loop that a `break` or `continue` can refer to.
    in_loop: bool,
    /// Whether the statement is in an outlined loop.
    outlined: bool,
}

/// Finds conflicts between two grid barriers of an outlined loop.
pub(super) fn conflicts(module: &Module) -> Vec<Violation> {
    let mut found = vec![];
    walk_host(&module.main.body, &mut |stmt| {
        if let HostStmt::Outline(outlined) = stmt {
            found.extend(outlined::conflicts(module, outlined));
        }
    });
    found.into_iter().map(|message| Violation { place: "main".into(), message }).collect()
}

impl Verifier<'_> {
    /// Checks all statements of `main`.
    pub(super) fn main(&mut self, body: &[HostStmt]) {
        self.host_block(body, Context::default());
    }

    fn host_block(&mut self, body: &[HostStmt], context: Context) {
        let depth = self.scope.len();
        for stmt in body {
            self.host_stmt(stmt, context);
        }
        self.scope.truncate(depth);
    }

    fn host_stmt(&mut self, stmt: &HostStmt, context: Context) {
        // The condition of an `iterate` is evaluated outside of the scope of its body.
        for expr in stmt.exprs() {
            self.expr(expr);
        }
        match stmt {
            HostStmt::Let(id, e) => {
                self.same("a let's value", e.ty, self.local_type(*id));
                self.declare(*id);
            }
            HostStmt::Assign(id, e) => self.assign(*id, e, 0),
            HostStmt::Store(place, e) => self.store(place, e),
            HostStmt::Fill(id, e) => match self.module.arrays.get(id.index()) {
                Some(array) => self.same("a filling value", e.ty, array.ty),
                None => self.check(false, || format!("array {} does not exist", id.0)),
            },
            HostStmt::Swap(a, b) => {
                let shape =
                    |id: &ArrayId| self.module.arrays.get(id.index()).map(|a| (a.ty, a.extent));
                let alike = shape(a).is_some() && shape(a) == shape(b);
                self.check(alike, || "a swap of arrays that are not alike".into());
            }
            HostStmt::SwapWorklists(a, b) => {
                self.worklist(*a);
                self.worklist(*b);
            }
            HostStmt::Clear(worklist) => self.worklist(*worklist),
            HostStmt::Launch(id, args) => self.launch(*id, args),
            HostStmt::If(cond, _, _) | HostStmt::While(cond, _) | HostStmt::Iterate(_, cond) => {
                self.same("a condition", cond.ty, Type::Bool);
            }
            HostStmt::For { var, start, end, body } => {
                return self.host_for(*var, start, end, body, context);
            }
            HostStmt::Break | HostStmt::Continue => {
                self.check(context.in_loop, || "a break or continue outside of a loop".into());
            }
            HostStmt::Seed(worklist, seed) => {
                self.worklist(*worklist);
                self.seed(seed);
            }
            HostStmt::Outline(_) => {
                let distributed = self.module.stage == Stage::Distributed;
                self.check(distributed, || "an outlined loop before distribution".into());
                self.check(!context.outlined, || "an outlined loop within another".into());
            }
            HostStmt::GridBarrier => {
                self.check(context.outlined, || "a barrier of the grid on the host".into());
            }
            HostStmt::Pipe { worklist, seed, .. } => {
                self.worklist(*worklist);
                if let Some(seed) = seed {
                    self.seed(seed);
                }
            }
        }
        let inner = match stmt {
            HostStmt::While(..) => Context { in_loop: true, ..context },
            HostStmt::Iterate(..) | HostStmt::Pipe { .. } => Context { in_loop: false, ..context },
            HostStmt::Outline(_) => Context { in_loop: false, outlined: true },
            _ => context,
        };
        for block in stmt.blocks() {
            self.host_block(block, inner);
        }
    }

    fn seed(&mut self, seed: &Seed) {
        if let Seed::Items(items) = seed {
            for item in items {
                self.same("an item", item.ty, Type::Node);
            }
        }
    }

    fn host_for(
        &mut self,
        var: LocalId,
        start: &Expr,
        end: &Expr,
        body: &[HostStmt],
        context: Context,
    ) {
        let ty = self.local_type(var);
        self.check(matches!(ty, Type::U32 | Type::I32), || format!("a loop of main over {ty}"));
        self.same("a loop's start", start.ty, ty);
        self.same("a loop's end", end.ty, ty);
        let depth = self.scope.len();
        self.declare(var);
        self.host_block(body, Context { in_loop: true, ..context });
        self.scope.truncate(depth);
    }

    fn launch(&mut self, id: KernelId, args: &[Expr]) {
        let Some(kernel) = self.module.kernels.get(id.index()) else {
            return self.check(false, || format!("kernel {} does not exist", id.0));
        };
        self.check(args.len() == kernel.params, || {
            format!("{} takes {} arguments", kernel.name, kernel.params)
        });
        for (arg, local) in args.iter().zip(&kernel.locals) {
            self.same("an argument", arg.ty, local.ty);
        }
    }
}
