//! Generates functions, and their calls in kernels, `main` and other functions.
//!
//! A function only accesses the properties and globals that are passed to it, each in one role. A
//! kernel passes properties and globals whose role is compatible.

use igc_compiler::atomics::AtomicOp;
use igc_compiler::syntax::ast::{
    BindingId, Expr, Function, ItemKind, Parameter, ParameterKind, ResultLocal, Stmt, StmtKind,
};
use igc_compiler::types::Type;

use super::arrays::Length;
use super::build::{call, name, path, stmt, type_name};
use super::generator::{Array, Callable, Context, Generator, Per};
use super::kernel::Role;

impl Per {
    fn parameter(self) -> ParameterKind {
        match self {
            Per::Program => ParameterKind::Global,
            Per::Node => ParameterKind::NodeProperty,
            Per::Edge => ParameterKind::EdgeProperty,
        }
    }
}

fn parameter(kind: ParameterKind, text: &str, ty: Type, array: bool) -> Parameter {
    Parameter { binding: BindingId(0), kind, name: name(text), ty: type_name(ty), array }
}

/// Creates a parameter of a kernel.
pub(super) fn value_parameter(text: &str, ty: Type) -> Parameter {
    parameter(ParameterKind::Value, text, ty, false)
}

impl Generator<'_> {
    /// Generates a function. Half of all functions change nothing.
    pub(super) fn function(&mut self) -> ItemKind {
        self.context = Context::Function;
        self.scopes = vec![vec![]];
        let pure = self.choices.once_in(2);
        let taken: Vec<(Array, Role)> =
            (0..self.choices.below(3)).map(|i| self.taken(i, pure)).collect();
        let values: Vec<Type> = (0..self.choices.below(3)).map(|_| self.any_type()).collect();
        let has_result = pure || !self.choices.once_in(3);
        let count = if has_result { 1 + self.choices.below(5) / 3 } else { 0 };
        let results: Vec<Type> = (0..count).map(|_| self.any_type()).collect();

        let mut params: Vec<Parameter> = taken
            .iter()
            .map(|(a, _)| parameter(a.per.parameter(), &a.name, a.ty, a.length.is_some()))
            .collect();
        for (i, ty) in values.iter().enumerate() {
            self.bind(&format!("p{i}"), *ty, false);
            params.push(value_parameter(&format!("p{i}"), *ty));
        }
        let outside =
            std::mem::replace(&mut self.arrays, taken.iter().map(|t| t.0.clone()).collect());
        self.roles = taken.iter().map(|t| t.1.clone()).collect();
        (self.atomics, self.results) = (!pure, results.clone());
        let mut body = self.scoped(|g| {
            let mut body = g.statements(2);
            body.stmts.extend((!g.results.is_empty()).then(|| g.return_statement()));
            body
        });
        if body.stmts.is_empty() {
            body.stmts.push(stmt(StmtKind::Return(vec![])));
        }
        self.atomics = false;
        self.arrays = outside;
        self.scopes.clear();

        let text = format!("f{}", self.functions.len());
        let function = Function {
            racy: self.choices.once_in(4),
            asynchronous: false,
            name: name(text.clone()),
            params,
            results: results.iter().copied().map(type_name).collect(),
            body,
        };
        let in_main = !std::mem::take(&mut self.only_in_kernels);
        self.functions.push(Callable { name: text, arrays: taken, values, results, pure, in_main });
        ItemKind::Function(function)
    }

    /// Generates a property or global parameter of a function, with its role.
    fn taken(&mut self, number: usize, pure: bool) -> (Array, Role) {
        let array = Array {
            name: format!("pa{number}"),
            ty: self.any_type(),
            per: *self.choices.pick(&[Per::Node, Per::Program, Per::Edge]),
            length: self.choices.once_in(3).then_some(Length::ANY),
        };
        let role = match self.choices.below(3) {
            _ if pure => Role::Read,
            0 => Role::Read,
            _ if !self.mode.is_deterministic() => Role::Atomically,
            _ if array.ty.is_integer() => {
                Role::Accumulate(*self.choices.pick(&[AtomicOp::Add, AtomicOp::Or]))
            }
            _ => Role::Read,
        };
        (array, role)
    }

    pub(super) fn return_statement(&mut self) -> Stmt {
        let results = self.results.clone();
        let values = results.into_iter().map(|ty| self.expr(ty, 2, false)).collect();
        stmt(StmtKind::Return(values))
    }

    /// Generates a call of a function with a result of a type.
    pub(super) fn function_value(&mut self, ty: Type, depth: usize) -> Option<Expr> {
        self.function_call(depth, |results| results == [ty]).map(|(call, _)| call)
    }

    /// Generates a call as a statement, or a `let` of its results.
    pub(super) fn call_statement(&mut self) -> Option<Stmt> {
        let (value, results) = self.function_call(2, |_| true)?;
        if results.len() < 2 || self.choices.once_in(4) {
            return Some(stmt(StmtKind::Expr(value)));
        }
        let mut locals = vec![];
        for ty in results {
            let ignored = self.choices.once_in(4);
            let text = if ignored { "_".to_owned() } else { self.name_for_let() };
            let written = self.choices.once_in(3).then(|| type_name(ty));
            locals.push(ResultLocal { binding: BindingId(0), name: name(&*text), ty: written });
            if !ignored {
                self.bind(&text, ty, true);
            }
        }
        Some(stmt(StmtKind::LetSeveral { locals, value }))
    }

    fn function_call(
        &mut self,
        depth: usize,
        wanted: impl Fn(&[Type]) -> bool,
    ) -> Option<(Expr, Vec<Type>)> {
        if matches!(self.context, Context::Constant | Context::Initial) {
            return None;
        }
        let mut functions = self.functions.clone();
        let in_main = self.context == Context::Main;
        functions.retain(|f| wanted(&f.results));
        functions.retain(|f| if in_main { f.in_main } else { f.pure || self.atomics });
        if functions.is_empty() {
            return None;
        }
        let function = self.choices.pick(&functions).clone();
        self.only_in_kernels |= !function.in_main;
        let mut args = vec![];
        for (array, role) in &function.arrays {
            let fitting: Vec<String> = (0..self.arrays.len())
                .filter(|number| self.fits(*number, array, role))
                .map(|number| self.arrays[number].name.clone())
                .collect();
            if fitting.is_empty() {
                return None;
            }
            args.push(path(self.choices.pick(&fitting)));
        }
        for ty in &function.values {
            args.push(self.expr(*ty, depth.min(1), false));
        }
        Some((call(&function.name, args), function.results))
    }

    /// Returns whether a property or global can be passed for a parameter with a role.
    fn fits(&self, number: usize, taken: &Array, role: &Role) -> bool {
        let array = &self.arrays[number];
        let alike = array.ty == taken.ty
            && array.per == taken.per
            && array.length.is_some() == taken.length.is_some();
        // In `main`, nothing runs at the same time.
        if self.context == Context::Main || !alike {
            return alike;
        }
        match (role, &self.roles[number]) {
            (Role::Read, Role::Read) => true,
            (Role::Read, Role::Atomically | Role::Anyhow(_) | Role::Exclusively) => {
                self.depth() > 0
            }
            (Role::Accumulate(a), Role::Accumulate(b)) => a == b,
            (Role::Accumulate(_) | Role::Atomically, Role::Atomically) => true,
            _ => false,
        }
    }
}
