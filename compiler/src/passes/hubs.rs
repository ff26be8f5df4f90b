//! Hub caching: a workgroup copies the state of the first nodes to local memory and gathers it from
//! there.
//!
//! In graphs with skewed degrees, a large share of the edges leads to a few hubs. If the loader
//! orders the nodes by degree (`order=degree`), the hubs are the first nodes, and a comparison of
//! indices tells them apart. Each workgroup copies the values of as many nodes as a
//! [tile](SharedExtent::Tile) has elements when the kernel starts. A gather then reads local memory
//! if its node is one of them.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! kernel gather() {                            kernel gather() shared share_of_hubs: f32[tile] {
//!                                                let hubs: u32 = (@local_size * 8u32)
//!                                                for i: u32 = @local_id to min(@node_count, hubs)
//!                                                    by @local_size {
//!                                                  %share_of_hubs[i] = share[i]
//!                                                }
//!                                                barrier workgroup
//!   …                                            …
//!       let u: node = @in_sources[e]                 let u: node = @in_sources[e]
//!       set sum = (sum + share[u])                   set sum = (sum + select((u32(u) < hubs),
//!   …                                                    %share_of_hubs[min(u32(u), (hubs - 1u32))], share[u]))
//! ```
//!
//! # Why the result stays the same
//!
//! The pass changes only plain and proven loads of arrays that the kernel does not write. Their
//! elements do not change during the launch, so a copy has the same values. The pass is legal for
//! every order of the nodes, but it only saves reads if the first nodes are hubs.
//!
//! # Limits and costs
//!
//! Each workgroup reads the values of all hubs, also if its nodes have few edges, and waits at one
//! barrier. At most [`MOST`] arrays of a kernel are cached, because local memory limits the number
//! of workgroups that run at the same time. The native target, which has no local memory, ignores
//! the flag.
//!
//! Source: the hub cache of Enterprise (Liu and Huang, "Enterprise: breadth-first graph traversal on
//! GPUs", SC 2015).

use std::collections::BTreeSet;

use crate::configuration::Choice;
use crate::ir::build::{add_local, unique_name};
use crate::ir::uses::uses;
use crate::ir::visit::{walk_exprs, walk_stmts, walk_stmts_mut};
use crate::ir::*;
use crate::remarks::Remarks;

/// The largest number of arrays of a kernel that are cached.
const MOST: usize = 2;

/// Caches the state of the first nodes in each kernel that gathers it.
pub fn cache_hubs(module: &mut Module, remarks: &mut Remarks) {
    for at in 0..module.kernels.len() {
        let kernel = &module.kernels[at];
        let neighbours = neighbours(kernel);
        let gathered = gathered(module, kernel, &neighbours);
        let Module { kernels, arrays, .. } = &mut *module;
        let kernel = &mut kernels[at];
        let (name, origin) = (kernel.name.clone(), kernel.first_origin(|_| true));
        for id in gathered.iter().skip(MOST) {
            let array = &arrays[id.index()].name;
            let reason = format!(
                "{MOST} other arrays of the kernel are in local memory, so `{array}` is not"
            );
            remarks.missed(Choice::Hubs, &name, origin, reason);
        }
        let mut prologue = vec![];
        for id in gathered.into_iter().take(MOST) {
            let array = &arrays[id.index()];
            let cache = Cache::declare(kernel, (id, array), &mut prologue);
            cache.gather(kernel, &neighbours);
            let effect = format!(
                "gathers of `{}` read the values of the first nodes from local memory",
                array.name
            );
            remarks.applied(Choice::Hubs, &name, origin, effect);
        }
        if !prologue.is_empty() {
            prologue.push(stmt(StmtKind::Barrier(Scope::Workgroup)));
            kernel.body.splice(0..0, prologue);
        }
    }
}

/// Returns the locals that are an end of an edge.
fn neighbours(kernel: &Kernel) -> BTreeSet<LocalId> {
    let mut found = BTreeSet::new();
    walk_stmts(&kernel.body, &mut |stmt| {
        if let StmtKind::Let(id, value) = &stmt.kind
            && is_end_of_edge(value)
        {
            found.insert(*id);
        }
    });
    walk_stmts(&kernel.body, &mut |stmt| {
        if let StmtKind::Assign(id, _) = &stmt.kind {
            found.remove(id);
        }
    });
    found
}

fn is_end_of_edge(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Graph(array, _, Bounds::Proven) if array.ty() == Type::Node)
}

/// Returns the arrays that a kernel gathers from and does not write, in the order of their ids.
fn gathered(module: &Module, kernel: &Kernel, neighbours: &BTreeSet<LocalId>) -> BTreeSet<ArrayId> {
    let used = uses(module, kernel).arrays;
    let mut found = BTreeSet::new();
    walk_exprs(&kernel.body, &mut |expr| {
        let ExprKind::Load(place) = &expr.kind else { return };
        if is_gather(place, neighbours) && used.get(&place.array) == Some(&false) {
            found.insert(place.array);
        }
    });
    found
}

/// Whether a place is the state of a node at the end of an edge, which certainly exists.
fn is_gather(place: &Place, neighbours: &BTreeSet<LocalId>) -> bool {
    let is_known = place.access == Access::Plain && place.bounds == Bounds::Proven;
    let is_neighbour = is_end_of_edge(&place.index)
        || matches!(place.index.kind, ExprKind::Local(id) if neighbours.contains(&id));
    is_known && is_neighbour && place.element.is_none()
}

/// The values of the first nodes in local memory.
struct Cache {
    array: ArrayId,
    shared: SharedId,
    /// The local with the number of elements.
    hubs: LocalId,
}

impl Cache {
    /// Adds the memory, and the statements that copy the values.
    fn declare(kernel: &mut Kernel, (id, array): (ArrayId, &Array), prologue: &mut Block) -> Cache {
        let is_taken = |name: &str| kernel.shared.iter().any(|memory| memory.name == name);
        let name = unique_name(&format!("{}_of_hubs", array.name), is_taken);
        kernel.shared.push(Shared { name, ty: array.ty, extent: SharedExtent::Tile });
        let shared = SharedId(kernel.shared.len() as u32 - 1);
        let [hubs, i] = ["hubs", "i"].map(|name| add_local(&mut kernel.locals, name, Type::U32));
        let each = Expr::constant(Value::U32(SharedExtent::TILE));
        let size = || Expr::at(Coordinate::LocalSize);
        let count = Expr::binary(BinaryOp::Mul, size(), each);
        let noted = Origin::default().noted("hubs: copies the values of the first nodes");
        prologue.push(StmtKind::Let(hubs, count).from(noted));
        let at = || Expr::local(i, Type::U32);
        let place = Place {
            array: id,
            index: at(),
            element: None,
            access: Access::Plain,
            bounds: Bounds::Proven,
        };
        let value = Expr { ty: array.ty, kind: ExprKind::Load(Box::new(place)) };
        let nodes = Expr::u32(ExprKind::NodeCount);
        prologue.push(stmt(StmtKind::For {
            var: i,
            start: Expr::at(Coordinate::LocalId),
            end: Expr::binary(BinaryOp::Min, nodes, Expr::local(hubs, Type::U32)),
            step: size(),
            body: vec![stmt(StmtKind::StoreShared(shared, at(), value))],
        }));
        Cache { array: id, shared, hubs }
    }

    /// Lets the gathers of a kernel read the copies.
    fn gather(&self, kernel: &mut Kernel, neighbours: &BTreeSet<LocalId>) {
        walk_stmts_mut(&mut kernel.body, &mut |stmt| {
            for expr in stmt.exprs_mut() {
                expr.walk_mut(&mut |e| {
                    let ExprKind::Load(place) = &e.kind else { return };
                    if place.array == self.array && is_gather(place, neighbours) {
                        *e = self.cached(e.clone(), place.index.clone());
                    }
                });
            }
        });
    }

    /// Returns the copy for a node that is a hub, and otherwise the value in memory. The index into
    /// the copies is in range for every node.
    fn cached(&self, load: Expr, node: Expr) -> Expr {
        let hubs = || Expr::local(self.hubs, Type::U32);
        let node = node.cast(Type::U32);
        let is_hub = Expr::binary(BinaryOp::Lt, node.clone(), hubs());
        let last = Expr::binary(BinaryOp::Sub, hubs(), Expr::constant(Value::U32(1)));
        let index = Expr::binary(BinaryOp::Min, node, last);
        let copy = Expr { ty: load.ty, kind: ExprKind::Shared(self.shared, Box::new(index)) };
        let ty = load.ty;
        Expr { ty, kind: ExprKind::Select(Box::new(is_hub), Box::new(copy), Box::new(load)) }
    }
}

fn stmt(kind: StmtKind) -> Stmt {
    kind.from(Origin::default())
}
