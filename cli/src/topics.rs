//! `igc help opts` and `igc help graphs`: topics of the help that are not about one command.

use std::ffi::OsString;

use igc_runtime::graph::generate::GENERATORS;
use igc_runtime::graph::keys::{self, Key};
use igc_runtime::graph::{Format, generate};

use crate::links;
use crate::values::{opts_topic, wrapped};

/// Returns the text of the topic that a command line asks for, if it asks for one.
pub fn asked(arguments: &[OsString]) -> Option<String> {
    match arguments {
        [help, topic] if help == "help" && topic == "opts" => Some(opts_topic()),
        [help, topic] if help == "help" && topic == "graphs" => Some(graphs_topic()),
        _ => None,
    }
}

/// Describes specifications of graphs: the formats of files, the generators, and the keys of both.
fn graphs_topic() -> String {
    let mut out = "Graphs, for --graph: a file or a generator, followed by keys.\n\n  \
                   PATH[,KEY[=VALUE]]...       roads/NY.gr.gz,weights=ignore\n  \
                   NAME:SIZE[,KEY[=VALUE]]...  rmat:20,seed=7,weights=none\n"
        .to_string();
    out += "\nGenerators\n";
    let heads = GENERATORS.iter().map(|known| format!("{}:{}", known.name, known.size));
    let words = GENERATORS.iter().map(|known| {
        let keys: Vec<&str> = generate::keys(known.name).into_iter().flatten().collect();
        format!("{}. Keys: {}", known.summary, keys.join(", "))
    });
    out += &table(heads.zip(words));
    out += "\nKeys of generators\n";
    out += &keys_table(keys::OF_GENERATORS);
    out += "\nFormats of files, uncompressed or compressed with gzip or zstd. igc recognises them by their content\n";
    let endings = |format: Format| {
        let endings: Vec<String> = format.endings().iter().map(|it| format!(".{it}")).collect();
        endings.join(" ")
    };
    let formats = Format::ALL.into_iter();
    out += &table(formats.map(|format| {
        (format.name().to_string(), format!("{}: {}", format.summary(), endings(format)))
    }));
    out += "\nKeys of files\n";
    out += &keys_table(keys::OF_FILES);
    out + &format!("\n`igc graph info SPEC` describes a graph.\nMore: {}\n", links::page("graphs"))
}

fn keys_table(keys: &[Key]) -> String {
    table(keys.iter().map(|key| {
        let value = if key.values.is_empty() { String::new() } else { format!("={}", key.values) };
        (format!("{}{value}", key.name), key.words.to_string())
    }))
}

/// Returns rows of two columns, of which the second is wrapped.
fn table(rows: impl Iterator<Item = (String, String)>) -> String {
    let rows: Vec<(String, String)> = rows.collect();
    let width = rows.iter().map(|(head, _)| head.len()).max().unwrap_or(0);
    let next = " ".repeat(width + 4);
    rows.iter().map(|(head, words)| wrapped(words, &format!("  {head:<width$}  "), &next)).collect()
}
