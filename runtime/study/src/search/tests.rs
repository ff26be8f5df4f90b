//! Tests of searches with an artificial device.

use std::collections::BTreeMap;

use igc_compiler::configuration::{Configuration, LlvmOrder, LlvmPass, PassOrder, ScalarPass};
use igc_measure::comparison::FailureKind;
use igc_runtime::backend::DeviceName;

use super::finals::Judged;
use super::report::Report;
use super::*;
use crate::policy::Policy;

/// A device on which `promote` halves the time, `gvn` after it saves a tenth, and `unroll8` crashes.
/// `dce` and `licm` never change the code.
#[derive(Default)]
struct Artificial {
    kept: Vec<Trial<ScalarPass>>,
    measured: Vec<PassOrder>,
}

/// Returns the passes that change the code, each once.
fn code(order: &PassOrder) -> Vec<ScalarPass> {
    let mut code = vec![];
    for pass in order.passes() {
        if !matches!(pass, ScalarPass::Dce | ScalarPass::Licm) && !code.contains(pass) {
            code.push(*pass);
        }
    }
    code
}

fn seconds(order: &PassOrder) -> f64 {
    let code = code(order);
    let at = |pass| code.iter().position(|other| *other == pass);
    let slow = code.len() as f64 * 0.001;
    match (at(ScalarPass::Promote), at(ScalarPass::Gvn)) {
        (Some(promote), Some(gvn)) if promote < gvn => 0.45 + slow,
        (Some(_), _) => 0.5 + slow,
        _ => 1.0 + slow,
    }
}

fn timed(runs: Vec<f64>, ratio: Option<Ratio>) -> Measured {
    Measured::Timed(Times { runs, ratio })
}

impl Laboratory<ScalarPass> for Artificial {
    type Fault = String;

    fn identity(&mut self, order: &PassOrder) -> Result<Result<String, Failure>, String> {
        Ok(Ok(format!("{:?}", code(order))))
    }

    fn measure(
        &mut self,
        orders: &[PassOrder],
        runs: u32,
        _: bool,
    ) -> Result<Vec<(PassOrder, Measured)>, String> {
        assert!(runs > 0);
        let base = seconds(&orders[0]);
        let measured = orders.iter().enumerate().map(|(at, order)| {
            self.measured.push(order.clone());
            if order.passes().contains(&ScalarPass::Unroll8) {
                let reason = "the driver crashed".to_string();
                let failure = Failure::new(FailureKind::Crashed, reason);
                return (order.clone(), Measured::Failed(failure));
            }
            let value = seconds(order) / base;
            let ratio = Ratio { value, interval: None, clear: (value - 1.0).abs() > 0.05 };
            (order.clone(), timed(vec![seconds(order); runs as usize], (at > 0).then_some(ratio)))
        });
        Ok(measured.collect())
    }

    fn keep(&mut self, record: &Trial<ScalarPass>) -> Result<(), String> {
        self.kept.push(record.clone());
        Ok(())
    }
}

fn manner() -> Manner<ScalarPass> {
    let budget = Duration::from_millis(300);
    Manner { budget, runs: 3, final_runs: 13, seed: 1, neighbours: vec![], listed: None }
}

fn about() -> About {
    About {
        igc: "1.2.3".into(),
        subject: Subject {
            program: "sums".into(),
            text: hash("text"),
            graph: "rmat:12".into(),
            params: vec![],
            options: Configuration::parse("wg").unwrap(),
        },
        file: "/home/somebody/sums.ig".into(),
        over: ScalarPass::OPTION.into(),
        device: DeviceName { name: "Some GPU".into(), driver: "4.5".into(), dialect: "C11".into() },
        compared: true,
        features: BTreeMap::new(),
    }
}

#[test]
fn a_search_finds_the_best_order() {
    let (mut laboratory, mut search) = (Artificial::default(), Search::resume(vec![]));
    let last = search.run(&mut laboratory, &manner()).unwrap();
    let (best, ratio) = last.best();
    assert_eq!(code(&best), [ScalarPass::Promote, ScalarPass::Gvn]);
    assert_eq!(best.passes().len(), 2, "{best}: passes without effect are removed");
    assert!((0.4..0.5).contains(&ratio.unwrap().value));
    assert_eq!(search.trials, laboratory.kept);
    let of = |is: fn(&TrialOutcome<ScalarPass>) -> bool| {
        search.trials.iter().filter(|trial| is(&trial.outcome)).count()
    };
    assert!(of(|outcome| matches!(outcome, TrialOutcome::Failed(_))) > 0);
    assert!(of(|outcome| matches!(outcome, TrialOutcome::Same(_))) > 0);
    let policy = last.policy(&about());
    assert_eq!(policy.rules[0].options.to_string(), "wg,passes=promote+gvn");
    assert_eq!(Policy::parse(&policy.to_string()), Ok(policy));
}

#[test]
fn only_listed_orders_are_tried() {
    let (mut laboratory, mut search) = (Artificial::default(), Search::resume(vec![]));
    let order = |text| PassOrder::parse(text).unwrap();
    let listed = ["gvn", "dce,gvn", "dce,promote", "unroll8"].map(order);
    let manner = Manner { listed: Some(listed.to_vec()), ..manner() };
    let last = search.run(&mut laboratory, &manner).unwrap();
    let way = |order: &PassOrder| {
        let tried = search.trials.iter().find(|trial| trial.order == *order);
        tried.map(|trial| trial.way)
    };
    assert_eq!(search.trials.len(), 2 + listed.len());
    assert!(listed.iter().all(|order| way(order) == Some(Way::Listed)));
    assert_eq!(way(&PassOrder::default()), Some(Way::Start));
    assert_eq!(way(&PassOrder::standard()), Some(Way::Start));
    // The final does not shorten listed orders, whose kernels may come from another machine.
    assert!(last.judged.iter().any(|(known, _)| *known == listed[2]));
}

#[test]
fn code_is_measured_once() {
    let (mut laboratory, mut search) = (Artificial::default(), Search::resume(vec![]));
    search.run(&mut laboratory, &manner()).unwrap();
    let mut codes: Vec<&String> =
        search.trials.iter().filter(|trial| trial.is_measured()).map(|trial| &trial.code).collect();
    let all = codes.len();
    codes.sort();
    codes.dedup();
    assert_eq!(codes.len(), all);
    assert!(search.trials.iter().all(|trial| trial.order.passes().len() <= PassOrder::MAX));
}

#[test]
fn a_search_continues() {
    let (mut laboratory, mut search) = (Artificial::default(), Search::resume(vec![]));
    let short = Manner { budget: Duration::ZERO, ..manner() };
    search.run(&mut laboratory, &short).unwrap();
    let lines: Vec<String> =
        laboratory.kept.iter().map(|trial| serde_json::to_string(trial).unwrap()).collect();
    let trials: Vec<Trial<ScalarPass>> =
        lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(trials, search.trials);
    let known: Vec<PassOrder> = trials.iter().map(|trial| trial.order.clone()).collect();
    let (mut laboratory, mut search) = (Artificial::default(), Search::resume(trials));
    search.run(&mut laboratory, &short).unwrap();
    let new = &search.trials[known.len()..];
    assert!(!new.is_empty());
    assert!(new.iter().all(|trial| !known.contains(&trial.order)));
}

#[test]
fn neighbours_are_tried() {
    let order = PassOrder::parse("licm,promote,unroll2,gvn").unwrap();
    let manner = Manner { neighbours: vec![order.clone()], ..manner() };
    let (mut laboratory, mut search) = (Artificial::default(), Search::resume(vec![]));
    search.run(&mut laboratory, &manner).unwrap();
    let trial = search.trials.iter().find(|trial| trial.order == order).unwrap();
    assert_eq!(trial.way, Way::Neighbour);
}

/// Returns the final of no passes, of the standard order and of `gvn`. Each has a time in the rounds
/// that choose and one in the rounds that judge.
fn last(pairs: [[f64; 2]; 3], pairs_of_rounds: usize) -> Final<ScalarPass> {
    let orders = ["none", "standard", "gvn"].map(|text| PassOrder::parse(text).unwrap());
    let ratio = Ratio { value: 0.5, interval: None, clear: true };
    let measured = orders.into_iter().zip(pairs).map(|(order, pair)| {
        let ratio = (!order.is_empty()).then_some(ratio);
        (order, timed(pair.repeat(pairs_of_rounds), ratio))
    });
    Final::of(measured.collect())
}

/// A policy must not recommend an order that is not clearly faster.
#[test]
fn without_a_gain_no_passes_are_best() {
    let slower = last([[1.0; 2], [1.0; 2], [1.3; 2]], 7);
    assert_eq!(slower.best(), (PassOrder::default(), None));
    assert_eq!(slower.policy(&about()).rules[0].options.to_string(), "wg");
    // Six rounds that judge are enough for an interval, and five are not.
    let gain = [[1.0; 2], [1.0; 2], [0.5; 2]];
    assert_eq!(last(gain, 6).best().0.to_string(), "gvn");
    assert_eq!(last(gain, 5).best(), (PassOrder::default(), None));
}

/// The rounds that choose an order say nothing about its gain.
#[test]
fn the_best_order_is_judged_by_other_runs_than_those_that_choose_it() {
    let gvn = PassOrder::parse("gvn").unwrap();
    let (best, ratio) = last([[1.0; 2], [0.7; 2], [0.4, 0.8]], 7).best();
    assert_eq!((&best, ratio.unwrap().value), (&gvn, 0.8));
    let lucky = last([[1.0; 2], [0.7; 2], [0.4, 1.0]], 7);
    assert_eq!(lucky.best(), (PassOrder::default(), None));
    assert_eq!((lucky.rounds, lucky.seconds(&gvn)), (7, Some(1.0)));
    let [(_, none), (_, standard), _] = &lucky.judged[..] else { panic!("{lucky:?}") };
    assert_eq!(*none, Judged::Timed(1.0, None));
    let Judged::Timed(seconds, Some(ratio)) = standard else { panic!("{standard:?}") };
    assert_eq!((*seconds, ratio.value, ratio.clear), (0.7, 0.7, true));
}

/// If an order that is chosen has failed or has the code of no passes, there is no gain.
#[test]
fn only_orders_with_times_and_other_code_are_chosen() {
    let failure = Failure::new(FailureKind::Hung, "it hung".into());
    let order = |text| PassOrder::parse(text).unwrap();
    let measured = vec![
        (order("none"), timed(vec![1.0; 14], None)),
        (order("standard"), Measured::Failed(failure.clone())),
        (order("dce"), timed(vec![1.0; 14], None)),
    ];
    let last = Final::of(measured);
    assert_eq!(last.best(), (PassOrder::default(), None));
    assert_eq!(last.judged[1].1, Judged::Failed(failure));
    assert_eq!(last.judged[2].1, Judged::Timed(1.0, None));
}

#[test]
fn the_report_says_what_the_best_order_gains() {
    let trial = |order: &str, ratio: f64| Trial {
        order: PassOrder::parse(order).unwrap(),
        way: Way::Random,
        code: order.into(),
        outcome: TrialOutcome::Timed { seconds: ratio, ratio },
    };
    let failure = Failure::new(FailureKind::Hung, "it hung".into());
    let failed = Trial { outcome: TrialOutcome::Failed(failure), ..trial("unroll8", 1.0) };
    let same = Trial { outcome: TrialOutcome::Same(PassOrder::default()), ..trial("dce", 1.0) };
    let trials =
        vec![trial("none", 1.0), trial("gvn", 0.9), same, failed, trial("promote,gvn", 0.5)];
    let search = Search::resume(trials);
    let mut laboratory = Artificial::default();
    let orders = ["none", "standard", "promote,gvn"].map(|text| PassOrder::parse(text).unwrap());
    let last = Final::of(laboratory.measure(&orders, 13, true).unwrap());
    let report = Report::of(&about(), &search, &last, vec!["rmat:12".into()]);
    insta::assert_snapshot!(report.text());
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(
        (json["best"].as_str(), json["trials_to_reach"].as_u64()),
        (Some("promote,gvn"), Some(3))
    );
}

/// LLVM's tools for a program on which `gvn` fails, `licm` saves a third of the driver's time, and
/// all other passes do nothing.
#[derive(Default)]
struct Tools {
    measured: Vec<LlvmOrder>,
}

fn has(order: &LlvmOrder, name: &str) -> bool {
    order.passes().iter().any(|pass| pass.name() == name)
}

impl Laboratory<LlvmPass> for Tools {
    type Fault = String;

    fn identity(&mut self, order: &LlvmOrder) -> Result<Result<String, Failure>, String> {
        let reason = "gvn crashed".to_string();
        let failed = Failure::new(FailureKind::Device, reason);
        let code = format!("{} {}", order.is_empty(), has(order, "licm"));
        Ok(if has(order, "gvn") { Err(failed) } else { Ok(code) })
    }

    fn measure(
        &mut self,
        orders: &[LlvmOrder],
        runs: u32,
        _: bool,
    ) -> Result<Vec<(LlvmOrder, Measured)>, String> {
        self.measured.extend(orders.iter().cloned());
        let measured = orders.iter().map(|order| {
            let value = if has(order, "licm") { 0.66 } else { 1.0 };
            let ratio = Ratio { value, interval: None, clear: value < 1.0 };
            let ratio = (!order.is_empty()).then_some(ratio);
            (order.clone(), timed(vec![value; runs as usize], ratio))
        });
        Ok(measured.collect())
    }

    fn keep(&mut self, _: &Trial<LlvmPass>) -> Result<(), String> {
        Ok(())
    }
}

#[test]
fn llvms_passes_are_searched_and_a_pass_that_fails_is_a_failed_trial() {
    let (mut tools, mut search) = (Tools::default(), Search::resume(vec![]));
    let budget = Duration::from_millis(50);
    let manner =
        Manner { budget, runs: 3, final_runs: 13, seed: 1, neighbours: vec![], listed: None };
    let last = search.run(&mut tools, &manner).unwrap();
    assert_eq!(last.best().0.to_string(), "licm");
    assert!(tools.measured.iter().all(|order| !has(order, "gvn")));
    let failed = |trial: &&Trial<LlvmPass>| matches!(trial.outcome, TrialOutcome::Failed(_));
    let with_gvn = search.trials.iter().filter(failed).count();
    assert!(with_gvn > 0 && search.trials.iter().filter(failed).all(|t| has(&t.order, "gvn")));
    // An interrupted search continues, and failures have no code that another order could share.
    let resumed: Search<LlvmPass> = Search::resume(search.trials.clone());
    assert!(!resumed.known.contains_key(""));
    let about = About { over: LlvmPass::OPTION.into(), ..about() };
    let policy = last.policy(&about);
    assert_eq!(policy.rules[0].options.to_string(), "wg,llvm=licm");
    assert_eq!(Policy::parse(&policy.to_string()), Ok(policy));
    let report = Report::of(&about, &search, &last, vec![]).text();
    assert!(report.contains("\n  the driver's compiler: 1000.000 ms\n"), "{report}");
    assert!(report.contains("\nbest: --opts llvm=licm\n"), "{report}");
}
