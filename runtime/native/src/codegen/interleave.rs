//! Interleaving: a thread runs the loops of several iterations by turns.
//!
//! The rounds of a loop that merges two lists or searches a list depend on each other: a round
//! reads memory at a place that the round before it found, so the processor waits for each read.
//! The iterations of the `forall` around the loop do not depend on each other. The generated code
//! therefore keeps two iterations in progress, each in a *lane*, which has locals of its own. In
//! turn, each lane runs one round of its [`Walk`], and the processor overlaps their reads. When the
//! walk of a lane ends, the lane takes the next iteration. When no iteration is left, the other
//! walks end one after the other.
//!
//! The order of the iterations of a `forall` is free, and a relaxed read may yield the value of any
//! moment, so the turns change no result that the language defines.
//!
//! While a walk continues, some locals are less than others. If those are at most the number of
//! edges, the lanes need not check indices of edges. Otherwise, the iteration runs alone, with
//! checks.
//!
//! From: Kocberber, Falsafi and Grot, "Asynchronous memory access chaining", VLDB 2015, which keeps
//! several searches of a hash table or a tree in progress.

use std::ops::Range;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    self, Block, InstBuilder, StackSlot, StackSlotData, StackSlotKind, types,
};
use cranelift_frontend::Variable;
use igc_compiler::ir::LocalId;

use super::function::{Emitter, Slot, register_type};
use super::walk::Walk;
use crate::error::Error;

/// Number of iterations in progress. A third one gains nothing, because its locals do not fit into
/// the registers.
const LANES: usize = 2;

/// The locals and blocks of an iteration in progress.
struct Lane {
    /// Where its locals are.
    locals: Vec<Slot>,
    /// Where the locals that its walk uses are while the lanes do not run.
    parked: StackSlot,
    /// Whether it has an iteration.
    is_busy: Variable,
    /// Takes the next iteration.
    take: Block,
    /// Tests whether its walk has another round.
    test: Block,
    /// Its walk has ended.
    done: Block,
    /// Lets its iteration go on alone.
    leave: Block,
}

/// The numbers that an interleaved loop counts.
struct Numbers {
    next: Variable,
    end: ir::Value,
    below: IntCC,
    /// No number is left.
    none: Block,
}

impl<'m> Emitter<'m, '_> {
    /// Writes a loop over the numbers from the first up to the second, exclusively, whose body has
    /// a walk. `declare` declares the variable of the loop.
    pub(super) fn interleaved_loop(
        &mut self,
        ty: types::Type,
        Range { start, end }: Range<ir::Value>,
        below: IntCC,
        walk: &Walk<'m>,
        declare: impl Fn(&mut Self, ir::Value),
    ) -> Result<(), Error> {
        let (next, none) = (self.builder.declare_var(ty), self.builder.create_block());
        self.builder.def_var(next, start);
        let numbers = Numbers { next, end, below, none };
        let mut lanes: Vec<Lane> = (0..LANES).map(|_| self.lane(walk)).collect();
        let mut alone = self.lane(walk);
        let resume = self.builder.create_block();
        self.builder.ins().jump(lanes[0].take, &[]);
        self.depth += 1;
        self.fill_lanes(&mut lanes, walk, (&numbers, resume), &declare)?;
        self.with(&mut alone, |emitter, alone| {
            emitter.take(alone, walk, &numbers, &declare)?;
            emitter.builder.ins().jump(alone.test, &[]);
            Ok(())
        })?;
        self.builder.switch_to_block(resume);
        for lane in &lanes {
            self.unpark(&lane.locals, lane.parked, walk);
        }
        self.builder.ins().jump(lanes[0].test, &[]);
        self.builder.seal_block(resume);
        self.run_lanes(&mut lanes, walk)?;
        self.run_alone(&mut alone, walk)?;
        self.end_walks(&mut lanes, &mut alone, walk)?;
        self.drain(&lanes, &alone, walk, none);
        self.depth -= 1;
        for lane in lanes.iter().chain([&alone]) {
            for block in [lane.take, lane.test, lane.done] {
                self.builder.seal_block(block);
            }
        }
        Ok(())
    }

    fn lane(&mut self, walk: &Walk<'m>) -> Lane {
        let is_busy = self.builder.declare_var(types::I8);
        self.set(is_busy, false);
        let (take, test, done) = self.three_blocks();
        let leave = self.builder.create_block();
        let size = (walk.kept.len() * 8) as u32;
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, size, 3);
        let parked = self.builder.create_sized_stack_slot(data);
        Lane { parked, locals: self.locals.clone(), is_busy, take, test, done, leave }
    }

    fn set(&mut self, flag: Variable, value: bool) {
        let value = self.builder.ins().iconst(types::I8, i64::from(value));
        self.builder.def_var(flag, value);
    }

    /// Writes code that uses the locals of a lane.
    fn with(
        &mut self,
        lane: &mut Lane,
        write: impl FnOnce(&mut Self, &Lane) -> Result<(), Error>,
    ) -> Result<(), Error> {
        std::mem::swap(&mut self.locals, &mut lane.locals);
        let written = write(self, lane);
        std::mem::swap(&mut self.locals, &mut lane.locals);
        written
    }

    /// Writes the code that gives each lane an iteration.
    fn fill_lanes(
        &mut self,
        lanes: &mut [Lane],
        walk: &Walk<'m>,
        (numbers, resume): (&Numbers, Block),
        declare: &impl Fn(&mut Self, ir::Value),
    ) -> Result<(), Error> {
        let following: Vec<_> = lanes[1..].iter().map(|lane| (lane.is_busy, lane.take)).collect();
        for (at, lane) in lanes.iter_mut().enumerate() {
            self.with(lane, |emitter, lane| {
                emitter.take(lane, walk, numbers, declare)?;
                let locals = emitter.locals.clone();
                emitter.park(&locals, lane.parked, walk);
                emitter.check_limits(walk, lane.leave);
                match following.get(at) {
                    // Lanes are filled in order, so all are busy if the next one is.
                    Some((is_busy, take)) => {
                        let busy = emitter.builder.use_var(*is_busy);
                        emitter.builder.ins().brif(busy, resume, &[], *take, &[])
                    }
                    None => emitter.builder.ins().jump(resume, &[]),
                };
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Writes the code that takes iterations until one reaches its walk, or none is left. Continues
    /// where the walk begins.
    fn take(
        &mut self,
        lane: &Lane,
        walk: &Walk<'m>,
        numbers: &Numbers,
        declare: &impl Fn(&mut Self, ir::Value),
    ) -> Result<(), Error> {
        self.builder.switch_to_block(lane.take);
        let body = self.builder.create_block();
        let at = self.builder.use_var(numbers.next);
        let any = self.builder.ins().icmp(numbers.below, at, numbers.end);
        self.builder.ins().brif(any, body, &[], numbers.none, &[]);
        self.start_block(body);
        let following = self.builder.ins().iadd_imm_u(at, 1);
        self.builder.def_var(numbers.next, following);
        declare(self, at);
        for (before, condition) in &walk.conditions {
            self.block(before)?;
            let inside = self.builder.create_block();
            let condition = self.expr(condition)?;
            self.builder.ins().brif(condition, inside, &[], lane.take, &[]);
            self.start_block(inside);
        }
        self.block(walk.before)?;
        self.set(lane.is_busy, true);
        Ok(())
    }

    /// Writes the locals of an iteration to memory, from variables that only the code before uses.
    ///
    /// Otherwise, the variables would live in all the code of the loop, and Cranelift's register
    /// allocator would keep them in memory in the rounds, too.
    fn park(&mut self, locals: &[Slot], parked: StackSlot, walk: &Walk<'m>) {
        for (at, (variable, _)) in self.variables(locals, walk).into_iter().enumerate() {
            let value = self.builder.use_var(variable);
            self.builder.ins().stack_store(self.pointer, value, parked, at as i32 * 8);
        }
    }

    /// Reads the locals of an iteration from memory.
    fn unpark(&mut self, locals: &[Slot], parked: StackSlot, walk: &Walk<'m>) {
        for (at, (variable, ty)) in self.variables(locals, walk).into_iter().enumerate() {
            let value = self.builder.ins().stack_load(self.pointer, ty, parked, at as i32 * 8);
            self.builder.def_var(variable, value);
        }
    }

    /// Returns the variables of the locals that a walk uses, and their types.
    fn variables(&self, locals: &[Slot], walk: &Walk<'m>) -> Vec<(Variable, types::Type)> {
        let variable = |id: &LocalId| match locals[id.index()] {
            Slot::Register(variable) => Some((variable, register_type(self.local_type(*id)))),
            Slot::Index(variable) | Slot::Incoming(variable) => Some((variable, self.pointer)),
            // Not in a loop without arrays.
            Slot::Frame | Slot::Array(_) => None,
        };
        walk.kept.iter().filter_map(variable).collect()
    }

    /// Writes the checks from which follows that a lane reads only existing edges.
    fn check_limits(&mut self, walk: &Walk<'m>, leave: Block) {
        for (_, end) in &walk.limits {
            let (end, edges) = (self.local(*end), self.edge_count());
            let exist = self.compare_numbers(IntCC::UnsignedLessThanOrEqual, end, edges);
            let next = self.builder.create_block();
            self.builder.ins().brif(exist, next, &[], leave, &[]);
            self.start_block(next);
        }
    }

    /// Writes the rounds of the lanes.
    fn run_lanes(&mut self, lanes: &mut [Lane], walk: &Walk<'m>) -> Result<(), Error> {
        let round = self.builder.create_block();
        let first = lanes[0].test;
        let mut following: Vec<Block> = lanes[1..].iter().map(|lane| lane.test).collect();
        following.push(round);
        for (lane, next) in lanes.iter_mut().zip(following) {
            self.with(lane, |emitter, lane| {
                emitter.builder.switch_to_block(lane.test);
                emitter.continue_if(walk.more, next, lane.done)
            })?;
        }
        self.start_block(round);
        for lane in lanes {
            self.in_range = walk.limits.iter().map(|(index, _)| *index).collect();
            self.walk_round(walk, lane)?;
        }
        self.in_range.clear();
        self.builder.ins().jump(first, &[]);
        Ok(())
    }

    /// Writes the rounds of an iteration that runs alone.
    fn run_alone(&mut self, alone: &mut Lane, walk: &Walk<'m>) -> Result<(), Error> {
        let round = self.builder.create_block();
        self.with(alone, |emitter, alone| {
            emitter.builder.switch_to_block(alone.test);
            emitter.continue_if(walk.more, round, alone.done)
        })?;
        self.start_block(round);
        self.walk_round(walk, alone)?;
        self.builder.ins().jump(alone.test, &[]);
        Ok(())
    }

    /// Writes a round of the walk of a lane.
    fn walk_round(&mut self, walk: &Walk<'m>, lane: &mut Lane) -> Result<(), Error> {
        let next = self.builder.create_block();
        self.loops.push((lane.done, next));
        self.with(lane, |emitter, _| emitter.loop_body(walk.round))?;
        self.loops.pop();
        self.builder.ins().jump(next, &[]);
        self.start_block(next);
        Ok(())
    }

    /// Writes the code for the end of each walk, which lets the lane take the next iteration.
    fn end_walks(
        &mut self,
        lanes: &mut [Lane],
        alone: &mut Lane,
        walk: &Walk<'m>,
    ) -> Result<(), Error> {
        let running: Vec<_> = lanes.iter().map(|lane| (lane.locals.clone(), lane.parked)).collect();
        for (at, lane) in lanes.iter_mut().enumerate() {
            self.builder.switch_to_block(lane.done);
            for (other, (locals, parked)) in running.iter().enumerate() {
                if other != at {
                    self.park(locals, *parked, walk);
                }
            }
            self.end_walk(lane, walk)?;
        }
        self.builder.switch_to_block(alone.done);
        self.end_walk(alone, walk)
    }

    fn end_walk(&mut self, lane: &mut Lane, walk: &Walk<'m>) -> Result<(), Error> {
        self.with(lane, |emitter, lane| {
            emitter.block(walk.after)?;
            emitter.set(lane.is_busy, false);
            emitter.builder.ins().jump(lane.take, &[]);
            Ok(())
        })
    }

    /// Writes the code that ends the iterations in the lanes one after the other. Continues after
    /// the loop.
    fn drain(&mut self, lanes: &[Lane], alone: &Lane, walk: &Walk<'m>, none: Block) {
        self.builder.switch_to_block(none);
        for lane in lanes {
            let next = self.builder.create_block();
            let busy = self.builder.use_var(lane.is_busy);
            self.builder.ins().brif(busy, lane.leave, &[], next, &[]);
            self.start_block(lane.leave);
            self.unpark(&alone.locals, lane.parked, walk);
            self.set(lane.is_busy, false);
            self.builder.ins().jump(alone.test, &[]);
            self.start_block(next);
        }
        self.builder.seal_block(none);
    }
}
