//! Tests of searches with an artificial device.

use std::time::Duration;

use igc_measure::primitives::{Load, PrimitiveTime, WordOrder};
use igc_runtime::backend::DeviceName;
use igc_runtime::primitives::{GeneratedPolicy, Pushes};

use super::report::Report;
use super::*;

/// A device without OpenCL C's functions for workgroups. Workgroups of 256 and 8 items are fastest,
/// scans of subgroups are slow, and volatile loads are wrong.
#[derive(Default)]
struct Artificial {
    kept: Vec<Record>,
    measured: usize,
    slow: f64,
}

fn seconds(configuration: &PrimitiveConfiguration) -> f64 {
    let far = |value: u32, best: u32| (f64::from(value) / f64::from(best)).log2().abs();
    let size = far(configuration.workgroup_size, 256);
    let items = far(configuration.items, 8);
    let algorithm = match configuration.algorithm {
        Algorithm::ActiveLanes => 0.5,
        Algorithm::Ranked(Ranking::Subgroup) => 1.4,
        _ => 1.0,
    };
    (1.0 + size + items / 4.0) * algorithm
}

impl Laboratory for Artificial {
    type Fault = String;

    fn measure(&mut self, job: &PrimitiveJob) -> Result<Vec<PrimitiveOutcome>, String> {
        self.measured += job.configurations.len();
        let each = job.configurations.iter().map(|configuration| match configuration {
            PrimitiveConfiguration { algorithm: Algorithm::Ranked(Ranking::Workgroup), .. } => {
                PrimitiveOutcome::Unsupported("no functions".into())
            }
            PrimitiveConfiguration { load: Load::Volatile, .. } => PrimitiveOutcome::Wrong(1),
            _ => {
                let median = seconds(configuration) * (1.0 + self.slow);
                PrimitiveOutcome::Timed(PrimitiveTime::of(&[median; 5], 1000).expect("it is timed"))
            }
        });
        Ok(each.collect())
    }

    fn keep(&mut self, record: &Record) -> Result<(), String> {
        self.kept.push(record.clone());
        Ok(())
    }
}

fn about(device: &str) -> About {
    let device = DeviceName { name: device.into(), driver: "1".into(), dialect: "any".into() };
    let (over, igc) = (record::OVER.into(), "0.1.0".into());
    About { igc, over, device, is_gpu: true, has_subgroups: true, elements: None }
}

fn manner(primitives: &[Primitive]) -> Manner {
    Manner {
        primitives: primitives.to_vec(),
        budget: Duration::from_secs(600),
        runs: 3,
        final_runs: 5,
        seed: 1,
        start: vec![],
    }
}

#[test]
fn a_search_finds_the_best_values_in_a_part_of_the_space() {
    let mut device = Artificial::default();
    let mut search = Search::resume(about("GPU"), vec![]);
    search.run(&mut device, &manner(&[Primitive::Scan, Primitive::Push])).expect("it runs");
    for last in &search.finals {
        let best = last.best().expect("some are timed").configuration;
        assert_eq!((best.workgroup_size, best.items), (256, 8), "{best}");
        assert!(best.load != Load::Volatile);
    }
    let trials = search.of(Primitive::Scan).count();
    assert!(trials < PrimitiveConfiguration::space(Primitive::Scan).len() / 50, "{trials}");
    let policy = DevicePolicy::of(&search);
    // The reference scans by subgroups. All other rankings are faster, and the first of them counts.
    let expected = GeneratedPolicy { ranking: Some(Ranking::Serial), pushes: Pushes::ActiveLanes };
    assert_eq!(policy.generated, expected);
    assert_eq!(policy.primitives.len(), 2);
    let report = Report::of(&search, &[]);
    let text = report.text();
    assert!(report.wrong() > 0, "{text}");
    assert!(
        text.contains("generated code: ranking = \"serial\", pushes = \"active-lanes\""),
        "{text}"
    );
}

/// One half of the runs chooses a configuration, and the other half gives its gain.
#[test]
fn the_best_configuration_is_judged_by_other_runs_than_those_that_choose_it() {
    let primitive = Primitive::Copy;
    let mut search = Search::resume(about("GPU"), vec![]);
    let reference = search.about().reference(primitive);
    let [slow, fast] =
        [32, 512].map(|workgroup_size| PrimitiveConfiguration { workgroup_size, ..reference });
    let mut last = |lucky: [f64; 2]| {
        let each = [(reference, [1.0, 1.0]), (slow, [0.8, 0.8]), (fast, lucky)];
        let measured = each.map(|(configuration, pair)| {
            let timed = PrimitiveTime::of(&pair.repeat(5), 1000).expect("it is timed");
            assert_eq!(timed.halves, pair);
            let outcome = PrimitiveOutcome::Timed(timed);
            let [choosing, ratio] = pair.map(Some);
            Measured { configuration, outcome, choosing, ratio }
        });
        search.add_final(Final { primitive, measured: measured.to_vec() });
        let best = search.finals[0].best().expect("there are times");
        (best.configuration, best.ratio, Report::of(&search, &[]).text())
    };
    let (best, ratio, text) = last([0.4, 0.5]);
    assert_eq!((best, ratio), (fast, Some(0.5)));
    assert!(text.contains("  2.00  "), "{text}");
    let (best, ratio, _) = last([0.4, 1.1]);
    assert_eq!((best, ratio), (reference, Some(1.0)));
}

#[test]
fn a_search_continues_and_does_not_repeat_trials() {
    let mut device = Artificial::default();
    let mut search = Search::resume(about("GPU"), vec![]);
    search.run(&mut device, &manner(&[Primitive::Copy])).expect("it runs");
    let half = device.kept.len() / 2;
    let mut rest = Artificial::default();
    let mut again = Search::resume(about("GPU"), device.kept[..half].to_vec());
    again.run(&mut rest, &manner(&[Primitive::Copy])).expect("it runs");
    assert_eq!(again.trials, search.trials);
    assert_eq!(again.finals, search.finals);
    assert_eq!(rest.kept, device.kept[half..]);
    // A search that continues after its end samples what its trials suggest now.
    let mut more = Search::resume(about("GPU"), device.kept);
    more.run(&mut rest, &manner(&[Primitive::Copy])).expect("it runs");
    let mut each: Vec<_> = more.trials.iter().map(|trial| trial.configuration).collect();
    assert!(each.len() > search.trials.len());
    each.sort_unstable();
    each.dedup();
    assert_eq!(each.len(), more.trials.len());
    assert_eq!(more.finals.len(), 1);
}

#[test]
fn a_budget_that_is_used_up_still_has_a_final() {
    let mut device = Artificial::default();
    let mut search = Search::resume(about("GPU"), vec![]);
    let brief = Manner { budget: Duration::ZERO, ..manner(&[Primitive::Copy]) };
    search.run(&mut device, &brief).expect("it runs");
    assert!(search.trials.iter().all(|trial| trial.way == Way::Start), "{:?}", search.trials);
    let best = search.finals[0].best().expect("it is timed").configuration;
    let is_start = search.trials.iter().any(|trial| trial.configuration == best);
    assert!(is_start || best == search.about().reference(Primitive::Copy), "{best}");
}

#[test]
fn one_policy_for_all_devices_costs_time_on_those_that_differ() {
    let run = |name: &str, start: Vec<(Primitive, PrimitiveConfiguration)>| {
        let mut search = Search::resume(about(name), vec![]);
        let manner = Manner { start, ..manner(&[Primitive::Copy]) };
        search.run(&mut Artificial::default(), &manner).expect("it runs");
        search
    };
    let one = run("one", vec![]);
    let mut other = run("other", vec![]);
    let same = Comparison::of(&[&one, &other]);
    assert_eq!((same[0].mean_gain, same[0].gains.clone()), (1.0, vec![1.0, 1.0]));
    // On the other device, all configurations with other sizes of workgroups are ten times as slow.
    for trial in &mut other.trials {
        let factor = if trial.configuration.workgroup_size == 32 { 0.1 } else { 1.0 };
        trial.ratio = trial.ratio.map(|ratio| ratio * factor);
    }
    other.finals.clear();
    let compared = &Comparison::of(&[&one, &other])[0];
    assert!(compared.mean_gain > 1.5, "{compared:?}");
    assert_eq!(compared.ported[0][0], Some(1.0));
    assert!(compared.ported[1][0] > Some(2.0), "{compared:?}");
    assert!(Report::of(&one, &[other]).text().contains("device 2: other"));
}

#[test]
fn both_orders_are_sampled() {
    let mut device = Artificial::default();
    let mut search = Search::resume(about("GPU"), vec![]);
    search.run(&mut device, &manner(&[Primitive::Copy])).expect("it runs");
    let orders = |order| search.trials.iter().any(|trial| trial.configuration.order == order);
    assert!(orders(WordOrder::Blocked) && orders(WordOrder::Striped));
}
