//! Checks the statements of `main`: that names exist and have the right types, and that `break` and `continue` are in loops.

use super::*;
/// The context of a statement.
#[derive(Clone, Copy, Default)]
struct Context {
    /// Whether the statement is in a loop that a `break` or `continue` can refer to.
    in_loop: bool,
}

impl Verifier<'_> {
    /// Checks all statements of `main`.
    pub(super) fn main(&mut self, body: &[HostStmt]) {
        self.host_block(body, Context::default());
    }

    fn host_block(&mut self, body: &[HostStmt], context: Context) {
        let depth = self.scope.len();
        for stmt in body {
            self.host_stmt(stmt, context);
        }
        self.scope.truncate(depth);
    }

    fn host_stmt(&mut self, stmt: &HostStmt, context: Context) {
        // The condition of an `iterate` is evaluated outside of the scope of its body.
        for expr in stmt.exprs() {
            self.expr(expr);
        }
        match stmt {
            HostStmt::Act(action) => self.action(action),
            HostStmt::Print(_) => {}
            HostStmt::Launch { kernel, args, .. } => self.passes(*kernel, args),
            HostStmt::Contract(contraction) => self.contraction(contraction),
            HostStmt::Outline(id, args) => self.outline(*id, args),
            HostStmt::If(cond, _, _)
            | HostStmt::While(cond, _)
            | HostStmt::Iterate(_, cond)
            | HostStmt::Require(cond, _) => {
                self.same("a condition", cond.ty, Type::Bool);
            }
            HostStmt::For { var, start, end, body } => {
                return self.host_for(*var, start, end, body);
            }
            HostStmt::Break | HostStmt::Continue => {
                self.check(context.in_loop, || "a break or continue outside of a loop".into());
            }
            HostStmt::Pipe { worklist, seed, .. } => {
                self.worklist(*worklist);
                if let Some(seed) = seed {
                    self.seed(*worklist, seed);
                }
            }
        }
        let inner = match stmt {
            HostStmt::While(..) => Context { in_loop: true },
            HostStmt::Iterate(..) | HostStmt::Pipe { .. } => Context { in_loop: false },
            HostStmt::Act(_)
            | HostStmt::Launch { .. }
            | HostStmt::Require(..)
            | HostStmt::Print(_)
            | HostStmt::If(..)
            | HostStmt::For { .. }
            | HostStmt::Break
            | HostStmt::Continue
            | HostStmt::Contract(_)
            | HostStmt::Outline(..) => context,
        };
        for block in stmt.blocks() {
            self.host_block(block, inner);
        }
    }

    /// Checks that the arrays of a contraction have the right shapes, and that it defines the
    /// content of all arrays.
    fn contraction(&mut self, contraction: &Contraction) {
        let Contraction { label, member, carried } = contraction;
        let module = self.module;
        for id in (0..module.arrays.len() as u32).map(ArrayId) {
            self.full_width("a contraction", id);
        }
        let array = |id: &ArrayId| module.arrays.get(id.index());
        let labels = array(label).is_some_and(|a| {
            a.extent == Extent::Nodes
                && a.length.is_none()
                && matches!(a.ty, Type::Node | Type::U32 | Type::U64)
        });
        self.check(labels, || "the labels of a contraction are not one for each node".into());
        let members = array(member).is_some_and(|a| a.extent == Extent::Original);
        self.check(members, || "the members are not those of the input graph".into());
        let carries = |id: &ArrayId| match array(id) {
            Some(a) if a.extent == Extent::Nodes => a.ty != Type::Edge,
            Some(a) if a.extent == Extent::Edges => a.ty.is_integer() || a.ty.is_float(),
            _ => false,
        };
        self.check(carried.iter().all(carries), || "an array cannot be carried".into());
        let is_lost = |(id, a): &(ArrayId, &Array)| a.init == Init::Input && !carried.contains(id);
        let lost = (0u32..).map(ArrayId).zip(&module.arrays).find(is_lost);
        self.check(lost.is_none(), || "a contraction does not carry an input".into());
    }

    /// Checks an action whose expressions have already been checked.
    pub(super) fn action(&mut self, action: &Action) {
        match action {
            Action::Let(id, e) => {
                self.same("a let's value", e.ty, self.local_type(*id));
                self.declare(*id);
            }
            Action::Assign(id, e) => self.assign(*id, e, 0),
            Action::Store(place, e) => self.store(place, e),
            Action::Fill(id, e) => match self.module.arrays.get(id.index()) {
                Some(array) if array.extent == Extent::Original => {
                    self.check(false, || "a fill of an array of the input graph".into());
                }
                Some(array) => self.same("a filling value", e.ty, array.ty),
                None => self.check(false, || format!("array {} does not exist", id.0)),
            },
            Action::Swap(a, b) => {
                let array = |id: &ArrayId| self.module.arrays.get(id.index());
                let alike = array(a).zip(array(b)).is_some_and(|(a, b)| a.is_like(b));
                self.check(alike, || "a swap of arrays that are not alike".into());
            }
            Action::SwapWorklists(a, b) => {
                self.worklist(*a);
                self.worklist(*b);
                let alike = self.item_type(*a) == self.item_type(*b);
                self.check(alike, || "a swap of worklists with items of different types".into());
            }
            Action::Clear(worklist) | Action::Take(worklist) => self.worklist(*worklist),
            Action::Seed(worklist, seed) => {
                self.worklist(*worklist);
                self.seed(*worklist, seed);
            }
        }
    }

    fn seed(&mut self, worklist: WorklistId, seed: &Seed) {
        match seed {
            Seed::Items(items) => {
                for item in items {
                    self.item(worklist, item);
                }
            }
            Seed::Nodes | Seed::Input => {
                let ty = self.item_type(worklist);
                self.check(ty.is_node(), || format!("nodes as items, in a worklist of {ty}"));
            }
        }
    }

    fn host_for(&mut self, var: LocalId, start: &Expr, end: &Expr, body: &[HostStmt]) {
        self.counts(var, start, end);
        let depth = self.scope.len();
        self.declare(var);
        self.host_block(body, Context { in_loop: true });
        self.scope.truncate(depth);
    }

    /// Checks the types of the variable and the bounds of a counted loop of `main`.
    pub(super) fn counts(&mut self, var: LocalId, start: &Expr, end: &Expr) {
        let ty = self.local_type(var);
        let counts = matches!(ty, Type::U32 | Type::I32) || ty == self.module.edges.of(Type::Edge);
        self.check(counts, || format!("a loop of main over {ty}"));
        self.same("a loop's start", start.ty, ty);
        self.same("a loop's end", end.ty, ty);
    }

    /// Checks the arguments of an outlined loop. Parameters that are returned must get distinct
    /// locals.
    fn outline(&mut self, id: OutlinedId, args: &[LocalId]) {
        let Some(outlined) = self.module.outlined.get(id.index()) else {
            return self.check(false, || format!("outlined loop {} does not exist", id.0));
        };
        self.check(args.len() == outlined.params.len(), || {
            format!("{} takes {} locals", outlined.name, outlined.params.len())
        });
        let mut returned = HashSet::new();
        for ((arg, local), passing) in args.iter().zip(&outlined.locals).zip(&outlined.params) {
            let name = self.local_name(*arg);
            let visible = self.scope.contains(arg);
            self.check(visible, || format!("`{name}` is used out of its scope"));
            self.same("a local that is passed", self.local_type(*arg), local.ty);
            let once = *passing == Passing::In || returned.insert(*arg);
            self.check(once, || format!("`{name}` is returned twice"));
        }
    }

    /// Checks the arguments of a kernel.
    pub(super) fn passes(&mut self, id: KernelId, args: &[Expr]) {
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
