//! Calls of built-in functions, functions and kernels.

use super::arrays::without_index;
use super::builtins;
use super::checker::{Checker, Context};
use super::effects::Launch;
use super::habits;
use super::infer::{Mismatch, TypeSet, Var};
use super::meaning::{Builtin, Meaning, Primitive};
use super::scopes::kind_words;
use crate::atomics::AtomicOp;
use crate::diagnostics::suggest::did_you_mean;
use crate::diagnostics::{Advice, Diagnostic};
use crate::intrinsics::Intrinsic;
use crate::span::Span;
use crate::syntax::ast::*;
use crate::types::Type;

impl<'p> Checker<'p> {
    /// Checks a call that must have a value. Returns the type of the value.
    pub(super) fn call(&mut self, expr: &'p Expr, callee: &'p Expr, args: &'p [Expr]) -> Var {
        match self.callee(callee) {
            Some(Meaning::Builtin(builtin)) => {
                self.means(expr, Meaning::Builtin(builtin));
                if let Builtin::Primitive(primitive) = builtin {
                    return self.primitive_value(expr, primitive, args);
                }
                self.builtin_call(expr, builtin, callee, args)
            }
            Some(Meaning::Function(index)) => {
                self.means(expr, Meaning::Function(index));
                self.function_call(expr, index, args);
                match &self.items.functions[index].results[..] {
                    [ty] => self.type_name(ty),
                    [] => self.reject(no_result(expr)),
                    several => self.reject(several_results(expr, callee, several.len())),
                }
            }
            Some(Meaning::Kernel(_)) => {
                self.infer_arguments(args);
                let message = "this call has no value, because a kernel has no result";
                let diagnostic = Diagnostic::error("E0205", expr.span, message)
                    .note("kernels write their results to properties and globals")
                    .help("call the kernel as a statement of `main`");
                self.reject(diagnostic)
            }
            _ => {
                self.infer_arguments(args);
                self.infer.error()
            }
        }
    }

    /// Checks a call as a statement. If it has a value, the value is not used.
    pub(super) fn call_statement(&mut self, expr: &'p Expr, callee: &'p Expr, args: &'p [Expr]) {
        match self.callee(callee) {
            Some(Meaning::Kernel(index)) => {
                self.means(expr, Meaning::Kernel(index));
                self.kernel_call(expr, index, args);
            }
            Some(Meaning::Function(index)) => {
                self.means(expr, Meaning::Function(index));
                self.function_call(expr, index, args);
            }
            Some(Meaning::Builtin(Builtin::Primitive(primitive))) => {
                self.means(expr, Meaning::Builtin(Builtin::Primitive(primitive)));
                if let Primitive::Reduce(_) = primitive {
                    self.no_effect(expr.span, expr);
                }
                self.primitive(expr, primitive, args);
            }
            Some(Meaning::Builtin(builtin)) => {
                if builtin.atomic().is_none() {
                    self.no_effect(expr.span, expr);
                }
                self.value(expr);
            }
            _ => self.infer_arguments(args),
        }
    }

    pub(super) fn no_effect(&mut self, span: Span, expr: &Expr) {
        let help = match &expr.kind {
            ExprKind::Binary(BinaryOp::Eq, place, value) => {
                let [place, value] = [place, value].map(|part| crate::syntax::print::expr(part));
                let new = format!("{place} = {value};");
                Advice::replacing(format!("write `{new}` to assign the value"), new)
            }
            ExprKind::Unary(UnaryOp::Neg, inner)
                if matches!(inner.kind, ExprKind::Unary(UnaryOp::Neg, _)) =>
            {
                let shown = crate::syntax::print::expr(inner);
                let new = format!("{} -= 1;", shown.trim_start_matches('-'));
                Advice::replacing(format!("write `{new}`"), new)
            }
            _ => "bind the value with `let`, assign it, or remove the statement".into(),
        };
        let diagnostic =
            Diagnostic::error("E0313", span, "the value of this expression is not used")
                .note("an expression without effects is not a valid statement")
                .help(help);
        self.report(diagnostic);
    }

    /// The function, kernel or builtin that is called, or `None` after an error.
    pub(super) fn callee(&mut self, callee: &'p Expr) -> Option<Meaning> {
        let ExprKind::Path(path) = &callee.kind else {
            self.value(callee);
            self.not_callable(callee.span, "this");
            return None;
        };
        let (name, meaning) = match &path[..] {
            [name] => (name, self.callee_named(name)),
            [.., name] => (name, Some(self.in_module(path)?)),
            [] => return None,
        };
        match meaning {
            Some(Meaning::Kernel(_) | Meaning::Function(_) | Meaning::Builtin(_)) => {
                meaning.inspect(|meaning| self.means(callee, *meaning))
            }
            Some(other) => {
                self.used.insert(other);
                self.not_callable(
                    name.span,
                    &format!("`{}` is {} and", name.text, kind_words(other)),
                );
                None
            }
            None => {
                self.unknown_callee(name);
                None
            }
        }
    }

    fn callee_named(&self, name: &Name) -> Option<Meaning> {
        if let Some(local) = self.scopes.find(&name.text) {
            return Some(Meaning::Local(local.binding));
        }
        let function = || builtins::function(&name.text);
        let primitive = || builtins::primitive(&name.text).map(Builtin::Primitive);
        let builtin = || function().or_else(primitive).map(Meaning::Builtin);
        self.item(&name.text).or_else(builtin)
    }

    fn not_callable(&mut self, span: Span, what: &str) {
        let diagnostic = Diagnostic::error("E0206", span, format!("{what} cannot be called"))
            .note("only kernels, functions and primitives can be called")
            .help("remove the arguments, or call a kernel or function");
        self.report(diagnostic);
    }

    fn unknown_callee(&mut self, name: &Name) {
        let text = name.text.as_str();
        if self.is_type(name) {
            return;
        }
        let callable = |meaning| matches!(meaning, Meaning::Kernel(_) | Meaning::Function(_));
        let primitives = builtins::PRIMITIVES.iter().map(|p| p.0);
        let known = builtins::functions().map(|f| f.0).chain(primitives);
        let help = habits::function(text)
            .map(Advice::from)
            .or_else(|| did_you_mean(text, self.names_of(callable).into_iter().chain(known)))
            .or_else(|| habits::reduction(text).map(Advice::from))
            .unwrap_or_else(|| format!("declare it: `fn {text}(…) {{ … }}`").into());
        let diagnostic =
            Diagnostic::error("E0101", name.span, format!("unknown kernel or function `{text}`"))
                .label("no kernel or function has this name")
                .help(help);
        self.report(diagnostic);
    }

    /// Checks the arguments of a call that is itself wrong.
    pub(super) fn infer_arguments(&mut self, args: &'p [Expr]) {
        for arg in args {
            self.value(arg);
        }
    }

    /// Checks the number of arguments of a call. `signature` is the callee as it is declared.
    pub(super) fn count(
        &mut self,
        span: Span,
        signature: &str,
        wanted: usize,
        found: usize,
    ) -> bool {
        if wanted != found {
            let plural = if wanted == 1 { "" } else { "s" };
            let name = signature.split('(').next().unwrap_or(signature);
            let message =
                format!("`{name}` takes {wanted} argument{plural}, but the call has {found}");
            let diagnostic = Diagnostic::error("E0204", span, message)
                .note("a call needs exactly one argument for each parameter")
                .help(format!("pass {wanted} argument{plural}: `{signature}`"));
            self.report(diagnostic);
        }
        wanted == found
    }

    fn kernel_call(&mut self, expr: &'p Expr, index: usize, args: &'p [Expr]) {
        let kernel = self.items.kernels[index];
        if self.context != Context::Main {
            let message = format!("the kernel `{}` can only be called in `main`", kernel.name.text);
            let diagnostic = Diagnostic::error("E0307", expr.span, message)
                .note("a kernel is one parallel loop over the whole device")
                .help("call it in `main`, or make the shared code a `fn`");
            self.report(diagnostic);
        }
        self.arguments(expr, kernel, args);
        let pairs = kernel.params.iter().zip(args);
        let properties = pairs.filter(|(param, _)| param.kind != ParameterKind::Value);
        let set: Vec<_> = properties.map(|(_, arg)| self.meanings[arg.id.0 as usize]).collect();
        if !set.is_empty() && self.launched.insert((index, set)) {
            let launch = Launch { kernel: index, args, span: expr.span };
            self.launches.entry(index).or_default().push(launch);
        }
    }

    pub(super) fn function_call(&mut self, expr: &'p Expr, index: usize, args: &'p [Expr]) {
        self.calls(index, args, expr.span);
        if self.context.is_before_run() {
            self.not_in_initial_value(expr.span);
        }
        let function = self.items.functions[index];
        self.arguments(expr, function, args);
    }

    fn not_in_initial_value(&mut self, span: Span) {
        let diagnostic = Diagnostic::error("E0211", span, "an initial value cannot call a function")
            .note("initial values consist of literals, constants, operators, and built-in functions such as `min`, `sqrt` and `select`")
            .help("compute the value in `main` or in a kernel");
        self.report(diagnostic);
    }

    fn builtin_call(
        &mut self,
        expr: &'p Expr,
        builtin: Builtin,
        callee: &Expr,
        args: &'p [Expr],
    ) -> Var {
        let (name, wanted) = match builtins::functions().find(|f| f.1 == builtin) {
            Some((name, _, wanted)) => (*name, *wanted),
            None => return self.infer.error(),
        };
        if self.is_reduction(expr, builtin, args) {
            return self.infer.error();
        }
        if !self.count(expr.span, &builtins::signature(name, builtin), wanted, args.len()) {
            self.infer_arguments(args);
            return self.infer.error();
        }
        match builtin {
            Builtin::Select => {
                self.condition(&args[0]);
                self.alike(name, &args[1..], TypeSet::ALL)
            }
            Builtin::Abs => self.alike(name, args, TypeSet::SIGNED),
            Builtin::SaturatingAdd => self.alike(name, args, TypeSet::NUMBERS),
            Builtin::Intrinsic(function) => self.intrinsic(function, name, &args[0]),
            Builtin::FloatFromBits(ty) => self.float_from_bits(ty, &args[0]),
            Builtin::Pow => self.alike(name, args, TypeSet::FLOATS),
            Builtin::Atomic(_) | Builtin::AtomicSub => {
                let op = builtin.atomic().unwrap_or(AtomicOp::Add);
                self.atomic(op, name, callee, args)
            }
            _ => self.alike(name, args, TypeSet::ORDERED),
        }
    }

    /// Checks arguments that must all have the same type, one of `types`. Returns that type.
    fn alike(&mut self, name: &str, args: &'p [Expr], types: TypeSet) -> Var {
        let first = self.value(&args[0]);
        if let Err(Mismatch { first, .. }) = self.infer.restrict(first, types) {
            self.infer_arguments(&args[1..]);
            let help = match types {
                TypeSet::SIGNED => {
                    "convert the argument to a type with a sign, for example with `as i32`"
                }
                TypeSet::NUMBERS => "pass numbers",
                TypeSet::FLOATS => "pass floats: convert an integer with `as f32` or `as f64`",
                TypeSet::INTEGERS => "pass an integer: `bits(x)` has the bits of a float",
                _ => "pass numbers, nodes or edges",
            };
            return self.inapplicable(name, args[0].span, first, help);
        }
        for arg in &args[1..] {
            let found = self.value(arg);
            self.expect(arg, found, first, Some((args[0].span, "this is")));
        }
        first
    }

    /// Checks the call of a function of one number.
    fn intrinsic(&mut self, function: Intrinsic, name: &str, arg: &'p Expr) -> Var {
        let mut types = TypeSet::ERROR;
        for ty in Type::ALL {
            if function.result(ty).is_some() {
                types = types.or(TypeSet::of(&[ty]));
            }
        }
        let operand = self.alike(name, std::slice::from_ref(arg), types);
        if self.infer.types(operand).is_error() {
            return operand;
        }
        match function {
            Intrinsic::Popcount | Intrinsic::Clz | Intrinsic::Ctz => self.infer.known(Type::U32),
            Intrinsic::Bits => {
                // The type of the result depends on that of the operand, which must be known now.
                let ty = self.infer.resolve(operand);
                match (self.infer.restrict(operand, TypeSet::of(&[ty])), function.result(ty)) {
                    (Ok(_), Some(result)) => self.infer.known(result),
                    _ => self.infer.error(),
                }
            }
            _ => operand,
        }
    }

    fn float_from_bits(&mut self, ty: Type, arg: &'p Expr) -> Var {
        let bits = if ty == Type::F64 { Type::U64 } else { Type::U32 };
        let (found, wanted) = (self.value(arg), self.infer.known(bits));
        self.expect(arg, found, wanted, None);
        self.infer.known(ty)
    }

    fn atomic(&mut self, op: AtomicOp, name: &str, callee: &Expr, args: &'p [Expr]) -> Var {
        if !matches!(self.context, Context::Kernel | Context::Function) {
            let message = format!("`{name}` can only be used in kernels and functions");
            let diagnostic = Diagnostic::error("E0306", callee.span, message)
                .note("only the iterations of a kernel run at the same time")
                .help("write an assignment instead: `x += 1;`");
            self.report(diagnostic);
        } else if self.context == Context::Kernel && self.forall_depth() == 0 {
            self.before_the_forall(callee.span, name);
        }
        let read = self.neighbourhood.reads.len();
        let var = self.value(&args[0]);
        // An atomic sees the current value in any case.
        self.forget_read_of(without_index(&args[0]), read);
        let place = self.meanings[args[0].id.0 as usize];
        let state = place.filter(|place| {
            matches!(
                place,
                Meaning::NodeProperty(_)
                    | Meaning::EdgeProperty(_)
                    | Meaning::Global(_)
                    | Meaning::PropertyParameter(_)
            )
        });
        if let Some(state) = state {
            self.writes(state, args[0].span);
            self.updates(state, self.atomic_update(&args[0]), args[0].span);
        } else if !self.infer.types(var).is_error() {
            let message = format!("the first argument of `{name}` must be a property or a global");
            let diagnostic = Diagnostic::error("E0314", args[0].span, message)
                .label("this is only a value")
                .note("a local belongs to one iteration and does not need atomics")
                .help(format!("pass a property or a global: `{name}(v.x, …)`"));
            self.report(diagnostic);
        }
        let types = match op {
            AtomicOp::Add => TypeSet::NUMBERS,
            AtomicOp::Min | AtomicOp::Max => TypeSet::ORDERED,
            AtomicOp::And | AtomicOp::Or | AtomicOp::Xor => TypeSet::INTEGERS.or(TypeSet::BOOL),
            AtomicOp::Swap => TypeSet::ALL,
            AtomicOp::Cas => {
                TypeSet::INTEGERS.or(TypeSet::BOOL).or(TypeSet::NODE).or(TypeSet::EDGE)
            }
        };
        if let Err(Mismatch { first, .. }) = self.infer.restrict(var, types) {
            let help = format!("use a property or global of type {}", types.names());
            self.inapplicable(name, args[0].span, first, &help);
        }
        for arg in &args[1..] {
            let found = self.value(arg);
            self.expect(arg, found, var, Some((args[0].span, "the place is")));
        }
        var
    }
}

/// The error for a call without a value where a value is needed.
pub(super) fn no_result(call: &Expr) -> Diagnostic {
    let message = "this call has no value, because the function has no result";
    let help = "call it as a statement, or declare a result: `-> u32`";
    Diagnostic::error("E0205", call.span, message).help(help)
}

/// The error for a call with several results where one value is needed.
fn several_results(call: &Expr, callee: &Expr, count: usize) -> Diagnostic {
    let shown = crate::syntax::print::expr(callee);
    let message = format!("this call has {count} values, but one is needed here");
    let names = example_names(count);
    Diagnostic::error("E0214", call.span, message)
        .note(format!("`{shown}` returns several values, and the language has no tuples"))
        .help(format!("write `let ({names}) = {shown}(…);` before, and use the locals"))
}

/// Names for several values in an example, such as `a, b`.
pub(super) fn example_names(count: usize) -> String {
    let names = ["a", "b", "c", "d"];
    let more = if count > names.len() { ", …" } else { "" };
    names[..count.min(names.len())].join(", ") + more
}
