//! Filters duplicates (`dedup`): drops a push of a node that the next frontier already has.
//!
//! Several iterations of a round may push the same node, and each item of the node then visits its
//! edges again. With this flag, each node has a *stamp*: the number of the round in which it was
//! last pushed. `main` counts the rounds of a worklist, and passes the number to the kernels that
//! push to it:
//!
//! ```text
//! push worklist v        let item: node = v
//!                        let is_full: bool = (round == 4294967295u32)
//!                        if ((worklist_stamp~?[item] != round) || is_full) {
//!                          atomic swap worklist_stamp~?[item], round -> before: u32
//!                          if ((before != round) || is_full) {
//!                            push worklist item
//!                          }
//!                        }
//! ```
//!
//! Of all iterations that push a node in a round, the first one that swaps the stamp pushes it. The
//! test before the swap avoids most atomics.
//!
//! # When
//!
//! The worklist must be a [set](crate::ir::repeats): repeated items change nothing, so dropping them
//! changes nothing either. A push of the node of the iteration in a loop over all nodes stays as it
//! is, because this loop pushes each node at most once.
//!
//! # Why no item is lost
//!
//! A push is dropped only if the stamp has the number of the current round. Then an iteration has
//! swapped the stamp in this round, and pushes the node. The number changes before each statement
//! that swaps, takes, clears or exchanges the items of the worklist, so the item is still waiting.
//! At the largest `u32`, `main` stops counting, and the kernels push every node.
//!
//! Items that `main` pushes have no stamps, so a seed may remain twice.
//!
//! Source: the filters of Merrill, Garland and Grimshaw, "Scalable GPU graph traversal", PPoPP 2012,
//! which remove some of the duplicates. The stamps remove all that kernels push.

use std::collections::BTreeMap;

use super::select::add_array;
use crate::ir::build::unique_name;
use crate::ir::repeats::Sets;
use crate::ir::uses::uses;
use crate::ir::visit::{walk_exprs_mut, walk_stmts, walk_stmts_mut};
use crate::ir::*;
use crate::options::Flag;
use crate::remarks::Remarks;

/// The worklists whose pushes are filtered.
#[derive(Debug)]
pub struct Filtered(Vec<WorklistId>);

impl Filtered {
    /// Finds the worklists of a lowered module whose pushes can be filtered. `sets` are those on
    /// which repeated items change nothing.
    pub fn of(module: &Module, sets: &Sets, remarks: &mut Remarks) -> Filtered {
        let mut filtered = vec![];
        for kernel in &module.kernels {
            let own = own_node(kernel);
            walk_stmts(&kernel.body, &mut |stmt| {
                let StmtKind::Push(id, item) = &stmt.kind else { return };
                let mut missed = |reason| {
                    remarks.missed(Flag::Dedup, &kernel.name, stmt.origin, reason);
                };
                match sets.obstacle(*id) {
                    Some(reason) => missed(reason),
                    None if own.is_some_and(|own| is_local(item, own)) => {
                        missed("the loop pushes each node at most once");
                    }
                    None => {
                        let name = &module.worklists[id.index()].name;
                        let effect =
                            format!("a node that is already on the next {name} is dropped");
                        remarks.applied(Flag::Dedup, &kernel.name, stmt.origin, effect);
                        filtered.push(*id);
                    }
                }
            });
        }
        filtered.sort();
        filtered.dedup();
        Filtered(filtered)
    }

    /// Filters the pushes of all kernels.
    pub fn filter(&self, module: &mut Module) {
        for worklist in &self.0 {
            let name = module.worklists[worklist.index()].name.clone();
            let stamps = add_array(module, &format!("{name}_stamp"), Type::U32, Extent::Nodes);
            let mut rounds: BTreeMap<KernelId, LocalId> = BTreeMap::new();
            for (id, kernel) in (0..).map(KernelId).zip(&mut module.kernels) {
                if needs_filter(kernel, *worklist) {
                    let round = add_param(kernel, &format!("{name}_round"));
                    filter_pushes(kernel, *worklist, stamps, round);
                    rounds.insert(id, round);
                }
            }
            count_rounds(module, *worklist, &rounds);
        }
    }
}

/// The node of an iteration of a kernel that loops over all nodes, unless its pushes may repeat.
fn own_node(kernel: &Kernel) -> Option<LocalId> {
    match &kernel.body.last()?.kind {
        StmtKind::ForAll { var, domain: Domain::Nodes, mapping: Mapping::Parallel, body } => {
            let mut repeats = false;
            walk_stmts(body, &mut |stmt| {
                let is_loop = matches!(
                    stmt.kind,
                    StmtKind::ForAll { .. } | StmtKind::For { .. } | StmtKind::While(..)
                );
                walk_stmts(std::slice::from_ref(stmt), &mut |inner| {
                    repeats |= is_loop && matches!(inner.kind, StmtKind::Push(..));
                });
            });
            (!repeats).then_some(*var)
        }
        _ => None,
    }
}

fn is_local(item: &Item, local: LocalId) -> bool {
    item.iter().all(|part| part.local_read() == Some(local))
}

/// Whether a kernel may push a node to a worklist several times.
fn needs_filter(kernel: &Kernel, worklist: WorklistId) -> bool {
    let (own, mut found) = (own_node(kernel), false);
    walk_stmts(&kernel.body, &mut |stmt| {
        found |= matches!(&stmt.kind, StmtKind::Push(id, item)
            if *id == worklist && !own.is_some_and(|own| is_local(item, own)));
    });
    found
}

/// Adds a `u32` parameter to a kernel, after the others.
fn add_param(kernel: &mut Kernel, name: &str) -> LocalId {
    let at = kernel.params;
    let name = unique_name(name, |name| kernel.locals.iter().any(|local| local.name == name));
    let mut locals = kernel.locals.to_vec();
    locals.insert(at, Local { name, ty: Type::U32, length: None });
    kernel.locals = locals.into_iter().collect();
    kernel.params += 1;
    let shift = |id: &mut LocalId| id.0 += u32::from(id.index() >= at);
    walk_stmts_mut(&mut kernel.body, &mut |stmt| stmt.locals_mut().into_iter().for_each(shift));
    walk_exprs_mut(&mut kernel.body, &mut |expr| expr.local_read_mut().into_iter().for_each(shift));
    LocalId(at as u32)
}

/// Filters the pushes of a kernel to a worklist.
fn filter_pushes(kernel: &mut Kernel, worklist: WorklistId, stamps: ArrayId, round: LocalId) {
    let own = own_node(kernel);
    let Kernel { locals, body, .. } = kernel;
    filter_block(body, &mut |push| {
        let StmtKind::Push(id, item) = &push.kind else { return None };
        let [node] = &item[..] else { return None };
        let is_unique = own.is_some_and(|own| is_local(item, own));
        (*id == worklist && !is_unique)
            .then(|| filtered(node, (worklist, stamps, round), locals, push.origin))
    });
}

/// Replaces statements of a block by others.
fn filter_block(block: &mut Block, replace: &mut impl FnMut(&Stmt) -> Option<Block>) {
    for mut stmt in std::mem::take(block) {
        stmt.blocks_mut().into_iter().for_each(|inner| filter_block(inner, replace));
        match replace(&stmt) {
            Some(others) => block.extend(others),
            None => block.push(stmt),
        }
    }
}

/// The statements that push a node unless its stamp has the number of the round.
fn filtered(
    node: &Expr,
    (worklist, stamps, round): (WorklistId, ArrayId, LocalId),
    locals: &mut Locals,
    origin: Origin,
) -> Block {
    let [item, is_full, before] =
        [("item", Type::Node), ("is_full", Type::Bool), ("before", Type::U32)]
            .map(|(name, ty)| locals.add(name, ty));
    let round = Expr::local(round, Type::U32);
    let stamp = Place::unproven(stamps, Expr::local(item, Type::Node), None);
    let is_last = Expr::binary(BinaryOp::Eq, round.clone(), Expr::constant(Value::U32(u32::MAX)));
    let is_new = |stamp: Expr| {
        let differs = Expr::binary(BinaryOp::Ne, stamp, round.clone());
        Expr::binary(BinaryOp::Or, differs, Expr::local(is_full, Type::Bool))
    };
    let load = Expr { ty: Type::U32, kind: ExprKind::Load(Box::new(stamp.clone())) };
    let operands = vec![round.clone()];
    let swap = StmtKind::Atomic { op: AtomicOp::Swap, place: stamp, operands, old: Some(before) };
    let push = StmtKind::Push(worklist, vec![Expr::local(item, Type::Node)]).from(origin);
    let if_first = StmtKind::If(is_new(Expr::local(before, Type::U32)), vec![push], vec![]);
    vec![
        StmtKind::Let(item, node.clone()).from(origin),
        StmtKind::Let(is_full, is_last).from(origin),
        StmtKind::If(is_new(load), vec![swap.from(origin), if_first.from(origin)], vec![])
            .from(origin),
    ]
}

/// Counts the rounds of a worklist in `main`, and passes the number to the kernels that push.
fn count_rounds(module: &mut Module, worklist: WorklistId, pushing: &BTreeMap<KernelId, LocalId>) {
    let name = format!("{}_round", module.worklists[worklist.index()].name);
    let round = module.main.locals.add(&name, Type::U32);
    let reads = |kernel: &Kernel| {
        uses(module, kernel).worklists.get(&worklist).is_some_and(|used| used.reads)
    };
    let reading: Vec<bool> = module.kernels.iter().map(reads).collect();
    let mut body = std::mem::take(&mut module.main.body);
    let begins = |stmt: &HostStmt| match stmt {
        HostStmt::Launch { kernel, again, .. } => !again && reading[kernel.index()],
        HostStmt::Act(Action::Take(id) | Action::Clear(id) | Action::Seed(id, _)) => {
            *id == worklist
        }
        HostStmt::Act(Action::SwapWorklists(a, b)) => [*a, *b].contains(&worklist),
        HostStmt::Pipe { worklist: id, seed, .. } => *id == worklist && seed.is_some(),
        _ => false,
    };
    add_rounds(&mut body, round, &begins, pushing);
    let one = Expr::constant(Value::U32(1));
    body.insert(0, HostStmt::Act(Action::Let(round, one)));
    module.main.body = body;
}

/// Adds to the number of the round before each statement that begins one, and passes the number.
fn add_rounds(
    block: &mut Vec<HostStmt>,
    round: LocalId,
    begins: &impl Fn(&HostStmt) -> bool,
    pushing: &BTreeMap<KernelId, LocalId>,
) {
    for mut stmt in std::mem::take(block) {
        if begins(&stmt) {
            let [number, one] = [Expr::local(round, Type::U32), Expr::constant(Value::U32(1))];
            let next = Expr::binary(BinaryOp::SaturatingAdd, number, one);
            block.push(HostStmt::Act(Action::Assign(round, next)));
        }
        if let HostStmt::Launch { kernel, args, .. } = &mut stmt
            && pushing.contains_key(kernel)
        {
            args.push(Expr::local(round, Type::U32));
        }
        stmt.blocks_mut().into_iter().for_each(|inner| add_rounds(inner, round, begins, pushing));
        block.push(stmt);
    }
}
