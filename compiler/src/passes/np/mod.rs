//! Nested parallelism: the work of a `forall` within a parallel one is dealt out to the workgroup.
//!
//! One work-item to a node, which walks the node's edges, leaves a workgroup waiting for the node of
//! the highest degree. So the work-items of a workgroup first *inspect* what each of them would have
//! to do, and then *execute* it together ("A Compiler for Throughput Optimization of Graph
//! Algorithms on GPUs"; "One Size Doesn't Fit All", section V-B; the schemes are those of Merrill,
//! Garland and Grimshaw, "Scalable GPU graph traversal"):
//!
//! * `wg`: who has at least as many elements as the workgroup has work-items puts itself on a list,
//!   by an atomic on the length of the list; the whole workgroup takes the owners on it one after the
//!   other.
//! * `sg`: who has at least as many as the subgroup has work-items puts itself on another list; each
//!   subgroup takes some of its owners. Where there is a row, but no list for the workgroup, who has
//!   as many as that goes to the row, for a subgroup alone would keep the others waiting.
//! * `fg1`, `fg8`: all that is left is laid out in a row by a scan of the counts, and dealt out 1 or 8
//!   to a work-item a round; a search in the scanned counts finds whose element it is. Of 8, those
//!   of one owner share what is fetched for it.
//! * What no scheme takes, its owner does itself.
//!
//! What the body uses of the owner's locals goes through shared memory, its closure. Reductions are
//! combined for each owner in shared memory and come back into the owner's local.
//!
//! Everything that the workgroup does together must be reached by all of its work-items. So the outer
//! loop becomes [uniform](super::uniform_loop), and the statements around a dealt-out `forall` come
//! under [`guards`]: conditionals and loops that lie between become values that say who takes part.
//!
//! Differs from IrGL in that the lists are of owners, not elections of one owner after the other, so
//! that an inspection costs two barriers whatever it finds, and any subgroup may help any owner; and
//! in that the fine-grained executor searches, where IrGL's writes a window of owners to local
//! memory between two barriers a round.
//!
//! ```text
//! for u: node = @global_id to @node_count      for base: u32 = @group_start to @node_count
//!     by @global_size {                            by @global_size {
//!                                                let u: node = node((base + @local_id))
//!                                                let on: bool = (u32(u) < @node_count)
//!                                                let first: u32 = 0u32    let count: u32 = 0u32
//!   forall serial e: edge in out u {             if on { set first = …    set count = … }
//!     B                                          %first_of[@local_id] = first    …
//!   }                                            let left: u32 = count
//! }                                              if (count >= @local_size) {
//!                                                  let slot: u32 = atomic add %wg_length[0u32], 1u32
//!                                                  %wg_list[(slot - wg_seen)] = @local_id
//!                                                  set left = 0u32
//!                                                }
//!                                                scan before: u32, total: u32 = left
//!                                                %before_of[@local_id] = before
//!                                                barrier workgroup
//!                                                for … owners on the list … { B }
//!                                                for p: u32 = @local_id to total by @local_size {
//!                                                  let owner: u32 = @search(%before_of, p)    B
//!                                                }
//!                                                barrier workgroup
//!                                              }
//! ```

mod candidates;
mod closure;
mod copy;
mod executor;
mod guards;
mod inspector;

use super::uniform_loop::make_uniform;
use super::{Flag, Options, Remarks};
use crate::ir::build::add_local;
use crate::ir::uniformity::Uniformity;
use crate::ir::*;

/// Deals out the nested `forall`s of every kernel by the schemes that are on.
pub fn deal_out(module: &mut Module, options: &Options, remarks: &mut Remarks) {
    let schemes = Schemes::of(options);
    for kernel in &mut module.kernels {
        let uniformity = Uniformity::find(kernel);
        candidates::remark(kernel, &uniformity, &schemes, remarks);
        let mut dealer = Dealer {
            everywhere: kernel_level(kernel),
            locals: &mut kernel.locals,
            shared: &mut kernel.shared,
            schemes,
            lists: None,
        };
        for stmt in &mut kernel.body {
            if candidates::deals_within(stmt, &uniformity) && make_uniform(dealer.locals, stmt) {
                dealer.outer_loop(stmt);
            }
        }
        if let Some(lists) = dealer.lists.take() {
            let prologue = lists.prologue();
            kernel.body.splice(0..0, prologue);
        }
    }
}

/// Which schemes are on.
#[derive(Debug, Clone, Copy)]
struct Schemes {
    wg: bool,
    sg: bool,
    /// How many elements a round of the fine-grained scheme deals to a work-item.
    fg: Option<u32>,
}

impl Schemes {
    fn of(options: &Options) -> Schemes {
        let fg1 = options.is_on(Flag::Fg1).then_some(1);
        let fg8 = options.is_on(Flag::Fg8).then_some(8);
        Schemes { wg: options.is_on(Flag::Wg), sg: options.is_on(Flag::Sg), fg: fg8.or(fg1) }
    }

    /// The flags that are on, each with what it does to a `forall`.
    fn flags(&self) -> Vec<(Flag, &'static str)> {
        let fg = self.fg.map(|share| match share {
            1 => (
                Flag::Fg1,
                "the workgroup shares the remaining elements, one per work-item and round",
            ),
            _ => (
                Flag::Fg8,
                "the workgroup shares the remaining elements, eight per work-item and round",
            ),
        });
        let wg = (
            Flag::Wg,
            "the workgroup shares the elements of a work-item that has at least one per work-item of the workgroup",
        );
        let sg = (
            Flag::Sg,
            "a subgroup shares the elements of a work-item that has at least one per work-item of the subgroup",
        );
        [self.wg.then_some(wg), self.sg.then_some(sg), fg].into_iter().flatten().collect()
    }
}

/// Rewrites one kernel.
struct Dealer<'k> {
    /// Locals that are the same for every work-item, and visible everywhere: what the kernel declares
    /// outside of its loops.
    everywhere: Vec<LocalId>,
    locals: &'k mut Vec<Local>,
    shared: &'k mut Vec<Shared>,
    schemes: Schemes,
    /// The lists of owners, once some `forall` was dealt out.
    lists: Option<Lists>,
}

/// A list of owners in shared memory. Its length only grows, and wraps, so that nobody has to clear
/// it between two barriers: each work-item knows how much of it is history.
#[derive(Debug, Clone, Copy)]
struct List {
    /// How many owners were ever on it: one `u32`.
    length: SharedId,
    /// The owners, by their numbers in the workgroup.
    owners: SharedId,
    /// The local that holds the length that was dealt with.
    seen: LocalId,
}

/// The lists that a kernel has.
#[derive(Debug, Clone, Copy)]
struct Lists {
    wg: Option<List>,
    sg: Option<List>,
}

impl Lists {
    /// What a kernel does first: empty lists, before anybody puts itself on one.
    fn prologue(self) -> Block {
        let lists: Vec<List> = [self.wg, self.sg].into_iter().flatten().collect();
        if lists.is_empty() {
            return vec![];
        }
        let zero = || Expr::constant(Value::U32(0));
        let mut block: Block = vec![];
        for list in &lists {
            block.push(StmtKind::Let(list.seen, zero()).from(Origin::default()));
        }
        let clear = lists
            .iter()
            .map(|list| StmtKind::StoreShared(list.length, zero(), zero()).from(Origin::default()));
        let first = Expr::binary(BinaryOp::Eq, Expr::at(Coordinate::LocalId), zero());
        block.push(StmtKind::If(first, clear.collect(), vec![]).from(Origin::default()));
        block.push(StmtKind::Barrier(Scope::Workgroup).from(Origin::default()));
        block
    }
}

impl Dealer<'_> {
    /// Rewrites a loop that [`make_uniform`] made: an item, and a conditional on whether it exists.
    fn outer_loop(&mut self, stmt: &mut Stmt) {
        let StmtKind::For { body, .. } = &mut stmt.kind else { return };
        let Some(Stmt { kind: StmtKind::If(exists, inner, _), origin }) = body.pop() else {
            return;
        };
        let on = add_local(self.locals, "on", Type::Bool);
        body.push(StmtKind::Let(on, exists).from(origin));
        self.block(inner, on, body);
    }

    /// The lists, made at their first use.
    fn lists(&mut self) -> Lists {
        if let Some(lists) = self.lists {
            return lists;
        }
        let wg = self.schemes.wg.then(|| self.list("wg"));
        let sg = self.schemes.sg.then(|| self.list("sg"));
        *self.lists.insert(Lists { wg, sg })
    }

    fn list(&mut self, scheme: &str) -> List {
        List {
            length: self.memory(&format!("{scheme}_length"), Type::U32, SharedExtent::One),
            owners: self.memory(&format!("{scheme}_list"), Type::U32, SharedExtent::Item),
            seen: add_local(self.locals, &format!("{scheme}_seen"), Type::U32),
        }
    }

    /// Shared memory of that name, which what was dealt out before may have used, too: nobody does
    /// any more when its last barrier is past.
    fn memory(&mut self, name: &str, ty: Type, extent: SharedExtent) -> SharedId {
        let wanted = Shared { name: name.into(), ty, extent };
        let at = self.shared.iter().position(|memory| *memory == wanted).unwrap_or_else(|| {
            self.shared.push(wanted);
            self.shared.len() - 1
        });
        SharedId(at as u32)
    }

    fn ty(&self, id: LocalId) -> Type {
        self.locals[id.index()].ty
    }

    fn value(&self, id: LocalId) -> Expr {
        Expr::local(id, self.ty(id))
    }
}

/// The locals that a kernel declares outside of any loop or conditional, and its parameters.
fn kernel_level(kernel: &Kernel) -> Vec<LocalId> {
    let params = (0..kernel.params as u32).map(LocalId);
    let outside = kernel.body.iter().filter(|stmt| stmt.blocks().is_empty());
    params.chain(outside.flat_map(Stmt::declares)).collect()
}
