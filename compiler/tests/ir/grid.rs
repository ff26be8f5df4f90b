//! Tests of the width of outlined loops: the number in the IR and in the schedule, and the remarks.

use igc_compiler::configuration::Configuration;
use igc_compiler::driver::{Artefact, Compilation, Executed, compile};
use igc_compiler::remarks::Outcome;
use igc_compiler::schedule::Step;

/// A program with a loop that launches a kernel.
const SEARCH: &str = "
node level: u32 = MAX;
kernel visit(depth: u32) {
    forall u in worklist {
        forall e in u.out {
            let v = e.dst;
            if v.level == MAX { v.level = depth; push v; }
        }
    }
}
main {
    let depth = 1;
    pipe nodes { visit(depth); depth += 1; }
}
output level;
";

fn compiled(options: &str) -> Compilation {
    compile("m", SEARCH, &Configuration::parse(options).unwrap()).unwrap()
}

/// Returns the numbers in the schedule's steps.
fn widths(artefact: &Artefact) -> Vec<Option<u32>> {
    let of = |step: &Step| match step {
        Step::Outlined { groups_per_unit, .. } => Some(*groups_per_unit),
        _ => None,
    };
    artefact.schedule.main.iter().filter_map(of).collect()
}

#[test]
fn outlined_loops_have_the_number_of_their_flag() {
    let of = |options| widths(&compiled(options).artefact);
    assert_eq!(of("oitergb"), [None]);
    for (options, groups) in [("oitergb,grid=2", 2), ("persistent,grid=4", 4)] {
        assert_eq!(of(options), [Some(groups)]);
    }
    let text = compiled("oitergb,grid=4").artefact.module.to_string();
    assert!(text.contains("outlined outlined_0(inout depth: u32) groups 4 {"), "{text}");
    let json = serde_json::to_string(&compiled("oitergb,grid=4").artefact.schedule).unwrap();
    assert!(json.contains(r#""groups_per_unit":4"#), "{json}");
    assert!(
        !serde_json::to_string(&compiled("oitergb").artefact.schedule)
            .unwrap()
            .contains("groups_per_unit")
    );
}

#[test]
fn programs_without_outlined_loops_keep_their_code() {
    let (with, without) = (compiled("grid=4"), compiled("none"));
    let [with_grid, without_grid] =
        [&with, &without].map(|compiled| compiled.artefact.identity(Executed::OpenCl, None));
    assert_eq!(with_grid, without_grid);
    let remarks: Vec<_> =
        with.remarks.0.iter().map(|remark| (remark.outcome, remark.message.as_str())).collect();
    let reason = "no loop of `main` is one kernel, as with `oitergb` or `persistent`";
    assert_eq!(remarks, [(Outcome::NotApplied, reason)]);
}

#[test]
fn loops_of_other_widths_are_other_configurations() {
    let (narrow, wide) = (compiled("oitergb,grid=2"), compiled("oitergb,grid=4"));
    let differ = |executed| {
        narrow.artefact.identity(executed, None) != wide.artefact.identity(executed, None)
    };
    assert!(differ(Executed::OpenCl));
    // The native target runs loops without workgroups.
    assert!(!differ(Executed::Parallel));
    let remark = wide.remarks.0.last().unwrap();
    assert_eq!(remark.outcome, Outcome::Applied);
    insta::assert_snapshot!(remark.message, @"`outlined_0` has 4 workgroups for each compute unit of a GPU, as far as they are resident");
}

#[test]
fn the_widths_of_launches_are_part_of_the_identity() {
    let identity = |options| compiled(options).artefact.identity(Executed::OpenCl, None);
    // No iteration of the search may repeat, so the launches stay the same, too.
    assert_eq!(identity("oitergb"), identity("oitergb,async=64"));
    // The kernels and the host program of each pair are the same.
    assert_ne!(identity("oitergb,grid=2"), identity("oitergb,grid=4"));
    assert_ne!(identity("none"), identity("sz256"));
    let of_size = |options| compiled(options).artefact.identity(Executed::OpenCl, Some(64));
    assert_eq!(of_size("none"), of_size("sz256"));
}
