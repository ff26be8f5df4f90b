//! Pictures as compact SVG text: a few shapes, and texts with escapes.
//!
//! Shapes have classes instead of colours. `templates/figures.css` defines the classes for light
//! screens, dark screens and paper.

use std::fmt::Write;

/// A point of a picture: the distances from its left and from its upper edge.
pub type Point = (f64, f64);

/// A finished picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The `svg` element, without a style sheet.
    pub svg: String,
}

/// The position of a text relative to its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// The text starts at the point.
    Start,
    /// The text is centred on the point.
    Middle,
    /// The text ends at the point.
    End,
}

/// A rectangle, in pixels from the upper left corner of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// The left edge of the rectangle.
    pub x: f64,
    /// The upper edge of the rectangle.
    pub y: f64,
    /// The width of the rectangle.
    pub width: f64,
    /// The height of the rectangle.
    pub height: f64,
}

/// A picture that is being drawn.
#[derive(Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    body: String,
}

/// The height of the text in figures, in pixels, as in `templates/figures.css`.
pub const TEXT: f64 = 13.0;

impl Svg {
    /// Creates an empty picture with a width and a height in pixels.
    pub fn new(width: f64, height: f64) -> Svg {
        Svg { width, height, body: String::new() }
    }

    /// Draws a filled rectangle; `tip` is its tooltip.
    pub fn rectangle(&mut self, class: &str, area: Area, tip: Option<&str>) {
        let Area { x, y, width, height } = area;
        let _ = write!(
            self.body,
            r#"<rect class="{class}" x="{}" y="{}" width="{}" height="{}""#,
            short(x),
            short(y),
            short(width.max(0.0)),
            short(height.max(0.0))
        );
        self.close("rect", tip);
    }

    /// Draws a line between two points.
    pub fn line(&mut self, class: &str, from: Point, to: Point) {
        let _ = write!(
            self.body,
            r#"<line class="{class}" x1="{}" y1="{}" x2="{}" y2="{}"/>"#,
            short(from.0),
            short(from.1),
            short(to.0),
            short(to.1)
        );
    }

    /// Draws a polyline through points.
    pub fn polyline(&mut self, class: &str, points: &[Point]) {
        let points: Vec<String> =
            points.iter().map(|(x, y)| format!("{},{}", short(*x), short(*y))).collect();
        let _ = write!(self.body, r#"<polyline class="{class}" points="{}"/>"#, points.join(" "));
    }

    /// Draws a filled circle; `tip` is its tooltip.
    pub fn circle(&mut self, class: &str, centre: Point, radius: f64, tip: Option<&str>) {
        let (x, y) = (short(centre.0), short(centre.1));
        let _ =
            write!(self.body, r#"<circle class="{class}" cx="{x}" cy="{y}" r="{}""#, short(radius));
        self.close("circle", tip);
    }

    /// Draws a text that is vertically centred on a point.
    pub fn text(&mut self, class: &str, at: Point, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " m",
            Anchor::End => " e",
        };
        // A third of the height is the middle of capital letters. Not every viewer supports
        // `dominant-baseline`.
        let (x, y) = (short(at.0), short(at.1 + TEXT * 0.35));
        let _ = write!(
            self.body,
            r#"<text class="{class}{anchor}" x="{x}" y="{y}">{}</text>"#,
            escaped(text)
        );
    }

    /// Draws a text that must not exceed a width. A longer text is cut and ends with an ellipsis,
    /// and its tooltip has the full text.
    pub fn label(&mut self, class: &str, at: Point, anchor: Anchor, text: &str, width: f64) {
        let fitting = fitting(text, width);
        if fitting == text {
            return self.text(class, at, anchor, text);
        }
        let _ = write!(self.body, "<g><title>{}</title>", escaped(text));
        self.text(class, at, anchor, &fitting);
        self.body.push_str("</g>");
    }

    /// Draws a text at an angle, for names that are wider than their columns.
    pub fn sloping(&mut self, class: &str, at: Point, text: &str, width: f64) {
        let (x, y) = (short(at.0), short(at.1));
        let _ = write!(
            self.body,
            r#"<text class="{class}" transform="translate({x} {y}) rotate(-35)">{}</text>"#,
            escaped(&fitting(text, width))
        );
    }

    /// Finishes the picture, with a title and a description for accessibility.
    pub fn finish(self, title: &str, description: &str) -> Picture {
        let (width, height) = (short(self.width), short(self.height));
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="figure" role="img" viewBox="0 0 {width} {height}" width="{width}" height="{height}"><title>{}</title><desc>{}</desc>{}</svg>"#,
            escaped(title),
            escaped(description),
            self.body
        );
        Picture { svg }
    }

    /// Ends an element that may have a tooltip.
    fn close(&mut self, element: &str, tip: Option<&str>) {
        let _ = match tip {
            Some(tip) => {
                write!(self.body, "><title>{}</title></{element}>", escaped(tip))
            }
            None => write!(self.body, "/>"),
        };
    }
}

/// Draws pictures below each other, each with its title above it. The title and the description of
/// the whole are above all of them.
pub fn stack(pictures: &[(&str, &Picture)], title: &str, description: &str) -> Picture {
    const HEADING: f64 = 34.0;
    const TOP: f64 = 50.0;
    let sizes: Vec<Point> = pictures.iter().map(|(_, picture)| picture.size()).collect();
    let width = sizes.iter().map(|size| size.0).fold(0.0, f64::max) + 2.0 * MARGIN;
    let height = sizes.iter().map(|size| size.1 + HEADING).sum::<f64>() + TOP + MARGIN;
    let mut svg = Svg::new(width, height);
    let area = Area { x: 0.0, y: 0.0, width, height };
    svg.rectangle("paper", area, None);
    svg.label("title", (MARGIN, 18.0), Anchor::Start, title, width - 2.0 * MARGIN);
    svg.label("quiet", (MARGIN, 38.0), Anchor::Start, description, width - 2.0 * MARGIN);
    let mut top = TOP;
    for ((name, picture), (_, height)) in pictures.iter().zip(sizes) {
        let middle = (MARGIN, top + HEADING / 2.0 + 2.0);
        svg.label("title", middle, Anchor::Start, name, width - 2.0 * MARGIN);
        top += HEADING;
        let inner =
            picture.svg.replacen("<svg ", &format!(r#"<svg x="{MARGIN}" y="{}" "#, short(top)), 1);
        svg.body.push_str(&inner);
        top += height;
    }
    svg.finish(title, description)
}

/// The space around stacked pictures, in pixels.
const MARGIN: f64 = 14.0;

impl Picture {
    /// The width and the height in pixels.
    fn size(&self) -> Point {
        let number = |name: &str| -> Option<f64> {
            let (_, rest) = self.svg.split_once(name)?;
            rest.split('"').next()?.parse().ok()
        };
        (number(" width=\"").unwrap_or(0.0), number(" height=\"").unwrap_or(0.0))
    }

    /// Returns the picture as a separate file, which includes the style sheet.
    pub fn standalone(&self) -> String {
        let style = concat!("<style>", include_str!("../../templates/figures.css"), "</style>");
        let at = self.svg.find('>').map_or(0, |at| at + 1);
        format!("{}{style}{}\n", &self.svg[..at], &self.svg[at..])
    }
}

/// Escapes a text for XML elements and attributes. Characters that XML 1.0 does not allow, such as
/// control characters, become replacement characters.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Returns the approximate width of a text in pixels. Fonts differ, so the estimate is larger than
/// the width in common fonts.
pub fn text_width(text: &str) -> f64 {
    let ems = text.chars().map(|character| match character {
        'i' | 'j' | 'l' | '.' | ',' | ':' | '\'' | '|' | '(' | ')' | ' ' | 't' | 'f' | 'r' => 0.36,
        'm' | 'w' | 'M' | 'W' | '%' => 0.88,
        c if c.is_ascii_uppercase() => 0.70,
        c if c.is_ascii() => 0.58,
        // Scripts with square characters, such as Chinese, are the widest.
        c if c >= '\u{2e80}' => 1.0,
        _ => 0.65,
    });
    ems.sum::<f64>() * TEXT
}

/// Shortens a text so that it fits into a width.
fn fitting(text: &str, width: f64) -> String {
    if text_width(text) <= width {
        return text.to_string();
    }
    let mut kept = String::new();
    for character in text.chars() {
        kept.push(character);
        if text_width(&kept) > width - TEXT {
            kept.pop();
            break;
        }
    }
    kept.push('…');
    kept
}

/// Returns the width of a column for these labels, at most `most` pixels.
pub fn label_width<'a>(labels: impl IntoIterator<Item = &'a str>, most: f64) -> f64 {
    labels.into_iter().map(text_width).fold(0.0, f64::max).min(most).ceil()
}

/// Formats a coordinate with at most one decimal. Values that are not finite become zero; figures
/// leave them out earlier.
fn short(value: f64) -> String {
    let tenths = if value.is_finite() { (value * 10.0).round() } else { 0.0 };
    let text = format!("{:.1}", tenths / 10.0);
    match text.strip_suffix(".0") {
        Some("-0") => "0".to_string(),
        Some(whole) => whole.to_string(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_wherever_it_stands() {
        let mut svg = Svg::new(100.0, 20.0);
        let nasty = "<script>&\"'\u{0}";
        svg.text("t", (0.0, 0.0), Anchor::Start, nasty);
        let area = Area { x: 0.0, y: 0.0, width: 1.0, height: 1.0 };
        svg.rectangle("r", area, Some(nasty));
        svg.label("t", (0.0, 0.0), Anchor::End, nasty, 1.0);
        let picture = svg.finish(nasty, nasty).svg;
        assert!(!picture.contains("<script"));
        assert!(!picture.contains('\u{0}'));
        assert_eq!(picture.matches("&lt;script&gt;&amp;&quot;&#39;\u{fffd}").count(), 5);
    }

    #[test]
    fn stacked_pictures_do_not_overlap() {
        let one = |height| Svg::new(100.0, height).finish("a", "b");
        let all = stack(&[("first", &one(50.0)), ("second", &one(70.5))], "both", "").svg;
        assert!(all.contains(r#"viewBox="0 0 128 252.5""#), "{all}");
        assert!(all.contains(r#"<svg x="14" y="84" xmlns"#), "{all}");
        assert!(all.contains(r#"<svg x="14" y="168" xmlns"#), "{all}");
    }

    #[test]
    fn coordinates_are_short_and_finite() {
        let shown: Vec<String> =
            [0.0, -0.01, 1.0, 1.25, 100.04, f64::NAN, f64::INFINITY].map(short).into();
        assert_eq!(shown, ["0", "0", "1", "1.3", "100", "0", "0"]);
    }

    #[test]
    fn long_labels_are_cut_and_shown_in_full_as_a_tip() {
        assert_eq!(fitting("short", 100.0), "short");
        let cut = fitting("a very long name of a chip", 80.0);
        assert!(cut.ends_with('…') && text_width(&cut) < 90.0, "{cut}");
        let mut svg = Svg::new(1.0, 1.0);
        svg.label("t", (0.0, 0.0), Anchor::End, "a very long name of a chip", 80.0);
        assert!(svg.body.contains("<title>a very long name of a chip</title>"));
    }
}
