//! The cases of a conformance run.

use std::fmt;

use igc_compiler::configuration::Configuration;
use igc_compiler::driver::{Artefact, Executed, Failure, compile};

use crate::shard::Shard;

/// A program to test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    /// Name of the program.
    pub name: String,
    /// The source text.
    pub text: String,
}

/// The configurations to test on a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Configurations {
    /// These configurations.
    Each(Vec<Configuration>),
    /// A few configurations that contain all pairs of flags. They differ from application to
    /// application ([`Configuration::covering`]).
    Covering,
    /// One configuration, which differs from application to application, so that eight applications
    /// cover all pairs of flags ([`Configuration::sample`]).
    Sample,
}

impl Configurations {
    /// Returns the configurations of the application at this position.
    fn of(&self, application: usize) -> Vec<Configuration> {
        match self {
            Configurations::Each(configurations) => configurations.clone(),
            Configurations::Covering => Configuration::covering(application),
            Configurations::Sample => vec![Configuration::sample(application)],
        }
    }
}

/// Configurations of an application on a graph that are the same for a device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Position of the application in the plan.
    pub application: usize,
    /// The specification of the graph.
    pub graph: String,
    /// The configurations. The first of them runs.
    pub options: Vec<Configuration>,
    /// A hash of what the device executes.
    pub artefact: String,
}

/// All cases of a conformance run, one graph after the other.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The applications.
    pub applications: Vec<Application>,
    /// The cases.
    pub cases: Vec<Case>,
}

/// The reason why an application cannot be tested.
#[derive(Debug, Clone)]
pub struct Unfit {
    /// Name of the application.
    pub application: String,
    /// The configuration.
    pub options: Configuration,
    /// The reason.
    pub reason: UnfitReason,
}

/// The kinds of applications that cannot be tested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnfitReason {
    /// The application does not compile; the first diagnostic.
    Wrong(String),
    /// The compiler has a bug; its message.
    Bug(String),
    /// The application names no oracle.
    Unchecked,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unfit { application, options, reason } = self;
        match reason {
            UnfitReason::Wrong(message) => write!(f, "{application}: {message}"),
            UnfitReason::Bug(message) => write!(
                f,
                "{application} --opts {options}: internal error in the compiler: {message}\n\
                 help: this is a bug in igc; please report it, and attach the program"
            ),
            UnfitReason::Unchecked => write!(
                f,
                "{application} names no oracle, so its results cannot be checked\n\
                 help: add a `check` declaration such as `check bfs(level, source);`"
            ),
        }
    }
}

impl std::error::Error for Unfit {}

impl Plan {
    /// Plans to test every application on each of the graphs, in the graph's configurations.
    /// Configurations whose `executed` parts are the same are one case.
    ///
    /// # Errors
    ///
    /// Returns an error if an application does not compile, or if it names no oracle.
    pub fn new(
        applications: Vec<Application>,
        graphs: &[(String, Configurations)],
        executed: Executed,
    ) -> Result<Plan, Unfit> {
        let mut made: Vec<(&Configurations, Vec<Case>)> = vec![];
        let mut cases = vec![];
        for (graph, wanted) in graphs {
            let at = made.iter().position(|(configurations, _)| *configurations == wanted);
            let at = match at {
                Some(at) => at,
                None => {
                    made.push((wanted, on_any_graph(&applications, wanted, executed)?));
                    made.len() - 1
                }
            };
            let on_graph = |case: &Case| Case { graph: graph.clone(), ..case.clone() };
            cases.extend(made[at].1.iter().map(on_graph));
        }
        Ok(Plan { applications, cases })
    }

    /// Returns the part of the plan that belongs to a shard. The shards together are the whole
    /// plan.
    #[must_use]
    pub fn shard(mut self, shard: Shard) -> Plan {
        let mut graphs: Vec<String> = vec![];
        self.cases.retain(|case| {
            let known = graphs.iter().position(|graph| *graph == case.graph);
            let graph = known.unwrap_or_else(|| {
                graphs.push(case.graph.clone());
                graphs.len() - 1
            });
            shard.has(case.application, graph)
        });
        self
    }

    /// Returns the number of pairs of a configuration and a graph that the cases cover.
    pub fn size(&self) -> usize {
        self.cases.iter().map(|case| case.options.len()).sum()
    }
}

/// Returns the cases of one graph, whose name the caller fills in.
fn on_any_graph(
    applications: &[Application],
    wanted: &Configurations,
    executed: Executed,
) -> Result<Vec<Case>, Unfit> {
    let mut cases = vec![];
    for (at, application) in applications.iter().enumerate() {
        cases.extend(share(at, application, &wanted.of(at), executed)?);
    }
    Ok(cases)
}

/// Groups the configurations that are the same for a device.
fn share(
    at: usize,
    application: &Application,
    configurations: &[Configuration],
    executed: Executed,
) -> Result<Vec<Case>, Unfit> {
    let mut cases: Vec<Case> = vec![];
    for options in configurations {
        let artefact = compiled(application, options)?.identity(executed, None);
        match cases.iter_mut().find(|case| case.artefact == artefact) {
            Some(case) => case.options.push(options.clone()),
            None => {
                let (graph, options) = (String::new(), vec![options.clone()]);
                cases.push(Case { application: at, graph, options, artefact });
            }
        }
    }
    Ok(cases)
}

fn compiled(application: &Application, options: &Configuration) -> Result<Artefact, Unfit> {
    let unfit =
        |reason| Unfit { application: application.name.clone(), options: options.clone(), reason };
    match compile(&application.name, &application.text, options) {
        Ok(made) if made.artefact.module.checks.is_empty() => Err(unfit(UnfitReason::Unchecked)),
        Ok(made) => Ok(made.artefact),
        Err(failure @ Failure::Model(..)) => Err(unfit(UnfitReason::Wrong(failure.to_string()))),
        Err(Failure::Bug(message)) => Err(unfit(UnfitReason::Bug(message))),
        Err(Failure::Program(diagnostics)) => {
            let first = diagnostics.first().map_or(String::new(), |d| d.message.clone());
            Err(unfit(UnfitReason::Wrong(first)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPENCL: Executed = Executed::OpenCl;

    fn application(text: &str) -> Application {
        Application { name: "program".into(), text: text.into() }
    }

    /// No flag has an effect on this program, except for the size of workgroups, which has two
    /// values.
    const PLAIN: &str = "
        param source: node = 0;
        node level: u32 = MAX;
        kernel start() { forall u in nodes where u == source { u.level = 0; } }
        main { start(); }
        check bfs(level, source);
        output level;";

    #[test]
    fn what_is_the_same_to_a_device_is_tried_once() {
        let all = Configuration::all_configurations();
        let graphs = [
            ("chain:1".to_string(), Configurations::Each(all.clone())),
            ("empty:1".to_string(), Configurations::Covering),
        ];
        let plan = Plan::new(vec![application(PLAIN)], &graphs, OPENCL).expect("it compiles");
        let (small, large): (Vec<&Case>, Vec<&Case>) =
            plan.cases.iter().partition(|case| case.graph == "chain:1");
        let sizes = |cases: &[&Case]| cases.iter().map(|case| case.options.len()).sum::<usize>();
        assert_eq!(sizes(&small), all.len());
        assert_eq!(sizes(&large), Configuration::covering(0).len());
        assert_eq!(plan.size(), all.len() + Configuration::covering(0).len());
        assert_eq!(small.len(), 2, "one for each size of workgroups");
        assert_ne!(small[0].artefact, small[1].artefact);
        assert!(large.iter().all(|case| small.iter().any(|c| c.artefact == case.artefact)));
    }

    /// The flags decide how work is distributed over work-items.
    #[test]
    fn a_device_without_work_items_runs_one_configuration() {
        let text = include_str!("../../../../examples/bfs/bfs_wl.ig");
        let all = Configuration::all_configurations();
        let graphs = [("chain:1".to_string(), Configurations::Each(all.clone()))];
        let cases = |executed| {
            let plan = Plan::new(vec![application(text)], &graphs, executed);
            plan.expect("it compiles").cases
        };
        assert!(cases(Executed::OpenCl).len() > 20);
        let [case] = &cases(Executed::Parallel)[..] else { panic!("there is one case") };
        assert_eq!(case.options, all);
    }

    #[test]
    fn shards_try_everything_once() {
        let graphs = ["chain:1", "empty:5", "star:2"];
        let graphs = graphs.map(|graph| (graph.to_string(), Configurations::Covering));
        let whole = Plan::new(vec![application(PLAIN); 4], &graphs, OPENCL).expect("it compiles");
        let shard = |text: &str| whole.clone().shard(text.parse().expect("a shard")).cases;
        let shards = ["1/3", "2/3", "3/3"].map(shard);
        for case in &whole.cases {
            let is_same = |other: &&Case| *other == case;
            let having = shards.iter().flatten().filter(is_same).count();
            assert_eq!(having, whole.cases.iter().filter(is_same).count(), "{case:?}");
        }
        assert_eq!(shards.iter().map(Vec::len).sum::<usize>(), whole.cases.len());
        assert_eq!(shard("7/7"), [], "no place of an application and of a graph come to six");
    }

    #[test]
    fn what_cannot_be_judged_is_refused() {
        let plan = |text: &str| {
            let graphs = [("chain:1".to_string(), Configurations::Covering)];
            let plan = Plan::new(vec![application(text)], &graphs, OPENCL);
            plan.map(|_| ()).expect_err("it is unfit").to_string()
        };
        assert!(plan(&PLAIN.replace("check bfs(level, source);", "")).contains("names no oracle"));
        assert!(plan("main { nothing(); }").starts_with("program: "));
    }
}
