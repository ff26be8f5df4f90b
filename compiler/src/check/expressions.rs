//! Expressions: what they refer to and what type they have.

use super::checker::{Checker, Context};
use super::infer::{Mismatch, TypeSet, Var};
use super::limits::Feature;
use super::scopes::kind_words;
use super::{Builtin, Meaning, Type, builtins};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::suggest::did_you_mean;
use crate::syntax::ast::*;

impl<'p> Checker<'p> {
    /// Checks an expression that must have a value; its type.
    pub(super) fn value(&mut self, expr: &'p Expr) -> Var {
        let var = match &expr.kind {
            ExprKind::Int(_, suffix) => {
                self.literals.push((expr, false));
                self.literal(suffix.as_deref(), TypeSet::ORDERED)
            }
            ExprKind::Float(_, suffix) => {
                self.literals.push((expr, false));
                self.literal(suffix.as_deref(), TypeSet::FLOATS)
            }
            ExprKind::Bool(_) => self.infer.known(Type::Bool),
            ExprKind::Path(path) => self.path(expr, path),
            ExprKind::Field(base, name) => self.field(expr, base, name),
            ExprKind::Call(callee, args) => self.call(expr, callee, args),
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr.span),
            ExprKind::Cast(operand, ty) => self.cast(expr, operand, ty),
            ExprKind::Error => {
                let message = "the program has a syntax error here";
                self.reject(Diagnostic::error("E0004", expr.span, message))
            }
        };
        self.expr_types[expr.id.0 as usize] = Some(var);
        var
    }

    /// Checks an expression that must be a `bool`.
    pub(super) fn condition(&mut self, expr: &'p Expr) {
        let found = self.value(expr);
        self.expect_one_of(expr, found, TypeSet::BOOL);
    }

    /// Checks an expression that must be a node.
    pub(super) fn node(&mut self, expr: &'p Expr) {
        let found = self.value(expr);
        self.expect_one_of(expr, found, TypeSet::NODE);
    }

    fn literal(&mut self, suffix: Option<&str>, open: TypeSet) -> Var {
        match suffix.and_then(Type::from_name) {
            Some(ty) => self.infer.known(ty),
            None => self.infer.fresh(open),
        }
    }

    // ---- Names --------------------------------------------------------------------------------

    fn path(&mut self, expr: &'p Expr, path: &'p [Name]) -> Var {
        match path {
            [name] => self.name(expr, name),
            [ty, limit] if Type::from_name(&ty.text).is_some() => self.type_limit(expr, ty, limit),
            _ if path.first().is_some_and(|name| name.text == "std") => {
                self.needs(Feature::Use, expr.span);
                self.infer.error()
            }
            _ => {
                let shown: Vec<&str> = path.iter().map(|name| name.text.as_str()).collect();
                let message = format!("unknown name `{}`", shown.join("::"));
                self.reject(
                    Diagnostic::error("E0101", expr.span, message)
                        .note("paths are `type::MAX`, `type::MIN` and what lies in `std::`"),
                )
            }
        }
    }

    /// `u32::MAX`
    fn type_limit(&mut self, expr: &'p Expr, ty: &Name, limit: &Name) -> Var {
        let builtin = match limit.text.as_str() {
            "MAX" => Builtin::Max,
            "MIN" => Builtin::Min,
            _ => {
                let message = format!("`{}` has no `{}`", ty.text, limit.text);
                let diagnostic = Diagnostic::error("E0101", limit.span, message)
                    .note("a type has `MAX` and `MIN`");
                return self.reject(diagnostic);
            }
        };
        self.means(expr, Meaning::Builtin(builtin));
        match Type::from_name(&ty.text) {
            Some(Type::Bool) => {
                let message = "`bool` has no largest or smallest value";
                self.reject(Diagnostic::error("E0101", expr.span, message))
            }
            Some(ty) => self.infer.known(ty),
            None => self.infer.error(),
        }
    }

    fn name(&mut self, expr: &'p Expr, name: &'p Name) -> Var {
        if let Some(local) = self.scopes.find(&name.text) {
            let binding = local.binding;
            self.means(expr, Meaning::Local(binding));
            return match self.binding_types[binding.0 as usize] {
                Some(var) => var,
                None => self.infer.error(),
            };
        }
        if let Some(meaning) = self.items.meaning(&name.text) {
            self.means(expr, meaning);
            return self.item_value(name, meaning);
        }
        match builtins::value(&name.text) {
            Some(builtin) => {
                self.means(expr, Meaning::Builtin(builtin));
                self.builtin_value(name, builtin)
            }
            None => self.unknown_name(name),
        }
    }

    fn item_value(&mut self, name: &Name, meaning: Meaning) -> Var {
        if let Some(reason) = self.not_constant(meaning) {
            self.report(reason(name));
        }
        match meaning {
            Meaning::Const(_) | Meaning::Param(_) | Meaning::Global(_) => {
                match self.items.field_type(meaning) {
                    Some(ty) => self.infer.known(ty),
                    None => self.infer.error(),
                }
            }
            _ => {
                let message = format!("`{}` is {}, not a value", name.text, kind_words(meaning));
                let help = match meaning {
                    Meaning::NodeProperty(_) => {
                        Some(format!("write `u.{}` for a node `u`", name.text))
                    }
                    Meaning::EdgeProperty(_) => {
                        Some(format!("write `e.{}` for an edge `e`", name.text))
                    }
                    Meaning::Worklist(_) => {
                        Some(format!("write `forall u in {} {{ … }}`", name.text))
                    }
                    _ => None,
                };
                self.reject(Diagnostic::error("E0205", name.span, message).help_if(help))
            }
        }
    }

    /// Why an item cannot stand in the initial value being checked, if so.
    fn not_constant(&self, meaning: Meaning) -> Option<fn(&Name) -> Diagnostic> {
        match (self.context, meaning) {
            (Context::Const(own), Meaning::Const(index)) if index >= own => Some(|name| {
                let message = format!(
                    "the constant `{}` is used before its declaration",
                    name.text
                );
                Diagnostic::error("E0109", name.span, message).help("declare it further up")
            }),
            (Context::Const(_) | Context::ParamDefault, Meaning::Param(_)) => Some(|name| {
                let message = format!("`{}` is not known when the program is compiled", name.text);
                Diagnostic::error("E0211", name.span, message)
                    .note("constants and defaults are made of literals and constants")
            }),
            (
                Context::Const(_) | Context::ParamDefault | Context::InitialValue,
                Meaning::Global(_),
            ) => Some(|name| {
                let message = format!("an initial value cannot read the global `{}`", name.text);
                Diagnostic::error("E0211", name.span, message).help("assign it in `main`")
            }),
            _ => None,
        }
    }

    fn builtin_value(&mut self, name: &Name, builtin: Builtin) -> Var {
        match builtin {
            Builtin::NodeCount | Builtin::EdgeCount => {
                if matches!(self.context, Context::Const(_) | Context::ParamDefault) {
                    let message = format!("`{}` is not known before a run", name.text);
                    let diagnostic = Diagnostic::error("E0211", name.span, message)
                        .note("constants and defaults are made of literals and constants");
                    self.report(diagnostic);
                }
                self.infer.known(Type::U32)
            }
            _ => self.infer.fresh(TypeSet::ORDERED),
        }
    }

    fn unknown_name(&mut self, name: &Name) -> Var {
        if self.items.imported.contains(&name.text.as_str()) {
            return self.infer.error();
        }
        let text = name.text.as_str();
        if builtins::DOMAINS.contains(&text) {
            let message = format!("`{text}` is something to loop over, not a value");
            let help = match text {
                "nodes" => "write `forall u in nodes { … }`; their number is `node_count`",
                "edges" => "write `forall e in edges { … }`; their number is `edge_count`",
                _ => "write `forall u in worklist { … }`",
            };
            return self.reject(Diagnostic::error("E0205", name.span, message).help(help));
        }
        if builtins::function(text).is_some() {
            let message = format!("`{text}` is a function, not a value");
            let help = format!("call it: `{text}(…)`");
            return self.reject(Diagnostic::error("E0205", name.span, message).help(help));
        }
        let values = self.items.names_of(|meaning| {
            matches!(
                meaning,
                Meaning::Const(_) | Meaning::Param(_) | Meaning::Global(_)
            )
        });
        let known = builtins::VALUES.iter().map(|value| value.0);
        let help = did_you_mean(text, self.scopes.names().chain(values).chain(known));
        let message = format!("unknown name `{text}`");
        self.reject(Diagnostic::error("E0101", name.span, message).help_if(help))
    }

    // ---- Fields -------------------------------------------------------------------------------

    fn field(&mut self, expr: &'p Expr, base: &'p Expr, name: &'p Name) -> Var {
        let owner = self.value(base);
        if matches!(
            self.context,
            Context::Const(_) | Context::ParamDefault | Context::InitialValue
        ) {
            let message = "an initial value cannot read a property";
            let diagnostic = Diagnostic::error("E0211", expr.span, message)
                .help("compute it in a kernel over `nodes`");
            return self.reject(diagnostic);
        }
        let Some((meaning, owner_type)) = self.field_meaning(&name.text) else {
            return self.unknown_field(owner, base, name);
        };
        self.means(expr, meaning);
        if let Err(Mismatch { first, .. }) = self.infer.restrict(owner, TypeSet::of(&[owner_type]))
        {
            let message = format!("{} has no field `{}`", first.words(), name.text);
            let diagnostic = Diagnostic::error("E0209", name.span, message)
                .label(format!("`{}` belongs to `{owner_type}`", name.text))
                .also(base.span, format!("this is {}", first.words()))
                .help_if(
                    (first == TypeSet::EDGE && owner_type == Type::Node).then(|| {
                        format!(
                            "an edge's ends are `e.src` and `e.dst`: write `e.dst.{}`",
                            name.text
                        )
                    }),
                );
            return self.reject(diagnostic);
        }
        match meaning {
            Meaning::OutEdges | Meaning::InEdges => {
                let message = format!("`{}` is something to loop over, not a value", name.text);
                let help = "write `forall e in u.out { … }`; the number of edges is `u.degree`";
                self.reject(Diagnostic::error("E0205", name.span, message).help(help))
            }
            Meaning::Builtin(Builtin::Source | Builtin::Target) => self.infer.known(Type::Node),
            Meaning::Builtin(builtin) => {
                if builtin == Builtin::InDegree {
                    self.needs(Feature::InEdges, expr.span);
                }
                self.infer.known(Type::U32)
            }
            _ => match self.items.field_type(meaning) {
                Some(ty) => self.infer.known(ty),
                None => self.infer.error(),
            },
        }
    }

    /// What a field's name means, and what has such a field.
    pub(super) fn field_meaning(&self, name: &str) -> Option<(Meaning, Type)> {
        let builtin = |builtin, owner| Some((Meaning::Builtin(builtin), owner));
        match name {
            "src" => builtin(Builtin::Source, Type::Edge),
            "dst" => builtin(Builtin::Target, Type::Edge),
            "degree" | "out_degree" => builtin(Builtin::OutDegree, Type::Node),
            "in_degree" => builtin(Builtin::InDegree, Type::Node),
            "out" => Some((Meaning::OutEdges, Type::Node)),
            "in" => Some((Meaning::InEdges, Type::Node)),
            _ => match self.items.meaning(name)? {
                meaning @ Meaning::NodeProperty(_) => Some((meaning, Type::Node)),
                meaning @ Meaning::EdgeProperty(_) => Some((meaning, Type::Edge)),
                _ => None,
            },
        }
    }

    fn unknown_field(&mut self, owner: Var, base: &Expr, name: &Name) -> Var {
        let types = self.infer.types(owner);
        if types.is_error() {
            return self.infer.error();
        }
        let (of_nodes, of_edges) = (types.contains(Type::Node), types.contains(Type::Edge));
        if !of_nodes && !of_edges {
            let message = format!("{} has no fields", types.words());
            let diagnostic = Diagnostic::error("E0209", name.span, message)
                .also(base.span, format!("this is {}", types.words()))
                .note("nodes and edges have fields");
            return self.reject(diagnostic);
        }
        let message = format!("{} has no field `{}`", types.words(), name.text);
        let properties = self.items.names_of(move |meaning| match meaning {
            Meaning::NodeProperty(_) => of_nodes,
            Meaning::EdgeProperty(_) => of_edges,
            _ => false,
        });
        let node_fields = builtins::NODE_FIELDS.iter().filter(|_| of_nodes);
        let edge_fields = builtins::EDGE_FIELDS.iter().filter(|_| of_edges);
        let similar = did_you_mean(
            &name.text,
            properties.chain(node_fields.chain(edge_fields).copied()),
        );
        let keyword = if of_nodes { "node" } else { "edge" };
        let help =
            similar.unwrap_or_else(|| format!("declare it: `{keyword} {}: u32 = 0;`", name.text));
        self.reject(Diagnostic::error("E0105", name.span, message).help(help))
    }

    // ---- Operators ----------------------------------------------------------------------------

    fn unary(&mut self, op: UnaryOp, operand: &'p Expr) -> Var {
        let var = self.value(operand);
        let (symbol, types, help) = match op {
            UnaryOp::Neg => (
                "-",
                TypeSet::SIGNED,
                "write `0 - x`, which wraps, or convert with `as i32`",
            ),
            UnaryOp::Not => (
                "!",
                TypeSet::BOOL,
                "`~` inverts bits; compare with `== 0` for \"is zero\"",
            ),
            UnaryOp::BitNot => ("~", TypeSet::INTEGERS, "`!` negates a `bool`"),
        };
        if op == UnaryOp::Neg
            && let Some(last) = self.literals.last_mut()
            && last.0.id == operand.id
        {
            last.1 = true;
        }
        if let Err(Mismatch { first, .. }) = self.infer.restrict(var, types) {
            return self.inapplicable(symbol, operand.span, first, help);
        }
        var
    }

    fn inapplicable(&mut self, symbol: &str, span: Span, found: TypeSet, help: &str) -> Var {
        let message = format!("`{symbol}` does not apply to {}", found.words());
        let diagnostic = Diagnostic::error("E0202", span, message)
            .label(format!("this is {}", found.words()))
            .help(help);
        self.reject(diagnostic)
    }

    fn binary(&mut self, op: BinaryOp, left: &'p Expr, right: &'p Expr, span: Span) -> Var {
        let (a, b) = (self.value(left), self.value(right));
        self.operate(op, (left, a), (right, b), span)
    }

    /// The type of `left op right`, of which the types were found before.
    pub(super) fn operate(
        &mut self,
        op: BinaryOp,
        (left, a): (&'p Expr, Var),
        (right, b): (&'p Expr, Var),
        span: Span,
    ) -> Var {
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            self.expect_one_of(left, a, TypeSet::BOOL);
            self.expect_one_of(right, b, TypeSet::BOOL);
            return self.infer.known(Type::Bool);
        }
        let (types, help) = operands(op);
        if let Err(Mismatch { first, .. }) = self.infer.restrict(a, types) {
            return self.inapplicable(op.symbol(), left.span, first, help);
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            self.shift_amount(a, right, b);
            return a;
        }
        if let Err(Mismatch { first, second }) = self.infer.unify(a, b) {
            return self.unlike_operands(op, (left, first), (right, second), span);
        }
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            self.divisors.push(right);
        }
        match op {
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => self.infer.known(Type::Bool),
            _ => a,
        }
    }

    /// The amount of a shift is a `u32`, or has the type of what is shifted.
    fn shift_amount(&mut self, shifted: Var, amount: &'p Expr, var: Var) {
        self.shifts.push((shifted, amount));
        if self.infer.types(var).contains(Type::U32) {
            self.expect_one_of(amount, var, TypeSet::of(&[Type::U32]));
        } else {
            self.expect(amount, var, shifted, None);
        }
    }

    fn unlike_operands(
        &mut self,
        op: BinaryOp,
        (left, first): (&Expr, TypeSet),
        (right, second): (&Expr, TypeSet),
        span: Span,
    ) -> Var {
        let message = format!(
            "`{}` needs two of one type, not {} and {}",
            op.symbol(),
            first.words(),
            second.words()
        );
        let help = match (first.single(), second.single()) {
            (Some(Type::Bool), _) | (_, Some(Type::Bool)) => None,
            (Some(a), Some(b)) if a.is_float() && !b.is_float() => Some((b, a)),
            (Some(a), Some(b)) if b.is_float() || b.size() > a.size() => Some((a, b)),
            (Some(a), Some(b)) => Some((b, a)),
            _ => None,
        }
        .filter(|(from, to)| from.is_integer() || !to.is_float())
        .map(|(from, to)| format!("convert the `{from}` with `as {to}`"));
        self.reject(
            Diagnostic::error("E0201", span, message)
                .also(left.span, format!("this is {}", first.words()))
                .also(right.span, format!("this is {}", second.words()))
                .help_if(help),
        )
    }

    fn cast(&mut self, expr: &'p Expr, operand: &'p Expr, ty: &TypeName) -> Var {
        let (from, target) = (self.value(operand), self.type_name(ty));
        let Some(to) = self.infer.types(target).single() else {
            return target;
        };
        let allowed = castable(to);
        // A literal under a cast is of the cast's type, not of a default type and then converted.
        let literal = is_literal(operand) && self.infer.types(from).contains(to);
        let wanted = if literal { TypeSet::of(&[to]) } else { allowed };
        if let Err(Mismatch { first, .. }) = self.infer.restrict(from, wanted) {
            let message = format!("{} cannot be converted to `{to}`", first.words());
            let help = match (first.single(), to) {
                (Some(Type::Bool), _) => Some("write `select(condition, a, b)`"),
                (_, Type::Bool) => Some("compare it, for example with `!= 0`"),
                (Some(Type::Node | Type::Edge), _) => Some("convert with `as u32` first"),
                _ => None,
            };
            let diagnostic =
                Diagnostic::error("E0203", expr.span, message).help_if(help.map(str::to_owned));
            return self.reject(diagnostic);
        }
        target
    }
}

/// What may be converted to a type.
fn castable(to: Type) -> TypeSet {
    match to {
        Type::Bool => TypeSet::BOOL,
        Type::Node => TypeSet::INTEGERS.or(TypeSet::NODE),
        Type::Edge => TypeSet::INTEGERS.or(TypeSet::EDGE),
        Type::F32 | Type::F64 => TypeSet::NUMBERS,
        _ => TypeSet::ALL,
    }
}

/// Whether an expression is a literal, `MAX` or `MIN`, perhaps behind prefix operators.
fn is_literal(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_, None) | ExprKind::Float(_, None) => true,
        ExprKind::Path(path) => {
            matches!(&path[..], [name] if matches!(name.text.as_str(), "MAX" | "MIN"))
        }
        ExprKind::Unary(_, operand) => is_literal(operand),
        _ => false,
    }
}

/// The types that an operator's left side may have, and what to write where it has another.
fn operands(op: BinaryOp) -> (TypeSet, &'static str) {
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => (
            TypeSet::NUMBERS,
            "arithmetic needs numbers: convert with `as u32`",
        ),
        BinaryOp::Rem => (TypeSet::INTEGERS, "`%` needs whole numbers"),
        BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => (
            TypeSet::INTEGERS.or(TypeSet::BOOL),
            "bit operators need whole numbers or `bool`",
        ),
        BinaryOp::Shl | BinaryOp::Shr => (TypeSet::INTEGERS, "shifts need whole numbers"),
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => (
            TypeSet::ORDERED,
            "`false` and `true` have no order: use `&&`, `||`, `==` and `!=`",
        ),
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::And | BinaryOp::Or => (TypeSet::ALL, ""),
    }
}
