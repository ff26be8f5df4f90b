//! Checks labels that must partition the nodes correctly. The program may choose the labels.

use std::collections::HashMap;

use super::{Column, Difference, Mismatch, Type};

/// The types that labels may have.
pub(super) const LABELS: &[Type] = &[Type::U32, Type::I32, Type::U64, Type::I64];

/// Converts labels to `i128`.
///
/// # Panics
///
/// Panics if the type of `column` is not in [`LABELS`].
pub(super) fn labels(column: Column<'_>) -> Vec<i128> {
    column.values().map(|value| value.as_integer().expect("labels are integers")).collect()
}

/// Accepts labels if two nodes have the same label exactly if they are in the same set. `smallest`
/// is the smallest node in the set of each node. `explain(node, other, together)` says why two
/// nodes are or are not in the same set.
///
/// A node is compared with the smallest node of its set. The smallest node of a set is compared
/// with the smallest nodes of all earlier sets. A wrong label of the smallest node is therefore
/// reported for all other nodes of its set.
pub(super) fn check_partition(
    what: &'static str,
    smallest: &[u32],
    found: &[i128],
    explain: impl Fn(u32, u32, bool) -> String,
) -> Result<(), Mismatch> {
    // For each label, the first set with this label, identified by its smallest node. The smallest
    // node precedes all other nodes of the set.
    let mut owner = HashMap::new();
    let first_with_label: Vec<u32> = (0u32..)
        .zip(smallest)
        .map(|(node, &smallest)| match node == smallest {
            true => *owner.entry(found[node as usize]).or_insert(node),
            false => smallest,
        })
        .collect();
    let wrong = (0u32..).zip(smallest).map(|(node, &smallest)| match node == smallest {
        true => first_with_label[node as usize] != node,
        false => found[node as usize] != found[smallest as usize],
    });
    Mismatch::of_nodes(what, wrong, |node| {
        let label = found[node as usize].to_string();
        let (other, together) = match smallest[node as usize] {
            smallest if smallest == node => (first_with_label[node as usize], false),
            smallest => (smallest, true),
        };
        let expected = match together {
            true => format!("{}, like node {other}", found[other as usize]),
            false => format!("a different {what} than node {other}"),
        };
        Difference::at(node, expected, label, explain(node, other, together))
    })
}
