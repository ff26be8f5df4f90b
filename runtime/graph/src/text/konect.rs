//! Reads KONECT's format, usually `out.NAME`.
//!
//! ```text
//! % KIND [WEIGHTS]                   sym, asym or bip
//! % EDGES NODES NODES                optional; any further line with % is a comment
//! SOURCE TARGET [WEIGHT [TIME]]      counted from 1
//! ```
//!
//! `asym` lists directed edges. `sym` lists each undirected edge once: each line adds the edge and,
//! unless it is a self-loop, its reverse right after it. `bip` lists undirected edges between two
//! sets of nodes. Each set is counted from 1, and the nodes of the second set are numbered after
//! those of the first, so the line `% EDGES NODES NODES` is required. Ids are reduced by one.
//!
//! WEIGHTS determines the meaning of the third column:
//!
//! - `unweighted`, `positive`: edges have no weights. In a `positive` network, the third column may
//!   count parallel edges. It is ignored, so a line is always one edge.
//! - `posweighted`, `signed`, `multisigned`, `weighted`, `multiweighted`, `multiposweighted`, or no
//!   word: the third column is the weight. The first edge determines whether the column exists.
//! - `dynamic`: the third column says whether an edge appears or disappears. Such a file is not one
//!   graph and is rejected.
//!
//! Times are ignored. <http://konect.cc/networks/>, "Handbook of Network Analysis: the KONECT
//! Project", <https://github.com/kunegis/konect-handbook>

use super::cursor::{Cursor, quote};
use super::lines::Lines;
use super::parse::{Announced, Line, LineFormat, parse_lines};
use super::sink::{EdgeRules, EdgeSink};
use super::{ParsedText, edge_count, in_line, node, node_count};
use crate::assemble::Numbering;
use crate::error::{GraphError, MAX_NODES, Problem};
use crate::text::number::Number;

/// The content of the first line: the kind of graph, and the meaning of the third column.
struct Kind {
    symmetric: bool,
    bipartite: bool,
    third: Third,
}

/// The meaning of the third column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Third {
    /// The weight of the edge.
    Weight,
    /// The weight of the edge. The first line does not say so.
    Unnamed,
    /// A number that is not a weight.
    Ignored,
}

/// The content of the second line: the numbers of edges and nodes.
struct Sizes {
    edges: u64,
    sources: u32,
    targets: u32,
}

struct Edges {
    sources: u32,
    targets: u32,
    /// Whether the file states the numbers of sources and targets.
    stated: bool,
    /// The number that is added to a target's id.
    shift: u32,
    /// The maximum number of columns after the target and the weight.
    ignored: u32,
}

/// Reads the graph from `lines`.
pub(crate) fn read(mut lines: Lines<'_>, rules: EdgeRules) -> Result<ParsedText, GraphError> {
    let mut first = lines.line()?.unwrap_or(Cursor::new(b""));
    let kind = kind(&mut first).map_err(|problem| in_line(1, problem))?;
    let (sizes, third_column) = header(&mut lines)?;
    if kind.bipartite && sizes.is_none() {
        let expected = "the sizes `% EDGES LEFT RIGHT` of a bipartite graph".into();
        return Err(in_line(2, Problem::Unexpected { expected, found: "nothing".into() }));
    }
    let weighted =
        kind.third != Third::Ignored && third_column.unwrap_or(kind.third == Third::Weight);
    let ignored = match kind.third {
        Third::Ignored => 2,
        // A time is in the fourth column, so it needs a third column.
        Third::Weight | Third::Unnamed => u32::from(weighted),
    };
    let rules = EdgeRules {
        weighted,
        mirrored: kind.symmetric || kind.bipartite || rules.mirrored,
        negated: false,
        ..rules
    };
    let announced = sizes.as_ref().map(|sizes| Announced { entries: sizes.edges, what: "edges" });
    let stated = sizes.is_some();
    let of_sizes = |sources, targets, shift| Edges { sources, targets, stated, shift, ignored };
    let (edges, numbering) = match sizes {
        None => (of_sizes(MAX_NODES, MAX_NODES, 0), Numbering::Largest),
        Some(Sizes { sources, targets, .. }) if kind.bipartite => {
            let nodes = sources.checked_add(targets).filter(|&nodes| nodes <= MAX_NODES);
            let sum = u64::from(sources) + u64::from(targets);
            let nodes = nodes.ok_or_else(|| in_line(2, Problem::TooManyNodes(sum)))?;
            (of_sizes(sources, targets, sources), Numbering::Exactly(nodes))
        }
        Some(Sizes { sources, targets, .. }) => {
            let nodes = sources.max(targets);
            (of_sizes(nodes, nodes, 0), Numbering::Exactly(nodes))
        }
    };
    let assembler = parse_lines(lines, &edges, rules, announced)?.assembler;
    Ok(ParsedText { assembler, numbering })
}

fn kind(line: &mut Cursor<'_>) -> Result<Kind, Problem> {
    let percent = line.token();
    let kind = match percent.strip_prefix(b"%") {
        Some([]) => line.token(),
        Some(kind) => kind,
        None => percent,
    };
    let weights = line.token();
    if !percent.starts_with(b"%") || !matches!(kind, b"sym" | b"asym" | b"bip") {
        let expected = "a line `% sym`, `% asym` or `% bip`".into();
        return Err(Problem::Unexpected { expected, found: quote(kind) });
    }
    let third = match weights {
        b"unweighted" | b"positive" => Third::Ignored,
        b"posweighted" | b"signed" | b"multisigned" | b"weighted" | b"multiweighted"
        | b"multiposweighted" => Third::Weight,
        b"" => Third::Unnamed,
        b"dynamic" => {
            return Err(Problem::Unsupported {
                what: "a `dynamic` network, whose edges appear and disappear, is not one graph"
                    .into(),
                help: "write the edges of one point in time to a file".into(),
            });
        }
        _ => {
            let expected = "a type of weights of KONECT, such as `unweighted` or `weighted`".into();
            return Err(Problem::Unexpected { expected, found: quote(weights) });
        }
    };
    line.end_of_line("the type of weights")?;
    Ok(Kind { symmetric: kind == b"sym", bipartite: kind == b"bip", third })
}

/// Reads the header. Returns the sizes, if given, and whether the first edge, if any, has a third
/// column.
fn header(lines: &mut Lines<'_>) -> Result<(Option<Sizes>, Option<bool>), GraphError> {
    let mut found = None;
    let mut second = true;
    loop {
        let Some(mut line) = lines.line()? else {
            return Ok((found, None));
        };
        line.skip_blanks();
        match line.peek() {
            b'%' => {
                line.advance();
                line.skip_blanks();
                if std::mem::take(&mut second) && line.peek().is_ascii_digit() {
                    let sizes = sizes(&mut line);
                    let sizes = sizes.map_err(|problem| in_line(lines.line_number(), problem))?;
                    found = Some(sizes);
                }
            }
            b'\n' => {}
            _ => {
                line.token();
                line.token();
                let third = !line.token().is_empty();
                lines.unread();
                return Ok((found, Some(third)));
            }
        }
    }
}

fn sizes(line: &mut Cursor<'_>) -> Result<Sizes, Problem> {
    let edges = edge_count(line, "the number of edges")?;
    let sources = node_count(line, "the number of nodes")?;
    line.skip_blanks();
    let targets = match line.peek() {
        b'\n' => sources,
        _ => node_count(line, "the number of nodes")?,
    };
    line.end_of_line("the numbers of edges and nodes")?;
    Ok(Sizes { edges, sources, targets })
}

impl Edges {
    /// Reads a node id, and returns it counted from 0.
    #[inline]
    fn node(&self, line: &mut Cursor<'_>, what: &'static str, nodes: u32) -> Result<u32, Problem> {
        if self.stated {
            return node(line, what, 1, nodes);
        }
        match line.whole(what, u64::from(MAX_NODES))?.checked_sub(1) {
            Some(id) => Ok(id as u32),
            None => Err(Problem::Unexpected {
                expected: format!("{what} (a whole number of at least 1)"),
                found: quote(b"0"),
            }),
        }
    }
}

impl LineFormat for Edges {
    #[inline]
    fn line(&self, line: &mut Cursor<'_>, _: u64, edges: &mut EdgeSink) -> Result<Line, Problem> {
        line.skip_blanks();
        if matches!(line.peek(), b'\n' | b'%') {
            return Ok(Line::Other);
        }
        let source = self.node(line, "the edge's source", self.sources)?;
        let target = self.node(line, "the edge's target", self.targets)? + self.shift;
        let weight = if edges.is_weighted() { line.number()? } else { Number::Whole(1) };
        // Skip the time and, if the third column is not a weight, the third column before it.
        for _ in 0..self.ignored {
            line.skip_blanks();
            if line.peek() != b'\n' {
                line.number()?;
            }
        }
        line.end_of_line("the edge")?;
        edges.edge(source, target, weight);
        Ok(Line::Entries(1))
    }
}
