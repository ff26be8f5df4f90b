//! Iteration outlining (`oitergb`): a loop of kernels becomes one kernel.
//!
//! The host's part in a loop is a launch for each kernel and, for each round of a `pipe`, a read of
//! four bytes: some 13 µs a round on a GPU, and a road network has rounds by the thousand. Outlined, the
//! loop runs on the device: its kernels become functions, and a barrier of all workgroups does what the
//! end of a launch did, in 1 to 3 µs. The host reads nothing before the loop has ended. (Pai and
//! Pingali, "A compiler for throughput optimization of graph algorithms on GPUs", OOPSLA 2016, section
//! 3.1; the barrier: Sorensen, Donaldson, Batty, Gopalakrishnan and Rakamarić, "Portable inter-workgroup
//! barrier synchronisation for GPUs", OOPSLA 2016.)
//!
//! In the IR's text, before and after:
//!
//! ```text
//! pipe worklist [$source] {        seed worklist [$source]
//!   launch visit(depth)            outline {
//!   set depth = (depth + 1u32)       pipe worklist {
//! }                                    launch visit(depth)
//!                                      set depth = (depth + 1u32)
//!                                      barrier grid
//!                                    }
//!                                  }
//! ```
//!
//! # Where
//!
//! The outermost loops of `main` that launch a kernel. Every statement of `main` has a meaning on the
//! device: each work-item goes through the loop with the locals of `main` for itself; what `main` does
//! to memory the first work-item does alone, and to whole arrays all do together. What a pipe starts
//! with stays with the host, if the pipe is the outermost loop.
//!
//! # Where barriers go
//!
//! As late as possible: before the first statement that [conflicts](crate::ir::hazards) with one that may
//! still run somewhere ([`placement`]). On one way through a block without loops that is the fewest
//! there can be.
//!
//! # Cost
//!
//! The launch has no more workgroups than can run at the same time, so a kernel that hides much latency
//! by many workgroups runs slower. Shared memory and registers are those of the neediest kernel.

mod placement;

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
}

/// Outlines what is in a block; `origins` are those of its loops and of what comes behind.
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
                let origin = origins.first().copied().unwrap_or_default();
                *origins = origins.get(loops_in(&stmt)..).unwrap_or_default();
                result.extend(outline_loop(module, stmt, origin, remarks));
            }
            _ => result.push(stmt),
        }
    }
    result
}

/// How many loops a loop is, with those within.
fn loops_in(stmt: &HostStmt) -> usize {
    let mut count = 0;
    walk_host(std::slice::from_ref(stmt), &mut |s| {
        count += usize::from(s.is_loop());
    });
    count
}

fn outline_loop(
    module: &mut Module,
    stmt: HostStmt,
    origin: Origin,
    remarks: &mut Remarks,
) -> Vec<HostStmt> {
    let name = describe(module, &stmt);
    let mut launches = false;
    walk_host(std::slice::from_ref(&stmt), &mut |s| {
        launches |= matches!(s, HostStmt::Launch(..));
    });
    if !launches {
        let reason = format!("{name} stays with the host: it launches no kernel");
        remarks.missed(Flag::Oitergb, "main", origin, reason);
        return vec![stmt];
    }
    let mut result = split_seed(stmt);
    let looped = result.pop().expect("a seed is split from a loop");
    let outlined = placement::place_barriers(module, split_inner_seeds(looped));
    let barriers = match outlined.iter().find(|s| !s.blocks().is_empty()) {
        Some(looped) => barriers_a_round(looped),
        None => 0,
    };
    let message = match barriers {
        1 => format!("{name} is one kernel, with one grid barrier a round"),
        _ => format!("{name} is one kernel, with {barriers} grid barriers a round"),
    };
    remarks.applied(Flag::Oitergb, "main", origin, message);
    result.push(HostStmt::Outline(outlined));
    result
}

/// What the loop is to a reader of the program.
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

/// How many barriers stand in the body of a loop, apart from those of loops inside; the most, where
/// there is a choice.
fn barriers_a_round(looped: &HostStmt) -> usize {
    fn most(block: &[HostStmt]) -> usize {
        let of = |stmt: &HostStmt| match stmt {
            HostStmt::GridBarrier => 1,
            HostStmt::If(_, then, otherwise) => most(then).max(most(otherwise)),
            _ => 0,
        };
        block.iter().map(of).sum()
    }
    looped.blocks().iter().map(|block| most(block)).sum()
}

/// A pipe without what it starts with, which stands before it.
fn split_seed(stmt: HostStmt) -> Vec<HostStmt> {
    match stmt {
        HostStmt::Pipe { worklist, once, seed: Some(seed), body } => {
            let pipe = HostStmt::Pipe { worklist, once, seed: None, body };
            vec![HostStmt::Seed(worklist, seed), pipe]
        }
        _ => vec![stmt],
    }
}

/// Splits the seeds from all pipes inside a loop.
fn split_inner_seeds(mut stmt: HostStmt) -> HostStmt {
    for block in stmt.blocks_mut() {
        let inner = std::mem::take(block);
        let split = inner.into_iter().map(split_inner_seeds).flat_map(split_seed);
        *block = split.collect();
    }
    stmt
}
