//! Tables of edges whose columns the keys name, such as `edges.csv,source=from,target=to`.
//!
//! Fields are those of RFC 4180: a field in quotation marks may contain separators, line feeds and
//! doubled quotation marks. Blanks around other fields do not belong to them. With `ids=names`, each
//! different id is a node: in increasing order if all ids are whole numbers, and otherwise in the order
//! in which they first occur.

use std::collections::HashMap;

use super::ReadError;
use super::edge_list::{SOURCE, TARGET, WEIGHT};
use super::keys::{ColumnKey, Listed, TableKeys};
use super::lines::Lines;

/// A table as a list of records.
struct Table {
    /// The line and the fields of each record.
    records: Vec<(u64, Vec<String>)>,
    /// The number of nodes that the first line states.
    stated: Option<u32>,
}

/// The places of the columns.
pub(super) struct Places {
    pub(super) source: usize,
    pub(super) target: usize,
    pub(super) weight: Option<usize>,
    has_header: bool,
    count: usize,
}

/// Reads the edges of a table, and the id of each node if ids are names. `weighted` requires weights,
/// and `ignore` ignores them.
pub(super) fn read(
    mut lines: Lines<'_>,
    keys: &TableKeys,
    weighted: bool,
    ignore: bool,
) -> Result<(Listed, Option<Vec<String>>), ReadError> {
    let table = split(&mut lines, keys.separator)?;
    let mut records = table.records.as_slice();
    let Some((line, first)) = records.first() else {
        let nodes = table.stated.filter(|_| !keys.has_names()).unwrap_or(0);
        return Ok((Listed { nodes, edges: vec![], has_both_directions: false }, None));
    };
    lines.set_number(*line);
    let mut places = Places::find(&lines, keys, first, ignore)?;
    if weighted && !ignore && places.weight.is_none() {
        return Err(lines.wrong("no column has weights"));
    }
    if places.has_header {
        records = &records[1..];
        let is_numbered = keys.columns().any(|key| matches!(key, ColumnKey::Number(_)));
        let has_names = keys.columns().any(|key| matches!(key, ColumnKey::Name(_)));
        if let Some((_, second)) = records.first().filter(|_| is_numbered && !has_names) {
            let last = places.source.max(places.target).max(places.weight.unwrap_or(0));
            places.count = if second.len() > last { second.len() } else { places.count };
        }
    }
    let mut edges = vec![];
    let (mut names, mut numbers) = (vec![], HashMap::new());
    let mut nodes = 0;
    for (line, fields) in records {
        lines.set_number(*line);
        if fields.len() != places.count {
            return Err(lines.wrong(format!("the line has not {} columns", places.count)));
        }
        let mut node = |at: usize| {
            let id = &fields[at];
            if id.is_empty() || id.contains('\n') {
                return Err(lines.wrong("an id is empty or has several lines"));
            }
            if !keys.has_names() {
                return lines.any_node(Some(number(id)), 0);
            }
            Ok(*numbers.entry(id.clone()).or_insert_with(|| {
                names.push(id.clone());
                names.len() as u32 - 1
            }))
        };
        let (source, target) = (node(places.source)?, node(places.target)?);
        let weight = places.weight.map(|at| lines.weight(Some(number(&fields[at]))));
        let weight = weight.transpose()?;
        nodes = nodes.max(source.max(target) + 1);
        edges.push((source, target, weight));
    }
    if !keys.has_names() {
        let nodes = table.stated.unwrap_or(nodes).max(nodes);
        return Ok((Listed { nodes, edges, has_both_directions: false }, None));
    }
    let (ids, number) = numbered(&names);
    for (source, target, _) in &mut edges {
        (*source, *target) = (number[*source as usize], number[*target as usize]);
    }
    let nodes = ids.len() as u32;
    Ok((Listed { nodes, edges, has_both_directions: false }, Some(ids)))
}

/// Returns the ids of the nodes, and the node of each name.
pub(super) fn numbered(names: &[String]) -> (Vec<String>, Vec<u32>) {
    let Some(whole) = names.iter().map(|name| whole(name)).collect::<Option<Vec<i64>>>() else {
        return (names.to_vec(), (0..names.len() as u32).collect());
    };
    let mut sorted = whole.clone();
    sorted.sort_unstable();
    sorted.dedup();
    let places: HashMap<i64, u32> = sorted.iter().copied().zip(0..).collect();
    let numbers = whole.iter().map(|one| places[one]).collect();
    (sorted.iter().map(i64::to_string).collect(), numbers)
}

/// Returns a number without the blanks that a field with quotation marks may have around it.
fn number(field: &str) -> &str {
    field.trim_matches([' ', '\t', '\r'])
}

/// Returns the number that a name means: `7`, `-7` or `7.0`, but not `07`.
fn whole(name: &str) -> Option<i64> {
    let digits = match name.split_once('.') {
        Some((digits, zeros)) => {
            let is_whole = !zeros.is_empty() && zeros.chars().all(|c| c == '0');
            is_whole.then_some(digits)?
        }
        None => name,
    };
    let number: i64 = digits.parse().ok()?;
    (number.to_string() == digits).then_some(number)
}

impl Places {
    pub(super) fn find(
        lines: &Lines<'_>,
        keys: &TableKeys,
        first: &[String],
        ignore: bool,
    ) -> Result<Places, ReadError> {
        let usual = |known: &[&str]| -> Vec<usize> {
            let is_usual = |name: &String| known.iter().any(|one| one.eq_ignore_ascii_case(name));
            (0..first.len()).filter(|at| is_usual(&first[*at])).collect()
        };
        let is_numbered = keys.columns().any(|key| matches!(key, ColumnKey::Number(_)));
        let has_names = keys.columns().any(|key| matches!(key, ColumnKey::Name(_)));
        let looks_named = !usual(&SOURCE).is_empty() && !usual(&TARGET).is_empty();
        let has_header = keys.header.unwrap_or(has_names || !is_numbered && looks_named);
        let place = |key: &ColumnKey| {
            let places: Vec<usize> = match key {
                ColumnKey::Number(number) => vec![*number as usize - 1],
                ColumnKey::Name(_) if !has_header => vec![],
                ColumnKey::Name(name) => {
                    (0..first.len()).filter(|at| first[*at] == *name).collect()
                }
            };
            match places[..] {
                [place] if place < first.len() => Ok(place),
                _ => Err(lines.wrong("a key does not name exactly one column")),
            }
        };
        let end = |key: &Option<ColumnKey>, known: &[&str], at: usize| match (key, has_header) {
            (Some(key), _) => place(key),
            (None, false) => place(&ColumnKey::Number(at as u32 + 1)),
            (None, true) => match usual(known)[..] {
                [place] => Ok(place),
                _ => Err(lines.wrong("the first line does not name one source and one target")),
            },
        };
        let weight = match &keys.weight {
            _ if ignore => None,
            Some(key) => Some(place(key)?),
            None if has_header => match usual(&WEIGHT)[..] {
                [] => None,
                [place] => Some(place),
                _ => return Err(lines.wrong("the first line names several weights")),
            },
            None => (!is_numbered && first.len() == 3).then_some(2),
        };
        let source = end(&keys.source, &SOURCE, 0)?;
        let target = end(&keys.target, &TARGET, 1)?;
        if source == target || weight == Some(source) || weight == Some(target) {
            return Err(lines.wrong("two keys name the same column"));
        }
        Ok(Places { source, target, weight, has_header, count: first.len() })
    }
}

/// Returns the separator of a table with this first line: the most frequent one.
fn separator_of(line: &str) -> char {
    let outside: String = line.split('"').step_by(2).collect();
    let count = |separator: char| outside.matches(separator).count();
    let mut best = (0, ' ');
    for separator in ['\t', ';', ','] {
        if count(separator) > best.0 {
            best = (count(separator), separator);
        }
    }
    best.1
}

/// Splits a text into records. A blank as the separator means any number of spaces and tabs.
fn split(lines: &mut Lines<'_>, separator: Option<char>) -> Result<Table, ReadError> {
    let text: Vec<char> = lines.rest()?.chars().collect();
    let mut table = Table { records: vec![], stated: None };
    let mut separator = separator;
    let (mut at, mut line) = (0, 1);
    while at < text.len() {
        let end = text[at..].iter().position(|c| *c == '\n').map_or(text.len(), |end| at + end);
        let content: String = text[at..end].iter().collect();
        let trimmed = content.trim_matches([' ', '\t', '\r', '\x0c']);
        let is_comment = table.records.is_empty() && trimmed.starts_with(['#', '%']);
        if trimmed.is_empty() || is_comment {
            let words: Vec<&str> = trimmed.split(|c: char| c.is_ascii_whitespace()).collect();
            if let (1, ["#", "igc", "nodes", count]) = (line, &words[..]) {
                table.stated = lines.node_count(Some(count)).ok();
            }
            (at, line) = (end + 1, line + 1);
            continue;
        }
        lines.set_number(line);
        let separator = *separator.get_or_insert_with(|| separator_of(&content));
        let (fields, next) = record(lines, &text, at, separator)?;
        table.records.push((line, fields));
        line += text[at..next.min(text.len())].iter().filter(|c| **c == '\n').count() as u64;
        at = next;
    }
    Ok(table)
}

/// Returns the fields of the record at a place, and the place after it.
fn record(
    lines: &Lines<'_>,
    text: &[char],
    mut at: usize,
    separator: char,
) -> Result<(Vec<String>, usize), ReadError> {
    let peek = |at: usize| text.get(at).copied().unwrap_or('\n');
    let is_separator = |c: char| match separator {
        ' ' => c == ' ' || c == '\t',
        other => c == other,
    };
    let is_blank = |c: char| c == ' ' || c == '\r' || c == '\t' && separator != '\t';
    let mut fields = vec![];
    loop {
        while is_blank(peek(at)) {
            at += 1;
        }
        let mut field = String::new();
        if peek(at) == '"' {
            at += 1;
            loop {
                match (text.get(at), text.get(at + 1)) {
                    (None, _) => return Err(lines.wrong("a quotation mark is not closed")),
                    (Some('"'), Some('"')) => at += 1,
                    (Some('"'), _) => break,
                    _ => {}
                }
                field.push(text[at]);
                at += 1;
            }
            at += 1;
            let end = at;
            while is_blank(peek(at)) {
                at += 1;
            }
            let is_end = peek(at) == '\n' || is_separator(peek(at)) || separator == ' ' && at > end;
            if !is_end {
                return Err(lines.wrong("text follows a closing quotation mark"));
            }
        } else {
            while peek(at) != '\n' && !is_separator(peek(at)) {
                field.push(text[at]);
                at += 1;
            }
            field.truncate(field.trim_end_matches(is_blank).len());
        }
        fields.push(field);
        while separator == ' ' && is_blank(peek(at)) {
            at += 1;
        }
        if peek(at) == '\n' {
            return Ok((fields, at + 1));
        }
        at += usize::from(separator != ' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_sorted_and_names_are_not() {
        let names = |all: &[&str]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
        let sorted = numbered(&names(&["10", "-2", "10.0", "3"]));
        assert_eq!(sorted, (names(&["-2", "3", "10"]), vec![2, 0, 2, 1]));
        let kept = names(&["10", "b", "07"]);
        assert_eq!(numbered(&kept), (kept, vec![0, 1, 2]));
    }

    #[test]
    fn the_most_frequent_separator_counts() {
        let lines = ["0;1;2,5", "a,b", "\"a;b;c\",d", "a b", "a\tb,c"];
        assert_eq!(lines.map(separator_of), [';', ',', ',', ' ', '\t']);
    }
}
