//! A matrix of small bars, which allows shares to be compared along rows and columns.

use crate::report::numbers;
use crate::report::svg::{Anchor, Area, Picture, Svg, TEXT, label_width};

use super::{LABELS, WIDTH};

/// Shares by row and column.
#[derive(Debug, Clone, PartialEq)]
pub struct Shares {
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The shares, row by row, from 0 to 1; `None` for a missing value.
    pub cells: Vec<Vec<Option<f64>>>,
}

const ROW: f64 = 26.0;

/// The width of the number next to a bar, in pixels.
const NUMBER: f64 = 42.0;

impl Shares {
    /// Draws the matrix. A bar that fills its column is 100 %.
    pub fn draw(&self, title: &str, description: &str) -> Picture {
        let left = label_width(self.rows.iter().map(String::as_str), LABELS) + 12.0;
        let width = ((WIDTH - left) / self.columns.len().max(1) as f64).min(160.0);
        let widest = label_width(self.columns.iter().map(String::as_str), LABELS);
        let steep = widest > width - 8.0;
        let top = if steep { widest * 0.6 + TEXT + 12.0 } else { 26.0 };
        let mut svg = Svg::new(WIDTH, top + ROW * self.rows.len() as f64 + 6.0);
        for (at, name) in self.columns.iter().enumerate() {
            let x = left + at as f64 * width;
            match steep {
                true => svg.sloping("name", (x + 12.0, top - 10.0), name, LABELS),
                false => svg.label("name", (x, top - 14.0), Anchor::Start, name, width - 8.0),
            }
        }
        for (at, name) in self.rows.iter().enumerate() {
            let y = top + ROW * at as f64;
            svg.label("name", (left - 8.0, y + ROW / 2.0), Anchor::End, name, LABELS);
            for (column, cell) in self.cells.get(at).into_iter().flatten().enumerate() {
                draw_share(&mut svg, *cell, left + column as f64 * width, y, width);
            }
        }
        svg.finish(title, description)
    }
}

fn draw_share(svg: &mut Svg, share: Option<f64>, x: f64, y: f64, width: f64) {
    let full = (width - NUMBER - 8.0).max(8.0);
    let track = Area { x, y: y + 6.0, width: full, height: ROW - 12.0 };
    svg.rectangle("empty", track, None);
    let share = share.filter(|share| share.is_finite()).map(|share| share.clamp(0.0, 1.0));
    if let Some(share) = share {
        svg.rectangle("bar", Area { width: full * share, ..track }, None);
    }
    let text = share.map_or(numbers::NOTHING.to_string(), numbers::percent);
    svg.text("name", (x + full + 5.0, y + ROW / 2.0), Anchor::Start, &text);
}
