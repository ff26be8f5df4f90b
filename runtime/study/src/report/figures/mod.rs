//! Figures: functions that turn numbers into pictures.
//!
//! Figures are independent of the analysis. They never rely on colour alone: each value that a
//! colour shows is also given as a number.

pub mod bars;
pub mod boxes;
pub mod heatmap;
pub mod histogram;
pub mod lines;
pub mod range;
pub mod scatter;
pub mod shares;
pub mod stacked;
pub mod tree;
pub mod verdicts;

use super::scale::Scale;
use super::svg::{Anchor, Svg};

/// The width of figures, in pixels. Figures scale with the page.
pub const WIDTH: f64 = 720.0;

/// The maximum width of the labels to the left of a figure, in pixels.
const LABELS: f64 = 210.0;

/// Draws a horizontal axis at the lower edge: a line and a number at every tick, and a title.
fn horizontal_axis(
    svg: &mut Svg,
    scale: &Scale,
    (top, bottom): (f64, f64),
    number: impl Fn(f64) -> String,
    measures: &str,
) {
    let ticks = scale.ticks();
    for &tick in &ticks {
        let x = scale.at(tick);
        svg.line("grid", (x, top), (x, bottom));
        svg.text("tick", (x, bottom + 12.0), Anchor::Middle, &number(tick));
    }
    if let (Some(&first), Some(&last)) = (ticks.first(), ticks.last()) {
        let middle = f64::midpoint(scale.at(first), scale.at(last));
        svg.text("axis", (middle, bottom + 32.0), Anchor::Middle, measures);
    }
}
