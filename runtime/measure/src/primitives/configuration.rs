//! Primitives, the parameters of their kernels, and all configurations.

use std::fmt;

use igc_runtime::primitives::{Pushes, Ranking};
use serde::{Deserialize, Serialize};

/// A primitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Primitive {
    /// x ← y.
    Copy,
    /// The sum of a sequence.
    Reduction,
    /// The sum of all elements before each element.
    Scan,
    /// The sum of the values of each key.
    ReductionByKey,
    /// The sum of each segment, whose starts are known.
    SegmentedReduction,
    /// Pushes the indices of the elements with a flag to a worklist.
    Compaction,
    /// Pushes a number of items for each element to a worklist.
    Push,
}

impl Primitive {
    /// Every primitive, with its name.
    pub const ALL: [(&'static str, Primitive); 7] = [
        ("copy", Primitive::Copy),
        ("reduction", Primitive::Reduction),
        ("scan", Primitive::Scan),
        ("reduction-by-key", Primitive::ReductionByKey),
        ("segmented-reduction", Primitive::SegmentedReduction),
        ("compaction", Primitive::Compaction),
        ("push", Primitive::Push),
    ];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, one)| *one == self).map_or("", |(name, _)| name)
    }

    /// Returns the algorithms of the primitive.
    pub fn algorithms(self) -> Vec<Algorithm> {
        let ranked = Ranking::ALL.map(Algorithm::Ranked);
        let with = |first: &[Algorithm]| [first, &ranked].concat();
        match self {
            Primitive::Copy => vec![Algorithm::Item],
            // The others have the same tree, or the same reduction of subgroups.
            Primitive::Reduction => [Ranking::Serial, Ranking::BrentKung, Ranking::Subgroup]
                .map(Algorithm::Ranked)
                .into(),
            Primitive::Scan | Primitive::ReductionByKey => ranked.into(),
            Primitive::SegmentedReduction => with(&[Algorithm::Item]),
            Primitive::Compaction => {
                with(&[Algorithm::Item, Algorithm::ActiveLanes, Algorithm::SubgroupAtomic])
            }
            Primitive::Push => with(&[
                Algorithm::Item,
                Algorithm::ActiveLanes,
                Algorithm::SubgroupAtomic,
                Algorithm::Queue,
            ]),
        }
    }
}

impl std::str::FromStr for Primitive {
    type Err = String;

    fn from_str(text: &str) -> Result<Primitive, String> {
        let found = Primitive::ALL.iter().find(|(name, _)| *name == text);
        found.map(|(_, primitive)| *primitive).ok_or_else(|| {
            let names = Primitive::ALL.map(|(name, _)| name).join(", ");
            format!("the primitives are {names}")
        })
    }
}

/// How work-items cooperate: how they rank what they have, for primitives that store it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// Each work-item works alone: one atomic for each pushed item, or one work-item for each
    /// segment.
    Item,
    /// One atomic for those work-items of a warp that push at the same time.
    ActiveLanes,
    /// One atomic for each subgroup.
    SubgroupAtomic,
    /// One atomic for each workgroup and tile, which collects its items in local memory.
    Queue,
    /// Scans or reductions of workgroups, by one of the device library's algorithms.
    #[serde(untagged)]
    Ranked(Ranking),
}

impl Algorithm {
    /// Returns the way to push that the algorithm tests, if generated code has it.
    pub fn pushes(self) -> Option<Pushes> {
        match self {
            Algorithm::Item => Some(Pushes::Item),
            Algorithm::ActiveLanes => Some(Pushes::ActiveLanes),
            _ => None,
        }
    }
}

/// The modifier of loads and stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Load {
    /// No modifier.
    Plain,
    /// Pointers are `restrict`, and inputs `const`; on NVIDIA's GPUs, loads use the read-only cache.
    Constant,
    /// Non-temporal accesses: the cache should not keep the data.
    Streaming,
    /// Volatile accesses.
    Volatile,
}

impl Load {
    /// Every modifier.
    pub const ALL: [Load; 4] = [Load::Plain, Load::Constant, Load::Streaming, Load::Volatile];
}

/// The order of the words of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WordOrder {
    /// Neighbouring work-items load neighbouring vectors.
    Striped,
    /// The words of a work-item follow each other.
    Blocked,
}

/// A configuration of a primitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrimitiveConfiguration {
    /// Number of work-items of a workgroup.
    pub workgroup_size: u32,
    /// Number of workgroups per compute unit.
    pub groups_per_unit: u32,
    /// Number of elements of a tile for each work-item.
    pub items: u32,
    /// Number of elements of a load.
    pub width: u32,
    /// The modifier of loads and stores.
    pub load: Load,
    /// The order of the elements of a tile.
    pub order: WordOrder,
    /// How work-items cooperate.
    pub algorithm: Algorithm,
}

/// A parameter of configurations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parameter {
    /// The workgroup size.
    WorkgroupSize,
    /// The number of workgroups per compute unit.
    GroupsPerUnit,
    /// The number of elements for each work-item.
    Items,
    /// The width of loads.
    Width,
    /// The modifier of loads.
    Load,
    /// The order.
    Order,
    /// The algorithm.
    Algorithm,
}

impl Parameter {
    /// Every parameter, with its name in reports.
    pub const ALL: [(&'static str, Parameter); 7] = [
        ("workgroup size", Parameter::WorkgroupSize),
        ("workgroups per unit", Parameter::GroupsPerUnit),
        ("items", Parameter::Items),
        ("load width", Parameter::Width),
        ("load modifier", Parameter::Load),
        ("order", Parameter::Order),
        ("algorithm", Parameter::Algorithm),
    ];

    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, one)| *one == self).map_or("", |(name, _)| name)
    }
}

/// The values of the numeric parameters: those of the paper, section 5.1, and more items.
const WORKGROUP_SIZES: [u32; 6] = [32, 64, 128, 256, 512, 1024];
const GROUPS_PER_UNIT: [u32; 6] = [1, 2, 4, 8, 16, 32];
const ITEMS: [u32; 5] = [1, 2, 4, 8, 16];
const WIDTHS: [u32; 3] = [1, 2, 4];

impl PrimitiveConfiguration {
    /// Returns all configurations of a primitive. Configurations with the same kernel occur once.
    pub fn space(primitive: Primitive) -> Vec<PrimitiveConfiguration> {
        let mut space = vec![];
        for algorithm in primitive.algorithms() {
            for load in Load::ALL {
                for (items, width, order) in shapes() {
                    for workgroup_size in WORKGROUP_SIZES {
                        for groups_per_unit in GROUPS_PER_UNIT {
                            space.push(PrimitiveConfiguration {
                                workgroup_size,
                                groups_per_unit,
                                items,
                                width,
                                load,
                                order,
                                algorithm,
                            });
                        }
                    }
                }
            }
        }
        space.retain(|configuration| configuration.is_distinct(primitive));
        space
    }

    /// Returns whether no other configuration has the same kernel and launch.
    fn is_distinct(&self, primitive: Primitive) -> bool {
        // A work-item that adds its segment alone has no tiles.
        let has_tiles =
            primitive != Primitive::SegmentedReduction || self.algorithm != Algorithm::Item;
        has_tiles || self.items == 1
    }

    /// Returns the configuration that resembles generated code most: one element at a time, without
    /// modifiers, and in launches of the usual width.
    pub fn usual(
        primitive: Primitive,
        is_gpu: bool,
        has_subgroups: bool,
    ) -> PrimitiveConfiguration {
        let ranking = if has_subgroups { Ranking::Subgroup } else { Ranking::Serial };
        let algorithms = primitive.algorithms();
        let item = algorithms.contains(&Algorithm::Item).then_some(Algorithm::Item);
        PrimitiveConfiguration {
            workgroup_size: 128,
            groups_per_unit: if is_gpu { 16 } else { 4 },
            items: 1,
            width: 1,
            load: Load::Plain,
            order: WordOrder::Striped,
            algorithm: item.unwrap_or(Algorithm::Ranked(ranking)),
        }
    }

    /// Returns the value of a parameter, as reports show it.
    pub fn value(&self, parameter: Parameter) -> String {
        match parameter {
            Parameter::WorkgroupSize => self.workgroup_size.to_string(),
            Parameter::GroupsPerUnit => self.groups_per_unit.to_string(),
            Parameter::Items => self.items.to_string(),
            Parameter::Width => self.width.to_string(),
            Parameter::Load => word(&self.load),
            Parameter::Order => word(&self.order),
            Parameter::Algorithm => word(&self.algorithm),
        }
    }
}

/// Returns the valid combinations of items, width and order. If a work-item has one load for each
/// tile, both orders are the same.
fn shapes() -> impl Iterator<Item = (u32, u32, WordOrder)> {
    let pairs = ITEMS.into_iter().flat_map(|items| WIDTHS.map(|width| (items, width)));
    let valid = pairs.filter(|(items, width)| width <= items);
    valid.flat_map(|(items, width)| {
        let blocked = (items > width).then_some((items, width, WordOrder::Blocked));
        [(items, width, WordOrder::Striped)].into_iter().chain(blocked)
    })
}

/// Returns the name of a value in files.
fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

impl fmt::Display for PrimitiveConfiguration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PrimitiveConfiguration { workgroup_size, groups_per_unit, items, width, .. } = self;
        write!(f, "{groups_per_unit} × {workgroup_size}, items {items}, width {width}")?;
        for parameter in [Parameter::Load, Parameter::Order, Parameter::Algorithm] {
            write!(f, ", {}", self.value(parameter))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_space_has_each_configuration_once_and_the_usual_one() {
        for (_, primitive) in Primitive::ALL {
            let space = PrimitiveConfiguration::space(primitive);
            let each: BTreeSet<String> =
                space.iter().map(PrimitiveConfiguration::to_string).collect();
            assert_eq!(each.len(), space.len());
            for (is_gpu, has_subgroups) in [(false, false), (true, true)] {
                let usual = PrimitiveConfiguration::usual(primitive, is_gpu, has_subgroups);
                assert!(space.contains(&usual), "{primitive:?}: {usual}");
            }
        }
        assert_eq!(PrimitiveConfiguration::space(Primitive::Copy).len(), 36 * 4 * 21);
        assert_eq!(PrimitiveConfiguration::space(Primitive::Scan).len(), 36 * 4 * 21 * 5);
        assert_eq!(
            PrimitiveConfiguration::space(Primitive::SegmentedReduction).len(),
            36 * 4 * (21 * 5 + 1)
        );
    }

    #[test]
    fn names_are_those_of_files() {
        for (name, primitive) in Primitive::ALL {
            assert_eq!(word(&primitive), name);
            assert_eq!(name.parse(), Ok(primitive));
        }
        assert!("sort".parse::<Primitive>().is_err());
        let usual = PrimitiveConfiguration::usual(Primitive::Scan, true, true);
        assert_eq!(usual.to_string(), "16 × 128, items 1, width 1, plain, striped, subgroup");
        let text = serde_json::to_string(&usual).expect("it serialises");
        assert!(text.contains("\"algorithm\":\"subgroup\""), "{text}");
        assert_eq!(
            serde_json::from_str::<PrimitiveConfiguration>(&text).expect("it is read"),
            usual
        );
    }
}
