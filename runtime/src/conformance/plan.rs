//! What there is to try.

use std::fmt;

use igc_compiler::driver::{Artefact, Failure, compile};
use igc_compiler::opencl;
use igc_compiler::options::Options;

use crate::shard::Shard;

/// A program that is tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    /// What it is called.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Which configurations are tried on a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Configurations {
    /// These.
    Each(Vec<Options>),
    /// Few in which all pairs of flags occur, others for each application
    /// ([`Options::covering`]).
    Covering,
    /// One, another for each application, so that among eight all pairs of flags occur
    /// ([`Options::sample`]).
    Sample,
}

impl Configurations {
    /// Those of the application at that place.
    fn of(&self, application: usize) -> Vec<Options> {
        match self {
            Configurations::Each(configurations) => configurations.clone(),
            Configurations::Covering => Options::covering(application),
            Configurations::Sample => vec![Options::sample(application)],
        }
    }
}

/// Something to try: configurations of an application that are the same to a device, on a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The application's place among those of the plan.
    pub application: usize,
    /// The graph's specification.
    pub graph: String,
    /// The configurations, of which the first is tried.
    pub options: Vec<Options>,
    /// What the device gets to do, as a hash: the OpenCL C, the device library, and the schedule.
    pub artefact: String,
}

/// All there is to try, one graph after the other.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The applications.
    pub applications: Vec<Application>,
    /// What is tried with them.
    pub cases: Vec<Case>,
}

/// Why an application is none that could be tried.
#[derive(Debug, Clone)]
pub struct Unfit {
    /// The application.
    pub application: String,
    /// The configuration.
    pub options: Options,
    /// In words.
    pub reason: UnfitReason,
}

/// Why an application is none that could be tried, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnfitReason {
    /// It does not compile: the first diagnostic.
    Wrong(String),
    /// The compiler is wrong.
    Bug(String),
    /// It names no oracle.
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
                 help: this is a bug of igc; please report it with the program"
            ),
            UnfitReason::Unchecked => write!(
                f,
                "{application} names no oracle, so nothing says whether its results are right\n\
                 help: say what the result should be, as in `check bfs(level, source);`"
            ),
        }
    }
}

impl std::error::Error for Unfit {}

impl Plan {
    /// Every application on each of the graphs, in the configurations that are wanted there.
    ///
    /// # Errors
    ///
    /// An application does not compile, or names no oracle.
    pub fn new(
        applications: Vec<Application>,
        graphs: &[(String, Configurations)],
    ) -> Result<Plan, Unfit> {
        let mut made: Vec<(&Configurations, Vec<Case>)> = vec![];
        let mut cases = vec![];
        for (graph, wanted) in graphs {
            let at = made.iter().position(|(configurations, _)| *configurations == wanted);
            let at = match at {
                Some(at) => at,
                None => {
                    made.push((wanted, on_any_graph(&applications, wanted)?));
                    made.len() - 1
                }
            };
            let on_graph = |case: &Case| Case { graph: graph.clone(), ..case.clone() };
            cases.extend(made[at].1.iter().map(on_graph));
        }
        Ok(Plan { applications, cases })
    }

    /// What one of several runs tries, which between them try everything.
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

    /// How many configurations and graphs the cases stand for.
    pub fn size(&self) -> usize {
        self.cases.iter().map(|case| case.options.len()).sum()
    }
}

/// The cases of a graph, whose name is still open.
fn on_any_graph(applications: &[Application], wanted: &Configurations) -> Result<Vec<Case>, Unfit> {
    let mut cases = vec![];
    for (at, application) in applications.iter().enumerate() {
        cases.extend(share(at, application, &wanted.of(at))?);
    }
    Ok(cases)
}

/// Brings together the configurations that are the same to a device.
fn share(
    at: usize,
    application: &Application,
    configurations: &[Options],
) -> Result<Vec<Case>, Unfit> {
    let mut cases: Vec<Case> = vec![];
    for options in configurations {
        let artefact = digest(&compiled(application, options)?);
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

fn compiled(application: &Application, options: &Options) -> Result<Artefact, Unfit> {
    let unfit =
        |reason| Unfit { application: application.name.clone(), options: options.clone(), reason };
    match compile(&application.name, &application.text, options) {
        Ok(made) if made.artefact.schedule.checks.is_empty() => Err(unfit(UnfitReason::Unchecked)),
        Ok(made) => Ok(made.artefact),
        Err(Failure::Bug(message)) => Err(unfit(UnfitReason::Bug(message))),
        Err(Failure::Program(diagnostics)) => {
            let first = diagnostics.first().map_or(String::new(), |d| d.message.clone());
            Err(unfit(UnfitReason::Wrong(first)))
        }
    }
}

/// A hash of what the device gets to do, in 32 hexadecimal digits.
pub fn digest(artefact: &Artefact) -> String {
    let (kernels, schedule) = artefact.without_options(None);
    let schedule = serde_json::to_string(&schedule).expect("a schedule serialises");
    let mut hasher = blake3::Hasher::new();
    for part in [&opencl::library(), kernels, &schedule] {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..32].to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn application(text: &str) -> Application {
        Application { name: "program".into(), text: text.into() }
    }

    /// Nothing in it could be dealt out or combined; workgroups have two sizes.
    const PLAIN: &str = "
        param source: node = 0;
        node level: u32 = MAX;
        kernel start() { forall u in nodes where u == source { u.level = 0; } }
        main { start(); }
        check bfs(level, source);
        output level;";

    #[test]
    fn what_is_the_same_to_a_device_is_tried_once() {
        let all = Options::all_configurations();
        let graphs = [
            ("chain:1".to_string(), Configurations::Each(all.clone())),
            ("empty:1".to_string(), Configurations::Covering),
        ];
        let plan = Plan::new(vec![application(PLAIN)], &graphs).expect("it compiles");
        let (small, large): (Vec<&Case>, Vec<&Case>) =
            plan.cases.iter().partition(|case| case.graph == "chain:1");
        let sizes = |cases: &[&Case]| cases.iter().map(|case| case.options.len()).sum::<usize>();
        assert_eq!(sizes(&small), all.len());
        assert_eq!(sizes(&large), Options::covering(0).len());
        assert_eq!(plan.size(), all.len() + Options::covering(0).len());
        assert_eq!(small.len(), 2, "one for each size of workgroups");
        assert_ne!(small[0].artefact, small[1].artefact);
        assert!(large.iter().all(|case| small.iter().any(|c| c.artefact == case.artefact)));
    }

    #[test]
    fn shards_try_everything_once() {
        let graphs = ["chain:1", "empty:5", "star:2"];
        let graphs = graphs.map(|graph| (graph.to_string(), Configurations::Covering));
        let whole = Plan::new(vec![application(PLAIN); 4], &graphs).expect("it compiles");
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
            let plan = Plan::new(vec![application(text)], &graphs);
            plan.map(|_| ()).expect_err("it is unfit").to_string()
        };
        assert!(plan(&PLAIN.replace("check bfs(level, source);", "")).contains("names no oracle"));
        assert!(plan("main { nothing(); }").starts_with("program: "));
    }
}
