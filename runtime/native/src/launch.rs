//! Launches kernels: lets the team run the chunks of each loop.

use igc_compiler::ir::build::identity;
use igc_compiler::ir::value;
use igc_compiler::ir::{KernelId, Value};
use igc_team::{Chunks, Team};

use crate::codegen::{LoopDomain, LoopPart, Program, Visits};
use crate::error::Error;
use crate::helpers;
use crate::split::{Grain, Split};
use crate::state::State;
use crate::task::Task;
use crate::worklist::Worklist;

impl State {
    /// Runs a kernel.
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
                self.run_loop(team, parallel, &mut tasks);
            }
            if is_any_overfull(&self.worklists) {
                break;
            }
        }
        // SAFETY: the task is this thread's.
        unsafe { flush_all(&mut tasks[0], self.worklists.len()) };
        self.check_room(program.module())
    }

    fn run_loop(&mut self, team: &mut Team, parallel: &LoopPart, tasks: &mut [Task]) {
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
        let used = if team.threads() == 1 || split.work < grain.alone {
            run_alone(team, parallel, &split, &mut tasks[0], &self.worklists);
            1
        } else {
            run_chunks(team, parallel, &split, tasks, &self.worklists);
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
                Split::of_unknown_rows(iterations, self.largest_row(parallel.visits), grain)
            }
            (LoopDomain::Worklist(id), None) => {
                Split::even(self.worklists[id.index()].front().size, grain)
            }
            (LoopDomain::Worklist(id), Some(_)) if self.worklists[id.index()].words() > 1 => {
                let iterations = self.worklists[id.index()].front().size;
                Split::of_unknown_rows(iterations, self.largest_row(parallel.visits), grain)
            }
            (LoopDomain::Worklist(id), Some(offsets)) => {
                Split::items(self.worklists[id.index()].items(), offsets, grain)
            }
        }
    }
}

/// The tasks, of which each thread uses its own.
struct Tasks(*mut Task);

// SAFETY: thread number `n` uses only task `n`.
unsafe impl Sync for Tasks {}

/// Runs a loop on the thread that calls this, while the other threads wait.
fn run_alone(
    team: &Team,
    parallel: &LoopPart,
    split: &Split<'_>,
    task: &mut Task,
    worklists: &[Worklist],
) {
    let mut run = |start, end| {
        // SAFETY: the code belongs to the module whose state this is, and the iterations exist.
        unsafe { (parallel.alone)(task, start, end) };
    };
    if team.perturbation().is_on() {
        return Chunks::new(team, split.chunks).take(0, |chunk| {
            let (start, end) = split.range(chunk);
            if !is_any_overfull(worklists) {
                run(start, end);
            }
        });
    }
    run(0, split.iterations);
}

fn run_chunks(
    team: &mut Team,
    parallel: &LoopPart,
    split: &Split<'_>,
    tasks: &mut [Task],
    worklists: &[Worklist],
) {
    let chunks = Chunks::new(team, split.chunks);
    let perturbation = team.perturbation().clone();
    let tasks = Tasks(tasks.as_mut_ptr());
    team.run(&|thread| {
        let tasks = &tasks;
        // SAFETY: there is a task for each thread.
        let task = unsafe { tasks.0.add(thread) };
        chunks.take(thread, |chunk| {
            let (start, end) = split.range(chunk);
            if start < end && !is_any_overfull(worklists) {
                // SAFETY: the code belongs to the module whose state this is.
                unsafe { (parallel.shared)(task, start, end) };
            }
            if perturbation.draw(thread, 8) == Some(0) {
                // SAFETY: the task is this thread's.
                unsafe { flush_all(task, worklists.len()) };
            }
        });
        if thread > 0 {
            // SAFETY: likewise.
            unsafe { flush_all(task, worklists.len()) };
        }
    });
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
