//! The rounds of a run with timed steps.

use igc_runtime::supersteps::{LoopKind, StepRecord};

/// Selects the rounds that contain no other round. Steps are in the order in which they ended. If a
/// round contains inner rounds, the last inner round directly precedes it in this order and did not
/// begin before it.
pub fn innermost(steps: &[StepRecord]) -> Vec<&StepRecord> {
    let before = std::iter::once(None).chain(steps.iter().map(Some));
    steps
        .iter()
        .zip(before)
        .filter(|(step, before)| {
            step.kind != LoopKind::Outlined && before.is_none_or(|before| before.start < step.start)
        })
        .map(|(step, _)| step)
        .collect()
}
