//! Small histograms side by side, over bins of the range from 0 to 1.

use crate::report::numbers;
use crate::report::scale::Scale;
use crate::report::svg::{Anchor, Area, Picture, Svg};

use super::WIDTH;

/// A histogram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histogram {
    /// The label of the histogram.
    pub name: String,
    /// The note next to the label.
    pub note: String,
    /// The count of each bin; all bins have the same width.
    pub counts: Vec<usize>,
}

/// Number of histograms side by side.
const COLUMNS: usize = 2;
/// The height of a histogram with its label and axis, in pixels.
const HEIGHT: f64 = 150.0;
/// The maximum height of a bar, in pixels.
const BARS: f64 = 84.0;

/// Draws the histograms. Each histogram is scaled so that its largest bin has the maximum height.
pub fn draw(histograms: &[Histogram], measures: &str, title: &str, description: &str) -> Picture {
    let rows = histograms.len().div_ceil(COLUMNS);
    let mut svg = Svg::new(WIDTH, HEIGHT * rows as f64 + 24.0);
    let width = WIDTH / COLUMNS as f64;
    for (at, histogram) in histograms.iter().enumerate() {
        let corner = ((at % COLUMNS) as f64 * width, (at / COLUMNS) as f64 * HEIGHT);
        draw_one(&mut svg, histogram, corner, width);
    }
    svg.text("axis", (WIDTH / 2.0, HEIGHT * rows as f64 + 10.0), Anchor::Middle, measures);
    svg.finish(title, description)
}

fn draw_one(svg: &mut Svg, histogram: &Histogram, (left, top): (f64, f64), width: f64) {
    let Histogram { name, note, counts } = histogram;
    let scale = Scale::linear(0.0, 1.0, left + 26.0, left + width - 26.0);
    let bottom = top + HEIGHT - 26.0;
    svg.label("name", (scale.at(0.0), top + 10.0), Anchor::Start, name, width * 0.45);
    svg.label("quiet e", (scale.at(1.0), top + 10.0), Anchor::Start, note, width * 0.45);
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let bins = counts.len().max(1) as f64;
    for (bin, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (low, high) = (bin as f64 / bins, (bin as f64 + 1.0) / bins);
        let (from, to) = (scale.at(low), scale.at(high));
        let height = (BARS * count as f64 / most).max(1.0);
        let tip =
            format!("{name}, {} to {}: {count}", numbers::percent(low), numbers::percent(high));
        let area = Area { x: from + 1.0, y: bottom - height, width: to - from - 2.0, height };
        svg.rectangle("bar", area, Some(&tip));
        let above = (f64::midpoint(from, to), bottom - height - 8.0);
        svg.text("name", above, Anchor::Middle, &numbers::count(count as u64));
    }
    svg.line("zero", (scale.at(0.0), bottom), (scale.at(1.0), bottom));
    for tick in [0.0, 0.5, 1.0] {
        svg.text("tick", (scale.at(tick), bottom + 12.0), Anchor::Middle, &numbers::percent(tick));
    }
}
