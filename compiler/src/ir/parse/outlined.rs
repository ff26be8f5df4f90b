//! Parses outlined loops and their statements.

use super::{Reader, Result};
use crate::ir::local_memory::{LocalArray, LocalLength, LocalShape};
use crate::ir::*;

impl Reader<'_> {
    pub(super) fn outlined(&mut self) -> Result<()> {
        let name = self.word("a name")?;
        self.locals = Locals::default();
        self.memory.clear();
        self.expect("(")?;
        let params = self.comma_separated(")", Self::passed)?;
        let width = match self.peek() {
            "narrow" => {
                self.take();
                LoopWidth::Narrow
            }
            "groups" => {
                self.take();
                LoopWidth::PerUnit(self.count_of_elements()?)
            }
            _ => LoopWidth::Wide,
        };
        while self.eat("local") {
            self.local_array()?;
        }
        let body = self.braces(Self::outlined_stmt)?;
        let outlined = OutlinedLoop {
            name: name.to_string(),
            locals: std::mem::take(&mut self.locals),
            params,
            width,
            memory: std::mem::take(&mut self.memory),
            body,
        };
        let id = self.outlined_id(name)?;
        self.module.outlined[id.index()] = outlined;
        Ok(())
    }

    /// Parses the declaration of a parameter. Returns how it is passed.
    fn passed(&mut self) -> Result<Passing> {
        let inout = self.peek() == "inout" && self.peek_second() != ":";
        self.next += usize::from(inout);
        self.declaration()?;
        Ok(if inout { Passing::InOut } else { Passing::In })
    }

    fn local_array(&mut self) -> Result<()> {
        let name = self.word("a name")?.to_string();
        self.expect(":")?;
        let ty = self.ty()?;
        self.expect("[")?;
        let word = self.word("a length")?;
        let Some((_, length)) = LocalLength::ALL.into_iter().find(|(name, _)| *name == word) else {
            return self.error_behind(format!("no length `{word}` of local memory"));
        };
        self.expect("]")?;
        self.memory.push(LocalArray { name, shape: LocalShape { ty, length } });
        Ok(())
    }

    fn outlined_stmt(&mut self) -> Result<OutlinedStmt> {
        if self.peek() == "swap" && self.peek_second() == "buffers" && !self.is_array_swap() {
            self.next += 2;
            return Ok(OutlinedStmt::SwapBuffers(self.worklist_id()?));
        }
        if let Some(action) = self.action()? {
            return Ok(OutlinedStmt::Act(action));
        }
        Ok(match self.take() {
            "call" => self.call_of_kernel()?,
            "barrier" => OutlinedStmt::Barrier(self.scope()?),
            "if" => {
                let cond = self.expr()?;
                let then = self.braces(Self::outlined_stmt)?;
                let otherwise =
                    if self.eat("else") { self.braces(Self::outlined_stmt)? } else { vec![] };
                OutlinedStmt::If(cond, then, otherwise)
            }
            "while" => {
                let (condition, checked) = (self.expr()?, self.checked()?);
                OutlinedStmt::While { condition, checked, body: self.braces(Self::outlined_stmt)? }
            }
            "for" => {
                let (var, start, end) = self.count()?;
                OutlinedStmt::For { var, start, end, body: self.braces(Self::outlined_stmt)? }
            }
            "iterate" => {
                let checked = self.checked()?;
                let body = self.braces(Self::outlined_stmt)?;
                self.expect("while")?;
                OutlinedStmt::Iterate { body, condition: self.expr()?, checked }
            }
            "once" => OutlinedStmt::Once(self.braces(Self::outlined_stmt)?),
            "counted" => {
                self.expect("single")?;
                self.single(true)?
            }
            "single" => self.single(false)?,
            "scope" => OutlinedStmt::Scope(self.braces(Self::outlined_stmt)?),
            "break" => OutlinedStmt::Break,
            "continue" => OutlinedStmt::Continue,
            "path" if self.eat("start") => OutlinedStmt::PathStart,
            "path" if self.eat("end") => OutlinedStmt::PathEnd,
            other => return self.error_behind(format!("no statement `{other}`")),
        })
    }

    /// Whether the next statement swaps two arrays of which the first has the name `buffers`.
    /// Otherwise, `swap buffers` swaps the buffers of a worklist.
    fn is_array_swap(&self) -> bool {
        self.tokens.get(self.next + 2).is_some_and(|token| token.0 == ",")
    }

    /// Parses the word `again` before the name of a kernel. Before a bracket, it is the name.
    pub(super) fn again(&mut self) -> bool {
        let is_name = self.tokens.get(self.next + 1).is_some_and(|token| token.0 == "(");
        !is_name && self.eat("again")
    }

    fn call_of_kernel(&mut self) -> Result<OutlinedStmt> {
        let again = self.again();
        let name = self.word("a kernel")?;
        let kernel = self.kernel_id(name)?;
        self.expect("(")?;
        let args = self.comma_separated(")", Self::expr)?;
        let mut memory = vec![];
        if self.eat("with") {
            memory.push(self.memory_id()?);
            while self.eat(",") {
                memory.push(self.memory_id()?);
            }
        }
        Ok(OutlinedStmt::Call { kernel, args, memory, again })
    }

    fn memory_id(&mut self) -> Result<MemoryId> {
        self.expect("%")?;
        let name = self.word("local memory")?;
        self.find("local memory", name, &self.memory, |m| &m.name).map(MemoryId)
    }

    fn single(&mut self, counted: bool) -> Result<OutlinedStmt> {
        let flag = self.declaration()?;
        self.expect("=")?;
        let taken = self.expr()?;
        let body = self.braces(Self::outlined_stmt)?;
        Ok(OutlinedStmt::Single { flag, taken, counted, body })
    }

    /// Parses the worklists whose capacity the head of a loop checks.
    fn checked(&mut self) -> Result<Vec<WorklistId>> {
        let mut worklists = vec![];
        if self.eat("checks") {
            worklists.push(self.worklist_id()?);
            while self.eat(",") {
                worklists.push(self.worklist_id()?);
            }
        }
        Ok(worklists)
    }
}
