//! Generates writes: the places that a kernel may write, with the roles of properties and globals,
//! and the statements that write them.

use igc_compiler::atomics::AtomicOp;
use igc_compiler::syntax::ast::{AssignOp, BinaryOp, Expr, Stmt, StmtKind};
use igc_compiler::types::Type;

use super::build::{assign, call, field, path, stmt};
use super::census::compounds;
use super::expr::{ATOMICS, applies};
use super::generator::{Array, Frame, Generator, Owned, Per};
use super::kernel::Role;

impl Generator<'_> {
    // ---- Places -------------------------------------------------------------------------------

    /// Returns the variable whose element an iteration owns, if it is not shadowed.
    pub(super) fn owner(&self, owned: Owned) -> Option<String> {
        let var = self.frames.iter().find_map(|frame| match frame {
            Frame::ForAll { var, owns } if *owns == Some(owned) => Some(var.clone()),
            _ => None,
        });
        var.filter(|var| self.is_loop_variable(var))
    }

    /// Generates an element of a property or global that no other iteration accesses. In free mode,
    /// it may be any element. Returns `None` if there is no such element.
    pub(super) fn place_alone(&mut self, number: usize) -> Option<Expr> {
        let array = self.arrays[number].clone();
        match &self.roles[number] {
            Role::Atomically => Some(self.place(number)),
            Role::Owned(owned) => {
                self.own_element(Some(*owned)).map(|own| self.element_of(&own, &array))
            }
            Role::Anyhow(owned) => {
                self.own_element(*owned).map(|own| self.element_of(&own, &array))
            }
            _ => None,
        }
    }

    /// Returns the variable of the innermost `forall`, if its iterations own their elements in this
    /// way.
    pub(super) fn own_element(&self, owned: Option<Owned>) -> Option<String> {
        let (var, owns) = self.innermost()?;
        (owned.is_some() && owns == owned).then_some(var)
    }

    /// Generates the value that a node or edge has of a property, or an element of its array.
    fn element_of(&mut self, owner: &str, array: &Array) -> Expr {
        self.element(field(path(owner), &array.name), array.length.as_ref(), 2)
    }

    /// Generates a value or element of a property or global, of any node or edge.
    pub(super) fn place(&mut self, number: usize) -> Expr {
        let array = self.arrays[number].clone();
        let whole = match array.per.index() {
            None => path(&array.name),
            Some(index) => field(self.base(index), &array.name),
        };
        self.element(whole, array.length.as_ref(), 2)
    }

    // ---- Assignments --------------------------------------------------------------------------

    /// Generates an assignment to a local of this iteration, or to an element of a local array.
    pub(super) fn assign_local(&mut self) -> Option<Stmt> {
        let depth = self.depth();
        let mut locals = self.not_shadowed();
        locals.retain(|local| local.assignable && local.depth == depth);
        if locals.is_empty() {
            return None;
        }
        let local = self.choices.pick(&locals).clone();
        let op = if self.choices.once_in(2) { None } else { self.compound(local.ty) };
        let place = self.element(path(&local.name), local.length.as_ref(), 2);
        Some(self.assignment(place, local.ty, op))
    }

    /// Returns an operator whose compound assignment applies to the type.
    pub(super) fn compound(&mut self, ty: Type) -> Option<AssignOp> {
        let ops = compounds(ty);
        (!ops.is_empty()).then(|| *self.choices.pick(&ops))
    }

    /// Generates `place op= value;`.
    pub(super) fn assignment(&mut self, place: Expr, ty: Type, op: Option<AssignOp>) -> Stmt {
        let value = match op {
            Some(AssignOp::Binary(op)) => self.right_side(op, ty, 2),
            _ => self.expr(ty, 3, false),
        };
        assign(place, op, value)
    }

    /// Generates a write to a property or global that its role allows.
    pub(super) fn write(&mut self) -> Option<Stmt> {
        let number = self.choices.below(self.arrays.len());
        let array = self.arrays.get(number)?.clone();
        match self.roles[number].clone() {
            Role::Read => None,
            Role::Owned(_) => {
                let place = self.place_alone(number)?;
                if self.choices.once_in(4) {
                    return Some(stmt(StmtKind::Expr(self.atomic_on(place, array.ty, 2))));
                }
                let op = if self.choices.once_in(2) { None } else { self.compound(array.ty) };
                Some(self.assignment(place, array.ty, op))
            }
            Role::Accumulate(op) => {
                let place = self.place(number);
                Some(self.accumulate(op, place, array.ty, array.per))
            }
            Role::Uniform(value) => {
                let place = self.place(number);
                Some(match self.choices.once_in(4) {
                    true => stmt(StmtKind::Expr(call("atomic_swap", vec![place, value]))),
                    false => assign(place, None, value),
                })
            }
            Role::Exchange(expected, new) => {
                let place = self.place(number);
                Some(stmt(StmtKind::Expr(call("atomic_cas", vec![place, expected, new]))))
            }
            Role::Atomically => self.write_atomically(number),
            Role::Anyhow(_) | Role::Exclusively => self.write_anyhow(number),
        }
    }

    fn write_atomically(&mut self, number: usize) -> Option<Stmt> {
        let array = self.arrays[number].clone();
        let place = self.place(number);
        if array.per == Per::Program && self.choices.once_in(2) {
            let ops: Vec<AtomicOp> = ATOMICS
                .into_iter()
                .map(|(op, _)| op)
                .filter(|op| applies(*op, array.ty))
                .filter(|op| !matches!(op, AtomicOp::Swap | AtomicOp::Cas))
                .collect();
            let op = *self.choices.pick(&ops);
            return Some(self.accumulate(op, place, array.ty, array.per));
        }
        Some(match self.choices.once_in(2) {
            true => stmt(StmtKind::Expr(self.atomic_on(place, array.ty, 2))),
            false => self.assignment(place, array.ty, None),
        })
    }

    fn write_anyhow(&mut self, number: usize) -> Option<Stmt> {
        let array = self.arrays[number].clone();
        let owner = match self.roles[number] {
            Role::Exclusively if array.per == Per::Node => self.exclusive_node(),
            Role::Anyhow(owned) => self.own_element(owned),
            _ => None,
        };
        if let Some(owner) = owner {
            let op = self.compound(array.ty);
            let place = self.element_of(&owner, &array);
            return Some(self.assignment(place, array.ty, op));
        }
        let place = self.place(number);
        Some(self.assignment(place, array.ty, None))
    }

    /// Generates an operation whose order does not matter: an atomic, or a reduction into a global.
    fn accumulate(&mut self, op: AtomicOp, place: Expr, ty: Type, per: Per) -> Stmt {
        let value = self.expr(ty, 3, false);
        let reduction = match op {
            AtomicOp::Add => AssignOp::Binary(BinaryOp::Add),
            AtomicOp::Min => AssignOp::Min,
            AtomicOp::Max => AssignOp::Max,
            AtomicOp::And => AssignOp::Binary(BinaryOp::BitAnd),
            AtomicOp::Or => AssignOp::Binary(BinaryOp::BitOr),
            _ => AssignOp::Binary(BinaryOp::BitXor),
        };
        if per == Per::Program && !self.choices.once_in(4) {
            return assign(place, Some(reduction), value);
        }
        let f = ATOMICS.iter().find(|(other, _)| *other == op).map_or("atomic_xor", |(_, f)| f);
        stmt(StmtKind::Expr(call(f, vec![place, value])))
    }
}
