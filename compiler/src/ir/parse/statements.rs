//! Parses the statements of kernels and of `main`.

use super::{MAX_DEPTH, Reader, Result};
use crate::ir::*;

impl Reader<'_> {
    pub(super) fn deeper<T>(&mut self, read: fn(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return self.error(format!("nested more than {MAX_DEPTH} deep"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Returns whether a place starts here, even if the name of the array is a keyword (`set[u] =
    /// …`).
    pub(super) fn at_place(&self) -> bool {
        matches!(self.peek_second(), "[" | "~" | "?")
    }

    pub(super) fn stmt(&mut self) -> Result<Stmt> {
        let word = if self.at_place() { "" } else { self.peek() };
        let kind = match word {
            "exclusive" | "if" | "while" | "forall" | "for" => self.with_blocks()?,
            _ => self.simple()?,
        };
        Ok(Stmt { kind, origin: Origin::default() })
    }

    /// Parses a statement that contains blocks. Such statements nest, so each kind has a function
    /// of its own, which keeps the stack frames small.
    fn with_blocks(&mut self) -> Result<StmtKind> {
        match self.take() {
            "exclusive" => self.exclusive(),
            "if" => self.conditional(),
            "while" => self.while_loop(),
            "forall" => self.forall(),
            _ => self.counted(),
        }
    }

    fn exclusive(&mut self) -> Result<StmtKind> {
        let owners = self.array_word()?;
        self.expect("(")?;
        let nodes = self.comma_separated(")", Self::expr)?;
        let body = self.braces(Self::stmt)?;
        let otherwise = self.otherwise()?;
        Ok(StmtKind::Exclusive { owners, nodes, body, otherwise })
    }

    fn conditional(&mut self) -> Result<StmtKind> {
        let cond = self.expr()?;
        let then = self.braces(Self::stmt)?;
        Ok(StmtKind::If(cond, then, self.otherwise()?))
    }

    fn otherwise(&mut self) -> Result<Block> {
        if self.eat("else") { self.braces(Self::stmt) } else { Ok(vec![]) }
    }

    fn while_loop(&mut self) -> Result<StmtKind> {
        Ok(StmtKind::While(self.expr()?, self.braces(Self::stmt)?))
    }

    /// Parses a statement without blocks.
    fn simple(&mut self) -> Result<StmtKind> {
        Ok(match self.peek() {
            _ if self.at_place() => {
                let (place, value) = self.store()?;
                StmtKind::Store(place, value)
            }
            "#" => {
                self.take();
                let element = self.local_element()?;
                self.expect("=")?;
                StmtKind::StoreElement(element, self.expr()?)
            }
            "let" if self.peek_second() == "#" => {
                self.take();
                self.take();
                let id = self.array_declaration()?;
                self.expect("=")?;
                StmtKind::LetArray(id, self.expr()?)
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
            "vector" => {
                self.take();
                let mut locals = vec![self.declaration()?];
                while self.eat(",") {
                    locals.push(self.declaration()?);
                }
                self.expect("=")?;
                StmtKind::LetVector(locals, self.expr()?)
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
            "reduce" => {
                self.take();
                let op = self.atomic_op()?;
                let name = self.word("a local")?;
                let id = self.local_id(name)?;
                self.expect(",")?;
                StmtKind::Reduce(id, op, self.expr()?)
            }
            "%" | "barrier" | "collective" | "scan" | "enqueue" | "flush" => self.together()?,
            "push" => {
                self.take();
                let worklist = self.worklist_id()?;
                StmtKind::Push(worklist, self.item(worklist)?)
            }
            "print" => StmtKind::Print(self.printed()?),
            "path" => {
                self.take();
                self.expect("start")?;
                StmtKind::PathStart
            }
            "break" => {
                self.take();
                StmtKind::Break
            }
            "continue" => {
                self.take();
                StmtKind::Continue
            }
            other => return self.error(format!("no statement `{other}`")),
        })
    }

    /// Parses a `print`.
    fn printed(&mut self) -> Result<Vec<PrintPart>> {
        self.take();
        let mut parts = vec![];
        while parts.is_empty() || self.eat(",") {
            let text = self.peek().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            parts.push(match text {
                Some(text) => {
                    self.take();
                    PrintPart::Text(text.to_string())
                }
                None => PrintPart::Value(self.expr()?),
            });
        }
        Ok(parts)
    }

    /// Parses an operation of a group of work-items.
    fn together(&mut self) -> Result<StmtKind> {
        Ok(match self.peek() {
            "%" => {
                let (id, index) = self.shared_element()?;
                self.expect("=")?;
                StmtKind::StoreShared(id, index, self.expr()?)
            }
            "barrier" => {
                self.take();
                StmtKind::Barrier(self.scope()?)
            }
            "collective" => {
                self.take();
                let result = self.declaration()?;
                self.expect("=")?;
                let op = self.atomic_op()?;
                let scope = self.scope()?;
                self.expect(",")?;
                StmtKind::Collective { scope, op, value: self.expr()?, result }
            }
            "scan" => {
                self.take();
                let before = self.declaration()?;
                self.expect(",")?;
                let total = self.declaration()?;
                self.expect("=")?;
                StmtKind::Scan { value: self.expr()?, before, total }
            }
            "enqueue" => {
                self.take();
                let worklist = self.worklist_id()?;
                StmtKind::Enqueue(worklist, self.item(worklist)?)
            }
            "flush" => {
                self.take();
                StmtKind::Flush(self.worklist_id()?)
            }
            other => return self.error(format!("no statement `{other}`")),
        })
    }

    pub(super) fn assignment(&mut self) -> Result<(LocalId, Expr)> {
        let name = self.word("a local")?;
        let id = self.local_id(name)?;
        self.expect("=")?;
        Ok((id, self.expr()?))
    }

    pub(super) fn store(&mut self) -> Result<(Place, Expr)> {
        let name = self.word("a statement")?;
        let place = self.place(name)?;
        self.expect("=")?;
        Ok((place, self.expr()?))
    }

    pub(super) fn atomic(&mut self, old: Option<LocalId>) -> Result<StmtKind> {
        let op = self.atomic_op()?;
        if self.peek() == "%" {
            let (shared, index) = self.shared_element()?;
            self.expect(",")?;
            return Ok(StmtKind::AtomicShared { op, shared, index, operand: self.expr()?, old });
        }
        let array = self.word("an array")?;
        let place = self.place(array)?;
        let mut operands = vec![];
        while self.eat(",") {
            operands.push(self.expr()?);
        }
        Ok(StmtKind::Atomic { op, place, operands, old })
    }

    pub(super) fn scope(&mut self) -> Result<Scope> {
        let word = self.word("a scope")?;
        match Scope::ALL.iter().find(|(name, _)| *name == word) {
            Some((_, scope)) => Ok(*scope),
            None => self.error_behind(format!("no scope `{word}`")),
        }
    }

    fn atomic_op(&mut self) -> Result<AtomicOp> {
        let name = self.word("an atomic operation")?;
        match AtomicOp::from_name(name) {
            Some(op) => Ok(op),
            None => self.error_behind(format!("no atomic operation `{name}`")),
        }
    }

    pub(super) fn forall(&mut self) -> Result<StmtKind> {
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
            "positions" => Domain::Positions(self.worklist_id()?),
            "range" => {
                let start = self.expr()?;
                self.expect(",")?;
                Domain::Range(start, self.expr()?)
            }
            "out" => {
                let bounds = self.bounds();
                Domain::OutEdges(self.expr()?, bounds)
            }
            "in" => {
                let bounds = self.bounds();
                Domain::InEdges(self.expr()?, bounds)
            }
            "in_positions" => {
                let bounds = self.bounds();
                Domain::InPositions(self.expr()?, bounds)
            }
            other => return self.error_behind(format!("no domain `{other}`")),
        };
        let body = self.braces(Self::stmt)?;
        Ok(StmtKind::ForAll { var, domain, mapping, body })
    }

    pub(super) fn counted(&mut self) -> Result<StmtKind> {
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

    /// Parses an action (a change of locals or memory in `main`). Returns `None` if the next
    /// statement is not an action.
    pub(super) fn action(&mut self) -> Result<Option<Action>> {
        Ok(Some(match self.peek() {
            _ if self.at_place() => {
                let (place, value) = self.store()?;
                Action::Store(place, value)
            }
            "let" => {
                self.take();
                let id = self.declaration()?;
                self.expect("=")?;
                Action::Let(id, self.expr()?)
            }
            "set" => {
                self.take();
                let (id, value) = self.assignment()?;
                Action::Assign(id, value)
            }
            "fill" => {
                self.take();
                let id = self.array_word()?;
                self.expect("=")?;
                Action::Fill(id, self.expr()?)
            }
            "swap" => {
                self.take();
                if self.peek() == "worklists" && self.peek_second() != "," {
                    self.take();
                    let first = self.worklist_id()?;
                    self.expect(",")?;
                    return Ok(Some(Action::SwapWorklists(first, self.worklist_id()?)));
                }
                let first = self.array_word()?;
                self.expect(",")?;
                Action::Swap(first, self.array_word()?)
            }
            "clear" => {
                self.take();
                Action::Clear(self.worklist_id()?)
            }
            "take" => {
                self.take();
                Action::Take(self.worklist_id()?)
            }
            "seed" => {
                self.take();
                let worklist = self.worklist_id()?;
                match self.seed(worklist)? {
                    Some(seed) => Action::Seed(worklist, seed),
                    None => return self.error("a seed is `nodes` or a list in `[` and `]`"),
                }
            }
            _ => return Ok(None),
        }))
    }

    pub(super) fn host_stmt(&mut self) -> Result<HostStmt> {
        if let Some(action) = self.action()? {
            return Ok(HostStmt::Act(action));
        }
        Ok(match self.peek() {
            "require" => {
                self.take();
                let cond = self.expr()?;
                let text = self.take().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
                match text {
                    Some(text) => HostStmt::Require(cond, text.to_string()),
                    None => return self.error_behind("expected a text"),
                }
            }
            "print" => HostStmt::Print(self.printed()?),
            "launch" => {
                self.take();
                let again = self.again();
                let name = self.word("a kernel")?;
                let kernel = self.kernel_id(name)?;
                self.expect("(")?;
                let args = self.comma_separated(")", Self::expr)?;
                HostStmt::Launch { kernel, args, again }
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
            "for" => {
                self.take();
                let (var, start, end) = self.count()?;
                HostStmt::For { var, start, end, body: self.braces(Self::host_stmt)? }
            }
            "break" => {
                self.take();
                HostStmt::Break
            }
            "continue" => {
                self.take();
                HostStmt::Continue
            }
            "iterate" => {
                self.take();
                let body = self.braces(Self::host_stmt)?;
                self.expect("while")?;
                HostStmt::Iterate(body, self.expr()?)
            }
            "contract" => {
                self.take();
                HostStmt::Contract(self.contraction()?)
            }
            "outline" => {
                self.take();
                let name = self.word("an outlined loop")?;
                let id = self.outlined_id(name)?;
                self.expect("(")?;
                let args = self.comma_separated(")", |reader| {
                    let name = reader.word("a local")?;
                    reader.local_id(name)
                })?;
                HostStmt::Outline(id, args)
            }
            "once" | "pipe" => self.pipe()?,
            other => return self.error(format!("no statement `{other}`")),
        })
    }

    fn contraction(&mut self) -> Result<Contraction> {
        let label = self.array_word()?;
        self.expect("into")?;
        let (member, mut carried) = (self.array_word()?, vec![]);
        if self.eat("carry") {
            carried.push(self.array_word()?);
            while self.eat(",") {
                carried.push(self.array_word()?);
            }
        }
        Ok(Contraction { label, member, carried })
    }

    /// Parses the head of a counted loop of `main`: the variable, the start and the end.
    pub(super) fn count(&mut self) -> Result<(LocalId, Expr, Expr)> {
        let var = self.declaration()?;
        self.expect("=")?;
        let start = self.expr()?;
        self.expect("to")?;
        Ok((var, start, self.expr()?))
    }

    pub(super) fn pipe(&mut self) -> Result<HostStmt> {
        let once = self.eat("once");
        self.expect("pipe")?;
        let worklist = self.worklist_id()?;
        let seed = self.seed(worklist)?;
        let body = self.braces(Self::host_stmt)?;
        Ok(HostStmt::Pipe { worklist, once, seed, body })
    }

    fn seed(&mut self, worklist: WorklistId) -> Result<Option<Seed>> {
        Ok(if self.eat("nodes") {
            Some(Seed::Nodes)
        } else if self.eat("input") {
            Some(Seed::Input)
        } else if self.eat("[") {
            Some(Seed::Items(self.comma_separated("]", |reader| reader.item(worklist))?))
        } else {
            None
        })
    }
}
