//! The table of plans: for each problem and kind of device, rules that choose a plan by facts.
//!
//! The table is the file [`plans.toml`](TEXT), which is part of the library. The rules of a problem are tried in order,
//! and the first one that applies decides. The last one always applies.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use igc_compiler::driver::Executed;
use igc_runtime::backend::{self, DeviceKind};
use serde::Deserialize;

use super::plan::Plan;

/// The text of the table.
pub const TEXT: &str = include_str!("plans.toml");

/// The key of the rules for programs that nobody has measured: those of users.
const OWN: &str = "own";

/// A kind of device that has rules of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// A GPU, and any other device that is not a processor of a host.
    Gpu,
    /// A processor, for which igc generates machine code.
    Cpu,
    /// A processor with a driver for OpenCL.
    OpenclCpu,
}

impl Target {
    /// Returns the kind of a device. The interpreter has no plans, because it ignores configurations.
    pub(crate) fn of(device: &dyn backend::Device) -> Option<Target> {
        Target::of_kind(device.kind(), device.executed())
    }

    /// Returns the kind of a device that is of this kind of processor, and executes this part of artefacts.
    pub fn of_kind(kind: DeviceKind, executed: Executed) -> Option<Target> {
        match (kind, executed) {
            (DeviceKind::Interpreter, _) => None,
            (_, Executed::Parallel) => Some(Target::Cpu),
            (DeviceKind::Cpu, Executed::OpenCl) => Some(Target::OpenclCpu),
            (DeviceKind::Gpu | DeviceKind::Other, Executed::OpenCl) => Some(Target::Gpu),
            (_, Executed::Cuda) => Some(Target::Gpu),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Target::Gpu => "GPUs",
            Target::Cpu => "processors",
            Target::OpenclCpu => "processors with OpenCL",
        })
    }
}

/// The rules and plans of a problem for a kind of device.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The rules, in the order in which they are tried.
    pub rules: Vec<Rule>,
    /// Further plans, which are the fastest for some graphs, so that a measurement should try them.
    #[serde(default)]
    pub also: Vec<Plan>,
}

impl Entry {
    /// Returns each plan once: those of the rules, and then the further ones.
    pub fn plans(&self) -> Vec<&Plan> {
        let all = self.rules.iter().map(|rule| &rule.plan).chain(&self.also);
        let mut each: Vec<&Plan> = vec![];
        for plan in all {
            if !each.contains(&plan) {
                each.push(plan);
            }
        }
        each
    }
}

/// A rule: a plan, and when it is chosen.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// What must be true. A rule without a condition always applies.
    #[serde(default)]
    pub when: Condition,
    /// The plan.
    pub plan: Plan,
}

/// Comparisons that must all be true, such as `skew > 3 and rounds < 40`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(try_from = "String")]
pub struct Condition(pub Vec<Comparison>);

/// A comparison of a fact with a number.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The name of the fact.
    pub fact: String,
    /// Whether the fact must be greater. Otherwise, it must be less or equal.
    pub is_greater: bool,
    /// The number.
    pub number: f64,
}

/// The facts that conditions may name: those of the graph, and those of the program and the device.
pub const FACTS: [(&str, &str); 10] = [
    ("nodes", "number of nodes"),
    ("edges", "number of edges"),
    ("degree", "mean number of edges of a node"),
    ("skew", "how unequal degrees are"),
    ("largest", "largest degree in a sample"),
    ("rounds", "estimated number of levels of a breadth-first search"),
    ("ordered", "how well numbers of nodes follow their degrees"),
    ("worklists", "number of worklists of the program"),
    ("loops", "most loops of the program within each other, in a kernel"),
    ("threads", "number of threads of the device"),
];

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Condition, String> {
        text.split(" and ").map(comparison).collect::<Result<_, _>>().map(Condition)
    }
}

impl TryFrom<String> for Condition {
    type Error = String;

    fn try_from(text: String) -> Result<Condition, String> {
        text.parse()
    }
}

fn comparison(text: &str) -> Result<Comparison, String> {
    let wrong = || format!("`{text}` is not a comparison such as `skew > 3`");
    let words: Vec<&str> = text.split_whitespace().collect();
    let [fact, operator, number] = words[..] else { return Err(wrong()) };
    if !FACTS.iter().any(|(known, _)| *known == fact) {
        return Err(format!("`{fact}` is not a fact"));
    }
    let is_greater = match operator {
        ">" => true,
        "<=" => false,
        _ => return Err(wrong()),
    };
    let number = number.parse().map_err(|_| wrong())?;
    Ok(Comparison { fact: fact.to_owned(), is_greater, number })
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Comparison { fact, is_greater, number } = self;
        write!(f, "{fact} {} {number}", if *is_greater { ">" } else { "<=" })
    }
}

/// Returns the rules and plans of a problem for a kind of device, if there are any.
pub(super) fn entry(problem: &str, target: Target) -> Option<&'static Entry> {
    table().get(problem)?.get(&target)
}

/// Returns the rules and plans for programs that nobody has measured.
pub(super) fn own(target: Target) -> &'static Entry {
    entry(OWN, target).expect("the table has rules for all programs")
}

/// Rules and plans by problem and kind of device.
type Table = BTreeMap<String, BTreeMap<Target, Entry>>;

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| toml::from_str(TEXT).expect("a test reads the table"))
}

#[cfg(test)]
mod tests {
    use igc_compiler::configuration::Outlining;

    use super::*;
    use crate::problems::{problems, source};

    /// Every rule is for a problem that exists, has plans with programs of this problem, and the last rule always
    /// applies.
    #[test]
    fn the_table_fits_the_problems() {
        for (name, entries) in table() {
            for (target, entry) in entries {
                let last = entry.rules.last().expect("there is a rule");
                assert_eq!(last.when, Condition::default(), "{name} {target}");
                let others = &entry.rules[..entry.rules.len() - 1];
                assert!(others.iter().all(|rule| !rule.when.0.is_empty()), "{name} {target}");
                for plan in entry.plans() {
                    assert_fits(name, plan);
                }
            }
        }
        for target in [Target::Gpu, Target::Cpu, Target::OpenclCpu] {
            assert!(table()[OWN].contains_key(&target));
        }
    }

    /// Most OpenCL drivers for processors have no way to let a waiting workgroup sleep, so no plan for them has
    /// outlined loops.
    #[test]
    fn no_plan_for_processors_with_opencl_has_outlined_loops() {
        let mut plans = 0;
        for entry in table().values().filter_map(|entries| entries.get(&Target::OpenclCpu)) {
            for plan in entry.plans() {
                assert_eq!(plan.options.outlining, Outlining::None, "{plan}");
                plans += 1;
            }
        }
        assert!(plans > 10, "{plans}");
    }

    fn assert_fits(name: &str, plan: &Plan) {
        if name == OWN {
            assert!(plan.program.is_empty() && plan.params.is_empty(), "{plan}");
            return;
        }
        let problem = problems().iter().find(|problem| problem.name == name);
        let problem = problem.unwrap_or_else(|| panic!("{name} is not a problem"));
        assert!(problem.programs.contains(&&*plan.program), "{name}: {plan}");
        assert!(source(&plan.program).is_some());
        let facts = problem.facts(&plan.program).expect("the program is known");
        for (param, _) in &plan.params {
            assert!(facts.parameters.iter().any(|known| known.name == *param), "{plan}");
            let shared = problem.parameters().expect("the programs are known");
            assert!(!shared.iter().any(|known| known.name == *param), "{plan} changes the problem");
        }
    }

    #[test]
    fn conditions_are_comparisons() {
        let condition: Condition = "skew > 3 and rounds <= 40".parse().expect("it is one");
        let texts: Vec<String> = condition.0.iter().map(Comparison::to_string).collect();
        assert_eq!(texts, ["skew > 3", "rounds <= 40"]);
        for wrong in ["", "skew", "skew = 3", "size > 3", "skew > x", "skew > 3 or rounds > 4"] {
            assert!(wrong.parse::<Condition>().is_err(), "{wrong}");
        }
    }
}
