//! Computes degrees that follow a distribution and have a given sum.
//!
//! The generator does not draw degrees at random. It computes how many nodes have at least degree
//! k, for every k, as the share of the distribution rounded to a whole number. Random degrees would
//! differ from the distribution by chance, and a study of the effect of degrees would measure this
//! difference as well.
//!
//! A binary search finds the free parameter of the distribution for which the degrees have the
//! wanted sum. Because counts are whole numbers, the sum may jump over the wanted one. Then the
//! counts of the smallest degrees are those of the larger sum.

use rayon::prelude::*;

use super::distribution::Distribution;
use crate::generate::random::number;

/// Returns the number of nodes that have at least degree 1, at least degree 2, and so on. The
/// numbers do not increase, and their sum is `sum`, which is the sum of the degrees.
///
/// # Errors
///
/// Returns a reason if the distribution allows a degree that a simple graph cannot have, or cannot
/// have this sum.
pub(super) fn counts(
    distribution: &Distribution,
    nodes: u32,
    sum: u64,
) -> Result<Vec<u32>, String> {
    let limit = nodes - 1;
    let most = distribution.maximum().unwrap_or(limit);
    if most > limit {
        return Err(format!("the degree {most} is too large: {nodes} nodes allow at most {limit}"));
    }
    // The search for the parameter of `uniform` may use one more degree.
    let most = match distribution {
        Distribution::Uniform { .. } => (most + 1).min(limit),
        _ => most,
    };
    let family = Family { distribution, nodes, most };
    let (mut low, mut high) = distribution.bounds();
    if family.sum(low) > sum || family.sum(high) < sum {
        return Err(format!(
            "degrees from 0 to {most} cannot have this distribution with a mean of {:.6}",
            sum as f64 / f64::from(nodes)
        ));
    }
    loop {
        let middle = distribution.between(low, high);
        if middle <= low || middle >= high {
            break;
        }
        let found = family.sum(middle);
        if found <= sum {
            low = middle;
        } else {
            high = middle;
        }
        if found == sum {
            break;
        }
    }
    let mut counts = family.counts(low);
    let missing = sum - family.sum(low);
    raise(&mut counts, &family.counts(high), nodes, missing);
    counts.truncate(counts.partition_point(|&count| count > 0));
    Ok(counts)
}

/// Adds `missing` to the sum of `counts`: raises the first of them to those in `larger`. If this
/// does not suffice, because of rounding, raises each to its predecessor.
fn raise(counts: &mut [u32], larger: &[u32], nodes: u32, mut missing: u64) {
    for (count, &larger) in counts.iter_mut().zip(larger) {
        raise_one(count, larger, &mut missing);
    }
    let mut previous = nodes;
    for count in counts {
        raise_one(count, previous, &mut missing);
        previous = *count;
    }
}

fn raise_one(count: &mut u32, to: u32, missing: &mut u64) {
    let step = u64::from(to.saturating_sub(*count)).min(*missing);
    *count += step as u32;
    *missing -= step;
}

/// A distribution for a number of nodes. Only its free parameter is not fixed.
struct Family<'a> {
    distribution: &'a Distribution,
    nodes: u32,
    /// The largest degree.
    most: u32,
}

impl Family<'_> {
    fn at_least(&self, k: u32, free: f64) -> u32 {
        self.distribution.at_least(k, self.most, self.nodes, free)
    }

    fn sum(&self, free: f64) -> u64 {
        let mut sum = 0;
        self.runs(free, &mut |length, count| sum += u64::from(length) * u64::from(count));
        sum
    }

    fn counts(&self, free: f64) -> Vec<u32> {
        let mut counts = Vec::new();
        self.runs(free, &mut |length, count| {
            counts.resize(counts.len() + length as usize, count);
        });
        counts
    }

    /// Calls `each` with the lengths and the values of runs of equal counts, in the order of the
    /// degrees. Computes only the ends of long runs, because a power law has large degrees that few
    /// nodes have.
    fn runs(&self, free: f64, each: &mut dyn FnMut(u32, u32)) {
        if self.most == 0 {
            return;
        }
        let first = self.at_least(1, free);
        each(1, first);
        if self.most > 1 {
            let last = self.at_least(self.most, free).min(first);
            self.runs_between(free, (1, first), (self.most, last), each);
            each(1, last);
        }
    }

    fn runs_between(
        &self,
        free: f64,
        (low, first): (u32, u32),
        (high, last): (u32, u32),
        each: &mut dyn FnMut(u32, u32),
    ) {
        let length = high - low - 1;
        if length == 0 {
            return;
        }
        if first == last {
            each(length, first);
            return;
        }
        let middle = low + (high - low) / 2;
        let count = self.at_least(middle, free).clamp(last, first);
        self.runs_between(free, (low, first), (middle, count), each);
        each(1, count);
        self.runs_between(free, (middle, count), (high, last), each);
    }
}

/// Gives each node its degree. The node with the smallest random number gets the largest degree.
pub(super) fn assign(counts: &[u32], nodes: u32, seed: u64, position: u64) -> Vec<u32> {
    let mut order: Vec<(u64, u32)> = (0..nodes)
        .into_par_iter()
        .map(|node| (number(seed, u64::from(node), position), node))
        .collect();
    order.par_sort_unstable();
    let mut degrees = vec![0; nodes as usize];
    for (k, &count) in (1..).zip(counts) {
        // The nodes from `next` on have exactly degree k.
        let next = counts.get(k as usize).copied().unwrap_or(0);
        for &(_, node) in &order[next as usize..count as usize] {
            degrees[node as usize] = k;
        }
    }
    degrees
}
