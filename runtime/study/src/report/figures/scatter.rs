//! Scatter plots, with names at some points.

use crate::report::numbers;
use crate::report::scale::Scale;
use crate::report::svg::{Anchor, Picture, Svg, text_width};

use super::{WIDTH, horizontal_axis};

/// A point of a scatter plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The horizontal and the vertical coordinate.
    pub at: (f64, f64),
    /// The tooltip of the point.
    pub tip: String,
    /// The name that is drawn next to the point. Points with a name are highlighted.
    pub name: Option<String>,
}

const HEIGHT: f64 = 380.0;

/// The vertical distance between names, in pixels.
const LINE: f64 = 17.0;

/// Draws the points on linear axes that start at zero.
pub fn draw(
    points: &[Point],
    (across, up): (&str, &str),
    title: &str,
    description: &str,
) -> Picture {
    let mut svg = Svg::new(WIDTH, HEIGHT + 44.0);
    let (left, top) = (56.0, 24.0);
    let greatest = |of: fn(&Point) -> f64| {
        points.iter().map(of).filter(|value| value.is_finite()).fold(1.0, f64::max)
    };
    let x = Scale::linear(0.0, greatest(|point| point.at.0), left, WIDTH - 24.0);
    let y = Scale::linear(0.0, greatest(|point| point.at.1), HEIGHT, top);
    horizontal_axis(&mut svg, &x, (top, HEIGHT), numbers::plain, across);
    svg.text("axis", (4.0, 8.0), Anchor::Start, up);
    for tick in y.ticks() {
        svg.line("grid", (left, y.at(tick)), (WIDTH - 24.0, y.at(tick)));
        svg.text("tick", (left - 8.0, y.at(tick)), Anchor::End, &numbers::plain(tick));
    }
    let place = |point: &Point| (x.at(point.at.0), y.at(point.at.1));
    for point in points.iter().filter(|point| point.name.is_none()) {
        svg.circle("point", place(point), 4.0, Some(&point.tip));
    }
    let named: Vec<&Point> = points.iter().filter(|point| point.name.is_some()).collect();
    for point in &named {
        svg.circle("pick", place(point), 6.0, Some(&point.tip));
    }
    draw_names(&mut svg, &named, place);
    svg.finish(title, description)
}

/// Draws the names next to their points without overlap.
fn draw_names(svg: &mut Svg, named: &[&Point], place: impl Fn(&Point) -> (f64, f64)) {
    let mut order: Vec<&&Point> = named.iter().collect();
    order.sort_by(|a, b| place(a).1.total_cmp(&place(b).1));
    let mut free = 0.0_f64;
    for point in order {
        let (x, y) = place(point);
        let name = point.name.as_deref().unwrap_or_default();
        let line = y.max(free);
        free = line + LINE;
        let room = text_width(name) + 14.0;
        let (anchor, from) = match x + room > WIDTH {
            true => (Anchor::End, x - 11.0),
            false => (Anchor::Start, x + 11.0),
        };
        if line - y > 3.0 {
            svg.line("leader", (x, y), (from, line));
        }
        svg.text("callout", (from, line), anchor, name);
    }
}
