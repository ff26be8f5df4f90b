//! The width of the elements of an array in memory, which may be smaller than that of their type.

use serde::{Deserialize, Serialize};

use super::value::Value;
use crate::types::Type;

/// The number of bits that each element of an array takes in memory. A load extends the bits with
/// zeros to a value of the array's type, and a store writes the low bits of a value. The pass
/// [`narrow`](crate::passes::narrow) proves that this changes no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ElementWidth {
    /// The bits of the type.
    #[default]
    Full,
    /// 16 bits.
    Half,
    /// 8 bits.
    Byte,
}

impl ElementWidth {
    /// The widths that are smaller than every type, with their numbers of bits.
    pub const NARROW: [(ElementWidth, u32); 2] =
        [(ElementWidth::Byte, 8), (ElementWidth::Half, 16)];

    /// Returns whether elements take the bits of their type.
    pub fn is_full(&self) -> bool {
        *self == ElementWidth::Full
    }

    /// Returns the number of bits of an element, or `None` if its type determines the number.
    pub fn bits(self) -> Option<u32> {
        Self::NARROW.into_iter().find(|(width, _)| *width == self).map(|(_, bits)| bits)
    }

    /// Returns the size of an element of a type in memory, in bytes.
    pub fn size(self, ty: Type) -> usize {
        self.bits().map_or(ty.size(), |bits| bits as usize / 8)
    }

    /// Returns whether arrays of a type can have elements of this width. Narrow elements have a type
    /// of 32 bits that is not a float. Edges are excluded, because they may get 64 bits.
    pub fn allows(self, ty: Type) -> bool {
        self.is_full() || matches!(ty, Type::Bool | Type::I32 | Type::U32 | Type::Node)
    }

    /// Returns the value that a load yields after a store of a value.
    pub fn kept(self, value: Value) -> Value {
        match self.bits() {
            Some(bits) => Value::from_bits(value.ty(), value.to_bits() & ((1 << bits) - 1)),
            None => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_keep_the_low_bits() {
        assert_eq!(ElementWidth::Byte.kept(Value::U32(0x1ff)), Value::U32(0xff));
        assert_eq!(ElementWidth::Half.kept(Value::I32(-1)), Value::I32(0xffff));
        assert_eq!(ElementWidth::Byte.kept(Value::Bool(true)), Value::Bool(true));
        assert_eq!(ElementWidth::Full.kept(Value::U32(0x1ff)), Value::U32(0x1ff));
    }

    #[test]
    fn narrow_elements_have_fewer_bytes() {
        let widths = [ElementWidth::Byte, ElementWidth::Half, ElementWidth::Full];
        assert_eq!(widths.map(|width| width.size(Type::U32)), [1, 2, 4]);
        assert!(!ElementWidth::Byte.allows(Type::U64) && !ElementWidth::Half.allows(Type::F32));
    }
}
