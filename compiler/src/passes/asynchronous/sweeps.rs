//! Sweeps: a work-item repeats its nodes or edges as long as it changes something.
//!
//! In the IR's text, before and after, with `async=8`:
//!
//! ```text
//! for u: node = @global_id to        let idle: u32 = 0u32
//!     @node_count by @global_size {  let left: u32 = 512u32
//!   …                                while ((idle < 8u32) && (left > 0u32)) {
//!   atomic or changed~[0u32], true     set idle = (idle + 1u32)
//! }                                    set left = (left - 1u32)
//!                                      let progress: bool = false
//!                                      for u: node = … {
//!                                        …
//!                                        atomic or changed~[0u32], true
//!                                        set progress = true
//!                                      }
//!                                      if progress {
//!                                        set idle = 0u32
//!                                      }
//!                                    }
//! ```
//!
//! A sweep visits each node or edge of the work-item once. `idle` counts the sweeps in vain since
//! the last change. `left` ends the launch in any case, because a flag may be set without a change.
//!
//! Often, an iteration reads state only at its own element. It then offers nothing new until this
//! element has changed. In this case, a new array has the value of the last visit, and the sweep
//! skips elements that still have this value, also in later rounds of the loop:
//!
//! ```text
//! for u: node = … {
//!   let now: u64 = u64(dist~[u])
//!   if (now != relax_seen[u]) {
//!     relax_seen[u] = now
//!     …
//! ```
//!
//! `main` fills this array before the loop with a value that no element has: it has 64 bits, and
//! elements of the state have 32. Offers are never withdrawn, so a visit with the same value would
//! change nothing. A visit reads `now` first. If its element changes meanwhile, the next sweep or the
//! next round sees that and visits it again.

use std::collections::BTreeSet;

use super::{local, new_local, number};
use crate::ir::fixpoint::FixedPoint;
use crate::ir::*;

/// The most sweeps of a launch for each sweep in vain that is allowed.
const MOST: u32 = 64;

/// Lets the work-items of a kernel repeat their nodes or edges until this many sweeps in vain. The
/// loop over the elements is the last statement, and the kernel has no `forall`s. A statement that
/// sets one of the flags says that something has changed.
pub(super) fn sweep(module: &mut Module, id: KernelId, sweeps: u32, proof: &FixedPoint) {
    let seen = proof.own.and_then(|own| Some((own, add_seen(module, id, own)?)));
    let kernel = &mut module.kernels[id.index()];
    let Some(mut elements) = kernel.body.pop() else { return };
    // Each work-item that is resident repeats its share of the elements.
    kernel.plan.work.pop();
    let origin = elements.origin;
    let [idle, left] = ["idle", "left"].map(|name| new_local(&mut kernel.locals, name, Type::U32));
    let progress = new_local(&mut kernel.locals, "progress", Type::Bool);
    let truth = |value| Expr::constant(Value::Bool(value));
    let declare = |name: &Expr, value| StmtKind::Let(local(name), value).from(origin);
    let assign = |name: &Expr, value| StmtKind::Assign(local(name), value).from(origin);
    for block in elements.blocks_mut() {
        note(block, &proof.flags, &assign(&progress, truth(true)));
    }
    if let (Some((own, seen)), StmtKind::For { var, body, .. }) = (seen, &mut elements.kind) {
        let element = Expr::local(*var, kernel.locals[var.index()].ty);
        skip(&mut kernel.locals, body, (own, seen), (element, origin));
    }
    let one_less = Expr::binary(BinaryOp::Sub, left.clone(), number(1));
    let sweep = vec![
        assign(&idle, idle.clone().plus_one()),
        assign(&left, one_less),
        declare(&progress, truth(false)),
        elements,
        StmtKind::If(progress, vec![assign(&idle, number(0))], vec![]).from(origin),
    ];
    let is_patient = Expr::binary(BinaryOp::Lt, idle.clone(), number(sweeps));
    let is_left = Expr::binary(BinaryOp::Gt, left.clone(), number(0));
    kernel.body.extend([
        declare(&idle, number(0)),
        declare(&left, number(sweeps * MOST)),
        StmtKind::While(Expr::binary(BinaryOp::And, is_patient, is_left), sweep).from(origin),
    ]);
}

/// Adds a statement after each statement that sets a flag.
fn note(block: &mut Block, flags: &BTreeSet<ArrayId>, noted: &Stmt) {
    for mut stmt in std::mem::take(block) {
        let sets = stmt.place().is_some_and(|place| flags.contains(&place.array));
        for inner in stmt.blocks_mut() {
            note(inner, flags, noted);
        }
        block.push(stmt);
        block.extend(sets.then(|| noted.clone()));
    }
}

/// Adds the array with the values that the iterations of a kernel have last seen, and fills it
/// before each loop of `main` that launches the kernel. Returns `None` if elements of the state have
/// more than 32 bits or a sign.
fn add_seen(module: &mut Module, id: KernelId, own: ArrayId) -> Option<(ArrayId, Type)> {
    let Array { ty, extent, .. } = module.arrays[own.index()];
    if !matches!(ty, Type::U32 | Type::Node | Type::Bool) {
        return None;
    }
    let name = module.free_name(&format!("{}_seen", module.kernels[id.index()].name));
    let none = Value::U64(u64::MAX);
    let (width, init) = (ElementWidth::default(), Init::Fill(none));
    let seen = ArrayId(module.arrays.len() as u32);
    module.arrays.push(Array { name, ty: Type::U64, width, extent, length: None, init });
    fill_before(
        &mut module.main.body,
        id,
        &HostStmt::Act(Action::Fill(seen, Expr::constant(none))),
    );
    Some((seen, ty))
}

/// Adds a statement before each `iterate` that launches a kernel.
fn fill_before(stmts: &mut Vec<HostStmt>, id: KernelId, fill: &HostStmt) {
    let launches =
        |stmt: &HostStmt| matches!(stmt, HostStmt::Launch { kernel, .. } if *kernel == id);
    for mut stmt in std::mem::take(stmts) {
        match &mut stmt {
            HostStmt::Iterate(body, _) if body.iter().any(launches) => stmts.push(fill.clone()),
            other => other.blocks_mut().into_iter().for_each(|block| fill_before(block, id, fill)),
        }
        stmts.push(stmt);
    }
}

/// Skips the iterations whose element has the value that the array `seen` has.
fn skip(
    locals: &mut Locals,
    body: &mut Block,
    (own, (seen, ty)): (ArrayId, (ArrayId, Type)),
    (element, origin): (Expr, Origin),
) {
    let place = |array, access| Place {
        array,
        index: element.clone(),
        element: None,
        access,
        bounds: Bounds::Proven,
    };
    let load = |ty, place| Expr { ty, kind: ExprKind::Load(Box::new(place)) };
    let now = new_local(locals, "now", Type::U64);
    let value = load(ty, place(own, Access::Relaxed)).cast(Type::U64);
    let last = load(Type::U64, place(seen, Access::Plain));
    let is_new = Expr::binary(BinaryOp::Ne, now.clone(), last);
    let store = StmtKind::Store(place(seen, Access::Plain), now.clone()).from(origin);
    let mut visit = vec![store];
    visit.append(body);
    *body = vec![
        StmtKind::Let(local(&now), value).from(origin),
        StmtKind::If(is_new, visit, vec![]).from(origin),
    ];
}
