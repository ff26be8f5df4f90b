//! The choice of plans: which facts it depends on, what a user can fix, and that all plans compute correct results.

mod common;

use std::path::Path;

use igc::auto::{Choice, Plan, Plans, Reason, TABLE, Task};
use igc::{
    Arguments, ArrayData, Configuration, Device, Error, Graph, Outcome, Problem, Session, Source,
    problems,
};

use common::{HOPS, compiled, cpu};

/// A program that is not a part of the library, and has no worklist.
const REACHED: &str = "
    node is_reached: bool = false;
    global changed: bool = false;
    kernel start() { forall u in nodes { if u == 0 as node { u.is_reached = true; } } }
    kernel spread() {
        forall u in nodes where u.is_reached {
            forall e in u.out {
                if !e.dst.is_reached { e.dst.is_reached = true; changed = true; }
            }
        }
    }
    main { start(); iterate { changed = false; spread(); } while changed; }
    output is_reached;";

fn own(text: &str) -> Task {
    Task::Program(Source { name: "own".into(), path: "own.ig".into(), text: text.into() })
}

fn named(name: &str) -> Task {
    Task::named(name).expect("it is a name")
}

fn plan(text: &str) -> Plan {
    text.parse().expect("it is a plan")
}

fn generate(spec: &str) -> Graph {
    Graph::generate(spec).expect("it is a generator")
}

/// Chooses a plan in a new session.
fn choose(device: &Device, graph: &Graph, task: &Task, given: &Arguments) -> Choice {
    Session::new(device, graph).choose(task, given).expect("there is a plan")
}

/// Returns random values for each input of a problem, and has the result checked.
fn checked(problem: &Problem) -> Arguments {
    let facts = problem.facts(problem.default_program()).expect("the program is known");
    let random = Path::new("random");
    let given = facts.inputs.iter().map(|input| &*input.name);
    given.fold(Arguments::new().check(true), |given, name| given.file(name, random))
}

/// Runs a plan, and returns its outcome with the parameters by name.
fn run(
    session: &mut Session,
    task: &Task,
    plan: &Plan,
    given: &Arguments,
) -> Result<Outcome, Error> {
    let program = session.program(task, plan)?;
    session.run(&program, &plan.complete(given))
}

/// Returns the value of a parameter in a run.
fn param(outcome: &Outcome, name: &str) -> Option<String> {
    let (_, value) = outcome.report.params.iter().find(|(known, _)| known == name)?;
    value.clone()
}

#[test]
fn the_choice_is_always_the_same() {
    for device in compiled() {
        for spec in ["grid:40", "rmat:9", "star:300"] {
            let graph = generate(spec);
            let mut session = Session::new(&device, &graph);
            for problem in problems() {
                let task = Task::Problem(problem);
                let first = session.choose(&task, &Arguments::new()).expect("there is a plan");
                let again = session.choose(&task, &Arguments::new()).expect("there is a plan");
                assert_eq!(first, again);
                assert_eq!(first, choose(&device, &generate(spec), &task, &Arguments::new()));
                let plans = Plans::of(&task, &device).expect("the device has plans");
                assert!(plans.all().contains(&first.plan), "{}", first.plan);
            }
        }
    }
}

#[test]
fn the_origin_of_a_graph_makes_no_difference() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("graph.igc");
    for spec in ["grid:60", "rmat:10", "star:500", "chain:3000", "empty:9"] {
        let generated = generate(spec);
        let copy = generated.with_arrays(Clone::clone).expect("it is in memory");
        igc_graph::write::save(&copy, &path, igc_graph::Format::Igc).expect("there is room");
        let from_file = Graph::from_file(&path).expect("it was written");
        let lazy = Graph::lazy(spec).expect("it is a generator");
        let in_memory = Graph::from_csr(copy.offsets, copy.targets, copy.weights);
        let others = [from_file, lazy, in_memory.expect("it is a graph")];
        for device in compiled() {
            for name in ["bfs", "sssp", "cc", "tri", "colouring", "bfs_wl"] {
                let task = named(name);
                let wanted = choose(&device, &generated, &task, &Arguments::new());
                for other in &others {
                    let found = choose(&device, other, &task, &Arguments::new());
                    assert_eq!(found, wanted, "{spec} {}", other.name());
                }
            }
        }
    }
}

#[test]
fn facts_are_those_of_the_graph_that_the_user_gave() {
    let graph = generate("grid:40,directed");
    let facts = graph.facts().expect("it is in memory");
    for device in compiled() {
        // The first program requires both directions of each edge, and the second one does not.
        for name in ["cc", "bfs"] {
            let choice = choose(&device, &graph, &named(name), &Arguments::new());
            assert_eq!(choice.facts.map(|facts| facts.graph), Some(facts), "{name}");
        }
    }
}

/// Returns each parameter that only some programs of a problem have, with its default.
fn further_parameters(problem: &Problem) -> Vec<(String, String)> {
    let shared = problem.parameters().expect("the programs are known");
    let programs = problem.programs.iter().map(|name| problem.facts(name).expect("it is known"));
    let all = programs.flat_map(|program| program.parameters);
    let further = all.filter(|one| !shared.iter().any(|known| known.name == one.name));
    let with_default = further.map(|one| {
        let (_, default) = one.text.split_once(" = ").expect("it has a default");
        let default = default.split(' ').next().expect("there is a word");
        (one.name, default.to_owned())
    });
    with_default.collect()
}

/// A parameter that only some programs have restricts the choice to them.
#[test]
fn parameters_restrict_the_choice() {
    let interpreter = Device::open("interpreter").expect("it is always there");
    for device in compiled().into_iter().chain([interpreter]) {
        let mut session = Session::new(&device, &generate("rmat:6"));
        let mut count = 0;
        for problem in problems() {
            let task = Task::Problem(problem);
            for (name, value) in further_parameters(problem) {
                let given = Arguments::new().param(&name, &value).check(true);
                let (outcome, choice) = session.solve(&task, &given).expect("it runs");
                assert_eq!(param(&outcome, &name), Some(value), "{}", choice.plan);
                assert!(!outcome.is_refused(), "{}", choice.plan);
                count += 1;
            }
        }
        assert!(count > 12, "{count}");
        let error = session.solve(&named("sssp"), &Arguments::new().param("bussy", 7));
        let error = error.expect_err("no program has the parameter").to_string();
        assert!(error.contains("unknown parameter `bussy`"), "{error}");
    }
}

#[test]
fn a_parameter_of_the_user_takes_precedence_over_that_of_a_plan() {
    let task = named("bfs");
    let plan = plan("bfs_hybrid --opts none -p large=5");
    let mut session = Session::new(&cpu(), &generate("rmat:7"));
    let mut large = |given: Arguments| {
        let outcome = run(&mut session, &task, &plan, &given.check(true)).expect("it runs");
        assert!(!outcome.is_refused());
        (param(&outcome, "large"), param(&outcome, "source"))
    };
    let [five, seven, zero, three] = ["5", "7", "0", "3"].map(|text| Some(text.to_owned()));
    assert_eq!(large(Arguments::new()), (five, zero.clone()));
    assert_eq!(large(Arguments::new().param("large", 7)), (seven.clone(), zero));
    assert_eq!(large(Arguments::new().param("source", 3).param("large", 7)), (seven, three));
}

#[test]
fn a_program_of_a_user_gets_a_configuration() {
    for device in compiled() {
        for (text, worklists) in [(HOPS, 1), (REACHED, 0)] {
            let task = own(text);
            assert_eq!(task.problem(), None);
            let mut session = Session::new(&device, &generate("chain:5"));
            let (outcome, choice) = session.solve(&task, &Arguments::new()).expect("it runs");
            assert_eq!((&*choice.plan.program, &choice.plan.params[..]), ("", &[][..]));
            assert_ne!(choice.plan.options, Configuration::default(), "{}", choice.plan);
            assert_eq!(choice.facts.map(|facts| facts.worklists), Some(worklists));
            assert_eq!(outcome.report.options, choice.plan.options.to_string());
            assert_eq!(task.name(&choice.plan), "own.ig");
            let wanted = match worklists {
                1 => ArrayData::U32(vec![0, 1, 2, 3, 4]),
                _ => ArrayData::Bool(vec![true; 5]),
            };
            assert_eq!(outcome.outputs[0].1, wanted);
        }
    }
}

/// A program that the user named is never replaced by another one.
#[test]
fn a_program_that_the_user_named_stays() {
    for device in compiled() {
        let graph = generate("grid:9");
        let mut session = Session::new(&device, &graph);
        for problem in problems() {
            for program in problem.programs {
                let task = named(&format!("{}:{program}", problem.name));
                let choice = session.choose(&task, &Arguments::new()).expect("there is a plan");
                assert_eq!(choice.plan.program, *program);
                let repeated = named(&task.name(&choice.plan));
                assert_eq!(repeated, task, "the name means the same program");
            }
        }
        let choice = session.choose(&named("bfs_cx"), &Arguments::new()).expect("there is a plan");
        let outcome = run(&mut session, &named("bfs_cx"), &choice.plan, &Arguments::new());
        assert_eq!(outcome.expect("it runs").report.program, "bfs_cx");
    }
}

/// The interpreter ignores configurations, so it has no plans.
#[test]
fn the_interpreter_has_no_plans() {
    let device = Device::open("interpreter").expect("it is always there");
    let graph = generate("grid:5");
    for (task, program) in [(named("bfs"), "bfs_hybrid"), (named("bfs_wl"), ""), (own(HOPS), "")] {
        assert!(Plans::of(&task, &device).is_none());
        let mut session = Session::new(&device, &graph);
        let (outcome, choice) =
            session.solve(&task, &Arguments::new().check(true)).expect("it runs");
        let wanted = Plan { program: program.into(), ..Plan::default() };
        let reason = Reason::NoPlans;
        assert_eq!(task.name(&choice.plan), outcome.report.program.replace("own", "own.ig"));
        assert_eq!(choice, Choice { plan: wanted, reason, facts: None });
        assert!(!outcome.is_refused());
    }
}

/// Small graphs of different classes. The last ones are directed.
const GRAPHS: [&str; 11] = [
    "road:200",
    "rmat:7",
    "grid:8",
    "star:150",
    "chain:60",
    "empty:0",
    "empty:1",
    "empty:40",
    "chain:2,directed",
    "grid:7,directed",
    "star:90,directed",
];

/// Returns whether a graph without nodes cannot have the node that a parameter of the program names.
fn lacks_node(graph: &Graph, error: &Error) -> bool {
    graph.nodes().is_ok_and(|nodes| nodes == 0)
        && error.to_string().contains("but the graph has only 0 nodes")
}

/// Returns whether one of the [`compiled`] devices runs what is at a place. The first is the processor, which runs
/// everything. Drivers build kernels for a long time, so other devices run one of `parts`, unless the environment asks for
/// everything.
fn is_run(device: usize, at: usize, parts: usize) -> bool {
    let everything = std::env::var("IGC_CONFIGURATIONS").is_ok_and(|value| value == "all");
    everything || device == 0 || at.is_multiple_of(parts)
}

/// On devices with drivers, the problems take turns with the graphs.
#[test]
fn the_plans_that_are_chosen_compute_correct_results() {
    for (number, device) in compiled().into_iter().enumerate() {
        for (turn, spec) in GRAPHS.iter().enumerate() {
            let graph = generate(spec);
            let mut session = Session::new(&device, &graph);
            let problems = problems().iter().enumerate();
            for (_, problem) in problems.filter(|(at, _)| is_run(number, at + turn, 8)) {
                let solved = session.solve(&Task::Problem(problem), &checked(problem));
                let (outcome, choice) = match solved {
                    Ok(solved) => solved,
                    Err(error) if lacks_node(&graph, &error) => continue,
                    Err(error) => panic!("{} {spec} {device:?}: {error}", problem.name),
                };
                let report = outcome.report;
                assert_eq!(report.program, choice.plan.program);
                let verdicts = report.checks.expect("it was checked");
                assert!(!verdicts.is_empty());
                for verdict in verdicts {
                    assert!(verdict.passed, "{} {spec} {device:?}: {verdict:?}", choice.plan);
                }
            }
        }
    }
}

/// Returns each plan of the table once, for all kinds of devices, with the name of its problem.
fn table() -> Vec<(String, Plan)> {
    let table: toml::Table = TABLE.parse().expect("it is TOML");
    let mut found: Vec<(String, Plan)> = vec![];
    for (name, targets) in &table {
        for entry in targets.as_table().expect("it has kinds of devices").values() {
            let plans = |key: &str| entry.get(key).and_then(|list| list.as_array());
            let rules = plans("rules").expect("there are rules").iter().map(|rule| &rule["plan"]);
            for text in rules.chain(plans("also").into_iter().flatten()) {
                let text = text.as_str().expect("it is a text");
                let known = (name.clone(), plan(text));
                if !found.contains(&known) {
                    found.push(known);
                }
            }
        }
    }
    found
}

/// Every plan runs on every device, also those for other kinds of devices: a plan may be slow, but not wrong. By default,
/// devices with drivers run every sixth plan.
#[test]
fn all_plans_of_all_kinds_of_devices_compute_correct_results() {
    let plans = table();
    assert!(plans.len() > 100, "{}", plans.len());
    for (number, device) in compiled().into_iter().enumerate() {
        let mut session = Session::new(&device, &generate("rmat:6"));
        let chosen = plans.iter().enumerate().filter(|(at, _)| is_run(number, *at, 6));
        for (_, (name, plan)) in chosen {
            // Programs that nobody has measured have the plans of `own`.
            let task = if name == "own" { own(HOPS) } else { named(name) };
            let given = task.problem().map_or(Arguments::new().check(true), checked);
            let outcome = run(&mut session, &task, plan, &given);
            let outcome =
                outcome.unwrap_or_else(|error| panic!("{name} {plan} {device:?}: {error}"));
            assert_eq!(outcome.report.options, plan.options.to_string());
            let verdicts = outcome.report.checks.expect("it was checked");
            assert!(!verdicts.is_empty());
            for verdict in verdicts {
                assert!(verdict.passed, "{name} {plan} {device:?}: {verdict:?}");
            }
        }
    }
}
