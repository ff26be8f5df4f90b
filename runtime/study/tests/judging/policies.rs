//! Tests that policies contain the findings of the analysis, and that their text can be read back.

use igc_compiler::configuration::{Configuration, ConfigurationError, Flag};
use igc_study::analysis::{InputBy, Key, Measurements, Strategy, specialise};
use igc_study::policy::{ChipMatch, Policy, PolicyChip, PolicyError, PolicyFault, Rule};
use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};
use proptest::sample::select;

use crate::planted::{self, APPLICATIONS, CHIPS, INPUTS};

fn key(application: &str, input: &str, chip: &str) -> Key {
    let known = |name: &str| (!name.is_empty()).then(|| name.to_string());
    Key { application: known(application), input: known(input), chip: known(chip) }
}

/// Checks that, if exactly the names of a partition are known, the policy gives the recommendation
/// of Algorithm 1 for this partition.
#[test]
fn a_policy_says_what_the_analysis_found() {
    let dataset = planted::study(0.01);
    let policy = Policy::of(&dataset);
    let measurements = Measurements::new(&dataset);
    let mut answered = 0;
    for strategy in Strategy::ALL {
        for partition in specialise(&measurements, strategy, InputBy::Class).partitions {
            let Some(rule) = policy.rules.iter().find(|rule| rule.key == partition.key) else {
                continue;
            };
            if partition.advice.is_none() {
                continue;
            }
            assert_eq!(rule.strategy(), strategy);
            assert_eq!(rule.options, partition.options, "{rule}");
            assert_eq!(policy.choose(&partition.key), Some(rule));
            answered += 1;
        }
    }
    assert!(answered > 50, "{answered}");
    let of = |known: Key| policy.choose(&known).map(ToString::to_string);
    assert_eq!(
        of(key("sssp", "road", "wild")).as_deref(),
        Some("oracle: application sssp, input road, chip wild")
    );
    assert_eq!(
        of(key("sssp", "", "wild")).as_deref(),
        Some("chip_app: application sssp, chip wild")
    );
    assert_eq!(of(key("new", "", "wild")).as_deref(), Some("chip: chip wild"));
    assert_eq!(of(key("new", "", "")).as_deref(), Some("global"));
    // The oracle chooses the fastest configuration. With noise, this choice would be random.
    let exact = Policy::of(&planted::study(0.0));
    let best = exact.choose(&key("sssp", "road", "wild")).expect("there is a rule");
    assert_eq!(best.options.to_string(), "sg,coop-cv,oitergb");
}

/// Checks that the rule of a larger partition is used if the analysis decides nothing for a
/// partition.
#[test]
fn without_an_answer_the_next_rule_is_asked() {
    let mut dataset = planted::study(0.01);
    // One application ran only once on one chip, so none of its differences there is significant.
    for (cell, outcome) in &mut dataset.results {
        let of_chip = CHIPS[cell.test.chip] == "calm";
        if let (true, 1, igc_study::Outcome::Timed(times)) =
            (of_chip, cell.test.application, outcome)
        {
            times.truncate(1);
        }
    }
    let policy = Policy::of(&dataset);
    let of = |known: Key| policy.choose(&known).map(Rule::strategy);
    assert_eq!(of(key(APPLICATIONS[0], "", "calm")), Some(Strategy::ChipApp));
    assert_eq!(of(key(APPLICATIONS[1], "", "calm")), Some(Strategy::Chip));
}

#[test]
fn a_test_that_nothing_speeds_up_gets_nothing() {
    let mut dataset = planted::study(0.0);
    for (cell, outcome) in &mut dataset.results {
        if INPUTS[cell.test.input] == "random" && CHIPS[cell.test.chip] == "neutral" {
            let bare = dataset.configurations[cell.configuration] == Configuration::default();
            // The variation of the baseline is larger than the speedup of the other configurations.
            let times = if bare { vec![1.0, 1.2, 1.1] } else { vec![1.05, 1.06, 1.07] };
            *outcome = igc_study::Outcome::Timed(times);
        }
    }
    let policy = Policy::of(&dataset);
    let rule = policy.choose(&key("bfs", "random", "neutral")).expect("there is a rule");
    assert_eq!((rule.strategy(), &rule.options), (Strategy::Oracle, &Configuration::default()));
}

#[test]
fn a_policy_reads_back_and_is_the_same_each_time() {
    let policy = Policy::of(&planted::study(0.01));
    let text = policy.to_string();
    assert_eq!(Policy::parse(&text.replace('\n', "\r")).as_ref(), Ok(&policy));
    assert_eq!(Policy::parse(&text), Ok(policy));
    assert_eq!(Policy::of(&planted::study(0.01)).to_string(), text);
    assert!(text.contains("\n  # chip\n  { chip = \"calm\", options = \"sg,fg8\" },\n"), "{text}");
}

#[test]
fn devices_are_recognised_by_name_and_driver() {
    let chip = |name: &str, device: &str, driver: &str| PolicyChip {
        name: name.into(),
        device: device.into(),
        driver: driver.into(),
    };
    let chips =
        vec![chip("new", "GPU", "2"), chip("old", "GPU", "1"), chip("other", "Other GPU", "1")];
    let policy = Policy { chips, ..Policy::default() };
    assert_eq!(policy.chip_of("GPU", "1"), ChipMatch::Same(&policy.chips[1]));
    assert_eq!(policy.chip_of("GPU", "3"), ChipMatch::Unknown);
    assert_eq!(policy.chip_of("Other GPU", "3"), ChipMatch::OtherDriver(&policy.chips[2]));
    assert_eq!(policy.chip_of("CPU", "1"), ChipMatch::Unknown);
}

/// Parses a policy with the given rules, which begin in line 6.
fn with_rules(rules: &str) -> Result<Policy, PolicyError> {
    let chips = r#"{ name = "a", device = "A", driver = "1" }"#;
    Policy::parse(&format!(
        "study = \"s\"\nigc = \"0\"\nchips = [{chips}]\ninputs = [\"road\"]\nrules = [\n{rules}\n]\n"
    ))
}

#[test]
fn what_is_no_policy_is_refused_with_its_line() {
    let fault = |rules: &str| with_rules(rules).expect_err("it is wrong");
    let unknown = fault("{ options = \"wg\" },\n{ options = \"fg2\" },");
    let expected = PolicyFault::Configuration(ConfigurationError::Unknown("fg2".into()));
    assert_eq!(unknown, PolicyError { line: 7, fault: expected });
    assert!(unknown.to_string().starts_with("line 7: unknown optimisation `fg2`"));
    let exclusive = PolicyFault::Configuration(ConfigurationError::Exclusive(Flag::Fg1, Flag::Fg8));
    assert_eq!(fault("{ options = \"fg1,fg8\" }").fault, exclusive);
    let chip = fault("{ chip = \"b\", options = \"wg\" }");
    assert_eq!(chip, PolicyError { line: 6, fault: PolicyFault::UnknownChip("b".into()) });
    let input = fault("{ input = \"web\", options = \"wg\" }").fault;
    assert_eq!(input, PolicyFault::UnknownInput("web".into()));
    let late = fault(
        "{ input = \"road\", options = \"wg\" },\n{ input = \"road\", chip = \"a\", options = \"\" }",
    );
    assert_eq!(late, PolicyError { line: 7, fault: PolicyFault::Unreachable(6) });
    for form in ["{ }", "{ option = \"wg\" }", "{ options = 7 }", "{", "7"] {
        assert!(matches!(fault(form).fault, PolicyFault::Form(_)), "{form}");
    }
    assert_eq!(Policy::parse("").map_err(|error| error.line), Err(1));
    assert_eq!(with_rules("").expect("it need not have rules").choose(&Key::default()), None);
}

#[test]
fn two_chips_of_one_name_are_refused() {
    let chip = r#"{ name = "a", device = "A", driver = "1" }"#;
    let text =
        format!("study = \"s\"\nigc = \"0\"\nchips = [\n{chip},\n{chip}]\ninputs = []\nrules = []");
    let fault = PolicyFault::ChipTwice("a".into());
    assert_eq!(Policy::parse(&text), Err(PolicyError { line: 5, fault }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Checks that names may contain any characters.
    #[test]
    fn policies_of_strange_names_read_back(
        study in ".*",
        device in "(?s).*",
        name in r#"["'\\\n\t\x7f{}=#a-z]{1,9}"#,
        options in select(Configuration::all_configurations()),
    ) {
        let rule = |key: Key| Rule { key, options: options.clone() };
        let chip = PolicyChip { name: name.clone(), device, driver: "".into() };
        let policy = Policy {
            study,
            igc: "0.1.0".into(),
            chips: vec![chip],
            inputs: vec![name.clone()],
            rules: vec![
                rule(Key { application: name.clone().into(), ..key("", &name, &name) }),
                rule(key("", "", "")),
            ],
        };
        prop_assert_eq!(Policy::parse(&policy.to_string()), Ok(policy));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "(?s).{0,200}", rules in "[{}\\[\\]=\",a-z \n]{0,80}") {
        let _ = Policy::parse(&text);
        let _ = with_rules(&rules);
    }
}
