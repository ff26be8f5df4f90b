//! Which configurations have the same artefact for a device: the size and the number of workgroups
//! are a part of it.

use igc_compiler::configuration::Configuration;
use igc_compiler::driver::{Artefact, Compilation, Executed, compile};
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
fn schedules_have_the_width_of_outlined_loops() {
    let of = |options| widths(&compiled(options).artefact);
    assert_eq!(of("oitergb"), [None]);
    assert_eq!(of("oitergb,grid=2"), [Some(2)]);
    assert_eq!(of("persistent,grid=4"), [Some(4)]);
    let json = |options| serde_json::to_string(&compiled(options).artefact.schedule).unwrap();
    assert!(json("oitergb,grid=4").contains(r#""groups_per_unit":4"#));
    assert!(!json("oitergb").contains("groups_per_unit"));
}

#[test]
fn programs_without_outlined_loops_keep_their_code() {
    let (with, without) = (compiled("grid=4"), compiled("none"));
    let [with_grid, without_grid] =
        [&with, &without].map(|compiled| compiled.artefact.identity(Executed::OpenCl, None));
    assert_eq!(with_grid, without_grid);
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
