//! Value numbering: computes equal expressions once.
//!
//! Inlined functions, filters and other passes repeat expressions: offsets of the same node, the same
//! property, the same product. The pass remembers which local has the value of which expression, and
//! uses the local where the expression occurs again. An expression that occurs again and has no local
//! gets one. Statements are structured, so the statements that are certain to run before a statement
//! are those before it in its block and in the enclosing blocks; no dominator tree is necessary.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! if (dist[u] < 10u32) {          let value: u32 = dist[u]
//!   set a = (a + dist[u])         if (value < 10u32) {
//! }                                 set a = (a + value)
//!                                 }
//! ```
//!
//! # Why it is legal
//!
//! The pass forgets the value of an expression where it may change:
//!
//! * where one of its locals, or the local with the value, is assigned;
//! * where the work-item writes an array that the expression reads, and at statements that
//!   synchronise work-items, if the kernel writes an array that it reads;
//! * at the start of a loop, if anything in the loop would make the pass forget it. At the start of
//!   a loop, the pass also forgets all reads of arrays that the kernel writes, because the loop may
//!   wait until another work-item changes the element (facts 4 and 5 of the [list](super)).
//!
//! Otherwise, the later evaluation may have the value of the earlier one: this is obvious for
//! arithmetic and for constant arrays; it follows from fact 2 for plain reads, and from fact 3 for
//! relaxed reads. The earlier evaluation happens wherever the later one happens. It may have a proof
//! for its index that the later one lacks, or the reverse: if both run, the index is in range.
//!
//! # Limits
//!
//! An expression is given a local only if it is certainly evaluated, not in the operands of `and`,
//! `or` and `select` that may be skipped. Bounds of the loops that a launch shares stay, because the
//! runtime recognises them. The pass remembers the last [`MAX_KNOWN`] values, and looks for further
//! occurrences in the next [`HORIZON`] statements, so that its time is linear in the size of a kernel.

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::{HashMap, VecDeque};

use super::{Facts, computes, rewrite_kernels, synchronises};
use crate::configuration::ScalarPass;
use crate::ir::build::add_local;
use crate::ir::uniform_loop::is_distributed;
use crate::ir::visit::{walk_exprs, walk_stmts};
use crate::ir::*;
use crate::passes::hoist::checked;
use crate::passes::invariant::{changed, same};
use crate::passes::simplify::forward_copies;
use crate::remarks::Remarks;

/// Maximum number of values that the pass remembers.
const MAX_KNOWN: usize = 128;

/// Number of statements of a block in which the pass looks for a further occurrence.
const HORIZON: usize = 256;

/// Computes equal expressions once.
pub(super) fn number_values(module: &mut Module, remarks: &mut Remarks) {
    rewrite_kernels(module, &mut |kernel, facts| {
        let mut occurrences = HashMap::new();
        walk_exprs(&kernel.body, &mut |expr| {
            if computes(expr) {
                *occurrences.entry(key(expr)).or_insert(0) += 1;
            }
        });
        let Kernel { name, locals, body, .. } = kernel;
        let mut numbering = Numbering { locals, facts, occurrences, replaced: 0 };
        numbering.block(body, &mut vec![]);
        let replaced = numbering.replaced;
        if replaced > 0 {
            forward_copies(body);
            let message = match replaced {
                1 => "an expression is not computed again".to_string(),
                count => format!("{count} expressions are not computed again"),
            };
            remarks.applied(ScalarPass::Gvn, name, Origin::default(), message);
        }
    });
}

/// A text that is the same for expressions that are equal if their indices are in range.
fn key(expr: &Expr) -> String {
    format!("{:?}", checked(expr))
}

/// A local that has the value of an expression.
#[derive(Clone)]
struct Known {
    /// The expression, with checked indices.
    value: Expr,
    local: LocalId,
}

struct Numbering<'k> {
    locals: &'k mut Locals,
    facts: &'k Facts<'k>,
    /// How often each expression occurs in the kernel, by its [`key`].
    occurrences: HashMap<String, usize>,
    /// Number of expressions that a local has replaced.
    replaced: usize,
}

impl Numbering<'_> {
    /// Rewrites a block. `known` has the values that are known before it.
    fn block(&mut self, block: &mut Block, known: &mut Vec<Known>) {
        let mut rest: VecDeque<Stmt> = std::mem::take(block).into();
        while let Some(mut stmt) = rest.pop_front() {
            let is_while = matches!(stmt.kind, StmtKind::While(..));
            if is_while {
                // The condition is evaluated in each round.
                self.forget_in_loop(&stmt, known);
            }
            if !is_distributed(&stmt) {
                for expr in stmt.exprs_mut() {
                    self.use_known(expr, known);
                }
                if !is_while {
                    self.name_repeated(&mut stmt, &rest, known, block);
                }
            }
            self.inside(&mut stmt, known);
            forget(&stmt, known, self.facts);
            if let StmtKind::Let(id, value) = &stmt.kind
                && computes(value)
                && !value.mentions(|local| local == *id)
            {
                remember(known, Known { value: checked(value), local: *id });
            }
            block.push(stmt);
        }
    }

    /// Rewrites the blocks inside a statement. Values that are known in a block are unknown after it.
    fn inside(&mut self, stmt: &mut Stmt, known: &[Known]) {
        let inner = self.known_inside(stmt, known);
        for block in stmt.blocks_mut() {
            self.block(block, &mut inner.clone());
        }
    }

    /// Returns the values that are known when a block inside a statement begins.
    fn known_inside(&self, stmt: &Stmt, known: &[Known]) -> Vec<Known> {
        let mut inner = known.to_vec();
        match &stmt.kind {
            StmtKind::While(..) | StmtKind::For { .. } | StmtKind::ForAll { .. } => {
                self.forget_in_loop(stmt, &mut inner);
            }
            StmtKind::Exclusive { .. } => self.forget_memory(&mut inner),
            StmtKind::If(..)
            | StmtKind::Let(..)
            | StmtKind::Assign(..)
            | StmtKind::LetArray(..)
            | StmtKind::StoreElement(..)
            | StmtKind::LetVector(..)
            | StmtKind::Store(..)
            | StmtKind::Atomic { .. }
            | StmtKind::Reduce(..)
            | StmtKind::Push(..)
            | StmtKind::StoreShared(..)
            | StmtKind::AtomicShared { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Collective { .. }
            | StmtKind::Scan { .. }
            | StmtKind::Enqueue(..)
            | StmtKind::Flush(_)
            | StmtKind::Print(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::PathStart => {}
        }
        inner
    }

    /// Forgets the values that may have changed when a round of a loop begins.
    fn forget_in_loop(&self, stmt: &Stmt, known: &mut Vec<Known>) {
        forget(stmt, known, self.facts);
        self.forget_memory(known);
    }

    /// Forgets the values that other work-items may change.
    fn forget_memory(&self, known: &mut Vec<Known>) {
        known.retain(|known| !reads_changing(&known.value, self.facts));
    }

    /// Replaces the largest parts of an expression whose value a local has.
    fn use_known(&mut self, expr: &mut Expr, known: &[Known]) {
        if !computes(expr) {
            return;
        }
        let value = checked(expr);
        let mut found = known.iter().find(|known| same(&known.value, &value));
        if found.is_none() {
            for operand in expr.operands_mut() {
                self.use_known(operand, known);
            }
            let value = checked(expr);
            found = known.iter().find(|known| same(&known.value, &value));
        }
        if let Some(found) = found {
            *expr = Expr::local(found.local, expr.ty);
            self.replaced += 1;
        }
    }

    /// Declares locals for the expressions of a statement that occur again in the statements after
    /// it or inside it.
    fn name_repeated(
        &mut self,
        stmt: &mut Stmt,
        rest: &VecDeque<Stmt>,
        known: &mut Vec<Known>,
        out: &mut Block,
    ) {
        let mut candidates = vec![];
        for expr in stmt.exprs() {
            self.candidates(expr, &mut candidates);
        }
        for candidate in candidates {
            let value = checked(&candidate);
            let here = occurrences_in(stmt, &value);
            if here == 0 || here == 1 && !self.occurs_after(&value, stmt, rest) {
                continue;
            }
            // The value of a declaration has a local already.
            if here == 1 && matches!(&stmt.kind, StmtKind::Let(_, e) if same(&checked(e), &value)) {
                continue;
            }
            let local = add_local(self.locals, "value", candidate.ty);
            out.push(StmtKind::Let(local, candidate).from(stmt.origin));
            remember(known, Known { value, local });
            for expr in stmt.exprs_mut() {
                self.use_known(expr, known);
            }
            // The declaration computes the expression once.
            self.replaced -= 1;
        }
    }

    /// Adds the parts of an expression that are certainly evaluated and occur elsewhere in the
    /// kernel, from large to small.
    fn candidates(&self, expr: &Expr, found: &mut Vec<Expr>) {
        if !computes(expr) {
            return;
        }
        if self.occurrences.get(&key(expr)).is_some_and(|count| *count > 1) {
            found.push(expr.clone());
        }
        let is_lazy = matches!(
            expr.kind,
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..) | ExprKind::Select(..)
        );
        for operand in expr.operands().into_iter().take(if is_lazy { 1 } else { usize::MAX }) {
            self.candidates(operand, found);
        }
    }

    /// Whether a value occurs inside a statement or in the statements after it, before the pass would
    /// forget it.
    fn occurs_after(&self, value: &Expr, stmt: &Stmt, rest: &VecDeque<Stmt>) -> bool {
        let nowhere = LocalId(u32::MAX);
        let mut known = vec![Known { value: value.clone(), local: nowhere }];
        self.occurs_inside(stmt, &known) || {
            forget(stmt, &mut known, self.facts);
            self.occurs_in(&mut rest.iter().take(HORIZON), known)
        }
    }

    /// Whether statements evaluate a known value before the pass forgets it.
    fn occurs_in(&self, stmts: &mut dyn Iterator<Item = &Stmt>, mut known: Vec<Known>) -> bool {
        for stmt in stmts {
            let mut here = known.clone();
            if matches!(stmt.kind, StmtKind::While(..)) {
                self.forget_in_loop(stmt, &mut here);
            }
            let evaluates = |known: &Known| occurrences_in(stmt, &known.value) > 0;
            if !is_distributed(stmt) && here.iter().any(evaluates)
                || self.occurs_inside(stmt, &known)
            {
                return true;
            }
            forget(stmt, &mut known, self.facts);
            if known.is_empty() {
                return false;
            }
        }
        false
    }

    /// Whether the blocks inside a statement evaluate a known value before the pass forgets it.
    fn occurs_inside(&self, stmt: &Stmt, known: &[Known]) -> bool {
        let inner = self.known_inside(stmt, known);
        let mut blocks = stmt.blocks().into_iter();
        !inner.is_empty() && blocks.any(|block| self.occurs_in(&mut block.iter(), inner.clone()))
    }
}

/// Adds a value, and forgets the oldest one if there are too many.
fn remember(known: &mut Vec<Known>, value: Known) {
    if known.len() >= MAX_KNOWN {
        known.remove(0);
    }
    known.push(value);
}

/// Forgets the values that a statement changes.
fn forget(stmt: &Stmt, known: &mut Vec<Known>, facts: &Facts<'_>) {
    if known.is_empty() {
        return;
    }
    let changed = changed(stmt);
    let mut written = vec![];
    let mut changes_elements = false;
    walk_stmts(std::slice::from_ref(stmt), &mut |stmt| {
        written.extend(stmt.place().map(|place| place.array));
        changes_elements |= matches!(
            stmt.kind,
            StmtKind::StoreElement(..)
                | StmtKind::LetArray(..)
                | StmtKind::StoreShared(..)
                | StmtKind::AtomicShared { .. }
        );
    });
    let waits = synchronises(std::slice::from_ref(stmt));
    known.retain(|known| {
        let mut stays = !changed.contains(&known.local);
        known.value.walk(&mut |e| {
            stays &= match &e.kind {
                ExprKind::Local(id) => !changed.contains(id),
                ExprKind::Load(place) => !written.contains(&place.array),
                ExprKind::Element(_) | ExprKind::Shared(..) | ExprKind::Search(..) => {
                    !changes_elements
                }
                ExprKind::Const(_)
                | ExprKind::Param(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Cast(_)
                | ExprKind::Select(..)
                | ExprKind::Graph(..)
                | ExprKind::NodeCount
                | ExprKind::EdgeCount
                | ExprKind::Length(_)
                | ExprKind::WorklistSize(_)
                | ExprKind::Waiting(_)
                | ExprKind::WorklistItem(..)
                | ExprKind::At(_) => true,
            };
        });
        stays && !(waits && reads_changing(&known.value, facts))
    });
}

/// Whether an expression reads memory that other work-items may change.
fn reads_changing(expr: &Expr, facts: &Facts<'_>) -> bool {
    let mut found = false;
    expr.walk(&mut |e| {
        found |= match &e.kind {
            ExprKind::Load(place) => {
                place.access == Access::Relaxed || facts.written.contains(&place.array)
            }
            ExprKind::Shared(..) | ExprKind::Search(..) => true,
            ExprKind::Const(_)
            | ExprKind::Local(_)
            | ExprKind::Element(_)
            | ExprKind::Param(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Select(..)
            | ExprKind::Graph(..)
            | ExprKind::NodeCount
            | ExprKind::EdgeCount
            | ExprKind::Length(_)
            | ExprKind::WorklistSize(_)
            | ExprKind::Waiting(_)
            | ExprKind::WorklistItem(..)
            | ExprKind::At(_) => false,
        };
    });
    found
}

/// Returns how often the expressions directly inside a statement contain a value.
fn occurrences_in(stmt: &Stmt, value: &Expr) -> usize {
    let mut found = 0;
    for expr in stmt.exprs() {
        expr.walk(&mut |e| found += usize::from(e.ty == value.ty && same(&checked(e), value)));
    }
    found
}
