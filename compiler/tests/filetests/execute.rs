//! Runs modules in the interpreter: for tests of results, and to compare a module before a pass with
//! the module after it.

use igc_compiler::data::ArrayData;
use igc_compiler::interp::{self, Outcome, RunError, Settings};
use igc_compiler::ir::parse::parse_value;
use igc_compiler::ir::{Module, Value};

use crate::format::{Case, File};
use crate::graphs::Graph;

/// Returns settings with checked accesses and a limit on steps.
pub fn settings(seed: u64, [groups, workgroup_size, subgroup_size]: [u32; 3]) -> Settings {
    Settings {
        seed,
        groups,
        workgroup_size,
        subgroup_size,
        max_launches: Some(10_000),
        max_steps: Some(1_000_000),
        check_access: true,
        ..Settings::default()
    }
}

/// Parses numbers between other characters.
fn numbers(text: &str) -> Vec<u32> {
    let parts = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().unwrap()).collect()
}

/// Parses a graph.
pub fn graph(text: &str) -> Graph {
    match (text.split_once(' '), text.split_once(':')) {
        (Some(("path", nodes)), _) => {
            let nodes: u32 = nodes.parse().unwrap();
            Graph::new(nodes, &(1..nodes).map(|node| (node - 1, node)).collect::<Vec<_>>())
        }
        (Some(("random", rest)), _) => match numbers(rest)[..] {
            [nodes, edges, seed] => Graph::random(nodes, edges, seed),
            _ => panic!("a random graph has a number of nodes, of edges, and a seed: {text}"),
        },
        (_, Some((nodes, edges))) => Graph::new(
            nodes.parse().unwrap(),
            &edges.split_whitespace().flat_map(group).collect::<Vec<_>>(),
        ),
        _ => panic!("unknown graph `{text}`"),
    }
}

/// Parses a group of edges: `0>1`, `0>5..9` for several targets, `0-1` in both directions, and
/// `0>1*20` for as many edges.
fn group(text: &str) -> Vec<(u32, u32)> {
    let (ends, times) = text.split_once('*').unwrap_or((text, "1"));
    let is_both = ends.contains('-');
    let (source, targets) = ends.split_once(['>', '-']).unwrap_or_else(|| panic!("`{text}`"));
    let source: u32 = source.parse().unwrap();
    let (start, end) = match numbers(targets)[..] {
        [one] => (one, one + 1),
        [start, end] => (start, end),
        _ => panic!("wrong edges `{text}`"),
    };
    let once = (start..end).map(|target| (source, target));
    let mut edges: Vec<_> = (0..times.parse().unwrap()).flat_map(|_| once.clone()).collect();
    if is_both {
        edges.extend(edges.clone().into_iter().map(|(source, target)| (target, source)));
    }
    edges
}

/// Returns the sizes of launches of a case.
pub fn launches(file: &File, case: &Case) -> Vec<[u32; 3]> {
    let all = file.all(case, "launch");
    let sizes = all.iter().map(|text| match numbers(text)[..] {
        [groups, size] => [groups, size, 1],
        [groups, size, subgroup] => [groups, size, subgroup],
        _ => panic!("wrong size of launches `{text}`"),
    });
    if all.is_empty() { vec![[3, 1, 1]] } else { sizes.collect() }
}

/// Returns the values of parameters: given, or the defaults, or zero.
pub fn params(module: &Module, given: Option<&str>) -> Vec<Value> {
    match given {
        Some(given) => given
            .split(',')
            .filter(|value| !value.trim().is_empty())
            .map(|value| parse_value(value.trim()).unwrap())
            .collect(),
        None => {
            let value = |param: &igc_compiler::ir::Param| param.default;
            let params = module.params.iter();
            params.map(|param| value(param).unwrap_or(Value::zero(param.ty))).collect()
        }
    }
}

/// Writes the elements of an array without their types.
fn elements(array: &ArrayData) -> String {
    let element = |value: Value| {
        let text = value.to_string();
        text.strip_suffix(&value.ty().to_string()).map_or(text.clone(), str::to_owned)
    };
    array.iter().map(element).collect::<Vec<_>>().join(", ")
}

/// Writes the arrays of a run, and how many launches and rounds it took.
fn written(module: &Module, outcome: &Outcome, arrays: Option<&str>) -> String {
    let mut text = String::new();
    for (array, content) in module.arrays.iter().zip(&outcome.arrays) {
        let is_shown = |names: &str| names.split_whitespace().any(|name| name == array.name);
        if arrays.is_none_or(is_shown) {
            text += &format!("{} = [{}]\n", array.name, elements(content));
        }
    }
    let count = |count: u64, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    };
    let launches = count(outcome.launches, "launch", "launches");
    text + &format!("{launches}, {}\n", count(outcome.rounds, "round", "rounds"))
}

/// Changes settings as the limits of a case say.
fn limit(settings: &mut Settings, limits: &[&str]) {
    for text in limits {
        let (what, number) = text.split_once(' ').unwrap_or((text, ""));
        let number: u64 = number.parse().unwrap_or_else(|_| panic!("wrong limit `{text}`"));
        match what {
            "steps" => settings.max_steps = Some(number),
            "launches" => settings.max_launches = Some(number),
            "rounds" => settings.max_rounds = Some(number),
            "items" => settings.max_items = number.try_into().unwrap(),
            _ => panic!("unknown limit `{text}`"),
        }
    }
}

/// Runs the module of a case in every order and size of launches. All runs must have the same
/// result, or all must fail. Returns the result, or the error of the first run.
pub fn run(file: &File, case: &Case, module: &Module) -> Result<Result<String, RunError>, String> {
    let graph = graph(file.one(case, "graph").unwrap_or("path 5"));
    let seeds = numbers(file.one(case, "seeds").unwrap_or("0..4"));
    let params = params(module, file.one(case, "params"));
    let mut first = None;
    for launch in launches(file, case) {
        for seed in seeds[0] as u64..seeds[1] as u64 {
            let mut settings = settings(seed, launch);
            settings.unproven = file.one(case, "unproven").is_some();
            limit(&mut settings, &file.all(case, "limit"));
            let outcome = interp::run(module, &graph.view(), &params, &settings);
            let shown = outcome.map(|outcome| written(module, &outcome, file.one(case, "arrays")));
            let first = first.get_or_insert_with(|| shown.clone());
            match (&*first, &shown) {
                (Err(_), Err(_)) => {}
                (first, shown) if first == shown => {}
                (first, shown) => {
                    return Err(format!(
                        "order {seed} of launches of {launch:?} has another result\n\
                         {first:?}\n{shown:?}"
                    ));
                }
            }
        }
    }
    first.ok_or_else(|| "no run".to_owned())
}

/// Compares the results of two modules with the same arrays on some graphs, in several orders and
/// sizes of launches. The second may have further arrays. Runs in which the first module fails,
/// for example because it does not end, are not compared, but some run must succeed.
pub fn same_results(before: &Module, after: &Module) -> Result<(), String> {
    let mut succeeds = false;
    for (nodes, edges) in [(0, 0), (1, 0), (6, 0), (5, 3), (9, 40)] {
        let graph = Graph::random(nodes, edges, 7);
        for (seed, launch) in [(0, [1, 1, 1]), (5, [3, 1, 1]), (9, [2, 4, 1])] {
            let few = Settings { max_steps: Some(50_000), ..settings(seed, launch) };
            let run = |module: &Module| {
                let params = params(module, None);
                let outcome = interp::run(module, &graph.view(), &params, &few);
                outcome.map(|outcome| outcome.arrays[..before.arrays.len()].to_vec())
            };
            let Ok(old) = run(before) else { continue };
            succeeds = true;
            let new = run(after);
            if new.as_ref() != Ok(&old) {
                return Err(format!(
                    "other results for {nodes} nodes, {edges} edges, order {seed} and launches \
                     of {launch:?}:\n{old:?}\n{new:?}\n{after}"
                ));
            }
        }
    }
    if succeeds { Ok(()) } else { Err("no run of the module succeeds".to_owned()) }
}

#[test]
fn graphs_are_read() {
    let edges = |text: &str| {
        let graph = graph(text);
        (0..graph.nodes()).map(|node| graph.neighbours(node).to_vec()).collect::<Vec<_>>()
    };
    assert_eq!(edges("path 3"), [vec![1], vec![2], vec![]]);
    assert_eq!(edges("3: 0>1 0>2 1>1*2"), [vec![1, 2], vec![1, 1], vec![]]);
    assert_eq!(edges("3: 0-1..3"), [vec![1, 2], vec![0], vec![0]]);
}
