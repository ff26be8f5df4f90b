//! Trees from left to right: each branch has its condition above it, and each leaf its text after
//! it.

use crate::report::svg::{Anchor, Picture, Svg, label_width};

use super::WIDTH;

/// A node of a drawn tree, with its children.
#[derive(Debug, Clone, PartialEq)]
pub struct Branch {
    /// The condition on the branch to this node; empty for the root.
    pub answer: String,
    /// The text of a leaf; `None` for a node with children.
    pub leaf: Option<String>,
    /// The children, from top to bottom.
    pub children: Vec<Branch>,
}

/// The height of a leaf, in pixels.
const ROW: f64 = 36.0;

/// The length of a branch before its text begins, in pixels.
const STEM: f64 = 14.0;

/// The maximum width of the text of a leaf, in pixels.
const LEAVES: f64 = 230.0;

/// Draws a tree from left to right.
pub fn draw(root: &Branch, title: &str, description: &str) -> Picture {
    let leaves = label_width(texts(root), LEAVES) + 8.0;
    let levels = depth(root);
    let step = (WIDTH - leaves - 8.0) / levels.max(1) as f64;
    let mut svg = Svg::new(WIDTH, ROW * count(root) as f64 + 8.0);
    let mut next = 4.0 + ROW / 2.0;
    let drawing = Drawing { step, ends: 4.0 + step * levels as f64, leaves };
    drawing.node(&mut svg, root, 4.0, &mut next);
    svg.finish(title, description)
}

/// The layout of a tree.
struct Drawing {
    /// The width of a level of the tree, in pixels.
    step: f64,
    /// The horizontal position of the texts of leaves.
    ends: f64,
    /// The width of the texts of leaves, in pixels.
    leaves: f64,
}

impl Drawing {
    /// Draws a node at `x` and everything below it; each leaf takes the next row. Returns the
    /// vertical position of the node.
    fn node(&self, svg: &mut Svg, node: &Branch, x: f64, next: &mut f64) -> f64 {
        if let Some(text) = &node.leaf {
            let y = *next;
            *next += ROW;
            svg.line("zero", (x, y), (self.ends, y));
            svg.label("name", (self.ends + 6.0, y), Anchor::Start, text, self.leaves);
            return y;
        }
        let heights: Vec<f64> = node
            .children
            .iter()
            .map(|child| {
                let y = self.node(svg, child, x + self.step, next);
                svg.line("zero", (x, y), (x + self.step, y));
                let room = self.step - STEM;
                svg.label("tick", (x + STEM / 2.0, y - 9.0), Anchor::Start, &child.answer, room);
                y
            })
            .collect();
        let (Some(first), Some(last)) = (heights.first(), heights.last()) else { return *next };
        svg.line("zero", (x, *first), (x, *last));
        f64::midpoint(*first, *last)
    }
}

/// The largest number of branches on the way from a node to a leaf below it.
fn depth(node: &Branch) -> usize {
    node.children.iter().map(|child| 1 + depth(child)).max().unwrap_or(0)
}

/// Number of leaves at or below a node.
fn count(node: &Branch) -> usize {
    usize::from(node.leaf.is_some()) + node.children.iter().map(count).sum::<usize>()
}

/// The texts of the leaves at or below a node.
fn texts(node: &Branch) -> Vec<&str> {
    let below = node.children.iter().flat_map(texts);
    node.leaf.as_deref().into_iter().chain(below).collect()
}
