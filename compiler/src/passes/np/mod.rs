//! Nested parallelism: distributes the iterations of a nested `forall` over the workgroup.
//!
//! Without this pass, each work-item processes all edges of its node, so the workgroup waits for
//! the node with the highest degree. With it, the work-items of a workgroup first *inspect* how
//! many elements each of them has, and then *execute* the work together ("A Compiler for Throughput
//! Optimization of Graph Algorithms on GPUs"; "One Size Doesn't Fit All", section V-B; the schemes
//! are those of Merrill, Garland and Grimshaw, "Scalable GPU graph traversal"). The *owner* of an
//! element is the work-item that would have processed it.
//!
//! * `wg`: an owner with at least as many elements as the workgroup has work-items adds itself to a
//!   list, with an atomic on the length of the list. The whole workgroup processes the owners on
//!   this list one after the other.
//! * `sg`: an owner with at least as many elements as the subgroup has work-items adds itself to
//!   another list. Each subgroup processes some of the owners on it. With `fg1` or `fg8` but
//!   without `wg`, an owner with at least as many elements as the workgroup has work-items uses the
//!   fine-grained scheme instead, because a subgroup alone would keep the others waiting.
//! * `fg1`, `fg8`: a scan of the counts lays out all remaining elements in a row. In each round, a
//!   work-item takes 1 or 8 elements of the row, and a search in the scanned counts finds their
//!   owners. Among 8 elements, those of one owner share the values that are read from it.
//! * Owners process the elements that no scheme takes.
//!
//! The body reads the owner's locals through shared memory (its closure). Reductions are combined
//! for each owner in shared memory, and the owner adds the result to its local.
//!
//! All work-items of the workgroup must reach the operations of the workgroup. Therefore the outer
//! loop is made [uniform](super::uniform_loop), and conditionals and loops around a distributed
//! `forall` become [`guards`], which are values that state which work-items take part.
//!
//! The pass differs from IrGL in two ways. Owners are collected in lists instead of being elected
//! one after the other, so an inspection always costs two barriers, and any subgroup can help any
//! owner. And the fine-grained executor searches for the owner, whereas that of IrGL writes a
//! window of owners to local memory between two barriers per round.
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

/// Distributes the nested `forall`s of every kernel with the schemes that are on.
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

/// The schemes that are on.
#[derive(Debug, Clone, Copy)]
struct Schemes {
    wg: bool,
    sg: bool,
    /// Number of elements that a work-item takes in a round of the fine-grained scheme.
    fg: Option<u32>,
}

impl Schemes {
    fn of(options: &Options) -> Schemes {
        let fg1 = options.is_on(Flag::Fg1).then_some(1);
        let fg8 = options.is_on(Flag::Fg8).then_some(8);
        Schemes { wg: options.is_on(Flag::Wg), sg: options.is_on(Flag::Sg), fg: fg8.or(fg1) }
    }

    /// Returns the flags that are on, each with its effect on a `forall` as a text for a remark.
    fn flags(&self) -> Vec<(Flag, &'static str)> {
        let fg = self.fg.map(|share| match share {
            1 => (Flag::Fg1, "what is left is laid out in a row and dealt out one by one"),
            _ => (Flag::Fg8, "what is left is laid out in a row and dealt out eight by eight"),
        });
        let wg = (Flag::Wg, "as many elements as a workgroup has work-items go to all of them");
        let sg = (Flag::Sg, "as many elements as a subgroup has work-items go to one subgroup");
        [self.wg.then_some(wg), self.sg.then_some(sg), fg].into_iter().flatten().collect()
    }
}

/// Rewrites one kernel.
struct Dealer<'k> {
    /// Locals that are visible everywhere and have the same value in every work-item: parameters,
    /// and locals that the kernel declares outside of its loops.
    everywhere: Vec<LocalId>,
    locals: &'k mut Vec<Local>,
    shared: &'k mut Vec<Shared>,
    schemes: Schemes,
    /// The lists of owners, after the first `forall` has been distributed.
    lists: Option<Lists>,
}

/// A list of owners in shared memory. Its length only grows, and wraps, so that the list need not
/// be cleared between two barriers. Each work-item remembers how much of it has been processed.
#[derive(Debug, Clone, Copy)]
struct List {
    /// Shared memory for the number of owners that were ever added: one `u32`.
    length: SharedId,
    /// Shared memory for the owners, as indices in the workgroup.
    owners: SharedId,
    /// The local that holds the length that has been processed.
    seen: LocalId,
}

/// The lists of a kernel.
#[derive(Debug, Clone, Copy)]
struct Lists {
    wg: Option<List>,
    sg: Option<List>,
}

impl Lists {
    /// Creates the start of the kernel, which empties the lists before they are used.
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
    /// Rewrites a loop that [`make_uniform`] created: an item, and a conditional on whether it
    /// exists.
    fn outer_loop(&mut self, stmt: &mut Stmt) {
        let StmtKind::For { body, .. } = &mut stmt.kind else { return };
        let Some(Stmt { kind: StmtKind::If(exists, inner, _), origin }) = body.pop() else {
            return;
        };
        let on = add_local(self.locals, "on", Type::Bool);
        body.push(StmtKind::Let(on, exists).from(origin));
        self.block(inner, on, body);
    }

    /// Returns the lists. The first call creates them.
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

    /// Returns shared memory with a name. Several distributed `forall`s can share it, because the
    /// last barrier of one ends all its uses.
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

/// Returns the parameters of a kernel and the locals that it declares outside of any loop or
/// conditional.
fn kernel_level(kernel: &Kernel) -> Vec<LocalId> {
    let params = (0..kernel.params as u32).map(LocalId);
    let outside = kernel.body.iter().filter(|stmt| stmt.blocks().is_empty());
    params.chain(outside.flat_map(Stmt::declares)).collect()
}
