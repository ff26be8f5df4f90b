//! The text form of the IR. [`parse`](super::parse) reads exactly what this module writes.
//!
//! ```text
//! module bfs parallel
//!
//! param source: node = 0node
//! array level: u32[nodes] = 4294967295u32
//! worklist worklist
//!
//! kernel visit(depth: u32) {
//!   forall parallel u: node in worklist worklist {
//!     forall serial e: edge in out? u {
//!       let v: node = @targets?[e]
//!       if (level~?[v] == 4294967295u32) {
//!         level~?[v] = depth
//!         push worklist v
//!       }
//!     }
//!   }
//! }
//! ```
//!
//! After the name of an array, `~` marks a relaxed access (otherwise it is plain), and `?` marks a
//! checked index (otherwise it is proven). Prefixes mark other names: `@` values of the graph and
//! of the launch, `$` parameters of the program, and `%` memory that a workgroup shares. Infix
//! operators are always in parentheses.

use std::fmt::{self, Display, Formatter, Write};

use super::*;

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "module {} {}", self.name, self.stage.name())?;
        writeln!(f)?;
        for requirement in &self.requirements {
            writeln!(f, "graph {}", requirement.name())?;
        }
        for param in &self.params {
            write!(f, "param {}: {}", param.name, param.ty)?;
            match param.default {
                Some(value) => writeln!(f, " = {value}")?,
                None => writeln!(f)?,
            }
        }
        for array in &self.arrays {
            let Array { name, ty, extent, .. } = array;
            write!(f, "array {name}: {ty}[{}] = ", extent.name())?;
            match array.init {
                Init::Fill(value) => writeln!(f, "{value}")?,
                Init::Weights => writeln!(f, "weights")?,
            }
        }
        for worklist in &self.worklists {
            writeln!(f, "worklist {}", worklist.name)?;
        }
        for kernel in &self.kernels {
            f.write_char('\n')?;
            let Kernel { locals, shared, .. } = kernel;
            Writer { module: self, locals, shared, indent: 0, out: f }.kernel(kernel)?;
        }
        f.write_char('\n')?;
        Writer { module: self, locals: &self.main.locals, shared: &[], indent: 0, out: f }
            .main(&self.main)?;
        f.write_char('\n')?;
        for output in &self.outputs {
            writeln!(f, "output {}", self.arrays[output.index()].name)?;
        }
        for check in &self.checks {
            let args: Vec<&str> = check.args.iter().map(|arg| self.check_arg_name(*arg)).collect();
            writeln!(f, "check {}({})", check.oracle, args.join(", "))?;
        }
        Ok(())
    }
}

/// Writes a statement of a kernel as text.
pub fn statement<'m>(module: &'m Module, kernel: &'m Kernel, stmt: &'m Stmt) -> impl Display + 'm {
    Statement { module, kernel, stmt }
}

struct Statement<'m> {
    module: &'m Module,
    kernel: &'m Kernel,
    stmt: &'m Stmt,
}

impl Display for Statement<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Kernel { locals, shared, .. } = self.kernel;
        Writer { module: self.module, locals, shared, indent: 0, out: f }.stmt(self.stmt)
    }
}

impl Module {
    /// Returns the name of an argument of an oracle.
    pub fn check_arg_name(&self, arg: CheckArg) -> &str {
        match arg {
            CheckArg::Array(id) => &self.arrays[id.index()].name,
            CheckArg::Param(id) => &self.params[id.index()].name,
        }
    }
}

impl Stage {
    /// Returns the name in the IR's text.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Parallel => "parallel",
            Stage::Distributed => "distributed",
        }
    }
}

impl Extent {
    /// Returns the name in the IR's text and in schedules.
    pub fn name(self) -> &'static str {
        match self {
            Extent::One => "one",
            Extent::Nodes => "nodes",
            Extent::Edges => "edges",
        }
    }
}

impl Display for Value {
    /// Writes a literal with its type: `7u32`, `true`, `0.5f32`. Infinities and NaNs are written as
    /// their bits: `f32(0x7f800000)`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Value::Bool(x) => write!(f, "{x}"),
            Value::I32(x) => write!(f, "{x}i32"),
            Value::U32(x) => write!(f, "{x}u32"),
            Value::I64(x) => write!(f, "{x}i64"),
            Value::U64(x) => write!(f, "{x}u64"),
            Value::Node(x) => write!(f, "{x}node"),
            Value::Edge(x) => write!(f, "{x}edge"),
            Value::F32(x) if x.is_finite() => write!(f, "{x:?}f32"),
            Value::F64(x) if x.is_finite() => write!(f, "{x:?}f64"),
            Value::F32(x) => write!(f, "f32(0x{:x})", x.to_bits()),
            Value::F64(x) => write!(f, "f64(0x{:x})", x.to_bits()),
        }
    }
}

impl BinaryOp {
    /// Every operator with its spelling in the IR's text. Words are written as calls.
    pub const SPELLINGS: [(BinaryOp, &'static str); 20] = [
        (BinaryOp::Add, "+"),
        (BinaryOp::Sub, "-"),
        (BinaryOp::Mul, "*"),
        (BinaryOp::Div, "/"),
        (BinaryOp::Rem, "%"),
        (BinaryOp::BitAnd, "&"),
        (BinaryOp::BitOr, "|"),
        (BinaryOp::BitXor, "^"),
        (BinaryOp::Shl, "<<"),
        (BinaryOp::Shr, ">>"),
        (BinaryOp::Min, "min"),
        (BinaryOp::Max, "max"),
        (BinaryOp::And, "&&"),
        (BinaryOp::Or, "||"),
        (BinaryOp::Eq, "=="),
        (BinaryOp::Ne, "!="),
        (BinaryOp::Lt, "<"),
        (BinaryOp::Le, "<="),
        (BinaryOp::Gt, ">"),
        (BinaryOp::Ge, ">="),
    ];

    /// Returns the spelling in the IR's text and in schedules.
    pub fn spelling(self) -> &'static str {
        Self::SPELLINGS.iter().find(|(op, _)| *op == self).map_or("", |(_, s)| s)
    }
}

impl UnaryOp {
    /// Every operator with its name in the IR's text. It is written as a call.
    pub const SPELLINGS: [(UnaryOp, &'static str); 4] = [
        (UnaryOp::Neg, "neg"),
        (UnaryOp::Not, "not"),
        (UnaryOp::BitNot, "bitnot"),
        (UnaryOp::Abs, "abs"),
    ];

    /// Returns the spelling in the IR's text and in schedules.
    pub fn spelling(self) -> &'static str {
        Self::SPELLINGS.iter().find(|(op, _)| *op == self).map_or("", |(_, s)| s)
    }
}

struct Writer<'m, 'f, 'o> {
    module: &'m Module,
    locals: &'m [Local],
    shared: &'m [Shared],
    indent: usize,
    out: &'f mut Formatter<'o>,
}

impl<'m> Writer<'m, '_, '_> {
    fn kernel(&mut self, kernel: &Kernel) -> fmt::Result {
        write!(self.out, "kernel {}(", kernel.name)?;
        for (i, local) in kernel.locals[..kernel.params].iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            write!(self.out, "{comma}{}: {}", local.name, local.ty)?;
        }
        self.out.write_str(") ")?;
        for Shared { name, ty, extent } in &kernel.shared {
            write!(self.out, "shared {name}: {ty}[{}] ", extent.name())?;
        }
        self.braces(&kernel.body, Self::stmt)?;
        self.out.write_char('\n')
    }

    fn main(&mut self, main: &Main) -> fmt::Result {
        self.out.write_str("main ")?;
        self.braces(&main.body, Self::host_stmt)?;
        self.out.write_char('\n')
    }

    fn braces<S>(&mut self, body: &[S], write: fn(&mut Self, &S) -> fmt::Result) -> fmt::Result {
        self.out.write_str("{\n")?;
        self.indent += 1;
        for stmt in body {
            write!(self.out, "{:1$}", "", self.indent * 2)?;
            write(self, stmt)?;
            self.out.write_char('\n')?;
        }
        self.indent -= 1;
        write!(self.out, "{:1$}}}", "", self.indent * 2)
    }

    fn declare(&self, id: LocalId) -> String {
        let Local { name, ty } = &self.locals[id.index()];
        format!("{name}: {ty}")
    }

    fn name(&self, id: LocalId) -> &'m str {
        &self.locals[id.index()].name
    }

    fn worklist(&self, id: WorklistId) -> &'m str {
        &self.module.worklists[id.index()].name
    }

    fn shared(&self, id: SharedId) -> String {
        format!("%{}", self.shared[id.index()].name)
    }

    fn stmt(&mut self, stmt: &Stmt) -> fmt::Result {
        match &stmt.kind {
            StmtKind::Let(id, e) => {
                write!(self.out, "let {} = {}", self.declare(*id), self.expr(e))
            }
            StmtKind::Assign(id, e) => {
                write!(self.out, "set {} = {}", self.name(*id), self.expr(e))
            }
            StmtKind::Store(place, e) => {
                write!(self.out, "{} = {}", self.place(place), self.expr(e))
            }
            StmtKind::Atomic { op, place, operands, old } => {
                if let Some(old) = old {
                    write!(self.out, "let {} = ", self.declare(*old))?;
                }
                let operands: Vec<String> = operands.iter().map(|e| self.expr(e)).collect();
                let (op, place) = (op.name(), self.place(place));
                write!(self.out, "atomic {op} {place}, {}", operands.join(", "))
            }
            StmtKind::Reduce(id, op, e) => {
                write!(self.out, "reduce {} {}, {}", op.name(), self.name(*id), self.expr(e))
            }
            StmtKind::Exclusive { owners, nodes, body, otherwise } => {
                let nodes: Vec<String> = nodes.iter().map(|e| self.expr(e)).collect();
                let owners = &self.module.arrays[owners.index()].name;
                write!(self.out, "exclusive {owners}({}) ", nodes.join(", "))?;
                self.branches(body, otherwise, Self::stmt)
            }
            StmtKind::Push(worklist, item) => {
                write!(self.out, "push {} {}", self.worklist(*worklist), self.expr(item))
            }
            StmtKind::StoreShared(id, index, e) => {
                let (index, e) = (self.expr(index), self.expr(e));
                write!(self.out, "{}[{index}] = {e}", self.shared(*id))
            }
            StmtKind::AtomicShared { op, shared, index, operand, old } => {
                if let Some(old) = old {
                    write!(self.out, "let {} = ", self.declare(*old))?;
                }
                let (op, index, operand) = (op.name(), self.expr(index), self.expr(operand));
                write!(self.out, "atomic {op} {}[{index}], {operand}", self.shared(*shared))
            }
            StmtKind::Barrier(scope) => write!(self.out, "barrier {}", scope.name()),
            StmtKind::Collective { scope, op, value, result } => {
                let (result, op, scope) = (self.declare(*result), op.name(), scope.name());
                write!(self.out, "collective {result} = {op} {scope}, {}", self.expr(value))
            }
            StmtKind::Scan { value, before, total } => {
                let (before, total) = (self.declare(*before), self.declare(*total));
                write!(self.out, "scan {before}, {total} = {}", self.expr(value))
            }
            StmtKind::Enqueue(worklist, item) => {
                write!(self.out, "enqueue {} {}", self.worklist(*worklist), self.expr(item))
            }
            StmtKind::Flush(worklist) => write!(self.out, "flush {}", self.worklist(*worklist)),
            StmtKind::If(cond, then, otherwise) => {
                write!(self.out, "if {} ", self.expr(cond))?;
                self.branches(then, otherwise, Self::stmt)
            }
            StmtKind::While(cond, body) => {
                write!(self.out, "while {} ", self.expr(cond))?;
                self.braces(body, Self::stmt)
            }
            StmtKind::Break => self.out.write_str("break"),
            StmtKind::Continue => self.out.write_str("continue"),
            StmtKind::ForAll { var, domain, mapping, body } => {
                let mapping = match mapping {
                    Mapping::Parallel => "parallel",
                    Mapping::Serial => "serial",
                };
                let domain = self.domain(domain);
                write!(self.out, "forall {mapping} {} in {domain} ", self.declare(*var))?;
                self.braces(body, Self::stmt)
            }
            StmtKind::For { var, start, end, step, body } => {
                let [start, end, step] = [start, end, step].map(|e| self.expr(e));
                let var = self.declare(*var);
                write!(self.out, "for {var} = {start} to {end} by {step} ")?;
                self.braces(body, Self::stmt)
            }
        }
    }

    fn branches<S>(
        &mut self,
        then: &[S],
        otherwise: &[S],
        write: fn(&mut Self, &S) -> fmt::Result,
    ) -> fmt::Result {
        self.braces(then, write)?;
        if !otherwise.is_empty() {
            self.out.write_str(" else ")?;
            self.braces(otherwise, write)?;
        }
        Ok(())
    }

    fn host_stmt(&mut self, stmt: &HostStmt) -> fmt::Result {
        match stmt {
            HostStmt::Let(id, e) => {
                write!(self.out, "let {} = {}", self.declare(*id), self.expr(e))
            }
            HostStmt::Assign(id, e) => {
                write!(self.out, "set {} = {}", self.name(*id), self.expr(e))
            }
            HostStmt::Store(place, e) => {
                write!(self.out, "{} = {}", self.place(place), self.expr(e))
            }
            HostStmt::Fill(array, e) => {
                let name = &self.module.arrays[array.index()].name;
                write!(self.out, "fill {name} = {}", self.expr(e))
            }
            HostStmt::Swap(a, b) => {
                let name = |id: &ArrayId| &self.module.arrays[id.index()].name;
                write!(self.out, "swap {}, {}", name(a), name(b))
            }
            HostStmt::SwapWorklists(a, b) => {
                write!(self.out, "swap worklists {}, {}", self.worklist(*a), self.worklist(*b))
            }
            HostStmt::Clear(worklist) => write!(self.out, "clear {}", self.worklist(*worklist)),
            HostStmt::Seed(worklist, seed) => {
                write!(self.out, "seed {} {}", self.worklist(*worklist), self.seed(seed))
            }
            HostStmt::Launch(kernel, args) => {
                let args: Vec<String> = args.iter().map(|e| self.expr(e)).collect();
                let name = &self.module.kernels[kernel.index()].name;
                write!(self.out, "launch {name}({})", args.join(", "))
            }
            HostStmt::If(cond, then, otherwise) => {
                write!(self.out, "if {} ", self.expr(cond))?;
                self.branches(then, otherwise, Self::host_stmt)
            }
            HostStmt::While(cond, body) => {
                write!(self.out, "while {} ", self.expr(cond))?;
                self.braces(body, Self::host_stmt)
            }
            HostStmt::For { var, start, end, body } => {
                let (start, end) = (self.expr(start), self.expr(end));
                write!(self.out, "for {} = {start} to {end} ", self.declare(*var))?;
                self.braces(body, Self::host_stmt)
            }
            HostStmt::Break => self.out.write_str("break"),
            HostStmt::Continue => self.out.write_str("continue"),
            HostStmt::Iterate(body, cond) => {
                self.out.write_str("iterate ")?;
                self.braces(body, Self::host_stmt)?;
                write!(self.out, " while {}", self.expr(cond))
            }
            HostStmt::Pipe { worklist, once, seed, body } => {
                let once = if *once { "once " } else { "" };
                write!(self.out, "{once}pipe {} ", self.worklist(*worklist))?;
                if let Some(seed) = seed {
                    write!(self.out, "{} ", self.seed(seed))?;
                }
                self.braces(body, Self::host_stmt)
            }
            HostStmt::Outline(body) => {
                self.out.write_str("outline ")?;
                self.braces(body, Self::host_stmt)
            }
            HostStmt::GridBarrier => self.out.write_str("barrier grid"),
        }
    }

    fn seed(&self, seed: &Seed) -> String {
        match seed {
            Seed::Nodes => "nodes".into(),
            Seed::Items(items) => {
                let items: Vec<String> = items.iter().map(|e| self.expr(e)).collect();
                format!("[{}]", items.join(", "))
            }
        }
    }

    fn domain(&self, domain: &Domain) -> String {
        match domain {
            Domain::Nodes => "nodes".into(),
            Domain::Edges => "edges".into(),
            Domain::Worklist(id) => format!("worklist {}", self.worklist(*id)),
            Domain::Range(a, b) => format!("range {}, {}", self.expr(a), self.expr(b)),
            Domain::OutEdges(n, bounds) => format!("out{} {}", check_mark(*bounds), self.expr(n)),
            Domain::InEdges(n, bounds) => format!("in{} {}", check_mark(*bounds), self.expr(n)),
        }
    }

    fn place(&self, place: &Place) -> String {
        let name = &self.module.arrays[place.array.index()].name;
        let relaxed = if place.access == Access::Relaxed { "~" } else { "" };
        format!("{name}{relaxed}{}[{}]", check_mark(place.bounds), self.expr(&place.index))
    }

    fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Const(value) => value.to_string(),
            ExprKind::Local(id) => self.name(*id).to_string(),
            ExprKind::Param(id) => format!("${}", self.module.params[id.index()].name),
            ExprKind::Unary(op, a) => format!("{}({})", op.spelling(), self.expr(a)),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                match op {
                    BinaryOp::Min | BinaryOp::Max => format!("{}({a}, {b})", op.spelling()),
                    _ => format!("({a} {} {b})", op.spelling()),
                }
            }
            ExprKind::Cast(a) => format!("{}({})", expr.ty, self.expr(a)),
            ExprKind::Select(a, b, c) => {
                format!("select({}, {}, {})", self.expr(a), self.expr(b), self.expr(c))
            }
            ExprKind::Load(place) => self.place(place),
            ExprKind::Graph(array, index, bounds) => {
                format!("@{}{}[{}]", array.name(), check_mark(*bounds), self.expr(index))
            }
            ExprKind::NodeCount => "@node_count".into(),
            ExprKind::EdgeCount => "@edge_count".into(),
            ExprKind::WorklistSize(id) => format!("@size({})", self.worklist(*id)),
            ExprKind::Waiting(id) => format!("@waiting({})", self.worklist(*id)),
            ExprKind::WorklistItem(id, i) => {
                format!("@item({}, {})", self.worklist(*id), self.expr(i))
            }
            ExprKind::At(coordinate) => format!("@{}", coordinate.name()),
            ExprKind::Shared(id, i) => format!("{}[{}]", self.shared(*id), self.expr(i)),
            ExprKind::Search(id, value) => {
                format!("@search({}, {})", self.shared(*id), self.expr(value))
            }
        }
    }
}

fn check_mark(bounds: Bounds) -> &'static str {
    if bounds == Bounds::Checked { "?" } else { "" }
}
