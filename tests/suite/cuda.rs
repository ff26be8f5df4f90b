//! Compiles every application for CUDA with NVRTC, which needs neither a GPU nor a driver.
//!
//! The tests use the NVRTC that igc finds ([`igc_cuda::nvrtc`]). NVRTC 13 does not compile for
//! compute capability 7.0, so the environment variable [`OLD`] may name another version, too. A test
//! that finds no NVRTC says that it is skipped.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use igc_compiler::codegen::{Language, library, respell, with_library};
use igc_compiler::configuration::Configuration;
use igc_compiler::driver::Artefact;
use igc_cuda::Source;
use igc_cuda::nvrtc::{Compiled, Form, Nvrtc, Rejected};
use igc_tests::application::{APPLICATIONS, Application};
use igc_tests::scope::everything_is_asked_for;

/// The environment variable that names an NVRTC of CUDA 12.
const OLD: &str = "IGC_NVRTC_12";

/// The compute capabilities for which the applications are compiled. 7.0 is the oldest that the
/// device library supports, 8.0 brought reductions of warps, and 10.0 is the newest.
const CAPABILITIES: [u32; 4] = [70, 75, 90, 100];

/// The capability and the version of NVRTC for which the resources of kernels are compared. Another
/// version allocates other registers.
const COMPARED: (u32, &str) = (90, "13.0");

/// Opens every NVRTC of this machine. Says that the test is skipped if there is none.
pub fn nvrtcs() -> Vec<Nvrtc> {
    let old = std::env::var_os(OLD).filter(|path| !path.is_empty());
    let paths = igc_cuda::nvrtc::installed().into_iter().chain(old.map(Into::into));
    let found: Vec<Nvrtc> = paths.map(|path| Nvrtc::open(&path).unwrap()).collect();
    if found.is_empty() {
        println!(
            "skipped: NVRTC was not found; `pip install nvidia-cuda-nvrtc==13.0.88` installs it"
        );
    }
    found
}

/// Returns the source that the runtime compiles, for the workgroup size of a configuration.
pub fn source(artefact: &Artefact, options: &Configuration) -> Source {
    Source {
        text: with_library(Language::Cuda, artefact.code(Language::Cuda)),
        options: vec![format!("-DIGC_WORKGROUP_SIZE={}", options.workgroup_size as u32)],
    }
}

/// Compiles a source for a capability, with warnings as errors. Returns `None` if this NVRTC does
/// not know the capability.
#[track_caller]
fn compile(
    nvrtc: &Nvrtc,
    capability: u32,
    what: &str,
    source: &Source,
    more: &[String],
) -> Option<Compiled> {
    let (architecture, form) = nvrtc.target(capability)?;
    if form != Form::Cubin {
        return None;
    }
    let options = [&source.all_options(), more].concat();
    match nvrtc.compile(&source.text, &architecture, form, &options) {
        Ok(compiled) => Some(compiled),
        Err(Rejected::Program(log) | Rejected::Failed(log)) => {
            panic!("{what} for {architecture} with NVRTC {}: {log}", nvrtc.version())
        }
    }
}

/// Returns NVRTC's messages without the one about old capabilities, which every program gets.
fn warnings(compiled: &Compiled) -> String {
    let lines =
        compiled.log.lines().filter(|line| !line.contains("are deprecated and may be removed"));
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// Does something for each of `count` numbers, on all processors.
pub fn on_all_processors(count: usize, act: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count {
                        break;
                    }
                    act(at);
                }
            });
        }
    });
}

/// Tests a part of the covering configurations of each application for one capability, and one of them for
/// another capability, or all of them for all capabilities. The applications take turns with the parts and with the other
/// capabilities.
#[test]
fn every_application_compiles_for_every_capability_in_covering_configurations() {
    /// Number of parts of the covering configurations. NVRTC takes a third of a second for each program.
    const PARTS: usize = 8;
    let nvrtcs = nvrtcs();
    if nvrtcs.is_empty() {
        return;
    }
    let everything = everything_is_asked_for();
    let known = Mutex::new(BTreeSet::new());
    on_all_processors(APPLICATIONS.len(), |at| {
        let (_, name) = APPLICATIONS[at];
        let covering = Configuration::covering(at);
        let of_another = (at % covering.len(), CAPABILITIES[at % CAPABILITIES.len()]);
        for (number, options) in covering.into_iter().enumerate() {
            let is_turn = number % PARTS == at % PARTS;
            let is_compiled = |capability: &u32| {
                *capability == COMPARED.0 && is_turn
                    || (number, *capability) == of_another
                    || everything
            };
            let capabilities: Vec<u32> = CAPABILITIES.into_iter().filter(is_compiled).collect();
            if capabilities.is_empty() {
                continue;
            }
            let artefact = Application::with(name, &options).program.compilation.artefact;
            let source = source(&artefact, &options);
            for capability in capabilities {
                let what = format!("{name} with {options}");
                let mut compiled = nvrtcs
                    .iter()
                    .filter_map(|nvrtc| compile(nvrtc, capability, &what, &source, &[]));
                if let Some(compiled) = compiled.next() {
                    assert_eq!(warnings(&compiled), "", "{what} for {capability}");
                    known.lock().unwrap().insert(capability);
                }
            }
        }
    });
    let known = known.into_inner().unwrap();
    assert!(known.contains(&90), "{known:?}");
    for capability in CAPABILITIES.iter().filter(|capability| !known.contains(capability)) {
        println!(
            "skipped: compute capability {capability}, which no NVRTC of this machine knows; {OLD} may name another one"
        );
    }
}

/// Returns the device library and all files of its self test.
pub fn self_test() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../stdlib/selftest");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "common.cl")
        .collect();
    names.sort();
    let tests: String =
        ["common.cl".to_owned()].iter().chain(&names).map(|name| read(name)).collect();
    library(Language::Cuda) + &respell(Language::Cuda, &tests)
}

/// Tests that the library alone compiles in the variants that the host may choose, and the usual variant for every
/// capability. By default, it compiles three of them.
#[test]
fn the_library_and_the_self_test_compile_in_all_variants() {
    let text = self_test();
    let variants = [
        "",
        "-DIGC_WORKGROUP_SIZE=256 -DIGC_BLOCKS -DIGC_BY_ELEMENT -DIGC_GRID_BARRIER=2",
        "-DIGC_GRID_BARRIER=3",
        "-DIGC_WORKGROUP_SIZE=96 -DIGC_RANKING=1 -DIGC_PUSHES=1",
        "-DIGC_RANKING=2",
        "-DIGC_RANKING=3",
        "-DIGC_RANKING=4",
        // A workgroup that is not a multiple of a warp has no subgroups.
        "-DIGC_WORKGROUP_SIZE=100",
        "-DIGC_WORKGROUP_SIZE=1 -DIGC_RANKING=5 -DIGC_PUSHES=1",
        "-DIGC_RESIDENT_WORKGROUPS=1",
    ];
    let nvrtcs = nvrtcs();
    // The usual variant is compiled for every capability.
    let others = variants[1..].iter().map(|variant| (90, *variant));
    let all = CAPABILITIES.into_iter().map(|capability| (capability, "")).chain(others);
    // NVRTC takes ten seconds for each. The three have the oldest capability, another order of elements, and a ranking in
    // a workgroup without subgroups.
    let is_turn = |at: usize| everything_is_asked_for() || matches!(at, 0 | 4 | 11);
    let all: Vec<(u32, &str)> =
        all.enumerate().filter(|(at, _)| is_turn(*at)).map(|(_, one)| one).collect();
    on_all_processors(all.len(), |at| {
        let (capability, variant) = all[at];
        let options = variant.split_whitespace().map(str::to_owned).collect();
        let source = Source { text: text.clone(), options };
        let mut compiled =
            nvrtcs.iter().filter_map(|nvrtc| compile(nvrtc, capability, variant, &source, &[]));
        let warnings = compiled.next().map(|compiled| warnings(&compiled)).unwrap_or_default();
        assert_eq!(warnings, "", "{variant} for {capability}");
    });
}

/// The registers, the spills and the memory of each kernel, without optimisations and with all of
/// them. By default, an application is compiled in one of the two ways, and the next one in the other way; all are
/// compiled if the kernels of one differ from the snapshot.
#[test]
fn the_resources_of_every_kernel() {
    let version = COMPARED.1;
    let Some(nvrtc) = nvrtcs().into_iter().find(|nvrtc| nvrtc.version() == version) else {
        println!("skipped: the resources of kernels are those of NVRTC {version}");
        return;
    };
    let is_known = |(number, rows): (usize, &String)| {
        let known = include_str!("../snapshots/cuda_resources.snap").split(HEAD).nth(number + 1);
        !rows.is_empty() && known.is_some_and(|known| known.contains(&**rows))
    };
    if !everything_is_asked_for() && std::env::var_os("INSTA_UPDATE").is_none() {
        let part = tables(&nvrtc, |number, at| (number + at).is_multiple_of(2));
        let of_chosen = part.iter().enumerate().flat_map(|(number, rows)| {
            rows.iter().skip(number % 2).step_by(2).map(move |rows| (number, rows))
        });
        if of_chosen.into_iter().all(is_known) {
            return;
        }
    }
    let mut text = String::new();
    for (configuration, rows) in RESOURCES_OF.iter().zip(tables(&nvrtc, |_, _| true)) {
        writeln!(text, "---- {configuration} ----\n\n{HEAD}{}", rows.concat()).unwrap();
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!("cuda_resources", text));
}

/// The configurations whose resources are compared.
const RESOURCES_OF: [&str; 2] = ["none", "all"];

/// Returns the lines about the kernels of each application in each of these configurations, if they are chosen by the
/// numbers of the configuration and of the application.
fn tables(nvrtc: &Nvrtc, is_chosen: impl Fn(usize, usize) -> bool + Sync) -> Vec<Vec<String>> {
    let table = |(number, configuration): (usize, &&str)| {
        let options = Configuration::parse(configuration).unwrap();
        let rows: Vec<Mutex<String>> = APPLICATIONS.iter().map(|_| Mutex::default()).collect();
        on_all_processors(APPLICATIONS.len(), |at| {
            if !is_chosen(number, at) {
                return;
            }
            let (_, name) = APPLICATIONS[at];
            let artefact = Application::with(name, &options).program.compilation.artefact;
            let source = source(&artefact, &options);
            let verbose = ["--ptxas-options=-v".to_owned()];
            let compiled = compile(nvrtc, COMPARED.0, name, &source, &verbose).unwrap();
            *rows[at].lock().unwrap() = resources(&compiled.log);
        });
        rows.into_iter().map(|row| row.into_inner().unwrap()).collect()
    };
    RESOURCES_OF.iter().enumerate().map(table).collect()
}

/// The head of the table of resources. A stack holds local arrays and slow paths of functions such as
/// `sin`. All sizes are in bytes.
const HEAD: &str = "registers  spills  stack  shared  kernel\n";

/// Returns a line for each kernel, from the messages of the assembler.
fn resources(log: &str) -> String {
    let mut lines: Vec<String> = vec![];
    let (mut kernel, mut stack, mut spills) = ("", 0, 0);
    for line in log.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            kernel = rest.split('\'').next().unwrap();
        } else if line.contains("bytes stack frame") {
            stack = before(line, " bytes stack frame");
            spills = before(line, " bytes spill stores") + before(line, " bytes spill loads");
        } else if line.contains("Used ") && line.contains(" registers") {
            let (registers, shared) = (before(line, " registers"), before(line, " bytes smem"));
            lines.push(format!("{registers:9}  {spills:6}  {stack:5}  {shared:6}  {kernel}\n"));
        }
    }
    // The assembler chooses the order.
    lines.sort_by(|a, b| a.split(' ').next_back().cmp(&b.split(' ').next_back()));
    lines.concat()
}

/// Returns the number before some words of a line, or 0 if the line does not have them.
fn before(line: &str, words: &str) -> u32 {
    let Some((start, _)) = line.split_once(words) else { return 0 };
    start.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
}

/// Tests that no word of OpenCL is left in any kernel, whatever the configuration.
#[test]
fn kernels_for_cuda_have_no_words_of_opencl() {
    const WORDS: [&str; 11] = [
        "global",
        "local",
        "private",
        "constant",
        "kernel",
        "IGC_WITH_BARRIERS",
        "IGC_SHARE_END",
        "add_sat",
        "popcount",
        "as_uint",
        "as_float",
    ];
    for (at, (_, name)) in APPLICATIONS.iter().enumerate() {
        for options in Configuration::covering(at) {
            let artefact = Application::with(name, &options).program.compilation.artefact;
            let code = artefact.code(Language::Cuda);
            assert!(!code.to_lowercase().contains("opencl"), "{name} with {options}");
            let code: String = code
                .lines()
                .map(|line| line.split("//").next().unwrap().to_owned() + "\n")
                .collect();
            for part in ["vload", "igc_path_", "igc_continues", "(ulong2)("] {
                assert!(!code.contains(part), "{name} with {options} has {part}");
            }
            for word in code.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
                assert!(!WORDS.contains(&word), "{name} with {options} has {word}");
            }
        }
    }
}
