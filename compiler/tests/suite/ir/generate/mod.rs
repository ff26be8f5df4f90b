//! Generates random modules that satisfy every invariant, from a list of random numbers.
//!
//! Each choice consumes the next number, or 0 if none is left. 0 is the simplest choice, so a
//! shorter list or smaller numbers give a simpler module. Therefore proptest, which shrinks lists,
//! also shrinks modules.

mod expr;

use std::ops::Bound;

use igc_compiler::ir::build::add_local;
use igc_compiler::ir::value::{atomic, atomic_operands, binary, unary};
use igc_compiler::ir::*;
use proptest::prelude::*;

/// Generates the list of numbers from which a module is made.
pub fn choices() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(any::<u32>(), 0..400)
}

/// Makes a module from numbers. With `promises`, some accesses are randomly plain or proven;
/// otherwise all accesses are relaxed and checked.
pub fn module(choices: &[u32], promises: bool) -> Module {
    let mut generator = Generator {
        choices,
        promises,
        module: declarations(),
        locals: Locals::default(),
        scope: vec![],
        frozen: 0,
        in_while: false,
        in_exclusive: false,
        repeated: false,
        host: false,
    };
    if generator.pick(2) == 1 {
        generator.module.stage = Stage::Distributed;
    }
    for name in ["first", "second"] {
        let kernel = generator.kernel(name);
        generator.module.kernels.push(kernel);
    }
    generator.host = true;
    let body = generator.host_block(3);
    generator.module.main = Main { locals: generator.locals, body, ..Main::default() };
    generator.module
}

/// Creates a module that declares one parameter and one array of every type, and arrays of every
/// extent.
fn declarations() -> Module {
    let extents = [Extent::Nodes, Extent::One, Extent::Edges];
    let array = |(i, ty): (usize, Type)| Array {
        name: format!("{ty}s"),
        ty,
        width: ElementWidth::Full,
        extent: extents[i % 3],
        // Some arrays have several elements in each row.
        length: (i % 2 == 1).then_some(Length::Fixed(3)),
        init: Init::Fill(Value::zero(ty)),
    };
    let param = |ty: Type| {
        let (zero, five) = (Value::zero(ty), Value::U32(5).cast(ty));
        let range = match ty {
            Type::U32 => Some(ParamRange { start: Bound::Unbounded, end: Bound::Excluded(five) }),
            Type::F64 => {
                Some(ParamRange { start: Bound::Included(zero), end: Bound::Included(five) })
            }
            _ => None,
        };
        Param { name: format!("a_{ty}"), ty, default: Some(zero), range }
    };
    let mut arrays: Vec<Array> = Type::ALL.into_iter().enumerate().map(array).collect();
    let init = Init::Fill(Value::U32(0));
    let (name, extent) = ("owners".into(), Extent::Nodes);
    let (ty, width) = (Type::U32, ElementWidth::Full);
    arrays.push(Array { name, ty, width, extent, length: None, init });
    let length = Expr::binary(
        BinaryOp::Add,
        Expr::u32(ExprKind::NodeCount),
        Expr { ty: Type::U32, kind: ExprKind::Param(ParamId(2)) },
    );
    arrays.push(Array {
        name: "bitmap".into(),
        ty: Type::U64,
        width: ElementWidth::Full,
        extent: Extent::One,
        length: Some(Length::Computed(length)),
        init: Init::Fill(Value::U64(1)),
    });
    // Places do not refer to the last array.
    arrays.push(Array {
        name: "member".into(),
        ty: Type::Node,
        width: ElementWidth::Full,
        extent: Extent::Original,
        length: None,
        init: Init::Itself,
    });
    Module {
        workgroup_size: WORKGROUP_SIZE,
        name: "random".into(),
        stage: Stage::Parallel,
        edges: EdgeWidth::Narrow,
        numbers_edges: false,
        requirements: vec![GraphRequirement::Undirected, GraphRequirement::Sorted],
        params: Type::ALL.map(param).into(),
        outputs: vec![ArrayId(1), ArrayId(4)],
        checks: [None, Some("sh check.sh, -x".to_string())]
            .map(|command| Check {
                oracle: "nothing".into(),
                command,
                args: vec![CheckArg::Array(ArrayId(0)), CheckArg::Param(ParamId(2))],
            })
            .into(),
        arrays,
        worklists: [
            ("near", ItemType::One(Type::Node)),
            ("far", ItemType::One(Type::Node)),
            ("narrow_pairs", ItemType::One(Type::U64)),
            ("pairs", ItemType::Pair),
        ]
        .map(|(name, ty)| Worklist { name: name.into(), ty })
        .into(),
        kernels: vec![],
        outlined: vec![],
        frontiers: vec![],
        variants: vec![],
        main: Main::default(),
    }
}

struct Generator<'c> {
    choices: &'c [u32],
    promises: bool,
    module: Module,
    locals: Locals,
    scope: Vec<LocalId>,
    /// Number of locals in scope that must not be assigned to.
    frozen: usize,
    in_while: bool,
    in_exclusive: bool,
    host: bool,
    /// Whether the expression may be evaluated more than once.
    repeated: bool,
}

impl Generator<'_> {
    fn number(&mut self) -> u32 {
        let Some((first, rest)) = self.choices.split_first() else {
            return 0;
        };
        self.choices = rest;
        *first
    }

    fn pick(&mut self, count: usize) -> usize {
        self.number() as usize % count
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.pick(of.len())]
    }

    fn ty(&mut self) -> Type {
        self.one(&Type::ALL)
    }

    fn index_ty(&mut self) -> Type {
        self.one(&[Type::U32, Type::Node, Type::Edge, Type::I32])
    }

    fn worklist(&mut self) -> WorklistId {
        WorklistId(self.pick(self.module.worklists.len()) as u32)
    }

    /// Chooses one of the worklists that hold nodes.
    fn worklist_of_nodes(&mut self) -> WorklistId {
        WorklistId(self.pick(2) as u32)
    }

    /// Generates a line to print.
    fn print(&mut self, depth: usize) -> Vec<PrintPart> {
        let text = self.one(&["", "round", "a // b, c {"]);
        let ty = self.ty();
        vec![PrintPart::Text(text.into()), PrintPart::Value(self.expr(ty, depth))]
    }

    fn push(&mut self, depth: usize) -> StmtKind {
        if self.pick(5) == 0 {
            return StmtKind::Print(self.print(depth));
        }
        let worklist = self.worklist();
        StmtKind::Push(worklist, self.item(worklist, depth))
    }

    /// Generates an item of a worklist.
    fn item(&mut self, worklist: WorklistId, depth: usize) -> Item {
        let ty = self.module.worklists[worklist.index()].ty;
        (0..ty.values()).map(|_| self.expr(ty.value(), depth)).collect()
    }

    /// Declares locals for the values of the pair at a position of a worklist. They are in scope.
    fn pair(&mut self, worklist: WorklistId, position: LocalId) -> Block {
        let mut lets = vec![];
        for part in [ItemPart::First, ItemPart::Second] {
            let index = Box::new(Expr::local(position, Type::U32));
            let kind = ExprKind::WorklistItem(worklist, part, index);
            let id = self.local(Type::U64);
            self.scope.push(id);
            lets.push(StmtKind::Let(id, Expr { ty: Type::U64, kind }).from(Origin::default()));
        }
        lets
    }

    /// Declares a local in the module. It is not in scope yet.
    fn local(&mut self, ty: Type) -> LocalId {
        add_local(&mut self.locals, "x", ty)
    }

    fn kernel(&mut self, name: &str) -> Kernel {
        let params = self.pick(3);
        for _ in 0..params {
            let ty = self.ty();
            let id = self.local(ty);
            self.scope.push(id);
        }
        let body = self.block(4, true);
        self.scope.clear();
        let is_asynchronous = self.pick(4) == 0;
        Kernel {
            name: name.into(),
            locals: std::mem::take(&mut self.locals),
            params,
            shared: vec![],
            lanes: 1,
            asynchronous: taken(&body).filter(|_| is_asynchronous),
            per: None,
            options: None,
            plan: Plan::default(),
            body,
        }
    }

    fn block(&mut self, depth: usize, top: bool) -> Block {
        let scope = self.scope.len();
        let count = self.pick(4) + top as usize;
        let block = (0..count).map(|_| self.stmt(depth, top).from(Origin::default())).collect();
        self.scope.truncate(scope);
        block
    }

    fn stmt(&mut self, depth: usize, top: bool) -> StmtKind {
        match self.pick(if depth == 0 { 7 } else { 12 }) {
            0 => {
                let place = self.place(depth);
                let ty = self.module.arrays[place.array.index()].ty;
                StmtKind::Store(place, self.expr(ty, depth))
            }
            1 => {
                let ty = self.ty();
                let value = self.expr(ty, depth);
                let id = self.local(ty);
                self.scope.push(id);
                StmtKind::Let(id, value)
            }
            2 => {
                let free = self.scope[self.frozen..].to_vec();
                if free.is_empty() {
                    return self.push(depth);
                }
                let id = self.one(&free);
                StmtKind::Assign(id, self.expr(self.locals[id.index()].ty, depth))
            }
            3 => self.atomic(depth),
            4 => self.push(depth),
            5 if self.in_while => match self.pick(2) {
                0 => StmtKind::Break,
                _ => StmtKind::Continue,
            },
            5 => self.push(depth),
            6 => self.reduce(depth),
            7 => {
                let cond = self.expr(Type::Bool, depth);
                let then = self.block(depth - 1, false);
                StmtKind::If(cond, then, self.block(depth - 1, false))
            }
            8 => {
                let cond = self.expr(Type::Bool, depth);
                let outer = std::mem::replace(&mut self.in_while, true);
                let body = self.block(depth - 1, false);
                self.in_while = outer;
                StmtKind::While(cond, body)
            }
            9 if !self.in_exclusive => self.exclusive(depth),
            _ if self.module.stage == Stage::Parallel => self.forall(depth, top),
            _ => self.counted(depth),
        }
    }

    /// Generates a reduction into a local that is declared outside of the innermost `forall`, if a
    /// suitable one exists.
    fn reduce(&mut self, depth: usize) -> StmtKind {
        let mut ops = vec![];
        for id in &self.scope[..self.frozen] {
            let zero = Value::zero(self.locals[id.index()].ty);
            for op in AtomicOp::ALL {
                let combines = !matches!(op, AtomicOp::Swap | AtomicOp::Cas);
                if combines && atomic(op, zero, &[zero]).is_some() {
                    ops.push((*id, op));
                }
            }
        }
        if ops.is_empty() {
            return self.push(depth);
        }
        let (id, op) = self.one(&ops);
        StmtKind::Reduce(id, op, self.expr(self.locals[id.index()].ty, depth))
    }

    fn exclusive(&mut self, depth: usize) -> StmtKind {
        let of_nodes =
            |a: &Array| (a.ty, a.extent, a.length.is_none()) == (Type::U32, Extent::Nodes, true);
        let owners = self.module.arrays.iter().position(of_nodes);
        let owners = ArrayId(owners.expect("the declarations have one") as u32);
        let count = 1 + self.pick(3);
        let nodes = (0..count).map(|_| self.expr(Type::Node, depth)).collect();
        let outer = (self.in_while, self.in_exclusive);
        (self.in_while, self.in_exclusive) = (false, true);
        let body = self.block(depth - 1, false);
        (self.in_while, self.in_exclusive) = outer;
        let otherwise = self.block(depth - 1, false);
        StmtKind::Exclusive { owners, nodes, body, otherwise }
    }

    fn atomic(&mut self, depth: usize) -> StmtKind {
        let mut place = self.place(depth);
        place.access = Access::Relaxed;
        let ty = self.module.arrays[place.array.index()].ty;
        let zero = Value::zero(ty);
        let fitting: Vec<AtomicOp> = AtomicOp::ALL
            .into_iter()
            .filter(|op| atomic(*op, zero, &[zero; 2][..atomic_operands(*op)]).is_some())
            .collect();
        let op = self.one(&fitting);
        let operands = (0..atomic_operands(op)).map(|_| self.expr(ty, depth)).collect();
        let old = (self.pick(2) == 1).then(|| self.local(ty));
        self.scope.extend(old);
        StmtKind::Atomic { op, place, operands, old }
    }

    fn forall(&mut self, depth: usize, top: bool) -> StmtKind {
        let (domain, ty) = match self.pick(6) {
            0 => (Domain::Nodes, Type::Node),
            1 => (Domain::Edges, Type::Edge),
            2 => {
                let worklist = self.worklist();
                match self.module.worklists[worklist.index()].ty {
                    ItemType::One(ty) => (Domain::Worklist(worklist), ty),
                    ItemType::Pair => (Domain::Positions(worklist), Type::U32),
                }
            }
            3 => {
                let ty = self.one(&[Type::U32, Type::I32]);
                let (start, end) = (self.fixed(ty, depth), self.fixed(ty, depth));
                (Domain::Range(start, end), ty)
            }
            4 => (Domain::OutEdges(self.fixed(Type::Node, depth), Bounds::Checked), Type::Edge),
            _ => (Domain::InEdges(self.fixed(Type::Node, depth), Bounds::Checked), Type::Edge),
        };
        let mapping = if top { Mapping::Parallel } else { Mapping::Serial };
        let var = self.local(ty);
        let outside = self.scope.len();
        let frozen = std::mem::replace(&mut self.frozen, outside);
        let mut body = match domain {
            Domain::Positions(worklist) => self.pair(worklist, var),
            _ => vec![],
        };
        body.extend(self.loop_body(var, depth));
        self.scope.truncate(outside);
        self.frozen = frozen;
        StmtKind::ForAll { var, domain, mapping, body }
    }

    fn counted(&mut self, depth: usize) -> StmtKind {
        let ty = self.index_ty();
        let [start, end, step] = [(); 3].map(|_| self.expr(ty, depth));
        let var = self.local(ty);
        let body = self.loop_body(var, depth);
        StmtKind::For { var, start, end, step, body }
    }

    fn loop_body(&mut self, var: LocalId, depth: usize) -> Block {
        let outer = std::mem::replace(&mut self.in_while, false);
        self.scope.push(var);
        let body = self.block(depth - 1, false);
        self.scope.pop();
        self.in_while = outer;
        body
    }

    fn host_block(&mut self, depth: usize) -> Vec<HostStmt> {
        let scope = self.scope.len();
        let count = self.pick(4) + 1;
        let block = (0..count).map(|_| self.host_stmt(depth)).collect();
        self.scope.truncate(scope);
        block
    }

    fn host_stmt(&mut self, depth: usize) -> HostStmt {
        match self.pick(if depth == 0 { 8 } else { 13 }) {
            0 => {
                let kernel = self.pick(2);
                let types: Vec<Type> = self.module.kernels[kernel]
                    .locals
                    .iter()
                    .take(self.module.kernels[kernel].params)
                    .map(|l| l.ty)
                    .collect();
                let args = types.into_iter().map(|ty| self.expr(ty, depth)).collect();
                let (kernel, again) = (KernelId(kernel as u32), self.pick(4) == 0);
                HostStmt::Launch { kernel, args, again }
            }
            1 => {
                let ty = self.ty();
                let value = self.expr(ty, depth);
                let id = self.local(ty);
                self.scope.push(id);
                HostStmt::Act(Action::Let(id, value))
            }
            2 if !self.scope.is_empty() => {
                let id = self.one(&self.scope.clone());
                HostStmt::Act(Action::Assign(id, self.expr(self.locals[id.index()].ty, depth)))
            }
            2 | 3 => {
                let place = self.place(depth);
                let ty = self.module.arrays[place.array.index()].ty;
                HostStmt::Act(Action::Store(place, self.expr(ty, depth)))
            }
            4 => {
                let id = self.place(depth).array;
                let ty = self.module.arrays[id.index()].ty;
                HostStmt::Act(Action::Fill(id, self.expr(ty, depth)))
            }
            5 => {
                let id = self.place(depth).array;
                let shape = |i: &usize| {
                    let array = &self.module.arrays[*i];
                    (array.ty, array.extent, array.length.clone())
                };
                let alike = (0..self.module.arrays.len()).rev();
                let other = alike.into_iter().find(|i| shape(i) == shape(&id.index()));
                HostStmt::Act(Action::Swap(id, ArrayId(other.map_or(id.0, |i| i as u32))))
            }
            6 if self.in_while => match self.pick(2) {
                0 => HostStmt::Break,
                _ => HostStmt::Continue,
            },
            6 => match self.pick(6) {
                0 => HostStmt::Act(Action::Clear(self.worklist())),
                1 => HostStmt::Act(Action::Take(self.worklist())),
                2 | 3 => HostStmt::Print(self.print(depth)),
                _ => self.contraction(),
            },
            7 => HostStmt::Act(Action::SwapWorklists(
                self.worklist_of_nodes(),
                self.worklist_of_nodes(),
            )),
            8 => {
                let cond = self.expr(Type::Bool, depth);
                let then = self.host_block(depth - 1);
                HostStmt::If(cond, then, self.host_block(depth - 1))
            }
            9 => {
                let cond = self.expr(Type::Bool, depth);
                HostStmt::While(cond, self.host_body(depth, true))
            }
            10 => {
                let ty = self.one(&[Type::U32, Type::I32]);
                let (start, end) = (self.expr(ty, depth), self.expr(ty, depth));
                let var = self.local(ty);
                self.scope.push(var);
                let body = self.host_body(depth, true);
                self.scope.pop();
                HostStmt::For { var, start, end, body }
            }
            11 => {
                let body = self.host_body(depth, false);
                HostStmt::Iterate(body, self.expr(Type::Bool, depth))
            }
            _ => {
                let worklist = self.worklist();
                let ty = self.module.worklists[worklist.index()].ty;
                let once = self.pick(2) == 1;
                let seed = match self.pick(3) {
                    0 => None,
                    1 if ty.is_node() => Some(Seed::Nodes),
                    _ => Some(Seed::Items(vec![self.item(worklist, depth)])),
                };
                HostStmt::Pipe { worklist, once, seed, body: self.host_body(depth, false) }
            }
        }
    }

    /// Generates a contraction by any array of labels, which may carry the array.
    fn contraction(&mut self) -> HostStmt {
        let is_label = |array: &Array| {
            array.extent == Extent::Nodes
                && array.length.is_none()
                && matches!(array.ty, Type::Node | Type::U32 | Type::U64)
        };
        let arrays = (0u32..).map(ArrayId).zip(&self.module.arrays);
        let labels: Vec<ArrayId> = arrays.filter(|(_, a)| is_label(a)).map(|(id, _)| id).collect();
        let label = self.one(&labels);
        let member = ArrayId(self.module.arrays.len() as u32 - 1);
        let carried = if self.pick(2) == 0 { vec![] } else { vec![label] };
        HostStmt::Contract(Contraction { label, member, carried })
    }

    /// Generates the body of a loop. `can_break` states whether a `break` may leave the loop.
    fn host_body(&mut self, depth: usize, can_break: bool) -> Vec<HostStmt> {
        let outer = std::mem::replace(&mut self.in_while, can_break);
        let body = self.host_block(depth - 1);
        self.in_while = outer;
        body
    }
}

/// Returns the worklist whose items the iterations of a kernel take.
fn taken(body: &Block) -> Option<WorklistId> {
    let last = body.last()?;
    match &last.kind {
        StmtKind::ForAll { domain: Domain::Worklist(id) | Domain::Positions(id), .. } => Some(*id),
        _ => None,
    }
}
