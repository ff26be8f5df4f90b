//! The kernels that run before and after the visits of an edge map, in place of the path and the
//! end of each iteration.

use super::edge_map::EdgeMap;
use super::frontier::Selected;
use crate::configuration::Frontier;
use crate::ir::launches::replace_launches;
use crate::ir::*;
use crate::passes::simplify::remove_unread;

/// The kernels around the visits, and what they keep in memory.
#[derive(Debug, Clone)]
pub struct Selection {
    /// The selecting kernel, which runs the paths. It has the parameters of the kernel that visits.
    pub before: KernelId,
    /// The kernel that runs the ends, if there are any. It has the same parameters.
    pub after: Option<KernelId>,
    /// Whether the kernel that visits also runs the ends. It then has one iteration for each node
    /// and the order of the program, so it combines the values of visits in locals, as the program
    /// does.
    pub resumes: bool,
    /// The nodes whose visits happen.
    pub selected: Selected,
    /// What `main` does before the selecting kernel runs.
    pub forget: Option<Action>,
    /// The locals of the path that visits and the end use, each with the array that keeps it.
    pub carried: Vec<(LocalId, ArrayId)>,
}

impl Selection {
    /// Adds the kernels around the visits of an edge map, and the memory that they use. The
    /// selected nodes are kept as a frontier for which the edge map has no
    /// [obstacle](Frontier::obstacle).
    pub fn add(module: &mut Module, id: KernelId, map: &EdgeMap, frontier: Frontier) -> Selection {
        let mut selection = Selection::add_paths(module, id, map, frontier);
        selection.resumes = false;
        if !map.end.is_empty() {
            let kernel = module.kernels[id.index()].clone();
            let ends = selection.ends(&kernel, map);
            selection.after = Some(add_kernel(module, (&kernel, map), "finish", ends));
        }
        selection
    }

    /// As [`add`](Selection::add), without a kernel for the ends: the kernel that visits
    /// [resumes](Selection::resumes) each iteration.
    pub fn add_paths(
        module: &mut Module,
        id: KernelId,
        map: &EdgeMap,
        frontier: Frontier,
    ) -> Selection {
        let kernel = module.kernels[id.index()].clone();
        let name = |suffix: &str| format!("{}_{suffix}", kernel.name);
        let selected = Selected::add(module, &name("selected"), map, frontier);
        let carried = map.carried().into_iter().map(|local| {
            let Local { name: local_name, ty, .. } = &kernel.locals[local.index()];
            (local, add_array(module, &name(local_name), *ty, Extent::Nodes))
        });
        let carried = carried.collect();
        let (after, forget) = (None, selected.forget(map));
        let mut selection =
            Selection { before: id, after, resumes: true, selected, forget, carried };
        let select = selection.paths(&kernel, map);
        selection.before = add_kernel(module, (&kernel, map), "select", select);
        selection
    }

    /// The place of an array for the node of an iteration.
    fn at(map: &EdgeMap, array: ArrayId) -> Place {
        Place::unproven(array, Expr::local(map.node, Type::Node), None)
    }

    /// The value of a local at the end of the path.
    pub fn value(map: &EdgeMap, array: ArrayId, ty: Type) -> Expr {
        Expr { ty, kind: ExprKind::Load(Box::new(Selection::at(map, array))) }
    }

    /// The body of the selecting kernel: the path of each node, at whose end the node is selected.
    fn paths(&self, kernel: &Kernel, map: &EdgeMap) -> Stmt {
        let origin = map.origin;
        let keep = self.carried.iter().map(|(local, array)| {
            let value = Expr::local(*local, kernel.locals[local.index()].ty);
            StmtKind::Store(Selection::at(map, *array), value).from(origin)
        });
        let (first, last) = self.selected.selects(map);
        let selected = keep.chain(last.map(|last| last.from(origin))).collect();
        let mut body = Block::from_iter(first.map(|first| first.from(origin)));
        body.extend(map.path_to(selected));
        let origin = origin.noted("orders: selects the nodes whose edges are visited");
        for_each(map, map.nodes.clone(), body).from(origin)
    }

    /// The body of the kernel that runs the ends of all nodes with visits.
    fn ends(&self, kernel: &Kernel, map: &EdgeMap) -> Stmt {
        let origin = map.origin;
        let values = self.carried.iter().map(|(local, array)| {
            let value = Selection::value(map, *array, kernel.locals[local.index()].ty);
            StmtKind::Let(*local, value).from(origin)
        });
        let end: Block = values.chain(map.end.iter().cloned()).collect();
        let body = self.if_selected(map, end);
        let origin = origin.noted("orders: continues after all visits");
        for_each(map, self.selected.nodes(), body).from(origin)
    }

    /// Runs statements if the node has visits.
    pub fn if_selected(&self, map: &EdgeMap, body: Block) -> Block {
        match self.selected.condition(Expr::local(map.node, Type::Node)) {
            None => body,
            Some(selected) => vec![StmtKind::If(selected, body, vec![]).from(map.origin)],
        }
    }

    /// Launches these kernels before and after each launch of the kernel that visits.
    pub fn launch(&self, main: &mut Main, id: KernelId) {
        replace_launches(main, id, &|args, again, stmts| {
            self.launch_before(args, again, stmts);
            stmts.push(HostStmt::Launch { kernel: id, args: args.to_vec(), again: false });
            self.launch_after(args, stmts);
        });
    }

    /// Launches the selecting kernel.
    pub fn launch_before(&self, args: &[Expr], again: bool, stmts: &mut Vec<HostStmt>) {
        stmts.extend(self.forget.clone().map(HostStmt::Act));
        stmts.push(HostStmt::Launch { kernel: self.before, args: args.to_vec(), again });
    }

    /// Launches the kernel for the ends, if there are any.
    pub fn launch_after(&self, args: &[Expr], stmts: &mut Vec<HostStmt>) {
        // The visits took the items of a list, which the ends read again.
        let again = matches!(self.selected, Selected::Items(_));
        let launch = |kernel| HostStmt::Launch { kernel, args: args.to_vec(), again };
        stmts.extend(self.after.map(launch));
    }
}

/// A loop over nodes, with the variable of an edge map.
fn for_each(map: &EdgeMap, nodes: Domain, body: Block) -> StmtKind {
    StmtKind::ForAll { var: map.node, domain: nodes, mapping: Mapping::Parallel, body }
}

/// Adds a kernel with the parameters of the kernel that visits.
pub fn add_kernel(
    module: &mut Module,
    (like, map): (&Kernel, &EdgeMap),
    suffix: &str,
    the_loop: Stmt,
) -> KernelId {
    let name = module.free_name(&format!("{}_{suffix}", like.name));
    let Kernel { locals, params, .. } = like.clone();
    let body = map.constants.iter().cloned().chain([the_loop]).collect();
    let mut kernel = Kernel { name, locals, params, body, ..Kernel::default() };
    remove_unread(&mut kernel);
    module.kernels.push(kernel);
    KernelId(module.kernels.len() as u32 - 1)
}

/// Adds an array that is initially zero.
pub fn add_array(module: &mut Module, name: &str, ty: Type, extent: Extent) -> ArrayId {
    let name = module.free_name(name);
    let (width, init) = (ElementWidth::Full, Init::Fill(Value::zero(ty)));
    module.arrays.push(Array { name, ty, width, extent, length: None, init });
    ArrayId(module.arrays.len() as u32 - 1)
}
