//! The ends of iterations: what happens after the visits of a node.
//!
//! The work-item that has a row runs its end, if the row lies within the share of its workgroup.
//! Rows that several workgroups share are *split*. Their values are combined in memory, and a
//! further kernel runs their ends:
//!
//! ```text
//! kernel gather_split() {
//!   for i: u32 = @global_id to @size(gather_split) by @global_size {
//!     let v: node = @item(gather_split, i)
//!     let sum: f64 = 0.0f64
//!     set sum = (sum + gather_sum[v])
//!     gather_sum[v] = -0.0f64                  for the next launch
//!     rank[v] = f(sum)
//!   }
//! }
//! ```

use super::share::{Share, Tile};
use super::{Rows, constant, element, is_less, own, value};
use crate::ir::build::{add_local, changes, combine, identity};
use crate::ir::launches::replace_launches;
use crate::ir::*;
use crate::passes::orders::EdgeMap;
use crate::passes::serialise::serialise_kernel;
use crate::passes::simplify::remove_unread;

/// The memory and the kernel for split rows.
pub(super) struct Split {
    /// The worklist of their nodes.
    rows: WorklistId,
    /// The array with the combined value of each split row, for each reduction. Between launches,
    /// its elements are identities.
    sums: Vec<ArrayId>,
    /// The kernel that runs their ends. It has the parameters of the kernel that visits.
    kernel: KernelId,
}

impl Split {
    /// Adds the memory and the kernel for the split rows of a kernel.
    pub(super) fn add(module: &mut Module, id: KernelId, map: &EdgeMap) -> Split {
        let kernel = module.kernels[id.index()].clone();
        let sums = map.reductions.iter().map(|(target, op)| {
            let Local { name, ty, .. } = &kernel.locals[target.index()];
            let name = module.free_name(&format!("{}_{name}", kernel.name));
            let (extent, init) = (Extent::Nodes, Init::Fill(identity(*op, *ty)));
            let (ty, width) = (*ty, ElementWidth::Full);
            module.arrays.push(Array { name, ty, width, extent, length: None, init });
            ArrayId(module.arrays.len() as u32 - 1)
        });
        let sums = sums.collect();
        let name = module.free_name(&format!("{}_split", kernel.name));
        module.worklists.push(Worklist { name, ty: ItemType::One(Type::Node) });
        let rows = WorklistId(module.worklists.len() as u32 - 1);
        let mut split = Split { rows, sums, kernel: id };
        let mut kernel = split.ends(kernel, map);
        kernel.name = module.free_name(&format!("{}_ends", kernel.name));
        module.kernels.push(kernel);
        split.kernel = KernelId(module.kernels.len() as u32 - 1);
        split
    }

    /// The place of the combined value of a node. Its row belongs to a node of the loop, so it is
    /// in range.
    fn place(&self, map: &EdgeMap, at: usize, access: Access) -> Place {
        let index = Expr::local(map.node, Type::Node);
        Place { array: self.sums[at], index, element: None, access, bounds: Bounds::Proven }
    }

    /// The kernel that runs the ends of split rows: the kernel that visits, with another body. Each
    /// node is on the worklist once, so no other work-item accesses its values.
    fn ends(&self, mut kernel: Kernel, map: &EdgeMap) -> Kernel {
        let origin = map.origin;
        let mut end = vec![];
        for (at, (target, op)) in map.reductions.iter().enumerate() {
            let ty = kernel.locals[target.index()].ty;
            let place = self.place(map, at, Access::Plain);
            let found = Expr { ty, kind: ExprKind::Load(Box::new(place.clone())) };
            let both = combine(*op, Expr::local(*target, ty), found);
            end.push(StmtKind::Assign(*target, both).from(origin));
            let nothing = Expr::constant(identity(*op, ty));
            end.push(StmtKind::Store(place, nothing).from(origin));
        }
        end.extend(map.end.iter().cloned());
        let i = add_local(&mut kernel.locals, "i", Type::U32);
        let item = ExprKind::WorklistItem(self.rows, ItemPart::Whole, Box::new(value(i)));
        let item = Expr { ty: Type::Node, kind: item };
        let mut body = vec![StmtKind::Let(map.node, item).from(origin)];
        body.extend(map.path_to(end));
        let (start, step) = (Expr::at(Coordinate::GlobalId), Expr::at(Coordinate::GlobalSize));
        let count = Expr::u32(ExprKind::WorklistSize(self.rows));
        let the_loop = StmtKind::For { var: i, start, end: count, step, body };
        let note = "merge: the ends of the rows that several workgroups share";
        kernel.body = map.constants.clone();
        kernel.plan.work = vec![Work::Worklist(self.rows)];
        kernel.body.push(the_loop.from(origin.noted(note)));
        serialise_kernel(&mut kernel);
        remove_unread(&mut kernel);
        kernel
    }

    /// Launches the kernel for split rows after each launch of the kernel that visits.
    pub(super) fn launch(&self, main: &mut Main, id: KernelId) {
        replace_launches(main, id, &|args, again, stmts| {
            stmts.push(HostStmt::Launch { kernel: id, args: args.to_vec(), again });
            let (kernel, args) = (self.kernel, args.to_vec());
            stmts.push(HostStmt::Launch { kernel, args, again: false });
        });
    }
}

impl Rows<'_> {
    /// Runs the end of the work-item's row, or combines the values of a split row in memory.
    pub(super) fn end(&mut self, split: &Split, share: &Share, tile: &Tile, out: &mut Block) {
        let map = self.map;
        let (mut whole, mut part) = (vec![], vec![]);
        for (at, sum) in self.sums.clone().into_iter().enumerate() {
            let found = element(sum.of_row, sum.ty, own());
            let so_far = Expr::local(sum.target, sum.ty);
            let all = combine(sum.op, so_far, found.clone());
            self.push(StmtKind::Assign(sum.target, all), &mut whole);
            let (op, place) = (sum.op, split.place(map, at, Access::Relaxed));
            let (operands, condition) = (vec![found.clone()], changes(op, found));
            let atomic = self.stmt(StmtKind::Atomic { op, place, operands, old: None });
            match condition {
                Some(condition) => {
                    self.push(StmtKind::If(condition, vec![atomic], vec![]), &mut part)
                }
                None => part.push(atomic),
            }
        }
        whole.extend(map.end.iter().cloned());
        let some = Expr::binary(BinaryOp::Ne, value(tile.count), constant(0));
        let mut other = vec![];
        if !part.is_empty() {
            self.push(StmtKind::If(some, part, vec![]), &mut other);
        }
        let node = Expr::local(map.node, Type::Node);
        let push = vec![self.stmt(StmtKind::Push(split.rows, vec![node]))];
        let ends = is_less(value(tile.row), value(share.last));
        self.push(StmtKind::If(ends, push, vec![]), &mut other);
        let is_whole = self.is_whole(share, tile);
        let end = vec![self.stmt(StmtKind::If(is_whole, whole, other))];
        let end = self.path_of(value(tile.row), end);
        let note = "merge: what follows the visits of the row";
        let on = Expr::local(tile.on, Type::Bool);
        out.push(StmtKind::If(on, end, vec![]).from(map.origin.noted(note)));
    }
}
