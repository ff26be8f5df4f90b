//! Compares `contract` with a plain computation of the quotient graph, on all devices and in all
//! interpretations.

use std::collections::BTreeMap;

use igc_compiler::configuration::Configuration;
use igc_compiler::data::ArrayData;
use igc_runtime::execution::execute_with;
use igc_runtime::input::Input;
use igc_runtime::run_options::RunOptions;
use igc_tests::device;
use igc_tests::program::Program;
use igc_tests::random::kept;
use igc_tests::scope::everything_is_asked_for;
use igc_tests::small::{self, Small};
use proptest::prelude::*;

/// Contracts the graph twice, and copies everything that a program can see of the second quotient.
const PROGRAM: &str = "
    param classes: u32 = 3;
    node label: u32 = 0;
    node again: node = 0;
    node fresh: u32 = node_count;
    node sum: u32[2] = 0;
    node partner: node = MAX;
    edge weight: u32;
    edge count: u64 = 1;
    edge unused: f32 = 0.5;
    original node member: node;
    original node first_level: node;
    worklist near;
    global counts: u32[4];
    global sources: u32[edge_count];
    global targets: u32[edge_count];
    global weights: u32[edge_count];
    global sizes: u64[edge_count];
    global reverses: u32[edge_count];
    global in_degrees: u32[node_count];
    global degrees: u32[node_count];
    global firsts: u32[node_count];
    global partners: u32[node_count];
    global fresh_values: u32[node_count];
    global fresh_edges: u32;

    kernel choose() {
        forall u in nodes {
            let x = (u as u32 + 1) * 2654435769;
            u.label = (x >> 7) % classes * 1000000;
            u.sum[0] = u as u32;
            u.sum[1] = u as u32 + 100;
            u.fresh = 1;
            u.partner = ((u as u32 + 1) % node_count) as node;
            push u;
        }
    }
    kernel halve() {
        forall u in nodes { u.again = (u as u32 / 2 * 2) as node; }
    }
    kernel count_waiting() {
        forall _u in near { counts[3] += 1; }
    }
    kernel look_at_edges() {
        forall e in edges {
            let i = e as u32;
            sources[i] = e.src as u32;
            targets[i] = e.dst as u32;
            weights[i] = e.weight;
            sizes[i] = e.count;
            reverses[i] = e.reverse as u32;
            if e.unused != 0.5 { fresh_edges += 1; }
        }
    }
    kernel look_at_nodes() {
        forall u in nodes {
            let i = u as u32;
            degrees[i] = u.degree;
            for e in u.in { in_degrees[i] += e.count as u32; }
            firsts[i] = u.sum[1] - u.sum[0] + u.sum[0] * 1000;
            partners[i] = u.partner as u32;
            fresh_values[i] = u.fresh;
        }
    }
    main {
        choose();
        contract(label, first_level, sum, partner, count);
        counts[2] = near.size;
        count_waiting();
        halve();
        contract(again, member, sum, partner, count);
        counts[0] = node_count;
        counts[1] = edge_count;
        look_at_edges();
        look_at_nodes();
    }
    output first_level, member, counts, sources, targets, weights, sizes, reverses, in_degrees, degrees,
           firsts, partners, fresh_values, fresh_edges;";

/// A graph as the program shows it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Plain {
    nodes: usize,
    /// The weight and the count of each edge.
    edges: BTreeMap<(u32, u32), (u64, u64)>,
    /// The smallest node of the input graph in each node.
    firsts: Vec<u32>,
    partners: Vec<u32>,
}

impl Plain {
    /// Returns the quotient, and the node of the quotient that contains each node.
    fn quotient(&self, labels: &[u32]) -> (Plain, Vec<u32>) {
        let mut distinct = labels.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let number = |label: &u32| distinct.binary_search(label).unwrap() as u32;
        let of: Vec<u32> = labels.iter().map(number).collect();
        let mut quotient = Plain { nodes: distinct.len(), ..Plain::default() };
        for ((u, v), (weight, count)) in &self.edges {
            let sum = quotient.edges.entry((of[*u as usize], of[*v as usize])).or_default();
            *sum = (sum.0 + weight, sum.1 + count);
        }
        for class in 0..distinct.len() as u32 {
            let first = of.iter().position(|other| *other == class).unwrap();
            quotient.firsts.push(self.firsts[first]);
            quotient.partners.push(of[self.partners[first] as usize]);
        }
        (quotient, of)
    }
}

/// Checks a run of the program.
fn check(input: &Input, classes: u32, outputs: &[(&str, &ArrayData)]) {
    let graph = &input.graph;
    let nodes = graph.nodes();
    let mut plain = Plain { nodes: nodes as usize, ..Plain::default() };
    plain.firsts = (0..nodes).collect();
    plain.partners = (0..nodes).map(|u| (u + 1) % nodes).collect();
    let Some(igc_runtime::graph::Weights::U32(weights)) = &graph.weights else {
        panic!("the graph has small weights")
    };
    let sources = graph.sources(0..graph.targets.len());
    for ((u, v), weight) in sources.iter().zip(&graph.targets).zip(weights) {
        let sum = plain.edges.entry((*u, *v)).or_default();
        *sum = (sum.0 + u64::from(*weight), sum.1 + 1);
    }
    let class = |u: u32| ((u + 1).wrapping_mul(2_654_435_769) >> 7) % classes * 1_000_000;
    let (middle, first_level) = plain.quotient(&(0..nodes).map(class).collect::<Vec<_>>());
    let halves: Vec<u32> = (0..middle.nodes as u32).map(|u| u / 2 * 2).collect();
    let (last, second_level) = middle.quotient(&halves);

    let found = |name: &str| -> Vec<u64> {
        let (_, data) = outputs.iter().find(|(other, _)| *other == name).unwrap();
        data.iter().map(igc_compiler::ir::Value::to_bits).collect()
    };
    let wide = |values: &[u32]| values.iter().map(|value| u64::from(*value)).collect::<Vec<u64>>();
    let edges = last.edges.len();
    assert_eq!(found("first_level"), wide(&first_level));
    // The second contraction changes only `member`, which the first one did not change.
    let unchanged = |u: u32| second_level.get(u as usize).copied().unwrap_or(u);
    assert_eq!(found("member"), wide(&(0..nodes).map(unchanged).collect::<Vec<_>>()));
    assert_eq!(found("counts"), [last.nodes as u64, edges as u64, 0, 0]);
    let ends: Vec<(u64, u64)> =
        found("sources").into_iter().zip(found("targets")).take(edges).collect();
    let expected: Vec<_> = last.edges.keys().map(|(u, v)| (u64::from(*u), u64::from(*v))).collect();
    assert_eq!(ends, expected);
    let sums: Vec<(u64, u64)> =
        found("weights").into_iter().zip(found("sizes")).take(edges).collect();
    assert_eq!(sums, last.edges.values().copied().collect::<Vec<_>>());
    for (at, (u, v)) in last.edges.keys().enumerate() {
        let reverse = last.edges.keys().position(|ends| *ends == (*v, *u));
        let reverse = reverse.map_or(u64::from(u32::MAX), |edge| edge as u64);
        assert_eq!(found("reverses")[at], reverse);
    }
    for u in 0..last.nodes {
        let out = last.edges.keys().filter(|ends| ends.0 as usize == u).count() as u64;
        let into = last.edges.iter().filter(|(ends, _)| ends.1 as usize == u);
        assert_eq!(found("degrees")[u], out);
        assert_eq!(found("in_degrees")[u], into.map(|(_, (_, count))| count).sum::<u64>());
        assert_eq!(found("firsts")[u], 100 + u64::from(last.firsts[u]) * 1000);
        assert_eq!(found("partners")[u], u64::from(last.partners[u]));
        assert_eq!(found("fresh_values")[u], last.nodes as u64);
    }
    assert_eq!(found("fresh_edges"), [0]);
}

/// Small weights, so that no sum overflows.
fn weighted(small: Small) -> Small {
    small.weighted(small::Weights::Integer, |edge| (edge * 5 % 7).to_string())
}

fn undirected() -> String {
    format!("graph undirected;\n{PROGRAM}")
}

#[test]
fn a_contraction_gives_the_quotient_graph() {
    for text in [PROGRAM.replace("e.reverse as u32", "e as u32 * 0 + u32::MAX"), undirected()] {
        let reversible = text.starts_with("graph");
        let flags = ["none", "all", "oitergb,fg8", "sg,wg,coop-cv"];
        let programs = flags.map(|flags| {
            Program::with("contraction", &text, &Configuration::parse(flags).unwrap())
        });
        for (turn, small) in small::zoo().into_iter().map(weighted).enumerate() {
            let input = small.load().require(&programs[0].requirements());
            // The configurations take turns with the graphs, because there are many interpretations.
            let all = programs.iter().zip(["1", "3", "1000", "7"]).enumerate();
            let is_turn = |at: usize| everything_is_asked_for() || (at + turn).is_multiple_of(2);
            for (_, (program, classes)) in all.filter(|(at, _)| is_turn(*at)) {
                let arrays = program.agree(&input, &[("classes", classes)], &device::all());
                let outputs = program.outputs(&arrays);
                if reversible {
                    check(&input, classes.parse().unwrap(), &outputs);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(kept::config(24))]

    #[test]
    fn a_contraction_of_a_random_graph_gives_its_quotient(graph in small::random(), classes in 1u32..20) {
        let program = Program::new("contraction", &undirected());
        let input = weighted(graph).load().require(&program.requirements());
        if input.graph.nodes() > 0 && input.graph.weights.is_some() {
            let given = [("classes", classes.to_string())];
            let given = given.each_ref().map(|(name, value)| (*name, value.as_str()));
            let arrays = program.agree(&input, &given, &device::native());
            check(&input, classes, &program.outputs(&arrays));
        }
    }
}

#[test]
fn a_sum_that_does_not_fit_ends_the_run() {
    let text = "edge weight: u32; node label: u32 = 0; original node member: node;
                main { contract(label, member); } output member;";
    let program = Program::new("overflow", text);
    let graph = Small::new("two edges", 3, [(0, 1), (1, 2)]);
    let large = graph.weighted(small::Weights::Integer, |edge| match edge {
        0 => u32::MAX.to_string(),
        _ => "1".into(),
    });
    let input = large.load();
    let settings = igc_compiler::interp::Settings::default();
    let module = &program.compilation.artefact.module;
    let error =
        igc_compiler::interp::run(module, &input.view().unwrap(), &[], &settings).unwrap_err();
    let expected = "`weight` has the type u32, which cannot represent the sum over the 2 edges";
    assert!(error.to_string().contains(expected), "{error}");
    for device in device::all() {
        let (artefact, inputs) = (&program.compilation.artefact, program.inputs(&input));
        let options = RunOptions::default();
        let run = execute_with(artefact, &input, &[], &inputs, &*device, &options);
        let message = run.map(|_| ()).unwrap_err().to_string();
        assert!(message.contains(expected), "{device}: {message}");
    }
}
