//! Names and limits that the command line offers for measurements of OpenCL. A build without OpenCL
//! has them too, so that it can refuse a measurement with the reason.

use serde::Serialize;

/// Maximum number of barriers of a timed launch. Far fewer are enough to measure a barrier.
pub const MAX_BARRIERS: u32 = 1_000_000;

/// A microbenchmark of Table X of "One Size Doesn't Fit All".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Microbenchmark {
    /// Atomic additions that subgroups combine.
    #[serde(rename = "sg-cmb")]
    SubgroupCombining,
    /// Reads with barriers in their loop.
    #[serde(rename = "m-divg")]
    MemoryDivergence,
}

impl Microbenchmark {
    /// Every microbenchmark.
    pub const ALL: [Microbenchmark; 2] =
        [Microbenchmark::SubgroupCombining, Microbenchmark::MemoryDivergence];

    /// Returns the name in the paper.
    pub fn name(self) -> &'static str {
        match self {
            Microbenchmark::SubgroupCombining => "sg-cmb",
            Microbenchmark::MemoryDivergence => "m-divg",
        }
    }
}

impl std::str::FromStr for Microbenchmark {
    type Err = String;

    fn from_str(text: &str) -> Result<Microbenchmark, String> {
        let found = Microbenchmark::ALL.into_iter().find(|benchmark| benchmark.name() == text);
        found.ok_or_else(|| "expected sg-cmb or m-divg".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn microbenchmarks_have_names() {
        for benchmark in Microbenchmark::ALL {
            assert_eq!(benchmark.name().parse(), Ok(benchmark));
        }
        assert!("barrier".parse::<Microbenchmark>().is_err());
    }
}
