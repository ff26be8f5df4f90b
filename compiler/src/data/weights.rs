//! The weights of a graph, and their conversion to the types that programs give them.

use std::ops::Range;

use super::{ArrayData, DataError};
use crate::ir::{Array, Init, Module, Value};
use crate::types::Type;

/// The weights of the edges, as one of three types.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WeightsView<'a> {
    /// Weights that are whole numbers from 0 to 2³² − 1.
    U32(&'a [u32]),
    /// Weights that are 64-bit signed whole numbers.
    I64(&'a [i64]),
    /// Weights that are real numbers.
    F64(&'a [f64]),
}

/// The types to which a loader rounds the real numbers of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// The type `f64`.
    #[default]
    Double,
    /// The type `f32`, because all weights of the program have this type.
    Single,
    /// Both types, because the program has weights of type `f32` and weights of another type.
    Both,
}

impl Rounding {
    /// All cases.
    pub const ALL: [Rounding; 3] = [Rounding::Double, Rounding::Single, Rounding::Both];

    /// Returns the rounding for a program, so that a loader rounds each weight only once to each type.
    pub fn for_program(module: &Module) -> Rounding {
        let mut found = (false, false);
        let weights = module.arrays.iter().filter(|array| array.init == Init::Weights);
        weights.for_each(|array| match array.ty {
            Type::F32 => found.0 = true,
            _ => found.1 = true,
        });
        match found {
            (true, true) => Rounding::Both,
            (true, false) => Rounding::Single,
            (false, _) => Rounding::Double,
        }
    }
}

impl<'a> WeightsView<'a> {
    /// Returns the weights of a range of edges.
    pub fn part(self, edges: Range<usize>) -> WeightsView<'a> {
        match self {
            WeightsView::U32(w) => WeightsView::U32(&w[edges]),
            WeightsView::I64(w) => WeightsView::I64(&w[edges]),
            WeightsView::F64(w) => WeightsView::F64(&w[edges]),
        }
    }

    /// Returns the number of weights.
    pub(super) fn len(self) -> usize {
        match self {
            WeightsView::U32(w) => w.len(),
            WeightsView::I64(w) => w.len(),
            WeightsView::F64(w) => w.len(),
        }
    }
}

/// Converts the weights of the graph to the content of an array. `single` are the weights that the loader
/// rounded to `f32`, if it [rounded them to both types](Rounding::Both).
///
/// An array of integers takes whole numbers within the range of its type, whatever their type in
/// the graph. An array of floating-point numbers takes the nearest value of its type, except that a
/// finite weight does not become infinite.
///
/// # Errors
///
/// Returns [`DataError::NoWeights`] if the graph has no weights, and [`DataError::Weight`] for a
/// weight that does not fit.
pub fn weights(
    array: &Array,
    weights: Option<WeightsView<'_>>,
    single: Option<&[f32]>,
) -> Result<ArrayData, DataError> {
    if let (Type::F32, Some(single)) = (array.ty, single) {
        return Ok(ArrayData::F32(single.to_vec()));
    }
    let convert = |count: usize, at: &dyn Fn(usize) -> Weight| {
        let mut data = ArrayData::fill(Value::zero(array.ty), count);
        for edge in 0..count {
            let weight = at(edge);
            let Some(value) = weight.fit(array.ty) else {
                return Err(DataError::Weight {
                    array: array.name.clone(),
                    ty: array.ty,
                    edge: edge as u32,
                    weight: weight.to_string(),
                });
            };
            data.set(edge, value);
        }
        Ok(data)
    };
    // Most conversions of most graphs cannot fail.
    match (weights, array.ty) {
        (Some(WeightsView::U32(w)), Type::U32) => return Ok(ArrayData::U32(w.to_vec())),
        (Some(WeightsView::U32(w)), Type::U64) => {
            return Ok(ArrayData::U64(w.iter().map(|weight| u64::from(*weight)).collect()));
        }
        (Some(WeightsView::U32(w)), Type::F32) => {
            return Ok(ArrayData::F32(w.iter().map(|weight| *weight as f32).collect()));
        }
        (Some(WeightsView::U32(w)), Type::F64) => {
            return Ok(ArrayData::F64(w.iter().map(|weight| f64::from(*weight)).collect()));
        }
        (Some(WeightsView::I64(w)), Type::I64) => return Ok(ArrayData::I64(w.to_vec())),
        (Some(WeightsView::F64(w)), Type::F64) => return Ok(ArrayData::F64(w.to_vec())),
        _ => {}
    }
    match weights {
        Some(WeightsView::U32(w)) => convert(w.len(), &|i| Weight::Whole(w[i].into())),
        Some(WeightsView::I64(w)) => convert(w.len(), &|i| Weight::Whole(w[i].into())),
        Some(WeightsView::F64(w)) => convert(w.len(), &|i| Weight::Real(w[i])),
        None => Err(DataError::NoWeights { array: array.name.clone(), ty: array.ty }),
    }
}

#[derive(Clone, Copy)]
enum Weight {
    Whole(i128),
    Real(f64),
}

impl Weight {
    fn fit(self, ty: Type) -> Option<Value> {
        match (ty, self) {
            (Type::F32, Weight::Whole(w)) => Some(Value::F32(w as f32)),
            (Type::F64, Weight::Whole(w)) => Some(Value::F64(w as f64)),
            (Type::F32, Weight::Real(w)) => {
                let narrow = w as f32;
                (narrow.is_finite() || !w.is_finite()).then_some(Value::F32(narrow))
            }
            (Type::F64, Weight::Real(w)) => Some(Value::F64(w)),
            // The cast saturates, and its limits are outside the range of every type.
            (_, Weight::Real(w)) if w.fract() == 0.0 => Weight::Whole(w as i128).fit(ty),
            (Type::I32, Weight::Whole(w)) => w.try_into().ok().map(Value::I32),
            (Type::U32, Weight::Whole(w)) => w.try_into().ok().map(Value::U32),
            (Type::I64, Weight::Whole(w)) => w.try_into().ok().map(Value::I64),
            (Type::U64, Weight::Whole(w)) => w.try_into().ok().map(Value::U64),
            _ => None,
        }
    }
}

impl std::fmt::Display for Weight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Weight::Whole(w) => write!(f, "{w}"),
            Weight::Real(w) => write!(f, "{w:?}"),
        }
    }
}
