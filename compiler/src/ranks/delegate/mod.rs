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

mod needed;

use std::collections::{BTreeMap, BTreeSet};

use super::classes::{Class, Classes, degree_of, row_of};
use super::exchanges::old_is_known;
use super::layout::Layout;
use crate::ir::launches::replace_launches;
use crate::ir::repeats::Sets;
use crate::ir::uses::uses;
use crate::ir::visit::{
    has_break_or_continue, mentions, walk_exprs_mut, walk_stmts, walk_stmts_mut,
};
use crate::ir::*;
use needed::Needed;

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
    /// The statements that remain, with a push whose values are missing.
    first: Kernel,
    /// The statements that move, without a loop.
    second: Kernel,
    /// The node, as an expression of `first`.
    target: Expr,
    /// What an item contains.
    layout: Layout,
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
    let mut locals = first.locals.clone();
    let node = locals.add("owner", Type::Node);
    walk_exprs_mut(&mut moved, &mut |expr| {
        if *expr == target {
            *expr = Expr::local(node, Type::Node);
        }
    });
    let is_movable = !has_break_or_continue(&moved)
        && assigned_outside(&moved).is_empty()
        && !conflicts(module, &moved, &late);
    if !is_movable {
        return None;
    }
    let mut needed = Needed::new(module, kernel, &first, &moved, node);
    let layout = Layout::new((node, Type::Node), needed.travelling()?)?;
    let body = [needed.lets(), moved].concat();
    let second = Kernel { locals, params: kernel.params, body, ..Kernel::default() };
    Some(Divided { first, second, target, layout })
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
        let mut at = at;
        let mut target = match need {
            Need::Statement(target) => target,
            Need::Read { read, target } => {
                if !matches!(&block[at].kind, StmtKind::Let(_, value) if *value == read) {
                    // The condition of a `while` is evaluated again.
                    if matches!(block[at].kind, StmtKind::While(..)) {
                        return None;
                    }
                    self.read_before(block, at, "read", read);
                }
                target
            }
        };
        if target.reads_memory() {
            target = self.read_before(block, at, "at", target);
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

    /// Reads an expression of a statement before the statement, into a new local, which is returned.
    fn read_before(&mut self, block: &mut Block, at: usize, name: &str, read: Expr) -> Expr {
        let local = Expr::local(self.locals.add(name, read.ty), read.ty);
        for expr in block[at].exprs_mut() {
            expr.walk_mut(&mut |expr| {
                if *expr == read {
                    *expr = local.clone();
                }
            });
        }
        let origin = block[at].origin;
        let id = local.local_read().expect("it is a local");
        block.insert(at, StmtKind::Let(id, read).from(origin));
        local
    }

    /// Whether a place is an element of a node.
    fn is_of_node(&self, place: &Place) -> bool {
        self.module.arrays[place.array.index()].extent == Extent::Nodes
    }

    /// Whether a place is an element of a node that the rank may not store.
    fn is_elsewhere(&self, place: &Place) -> bool {
        self.is_of_node(place) && !self.classes.of_expr(&place.index).is_stored()
    }

    /// Returns what the first of these statements needs from an owner.
    fn need(&self, stmts: &[Stmt]) -> Option<Need> {
        let stmt = &stmts[0];
        for expr in stmt.exprs() {
            if let Some(need) = self.need_of(expr) {
                return Some(need);
            }
        }
        let at = |place: &Place| Some(Need::Statement(place.index.clone()));
        match &stmt.kind {
            StmtKind::Store(place, _) if self.is_elsewhere(place) => at(place),
            StmtKind::Atomic { place, .. } if self.is_elsewhere(place) => at(place),
            StmtKind::Atomic { place, old: Some(old), .. } if self.is_of_node(place) => {
                let is_used = mentions(&self.kernel.body, *old);
                let is_known = !is_used
                    || old_is_known(self.module, &self.classes, self.sets, stmts, place).is_ok();
                if is_known { None } else { at(place) }
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
            ExprKind::Load(place) => self.is_elsewhere(place).then(|| whole(&place.index)),
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

/// Whether the order of moved statements and of late ones matters: both access an array that one of them writes.
fn conflicts(module: &Module, moved: &Block, late: &Block) -> bool {
    let arrays =
        |block: &Block| uses(module, &Kernel { body: block.clone(), ..Kernel::default() }).arrays;
    let late = arrays(late);
    arrays(moved).iter().any(|(id, is_written)| {
        late.get(id).is_some_and(|is_written_late| *is_written || *is_written_late)
    })
}

impl Divided {
    /// Adds the new worklist and the new kernel, and launches the kernel after the first one.
    fn apply(self, module: &mut Module, keyed: &mut BTreeSet<WorklistId>, id: KernelId) {
        let Divided { mut first, mut second, target, layout } = self;
        let base = first.name.split(AT_OWNERS).next().unwrap_or_default().to_owned();
        let worklist = next_worklist(module);
        let name = module.free_name(&format!("{base}_to_owners"));
        module.worklists.push(Worklist { name, ty: layout.ty() });
        keyed.insert(worklist);
        let item = layout.item(target);
        walk_stmts_mut(&mut first.body, &mut |stmt| {
            if let StmtKind::Push(id, values) = &mut stmt.kind
                && *id == worklist
            {
                values.clone_from(&item);
            }
        });
        let moved = std::mem::take(&mut second.body);
        second.body = vec![layout.loop_over(worklist, &mut second.locals, moved)];
        second.name = module.free_name(&format!("{base}{AT_OWNERS}"));
        second.renumber_locals();
        let new = KernelId(module.kernels.len() as u32);
        module.kernels[id.index()] = first;
        module.kernels.push(second);
        replace_launches(&mut module.main, id, &|args, again, stmts| {
            let launch = |kernel, again| HostStmt::Launch { kernel, args: args.to_vec(), again };
            let waiting = Expr::u32(ExprKind::Waiting(worklist));
            let has_items = Expr::binary(BinaryOp::Gt, waiting, Expr::constant(Value::U32(0)));
            stmts.push(launch(id, again));
            stmts.push(HostStmt::If(has_items, vec![launch(new, false)], vec![]));
        });
    }
}
