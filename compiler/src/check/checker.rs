//! The state of the checker, and the functions that all of its parts use for diagnostics, types and
//! names.

use super::arrays::ArrayKind;
use super::effects::{Body, Effect, EffectKind, Launch, SharedLocal, Update};
use super::infer::{Infer, Mismatch, TypeSet, Var};
use super::local_arrays::LocalArray;
use super::meaning::Meaning;
use super::races::Neighbourhood;
use super::scopes::{Items, Local, LocalKind, Scopes};
use crate::diagnostics::suggest::did_you_mean;
use crate::diagnostics::{Advice, Correction, Diagnostic};
use crate::span::Span;
use crate::syntax::ast::*;
use crate::syntax::foreign;
use crate::types::Type;
use indexmap::IndexMap;
use std::collections::{HashMap, HashSet};

/// The declaration that contains the current statement or expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Context {
    /// A `kernel`.
    Kernel,
    /// A `fn`.
    Function,
    /// `main`.
    Main,
    /// The value of the constant with that index.
    Const(usize),
    /// The default of a parameter.
    ParamDefault,
    /// The initial value of a property or global.
    InitialValue,
    /// The length of an array.
    Length(ArrayKind),
}

impl Context {
    /// Whether the value is known before the run, so that it cannot depend on state.
    pub fn is_before_run(self) -> bool {
        !matches!(self, Context::Kernel | Context::Function | Context::Main)
    }
}

/// A construct around a statement: a loop, or another construct that a `break` cannot leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// `forall`
    ForAll {
        /// The variable of the loop.
        binding: BindingId,
        /// The domain of the loop; `None` for a range or after an error.
        domain: Option<Meaning>,
        /// Whether no other iteration has the same element.
        owned: bool,
    },
    /// `for`, `while`
    Sequential,
    /// `pipe`, `iterate`
    Host,
    /// `exclusive`
    Exclusive,
}

/// The results of checking, by the ids of expressions and bindings.
pub(super) struct Results {
    pub types: Vec<Option<Type>>,
    pub bindings: Vec<Type>,
    /// The bindings without a type, because of an error or because nothing checked them.
    pub untyped: HashSet<BindingId>,
    pub meanings: Vec<Option<Meaning>>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks one program.
pub struct Checker<'p> {
    pub(super) program: &'p Program,
    pub(super) items: Items<'p>,
    pub(super) infer: Infer,
    pub(super) scopes: Scopes<'p>,
    pub(super) context: Context,
    /// The module that is being checked; `None` for the program itself.
    pub(super) module: Option<&'p str>,
    pub(super) frames: Vec<Frame>,
    /// The types of the results of the function.
    pub(super) results: Vec<Var>,
    pub(super) expr_types: Vec<Option<Var>>,
    pub(super) binding_types: Vec<Option<Var>>,
    pub(super) meanings: Vec<Option<Meaning>>,
    /// Every local, to find those that are never used.
    pub(super) locals: Vec<Local<'p>>,
    pub(super) used: HashSet<Meaning>,
    /// The position of the first `contract`.
    pub(super) contracts: Option<Span>,
    /// Literals whose range is checked when types are known, each with whether a `-` precedes it.
    pub(super) literals: Vec<(&'p Expr, bool)>,
    /// Divisors, and shift amounts with the types that they shift. They are checked when types are
    /// known.
    pub(super) divisors: Vec<&'p Expr>,
    pub(super) shifts: Vec<(Var, &'p Expr)>,
    /// The lengths of arrays, and indexes with the lengths of their arrays. They are checked when
    /// types are known.
    pub(super) lengths: Vec<(&'p Expr, ArrayKind)>,
    pub(super) indices: Vec<(&'p Expr, &'p Expr)>,
    /// The lengths of local arrays.
    pub(super) local_lengths: HashMap<BindingId, &'p Expr>,
    /// The declarations of local arrays, whose sizes are checked when types are known.
    pub(super) local_arrays: Vec<LocalArray<'p>>,
    /// The array whose element is being checked.
    pub(super) indexed: Option<ExprId>,
    /// The steps of ranges, which are checked when types are known.
    pub(super) steps: Vec<&'p Expr>,
    /// The function, kernel or `main` that is being checked.
    pub(super) body: Option<Body>,
    /// The effects of each body, and its calls of functions.
    pub(super) effects: Vec<Effect<'p>>,
    /// The calls of kernels that take properties or globals, by the index of the kernel: one for
    /// each different set of them.
    pub(super) launches: IndexMap<usize, Vec<Launch<'p>>>,
    pub(super) launched: HashSet<(usize, Vec<Option<Meaning>>)>,
    /// The locals that the `exclusive` around a statement owns. `exclusive` does not nest.
    pub(super) exclusive: Vec<BindingId>,
    /// The uses, in nested `forall`s, of locals that are declared outside of them.
    pub(super) shared_locals: Vec<SharedLocal>,
    /// The whole right-hand side of the current `let` or assignment.
    pub(super) whole_value: Option<ExprId>,
    /// Whether only one iteration runs the statement, in a `forall` over `0..1`.
    pub(super) one_iteration: bool,
    /// The races of functions, by the index of the function.
    pub(super) races_of_functions: Vec<(usize, Diagnostic)>,
    /// The reads and writes of elements in kernels.
    pub(super) neighbourhood: Neighbourhood,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'p> Checker<'p> {
    /// Creates a checker for a program.
    pub fn new(program: &'p Program) -> Checker<'p> {
        Checker {
            program,
            items: Items::default(),
            infer: Infer::default(),
            scopes: Scopes::default(),
            context: Context::Main,
            module: None,
            frames: Vec::new(),
            results: Vec::new(),
            expr_types: vec![None; program.expr_count as usize],
            binding_types: vec![None; program.binding_count as usize],
            meanings: vec![None; program.expr_count as usize],
            locals: Vec::new(),
            used: HashSet::new(),
            contracts: None,
            literals: Vec::new(),
            divisors: Vec::new(),
            shifts: Vec::new(),
            lengths: Vec::new(),
            indices: Vec::new(),
            local_lengths: HashMap::new(),
            local_arrays: Vec::new(),
            indexed: None,
            steps: Vec::new(),
            body: None,
            effects: Vec::new(),
            launches: IndexMap::new(),
            launched: HashSet::new(),
            exclusive: Vec::new(),
            shared_locals: Vec::new(),
            whole_value: None,
            one_iteration: false,
            races_of_functions: vec![],
            neighbourhood: Neighbourhood::default(),
            diagnostics: Vec::new(),
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn error_count(&self) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count()
    }

    pub(super) fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Returns the results of checking.
    pub(super) fn finish(mut self) -> Results {
        let has_errors = self.has_errors();
        let infer = &mut self.infer;
        // Only after an error are there expressions and bindings that can have no type.
        let mut type_of = |var: Var| match has_errors && infer.types(var).is_error() {
            true => None,
            false => Some(infer.resolve(var)),
        };
        let types = self.expr_types.into_iter().map(|var| type_of(var?)).collect();
        let bindings = self.binding_types.into_iter().map(|var| type_of(var?));
        let bindings: Vec<Option<Type>> = bindings.collect();
        let known = bindings.iter().zip(0..);
        let untyped = known.filter(|(ty, _)| ty.is_none()).map(|(_, at)| BindingId(at)).collect();
        Results {
            types,
            // A binding without a type is not used.
            bindings: bindings.into_iter().map(|ty| ty.unwrap_or(Type::U32)).collect(),
            untyped,
            meanings: self.meanings,
            diagnostics: self.diagnostics,
        }
    }

    /// Reports an error, and returns a variable that causes no further errors.
    pub(super) fn reject(&mut self, diagnostic: Diagnostic) -> Var {
        self.report(diagnostic);
        self.infer.error()
    }

    /// Records the meaning of an expression.
    pub(super) fn means(&mut self, expr: &Expr, meaning: Meaning) {
        self.meanings[expr.id.0 as usize] = Some(meaning);
        self.used.insert(meaning);
    }

    /// The item to which a name refers. In a module, names refer to items of the module, and to
    /// those that it uses.
    pub(super) fn item(&self, name: &str) -> Option<Meaning> {
        let Some(module) = self.module else { return self.items.meaning(name) };
        let used = || self.items.used_items.get(&(module, name)).map(|(meaning, _)| *meaning);
        self.items.meaning(&format!("{module}::{name}")).or_else(used)
    }

    /// The names of items whose meaning satisfies the condition, as the program or the module that
    /// is being checked may write them.
    pub(super) fn names_of(&self, wanted: impl Fn(Meaning) -> bool) -> Vec<&'p str> {
        let prefix = self.module.map(|module| format!("{module}::"));
        let visible = |name: &'p str| match &prefix {
            Some(prefix) => name.strip_prefix(prefix.as_str()),
            None => Some(name).filter(|name| !name.contains('/')),
        };
        self.items.names_of(wanted).filter_map(visible).collect()
    }

    /// The variable for a type in the source.
    pub(super) fn type_name(&mut self, ty: &TypeName) -> Var {
        match Type::from_name(&ty.name.text) {
            Some(known) => self.infer.known(known),
            None => {
                let similar = match ty.name.text.as_str() {
                    "int" => Some(Advice::replacing("write `i32`, or `i64`", "i32")),
                    "uint" | "usize" => Some(Advice::replacing("write `u32`, or `u64`", "u32")),
                    "float" => Some(Advice::replacing("write `f32`", "f32")),
                    "double" => Some(Advice::replacing("write `f64`", "f64")),
                    "boolean" => Some(Advice::replacing("write `bool`", "bool")),
                    text => match foreign::type_of(text) {
                        Some(own) => Some(Advice::replacing(format!("write `{own}`"), own)),
                        None => did_you_mean(text, Type::ALL.into_iter().map(Type::name)),
                    },
                };
                let message = format!("unknown type `{}`", ty.name.text);
                self.reject(
                    Diagnostic::error("E0102", ty.name.span, message)
                        .note(
                            "the types are `bool`, `i32`, `u32`, `i64`, `u64`, `f32`, `f64`, \
                             `node` and `edge`",
                        )
                        .help(similar.unwrap_or_else(|| "write one of these types".into())),
                )
            }
        }
    }

    /// Adds a local to the innermost block.
    pub(super) fn declare(
        &mut self,
        name: &'p Name,
        binding: BindingId,
        kind: LocalKind,
        var: Var,
    ) {
        self.binding_types[binding.0 as usize] = Some(var);
        self.not_a_builtin(&name.text, name.span);
        let local = Local { name, binding, kind, depth: self.forall_depth() };
        self.locals.push(local.clone());
        if let Some(before) = self.scopes.declare(local) {
            let message = format!("`{}` is declared twice in one block", name.text);
            let diagnostic = Diagnostic::error("E0103", name.span, message)
                .also(before.name.span, "first declared here")
                .note("all locals of a block must have different names")
                .help("assign to the existing local without `let`, or choose another name");
            self.report(diagnostic);
        }
    }

    /// Reports a declaration of a name that is part of the language.
    pub(super) fn not_a_builtin(&mut self, name: &str, span: Span) {
        if super::builtins::names().any(|builtin| builtin == name) {
            let message = format!("`{name}` cannot be declared");
            let diagnostic = Diagnostic::error("E0104", span, message)
                .note("the language defines this name")
                .help("choose another name");
            self.report(diagnostic);
        }
    }

    /// The number of `forall`s around the statement.
    pub(super) fn forall_depth(&self) -> usize {
        self.frames.iter().filter(|frame| matches!(frame, Frame::ForAll { .. })).count()
    }

    /// Records an effect of the body that is being checked.
    pub(super) fn effect(&mut self, kind: EffectKind<'p>, span: Span) {
        if let Some(body) = self.body {
            let at_start = self.context == Context::Kernel && self.forall_depth() == 0;
            self.effects.push(Effect { body, kind, at_start, span });
        }
    }

    /// Records that a property or global is read.
    pub(super) fn reads(&mut self, state: Meaning, span: Span) {
        self.effect(EffectKind::Reads(state), span);
    }

    /// Records that a property or global is written.
    pub(super) fn writes(&mut self, state: Meaning, span: Span) {
        self.effect(EffectKind::Writes(state), span);
    }

    /// Records that a property or global is read, changed and written.
    pub(super) fn updates(&mut self, state: Meaning, update: Update, span: Span) {
        self.effect(EffectKind::Updates(state, update), span);
    }

    /// Records that an item is pushed.
    pub(super) fn pushes(&mut self, span: Span) {
        self.effect(EffectKind::Pushes, span);
    }

    /// Records that a function is called.
    pub(super) fn calls(&mut self, function: usize, args: &'p [Expr], span: Span) {
        self.effect(EffectKind::Calls(function, args), span);
    }

    /// Requires that `expr`, which has the type `found`, has the type `wanted`. A diagnostic shows
    /// `because` as well.
    pub(super) fn expect(
        &mut self,
        expr: &Expr,
        found: Var,
        wanted: Var,
        because: Option<(Span, &str)>,
    ) {
        if let Err(Mismatch { first: wanted, second: found }) = self.infer.unify(wanted, found) {
            self.mismatch(expr, found, wanted, because);
        }
    }

    /// Requires that the type of `expr` is one of these.
    pub(super) fn expect_one_of(&mut self, expr: &Expr, found: Var, wanted: TypeSet) {
        if let Err(Mismatch { first: found, .. }) = self.infer.restrict(found, wanted) {
            self.mismatch(expr, found, wanted, None);
        }
    }

    fn mismatch(
        &mut self,
        expr: &Expr,
        found: TypeSet,
        wanted: TypeSet,
        because: Option<(Span, &str)>,
    ) {
        let is_negative = matches!(expr.kind, ExprKind::Unary(UnaryOp::Neg, _));
        let shown = match found.words().as_str() {
            "a number" | "a whole number" if is_negative => "a negative number".to_owned(),
            words => words.to_owned(),
        };
        let message = format!("expected {}, found {shown}", wanted.words());
        let mut diagnostic = Diagnostic::error("E0201", expr.span, message)
            .label(format!("this is {shown}"))
            .help(conversion(found, wanted).unwrap_or_else(|| replacement(wanted)));
        if let Some((note, help)) = intention(expr, found, wanted) {
            diagnostic.notes.push(note);
            diagnostic.help = vec![help];
        }
        if let Some((span, text)) = because {
            diagnostic = diagnostic.also(span, format!("{text} {}", wanted.words()));
        }
        if conversion(found, wanted).is_some_and(|advice| advice.starts_with(CONVERT)) {
            diagnostic.corrections.extend(cast(expr, wanted));
        }
        self.report(diagnostic);
    }
}

/// The start of the advice to convert a value with `as`.
const CONVERT: &str = "convert with `as ";

/// Returns the correction that converts a value with `as`, unless the value is a number.
fn cast(expr: &Expr, wanted: TypeSet) -> Option<Correction> {
    let ty = wanted.single()?;
    let [start, end] = [expr.span.start, expr.span.end].map(|at| Span { start: at, end: at });
    let title = format!("Convert with `as {ty}`");
    match expr.kind {
        ExprKind::Int(..) | ExprKind::Float(..) | ExprKind::Text(_) | ExprKind::Error => None,
        ExprKind::Binary(..) | ExprKind::Unary(..) => {
            let edits = vec![(start, "(".to_owned()), (end, format!(") as {ty}"))];
            Some(Correction { title, edits })
        }
        _ => Some(Correction { title, edits: vec![(end, format!(" as {ty}"))] }),
    }
}

/// Returns advice that names the types that a value may have.
fn replacement(wanted: TypeSet) -> String {
    match wanted.single() {
        Some(ty) => format!("write a value of type `{ty}`"),
        None => format!("write a value of type {}", wanted.names()),
    }
}

/// Returns a reason and advice for a negative number or a local with a sign where the type is
/// unsigned, and for a quotient of whole numbers where a float is expected.
fn intention(expr: &Expr, found: TypeSet, wanted: TypeSet) -> Option<(String, String)> {
    let wanted = wanted.single()?;
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Neg, operand) => {
            let is_number = matches!(operand.kind, ExprKind::Int(..));
            let signed = match wanted {
                Type::U32 | Type::Node | Type::Edge => "i32",
                Type::U64 => "i64",
                _ => return None,
            };
            let note = format!("`{wanted}` has no negative values");
            let help = "write `MAX` for a value that means \"none\", or declare it as";
            is_number.then(|| (note, format!("{help} `{signed}`")))
        }
        ExprKind::Path(_)
            if matches!(wanted, Type::U32 | Type::U64)
                && found.and(TypeSet::of(&[wanted])).is_error()
                && !found.and(TypeSet::of(&[Type::I32])).is_error()
                && found.single().is_none() =>
        {
            let shown = crate::syntax::print::expr(expr);
            let note = format!(
                "a `-` gave `{shown}` a type with a sign, and `{wanted}` has no negative values"
            );
            let signed = if wanted == Type::U64 { "i64" } else { "i32" };
            let help = format!(
                "write `{shown} as {wanted}` if it is not negative here, or declare the target as `{signed}`"
            );
            Some((note, help))
        }
        ExprKind::Binary(BinaryOp::Div, left, right)
            if wanted.is_float() && !found.and(TypeSet::INTEGERS).is_error() =>
        {
            let shown = crate::syntax::print::expr(expr);
            let [left, right] = [left, right].map(|operand| as_type(operand, wanted));
            Some((
                format!("`{shown}` divides whole numbers, which drops the fraction"),
                format!("convert the operands before the division: `{left} / {right}`"),
            ))
        }
        _ => None,
    }
}

/// The text of an operand that is converted to a type. Numbers take the type by themselves.
fn as_type(operand: &Expr, ty: Type) -> String {
    let shown = crate::syntax::print::expr(operand);
    match &operand.kind {
        ExprKind::Int(_, None) => shown,
        ExprKind::Binary(..) => format!("({shown}) as {ty}"),
        _ => format!("{shown} as {ty}"),
    }
}

/// Returns advice on how to convert one type to another, or `None` if there is no conversion.
fn conversion(found: TypeSet, wanted: TypeSet) -> Option<String> {
    let (found, wanted) = (found.single(), wanted.single());
    match (found, wanted?) {
        (Some(Type::Node | Type::Edge), Type::F32 | Type::F64 | Type::Bool) => None,
        (Some(Type::Node), Type::Edge) | (Some(Type::Edge), Type::Node) => None,
        (Some(Type::Bool), wanted) if wanted.is_float() => {
            Some("write `select(condition, 1.0, 0.0)`".to_owned())
        }
        (Some(Type::Bool), Type::Node | Type::Edge) => None,
        (Some(_), Type::Bool) => Some("compare it, for example with `!= 0`".to_owned()),
        (Some(_), wanted) => Some(format!("{CONVERT}{wanted}`")),
        (None, wanted) if wanted.is_integer() => Some(format!("{CONVERT}{wanted}`")),
        (None, _) => None,
    }
}
