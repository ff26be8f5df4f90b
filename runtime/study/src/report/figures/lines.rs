//! Line charts on logarithmic or linear axes. Colours, dashes and a legend distinguish the lines.

use crate::report::scale::Scale;
use crate::report::svg::{Anchor, Area, Picture, Svg, text_width};

use super::{WIDTH, horizontal_axis};

/// A line of the chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The label in the legend.
    pub name: String,
    /// The points from left to right. A height that is not a number interrupts the line.
    pub points: Vec<(f64, f64)>,
}

/// A range of the horizontal axis with a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Band {
    /// The name. Bands with the same name have the same colour.
    pub name: String,
    /// The first place.
    pub from: f64,
    /// The last place.
    pub to: f64,
}

/// What a chart marks on its horizontal axis.
#[derive(Debug, Clone, Copy, Default)]
pub struct Marks<'a> {
    /// Places of vertical lines, with their names. If there are more than a chart can show, the
    /// chart has none.
    pub places: &'a [(f64, String)],
    /// Ranges, which form a strip above the chart. Their names are in a legend of their own.
    pub bands: &'a [Band],
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

/// The maximum number of marks in a chart.
const MARKS: usize = 12;

/// Draws a chart of the first [`MOST`] lines.
pub fn draw(lines: &[Line], across: Axis, up: Axis, title: &str, description: &str) -> Picture {
    draw_marked(lines, Marks::default(), (across, up), title, description)
}

/// Draws a chart of the first [`MOST`] lines, with marks.
pub fn draw_marked(
    lines: &[Line],
    marks: Marks<'_>,
    (across, up): (Axis, Axis),
    title: &str,
    description: &str,
) -> Picture {
    let lines = &lines[..lines.len().min(MOST)];
    let mut svg = Svg::new(WIDTH, HEIGHT + 44.0);
    let (left, right) = (76.0, WIDTH - 34.0);
    let shown = |points: &[(f64, f64)]| -> Vec<(f64, f64)> {
        let fits =
            |axis: Axis, value: f64| value.is_finite() && (!axis.is_logarithmic || value > 0.0);
        points.iter().copied().filter(|(x, y)| fits(across, *x) && fits(up, *y)).collect()
    };
    // The parts of each line.
    let parts = |line: &Line| -> Vec<Vec<(f64, f64)>> {
        let parts = line.points.split(|point| point.1.is_nan());
        parts.map(|part| thinned(&shown(part))).filter(|part| !part.is_empty()).collect()
    };
    let points: Vec<Vec<Vec<(f64, f64)>>> = lines.iter().map(parts).collect();
    let legend = draw_legend(&mut svg, lines, left);
    let bands = draw_band_legend(&mut svg, marks.bands, (left, legend));
    let strip = if bands > legend { STRIP } else { 0.0 };
    let (legend, top) = (bands, bands + 30.0 + strip);
    let all = || points.iter().flatten().flatten();
    let x = scale(across, all().map(|point| point.0), left, right);
    let y = scale(up, all().map(|point| point.1), HEIGHT, top);
    horizontal_axis(&mut svg, &x, (top, HEIGHT), across.number, across.measures);
    svg.text("axis", (4.0, legend + 12.0), Anchor::Start, up.measures);
    for tick in y.ticks() {
        svg.line("grid", (left, y.at(tick)), (right, y.at(tick)));
        svg.text("tick", (left - 8.0, y.at(tick)), Anchor::End, &(up.number)(tick));
    }
    for Band { name, from, to } in marks.bands {
        let (from, to) = (x.at(*from).max(left), x.at(*to).min(right));
        let area = Area { x: from, y: top - STRIP - 2.0, width: to - from, height: STRIP - 6.0 };
        svg.rectangle(shade(marks.bands, name), area, Some(name));
    }
    for (place, name) in marks.places.iter().filter(|_| marks.places.len() <= MARKS) {
        let place = x.at(*place);
        svg.line("zero", (place, top - 4.0), (place, HEIGHT));
        match place + 4.0 + text_width(name) <= WIDTH {
            true => svg.text("halo", (place + 4.0, top + 2.0), Anchor::Start, name),
            false => svg.text("halo", (place - 4.0, top + 2.0), Anchor::End, name),
        }
    }
    let parts = points.iter().enumerate();
    for (at, points) in parts.flat_map(|(at, parts)| parts.iter().map(move |part| (at, part))) {
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

/// The height of the strip of bands, with the space below, in pixels.
const STRIP: f64 = 20.0;

/// The classes of bands, in the order in which names occur first. Neighbours differ clearly, and
/// further names begin again with the first class.
const SHADES: [&str; 6] = ["h2", "h5", "good", "h1", "h4", "same"];

/// Returns the names of bands, in the order in which they occur first.
fn names(bands: &[Band]) -> Vec<&str> {
    let mut names: Vec<&str> = vec![];
    for band in bands {
        if !names.contains(&&*band.name) {
            names.push(&band.name);
        }
    }
    names
}

fn shade(bands: &[Band], name: &str) -> &'static str {
    let at = names(bands).iter().position(|known| *known == name).unwrap_or(0);
    SHADES[at % SHADES.len()]
}

/// Draws the legend of the bands from a place on, and returns the height of both legends.
fn draw_band_legend(svg: &mut Svg, bands: &[Band], (left, above): (f64, f64)) -> f64 {
    let (mut x, mut y) = (left, above + 10.0);
    for name in names(bands) {
        let width = 22.0 + text_width(name).min(300.0) + 20.0;
        if x > left && x + width > WIDTH {
            (x, y) = (left, y + 20.0);
        }
        let area = Area { x, y: y - 7.0, width: 14.0, height: 14.0 };
        svg.rectangle(shade(bands, name), area, None);
        svg.label("name", (x + 22.0, y), Anchor::Start, name, 300.0);
        x += width;
    }
    if bands.is_empty() { above } else { y + 10.0 }
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
    fn a_line_has_gaps_where_it_has_no_numbers() {
        let axis = Axis { measures: "x", is_logarithmic: false, number: |value| value.to_string() };
        let heights = [1.0, 2.0, f64::NAN, f64::NAN, 3.0, 2.0, f64::NAN, 1.0];
        let points = heights.into_iter().enumerate().map(|(at, height)| (at as f64, height));
        let line = Line { name: "a".into(), points: points.collect() };
        let svg = draw(&[line], axis, axis, "", "").svg;
        // The legend also has a line.
        assert_eq!(svg.matches("<polyline").count(), 1 + 3, "{svg}");
        assert_eq!(svg.matches("<circle").count(), 1, "{svg}");
    }

    #[test]
    fn the_name_of_a_place_stays_in_the_picture() {
        let axis = Axis { measures: "x", is_logarithmic: false, number: |value| value.to_string() };
        let line = Line { name: "a".into(), points: vec![(0.0, 1.0), (6.0, 2.0)] };
        let places = [(2.0, "loop 1".to_string()), (6.0, "loop 0".to_string())];
        let marks = Marks { places: &places, bands: &[] };
        let svg = draw_marked(&[line], marks, (axis, axis), "", "").svg;
        let of = |name: &str| {
            let end = svg.find(&format!(">{name}<")).expect("the name is drawn");
            svg[..end].rsplit("<text class=\"").next().unwrap_or_default().to_string()
        };
        assert!(
            of("loop 1").starts_with("halo\"") && of("loop 0").starts_with("halo e\""),
            "{svg}"
        );
    }

    #[test]
    fn bands_have_a_strip_and_a_legend() {
        let axis = Axis { measures: "x", is_logarithmic: false, number: |value| value.to_string() };
        let points = (0..6).map(|at| (f64::from(at), 1.0)).collect();
        let line = Line { name: "a".into(), points };
        let band = |name: &str, from, to| Band { name: name.into(), from, to };
        let bands = [band("push", 0.0, 2.0), band("pull", 2.0, 4.0), band("push", 4.0, 9.0)];
        let marks = Marks { places: &[], bands: &bands };
        let svg = draw_marked(&[line], marks, (axis, axis), "", "").svg;
        // Two squares of the legend, and three ranges with tooltips.
        assert_eq!(
            [svg.matches("class=\"h2\"").count(), svg.matches("class=\"h5\"").count()],
            [3, 2]
        );
        assert_eq!(svg.matches(">push</text>").count(), 1, "{svg}");
        assert_eq!(svg.matches("<title>push</title>").count(), 2, "{svg}");
    }

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
