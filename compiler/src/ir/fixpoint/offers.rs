//! The proof for single statements: offers to elements of the state, assignments and pushes.

use super::body::{Announced, Checked, Walk};
use super::conditions::Offer;
use super::trend::{self, IntegerOrder, Trend};
use crate::atomics::AtomicOp;
use crate::ir::build::combine;
use crate::ir::visit::walk_stmts;
use crate::ir::{
    Access, ArrayId, BinaryOp, Bounds, Expr, ExprKind, Item, LocalId, Place, Stmt, StmtKind,
    WorklistId,
};

impl Walk<'_> {
    /// Proves that an atomic is a monotone offer, and that the statements after it or the blocks
    /// around it announce its changes.
    pub(super) fn atomic(
        &mut self,
        place: &Place,
        value: &Expr,
        old: Option<LocalId>,
        after: &[Stmt],
    ) -> Checked {
        let offer = self.monotone_offer(place, value)?;
        let is_announced =
            old.is_some_and(|old| self.is_announced_after(&offer, place, old, after));
        self.check_announced(&offer, place, is_announced)
    }

    /// Proves that a store has the effect of an offer: it stores the limit of its type, or only one
    /// iteration stores to the element, and the value is at least as far as the old one.
    pub(super) fn store(&mut self, place: &Place, value: &Expr) -> Checked {
        let offer = self.monotone_offer(place, value)?;
        if !offer.is_limit() {
            let name = self.name(place.array);
            let is_own = self.owned.is_some()
                && self.values.resolved(&place.index).local_read() == self.owned;
            if !is_own || self.is_also_offered_to(place.array) {
                return Err(format!("a store to `{name}` may undo a change of another iteration"));
            }
            let is_guarded = self.conditions.iter().any(|(part, _)| offer.is_guarded_by(part));
            if !is_guarded && !offer.includes_element() {
                return Err(format!("a store to `{name}` may undo a change"));
            }
        }
        self.check_announced(&offer, place, false)
    }

    /// Proves that a push adds an item whose element has changed.
    pub(super) fn push(&mut self, id: WorklistId, item: &Item) -> Checked {
        if self.proof.candidate.worklist != Some(id) {
            return Err("it pushes to a worklist that its loop does not process".into());
        }
        let is_changed = item.first().is_some_and(|item| {
            let item = self.values.resolved(item);
            self.changed.iter().flatten().any(|changed| *changed == item)
        });
        if is_changed { Ok(()) } else { Err("it may push an item that has not changed".into()) }
    }

    /// Notes an assignment, or a reduction by an operation.
    pub(super) fn assign(&mut self, id: LocalId, value: &Expr, reduced: Option<AtomicOp>) {
        let ty = value.ty;
        let local = Expr::local(id, ty);
        let inner = &self.conditions[self.depths[id.index()].min(self.conditions.len())..];
        let trend = if inner.iter().all(|(_, trend)| *trend == Trend::Fixed) {
            match reduced {
                Some(op) => self.values.trend(&combine(op, local, value.clone())),
                None => self.values.trend(value),
            }
        } else {
            // Only some states execute the assignment. A minimum or a maximum over more values
            // moves the local in its direction.
            let gathered = self.gathered(&local, value, reduced, inner);
            gathered.map_or(Trend::Any, |(op, order)| {
                self.values.trend(value).in_order(order, ty).join(op, ty)
            })
        };
        self.values.add(id, ty, trend);
        self.forget_guards_with(id);
    }

    /// Returns the trend and the order of a local that gathers the minimum or the maximum of values,
    /// under conditions that continue to hold or that compare the value with the local.
    fn gathered(
        &self,
        local: &Expr,
        value: &Expr,
        reduced: Option<AtomicOp>,
        conditions: &[(Expr, Trend)],
    ) -> Option<(Trend, IntegerOrder)> {
        let value = self.values.resolved(value);
        let operations = match reduced {
            Some(op) => vec![op],
            None => vec![AtomicOp::Min, AtomicOp::Max],
        };
        let movements = operations.into_iter().filter_map(trend::of_atomic);
        let mut offers = movements.map(|(direction, order)| {
            let (element, value) = (local.clone(), value.clone());
            Offer { element, value, direction, order }
        });
        let found = offers.find(|offer| {
            let is_own = |part: &Expr| reduced.is_none() && offer.is_guarded_by(part);
            let is_combined = reduced.is_some() || conditions.iter().any(|(part, _)| is_own(part));
            is_combined && conditions.iter().all(|(part, trend)| holds_on(*trend) || is_own(part))
        })?;
        Some((Trend::Moves(found.direction, found.order), found.order))
    }

    /// Returns the index whose element has changed if a condition holds: the condition tests the old
    /// value of an atomic before it.
    pub(super) fn claimed(&self, condition: &Expr, before: &[Stmt]) -> Option<Expr> {
        before.iter().enumerate().find_map(|(at, stmt)| {
            let StmtKind::Atomic { place, operands, old: Some(old), .. } = &stmt.kind else {
                return None;
            };
            let offer = self.offer(place, operands.first()?)?;
            if assigns(&before[at + 1..], &offer.value) {
                return None;
            }
            let mut parts = condition.conjuncts().into_iter();
            let is_claimed =
                parts.any(|part| offer.is_claimed_by(&self.values.resolved(part), *old));
            is_claimed.then(|| self.values.resolved(&place.index))
        })
    }

    /// Returns an offer, or `None` if the array is not part of the state.
    fn offer(&self, place: &Place, value: &Expr) -> Option<Offer> {
        let (direction, order) = *self.proof.state.get(&place.array)?;
        let read = Place { access: Access::Relaxed, bounds: Bounds::Checked, ..place.clone() };
        let element = Expr { ty: value.ty, kind: ExprKind::Load(Box::new(read)) };
        let [element, value] = [&element, value].map(|expr| self.values.resolved(expr));
        Some(Offer { element, value, direction, order })
    }

    /// Returns an offer whose element is fixed, whose value moves in the direction of the element,
    /// and whose conditions never prevent a change for good.
    fn monotone_offer(&self, place: &Place, value: &Expr) -> Result<Offer, String> {
        let name = self.name(place.array);
        let offer = self.offer(place, value).ok_or_else(|| format!("`{name}` is a flag"))?;
        if place.indices().any(|index| self.values.trend(index) != Trend::Fixed) {
            return Err(format!("the index of a change to `{name}` depends on state that changes"));
        }
        // An item is compared with the index of the element, perhaps after an assignment.
        let is_compared = self.proof.candidate.worklist.is_some();
        if is_compared && !self.values.is_lasting(&self.values.resolved(&place.index)) {
            return Err(format!("the index of a change to `{name}` is assigned"));
        }
        let allowed = Trend::Moves(offer.direction, offer.order);
        let trend = self.values.trend(value).in_order(offer.order, value.ty);
        if trend != Trend::Fixed && trend != allowed {
            return Err(match value_adds(&offer.value) {
                true => format!("a sum for `{name}` may wrap around: use `saturating_add`"),
                false => format!("a value for `{name}` is no monotone function of the state"),
            });
        }
        let prevents =
            |(part, trend): &(Expr, Trend)| !holds_on(*trend) && !offer.is_guarded_by(part);
        if self.conditions.iter().any(prevents) {
            return Err(format!("a condition of a change to `{name}` may cease to hold"));
        }
        Ok(offer)
    }

    /// Proves that a change is announced: by an enclosing block, or by a later condition. Notes
    /// which element has changed.
    fn check_announced(&mut self, offer: &Offer, place: &Place, by_old_value: bool) -> Checked {
        let wanted = self.announcement(place);
        if !by_old_value && !self.announced.iter().flatten().any(|found| *found == wanted) {
            let name = self.name(place.array);
            return Err(match wanted {
                Announced::Flag => format!("a change of `{name}` may set no flag of the loop"),
                Announced::Element(_) => format!("a change of `{name}` may push no item"),
            });
        }
        if self.conditions.iter().any(|(part, _)| offer.is_strictly_guarded_by(part)) {
            let index = self.values.resolved(&place.index);
            self.changed.last_mut().into_iter().for_each(|changed| changed.push(index.clone()));
        }
        Ok(())
    }

    fn is_announced_after(
        &self,
        offer: &Offer,
        place: &Place,
        old: LocalId,
        after: &[Stmt],
    ) -> bool {
        let wanted = self.announcement(place);
        after.iter().enumerate().any(|(at, stmt)| {
            let StmtKind::If(condition, then, _) = &stmt.kind else { return false };
            !assigns(&after[..at], &offer.value)
                && offer.is_announced_by(&self.values.resolved(condition), old)
                && then.iter().any(|stmt| self.announces(stmt).as_ref() == Some(&wanted))
        })
    }

    /// Returns the announcement that a change of an element needs.
    fn announcement(&self, place: &Place) -> Announced {
        match self.proof.candidate.worklist {
            None => Announced::Flag,
            Some(_) => Announced::Element(self.values.resolved(&place.index)),
        }
    }

    /// Whether the kernels of the loop change an array other than by stores of single iterations.
    fn is_also_offered_to(&self, array: ArrayId) -> bool {
        let mut found = false;
        for id in &self.proof.candidate.kernels {
            walk_stmts(&self.proof.module.kernels[id.index()].body, &mut |stmt| {
                let is_store = match &stmt.kind {
                    StmtKind::Store(_, value) => !matches!(value.kind, ExprKind::Const(_)),
                    _ => false,
                };
                found |= stmt.place().is_some_and(|place| place.array == array) && !is_store;
            });
        }
        found
    }

    fn name(&self, array: ArrayId) -> &str {
        &self.proof.module.arrays[array.index()].name
    }
}

/// Whether a condition with this trend continues to hold.
fn holds_on(trend: Trend) -> bool {
    matches!(trend, Trend::Fixed | Trend::HOLDS)
}

/// Whether statements assign a local of an expression.
fn assigns(block: &[Stmt], expr: &Expr) -> bool {
    let mut found = false;
    walk_stmts(block, &mut |stmt| {
        found |= stmt.assigned().is_some_and(|id| expr.mentions(|local| local == id));
    });
    found
}

fn value_adds(value: &Expr) -> bool {
    let mut adds = false;
    value.walk(&mut |expr| {
        adds |= matches!(expr.kind, ExprKind::Binary(BinaryOp::Add, ..));
    });
    adds
}
