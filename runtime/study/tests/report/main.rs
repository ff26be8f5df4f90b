//! Tests of reports of made-up studies: snapshots of their text, and reports of unusual studies.

mod calibrations;
mod full;
mod made_up;

use std::collections::{BTreeMap, BTreeSet};

use igc_compiler::configuration::Flag;
use igc_measure::comparison::{Failure, FailureKind};
use igc_study::report::{Attachments, File, report};
use igc_study::{Chip, Dataset, Input, Outcome};

/// The flags whose eight configurations are used instead of all 96, so that the snapshots stay
/// small.
const FEW: [Flag; 3] = [Flag::Fg8, Flag::CoopCv, Flag::Oitergb];

fn none() -> Attachments {
    Attachments::default()
}

/// Returns attachments with one file of each kind.
fn attached() -> Attachments {
    let launch = r#"{"device": {"name": "Bigchip"}, "costs": {"pipelined": {"median": 4e-6},
        "waiting": {"median": 9e-6}, "reading": {"median": 15e-6}}, "utilisation": [
        {"kernel": 0.0, "share": {"median": 0.0}}, {"kernel": 1e-5, "share": {"median": 0.42}},
        {"kernel": 1e-4, "share": {"median": 0.9}}, {"kernel": 1e-3, "share": {"median": 0.99}}]}"#;
    let micro = r#"{"device": {"name": "Bigchip"}, "measurements": [{"benchmark": "sg-cmb",
        "plain": "each its own", "variant": "combined by subgroups", "plain_time": {"median": 2e-3},
        "time": {"median": 1e-3}, "speedup": {"value": 2.0}}]}"#;
    let steps = "repetition,rounds,time,frontier\n0,1,1e-5,1\n0,1,4e-5,120\n0,1,2e-5,30\n";
    let mut attached = none();
    for (name, text) in [("launch.json", launch), ("micro.json", micro), ("<b>bfs</b>.csv", steps)]
    {
        attached.add(name, text).expect(name);
    }
    for (name, text) in calibrations::files() {
        attached.add(name, &text).expect(name);
    }
    attached
}

#[test]
fn the_page_and_the_text_stay_as_they_are() {
    let files = report(&made_up::study(FEW), &attached(), &[]).files();
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    insta::assert_snapshot!("files", paths.join("\n"));
    for file in &files {
        let is_compared = matches!(file.path.as_str(), "index.html" | "report.md")
            || matches!(file.path.as_str(), "figures/porting.svg" | "numbers/chip-function.csv")
            || matches!(file.path.as_str(), "figures/steps-1.svg" | "numbers/frontier-1.csv")
            || matches!(file.path.as_str(), "figures/tuning-1.svg" | "numbers/tuning-porting.csv");
        if is_compared {
            insta::assert_snapshot!(file.path.replace(['/', '.'], "_"), file.text);
        }
    }
}

#[test]
fn the_same_study_gives_the_same_report() {
    let study = made_up::study(FEW);
    assert_eq!(report(&study, &none(), &[]).files(), report(&study, &none(), &[]).files());
}

#[test]
fn links_lead_somewhere() {
    let files = report(&made_up::study(FEW), &attached(), &[]).files();
    let page = &files[0].text;
    let after = |mark: &str| -> Vec<String> {
        let parts = page.split(mark).skip(1);
        parts.filter_map(|part| part.split('"').next()).map(String::from).collect()
    };
    let ids = after(" id=\"");
    let unique: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "{ids:?}");
    let links = after("href=\"#");
    assert_eq!(links.len(), 10);
    assert!(links.iter().all(|link| unique.contains(link)), "{links:?}");
    // The links of the text are files of the report.
    let text = files.iter().find(|file| file.path == "report.md").expect("there is a text");
    for link in text.text.split("](").skip(1).filter_map(|part| part.split(')').next()) {
        assert!(files.iter().any(|file| file.path == link), "{link}");
    }
}

#[test]
fn a_full_study_stays_light() {
    let page = report(&made_up::study(Flag::OF_96), &none(), &[]).html();
    assert!(page.len() < 400_000, "{} bytes", page.len());
}

/// Checks that text in attributes and elements never becomes markup.
#[test]
fn names_are_escaped_wherever_they_stand() {
    let script = "<script>alert('x')</script>\"&|\n# h";
    let mut study = made_up::study(FEW);
    study.study = script.into();
    study.applications.iter_mut().for_each(|name| *name = script.into());
    for input in &mut study.inputs {
        (input.name, input.spec, input.class) = (script.into(), script.into(), script.into());
        input.properties.insert(script.into(), 1.0);
    }
    for chip in &mut study.chips {
        *chip = Chip {
            name: script.into(),
            device: script.into(),
            driver: script.into(),
            dialect: script.into(),
        };
    }
    for outcome in study.results.values_mut().step_by(3) {
        let failure = Failure::new(FailureKind::Device, script.into());
        *outcome = Outcome::Failed(failure);
    }
    for file in report(&study, &none(), &[]).files() {
        // Files of numbers are read by programs, so they contain names without escapes.
        if !file.path.ends_with(".csv") {
            assert!(!file.text.contains("<script"), "{}", file.path);
            assert!(!file.text.contains("</script"), "{}", file.path);
        }
        if file.path.ends_with(".md") {
            assert!(!file.text.contains("\n# h"), "a name begins a line");
        }
    }
}

/// Checks reports of studies with missing data: each report must say what is missing.
#[test]
fn what_is_missing_is_said() {
    let full = made_up::study(FEW);
    let one_chip = || {
        let mut study = full.clone();
        study.results.retain(|cell, _| cell.test.chip == 0);
        study
    };
    let failures_only = || {
        let mut study = full.clone();
        let failure = Failure::new(FailureKind::Crashed, "signal 11".into());
        study.results.values_mut().for_each(|result| *result = Outcome::Failed(failure.clone()));
        study
    };
    let one_run = || {
        let mut study = full.clone();
        study.results.values_mut().for_each(|result| {
            if let Outcome::Timed(times) = result {
                times.truncate(1);
            }
        });
        study
    };
    let baseline_only = || {
        let mut study = full.clone();
        study.results.retain(|cell, _| cell.configuration == 0);
        study.configurations.truncate(1);
        study
    };
    let no_names =
        || Dataset { applications: vec![], inputs: vec![], chips: vec![], ..full.clone() };
    let unit = || Dataset {
        inputs: vec![Input {
            name: String::new(),
            spec: String::new(),
            class: String::new(),
            nodes: 0,
            edges: 0,
            properties: BTreeMap::from([("odd".into(), f64::NAN)]),
        }],
        ..Dataset::default()
    };
    let cases: [(&str, Dataset, &str); 7] = [
        ("empty", Dataset::default(), "The study has no times yet"),
        ("one chip", one_chip(), "on at least two chips"),
        ("failures only", failures_only(), "The study has no times yet"),
        ("one run", one_run(), "No configuration of a test has two runs"),
        ("baseline only", baseline_only(), "configurations that differ in one optimisation"),
        ("no names", no_names(), "The study lists no chips"),
        ("an input alone", unit(), "The study has no results"),
    ];
    for (case, study, says) in cases {
        let files = report(&study, &none(), &[]).files();
        assert!(files[0].text.contains(says), "{case}: {says}");
        for file in files {
            check_numbers(case, &file.path, &file.text);
        }
    }
}

/// Checks that in-degrees are shown if they differ from out-degrees, and that the CSV always has
/// them.
/// Checks the noise of times: three runs with a standard deviation of 29 % have a standard error of
/// 17 %, and 34 runs would have one of 5 %.
#[test]
fn noise_is_stated_and_too_much_of_it_needs_runs() {
    let summary_and_captions = |times: [f64; 3]| {
        let mut study = made_up::study(FEW);
        for outcome in study.results.values_mut() {
            *outcome = Outcome::Timed(times.to_vec());
        }
        let report = report(&study, &none(), &[]);
        let flags = report.sections.iter().find(|section| section.id == "flags");
        let captions: Vec<String> =
            flags.expect("it exists").exhibits.iter().map(|it| it.caption.clone()).collect();
        (report.summary.join(" "), captions.join(" "))
    };
    let (summary, captions) = summary_and_captions([1.0, 1.29, 0.71]);
    assert!(summary.contains("The times are too noisy: add runs. 100 % of"), "{summary}");
    assert!(summary.contains("to about 34, and run `igc study run STUDY.toml` again"), "{summary}");
    assert!(
        captions.contains("the median relative standard error of 432 mean times is 17 %."),
        "{captions}"
    );
    let (summary, captions) = summary_and_captions([1.0, 1.01, 0.99]);
    assert!(!summary.contains("too noisy"), "{summary}");
    assert!(captions.contains(" mean times is 0.6 %."), "{captions}");
}

#[test]
fn in_degrees_are_shown_of_directed_graphs() {
    let mut study = made_up::study(FEW);
    let mut shown = |symmetric: f64| {
        for input in &mut study.inputs {
            input.properties.insert("symmetric".into(), symmetric);
            input.properties.insert("in_degree_mean".into(), 2.0);
            input.properties.insert("degree_mean".into(), 4.0);
        }
        let files = report(&study, &none(), &[]).files();
        let find = |path: &str| files.iter().find(|file| file.path == path).expect(path);
        let numbers = find("numbers/inputs.csv").text.lines().next().expect("there are columns");
        assert!(numbers.ends_with("in degree mean,degree mean,diameter estimate,symmetric"));
        find("report.md").text.contains("| in degree mean |")
    };
    assert!(shown(0.0) && !shown(1.0));
}

/// Checks that the section on steps exists only if there are steps, and that it draws the requested
/// tests.
#[test]
fn steps_are_drawn_of_those_who_have_them() {
    let mut study = made_up::study(FEW);
    let titles = |files: &[File]| -> Vec<String> {
        let text = &files.iter().find(|file| file.path == "report.md").expect("it is there").text;
        let titles = text.lines().filter(|line| line.starts_with("### The time of each round: "));
        titles.map(|line| line["### The time of each round: ".len()..].replace('\\', "")).collect()
    };
    let by_itself = report(&study, &none(), &[]).files();
    // First the road, then another application on another input, then the remaining input.
    let tests = ["sssp_wl on usa.ny", "bfs_wl on rmat20", "bfs_wl on 2e23"];
    assert_eq!(titles(&by_itself), tests.map(|test| format!("{test} on BIGCHIP")));
    let asked = [("bfs_wl".to_string(), "2e23".to_string())];
    let files = report(&study, &none(), &asked).files();
    assert_eq!(titles(&files), ["bfs_wl on 2e23 on BIGCHIP"]);
    let numbers = files.iter().find(|file| file.path == "numbers/steps-1.csv").expect("there");
    assert_eq!(numbers.text.lines().count(), 1 + 14);
    study.steps.clear();
    let files = report(&study, &none(), &[]).files();
    assert!(!files.iter().any(|file| file.text.contains("round by round")));
}

/// Checks the report of a single device, which has no other to compare with, and of a device
/// without operations.
#[test]
fn calibrations_of_few_things_say_what_is_missing() {
    let study = made_up::study(FEW);
    let text = |attached: &Attachments| {
        let files = report(&study, attached, &[]).files();
        files.into_iter().find(|file| file.path == "report.md").expect("it is there").text
    };
    assert!(!text(&none()).contains("## Tuning"));
    let mut one = attached();
    one.calibrations.truncate(1);
    assert!(text(&one).contains("calibrations of at least two devices"));
    one.calibrations[0].operations.truncate(1);
    let copy_alone = text(&one);
    assert!(copy_alone.contains("copy and of another operation in the same configurations"));
    assert!(copy_alone.contains("two operations, or two devices"));
    one.calibrations[0].operations.clear();
    assert!(text(&one).contains("The calibration of this device has no operations"));
}

/// Checks that implausible bandwidths and special names in attached files do no harm.
#[test]
fn odd_bandwidths_and_names_do_no_harm() {
    for odd in [0.0, -1.0, f64::NAN, f64::INFINITY, f64::MAX, f64::MIN_POSITIVE, 5e-324] {
        for every in [1, 3] {
            let mut attached = attached();
            for calibrated in &mut attached.calibrations {
                calibrated.device = "<script>alert('x')</script>\n# h|".into();
                for times in &mut calibrated.operations {
                    let some = times.measured.iter_mut().step_by(every);
                    some.for_each(|measured| measured.bandwidth = odd);
                }
            }
            for file in report(&made_up::study(FEW), &attached, &[]).files() {
                check_numbers(&format!("{odd}, {every}"), &file.path, &file.text);
                let is_for_readers = !file.path.ends_with(".csv");
                assert!(!(is_for_readers && file.text.contains("<script")), "{}", file.path);
            }
        }
    }
}

/// Checks that implausible times in a study do no harm.
#[test]
fn odd_times_do_no_harm() {
    for odd in [0.0, -1.0, f64::NAN, f64::INFINITY, f64::MAX, f64::MIN_POSITIVE, 5e-324] {
        let mut study = made_up::study(FEW);
        for run in &mut study.steps {
            run.steps.iter_mut().for_each(|step| (step.time, step.start) = (odd, odd));
        }
        for (at, result) in study.results.values_mut().enumerate() {
            if let (Outcome::Timed(times), true) = (result, at % 3 == 0) {
                times.fill(odd);
            }
        }
        for file in report(&study, &none(), &[]).files() {
            check_numbers(&odd.to_string(), &file.path, &file.text);
        }
    }
}

/// Fails if a file contains a number that is not finite.
fn check_numbers(case: &str, path: &str, text: &str) {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    for word in words {
        assert!(!matches!(word, "NaN" | "inf" | "Infinity"), "{case}: {word} in {path}");
    }
}
