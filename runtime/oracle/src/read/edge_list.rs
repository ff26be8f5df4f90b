//! Edge lists: a line is `SOURCE TARGET` or `SOURCE TARGET WEIGHT`, with spaces, tabs, commas or
//! semicolons.
//!
//! Examples are SNAP's files, the GAP benchmark's `.el` and `.wel`, and tables saved as CSV (whose
//! first line may contain column names). Lines that begin with `#`, `%` or `//` are comments.
//! Fields after the weight are ignored.

use super::ReadError;
use super::lines::Lines;
use crate::adjacency::Adjacency;

/// Characters that separate two fields.
const SEPARATORS: [char; 4] = [' ', '\t', ',', ';'];

/// Reads the graph. If `weighted` is set, every line must have a weight. Otherwise, either all
/// lines have weights or none has.
pub(super) fn read(mut lines: Lines<'_>, weighted: bool) -> Result<Adjacency, ReadError> {
    let mut edges = Vec::new();
    let mut nodes = 0;
    let mut first = true;
    while let Some(line) = lines.next_content(&['#', '%'])? {
        let is_first = std::mem::replace(&mut first, false);
        if line.starts_with("//") || (is_first && names_columns(&line)) {
            continue;
        }
        let mut fields = line.split(SEPARATORS).filter(|field| !field.is_empty());
        let source = lines.any_node(fields.next(), 0)?;
        let target = lines.any_node(fields.next(), 0)?;
        let weight = match fields.next() {
            None if !weighted => None,
            field => Some(lines.weight(field)?),
        };
        nodes = nodes.max(source.max(target) + 1);
        edges.push((source, target, weight));
    }
    lines.graph(nodes, edges)
}

/// Returns whether the line contains column names, such as `src,dst`.
fn names_columns(line: &str) -> bool {
    line.contains([',', ';']) && line.chars().next().is_some_and(char::is_alphabetic)
}
