//! Launches kernels: lets the team run the chunks of each loop.

use igc_compiler::ir::build::identity;
use igc_compiler::ir::value;
use igc_compiler::ir::{KernelId, Value};
use igc_team::{Chunks, Team};

use crate::codegen::{LoopCode, LoopDomain, LoopPart, Program, Visits};
use crate::error::Error;
use crate::fusion::Fusion;
use crate::helpers;
use crate::split::{Grain, Split};
use crate::state::State;
use crate::task::Task;
use crate::worklist::{Front, Worklist};

impl State {
    /// Runs a kernel. `again` states that other kernels process the same items of the worklists that it reads.
    ///
    /// # Errors
    ///
    /// Returns an error if a worklist has no room for a push.
    pub fn launch(
        &mut self,
        program: &Program,
        team: &mut Team,
        kernel: KernelId,
        arguments: &[Value],
        again: bool,
    ) -> Result<(), Error> {
        for (slot, argument) in self.frame.iter_mut().zip(arguments) {
            *slot = argument.to_bits();
        }
        let code = &program.kernels[kernel.index()];
        let tables = self.tables();
        let mut tasks = self.tasks(&tables);
        for part in &code.parts {
            // SAFETY: the code belongs to the module whose state this is, and no other thread runs.
            unsafe { (part.serial)(&mut tasks[0]) };
            if let Some(parallel) = &part.parallel {
                self.run_loop(team, parallel, again, &tables.fronts, &mut tasks);
            }
            if is_any_overfull(&self.worklists) {
                break;
            }
        }
        // SAFETY: the task is this thread's.
        unsafe { flush_all(&mut tasks[0], self.worklists.len()) };
        self.check_room(program.module())
    }

    fn run_loop(
        &mut self,
        team: &mut Team,
        parallel: &LoopPart,
        again: bool,
        fronts: &[Front],
        tasks: &mut [Task],
    ) {
        let accumulators = &parallel.accumulators;
        for thread in &mut self.threads {
            for (slot, accumulator) in thread.reductions.iter_mut().zip(accumulators) {
                *slot = identity(accumulator.op, accumulator.ty).to_bits();
            }
        }
        let grain = Grain::of(team);
        let split = self.split(parallel, &grain);
        if split.iterations == 0 {
            return;
        }
        // The items of fused rounds would be missing for the other kernels.
        let fuses = parallel.fuses.filter(|_| !again);
        let is_alone = team.threads() == 1 || split.work < grain.alone(fuses.is_some());
        let fusion = fuses.map(|worklist| Fusion::new(team, worklist, is_alone));
        let work = Work { parallel, split: &split, fusion, fronts, worklists: &self.worklists };
        let used = if is_alone {
            work.run_alone(team, &mut tasks[0]);
            1
        } else {
            work.run_chunks(team, tasks);
            team.threads()
        };
        for (at, accumulator) in accumulators.iter().enumerate() {
            let slot = &mut self.frame[accumulator.local.index()];
            let mut sum = Value::from_bits(accumulator.ty, *slot);
            for thread in &self.threads[..used] {
                let share = Value::from_bits(accumulator.ty, thread.reductions[at]);
                sum = value::atomic(accumulator.op, sum, &[share]).unwrap_or(sum);
            }
            *slot = sum.to_bits();
        }
    }

    /// Decides how the iterations of a loop are split into chunks.
    fn split(&self, parallel: &LoopPart, grain: &Grain) -> Split<'_> {
        let offsets = match parallel.visits {
            Visits::Constant => None,
            Visits::OutEdges => Some(&self.graph.out_offsets),
            Visits::InEdges => Some(&self.graph.in_offsets),
        };
        match (parallel.domain, offsets) {
            (LoopDomain::Nodes, Some(offsets)) => {
                Split::rows(self.nodes, self.edges, offsets, grain)
            }
            (LoopDomain::Nodes, None) => Split::even(self.nodes.into(), grain),
            (LoopDomain::Edges, _) => Split::even(self.edges, grain),
            (LoopDomain::Counted, None) => Split::even(self.frame[parallel.bounds + 1], grain),
            (LoopDomain::Counted, Some(_)) => {
                let iterations = self.frame[parallel.bounds + 1];
                Split::of_unknown_rows(iterations, self.rows(parallel.visits), grain)
            }
            (LoopDomain::Worklist(id), None) => {
                Split::even(self.worklists[id.index()].front().size, grain)
            }
            (LoopDomain::Worklist(id), Some(_)) if self.worklists[id.index()].words() > 1 => {
                let iterations = self.worklists[id.index()].front().size;
                Split::of_unknown_rows(iterations, self.rows(parallel.visits), grain)
            }
            (LoopDomain::Worklist(id), Some(offsets)) => {
                let rows = self.rows(parallel.visits);
                Split::items(self.worklists[id.index()].items(), offsets, rows, grain)
            }
        }
    }
}

/// The tasks, of which each thread uses its own.
struct Tasks(*mut Task);

// SAFETY: thread number `n` uses only task `n`.
unsafe impl Sync for Tasks {}

/// A loop that is launched.
struct Work<'l> {
    parallel: &'l LoopPart,
    split: &'l Split<'l>,
    fusion: Option<Fusion>,
    /// The front buffers of the worklists.
    fronts: &'l [Front],
    worklists: &'l [Worklist],
}

impl Work<'_> {
    /// Runs the loop on the thread that calls this, while the other threads wait.
    fn run_alone(&self, team: &Team, task: &mut Task) {
        let code = self.parallel.alone;
        if team.perturbation().is_on() {
            Chunks::new(team, self.split.chunks).take(0, |chunk| self.run_chunk(chunk, task, code));
        } else {
            // SAFETY: the code belongs to the module whose state this is, and the iterations exist.
            unsafe { code(task, 0, self.split.iterations) };
        }
        self.run_pushed(task, code);
    }

    /// Runs the loop on all threads.
    fn run_chunks(&self, team: &mut Team, tasks: &mut [Task]) {
        let chunks = Chunks::new(team, self.split.chunks);
        let perturbation = team.perturbation().clone();
        let (tasks, code) = (Tasks(tasks.as_mut_ptr()), self.parallel.shared);
        team.run(&|thread| {
            let tasks = &tasks;
            // SAFETY: there is a task for each thread.
            let task = unsafe { tasks.0.add(thread) };
            chunks.take(thread, |chunk| {
                self.run_chunk(chunk, task, code);
                if perturbation.draw(thread, 8) == Some(0) {
                    // SAFETY: the task is this thread's.
                    unsafe { flush_all(task, self.worklists.len()) };
                }
            });
            self.run_pushed(task, code);
            if thread > 0 {
                // SAFETY: likewise.
                unsafe { flush_all(task, self.worklists.len()) };
            }
        });
    }

    fn run_chunk(&self, chunk: u64, task: *mut Task, code: LoopCode) {
        let (start, end) = self.split.range(chunk);
        if start < end && !is_any_overfull(self.worklists) {
            // SAFETY: the code belongs to the module whose state this is, and the iterations exist.
            unsafe { code(task, start, end) };
        }
    }

    /// Runs the items that a thread has pushed, if the rounds of the loop may be fused.
    fn run_pushed(&self, task: *mut Task, code: LoopCode) {
        if let Some(fusion) = &self.fusion {
            // SAFETY: the task is this thread's, and the code is that of the loop.
            unsafe { fusion.run(task, code, self.fronts) };
        }
    }
}

/// Returns whether a push found no room. Then the run fails, and the rest of the kernel need not run.
fn is_any_overfull(worklists: &[Worklist]) -> bool {
    worklists.iter().any(Worklist::is_overfull)
}

/// Adds the items of a thread's buffers to the worklists.
///
/// # Safety
///
/// The task belongs to this thread, and has that many worklists.
unsafe fn flush_all(task: *mut Task, worklists: usize) {
    for worklist in 0..worklists {
        // SAFETY: the caller guarantees both.
        unsafe { helpers::flush(task, worklist as u32) };
    }
}
