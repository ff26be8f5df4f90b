//! Random GraphML: the order of elements, quotation marks, references, comments, keys and directions vary.

use super::{Edges, File, Random, edges, node_names};

/// Returns a text as the value of an attribute.
fn value(random: &mut Random, text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out += "&lt;",
            '&' => out += "&amp;",
            '"' => out += "&quot;",
            '\t' => out += "&#9;",
            _ if random.one_in(12) => out += &format!("&#{};", u32::from(c)),
            _ if random.one_in(12) => out += &format!("&#x{:X};", u32::from(c)),
            _ => out.push(c),
        }
    }
    match out.contains('\'') || random.one_in(2) {
        true => format!("\"{out}\""),
        false => format!("'{out}'"),
    }
}

pub(super) fn graphml(random: &mut Random) -> File {
    let Edges { nodes, edges, weighted } = edges(random, false);
    let prefix = random.pick(&["", "", "", "g:"]);
    let names = node_names(random, nodes);
    let mut used = vec![];
    for name in &names {
        used.push(if used.contains(name) {
            format!("{name}<{}>", used.len())
        } else {
            name.clone()
        });
    }
    let names = used;
    let name = random.pick(&["weight", "W", "km", "3"]);
    let has_default = weighted && random.one_in(3);
    let mut keys = vec![];
    if weighted {
        let of = random.pick(&["for='edge'", "for=\"all\"", ""]);
        let default = if has_default { "<desc>x</desc><default> 4 </default>" } else { "" };
        let default = default
            .replace('<', &format!("<{prefix}"))
            .replace(&format!("<{prefix}/"), &format!("</{prefix}"));
        keys.push(format!("<{prefix}key attr.name='{name}' id='d1' {of}>{default}</{prefix}key>"));
    }
    if random.one_in(2) {
        keys.push(format!("<{prefix}key id='d1' for='node' attr.name='weight'/>"));
    }
    if random.one_in(3) {
        keys.push(format!("<{prefix}key id='d2' for='edge' attr.name='note'/>"));
    }
    if random.one_in(2) {
        keys.reverse();
    }
    let mut elements = vec![];
    for name in &names {
        let id = value(random, name);
        let content = match random.below(4) {
            0 => format!("><{prefix}data key='d1'><x> <y/>&z;</x></{prefix}data></{prefix}node>"),
            1 => format!(">\n</{prefix}node >"),
            _ => "/>".to_owned(),
        };
        elements.push(format!("<{prefix}node id={id}{content}"));
    }
    for (source, target, weight) in edges {
        let (source, target) = (value(random, &names[source]), value(random, &names[target]));
        let directed =
            random.pick(&["", "", "", "directed=\"true\"", "directed='false'", "directed='1'"]);
        let id = if random.one_in(4) { "id='e'" } else { "" };
        let mut data = vec![];
        if weighted && !(has_default && random.one_in(2)) {
            let text = match random.below(4) {
                0 => format!("<![CDATA[{weight}]]>"),
                1 => format!("\n {weight}\t"),
                2 => format!("&#32;{weight}<!-- x -->"),
                _ => weight,
            };
            data.push(format!("<{prefix}data key=\"d1\">{text}</{prefix}data>"));
        }
        if random.one_in(4) {
            data.push(format!("<{prefix}data key='d2'>&lt;5</{prefix}data>"));
        }
        if random.one_in(2) {
            data.reverse();
        }
        elements.push(match data.is_empty() {
            true => format!("<{prefix}edge {id} source={source} target={target} {directed}/>"),
            false => format!(
                "<{prefix}edge target={target}\nsource={source} {directed} {id}>{}</{prefix}edge>",
                data.concat()
            ),
        });
    }
    // Edges may be before their nodes.
    if random.one_in(4) {
        for at in (1..elements.len()).rev() {
            elements.swap(at, random.below(at + 1));
        }
    }
    let others = ["", "", "\n", " ", "<!-- <node id='x'/> -->", "<?x y?>"];
    let mut text = random
        .pick(&[
            "",
            "<?xml version='1.0'?>\n",
            "\u{feff}<?xml version=\"1.0\"?><!DOCTYPE graphml SYSTEM \"a>b\">",
        ])
        .to_owned();
    text += &format!("<{prefix}graphml xmlns:g='u'>\n{}", keys.join(random.pick(&others)));
    let default = random.pick(&["directed", "undirected"]);
    text += &format!("<{prefix}graph edgedefault='{default}'>");
    for element in elements {
        text += random.pick(&others);
        text += &element;
    }
    text += &format!("</{prefix}graph>{}</{prefix}graphml>\n", random.pick(&others));
    let mut keys = vec![];
    if weighted && (matches!(name, "km" | "3") || random.one_in(3)) {
        keys.push(format!("weight={name}"));
    }
    File { format: "graphml", bytes: text.into_bytes(), keys }
}
