//! Tests that the table of problems fits the programs.

use std::collections::{BTreeMap, BTreeSet};

use igc_compiler::configuration::Flag;
use igc_compiler::passes::PASSES;

use super::portfolio::{FILES, path, stem};
use super::*;

fn facts(problem: &Problem, program: &str) -> Facts {
    problem.facts(program).unwrap_or_else(|error| panic!("{program}: {error}"))
}

/// What all programs of a problem have in common. A node has 32 bits, so it is the same kind of value as a `u32`.
fn promise(facts: &Facts) -> impl PartialEq + std::fmt::Debug + use<> {
    let kinds = |declarations: &[Declaration]| -> Vec<String> {
        declarations.iter().map(|one| one.text.replace(": node", ": u32")).collect()
    };
    let (_, arguments) = facts.check.split_once('(').expect("every example has a check");
    let arguments: Vec<&str> = arguments.trim_end_matches(')').split(", ").collect();
    let checked = facts.parameters.iter().filter(|p| arguments.contains(&&*p.name));
    let checked: Vec<(String, String)> =
        checked.map(|parameter| (parameter.name.clone(), parameter.text.clone())).collect();
    (facts.check.clone(), kinds(&facts.inputs), kinds(&facts.outputs), checked, facts.reads_weights)
}

#[test]
fn every_example_solves_one_problem() {
    let listed = problems().iter().flat_map(|problem| problem.programs);
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for program in listed {
        *count.entry(program).or_default() += 1;
        assert!(path(program).is_some(), "examples/ has no {program}.ig");
    }
    for (path, text) in FILES {
        // Files without `main` are imported by programs.
        let is_program = text.lines().any(|line| line.starts_with("main"));
        let expected = usize::from(is_program);
        assert_eq!(count.get(stem(path)).copied().unwrap_or(0), expected, "{path}");
    }
    assert_eq!(Source::portfolio().count(), count.len());
}

#[test]
fn programs_of_a_problem_promise_the_same() {
    for problem in problems() {
        let first = promise(&facts(problem, problem.default_program()));
        for program in problem.programs {
            assert_eq!(promise(&facts(problem, program)), first, "{program}");
        }
    }
}

#[test]
fn different_problems_have_different_checks() {
    let mut oracles = BTreeSet::new();
    for problem in problems() {
        let facts = facts(problem, problem.default_program());
        let (oracle, _) = facts.check.split_once('(').expect("every example has a check");
        assert!(oracles.insert(oracle.to_owned()), "two problems have the check {oracle}");
    }
}

#[test]
fn names_are_unique() {
    let mut taken: BTreeSet<&str> = BTreeSet::new();
    for problem in problems() {
        for name in problem.aliases.iter().chain([&problem.name]) {
            assert!(taken.insert(name), "two problems have the name {name}");
            assert!(Flag::of_name(name).is_none(), "`igc explain {name}` explains a flag");
            assert!(PASSES.iter().all(|pass| pass.name != *name), "{name} is a pass");
            assert_eq!(find(name).map(|named| named.problem), Some(problem), "{name}");
        }
    }
    for problem in problems() {
        for program in problem.programs {
            let is_free = !taken.contains(program);
            let named = find(program).expect("every program is found by its name");
            assert_eq!(named.problem, problem, "{program} is the name of another problem");
            assert_eq!(is_free, named.is_pinned, "{program}");
            assert!(Flag::of_name(program).is_none(), "`igc explain {program}` explains a flag");
        }
    }
}

#[test]
fn problems_are_described() {
    for problem in problems() {
        let has_choice = problem.programs.len() > 1;
        assert_eq!(has_choice, !problem.reason.is_empty(), "{}", problem.name);
        assert!(!problem.meaning.is_empty() && !problem.meaning.ends_with('.'), "{}", problem.name);
        for program in problem.programs {
            let facts = facts(problem, program);
            assert!(!facts.method.is_empty(), "{program}");
            assert!(!facts.outputs.is_empty(), "{program}");
            for declaration in facts.parameters.iter().chain(&facts.outputs).chain(&facts.inputs) {
                assert!(!declaration.meaning.is_empty(), "{program}: {}", declaration.text);
                assert!(!declaration.text.contains(';'), "{program}: {}", declaration.text);
            }
        }
    }
}

#[test]
fn facts_are_those_of_the_program() {
    let of = |name: &str| {
        let named = find(name).expect("the name is known");
        facts(named.problem, named.program)
    };
    let bfs = of("bfs");
    assert_eq!(bfs.check, "bfs(level, source)");
    let texts: Vec<&str> = bfs.parameters.iter().map(|p| p.text.as_str()).collect();
    assert_eq!(texts, ["param source: node = 0", "param large: u32 = 20 in 1.."]);
    assert_eq!(bfs.outputs[0].text, "node level: u32");
    assert!(!bfs.reads_weights && bfs.requirements.is_empty());
    let shared = problems()[0].parameters().expect("the programs are known");
    assert_eq!(shared.len(), 1, "only `source` is a parameter of all programs");
    assert_eq!(shared[0], bfs.parameters[0]);
    let sssp = of("sssp");
    assert!(sssp.reads_weights);
    // A module of the standard library requires a sorted graph.
    assert_eq!(of("walks").requirements, ["sorted"]);
    assert_eq!(of("pr_personalised").inputs[0].text, "input worklist seeds");
    assert_eq!(of("max_flow").inputs[0].text, "input edge capacity: u32");
    assert_eq!(of("walks").outputs[0].name, "walk");
}

#[test]
fn sources_are_those_of_the_files() {
    let source = Source::named("bfs_hybrid").expect("the program is known");
    let file = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../examples/bfs/bfs_hybrid.ig"
    ));
    assert_eq!(source.text, file.expect("the file is there"));
    assert_eq!((&*source.name, &*source.path), ("bfs_hybrid", "bfs_hybrid.ig"));
    assert_eq!(Source::named("cc:cc").expect("the program is known").name, "cc");
    assert!(matches!(Source::named("bsf"), Err(Error::Name { suggestion: Some(_), .. })));
}
