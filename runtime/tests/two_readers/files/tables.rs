//! Random edge lists and tables.

use super::{Edges, File, Random, edges, joined, node_names};

pub(super) fn edge_list(random: &mut Random, format: &'static str) -> File {
    let Edges { nodes, edges, weighted } = edges(random, false);
    let weighted = weighted || format == "wel";
    let ignores = random.one_in(3);
    let mut lines = vec![];
    if random.one_in(3) {
        lines.push(format!("# igc nodes {}", nodes + random.below(3)));
    }
    let separator = random.pick(&[" ", "\t", ",", ", ", "  "]);
    let mut columns = vec![0, 1];
    columns.extend(weighted.then_some(2));
    let named = random.one_in(2);
    if named {
        columns.extend((ignores && random.one_in(2)).then_some(3));
        for at in (1..columns.len()).rev() {
            columns.swap(at, random.below(at + 1));
        }
        let names: [&[&str]; 4] = [
            &["source", "src", "from", "u", "Source", "\"from\""],
            &["target", "destination", "dst", "to", "v", "TO", "\"dst\""],
            &["weight", "w", "W", "\"weight\""],
            &["id", "name", "\"note\"", "cap"],
        ];
        let names: Vec<&str> = columns.iter().map(|column| random.pick(names[*column])).collect();
        lines.push(names.join(separator));
    }
    for (source, target, weight) in edges {
        let cell = |random: &mut Random, column: &usize| match column {
            0 => source.to_string(),
            1 => target.to_string(),
            2 if ignores && random.one_in(4) => "{}".into(),
            2 => weight.clone(),
            _ => random.pick(&["x", "\"a, b\"", "5", "", "7 7"]).to_owned(),
        };
        let cells: Vec<String> = columns.iter().map(|column| cell(random, column)).collect();
        lines.push(cells.join(separator));
    }
    let text = joined(random, lines, &["# note", "% note", "", "  "]);
    let keys = if ignores { vec!["weights=ignore".into()] } else { vec![] };
    File { format, bytes: text.into_bytes(), keys }
}

/// A table with named columns, names of nodes, and every kind of field.
pub(super) fn table(random: &mut Random, format: &'static str) -> File {
    let Edges { nodes, edges, weighted } = edges(random, false);
    let weighted = weighted || format == "wel";
    let names = node_names(random, nodes);
    let is_number = |name: &String| name.parse::<u32>().is_ok();
    let numbered = names.iter().all(is_number) && random.one_in(2);
    let (separator, key) =
        [(",", "comma"), (";", "semicolon"), ("\t", "tab"), (" ", "blanks")][random.below(4)];
    // The columns of the source, of the target, of the weight, and two others.
    let mut columns = vec![0, 1, 3, 4];
    columns.extend(weighted.then_some(2));
    for at in (1..columns.len()).rev() {
        columns.swap(at, random.below(at + 1));
    }
    let quoted = |random: &mut Random, text: &str| match random.below(5) {
        0 => format!("\"{}\"", text.replace('"', "\"\"")),
        1 if separator != " " => format!(" {text} "),
        _ if separator == " " && (text.is_empty() || text.contains(' ')) => format!("\"{text}\""),
        _ => text.to_owned(),
    };
    let titles = ["from", "to", "km", "", "a \u{e9}"];
    let has_header = random.one_in(2);
    let mut lines = vec![];
    if has_header {
        let cells = columns.iter().map(|&column| quoted(random, titles[column]));
        lines.push(cells.collect::<Vec<_>>().join(separator));
    }
    for (source, target, weight) in edges {
        let cell = |random: &mut Random, &column: &usize| match column {
            0 => quoted(random, &names[source]),
            1 => quoted(random, &names[target]),
            2 => quoted(random, &weight),
            3 if separator != " " => {
                random.pick(&["x", "\"a,;\t\"\"\nb\"", "5", "", "7 7\""]).into()
            }
            _ => random.pick(&["x", "\"a b\"", "5\"", "\"\""]).into(),
        };
        let cells: Vec<String> = columns.iter().map(|column| cell(random, column)).collect();
        lines.push(cells.join(separator));
    }
    let mut keys = vec![];
    let names = has_header && random.one_in(2);
    let place = |column: usize| columns.iter().position(|one| *one == column);
    for (column, key) in [(0, "source"), (1, "target"), (2, "weight")] {
        if let Some(place) = place(column) {
            let value = if names { titles[column].to_owned() } else { (place + 1).to_string() };
            keys.push(format!("{key}={value}"));
        }
    }
    if !names {
        keys.push(format!("header={}", if has_header { "yes" } else { "no" }));
    }
    if random.one_in(2) {
        keys.push(format!("separator={key}"));
    }
    if numbered {
        keys.push("ids=numbers".into());
    }
    let text = joined(random, lines, &["", "  "]);
    let text = if random.one_in(4) { format!("# note, \"x\n{text}") } else { text };
    File { format, bytes: text.into_bytes(), keys }
}
