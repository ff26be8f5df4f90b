//! Nested parallelism: a workgroup distributes the iterations of nested `forall`s over its
//! work-items.
//!
//! If each work-item processes all edges of one node, the whole workgroup waits for the node with
//! the highest degree. With this pass, the work-items of a workgroup first *inspect* how many
//! elements each of them has, and then *execute* the elements together ("A Compiler for Throughput
//! Optimization of Graph Algorithms on GPUs"; "One Size Doesn't Fit All", section V-B; the schemes
//! are those of Merrill, Garland and Grimshaw, "Scalable GPU graph traversal"). The *owner* of an
//! element is the work-item whose iteration it belongs to.
//!
//! * `wg`: An owner with at least as many elements as the workgroup has work-items adds itself to a
//!   list, by an atomic on the length of the list. The whole workgroup executes the owners on the
//!   list, one after the other.
//! * `sg`: An owner with at least as many elements as the subgroup has work-items adds itself to
//!   another list, and each subgroup executes some of the owners on that list. If `wg` is off and a
//!   fine-grained scheme is on, an owner with at least as many elements as the workgroup has
//!   work-items uses that scheme instead, because a single subgroup would let the others wait.
//! * `fg1`, `fg8`: A scan of the counts puts the remaining elements in one row. In each round, each
//!   work-item takes 1 or 8 elements, and finds their owners by a search in the scanned counts. If
//!   several of 8 elements have the same owner, its values are read once.
//! * An owner executes all elements that no scheme takes.
//!
//! The values that the body uses of its owner (its closure) go through shared memory. Reductions
//! are combined in shared memory, for each owner, and then assigned to the local of the owner.
//!
//! All work-items of a workgroup must reach its barriers and collectives. The outer loop therefore
//! becomes [uniform](crate::ir::uniform_loop), and the statements around a distributed `forall` run
//! under [`guards`]: the conditionals and loops around it become values that say which work-items
//! take part.
//!
//! There are two differences from IrGL. First, this pass uses lists of owners, and IrGL elects one
//! owner after the other. An inspection therefore always costs two barriers, and any subgroup may
//! execute any owner. Second, the fine-grained executor searches for owners, and the executor of
//! IrGL writes a window of owners to local memory between two barriers in each round.
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
mod executor;
mod guards;
mod inspector;

use std::collections::BTreeSet;

use crate::configuration::{Choice, Configuration, FineGrained, Nested};
use crate::ir::build::{add_local, unique_name};
use crate::ir::uniform_loop::make_uniform;
use crate::ir::uniformity::Uniformity;
use crate::ir::*;
use crate::remarks::Remarks;

/// Distributes the nested `forall`s of every kernel by the schemes that are on for it.
pub fn distribute_nested(module: &mut Module, options: &Configuration, remarks: &mut Remarks) {
    for kernel in &mut module.kernels {
        let schemes = Schemes(kernel.options.as_ref().unwrap_or(options).nested);
        if !schemes.0.is_on() {
            continue;
        }
        let uniformity = Uniformity::find(kernel);
        candidates::remark(kernel, &uniformity, schemes, remarks);
        let mut rewriter = KernelRewriter {
            everywhere: kernel_level(kernel),
            locals: &mut kernel.locals,
            shared: &mut kernel.shared,
            memories: vec![],
            schemes,
            lists: None,
        };
        for stmt in &mut kernel.body {
            if candidates::loop_contains_candidate(stmt, &uniformity)
                && make_uniform(rewriter.locals, stmt)
            {
                rewriter.outer_loop(stmt);
            }
        }
        if let Some(lists) = rewriter.lists.take() {
            let prologue = lists.prologue();
            kernel.body.splice(0..0, prologue);
        }
    }
}

/// The schemes of nested parallelism that are on.
#[derive(Debug, Clone, Copy)]
struct Schemes(Nested);

impl Schemes {
    /// Returns the schemes that are on, each with a description of its effect on a `forall`.
    fn effects(self) -> Vec<(Choice, &'static str)> {
        let Nested { wg, sg, fine_grained } = self.0;
        let wg = wg.then_some((
            Choice::Wg,
            "the workgroup shares the elements of a work-item that has at least one per work-item of the workgroup",
        ));
        let sg = sg.then_some((
            Choice::Sg,
            "a subgroup shares the elements of a work-item that has at least one per work-item of the subgroup",
        ));
        let fine_grained = fine_grained.map(|share| match share {
            FineGrained::One => (
                Choice::FineGrained,
                "the workgroup shares the remaining elements, one per work-item and round",
            ),
            FineGrained::Eight => (
                Choice::FineGrained,
                "the workgroup shares the remaining elements, eight per work-item and round",
            ),
        });
        [wg, sg, fine_grained].into_iter().flatten().collect()
    }
}

/// The state while one kernel is rewritten.
struct KernelRewriter<'k> {
    /// Locals that have the same value in every work-item and are visible everywhere: those that
    /// the kernel declares outside of its loops.
    everywhere: BTreeSet<LocalId>,
    locals: &'k mut Locals,
    shared: &'k mut Vec<Shared>,
    /// The shared memory for each purpose.
    memories: Vec<(Purpose, SharedId)>,
    schemes: Schemes,
    /// The lists of owners. They are created for the first distributed `forall`.
    lists: Option<Lists>,
}

/// What shared memory is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The work of the scheme itself, with this name.
    Of(&'static str),
    /// Copies of a local of the owners.
    Copy(LocalId),
    /// What the work-items reduced into a local of the owners.
    Partial(LocalId),
}

/// A list of owners in shared memory. Its length only grows, and wraps, so it is never reset: each
/// work-item knows the length at the end of the previous use.
#[derive(Debug, Clone, Copy)]
struct List {
    /// The number of owners that were ever added to the list: one `u32`.
    length: SharedId,
    /// The owners on the list, as indices in the workgroup.
    owners: SharedId,
    /// The local that holds the length of the list at the end of the previous use.
    seen: LocalId,
}

/// The lists of owners of a kernel.
#[derive(Debug, Clone, Copy)]
struct Lists {
    wg: Option<List>,
    sg: Option<List>,
}

impl Lists {
    /// Returns the statements at the start of the kernel that make the lists empty.
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

impl KernelRewriter<'_> {
    /// Rewrites a loop that [`make_uniform`] created. The body of the loop declares an item and
    /// ends with a conditional on whether the item exists.
    fn outer_loop(&mut self, stmt: &mut Stmt) {
        let StmtKind::For { body, .. } = &mut stmt.kind else { return };
        let Some(Stmt { kind: StmtKind::If(exists, inner, _), origin }) = body.pop() else {
            return;
        };
        let on = add_local(self.locals, "on", Type::Bool);
        body.push(StmtKind::Let(on, exists).from(origin));
        self.block(inner, on, body);
    }

    /// Returns the lists of owners. Creates them at their first use.
    fn lists(&mut self) -> Lists {
        if let Some(lists) = self.lists {
            return lists;
        }
        let wg = self.schemes.0.wg.then(|| self.list(["wg_length", "wg_list", "wg_seen"]));
        let sg = self.schemes.0.sg.then(|| self.list(["sg_length", "sg_list", "sg_seen"]));
        *self.lists.insert(Lists { wg, sg })
    }

    fn list(&mut self, [length, owners, seen]: [&'static str; 3]) -> List {
        List {
            length: self.memory(Purpose::Of(length), Type::U32, SharedExtent::One),
            owners: self.memory(Purpose::Of(owners), Type::U32, SharedExtent::Item),
            seen: add_local(self.locals, seen, Type::U32),
        }
    }

    /// Returns the shared memory for a purpose. Several distributed `forall`s may use it, because
    /// they run one after the other.
    fn memory(&mut self, purpose: Purpose, ty: Type, extent: SharedExtent) -> SharedId {
        if let Some((_, known)) = self.memories.iter().find(|(other, _)| *other == purpose) {
            return *known;
        }
        let local = |id: LocalId| &self.locals[id.index()].name;
        let name = match purpose {
            Purpose::Of(name) => name.to_string(),
            Purpose::Copy(id) => format!("{}_of", local(id)),
            Purpose::Partial(id) => format!("{}_found", local(id)),
        };
        let is_taken = |name: &str| self.shared.iter().any(|memory| memory.name == name);
        let name = unique_name(&name, is_taken);
        self.shared.push(Shared { name, ty, extent });
        let id = SharedId(self.shared.len() as u32 - 1);
        self.memories.push((purpose, id));
        id
    }

    fn ty(&self, id: LocalId) -> Type {
        self.locals[id.index()].ty
    }

    fn value(&self, id: LocalId) -> Expr {
        Expr::local(id, self.ty(id))
    }
}

/// Returns the parameters of a kernel, and the locals that it declares outside of any loop or
/// conditional.
fn kernel_level(kernel: &Kernel) -> BTreeSet<LocalId> {
    let params = (0..kernel.params as u32).map(LocalId);
    let outside = kernel.body.iter().filter(|stmt| stmt.blocks().is_empty());
    params.chain(outside.flat_map(Stmt::declares)).collect()
}
