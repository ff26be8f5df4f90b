//! The content of the arrays of a program.

use crate::ir::Value;
use crate::types::Type;

macro_rules! array_data {
    ($($variant:ident($element:ty)),*) => {
        /// The content of an array. There is one variant for each type of elements.
        #[derive(Debug, Clone, PartialEq)]
        #[allow(missing_docs, reason = "one variant for each type of the language")]
        pub enum ArrayData {
            $($variant(Vec<$element>)),*
        }

        impl ArrayData {
            /// Returns `len` elements that all have one value.
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

            /// Returns an element, or `None` if the index is past the end.
            pub fn get(&self, index: usize) -> Option<Value> {
                match self {
                    $(ArrayData::$variant(x) => x.get(index).copied().map(Value::$variant)),*
                }
            }

            /// Returns the elements at these indices, which must exist.
            pub fn select(&self, indices: impl Iterator<Item = usize>) -> ArrayData {
                match self {
                    $(ArrayData::$variant(x) => {
                        ArrayData::$variant(indices.map(|index| x[index]).collect())
                    })*
                }
            }

            /// Changes an element. Returns `false` and changes nothing if the index is past the
            /// end or the value has another type.
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

macro_rules! from_vectors {
    ($($variant:ident($element:ty)),*) => {
        $(impl From<Vec<$element>> for ArrayData {
            fn from(values: Vec<$element>) -> ArrayData {
                ArrayData::$variant(values)
            }
        })*
    };
}

from_vectors!(Bool(bool), I32(i32), U32(u32), I64(i64), U64(u64), F32(f32), F64(f64));

impl ArrayData {
    /// Returns numbers of nodes or edges as an array of that type. Any other array stays as it is.
    #[must_use]
    pub fn numbers_as(self, ty: Type) -> ArrayData {
        match (self, ty) {
            (ArrayData::U32(numbers), Type::Node) => ArrayData::Node(numbers),
            (ArrayData::U32(numbers), Type::Edge) => ArrayData::Edge(numbers),
            (other, _) => other,
        }
    }

    /// Whether the array has no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns every element, in order.
    pub fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        (0..self.len()).filter_map(|i| self.get(i))
    }
}
