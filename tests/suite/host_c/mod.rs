//! Tests the host programs in C: every application, in five configurations, must compile without
//! warnings, and must give the results of the runtime on every OpenCL device.
//!
//! By default, each application is compiled in two of the configurations, and every second one runs in one of them. With
//! `IGC_CONFIGURATIONS=all`, it runs in all of them, and all programs of `tests/programs/` are compiled, too.

mod embedding;

use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};

use igc_compiler::codegen::Language;
use igc_compiler::codegen::host_c::{File, Naming};
use igc_compiler::configuration::Configuration;
use igc_opencl::{DeviceInfo, DeviceKind};
use igc_runtime::backend::opencl::OpenClDevice;
use igc_runtime::backend::opencl::build::build_options;
use igc_runtime::execution::execute;
use igc_runtime::graph::{Format, save};
use igc_runtime::input::Input;
use igc_runtime::primitives::GeneratedPolicy;
use igc_runtime::prints::Prints;
use igc_runtime::run_options::RunOptions;
use igc_tests::application::{APPLICATIONS, Application, Expected};
use igc_tests::device;
use igc_tests::host_c::{
    Compiler, OWN_FILES, command, compilers, replace_outputs, succeeds, write,
};
use igc_tests::program::Program;
use igc_tests::scope::everything_is_asked_for;

/// The configurations. Every flag is on and off, outlined loops meet several other flags, and two
/// configurations visit edges in another order, one of them with wide edges. Two configurations have
/// narrow state, and one has degree classes, hubs in local memory, a width of outlined loops and gaps
/// between the items of short worklists.
const CONFIGURATIONS: [&str; 5] = [
    "none",
    "all",
    "classes,hubs,oitergb,sg,coop-cv,grid=4,spread",
    "oitergb,sg,frontier=list,count=wg,narrow,passes=promote+gvn+licm+unroll4+vector+dce",
    "coop-cv,wg,fg8,order=rev-edge,frontier=bitmap,count=sg,wide-edges,narrow,\
     passes=fission+licm+promote+gvn",
];

/// The graphs: one with hubs, and one with many rounds.
const GRAPHS: [&str; 2] = ["rmat:8,weights=1..100", "road:400,weights=1..100"];

/// The exit code of a host program whose device lacks what the program needs.
const REFUSED: i32 = 3;

/// Host programs build kernels with the policies for primitives that the runtime ships.
#[test]
fn host_programs_have_the_shipped_policies() {
    let text = include_str!("../../../stdlib/host/igc_build.c");
    for (name, is_gpu) in [("GPUS", true), ("OTHERS", false)] {
        let options = GeneratedPolicy::shipped(is_gpu).build_options();
        let line = format!("#define POLICY_OF_{name} \"{options}\"\n");
        assert!(text.contains(&line), "igc_build.c lacks {line}");
    }
}

fn configuration(text: &str) -> Configuration {
    Configuration::parse(text).unwrap()
}

/// Writes the graphs as files into a folder.
fn graphs(folder: &Path) -> Vec<String> {
    let written = GRAPHS.iter().enumerate().map(|(number, spec)| {
        let path = folder.join(format!("{number}.wsg"));
        save(&Input::load(spec).unwrap().graph, &path, Format::Wsg).unwrap();
        path.to_str().unwrap().to_string()
    });
    written.collect()
}

/// Runs an executable on all graphs and devices, and compares its results with the runtime's. Every
/// other run starts with worklists that are too small.
fn assert_same_results(application: &Application, executable: &Path, graphs: &[String]) {
    let artefact = &application.program.compilation.artefact;
    let params = application.program.params(&[]);
    let outputs = executable.with_extension("tsv");
    for (turn, path) in graphs.iter().enumerate() {
        let input = Input::load(path).unwrap();
        let input = input.require(&application.program.requirements()).unwrap();
        for info in device::opencl() {
            let context = format!("{} on {path} and {}", application.program.name(), info.name);
            let mut expected = Expected::new(application, &input, &params);
            let on_device = OpenClDevice::new(info.clone());
            let run = execute(artefact, &input, &params, &on_device, &RunOptions::default());
            let mut command = command(executable, Path::new(path), &info, &outputs);
            let mut arrays = match run {
                Ok(run) => run.arrays,
                Err(error) if error.is_refusal() => {
                    let code = command.output().unwrap().status.code();
                    assert_eq!(code, Some(REFUSED), "{context}: {error}");
                    continue;
                }
                Err(error) => panic!("{context}: {error}"),
            };
            assert_eq!(expected.objection(arrays.clone()), None, "{context}");
            if turn % 2 == 1 {
                command.args(["--worklist-capacity", "4"]);
            }
            let report = succeeds(&mut command);
            assert_built_alike(&report, &info, artefact.schedule.workgroup_size);
            replace_outputs(artefact, &mut arrays, &std::fs::read_to_string(&outputs).unwrap());
            assert_eq!(expected.objection(arrays), None, "{context}");
        }
    }
}

/// Checks that the host program and the runtime chose the same dialect.
fn assert_built_alike(report: &str, info: &DeviceInfo, workgroup_size: u32) {
    let options = report.lines().find_map(|line| line.strip_prefix("options   "));
    let size = u64::from(workgroup_size).min(info.max_workgroup_size);
    assert_eq!(options, Some(&*build_options(&info.dialect, size as usize)), "{}", info.name);
}

/// Compiles applications in a configuration, and runs those that are selected.
fn applications_agree_in(turn: usize) {
    let compilers = compilers();
    let Some((&gcc, others)) = compilers.split_first() else { return };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let graphs = graphs(folder);
    let options = configuration(CONFIGURATIONS[turn]);
    let mut library = vec![];
    for (position, (_, name)) in APPLICATIONS.iter().enumerate() {
        let place = position % (2 * CONFIGURATIONS.len());
        let is_selected = everything_is_asked_for() || place == turn;
        let is_compiled = is_selected
            || place % CONFIGURATIONS.len() == (turn + 2) % CONFIGURATIONS.len()
            || place == turn + CONFIGURATIONS.len()
            || position == 0;
        if !is_compiled {
            continue;
        }
        let application = Application::with(name, &options);
        write(&application.program.compilation.artefact, folder, position == 0);
        if position == 0 {
            library = gcc.library(folder);
        }
        let code = folder.join(format!("{name}.c"));
        // The command line of a host program cannot supply inputs.
        if is_selected && !application.has_inputs() {
            others.iter().for_each(|compiler| compiler.check(&code));
            let executable = gcc.program(folder, name, &library);
            assert_same_results(&application, &executable, &graphs);
        } else {
            gcc.check(&code);
        }
    }
    if turn == 0 {
        others.iter().for_each(|compiler| check_library(*compiler, folder));
    }
}

fn check_library(compiler: Compiler, folder: &Path) {
    for entry in std::fs::read_dir(folder.join("igc")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "c") {
            compiler.check(&path);
        }
    }
}

#[test]
fn without_optimisations() {
    applications_agree_in(0);
}

#[test]
fn with_all_optimisations() {
    applications_agree_in(1);
}

#[test]
fn with_outlined_loops_and_subgroups() {
    applications_agree_in(2);
}

#[test]
fn with_nested_parallelism() {
    applications_agree_in(3);
}

#[test]
fn with_wide_edges_in_another_order() {
    applications_agree_in(4);
}

/// The programs of `tests/programs/` contain every expression and step that `main` can have. By
/// default, some of them are compiled.
#[test]
fn every_program_compiles_without_warnings() {
    let compilers = compilers();
    let folder = tempfile::tempdir().unwrap();
    let programs = concat!(env!("CARGO_MANIFEST_DIR"), "/programs");
    let wanted = ["functions_in_main", "host", "host_loops", "parameters", "primitives"];
    for entry in std::fs::read_dir(programs).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        if !everything_is_asked_for() && !wanted.contains(&stem) {
            continue;
        }
        for options in ["none", "oitergb"] {
            let file =
                path.strip_prefix(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).unwrap_or(&path);
            let program = Program::file_with(file.to_str().unwrap(), &configuration(options));
            write(&program.compilation.artefact, folder.path(), true);
            let code = folder.path().join(format!("{}.c", program.name()));
            compilers.iter().for_each(|compiler| compiler.check(&code));
        }
    }
}

/// A program whose names are keywords, types and macros of C, and whose `main` computes with every
/// type.
#[test]
fn names_and_operators_mean_the_same_in_c() {
    means_the_same_in_c(&Program::with(
        "printf",
        include_str!("names.ig"),
        &Configuration::default(),
    ));
}

/// A program whose `main` has minima and maxima of zeros, infinities and NaN.
#[test]
fn minima_and_maxima_mean_the_same_in_c() {
    means_the_same_in_c(&Program::file("tests/programs/signed_zeros.ig"));
}

/// Compares the outputs of a host program in C with those of the runtime.
fn means_the_same_in_c(program: &Program) {
    let (compilers, devices) = (compilers(), device::opencl());
    let Some(compiler) = compilers.first() else { return };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (name, artefact) = (program.name(), &program.compilation.artefact);
    write(artefact, folder, true);
    compilers.iter().for_each(|compiler| compiler.check(&folder.join(format!("{name}.c"))));
    let executable = compiler.program(folder, name, &compiler.library(folder));
    let (graphs, params) = (graphs(folder), program.params(&[]));
    let input = Input::load(&graphs[0]).unwrap();
    for info in devices {
        let Some(run) = program.execute(
            &input,
            &params,
            &device::of_opencl(info.clone()),
            &RunOptions::default(),
        ) else {
            continue;
        };
        let outputs = folder.join("outputs.tsv");
        succeeds(&mut command(&executable, Path::new(&graphs[0]), &info, &outputs));
        let mut arrays = run.arrays.clone();
        replace_outputs(artefact, &mut arrays, &std::fs::read_to_string(&outputs).unwrap());
        program.assert_same(&info.name, &arrays, &run.arrays);
    }
}

#[test]
fn lines_are_the_same_in_c() {
    let (compilers, devices) = (compilers(), device::opencl());
    let Some(compiler) = compilers.first() else { return };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let program = Program::file("tests/programs/prints.ig");
    write(&program.compilation.artefact, folder, true);
    compilers.iter().for_each(|compiler| compiler.check(&folder.join("prints.c")));
    let executable = compiler.program(folder, "prints", &compiler.library(folder));
    let (graphs, params) = (graphs(folder), program.params(&[]));
    let input = Input::load(&graphs[0]).unwrap();
    for info in devices {
        let lines = Arc::new(Mutex::new(String::new()));
        let received = Arc::clone(&lines);
        let prints = Prints::to(move |line| *received.lock().unwrap() += &format!("{line}\n"));
        let run_options = RunOptions { prints, ..RunOptions::default() };
        let on_device = device::of_opencl(info.clone());
        if program.execute(&input, &params, &on_device, &run_options).is_none() {
            continue;
        }
        let expected = lines.lock().unwrap().clone();
        assert!(expected.contains("round 2 frontier"), "{expected}");
        let outputs = folder.join("prints.tsv");
        let stderr = succeeds(&mut command(&executable, Path::new(&graphs[0]), &info, &outputs));
        assert!(stderr.starts_with(&expected), "{stderr}\n{expected}");
    }
}

/// Returns what a host program writes about an error.
fn refused(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn ranges_and_requirements_hold_in_c() {
    let (compilers, devices) = (compilers(), device::opencl());
    let Some(compiler) = compilers.first() else { return };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let program = Program::file("tests/programs/limits.ig");
    write(&program.compilation.artefact, folder, true);
    compilers.iter().for_each(|compiler| compiler.check(&folder.join("limits.c")));
    let executable = compiler.program(folder, "limits", &compiler.library(folder));
    let graph = graphs(folder).swap_remove(0);
    let help = Command::new(&executable).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(help.contains("  ratio in 0<..inf\n") && help.contains("  limit\n"), "{help}");
    for info in devices {
        let outputs = folder.join("limits.tsv");
        let with = |value: &str| {
            let mut command = command(&executable, Path::new(&graph), &info, &outputs);
            command.args(["-p", value]);
            command
        };
        let given = ["share=0", "offset=5", "shift=-1", "ratio=1e300", "most=1", "parts=4"];
        for value in given {
            succeeds(&mut with(value));
        }
        let outside = [
            "share=1",
            "share=nan",
            "offset=-6",
            "shift=0",
            "ratio=0",
            "ratio=inf",
            "most=0",
            "parts=5",
        ];
        for value in outside {
            let name = value.split('=').next().unwrap();
            let stderr = refused(&mut with(value));
            let words = format!("parameter `{name}` is outside of its range ");
            assert!(stderr.contains(&words), "{value}: {stderr}");
        }
        let stderr = refused(&mut with("limit=1"));
        let words = r"the program requires: each value is at most the limit, \\ and so on";
        assert!(stderr.contains(words), "{stderr}");
    }
}

/// `-p sink=none` means no node, as in `igc run`.
#[test]
fn optional_nodes_can_be_missing_in_c() {
    let (compilers, devices) = (compilers(), device::opencl());
    let (Some(compiler), [info, ..]) = (compilers.first(), &devices[..]) else { return };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let text = "param sink: node = MAX;
        param source: node = 0;
        node is_sink: bool = false;
        kernel mark() { forall u in nodes { u.is_sink = u == sink || u == source; } }
        main { mark(); }
        output is_sink;";
    let program = Program::with("sinks", text, &configuration("none"));
    write(&program.compilation.artefact, folder, true);
    let executable = compiler.program(folder, "sinks", &compiler.library(folder));
    let graph = graphs(folder).swap_remove(0);
    let outputs = folder.join("sinks.tsv");
    let with = |value: &str| {
        let mut command = command(&executable, Path::new(&graph), info, &outputs);
        command.args(["-p", "sink=1", "-p", value]);
        command
    };
    let sinks = |value: &str| {
        succeeds(&mut with(value));
        std::fs::read_to_string(&outputs).unwrap().matches("\ttrue").count()
    };
    assert_eq!((sinks("sink=1"), sinks("sink=none")), (2, 1));
    for value in ["source=none", "sink=nothing"] {
        let output = with(value).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && stderr.contains("has an invalid value"), "{stderr}");
    }
}

/// Returns a program whose kernel has a local array of 8,000 bytes and is called 70 times.
fn many_calls(options: &str) -> Program {
    let text = format!(
        "node x: u64;
         global busy: bool = false;
         kernel k() {{
             forall u in nodes {{
                 let a: u64[1000] = 1;
                 a[u as u32 % 1000] = u as u64;
                 u.x += a[(u as u32 + 1) % 1000];
             }}
         }}
         main {{ iterate {{ busy = false; {} }} while busy; }}
         output x;",
        "k(); ".repeat(70)
    );
    Program::with("arrays", &text, &configuration(options))
}

/// With stacks of 1 MiB, half of a stack has room for the arrays of 65 work-items.
#[test]
fn local_arrays_limit_the_workgroups_of_cpus_in_c() {
    let Some(&compiler) = compilers().first() else { return };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let graph = graphs(folder).swap_remove(0);
    let cpus = device::opencl().into_iter().filter(|info| info.kind == DeviceKind::Cpu);
    let cpus: Vec<DeviceInfo> = cpus.collect();
    for (options, is_refused) in [("none", false), ("oitergb", true)] {
        write(&many_calls(options).compilation.artefact, folder, true);
        let executable = compiler.program(folder, "arrays", &compiler.library(folder));
        for info in &cpus {
            let mut limited = Command::new("sh");
            limited.args(["-c", "ulimit -s 1024; exec \"$@\"", "sh"]).arg(&executable);
            limited.arg(&graph).args(["--device", &info.index.to_string()]);
            let output = limited.output().unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            if is_refused {
                assert_eq!(output.status.code(), Some(REFUSED), "{}: {stderr}", info.name);
                let words = "the local arrays of a work-item have 560000 bytes";
                assert!(stderr.contains(words), "{}: {stderr}", info.name);
            } else {
                assert!(output.status.success(), "{}: {stderr}", info.name);
                assert_built_alike(&stderr, info, 64);
            }
        }
    }
}

/// A C program that uses the interface: several runs on one device, and every kind of error that
/// does not need a faulty device.
#[test]
fn the_interface_for_c_reports_errors_and_keeps_kernels() {
    let (compilers, devices) = (compilers(), device::opencl());
    let (Some(compiler), [info, ..]) = (compilers.first(), &devices[..]) else { return };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let application = Application::new("bfs_wl");
    write(&application.program.compilation.artefact, folder, true);
    let library = compiler.library(folder);
    let run = |main: &str| {
        std::fs::write(folder.join("main/bfs_wl.c"), main).unwrap();
        let executable = compiler.program(folder, "bfs_wl", &library);
        let index = info.index.to_string();
        let output = Command::new(executable).arg(&index).env("IGC_DEVICE", &index).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    run(include_str!("interface.c"));
    // The example of the book is complete and right.
    let book = include_str!("../../../docs/src/host-c.md");
    let example = book.split("```c\n").last().and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(run(example), "from 0: 0 1 2\nfrom 1: 1 0 1\nfrom 2: 2 1 0\n");
}

/// Returns whether a tool is installed, and prints a line if it is not.
fn has(tool: &str) -> bool {
    let has = Command::new(tool).arg("--version").output().is_ok();
    if !has {
        println!("not tested: there is no {tool}");
    }
    has
}

/// Writes the files of an application into a new folder.
fn emitted(name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(&Application::new(name).program.compilation.artefact, folder.path(), true);
    folder
}

/// Checks that the `--help` of an executable for `bfs_wl` names the parameter.
fn assert_helps(executable: &Path) {
    let help = Command::new(executable).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(help.starts_with("Usage: bfs_wl GRAPH") && help.contains("\n  source\n"), "{help}");
}

#[test]
fn make_builds_the_executable() {
    if compilers().is_empty() || !has("make") {
        return;
    }
    let folder = emitted("bfs_wl");
    succeeds(Command::new("make").arg("CFLAGS=-O0 -Werror").current_dir(folder.path()));
    assert_helps(&folder.path().join("bin/bfs_wl"));
}

#[test]
fn cmake_builds_the_executable() {
    if compilers().is_empty() || !has("cmake") {
        return;
    }
    let folder = emitted("bfs_wl");
    let cmake = || {
        let mut command = Command::new("cmake");
        command.current_dir(folder.path());
        command
    };
    succeeds(cmake().args(["-S", ".", "-B", "build"]));
    succeeds(cmake().args(["--build", "build"]));
    assert_helps(&folder.path().join("build/bfs_wl"));
}

#[test]
fn the_header_is_valid_cpp() {
    if !has("c++") {
        return;
    }
    let folder = emitted("sssp_nf");
    let mut compiler = Command::new("c++");
    compiler.args(["-x", "c++", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-pedantic"]);
    succeeds(compiler.arg(folder.path().join("sssp_nf.h")));
}

/// The generated files of two programs, without the OpenCL C.
#[test]
fn the_generated_code() {
    for (name, options) in [("bfs_wl", "none"), ("sssp_nf", "oitergb,sg,grid2")] {
        let application = Application::with(name, &configuration(options));
        let artefact = &application.program.compilation.artefact;
        let files = igc_compiler::codegen::host_c::files(
            artefact.code(Language::OpenCl),
            &artefact.schedule,
            &Naming::default(),
        );
        let shown = files.iter().take(OWN_FILES).map(|File { path, text }| {
            let lines = text.lines().filter(|line| !line.ends_with("\\n\","));
            format!("==> {path}\n{}\n", lines.collect::<Vec<_>>().join("\n"))
        });
        let shown: String = shown.collect();
        let mut settings = insta::Settings::clone_current();
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.set_snapshot_path("../../snapshots/host_c");
        settings.bind(|| insta::assert_snapshot!(name, shown));
    }
}
