//! Shards: the tests of a study or of a conformance run dealt out to processes that work at the same time.
//!
//! A test is an application on a graph, with all of its configurations: they are compared with one another,
//! so one process on one machine measures them in the same rounds; and what an oracle has accepted is known
//! to one process.

use std::str::FromStr;

/// One of several parts of a study or run, which together are all of it. By default the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Which one, counted from 0.
    index: usize,
    /// Of how many.
    count: usize,
}

impl Default for Shard {
    fn default() -> Shard {
        Shard { index: 0, count: 1 }
    }
}

impl Shard {
    /// Whether a test is in it, by the places of its application and of its graph. Each shard has
    /// its turn at each graph and at each application, as they may take longer than others.
    pub fn has(self, application: usize, graph: usize) -> bool {
        (application + graph) % self.count == self.index
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    /// Reads `I/N`, counted from 1.
    fn from_str(text: &str) -> Result<Shard, &'static str> {
        let wrong = "a shard is I/N, the I-th of N, such as 1/4";
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
    fn what_is_no_shard_is_refused() {
        for text in ["", "1", "0/2", "3/2", "1/0", "0/0", "-1/2", "1/2/3", "a/b", "1/"] {
            text.parse::<Shard>().expect_err(text);
        }
    }
}
