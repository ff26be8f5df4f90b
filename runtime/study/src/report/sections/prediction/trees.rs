//! Presents the trees and the features that they use.

use igc_compiler::configuration::{Configuration, Flag};

use crate::prediction::{Feature, Features, Model, Part, Trainer};
use crate::report::figures::tree::{self, Branch};
use crate::report::model::Exhibit;
use crate::report::numbers;
use crate::report::sections::options_name;
use crate::report::table::{Cell, Table, Value};
use crate::tree::Tree;

/// The title of the first tree.
pub(super) const TITLE: &str = "The tree that chooses a whole configuration";

/// The names of the columns that describe a tree.
const COLUMNS: [&str; 4] = ["tests with", "are", "choose", "right for"];

/// The headings that readers see instead of the names of [`COLUMNS`].
const HEADINGS: [(&str, &str); 4] = [
    ("tests with", "condition"),
    ("are", "tests"),
    ("choose", "choice"),
    ("right for", "choice is right for"),
];

/// Presents the tree whose classes are whole configurations.
pub(super) fn configuration(trainer: &Trainer, model: &Model) -> Exhibit {
    let mut table = Table::new(COLUMNS).with_headings(HEADINGS);
    let caption = "Each fork asks for one property of a test. Each leaf shows its choice and, in \
                   brackets, for how many of its training tests the choice is right. Each test has \
                   a class: a configuration that does not differ significantly from its fastest \
                   one, selected so that few classes serve all tests. A choice is right for a test \
                   if it is the class of the test. Forks whose branches all choose the same are \
                   removed.";
    let exhibit = |table| Exhibit::table("tree", TITLE, caption, table);
    let Some(part) = model.parts.first() else { return exhibit(table) };
    rows(&mut table, &[], &trainer.features, part);
    let root = branch(&trainer.features, part, &part.tree, String::new());
    exhibit(table).with(tree::draw(&root, TITLE, caption))
}

/// Presents the trees of single flags.
pub(super) fn flags(trainer: &Trainer, model: &Model) -> Exhibit {
    let columns = ["flag"].into_iter().chain(COLUMNS);
    let mut table = Table::new(columns).with_headings(HEADINGS);
    for part in &model.parts {
        rows(&mut table, &[flag_names(&part.flags).into()], &trainer.features, part);
    }
    let caption = "One tree for each flag; flags that exclude each other share a tree. A choice is \
                   right for a test if Algorithm 1 recommends it for this test alone, over all \
                   settings of the other flags. A flag that has no effect on a test should \
                   therefore be off. A flag with a single row has the same choice for all tests, \
                   because no split was found.";
    Exhibit::table("flag-trees", "The trees that choose each flag", caption, table)
}

/// Presents the importance of each feature in each tree.
pub(super) fn importances(trainer: &Trainer, models: [&Model; 2]) -> Exhibit {
    let title = "Features that the trees use";
    let parts: Vec<(String, &Part)> = models
        .into_iter()
        .flat_map(|model| &model.parts)
        .filter(|part| part.tree.split.is_some())
        .map(|part| match part.chooses_configurations() {
            true => ("configuration".to_string(), part),
            false => (flag_names(&part.flags), part),
        })
        .collect();
    if parts.is_empty() {
        let why = "No tree has a split: either one choice is best for all tests, or the best \
                   choice does not depend on the features.";
        return Exhibit::missing("importances", title, why);
    }
    let names = parts.iter().map(|(name, _)| name.clone());
    let mut table = Table::new(["feature".to_string()].into_iter().chain(names));
    table.columns.push("orders the graphs like".to_string());
    let mut table = table.with_headings([("orders the graphs like", "same order of graphs as")]);
    for (at, feature) in trainer.features.features.iter().enumerate() {
        let shares: Vec<f64> = parts
            .iter()
            .map(|(_, part)| part.tree.importances(trainer.features.features.len())[at])
            .collect();
        if shares.iter().all(|share| *share == 0.0) {
            continue;
        }
        let mut cells: Vec<Cell> = vec![name(feature).into()];
        cells.extend(shares.into_iter().map(|share| match share == 0.0 {
            true => Cell::from(Value::Missing),
            false => Value::Share(share).into(),
        }));
        cells.push(also(feature).into());
        table.push(cells);
    }
    let caption = "The importance of each feature in each tree: its share of the total decrease of \
                   the Gini impurity. A tree cannot distinguish properties that put the graphs of \
                   the study into the same order, or into the reverse order. The first of them \
                   stands for the others, which the last column names.";
    Exhibit::table("importances", title, caption, table)
}

fn flag_names(flags: &[Flag]) -> String {
    flags.iter().map(|flag| flag.name()).collect::<Vec<_>>().join(" / ")
}

/// Returns the name of a feature for readers.
fn name(feature: &Feature) -> String {
    match feature {
        Feature::Property { name, .. } => property(name),
        Feature::Application(name) => format!("application {name}"),
        Feature::Chip(name) => format!("chip {name}"),
    }
}

/// Returns the name of a property for readers. Stores and data sets call the number of edges
/// `arcs`.
fn property(name: &str) -> String {
    match name {
        "arcs" => "edges".to_string(),
        _ => name.replace('_', " "),
    }
}

/// Returns a text that lists the other properties that a feature represents. If there are many, the
/// text lists some and counts the rest.
fn also(feature: &Feature) -> String {
    const NAMED: usize = 4;
    let Feature::Property { also, .. } = feature else { return String::new() };
    let mut names: Vec<String> = also.iter().take(NAMED).map(|name| property(name)).collect();
    if also.len() > NAMED {
        names.push(format!("{} more", also.len() - NAMED));
    }
    names.join(", ")
}

/// Returns the two conditions of a split: the one for values up to the threshold, and the one for
/// values above it.
fn answers(feature: Option<&Feature>, threshold: f64) -> [String; 2] {
    match feature {
        Some(property @ Feature::Property { .. }) => {
            let (name, value) = (name(property), numbers::plain(threshold));
            [format!("{name} ≤ {value}"), format!("{name} > {value}")]
        }
        Some(Feature::Application(name) | Feature::Chip(name)) => {
            [format!("not {name}"), name.clone()]
        }
        None => ["no".to_string(), "yes".to_string()],
    }
}

/// Returns the name of the choice that a tree makes at a node.
fn choice(part: &Part, node: &Tree) -> String {
    let options = part.classes.get(node.choice);
    match options {
        Some(options) if part.chooses_configurations() => options_name(options),
        Some(options) if *options == Configuration::default() => "off".to_string(),
        Some(options) if part.flags.len() == 1 && options.flags().count() == 1 => "on".to_string(),
        Some(options) => options.to_string(),
        None => numbers::NOTHING.to_string(),
    }
}

/// Number of training tests for which the choice of a node is right.
fn right(node: &Tree) -> usize {
    node.sums.get(node.choice).map_or(0, |count| *count as usize)
}

fn branch(features: &Features, part: &Part, node: &Tree, answer: String) -> Branch {
    let leaf = || format!("{} ({} of {})", choice(part, node), right(node), node.rows);
    let children = node.split.iter().flat_map(|split| {
        let [below, above] = answers(features.features.get(split.feature), split.threshold);
        [(&split.below, below), (&split.above, above)]
    });
    Branch {
        answer,
        leaf: node.split.is_none().then(leaf),
        children: children.map(|(child, answer)| branch(features, part, child, answer)).collect(),
    }
}

/// Adds a row for each node of a tree except the root. `first` are the first cells of every row.
/// Rows of deeper nodes are indented, but not the children of the root.
fn rows(table: &mut Table, first: &[Cell], features: &Features, part: &Part) {
    let root = &part.tree;
    if root.split.is_none() {
        push(table, first, "everything", part, root);
    }
    // The stack holds nodes with their text and with the indentation of their children.
    let mut waiting: Vec<(String, String, &Tree)> = vec![(String::new(), String::new(), root)];
    while let Some((text, inset, node)) = waiting.pop() {
        if !text.is_empty() {
            push(table, first, &text, part, node);
        }
        let Some(split) = &node.split else { continue };
        let [below, above] = answers(features.features.get(split.feature), split.threshold);
        // No-break spaces, because browsers merge ordinary ones.
        let deeper = |line: &str| format!("{inset}{line}\u{a0}\u{a0}");
        waiting.push((format!("{inset}└─\u{a0}{above}"), deeper("\u{a0}"), &split.above));
        waiting.push((format!("{inset}├─\u{a0}{below}"), deeper("│"), &split.below));
    }
}

/// Adds the row of a node. The row of a split has no choice.
fn push(table: &mut Table, first: &[Cell], text: &str, part: &Part, node: &Tree) {
    let mut cells = first.to_vec();
    cells.extend([text.into(), (node.rows as usize).into()]);
    match node.split {
        Some(_) => cells.extend(["".into(), Value::Missing.into()]),
        None => cells.extend([choice(part, node).into(), right(node).into()]),
    }
    table.push(cells);
}
