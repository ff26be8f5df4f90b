//! Tests the applications with optimisations, interpreted with launches of several shapes and on
//! every device. The results must have the same bits as those of the unoptimised program in the
//! interpreter. If a result depends on the order of iterations, the oracle must accept it.
//!
//! The tests have [eight configurations](Configuration::covering) for each application, each order of visits
//! ([`Choice::Order`]), often with flags of the other [choices](CHOICES) outside of the 96 configurations, and two orders
//! of scalar passes. By default, an application is interpreted with every second of them, each on two of four graphs, and the next
//! application in the list with the others. One of them also runs
//! on each device in one of its dialects, because building kernels is slow. The following command runs all 96 configurations on
//! all small graphs and on random graphs, with all parameters, in the interpreter and on all
//! devices, and prints a table of the runs. The covering configurations run in all dialects. It
//! takes one to two hours:
//!
//! ```sh
//! IGC_CONFIGURATIONS=all cargo test --release -p igc-tests configurations:: -- --nocapture | grep
//! '^|'
//! ```

use std::collections::BTreeSet;

use igc_compiler::configuration::{
    CHOICES, Choice, ChoiceRow, Configuration, Flag, PassOrder, ScalarPass,
};
use igc_compiler::ir::Value;
use igc_runtime::Error;
use igc_runtime::execution::execute_with;
use igc_runtime::input::Input;
use igc_runtime::run_options::RunOptions;
use igc_tests::application::{APPLICATIONS, Application, Expected};
use igc_tests::device::{self, TestDevice};
use igc_tests::program::LaunchOrder;
use igc_tests::scope::everything_is_asked_for;
use igc_tests::small::{Small, chain, random, star, zoo};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::applications::parameters;

/// The last pass that always runs. The stages up to this pass are the same in all configurations.
const COMMON: &str = "distribute";

/// Seeds and sizes of launches for the interpreter: launches whose workgroups share the work of a
/// node, one of which has an incomplete last subgroup, and a launch with a single work-item.
const ORDERS: [LaunchOrder; 4] =
    [(3, [2, 16, 4]), (0, [1, 1, 1]), (8, [3, 10, 4]), (21, [4, 8, 8])];

/// Number of random graphs when all tests run.
const RANDOM: usize = 8;

/// The selection of the runs of an application.
struct Scope {
    configurations: Vec<Configuration>,
    graphs: Vec<Small>,
    /// Whether to use all parameters, orders and stages, instead of one of each.
    every_way: bool,
    /// The configurations that run in all dialects of a device instead of one.
    in_all_dialects: Vec<Configuration>,
    /// The positions of the configurations that run on devices.
    on_devices: Vec<usize>,
}

impl Scope {
    /// Returns the selected scope for the application at a position in the list.
    fn asked(position: usize) -> Scope {
        if everything_is_asked_for() {
            Scope::everything(position)
        } else {
            Scope::sample(position)
        }
    }

    /// Returns a small scope for the application at a position in the list. Its graphs are a hub
    /// with more neighbours than the largest workgroup, a graph with hubs and leaves, a graph with
    /// many small rounds, and an empty graph. One configuration runs on devices, because building kernels
    /// takes long.
    fn sample(position: usize) -> Scope {
        let graphs = vec![star(300), Small::generated("rmat:5", "rmat:5"), chain(12)];
        let graphs = graphs.into_iter().chain([empty()]).collect();
        let mut configurations = Configuration::covering(position);
        let orders = configurations.len();
        configurations.extend(in_every_order(position));
        let further = configurations.len() - orders;
        configurations.extend(with_scalar_passes(position));
        // The sets of configurations differ from position to position, and so do the rows of the positions with the
        // same set.
        let on_device = match position % 8 {
            0 | 1 | 4 | 5 => (position / 4 * 3 + position % 4 * 4) % orders,
            2 | 6 => orders + position / 4 % further,
            3 => orders + further + position / 8 % 3,
            // Virtual warps, of another width at each of these positions.
            _ => orders + Choice::Order.flags().len(),
        };
        let is_turn = |at: &usize| (at + position).is_multiple_of(2) || *at == on_device;
        let chosen: Vec<usize> = (0..configurations.len()).filter(is_turn).collect();
        let configurations = chosen.iter().map(|at| configurations[*at].clone()).collect();
        let place = |at: usize| chosen.iter().position(|other| *other == at).unwrap();
        let on_devices = vec![place(on_device)];
        Scope { configurations, graphs, every_way: false, in_all_dialects: vec![], on_devices }
    }

    fn everything(position: usize) -> Scope {
        let mut graphs = zoo();
        graphs.extend([empty(), star(150), star(300), Small::generated("rmat:6", "rmat:6")]);
        let mut runner = TestRunner::deterministic();
        graphs.extend((0..RANDOM).map(|_| random().new_tree(&mut runner).unwrap().current()));
        let mut configurations = Configuration::all_configurations();
        configurations.extend(in_every_order(position));
        configurations.extend(with_scalar_passes(position));
        let on_devices = (0..configurations.len()).collect();
        let in_all_dialects = Configuration::covering(position);
        Scope { configurations, graphs, every_way: true, in_all_dialects, on_devices }
    }
}

/// Returns a configuration with each order in which kernels can visit edges, one with virtual warps,
/// one with shares of the merge path, one with degree classes, one with the order of the program,
/// and an adaptive one. Each other choice outside of the 96 configurations has its default or one of
/// its flags, depending on the position. The rest is that of different [samples](Configuration::sample).
fn in_every_order(position: usize) -> impl Iterator<Item = Configuration> {
    let widths = Choice::Sharing.flags();
    let warp = widths[(position + position / 8) % widths.len()];
    let orders = Choice::Order.flags().iter().copied();
    let orders = orders.chain([warp, Flag::Merge, Flag::Classes]).map(Some);
    orders.chain([None, Some(Flag::Adaptive)]).zip(position..).map(move |(order, turn)| {
        let is_further = |row: &&ChoiceRow| {
            let is_given = [Choice::Order, Choice::Sharing, Choice::Adaptive].contains(&row.choice);
            let is_of_96 = row.flags.iter().all(|flag| Flag::OF_96.contains(flag));
            !is_given && !is_of_96
        };
        let choices = CHOICES.iter().filter(is_further).enumerate();
        let further = choices.filter_map(|(at, row)| {
            row.flags.get((turn + position / (at + 1)) % (row.flags.len() + 1)).copied()
        });
        let sample = Configuration::sample(turn);
        let sample = further.fold(sample, |options, flag| options.choosing(flag));
        order.map_or(sample.clone(), |flag| sample.choosing(flag))
    })
}

/// Returns three configurations with scalar passes: one with the standard order, and two with all
/// passes, of which another one is the first at each position. The second configuration has narrow
/// state and hubs in local memory, and the last one has shares of the merge path and wide edges. The other flags are those of different
/// [samples](Configuration::sample).
fn with_scalar_passes(position: usize) -> [Configuration; 3] {
    let mut all = ScalarPass::ALL.map(|(_, pass)| pass);
    let first = position % all.len();
    all.rotate_left(first);
    let all = PassOrder::new(all.to_vec()).unwrap();
    let wide = [Flag::Merge, Flag::WideEdges];
    let orders: [(PassOrder, usize, &[Flag]); 3] = [
        (PassOrder::standard(), position + 1, &[]),
        (all.clone(), position + 2, &[Flag::Narrow, Flag::Hubs]),
        (all, position + 3, &wide),
    ];
    orders.map(|(passes, turn, flags)| {
        flags
            .iter()
            .fold(Configuration::sample(turn), |options, flag| {
                options.with(*flag).unwrap_or(options)
            })
            .with_passes(passes)
    })
}

fn empty() -> Small {
    Small::new("empty", 0, [])
}

/// The runs of an application and their failures: a row of the table.
#[derive(Default)]
struct Row {
    application: &'static str,
    runs: usize,
    configurations: usize,
    graphs: usize,
    devices: BTreeSet<String>,
    failures: Vec<String>,
}

impl Row {
    /// Prints the row with the table's head. Every application repeats the head, because tests run
    /// in parallel.
    fn print(&self) {
        println!(
            "| application | runs | configurations | graphs | devices and the interpreter | failures |\n\
             | {} | {} | {} | {} | {} | {} |",
            self.application,
            self.runs,
            self.configurations,
            self.graphs,
            self.devices.len() + 1,
            self.failures.len()
        );
    }

    fn note(&mut self, context: &str, objection: Option<String>) {
        self.runs += 1;
        self.failures.extend(objection.map(|objection| format!("{context}: {objection}")));
    }
}

/// The runs of an application on a graph with parameters.
struct Runs<'a> {
    row: &'a mut Row,
    input: &'a Input,
    params: &'a [Value],
    expected: Expected<'a>,
    /// A description of the runs, for messages.
    context: String,
    scope: &'a Scope,
}

impl Runs<'_> {
    /// Runs the `turn`-th configuration.
    fn configuration(&mut self, turn: usize, application: &Application) {
        let every_way = self.scope.every_way;
        let options = &application.program.compilation.artefact.schedule.options;
        let context = format!("{} with {options}", self.context);
        let one_of = |ways: usize, way: usize| every_way || turn % ways == way;
        let stages = &application.program.compilation.stages;
        let common = stages.iter().position(|(pass, _)| *pass == COMMON).unwrap();
        let first = if every_way { common + 1 } else { stages.len() - 1 };
        for (pass, module) in &stages[first..] {
            let orders = ORDERS.iter().enumerate().filter(|(way, _)| one_of(ORDERS.len(), *way));
            for (_, order) in orders {
                let context = format!("{context}, interpreted after {pass} in {order:?}");
                let outcome =
                    application.program.interpret_stage(module, self.input, self.params, *order);
                let objection = match outcome {
                    Ok(outcome) => self.expected.objection(outcome.arrays),
                    Err(error) => Some(error.to_string()),
                };
                self.row.note(&context, objection);
            }
        }
        if !self.scope.on_devices.contains(&turn) {
            return;
        }
        let in_all_dialects = self.scope.in_all_dialects.contains(options);
        for device in device::all() {
            let dialects = device::dialects(&device);
            let is_tried = |way: usize| match every_way {
                true => way == 0 || in_all_dialects,
                false => one_of(dialects.len(), way),
            };
            for (_, device) in dialects.iter().enumerate().filter(|(way, _)| is_tried(*way)) {
                self.on_device(&context, application, device, turn);
            }
        }
    }

    /// Runs on a device. Every third run starts with worklists that are too small.
    fn on_device(
        &mut self,
        context: &str,
        application: &Application,
        device: &TestDevice,
        turn: usize,
    ) {
        let worklist_capacity = (turn % 3 == 2).then_some(4);
        let run_options = RunOptions { worklist_capacity, ..RunOptions::default() };
        let context = format!("{context}, on {device}");
        let artefact = &application.program.compilation.artefact;
        let inputs = application.program.inputs(self.input);
        let run = execute_with(artefact, self.input, self.params, &inputs, &**device, &run_options);
        let objection = match run {
            Ok(run) => self.expected.objection(run.arrays),
            Err(Error::Unsupported { .. }) => return,
            Err(error) => Some(error.to_string()),
        };
        self.row.devices.insert(device.to_string());
        self.row.note(&context, objection);
    }
}

/// Runs an application in the selected scope.
fn is_right_with_optimisations(name: &'static str) {
    let position = APPLICATIONS.iter().position(|(_, application)| *application == name).unwrap();
    let scope = Scope::asked(position);
    let mut row = Row { application: name, ..Row::default() };
    let baseline = Application::new(name);
    let optimised: Vec<_> =
        scope.configurations.iter().map(|o| Application::with(name, o)).collect();
    row.configurations = optimised.len();
    for (row_of_graph, graph) in scope.graphs.iter().enumerate() {
        if graph.nodes == 0 && baseline.needs_a_node() {
            continue;
        }
        row.graphs += 1;
        let input =
            baseline.with_weights(graph.clone()).load().require(&baseline.program.requirements());
        let ways = if scope.every_way { usize::MAX } else { 1 };
        for given in parameters(name, graph.nodes).iter().take(ways) {
            let given: Vec<_> = given.iter().map(|(n, value)| (*n, value.as_str())).collect();
            let params = baseline.program.params(&given);
            let mut expected = Expected::new(&baseline, &input, &params);
            let (_, lowered) = &baseline.program.compilation.stages[0];
            let first = baseline.program.interpret_stage(lowered, &input, &params, ORDERS[1]);
            assert_eq!(expected.objection(first.unwrap().arrays), None, "{name}: {graph:?}");
            let context = format!("{name} on `{}` {given:?}", graph.name);
            let (input, params, row, scope) = (&*input, &params[..], &mut row, &scope);
            let mut runs = Runs { row, input, params, expected, context, scope };
            for (turn, application) in optimised.iter().enumerate() {
                let is_turn = (turn + row_of_graph).is_multiple_of(2);
                if is_turn || scope.every_way || scope.on_devices.contains(&turn) {
                    runs.configuration(turn, application);
                }
            }
        }
    }
    row.print();
    let shown = row.failures.iter().take(20).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(row.failures.is_empty(), "{} of {} runs:\n{shown}", row.failures.len(), row.runs);
}

/// Tests that every flag runs on devices with some application, and that each pair of the flags of the 96 configurations
/// runs in all ways.
#[test]
fn every_flag_and_every_pair_of_flags_runs_on_devices() {
    let of_position = |position: usize| {
        let Scope { configurations, on_devices, .. } = Scope::sample(position);
        on_devices.into_iter().map(move |at| configurations[at].clone())
    };
    let run: Vec<Configuration> = (0..APPLICATIONS.len()).flat_map(of_position).collect();
    let flags = CHOICES.iter().flat_map(|row| row.flags);
    let missing: Vec<Flag> =
        flags.copied().filter(|flag| !run.iter().any(|options| options.is_on(*flag))).collect();
    assert!(missing.is_empty(), "{missing:?}");
    for (a, b) in Flag::OF_96.iter().flat_map(|a| Flag::OF_96.map(|b| (*a, b))) {
        for (a_is_on, b_is_on) in [(false, false), (false, true), (true, false), (true, true)] {
            let is_met = |options: &Configuration| {
                (options.is_on(a), options.is_on(b)) == (a_is_on, b_is_on)
            };
            let can_be = Configuration::all_configurations().iter().any(is_met);
            assert!(!can_be || run.iter().any(is_met), "{a:?} {a_is_on}, {b:?} {b_is_on}");
        }
    }
}

/// Defines one test for each application, so that tests run in parallel and fail separately.
macro_rules! applications {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            is_right_with_optimisations(stringify!($name));
        })*

        #[test]
        fn every_application_is_tested() {
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
