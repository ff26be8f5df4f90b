//! Launches kernels: splits loops into chunks of about equal work, and lets the team run them.

use std::sync::atomic::{AtomicU64, Ordering};

use igc_compiler::ir::build::identity;
use igc_compiler::ir::value;
use igc_compiler::ir::{KernelId, Value};

use crate::codegen::{LoopDomain, LoopPart, Program, Visits};
use crate::error::Error;
use crate::helpers;
use crate::state::State;
use crate::task::Task;
use crate::team::Team;

/// Work below which one thread runs a loop alone. The unit is an element or an edge, which takes
/// some nanoseconds; waking the other threads takes about a microsecond.
const ALONE: u64 = 2048;
/// Work of a chunk. Taking a chunk costs about ten nanoseconds.
const CHUNK: u64 = 4096;
/// Number of items of a chunk of a worklist whose items visit edges: their degrees are not known.
const ITEMS: u64 = 64;
/// Number of items of a worklist up to which their degrees are added to find the work of a round.
const COUNTED_ITEMS: u64 = 256;

impl State<'_> {
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
        self.swap_read_buffers(program, kernel);
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
        }
        for (worklist, _) in self.worklists.iter().enumerate() {
            // SAFETY: the task is this thread's, and the worklist exists.
            unsafe { helpers::flush(&mut tasks[0], worklist as u32) };
        }
        self.check_room(program.module())
    }

    fn run_loop(&mut self, team: &mut Team, parallel: &LoopPart, tasks: &mut [Task]) {
        let accumulators = &parallel.accumulators;
        for thread in &mut self.threads {
            for (slot, accumulator) in thread.reductions.iter_mut().zip(accumulators) {
                *slot = identity(accumulator.op, accumulator.ty).to_bits();
            }
        }
        let split = self.split(parallel);
        if split.iterations == 0 {
            return;
        }
        let used = if team.threads() == 1 || split.work < ALONE {
            // SAFETY: as for the statements before the loop; the iterations exist.
            unsafe { (parallel.alone)(&mut tasks[0], 0, split.iterations) };
            1
        } else {
            run_chunks(team, parallel, &split, tasks, self.worklists.len());
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
    fn split(&self, parallel: &LoopPart) -> Split<'_> {
        let offsets = match parallel.visits {
            Visits::Constant => None,
            Visits::OutEdges => Some(self.graph.out_offsets),
            Visits::InEdges => Some(self.graph.in_offsets),
        };
        match (parallel.domain, offsets) {
            (LoopDomain::Nodes, Some(offsets)) => Split::rows(self.nodes, self.edges, offsets),
            (LoopDomain::Nodes, None) => Split::even(self.nodes.into(), CHUNK),
            (LoopDomain::Edges, _) => Split::even(self.edges.into(), CHUNK),
            (LoopDomain::Counted, None) => Split::even(self.frame[parallel.bounds + 1], CHUNK),
            (LoopDomain::Counted, Some(_)) => Split::even(self.frame[parallel.bounds + 1], ITEMS),
            (LoopDomain::Worklist(id), None) => {
                Split::even(self.worklists[id.index()].front().size, CHUNK)
            }
            (LoopDomain::Worklist(id), Some(offsets)) => {
                Split::items(self.worklists[id.index()].items(), offsets)
            }
        }
    }
}

/// How the iterations of a loop are split into chunks.
struct Split<'g> {
    iterations: u64,
    /// An estimate of the work.
    work: u64,
    chunks: u64,
    /// The offsets of the edges that iterations over nodes visit. Without them, all chunks have the
    /// same number of iterations.
    offsets: Option<&'g [u32]>,
}

impl<'g> Split<'g> {
    /// Iterations of equal work.
    fn even(iterations: u64, chunk: u64) -> Split<'g> {
        let chunks = iterations.div_ceil(chunk);
        let work = if chunk == ITEMS { u64::MAX } else { iterations };
        Split { iterations, work, chunks, offsets: None }
    }

    /// Iterations over all nodes that visit their edges.
    fn rows(nodes: u32, edges: u32, offsets: &'g [u32]) -> Split<'g> {
        let work = u64::from(nodes) + u64::from(edges);
        let chunks = work.div_ceil(CHUNK);
        Split { iterations: nodes.into(), work, chunks, offsets: Some(offsets) }
    }

    /// Iterations over items that visit their edges.
    fn items(items: &[u32], offsets: &[u32]) -> Split<'g> {
        let iterations = items.len() as u64;
        let work = if iterations <= COUNTED_ITEMS {
            let row = |item: &u32| offsets.get(*item as usize..*item as usize + 2);
            let degrees = items.iter().filter_map(row).map(|row| u64::from(row[1] - row[0]));
            iterations + degrees.sum::<u64>()
        } else {
            u64::MAX
        };
        // Few items with many edges are split further than many items.
        let chunk = (iterations / 64).clamp(1, ITEMS);
        Split { iterations, work, chunks: iterations.div_ceil(chunk), offsets: None }
    }

    /// Returns the first iteration of a chunk; the number of iterations for the chunk after the last.
    fn start(&self, chunk: u64) -> u64 {
        if chunk >= self.chunks {
            return self.iterations;
        }
        let share =
            |whole: u64| (u128::from(whole) * u128::from(chunk) / u128::from(self.chunks)) as u64;
        match self.offsets {
            None => share(self.iterations),
            Some(offsets) => {
                let before = share(self.work);
                // The work before a node is the number of nodes and edges before it.
                partition_point(self.iterations, |node| {
                    offsets
                        .get(node as usize)
                        .is_some_and(|edges| u64::from(*edges) + node < before)
                })
            }
        }
    }
}

/// Returns the first number below `end` for which a condition does not hold, or `end`.
fn partition_point(end: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, end);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// The next chunk of a thread's own share. Each is on a cache line of its own.
#[repr(align(128))]
struct Next(AtomicU64);

/// The tasks, of which each thread uses its own.
struct Tasks(*mut Task);

// SAFETY: thread number `n` uses only task `n`.
unsafe impl Sync for Tasks {}

fn run_chunks(
    team: &mut Team,
    parallel: &LoopPart,
    split: &Split<'_>,
    tasks: &mut [Task],
    worklists: usize,
) {
    let threads = team.threads() as u64;
    let share = |thread: u64| split.chunks * thread / threads;
    let next: Vec<Next> = (0..threads).map(|thread| Next(AtomicU64::new(share(thread)))).collect();
    let tasks = Tasks(tasks.as_mut_ptr());
    team.run(&|number| {
        let tasks = &tasks;
        // SAFETY: there is a task for each thread.
        let task = unsafe { tasks.0.add(number) };
        // A thread first runs its own share, in order, and then takes chunks of the others.
        for distance in 0..threads {
            let victim = (number as u64 + distance) % threads;
            loop {
                let chunk = next[victim as usize].0.fetch_add(1, Ordering::Relaxed);
                if chunk >= share(victim + 1) {
                    break;
                }
                let (start, end) = (split.start(chunk), split.start(chunk + 1));
                if start < end {
                    // SAFETY: the code belongs to the module whose state this is.
                    unsafe { (parallel.shared)(task, start, end) };
                }
            }
        }
        if number > 0 {
            for worklist in 0..worklists {
                // SAFETY: the task is this thread's, and the worklist exists.
                unsafe { helpers::flush(task, worklist as u32) };
            }
        }
    });
}
