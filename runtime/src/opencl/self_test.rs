//! The self test: does each intrinsic of the device library do on a device what it should?
//!
//! The tests are kernels (`stdlib/selftest/`), grouped by file; each file is built together with the
//! library for every dialect that the device can have. A result says for one test in one dialect
//! whether it passed. A file that a driver refuses, or a test that it fails to run, is a result too.
//!
//! Every launch is a sign of life for the [`Watch`]: who must not be kept waiting by a device that hangs
//! ends the process when there is none for a while.

use std::time::{Duration, Instant};

use igc_opencl::{
    CacheFolder, DeviceInfo, DeviceKind, OpenClError, Program, Session, SessionOptions,
};
use serde::Serialize;

use super::build::{barrier_option, build_options, fitting};
use super::environment::Policy;
use super::obstacles::{barrier_obstacle, lock_obstacle};
use super::state::locks;
use crate::grid::{GridBarrier, GridWishes};
use crate::watch::Watch;

/// Tests that are one program on a device.
#[derive(Debug, Clone, Copy)]
struct TestFile {
    name: &'static str,
    text: &'static str,
    /// The implementation of the grid barrier that is tested, and what its tests' names end with.
    barrier: Option<(GridBarrier, &'static str)>,
}

macro_rules! test_file {
    ($name:literal) => {
        test_file!($name, $name, None)
    };
    ($name:literal, $path:literal, $barrier:expr) => {
        TestFile {
            name: $name,
            text: include_str!(concat!("../../../stdlib/selftest/", $path, ".cl")),
            barrier: $barrier,
        }
    };
}

/// The files of tests; that of the grid barrier for each of its implementations.
const FILES: [TestFile; 9] = [
    test_file!("arithmetic"),
    test_file!("groups"),
    test_file!("collectives"),
    test_file!("atomics"),
    test_file!("worklists"),
    test_file!("outline"),
    test_file!("litmus"),
    test_file!("grid", "grid", Some((GridBarrier::Counter, ""))),
    test_file!("grid_flags", "grid", Some((GridBarrier::Flags, "_flags"))),
];

/// What they share.
const COMMON: &str = include_str!("../../../stdlib/selftest/common.cl");

/// Work-items of a workgroup: two warps, or as many as the device can have.
const WORKGROUP_SIZE: usize = 64;

/// How often a test repeats what it does.
const ROUNDS: u32 = 32;

/// How often a test is run, unless that takes longer than [`LONG_ENOUGH`].
const REPEATS: u32 = 64;
const LONG_ENOUGH: Duration = Duration::from_millis(100);

/// What came of one test in one dialect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "outcome")]
pub enum Outcome {
    /// Everything was as it should be.
    Passed {
        /// How often something allowed was seen that the test takes note of, at most in one run: weak
        /// behaviours in `store_buffering`, workgroups that took part in `grid_barrier`.
        observed: u32,
    },
    /// Something was not.
    Failed {
        /// How often.
        violations: u32,
    },
    /// The driver did not build the test, or did not run it.
    Refused {
        /// Its words.
        reason: String,
    },
    /// The device is known to lack what is tested, and programs that need it are refused: no failure.
    Lacking {
        /// What it lacks.
        reason: &'static str,
    },
}

/// A test in one dialect.
#[derive(Debug, Clone, Serialize)]
pub struct TestResult {
    /// The file of the test, without its ending.
    pub file: &'static str,
    /// The test.
    pub name: String,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// All tests in one dialect.
#[derive(Debug, Clone, Serialize)]
pub struct DialectResults {
    /// The dialect in words.
    pub dialect: String,
    /// The tests, in the order of their files; the same for every dialect of a device.
    pub tests: Vec<TestResult>,
    /// How long it took, in seconds, most of it to build.
    pub seconds: f64,
}

/// The self test of one device.
#[derive(Debug, Clone, Serialize)]
pub struct SelfTest {
    /// The device's name.
    pub device: String,
    /// Its place in the list of devices.
    pub index: usize,
    /// Each dialect, the device's own first.
    pub dialects: Vec<DialectResults>,
}

impl SelfTest {
    /// Whether every test passed in every dialect, but for what the device is known to lack.
    pub fn passed(&self) -> bool {
        let mut tests = self.dialects.iter().flat_map(|dialect| &dialect.tests);
        tests.all(|test| matches!(test.outcome, Outcome::Passed { .. } | Outcome::Lacking { .. }))
    }
}

/// Runs all tests on a device, in each dialect that it can have.
///
/// # Errors
///
/// The device can't be used at all.
pub fn self_test(device: &DeviceInfo, watch: &Watch) -> Result<SelfTest, OpenClError> {
    let _listening = watch.listen();
    let mut dialects = vec![];
    for device in device.dialects() {
        dialects.push(in_dialect(&device, watch)?);
    }
    Ok(SelfTest { device: device.name.clone(), index: device.index, dialects })
}

fn in_dialect(device: &DeviceInfo, watch: &Watch) -> Result<DialectResults, OpenClError> {
    let start = Instant::now();
    let mut tests = vec![];
    for file in FILES {
        // A file that a device does not survive leaves the others a session of their own.
        let options = SessionOptions { cache: CacheFolder::Off, ..SessionOptions::default() };
        let session = Session::open_with(device, &options)?;
        let barrier = file.barrier.map_or("", |(_, ending)| ending);
        watch.begin(format!("the build of {}{barrier}.cl, {}", file.name, device.dialect));
        let built = build(&session, &file);
        for test in tests_of(file.text) {
            let name = file.result_name(&test);
            watch.begin(format!("{name} of {}.cl, {}", file.name, device.dialect));
            let outcome = match (test.obstacle(&file, device), &built) {
                (Some(reason), _) => Outcome::Lacking { reason },
                (None, Ok(built)) => run(&session, built, &test)
                    .unwrap_or_else(|error| Outcome::Refused { reason: error.to_string() }),
                (None, Err(error)) => Outcome::Refused { reason: error.to_string() },
            };
            tests.push(TestResult { file: file.name, name, outcome });
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    Ok(DialectResults { dialect: device.dialect.to_string(), tests, seconds })
}

impl TestFile {
    /// What the result of a test is called.
    fn result_name(&self, test: &Test) -> String {
        format!("{}{}", test.name, self.barrier.map_or("", |(_, ending)| ending))
    }
}

/// A test in the text of its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Test<'t> {
    name: &'t str,
    /// Whether one work-item prepares something first.
    has_start: bool,
    /// Whether it is about atomics on 64 bits.
    is_wide: bool,
}

impl Test<'_> {
    /// Why a device cannot do what is tested, if that is known.
    fn obstacle(&self, file: &TestFile, device: &DeviceInfo) -> Option<&'static str> {
        let (capabilities, dialect) = (&device.capabilities, &device.dialect);
        match file.barrier {
            Some(_) => barrier_obstacle(capabilities, dialect),
            None if self.is_wide => lock_obstacle(capabilities, dialect),
            None => None,
        }
    }
}

/// The tests of a file, in its order.
fn tests_of(text: &str) -> Vec<Test<'_>> {
    let starts = kernels(text, "IGC_START");
    let named = |line, kind, is_wide| {
        let name = kernel(line, kind)?;
        Some(Test { name, has_start: starts.contains(&name), is_wide })
    };
    let of = |line| named(line, "IGC_TEST", false).or_else(|| named(line, "IGC_TEST_WIDE", true));
    text.lines().filter_map(of).collect()
}

/// The tests of a file as a program, and how many work-items its workgroups have.
struct Built {
    program: Program,
    workgroup_size: usize,
}

/// Builds the tests of a file for workgroups of the usual size, or of what all of them can have.
fn build(session: &Session, file: &TestFile) -> Result<Built, OpenClError> {
    let mut workgroup_size = WORKGROUP_SIZE;
    loop {
        let mut options = build_options(&session.device().dialect, workgroup_size);
        if let Some((barrier, _)) = file.barrier {
            options += &barrier_option(barrier);
        }
        let program = session.build(&source(file.text), &options)?;
        let mut most = workgroup_size;
        for test in tests_of(file.text) {
            let limits = program.kernel(&format!("igc_test_{}", test.name))?.limits();
            most = most.min(limits.max_workgroup_size);
        }
        if most >= workgroup_size || workgroup_size == 1 {
            return Ok(Built { program, workgroup_size });
        }
        workgroup_size = fitting(most.min(workgroup_size - 1));
    }
}

/// A file of tests as a program: behind the library and what all tests share.
fn source(text: &str) -> String {
    [&igc_compiler::target::opencl::library(), COMMON, text].join("\n")
}

/// The names in a file after `IGC_TEST(` and its like, at the start of a line.
fn kernels<'t>(text: &'t str, kind: &str) -> Vec<&'t str> {
    text.lines().filter_map(|line| kernel(line, kind)).collect()
}

fn kernel<'t>(line: &'t str, kind: &str) -> Option<&'t str> {
    line.strip_prefix(kind)?.strip_prefix('(')?.split(')').next()
}

/// Runs a test with its start and check, until something is wrong or it has been done often enough:
/// what may go wrong between workgroups does so now and then.
fn run(session: &Session, built: &Built, test: &Test) -> Result<Outcome, OpenClError> {
    let Built { program, workgroup_size } = built;
    let count = workgroup_size * groups(session.device());
    let memory = session.buffer((16 * count + 1024) * size_of::<u32>())?;
    let wide = session.buffer_from(&[0u64; 64])?;
    let locks = locks(session)?;
    let verdict = session.buffer_from(&[0u32; 3])?;
    let patience = Policy::new(session.device(), *workgroup_size, &GridWishes::default()).patience;
    let launch = |kind: &str, global: usize, local: usize| {
        let kernel = program.kernel(&format!("igc_{kind}_{}", test.name))?;
        for (at, buffer) in (0..).zip([&memory, &wide, &verdict, &locks]) {
            kernel.set_buffer(at, buffer)?;
        }
        kernel.set_scalar(4, ROUNDS)?;
        kernel.set_scalar(5, count as u32)?;
        kernel.set_scalar(6, patience)?;
        kernel.launch(global, local)
    };
    let start = Instant::now();
    let mut observed_most = 0;
    for repeat in 0..REPEATS {
        if repeat > 0 && start.elapsed() > LONG_ENOUGH {
            break;
        }
        memory.fill(0u32)?;
        wide.fill(0u64)?;
        verdict.fill(0u32)?;
        if test.has_start {
            launch("start", 1, 1)?;
        }
        launch("test", count, *workgroup_size)?;
        launch("check", 1, 1)?;
        let mut words = [0u32; 2];
        verdict.read(0, &mut words)?;
        let [violations, observed] = words;
        if violations > 0 {
            return Ok(Outcome::Failed { violations });
        }
        observed_most = observed_most.max(observed);
    }
    Ok(Outcome::Passed { observed: observed_most })
}

/// Workgroups of a test. On a CPU many: its threads wake up one after the other, and should still find
/// something to do at the same time.
fn groups(device: &DeviceInfo) -> usize {
    let least = if device.kind == DeviceKind::Gpu { 4 } else { 128 };
    usize::try_from(device.compute_units).unwrap_or(1).saturating_mul(2).clamp(least, 256)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(outcomes: [Outcome; 2]) -> SelfTest {
        let test = |outcome| TestResult { file: "groups", name: "places".into(), outcome };
        let tests = outcomes.map(test).into();
        let dialect = DialectResults { dialect: "C11 atomics".into(), tests, seconds: 0.0 };
        SelfTest { device: "GPU".into(), index: 0, dialects: vec![dialect] }
    }

    #[test]
    fn a_device_passes_with_nothing_that_failed_and_nothing_that_did_not_run() {
        let passed = || Outcome::Passed { observed: 3 };
        let refused = Outcome::Refused { reason: "no such function".into() };
        assert!(with([passed(), passed()]).passed());
        assert!(!with([passed(), Outcome::Failed { violations: 1 }]).passed());
        assert!(!with([refused, passed()]).passed());
        assert!(with([Outcome::Lacking { reason: "no barrier" }, passed()]).passed());
    }

    #[test]
    fn every_test_has_a_check_and_a_name_of_its_own() {
        let mut all = vec![];
        for file in FILES {
            let TestFile { name, text, .. } = file;
            let tests = tests_of(text);
            let names: Vec<&str> = tests.iter().map(|test| test.name).collect();
            assert!(!tests.is_empty(), "{name}");
            assert_eq!(names, kernels(text, "IGC_CHECK"), "{name}");
            assert!(kernels(text, "IGC_START").iter().all(|start| names.contains(start)), "{name}");
            all.extend(tests.iter().map(|test| file.result_name(test)));
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
