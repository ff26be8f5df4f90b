//! Statements of kernels.

#![deny(clippy::wildcard_enum_match_arm)]

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, StackSlotData, StackSlotKind, types};
use igc_compiler::atomics::AtomicOp;
use igc_compiler::ir::{
    ArrayId, BinaryOp, Block, Expr, ExprKind, LocalId, Stmt, StmtKind, WorklistId,
};

use super::function::{CONSTANT, Emitter, TRUSTED};
use super::incoming::position;
use crate::error::Error;
use crate::task::{PUSH_BUFFER, PushBuffer, Task};

/// Whether the code after a statement can be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    Continues,
    Left,
}

impl<'m> Emitter<'m, '_> {
    /// Writes statements. Those after a `break` or `continue` are never reached, and not written.
    pub(super) fn block(&mut self, stmts: &'m [Stmt]) -> Result<Flow, Error> {
        for stmt in stmts {
            if self.statement(stmt)? == Flow::Left {
                return Ok(Flow::Left);
            }
        }
        Ok(Flow::Continues)
    }

    fn statement(&mut self, stmt: &'m Stmt) -> Result<Flow, Error> {
        match &stmt.kind {
            StmtKind::Let(id, value) => match position(value) {
                Some(position) if self.is_in_loop() => {
                    let position = self.pointer_index(position)?;
                    self.declare_incoming(*id, position);
                }
                _ if self.is_in_loop() && self.can_be_index(*id) => {
                    match self.extended_index(value)? {
                        Some(value) => self.declare_index(*id, value),
                        None => {
                            let value = self.expr(value)?;
                            self.declare(*id, value);
                        }
                    }
                }
                _ => {
                    let value = self.expr(value)?;
                    self.declare_local(*id, value);
                }
            },
            StmtKind::Assign(id, value) => {
                let value = self.expr(value)?;
                self.assign(*id, value);
            }
            StmtKind::Store(place, value) => {
                let position = self.position(place)?;
                let value = self.expr(value)?;
                self.store(place, position, value)?;
            }
            StmtKind::LetArray(id, value) => {
                let value = self.expr(value)?;
                self.declare_array(*id, value)?;
            }
            StmtKind::StoreElement(element, value) => self.store_element(element, value)?,
            StmtKind::LetVector(locals, read) => self.vector(locals, read)?,
            StmtKind::Atomic { op, place, operands, .. } if self.global(place.array).is_some() => {
                self.combine_global(*op, place.array, operands)?;
            }
            StmtKind::Atomic { op, place, operands, old } => {
                let result = self.atomic(*op, place, operands)?;
                if let Some(old) = old {
                    self.declare_local(*old, result);
                }
            }
            StmtKind::Reduce(id, op, value) => {
                let (value, ty) = (self.expr(value)?, self.local_type(*id));
                match self.accumulator(*id) {
                    Some(variable) => {
                        let earlier = self.builder.use_var(variable);
                        let sum = self.combine(*op, ty, earlier, value)?;
                        self.builder.def_var(variable, sum);
                    }
                    None => {
                        let earlier = self.local(*id);
                        let sum = self.combine(*op, ty, earlier, value)?;
                        self.assign(*id, sum);
                    }
                }
            }
            // Only the interpreter prints the lines of kernels.
            StmtKind::Print(_) => {}
            StmtKind::Push(worklist, item) => {
                let values = item.iter().map(|value| self.expr(value));
                let values = values.collect::<Result<Vec<_>, Error>>()?;
                self.push(*worklist, &values)?;
            }
            StmtKind::Exclusive { owners, nodes, body, otherwise } => {
                self.exclusive(*owners, nodes, body, otherwise)?;
            }
            StmtKind::If(condition, then, otherwise) => {
                let condition = self.expr(condition)?;
                if otherwise.is_empty()
                    && let Some((id, value)) = quick_assignment(then)
                    && self.is_register(id)
                {
                    // Computing the value takes less time than a wrongly predicted jump.
                    let (new, old) = (self.expr(value)?, self.local(id));
                    let value = self.builder.ins().select(condition, new, old);
                    self.assign(id, value);
                    return Ok(Flow::Continues);
                }
                return self.branches(
                    condition,
                    |emitter| emitter.block(then),
                    |emitter| emitter.block(otherwise),
                );
            }
            StmtKind::While(condition, body) => self.while_loop(condition, body)?,
            StmtKind::For { var, start, end, step, body } => {
                self.for_loop(*var, [start, end, step], body)?;
            }
            StmtKind::ForAll { var, domain, body, .. } => self.for_all(*var, domain, body)?,
            StmtKind::Break | StmtKind::Continue => {
                let (leave, next) = self.enclosing_loop()?;
                let to = if matches!(stmt.kind, StmtKind::Break) { leave } else { next };
                self.builder.ins().jump(to, &[]);
                return Ok(Flow::Left);
            }
            StmtKind::PathStart => {}
            StmtKind::StoreShared(..)
            | StmtKind::AtomicShared { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Collective { .. }
            | StmtKind::Scan { .. }
            | StmtKind::Enqueue(..)
            | StmtKind::Flush(_) => return Err(self.distributed()),
        }
        Ok(Flow::Continues)
    }

    /// Combines a value into the register that stands for a global.
    fn combine_global(
        &mut self,
        op: AtomicOp,
        array: ArrayId,
        operands: &'m [Expr],
    ) -> Result<(), Error> {
        let (Some(variable), [operand]) = (self.global(array), operands) else {
            return Err(self.distributed());
        };
        let value = self.expr(operand)?;
        let (ty, earlier) = (self.module.arrays[array.index()].ty, self.builder.use_var(variable));
        let sum = self.combine(op, ty, earlier, value)?;
        self.builder.def_var(variable, sum);
        Ok(())
    }

    /// The error for an operation of a module whose work is distributed.
    pub(super) fn distributed(&self) -> Error {
        Error::CodeGenerator(format!("the work of `{}` is already distributed", self.kernel.name))
    }

    /// Declares a local. A local of the kernel's own block lives in the frame, because the loops
    /// after it read it.
    pub(super) fn declare_local(&mut self, id: LocalId, value: cranelift_codegen::ir::Value) {
        if self.is_in_loop() { self.declare(id, value) } else { self.declare_shared(id, value) }
    }

    /// Writes a conditional.
    pub(super) fn branches(
        &mut self,
        condition: cranelift_codegen::ir::Value,
        then: impl FnOnce(&mut Self) -> Result<Flow, Error>,
        otherwise: impl FnOnce(&mut Self) -> Result<Flow, Error>,
    ) -> Result<Flow, Error> {
        let (yes, no, after) = self.three_blocks();
        self.builder.ins().brif(condition, yes, &[], no, &[]);
        let mut reached = Flow::Left;
        for (block, arm) in [
            (yes, Box::new(then) as Box<dyn FnOnce(&mut Self) -> Result<Flow, Error> + '_>),
            (no, Box::new(otherwise)),
        ] {
            self.start_block(block);
            self.depth += 1;
            let flow = arm(self)?;
            self.depth -= 1;
            if flow == Flow::Continues {
                self.builder.ins().jump(after, &[]);
                reached = Flow::Continues;
            }
        }
        self.start_block(after);
        if reached == Flow::Left {
            // Cranelift needs an instruction at the end of each block, reached or not.
            self.builder.ins().trap(cranelift_codegen::ir::TrapCode::unwrap_user(1));
        }
        Ok(reached)
    }

    /// Adds an item, given as its values, to this thread's buffer for a worklist. A full buffer
    /// goes to the worklist.
    fn push(
        &mut self,
        worklist: WorklistId,
        item: &[cranelift_codegen::ir::Value],
    ) -> Result<(), Error> {
        let pushes = self.task_pointer(offset_of!(Task, pushes));
        let at = |field: usize| (worklist.index() * size_of::<PushBuffer>() + field) as i32;
        let items_at = at(offset_of!(PushBuffer, items));
        let items = self.builder.ins().load(self.pointer, CONSTANT, pushes, items_at);
        let length_at = at(offset_of!(PushBuffer, length));
        let length = self.builder.ins().load(types::I64, TRUSTED, pushes, length_at);
        let ty = self.module.worklists[worklist.index()].ty;
        let offset = self.builder.ins().ishl_imm_u(length, i64::from(ty.size().trailing_zeros()));
        let address = self.builder.ins().iadd(items, offset);
        for (value, offset) in item.iter().zip((0..).step_by(ty.value().size())) {
            self.builder.ins().store(TRUSTED, *value, address, offset);
        }
        let longer = self.builder.ins().iadd_imm_u(length, 1);
        self.builder.ins().store(TRUSTED, longer, pushes, length_at);
        let full = self.builder.ins().icmp_imm_u(IntCC::Equal, longer, PUSH_BUFFER as i64);
        let (flush, after) = (self.builder.create_block(), self.builder.create_block());
        self.builder.ins().brif(full, flush, &[], after, &[]);
        self.start_block(flush);
        self.builder.set_cold_block(flush);
        let id = self.builder.ins().iconst(types::I32, worklist.index() as i64);
        let task = self.task();
        let is_overfull = self.call(|helpers| helpers.flush, &[task, id]);
        let is_overfull =
            is_overfull.ok_or_else(|| Error::CodeGenerator("`flush` returns nothing".into()))?;
        let leave = self.builder.create_block();
        self.builder.ins().brif(is_overfull, leave, &[], after, &[]);
        self.start_block(leave);
        self.builder.set_cold_block(leave);
        self.builder.ins().return_(&[]);
        self.start_block(after);
        Ok(())
    }

    fn exclusive(
        &mut self,
        owners: ArrayId,
        nodes: &'m [Expr],
        body: &'m Block,
        otherwise: &'m Block,
    ) -> Result<(), Error> {
        let bytes = (nodes.len().max(1) * 4) as u32;
        let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 2);
        let slot = self.builder.create_sized_stack_slot(slot);
        for (at, node) in nodes.iter().enumerate() {
            let node = self.index(node)?;
            self.builder.ins().stack_store(self.pointer, node, slot, (at * 4) as i32);
        }
        let arguments = [
            self.array_pointer(owners),
            self.node_count(),
            self.builder.ins().stack_addr(self.pointer, slot, 0),
            self.builder.ins().iconst(types::I32, nodes.len() as i64),
        ];
        let owns = self.call(|helpers| helpers.own, &arguments);
        let owns = owns.ok_or_else(|| Error::CodeGenerator("`own` returns nothing".into()))?;
        self.branches(
            owns,
            |emitter| {
                emitter.block(body)?;
                emitter.call(|helpers| helpers.disown, &arguments);
                Ok(Flow::Continues)
            },
            |emitter| emitter.block(otherwise),
        )?;
        Ok(())
    }
}

/// Returns the assignment that is all of a branch, if it takes a cycle or two.
pub(super) fn quick_assignment(branch: &[Stmt]) -> Option<(LocalId, &Expr)> {
    match branch {
        [Stmt { kind: StmtKind::Assign(id, value), .. }] => is_quick(value).then_some((*id, value)),
        _ => None,
    }
}

/// Whether an expression is a constant, a local, or one sum, difference, minimum or maximum of
/// integers of these.
fn is_quick(expr: &Expr) -> bool {
    let is_leaf = |e: &Expr| matches!(e.kind, ExprKind::Const(_) | ExprKind::Local(_));
    let ExprKind::Binary(op, a, b) = &expr.kind else { return is_leaf(expr) };
    let is_cycle = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Min | BinaryOp::Max);
    is_cycle && !expr.ty.is_float() && is_leaf(a) && is_leaf(b)
}
