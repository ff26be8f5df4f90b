//! Edge lists: a line is `SOURCE TARGET` or `SOURCE TARGET WEIGHT`, with blanks or commas.
//!
//! Examples are SNAP's files, the GAP benchmark's `.el` and `.wel`, and tables saved as CSV. Lines that
//! begin with `#` or `%` are comments; the comment `# igc nodes NODES` in the first line states the
//! number of nodes. A first line that does not begin with a number names the columns. With the key
//! `weights=ignore`, this reader only uses the source and the target.

use super::ReadError;
use super::keys::Listed;
use super::lines::Lines;

/// The names of the columns.
pub(super) const SOURCE: [&str; 4] = ["source", "src", "from", "u"];
pub(super) const TARGET: [&str; 5] = ["target", "destination", "dst", "to", "v"];
pub(super) const WEIGHT: [&str; 2] = ["weight", "w"];

/// The positions of the columns.
struct Columns {
    /// The character between columns, or `None` for blanks and commas.
    separator: Option<char>,
    source: usize,
    target: usize,
    weight: Option<usize>,
    count: Option<usize>,
}

/// Reads the graph. If `weighted` is set, every line must have a weight. Otherwise, either all
/// lines have weights or none has. `ignore` ignores everything but source and target.
pub(super) fn read(
    mut lines: Lines<'_>,
    weighted: bool,
    ignore: bool,
) -> Result<Listed, ReadError> {
    let mut columns =
        Columns { separator: None, source: 0, target: 1, weight: Some(2), count: None };
    let mut stated = None;
    let mut edges = Vec::new();
    let mut nodes = 0;
    let mut is_first = true;
    while let Some(line) = lines.next_with_tabs()? {
        if lines.number() == 1
            && let ["#", "igc", "nodes", count] = line.split_whitespace().collect::<Vec<_>>()[..]
        {
            stated = Some(lines.node_count(Some(count))?);
        }
        if line.trim().is_empty() || line.trim_start().starts_with(['#', '%']) {
            continue;
        }
        if std::mem::take(&mut is_first) && !starts_with_number(&line) {
            columns = named(&lines, &line, ignore)?;
            continue;
        }
        let fields = fields(&line, columns.separator);
        if columns.count.is_some_and(|count| count != fields.len()) {
            return Err(lines.wrong("the line has another number of columns than the first line"));
        }
        let field = |at: usize| fields.get(at).map(String::as_str);
        let source = lines.any_node(field(columns.source), 0)?;
        let target = lines.any_node(field(columns.target), 0)?;
        let weight = match columns.weight.filter(|_| !ignore).and_then(field) {
            None if !weighted || ignore => None,
            field => Some(lines.weight(field)?),
        };
        nodes = nodes.max(source.max(target) + 1);
        edges.push((source, target, weight));
    }
    if stated.is_some_and(|stated| stated < nodes) {
        return Err(lines.wrong_file(format!("node {} is beyond the stated nodes", nodes - 1)));
    }
    let nodes = stated.unwrap_or(nodes);
    Ok(Listed { nodes, edges, has_both_directions: false })
}

fn starts_with_number(line: &str) -> bool {
    let word = line.trim_start_matches([' ', '\t', ',']);
    word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
}

/// Splits a line into its columns. A separator between quotation marks belongs to its column.
fn fields(line: &str, separator: Option<char>) -> Vec<String> {
    let Some(separator) = separator else {
        let words = line.split([' ', '\t', '\r', ',']).filter(|field| !field.is_empty());
        return words.map(str::to_owned).collect();
    };
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        is_quoted ^= c == '"';
        match fields.last_mut() {
            Some(field) if is_quoted || c != separator => field.push(c),
            _ => fields.push(String::new()),
        }
    }
    fields.iter().map(|field| field.trim().to_owned()).collect()
}

/// Finds the columns by their names.
fn named(lines: &Lines<'_>, line: &str, ignore: bool) -> Result<Columns, ReadError> {
    let separator = [',', '\t'].into_iter().find(|separator| line.contains(*separator));
    let names: Vec<String> =
        fields(line, separator).iter().map(|name| name.trim_matches('"').to_lowercase()).collect();
    let all = |known: &[&str]| -> Vec<usize> {
        (0..names.len()).filter(|at| known.contains(&names[*at].as_str())).collect()
    };
    let (sources, targets, weights) = (all(&SOURCE), all(&TARGET), all(&WEIGHT));
    if sources.len() + targets.len() + weights.len() < names.len() && !ignore {
        return Err(lines.wrong("the first line names a column that is not known"));
    }
    let (&[source], &[target]) = (&sources[..], &targets[..]) else {
        return Err(lines.wrong("the first line must name one source and one target"));
    };
    if weights.len() > 1 {
        return Err(lines.wrong("the first line names several weights"));
    }
    // In the usual order, blanks may also separate the columns of a line.
    let is_usual = separator == Some(',')
        && (source, target) == (0, 1)
        && weights.first().is_none_or(|&weight| weight == 2)
        && !ignore;
    let separator = if is_usual { None } else { separator };
    let count = if ignore { None } else { Some(names.len()) };
    Ok(Columns { separator, source, target, weight: weights.first().copied(), count })
}
