//! Generates arrays: their lengths, their elements, and local arrays.
//!
//! An element has the role of its array, so the rest of the generator treats it like a scalar. The
//! index may be any number: accesses that are out of range are defined and have no effect. Only
//! constant indices are in range, because the checker rejects others.

use igc_compiler::syntax::ast::{BinaryOp, BindingId, Expr, Stmt, StmtKind};
use igc_compiler::types::Type;

use super::build::{binary, call, cast, field, index, int, name, path, stmt, type_name};
use super::generator::{Context, Generator, Local, Per};

/// The largest constant length.
const LONGEST: usize = 5;

/// The number of elements of all long local arrays of a kernel together. With elements of 64 bits,
/// this is half of the limit.
pub(super) const LONG_ELEMENTS: u32 = 1024;

/// The length of an array.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Length {
    /// The length in the declaration. `None` for a parameter, which takes arrays of any length.
    pub(super) written: Option<Expr>,
    /// The number of elements, if the compiler knows it.
    known: Option<u32>,
}

impl Length {
    /// The length of a parameter.
    pub(super) const ANY: Length = Length { written: None, known: None };
}

/// Creates `let x: ty[length] = value;`.
pub(super) fn declare_array(x: &str, ty: Type, length: &Length, value: Option<Expr>) -> Stmt {
    let length = length.written.clone().unwrap_or_else(|| int(1));
    let (binding, name, ty) = (BindingId(0), name(x), type_name(ty));
    stmt(StmtKind::LetArray { binding, name, ty, length, value })
}

impl Generator<'_> {
    // ---- Lengths ------------------------------------------------------------------------------

    /// Generates the length of a property or global. Returns `None` if it is not an array.
    pub(super) fn perhaps_length(&mut self, per: Per) -> Option<Length> {
        if self.choices.below(5) < 3 {
            return None;
        }
        Some(match per == Per::Program && self.choices.once_in(2) {
            true => self.computed_length(),
            false => self.constant_length(),
        })
    }

    /// Generates a length that the compiler knows.
    pub(super) fn constant_length(&mut self) -> Length {
        let count = 1 + self.choices.below(LONGEST) as u32;
        let literal = int(count.into());
        let (written, count) = match self.choices.below(8) {
            0 => (binary(BinaryOp::Add, int(u64::from(count) - 1), int(1)), count),
            1 => (cast(literal, Type::U64), count),
            2 | 3 if !self.small_consts.is_empty() => {
                let (name, value) = self.choices.pick(&self.small_consts).clone();
                (path(name), value)
            }
            _ => (literal, count),
        };
        Length { written: Some(written), known: Some(count) }
    }

    /// Generates the length of a local array. Functions have short arrays, because each call counts.
    fn local_length(&mut self) -> Length {
        if self.context != Context::Kernel || self.long_elements == 0 || !self.choices.once_in(4) {
            return self.constant_length();
        }
        // A choice is one byte.
        let share = 1 + self.choices.below(64) as u32;
        let count = (self.long_elements * share / 64).max(1);
        self.long_elements -= count;
        Length { written: Some(int(count.into())), known: Some(count) }
    }

    /// Generates a length that is known when the run starts. It may be zero.
    fn computed_length(&mut self) -> Length {
        let count = path(*self.choices.pick(&["node_count", "edge_count"]));
        let written = match self.choices.below(6) {
            0 => {
                let words = binary(BinaryOp::Div, count, int(32));
                binary(BinaryOp::Add, words, int(1))
            }
            1 => count,
            2 => binary(BinaryOp::Mul, cast(count, Type::U64), int(2)),
            3 | 4 if !self.small_params.is_empty() => path(self.choices.pick(&self.small_params)),
            _ => {
                let number = self.unforeseeable(Type::U32, 0);
                call("min", vec![number, int(LONGEST as u64)])
            }
        };
        Length { written: Some(written), known: None }
    }

    /// Generates `x.length` for an array in scope.
    pub(super) fn length_of_array(&mut self) -> Option<Expr> {
        let state = self.arrays.iter().filter(|array| array.length.is_some());
        let mut names: Vec<String> = state.map(|array| array.name.clone()).collect();
        names.extend(self.local_arrays().into_iter().map(|local| local.name));
        (!names.is_empty()).then(|| field(path(self.choices.pick(&names)), "length"))
    }

    // ---- Elements -----------------------------------------------------------------------------

    /// Generates an element of `whole` if this is an array, with an index of a maximum depth.
    /// Returns a scalar as it is.
    pub(super) fn element(&mut self, whole: Expr, length: Option<&Length>, depth: usize) -> Expr {
        match length {
            Some(length) => index(whole, self.index(length, depth)),
            None => whole,
        }
    }

    /// Generates an index. An index without depth reads no properties and globals, so that reads of
    /// elements do not recurse without end.
    fn index(&mut self, length: &Length, depth: usize) -> Expr {
        let ty = if self.choices.once_in(4) { Type::I32 } else { Type::U32 };
        match (self.choices.below(7), depth) {
            (0 | 1, _) => self.constant_index(length),
            (2 | 3, _) | (_, 0) => match self.scalar_without_memory(ty) {
                Some(scalar) => scalar,
                None => self.constant_index(length),
            },
            (4, _) => {
                let count = length.known.unwrap_or(LONGEST as u32);
                binary(BinaryOp::Rem, self.unforeseeable(ty, depth - 1), int(count.into()))
            }
            (5, _) => match self.old_value(ty, depth - 1) {
                Some(old) => old,
                None => self.unforeseeable(ty, depth - 1),
            },
            _ => self.unforeseeable(ty, depth - 1),
        }
    }

    fn constant_index(&mut self, length: &Length) -> Expr {
        int(self.choices.below(length.known.map_or(LONGEST, |count| count as usize)) as u64)
    }

    /// Generates a local or a parameter of a type.
    fn scalar_without_memory(&mut self, ty: Type) -> Option<Expr> {
        let locals = self.visible().into_iter().filter(|local| local.ty == ty && !local.shared);
        let params = self.params.iter().filter(|param| param.1 == ty);
        let names: Vec<String> =
            locals.map(|local| local.name).chain(params.map(|param| param.0.clone())).collect();
        (!names.is_empty()).then(|| path(self.choices.pick(&names)))
    }

    /// Generates an element of a type, with an index of a maximum depth. Returns `None` if no array
    /// of this type can be read at the current position.
    pub(super) fn element_value(&mut self, ty: Type, depth: usize) -> Option<Expr> {
        if matches!(self.context, Context::Constant | Context::Initial) {
            return None;
        }
        let mut found = vec![];
        for number in 0..self.arrays.len() {
            let array = &self.arrays[number];
            if let (Some(length), true) = (array.length.clone(), array.ty == ty) {
                found.extend(self.readable_whole(number).map(|whole| (whole, length)));
            }
        }
        for local in self.local_arrays() {
            if let (Some(length), true) = (local.length, local.ty == ty && !local.shared) {
                found.push((path(&local.name), length));
            }
        }
        if found.is_empty() {
            return None;
        }
        let (whole, length) = self.choices.pick(&found).clone();
        Some(self.element(whole, Some(&length), depth))
    }

    // ---- Local arrays -------------------------------------------------------------------------

    /// Generates `let x: ty[length] = value;`.
    pub(super) fn let_array(&mut self) -> Stmt {
        let (ty, length) = (self.any_type(), self.local_length());
        let value = (!self.choices.once_in(3)).then(|| self.expr(ty, 2, false));
        let name = self.name_for_let();
        self.only_in_kernels = true;
        let declaration = declare_array(&name, ty, &length, value);
        self.bind_array(&name, ty, length);
        declaration
    }

    /// Returns the local arrays that are not shadowed.
    pub(super) fn local_arrays(&self) -> Vec<Local> {
        let mut locals = self.not_shadowed();
        locals.retain(|local| local.length.is_some());
        locals
    }
}
