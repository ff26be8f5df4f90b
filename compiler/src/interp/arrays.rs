//! The contents of arrays in device memory, and the conversion of weights.

use super::{RunError, WeightsView};
use crate::ir::{Array, Type, Value};

macro_rules! array_data {
    ($($variant:ident($element:ty)),*) => {
        /// The content of an array, by element type.
        #[derive(Debug, Clone, PartialEq)]
        #[allow(missing_docs, reason = "one variant for each type of the language")]
        pub enum ArrayData {
            $($variant(Vec<$element>)),*
        }

        impl ArrayData {
            /// Creates an array of `len` equal elements.
            pub fn fill(value: Value, len: usize) -> ArrayData {
                match value {
                    $(Value::$variant(x) => ArrayData::$variant(vec![x; len])),*
                }
            }

            /// Returns the type of the elements.
            pub fn ty(&self) -> Type {
                match self {
                    $(ArrayData::$variant(_) => Type::$variant),*
                }
            }

            /// Returns the number of elements.
            pub fn len(&self) -> usize {
                match self {
                    $(ArrayData::$variant(x) => x.len()),*
                }
            }

            /// Returns an element, or `None` past the end.
            pub fn get(&self, index: usize) -> Option<Value> {
                match self {
                    $(ArrayData::$variant(x) => x.get(index).copied().map(Value::$variant)),*
                }
            }

            /// Changes an element. Returns `false` without a change if the index is past the end or
            /// the value has another type.
            pub fn set(&mut self, index: usize, value: Value) -> bool {
                match (self, value) {
                    $((ArrayData::$variant(x), Value::$variant(value)) => {
                        x.get_mut(index).map(|element| *element = value).is_some()
                    })*
                    _ => false,
                }
            }
        }
    };
}

array_data!(
    Bool(bool),
    I32(i32),
    U32(u32),
    I64(i64),
    U64(u64),
    F32(f32),
    F64(f64),
    Node(u32),
    Edge(u32)
);

impl ArrayData {
    /// Returns whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the elements in order.
    pub fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        (0..self.len()).filter_map(|i| self.get(i))
    }
}

/// Converts the weights of the graph to the content of an array.
///
/// Integer types accept whole numbers in their range, in every form in which the graph stores
/// weights. Floating-point types round to the nearest value, but a finite weight must not become
/// infinite.
///
/// # Errors
///
/// Returns an error if the graph has no weights, or if a weight does not fit the type.
pub fn weights(array: &Array, weights: Option<WeightsView<'_>>) -> Result<ArrayData, RunError> {
    let convert = |count: usize, at: &dyn Fn(usize) -> Weight| {
        let mut data = ArrayData::fill(Value::zero(array.ty), count);
        for edge in 0..count {
            let weight = at(edge);
            let Some(value) = weight.fit(array.ty) else {
                return Err(RunError::Weight {
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
    match weights {
        Some(WeightsView::U32(w)) => convert(w.len(), &|i| Weight::Whole(w[i].into())),
        Some(WeightsView::I64(w)) => convert(w.len(), &|i| Weight::Whole(w[i].into())),
        Some(WeightsView::F64(w)) => convert(w.len(), &|i| Weight::Real(w[i])),
        None => Err(RunError::NoWeights { array: array.name.clone() }),
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
            // The cast saturates, and a saturated value fits no type.
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
