//! `igc graph info --plot`: draws the degrees and the components of a graph.

use std::collections::BTreeMap;

use igc_runtime::graph::{Graph, GraphInfo};
use igc_study::report::figures::lines::{self, Axis, Line};
use igc_study::report::model::Exhibit;
use igc_study::report::numbers;
use igc_study::report::table::{Table, Value};

use crate::output::grouped;
use crate::plot::Charts;

/// Returns the charts of a graph.
pub fn charts(spec: &str, graph: &Graph, info: &GraphInfo) -> Charts {
    let facts = vec![
        format!("{} nodes", grouped(info.nodes)),
        format!("{} edges", grouped(info.edges)),
        format!("diameter at least {}", grouped(info.diameter_at_least)),
    ];
    let exhibits = vec![degrees(graph, info.symmetric), components(graph)];
    Charts { title: format!("The graph {spec}"), facts, exhibits }
}

/// Numbers, and how often each occurs.
type Counts = BTreeMap<u64, u64>;

fn counts(values: impl Iterator<Item = u64>) -> Counts {
    values.fold(Counts::new(), |mut counts, value| {
        *counts.entry(value).or_default() += 1;
        counts
    })
}

/// Returns the points of a line on logarithmic axes.
fn points(counts: &Counts) -> Vec<(f64, f64)> {
    counts.iter().map(|(value, count)| (*value as f64, *count as f64)).collect()
}

/// Draws how many nodes have each degree.
fn degrees(graph: &Graph, is_symmetric: bool) -> Exhibit {
    let outgoing = counts((0..graph.nodes()).map(|node| graph.row(node).len() as u64));
    let mut into = vec![0u64; graph.nodes() as usize];
    for target in (0..graph.nodes()).flat_map(|node| graph.neighbours(node)) {
        into[*target as usize] += 1;
    }
    let incoming = counts(into.into_iter());
    let mut table =
        Table::new(["degree", "nodes with this out-degree", "nodes with this in-degree"]);
    let all: std::collections::BTreeSet<u64> =
        outgoing.keys().chain(incoming.keys()).copied().collect();
    for degree in all {
        let of = |counts: &Counts| counts.get(&degree).copied().unwrap_or(0);
        table.push(vec![degree.into(), of(&outgoing).into(), of(&incoming).into()]);
    }
    table.fold(8, 4);
    let zero = outgoing.get(&0).copied().unwrap_or(0);
    let mut series = vec![Line { name: "out-degree".into(), points: points(&outgoing) }];
    match is_symmetric {
        true => series[0].name = "degree (each edge has a reverse)".into(),
        false => series.push(Line { name: "in-degree".into(), points: points(&incoming) }),
    }
    let title = "Distribution of degrees";
    let caption = format!(
        "The number of nodes with each degree. Both axes are logarithmic, so the {} without outgoing \
         edges are not drawn.",
        numbers::counted(usize::try_from(zero).unwrap_or(usize::MAX), "node", "nodes")
    );
    let across = Axis { measures: "degree", is_logarithmic: true, number: numbers::plain };
    let up = Axis { measures: "nodes", is_logarithmic: true, number: numbers::plain };
    let picture = lines::draw(&series, across, up, title, &caption);
    Exhibit::table("degrees", title, caption, table).with(picture)
}

/// Draws how many components have at least each size.
fn components(graph: &Graph) -> Exhibit {
    let sizes = sizes(graph);
    let title = "Weakly connected components";
    let Some((&greatest, _)) = sizes.last_key_value() else {
        return Exhibit::missing("components", title, "the graph has no nodes");
    };
    let mut table = Table::new(["nodes of a component", "components", "share of all nodes"]);
    for (&size, &count) in sizes.iter().rev() {
        let share = (size * count) as f64 / f64::from(graph.nodes());
        table.push(vec![size.into(), count.into(), Value::Share(share).into()]);
    }
    table.fold(8, 4);
    let count: u64 = sizes.values().sum();
    let caption = format!(
        "The number of components with at least so many nodes; edges count in both directions. The graph \
         has {}, and the largest has {} of the nodes.",
        numbers::counted(usize::try_from(count).unwrap_or(usize::MAX), "component", "components"),
        numbers::percent(greatest as f64 / f64::from(graph.nodes()))
    );
    // From the largest size to the smallest.
    let at_least = sizes.iter().rev().scan(0, |sum, (size, count)| {
        *sum += count;
        Some((*size, *sum))
    });
    let at_least: Counts = at_least.collect();
    let name = "components with at least so many nodes".into();
    let series = [Line { name, points: points(&at_least) }];
    let across =
        Axis { measures: "nodes of a component", is_logarithmic: true, number: numbers::plain };
    let up = Axis { measures: "components", is_logarithmic: true, number: numbers::plain };
    let picture = lines::draw(&series, across, up, title, &caption);
    Exhibit::table("components", title, caption, table).with(picture)
}

/// Returns the sizes of the weakly connected components.
fn sizes(graph: &Graph) -> Counts {
    let mut parents: Vec<u32> = (0..graph.nodes()).collect();
    for node in 0..graph.nodes() {
        for &target in graph.neighbours(node) {
            let (a, b) = (root(&mut parents, node), root(&mut parents, target));
            parents[a.max(b) as usize] = a.min(b);
        }
    }
    let mut sizes = vec![0u64; parents.len()];
    for node in 0..graph.nodes() {
        sizes[root(&mut parents, node) as usize] += 1;
    }
    counts(sizes.into_iter().filter(|size| *size > 0))
}

/// Returns the root of a node's tree, and halves the path to it.
fn root(parents: &mut [u32], mut node: u32) -> u32 {
    while parents[node as usize] != node {
        let next = parents[parents[node as usize] as usize];
        parents[node as usize] = next;
        node = next;
    }
    node
}
