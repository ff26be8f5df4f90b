//! Stacked bars: the shares of speedups, unchanged tests and slowdowns.

use crate::report::numbers;
use crate::report::scale::Scale;
use crate::report::svg::{Anchor, Area, Picture, Svg, label_width, text_width};

use super::{LABELS, WIDTH, horizontal_axis};

/// A stacked bar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stack {
    /// The label to the left of the bar.
    pub name: String,
    /// The count of each part of the bar, in the order of the parts.
    pub counts: Vec<usize>,
}

/// A part that every bar has: its name, and its class in `figures.css`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The name of the part in the legend.
    pub name: &'static str,
    /// The class of the part's rectangles. Its text has the same class with the suffix `-text`.
    pub class: &'static str,
}

/// The parts of bars that show the outcomes of a comparison.
pub const OUTCOMES: [Part; 3] = [
    Part { name: "speedup", class: "good" },
    Part { name: "no significant change", class: "same" },
    Part { name: "slowdown", class: "bad" },
];

const ROW: f64 = 28.0;

/// Draws bars of equal width, with the counts on them.
pub fn draw(stacks: &[Stack], parts: &[Part], title: &str, description: &str) -> Picture {
    let left = label_width(stacks.iter().map(|stack| stack.name.as_str()), LABELS) + 12.0;
    let top = 30.0;
    let bottom = top + ROW * stacks.len() as f64;
    let mut svg = Svg::new(WIDTH, bottom + 44.0);
    legend(&mut svg, parts, left);
    let scale = Scale::linear(0.0, 1.0, left, WIDTH - 24.0);
    horizontal_axis(&mut svg, &scale, (top, bottom), numbers::percent, "share of tests");
    for (at, stack) in stacks.iter().enumerate() {
        let y = top + ROW * at as f64;
        svg.label("name", (left - 8.0, y + ROW / 2.0), Anchor::End, &stack.name, LABELS);
        draw_stack(&mut svg, stack, parts, &scale, y);
    }
    svg.finish(title, description)
}

fn draw_stack(svg: &mut Svg, stack: &Stack, parts: &[Part], scale: &Scale, y: f64) {
    let all: usize = stack.counts.iter().sum();
    if all == 0 {
        return svg.text("name", (scale.at(0.0) + 8.0, y + ROW / 2.0), Anchor::Start, "no tests");
    }
    let mut before = 0;
    for (part, &count) in parts.iter().zip(&stack.counts) {
        let (from, to) =
            (scale.at(before as f64 / all as f64), scale.at((before + count) as f64 / all as f64));
        before += count;
        if count == 0 {
            continue;
        }
        let area = Area { x: from, y: y + 3.0, width: to - from - 1.0, height: ROW - 6.0 };
        let share = numbers::percent(count as f64 / all as f64);
        let tip = format!("{}, {}: {count} of {all} ({share})", stack.name, part.name);
        svg.rectangle(part.class, area, Some(&tip));
        let text = numbers::count(count as u64);
        if text_width(&text) + 2.0 <= to - from {
            let centre = (f64::midpoint(from, to), y + ROW / 2.0);
            svg.text(&format!("{}-text", part.class), centre, Anchor::Middle, &text);
        }
    }
}

/// Draws the legend of the colours.
fn legend(svg: &mut Svg, parts: &[Part], left: f64) {
    let mut x = left;
    for part in parts {
        let area = Area { x, y: 3.0, width: 14.0, height: 14.0 };
        svg.rectangle(part.class, area, None);
        svg.text("name", (x + 20.0, 10.0), Anchor::Start, part.name);
        x += 20.0 + text_width(part.name) + 24.0;
    }
}
