//! Writes a syntax tree as s-expressions, one line per statement, for `--emit ast` and for the
//! snapshots of tests. Spans and ids are left out. Expressions can be annotated, for example with
//! their types.
//!
//! ```text
//! (kernel visit (depth:u32)
//!   (forall u worklist
//!     (let v (. e dst))))
//! ```

use super::ast::*;
use crate::span::Span;

/// Returns the tokens of a source text, including comments, one per line with its range of bytes.
pub fn tokens(source: &str) -> String {
    let (tokens, _) = super::lexer::lex_with_trivia(source);
    let line =
        |(token, span): &(_, Span)| format!("{:>3}..{:<3} {token:?}\n", span.start, span.end);
    tokens.iter().map(line).collect()
}

/// Returns a program as s-expressions.
pub fn program(program: &Program) -> String {
    annotated(program, |_| None)
}

/// Returns a program as s-expressions. If `note` returns a text for an expression, `:` and the text
/// follow the expression.
pub fn annotated(program: &Program, note: impl Fn(&Expr) -> Option<String>) -> String {
    let mut dump = Dump { out: String::new(), indent: 0, note };
    for line in &program.doc {
        dump.line(&format!("//! {line}"));
    }
    for item in &program.items {
        for line in &item.doc {
            dump.line(&format!("/// {line}"));
        }
        dump.item(&item.kind);
    }
    dump.out
}

struct Dump<F> {
    out: String,
    indent: usize,
    note: F,
}

impl<F: Fn(&Expr) -> Option<String>> Dump<F> {
    fn line(&mut self, text: &str) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out.push_str(&"  ".repeat(self.indent));
        self.out.push_str(text.trim_end());
    }

    /// Writes `(head` and the statements of the block. The caller writes the closing parenthesis.
    fn open(&mut self, head: &str, body: &Block) {
        self.line(&format!("({head}"));
        self.indent += 1;
        body.stmts.iter().for_each(|stmt| self.stmt(stmt));
        self.indent -= 1;
    }

    fn block(&mut self, head: &str, body: &Block) {
        self.open(head, body);
        self.out.push(')');
    }

    fn item(&mut self, item: &ItemKind) {
        match item {
            ItemKind::Use(path) => self.line(&format!("(use {})", names(path))),
            ItemKind::Const(field) => self.field("const", field),
            ItemKind::Param(field) => self.field("param", field),
            ItemKind::NodeProperty(field) => self.field("node", field),
            ItemKind::Original(field) => self.field("original node", field),
            ItemKind::EdgeProperty(field) => self.field("edge", field),
            ItemKind::Global(field) => self.field("global", field),
            ItemKind::Worklists(Worklists { names: list, items, is_input }) => {
                let input = if *is_input { "input " } else { "" };
                let items: String = items.iter().map(|ty| format!(" :{}", ty.name.text)).collect();
                self.line(&format!("({input}worklist {}{items})", names(list)));
            }
            ItemKind::Graph(list) => self.line(&format!("(graph {})", names(list))),
            ItemKind::Output(list) => self.line(&format!("(output {})", names(list))),
            ItemKind::Check(check) => {
                let command = check.command.as_ref().map(|command| format!(" \"{command}\""));
                let command = command.unwrap_or_default();
                let oracle = &check.oracle.text;
                self.line(&format!("(check {oracle}{command} {})", names(&check.args)));
            }
            ItemKind::Function(function) => self.function("fn", function),
            ItemKind::Kernel(kernel) => self.function("kernel", kernel),
            ItemKind::Main(body) => self.block("main", body),
        }
    }

    fn field(&mut self, keyword: &str, field: &Field) {
        let init = field.init.as_ref().map(|init| format!(" {}", self.expr(init)));
        let length = field.length.as_ref().map(|length| format!("[{}]", self.expr(length)));
        let (name, ty) = (&field.name.text, &field.ty.name.text);
        let input = if field.is_input { "input " } else { "" };
        let range = field.range.as_ref().map(|range| {
            let end = |end: &Option<Expr>| {
                end.as_ref().map_or_else(|| "_".to_owned(), |end| self.expr(end))
            };
            format!(" in ({} {} {})", range.operator(), end(&range.start), end(&range.end))
        });
        let (length, init) = (length.unwrap_or_default(), init.unwrap_or_default());
        let range = range.unwrap_or_default();
        self.line(&format!("({input}{keyword} {name}:{ty}{length}{init}{range})"));
    }

    fn function(&mut self, keyword: &str, function: &Function) {
        let params = function.params.iter();
        let params: Vec<String> = params
            .map(|p| {
                let brackets = if p.array { "[]" } else { "" };
                format!("{}{}:{}{brackets}", p.kind.prefix(), p.name.text, p.ty.name.text)
            })
            .collect();
        let results: Vec<&str> = function.results.iter().map(|ty| &*ty.name.text).collect();
        let racy = if function.racy { "racy-" } else { "" };
        let asynchronous = if function.asynchronous { "async-" } else { "" };
        let head =
            format!("{asynchronous}{racy}{keyword} {} ({})", function.name.text, params.join(" "));
        let arrow = if results.is_empty() { "" } else { " -> " };
        self.block(&(head + arrow + &results.join(" ")), &function.body);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let { name, ty, value, .. } => {
                let ty = ty.as_ref().map(|ty| format!(":{}", ty.name.text)).unwrap_or_default();
                self.line(&format!("(let {}{ty} {})", name.text, self.expr(value)));
            }
            StmtKind::LetSeveral { locals, value } => {
                let local = |local: &ResultLocal| {
                    let ty = local.ty.as_ref().map(|ty| format!(":{}", ty.name.text));
                    local.name.text.clone() + &ty.unwrap_or_default()
                };
                let locals: Vec<String> = locals.iter().map(local).collect();
                self.line(&format!("(let ({}) {})", locals.join(" "), self.expr(value)));
            }
            StmtKind::LetArray { name, ty, length, value, .. } => {
                let value = value.as_ref().map(|value| format!(" {}", self.expr(value)));
                let (ty, length) = (&ty.name.text, self.expr(length));
                let value = value.unwrap_or_default();
                self.line(&format!("(let {}:{ty}[{length}]{value})", name.text));
            }
            StmtKind::Assign { place, op, value } => {
                let op = match op {
                    None => "=".to_owned(),
                    Some(AssignOp::Min) => "min=".to_owned(),
                    Some(AssignOp::Max) => "max=".to_owned(),
                    Some(AssignOp::Binary(op)) => format!("{}=", op.symbol()),
                };
                self.line(&format!("({op} {} {})", self.expr(place), self.expr(value)));
            }
            StmtKind::Push { worklist, item } => {
                self.line(&format!("(push {} {})", named(worklist.as_ref()), self.expr(item)));
            }
            StmtKind::Require { cond, message } => {
                self.line(&format!("(require {} {message:?})", self.expr(cond)));
            }
            StmtKind::Print(parts) => self.line(&format!("(print {})", self.exprs(parts))),
            StmtKind::Retry => self.line("(retry)"),
            StmtKind::Once { worklist, body } => {
                self.block(&format!("once {}", named(worklist.as_ref())), body);
            }
            StmtKind::Break => self.line("(break)"),
            StmtKind::Continue => self.line("(continue)"),
            StmtKind::Return(values) => {
                let space = if values.is_empty() { "" } else { " " };
                self.line(&format!("(return{space}{})", self.exprs(values)));
            }
            StmtKind::Swap(a, b) => self.line(&format!("(swap {} {})", a.text, b.text)),
            StmtKind::Expr(value) => self.line(&self.expr(value)),
            StmtKind::Block(body) => self.block("block", body),
            _ => self.compound(&stmt.kind),
        }
    }

    /// Writes a statement that contains blocks.
    fn compound(&mut self, stmt: &StmtKind) {
        match stmt {
            StmtKind::If { cond, then, otherwise } => {
                self.open(&format!("if {}", self.expr(cond)), then);
                if let Some(otherwise) = otherwise {
                    self.indent += 1;
                    self.block("else", otherwise);
                    self.indent -= 1;
                }
                self.out.push(')');
            }
            StmtKind::While { cond, body } => {
                self.block(&format!("while {}", self.expr(cond)), body);
            }
            StmtKind::For(the_loop) => self.a_loop("for", the_loop),
            StmtKind::ForAll(the_loop) => self.a_loop("forall", the_loop),
            StmtKind::Exclusive { nodes, body, otherwise } => {
                self.block(&format!("exclusive ({})", self.exprs(nodes)), body);
                if let Some(otherwise) = otherwise {
                    self.block("else", otherwise);
                }
            }
            StmtKind::Pipe { once, worklist, seed, body } => {
                let keyword = if *once { "once-pipe" } else { "pipe" };
                let seed = match seed {
                    None => String::new(),
                    Some(Seed::Nodes(_)) => " nodes".to_owned(),
                    Some(Seed::Items(items)) => format!(" ({})", self.exprs(items)),
                };
                self.block(&format!("{keyword} {}{seed}", named(worklist.as_ref())), body);
            }
            StmtKind::Iterate { body, cond } => {
                self.open("iterate", body);
                self.indent += 1;
                self.line(&format!("(while {}))", self.expr(cond)));
                self.indent -= 1;
            }
            _ => (),
        }
    }

    fn a_loop(&mut self, keyword: &str, the_loop: &Loop) {
        let domain = match &the_loop.domain {
            Domain::Of(domain) => self.expr(domain),
            Domain::Range(from, to, None) => {
                format!("(.. {} {})", self.expr(from), self.expr(to))
            }
            Domain::Range(from, to, Some(step)) => {
                format!("(.. {} {} {})", self.expr(from), self.expr(to), self.expr(step))
            }
        };
        let filter = the_loop.filter.as_ref();
        let filter = filter.map(|filter| format!(" (where {})", self.expr(filter)));
        let position = the_loop.position.as_ref();
        let position = position.map(|(_, name)| format!(" (at {})", name.text)).unwrap_or_default();
        let second = the_loop.second.as_ref().map(|(_, name)| format!(" {}", name.text));
        let second = second.unwrap_or_default();
        let head = format!("{keyword} {}{second} {domain}", the_loop.name.text);
        self.block(&(head + &position + &filter.unwrap_or_default()), &the_loop.body);
    }

    fn exprs(&self, list: &[Expr]) -> String {
        list.iter().map(|expr| self.expr(expr)).collect::<Vec<_>>().join(" ")
    }

    fn expr(&self, expr: &Expr) -> String {
        let text = match &expr.kind {
            ExprKind::Int(value, suffix) => format!("{value}{}", suffix.as_deref().unwrap_or("")),
            ExprKind::Float(digits, suffix) => {
                format!("{digits}{}", suffix.as_deref().unwrap_or(""))
            }
            ExprKind::Text(text) => format!("\"{text}\""),
            ExprKind::Bool(value) => value.to_string(),
            ExprKind::Path(path) => names(path).replace(' ', "::"),
            ExprKind::Field(base, name) => format!("(. {} {})", self.expr(base), name.text),
            ExprKind::Index(base, index) => {
                format!("([] {} {})", self.expr(base), self.expr(index))
            }
            ExprKind::Call(callee, args) => {
                let space = if args.is_empty() { "" } else { " " };
                format!("(call {}{space}{})", self.expr(callee), self.exprs(args))
            }
            ExprKind::Unary(op, operand) => format!("({} {})", op.symbol(), self.expr(operand)),
            ExprKind::Binary(op, left, right) => {
                format!("({} {} {})", op.symbol(), self.expr(left), self.expr(right))
            }
            ExprKind::Cast(operand, ty) => format!("(as {} {})", self.expr(operand), ty.name.text),
            ExprKind::Pair(first, second) => {
                format!("(pair {} {})", self.expr(first), self.expr(second))
            }
            ExprKind::Error => "(error)".to_owned(),
        };
        match (self.note)(expr) {
            Some(note) => format!("{text}:{note}"),
            None => text,
        }
    }
}

fn names(list: &[Name]) -> String {
    list.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Returns the name of a worklist, or `_` for the unnamed one.
fn named(worklist: Option<&Name>) -> &str {
    worklist.map_or("_", |name| &name.text)
}
