//! Line charts on logarithmic or linear axes. Colours, dashes and a legend distinguish the lines.

use crate::report::scale::Scale;
use crate::report::svg::{Anchor, Picture, Svg, text_width};

use super::{WIDTH, horizontal_axis};

/// A line of the chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The label in the legend.
    pub name: String,
    /// The points from left to right.
    pub points: Vec<(f64, f64)>,
}

/// An axis of the chart.
#[derive(Clone, Copy)]
pub struct Axis {
    /// The title of the axis.
    pub measures: &'static str,
    /// Whether the axis is logarithmic. Values that are not positive are then left out.
    pub is_logarithmic: bool,
    /// Formats a number on the axis.
    pub number: fn(f64) -> String,
}

/// The maximum number of lines in a chart: the number that the classes in `figures.css` can
/// distinguish.
pub const MOST: usize = 6;

/// The maximum number of points that are drawn of a line.
const POINTS: usize = 600;

const HEIGHT: f64 = 300.0;

/// Draws a chart of the first [`MOST`] lines.
pub fn draw(lines: &[Line], across: Axis, up: Axis, title: &str, description: &str) -> Picture {
    let lines = &lines[..lines.len().min(MOST)];
    let mut svg = Svg::new(WIDTH, HEIGHT + 44.0);
    let (left, right) = (76.0, WIDTH - 34.0);
    let shown = |line: &Line| -> Vec<(f64, f64)> {
        let fits =
            |axis: Axis, value: f64| value.is_finite() && (!axis.is_logarithmic || value > 0.0);
        line.points.iter().copied().filter(|(x, y)| fits(across, *x) && fits(up, *y)).collect()
    };
    let points: Vec<Vec<(f64, f64)>> = lines.iter().map(|line| thinned(&shown(line))).collect();
    let legend = draw_legend(&mut svg, lines, left);
    let top = legend + 30.0;
    let all = || points.iter().flatten();
    let x = scale(across, all().map(|point| point.0), left, right);
    let y = scale(up, all().map(|point| point.1), HEIGHT, top);
    horizontal_axis(&mut svg, &x, (top, HEIGHT), across.number, across.measures);
    svg.text("axis", (4.0, legend + 12.0), Anchor::Start, up.measures);
    for tick in y.ticks() {
        svg.line("grid", (left, y.at(tick)), (right, y.at(tick)));
        svg.text("tick", (left - 8.0, y.at(tick)), Anchor::End, &(up.number)(tick));
    }
    for (at, points) in points.iter().enumerate() {
        let places: Vec<(f64, f64)> = points.iter().map(|p| (x.at(p.0), y.at(p.1))).collect();
        svg.polyline(&format!("line c{at}"), &places);
        // A polyline through a single point would be invisible.
        if let [point] = places[..] {
            svg.circle(&format!("dot c{at}"), point, 4.0, None);
        }
    }
    svg.finish(title, description)
}

fn scale(axis: Axis, values: impl Iterator<Item = f64> + Clone, from: f64, to: f64) -> Scale {
    let (low, high) = (values.clone().fold(f64::MAX, f64::min), values.fold(0.0, f64::max));
    match axis.is_logarithmic {
        true => Scale::logarithmic(low, high, from, to),
        false => Scale::linear(0.0, high, from, to),
    }
}

/// Reduces a line to at most [`POINTS`] points. From each group of adjacent points, it keeps the
/// lowest and the highest, so that no peak is lost.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let size = (2 * points.len()).div_ceil(POINTS).max(1);
    if size <= 2 {
        return points.to_vec();
    }
    let extremes = points.chunks(size).flat_map(|chunk| {
        let least = chunk.iter().min_by(|a, b| a.1.total_cmp(&b.1));
        let greatest = chunk.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let mut both: Vec<(f64, f64)> = least.into_iter().chain(greatest).copied().collect();
        both.sort_by(|a, b| a.0.total_cmp(&b.0));
        both
    });
    extremes.collect()
}

/// Draws the legend and returns its height.
fn draw_legend(svg: &mut Svg, lines: &[Line], left: f64) -> f64 {
    let (mut x, mut y) = (left, 10.0);
    for (at, line) in lines.iter().enumerate() {
        let width = 36.0 + text_width(&line.name).min(300.0) + 20.0;
        if x > left && x + width > WIDTH {
            (x, y) = (left, y + 20.0);
        }
        svg.polyline(&format!("line c{at}"), &[(x, y), (x + 28.0, y)]);
        svg.label("name", (x + 36.0, y), Anchor::Start, &line.name, 300.0);
        x += width;
    }
    y + 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_keep_their_peaks() {
        let mut points: Vec<(f64, f64)> = (0..100_000).map(|n| (f64::from(n), 1.0)).collect();
        points[77_777].1 = 9.0;
        let thin = thinned(&points);
        assert!(thin.len() <= POINTS && thin.contains(&(77_777.0, 9.0)), "{}", thin.len());
        assert!(thin.is_sorted_by(|a, b| a.0 <= b.0));
        assert_eq!(thinned(&points[..500]), &points[..500]);
    }
}
