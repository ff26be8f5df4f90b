//! Moves the end of an iteration to the owner of a node, if the iteration needs something that only the owner has.
//!
//! Before and after, for the kernel of k-cores that removes nodes. Only the owner of a neighbour knows which removal
//! lowers its count to `k`:
//!
//! ```text
//! forall u in leaving {                          forall u in leaving {
//!   u.core = k;                                    u.core = k;
//!   forall e in u.out {                            forall e in u.out {
//!     let before = atomic_add(e.dst.left, -1);       push to_owners (e.dst, 0);
//!     if before == k + 1 {                         }
//!       push leaving e.dst;                      }
//!     }
//!   }                                            forall (v, _) in to_owners {
//! }                                                let before = atomic_add(v.left, -1);
//!                                                  if before == k + 1 {
//!                                                    push leaving v;
//!                                                  }
//!                                                }
//! ```
//!
//! The items of the new worklist travel to the owners of their nodes ([`keys`](super::keys)). The second kernel is
//! launched after the first one, if there are items. It may need the owner of another node, and is then divided again.
//!
//! # What is moved
//!
//! The first statement that needs an owner, and all statements after it in the same block, with the
//! declarations of the locals that they assign. A statement needs an owner if it is
//!
//! - an access to an element of a node that the rank does not store, or a loop over its edges,
//! - an atomic whose old value is used, at a node that another rank may own
//!   ([`old_is_known`](super::exchanges::old_is_known)),
//! - a push of a node that the rank does not store.
//!
//! # Why the result is the same
//!
//! The moved statements run later than those that follow them in the same iteration, and later than the first parts of
//! all other iterations. For different iterations, and for different iterations of a `forall` inside, this is one of
//! the allowed orders. So only statements that certainly follow in the same iteration matter: those after the
//! `forall`s and conditionals around the moved ones. They must not access what the moved statements write, or write
//! what these read. Statements in a `while` or `for` are not moved, because the next round would follow.
//!
//! The locals that the moved statements read travel with the item, as far as their values do not follow from parameters
//! and other locals. An item has room for 96 bits beside the node.

use std::collections::{BTreeMap, BTreeSet};

use super::classes::{Class, Classes, degree_of, row_of};
use super::exchanges::{old_is_known, reads_memory};
use super::keys::BELOW_KEY;
use crate::intrinsics::Intrinsic;
use crate::ir::repeats::Sets;
use crate::ir::visit::{
    has_break_or_continue, mentions, walk_exprs, walk_exprs_mut, walk_stmts, walk_stmts_mut,
};
use crate::ir::*;

/// Most kernels that the kernels of a program are divided into.
const MOST_KERNELS: usize = 256;

/// What the name of a kernel ends with if it runs at the owners of nodes.
const AT_OWNERS: &str = "_at_owners";

/// Divides the kernels of a module where that is necessary and possible. Adds the new worklists to `keyed`. Returns the
/// new kernels, each with the kernel whose iterations it ends.
pub fn delegate(
    module: &mut Module,
    keyed: &mut BTreeSet<WorklistId>,
) -> BTreeMap<KernelId, KernelId> {
    let mut ends = BTreeMap::new();
    let mut at = 0;
    while at < module.kernels.len() && module.kernels.len() < MOST_KERNELS {
        // The new kernel is considered later, because it is the last one.
        while let Some(divided) = divide(module, keyed, KernelId(at as u32)) {
            ends.insert(KernelId(module.kernels.len() as u32), KernelId(at as u32));
            divided.apply(module, keyed, KernelId(at as u32));
            if module.kernels.len() >= MOST_KERNELS {
                break;
            }
        }
        at += 1;
    }
    ends
}

/// The two parts of a kernel.
struct Divided {
    /// The statements that remain, without the push.
    first: Kernel,
    /// The statements that move.
    second: Kernel,
    /// The local of `second` that is the node.
    node: LocalId,
    /// The node, as an expression of `first`.
    target: Expr,
    /// The locals that travel, with their types.
    travelling: Vec<(LocalId, Type)>,
}

/// Where a block is divided.
struct Cut {
    /// The node whose owner runs the moved statements.
    target: Expr,
    moved: Block,
    /// Statements that certainly run after the moved ones in the same iteration.
    late: Block,
}

/// What a statement needs from the owner of a node.
enum Need {
    /// The statement itself accesses the node.
    Statement(Expr),
    /// The expression reads an element of the node.
    Read { read: Expr, target: Expr },
}

/// Returns the parts of a kernel, or `None` if it need not be divided or cannot be divided.
fn divide(module: &Module, keyed: &BTreeSet<WorklistId>, id: KernelId) -> Option<Divided> {
    let kernel = &module.kernels[id.index()];
    let is_plain = kernel.lanes == 1 && kernel.asynchronous.is_none() && kernel.per.is_none();
    if !is_plain || module.stage != Stage::Parallel {
        return None;
    }
    let sets = Sets::of(module);
    let mut first = kernel.clone();
    let mut search = Search {
        module,
        kernel,
        classes: Classes::of(module, kernel, keyed),
        sets: &sets,
        locals: &mut first.locals,
    };
    // The iterations are those of the last statement.
    let Some(Stmt { kind: StmtKind::ForAll { body, mapping: Mapping::Parallel, .. }, .. }) =
        first.body.last_mut()
    else {
        return None;
    };
    let Cut { target, mut moved, late } = search.block(body)??;
    let replaced = target.clone();
    let (mut second_locals, node_name) = (first.locals.clone(), "owner");
    let node = second_locals.add(node_name, Type::Node);
    walk_exprs_mut(&mut moved, &mut |expr| {
        if *expr == replaced {
            *expr = Expr::local(node, Type::Node);
        }
    });
    let is_movable = !has_break_or_continue(&moved)
        && assigned_outside(&moved).is_empty()
        && !conflicts(&moved, &late);
    if !is_movable {
        return None;
    }
    let mut needed = Needed::new(module, kernel, &first, &moved, node);
    let travelling = needed.travelling()?;
    let mut body = needed.lets();
    body.extend(moved);
    let second = Kernel { locals: second_locals, params: kernel.params, body, ..Kernel::default() };
    Some(Divided { first, second, node, target, travelling })
}

struct Search<'m, 's> {
    module: &'m Module,
    kernel: &'m Kernel,
    classes: Classes<'m>,
    sets: &'s Sets,
    locals: &'s mut Locals,
}

impl Search<'_, '_> {
    /// Divides a block before the first statement that needs an owner. Returns `None` if that statement cannot be
    /// moved, and `Some(None)` if there is none.
    fn block(&mut self, block: &mut Block) -> Option<Option<Cut>> {
        for at in 0..block.len() {
            if let Some(need) = self.need(&block[at..]) {
                return Some(Some(self.cut(block, at, need)?));
            }
            let is_loop = matches!(block[at].kind, StmtKind::While(..) | StmtKind::For { .. });
            let is_exclusive = matches!(block[at].kind, StmtKind::Exclusive { .. });
            for inner in block[at].blocks_mut() {
                if let Some(mut cut) = self.block(inner)? {
                    if is_loop || is_exclusive {
                        return None;
                    }
                    cut.late.extend(block[at + 1..].iter().cloned());
                    return Some(Some(cut));
                }
            }
        }
        Some(None)
    }

    /// Divides a block before a statement with this need.
    fn cut(&mut self, block: &mut Block, at: usize, need: Need) -> Option<Cut> {
        let origin = block[at].origin;
        let (mut at, mut target) = (
            at,
            match need {
                Need::Statement(target) => target,
                Need::Read { read, target } => {
                    let is_let =
                        matches!(&block[at].kind, StmtKind::Let(_, value) if *value == read);
                    if !is_let {
                        // The condition of a `while` is evaluated again.
                        if matches!(block[at].kind, StmtKind::While(..)) {
                            return None;
                        }
                        let local = self.locals.add("read", read.ty);
                        replace(&mut block[at], &read, local);
                        block.insert(at, StmtKind::Let(local, read).from(origin));
                    }
                    target
                }
            },
        );
        if reads_memory(&target) {
            let local = self.locals.add("at", Type::Node);
            replace(&mut block[at], &target, local);
            let read = std::mem::replace(&mut target, Expr::local(local, Type::Node));
            block.insert(at, StmtKind::Let(local, read).from(origin));
            at += 1;
        }
        // What the moved statements assign is declared among them.
        for local in assigned_outside(&block[at..]) {
            let from = block[..at].iter().position(|stmt| declares_fixed(stmt, local))?;
            if mentions(&block[from + 1..at], local) {
                return None;
            }
            let declaration = block.remove(from);
            at -= 1;
            block.insert(at, declaration);
        }
        let moved = block.split_off(at);
        // The values of the item follow when it is known what travels.
        block.push(StmtKind::Push(next_worklist(self.module), vec![]).from(origin));
        Some(Cut { target, moved, late: vec![] })
    }

    /// Returns what the first of these statements needs from an owner.
    fn need(&self, stmts: &[Stmt]) -> Option<Need> {
        let stmt = &stmts[0];
        for expr in stmt.exprs() {
            if let Some(need) = self.need_of(expr) {
                return Some(need);
            }
        }
        let is_elsewhere = |place: &Place| {
            let is_of_nodes = self.module.arrays[place.array.index()].extent == Extent::Nodes;
            is_of_nodes && !self.classes.of_expr(&place.index).is_stored()
        };
        let at = |place: &Place| Some(Need::Statement(place.index.clone()));
        match &stmt.kind {
            StmtKind::Store(place, _) if is_elsewhere(place) => at(place),
            StmtKind::Atomic { place, .. } if is_elsewhere(place) => at(place),
            StmtKind::Atomic { place, old: Some(old), .. } => {
                let is_of_nodes = self.module.arrays[place.array.index()].extent == Extent::Nodes;
                let is_used = mentions(&self.kernel.body, *old);
                let is_known = !is_used
                    || old_is_known(self.module, &self.classes, self.sets, stmts, place).is_ok();
                if is_of_nodes && !is_known { at(place) } else { None }
            }
            StmtKind::Push(id, item) if self.module.worklists[id.index()].ty.is_node() => {
                let node = item.first()?;
                let is_stored = self.classes.of_expr(node).is_stored();
                (!is_stored).then(|| Need::Statement(node.clone()))
            }
            StmtKind::ForAll { domain, .. } => {
                let (_, node, _) = domain.row()?;
                let is_owned = self.classes.of_expr(node) == Class::Owned;
                (!is_owned).then(|| Need::Statement(node.clone()))
            }
            _ => None,
        }
    }

    /// Returns the first read of an expression, in the order of evaluation, that needs an owner.
    fn need_of(&self, expr: &Expr) -> Option<Need> {
        let whole = |target: &Expr| Need::Read { read: expr.clone(), target: target.clone() };
        if let Some((_, node)) = degree_of(expr) {
            let inner = self.need_of(node);
            let is_stored = self.classes.of_expr(node).is_stored();
            return inner.or_else(|| (!is_stored).then(|| whole(node)));
        }
        if let Some(need) = expr.operands().into_iter().find_map(|operand| self.need_of(operand)) {
            return Some(need);
        }
        match &expr.kind {
            ExprKind::Load(place) => {
                let is_of_nodes = self.module.arrays[place.array.index()].extent == Extent::Nodes;
                let is_elsewhere = !self.classes.of_expr(&place.index).is_stored();
                (is_of_nodes && is_elsewhere).then(|| whole(&place.index))
            }
            ExprKind::Graph(GraphArray::OutOffsets | GraphArray::InOffsets, index, _) => {
                let (node, _) = row_of(index)?;
                (self.classes.of_expr(node) != Class::Owned).then(|| whole(node))
            }
            _ => None,
        }
    }
}

/// Returns the id of the worklist that is added next.
fn next_worklist(module: &Module) -> WorklistId {
    WorklistId(module.worklists.len() as u32)
}

/// Replaces an expression directly inside a statement by a local.
fn replace(stmt: &mut Stmt, wanted: &Expr, local: LocalId) {
    for expr in stmt.exprs_mut() {
        expr.walk_mut(&mut |expr| {
            if expr == wanted {
                *expr = Expr::local(local, wanted.ty);
            }
        });
    }
}

/// Returns the locals that statements assign and do not declare.
fn assigned_outside(block: &[Stmt]) -> BTreeSet<LocalId> {
    let (mut declared, mut assigned) = (BTreeSet::new(), BTreeSet::new());
    walk_stmts(block, &mut |stmt| {
        declared.extend(stmt.declares());
        assigned.extend(stmt.assigned());
        if let StmtKind::StoreElement(element, _) = &stmt.kind {
            assigned.insert(element.array);
        }
    });
    assigned.difference(&declared).copied().collect()
}

/// Whether a statement declares a local, with a value that no other statement changes.
fn declares_fixed(stmt: &Stmt, local: LocalId) -> bool {
    let StmtKind::Let(id, value) = &stmt.kind else { return false };
    *id == local && matches!(value.kind, ExprKind::Const(_) | ExprKind::Param(_))
}

/// Whether the order of moved statements and of late ones matters.
fn conflicts(moved: &Block, late: &Block) -> bool {
    let (moved_reads, moved_writes) = accesses(moved);
    let (late_reads, late_writes) = accesses(late);
    !moved_writes.is_disjoint(&late_reads)
        || !moved_writes.is_disjoint(&late_writes)
        || !moved_reads.is_disjoint(&late_writes)
}

/// Returns the arrays that statements read, and those that they write.
fn accesses(block: &Block) -> (BTreeSet<ArrayId>, BTreeSet<ArrayId>) {
    let (mut reads, mut writes) = (BTreeSet::new(), BTreeSet::new());
    walk_exprs(block, &mut |expr| {
        if let ExprKind::Load(place) = &expr.kind {
            reads.insert(place.array);
        }
    });
    walk_stmts(block, &mut |stmt| writes.extend(stmt.place().map(|place| place.array)));
    (reads, writes)
}

/// The locals that moved statements need from the first part of the iteration.
struct Needed<'m> {
    module: &'m Module,
    params: usize,
    locals: &'m Locals,
    /// The values of the locals that a single `let` declares and nothing assigns.
    values: BTreeMap<LocalId, &'m Expr>,
    /// The arrays that the kernel writes.
    written: BTreeSet<ArrayId>,
    /// The locals that the moved statements read and do not declare.
    free: BTreeSet<LocalId>,
    /// The locals that are computed again, in the order in which they need each other.
    again: Vec<LocalId>,
}

impl<'m> Needed<'m> {
    fn new(
        module: &'m Module,
        kernel: &'m Kernel,
        first: &'m Kernel,
        moved: &Block,
        node: LocalId,
    ) -> Needed<'m> {
        let (_, written) = accesses(&kernel.body);
        let (mut values, mut assigned) = (BTreeMap::new(), BTreeSet::new());
        walk_stmts(&first.body, &mut |stmt| {
            if let StmtKind::Let(id, value) = &stmt.kind {
                values.insert(*id, value);
            }
            assigned.extend(stmt.assigned());
        });
        values.retain(|id, _| !assigned.contains(id));
        let (mut free, mut declared) = (BTreeSet::new(), BTreeSet::from([node]));
        walk_exprs(moved, &mut |expr| free.extend(expr.local_read()));
        walk_stmts(moved, &mut |stmt| declared.extend(stmt.declares()));
        free.retain(|id| !declared.contains(id) && id.index() >= kernel.params);
        let locals = &first.locals;
        Needed { module, params: kernel.params, locals, values, written, free, again: vec![] }
    }

    /// Returns the locals that must travel, or `None` if they do not fit an item.
    fn travelling(&mut self) -> Option<Vec<(LocalId, Type)>> {
        let mut travelling = BTreeSet::new();
        for local in self.free.clone() {
            if self.locals[local.index()].length.is_some() {
                return None;
            }
            let mut again = self.again.clone();
            let leaves = self.leaves(local, &mut again);
            // What depends on nothing else than parameters and on locals that travel anyway is computed again.
            match leaves {
                Some(leaves) if leaves.iter().all(|leaf| self.free.contains(leaf)) => {
                    travelling.extend(leaves);
                    self.again = again;
                }
                _ => _ = travelling.insert(local),
            }
        }
        self.again.retain(|id| !travelling.contains(id));
        let typed = travelling.iter().map(|id| (*id, self.locals[id.index()].ty));
        let typed: Vec<(LocalId, Type)> = typed.collect();
        if typed.iter().any(|(_, ty)| *ty == Type::Edge) {
            return None;
        }
        let wide = typed.iter().filter(|(_, ty)| ty.size() == 8).count();
        let narrow = typed.len() - wide;
        (2 * wide + narrow <= 3 && wide <= 1).then_some(typed)
    }

    /// Returns the locals from which the value of a local can be computed again, and adds the locals that are then
    /// computed again. A local that is not computed from others is its own leaf.
    fn leaves(&self, local: LocalId, again: &mut Vec<LocalId>) -> Option<BTreeSet<LocalId>> {
        let own = || Some(BTreeSet::from([local]));
        let Some(value) = self.values.get(&local).copied() else { return own() };
        if !self.is_constant(value) {
            return own();
        }
        let mut read = BTreeSet::new();
        value.walk(&mut |expr| read.extend(expr.local_read()));
        let mut leaves = BTreeSet::new();
        for id in read.into_iter().filter(|id| id.index() >= self.params) {
            leaves.extend(self.leaves(id, again)?);
        }
        if !again.contains(&local) {
            again.push(local);
        }
        Some(leaves)
    }

    /// Whether an expression has the same value on all ranks and until the end of the launch, if its locals have.
    fn is_constant(&self, expr: &Expr) -> bool {
        let mut is_constant = true;
        expr.walk(&mut |expr| {
            is_constant &= match &expr.kind {
                ExprKind::Load(place) => {
                    let is_global = self.module.arrays[place.array.index()].extent == Extent::One;
                    is_global && !self.written.contains(&place.array)
                }
                ExprKind::Const(_)
                | ExprKind::Local(_)
                | ExprKind::Param(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Cast(_)
                | ExprKind::Select(..)
                | ExprKind::NodeCount
                | ExprKind::EdgeCount
                | ExprKind::Length(_) => true,
                ExprKind::Element(_)
                | ExprKind::Graph(..)
                | ExprKind::WorklistSize(_)
                | ExprKind::Waiting(_)
                | ExprKind::WorklistItem(..)
                | ExprKind::At(_)
                | ExprKind::Shared(..)
                | ExprKind::Search(..) => false,
            };
        });
        is_constant
    }

    /// Returns the declarations of the locals that are computed again.
    fn lets(&self) -> Block {
        let again = self.again.iter();
        again
            .map(|id| StmtKind::Let(*id, self.values[id].clone()).from(Origin::default()))
            .collect()
    }
}

impl Divided {
    /// Adds the new worklist and the new kernel, and launches the kernel after the first one.
    fn apply(self, module: &mut Module, keyed: &mut BTreeSet<WorklistId>, id: KernelId) {
        let Divided { mut first, mut second, node, target, mut travelling } = self;
        // The widest value is the second value of a pair.
        travelling.sort_by_key(|(_, ty)| ty.size());
        let key = target.cast(Type::U64);
        let is_small = match &travelling[..] {
            [] => true,
            [(_, ty)] => ty.size() < 8,
            _ => false,
        };
        let ty = if is_small { ItemType::One(Type::U64) } else { ItemType::Pair };
        let base = first.name.split(AT_OWNERS).next().unwrap_or_default().to_owned();
        let name = module.free_name(&format!("{base}_to_owners"));
        let worklist = next_worklist(module);
        module.worklists.push(Worklist { name, ty });
        keyed.insert(worklist);

        let bits = |(id, ty): (LocalId, Type)| to_bits(Expr::local(id, ty));
        let zero = || Expr::constant(Value::U64(0));
        let item = if is_small {
            vec![above(key, travelling.first().map_or_else(zero, |value| bits(*value)))]
        } else {
            let (last, rest) = travelling.split_last().expect("a pair has values");
            let mut rest = rest.iter().copied();
            let upper = rest.next().map_or_else(zero, bits);
            let lower = bits(*last);
            // Two narrow values share the second value of the pair.
            let second = match rest.next() {
                Some(third) => above(bits(third), lower),
                None => lower,
            };
            vec![above(upper, key), second]
        };
        walk_stmts_mut(&mut first.body, &mut |stmt| {
            if let StmtKind::Push(id, values) = &mut stmt.kind
                && *id == worklist
            {
                values.clone_from(&item);
            }
        });

        let var_type = if is_small { Type::U64 } else { Type::U32 };
        let var = second.locals.add("item", var_type);
        let whole = Expr::local(var, var_type);
        let part = |part| Expr {
            ty: Type::U64,
            kind: ExprKind::WorklistItem(worklist, part, Box::new(whole.clone())),
        };
        let upper_half =
            |value: Expr| Expr::binary(BinaryOp::Shr, value, Expr::constant(Value::U32(BELOW_KEY)));
        let mut lets = vec![];
        let mut add = |id: LocalId, value: Expr| {
            lets.push(StmtKind::Let(id, value).from(Origin::default()));
        };
        if is_small {
            add(node, upper_half(whole.clone()).cast(Type::Node));
            for (id, ty) in &travelling {
                add(*id, from_bits(whole.clone(), *ty));
            }
        } else {
            add(node, part(ItemPart::First).cast(Type::Node));
            let (last, rest) = travelling.split_last().expect("a pair has values");
            add(last.0, from_bits(part(ItemPart::Second), last.1));
            let mut places =
                [upper_half(part(ItemPart::First)), upper_half(part(ItemPart::Second))].into_iter();
            for (id, ty) in rest {
                let value = places.next().expect("an item has room for three values");
                add(*id, from_bits(value, *ty));
            }
        }
        lets.append(&mut second.body);
        let domain =
            if is_small { Domain::Worklist(worklist) } else { Domain::Positions(worklist) };
        let loop_of_items =
            StmtKind::ForAll { var, domain, mapping: Mapping::Parallel, body: lets };
        second.body = vec![loop_of_items.from(Origin::default())];
        second.name = module.free_name(&format!("{base}{AT_OWNERS}"));
        second.renumber_locals();
        let new = KernelId(module.kernels.len() as u32);
        module.kernels[id.index()] = first;
        module.kernels.push(second);
        let mut main = std::mem::take(&mut module.main);
        launch_after(&mut main.body, &mut main.locals, id, (new, worklist));
        module.main = main;
    }
}

/// Returns `upper` in the upper half of 64 bits, and the lower half of `lower` in the lower half.
fn above(upper: Expr, lower: Expr) -> Expr {
    let bits = Expr::constant(Value::U32(BELOW_KEY));
    Expr::binary(BinaryOp::BitOr, Expr::binary(BinaryOp::Shl, upper, bits), lower)
}

/// Returns the bits of a value as a `u64`. Values of 32 bits are in the lower half.
fn to_bits(value: Expr) -> Expr {
    match value.ty {
        Type::F32 | Type::F64 => Expr::unary(UnaryOp::Call(Intrinsic::Bits), value).cast(Type::U64),
        // A negative number must not fill the upper half.
        Type::I32 => value.cast(Type::U32).cast(Type::U64),
        _ => value.cast(Type::U64),
    }
}

/// Returns the value with these bits. Of a value of 32 bits, only the lower half matters.
fn from_bits(bits: Expr, ty: Type) -> Expr {
    let lower = |bits: Expr| bits.cast(Type::U32);
    match ty {
        Type::F32 => Expr::unary(UnaryOp::Call(Intrinsic::FromBits), lower(bits)),
        Type::F64 => Expr::unary(UnaryOp::Call(Intrinsic::FromBits), bits),
        Type::Bool => Expr::binary(BinaryOp::Ne, lower(bits), Expr::constant(Value::U32(0))),
        _ => bits.cast(ty),
    }
}

/// Launches the second part of a kernel after each launch of the first part, with the same arguments.
fn launch_after(
    body: &mut Vec<HostStmt>,
    locals: &mut Locals,
    first: KernelId,
    (second, worklist): (KernelId, WorklistId),
) {
    let mut at = 0;
    while at < body.len() {
        for inner in body[at].blocks_mut() {
            launch_after(inner, locals, first, (second, worklist));
        }
        let mut lets = vec![];
        if let HostStmt::Launch { kernel, args, .. } = &mut body[at]
            && *kernel == first
        {
            // The first part may change what the arguments read.
            for arg in args.iter_mut() {
                let is_fixed = matches!(
                    arg.kind,
                    ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Param(_)
                );
                if !is_fixed {
                    let local = locals.add("argument", arg.ty);
                    let value = std::mem::replace(arg, Expr::local(local, arg.ty));
                    lets.push(HostStmt::Act(Action::Let(local, value)));
                }
            }
            let args = args.clone();
            let waiting = Expr::u32(ExprKind::Waiting(worklist));
            let has_items = Expr::binary(BinaryOp::Gt, waiting, Expr::constant(Value::U32(0)));
            let launch = HostStmt::Launch { kernel: second, args, again: false };
            body.insert(at + 1, HostStmt::If(has_items, vec![launch], vec![]));
            let added = lets.len();
            body.splice(at..at, lets);
            at += added + 1;
        }
        at += 1;
    }
}
