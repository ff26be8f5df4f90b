//! Loops within an iteration or between parallel loops, and the blocks of Cranelift that they need.

use std::ops::Range;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, Block, InstBuilder, types};
use igc_compiler::ir::{BinaryOp, Bounds, Domain, Expr, ExprKind, LocalId, Stmt, Type};

use super::function::{Emitter, register_type};
use super::statements::Flow;
use super::walk::Walk;
use crate::error::Error;

impl<'m> Emitter<'m, '_> {
    /// Whether the code that is written now runs for one iteration, or in a nested block.
    pub(super) fn is_in_loop(&self) -> bool {
        self.depth > 0
    }

    pub(super) fn three_blocks(&mut self) -> (Block, Block, Block) {
        let builder = &mut self.builder;
        (builder.create_block(), builder.create_block(), builder.create_block())
    }

    /// Continues in a block to which all jumps are known.
    pub(super) fn start_block(&mut self, block: Block) {
        self.builder.switch_to_block(block);
        self.builder.seal_block(block);
    }

    pub(super) fn enclosing_loop(&self) -> Result<(Block, Block), Error> {
        let innermost = self.loops.last().copied();
        innermost.ok_or_else(|| Error::CodeGenerator("a `break` outside of a loop".into()))
    }

    /// Writes a loop with a condition, which is tested before the loop and at its end, so that a
    /// round has one jump.
    pub(super) fn while_loop(
        &mut self,
        condition: &'m Expr,
        body: &'m [Stmt],
    ) -> Result<(), Error> {
        let (round, next, after) = self.three_blocks();
        self.continue_if(condition, round, after)?;
        self.builder.switch_to_block(round);
        self.loops.push((after, next));
        self.depth += 1;
        self.loop_body(body)?;
        self.depth -= 1;
        self.loops.pop();
        self.builder.ins().jump(next, &[]);
        self.start_block(next);
        self.continue_if(condition, round, after)?;
        self.builder.seal_block(round);
        self.start_block(after);
        Ok(())
    }

    /// Jumps to another round if a condition holds, and otherwise to the code after the loop. Each
    /// part of a conjunction has a jump, because these jumps are predicted well, and take less time
    /// than the computation of a Boolean.
    pub(super) fn continue_if(
        &mut self,
        condition: &'m Expr,
        round: Block,
        after: Block,
    ) -> Result<(), Error> {
        let ExprKind::Binary(BinaryOp::And, first, second) = &condition.kind else {
            let more = self.expr(condition)?;
            // Cranelift writes what it reaches through the first target later, so the blocks of the
            // loop follow each other. Its register allocator depends on that.
            let leaves = self.builder.ins().icmp_imm_u(IntCC::Equal, more, 0);
            self.builder.ins().brif(leaves, after, &[], round, &[]);
            return Ok(());
        };
        let rest = self.builder.create_block();
        self.continue_if(first, rest, after)?;
        self.start_block(rest);
        self.continue_if(second, round, after)
    }

    /// Writes a loop over the numbers from the first up to the second, exclusively. The condition
    /// is tested before the loop and at its end, so that a round has one jump.
    pub(super) fn counted_loop(
        &mut self,
        ty: types::Type,
        range: Range<ir::Value>,
        below: IntCC,
        body: impl FnOnce(&mut Self, ir::Value) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let one = self.builder.ins().iconst(ty, 1);
        self.stepped_loop(ty, range, one, below, body)
    }

    fn stepped_loop(
        &mut self,
        ty: types::Type,
        Range { start, end }: Range<ir::Value>,
        step: ir::Value,
        below: IntCC,
        body: impl FnOnce(&mut Self, ir::Value) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (round, next, after) = self.three_blocks();
        let count = self.builder.declare_var(ty);
        self.builder.def_var(count, start);
        let any = self.builder.ins().icmp(below, start, end);
        self.builder.ins().brif(any, round, &[], after, &[]);
        self.builder.switch_to_block(round);
        let current = self.builder.use_var(count);
        self.loops.push((after, next));
        self.depth += 1;
        body(self, current)?;
        self.depth -= 1;
        self.loops.pop();
        self.builder.ins().jump(next, &[]);
        self.start_block(next);
        let current = self.builder.use_var(count);
        let following = self.builder.ins().iadd(current, step);
        self.builder.def_var(count, following);
        let more = self.builder.ins().icmp(below, following, end);
        self.builder.ins().brif(more, round, &[], after, &[]);
        self.builder.seal_block(round);
        self.start_block(after);
        Ok(())
    }

    /// Writes the body of a loop. A body that always leaves by itself continues in a block that is
    /// never reached, so that the loop can be completed.
    pub(super) fn loop_body(&mut self, body: &'m [Stmt]) -> Result<(), Error> {
        if self.block(body)? == Flow::Left {
            let unreached = self.builder.create_block();
            self.start_block(unreached);
        }
        Ok(())
    }

    pub(super) fn for_loop(
        &mut self,
        var: LocalId,
        [start, end, step]: [&'m Expr; 3],
        body: &'m [Stmt],
    ) -> Result<(), Error> {
        let (start, end, step) = (self.expr(start)?, self.expr(end)?, self.expr(step)?);
        let ty = self.local_type(var);
        self.stepped_loop(register_type(ty), start..end, step, less_than(ty), |emitter, at| {
            emitter.declare(var, at);
            emitter.loop_body(body)
        })
    }

    /// Writes a `forall` that the agent runs alone.
    pub(super) fn for_all(
        &mut self,
        var: LocalId,
        domain: &'m Domain,
        body: &'m [Stmt],
    ) -> Result<(), Error> {
        if let Domain::Range(start, end) = domain
            && start.ty.is_signed()
        {
            let range = self.expr(start)?..self.expr(end)?;
            let ty = register_type(self.local_type(var));
            let (below, iteration) = (IntCC::SignedLessThan, (var, body));
            return self.iterations(ty, range, below, iteration, |emitter, at| {
                emitter.declare(var, at);
            });
        }
        let zero = self.builder.ins().iconst(self.pointer, 0);
        let (start, end) = match domain {
            Domain::Nodes => (zero, self.node_count()),
            Domain::Edges => (zero, self.edge_count()),
            Domain::Worklist(id) | Domain::Positions(id) => (zero, self.front_size(*id)),
            Domain::Range(start, end) => (self.pointer_index(start)?, self.pointer_index(end)?),
            Domain::OutEdges(..) | Domain::InEdges(..) | Domain::InPositions(..) => {
                self.row(domain)?
            }
        };
        let range = start..self.extended(end, self.pointer);
        let (below, iteration) = (IntCC::UnsignedLessThan, (var, body));
        self.iterations(self.pointer, range, below, iteration, |emitter, at| match domain {
            Domain::Worklist(id) => emitter.declare_item(var, *id, at),
            Domain::InEdges(..) => emitter.declare_incoming(var, at),
            _ => emitter.declare_index(var, at),
        })
    }

    /// Writes the iterations of a `forall` over the numbers from the first up to the second,
    /// exclusively. `declare` declares its variable.
    pub(super) fn iterations(
        &mut self,
        ty: types::Type,
        range: Range<ir::Value>,
        below: IntCC,
        (var, body): (LocalId, &'m [Stmt]),
        declare: impl Fn(&mut Self, ir::Value),
    ) -> Result<(), Error> {
        if let Some(walk) = Walk::of(var, body) {
            return self.interleaved_loop(ty, range, below, &walk, declare);
        }
        // `break` and `continue` of the body belong to loops inside of it.
        self.counted_loop(ty, range, below, |emitter, at| {
            declare(emitter, at);
            emitter.loop_body(body)
        })
    }

    /// Returns the first and one past the last position of a node's edges, in the width of a pointer; no position if
    /// the node may be invalid and is.
    fn row(&mut self, domain: &'m Domain) -> Result<(ir::Value, ir::Value), Error> {
        let Some((offsets, node, bounds)) = domain.row() else {
            return Err(Error::CodeGenerator("the elements of the loop are known".into()));
        };
        let node = self.pointer_index(node)?;
        if bounds == Bounds::Proven {
            let start = self.graph_index(offsets, node);
            return Ok((start, self.graph_index_after(offsets, node, 1)));
        }
        // An invalid node gets the empty row at the position of the first node.
        let count = self.node_count();
        let valid = self.compare_numbers(IntCC::UnsignedLessThan, node, count);
        let zero = self.builder.ins().iconst(self.pointer, 0);
        let at = self.builder.ins().select(valid, node, zero);
        let start = self.graph_index(offsets, at);
        // The offsets of a graph without nodes are a single zero.
        let one = self.builder.ins().uextend(self.pointer, valid);
        let next = self.builder.ins().iadd(at, one);
        Ok((start, self.graph_index(offsets, next)))
    }

    /// Returns the first element, and the number of iterations as 64 bits, of a parallel loop whose
    /// elements the program computes.
    pub(super) fn bounds(&mut self, domain: &'m Domain) -> Result<(ir::Value, ir::Value), Error> {
        let (start, end, below) = match domain {
            Domain::Range(first, last) => {
                let below = less_than(first.ty);
                (self.expr(first)?, self.expr(last)?, below)
            }
            _ => {
                let (start, end) = self.row(domain)?;
                (start, end, IntCC::UnsignedLessThan)
            }
        };
        let any = self.builder.ins().icmp(below, start, end);
        let difference = self.builder.ins().isub(end, start);
        let ty = self.type_of(start);
        let zero = self.builder.ins().iconst(ty, 0);
        let count = self.builder.ins().select(any, difference, zero);
        Ok((start, self.extended(count, types::I64)))
    }
}

/// Returns the comparison of two numbers of a type.
pub fn less_than(ty: Type) -> IntCC {
    if ty.is_signed() { IntCC::SignedLessThan } else { IntCC::UnsignedLessThan }
}
