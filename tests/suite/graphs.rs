//! Runs the applications on graphs of realistic size, generated and published, on every device.
//! Small graphs also run in the interpreter. Oracles check the results.

use std::collections::BTreeMap;

use igc_compiler::interp::{self, Settings};
use igc_runtime::input::{Input, OracleGraph};
use igc_runtime::run_options::RunOptions;
use igc_tests::application::Application;
use igc_tests::collection;
use igc_tests::device::{self, TestDevice};
use igc_tests::scope::everything_is_asked_for;

/// Maximum number of edges of a graph for which programs are also interpreted.
const INTERPRETED: u64 = 3_000;

/// Number of turns in which applications run on most graphs. Each application runs on one large and one small generated
/// graph, and on some published graphs.
const TURNS: usize = 3;

/// Number of turns for large published graphs.
const TURNS_OF_LARGE: usize = 9;

/// Runs applications on a graph: every `turns`-th, from the one at the place `turn`, or all if the environment asks for
/// everything.
fn applications_are_right_on(spec: &str, (turn, turns): (usize, usize)) {
    let mut by_requirements: BTreeMap<Vec<String>, Vec<Application>> = BTreeMap::new();
    let is_turn = |(place, _): &(usize, _)| everything_is_asked_for() || place % turns == turn;
    for (_, application) in Application::all().enumerate().filter(is_turn) {
        let requirements = application.program.requirements().to_vec();
        by_requirements.entry(requirements).or_default().push(application);
    }
    for (requirements, applications) in by_requirements {
        let input = Input::load(spec).unwrap().require(&requirements).unwrap();
        let graph = input.for_oracle().unwrap();
        for application in applications {
            if application.needs_weights() && input.graph.weights.is_none() {
                println!("{}: the graph has no weights", application.program.name());
            } else if ["leiden", "louvain"]
                .iter()
                .any(|one| application.program.name().starts_with(one))
                && input.graph.edges() > COMMUNITIES
            {
                println!("{}: the graph has many edges", application.program.name());
            } else {
                is_right_on(&application, &input, &graph, &device::unperturbed());
            }
        }
    }
}

/// Maximum number of edges of a graph for the forms of `leiden` and `louvain`, which need a thousand rounds on
/// larger graphs, and then take as long as all other applications together.
const COMMUNITIES: u64 = 200_000;

/// Rounds of `hits`, which would need a thousand on a road network.
const ROUNDS_OF_HITS: (&str, &str) = ("rounds", "20");

fn is_right_on(
    application: &Application,
    input: &Input,
    graph: &OracleGraph,
    devices: &[TestDevice],
) {
    let program = &application.program;
    let given = if program.name() == "hits" { vec![ROUNDS_OF_HITS] } else { vec![] };
    let params = program.params(&given);
    if input.graph.edges() <= INTERPRETED {
        let module = &program.compilation.artefact.module;
        let settings = Settings {
            seed: 5,
            groups: 5,
            workgroup_size: 8,
            subgroup_size: 4,
            inputs: program.inputs(input),
            ..Settings::default()
        };
        let run = interp::run(module, &input.view().unwrap(), &params, &settings).unwrap();
        application.assert_accepted("the interpreter", graph, &params, &run.arrays);
    }
    for device in devices {
        let start = std::time::Instant::now();
        if let Some(run) = program.execute(input, &params, device, &RunOptions::default()) {
            let (run_time, start) = (start.elapsed(), std::time::Instant::now());
            application.assert_accepted(&device.to_string(), graph, &params, &run.arrays);
            let (name, check) = (program.name(), start.elapsed());
            println!("{name} on {}: run {run_time:.1?}, judged {check:.1?}", input.name);
        }
    }
}

/// Defines one test for each graph, from its name, its specification, that of the larger one that is used if the
/// environment asks for everything, and the turn of the applications.
macro_rules! generated {
    ($($name:ident: $spec:literal, $larger:literal, $turn:expr,)*) => {
        $(#[test]
        fn $name() {
            let spec = if everything_is_asked_for() { $larger } else { $spec };
            applications_are_right_on(spec, ($turn, TURNS));
        })*
    };
}

generated! {
    rmat: "rmat:13", "rmat:16", 0,
    uniform: "uniform:13", "uniform:16", 1,
    road: "road:4000", "road:20000", 2,
    roads_in_a_village: "road:500", "road:500", 0,
    a_grid: "grid:22", "grid:22", 1,
}

/// Tests the sum of a hub that receives many small contributions. The sum must not lose them.
#[test]
fn a_hub_has_its_whole_rank() {
    let input = Input::load("star:30000").unwrap();
    let graph = input.for_oracle().unwrap();
    for name in ["pr_normalised", "pr_residual", "pr_residual_wl", "pr_tp"] {
        is_right_on(&Application::new(name), &input, &graph, &device::unperturbed());
    }
}

/// Defines one test for each published graph, from its name, its file and the keys of its
/// specification.
macro_rules! published {
    ($($name:ident: $file:literal, $keys:literal, $turn:expr,)*) => {
        $(#[test]
        fn $name() {
            if let Some(spec) = collection::graph($file, $keys) {
                applications_are_right_on(&spec, $turn);
            }
        })*
    };
}

published! {
    new_york: "road/USA-road-d.NY.gr.gz", "", (3, TURNS_OF_LARGE),
    rome: "road/rome99.gr", "", (1, TURNS),
    epinions: "snap/soc-Epinions1.txt.gz", "", (7, TURNS_OF_LARGE),
    wiki_vote: "snap/wiki-Vote.txt.gz", "", (2, TURNS),
    karate: "metis/karate.graph", "", (0, 1),
    les_miserables: "metis/lesmis.graph", "", (2, TURNS),
    delaunay: "suitesparse/gunrock-delaunay_n13.mtx", "", (0, TURNS),
    food_web: "misc/foodweb-baydry.konect", ",weights=ignore", (1, TURNS),
}
