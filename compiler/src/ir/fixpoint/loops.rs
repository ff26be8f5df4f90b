//! The loops of `main` that may compute a fixed point.

use std::collections::BTreeSet;

use crate::ir::uses::uses;
use crate::ir::visit::walk_host;
use crate::ir::{
    Action, ArrayId, BinaryOp, Expr, ExprKind, HostStmt, KernelId, Module, Place, Value, WorklistId,
};

/// A loop of `main` that launches kernels until nothing changes.
pub struct Loop {
    /// The kernels that it launches.
    pub kernels: BTreeSet<KernelId>,
    /// The kernels that it launches several times in a round, perhaps with other arguments.
    pub several: BTreeSet<KernelId>,
    /// The `bool` globals that continue the loop. It resets them at the start of each round.
    pub flags: BTreeSet<ArrayId>,
    /// The worklist of a `pipe`.
    pub worklist: Option<WorklistId>,
}

/// The kernels that a part of `main` launches, and the loop or the reason why there is none.
type Candidate = (BTreeSet<KernelId>, Result<Loop, String>);

/// Returns the kernels that loops of `main` launch. All launches of kernels belong to one of the
/// results, except that launches outside of all loops are missing if no loop launches the kernel.
pub fn of_main(module: &Module) -> Vec<Candidate> {
    let mut found = vec![];
    let mut outside = BTreeSet::new();
    find(module, &module.main.body, &mut found, &mut outside);
    let repeated: BTreeSet<KernelId> =
        found.iter().flat_map(|(kernels, _)| kernels.iter().copied()).collect();
    outside.retain(|kernel| repeated.contains(kernel));
    found.push((outside, Err("`main` also launches it outside of such a loop".into())));
    found
}

fn find(
    module: &Module,
    stmts: &[HostStmt],
    found: &mut Vec<Candidate>,
    outside: &mut BTreeSet<KernelId>,
) {
    for stmt in stmts {
        let blocks = stmt.blocks();
        let is_inner = !blocks.iter().any(|block| has_loop(block));
        let is_loop = stmt.is_loop() && !matches!(stmt, HostStmt::Pipe { once: true, .. });
        if is_loop && is_inner {
            found.push((kernels_of(std::slice::from_ref(stmt)), loop_of(module, stmt)));
            continue;
        }
        if let HostStmt::Launch { kernel, .. } = stmt {
            outside.insert(*kernel);
        }
        for block in &blocks {
            find(module, block, found, outside);
        }
        if is_loop {
            let direct = blocks.iter().flat_map(|block| block.iter());
            let direct = direct.filter(|stmt| matches!(stmt, HostStmt::Launch { .. }));
            let kernels = kernels_of(&direct.cloned().collect::<Vec<_>>());
            let reason = "its loop in `main` has other loops inside".to_owned();
            found.push((kernels, Err(reason)));
        }
    }
}

fn has_loop(stmts: &[HostStmt]) -> bool {
    let mut found = false;
    walk_host(stmts, &mut |stmt| found |= stmt.is_loop());
    found
}

fn kernels_of(stmts: &[HostStmt]) -> BTreeSet<KernelId> {
    let mut kernels = BTreeSet::new();
    walk_host(stmts, &mut |stmt| {
        if let HostStmt::Launch { kernel, .. } = stmt {
            kernels.insert(*kernel);
        }
    });
    kernels
}

/// Returns a loop that continues as long as kernels announce changes.
///
/// # Errors
///
/// Returns the reason why it may depend on something else.
fn loop_of(module: &Module, stmt: &HostStmt) -> Result<Loop, String> {
    let kernels = kernels_of(std::slice::from_ref(stmt));
    let (body, flags, worklist) = match stmt {
        HostStmt::Iterate(body, condition) => (body, flags(module, condition)?, None),
        HostStmt::Pipe { worklist, body, .. } => (body, BTreeSet::new(), Some(*worklist)),
        _ => return Err("its loop in `main` is neither an `iterate` nor a `pipe`".into()),
    };
    let mut written = BTreeSet::new();
    for kernel in &kernels {
        written.extend(uses(module, &module.kernels[kernel.index()]).written());
    }
    let (mut launched, mut several) = (BTreeSet::new(), BTreeSet::new());
    for stmt in body {
        match stmt {
            HostStmt::Act(Action::Store(place, value)) if resets(place, value, &flags) => {
                if !launched.is_empty() {
                    return Err("`main` resets a flag between two launches".into());
                }
            }
            HostStmt::Launch { kernel, args, again: false } => {
                if !launched.insert(*kernel) {
                    several.insert(*kernel);
                }
                if args.iter().any(|arg| depends_on(arg, &written)) {
                    return Err("an argument of a kernel may change in each round".into());
                }
            }
            HostStmt::Launch { .. } => return Err("kernels of its loop share items".into()),
            other => return Err(in_each_round(module, other)),
        }
    }
    if worklist.is_some() && (launched.len() != 1 || !several.is_empty()) {
        return Err("its `pipe` launches several kernels".into());
    }
    Ok(Loop { kernels, several, flags, worklist })
}

/// Returns the flags of a condition that holds if one of them is set.
fn flags(module: &Module, condition: &Expr) -> Result<BTreeSet<ArrayId>, String> {
    match &condition.kind {
        ExprKind::Load(place) if module.arrays[place.array.index()].is_scalar_global() => {
            Ok(BTreeSet::from([place.array]))
        }
        ExprKind::Binary(BinaryOp::Or, a, b) => Ok(&flags(module, a)? | &flags(module, b)?),
        _ => Err("the condition of its loop in `main` is not a flag".into()),
    }
}

/// Whether an assignment of `main` resets a flag.
fn resets(place: &Place, value: &Expr, flags: &BTreeSet<ArrayId>) -> bool {
    flags.contains(&place.array) && value.kind == ExprKind::Const(Value::Bool(false))
}

/// Whether an argument reads what the kernels of a loop write, or the size of a worklist.
fn depends_on(arg: &Expr, written: &BTreeSet<ArrayId>) -> bool {
    let mut found = false;
    arg.walk(&mut |expr| {
        found |= match &expr.kind {
            ExprKind::Load(place) => written.contains(&place.array),
            ExprKind::Waiting(_) => true,
            _ => false,
        };
    });
    found
}

/// Returns what `main` does in each round besides launches, as a reason against a proof.
fn in_each_round(module: &Module, stmt: &HostStmt) -> String {
    let array = |id: &ArrayId| &module.arrays[id.index()].name;
    match stmt {
        HostStmt::Act(Action::Let(id, _) | Action::Assign(id, _)) => {
            let name = &module.main.locals[id.index()].name;
            format!("`main` changes `{name}` in each round, so the number of rounds may matter")
        }
        HostStmt::Act(Action::Store(place, _)) => {
            format!("`main` writes `{}` in each round", array(&place.array))
        }
        HostStmt::Act(Action::Fill(id, _)) => format!("`main` fills `{}` in each round", array(id)),
        HostStmt::Act(Action::Swap(a, b)) => {
            format!("`main` swaps `{}` and `{}` in each round", array(a), array(b))
        }
        HostStmt::Act(_) => "`main` changes a worklist in each round".into(),
        HostStmt::If(..) => "`main` launches kernels under a condition".into(),
        HostStmt::Require(..) => "`main` may end the run in each round".into(),
        HostStmt::Print(_) => "`main` prints in each round".into(),
        _ => "`main` does more in each round than to launch kernels".into(),
    }
}
