//! Trees as a reader sees them, and what they ask for.

use igc_compiler::options::{Flag, Options};

use crate::prediction::{Feature, Features, Model, Node, Part, Trainer};
use crate::report::figures::tree::{self, Branch};
use crate::report::model::Exhibit;
use crate::report::numbers;
use crate::report::sections::options_name;
use crate::report::table::{Cell, Table, Value};

/// The title of the first tree.
pub(super) const TITLE: &str = "The tree that chooses a configuration";

/// The heads of a tree's rows.
const COLUMNS: [&str; 4] = ["tests with", "are", "choose", "right for"];

/// The one tree whose classes are whole configurations.
pub(super) fn configuration(trainer: &Trainer, model: &Model) -> Exhibit {
    let mut table = Table::new(COLUMNS);
    let caption = "Where a test goes is decided by a question at each fork. Of each leaf: what it chooses, how \
                   many tests it was grown from, and for how many of these it is right: the choice does not \
                   differ significantly from the test's fastest configuration, as far as one configuration \
                   was taken for as many tests as possible. Forks whose branches all choose the same are left \
                   out.";
    let exhibit = |table| Exhibit::table("tree", TITLE, caption, table);
    let Some(part) = model.parts.first() else { return exhibit(table) };
    rows(&mut table, &[], &trainer.features, part);
    let root = branch(&trainer.features, part, &part.tree.root, String::new());
    exhibit(table).with(tree::draw(&root, TITLE, caption))
}

/// A tree for each flag.
pub(super) fn flags(trainer: &Trainer, model: &Model) -> Exhibit {
    let mut table = Table::new(["flag"].into_iter().chain(COLUMNS));
    for part in &model.parts {
        rows(&mut table, &[flag_names(&part.flags).into()], &trainer.features, part);
    }
    let caption = "The same for each flag by itself. Right is what Algorithm 1 recommends on the test alone, \
                   over all settings of the other flags: a test on which a flag does nothing wants it off. A \
                   flag with a single row is the same for all tests, as far as the trees can tell.";
    Exhibit::table("flag-trees", "The trees that choose each flag", caption, table)
}

/// How much each feature tells each tree.
pub(super) fn importances(trainer: &Trainer, models: [&Model; 2]) -> Exhibit {
    let title = "What the trees ask for";
    let parts: Vec<(String, &Part)> = models
        .into_iter()
        .flat_map(|model| &model.parts)
        .filter(|part| part.tree.root.split.is_some())
        .map(|part| match part.flags.len() == Flag::ALL.len() {
            true => ("configuration".to_string(), part),
            false => (flag_names(&part.flags), part),
        })
        .collect();
    if parts.is_empty() {
        let why = "No tree found anything to ask for: the same is best for all tests, or what is best does \
                   not depend on what is known of them.";
        return Exhibit::missing("importances", title, why);
    }
    let names = parts.iter().map(|(name, _)| name.clone());
    let mut table = Table::new(["feature".to_string()].into_iter().chain(names));
    table.columns.push("orders the graphs like".to_string());
    for (at, feature) in trainer.features.features.iter().enumerate() {
        let shares: Vec<f64> = parts
            .iter()
            .map(|(_, part)| part.tree.importances.get(at).copied().unwrap_or(0.0))
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
    let caption = "How much of what a tree tells apart it owes to each feature: its share of the whole \
                   decrease of Gini's impurity. Properties that put the study's graphs into the same order, \
                   or the opposite one, cannot be told apart by it: the first stands for all that are named \
                   behind it.";
    Exhibit::table("importances", title, caption, table)
}

fn flag_names(flags: &[Flag]) -> String {
    flags.iter().map(|flag| flag.name()).collect::<Vec<_>>().join(" / ")
}

/// A feature for a reader.
fn name(feature: &Feature) -> String {
    match feature {
        Feature::Property { name, .. } => name.replace('_', " "),
        Feature::Application(name) => format!("application {name}"),
        Feature::Chip(name) => format!("chip {name}"),
    }
}

/// The properties that a feature stands for beside itself; many are counted.
fn also(feature: &Feature) -> String {
    const NAMED: usize = 4;
    let Feature::Property { also, .. } = feature else { return String::new() };
    let mut names: Vec<String> =
        also.iter().take(NAMED).map(|name| name.replace('_', " ")).collect();
    if also.len() > NAMED {
        names.push(format!("{} more", also.len() - NAMED));
    }
    names.join(", ")
}

/// The answers to a question: of those that go below, and above.
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

/// What a node chooses.
fn choice(part: &Part, node: &Node) -> String {
    let options = part.classes.get(node.class());
    match options {
        Some(options) if part.flags.len() == Flag::ALL.len() => options_name(options),
        Some(options) if *options == Options::default() => "off".to_string(),
        Some(options) if part.flags.len() == 1 && options.flags().count() == 1 => "on".to_string(),
        Some(options) => options.to_string(),
        None => numbers::NOTHING.to_string(),
    }
}

/// For how many of its tests a node's choice is right.
fn right(node: &Node) -> usize {
    node.counts.get(node.class()).copied().unwrap_or(0)
}

fn branch(features: &Features, part: &Part, node: &Node, answer: String) -> Branch {
    let leaf = || format!("{} ({} of {})", choice(part, node), right(node), node.rows());
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

/// A row for each node of a tree behind the same first cells, the root's children not set in.
fn rows(table: &mut Table, first: &[Cell], features: &Features, part: &Part) {
    let root = &part.tree.root;
    if root.split.is_none() {
        push(table, first, "everything", part, root);
    }
    // A stack of nodes: what leads to them, and what those below them are set in by.
    let mut waiting: Vec<(String, String, &Node)> = vec![(String::new(), String::new(), root)];
    while let Some((text, inset, node)) = waiting.pop() {
        if !text.is_empty() {
            push(table, first, &text, part, node);
        }
        let Some(split) = &node.split else { continue };
        let [below, above] = answers(features.features.get(split.feature), split.threshold);
        // Spaces that a page does not merge.
        let deeper = |line: &str| format!("{inset}{line}\u{a0}\u{a0}");
        waiting.push((format!("{inset}└─\u{a0}{above}"), deeper("\u{a0}"), &split.above));
        waiting.push((format!("{inset}├─\u{a0}{below}"), deeper("│"), &split.below));
    }
}

/// A row; that of a fork chooses nothing.
fn push(table: &mut Table, first: &[Cell], text: &str, part: &Part, node: &Node) {
    let mut cells = first.to_vec();
    cells.extend([text.into(), node.rows().into()]);
    match node.split {
        Some(_) => cells.extend(["".into(), Value::Missing.into()]),
        None => cells.extend([choice(part, node).into(), right(node).into()]),
    }
    table.push(cells);
}
