//! Tests of all that lies above the interface of a GPU API (`backend/gpu/api.rs`), with an API that
//! records its calls. It is also the smallest example of a GPU backend.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod recorder;
mod search;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use igc_compiler::configuration::Configuration;
use igc_compiler::data::{ArrayData, Inputs};
use igc_compiler::driver::{Artefact, compile};
use igc_compiler::ir::Value;
use igc_runtime::Error;
use igc_runtime::backend::gpu::api::{Bound, KernelLimits};
use igc_runtime::backend::gpu::facts::Facts;
use igc_runtime::backend::{Device, Prepared, Repetition};
use igc_runtime::error::{DeviceError, DeviceErrorKind};
use igc_runtime::input::Input;
use igc_runtime::run_options::{ArrayLayout, RunOptions};
use recorder::Recorder;
use search::search;

const SEARCH: &str = include_str!("../../../examples/bfs/bfs_wl.ig");

fn compiled(text: &str, flags: &str) -> Artefact {
    compile("program", text, &Configuration::parse(flags).unwrap()).unwrap().artefact
}

/// Prepares a program whose only parameter, if it has one, is node 0.
fn prepare(
    artefact: &Artefact,
    device: &Recorder,
    graph: &str,
    options: &RunOptions,
) -> Result<Box<dyn Prepared>, Error> {
    let params = vec![Value::Node(0); artefact.module.params.len()];
    let resident = device.open(&Input::load(graph)?)?;
    resident.prepare(artefact, &params, &Inputs::default(), options)
}

/// Runs the search without optimisations, and returns the levels.
fn run(
    device: &Recorder,
    graph: &str,
    options: &RunOptions,
) -> Result<(Repetition, ArrayData), Error> {
    let mut program = prepare(&compiled(SEARCH, "none"), device, graph, options)?;
    let repetition = program.run_once()?;
    Ok((repetition, program.array(0)?.into_owned()))
}

fn recorder() -> Recorder {
    Recorder::new(search(&compiled(SEARCH, "none")))
}

#[test]
fn a_search_gives_the_levels_with_one_read_in_each_round() {
    let device = recorder();
    let (repetition, levels) = run(&device, "chain:300", &RunOptions::default()).unwrap();
    assert_eq!(levels, ArrayData::U32((0..300).collect()));
    assert_eq!((repetition.launches, repetition.rounds, repetition.restarts), (300, 300, 0));
    // One read for each round, one for the levels, and one that checks that no push lost an item.
    assert_eq!(device.log.reads.load(Ordering::Relaxed), 302);
}

#[test]
fn a_launch_has_a_work_item_for_each_item_of_a_small_frontier() {
    let device = recorder();
    let (_, levels) = run(&device, "star:1000", &RunOptions::default()).unwrap();
    assert_eq!(levels.get(999), Some(Value::U32(1)));
    let launches = device.log.launches.lock().unwrap();
    // The launches that complete the build come before the two rounds.
    let [.., (_, first), (_, second)] = &launches[..] else { panic!("{launches:?}") };
    let sizes = [first, second].map(|launch| (launch.geometry.global, launch.geometry.local));
    let local = sizes[0].1;
    // In the second round, the host knows from its read that there are 999 items.
    assert_eq!(sizes, [(local, local), (999_usize.next_multiple_of(local), local)]);
    assert!(!first.is_cooperative && !second.is_cooperative);
}

#[test]
fn a_worklist_grows_until_it_has_room() {
    let device = recorder();
    let options = RunOptions { worklist_capacity: Some(1), ..RunOptions::default() };
    let (repetition, levels) = run(&device, "star:500", &options).unwrap();
    assert_eq!((repetition.restarts, levels.get(499)), (1, Some(Value::U32(1))));
    // The kernel counted the items that found no room, so the capacity grows once, by a quarter more.
    let buffer = (499 + 499 / 4) * size_of::<u32>();
    let allocations = device.log.allocations.lock().unwrap();
    assert_eq!(allocations.iter().filter(|bytes| **bytes == buffer).count(), 2);
}

#[test]
fn memory_is_freed_with_its_owners() {
    let device = recorder();
    let program = prepare(&compiled(SEARCH, "none"), &device, "chain:9", &RunOptions::default());
    let used = program.unwrap().memory().unwrap();
    // Offsets and targets; levels.
    assert_eq!((used.graph, used.state), (4 * (10 + 16), 4 * 9));
    assert_eq!(device.log.live.load(Ordering::Relaxed), 0);
    let allocated: usize = device.log.allocations.lock().unwrap().iter().sum();
    assert_eq!((used.total, used.peak), (allocated as u64, allocated as u64));
}

#[test]
fn elements_are_where_the_layout_says_and_start_with_their_values() {
    let text = "node rows: u32[3] = 7; node kept: u32 = 5; global wide: i64 = -2;
        global small: bool = true;
        kernel k() { forall u in nodes { u.rows[1] = u.kept; } } main { k(); } output rows;";
    let artefact = compiled(text, "none");
    let by_row: Vec<u32> = (0..12).collect();
    let by_element = vec![0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11];
    for (layout, rows) in [(ArrayLayout::ByRow, by_row), (ArrayLayout::ByElement, by_element)] {
        let options = RunOptions { array_layout: Some(layout), ..RunOptions::default() };
        // The kernel writes the numbers of the elements in the order of the memory.
        let device = Recorder::new(Arc::new(|_, values| {
            for value in values {
                if let Bound::Buffer(buffer) = value
                    && buffer.bytes().len() == 48
                {
                    let words = (0..12_u32).flat_map(u32::to_le_bytes);
                    *buffer.bytes() = words.collect();
                }
            }
        }));
        let mut program = prepare(&artefact, &device, "chain:4", &options).unwrap();
        program.run_once().unwrap();
        let arrays = [0, 1, 2, 3].map(|at| program.array(at).unwrap().into_owned());
        let expected = [
            ArrayData::U32(rows),
            ArrayData::U32(vec![5; 4]),
            ArrayData::I64(vec![-2]),
            ArrayData::Bool(vec![true]),
        ];
        assert_eq!(arrays, expected);
        let macros = device.log.builds.lock().unwrap()[0].macros.clone();
        assert_eq!(macros.contains("-DIGC_BY_ELEMENT"), layout == ArrayLayout::ByElement);
    }
}

#[test]
fn workgroups_have_the_largest_size_that_every_kernel_allows() {
    let small = |most| {
        let device = recorder();
        let limits = KernelLimits { max_workgroup_size: most, ..device.limits };
        Recorder { limits, ..device }
    };
    let device = small(100);
    run(&device, "chain:4", &RunOptions::default()).unwrap();
    let sizes =
        device.log.builds.lock().unwrap().iter().map(|o| o.workgroup_size).collect::<Vec<_>>();
    assert_eq!(sizes.last(), Some(&96), "{sizes:?}");
    let options = RunOptions { workgroup_size: Some(128), ..RunOptions::default() };
    let refused = run(&small(100), "chain:4", &options).map(drop).unwrap_err();
    assert!(matches!(refused, Error::WorkgroupSize { wanted: 128, most: 100, .. }), "{refused}");
}

#[test]
fn workgroups_become_smaller_if_the_driver_has_too_little_local_memory_to_build() {
    let small = || Recorder { largest_build: 64, ..recorder() };
    let device = small();
    run(&device, "chain:4", &RunOptions::default()).unwrap();
    let sizes =
        device.log.builds.lock().unwrap().iter().map(|o| o.workgroup_size).collect::<Vec<_>>();
    assert_eq!(sizes, [128, 64]);
    let options = RunOptions { workgroup_size: Some(256), ..RunOptions::default() };
    let refused = run(&small(), "chain:4", &options).map(drop).unwrap_err();
    assert!(matches!(refused, Error::WorkgroupSize { wanted: 256, most: 128, .. }), "{refused}");
    // A workgroup of one work-item cannot become smaller.
    let none = Recorder { largest_build: 0, ..recorder() };
    let refused = run(&none, "chain:4", &RunOptions::default()).map(drop).unwrap_err();
    assert_eq!((refused.code(), refused.is_refusal()), ("local-memory", true), "{refused}");
}

#[test]
fn an_outlined_loop_is_a_cooperative_launch_that_can_be_resident() {
    let artefact = compiled(SEARCH, "oitergb");
    let groups_of = |resident_groups| {
        let device = Recorder::new(search(&artefact));
        let limits = KernelLimits { resident_groups, ..device.limits };
        let device = Recorder { limits, ..device };
        prepare(&artefact, &device, "chain:4", &RunOptions::default()).unwrap();
        let launches = device.log.launches.lock().unwrap();
        let (_, launch) = launches.iter().find(|(_, launch)| launch.is_cooperative).unwrap();
        launch.geometry.global / launch.geometry.local
    };
    assert_eq!(groups_of(Some(3)), 3);
    assert!(groups_of(None) > 3);
}

#[test]
fn a_device_without_the_abilities_that_a_program_needs_refuses_it() {
    let no_grid_barrier = Some("it is only a recorder");
    let device = recorder();
    let facts = Facts { no_grid_barrier, ..device.facts.clone() };
    let device = Recorder { facts, ..device };
    let refused = prepare(&compiled(SEARCH, "oitergb"), &device, "chain:4", &RunOptions::default());
    let refused = refused.map(drop).unwrap_err();
    assert!(refused.is_refusal() && refused.to_string().contains("only a recorder"), "{refused}");
    assert!(device.log.builds.lock().unwrap().is_empty());
}

#[test]
fn errors_of_the_device_keep_their_kind() {
    let small = Recorder { room: 1000, ..recorder() };
    let error = run(&small, "chain:300", &RunOptions::default()).map(drop).unwrap_err();
    assert!(error.is_refusal() && error.is_device(), "{error}");
    let lost = Recorder { launches_before_loss: 20, ..recorder() };
    let error = run(&lost, "chain:300", &RunOptions::default()).map(drop).unwrap_err();
    let Error::Device(DeviceError { kind, .. }) = &error else { panic!("{error}") };
    assert_eq!((*kind, error.is_refusal()), (DeviceErrorKind::Lost, false));
    // A worklist that does not fit is the fault of the program and not a refusal.
    let options = RunOptions { worklist_capacity: Some(1), ..RunOptions::default() };
    let tight = Recorder { room: 4 * (501 + 998 + 500) + 4 * 499, ..recorder() };
    let error = run(&tight, "star:500", &options).map(drop).unwrap_err();
    assert!(matches!(error, Error::WorklistMemory { .. }) && !error.is_refusal(), "{error}");
}
