//! Generates `main`: statements that the host runs.

use igc_compiler::span::Span;
use igc_compiler::syntax::ast::{BinaryOp, Block, Expr, ExprKind, ItemKind, Seed, Stmt, StmtKind};
use igc_compiler::types::Type;

use super::Mode;
use super::build::{binary, block, call, count_up, declare, expr, int, name, path, stmt};
use super::generator::{Array, Context, Frame, Generator, Per};

/// Maximum nesting of statements in `main`, except in programs [of `main`](Mode::OfMain).
const NESTING: usize = 2;
const NESTING_OF_MAIN: usize = 4;

impl Generator<'_> {
    pub(super) fn main(&mut self) -> ItemKind {
        self.context = Context::Main;
        self.atomics = false;
        let nesting = if self.mode == Mode::OfMain { NESTING_OF_MAIN } else { NESTING };
        let mut body = self.host_block(nesting);
        if self.choices.once_in(2) {
            body.stmts.extend(self.contract());
        }
        // Calls kernels at the end of `main`, so that each kernel usually runs at least once.
        for kernel in 0..self.kernels.len() {
            if self.choices.once_in(2) {
                body.stmts.push(self.launch(kernel));
            }
        }
        ItemKind::Main(body)
    }

    fn host_block(&mut self, nesting: usize) -> Block {
        self.scoped(|g| {
            let mut stmts = vec![];
            for _ in 0..1 + g.choices.below(5) {
                stmts.extend(g.host_statement(nesting));
            }
            block(stmts)
        })
    }

    fn host_statement(&mut self, nesting: usize) -> Vec<Stmt> {
        let simple = nesting == 0;
        let one = match self.choices.below(if simple { 12 } else { 22 }) {
            0..=3 if self.kernels.is_empty() => None,
            0..=3 => {
                let kernel = self.choices.below(self.kernels.len());
                Some(self.launch(kernel))
            }
            4 => Some(self.let_statement()),
            5 => self.assign_local(),
            6 | 7 => self.host_write(),
            8 if self.choices.once_in(8) => Some(self.print()),
            8 => self.swap(),
            9 if !self.originals.is_empty() => return self.contract(),
            9 | 10 => self.primitive(),
            11 => self.call_statement(),
            12 => Some(self.host_if(nesting - 1)),
            13 => return self.host_while(nesting - 1),
            14 => return self.iterate(nesting - 1),
            15..=17 => return self.pipe(nesting - 1),
            18 => Some(self.host_for(nesting - 1)),
            19 => self.jump(),
            20 => self.once(),
            _ => Some(stmt(StmtKind::Block(self.host_block(nesting - 1)))),
        };
        one.into_iter().collect()
    }

    fn launch(&mut self, kernel: usize) -> Stmt {
        let signature = self.kernels[kernel].clone();
        let args = signature.params.iter().map(|ty| self.expr(*ty, 2, false)).collect();
        stmt(StmtKind::Expr(call(&signature.name, args)))
    }

    /// Generates an assignment to a global, or to a single element of a property.
    fn host_write(&mut self) -> Option<Stmt> {
        let number = self.choices.below(self.arrays.len());
        let array = self.arrays.get(number)?.clone();
        let place = self.place(number);
        let op = if self.choices.once_in(2) { None } else { self.compound(array.ty) };
        Some(self.assignment(place, array.ty, op))
    }

    /// Generates `swap a, b;` for two worklists, or for two properties or arrays of the same kind,
    /// type and length.
    fn swap(&mut self) -> Option<Stmt> {
        let mut pairs = vec![];
        for (i, a) in self.arrays.iter().enumerate() {
            if a.per == Per::Program && a.length.is_none() {
                continue;
            }
            let kind = |array: &Array| (array.per, array.ty, array.length.clone());
            let alike = self.arrays[i..].iter().filter(|b| kind(b) == kind(a));
            pairs.extend(alike.map(|b| (a.name.clone(), b.name.clone())));
        }
        // Swaps a property with itself only if there is no other pair.
        if pairs.iter().any(|(a, b)| a != b) {
            pairs.retain(|(a, b)| a != b);
        }
        if let [first, .., last] = &self.worklists[..] {
            pairs.push((first.clone(), last.clone()));
        }
        if pairs.is_empty() {
            return None;
        }
        let (a, b) = self.choices.pick(&pairs).clone();
        Some(stmt(StmtKind::Swap(name(a), name(b))))
    }

    fn host_if(&mut self, nesting: usize) -> Stmt {
        let cond = self.expr(Type::Bool, 3, false);
        let then = self.host_block(nesting);
        let otherwise = self.choices.once_in(2).then(|| self.host_block(nesting));
        stmt(StmtKind::If { cond, then, otherwise })
    }

    /// Declares a counter of rounds. Returns its name and its declaration.
    fn turn(&mut self) -> (String, Stmt) {
        let turn = self.fresh("turn");
        self.bind(&turn, Type::U32, false);
        let zero = declare(&turn, None, int(0));
        (turn, zero)
    }

    fn host_while(&mut self, nesting: usize) -> Vec<Stmt> {
        let (turn, zero) = self.turn();
        let cond = self.bounded(&turn);
        let mut body = self.within(Frame::Sequential, |g| g.host_block(nesting));
        body.stmts.insert(0, count_up(&turn));
        vec![zero, stmt(StmtKind::While { cond, body })]
    }

    fn host_for(&mut self, nesting: usize) -> Stmt {
        let elements = self.range();
        self.for_loop(elements, |g| g.host_block(nesting))
    }

    fn iterate(&mut self, nesting: usize) -> Vec<Stmt> {
        let (turn, zero) = self.turn();
        let mut body = self.within(Frame::Host, |g| g.host_block(nesting));
        body.stmts.insert(0, count_up(&turn));
        let cond = self.bounded(&turn);
        vec![zero, stmt(StmtKind::Iterate { body, cond })]
    }

    /// Generates a `pipe`. A `pipe` that may have several rounds eventually calls a kernel that
    /// takes the remaining items.
    fn pipe(&mut self, nesting: usize) -> Vec<Stmt> {
        let worklist = self.worklist_name();
        let once = self.choices.once_in(3);
        let seed = match self.choices.below(4) {
            0 if self.items == [Type::Node] => Some(Seed::Nodes(Span::default())),
            0 | 1 => None,
            _ => {
                let count = self.choices.below(3);
                Some(Seed::Items((0..count).map(|_| self.seed_item()).collect()))
            }
        };
        if once {
            let (worklist, body) =
                (worklist.map(name), self.within(Frame::Host, |g| g.host_block(nesting)));
            return vec![stmt(StmtKind::Pipe { once, worklist, seed, body })];
        }
        let (turn, zero) = self.turn();
        let mut body = self.within(Frame::Host, |g| g.host_block(nesting));
        body.stmts.insert(0, count_up(&turn));
        body.stmts.push(self.way_out(&turn, worklist.as_deref()));
        let worklist = worklist.map(name);
        vec![zero, stmt(StmtKind::Pipe { once, worklist, seed, body })]
    }

    /// Generates a statement that ends a loop, such as `if turn > 2 { drain_near(); }`.
    fn way_out(&mut self, turn: &str, worklist: Option<&str>) -> Stmt {
        let only = self.worklists.first().cloned().unwrap_or_else(|| "worklist".to_owned());
        let worklist = worklist.map_or(only, str::to_owned);
        let drain = call(&format!("drain_{worklist}"), vec![]);
        if !self.drained.contains(&worklist) {
            self.drained.push(worklist);
        }
        let late = binary(BinaryOp::Gt, path(turn), int(self.choices.below(3) as u64));
        let then = block(vec![stmt(StmtKind::Expr(drain))]);
        stmt(StmtKind::If { cond: late, then, otherwise: None })
    }

    /// Generates an item with which a `pipe` starts.
    fn seed_item(&mut self) -> Expr {
        let values = self.items.clone();
        let mut values = values.into_iter().map(|ty| match ty {
            Type::Node => self.seed_node(),
            ty => self.expr(ty, 1, true),
        });
        let first = values.next().expect("an item has a value");
        match values.next() {
            None => first,
            Some(second) => expr(ExprKind::Pair(Box::new(first), Box::new(second))),
        }
    }

    /// Generates calls of kernels, which process the same items of a worklist.
    fn once(&mut self) -> Option<Stmt> {
        let worklist = self.worklist_name();
        let only = self.worklists.first().cloned().unwrap_or_else(|| "worklist".to_owned());
        let taken = worklist.clone().unwrap_or(only);
        let mut calls = vec![];
        for kernel in 0..self.kernels.len() {
            if self.kernels[kernel].reads.iter().all(|read| *read == taken) {
                calls.push(self.launch(kernel));
            }
        }
        calls.push(stmt(StmtKind::Expr(call(&format!("drain_{taken}"), vec![]))));
        if !self.drained.contains(&taken) {
            self.drained.push(taken.clone());
        }
        let worklist = (taken != "worklist").then(|| name(taken));
        Some(stmt(StmtKind::Once { worklist, body: block(calls) }))
    }

    /// Generates a node that most graphs have.
    fn seed_node(&mut self) -> Expr {
        let parameters: Vec<_> =
            self.params.iter().filter(|p| p.1 == Type::Node).map(|p| path(&p.0)).collect();
        match parameters.is_empty() || self.choices.once_in(2) {
            true => int(self.choices.below(2) as u64),
            false => self.choices.pick(&parameters).clone(),
        }
    }
}
