//! Legalises the control flow of outlined loops.
//!
//! # Arms
//!
//! If an arm of a conditional contains barriers, each arm becomes a loop of at most one round. The
//! head of such a loop is a barrier that every work-item reaches, whether the arm is taken or not.
//!
//! ```text
//! if (x < 3u32) {              scope {
//!   call a()                     let holds: bool = (x < 3u32)
//! } else {                       single now: bool = holds {
//!   call b()                       path start
//! }                                call a()
//!                                  path end
//!                                }
//!                                single now_2: bool = not(holds) {
//!                                  path start
//!                                  call b()
//!                                  path end
//!                                }
//!                              }
//! ```
//!
//! If some paths skip a barrier, PoCL 3.1 compiles the code after the barrier once for each path.
//! If both arms of a conditional contain barriers, the compiled kernel writes past the end of its
//! memory. Later versions of PoCL miscompile the code after such an `if`. For this reason, `once`
//! becomes a `single` loop, and not an `if`.
//!
//! The scope limits the lifetime of the locals, because PoCL keeps a copy for each work-item of
//! every local that is live across a barrier.
//!
//! # Jumps
//!
//! A `break` or `continue` in an arm would only leave the loop of the arm. It therefore sets the
//! local `leaves` to a code for the jump, and breaks out of every enclosing arm. After the
//! outermost conditional, a statement executes the jump itself.
//!
//! ```text
//! scope {
//!   let holds: bool = …
//!   let leaves: u32 = 0u32
//!   single now: bool = holds {
//!     path start
//!     call a()
//!     path end
//!     set leaves = 1u32
//!     break
//!   }
//!   if (leaves == 1u32) { break }
//!   if (leaves == 2u32) { continue }
//! }
//! ```
//!
//! # No `do`
//!
//! PoCL 3.1 drops statements at the start of a `do` loop that contains barriers. The pass uses a
//! `while` loop instead, whose condition is a flag that is true at the start.
//!
//! ```text
//! iterate {                    scope {
//!   call a()                     let again: bool = true
//! } while (x[0u32] > 0u32)       while again {
//!                                  path start
//!                                  call a()
//!                                  set again = (x[0u32] > 0u32)
//!                                  path end
//!                                }
//!                              }
//! ```

use crate::ir::build::add_local;
use crate::ir::*;

/// Legalises the control flow of an outlined loop.
pub(super) fn shape(outlined: &mut OutlinedLoop) {
    let body = std::mem::take(&mut outlined.body);
    let mut shaper = Shaper { locals: &mut outlined.locals, arms: 0, leaves: None };
    outlined.body = shaper.block(body);
}

type Block = Vec<OutlinedStmt>;

struct Shaper<'l> {
    locals: &'l mut Locals,
    /// The number of arms around the current statement, within the innermost loop of the program.
    arms: usize,
    /// The local that holds the code of the jump out of these arms; `None` if no jump leaves them.
    leaves: Option<LocalId>,
}

impl Shaper<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = vec![];
        let count = block.len();
        for (at, stmt) in block.into_iter().enumerate() {
            let leaves = stmt.leaves();
            self.stmt(stmt, &mut out);
            if leaves && at + 1 < count {
                out.push(OutlinedStmt::PathStart);
            }
        }
        out
    }

    fn stmt(&mut self, stmt: OutlinedStmt, out: &mut Block) {
        out.push(match stmt {
            OutlinedStmt::If(condition, then, otherwise) => {
                if then.iter().chain(&otherwise).any(OutlinedStmt::waits) {
                    self.arms(condition, then, otherwise)
                } else {
                    OutlinedStmt::If(condition, self.block(then), self.block(otherwise))
                }
            }
            OutlinedStmt::While { condition, checked, body } => {
                OutlinedStmt::While { condition, checked, body: self.body(body, None) }
            }
            OutlinedStmt::For { var, start, end, body } => {
                OutlinedStmt::For { var, start, end, body: self.body(body, None) }
            }
            OutlinedStmt::Iterate { body, condition, checked } => {
                self.iterate(body, condition, checked)
            }
            OutlinedStmt::Once(body) => {
                let flag = self.flag("once");
                let taken = Expr::constant(Value::Bool(true));
                OutlinedStmt::Single { flag, taken, counted: true, body: self.body(body, None) }
            }
            OutlinedStmt::Break => return self.jump(Jump::Break, out),
            OutlinedStmt::Continue => return self.jump(Jump::Continue, out),
            other => other,
        });
    }

    /// Rewrites the body of a loop of the program. `last` is appended to the body.
    fn body(&mut self, body: Block, last: Option<OutlinedStmt>) -> Block {
        let (arms, leaves) = (std::mem::take(&mut self.arms), self.leaves.take());
        let round = self.round(body, last);
        (self.arms, self.leaves) = (arms, leaves);
        round
    }

    /// Rewrites the body of a loop, and adds marks at its start and end.
    fn round(&mut self, body: Block, last: Option<OutlinedStmt>) -> Block {
        // A jump already has a mark before it, and compilers do not move a grid barrier.
        let ends = matches!(
            body.last(),
            Some(OutlinedStmt::Break | OutlinedStmt::Continue | OutlinedStmt::Barrier(Scope::Grid))
        );
        let marked = last.is_some() || !ends;
        let mut round = vec![OutlinedStmt::PathStart];
        round.extend(self.block(body));
        round.extend(last);
        round.extend(marked.then_some(OutlinedStmt::PathEnd));
        round
    }

    fn iterate(&mut self, body: Block, condition: Expr, checked: Vec<WorklistId>) -> OutlinedStmt {
        let again = self.flag("again");
        let certain = Action::Let(again, Expr::constant(Value::Bool(true)));
        let asks = OutlinedStmt::Act(Action::Assign(again, condition));
        let condition = Expr::local(again, Type::Bool);
        let body = self.body(body, Some(asks));
        OutlinedStmt::Scope(vec![
            OutlinedStmt::Act(certain),
            OutlinedStmt::While { condition, checked, body },
        ])
    }

    /// Rewrites a conditional whose arms contain barriers.
    fn arms(&mut self, condition: Expr, then: Block, otherwise: Block) -> OutlinedStmt {
        let holds = self.flag("holds");
        let jumps = then.iter().chain(&otherwise).any(OutlinedStmt::leaves);
        let outermost = self.arms == 0;
        let mut scope = vec![OutlinedStmt::Act(Action::Let(holds, condition))];
        if jumps && outermost {
            let leaves = add_local(self.locals, "leaves", Type::U32);
            self.leaves = Some(leaves);
            scope.push(OutlinedStmt::Act(Action::Let(leaves, Expr::constant(Value::U32(0)))));
        }
        let holds = Expr::local(holds, Type::Bool);
        scope.extend(self.arm(holds.clone(), then));
        scope.extend(self.arm(Expr::unary(UnaryOp::Not, holds), otherwise));
        if let Some(leaves) = self.leaves.filter(|_| jumps) {
            scope.extend(continued_jumps(leaves, outermost));
        }
        if outermost {
            self.leaves = None;
        }
        OutlinedStmt::Scope(scope)
    }

    fn arm(&mut self, taken: Expr, body: Block) -> Option<OutlinedStmt> {
        if body.is_empty() {
            return None;
        }
        let flag = self.flag("now");
        self.arms += 1;
        let body = self.round(body, None);
        self.arms -= 1;
        Some(OutlinedStmt::Single { flag, taken, counted: false, body })
    }

    /// Writes a jump of the program. Inside arms, it first leaves the innermost arm.
    fn jump(&mut self, jump: Jump, out: &mut Block) {
        out.push(OutlinedStmt::PathEnd);
        match self.leaves {
            Some(leaves) if self.arms > 0 => {
                let code = Expr::constant(Value::U32(jump.code()));
                out.push(OutlinedStmt::Act(Action::Assign(leaves, code)));
                out.push(OutlinedStmt::Break);
            }
            _ => out.push(jump.statement()),
        }
    }

    fn flag(&mut self, name: &str) -> LocalId {
        add_local(self.locals, name, Type::Bool)
    }
}

/// Returns the statements after a conditional that contains jumps. Inside an arm, they leave this
/// arm, too. After the outermost conditional, they execute the jump.
fn continued_jumps(leaves: LocalId, outermost: bool) -> Block {
    let leaves = |op, code| {
        let code = Expr::constant(Value::U32(code));
        Expr::binary(op, Expr::local(leaves, Type::U32), code)
    };
    if !outermost {
        let any = leaves(BinaryOp::Ne, 0);
        return vec![OutlinedStmt::If(any, vec![OutlinedStmt::Break], vec![])];
    }
    let follow = |jump: Jump| {
        let condition = leaves(BinaryOp::Eq, jump.code());
        OutlinedStmt::If(condition, vec![jump.statement()], vec![])
    };
    [Jump::Break, Jump::Continue].into_iter().map(follow).collect()
}

/// A jump that ends a round of the innermost loop of the program.
#[derive(Clone, Copy)]
enum Jump {
    Break,
    Continue,
}

impl Jump {
    /// The value of the local `leaves` that stands for this jump.
    fn code(self) -> u32 {
        match self {
            Jump::Break => 1,
            Jump::Continue => 2,
        }
    }

    fn statement(self) -> OutlinedStmt {
        match self {
            Jump::Break => OutlinedStmt::Break,
            Jump::Continue => OutlinedStmt::Continue,
        }
    }
}
