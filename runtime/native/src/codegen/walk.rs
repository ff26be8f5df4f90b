//! Walks: loops of an iteration whose rounds depend on each other, and that
//! [`interleave`](super::interleave) runs by turns with those of other iterations.
//!
//! The body of a `forall` with a walk has this shape, with any number of conditions around the
//! `while` loop:
//!
//! ```text
//! forall serial e: edge in out u {
//!   if (…) {                                  conditions
//!     let i: u32 = …                          before
//!     while (i < end) { … set i = … a[i] … }  the walk
//!     reduce add found, …                     after
//!   }
//! }
//! ```

use std::collections::BTreeSet;

use igc_compiler::ir::visit::{walk_exprs, walk_stmts};
use igc_compiler::ir::{BinaryOp, Expr, ExprKind, LocalId, Stmt, StmtKind, Type};

use super::statements::quick_assignment;

/// A body of a `forall` with a walk.
pub struct Walk<'m> {
    /// The conditions around the walk, each with the statements before it.
    pub conditions: Vec<(&'m [Stmt], &'m Expr)>,
    pub before: &'m [Stmt],
    /// Whether the walk has another round.
    pub more: &'m Expr,
    pub round: &'m [Stmt],
    pub after: &'m [Stmt],
    /// The locals of the iteration that the walk and what follows use.
    pub kept: BTreeSet<LocalId>,
    /// Locals that are less than another local while the walk continues.
    pub limits: Vec<(LocalId, LocalId)>,
}

impl<'m> Walk<'m> {
    /// Finds the walk in the body of a `forall` with the variable `var`.
    pub fn of(var: LocalId, mut body: &'m [Stmt]) -> Option<Walk<'m>> {
        let (mut conditions, mut declared) = (vec![], BTreeSet::from([var]));
        loop {
            for (at, stmt) in body.iter().enumerate() {
                if let StmtKind::While(more, round) = &stmt.kind
                    && is_walk(more, round)
                {
                    let (before, after) = (&body[..at], &body[at + 1..]);
                    let mut kept = used_in(more, [round, after]);
                    kept.retain(|id| declared.contains(id));
                    let limits = limits(more, round);
                    return Some(Walk { conditions, before, more, round, after, kept, limits });
                }
                declared.extend(stmt.declares());
                if matches!(stmt.kind, StmtKind::LetArray(..)) {
                    return None;
                }
            }
            let (last, before) = body.split_last()?;
            match &last.kind {
                StmtKind::If(condition, then, otherwise) if otherwise.is_empty() => {
                    conditions.push((before, condition));
                    body = then;
                }
                _ => return None,
            }
        }
    }
}

/// Returns the locals that a condition and statements use.
fn used_in(more: &Expr, blocks: [&[Stmt]; 2]) -> BTreeSet<LocalId> {
    let mut used = BTreeSet::new();
    let mut visit = |expr: &Expr| {
        if let ExprKind::Local(id) = expr.kind {
            used.insert(id);
        }
    };
    more.walk(&mut visit);
    blocks.iter().for_each(|block| walk_exprs(block, &mut visit));
    for block in blocks {
        walk_stmts(block, &mut |stmt| {
            if let StmtKind::Reduce(id, ..) = &stmt.kind {
                used.insert(*id);
            }
        });
    }
    used
}

/// Whether a loop only reads memory and changes locals, and reads at places that it computes from
/// these locals.
///
/// A round has no jumps except those that end it: the processor would often predict them wrongly,
/// and then repeat the work of all lanes. The condition reads no memory: a loop such as
/// `while parent[x] != x` usually ends after a round or two, in which time no turns pay.
fn is_walk(more: &Expr, round: &[Stmt]) -> bool {
    let (mut is_plain, mut changed) = (!reads_memory(more), BTreeSet::new());
    for stmt in round {
        match &stmt.kind {
            StmtKind::Assign(id, _) | StmtKind::Let(id, _) => {
                changed.insert(*id);
            }
            StmtKind::If(_, then, otherwise) => {
                let leaves = matches!(then[..], [Stmt { kind: StmtKind::Break, .. }]);
                is_plain &= otherwise.is_empty() && (leaves || quick_assignment(then).is_some());
            }
            StmtKind::Reduce(..) | StmtKind::Break | StmtKind::Continue => {}
            _ => is_plain = false,
        }
    }
    let mut follows = false;
    walk_exprs(round, &mut |expr| follows |= reads_at(expr, &changed));
    is_plain && follows
}

/// Returns the locals that are less than another local if a condition holds, each with the other
/// one, which the rounds do not change.
fn limits(more: &Expr, round: &[Stmt]) -> Vec<(LocalId, LocalId)> {
    let ExprKind::Binary(op, a, b) = &more.kind else { return vec![] };
    match op {
        BinaryOp::And => [limits(a, round), limits(b, round)].concat(),
        BinaryOp::Lt if !a.ty.is_signed() => match (number(a), number(b)) {
            (Some(index), Some(end)) if !changes(round, end) => vec![(index, end)],
            _ => vec![],
        },
        _ => vec![],
    }
}

/// Returns the local whose 32 bits an expression yields.
pub fn number(expr: &Expr) -> Option<LocalId> {
    if !matches!(expr.ty, Type::U32 | Type::Node | Type::Edge) {
        return None;
    }
    match &expr.kind {
        ExprKind::Local(id) => Some(*id),
        ExprKind::Cast(operand) => number(operand),
        _ => None,
    }
}

/// Whether statements assign to a local.
fn changes(block: &[Stmt], local: LocalId) -> bool {
    let mut found = false;
    walk_stmts(block, &mut |stmt| found |= stmt.assigned() == Some(local));
    found
}

fn is_read(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Load(_) | ExprKind::Graph(..))
}

fn reads_memory(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |part| found |= is_read(part));
    found
}

/// Whether an expression reads an element whose index has one of these locals.
fn reads_at(expr: &Expr, locals: &BTreeSet<LocalId>) -> bool {
    let mut found = false;
    expr.walk(&mut |read| {
        if is_read(read) {
            read.walk(&mut |index| {
                found |= matches!(&index.kind, ExprKind::Local(id) if locals.contains(id));
            });
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use igc_compiler::configuration::Configuration;
    use igc_compiler::driver::compile;
    use igc_compiler::ir::Domain;

    /// Returns the number of locals that a walk keeps and of those that it limits, if the loop over
    /// the edges of a node, with this body, has a walk.
    fn walk(body: &str) -> Option<(usize, usize)> {
        let source = format!(
            "edge to: u32 = 0; edge seen: u32 = 0; node end: u32 = 0; node x: u32 = 0; output x;
            kernel k() {{ forall v in nodes {{
                let sum = 0; forall e in v.out {{ {body} }} v.x = sum;
            }} }}
            main {{ k(); }}"
        );
        let compiled =
            compile("walk", &source, &Configuration::default()).expect("it is a program");
        let mut found = None;
        walk_stmts(&compiled.artefact.parallel.kernels[0].body, &mut |stmt| {
            if let StmtKind::ForAll { var, domain: Domain::OutEdges(..), body, .. } = &stmt.kind {
                let walk = Walk::of(*var, body);
                found = walk.map(|walk| (walk.kept.len(), walk.limits.len()));
            }
        });
        found
    }

    #[test]
    fn loops_that_read_where_the_round_before_found_are_walks() {
        let start = "let i = e as u32; let end = e.to; let found = 0;";
        let round = "found += 1; i += (i as edge).to;";
        let body = format!("{start} while i < end {{ {round} }} sum += found;");
        assert_eq!(walk(&body), Some((3, 1)));
        let with_condition = format!("if e.to > 7 {{ {body} }}");
        assert_eq!(walk(&with_condition), Some((3, 1)));
        let leaves =
            format!("{start} while i < end {{ {round} if found == 9 {{ break; }} }} sum += found;");
        assert_eq!(walk(&leaves), Some((3, 1)));
    }

    #[test]
    fn other_loops_are_no_walks() {
        let counts = "let i = 0; while i < e.to { i += 1; } sum += i;";
        assert_eq!(walk(counts), None);
        let follows_pointers = "let i = e; while i.to > 0 { i = i.to as edge; } sum += i as u32;";
        assert_eq!(walk(follows_pointers), None);
        let writes =
            "let i = e.to; while i > 7 { i = (i as edge).to; (i as edge).seen = 1; } sum += i;";
        assert_eq!(walk(writes), None);
        let jumps = "let i = e.to; while i > 7 { i = (i as edge).to; if i > 9 { i = (i as edge).to; } } sum += i;";
        assert_eq!(walk(jumps), None);
    }
}
