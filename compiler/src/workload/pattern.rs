//! Which elements neighbouring work-items access: how a value differs between the work-items of a
//! subgroup.

use std::collections::BTreeMap;

use super::degrees::sectors_of;
use crate::ir::*;

/// How the values of an expression differ between neighbouring work-items of a subgroup. The
/// elements of an array at these indices differ in the same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// All work-items have the same value.
    Uniform,
    /// Neighbouring work-items have the same or neighbouring values.
    Neighbouring,
    /// Groups of this many work-items, a virtual warp each, have neighbouring values.
    Grouped(u32),
    /// The values have no known relation.
    Scattered,
}

impl Pattern {
    /// Whether neighbouring work-items access neighbouring elements.
    pub fn is_coalesced(self) -> bool {
        matches!(self, Pattern::Neighbouring | Pattern::Grouped(_))
    }

    /// Number of sectors in which `count` work-items access one element of `size` bytes each.
    pub fn sectors(self, count: u64, size: u64) -> u64 {
        match self {
            Pattern::Uniform => 0,
            Pattern::Neighbouring => sectors_of(count, size),
            Pattern::Grouped(lanes) => sectors_of(count, size).max(count.div_ceil(lanes.into())),
            Pattern::Scattered => count,
        }
    }
}

/// What is known about a local.
#[derive(Debug, Clone, Copy)]
struct Known {
    pattern: Pattern,
    /// The number of loops around the declaration or the value, or `usize::MAX` if the local is
    /// assigned again.
    depth: usize,
}

/// The locals of a kernel. Unknown locals are parameters of the kernel.
#[derive(Debug, Default)]
pub struct Patterns {
    known: BTreeMap<LocalId, Known>,
}

impl Patterns {
    /// Sets what is known about a local: its pattern, and the number of loops that determine its
    /// value, or `usize::MAX` if the local is assigned again.
    pub fn set(&mut self, local: LocalId, pattern: Pattern, depth: usize) {
        self.known.insert(local, Known { pattern, depth });
    }

    /// How the values of an expression differ.
    pub fn of(&self, expr: &Expr) -> Pattern {
        match &expr.kind {
            ExprKind::Local(id) => {
                self.known.get(id).map_or(Pattern::Uniform, |known| known.pattern)
            }
            ExprKind::Cast(operand) => self.of(operand),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
                match (self.of(left), self.of(right)) {
                    (pattern, Pattern::Uniform) | (Pattern::Uniform, pattern) => pattern,
                    _ => Pattern::Scattered,
                }
            }
            // The lists are sorted, so neighbouring edges have the same or neighbouring ends.
            ExprKind::Graph(GraphArray::Sources | GraphArray::InTargets, at, _) => {
                match self.of(at) {
                    Pattern::Grouped(_) => Pattern::Neighbouring,
                    pattern => pattern,
                }
            }
            ExprKind::Element(_) | ExprKind::At(_) => Pattern::Scattered,
            _ => {
                let is_uniform =
                    expr.operands().iter().all(|operand| self.of(operand) == Pattern::Uniform);
                if is_uniform { Pattern::Uniform } else { Pattern::Scattered }
            }
        }
    }

    /// How the elements differ that neighbouring work-items access. The elements of a row are next
    /// to each other, so an element of different rows is scattered.
    pub fn of_place(&self, place: &Place) -> Pattern {
        let row = self.of(&place.index);
        match &place.element {
            None => row,
            Some(element) if row == Pattern::Uniform => self.of(&element.index),
            Some(_) => Pattern::Scattered,
        }
    }

    /// The number of loops that determine the value of an expression, at most `most`: the expression
    /// has the same value in all iterations of the loops inside of them.
    pub fn depth(&self, expr: &Expr, most: usize) -> usize {
        let mut depth = 0;
        expr.walk(&mut |expr| {
            let own = match &expr.kind {
                ExprKind::Load(place) if place.access == Access::Relaxed => most,
                ExprKind::Element(_) => most,
                ExprKind::Local(id) => self.known.get(id).map_or(0, |known| known.depth),
                _ => 0,
            };
            depth = depth.max(own.min(most));
        });
        depth
    }
}
