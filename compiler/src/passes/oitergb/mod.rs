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
//! # Steps
//!
//! | module | task |
//! | --- | --- |
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

use crate::ir::visit::walk_host;
use crate::ir::*;
use crate::options::Flag;
use crate::remarks::Remarks;

/// Outlines the outermost loops of `main` that launch kernels.
pub fn outline_iterations(module: &mut Module, remarks: &mut Remarks) {
    let body = std::mem::take(&mut module.main.body);
    let origins = std::mem::take(&mut module.main.loops.0);
    module.main.body = outline_block(module, body, &mut &origins[..], remarks);
    module.main.loops.0 = origins;
    build::forget_moved_locals(&mut module.main);
}

/// Outlines the loops in a block. `origins` starts with the origins of these loops, and is advanced
/// past them.
fn outline_block(
    module: &mut Module,
    block: Vec<HostStmt>,
    origins: &mut &[Origin],
    remarks: &mut Remarks,
) -> Vec<HostStmt> {
    let mut result = vec![];
    for stmt in block {
        match stmt {
            HostStmt::If(condition, then, otherwise) => {
                let then = outline_block(module, then, origins, remarks);
                let otherwise = outline_block(module, otherwise, origins, remarks);
                result.push(HostStmt::If(condition, then, otherwise));
            }
            _ if stmt.is_loop() => {
                let (own, rest) = origins.split_at(loops_in(&stmt).min(origins.len()));
                *origins = rest;
                result.extend(outline_loop(module, stmt, own, remarks));
            }
            _ => result.push(stmt),
        }
    }
    result
}

/// Returns the number of loops in a statement, including the statement itself.
fn loops_in(stmt: &HostStmt) -> usize {
    let mut count = 0;
    walk_host(std::slice::from_ref(stmt), &mut |s| {
        count += usize::from(s.is_loop());
    });
    count
}

/// Outlines a loop. `origins` starts with the origin of the loop, followed by those of its inner
/// loops.
fn outline_loop(
    module: &mut Module,
    mut stmt: HostStmt,
    origins: &[Origin],
    remarks: &mut Remarks,
) -> Vec<HostStmt> {
    let origin = origins.first().copied().unwrap_or_default();
    let name = describe(module, &stmt);
    let (mut launches, mut contracts, mut prints) = (false, false, false);
    walk_host(std::slice::from_ref(&stmt), &mut |s| {
        launches |= matches!(s, HostStmt::Launch { .. });
        contracts |= matches!(s, HostStmt::Contract(_));
        prints |= matches!(s, HostStmt::Print(_));
    });
    if contracts {
        let reason = format!("{name} runs on the host: it contracts the graph");
        remarks.missed(Flag::Oitergb, "main", origin, reason);
        let mut inner = origins.get(1..).unwrap_or_default();
        for block in stmt.blocks_mut() {
            let stmts = std::mem::take(block);
            *block = outline_block(module, stmts, &mut inner, remarks);
        }
        return vec![stmt];
    }
    if !launches || prints {
        let why = if prints { "it contains a `print`" } else { "it launches no kernel" };
        let reason = format!("{name} runs on the host: {why}");
        remarks.missed(Flag::Oitergb, "main", origin, reason);
        return vec![stmt];
    }
    let mut result = split_seed(stmt);
    let looped = result.pop().expect("a seed is split from a loop");
    let (mut outlined, args) = build::outlined_loop(&module.main, free_name(module), looped);
    grid_barriers::place(module, &mut outlined);
    let message = match barriers_per_round(&outlined) {
        1 => format!("{name} is one kernel, with one grid barrier per round"),
        barriers => format!("{name} is one kernel, with {barriers} grid barriers per round"),
    };
    remarks.applied(Flag::Oitergb, "main", origin, message);
    buffer_swaps::place(module, &mut outlined);
    capacity_checks::place(module, &mut outlined);
    result.push(HostStmt::Outline(OutlinedId(module.outlined.len() as u32), args));
    module.outlined.push(outlined);
    result
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

/// Returns the number of grid barriers that a round of the outermost loop executes at most, without
/// those of inner loops.
fn barriers_per_round(outlined: &OutlinedLoop) -> usize {
    fn most(block: &[OutlinedStmt]) -> usize {
        let of = |stmt: &OutlinedStmt| match stmt {
            OutlinedStmt::Barrier(Scope::Grid) => 1,
            OutlinedStmt::If(_, then, otherwise) => most(then).max(most(otherwise)),
            _ => 0,
        };
        block.iter().map(of).sum()
    }
    let looped = outlined.body.iter().find(|stmt| stmt.is_loop());
    looped.map_or(0, |looped| looped.blocks().iter().map(|block| most(block)).sum())
}

/// Splits a pipe with a seed into an action that pushes the seed, and a pipe without a seed.
fn split_seed(stmt: HostStmt) -> Vec<HostStmt> {
    match stmt {
        HostStmt::Pipe { worklist, once, seed: Some(seed), body } => {
            let pipe = HostStmt::Pipe { worklist, once, seed: None, body };
            vec![HostStmt::Act(Action::Seed(worklist, seed)), pipe]
        }
        _ => vec![stmt],
    }
}
