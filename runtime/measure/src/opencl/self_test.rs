//! The self test: checks every intrinsic of the device library on a device.
//!
//! The tests are kernels in the files of `stdlib/selftest/`. Each file is built together with the
//! library, in every dialect that the device supports. Each test in each dialect has a result. It
//! is also a result if the driver rejects a file or fails to run a test.
//!
//! Every launch sends a heartbeat to the [`Watch`], so that a caller can end the process if the
//! device hangs. Some drivers build a kernel only at its first launch. Before a test, its kernels
//! are therefore launched with almost no work, which counts as a part of the build.

use std::time::{Duration, Instant};

use igc_compiler::codegen::{Language, library};
use igc_opencl::{
    CacheFolder, DeviceInfo, DeviceKind, OpenClError, Program, Session, SessionOptions, Subgroups,
};
use igc_runtime::backend::gpu::build::{barrier_option, fitting};
use igc_runtime::backend::gpu::environment::GridPolicy;
use igc_runtime::backend::gpu::facts::Facts;
use igc_runtime::backend::gpu::refusal::{barrier_obstacle, lock_obstacle};
use igc_runtime::backend::gpu::state::lock_count;
use igc_runtime::backend::opencl::build::build_options;
use igc_runtime::grid_options::{GridBarrier, GridOptions};
use igc_runtime::primitives::{Pushes, Ranking};
use igc_runtime::watch::Watch;
use serde::Serialize;

/// A file of tests, which is one program on a device.
#[derive(Debug, Clone, Copy)]
struct TestFile {
    name: &'static str,
    text: &'static str,
    /// The implementation that the file tests, if the library has several, and the suffix of its
    /// test names.
    variant: Option<(Variant, &'static str)>,
}

/// An implementation that a compiler option chooses.
#[derive(Debug, Clone, Copy)]
enum Variant {
    Barrier(GridBarrier),
    Ranking(Ranking),
    Pushes(Pushes),
}

impl Variant {
    /// Returns the compiler option.
    fn option(self) -> String {
        match self {
            Variant::Barrier(barrier) => barrier_option(barrier),
            Variant::Ranking(ranking) => ranking.option(),
            Variant::Pushes(pushes) => pushes.option().into(),
        }
    }
}

macro_rules! test_file {
    ($name:literal) => {
        test_file!($name, $name, None)
    };
    ($name:literal, $path:literal, $variant:expr) => {
        TestFile {
            name: $name,
            text: include_str!(concat!("../../../../stdlib/selftest/", $path, ".cl")),
            variant: $variant,
        }
    };
}

/// The files of tests. A file for a part of the library that has several implementations occurs once
/// per implementation. Of the algorithms for workgroups, the device's usual one is the first.
const FILES: [TestFile; 16] = [
    test_file!("arithmetic"),
    test_file!("groups"),
    test_file!("collectives"),
    test_file!("atomics"),
    test_file!("ranking"),
    test_file!("ranking_2", "ranking", Some((Variant::Ranking(Ranking::HillisSteele), "_2"))),
    test_file!("ranking_3", "ranking", Some((Variant::Ranking(Ranking::BrentKung), "_3"))),
    test_file!("ranking_4", "ranking", Some((Variant::Ranking(Ranking::Workgroup), "_4"))),
    test_file!("worklists"),
    test_file!("worklists_1", "worklists", Some((Variant::Pushes(Pushes::ActiveLanes), "_1"))),
    test_file!("outline"),
    test_file!("narrow"),
    test_file!("litmus"),
    test_file!("grid", "grid", Some((Variant::Barrier(GridBarrier::Counter), ""))),
    test_file!("grid_flags", "grid", Some((Variant::Barrier(GridBarrier::Flags), "_flags"))),
    test_file!("grid_sense", "grid", Some((Variant::Barrier(GridBarrier::Sense), "_sense"))),
];

/// Code that all files share.
const COMMON: &str = include_str!("../../../../stdlib/selftest/common.cl");

/// Number of work-items of a workgroup: two warps, or fewer if the device does not support so many.
const WORKGROUP_SIZE: usize = 64;

/// Number of times that a test repeats its operation.
const ROUNDS: u32 = 32;

/// Number of runs of a test, unless they take longer than [`LONG_ENOUGH`].
const REPEATS: u32 = 64;
const LONG_ENOUGH: Duration = Duration::from_millis(100);

/// The result of one test in one dialect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "outcome")]
pub enum Outcome {
    /// The test passed.
    Passed {
        /// The greatest number of allowed observations in a run, if the test counts them: weak
        /// behaviours in `store_buffering`, resident workgroups in `grid_barrier`.
        observed: u32,
    },
    /// The test failed.
    Failed {
        /// Number of violations.
        violations: u32,
    },
    /// The driver did not build the test, or did not run it.
    Refused {
        /// The driver's message.
        reason: String,
    },
    /// The device is known to lack what is tested. This is not a failure, because the runtime
    /// refuses programs that need it.
    Lacking {
        /// What the device lacks.
        reason: &'static str,
    },
}

/// A test in one dialect.
#[derive(Debug, Clone, Serialize)]
pub struct TestResult {
    /// Name of the test's file, without the suffix.
    pub file: &'static str,
    /// Name of the test.
    pub name: String,
    /// The result.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// All tests in one dialect.
#[derive(Debug, Clone, Serialize)]
pub struct DialectResults {
    /// The dialect in words.
    pub dialect: String,
    /// The tests, in the order of the files. The list is the same for every dialect of a device.
    pub tests: Vec<TestResult>,
    /// Duration in seconds. Building takes most of it.
    pub seconds: f64,
}

impl DialectResults {
    /// Returns the number of tests that failed or were refused. Tests of what the device is known to
    /// lack do not count.
    pub fn failures(&self) -> usize {
        let is_failure = |test: &&TestResult| {
            matches!(test.outcome, Outcome::Failed { .. } | Outcome::Refused { .. })
        };
        self.tests.iter().filter(is_failure).count()
    }
}

/// The self test of one device.
#[derive(Debug, Clone, Serialize)]
pub struct SelfTest {
    /// Name of the device.
    pub device: String,
    /// Position of the device in the list of devices.
    pub index: usize,
    /// The results of each dialect.
    pub dialects: Vec<DialectResults>,
}

impl SelfTest {
    /// Returns whether every test passed in every dialect, except for tests of what the device is
    /// known to lack.
    pub fn passed(&self) -> bool {
        self.dialects.iter().all(|dialect| dialect.failures() == 0)
    }
}

/// Runs all tests on a device in these [dialects](DeviceInfo::dialects). Calls `tested` with the results in
/// each dialect as soon as they are complete.
///
/// # Errors
///
/// Returns an error if the device cannot be used at all.
pub fn self_test(
    device: &DeviceInfo,
    dialects: &[DeviceInfo],
    watch: &Watch,
    tested: &mut dyn FnMut(&DialectResults),
) -> Result<SelfTest, OpenClError> {
    let _watching = watch.start();
    let mut all = vec![];
    for device in dialects {
        let results = in_dialect(device, watch)?;
        tested(&results);
        all.push(results);
    }
    Ok(SelfTest { device: device.name.clone(), index: device.index, dialects: all })
}

fn in_dialect(device: &DeviceInfo, watch: &Watch) -> Result<DialectResults, OpenClError> {
    let start = Instant::now();
    let mut tests = vec![];
    for file in FILES {
        // Each file has a session of its own, so that a file that breaks the session does not
        // affect the others.
        let options = SessionOptions { cache: CacheFolder::Off, ..SessionOptions::default() };
        let session = Session::open_with(device, &options)?;
        watch.set_activity(format!("the build of {}.cl, {}", file.name, device.dialect));
        let built = watch.during_build(|| build(&session, &file));
        for test in tests_of(file.text) {
            let name = file.result_name(&test);
            watch.set_activity(format!("{name} of {}.cl, {}", file.name, device.dialect));
            let outcome = match (test.obstacle(&file, device), &built) {
                (Some(reason), _) => Outcome::Lacking { reason },
                (None, Ok(built)) => run(&session, built, &test, watch)
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
    /// Returns the name of a test's result.
    fn result_name(&self, test: &Test) -> String {
        format!("{}{}", test.name, self.variant.map_or("", |(_, ending)| ending))
    }
}

/// A test, as the text of its file declares it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Test<'t> {
    name: &'t str,
    /// Whether one work-item runs a start kernel first.
    has_start: bool,
    /// Whether the test is about 64-bit atomics.
    is_wide: bool,
}

impl Test<'_> {
    /// Returns the reason why the device cannot run the test, if one is known.
    fn obstacle(&self, file: &TestFile, device: &DeviceInfo) -> Option<&'static str> {
        let facts = Facts::from(device);
        match file.variant {
            Some((Variant::Barrier(_), _)) => barrier_obstacle(&facts),
            Some((Variant::Pushes(_), _)) if device.dialect.subgroups != Subgroups::Ptx => {
                Some("it does not have PTX's warps")
            }
            _ if self.is_wide => lock_obstacle(&facts),
            _ => None,
        }
    }
}

/// Returns the tests of a file, in its order.
fn tests_of(text: &str) -> Vec<Test<'_>> {
    let starts = kernels(text, "IGC_START");
    let named = |line, kind, is_wide| {
        let name = kernel(line, kind)?;
        Some(Test { name, has_start: starts.contains(&name), is_wide })
    };
    let of = |line| named(line, "IGC_TEST", false).or_else(|| named(line, "IGC_TEST_WIDE", true));
    text.lines().filter_map(of).collect()
}

/// The tests of a file as a program, and the number of work-items of its workgroups.
struct Built {
    program: Program,
    workgroup_size: usize,
}

/// Builds the tests of a file for workgroups of the usual size, or of the largest size that all
/// tests support.
fn build(session: &Session, file: &TestFile) -> Result<Built, OpenClError> {
    let mut workgroup_size = WORKGROUP_SIZE;
    loop {
        let mut options = build_options(&session.device().dialect, workgroup_size);
        if let Some((variant, _)) = file.variant {
            options += &variant.option();
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

/// Returns a file of tests as a program: the library, the shared code and the tests.
fn source(text: &str) -> String {
    [&library(Language::OpenCl), COMMON, text].join("\n")
}

/// Returns the names after `IGC_TEST(` or a similar word at the start of a line.
fn kernels<'t>(text: &'t str, kind: &str) -> Vec<&'t str> {
    text.lines().filter_map(|line| kernel(line, kind)).collect()
}

fn kernel<'t>(line: &'t str, kind: &str) -> Option<&'t str> {
    line.strip_prefix(kind)?.strip_prefix('(')?.split(')').next()
}

/// Runs a test with its start and check kernels until it fails or has run often enough. Errors
/// between workgroups do not occur in every run.
fn run(
    session: &Session,
    built: &Built,
    test: &Test,
    watch: &Watch,
) -> Result<Outcome, OpenClError> {
    let Built { program, workgroup_size } = built;
    let count = workgroup_size * groups(session.device());
    let memory = session.buffer((32 * count + 1024) * size_of::<u32>())?;
    let wide = session.buffer_from(&[0u64; 64])?;
    let facts = Facts::from(session.device());
    let locks = session.buffer_from(&vec![0u32; lock_count(&facts)])?;
    let verdict = session.buffer_from(&[0u32; 3])?;
    let patience = GridPolicy::new(&facts, *workgroup_size, &GridOptions::default()).patience;
    let launch = |kind: &str, global: usize, local: usize, rounds: u32| {
        let kernel = program.kernel(&format!("igc_{kind}_{}", test.name))?;
        for (at, buffer) in (0..).zip([&memory, &wide, &verdict, &locks]) {
            kernel.set_buffer(at, buffer)?;
        }
        kernel.set_scalar(4, rounds)?;
        kernel.set_scalar(5, count as u32)?;
        kernel.set_scalar(6, patience)?;
        kernel.launch(global, local)
    };
    let launch_all = |global: usize, rounds: u32| {
        if test.has_start {
            launch("start", 1, 1, rounds)?;
        }
        launch("test", global, *workgroup_size, rounds)?;
        launch("check", 1, 1, rounds)
    };
    watch.during_build(|| {
        memory.fill(0u32)?;
        wide.fill(0u64)?;
        launch_all(*workgroup_size, 0)?;
        session.finish()
    })?;
    let start = Instant::now();
    let mut observed_most = 0;
    for repeat in 0..REPEATS {
        if repeat > 0 && start.elapsed() > LONG_ENOUGH {
            break;
        }
        memory.fill(0u32)?;
        wide.fill(0u64)?;
        verdict.fill(0u32)?;
        launch_all(count, ROUNDS)?;
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

/// Returns the number of workgroups of a test. A CPU gets many, because its threads wake up one
/// after the other and should still overlap.
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
