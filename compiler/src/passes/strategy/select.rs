//! The kernels that run before and after the visits of an edge map, in place of the path and the
//! end of each iteration.

use super::edge_map::EdgeMap;
use super::simplify::remove_unread;
use crate::ir::build::unique_name;
use crate::ir::*;

/// The kernels around the visits, and what they keep in memory.
#[derive(Debug, Clone)]
pub struct Selection {
    /// The selecting kernel, which runs the paths. It has the parameters of the kernel that visits.
    pub before: KernelId,
    /// The kernel that runs the ends, if there are any. It has the same parameters.
    pub after: Option<KernelId>,
    /// How often the visits of each node happen: the number of iterations for the node that reach
    /// its visits. Without this array, they happen once for each node.
    pub count: Option<ArrayId>,
    /// The same array, if it must be cleared before the selecting kernel runs.
    pub cleared: Option<ArrayId>,
    /// The locals of the path that visits and the end use, each with the array that keeps it.
    pub carried: Vec<(LocalId, ArrayId)>,
}

impl Selection {
    /// Adds the kernels around the visits of an edge map, and the arrays that they use.
    pub fn add(module: &mut Module, id: KernelId, map: &EdgeMap) -> Selection {
        let kernel = module.kernels[id.index()].clone();
        let mut array = |suffix: &str, ty| {
            add_array(module, &format!("{}_{suffix}", kernel.name), ty, Extent::Nodes)
        };
        let count = (!map.visits_every_node()).then(|| array("selected", Type::U32));
        let carried = map.carried().into_iter().map(|local| {
            let Local { name, ty, .. } = &kernel.locals[local.index()];
            (local, array(name, *ty))
        });
        let carried = carried.collect();
        let cleared = count.filter(|_| map.nodes != Domain::Nodes);
        let mut selection = Selection { before: id, after: None, count, cleared, carried };
        let select = selection.paths(&kernel, map);
        selection.before = add_kernel(module, (&kernel, map), "select", select);
        if !map.end.is_empty() {
            let ends = selection.ends(&kernel, map);
            selection.after = Some(add_kernel(module, (&kernel, map), "finish", ends));
        }
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
        let mut selected: Block = keep.collect();
        let count = |value| Expr::constant(Value::U32(value));
        let mut body = vec![];
        match self.count.map(|array| Selection::at(map, array)) {
            None => {}
            Some(place) if map.nodes == Domain::Nodes => {
                body.push(StmtKind::Store(place.clone(), count(0)).from(origin));
                selected.push(StmtKind::Store(place, count(1)).from(origin));
            }
            Some(place) => {
                let (op, operands, old) = (AtomicOp::Add, vec![count(1)], None);
                selected.push(StmtKind::Atomic { op, place, operands, old }.from(origin));
            }
        }
        body.extend(map.path_to(selected));
        let origin = origin.noted("strategy: selects the nodes whose edges are visited");
        for_each(map, body).from(origin)
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
        for_each(map, body).from(origin.noted("strategy: continues after all visits"))
    }

    /// Runs statements if the node has visits.
    pub fn if_selected(&self, map: &EdgeMap, body: Block) -> Block {
        let Some(count) = self.count else { return body };
        let count = Selection::value(map, count, Type::U32);
        let selected = Expr::binary(BinaryOp::Ne, count, Expr::constant(Value::U32(0)));
        vec![StmtKind::If(selected, body, vec![]).from(map.origin)]
    }

    /// Launches these kernels before and after each launch of the kernel that visits.
    pub fn launch(&self, main: &mut Main, id: KernelId) {
        let mut body = std::mem::take(&mut main.body);
        self.launch_in(&mut body, &mut main.locals, id);
        main.body = body;
    }

    fn launch_in(&self, stmts: &mut Vec<HostStmt>, locals: &mut Locals, id: KernelId) {
        for stmt in std::mem::take(stmts) {
            match stmt {
                HostStmt::Launch { kernel, mut args, again } if kernel == id => {
                    // The first kernel may change what an argument reads.
                    for arg in args.iter_mut().filter(|arg| reads_memory(arg)) {
                        let local = locals.add("argument", arg.ty);
                        let value = std::mem::replace(arg, Expr::local(local, arg.ty));
                        stmts.push(HostStmt::Act(Action::Let(local, value)));
                    }
                    self.launch_before(&args, again, stmts);
                    let launch = |kernel| {
                        let args = args.clone();
                        HostStmt::Launch { kernel, args, again: false }
                    };
                    stmts.push(launch(kernel));
                    stmts.extend(self.after.map(launch));
                }
                mut other => {
                    for block in other.blocks_mut() {
                        self.launch_in(block, locals, id);
                    }
                    stmts.push(other);
                }
            }
        }
    }

    /// Launches the selecting kernel.
    pub fn launch_before(&self, args: &[Expr], again: bool, stmts: &mut Vec<HostStmt>) {
        if let Some(count) = self.cleared {
            let none = Expr::constant(Value::U32(0));
            stmts.push(HostStmt::Act(Action::Fill(count, none)));
        }
        stmts.push(HostStmt::Launch { kernel: self.before, args: args.to_vec(), again });
    }
}

/// Whether a kernel can change the value of an expression of `main`.
pub fn reads_memory(expr: &Expr) -> bool {
    let mut reads = false;
    expr.walk(&mut |expr| {
        reads |= matches!(expr.kind, ExprKind::Load(_) | ExprKind::Waiting(_));
    });
    reads
}

/// A loop over the nodes of an edge map.
fn for_each(map: &EdgeMap, body: Block) -> StmtKind {
    let (var, domain) = (map.node, map.nodes.clone());
    StmtKind::ForAll { var, domain, mapping: Mapping::Parallel, body }
}

/// Adds a kernel with the parameters of the kernel that visits.
pub fn add_kernel(
    module: &mut Module,
    (like, map): (&Kernel, &EdgeMap),
    suffix: &str,
    the_loop: Stmt,
) -> KernelId {
    let is_taken = |name: &str| module.kernels.iter().any(|kernel| kernel.name == name);
    let name = unique_name(&format!("{}_{suffix}", like.name), is_taken);
    let Kernel { locals, params, .. } = like.clone();
    let body = map.constants.iter().cloned().chain([the_loop]).collect();
    let (shared, options) = (vec![], None);
    let mut kernel = Kernel { name, locals, params, shared, lanes: 1, options, body };
    remove_unread(&mut kernel);
    module.kernels.push(kernel);
    KernelId(module.kernels.len() as u32 - 1)
}

/// Adds an array that is initially zero.
pub fn add_array(module: &mut Module, name: &str, ty: Type, extent: Extent) -> ArrayId {
    let is_taken = |name: &str| {
        module.arrays.iter().any(|array| array.name == name)
            || module.params.iter().any(|param| param.name == name)
            || module.worklists.iter().any(|worklist| worklist.name == name)
    };
    let name = unique_name(name, is_taken);
    let init = Init::Fill(Value::zero(ty));
    module.arrays.push(Array { name, ty, extent, length: None, init });
    ArrayId(module.arrays.len() as u32 - 1)
}
