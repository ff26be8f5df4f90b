//! Races of plans on every device: which plan wins, which ones drop out and why, and which mistakes are errors.

mod common;

use std::path::Path;
use std::time::Duration;

use igc::auto::Plan;
use igc::race::{Event, Race, Rules, Runner, Standing};
use igc::{Arguments, Cancel, Device, Error, ErrorKind, Graph, Session, Source};

use common::devices;

/// A program whose time grows with `slow`, and whose result is wrong if `offset` is not 0.
const LEVELS: &str = "
    param source: node = 0;
    param slow: u32 = 0;
    param offset: u32 = 0 in 0..5;
    node level: u32 = MAX;
    global waste: u32 = 0;
    kernel wait() { forall u in nodes { for _i in 0..slow { waste min= u.level; } } }
    kernel visit(round: u32) {
        forall u in worklist {
            forall e in u.out { if e.dst.level == MAX { e.dst.level = round; push e.dst; } }
        }
    }
    main {
        wait();
        source.level = 0;
        let round = 1 + offset;
        pipe [source] { visit(round); round += 1; }
    }
    output level;
    check bfs(level, source);";

fn own(text: &str) -> Source {
    let [name, path] = ["levels", "levels.ig"].map(String::from);
    Source { name, path, text: text.to_owned() }
}

fn runners(plans: &[&str]) -> Vec<Runner> {
    plans.iter().map(|plan| Runner::new(plan.parse().expect("it is a plan"))).collect()
}

/// The result of a race.
struct Raced {
    result: Result<(), Error>,
    runners: Vec<Runner>,
    best: Option<usize>,
    events: Vec<Event>,
}

impl Raced {
    fn ok(self) -> Raced {
        assert!(self.result.is_ok(), "{:?}", self.result);
        self
    }

    fn words(&self) -> Vec<&'static str> {
        self.runners.iter().map(|runner| runner.standing.word()).collect()
    }
}

fn race_of(
    device: &Device,
    graph: &Graph,
    runners: Vec<Runner>,
    arguments: Arguments,
    budget: Duration,
) -> Raced {
    let mut session = Session::new(device, graph);
    let rules = Rules { budget, check: true };
    let mut race = Race::new(&mut session, runners, Some(own(LEVELS)), arguments, rules);
    let mut events = vec![];
    let result = race.run(&mut |_, event| events.push(event));
    Raced { result, runners: race.runners().to_vec(), best: race.best(), events }
}

fn race(device: &Device, plans: &[&str], arguments: Arguments) -> Raced {
    let graph = Graph::generate("grid:20x20").expect("it is a generator");
    race_of(device, &graph, runners(plans), arguments, Duration::from_secs(60))
}

#[test]
fn the_fastest_plan_wins_and_slow_ones_stop_early() {
    for device in devices() {
        let plans = ["--opts none -p slow=3000", "--opts none", "--opts none -p slow=0"];
        let raced = race(&device, &plans, Arguments::new()).ok();
        // The last two run the same code, but the race only knows that of equal parameters.
        assert!(raced.best.is_some_and(|best| best > 0), "{device:?} {:?}", raced.runners);
        let slow = &raced.runners[0];
        assert!(matches!(slow.standing, Standing::Dropped | Standing::Cancelled), "{slow:?}");
        assert!(slow.judging.is_empty(), "{slow:?}");
        let best = &raced.runners[raced.best.expect("it has one")];
        assert!(best.is_checked && best.judging.len() >= 10, "{best:?}");
        assert_eq!(best.median(), Runner { choosing: vec![], ..best.clone() }.median());
    }
}

#[test]
fn plans_with_wrong_results_or_without_a_parameter_drop_out() {
    for device in devices() {
        let plans = [
            "--opts none -p offset=1",
            "--opts none -p other=1",
            "--opts none -p offset=9",
            "--opts none",
            "--opts none",
        ];
        let raced = race(&device, &plans, Arguments::new()).ok();
        assert_eq!(raced.words(), ["wrong", "failed", "failed", "racing", "same"], "{device:?}");
        assert_eq!((raced.best, &raced.runners[4].standing), (Some(3), &Standing::Same(3)));
        let reasons: Vec<_> = raced.runners.iter().filter_map(|r| r.standing.reason()).collect();
        assert!(reasons[0].starts_with("bfs disagrees: "), "{reasons:?}");
        assert!(reasons[1].contains("unknown parameter `other`"), "{reasons:?}");
        assert!(reasons[2].contains("parameter `offset` is 9"), "{reasons:?}");
        for at in 0..plans.len() {
            assert!(raced.events.contains(&Event::Changed(at)), "{at}");
        }
    }
}

#[test]
fn parameters_of_the_user_replace_those_of_plans() {
    let device = Device::open("cpu:1").expect("it is always there");
    let plans = ["--opts none -p offset=1 -p slow=1", "--opts none -p slow=1"];
    let raced = race(&device, &plans, Arguments::new().param("offset", 0)).ok();
    assert_eq!(raced.words(), ["racing", "same"]);
    assert_eq!(raced.runners[0].plan, "--opts none -p slow=1".parse().expect("it is a plan"));
    // Programs of a problem need not have the same parameters.
    let plans = ["bfs_topo", "bfs_wl"];
    let missing = Arguments::new().param("source", 1);
    let raced = race(&device, &plans, missing).ok();
    assert!(!raced.words().contains(&"unfit"), "{:?}", raced.words());
    let raced = race(&device, &["--opts none", "bfs_wl"], Arguments::new().param("slow", 1)).ok();
    assert_eq!(raced.words(), ["racing", "unfit"]);
    assert!(raced.events.contains(&Event::Changed(1)));
}

#[test]
fn a_mistake_of_the_user_is_one_error() {
    let plans = ["bfs_wl", "bfs_topo", "bfs_wl --opts fg8", "bfs_hybrid -p alpha=2"];
    let given = [
        (Arguments::new().param("sourc", 1), "unknown parameter `sourc`"),
        (Arguments::new().param("source", "x"), "`x` is not a valid node"),
        (Arguments::new().param("source", 400), "the graph has only 400 nodes"),
        (Arguments::new().file("level", Path::new("/none")), "level"),
    ];
    for device in devices() {
        for (arguments, words) in given.clone() {
            let raced = race(&device, &plans, arguments);
            let Err(error) = raced.result else { panic!("{words}: {:?}", raced.runners) };
            assert_eq!(error.kind(), ErrorKind::Input, "{error}");
            assert!(error.to_string().contains(words), "{words}: {error}");
            let is_silent = |event: &Event| !matches!(event, Event::Changed(_));
            assert!(raced.events.iter().all(is_silent), "{:?}", raced.events);
        }
        let graph = Graph::from_edges(2, [(0, 1)]).expect("it is a graph");
        let plans = runners(&["sssp_wl", "sssp_topo", "sssp_nf"]);
        let raced = race_of(&device, &graph, plans, Arguments::new(), Duration::from_secs(60));
        let error = raced.result.expect_err("the graph has no weights");
        assert!(error.to_string().contains("weights"), "{error}");
    }
}

#[test]
fn without_time_one_plan_is_measured_nevertheless() {
    for device in devices() {
        let graph = Graph::generate("grid:20x20").expect("it is a generator");
        let plans =
            ["--opts none -p offset=1", "--opts none", "--opts wg", "--opts none -p slow=1"];
        let raced =
            race_of(&device, &graph, runners(&plans), Arguments::new(), Duration::ZERO).ok();
        assert_eq!(raced.words(), ["wrong", "racing", "waiting", "waiting"], "{device:?}");
        assert_eq!((raced.best, raced.runners[1].runs()), (Some(1), 1));
    }
}

#[test]
fn a_race_that_goes_on_keeps_the_times() {
    let device = Device::open("cpu:2").expect("it is always there");
    let graph = Graph::generate("grid:20x20").expect("it is a generator");
    let lost = Runner {
        standing: Standing::Failed("its process ended".into()),
        ..Runner::new(Plan::default())
    };
    let measured = Runner {
        standing: Standing::Racing,
        choosing: vec![1e-9; 4],
        is_checked: true,
        first: Some(1e-9),
        ..Runner::new("--opts none".parse().expect("it is a plan"))
    };
    let waiting = Runner::new("--opts none -p slow=20000".parse().expect("it is a plan"));
    // It looks faster than the best plan, once that is judged.
    let plan = "--opts none -p slow=5000".parse().expect("it is a plan");
    let dropped = Runner { plan, standing: Standing::Dropped, ..measured.clone() };
    let all = vec![lost, measured, waiting, dropped];
    let raced = race_of(&device, &graph, all, Arguments::new(), Duration::from_secs(60)).ok();
    assert_eq!(raced.best, Some(1));
    assert_eq!(raced.words()[0], "failed");
    assert_eq!(raced.runners[1].choosing[..4], [1e-9; 4]);
    for judged in [&raced.runners[1], &raced.runners[3]] {
        assert!(!judged.judging.is_empty() && judged.judging.iter().all(|time| *time > 1e-9));
    }
    assert!(raced.words()[2..].iter().all(|word| ["slower", "cancelled"].contains(word)));
}

#[test]
fn the_caller_can_cancel() {
    let device = Device::open("cpu:1").expect("it is always there");
    let cancel = Cancel::default();
    cancel.cancel();
    let raced = race(&device, &["--opts none"], Arguments::new().cancel(&cancel));
    assert_eq!(raced.result.expect_err("it was cancelled").kind(), ErrorKind::Cancelled);
}

/// A program without an oracle is compared with the interpreter. If its result depends on the order of execution, nothing
/// can check it.
#[test]
fn programs_without_an_oracle_are_compared_with_the_interpreter() {
    let unnamed = LEVELS.replace("check bfs(level, source);", "");
    let racy = "
        node last: node = 0 as node;
        kernel write() { forall u in nodes { forall e in u.out { e.dst.last = u; } } }
        main { write(); }
        output last;";
    let graph = Graph::generate("grid:20x20").expect("it is a generator");
    for device in devices() {
        for (text, is_checked) in [(&unnamed[..], true), (racy, false)] {
            let mut session = Session::new(&device, &graph);
            let rules = Rules { budget: Duration::from_secs(60), check: true };
            let plans = runners(&["--opts none", "--opts sz256"]);
            let mut race = Race::new(&mut session, plans, Some(own(text)), Arguments::new(), rules);
            race.run(&mut |_, _| ()).expect("it runs");
            let best = &race.runners()[race.best().expect("a plan wins")];
            assert_eq!(best.is_checked, is_checked, "{device:?} {text}");
        }
    }
}
