//! Computes the widths of launches from the measurements of a calibration.

use std::collections::BTreeMap;

use igc_runtime::run_options::Widths;

use super::configuration::{ElementOrder, OperationConfiguration, Workgroups};

/// Times within this factor of the best are as fast: the difference is noise.
const AS_FAST: f64 = 1.03;
/// Times within this factor of the best are nearly as fast.
const NEARLY_AS_FAST: f64 = 1.10;
/// Minimum number of work-items of a launch per compute unit. In the measurements, every work-item
/// has the same work. In graph programs, it does not, and several workgroups per unit balance the
/// load.
const FEWEST: u32 = 512;
/// Maximum number of work-items of an outlined loop per compute unit. All known GPUs can keep this
/// many resident.
const MAX_OUTLINED: u32 = 2048;

/// Returns the widths that follow from the times of some operations, in seconds. Only
/// configurations that resemble compiled programs count: one element at a time, strided by the size
/// of the launch. Returns `None` if there are none.
///
/// The slowness of a width is the geometric mean, over operations and workgroup sizes, of its time
/// divided by the operation's least time.
pub fn widths(operations: &[Vec<(OperationConfiguration, f64)>]) -> Option<Widths> {
    let slowness = slowness(operations);
    let least = slowness.values().copied().min_by(f64::total_cmp)?;
    let fewest = |within: f64| {
        let fast = slowness.iter().find(|(_, slow)| **slow <= least * within);
        fast.map(|(width, _)| *width)
    };
    Some(Widths {
        work_items_per_unit: fewest(AS_FAST)?.max(FEWEST),
        outlined_work_items_per_unit: fewest(NEARLY_AS_FAST)?.min(MAX_OUTLINED),
    })
}

/// Returns the slowness of each width, which is at least 1.
fn slowness(operations: &[Vec<(OperationConfiguration, f64)>]) -> BTreeMap<u32, f64> {
    let mut logarithms: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for times in operations {
        let times = times.iter().filter(|(configuration, time)| {
            let OperationConfiguration { width, loads, order, .. } = *configuration;
            (width, loads, order) == (1, 1, ElementOrder::Strided) && *time > 0.0
        });
        let Some(least) = times.clone().map(|(_, time)| *time).min_by(f64::total_cmp) else {
            continue;
        };
        for (configuration, time) in times {
            let Workgroups::PerUnit(groups) = configuration.groups else { continue };
            let width = configuration.workgroup_size.saturating_mul(groups);
            logarithms.entry(width).or_default().push((time / least).ln());
        }
    }
    let mean = |values: Vec<f64>| (values.iter().sum::<f64>() / values.len() as f64).exp();
    logarithms.into_iter().map(|(width, values)| (width, mean(values))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(workgroup_size: u32, groups_per_unit: u32) -> OperationConfiguration {
        let (width, loads, order) = (1, 1, ElementOrder::Strided);
        let groups = Workgroups::PerUnit(groups_per_unit);
        OperationConfiguration { workgroup_size, groups, width, loads, order }
    }

    #[test]
    fn the_fewest_work_items_are_chosen_that_are_as_fast_as_any() {
        let times = [(1, 8.0), (2, 4.0), (4, 2.15), (8, 2.05), (16, 2.0), (32, 2.0)];
        let of =
            |factor: f64| times.map(|(groups, time)| (plain(128, groups), time * factor)).into();
        // Short and long operations have the same weight.
        let chosen = widths(&[of(1.0), of(1000.0)]);
        let expected = Widths { work_items_per_unit: 1024, outlined_work_items_per_unit: 512 };
        assert_eq!(chosen, Some(expected));
    }

    #[test]
    fn a_width_that_is_fast_in_one_operation_only_is_not_chosen() {
        let copy = vec![(plain(128, 1), 1.0), (plain(128, 2), 1.0)];
        let dot = vec![(plain(128, 1), 2.0), (plain(128, 2), 1.0)];
        let chosen = widths(&[copy, dot]).map(|widths| widths.outlined_work_items_per_unit);
        assert_eq!(chosen, Some(256));
    }

    #[test]
    fn only_configurations_like_compiled_programs_count() {
        let vector = OperationConfiguration { width: 4, ..plain(128, 1) };
        let contiguous =
            OperationConfiguration { order: ElementOrder::Contiguous, ..plain(128, 1) };
        let times = vec![(vector, 0.1), (contiguous, 0.1), (plain(256, 2), 1.0)];
        assert_eq!(widths(&[times]).map(|widths| widths.work_items_per_unit), Some(512));
        assert_eq!(widths(&[vec![(vector, 1.0)]]), None);
        assert_eq!(widths(&[]), None);
    }

    #[test]
    fn however_few_are_fast_there_are_some_to_even_out_the_work() {
        let chosen = widths(&[vec![(plain(128, 1), 1.0), (plain(128, 2), 1.0)]]);
        let expected = Widths { work_items_per_unit: 512, outlined_work_items_per_unit: 128 };
        assert_eq!(chosen, Some(expected));
    }

    #[test]
    fn outlined_loops_have_no_more_than_run_at_the_same_time() {
        let times = vec![(plain(256, 4), 2.0), (plain(256, 64), 1.0)];
        let chosen = widths(&[times]).expect("there are some");
        assert_eq!(
            (chosen.work_items_per_unit, chosen.outlined_work_items_per_unit),
            (16384, 2048)
        );
    }
}
