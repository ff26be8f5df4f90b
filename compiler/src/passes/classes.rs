//! Degree classes: nodes with few edges have a work-item each, nodes with more edges a subgroup, and
//! nodes with many edges a workgroup.
//!
//! [Nested parallelism](super::np) inspects the degrees of nodes in each launch: all work-items of a
//! workgroup wait for the inspection, also where no node has many edges. The degrees do not change
//! during a run. With this pass, one *inspection* at the start of `main` pushes the nodes with many
//! edges to two lists, and each loop over all nodes that visits their edges becomes three kernels:
//!
//! | class | edges of a node | iterations |
//! | --- | --- | --- |
//! | low | less than [`MEDIUM`] | all nodes, of which the loop skips those of other classes |
//! | medium | less than the work-items of a workgroup | a list; a subgroup has each node |
//! | high | as many or more | a list; a workgroup has each node |
//!
//! Kernels that a group has iterations [for](Kernel::per) use the executors of nested parallelism:
//! the first work-item of the group owns the edges, and the group shares them. Hubs are spread over
//! all workgroups of the launch, even if their numbers follow each other.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! kernel gather() {                            kernel gather() {
//!   forall parallel v: node in nodes {           forall parallel v: node in nodes {
//!     B                                            if (u32((@in_offsets[v + 1] - @in_offsets[v])) < 32u32) {
//!   }                                                B
//! }                                              }
//!                                              } }
//!                                              kernel gather_medium() per subgroup opts sg {
//!                                                forall parallel v: node in worklist in_medium { B }
//!                                              }
//!                                              kernel gather_high() per workgroup opts wg { … }
//!
//! launch gather()                              launch inspect_in()
//!                                              let medium: u32 = @waiting(in_medium)
//!                                              take in_medium    …
//!                                              launch gather()
//!                                              if (medium != 0u32) {
//!                                                launch again gather_medium()
//!                                              }    …
//! ```
//!
//! # Why the result stays the same
//!
//! Each node is in one class, so each iteration runs once. Iterations of a `forall` may run in any
//! order, and one after the other. The lists depend on the graph only; a program that contracts the
//! graph is not changed.
//!
//! # Limits and costs
//!
//! The pass applies to [edge maps](super::orders::EdgeMap) over all nodes. Loops over worklists
//! have other nodes in each round, so they would need an inspection in each round, which is what
//! nested parallelism does. A launch becomes up to three, as `main` skips the kernels of empty lists.
//! The host waits for the inspection once, and the lists take the memory of worklists.
//!
//! Source: the three kernels of ECL-CC (Jaiganesh and Burtscher, "A high-performance connected
//! components implementation for GPUs", HPDC 2018), and the classes of Merrill, Garland and
//! Grimshaw, "Scalable GPU graph traversal", PPoPP 2012.

use std::collections::BTreeMap;

use super::orders::{Direction, EdgeMap, visits_edges};
use crate::configuration::{Choice, Configuration, Nested};
use crate::ir::launches::replace_launches;
use crate::ir::repeats::Sets;
use crate::ir::*;
use crate::remarks::Remarks;

/// The least number of edges for which a node has a subgroup: the size of subgroups of most GPUs.
const MEDIUM: u32 = 32;

/// Divides each loop over all nodes that visits their edges.
pub fn divide_by_degree(module: &mut Module, options: &Configuration, remarks: &mut Remarks) {
    let sets = Sets::of(module);
    let contracts = module.contracts();
    let mut inspected = BTreeMap::new();
    for id in (0..module.kernels.len() as u32).map(KernelId) {
        let kernel = &module.kernels[id.index()];
        let Some(stmt) = kernel.body.last() else { continue };
        let origin = stmt.origin;
        let name = kernel.name.clone();
        match EdgeMap::of(module, kernel, &sets) {
            Ok(_) if contracts => {
                let reason = "contractions change the degrees of nodes";
                remarks.missed(Choice::Sharing, &name, origin, reason);
            }
            Ok(map) if map.nodes != Domain::Nodes => {
                let reason = "the loop is not over all nodes, whose classes are known";
                remarks.missed(Choice::Sharing, &name, origin, reason);
            }
            Ok(map) => {
                let high = options.workgroup_size as u32;
                let direction = map.direction;
                let lists =
                    *inspected.entry(direction).or_insert_with(|| inspect(module, direction, high));
                divide(module, id, (direction, lists), options);
                let classes = format!(
                    "a node with {MEDIUM} edges has a subgroup, and one with {high} a workgroup"
                );
                remarks.applied(Choice::Sharing, &name, origin, classes);
            }
            Err(reason) if visits_edges(kernel) => {
                remarks.missed(Choice::Sharing, &name, origin, reason);
            }
            Err(_) => {}
        }
    }
}

/// The nodes of the medium and of the high class: a worklist, and a local of `main` with the number
/// of its items.
type Lists = [(WorklistId, LocalId); 2];

/// Adds the lists for one direction, and the kernel and the statements of `main` that fill them.
fn inspect(module: &mut Module, direction: Direction, high: u32) -> Lists {
    let side = if direction == Direction::Out { "out" } else { "in" };
    let lists = ["medium", "high"].map(|class| {
        let name = module.free_name(&format!("{side}_{class}"));
        module.worklists.push(Worklist { name, ty: ItemType::One(Type::Node) });
        let list = WorklistId(module.worklists.len() as u32 - 1);
        (list, module.main.locals.add(class, Type::U32))
    });
    let mut locals = Locals::default();
    let (node, count) = (locals.add("u", Type::Node), locals.add("count", Type::U32));
    let value = || Expr::local(count, Type::U32);
    let push = |(list, _)| StmtKind::Push(list, vec![Expr::local(node, Type::Node)]);
    let at_least = |least, then, otherwise| {
        let condition = Expr::binary(BinaryOp::Ge, value(), Expr::constant(Value::U32(least)));
        stmt(StmtKind::If(condition, vec![then], otherwise))
    };
    let medium = at_least(MEDIUM, stmt(push(lists[0])), vec![]);
    let body = vec![
        stmt(StmtKind::Let(count, degree(direction, node))),
        at_least(high, stmt(push(lists[1])), vec![medium]),
    ];
    let (domain, mapping) = (Domain::Nodes, Mapping::Parallel);
    let the_loop = StmtKind::ForAll { var: node, domain, mapping, body };
    let noted = Origin::default().noted("classes: lists the nodes with many edges");
    let name = module.free_name(&format!("inspect_{side}"));
    let body = vec![the_loop.from(noted)];
    module.kernels.push(Kernel { name, locals, body, ..Kernel::default() });
    let kernel = KernelId(module.kernels.len() as u32 - 1);
    let launch = HostStmt::Launch { kernel, args: vec![], again: false };
    let takes = lists.into_iter().flat_map(|(list, count)| {
        let waiting = Expr::u32(ExprKind::Waiting(list));
        [Action::Let(count, waiting), Action::Take(list)].map(HostStmt::Act)
    });
    module.main.body.splice(0..0, [launch].into_iter().chain(takes));
    lists
}

/// Restricts a kernel to the low class, and adds kernels for the other classes after each launch.
fn divide(
    module: &mut Module,
    id: KernelId,
    (direction, lists): (Direction, Lists),
    options: &Configuration,
) {
    let sg = Nested { sg: true, ..Nested::default() };
    let wg = Nested { wg: true, ..Nested::default() };
    let classes =
        [("medium", sg, Scope::Subgroup, lists[0]), ("high", wg, Scope::Workgroup, lists[1])];
    let kernels = classes.map(|(class, nested, scope, (list, count))| {
        let mut kernel = module.kernels[id.index()].clone();
        kernel.name = module.free_name(&format!("{}_{class}", kernel.name));
        (kernel.per, kernel.options) =
            (Some(scope), Some(Configuration { nested, ..options.clone() }));
        if let Some(Stmt { kind: StmtKind::ForAll { domain, .. }, origin }) = kernel.body.last_mut()
        {
            *domain = Domain::Worklist(list);
            *origin = origin.noted("classes: the nodes of a list, each for a group");
        }
        module.kernels.push(kernel);
        (KernelId(module.kernels.len() as u32 - 1), count)
    });
    let body = &mut module.kernels[id.index()].body;
    if let Some(Stmt { kind: StmtKind::ForAll { var, body, .. }, origin }) = body.last_mut() {
        let most = Expr::constant(Value::U32(MEDIUM));
        let is_low = Expr::binary(BinaryOp::Lt, degree(direction, *var), most);
        let low = StmtKind::If(is_low, std::mem::take(body), vec![]).from(*origin);
        *body = vec![low];
    }
    replace_launches(&mut module.main, id, &|args, again, stmts| {
        stmts.push(HostStmt::Launch { kernel: id, args: args.to_vec(), again });
        stmts.extend(kernels.map(|(kernel, count)| {
            // The lists were taken at the start.
            let launch = HostStmt::Launch { kernel, args: args.to_vec(), again: true };
            let zero = Expr::constant(Value::U32(0));
            let some = Expr::binary(BinaryOp::Ne, Expr::local(count, Type::U32), zero);
            HostStmt::If(some, vec![launch], vec![])
        }));
    });
}

/// The number of edges of a node in one direction.
fn degree(direction: Direction, node: LocalId) -> Expr {
    let offsets = match direction {
        Direction::Out => GraphArray::OutOffsets,
        Direction::In => GraphArray::InOffsets,
    };
    let (start, end) = Expr::row(offsets, Expr::local(node, Type::Node), Bounds::Proven);
    Expr::binary(BinaryOp::Sub, end, start).cast(Type::U32)
}

fn stmt(kind: StmtKind) -> Stmt {
    kind.from(Origin::default())
}
