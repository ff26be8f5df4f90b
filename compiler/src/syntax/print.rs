//! Converts a syntax tree to canonical source text, with an indentation of four spaces, one
//! statement per line and no unnecessary parentheses. Plain comments are not part of the tree and
//! are lost; `///` lines are kept.
//!
//! Parsing the printed text gives the same tree, except for the spans and the order of ids.

use super::ast::*;
use std::fmt::Write;

/// Returns a program as source text.
pub fn program(program: &Program) -> String {
    let mut printer = Printer { out: String::new(), indent: 0 };
    printer.docs(&program.doc);
    if !program.doc.is_empty() {
        printer.out.push('\n');
    }
    let mut previous: Option<&Item> = None;
    for item in &program.items {
        if previous.is_some_and(|previous| apart(previous, item)) {
            printer.out.push('\n');
        }
        printer.docs(&item.doc);
        printer.item(&item.kind);
        previous = Some(item);
    }
    printer.out
}

/// Returns an expression as source text.
pub fn expr(expr: &Expr) -> String {
    let mut out = String::new();
    write_expr(&mut out, expr, Level::Or);
    out
}

/// Whether a blank line separates two items. Declarations that take one line each and have no
/// documentation are not separated.
fn apart(previous: &Item, item: &Item) -> bool {
    let long = |item: &Item| {
        matches!(item.kind, ItemKind::Function(_) | ItemKind::Kernel(_) | ItemKind::Main(_))
    };
    long(previous) || long(item) || !item.doc.is_empty()
}

struct Printer {
    out: String,
    indent: usize,
}

impl Printer {
    fn docs(&mut self, lines: &[String]) {
        for line in lines {
            // If the text of the line starts with a slash, a space is necessary: four slashes start
            // a plain comment.
            let text = if line.is_empty() { "///".to_owned() } else { format!("/// {line}") };
            self.line(&text);
        }
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn item(&mut self, item: &ItemKind) {
        match item {
            ItemKind::Use(path) => self.line(&format!("use {};", names(path, "::"))),
            ItemKind::Const(field) => self.field("const", field),
            ItemKind::Param(field) => self.field("param", field),
            ItemKind::NodeProperty(field) => self.field("node", field),
            ItemKind::Original(field) => self.field("original node", field),
            ItemKind::EdgeProperty(field) => self.field("edge", field),
            ItemKind::Global(field) => self.field("global", field),
            ItemKind::Worklists(Worklists { names: list, items, is_input }) => {
                let input = if *is_input { "input " } else { "" };
                let items = match &items[..] {
                    [] => String::new(),
                    [one] => format!(": {}", one.name.text),
                    all => {
                        let all: Vec<&str> = all.iter().map(|ty| ty.name.text.as_str()).collect();
                        format!(": ({})", all.join(", "))
                    }
                };
                self.line(&format!("{input}worklist {}{items};", names(list, ", ")));
            }
            ItemKind::Graph(list) => self.line(&format!("graph {};", names(list, ", "))),
            ItemKind::Output(list) => self.line(&format!("output {};", names(list, ", "))),
            ItemKind::Check(check) => {
                let args = names(&check.args, ", ");
                let command = check.command.as_ref().map(|command| format!(" \"{command}\""));
                let command = command.unwrap_or_default();
                self.line(&format!("check {}{command}({args});", check.oracle.text));
            }
            ItemKind::Function(function) => self.function("fn", function),
            ItemKind::Kernel(kernel) => self.function("kernel", kernel),
            ItemKind::Main(body) => self.braced("main", body),
        }
    }

    fn field(&mut self, keyword: &str, field: &Field) {
        let init = field.init.as_ref().map(|init| format!(" = {}", expr(init))).unwrap_or_default();
        let input = if field.is_input { "input " } else { "" };
        let length = field.length.as_ref().map(|length| format!("[{}]", expr(length)));
        let (ty, length) = (&field.ty.name.text, length.unwrap_or_default());
        let range = field.range.as_ref().map(|range| {
            let end = |end: &Option<Expr>| end.as_ref().map(expr).unwrap_or_default();
            format!(" in {}{}{}", end(&range.start), range.operator(), end(&range.end))
        });
        let range = range.unwrap_or_default();
        self.line(&format!("{input}{keyword} {}: {ty}{length}{init}{range};", field.name.text));
    }

    fn function(&mut self, keyword: &str, function: &Function) {
        let asynchronous = if function.asynchronous { "async " } else { "" };
        let racy = if function.racy { "racy " } else { "" };
        let head = format!("{asynchronous}{racy}{keyword} {}", signature(function));
        self.braced(&head, &function.body);
    }

    /// Writes `head { … }`. The statements of the body are on separate lines.
    fn braced(&mut self, head: &str, body: &Block) {
        self.open(head);
        self.body(body);
        self.line("}");
    }

    fn open(&mut self, head: &str) {
        let space = if head.is_empty() { "" } else { " " };
        self.line(&format!("{head}{space}{{"));
    }

    fn body(&mut self, body: &Block) {
        self.indent += 1;
        for stmt in &body.stmts {
            self.stmt(stmt);
        }
        self.indent -= 1;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let { name, ty, value, .. } => {
                let ty = ty.as_ref().map(|ty| format!(": {}", ty.name.text)).unwrap_or_default();
                self.line(&format!("let {}{ty} = {};", name.text, expr(value)));
            }
            StmtKind::LetSeveral { locals, value } => {
                let local = |local: &ResultLocal| {
                    let ty = local.ty.as_ref().map(|ty| format!(": {}", ty.name.text));
                    local.name.text.clone() + &ty.unwrap_or_default()
                };
                let locals: Vec<String> = locals.iter().map(local).collect();
                self.line(&format!("let ({}) = {};", locals.join(", "), expr(value)));
            }
            StmtKind::LetArray { name, ty, length, value, .. } => {
                let value = value.as_ref().map(|value| format!(" = {}", expr(value)));
                let (ty, length) = (&ty.name.text, expr(length));
                let value = value.unwrap_or_default();
                self.line(&format!("let {}: {ty}[{length}]{value};", name.text));
            }
            StmtKind::Assign { place, op, value } => {
                self.line(&format!("{} {} {};", expr(place), assign_op(*op), expr(value)));
            }
            StmtKind::Require { cond, message } => {
                self.line(&format!("require {}, \"{message}\";", expr(cond)));
            }
            StmtKind::Print(parts) => self.line(&format!("print {};", exprs(parts))),
            StmtKind::Push { worklist: None, item } => self.line(&format!("push {};", expr(item))),
            StmtKind::Push { worklist: Some(name), item } => {
                self.line(&format!("push {} {};", name.text, expr(item)));
            }
            StmtKind::Retry => self.line("retry;"),
            StmtKind::Once { worklist, body } => {
                let name = worklist.as_ref().map_or("worklist", |name| &name.text);
                self.braced(&format!("once {name}"), body);
            }
            StmtKind::Break => self.line("break;"),
            StmtKind::Continue => self.line("continue;"),
            StmtKind::Return(values) => match &values[..] {
                [] => self.line("return;"),
                [value] => self.line(&format!("return {};", expr(value))),
                several => self.line(&format!("return ({});", exprs(several))),
            },
            StmtKind::If { .. } => self.if_chain(stmt),
            StmtKind::While { cond, body } => self.braced(&format!("while {}", expr(cond)), body),
            StmtKind::For(the_loop) => self.a_loop("for", the_loop),
            StmtKind::ForAll(the_loop) => self.a_loop("forall", the_loop),
            StmtKind::Exclusive { nodes, body, otherwise } => {
                self.open(&format!("exclusive({})", exprs(nodes)));
                self.body(body);
                if let Some(otherwise) = otherwise {
                    self.open("} else");
                    self.body(otherwise);
                }
                self.line("}");
            }
            StmtKind::Pipe { once, worklist, seed, body } => {
                let mut head = if *once { "once pipe" } else { "pipe" }.to_owned();
                if let Some(name) = worklist {
                    head += &format!(" {}", name.text);
                }
                match seed {
                    None => (),
                    Some(Seed::Nodes(_)) => head += " nodes",
                    Some(Seed::Items(items)) => head += &format!(" [{}]", exprs(items)),
                }
                self.braced(&head, body);
            }
            StmtKind::Iterate { body, cond } => {
                self.open("iterate");
                self.body(body);
                self.line(&format!("}} while {};", expr(cond)));
            }
            StmtKind::Swap(a, b) => self.line(&format!("swap {}, {};", a.text, b.text)),
            StmtKind::Expr(value) => self.line(&format!("{};", expr(value))),
            StmtKind::Block(body) => self.braced("", body),
        }
    }

    fn a_loop(&mut self, keyword: &str, the_loop: &Loop) {
        let domain = match &the_loop.domain {
            Domain::Of(domain) => expr(domain),
            Domain::Range(from, to, None) => format!("{}..{}", expr(from), expr(to)),
            Domain::Range(from, to, Some(step)) => {
                format!("{}..{} by {}", expr(from), expr(to), expr(step))
            }
        };
        let filter = the_loop.filter.as_ref();
        let filter = filter.map(|filter| format!(" where {}", expr(filter))).unwrap_or_default();
        let variable = match &the_loop.second {
            None => the_loop.name.text.clone(),
            Some((_, second)) => format!("({}, {})", the_loop.name.text, second.text),
        };
        let position = the_loop.position.as_ref();
        let position = position.map(|(_, name)| format!(" at {}", name.text)).unwrap_or_default();
        let head = format!("{keyword} {variable} in {domain}{position}{filter}");
        self.braced(&head, &the_loop.body);
    }

    /// Writes an `if`. An `else` block that contains only an `if` becomes `else if`.
    fn if_chain(&mut self, mut stmt: &Stmt) {
        let mut lead = "if";
        while let StmtKind::If { cond, then, otherwise } = &stmt.kind {
            self.open(&format!("{lead} {}", expr(cond)));
            self.body(then);
            let Some(otherwise) = otherwise else { break };
            match &otherwise.stmts[..] {
                [nested] if matches!(nested.kind, StmtKind::If { .. }) => {
                    (stmt, lead) = (nested, "} else if");
                }
                _ => {
                    self.open("} else");
                    self.body(otherwise);
                    break;
                }
            }
        }
        self.line("}");
    }
}

fn names(list: &[Name], separator: &str) -> String {
    list.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(separator)
}

fn exprs(list: &[Expr]) -> String {
    list.iter().map(expr).collect::<Vec<_>>().join(", ")
}

fn assign_op(op: Option<AssignOp>) -> String {
    match op {
        None => "=".to_owned(),
        Some(AssignOp::Min) => "min=".to_owned(),
        Some(AssignOp::Max) => "max=".to_owned(),
        Some(AssignOp::Binary(op)) => format!("{}=", op.symbol()),
    }
}

/// The precedence of an operator, as in the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Or,
    And,
    Comparison,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Cast,
    Unary,
    Postfix,
}

/// Returns the level of an operator, and the lowest levels that its left and right operands may
/// have without parentheses.
fn levels(op: BinaryOp) -> (Level, Level, Level) {
    match op {
        BinaryOp::Or => (Level::Or, Level::Or, Level::And),
        BinaryOp::And => (Level::And, Level::And, Level::Comparison),
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            (Level::Comparison, Level::BitOr, Level::BitOr)
        }
        BinaryOp::BitOr => (Level::BitOr, Level::BitOr, Level::BitXor),
        BinaryOp::BitXor => (Level::BitXor, Level::BitXor, Level::BitAnd),
        BinaryOp::BitAnd => (Level::BitAnd, Level::BitAnd, Level::Shift),
        BinaryOp::Shl | BinaryOp::Shr => (Level::Shift, Level::Shift, Level::Sum),
        BinaryOp::Add | BinaryOp::Sub => (Level::Sum, Level::Sum, Level::Product),
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => {
            (Level::Product, Level::Product, Level::Cast)
        }
    }
}

fn level(expr: &Expr) -> Level {
    match &expr.kind {
        ExprKind::Binary(op, ..) => levels(*op).0,
        ExprKind::Cast(..) => Level::Cast,
        ExprKind::Unary(..) => Level::Unary,
        _ => Level::Postfix,
    }
}

/// Writes an expression, in parentheses if its level is lower than `needed`.
fn write_expr(out: &mut String, expr: &Expr, needed: Level) {
    if level(expr) < needed {
        out.push('(');
        write_expr(out, expr, Level::Or);
        out.push(')');
        return;
    }
    match &expr.kind {
        ExprKind::Int(value, suffix) => {
            let _ = write!(out, "{value}{}", suffix.as_deref().unwrap_or_default());
        }
        ExprKind::Float(digits, suffix) => {
            let _ = write!(out, "{digits}{}", suffix.as_deref().unwrap_or_default());
        }
        ExprKind::Text(text) => {
            let _ = write!(out, "\"{text}\"");
        }
        ExprKind::Bool(value) => {
            let _ = write!(out, "{value}");
        }
        ExprKind::Path(path) => out.push_str(&names(path, "::")),
        ExprKind::Field(base, name) => {
            write_expr(out, base, Level::Postfix);
            let _ = write!(out, ".{}", name.text);
        }
        ExprKind::Index(base, index) => {
            write_expr(out, base, Level::Postfix);
            out.push('[');
            write_expr(out, index, Level::Or);
            out.push(']');
        }
        ExprKind::Call(callee, args) => {
            write_expr(out, callee, Level::Postfix);
            let _ = write!(out, "({})", exprs(args));
        }
        ExprKind::Unary(op, operand) => {
            out.push_str(op.symbol());
            write_expr(out, operand, Level::Unary);
        }
        ExprKind::Binary(op, left, right) => {
            let (_, left_level, right_level) = levels(*op);
            write_expr(out, left, left_level);
            let _ = write!(out, " {} ", op.symbol());
            write_expr(out, right, right_level);
        }
        ExprKind::Pair(first, second) => {
            out.push('(');
            write_expr(out, first, Level::Or);
            out.push_str(", ");
            write_expr(out, second, Level::Or);
            out.push(')');
        }
        ExprKind::Cast(operand, ty) => {
            write_expr(out, operand, Level::Cast);
            let _ = write!(out, " as {}", ty.name.text);
        }
        // `?` is not part of the language, so a program with a syntax error cannot be parsed after
        // printing.
        ExprKind::Error => out.push('?'),
    }
}

/// Returns the name of a function or kernel with its parameters and results, such as
/// `gain(slot: edge, total: i64) -> i64`.
pub fn signature(function: &Function) -> String {
    let params = function.params.iter().map(|p| {
        let brackets = if p.array { "[]" } else { "" };
        format!("{}{}: {}{brackets}", p.kind.prefix(), p.name.text, p.ty.name.text)
    });
    let params = params.collect::<Vec<_>>().join(", ");
    let results: Vec<&str> = function.results.iter().map(|ty| &*ty.name.text).collect();
    let result = match &results[..] {
        [] => String::new(),
        [result] => format!(" -> {result}"),
        several => format!(" -> ({})", several.join(", ")),
    };
    format!("{}({params}){result}", function.name.text)
}
