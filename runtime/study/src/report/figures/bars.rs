//! Horizontal bars with their numbers at the end.

use crate::report::numbers;
use crate::report::scale::Scale;
use crate::report::svg::{Anchor, Area, Picture, Svg, label_width};

use super::{LABELS, WIDTH, horizontal_axis};

/// A bar with its label and note.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// The label to the left of the bar.
    pub name: String,
    /// The length of the bar; `None` if there is no value.
    pub value: Option<f64>,
    /// A note after the number.
    pub note: String,
}

const ROW: f64 = 26.0;

/// The width of the numbers and notes after the bars, in pixels.
const NOTES: f64 = 130.0;

/// Draws ratios as bars that start at 1. `measures` is the title of the axis.
pub fn draw(bars: &[Bar], measures: &str, title: &str, description: &str) -> Picture {
    let left = label_width(bars.iter().map(|bar| bar.name.as_str()), LABELS) + 12.0;
    let (top, bottom) = (4.0, 4.0 + ROW * bars.len() as f64);
    let mut svg = Svg::new(WIDTH, bottom + 44.0);
    let finite = |bar: &Bar| bar.value.filter(|value| value.is_finite());
    let most = bars.iter().filter_map(finite).fold(1.0, f64::max);
    let scale = Scale::linear(1.0, most, left, WIDTH - NOTES);
    horizontal_axis(&mut svg, &scale, (top, bottom), tick, measures);
    for (at, bar) in bars.iter().enumerate() {
        let middle = top + ROW * (at as f64 + 0.5);
        svg.label("name", (left - 8.0, middle), Anchor::End, &bar.name, LABELS);
        let (end, text) = match finite(bar) {
            Some(value) => (scale.at(value), numbers::ratio(value)),
            None => (left, "no times".to_string()),
        };
        let area = Area { x: left, y: middle - 8.0, width: end - left, height: 16.0 };
        svg.rectangle("bar", area, None);
        let text = format!("{text}  {}", bar.note);
        let room = WIDTH - end - 6.0;
        svg.label("halo", (end + 6.0, middle), Anchor::Start, text.trim_end(), room);
    }
    svg.line("zero", (left, top), (left, bottom));
    svg.finish(title, description)
}

/// Formats a ratio on an axis.
fn tick(value: f64) -> String {
    format!("{}×", numbers::plain(value))
}
