//! Reads the IR's text form ([`text`](super::text)), mostly for tests of passes.
//!
//! The reader checks names and syntax only; [`verify`](super::verify) checks the rest. Types of
//! expressions are worked out from their parts.

use super::text::ATOMIC_NAMES;
use super::*;

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// What was wrong there.
    pub message: String,
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

type Result<T> = std::result::Result<T, ParseError>;

/// Reads a module.
///
/// # Errors
///
/// The first line that is not of the form that a module's `Display` writes.
pub fn parse(text: &str) -> Result<Module> {
    let mut reader =
        Reader { depth: 0, tokens: tokenise(text), next: 0, module: empty(), locals: vec![] };
    reader.module()?;
    Ok(reader.module)
}

/// Reads one literal.
///
/// # Errors
///
/// Anything but a literal as a value's `Display` writes it.
pub fn parse_value(text: &str) -> Result<Value> {
    let mut reader =
        Reader { depth: 0, tokens: tokenise(text), next: 0, module: empty(), locals: vec![] };
    let value = reader.literal()?;
    if reader.next < reader.tokens.len() {
        return reader.error("expected one literal");
    }
    Ok(value)
}

fn empty() -> Module {
    Module {
        name: String::new(),
        stage: Stage::Parallel,
        requirements: vec![],
        params: vec![],
        arrays: vec![],
        worklists: vec![],
        kernels: vec![],
        main: Main { locals: vec![], body: vec![] },
        outputs: vec![],
        checks: vec![],
    }
}

/// A word (letters, digits, `_`, and `.` within numbers) or a run of punctuation, with its line.
type Token<'t> = (&'t str, usize);

const PUNCTUATION: [&str; 10] = ["<<", ">>", "&&", "||", "==", "!=", "<=", ">=", "..", "//"];

fn tokenise(text: &str) -> Vec<Token<'_>> {
    let mut tokens = vec![];
    for (number, line) in text.lines().enumerate() {
        let line = line.split("//").next().unwrap_or("");
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = if first.is_ascii_alphanumeric() || first == '_' {
                word_length(rest)
            } else if PUNCTUATION.iter().any(|p| rest.starts_with(p)) {
                2
            } else {
                first.len_utf8()
            };
            tokens.push((&rest[..length], number + 1));
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

fn word_length(text: &str) -> usize {
    let number = text.starts_with(|c: char| c.is_ascii_digit());
    let mut length = 0;
    for (at, c) in text.char_indices() {
        // Not in `5node-1node`, nor in `0x1e-1`.
        let exponent_sign = c == '-'
            && number
            && !text.starts_with("0x")
            && text[..at]
                .strip_suffix('e')
                .is_some_and(|x| x.ends_with(|c: char| c.is_ascii_digit()));
        if !(c.is_ascii_alphanumeric() || c == '_' || (number && c == '.') || exponent_sign) {
            break;
        }
        length = at + c.len_utf8();
    }
    length
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// How deep blocks and expressions may nest in each other: reading, verifying and running are
/// recursive.
const MAX_DEPTH: usize = 200;

struct Reader<'t> {
    depth: usize,
    tokens: Vec<Token<'t>>,
    next: usize,
    module: Module,
    locals: Vec<Local>,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> &'t str {
        self.tokens.get(self.next).map_or("", |t| t.0)
    }

    fn peek_second(&self) -> &'t str {
        self.tokens.get(self.next + 1).map_or("", |t| t.0)
    }

    /// An error at the token that comes next.
    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        self.error_at(self.next, message)
    }

    /// An error at the token that was taken last.
    fn error_behind<T>(&self, message: impl Into<String>) -> Result<T> {
        self.error_at(self.next.saturating_sub(1), message)
    }

    fn error_at<T>(&self, token: usize, message: impl Into<String>) -> Result<T> {
        let token = self.tokens.get(token).or(self.tokens.last());
        Err(ParseError { line: token.map_or(1, |t| t.1), message: message.into() })
    }

    /// What comes next, for a message.
    fn found(&self) -> String {
        match self.tokens.get(self.next) {
            Some((token, _)) => format!("`{token}`"),
            None => "the end".into(),
        }
    }

    fn take(&mut self) -> &'t str {
        let token = self.peek();
        self.next += 1;
        token
    }

    fn eat(&mut self, token: &str) -> bool {
        let there = self.peek() == token;
        self.next += there as usize;
        there
    }

    fn expect(&mut self, token: &str) -> Result<()> {
        if self.eat(token) {
            return Ok(());
        }
        self.error(format!("expected `{token}`, found {}", self.found()))
    }

    fn word(&mut self, what: &str) -> Result<&'t str> {
        let word = self.peek();
        if is_word(word) {
            self.next += 1;
            return Ok(word);
        }
        self.error(format!("expected {what}, found {}", self.found()))
    }

    fn ty(&mut self) -> Result<Type> {
        let word = self.word("a type")?;
        Type::from_name(word).map_or_else(|| self.error_behind(format!("no type `{word}`")), Ok)
    }

    fn comma_separated<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut items = vec![];
        while !self.eat(close) {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn module(&mut self) -> Result<()> {
        self.expect("module")?;
        self.module.name = self.word("a name")?.to_string();
        self.module.stage = match self.word("a stage")? {
            "parallel" => Stage::Parallel,
            "distributed" => Stage::Distributed,
            other => return self.error_behind(format!("no stage `{other}`")),
        };
        self.declare_kernels();
        while self.next < self.tokens.len() {
            match self.take() {
                "graph" => self.requirement()?,
                "param" => self.param()?,
                "array" => self.array()?,
                "worklist" => {
                    let name = self.word("a name")?.to_string();
                    self.module.worklists.push(Worklist { name });
                }
                "kernel" => self.kernel()?,
                "main" => {
                    self.locals.clear();
                    let body = self.braces(Self::host_stmt)?;
                    self.module.main = Main { locals: std::mem::take(&mut self.locals), body };
                }
                "output" => {
                    let name = self.word("an array")?;
                    let id = self.array_id(name)?;
                    self.module.outputs.push(id);
                }
                "check" => self.check()?,
                other => return self.error_behind(format!("no declaration `{other}`")),
            }
        }
        Ok(())
    }

    /// Kernels are numbered before they are read, so that `main` may stand anywhere.
    fn declare_kernels(&mut self) {
        let mut depth = 0_i64;
        for tokens in self.tokens.windows(3) {
            let (first, second, third) = (tokens[0].0, tokens[1].0, tokens[2].0);
            depth += (first == "{") as i64 - (first == "}") as i64;
            if depth == 0 && first == "kernel" && is_word(second) && third == "(" {
                let name = second.to_string();
                let kernel = Kernel { name, locals: vec![], params: 0, body: vec![] };
                self.module.kernels.push(kernel);
            }
        }
    }

    fn requirement(&mut self) -> Result<()> {
        let word = self.word("a requirement")?;
        match GraphRequirement::ALL.iter().find(|(name, _)| *name == word) {
            Some((_, requirement)) => self.module.requirements.push(*requirement),
            None => return self.error_behind(format!("no requirement `{word}`")),
        }
        Ok(())
    }

    fn param(&mut self) -> Result<()> {
        let name = self.word("a name")?.to_string();
        self.expect(":")?;
        let ty = self.ty()?;
        let default = if self.eat("=") { Some(self.literal()?) } else { None };
        self.module.params.push(Param { name, ty, default });
        Ok(())
    }

    fn array(&mut self) -> Result<()> {
        let name = self.word("a name")?.to_string();
        self.expect(":")?;
        let ty = self.ty()?;
        self.expect("[")?;
        let extent = match self.word("an extent")? {
            "one" => Extent::One,
            "nodes" => Extent::Nodes,
            "arcs" => Extent::Arcs,
            other => return self.error_behind(format!("no extent `{other}`")),
        };
        self.expect("]")?;
        self.expect("=")?;
        let init = if self.eat("weights") { Init::Weights } else { Init::Fill(self.literal()?) };
        self.module.arrays.push(Array { name, ty, extent, init });
        Ok(())
    }

    fn kernel(&mut self) -> Result<()> {
        let name = self.word("a name")?;
        self.locals.clear();
        self.expect("(")?;
        let params = self.comma_separated(")", Self::declaration)?.len();
        let body = self.braces(Self::stmt)?;
        let kernel = Kernel {
            name: name.to_string(),
            locals: std::mem::take(&mut self.locals),
            params,
            body,
        };
        let id = self.kernel_id(name)?;
        self.module.kernels[id.index()] = kernel;
        Ok(())
    }

    fn check(&mut self) -> Result<()> {
        let oracle = self.word("an oracle")?.to_string();
        self.expect("(")?;
        let args = self.comma_separated(")", |r| {
            let name = r.word("an argument")?;
            match r.module.params.iter().position(|p| p.name == name) {
                Some(i) => Ok(CheckArg::Param(ParamId(i as u32))),
                None => r.array_id(name).map(CheckArg::Array),
            }
        })?;
        self.module.checks.push(Check { oracle, args });
        Ok(())
    }

    fn find<T>(&self, what: &str, name: &str, all: &[T], of: fn(&T) -> &str) -> Result<u32> {
        match all.iter().position(|x| of(x) == name) {
            Some(i) => Ok(i as u32),
            None => self.error_behind(format!("no {what} `{name}`")),
        }
    }

    fn array_id(&self, name: &str) -> Result<ArrayId> {
        self.find("array", name, &self.module.arrays, |a| &a.name).map(ArrayId)
    }

    fn kernel_id(&self, name: &str) -> Result<KernelId> {
        self.find("kernel", name, &self.module.kernels, |k| &k.name).map(KernelId)
    }

    fn worklist_id(&mut self) -> Result<WorklistId> {
        let name = self.word("a worklist")?;
        self.find("worklist", name, &self.module.worklists, |w| &w.name).map(WorklistId)
    }

    fn local_id(&self, name: &str) -> Result<LocalId> {
        self.find("local", name, &self.locals, |l| &l.name).map(LocalId)
    }

    /// `name: type`, a new local.
    fn declaration(&mut self) -> Result<LocalId> {
        let name = self.word("a name")?.to_string();
        self.expect(":")?;
        let ty = self.ty()?;
        self.locals.push(Local { name, ty });
        Ok(LocalId(self.locals.len() as u32 - 1))
    }

    fn braces<S>(&mut self, stmt: fn(&mut Self) -> Result<S>) -> Result<Vec<S>> {
        self.expect("{")?;
        let mut body = vec![];
        while !self.eat("}") {
            if self.next >= self.tokens.len() {
                return self.error("expected `}`, found the end");
            }
            body.push(self.deeper(stmt)?);
        }
        Ok(body)
    }

    fn deeper<T>(&mut self, read: fn(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return self.error(format!("nested more than {MAX_DEPTH} deep"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Whether a place starts here, even where the array is named as a statement is (`set[u] = …`).
    fn at_place(&self) -> bool {
        matches!(self.peek_second(), "[" | "~" | "?")
    }

    fn stmt(&mut self) -> Result<Stmt> {
        let kind = match self.peek() {
            _ if self.at_place() => {
                let (place, value) = self.store()?;
                StmtKind::Store(place, value)
            }
            "let" => {
                self.take();
                let id = self.declaration()?;
                self.expect("=")?;
                if !self.at_place() && self.eat("atomic") {
                    self.atomic(Some(id))?
                } else {
                    StmtKind::Let(id, self.expr()?)
                }
            }
            "set" => {
                self.take();
                let (id, value) = self.assignment()?;
                StmtKind::Assign(id, value)
            }
            "atomic" => {
                self.take();
                self.atomic(None)?
            }
            "push" => {
                self.take();
                StmtKind::Push(self.worklist_id()?, self.expr()?)
            }
            "if" => {
                self.take();
                let cond = self.expr()?;
                let then = self.braces(Self::stmt)?;
                let otherwise = if self.eat("else") { self.braces(Self::stmt)? } else { vec![] };
                StmtKind::If(cond, then, otherwise)
            }
            "while" => {
                self.take();
                StmtKind::While(self.expr()?, self.braces(Self::stmt)?)
            }
            "break" => {
                self.take();
                StmtKind::Break
            }
            "continue" => {
                self.take();
                StmtKind::Continue
            }
            "forall" => {
                self.take();
                self.forall()?
            }
            "for" => {
                self.take();
                self.counted()?
            }
            other => return self.error(format!("no statement `{other}`")),
        };
        Ok(Stmt { kind, origin: Origin::default() })
    }

    fn assignment(&mut self) -> Result<(LocalId, Expr)> {
        let name = self.word("a local")?;
        let id = self.local_id(name)?;
        self.expect("=")?;
        Ok((id, self.expr()?))
    }

    fn store(&mut self) -> Result<(Place, Expr)> {
        let name = self.word("a statement")?;
        let place = self.place(name)?;
        self.expect("=")?;
        Ok((place, self.expr()?))
    }

    fn atomic(&mut self, old: Option<LocalId>) -> Result<StmtKind> {
        let name = self.word("an atomic operation")?;
        let Some(&(op, _)) = ATOMIC_NAMES.iter().find(|(_, n)| *n == name) else {
            return self.error_behind(format!("no atomic operation `{name}`"));
        };
        let array = self.word("an array")?;
        let place = self.place(array)?;
        let mut operands = vec![];
        while self.eat(",") {
            operands.push(self.expr()?);
        }
        Ok(StmtKind::Atomic { op, place, operands, old })
    }

    fn forall(&mut self) -> Result<StmtKind> {
        let mapping = match self.word("a mapping")? {
            "parallel" => Mapping::Parallel,
            "serial" => Mapping::Serial,
            other => return self.error_behind(format!("no mapping `{other}`")),
        };
        let var = self.declaration()?;
        self.expect("in")?;
        let domain = match self.word("a domain")? {
            "nodes" => Domain::Nodes,
            "edges" => Domain::Edges,
            "worklist" => Domain::Worklist(self.worklist_id()?),
            "range" => {
                let start = self.expr()?;
                self.expect(",")?;
                Domain::Range(start, self.expr()?)
            }
            "out" => Domain::OutEdges(self.expr()?),
            "in" => Domain::InEdges(self.expr()?),
            other => return self.error_behind(format!("no domain `{other}`")),
        };
        let body = self.braces(Self::stmt)?;
        Ok(StmtKind::ForAll { var, domain, mapping, body })
    }

    fn counted(&mut self) -> Result<StmtKind> {
        let var = self.declaration()?;
        self.expect("=")?;
        let start = self.expr()?;
        self.expect("to")?;
        let end = self.expr()?;
        self.expect("by")?;
        let step = self.expr()?;
        let body = self.braces(Self::stmt)?;
        Ok(StmtKind::For { var, start, end, step, body })
    }

    fn host_stmt(&mut self) -> Result<HostStmt> {
        Ok(match self.peek() {
            _ if self.at_place() => {
                let (place, value) = self.store()?;
                HostStmt::Store(place, value)
            }
            "let" => {
                self.take();
                let id = self.declaration()?;
                self.expect("=")?;
                HostStmt::Let(id, self.expr()?)
            }
            "set" => {
                self.take();
                let (id, value) = self.assignment()?;
                HostStmt::Assign(id, value)
            }
            "fill" => {
                self.take();
                let name = self.word("an array")?;
                let id = self.array_id(name)?;
                self.expect("=")?;
                HostStmt::Fill(id, self.expr()?)
            }
            "launch" => {
                self.take();
                let name = self.word("a kernel")?;
                let id = self.kernel_id(name)?;
                self.expect("(")?;
                HostStmt::Launch(id, self.comma_separated(")", Self::expr)?)
            }
            "if" => {
                self.take();
                let cond = self.expr()?;
                let then = self.braces(Self::host_stmt)?;
                let otherwise =
                    if self.eat("else") { self.braces(Self::host_stmt)? } else { vec![] };
                HostStmt::If(cond, then, otherwise)
            }
            "while" => {
                self.take();
                HostStmt::While(self.expr()?, self.braces(Self::host_stmt)?)
            }
            "iterate" => {
                self.take();
                let body = self.braces(Self::host_stmt)?;
                self.expect("while")?;
                HostStmt::Iterate(body, self.expr()?)
            }
            "once" | "pipe" => self.pipe()?,
            other => return self.error(format!("no statement `{other}`")),
        })
    }

    fn pipe(&mut self) -> Result<HostStmt> {
        let once = self.eat("once");
        self.expect("pipe")?;
        let worklist = self.worklist_id()?;
        let seed = if self.eat("nodes") {
            Some(Seed::Nodes)
        } else if self.eat("[") {
            Some(Seed::Items(self.comma_separated("]", Self::expr)?))
        } else {
            None
        };
        let body = self.braces(Self::host_stmt)?;
        Ok(HostStmt::Pipe { worklist, once, seed, body })
    }

    fn bounds(&mut self) -> Bounds {
        if self.eat("?") { Bounds::Checked } else { Bounds::Proven }
    }

    /// The rest of a place, behind the array's name.
    fn place(&mut self, name: &str) -> Result<Place> {
        let array = self.array_id(name)?;
        let access = if self.eat("~") { Access::Relaxed } else { Access::Plain };
        let bounds = self.bounds();
        Ok(Place { array, index: self.subscript()?, access, bounds })
    }

    fn subscript(&mut self) -> Result<Expr> {
        self.expect("[")?;
        let index = self.expr()?;
        self.expect("]")?;
        Ok(index)
    }

    fn literal(&mut self) -> Result<Value> {
        let expr = self.expr()?;
        match expr.kind {
            ExprKind::Const(value) => Ok(value),
            _ => self.error_behind("expected a literal"),
        }
    }

    fn expr(&mut self) -> Result<Expr> {
        self.deeper(Self::nested_expr)
    }

    fn nested_expr(&mut self) -> Result<Expr> {
        let token = self.peek();
        match token {
            "(" => {
                self.take();
                let left = self.expr()?;
                let spelling = self.take();
                let op = self.binary_op(spelling)?;
                let right = self.expr()?;
                self.expect(")")?;
                Ok(Expr::binary(op, left, right))
            }
            "$" => {
                self.take();
                let name = self.word("a parameter")?;
                let id = self.find("parameter", name, &self.module.params, |p| &p.name)?;
                let ty = self.module.params[id as usize].ty;
                Ok(Expr { ty, kind: ExprKind::Param(ParamId(id)) })
            }
            "@" => {
                self.take();
                self.known()
            }
            "true" | "false" => {
                self.take();
                Ok(Expr::constant(Value::Bool(token == "true")))
            }
            "-" => {
                self.take();
                let digits = self.peek();
                if !digits.starts_with(|c: char| c.is_ascii_digit()) {
                    return self.error(format!("expected a number, found {}", self.found()));
                }
                self.take();
                self.number(&format!("-{digits}"))
            }
            _ if token.starts_with(|c: char| c.is_ascii_digit()) => {
                self.take();
                self.number(token)
            }
            _ if self.peek_second() == "(" => self.call(),
            _ => {
                let name = self.word("an expression")?;
                if matches!(self.peek(), "[" | "~" | "?") {
                    let place = self.place(name)?;
                    let ty = self.module.arrays[place.array.index()].ty;
                    return Ok(Expr { ty, kind: ExprKind::Load(Box::new(place)) });
                }
                let id = self.local_id(name)?;
                Ok(Expr::local(id, self.locals[id.index()].ty))
            }
        }
    }

    fn binary_op(&self, spelling: &str) -> Result<BinaryOp> {
        match BinaryOp::SPELLINGS.iter().find(|(_, s)| *s == spelling) {
            Some((op, _)) => Ok(*op),
            None => self.error_behind(format!("no operator `{spelling}`")),
        }
    }

    /// What the graph and the launch know, behind the `@`.
    fn known(&mut self) -> Result<Expr> {
        let name = self.word("a name")?;
        if let Some(array) = GraphArray::ALL.into_iter().find(|a| a.name() == name) {
            let bounds = self.bounds();
            let index = Box::new(self.subscript()?);
            return Ok(Expr { ty: array.ty(), kind: ExprKind::Graph(array, index, bounds) });
        }
        Ok(match name {
            "node_count" => Expr::u32(ExprKind::NodeCount),
            "arc_count" => Expr::u32(ExprKind::ArcCount),
            "global_id" => Expr::u32(ExprKind::GlobalId),
            "global_size" => Expr::u32(ExprKind::GlobalSize),
            "size" => {
                self.expect("(")?;
                let id = self.worklist_id()?;
                self.expect(")")?;
                Expr::u32(ExprKind::WorklistSize(id))
            }
            "item" => {
                self.expect("(")?;
                let id = self.worklist_id()?;
                self.expect(",")?;
                let index = Box::new(self.expr()?);
                self.expect(")")?;
                Expr { ty: Type::Node, kind: ExprKind::WorklistItem(id, index) }
            }
            other => return self.error_behind(format!("no `@{other}`")),
        })
    }

    /// A cast, a select, a prefix operator, a minimum or a maximum; or a float by its bits.
    fn call(&mut self) -> Result<Expr> {
        let name = self.word("a function")?;
        self.expect("(")?;
        let cast = Type::from_name(name);
        if let (Some(ty), Some(hex)) = (cast, self.peek().strip_prefix("0x")) {
            let Ok(bits) = u64::from_str_radix(hex, 16) else {
                return self.error("expected the bits of a float");
            };
            self.take();
            self.expect(")")?;
            return Ok(Expr::constant(Value::from_bits(ty, bits)));
        }
        let mut args = self.comma_separated(")", Self::expr)?.into_iter();
        let unary = UnaryOp::SPELLINGS.iter().find(|(_, s)| *s == name);
        match (args.next(), args.next(), args.next(), args.next()) {
            (Some(a), None, None, None) => {
                if let Some(ty) = cast {
                    return Ok(Expr { ty, kind: ExprKind::Cast(Box::new(a)) });
                }
                if let Some((op, _)) = unary {
                    return Ok(Expr::unary(*op, a));
                }
            }
            (Some(a), Some(b), None, None) if name == "min" || name == "max" => {
                return Ok(Expr::binary(self.binary_op(name)?, a, b));
            }
            (Some(a), Some(b), Some(c), None) if name == "select" => {
                let kind = ExprKind::Select(Box::new(a), Box::new(b), Box::new(c));
                let ExprKind::Select(_, b, _) = &kind else { unreachable!("built above") };
                return Ok(Expr { ty: b.ty, kind });
            }
            _ => {}
        }
        self.error_behind(format!("no function `{name}` of so many operands"))
    }

    fn number(&self, text: &str) -> Result<Expr> {
        let wrong = || self.error_behind(format!("`{text}` is no literal with a type"));
        let at = Type::ALL
            .into_iter()
            .find_map(|ty| text.strip_suffix(ty.name()).map(|digits| (ty, digits)));
        let Some((ty, digits)) = at else {
            return wrong();
        };
        let value = match ty {
            Type::I32 => digits.parse().ok().map(Value::I32),
            Type::U32 => digits.parse().ok().map(Value::U32),
            Type::I64 => digits.parse().ok().map(Value::I64),
            Type::U64 => digits.parse().ok().map(Value::U64),
            Type::F32 => digits.parse().ok().map(Value::F32),
            Type::F64 => digits.parse().ok().map(Value::F64),
            Type::Node => digits.parse().ok().map(Value::Node),
            Type::Edge => digits.parse().ok().map(Value::Edge),
            Type::Bool => None,
        };
        value.map_or_else(wrong, |value| Ok(Expr::constant(value)))
    }
}
