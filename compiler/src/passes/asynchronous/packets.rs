//! Packets: a work-item repeats the items of a worklist that iterations put back.
//!
//! A *packet* has at most 64 items, whose distance is the number of packets, so that neighbouring
//! work-items access neighbouring items. There are as many packets as work-items, or more if the
//! worklist is long. On a small graph, a packet has one item. The work-item then needs no bits, and
//! keeps the item in a register. In the IR's text, before and after, where the operations on bits
//! are abbreviated:
//!
//! ```text
//! for i: u32 = @global_id to @size(w)      let packets: u32 = …
//!     by @global_size {                    for p: u32 = @global_id to packets by @global_size {
//!   let u: node = @item(w, i)                let idle: u32 = 0u32
//!   …                                        if (@size(w) <= packets) {
//!   push w u                                   let u: node = @item(w, p)
//! }                                            let waits: bool = true
//!                                              while (waits && (idle < 8u32)) {
//!                                                set idle = (idle + 1u32)
//!                                                set waits = false
//!                                                …
//!                                                set waits = true
//!                                              }
//!                                              if waits { push w u }
//!                                            } else {
//!                                              let waits: u64 = …  // a bit for each of its items
//!                                              while ((waits != 0u64) && (idle < 8u32)) {
//!                                                set idle = (idle + 1u32)
//!                                                … for each item in waits {
//!                                                  let again: bool = false
//!                                                  let u: node = @item(w, i)
//!                                                  …
//!                                                  set again = true
//!                                                  if !again { … remove it; set idle = 0u32 }
//!                                                }
//!                                              }
//!                                              … push each item in waits
//!                                            }
//!                                          }
//! ```
//!
//! A kernel for a [first round](crate::passes::peel) loops over all nodes. They then take the place
//! of the items.

use std::collections::BTreeMap;

use super::{local, new_local, number};
use crate::ir::build::add_local;
use crate::ir::visit::{has_break_or_continue, walk_stmts_mut};
use crate::ir::*;
use crate::passes::copy::copy;
use crate::passes::serialise::serialise_kernel;

/// Number of items of a packet: the bits of a `u64`.
const ITEMS: u32 = 64;

/// Lets the work-items of a kernel repeat the items that they put back on a worklist.
///
/// # Errors
///
/// Returns the reason why the kernel stays as it is.
pub(super) fn repeat_put_back(
    kernel: &mut Kernel,
    worklist: WorklistId,
    sweeps: u32,
) -> Result<(), &'static str> {
    let has_items = |found: SharedLoop<'_>| {
        found.worklist == Some(worklist) || kernel.locals[found.var.index()].ty == Type::Node
    };
    if !kernel.shared_loop().is_some_and(has_items) {
        return Err("the work-items of the kernel do not loop over the items of a worklist");
    }
    let mut serial = kernel.clone();
    serialise_kernel(&mut serial);
    let Some(Stmt { kind: StmtKind::For { var, end: size, mut body, .. }, origin }) =
        serial.body.pop()
    else {
        return Ok(());
    };
    if has_break_or_continue(&body) {
        return Err("an iteration may end early");
    }
    let locals = &mut serial.locals;
    let (position, own) = match locals[var.index()].ty {
        Type::Node => OwnItem::node(locals, worklist, var, &mut body, origin),
        _ => (var, OwnItem::of(worklist, var, &body)),
    };
    let again = add_local(locals, "again", Type::Bool);
    if !own.mark(&mut body, again) {
        return Err("no iteration puts its own item back on the worklist");
    }
    let packets = Packets::new(locals, worklist, size, sweeps, origin);
    let alone = packets.alone(locals, position, again, &body, &own);
    let repeated = packets.repeated(&Sweep::new(locals, position), again, body);
    let position = add_local(locals, "i", Type::U32);
    let left = packets.left(&Sweep::new(locals, position), own.item_at(position));
    serial.body.extend(packets.distribute(alone, [repeated, left]));
    // The number of packets depends on the number of work-items.
    if let Some(work) = serial.plan.work.last_mut() {
        *work = Work::Other;
    }
    *kernel = serial;
    Ok(())
}

/// The item of an iteration.
struct OwnItem {
    worklist: WorklistId,
    /// The item, by its position.
    item: Item,
    /// The local with the item, if there is one.
    local: Option<LocalId>,
}

impl OwnItem {
    /// Finds the item of a loop whose variable is the position.
    fn of(worklist: WorklistId, position: LocalId, body: &[Stmt]) -> OwnItem {
        let part = |part, ty| {
            let position = Box::new(Expr::local(position, Type::U32));
            Expr { ty, kind: ExprKind::WorklistItem(worklist, part, position) }
        };
        match body.first().map(|stmt| &stmt.kind) {
            Some(StmtKind::Let(local, value))
                if value.kind == part(ItemPart::Whole, value.ty).kind =>
            {
                OwnItem { worklist, item: vec![value.clone()], local: Some(*local) }
            }
            _ => {
                let item = [ItemPart::First, ItemPart::Second].map(|at| part(at, Type::U64));
                OwnItem { worklist, item: item.into(), local: None }
            }
        }
    }

    /// Gives a loop over all nodes a position: that of the node on a worklist of all nodes. Returns the
    /// position and the item.
    fn node(
        locals: &mut Locals,
        worklist: WorklistId,
        node: LocalId,
        body: &mut Block,
        origin: Origin,
    ) -> (LocalId, OwnItem) {
        let position = add_local(locals, "i", Type::U32);
        let item = Expr::local(position, Type::U32).cast(Type::Node);
        body.insert(0, StmtKind::Let(node, item.clone()).from(origin));
        (position, OwnItem { worklist, item: vec![item], local: Some(node) })
    }

    /// Replaces the pushes of the item. Returns whether there are any.
    fn mark(&self, body: &mut Block, again: LocalId) -> bool {
        let mut found = false;
        walk_stmts_mut(body, &mut |stmt| {
            if let StmtKind::Push(worklist, item) = &stmt.kind
                && *worklist == self.worklist
                && self.is(item)
            {
                stmt.kind = StmtKind::Assign(again, Expr::constant(Value::Bool(true)));
                found = true;
            }
        });
        found
    }

    /// Returns the item at another position.
    fn item_at(&self, position: LocalId) -> Item {
        let mut item = self.item.clone();
        for part in &mut item {
            part.walk_mut(&mut |expr| {
                if let ExprKind::Local(id) = &mut expr.kind {
                    *id = position;
                }
            });
        }
        item
    }

    fn is(&self, item: &Item) -> bool {
        let by_local = |local| item.len() == 1 && item[0].local_read() == Some(local);
        *item == self.item || self.local.is_some_and(by_local)
    }
}

/// The loop over the packets of a worklist.
struct Packets {
    worklist: WorklistId,
    /// Number of items.
    size: Expr,
    sweeps: u32,
    origin: Origin,
    /// Number of packets.
    packets: Expr,
    /// The packet of this round of the loop.
    packet: Expr,
    /// The items of the packet that are not decided: a bit for each.
    waits: Expr,
    /// Number of sweeps since the last item was decided.
    idle: Expr,
}

/// The locals of a loop over the items of a packet.
struct Sweep {
    /// The items that follow.
    rest: Expr,
    /// The bit of the current item.
    bit: Expr,
    /// The position of the current item.
    position: Expr,
}

impl Sweep {
    fn new(locals: &mut Locals, position: LocalId) -> Sweep {
        let [rest, bit] = ["rest", "bit"].map(|name| new_local(locals, name, Type::U64));
        Sweep { rest, bit, position: Expr::local(position, Type::U32) }
    }
}

impl Packets {
    fn new(
        locals: &mut Locals,
        worklist: WorklistId,
        size: Expr,
        sweeps: u32,
        origin: Origin,
    ) -> Packets {
        let [packets, packet, idle] =
            ["packets", "packet", "idle"].map(|name| new_local(locals, name, Type::U32));
        let waits = new_local(locals, "waits", Type::U64);
        Packets { worklist, size, sweeps, origin, packets, packet, waits, idle }
    }

    /// Returns the loop over all packets. Most kernels of small graphs have a work-item for each item:
    /// then, `alone` visits the item of a packet, which needs no bits.
    fn distribute(&self, alone: Block, [repeated, left]: [Stmt; 2]) -> [Stmt; 2] {
        let several = vec![self.declare(&self.waits, self.all()), repeated, left];
        let has_one = Expr::binary(BinaryOp::Le, self.size.clone(), self.packets.clone());
        let body = vec![
            self.declare(&self.idle, number(0)),
            StmtKind::If(has_one, alone, several).from(self.origin),
        ];
        let the_loop = StmtKind::For {
            var: local(&self.packet),
            start: Expr::at(Coordinate::GlobalId),
            end: self.packets.clone(),
            step: Expr::at(Coordinate::GlobalSize),
            body,
        };
        [self.declare(&self.packets, self.number_of_packets()), the_loop.from(self.origin)]
    }

    /// Returns the number of packets: as many as work-items or items, or as many as all items need.
    fn number_of_packets(&self) -> Expr {
        let rounded = Expr::binary(BinaryOp::Add, self.size.clone(), number(ITEMS - 1));
        let needed = Expr::binary(BinaryOp::Div, rounded, number(ITEMS));
        let busy = Expr::binary(BinaryOp::Min, self.size.clone(), Expr::at(Coordinate::GlobalSize));
        Expr::binary(BinaryOp::Max, needed, busy)
    }

    /// Returns a bit for each item of the packet.
    fn all(&self) -> Expr {
        let after = Expr::binary(BinaryOp::Sub, self.size.clone(), self.packet.clone().plus_one());
        let further = Expr::binary(BinaryOp::Div, after, self.packets.clone());
        let unused = Expr::binary(BinaryOp::Sub, number(ITEMS - 1), further);
        Expr::binary(BinaryOp::Shr, Expr::constant(Value::U64(u64::MAX)), unused)
    }

    /// Returns the sweeps over a packet that has one item. `body` is an iteration for the position
    /// `var`, which sets `again` if it puts the item back.
    fn alone(
        &self,
        locals: &mut Locals,
        var: LocalId,
        again: LocalId,
        body: &Block,
        own: &OwnItem,
    ) -> Block {
        let position = locals.add_copy(var);
        let waits = add_local(locals, "waits", Type::Bool);
        let copies = BTreeMap::from([(var, position), (again, waits)]);
        let truth = |value| Expr::constant(Value::Bool(value));
        let waits = Expr::local(waits, Type::Bool);
        let mut sweep = vec![
            self.assign(&self.idle, self.idle.clone().plus_one()),
            self.assign(&waits, truth(false)),
        ];
        let mut body = copy(locals, body, copies);
        // The item stays the same, so that later passes can keep what depends on it in registers.
        let item: Block = own.local.map(|_| body.remove(0)).into_iter().collect();
        sweep.extend(body);
        let goes_on = Expr::binary(BinaryOp::And, waits.clone(), self.is_patient());
        let push = StmtKind::Push(self.worklist, own.item_at(position)).from(self.origin);
        let mut alone = vec![self.declare(&Expr::local(position, Type::U32), self.packet.clone())];
        alone.extend(item);
        alone.extend([
            self.declare(&waits, truth(true)),
            StmtKind::While(goes_on, sweep).from(self.origin),
            StmtKind::If(waits, vec![push], vec![]).from(self.origin),
        ]);
        alone
    }

    /// Whether the work-item goes on with a packet whose items wait.
    fn is_patient(&self) -> Expr {
        Expr::binary(BinaryOp::Lt, self.idle.clone(), number(self.sweeps))
    }

    /// Returns the sweeps over the items of the packet. `body` is an iteration, which sets `again`
    /// if it puts the item back.
    fn repeated(&self, sweep: &Sweep, again: LocalId, mut body: Block) -> Stmt {
        let again = Expr::local(again, Type::Bool);
        let decided = Expr::unary(UnaryOp::Not, again.clone());
        let removed = Expr::binary(BinaryOp::BitXor, self.waits.clone(), sweep.bit.clone());
        let progress = vec![self.assign(&self.waits, removed), self.assign(&self.idle, number(0))];
        body.insert(0, self.declare(&again, Expr::constant(Value::Bool(false))));
        body.push(StmtKind::If(decided, progress, vec![]).from(self.origin));
        let mut stmts = vec![self.assign(&self.idle, self.idle.clone().plus_one())];
        stmts.extend(self.each(sweep, body));
        let goes_on = Expr::binary(BinaryOp::And, is_some(&self.waits), self.is_patient());
        StmtKind::While(goes_on, stmts).from(self.origin)
    }

    /// Returns the conditional that pushes the items that are left.
    fn left(&self, sweep: &Sweep, item: Item) -> Stmt {
        let push = StmtKind::Push(self.worklist, item).from(self.origin);
        let each = self.each(sweep, vec![push]).into();
        StmtKind::If(is_some(&self.waits), each, vec![]).from(self.origin)
    }

    /// Returns a loop over the items of the packet that wait.
    fn each(&self, sweep: &Sweep, body: Block) -> [Stmt; 2] {
        let Sweep { rest, bit, position } = sweep;
        let complement = Expr::unary(UnaryOp::BitNot, rest.clone());
        let one = Expr::constant(Value::U64(1));
        let negative = Expr::binary(BinaryOp::Add, complement, one);
        let lowest = Expr::binary(BinaryOp::BitAnd, rest.clone(), negative);
        let without = Expr::binary(BinaryOp::BitXor, rest.clone(), bit.clone());
        let number = bit.clone().trailing_zeros();
        let distance = Expr::binary(BinaryOp::Mul, number, self.packets.clone());
        let at = Expr::binary(BinaryOp::Add, self.packet.clone(), distance);
        let mut inner =
            vec![self.declare(bit, lowest), self.assign(rest, without), self.declare(position, at)];
        inner.extend(body);
        let start = self.declare(rest, self.waits.clone());
        [start, StmtKind::While(is_some(rest), inner).from(self.origin)]
    }

    fn declare(&self, name: &Expr, value: Expr) -> Stmt {
        StmtKind::Let(local(name), value).from(self.origin)
    }

    fn assign(&self, name: &Expr, value: Expr) -> Stmt {
        StmtKind::Assign(local(name), value).from(self.origin)
    }
}

fn is_some(bits: &Expr) -> Expr {
    Expr::binary(BinaryOp::Ne, bits.clone(), Expr::constant(Value::U64(0)))
}
