//! Labels that must divide the nodes into the right sets, whatever the labels are.

use std::collections::HashMap;

use super::{Column, Difference, Mismatch, Type};

/// The types of labels.
pub(super) const LABELS: &[Type] = &[Type::U32, Type::I32, Type::U64, Type::I64];

/// The labels as numbers.
///
/// # Panics
/// If `column` is of none of the types of [`LABELS`].
pub(super) fn labels(column: Column<'_>) -> Vec<i128> {
    column.values().map(|value| value.as_integer().expect("labels are integers")).collect()
}

/// Accepts labels that are the same for two nodes exactly if `smallest`, the smallest node in each
/// node's set, is. `explain(node, other, together)` says why two nodes are or are not in one set.
///
/// A node is compared with the smallest of its set, and the smallest of a set with those of the
/// sets before: so a wrong label of a set's smallest node is told of all others in the set.
pub(super) fn check_partition(
    what: &'static str,
    smallest: &[u32],
    found: &[i128],
    explain: impl Fn(u32, u32, bool) -> String,
) -> Result<(), Mismatch> {
    // The first set with each label, by its smallest node, which comes before all others of the set.
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
            true => format!("{}, as node {other} has", found[other as usize]),
            false => format!("another than node {other} has"),
        };
        Difference::at(node, expected, label, explain(node, other, together))
    })
}
