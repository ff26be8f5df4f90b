//! Bars in both directions from 1: slowdowns to the left, speedups to the right.

use crate::report::numbers;
use crate::report::scale::Scale;
use crate::report::svg::{Anchor, Area, Picture, Svg, label_width, text_width};

use super::{LABELS, WIDTH};

/// The largest slowdown and speedup of a row.
#[derive(Debug, Clone, PartialEq)]
pub struct Range {
    /// The label to the left of the bars.
    pub name: String,
    /// The factor of the largest speedup; `None` if there is no speedup.
    pub speedup: Option<f64>,
    /// The factor of the largest slowdown; `None` if there is no slowdown.
    pub slowdown: Option<f64>,
}

const ROW: f64 = 28.0;

/// The width of the number next to a bar, in pixels.
const NUMBER: f64 = 62.0;

/// Draws the bars on a logarithmic axis, on which a speedup of 2 is as long as a slowdown of 2.
pub fn draw(ranges: &[Range], title: &str, description: &str) -> Picture {
    let left = label_width(ranges.iter().map(|range| range.name.as_str()), LABELS) + 12.0;
    let (top, bottom) = (26.0, 26.0 + ROW * ranges.len() as f64);
    let mut svg = Svg::new(WIDTH, bottom + 30.0);
    let factors = || ranges.iter().flat_map(|range| [range.speedup, range.slowdown]).flatten();
    let most = factors().filter(|factor| factor.is_finite()).fold(1.0, f64::max);
    let middle = f64::midpoint(left, WIDTH);
    let reach = (WIDTH - left) / 2.0 - NUMBER;
    let scale = Scale::logarithmic(1.0, most, 0.0, reach);
    svg.text("tick", (middle, bottom + 12.0), Anchor::Middle, "1×");
    for tick in scale.ticks().into_iter().filter(|tick| *tick > 1.0) {
        let (width, number) = (scale.at(tick), format!("{}×", numbers::plain(tick)));
        for x in [middle - width, middle + width] {
            svg.line("grid", (x, top), (x, bottom));
            svg.text("tick", (x, bottom + 12.0), Anchor::Middle, &number);
        }
    }
    svg.text("axis", (middle - 8.0, 10.0), Anchor::End, "← slower");
    svg.text("axis", (middle + 8.0, 10.0), Anchor::Start, "faster →");
    for (at, range) in ranges.iter().enumerate() {
        let y = top + ROW * (at as f64 + 0.5);
        svg.label("name", (left - 8.0, y), Anchor::End, &range.name, LABELS);
        if let Some(factor) = range.slowdown {
            let width = scale.at(factor);
            let area = Area { x: middle - width, y: y - 9.0, width, height: 18.0 };
            svg.rectangle("bad", area, None);
            svg.text("halo", (middle - width - 6.0, y), Anchor::End, &numbers::ratio(factor));
        }
        if let Some(factor) = range.speedup {
            let width = scale.at(factor);
            let area = Area { x: middle, y: y - 9.0, width, height: 18.0 };
            svg.rectangle("good", area, None);
            svg.text("halo", (middle + width + 6.0, y), Anchor::Start, &numbers::ratio(factor));
        }
        if range.speedup.is_none() && range.slowdown.is_none() {
            let text = "no significant change";
            svg.text("name", (middle - text_width(text) / 2.0, y), Anchor::Start, text);
        }
    }
    svg.line("zero", (middle, top), (middle, bottom));
    svg.finish(title, description)
}
