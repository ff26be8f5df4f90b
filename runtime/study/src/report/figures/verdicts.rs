//! A matrix of decisions, each with its sign and strength.

use crate::report::numbers;
use crate::report::svg::{Anchor, Area, Picture, Svg, label_width};

use super::{LABELS, WIDTH};

/// A decision, shown as a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// Yes, shown as ✓.
    Yes,
    /// Yes, but incompatible with a better choice; shown as (✓).
    Outdone,
    /// No, shown as ✗.
    No,
    /// Undecided, shown as ?.
    Unknown,
}

impl Sign {
    /// The sign as text.
    pub fn text(self) -> &'static str {
        match self {
            Sign::Yes => "✓",
            Sign::Outdone => "(✓)",
            Sign::No => "✗",
            Sign::Unknown => "?",
        }
    }
}

/// A cell of the matrix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decision {
    /// The decision.
    pub sign: Sign,
    /// Whether the decision is uncertain, which an asterisk shows.
    pub is_uncertain: bool,
    /// The probability of the effect, if it is known.
    pub strength: Option<f64>,
}

/// Decisions by row and column.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdicts {
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The decisions, row by row.
    pub cells: Vec<Vec<Decision>>,
}

const ROW: f64 = 30.0;

impl Verdicts {
    /// Draws the matrix.
    pub fn draw(&self, title: &str, description: &str) -> Picture {
        let left = label_width(self.rows.iter().map(String::as_str), LABELS) + 12.0;
        let width = ((WIDTH - left) / self.columns.len().max(1) as f64).min(96.0);
        let top = 26.0;
        let mut svg = Svg::new(WIDTH, top + ROW * self.rows.len() as f64 + 4.0);
        for (at, name) in self.columns.iter().enumerate() {
            let x = left + (at as f64 + 0.5) * width;
            svg.label("name", (x, 12.0), Anchor::Middle, name, width);
        }
        for (at, name) in self.rows.iter().enumerate() {
            let y = top + ROW * at as f64;
            svg.label("name", (left - 8.0, y + ROW / 2.0), Anchor::End, name, LABELS);
            for (column, decision) in self.cells.get(at).into_iter().flatten().enumerate() {
                let x = left + column as f64 * width;
                let area = Area { x: x + 1.0, y: y + 1.0, width: width - 2.0, height: ROW - 2.0 };
                let (fill, ink) = match decision.sign {
                    Sign::Yes => ("good", "good-text"),
                    Sign::Outdone => ("same", "same-text"),
                    Sign::No | Sign::Unknown => ("empty", "quiet"),
                };
                svg.rectangle(fill, area, None);
                let strength = decision.strength;
                let strength = strength.map_or(numbers::NOTHING.into(), numbers::probability);
                let mark = if decision.is_uncertain { "*" } else { "" };
                let text = format!("{}{mark} {strength}", decision.sign.text());
                svg.text(ink, (x + width / 2.0, y + ROW / 2.0), Anchor::Middle, &text);
            }
        }
        svg.finish(title, description)
    }
}
