//! Runs the applications in `examples/` on small graphs of every shape and on random graphs, with
//! every interpretation and on every device. Oracles check the results. Drivers and the interpreter run each application
//! on every second graph, and with `IGC_CONFIGURATIONS=all` on every graph.

use igc_tests::application::{APPLICATIONS, Application};
use igc_tests::device::{self, TestDevice};
use igc_tests::random::kept;
use igc_tests::scope::everything_is_asked_for;
use igc_tests::small::{Small, Weights, chain, random, zoo};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// Number of random graphs for each application.
const RANDOM: u32 = 12;

/// Tests an application on a graph, with every interpretation if `is_interpreted` is set, and on devices.
fn is_right_on(
    application: &Application,
    graph: &Small,
    is_interpreted: bool,
    devices: &[TestDevice],
) {
    let program = &application.program;
    let input = application.with_weights(graph.clone()).load().require(&program.requirements());
    for given in parameters(program.name(), graph.nodes) {
        let given: Vec<_> = given.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let params = program.params(&given);
        match is_interpreted {
            true => application.assert_right(&input, &params, devices),
            false => application.assert_right_on(&input, &params, devices),
        }
    }
}

/// Returns the parameters of the runs of an application: the defaults, and values that select other
/// code paths.
pub fn parameters(name: &str, nodes: u32) -> Vec<Vec<(&'static str, String)>> {
    let last = || ("source", nodes.saturating_sub(1).to_string());
    match name {
        // In a small graph, all levels are large by default.
        "bc" => {
            let several =
                vec![("first", (nodes / 2).to_string()), ("sources", "4294967295".into())];
            vec![vec![("large", "1".into())], several]
        }
        "bc_levels" | "bc_weighted" => {
            vec![vec![], vec![("first", (nodes / 2).to_string()), ("sources", "4294967295".into())]]
        }
        "cc_afforest" => vec![vec![], vec![("early", "true".into())]],
        "mst_filtered" => vec![vec![], vec![("parts", "4".into())]],
        "scc_signatures" => vec![vec![], vec![("large", "1".into())]],
        "bfs_multi" => vec![vec![], vec![("first", (nodes / 2).to_string())]],
        "gine" => vec![vec![], vec![("layers", "1".into()), ("epsilon", "-1".into())]],
        "graphsage" => vec![vec![], vec![("layers", "3".into())]],
        "hits" => vec![vec![], vec![("rounds", "3".into())]],
        "ktruss" => vec![vec![("k", "3".into())], vec![]],
        "node2vec" => {
            vec![vec![], vec![("p", "0.25".into()), ("q", "4".into()), ("length", "3".into())]]
        }
        "push_relabel" => {
            vec![vec![], vec![last(), ("sink", "0".into()), ("period", "3".into())]]
        }
        "sssp_nf" => vec![vec![], vec![last(), ("delta", "1".into())]],
        "sssp_real_adaptive" => vec![vec![], vec![last(), ("delta", "0.001".into())]],
        "label_propagation" => vec![vec![], vec![("rounds", "3".into())]],
        name if name.starts_with("bfs") || name.starts_with("sssp") => vec![vec![], vec![last()]],
        name if name.starts_with("pr") => vec![vec![], vec![("damping", "0.5".into())]],
        _ => vec![vec![]],
    }
}

/// Returns the turn of the dialects in which an application runs without optimisations: the device's own, unless
/// everything is asked for.
pub fn turn_of_dialect(turn: usize) -> usize {
    if everything_is_asked_for() { turn } else { 0 }
}

fn is_right_on_small_graphs(name: &str) {
    let application = Application::new(name);
    let turn = APPLICATIONS.iter().position(|(_, other)| *other == name).unwrap();
    // Other tests run the same kernels in the dialect of the device, so drivers that cache them build them once.
    let devices = device::in_one_dialect(&device::all(), turn_of_dialect(turn));
    let native = device::native();
    let empty = (!application.needs_a_node()).then(|| Small::new("empty", 0, []));
    for (at, graph) in zoo().into_iter().chain(empty).enumerate() {
        println!("{name} on `{}`", graph.name);
        // Launches of drivers and interpretations are slow, so the applications take turns with the graphs.
        let is_turn = everything_is_asked_for() || (at + turn).is_multiple_of(2);
        is_right_on(&application, &graph, is_turn, if is_turn { &devices } else { &native });
    }
    // Devices are left out, because the interpreter's orders vary more, and launches are slow.
    let config = ProptestConfig { source_file: Some(file!()), ..kept::config(RANDOM) };
    let result = TestRunner::new(config).run(&random(), |graph| {
        is_right_on(&application, &graph, true, &[]);
        Ok(())
    });
    result.unwrap();
}

/// Defines one test for each application, so that tests run in parallel and fail separately.
macro_rules! applications {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            is_right_on_small_graphs(stringify!($name));
        })*

        #[test]
        fn every_example_is_tested() {
            let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
            let mut found = vec![];
            for folder in std::fs::read_dir(root).unwrap() {
                let folder = folder.unwrap();
                for file in std::fs::read_dir(folder.path()).unwrap() {
                    let (folder, file) = (folder.file_name(), file.unwrap().path());
                    let name = file.file_stem().unwrap().to_string_lossy().into_owned();
                    found.push((folder.to_string_lossy().into_owned(), name));
                }
            }
            found.sort();
            let found: Vec<_> = found.iter().map(|(f, n)| (f.as_str(), n.as_str())).collect();
            assert_eq!(found, APPLICATIONS);
            assert_eq!(APPLICATIONS.map(|(_, name)| name), [$(stringify!($name)),*]);
        }
    };
}

applications! {
    bc bc_levels bc_weighted bfs_cx bfs_hybrid bfs_multi bfs_topo bfs_tp bfs_wl cc cc_afforest cc_hooking cc_labels cc_sampled
    colouring colouring_classes colouring_shortcuts push_relabel graphsage hits kcore ktruss label_propagation
    leiden leiden_weighted louvain louvain_weighted gine mis_degree mis_pannotia mis_worklist mst_filtered
    mst_multiple_wl mst_real mst_single_wl
    pr_async pr_extrapolated pr_normalised pr_normalised_weighted pr_personalised pr_personalised_weighted
    pr_pull pr_residual pr_residual_wl pr_tp pr_weighted scc scc_signatures sssp_adaptive sssp_async sssp_delta
    sssp_nf sssp_real_adaptive sssp_real_wl sssp_topo sssp_wl tri tri_ordered node2vec
}

/// Tests weights with the largest value: a minimum spanning forest may contain an edge with this
/// weight, so the value must not have a special meaning.
#[test]
fn forests_take_the_largest_weight() {
    let heavy = chain(5).weighted(Weights::Integer, |_| u32::MAX.to_string()).load();
    for (_, name) in APPLICATIONS.iter().filter(|(folder, _)| *folder == "mst") {
        let application = Application::new(name);
        let params = application.program.params(&[]);
        application.assert_right(&heavy, &params, &device::all());
    }
}
