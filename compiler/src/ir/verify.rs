//! The verifier: holds a module to the invariants that [`ir`](super) lists.
//!
//! It runs after lowering and after every pass. A module that it refuses is a bug of ours, never of
//! the user's program, so its findings name IR and not source.

use std::collections::HashSet;

use super::text::atomic_name;
use super::visit::walk_host;
use super::value::{atomic, atomic_operands, binary, unary};
use super::*;

/// A broken invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The kernel, or `main`, or `module`.
    pub place: String,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// Checks every invariant.
///
/// # Errors
///
/// All violations found, in the order of the text.
pub fn verify(module: &Module) -> Result<(), Vec<Violation>> {
    let mut violations = vec![];
    module_level(module, &mut violations);
    for kernel in &module.kernels {
        let mut verifier = Verifier::new(module, &kernel.name, &kernel.locals, &kernel.shared);
        verifier
            .check(kernel.params <= kernel.locals.len(), || "more parameters than locals".into());
        for param in 0..kernel.params.min(kernel.locals.len()) {
            verifier.declare(LocalId(param as u32));
        }
        verifier.block(&kernel.body, Context::default());
        violations.append(&mut verifier.violations);
    }
    let mut verifier = Verifier::new(module, "main", &module.main.locals, &[]);
    verifier.host_block(&module.main.body, false);
    if verifier.violations.is_empty() {
        walk_host(&module.main.body, &mut |stmt| {
            if let HostStmt::Outline(body) = stmt {
                for message in outlined::conflicts(module, body) {
                    verifier.check(false, || message);
                }
            }
        });
    }
    violations.append(&mut verifier.violations);
    if violations.is_empty() { Ok(()) } else { Err(violations) }
}

fn module_level(module: &Module, violations: &mut Vec<Violation>) {
    let mut wrong = |message: String| {
        violations.push(Violation { place: "module".into(), message });
    };
    let names = module.arrays.iter().map(|a| &a.name).chain(module.params.iter().map(|p| &p.name));
    let mut seen = HashSet::new();
    for name in names.chain(module.kernels.iter().map(|k| &k.name)) {
        if !seen.insert(name) {
            wrong(format!("`{name}` is declared twice"));
        }
    }
    let mut seen = HashSet::new();
    for worklist in &module.worklists {
        if !seen.insert(&worklist.name) {
            wrong(format!("two worklists are named `{}`", worklist.name));
        }
    }
    for param in &module.params {
        if param.default.is_some_and(|value| value.ty() != param.ty) {
            wrong(format!("the default of `{}` is no {}", param.name, param.ty));
        }
    }
    for array in &module.arrays {
        match array.init {
            Init::Fill(value) if value.ty() != array.ty => {
                wrong(format!("the initial value of `{}` is no {}", array.name, array.ty));
            }
            Init::Weights if array.extent != Extent::Arcs => {
                wrong(format!(
                    "`{}` holds weights, but has not one element for each arc",
                    array.name
                ));
            }
            _ => {}
        }
    }
    let array_exists = |id: &ArrayId| id.index() < module.arrays.len();
    if !module.outputs.iter().all(array_exists) {
        wrong("an output is no array".into());
    }
    let shown = module.checks.iter().flat_map(|check| &check.args);
    for arg in shown {
        let exists = match arg {
            CheckArg::Array(id) => array_exists(id),
            CheckArg::Param(id) => id.index() < module.params.len(),
        };
        if !exists {
            wrong("an argument of a check does not exist".into());
        }
    }
}

/// Whether values are 32-bit whole numbers.
fn is_index(ty: Type) -> bool {
    matches!(ty, Type::U32 | Type::I32 | Type::Node | Type::Edge)
}

/// Whether a loop variable of the one type may be compared with a bound of the other. Node and edge
/// ids count like `u32`.
fn counts_alike(var: Type, bound: Type) -> bool {
    let unsigned = |ty| matches!(ty, Type::U32 | Type::Node | Type::Edge);
    (unsigned(var) && unsigned(bound)) || (var == bound && matches!(var, Type::I32 | Type::U64))
}

/// What encloses a statement.
#[derive(Clone, Copy, Default)]
struct Context {
    /// A `while` of the same iteration, for `break` and `continue`.
    in_loop: bool,
    /// Any loop or conditional on the way from the kernel's body.
    nested: bool,
    /// How many locals had been declared where the innermost `forall` starts: those are not its to
    /// assign. 0 outside of any.
    frozen: usize,
    /// Within the body of an `exclusive`.
    exclusive: bool,
}

struct Verifier<'m> {
    module: &'m Module,
    place: &'m str,
    locals: &'m [Local],
    shared: &'m [Shared],
    /// In the order of declaration; a local leaves when its block ends.
    scope: Vec<LocalId>,
    /// All that was ever declared, to find a second declaration.
    declared: HashSet<LocalId>,
    violations: Vec<Violation>,
}

impl<'m> Verifier<'m> {
    fn new(module: &'m Module, place: &'m str, locals: &'m [Local], shared: &'m [Shared]) -> Self {
        let mut verifier = Verifier {
            module,
            place,
            locals,
            shared,
            scope: vec![],
            declared: HashSet::new(),
            violations: vec![],
        };
        let mut names = HashSet::new();
        for local in locals {
            verifier.check(names.insert(&local.name), || {
                format!("two locals are named `{}`", local.name)
            });
        }
        verifier
    }

    fn check(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.violations.push(Violation { place: self.place.into(), message: message() });
        }
    }

    fn host(&self) -> bool {
        self.place == "main"
    }

    fn declare(&mut self, id: LocalId) {
        let (exists, first) = (id.index() < self.locals.len(), self.declared.insert(id));
        self.check(exists, || format!("local {} does not exist", id.0));
        self.check(first, || format!("local {} is declared twice", id.0));
        self.scope.push(id);
    }

    /// The type of a local, `u32` where it does not exist (which is reported where it is declared
    /// or used).
    fn local_type(&self, id: LocalId) -> Type {
        self.locals.get(id.index()).map_or(Type::U32, |l| l.ty)
    }

    fn local_name(&self, id: LocalId) -> String {
        self.locals.get(id.index()).map_or_else(|| id.0.to_string(), |l| l.name.clone())
    }

    fn same(&mut self, what: &str, found: Type, wanted: Type) {
        self.check(found == wanted, || format!("{what} is {found}, not {wanted}"));
    }

    fn block(&mut self, block: &Block, context: Context) {
        let depth = self.scope.len();
        for stmt in block {
            self.stmt(stmt, context);
        }
        self.scope.truncate(depth);
    }

    fn stmt(&mut self, stmt: &Stmt, context: Context) {
        for expr in stmt.exprs() {
            self.expr(expr);
        }
        let nested = Context { nested: true, ..context };
        match &stmt.kind {
            StmtKind::Let(id, e) => {
                self.same("a let's value", e.ty, self.local_type(*id));
                self.declare(*id);
            }
            StmtKind::Assign(id, e) => self.assign(*id, e, context.frozen),
            StmtKind::Store(place, e) => self.store(place, e),
            StmtKind::Atomic { op, place, operands, old } => {
                let ty = self.element(place);
                let wanted = atomic_operands(*op);
                self.check(operands.len() == wanted, || {
                    format!("atomic {} takes {wanted} operands", atomic_name(*op))
                });
                for operand in operands {
                    self.same("an atomic's operand", operand.ty, ty);
                }
                let zero = Value::zero(ty);
                let applies = atomic(*op, zero, &[zero; 2][..wanted]).is_some();
                self.check(applies, || format!("atomic {} does not fit {ty}", atomic_name(*op)));
                let relaxed = place.access == Access::Relaxed;
                self.check(relaxed, || "an atomic on a plain place".into());
                if let Some(old) = old {
                    self.same("an atomic's old value", self.local_type(*old), ty);
                    self.declare(*old);
                }
            }
            StmtKind::Reduce(id, op, e) => self.reduce(*id, *op, e, context.frozen),
            StmtKind::Exclusive { owners, nodes, body, otherwise } => {
                self.exclusive(*owners, nodes, context);
                self.block(body, Context { in_loop: false, exclusive: true, ..nested });
                self.block(otherwise, nested);
            }
            StmtKind::Push(worklist, item) => {
                self.worklist(*worklist);
                self.same("an item", item.ty, Type::Node);
            }
            StmtKind::StoreShared(id, index, e) => {
                self.index(index);
                if let Some(ty) = self.shared_type(*id) {
                    self.same("a stored value", e.ty, ty);
                }
            }
            StmtKind::AtomicShared { op, shared, index, operand, old } => {
                self.index(index);
                let ty = self.shared_type(*shared).unwrap_or(operand.ty);
                self.same("an atomic's operand", operand.ty, ty);
                let zero = Value::zero(ty);
                let applies = *op != AtomicOp::Cas && atomic(*op, zero, &[zero]).is_some();
                self.check(applies, || format!("atomic {} does not fit {ty}", atomic_name(*op)));
                if let Some(old) = old {
                    self.same("an atomic's old value", self.local_type(*old), ty);
                    self.declare(*old);
                }
            }
            StmtKind::Barrier(_) | StmtKind::Flush(_) => self.distributed("a barrier"),
            StmtKind::Collective { scope, op, value, result } => {
                self.distributed("a collective");
                self.check(*scope != Scope::Grid, || "a collective of a whole launch".into());
                self.reduces(*op, value.ty);
                self.same("a collective's result", self.local_type(*result), value.ty);
                self.declare(*result);
            }
            StmtKind::Scan { value, before, total } => {
                self.distributed("a scan");
                self.same("a scanned value", value.ty, Type::U32);
                for result in [before, total] {
                    self.same("a scan's result", self.local_type(*result), Type::U32);
                    self.declare(*result);
                }
            }
            StmtKind::Enqueue(worklist, item) => {
                self.distributed("a queue");
                self.worklist(*worklist);
                self.same("an item", item.ty, Type::Node);
            }
            StmtKind::If(cond, then, otherwise) => {
                self.same("a condition", cond.ty, Type::Bool);
                self.block(then, nested);
                self.block(otherwise, nested);
            }
            StmtKind::While(cond, body) => {
                self.same("a condition", cond.ty, Type::Bool);
                self.block(body, Context { in_loop: true, ..nested });
            }
            StmtKind::Break | StmtKind::Continue => {
                self.check(context.in_loop, || "a break or continue outside of a loop".into());
            }
            StmtKind::ForAll { var, domain, mapping, body } => {
                self.forall(*var, domain, *mapping, body, context);
            }
            StmtKind::For { var, start, end, step, body } => {
                let ty = self.local_type(*var);
                for e in [start, end, step] {
                    self.check(counts_alike(ty, e.ty), || {
                        format!("a counted loop over {ty} has a bound of {}", e.ty)
                    });
                }
                let depth = self.scope.len();
                self.declare(*var);
                self.block(body, Context { in_loop: true, ..nested });
                self.scope.truncate(depth);
            }
        }
    }

    fn forall(
        &mut self,
        var: LocalId,
        domain: &Domain,
        mapping: Mapping,
        body: &Block,
        context: Context,
    ) {
        let parallel = mapping == Mapping::Parallel;
        let distributed = self.module.stage == Stage::Distributed;
        self.check(!parallel || !distributed, || "a parallel forall after distribution".into());
        self.check(!parallel || !context.nested, || {
            "a parallel forall in a loop or conditional".into()
        });
        let element = match domain {
            Domain::Nodes => Type::Node,
            Domain::Edges => Type::Edge,
            Domain::Worklist(id) => {
                self.worklist(*id);
                Type::Node
            }
            Domain::Range(start, end) => {
                self.same("a range's end", end.ty, start.ty);
                self.stable("the start of a range", start);
                self.stable("the end of a range", end);
                self.check(matches!(start.ty, Type::U32 | Type::I32), || {
                    format!("a range over {}", start.ty)
                });
                start.ty
            }
            Domain::OutEdges(node, _) | Domain::InEdges(node, _) => {
                self.same("an arc list's node", node.ty, Type::Node);
                self.stable("the node of an arc list", node);
                Type::Edge
            }
        };
        self.same("a loop variable", self.local_type(var), element);
        let depth = self.scope.len();
        self.declare(var);
        self.block(body, Context { in_loop: false, nested: true, frozen: depth, ..context });
        self.scope.truncate(depth);
    }

    fn reduce(&mut self, id: LocalId, op: AtomicOp, value: &Expr, frozen: usize) {
        let ty = self.local_type(id);
        self.same("a reduced value", value.ty, ty);
        self.reduces(op, ty);
        let at = self.scope.iter().position(|l| *l == id);
        let name = self.local_name(id);
        self.check(at.is_some_and(|at| at < frozen), || {
            format!("a reduction into `{name}`, which no forall shares")
        });
    }

    /// Whether values of that type can be reduced by an operation.
    fn reduces(&mut self, op: AtomicOp, ty: Type) {
        let zero = Value::zero(ty);
        let applies =
            !matches!(op, AtomicOp::Swap | AtomicOp::Cas) && atomic(op, zero, &[zero]).is_some();
        self.check(applies, || format!("a reduction by {} does not fit {ty}", atomic_name(op)));
    }

    /// The type of shared memory, where there is any.
    fn shared_type(&mut self, id: SharedId) -> Option<Type> {
        self.distributed("shared memory");
        let ty = self.shared.get(id.index()).map(|shared| shared.ty);
        self.check(ty.is_some(), || format!("shared memory {} does not exist", id.0));
        ty
    }

    fn exclusive(&mut self, owners: ArrayId, nodes: &[Expr], context: Context) {
        self.check(!context.exclusive, || "an exclusive within an exclusive".into());
        self.check(!nodes.is_empty(), || "an exclusive without nodes".into());
        for node in nodes {
            self.same("an exclusive's node", node.ty, Type::Node);
        }
        let array = self.module.arrays.get(owners.index());
        let fits = array.is_some_and(|a| (a.ty, a.extent) == (Type::U32, Extent::Nodes));
        self.check(fits, || "the owners are not one u32 for each node".into());
    }

    /// What is evaluated more than once must have one value.
    fn stable(&mut self, what: &str, expr: &Expr) {
        let mut relaxed = false;
        expr.walk(&mut |e| {
            relaxed |= matches!(&e.kind, ExprKind::Load(p) if p.access == Access::Relaxed);
        });
        self.check(self.host() || !relaxed, || format!("{what} is read anew each time"));
    }

    fn assign(&mut self, id: LocalId, value: &Expr, frozen: usize) {
        self.same("an assigned value", value.ty, self.local_type(id));
        let at = self.scope.iter().position(|l| *l == id);
        let name = self.local_name(id);
        self.check(at.is_some(), || format!("`{name}` is assigned out of its scope"));
        self.check(at.is_none_or(|at| at >= frozen), || {
            format!("a forall assigns `{name}`, which is declared outside of it")
        });
    }

    fn store(&mut self, place: &Place, value: &Expr) {
        let ty = self.element(place);
        self.same("a stored value", value.ty, ty);
    }

    /// The element type of a place whose index was checked as an expression.
    fn element(&mut self, place: &Place) -> Type {
        self.index(&place.index);
        if place.bounds == Bounds::Checked {
            self.stable("the index of a checked place", &place.index);
        }
        let array = self.module.arrays.get(place.array.index());
        self.check(array.is_some(), || format!("array {} does not exist", place.array.0));
        array.map_or(Type::U32, |a| a.ty)
    }

    fn index(&mut self, index: &Expr) {
        self.check(is_index(index.ty), || format!("an index is {}", index.ty));
    }

    fn worklist(&mut self, id: WorklistId) {
        let exists = id.index() < self.module.worklists.len();
        self.check(exists, || format!("worklist {} does not exist", id.0));
    }

    fn expr(&mut self, expr: &Expr) {
        for operand in expr.operands() {
            self.expr(operand);
        }
        let ty = match &expr.kind {
            ExprKind::Const(value) => value.ty(),
            ExprKind::Local(id) => {
                let name = self.local_name(*id);
                let visible = self.scope.contains(id);
                self.check(visible, || format!("`{name}` is used out of its scope"));
                self.local_type(*id)
            }
            ExprKind::Param(id) => {
                let param = self.module.params.get(id.index());
                self.check(param.is_some(), || format!("parameter {} does not exist", id.0));
                param.map_or(expr.ty, |p| p.ty)
            }
            ExprKind::Unary(op, a) => {
                let result = unary(*op, Value::zero(a.ty)).map(Value::ty);
                self.applies(op.spelling(), result, expr.ty)
            }
            ExprKind::Binary(op, a, b) => {
                let result = binary(*op, Value::zero(a.ty), Value::zero(b.ty)).map(Value::ty);
                self.applies(op.spelling(), result, expr.ty)
            }
            ExprKind::Cast(_) => expr.ty,
            ExprKind::Select(cond, a, b) => {
                self.same("a select's condition", cond.ty, Type::Bool);
                self.same("a select's third", b.ty, a.ty);
                a.ty
            }
            ExprKind::Load(place) => self.element(place),
            ExprKind::Graph(array, index, bounds) => {
                self.index(index);
                if *bounds == Bounds::Checked {
                    self.stable("a checked index into the graph", index);
                }
                array.ty()
            }
            ExprKind::WorklistItem(id, index) => {
                self.worklist(*id);
                self.index(index);
                self.distributed("a worklist item");
                Type::Node
            }
            ExprKind::WorklistSize(id) => {
                self.worklist(*id);
                self.distributed("a worklist's size");
                Type::U32
            }
            ExprKind::Waiting(id) => {
                self.worklist(*id);
                self.check(self.host(), || "what waits on a worklist, in a kernel".into());
                Type::U32
            }
            ExprKind::At(_) => {
                self.distributed("a coordinate");
                Type::U32
            }
            ExprKind::Shared(id, index) => {
                self.index(index);
                self.shared_type(*id).unwrap_or(expr.ty)
            }
            ExprKind::Search(id, value) => {
                self.same("a value that is searched", value.ty, Type::U32);
                let ty = self.shared_type(*id);
                self.check(ty == Some(Type::U32), || "a search in what is no u32".into());
                Type::U32
            }
            ExprKind::NodeCount | ExprKind::ArcCount => Type::U32,
        };
        self.same("an expression", expr.ty, ty);
    }

    fn applies(&mut self, operator: &str, result: Option<Type>, fallback: Type) -> Type {
        self.check(result.is_some(), || format!("`{operator}` on operands that it does not fit"));
        result.unwrap_or(fallback)
    }

    fn distributed(&mut self, what: &str) {
        let allowed = self.module.stage == Stage::Distributed && !self.host();
        self.check(allowed, || format!("{what} before distribution, or in main"));
    }

    /// `in_loop`: whether a `break` has something to end.
    fn host_block(&mut self, body: &[HostStmt], in_loop: bool) {
        let depth = self.scope.len();
        for stmt in body {
            self.host_stmt(stmt, in_loop);
        }
        self.scope.truncate(depth);
    }

    fn host_stmt(&mut self, stmt: &HostStmt, in_loop: bool) {
        // The condition behind an `iterate` sees what is outside of its body.
        for expr in stmt.exprs() {
            self.expr(expr);
        }
        match stmt {
            HostStmt::Let(id, e) => {
                self.same("a let's value", e.ty, self.local_type(*id));
                self.declare(*id);
            }
            HostStmt::Assign(id, e) => self.assign(*id, e, 0),
            HostStmt::Store(place, e) => self.store(place, e),
            HostStmt::Fill(id, e) => match self.module.arrays.get(id.index()) {
                Some(array) => self.same("a filling value", e.ty, array.ty),
                None => self.check(false, || format!("array {} does not exist", id.0)),
            },
            HostStmt::Swap(a, b) => {
                let shape =
                    |id: &ArrayId| self.module.arrays.get(id.index()).map(|a| (a.ty, a.extent));
                let alike = shape(a).is_some() && shape(a) == shape(b);
                self.check(alike, || "a swap of arrays that are not alike".into());
            }
            HostStmt::SwapWorklists(a, b) => {
                self.worklist(*a);
                self.worklist(*b);
            }
            HostStmt::Clear(worklist) => self.worklist(*worklist),
            HostStmt::Launch(id, args) => self.launch(*id, args),
            HostStmt::If(cond, _, _) | HostStmt::While(cond, _) | HostStmt::Iterate(_, cond) => {
                self.same("a condition", cond.ty, Type::Bool);
            }
            HostStmt::For { var, start, end, body } => {
                return self.host_for(*var, start, end, body);
            }
            HostStmt::Break | HostStmt::Continue => {
                self.check(in_loop, || "a break or continue outside of a loop".into());
            }
            HostStmt::Outline(_) | HostStmt::GridBarrier => {}
            HostStmt::Seed(worklist, seed) => {
                self.worklist(*worklist);
                self.seed(seed);
            }
            HostStmt::Pipe { worklist, seed, .. } => {
                self.worklist(*worklist);
                if let Some(seed) = seed {
                    self.seed(seed);
                }
            }
        }
        let in_loop = match stmt {
            HostStmt::While(..) => true,
            HostStmt::Iterate(..) | HostStmt::Pipe { .. } => false,
            _ => in_loop,
        };
        for block in stmt.blocks() {
            self.host_block(block, in_loop);
        }
    }

    fn seed(&mut self, seed: &Seed) {
        if let Seed::Items(items) = seed {
            for item in items {
                self.same("an item", item.ty, Type::Node);
            }
        }
    }

    fn host_for(&mut self, var: LocalId, start: &Expr, end: &Expr, body: &[HostStmt]) {
        let ty = self.local_type(var);
        self.check(matches!(ty, Type::U32 | Type::I32), || format!("a loop of main over {ty}"));
        self.same("a loop's start", start.ty, ty);
        self.same("a loop's end", end.ty, ty);
        let depth = self.scope.len();
        self.declare(var);
        self.host_block(body, true);
        self.scope.truncate(depth);
    }

    fn launch(&mut self, id: KernelId, args: &[Expr]) {
        let Some(kernel) = self.module.kernels.get(id.index()) else {
            return self.check(false, || format!("kernel {} does not exist", id.0));
        };
        self.check(args.len() == kernel.params, || {
            format!("{} takes {} arguments", kernel.name, kernel.params)
        });
        for (arg, local) in args.iter().zip(&kernel.locals) {
            self.same("an argument", arg.ty, local.ty);
        }
    }
}
