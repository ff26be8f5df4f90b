//! Conditionals of an outlined loop, and the jumps that leave rounds. A conditional in which the workgroup may
//! wait is loops in C, one for each arm; so a jump out of the round of the program's loop is, in C, a `break`
//! out of each arm around it, and `leaves` says on the way which jump it was.

use super::Outliner;
use crate::ir::{Expr, HostStmt};

impl Outliner<'_> {
    /// A conditional. Where the workgroup may wait in it, each arm is a loop of one round at most, and has a
    /// barrier before it that everybody comes to: PoCL 3.1 copies what follows a barrier that some ways
    /// lead past, and with barriers in both arms it writes behind its own memory.
    pub(super) fn conditional(
        &mut self,
        condition: &Expr,
        then: &[HostStmt],
        otherwise: &[HostStmt],
    ) {
        let condition = self.expr(condition);
        if !then.iter().chain(otherwise).any(waits) {
            self.braces(&format!("if ({condition})"), |this| this.block(then));
            if !otherwise.is_empty() {
                self.braces("else", |this| this.block(otherwise));
            }
            return;
        }
        let leaves = then.iter().chain(otherwise).any(leaves);
        let outermost = self.arms == 0;
        self.scope(|this| {
            this.line(&format!("const bool holds = {condition};"));
            if leaves && outermost {
                this.line("uint leaves = 0u;");
            }
            this.arm("holds", then);
            this.arm("!holds", otherwise);
            if !leaves {
                return;
            }
            if outermost {
                for jump in [Jump::Break, Jump::Continue] {
                    let (code, statement) = (jump.code(), jump.statement());
                    this.line(&format!("if (leaves == {code}) {statement};"));
                }
            } else {
                this.line("if (leaves != 0u) break;");
            }
            this.memory_in_use_at_break |= this.memory_in_use;
        });
    }

    fn arm(&mut self, taken: &str, block: &[HostStmt]) {
        if block.is_empty() {
            return;
        }
        let head = format!("for (bool now = {taken}; igc_takes(now); now = false)");
        self.arms += 1;
        self.braces(&head, |this| this.round(block, None));
        self.arms -= 1;
    }

    /// A jump of the program, out of all the loops that are its arms in C.
    pub(super) fn leave(&mut self, jump: Jump) {
        self.writer.path_end();
        if self.arms > 0 {
            self.line(&format!("leaves = {};", jump.code()));
            self.line("break;");
        } else {
            self.line(&format!("{};", jump.statement()));
        }
        if self.arms > 0 || jump == Jump::Break {
            self.memory_in_use_at_break |= self.memory_in_use;
        }
    }
}

/// A statement that ends a round of the innermost loop of the program.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Jump {
    Break,
    Continue,
}

impl Jump {
    /// What `leaves` holds from the jump, in an arm, to the end of the arms around it.
    fn code(self) -> &'static str {
        match self {
            Jump::Break => "1u",
            Jump::Continue => "2u",
        }
    }

    fn statement(self) -> &'static str {
        match self {
            Jump::Break => "break",
            Jump::Continue => "continue",
        }
    }
}

/// Whether a `break` or `continue` in a statement leaves the loop around it.
pub(super) fn leaves(stmt: &HostStmt) -> bool {
    match stmt {
        HostStmt::Break | HostStmt::Continue => true,
        HostStmt::If(_, then, otherwise) => then.iter().chain(otherwise).any(leaves),
        _ => false,
    }
}

/// Whether a workgroup may wait in a statement.
fn waits(stmt: &HostStmt) -> bool {
    match stmt {
        HostStmt::If(_, then, otherwise) => then.iter().chain(otherwise).any(waits),
        HostStmt::Launch(..) | HostStmt::GridBarrier => true,
        _ => stmt.is_loop(),
    }
}
