//! Comparison of the searches on several devices: how much a policy for each device gains over one
//! policy for all devices.

use std::collections::BTreeMap;

use igc_measure::primitives::{Primitive, PrimitiveConfiguration};
use serde::Serialize;

use super::Search;
use crate::statistics::geometric_mean;

/// The comparison of one primitive.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The primitive.
    pub primitive: Primitive,
    /// The configuration that is the best for all devices: of those that were timed on all devices,
    /// the one with the least geometric mean of its times, each relative to the device's best.
    pub one_for_all: PrimitiveConfiguration,
    /// Number of configurations that were timed on all devices.
    pub common: usize,
    /// The time of that configuration relative to the best configuration of each device, in the
    /// order of the searches.
    pub gains: Vec<f64>,
    /// The geometric mean of the gains.
    pub mean_gain: f64,
    /// The time of each device's best configuration (rows) on each device (columns), relative to
    /// that device's best; `None` if it was not timed there.
    pub ported: Vec<Vec<Option<f64>>>,
}

impl Comparison {
    /// Compares the searches for each primitive that all of them tuned.
    pub fn of(searches: &[&Search]) -> Vec<Comparison> {
        Primitive::ALL.iter().filter_map(|(_, primitive)| compare(searches, *primitive)).collect()
    }
}

fn compare(searches: &[&Search], primitive: Primitive) -> Option<Comparison> {
    let ratios: Vec<_> = searches.iter().map(|search| relative(search, primitive)).collect();
    let everywhere = |configuration: &&PrimitiveConfiguration| {
        ratios.iter().all(|ratios| ratios.contains_key(*configuration))
    };
    let common: Vec<&PrimitiveConfiguration> = ratios.first()?.keys().filter(everywhere).collect();
    let each = |configuration: &PrimitiveConfiguration| -> Vec<f64> {
        ratios.iter().map(|ratios| ratios[configuration]).collect()
    };
    let mean = |configuration: &PrimitiveConfiguration| geometric_mean(&each(configuration));
    let means = common.iter().filter_map(|one| Some((*one, mean(one)?)));
    let (one_for_all, mean_gain) = means.min_by(|(_, a), (_, b)| a.total_cmp(b))?;
    let best = ratios.iter().map(|ratios| {
        ratios
            .iter()
            .min_by(|(_, a), (_, b)| a.total_cmp(b))
            .map(|(configuration, _)| configuration)
    });
    let ported = best.map(|best| ratios.iter().map(|ratios| ratios.get(best?).copied()).collect());
    Some(Comparison {
        primitive,
        one_for_all: *one_for_all,
        common: common.len(),
        gains: each(one_for_all),
        mean_gain,
        ported: ported.collect(),
    })
}

/// Returns the time of each configuration relative to the best one. The final replaces the trials,
/// which chose the best configurations and are therefore biased.
fn relative(search: &Search, primitive: Primitive) -> BTreeMap<PrimitiveConfiguration, f64> {
    let mut ratios: BTreeMap<PrimitiveConfiguration, f64> =
        search.timed(primitive).map(|(configuration, ratio)| (*configuration, ratio)).collect();
    let last = search.finals.iter().find(|last| last.primitive == primitive);
    for measured in last.iter().flat_map(|last| &last.measured) {
        ratios.extend(measured.ratio.map(|ratio| (measured.configuration, ratio)));
    }
    let best = last.and_then(|last| last.best()?.ratio);
    let best = best.or_else(|| ratios.values().copied().min_by(f64::total_cmp));
    // Trials that were faster than the best configuration of the final are noise.
    let relative = |ratio: f64| (ratio / best.unwrap_or(ratio)).max(1.0);
    ratios.into_iter().map(|(configuration, ratio)| (configuration, relative(ratio))).collect()
}
