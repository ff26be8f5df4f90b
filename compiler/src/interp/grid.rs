//! Runs the work-items of a launch: whose turn it is, and who waits for whom.
//!
//! As on a device, only so many workgroups are resident at a time, and the next one starts where one has
//! ended. Among the work-items of those that are resident, the seed picks who goes on, and for how
//! many operations. Seed 0 lets one workgroup be resident, and each of its work-items go on until it
//! must wait, in order.

use std::collections::VecDeque;
use std::ops::Range;

use super::access::Agent;
use super::code::Pc;
use super::error::RunError;
use super::execute::Pause;
use super::group_memory::GroupMemory;
use super::item::{Item, Position};
use super::machine::{Machine, Stop};
use super::order::Order;
use crate::ir::local_memory::{LocalShape, local_needs};
use crate::ir::text::statement;
use crate::ir::*;

/// The most work-items that a launch has resident, if one workgroup has not more.
const MOST_RESIDENT: u32 = 1024;

/// What all work-items of a launch run.
pub(super) enum Task<'t> {
    /// A kernel with these arguments.
    Kernel(KernelId, &'t [Value]),
    /// An outlined loop with these values.
    Outlined(OutlinedId, &'t [Value]),
}

/// Those of a group who are waiting for the rest of it.
#[derive(Clone, Copy, Default)]
struct Meeting {
    arrived: usize,
    /// Where they wait.
    place: (Pc, Pc),
}

/// The work-items that are resident.
pub(super) struct Grid<'a> {
    /// Workgroup by workgroup.
    #[expect(clippy::vec_box, reason = "who runs is exchanged for another, by its pointer")]
    pub(super) items: Vec<Box<Item>>,
    /// What each of them waits for.
    waits: Vec<Option<(Scope, Option<&'a Stmt>)>>,
    /// Those that may go on.
    ready: VecDeque<usize>,
    /// How many work-items of each workgroup have ended.
    ended: Vec<u32>,
    subgroups: Vec<Meeting>,
    workgroups: Vec<Meeting>,
    all: Meeting,
    /// The workgroups that have not started.
    pending: Order,
}

impl<'a> Machine<'a> {
    /// Runs a kernel for the host.
    pub(super) fn launch(&mut self, id: KernelId, args: &'a [Expr]) -> Result<(), Stop> {
        let values = self.prepare(args)?;
        self.swap_read_buffers(id);
        self.clear_spare_sizes(id);
        let most = (MOST_RESIDENT / self.geometry.workgroup_size).clamp(1, self.geometry.groups);
        let resident = 1 + self.random.below(most);
        let memories = (0..resident).map(|_| self.memory_for(id)).collect();
        self.memories = memories;
        let item = self.run_grid(&Task::Kernel(id, &values), resident)?;
        self.idle.push(item);
        Ok(())
    }

    /// The local memory of a workgroup for a kernel.
    pub(super) fn memory_for(&mut self, id: KernelId) -> GroupMemory {
        let needs = local_needs(&self.module.kernels[id.index()]);
        self.group_memory(needs.iter().map(|need| need.shape))
    }

    /// The local memory of a workgroup, with arrays of these shapes.
    pub(super) fn group_memory(&mut self, shapes: impl Iterator<Item = LocalShape>) -> GroupMemory {
        let size = self.geometry.workgroup_size;
        let room = if self.random.is_in_order() {
            size.saturating_mul(8)
        } else {
            self.random.below(size.saturating_mul(2).saturating_add(2))
        };
        GroupMemory::new(shapes, size, room)
    }

    /// Runs a task to its end with so many workgroups resident; what the first work-item has then. The host is
    /// who runs, before and after.
    pub(super) fn run_grid(&mut self, task: &Task<'_>, resident: u32) -> Result<Box<Item>, Stop> {
        if let Some(shadow) = &mut self.shadow {
            shadow.start_launch();
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
                Pause::Meets(scope, stmt) => self.arrive(&mut grid, at, scope, stmt)?,
                Pause::Ended => self.end(&mut grid, at, task, &host)?,
            }
        }
        self.nobody_waits(&grid)?;
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
            subgroups: vec![Meeting::default(); groups * geometry.subgroups() as usize],
            workgroups: vec![Meeting::default(); groups],
            all: Meeting::default(),
            pending: self.random.permutation(geometry.groups),
        }
    }

    /// Starts the next workgroup, where one is left.
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

    /// Who goes on.
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

    /// For how many operations.
    fn budget(&mut self) -> u64 {
        if self.random.is_in_order() || self.random.one_in_eight() {
            return u64::MAX;
        }
        1 + self.random.below(12) as u64
    }

    /// A work-item has come to where it waits for its group.
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
        let meeting = match scope {
            Scope::Subgroup => &mut grid.subgroups[subgroup],
            Scope::Workgroup => &mut grid.workgroups[grid.items[at].position.slot],
            Scope::Grid => &mut grid.all,
        };
        if meeting.arrived > 0 && meeting.place != place {
            let other = members.clone().find(|other| {
                *other != at && grid.waits[*other].is_some_and(|(other, _)| other == scope)
            });
            return self.diverged(grid, at, other);
        }
        meeting.place = place;
        meeting.arrived += 1;
        if meeting.arrived < members.len() {
            return Ok(());
        }
        meeting.arrived = 0;
        self.meet(grid, members.clone(), scope, stmt)?;
        for member in members {
            grid.waits[member] = None;
            grid.ready.push_back(member);
        }
        Ok(())
    }

    /// The work-items of a work-item's group.
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

    /// The number of a work-item's subgroup among those that are resident.
    fn subgroup_of(&self, item: &Item) -> usize {
        let (position, geometry) = (item.position, self.geometry);
        position.slot * geometry.subgroups() as usize
            + (position.local_id / geometry.subgroup_size) as usize
    }

    /// A work-item has come to its end.
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

    /// Where nobody can go on, nobody may wait.
    fn nobody_waits(&self, grid: &Grid<'a>) -> Result<(), Stop> {
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

    /// One waits for another, who does not come.
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

    /// The statement at which a work-item waits, as text.
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
