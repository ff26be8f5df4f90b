//! Worklists whose items name a node that owns the item: `worklist later: (node, u32)` with a kernel that loops over
//! `(v, expected) in later`. The items travel to the owner of the node, and the kernel then knows that its rank owns
//! the node.
//!
//! An item of 64 bits has the node in its upper half ([`ItemType::One`]), and a pair in the lower half of its first
//! value. Items contain numbers of the graph.

use std::collections::BTreeSet;

use crate::ir::visit::{walk_host, walk_stmts};
use crate::ir::{
    Action, BinaryOp, Block, Domain, Expr, ExprKind, HostStmt, ItemPart, ItemType, LocalId, Module,
    SECOND_BITS, StmtKind, Type, Value, WorklistId,
};

/// A loop over the items of a worklist, by its variable: an item, or the position of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemLoop {
    pub var: LocalId,
    pub worklist: WorklistId,
}

/// Returns the loops over items of worklists that are not nodes.
pub fn item_loops(module: &Module, body: &Block) -> Vec<ItemLoop> {
    let mut loops = vec![];
    walk_stmts(body, &mut |stmt| {
        if let StmtKind::ForAll { var, domain, .. } = &stmt.kind
            && let Domain::Worklist(worklist) | Domain::Positions(worklist) = domain
            && !module.worklists[worklist.index()].ty.is_node()
        {
            loops.push(ItemLoop { var: *var, worklist: *worklist });
        }
    });
    loops
}

/// Returns the worklist if an expression is the node of an item of one of these loops.
pub fn key_of(expr: &Expr, loops: &[ItemLoop]) -> Option<WorklistId> {
    let ExprKind::Cast(item) = &expr.kind else { return None };
    if expr.ty != Type::Node {
        return None;
    }
    let (local, part) = match &item.kind {
        ExprKind::Binary(BinaryOp::Shr, item, bits)
            if bits.kind == ExprKind::Const(Value::U32(SECOND_BITS)) =>
        {
            (item.local_read()?, ItemPart::Whole)
        }
        ExprKind::WorklistItem(_, part, position) => (position.local_read()?, *part),
        _ => return None,
    };
    let own = loops.iter().find(|own| own.var == local)?;
    match (&item.kind, part) {
        (ExprKind::WorklistItem(id, ..), ItemPart::First) => {
            (*id == own.worklist).then_some(own.worklist)
        }
        (ExprKind::Binary(..), _) => Some(own.worklist),
        _ => None,
    }
}

/// Returns the worklists whose items travel to the owner of a node: each loop over the items begins with the node of
/// the item, and each item that is pushed has a node there.
pub fn keyed(module: &Module) -> BTreeSet<WorklistId> {
    let mut keyed = BTreeSet::new();
    let mut others = BTreeSet::new();
    for kernel in &module.kernels {
        let loops = item_loops(module, &kernel.body);
        walk_stmts(&kernel.body, &mut |stmt| match &stmt.kind {
            StmtKind::ForAll { var, body, .. } => {
                if let Some(own) = loops.iter().find(|own| own.var == *var) {
                    let has_key = body.iter().any(|stmt| match &stmt.kind {
                        StmtKind::Let(_, value) => key_of(value, &loops) == Some(own.worklist),
                        _ => false,
                    });
                    let list = if has_key { &mut keyed } else { &mut others };
                    list.insert(own.worklist);
                }
            }
            StmtKind::Push(id, item) | StmtKind::Enqueue(id, item)
                if !pushes_key(module, *id, item, &loops) =>
            {
                others.insert(*id);
            }
            _ => {}
        });
    }
    keyed.retain(|id| !others.contains(id));
    // Both lists of a swap have owners, or none of them.
    loop {
        let mut mixed = vec![];
        walk_host(&module.main.body, &mut |stmt| {
            if let HostStmt::Act(Action::SwapWorklists(a, b)) = stmt
                && keyed.contains(a) != keyed.contains(b)
            {
                mixed.extend([*a, *b]);
            }
        });
        if mixed.is_empty() {
            return keyed;
        }
        mixed.iter().for_each(|id| _ = keyed.remove(id));
    }
}

/// Whether an item that is pushed has a node as its key, or is an item of a loop over the same worklist.
fn pushes_key(module: &Module, worklist: WorklistId, item: &[Expr], loops: &[ItemLoop]) -> bool {
    let is_wide_node =
        |expr: &Expr| matches!(&expr.kind, ExprKind::Cast(node) if node.ty == Type::Node);
    match (module.worklists[worklist.index()].ty, item) {
        (ItemType::Pair, [first, _]) => is_wide_node(first),
        (ItemType::One(Type::U64), [item]) => match &item.kind {
            ExprKind::Local(id) => {
                loops.iter().any(|own| own.var == *id && own.worklist == worklist)
            }
            ExprKind::Binary(BinaryOp::BitOr, upper, _) => match &upper.kind {
                ExprKind::Binary(BinaryOp::Shl, node, bits) => {
                    bits.kind == ExprKind::Const(Value::U32(SECOND_BITS)) && is_wide_node(node)
                }
                _ => false,
            },
            _ => false,
        },
        _ => false,
    }
}
