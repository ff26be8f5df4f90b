//! Random values for the inputs of a program: `--input feature=random`, or `random:7` with another
//! seed.
//!
//! A program can then be tried, tested and timed on any graph without files. The values depend only
//! on the seed, the name of the input and the size of the graph:
//!
//! | type | values |
//! | --- | --- |
//! | `bool` | `true` and `false` |
//! | integers | from 0 to 99 |
//! | floats | multiples of 1/128 from -1 up to, but not including, 1. Sums of less than 2¹⁷ of them are exact |
//! | `node`, `edge` | nodes and edges of the graph, or `MAX` if it has none |
//!
//! A worklist has a node for every 64 nodes of the graph, and one more. A node may occur twice.

use igc_compiler::data::ArrayData;
use igc_compiler::ir::{Type, Value};

use super::number::Types;

/// The word that stands for random values instead of the name of a file.
pub(super) const WORD: &str = "random";

/// Returns the seed if the name of a file stands for random values, or a message if the seed is not
/// a number.
pub(super) fn seed(name: &str) -> Option<Result<u64, String>> {
    let rest = name.strip_prefix(WORD)?;
    if rest.is_empty() {
        return Some(Ok(1));
    }
    let seed = rest.strip_prefix(':')?;
    Some(seed.parse().map_err(|_| format!("the seed `{seed}` is not a whole number from 0")))
}

/// The random numbers of an input.
pub(super) struct Random(u64);

impl Random {
    pub fn new(seed: u64, input: &str) -> Random {
        // FNV-1a gives each input its own numbers.
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Random(input.bytes().fold(0xcbf2_9ce4_8422_2325 ^ mix(seed), hash))
    }

    /// Returns a number below `bound`, which is at least 1. The result depends on the position
    /// only.
    fn below(&self, position: usize, bound: u32) -> u32 {
        let word = mix(self.0.wrapping_add((position as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        (word % u64::from(bound)) as u32
    }

    /// Returns the values of a property.
    pub fn array(&self, ty: Type, length: usize, types: Types) -> ArrayData {
        let mut values = ArrayData::fill(Value::zero(ty), length);
        for position in 0..length {
            values.set(position, self.value(ty, position, types));
        }
        values
    }

    /// Returns the items of a worklist.
    pub fn items(&self, nodes: u32) -> Vec<u32> {
        let count = if nodes == 0 { 0 } else { nodes / 64 + 1 };
        (0..count as usize).map(|position| self.below(position, nodes)).collect()
    }

    fn value(&self, ty: Type, position: usize, types: Types) -> Value {
        let id = |count: u32| match count {
            0 => u32::MAX,
            count => self.below(position, count),
        };
        match ty {
            Type::Bool => Value::Bool(self.below(position, 2) == 1),
            Type::F32 | Type::F64 => {
                let real = f64::from(self.below(position, 256)) / 128.0 - 1.0;
                Value::F64(real).cast(ty)
            }
            Type::Node => Value::Node(id(types.nodes)),
            // A program for a larger graph has no values of this type.
            Type::Edge => Value::Edge(id(u32::try_from(types.edges).unwrap_or(u32::MAX))),
            Type::I32 | Type::U32 | Type::I64 | Type::U64 => {
                Value::U32(self.below(position, 100)).cast(ty)
            }
        }
    }
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: Types = Types { nodes: 5, edges: 0 };

    #[test]
    fn names_of_files_are_not_seeds() {
        assert_eq!(seed("random"), Some(Ok(1)));
        assert_eq!(seed("random:0"), Some(Ok(0)));
        assert_eq!(seed("random.npy"), None);
        assert_eq!(seed("./random"), None);
        assert!(seed("random:x").is_some_and(|seed| seed.is_err()));
    }

    #[test]
    fn values_are_in_range_and_depend_on_the_seed_and_the_name() {
        let random = Random::new(1, "feature");
        let ArrayData::F32(reals) = random.array(Type::F32, 1000, TYPES) else { unreachable!() };
        assert!(reals.iter().all(|x| (-1.0..1.0).contains(x) && (x * 128.0).fract() == 0.0));
        let ArrayData::U32(whole) = random.array(Type::U32, 1000, TYPES) else { unreachable!() };
        assert!((0..100).all(|value| whole.contains(&value)) && whole.iter().all(|&x| x < 100));
        let ArrayData::Node(nodes) = random.array(Type::Node, 1000, TYPES) else { unreachable!() };
        assert!((0..5).all(|node| nodes.contains(&node)) && nodes.iter().all(|&node| node < 5));
        assert_eq!(random.array(Type::Edge, 2, TYPES), ArrayData::Edge(vec![u32::MAX; 2]));
        for other in [Random::new(2, "feature"), Random::new(1, "feature2")] {
            assert_ne!(other.array(Type::F32, 1000, TYPES), ArrayData::F32(reals.clone()));
        }
        assert!(random.items(0).is_empty());
        assert_eq!(random.items(63).len(), 1);
        assert!(random.items(640).iter().all(|&item| item < 640) && random.items(640).len() == 11);
    }
}
