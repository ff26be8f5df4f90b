//! Heatmaps: a matrix of ratios, shown as numbers on coloured cells.

use crate::report::numbers;
use crate::report::svg::{Anchor, Area, Picture, Svg, TEXT, label_width};

use super::{LABELS, WIDTH};

/// A matrix of ratios with its margins.
#[derive(Debug, Clone, PartialEq)]
pub struct Heatmap {
    /// The title of the rows.
    pub row_title: String,
    /// The title of the columns.
    pub column_title: String,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The ratios, row by row. 1 means no loss; `None` is a missing value.
    pub cells: Vec<Vec<Option<f64>>>,
    /// The value to the right of each row.
    pub row_margin: Vec<Option<f64>>,
    /// The value below each column.
    pub column_margin: Vec<Option<f64>>,
    /// The title of the margins.
    pub margin_title: String,
}

/// The ratios at which the colour changes. Near 1, where most values lie, the steps are about equal
/// on a logarithmic scale.
const STEPS: [f64; 6] = [1.02, 1.1, 1.2, 1.4, 1.8, 2.5];

/// The height of a row, in pixels.
const ROW: f64 = 30.0;

impl Heatmap {
    /// Draws the heatmap.
    pub fn draw(&self, title: &str, description: &str) -> Picture {
        let labels = self.rows.iter().chain([&self.margin_title]).map(String::as_str);
        let left = label_width(labels, LABELS) + 30.0;
        // A gap separates the column of the margin.
        let width = ((WIDTH - left - 12.0) / (self.columns.len() + 1) as f64).min(110.0);
        // Names that are too wide for their column are drawn at an angle.
        let names = || self.columns.iter().chain([&self.margin_title]).map(String::as_str);
        let widest = label_width(names(), LABELS);
        let steep = widest > width - 8.0;
        let top = 24.0 + if steep { widest * 0.6 + TEXT } else { TEXT + 8.0 };
        let bottom = top + ROW * (self.rows.len() + 1) as f64 + 10.0;
        let mut svg = Svg::new(WIDTH, bottom + 40.0);

        let columns = self.columns.len() as f64;
        svg.text("axis", (left + columns * width / 2.0, 8.0), Anchor::Middle, &self.column_title);
        svg.label("axis", (0.0, top - 10.0), Anchor::Start, &self.row_title, left - 8.0);
        for (at, name) in names().enumerate() {
            let gap = if at == self.columns.len() { 10.0 } else { 0.0 };
            let x = left + (at as f64 + 0.5) * width + gap;
            match steep {
                true => svg.sloping("name", (x, top - 10.0), name, LABELS),
                false => svg.label("name", (x, top - 10.0), Anchor::Middle, name, width),
            }
        }
        for (at, name) in self.rows.iter().enumerate() {
            let y = top + ROW * at as f64;
            svg.label("name", (left - 8.0, y + ROW / 2.0), Anchor::End, name, LABELS);
            for (column, cell) in self.cells.get(at).into_iter().flatten().enumerate() {
                let tip = format!("{name} / {}", self.columns.get(column).map_or("", |c| c));
                let area = Area { x: left + column as f64 * width, y, width, height: ROW };
                draw_cell(&mut svg, area, *cell, Some(&tip));
            }
            let x = left + columns * width + 10.0;
            let margin = self.row_margin.get(at).copied().flatten();
            draw_cell(&mut svg, Area { x, y, width, height: ROW }, margin, None);
        }
        let y = top + ROW * self.rows.len() as f64 + 10.0;
        svg.label("name", (left - 8.0, y + ROW / 2.0), Anchor::End, &self.margin_title, LABELS);
        for (column, margin) in self.column_margin.iter().enumerate() {
            let x = left + column as f64 * width;
            draw_cell(&mut svg, Area { x, y, width, height: ROW }, *margin, None);
        }
        legend(&mut svg, left, bottom + 26.0);
        svg.finish(title, description)
    }
}

/// Draws one cell with its number.
fn draw_cell(svg: &mut Svg, area: Area, value: Option<f64>, tip: Option<&str>) {
    let centre = (area.x + area.width / 2.0, area.y + area.height / 2.0);
    let value = value.filter(|value| value.is_finite());
    let tip = tip.map(|tip| format!("{tip}: {}", value.map_or("no times".into(), numbers::ratio)));
    let inner = Area {
        x: area.x + 1.0,
        y: area.y + 1.0,
        width: area.width - 2.0,
        height: area.height - 2.0,
    };
    let Some(value) = value else {
        svg.rectangle("empty", inner, tip.as_deref());
        return svg.text("name", centre, Anchor::Middle, numbers::NOTHING);
    };
    let level = STEPS.iter().filter(|step| value >= **step).count();
    svg.rectangle(&format!("h{level}"), inner, tip.as_deref());
    // Cells are narrow, so the unit × is left out.
    let text = numbers::ratio(value);
    svg.text(&format!("t{level}"), centre, Anchor::Middle, text.trim_end_matches('×'));
}

/// Draws the legend of the colours.
fn legend(svg: &mut Svg, left: f64, y: f64) {
    let width = ((WIDTH - left) / (STEPS.len() + 1) as f64).min(72.0);
    for level in 0..=STEPS.len() {
        let x = left + level as f64 * width;
        let area = Area { x: x + 1.0, y: y - 9.0, width: width - 2.0, height: 18.0 };
        svg.rectangle(&format!("h{level}"), area, None);
        let text = match (level.checked_sub(1).and_then(|below| STEPS.get(below)), STEPS.get(level))
        {
            (None, Some(to)) => format!("< {to}"),
            (Some(from), _) => format!("≥ {from}"),
            (None, None) => String::new(),
        };
        svg.text(&format!("t{level}"), (x + width / 2.0, y), Anchor::Middle, &text);
    }
}
