//! Writes conditions that lowering has divided as nested conditionals.
//!
//! Lowering divides `a && atomic(…)` so that the atomic is executed only if `a` holds. The proof
//! reads the shorter form:
//!
//! ```text
//! let holds: bool = a                          if a {
//! if holds {                                     let old: bool = atomic …
//!   let old: bool = atomic …                     if not(old) {
//!   set holds = not(old)                           …
//! }                                              }
//! if holds {                                   }
//!   …
//! }
//! ```

use crate::ir::visit::mentions;
use crate::ir::{Block, LocalId, Stmt, StmtKind};

/// Returns statements with the same effect in which such conditionals are nested.
pub fn flattened(block: &[Stmt]) -> Block {
    let mut result = vec![];
    let mut rest = block;
    while let Some((first, after)) = rest.split_first() {
        let (stmt, further) = match divided(rest) {
            Some(whole) => (whole, &rest[3..]),
            None => (first.clone(), after),
        };
        rest = further;
        result.push(inside(stmt));
    }
    result
}

fn inside(mut stmt: Stmt) -> Stmt {
    for block in stmt.blocks_mut() {
        *block = flattened(block);
    }
    stmt
}

/// Returns the conditional for the three statements of a divided condition at the start of a block.
fn divided(block: &[Stmt]) -> Option<Stmt> {
    let [first, second, third, rest @ ..] = block else { return None };
    let StmtKind::Let(holds, condition) = &first.kind else { return None };
    let StmtKind::If(tested, inner, no_inner) = &second.kind else { return None };
    let StmtKind::If(again, then, no_then) = &third.kind else { return None };
    let (last, before) = inner.split_last()?;
    let StmtKind::Assign(assigned, further) = &last.kind else { return None };
    let is_holds = |local: Option<LocalId>| local == Some(*holds);
    let is_divided = is_holds(tested.local_read())
        && is_holds(again.local_read())
        && assigned == holds
        && no_inner.is_empty()
        && no_then.is_empty()
        && ![before, then, rest].into_iter().any(|other| mentions(other, *holds));
    if !is_divided {
        return None;
    }
    let nested = StmtKind::If(further.clone(), then.clone(), vec![]).from(third.origin);
    let body = before.iter().cloned().chain([nested]).collect();
    Some(StmtKind::If(condition.clone(), body, vec![]).from(first.origin))
}
