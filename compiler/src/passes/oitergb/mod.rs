//! Iteration outlining (`oitergb`): a loop that launches kernels becomes one kernel.
//!
//! Without outlining, the host launches each kernel of a loop, and reads four bytes in each round
//! of a `pipe`. This costs about 13 µs per round on a GPU, and a traversal of a road network has
//! thousands of rounds. With outlining, the loop runs on the device. The kernels become functions,
//! and a grid barrier, which takes 1 to 3 µs, replaces the end of a launch. The host reads results
//! only after the loop. (Pai and Pingali, "A compiler for throughput optimization of graph
//! algorithms on GPUs", OOPSLA 2016, section 3.1; the barrier: Sorensen, Donaldson, Batty,
//! Gopalakrishnan and Rakamarić, "Portable inter-workgroup barrier synchronisation for GPUs",
//! OOPSLA 2016.)
//!
//! In the IR's text, before and after:
//!
//! ```text
//! pipe worklist [$source] {        outlined outlined_0(inout depth: u32) {
//!   launch visit(depth)              while (@waiting(worklist) > 0u32) {
//!   set depth = (depth + 1u32)         swap buffers worklist
//! }                                    call visit(depth)
//!                                      set depth = (depth + 1u32)
//!                                      barrier grid
//!                                    }
//!                                  }
//!                                  …
//!                                  seed worklist [$source]
//!                                  outline outlined_0(depth)
//! ```
//!
//! # Scope
//!
//! The pass outlines the outermost loops of `main` that launch a kernel and neither print nor
//! contract the graph, because only the host can do that. If such a loop is a `pipe`, the host
//! still pushes its seed. A loop that contracts the graph stays on the host, and its inner loops
//! are outlined.
//!
//! With the flag `persistent`, the pass outlines whole runs of statements: launches outside of loops,
//! seeds and fills become parts of the kernel, too. [`runs`] says which statements form a run.
//!
//! # Steps
//!
//! | module | task |
//! | --- | --- |
//! | [`runs`] | finds runs of statements that the device can execute (`persistent`) |
//! | [`build`] | translates the statements of `main` to those of an outlined loop |
//! | [`grid_barriers`] | places grid barriers between statements that conflict |
//! | [`buffer_swaps`] | swaps the buffers of a worklist before each call that reads it |
//! | [`capacity_checks`] | makes loops end when a worklist runs out of room |
//!
//! Later passes assign local memory to the calls and adapt the control flow for drivers.
//!
//! # Cost
//!
//! The launch has at most as many workgroups as can be resident. A kernel that needs many
//! workgroups to hide latency therefore runs slower. The outlined loop needs at least as much local
//! memory and as many registers as the kernel that needs the most.

mod buffer_swaps;
mod build;
mod capacity_checks;
mod grid_barriers;
mod runs;

use crate::configuration::{Choice, Configuration, Outlining};
use crate::ir::uses::outlined_uses;
use crate::ir::visit::walk_host;
use crate::ir::*;
use crate::remarks::Remarks;

/// Outlines the outermost loops of `main` that launch kernels, or whole runs of statements.
pub fn outline(module: &mut Module, options: &Configuration, remarks: &mut Remarks) {
    let body = std::mem::take(&mut module.main.body);
    let origins = std::mem::take(&mut module.main.loops.0);
    let mut outlining = Rewriter { module, remarks, extent: options.outlining, origins: &origins };
    let body = outlining.block(body);
    module.main.body = body;
    module.main.loops.0 = origins;
    build::forget_moved_locals(&mut module.main);
}

struct Rewriter<'m> {
    module: &'m mut Module,
    remarks: &'m mut Remarks,
    /// The parts of `main` that are outlined.
    extent: Outlining,
    /// The origins of the loops that follow.
    origins: &'m [Origin],
}

impl Rewriter<'_> {
    fn block(&mut self, mut rest: Vec<HostStmt>) -> Vec<HostStmt> {
        let mut result = vec![];
        while !rest.is_empty() {
            let length = match self.extent {
                Outlining::Program => runs::length(&rest),
                Outlining::Loops | Outlining::None => 0,
            };
            let after = rest.split_off(length.max(1));
            let mut stmts = std::mem::replace(&mut rest, after);
            if length > 0 && runs::pays(&stmts) {
                result.extend(runs::keep_locals(&mut stmts, &rest, &self.module.main.locals));
                result.push(self.run(stmts));
            } else {
                stmts.into_iter().for_each(|stmt| self.stmt(stmt, &mut result));
            }
        }
        result
    }

    /// Outlines the loops of a statement.
    fn stmt(&mut self, stmt: HostStmt, result: &mut Vec<HostStmt>) {
        match stmt {
            HostStmt::If(condition, then, otherwise) => {
                let then = self.block(then);
                let otherwise = self.block(otherwise);
                result.push(HostStmt::If(condition, then, otherwise));
            }
            _ if stmt.is_loop() => self.outline_loop(stmt, result),
            _ => result.push(stmt),
        }
    }

    /// Returns the origins of the loops of some statements, and advances past them.
    fn take_origins(&mut self, stmts: &[HostStmt]) -> Vec<Origin> {
        let mut count = 0;
        walk_host(stmts, &mut |s| count += usize::from(s.is_loop()));
        let (own, rest) = self.origins.split_at(count.min(self.origins.len()));
        self.origins = rest;
        own.to_vec()
    }

    /// Outlines a loop.
    fn outline_loop(&mut self, mut stmt: HostStmt, result: &mut Vec<HostStmt>) {
        let origin = self.origins.first().copied().unwrap_or_default();
        let name = describe(self.module, &stmt);
        let (mut launches, mut contracts, mut of_host) = (false, false, None);
        walk_host(std::slice::from_ref(&stmt), &mut |s| {
            launches |= matches!(s, HostStmt::Launch { .. });
            contracts |= matches!(s, HostStmt::Contract(_));
            of_host = match s {
                HostStmt::Print(_) => Some("it contains a `print`"),
                HostStmt::Require(..) => Some("it contains a `require`"),
                _ => of_host,
            };
        });
        if contracts {
            let reason = format!("{name} runs on the host: it contracts the graph");
            self.remarks.missed(Choice::Outlining, "main", origin, reason);
            self.origins = self.origins.get(1..).unwrap_or_default();
            for block in stmt.blocks_mut() {
                *block = self.block(std::mem::take(block));
            }
            return result.push(stmt);
        }
        let origins = self.take_origins(std::slice::from_ref(&stmt));
        if !launches || of_host.is_some() {
            let why = of_host.unwrap_or("it launches no kernel");
            let reason = format!("{name} runs on the host: {why}");
            self.remarks.missed(Choice::Outlining, "main", origin, reason);
            return result.push(stmt);
        }
        result.extend(split_seed(&mut stmt));
        let outlined = self.outlined(vec![stmt]);
        let origin = origins.first().copied().unwrap_or_default();
        self.explain_loops(&outlined.0, &[(name, origin)], "one kernel");
        result.push(self.finish(outlined));
    }

    /// Outlines a run of statements.
    fn run(&mut self, stmts: Vec<HostStmt>) -> HostStmt {
        let mut loops = vec![];
        self.outermost_loops(&stmts, &mut loops);
        let launches = counted(runs::launches(&stmts), "launch", "launches");
        let outlined = self.outlined(stmts);
        let message = format!(
            "a run of `main` is one kernel, with {launches} and {} outside of loops",
            counted(barriers(&outlined.0.body), "grid barrier", "grid barriers"),
        );
        self.remarks.applied(Choice::Outlining, "main", Origin::default(), message);
        self.explain_loops(&outlined.0, &loops, "part of this kernel");
        self.finish(outlined)
    }

    /// Adds the names and the origins of the outermost loops of some statements, and advances past
    /// the origins of all their loops.
    fn outermost_loops(&mut self, stmts: &[HostStmt], loops: &mut Vec<(String, Origin)>) {
        for stmt in stmts {
            if stmt.is_loop() {
                let origins = self.take_origins(std::slice::from_ref(stmt));
                let origin = origins.first().copied().unwrap_or_default();
                loops.push((describe(self.module, stmt), origin));
            } else {
                stmt.blocks().into_iter().for_each(|block| self.outermost_loops(block, loops));
            }
        }
    }

    /// Returns an outlined loop with its grid barriers, and its arguments.
    fn outlined(&self, stmts: Vec<HostStmt>) -> (OutlinedLoop, Vec<LocalId>) {
        let name = free_name(self.module);
        let (mut outlined, args) = build::outlined_loop(&self.module.main, name, stmts);
        grid_barriers::place(self.module, &mut outlined);
        (outlined, args)
    }

    /// Adds a remark for each outermost loop, which has a name and an origin, and which is `place`.
    fn explain_loops(&mut self, outlined: &OutlinedLoop, names: &[(String, Origin)], place: &str) {
        for (looped, (name, origin)) in outermost_loops(&outlined.body).into_iter().zip(names) {
            let per_round: usize = looped.blocks().iter().map(|block| barriers(block)).sum();
            let barriers = match per_round {
                1 => "one grid barrier".to_string(),
                barriers => format!("{barriers} grid barriers"),
            };
            let message = format!("{name} is {place}, with {barriers} per round");
            self.remarks.applied(Choice::Outlining, "main", *origin, message);
        }
    }

    /// Completes an outlined loop, and returns the statement that runs it.
    fn finish(&mut self, (mut outlined, args): (OutlinedLoop, Vec<LocalId>)) -> HostStmt {
        buffer_swaps::place(self.module, &mut outlined);
        capacity_checks::place(self.module, &mut outlined);
        outlined.width = width(self.module, &outlined);
        let id = OutlinedId(self.module.outlined.len() as u32);
        self.module.outlined.push(outlined);
        HostStmt::Outline(id, args)
    }
}

/// Returns the width of an outlined loop. Worklists are often short, except if work-items repeat
/// their items: many items then wait at the same time.
fn width(module: &Module, outlined: &OutlinedLoop) -> LoopWidth {
    let uses = outlined_uses(module, &outlined.body);
    let repeats = module.kernels.iter().any(|kernel| kernel.plan.resident);
    match uses.memory.worklists.is_empty() || repeats {
        true => LoopWidth::Wide,
        false => LoopWidth::Narrow,
    }
}

/// Returns the loops that are in no other loop.
fn outermost_loops(block: &[OutlinedStmt]) -> Vec<&OutlinedStmt> {
    let of = |stmt| match OutlinedStmt::is_loop(stmt) {
        true => vec![stmt],
        false => stmt.blocks().into_iter().flat_map(|block| outermost_loops(block)).collect(),
    };
    block.iter().flat_map(of).collect()
}

/// Returns a name for the next outlined loop that differs from the names of all kernels.
fn free_name(module: &Module) -> String {
    let mut name = format!("outlined_{}", module.outlined.len());
    while module.kernels.iter().any(|kernel| kernel.name == name) {
        name.push('_');
    }
    name
}

/// Describes a loop in the words of the source language, for a remark.
fn describe(module: &Module, stmt: &HostStmt) -> String {
    match stmt {
        HostStmt::Pipe { worklist, .. } => {
            format!("the pipe over `{}`", module.worklists[worklist.index()].name)
        }
        HostStmt::While(..) => "the `while` loop".into(),
        HostStmt::Iterate(..) => "the `iterate` loop".into(),
        HostStmt::For { var, .. } => {
            format!("the `for` loop over `{}`", module.main.locals[var.index()].name)
        }
        _ => "the loop".into(),
    }
}

/// Returns a number with a noun.
fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// Returns the number of grid barriers that a block executes at most, without those of inner loops.
fn barriers(block: &[OutlinedStmt]) -> usize {
    let of = |stmt: &OutlinedStmt| match stmt {
        OutlinedStmt::Barrier(Scope::Grid) => 1,
        OutlinedStmt::If(_, then, otherwise) => barriers(then).max(barriers(otherwise)),
        _ => 0,
    };
    block.iter().map(of).sum()
}

/// Removes the seed of a pipe. Returns an action that pushes the seed.
fn split_seed(stmt: &mut HostStmt) -> Option<HostStmt> {
    let HostStmt::Pipe { worklist, seed, .. } = stmt else { return None };
    let seed = seed.take()?;
    Some(HostStmt::Act(Action::Seed(*worklist, seed)))
}
