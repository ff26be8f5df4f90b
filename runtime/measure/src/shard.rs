//! Shards distribute the tests of a study or of a conformance run among processes that work at the
//! same time.
//!
//! A test is an application on a graph with all of its configurations. One process measures a whole
//! test: configurations are compared within the same rounds on the same machine, and results that
//! an oracle has accepted are remembered within one process.

use std::fmt;
use std::str::FromStr;

/// One of several parts that together are the whole study or run. The default is the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Number of the shard, from 0.
    index: usize,
    /// Number of shards.
    count: usize,
}

impl Default for Shard {
    fn default() -> Shard {
        Shard { index: 0, count: 1 }
    }
}

impl Shard {
    /// Returns whether a test is in this shard, by the positions of its application and its graph.
    /// Every shard has tests of every application and of every graph, because some of them take
    /// longer than others.
    pub fn has(self, application: usize, graph: usize) -> bool {
        (application + graph) % self.count == self.index
    }

    /// Returns whether some tests of a large enough study are in both shards. Shards of the same
    /// number of shards overlap only if they are equal.
    pub fn overlaps(self, other: Shard) -> bool {
        // A number with the remainder `index` modulo `count` exists for both shards if and only if
        // the remainders are equal modulo the greatest common divisor (Chinese remainder theorem).
        let (mut divisor, mut rest) = (self.count, other.count);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        self.index % divisor == other.index % divisor
    }
}

impl fmt::Display for Shard {
    /// Writes `I/N`, where the first shard is 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    /// Parses `I/N`, where the first shard is 1.
    fn from_str(text: &str) -> Result<Shard, &'static str> {
        let wrong = "expected I/N, the I-th of N parts, such as 1/4";
        let (index, count) = text.split_once('/').ok_or(wrong)?;
        let number = |text: &str| text.parse::<usize>().map_err(|_| wrong);
        match (number(index)?, number(count)?) {
            (index, count) if (1..=count).contains(&index) => Ok(Shard { index: index - 1, count }),
            _ => Err(wrong),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_test_is_in_one_shard() {
        for count in 1..6 {
            let shards = (1..=count).map(|index| format!("{index}/{count}").parse::<Shard>());
            let shards: Vec<Shard> = shards.collect::<Result<_, _>>().expect("they are shards");
            for (application, graph) in (0..4).flat_map(|a| (0..4).map(move |g| (a, g))) {
                let having = shards.iter().filter(|shard| shard.has(application, graph));
                assert_eq!(having.count(), 1, "{count}: {application}, {graph}");
            }
        }
        assert!(Shard::default().has(3, 4));
    }

    #[test]
    fn shards_that_overlap_have_tests_in_common() {
        let shards = (1..=6).flat_map(|count| (0..count).map(move |index| Shard { index, count }));
        let shards: Vec<Shard> = shards.collect();
        for (one, other) in shards.iter().flat_map(|one| shards.iter().map(move |two| (one, two))) {
            let common = (0..60).any(|at| one.has(at, 0) && other.has(at, 0));
            assert_eq!(one.overlaps(*other), common, "{one} and {other}");
        }
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        for text in ["", "1", "0/2", "3/2", "1/0", "0/0", "-1/2", "1/2/3", "a/b", "1/"] {
            text.parse::<Shard>().expect_err(text);
        }
    }
}
