//! Box plots on a logarithmic axis.

use crate::report::scale::Scale;
use crate::report::svg::{Anchor, Area, Picture, Svg, label_width};

use super::{LABELS, WIDTH, horizontal_axis};

/// A distribution, summarised by five quantiles.
#[derive(Debug, Clone, PartialEq)]
pub struct Spread {
    /// The label to the left of the box.
    pub name: String,
    /// The 5 %, 25 %, 50 %, 75 % and 95 % quantiles; `None` if there are no values.
    pub quantiles: Option<[f64; 5]>,
    /// A note at the end of the row.
    pub note: String,
}

const ROW: f64 = 34.0;

/// The width of the notes, in pixels.
const NOTES: f64 = 150.0;

/// Draws box plots, one below the other. Quantiles of zero, which have no logarithm, are drawn at
/// the start of the axis.
pub fn draw(
    spreads: &[Spread],
    number: impl Fn(f64) -> String,
    measures: &str,
    title: &str,
    description: &str,
) -> Picture {
    let left = label_width(spreads.iter().map(|spread| spread.name.as_str()), LABELS) + 18.0;
    let (top, bottom) = (4.0, 4.0 + ROW * spreads.len() as f64);
    let mut svg = Svg::new(WIDTH, bottom + 44.0);
    let all = || spreads.iter().filter_map(|spread| spread.quantiles).flatten();
    let positive = || all().filter(|value| value.is_finite() && *value > 0.0);
    let (low, high) = (positive().fold(f64::MAX, f64::min), positive().fold(0.0, f64::max));
    let scale = Scale::logarithmic(low, high, left, WIDTH - NOTES);
    horizontal_axis(&mut svg, &scale, (top, bottom), number, measures);
    for (at, spread) in spreads.iter().enumerate() {
        let middle = top + ROW * (at as f64 + 0.5);
        svg.label("name", (left - 12.0, middle), Anchor::End, &spread.name, LABELS);
        let note = (WIDTH - NOTES + 14.0, middle);
        svg.label("name", note, Anchor::Start, &spread.note, NOTES - 14.0);
        let Some(quantiles) = spread.quantiles else { continue };
        let [least, lower, median, upper, most] = quantiles.map(|value| scale.at(value));
        svg.line("whisker", (least, middle), (most, middle));
        svg.line("whisker", (least, middle - 5.0), (least, middle + 5.0));
        svg.line("whisker", (most, middle - 5.0), (most, middle + 5.0));
        let area = Area { x: lower, y: middle - 9.0, width: upper - lower, height: 18.0 };
        svg.rectangle("box", area, None);
        svg.line("median", (median, middle - 9.0), (median, middle + 9.0));
    }
    svg.finish(title, description)
}
