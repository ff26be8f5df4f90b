//! Runs the work-items of a launch: chooses which work-item runs next, and lets work-items wait for
//! each other.
//!
//! As on a device, a limited number of workgroups is resident at a time. When a workgroup has
//! ended, the next one starts in its place. The seed chooses which work-item of the resident
//! workgroups runs next, and for how many operations. With seed 0, one workgroup is resident, and
//! each of its work-items runs until it must wait, in order.

use std::collections::VecDeque;
use std::ops::Range;

use super::access::Agent;
use super::code::Pc;
use super::error::RunError;
use super::execute::Pause;
use super::group_memory::GroupMemory;
use super::item::{Item, Position};
use super::machine::{Machine, Stop};
use super::order::Permutation;
use crate::ir::local_memory::{LocalShape, local_needs};
use crate::ir::text::statement;
use crate::ir::*;

/// The maximum number of resident work-items of a launch, unless a single workgroup is larger.
const MOST_RESIDENT: u32 = 1024;

/// The code that all work-items of a launch run.
pub(super) enum Task<'t> {
    /// A kernel with these arguments.
    Kernel(KernelId, &'t [Value]),
    /// An outlined loop with these values of its parameters.
    Outlined(OutlinedId, &'t [Value]),
}

/// A point at which the work-items of a group wait for each other.
#[derive(Clone, Copy, Default)]
struct Rendezvous {
    /// The number of work-items that wait.
    arrived: usize,
    /// The place in the code where they wait.
    place: (Pc, Pc),
}

/// The resident work-items of a launch.
pub(super) struct Grid<'a> {
    /// The work-items, one workgroup after the other.
    #[expect(clippy::vec_box, reason = "the current work-item is swapped by its pointer")]
    pub(super) items: Vec<Box<Item>>,
    /// The group for which each work-item waits, and the statement, if it waits.
    waits: Vec<Option<(Scope, Option<&'a Stmt>)>>,
    /// The work-items that can continue.
    ready: VecDeque<usize>,
    /// The number of work-items of each resident workgroup that have ended.
    ended: Vec<u32>,
    subgroups: Vec<Rendezvous>,
    workgroups: Vec<Rendezvous>,
    all: Rendezvous,
    /// The workgroups that have not started.
    pending: Permutation,
}

impl<'a> Machine<'a> {
    /// Launches a kernel from the host. If it runs `again`, it reads the items that the previous
    /// kernel read.
    pub(super) fn launch(
        &mut self,
        id: KernelId,
        args: &'a [Expr],
        again: bool,
    ) -> Result<(), Stop> {
        let values = self.prepare(id, args)?;
        if !again {
            self.swap_read_buffers(id);
        }
        self.clear_spare_sizes(id);
        let most = (MOST_RESIDENT / self.geometry.workgroup_size).clamp(1, self.geometry.groups);
        let resident = 1 + self.random.below(most);
        let memories = (0..resident).map(|_| self.memory_for(id)).collect();
        self.memories = memories;
        let item = self.run_grid(&Task::Kernel(id, &values), resident)?;
        self.idle.push(item);
        Ok(())
    }

    /// Creates the local memory of a workgroup for a kernel.
    pub(super) fn memory_for(&mut self, id: KernelId) -> GroupMemory {
        let needs = local_needs(self.module, &self.module.kernels[id.index()]);
        self.group_memory(needs.iter().map(|need| need.shape))
    }

    /// Creates the local memory of a workgroup, with arrays of these shapes.
    pub(super) fn group_memory(&mut self, shapes: impl Iterator<Item = LocalShape>) -> GroupMemory {
        let size = self.geometry.workgroup_size;
        let capacity = if self.random.is_in_order() {
            size.saturating_mul(8)
        } else {
            self.random.below(size.saturating_mul(2).saturating_add(2))
        };
        GroupMemory::new(shapes, size, capacity)
    }

    /// Runs a task to its end with `resident` workgroups at a time, and returns the final state of
    /// one work-item, which is the first one for an outlined loop. The current work-item before and
    /// after is the host.
    pub(super) fn run_grid(&mut self, task: &Task<'_>, resident: u32) -> Result<Box<Item>, Stop> {
        if let Some(shadow) = &mut self.shadow {
            shadow.start_launch();
        }
        if let Some(watching) = &mut self.watching {
            watching.history.start_launch();
            watching.own = None;
        }
        let host = std::mem::take(&mut self.item);
        let mut grid = self.grid(resident);
        for slot in 0..resident as usize {
            self.start_group(&mut grid, slot, task, &host)?;
        }
        while let Some(at) = self.pick(&mut grid) {
            let budget = self.budget();
            std::mem::swap(&mut self.item, &mut grid.items[at]);
            let pause = self.go_on(budget)?;
            std::mem::swap(&mut self.item, &mut grid.items[at]);
            match pause {
                Pause::Spent => grid.ready.push_back(at),
                Pause::Synchronise(scope, stmt) => self.arrive(&mut grid, at, scope, stmt)?,
                Pause::Ended => self.end(&mut grid, at, task, &host)?,
            }
        }
        self.check_nothing_waits(&grid)?;
        self.item = host;
        let first = match task {
            Task::Outlined(..) => self.agreed(&mut grid)?,
            Task::Kernel(..) => grid.items.swap_remove(0),
        };
        self.idle.append(&mut grid.items);
        Ok(first)
    }

    fn grid(&mut self, resident: u32) -> Grid<'a> {
        let (groups, geometry) = (resident as usize, self.geometry);
        let count = groups * geometry.workgroup_size as usize;
        let mut items = std::mem::take(&mut self.idle);
        items.resize_with(count, Box::default);
        Grid {
            items,
            waits: vec![None; count],
            ready: VecDeque::with_capacity(count),
            ended: vec![0; groups],
            subgroups: vec![Rendezvous::default(); groups * geometry.subgroups() as usize],
            workgroups: vec![Rendezvous::default(); groups],
            all: Rendezvous::default(),
            pending: self.random.permutation(geometry.groups),
        }
    }

    /// Starts the next workgroup in a slot, unless all workgroups have started.
    fn start_group(
        &mut self,
        grid: &mut Grid<'a>,
        slot: usize,
        task: &Task<'_>,
        host: &Item,
    ) -> Result<(), Stop> {
        let Some(workgroup) = grid.pending.next() else { return Ok(()) };
        grid.ended[slot] = 0;
        for local_id in 0..self.geometry.workgroup_size {
            self.step()?;
            let at = slot * self.geometry.workgroup_size as usize + local_id as usize;
            let position = Position { workgroup, local_id, slot };
            self.start_item(&mut grid.items[at], position, task, host);
            grid.ready.push_back(at);
        }
        Ok(())
    }

    fn start_item(&self, item: &mut Item, position: Position, task: &Task<'_>, host: &Item) {
        let geometry = self.geometry;
        item.position = position;
        item.who = Agent {
            agent: position.global_id(geometry),
            subgroup: position.workgroup * geometry.subgroups()
                + position.local_id / geometry.subgroup_size,
            workgroup: position.workgroup,
            ..Agent::default()
        };
        item.view.copy_from(&host.view);
        item.ended = false;
        item.owned.clear();
        item.caller.pc = 0;
        (item.barriers, item.overflowed) = (0, false);
        (item.launches, item.rounds) = (host.launches, host.rounds);
        match task {
            Task::Kernel(id, args) => {
                item.calls = 1;
                item.kernel = Some(*id);
                let start = self.code.kernels[id.index()].start;
                item.frame.start(start, &self.module.kernels[id.index()].locals);
                item.frame.locals[..args.len()].copy_from_slice(args);
            }
            Task::Outlined(id, args) => {
                item.calls = 0;
                item.kernel = None;
                let start = self.code.outlined[id.index()];
                item.frame.start(start, &self.module.outlined[id.index()].locals);
                item.frame.locals[..args.len()].copy_from_slice(args);
            }
        }
    }

    /// Chooses the work-item that continues. Returns `None` if no work-item can.
    fn pick(&mut self, grid: &mut Grid<'a>) -> Option<usize> {
        if self.random.is_in_order() {
            return grid.ready.pop_front();
        }
        let count = grid.ready.len() as u32;
        if count == 0 {
            return None;
        }
        let at = self.random.below(count) as usize;
        grid.ready.swap_remove_back(at)
    }

    /// Chooses the number of operations for which a work-item continues.
    fn budget(&mut self) -> u64 {
        if self.random.is_in_order() || self.random.one_in_eight() {
            return u64::MAX;
        }
        1 + self.random.below(12) as u64
    }

    /// Lets a work-item wait for its group. The last work-item that arrives makes the group perform
    /// the operation and continue.
    fn arrive(
        &mut self,
        grid: &mut Grid<'a>,
        at: usize,
        scope: Scope,
        stmt: Option<&'a Stmt>,
    ) -> Result<(), Stop> {
        if scope == Scope::Grid && self.outlined.is_none() {
            let (kernel, message) = (
                self.kernel_name(&grid.items[at]),
                "a barrier of the grid outside of an outlined loop".into(),
            );
            return Err(Box::new(RunError::BrokenPromise { kernel, message }));
        }
        let place = grid.items[at].place();
        let members = self.members(grid, at, scope);
        grid.waits[at] = Some((scope, stmt));
        let subgroup = self.subgroup_of(&grid.items[at]);
        let rendezvous = match scope {
            Scope::Subgroup => &mut grid.subgroups[subgroup],
            Scope::Workgroup => &mut grid.workgroups[grid.items[at].position.slot],
            Scope::Grid => &mut grid.all,
        };
        if rendezvous.arrived > 0 && rendezvous.place != place {
            let other = members.clone().find(|other| {
                *other != at && grid.waits[*other].is_some_and(|(other, _)| other == scope)
            });
            return self.diverged(grid, at, other);
        }
        rendezvous.place = place;
        rendezvous.arrived += 1;
        if rendezvous.arrived < members.len() {
            return Ok(());
        }
        rendezvous.arrived = 0;
        self.synchronise(grid, members.clone(), scope, stmt)?;
        for member in members {
            grid.waits[member] = None;
            grid.ready.push_back(member);
        }
        Ok(())
    }

    /// Returns the indices of all work-items of a work-item's group.
    fn members(&self, grid: &Grid<'a>, at: usize, scope: Scope) -> Range<usize> {
        let geometry = self.geometry;
        let [workgroup, subgroup] =
            [geometry.workgroup_size, geometry.subgroup_size].map(|size| size as usize);
        let position = grid.items[at].position;
        let start = position.slot * workgroup;
        match scope {
            Scope::Grid => 0..grid.items.len(),
            Scope::Workgroup => start..start + workgroup,
            Scope::Subgroup => {
                let first = position.local_id as usize / subgroup * subgroup;
                start + first..start + (first + subgroup).min(workgroup)
            }
        }
    }

    /// Returns the number of a work-item's subgroup among the resident subgroups.
    fn subgroup_of(&self, item: &Item) -> usize {
        let (position, geometry) = (item.position, self.geometry);
        position.slot * geometry.subgroups() as usize
            + (position.local_id / geometry.subgroup_size) as usize
    }

    /// Notes that a work-item has ended. After the last one of its workgroup, starts the next
    /// workgroup.
    fn end(
        &mut self,
        grid: &mut Grid<'a>,
        at: usize,
        task: &Task<'_>,
        host: &Item,
    ) -> Result<(), Stop> {
        grid.items[at].ended = true;
        let slot = grid.items[at].position.slot;
        grid.ended[slot] += 1;
        if grid.ended[slot] < self.geometry.workgroup_size {
            return Ok(());
        }
        if let Task::Kernel(id, _) = task {
            self.memories[slot] = self.memory_for(*id);
        }
        self.start_group(grid, slot, task, host)
    }

    /// Returns an error if a work-item still waits although none can continue.
    fn check_nothing_waits(&self, grid: &Grid<'a>) -> Result<(), Stop> {
        let Some((at, scope)) =
            (0..grid.items.len()).find_map(|at| grid.waits[at].map(|(scope, _)| (at, scope)))
        else {
            return Ok(());
        };
        let other = self.members(grid, at, scope).find(|other| {
            grid.items[*other].ended || grid.items[*other].place() != grid.items[at].place()
        });
        self.diverged(grid, at, other)
    }

    /// Returns the error of a work-item that waits for another one, which does not arrive.
    fn diverged(&self, grid: &Grid<'a>, at: usize, other: Option<usize>) -> Result<(), Stop> {
        let id = |at: usize| grid.items[at].position.global_id(self.geometry);
        let other_id = other.map_or(id(at), id);
        let elsewhere = match other.filter(|other| !grid.items[*other].ended) {
            None => "has ended".to_string(),
            Some(other) => {
                let kernel = self.kernel_name(&grid.items[other]);
                format!("waits at `{}` of `{kernel}`", self.waits_at(grid, other))
            }
        };
        Err(Box::new(RunError::Divergence {
            kernel: self.kernel_name(&grid.items[at]),
            statement: self.waits_at(grid, at),
            waiting: id(at),
            other: other_id,
            elsewhere,
        }))
    }

    /// Returns the statement at which a work-item waits, as text.
    fn waits_at(&self, grid: &Grid<'a>, at: usize) -> String {
        let kernel = grid.items[at].kernel.map(|id| &self.module.kernels[id.index()]);
        let stmt = grid.waits[at].and_then(|(_, stmt)| stmt);
        match (kernel, stmt) {
            (Some(kernel), Some(stmt)) => statement(self.module, kernel, stmt).to_string(),
            _ => {
                let scope = grid.waits[at].map_or(Scope::Grid, |(scope, _)| scope);
                format!("barrier {}", scope.name())
            }
        }
    }
}
