//! Lists the constructs of the language that a program contains, by name, so that a test can check
//! that random programs contain all of them. A construct that is added to the tree does not compile
//! here until it has a name.

mod arrays;
mod expected;

use std::collections::BTreeSet;

use igc_compiler::check::{Builtin, Checked, Meaning};
use igc_compiler::syntax::ast::*;
use igc_compiler::types::Type;

pub use expected::expected;
pub(super) use expected::{compounds, is_reduction, reductions};

/// The constructs found so far, and the current context.
struct Census<'c> {
    checked: &'c Checked,
    found: BTreeSet<String>,
    foralls: usize,
    /// Number of loops of `main` around the current statement.
    loops: usize,
    main: bool,
}

impl<'c> Census<'c> {
    fn new(checked: &'c Checked) -> Census<'c> {
        Census { checked, found: BTreeSet::new(), foralls: 0, loops: 0, main: false }
    }
}

/// Returns the constructs of a program.
pub fn census(checked: &Checked) -> BTreeSet<String> {
    let mut census = Census::new(checked);
    checked.program.items.iter().for_each(|item| census.item(&item.kind));
    census.found
}

pub(super) fn compound(op: AssignOp) -> String {
    match op {
        AssignOp::Min => "min=".into(),
        AssignOp::Max => "max=".into(),
        AssignOp::Binary(op) => format!("{}=", op.symbol()),
    }
}

impl Census<'_> {
    fn note(&mut self, construct: impl Into<String>) {
        self.found.insert(construct.into());
    }

    fn type_of(&self, expr: &Expr) -> &'static str {
        self.checked.types[expr.id.0 as usize].map_or("nothing", Type::name)
    }

    fn meaning(&self, expr: &Expr) -> Option<Meaning> {
        self.checked.meanings[expr.id.0 as usize]
    }

    fn item(&mut self, item: &ItemKind) {
        match item {
            ItemKind::Use(_) => self.note("use"),
            ItemKind::Const(field) => self.field("const", field),
            ItemKind::Param(field) => self.field("param", field),
            ItemKind::NodeProperty(field) => self.field("node", field),
            ItemKind::EdgeProperty(field) => {
                if field.init.is_none() && !field.is_input {
                    self.note("edge weights");
                }
                self.field("edge", field);
            }
            ItemKind::Original(field) => self.field("original node", field),
            ItemKind::Global(field) => self.field("global", field),
            ItemKind::Worklists(Worklists { is_input: true, .. }) => self.note("input worklist"),
            ItemKind::Worklists(worklists) => {
                self.note("worklist");
                let types: Vec<&str> = worklists.items.iter().map(|ty| &*ty.name.text).collect();
                self.note(match &types[..] {
                    [] => "worklist of nodes",
                    [_] => "worklist of other values",
                    pair if pair.contains(&"u64") => "worklist of pairs with a u64",
                    _ => "worklist of other pairs",
                });
            }
            ItemKind::Graph(names) => {
                names.iter().for_each(|name| self.note(format!("graph {}", name.text)));
            }
            ItemKind::Function(function) => {
                self.note(match function.results.len() {
                    0 => "fn",
                    1 => "fn with result",
                    _ => "fn with results",
                });
                if function.racy {
                    self.note("racy fn");
                }
                for param in &function.params {
                    let array = if param.array { "[]" } else { "" };
                    self.note(format!("fn parameter {:?}{array}", param.kind));
                }
                self.block(&function.body);
            }
            ItemKind::Kernel(kernel) => {
                self.note(if kernel.racy { "racy kernel" } else { "kernel" });
                if kernel.asynchronous {
                    self.note("async kernel");
                }
                for param in &kernel.params {
                    self.note(format!("kernel parameter {}", param.ty.name.text));
                }
                self.block(&kernel.body);
            }
            ItemKind::Main(body) => {
                self.note("main");
                self.main = true;
                self.block(body);
                self.main = false;
            }
            ItemKind::Output(_) => self.note("output"),
            ItemKind::Check(_) => self.note("check"),
        }
    }

    fn field(&mut self, keyword: &str, field: &Field) {
        self.note(keyword);
        if field.is_input {
            self.note(format!("input {keyword}"));
        }
        let array = if field.length.is_some() { "[]" } else { "" };
        self.note(format!("{keyword}: {}{array}", field.ty.name.text));
        field.length.iter().for_each(|length| self.length(length));
        field.init.iter().for_each(|init| self.expr(init));
    }

    fn block(&mut self, block: &Block) {
        block.stmts.iter().for_each(|stmt| self.stmt(&stmt.kind));
    }

    fn repeated(&mut self, block: &Block) {
        self.loops += 1;
        self.block(block);
        self.loops -= 1;
    }

    fn here(&mut self, construct: &str) {
        let place = if self.main { " main" } else { "" };
        self.note(format!("{construct}{place}"));
    }

    fn stmt(&mut self, stmt: &StmtKind) {
        match stmt {
            StmtKind::Let { ty, value, .. } => {
                self.note(if ty.is_some() { "let typed" } else { "let" });
                self.expr(value);
            }
            StmtKind::LetSeveral { locals, value } => {
                self.note("let several");
                if locals.iter().any(ResultLocal::is_ignored) {
                    self.note("let several ignored");
                }
                if locals.iter().any(|local| local.ty.is_some()) {
                    self.note("let several typed");
                }
                self.expr(value);
            }
            StmtKind::LetArray { ty, length, value, .. } => {
                self.note(format!("let: {}[]", ty.name.text));
                if value.is_none() {
                    self.note("let array without value");
                }
                if matches!(length.kind, ExprKind::Int(500.., _)) {
                    self.note("let long array");
                }
                self.length(length);
                value.iter().for_each(|value| self.expr(value));
            }
            StmtKind::Assign { place, op, value } => self.assign(place, *op, value),
            StmtKind::Push { worklist, item } => {
                self.note(if worklist.is_some() { "push named" } else { "push" });
                if !matches!(item.kind, ExprKind::Path(_)) {
                    self.note("push computed");
                }
                self.expr(item);
            }
            StmtKind::Retry => self.note("retry"),
            StmtKind::Once { body, .. } => self.block(body),
            StmtKind::Break => self.here("break"),
            StmtKind::Continue => self.here("continue"),
            StmtKind::Return(value) => {
                self.note("return");
                value.iter().for_each(|value| self.expr(value));
            }
            StmtKind::If { cond, then, otherwise } => {
                self.here("if");
                self.with_atomics(cond, "atomic in if");
                self.expr(cond);
                self.block(then);
                if let Some(otherwise) = otherwise {
                    let chain =
                        matches!(&otherwise.stmts[..], [Stmt { kind: StmtKind::If { .. }, .. }]);
                    self.note(if chain { "else if" } else { "else" });
                    self.block(otherwise);
                }
            }
            StmtKind::While { cond, body } => {
                self.here("while");
                self.with_atomics(cond, "atomic in while");
                self.expr(cond);
                self.repeated(body);
            }
            StmtKind::For(the_loop) => {
                self.here("for");
                self.a_loop("for", the_loop);
            }
            StmtKind::ForAll(the_loop) => {
                self.foralls += 1;
                self.note(format!("forall {}", self.foralls));
                self.a_loop("forall", the_loop);
                self.foralls -= 1;
            }
            StmtKind::Exclusive { nodes, body, otherwise } => {
                self.note(if otherwise.is_some() { "exclusive else" } else { "exclusive" });
                nodes.iter().for_each(|node| self.expr(node));
                self.block(body);
                otherwise.iter().for_each(|block| self.block(block));
            }
            StmtKind::Pipe { once, worklist, seed, body } => {
                self.pipe(*once, worklist.as_ref(), seed.as_ref());
                self.repeated(body);
            }
            StmtKind::Iterate { body, cond } => {
                self.note("iterate");
                self.repeated(body);
                self.expr(cond);
            }
            StmtKind::Swap(name, _) => self.swap(name),
            StmtKind::Require { cond, .. } => {
                self.note("require");
                self.expr(cond);
            }
            StmtKind::Print(parts) => {
                self.note("print");
                let texts = |part: &&Expr| matches!(part.kind, ExprKind::Text(_));
                parts.iter().filter(|part| !texts(part)).for_each(|part| self.expr(part));
            }
            StmtKind::Expr(call) => self.call_statement(call),
            StmtKind::Block(body) => {
                self.note("block");
                self.block(body);
            }
        }
    }

    fn assign(&mut self, place: &Expr, op: Option<AssignOp>, value: &Expr) {
        if let Some(op) = op {
            self.note(format!("{} {}", compound(op), self.type_of(place)));
            let is_element = matches!(place.kind, ExprKind::Index(..));
            if !self.main && matches!(self.meaning(place), Some(Meaning::Global(_))) {
                let into = if is_element { " into an element" } else { "" };
                self.note(format!("global reduction{into}"));
            }
            if is_sum(place) {
                let of = if is_element { "an element of " } else { "" };
                self.note(format!("reduction into {of}a local"));
            }
        }
        self.element(place, if op.is_some() { "update of" } else { "assignment to" });
        if self.main && matches!(place.kind, ExprKind::Field(..)) {
            self.note("element in main");
        }
        if self.main && matches!(place.kind, ExprKind::Index(..)) {
            self.note("element of an array in main");
        }
        self.place(place);
        self.expr(value);
    }

    fn pipe(&mut self, once: bool, worklist: Option<&Name>, seed: Option<&Seed>) {
        self.note(if once { "pipe once" } else { "pipe" });
        if worklist.is_none() {
            self.note("no worklist named");
        }
        match seed {
            None => self.note("pipe seed none"),
            Some(Seed::Nodes(_)) => self.note("pipe seed nodes"),
            Some(Seed::Items(items)) => {
                self.note("pipe seed items");
                items.iter().for_each(|item| self.expr(item));
            }
        }
    }

    fn call_statement(&mut self, call: &Expr) {
        match (&call.kind, self.meaning(call)) {
            (ExprKind::Call(callee, args), Some(Meaning::Builtin(builtin)))
                if builtin.atomic().is_some() =>
            {
                if let (ExprKind::Path(path), Some(place)) = (&callee.kind, args.first()) {
                    self.note(format!("{} {}", path[0].text, self.type_of(place)));
                }
                self.arguments_of_atomic(args);
            }
            (ExprKind::Call(_, args), Some(Meaning::Builtin(Builtin::Primitive(primitive)))) => {
                self.primitive(primitive, args)
            }
            (ExprKind::Call(_, args), meaning) => {
                let function = matches!(meaning, Some(Meaning::Function(_)));
                match function {
                    true => self.here("call of a fn"),
                    false => self.note("call"),
                }
                args.iter().for_each(|arg| self.expr(arg));
            }
            _ => self.expr(call),
        }
    }

    fn a_loop(&mut self, keyword: &str, the_loop: &Loop) {
        match &the_loop.domain {
            Domain::Range(from, to, step) => {
                self.note(format!("{keyword} in range {}", self.type_of(from)));
                self.expr(from);
                self.expr(to);
                if let Some(Meaning::Builtin(Builtin::Length)) = self.meaning(to) {
                    self.note("range to length");
                }
                if let Some(step) = step {
                    self.note(format!("{keyword} by {}", self.type_of(step)));
                    self.expr(step);
                }
            }
            Domain::Of(of) => {
                let domain = match self.meaning(of) {
                    Some(Meaning::AllNodes) => "nodes",
                    Some(Meaning::AllEdges) => "edges",
                    Some(Meaning::OutEdges) => "out",
                    Some(Meaning::InEdges) => "in",
                    _ => "worklist",
                };
                self.note(format!("{keyword} in {domain}"));
                if let ExprKind::Field(base, _) = &of.kind {
                    self.expr(base);
                }
            }
        }
        if let Some(filter) = &the_loop.filter {
            self.note(format!("{keyword} filter"));
            self.with_atomics(filter, "atomic in filter");
            self.expr(filter);
        }
        self.repeated(&the_loop.body);
    }

    /// Returns the constructs of an expression.
    fn inside(&self, expr: &Expr) -> BTreeSet<String> {
        let mut inside = Census::new(self.checked);
        inside.expr(expr);
        inside.found
    }

    /// Records the context `place` if the expression contains atomics.
    fn with_atomics(&mut self, expr: &Expr, place: &str) {
        if self.inside(expr).iter().any(|construct| construct.ends_with("for its value")) {
            self.note(place);
        }
    }

    /// Lists the constructs in a place that a statement changes.
    fn place(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Index(array, index) => {
                if let ExprKind::Field(owner, _) = &array.kind {
                    self.expr(owner);
                }
                self.expr(index);
            }
            _ => self.expr(place),
        }
    }

    fn arguments_of_atomic(&mut self, args: &[Expr]) {
        if let [place, values @ ..] = args {
            self.element(place, "atomic on");
            self.place(place);
            values.iter().for_each(|value| self.expr(value));
        }
    }

    fn expr(&mut self, expr: &Expr) {
        let ty = self.type_of(expr);
        match &expr.kind {
            ExprKind::Int(..) | ExprKind::Float(..) | ExprKind::Bool(_) => {
                self.note(format!("literal {ty}"));
            }
            ExprKind::Text(_) => {}
            ExprKind::Path(path) => match self.meaning(expr) {
                Some(Meaning::Builtin(Builtin::Max | Builtin::Min)) => {
                    let limit = path.last().map_or("", |name| &name.text);
                    self.note(format!("{ty}::{limit}"));
                }
                Some(Meaning::Builtin(_)) => self.note(path[0].text.clone()),
                _ => {}
            },
            ExprKind::Field(base, name) => {
                if let Some(Meaning::Builtin(_)) = self.meaning(expr) {
                    self.note(name.text.clone());
                }
                self.expr(base);
            }
            ExprKind::Index(base, _) => {
                match &base.kind {
                    ExprKind::Field(_, name) if matches!(name.text.as_str(), "out" | "in") => {
                        self.note(format!("{}[]", name.text));
                    }
                    _ => {
                        self.note(format!("element {ty}"));
                        self.element(expr, "read of");
                    }
                }
                self.place(expr);
            }
            ExprKind::Call(callee, args) => {
                if let Some(Meaning::Function(_)) = self.meaning(expr) {
                    self.here("call of a fn for its value");
                } else if let ExprKind::Path(path) = &callee.kind {
                    self.note(format!("{} {ty}", path[0].text));
                    if path[0].text.starts_with("atomic_") {
                        self.note(format!("{} {ty} for its value", path[0].text));
                        return self.arguments_of_atomic(args);
                    }
                }
                args.iter().for_each(|arg| self.expr(arg));
            }
            ExprKind::Unary(op, operand) => {
                self.note(format!("prefix {} {ty}", op.symbol()));
                self.expr(operand);
            }
            ExprKind::Binary(op, left, right) => {
                self.note(format!("{} {}", op.symbol(), self.type_of(left)));
                if matches!(op, BinaryOp::And | BinaryOp::Or) {
                    self.with_atomics(right, "atomic behind && or ||");
                }
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Cast(operand, _) => {
                self.note(format!("{} as {ty}", self.type_of(operand)));
                self.expr(operand);
            }
            ExprKind::Pair(first, second) => {
                self.expr(first);
                self.expr(second);
            }
            ExprKind::Error => {}
        }
    }
}

/// Returns whether a place is a local into which a `forall` reduces, or an element of one.
fn is_sum(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Path(path) => path[0].text.starts_with("sum"),
        ExprKind::Index(array, _) => is_sum(array),
        _ => false,
    }
}
