//! Presents [distances](Distance) of times from the fastest times.

use crate::report::table::{Cell, Value};
use crate::statistics::Distance;

/// The names of the columns of [`Distance::cells`].
pub(super) const COLUMNS: [&str; 6] = ["total", "average", "1–2×", "> 5×", "> 20×", "worst"];

/// Explains the [`COLUMNS`].
pub(super) const LEGEND: &str = "“total” is the sum of all times divided by the sum of all fastest \
     times, so tests that take long weigh most. “average” is the mean of the ratios, so all tests \
     weigh the same. The next columns are the shares of tests that take at most 2 times, more than \
     5 times and more than 20 times the fastest time. “worst” is the largest ratio. One half of the \
     runs chooses the fastest configuration of a test, and the other half gives the fastest time, \
     so a lucky run does not count. The columns \
     are those of Verstraaten, “Analysis and Prediction of GPU Graph Algorithm Performance”, \
     section 4.3.1.";

/// A text that refers to the first table that explains the [`COLUMNS`].
pub(super) const LEGEND_ABOVE: &str =
    "The other columns are those of “Distance of each strategy from the fastest”.";

impl Distance {
    /// Returns the aggregates as cells of a table, in the order of [`COLUMNS`].
    pub fn cells(&self) -> [Cell; 6] {
        [
            Cell::known(self.total, Value::Ratio),
            Cell::known(self.average, Value::Ratio),
            Cell::known(self.within_2, Value::Share),
            Cell::known(self.over_5, Value::Share),
            Cell::known(self.over_20, Value::Share),
            Cell::known(self.worst, Value::Ratio),
        ]
    }
}
