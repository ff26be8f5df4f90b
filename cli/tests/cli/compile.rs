//! Tests of `igc compile`.

use std::process::Command;

use igc::auto::{Choice, Elsewhere, Target, Task, usual};

use crate::{Folder, bfs, has_device, igc};

/// Every value of `--emit` with a line that only its output contains.
const EMITTED: [(&str, &str); 9] = [
    ("tokens", "Kernel"),
    ("ast", "kernel"),
    ("ir", "module bfs_wl parallel"),
    ("ir-after=access", "module bfs_wl parallel"),
    ("ir-after=distribute", "module bfs_wl distributed"),
    ("ir-after=serialise", "@global_id"),
    ("opencl", "kernel IGC_WORKGROUP void bfs_wl_visit_("),
    ("cuda", "extern \"C\" __global__ void IGC_WORKGROUP bfs_wl_visit_("),
    ("schedule", "\"program\": \"bfs_wl\""),
];

#[test]
fn each_stage_can_be_printed_and_is_the_same_each_time() {
    let mut texts = vec![];
    for (what, line) in EMITTED {
        let emit = || igc(&["compile", &bfs(), "--emit", what]).ok();
        let text = emit();
        assert!(text.contains(line), "--emit {what} has no `{line}`:\n{text}");
        assert_eq!(text, emit(), "--emit {what} differs");
        texts.push(text);
    }
    let library = igc(&["compile", &bfs(), "--emit", "library"]).ok();
    assert!(library.contains("igc_push"));
    let stdout = igc(&["compile", &bfs()]).ok();
    assert_eq!(stdout, texts[6], "OpenCL C is what is printed where nothing is said");
}

#[test]
fn a_folder_gets_the_artefact() {
    let folder = Folder::new();
    let out = folder.path("out");
    assert_eq!(igc(&["compile", &bfs(), "-o", &out]).ok(), "");
    let read = |name: &str| folder.read(&format!("out/{name}"));
    assert_eq!(read("bfs_wl.cl"), igc(&["compile", &bfs()]).ok());
    assert_eq!(read("bfs_wl.json"), igc(&["compile", &bfs(), "--emit", "schedule"]).ok());
    assert_eq!(read("igc.cl"), igc(&["compile", &bfs(), "--emit", "library"]).ok());
    let schedule: serde_json::Value = serde_json::from_str(&read("bfs_wl.json")).unwrap();
    assert_eq!(schedule["kernels"][0]["function"], "bfs_wl_visit_");
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 3);
}

/// `--emit cuda` prints one text, which includes nothing. In a folder, the library is a file.
#[test]
fn kernels_for_cuda_are_one_text_or_a_folder() {
    let folder = Folder::new();
    let out = folder.path("out");
    let text = igc(&["compile", &bfs(), "--emit", "cuda"]).ok();
    assert!(!text.contains("#include") && !text.to_lowercase().contains("opencl"), "{text}");
    assert_eq!(igc(&["compile", &bfs(), "--emit", "cuda", "-o", &out]).ok(), "");
    let read = |name: &str| folder.read(&format!("out/{name}"));
    let (kernels, library) = (read("bfs_wl.cu"), read("igc.cuh"));
    assert_eq!(kernels.replacen("#include \"igc.cuh\"", &library, 1), text);
    assert_eq!(read("bfs_wl.json"), igc(&["compile", &bfs(), "--emit", "schedule"]).ok());
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 3);
}

#[test]
fn a_folder_gets_the_host_program() {
    let folder = Folder::new();
    let out = folder.path("out");
    assert_eq!(igc(&["compile", &bfs(), "--emit", "host-c", "-o", &out]).ok(), "");
    let code = folder.read("out/bfs_wl.c");
    assert!(code.contains("static void run_main(igc_execution *run)"), "{code}");
    assert!(code.contains("kernel IGC_WORKGROUP void bfs_wl_visit_("), "{code}");
    assert!(folder.read("out/igc/igc_library.c").contains("igc_push"));
    assert!(folder.read("out/main/bfs_wl.c").contains("int main("));
    for shared in ["Makefile", "CMakeLists.txt", "bfs_wl.h", "igc/igc_host.h"] {
        assert!(!folder.read(&format!("out/{shared}")).is_empty(), "{shared}");
    }
    let stderr = igc(&["compile", &bfs(), "--emit", "host-c"]).fails(2);
    assert!(stderr.contains("--output DIR"), "{stderr}");
}

/// Writes a host program whose plan igc chooses. Returns the plan with its reason, and the C file.
fn planned(folder: &Folder, program: &str, arguments: &[&str]) -> (String, String) {
    let out = folder.path("out");
    let compile = ["compile", program, "--emit", "host-c", "-o", &out];
    let done = igc(&[&compile[..], arguments].concat());
    assert_eq!((done.code, &*done.stdout), (0, ""), "{done:?}");
    let plan = done.stderr.lines().find_map(|line| line.strip_prefix("plan: ")).unwrap();
    let name = plan.split_whitespace().next().unwrap();
    let code = folder.read(&format!("out/{name}.c"));
    assert_eq!(code.lines().nth(1), Some(&*format!("// igc chose the plan {plan}.")));
    (plan.to_owned(), code)
}

/// For a host program, igc chooses the plan if it knows the kind of the device.
#[test]
fn a_host_program_has_the_plan_of_igc() {
    let folder = Folder::new();
    let task = Task::named("bfs").unwrap();
    for (target, kind) in [(Target::Gpu, "gpu"), (Target::OpenclCpu, "cpu")] {
        let Choice { plan, reason, .. } = usual(&task, target);
        assert_eq!(reason.to_string(), format!("the usual plan for {target}"));
        for opts in [&[][..], &["--opts", "auto"]] {
            let arguments = [&["--device-kind", kind], opts].concat();
            let (found, code) = planned(&folder, "bfs", &arguments);
            assert_eq!(found, format!("{plan} ({reason})"));
            let options = format!(" with --opts {}.", plan.options);
            assert!(code.lines().next().unwrap().ends_with(&options), "{code}");
        }
    }
    // The program of a user stays.
    let own = folder.file(
        "own.ig",
        "node x: u32 = 0; kernel k() { forall u in nodes { u.x = 1; } } main { k(); } output x;",
    );
    let (found, _) = planned(&folder, &own, &["--device-kind", "gpu"]);
    let plan = usual(&Task::Program(igc::Source::read(own.as_ref()).unwrap()), Target::Gpu).plan;
    assert!(found.starts_with(&format!("own {plan} (the usual plan ")), "{found}");
}

/// A graph decides on the plan. The parameters of the plan are the defaults of the program.
#[test]
fn a_host_program_has_the_plan_for_a_graph() {
    let folder = Folder::new();
    let mut parameters = 0;
    for (problem, graph) in [("bfs", "grid:20x20"), ("tri", "star:3000")] {
        let task = Task::named(problem).unwrap();
        let facts = igc::Graph::generate(graph).unwrap().facts().unwrap();
        let elsewhere = Elsewhere { name: None, target: Some(Target::OpenclCpu), threads: None };
        let choice = elsewhere.choose(&task, facts, &igc::Arguments::new(), &[]).unwrap();
        let arguments = ["--device-kind", "cpu", "--graph", graph];
        let (found, code) = planned(&folder, problem, &arguments);
        assert_eq!(found, format!("{} ({})", choice.plan, choice.reason));
        for (name, value) in &choice.plan.params {
            parameters += 1;
            assert!(code.contains(&format!("        .{name} = {value}u,\n")), "{code}");
        }
    }
    assert!(parameters > 0, "the test needs a graph whose plan has parameters");
}

/// A host program can have another name and another prefix, also together with a plan.
#[test]
fn a_host_program_has_the_names_of_the_user() {
    let folder = Folder::new();
    for plan in [&[][..], &["--device-kind", "gpu"]] {
        let out = folder.path("out");
        let compile = ["compile", "bfs_wl", "--emit", "host-c", "-o", &out];
        let names = ["--name", "search", "--prefix", "fast_"];
        igc(&[&compile[..], &names, plan].concat()).ok();
        let header = folder.read("out/search.h");
        assert!(header.contains("fast_status search_run(fast_device *device,"), "{header}");
        assert!(folder.read("out/main/search.c").contains("search_command"));
        assert!(folder.read("out/igc/igc_host.h").contains("FAST_INVALID_ARGUMENT"));
        assert!(folder.read("out/CMakeLists.txt").contains("set(IGC_PREFIX \"fast\")"));
    }
    let stderr = igc(&["compile", "bfs", "--name", "search"]).fails(2);
    assert!(stderr.contains("`--name` and `--prefix` are for `--emit host-c`"), "{stderr}");
    for name in ["1a", "a-b", "int"] {
        igc(&["compile", "bfs", "--emit", "host-c", "-o", "x", "--name", name]).fails(2);
    }
}

#[test]
fn a_plan_for_a_host_program_needs_the_kind_of_the_device() {
    let folder = Folder::new();
    let out = folder.path("out");
    let compile = ["compile", "bfs", "--emit", "host-c", "-o", &out];
    let wrong = |more: &[&str]| igc(&[&compile[..], more].concat()).fails(2);
    let stderr = wrong(&["--opts", "auto"]);
    assert!(stderr.contains("`--opts auto` needs the kind of the device"), "{stderr}");
    let stderr = wrong(&["--device-kind", "gpu", "--opts", "wg"]);
    assert!(stderr.contains("help: leave out `--device-kind` or `--opts`"), "{stderr}");
    wrong(&["--device-kind", "gpu", "--passes", "gvn"]);
    wrong(&["--device-kind", "host"]);
    wrong(&["--graph", "rmat:6"]);
    igc(&["compile", "bfs", "--opts", "auto"]).fails(2);
    for cuda in [["--emit", "cuda"], ["--for", "sm_90"]] {
        let stderr =
            igc(&[&["compile", "bfs", "--device-kind", "cpu"], &cuda[..]].concat()).fails(2);
        assert!(stderr.contains("CUDA has only GPUs\nhelp: write `--device-kind gpu`"), "{stderr}");
    }
    let stderr =
        igc(&[&compile[..], &["--device-kind", "gpu", "--graph", "nope:3"]].concat()).fails(1);
    assert!(stderr.contains("unknown generator 'nope'"), "{stderr}");
    assert!(!std::path::Path::new(&out).exists(), "nothing is written");
}

/// Kernels and schedules have the plan, too.
#[test]
fn kernels_have_the_plan_of_igc() {
    let folder = Folder::new();
    for (language, extension) in [("opencl", "cl"), ("cuda", "cu")] {
        let out = folder.path(language);
        let compile = ["compile", "bfs", "tri", "--emit", language, "--device-kind", "gpu"];
        let done = igc(&[&compile[..], &["--opts", "auto", "-o", &out]].concat());
        let plans = done.stderr.lines().filter_map(|line| line.strip_prefix("plan: "));
        let plans: Vec<&str> = plans.collect();
        assert_eq!((done.code, plans.len()), (0, 2), "{done:?}");
        for (problem, found) in ["bfs", "tri"].into_iter().zip(plans) {
            let Choice { plan, reason, .. } = usual(&Task::named(problem).unwrap(), Target::Gpu);
            assert_eq!(found, format!("{plan} ({reason})"));
            let code = folder.read(&format!("{language}/{}.{extension}", plan.program));
            let options = format!("--opts {}", plan.options);
            assert!(code.lines().any(|line| line.contains(&options)), "{options}: {code}");
            let pinned = ["compile", &plan.program, "--emit", language, "--library", "shared"];
            let pinned = igc(&[&pinned[..], &["--opts", &plan.options.to_string()]].concat()).ok();
            assert_eq!(code, pinned);
        }
    }
    // A graph decides on the plan, and the schedule has its parameters.
    let compile = ["compile", "tri", "--emit", "schedule", "--device-kind", "cpu"];
    let done = igc(&[&compile[..], &["--graph", "star:3000"]].concat());
    let schedule: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    let plan = done.stderr.split("plan: ").nth(1).unwrap();
    let given: Vec<(&str, &str)> = plan
        .split(" -p ")
        .skip(1)
        .filter_map(|part| part.split_whitespace().next()?.split_once('='))
        .collect();
    assert!(!given.is_empty(), "{plan}");
    for (name, value) in given {
        let mut params = schedule["params"].as_array().unwrap().iter();
        let param = params.find(|param| param["name"] == name).unwrap();
        assert!(param["default"].to_string().contains(value), "{param}");
    }
}

/// A host program in the configuration of a plan computes what igc does.
#[test]
fn a_host_program_with_a_plan_runs() {
    let header =
        ["-std=c11", "-E", "-include", "CL/cl.h", "-x", "c", "/dev/null", "-o", "/dev/null"];
    let has_header =
        Command::new("cc").args(header).output().is_ok_and(|done| done.status.success());
    let has_make = Command::new("make").arg("--version").output().is_ok();
    if !has_device() || !has_header || !has_make {
        println!("not tested: there is no OpenCL device, or no C compiler with OpenCL's header");
        return;
    }
    let folder = Folder::new();
    let graph = folder.path("graph.wsg");
    igc(&["graph", "convert", "rmat:8,weights=1..100", &graph]).ok();
    let (plan, _) = planned(&folder, "sssp", &["--device-kind", "cpu", "--graph", &graph]);
    let program = plan.split_whitespace().next().unwrap();
    let make =
        Command::new("make").arg("CFLAGS=-O0 -Werror").current_dir(folder.path("out")).output();
    let make = make.unwrap();
    assert!(make.status.success(), "{}", String::from_utf8_lossy(&make.stderr));
    let mut host = Command::new(folder.path(&format!("out/bin/{program}")));
    host.args([&*graph, "--device", "0", "--outputs", &folder.path("host.tsv")]);
    assert!(host.output().unwrap().status.success());
    igc(&["run", "sssp", "--graph", &graph, "--device", "cpu", "-o", &folder.path("igc.tsv")]).ok();
    assert_eq!(folder.read("host.tsv"), folder.read("igc.tsv"));
}

#[test]
fn a_wrong_program_is_explained() {
    let folder = Folder::new();
    let wrong = folder.file("wrong.ig", "main {\n    let _depth = dpeth + 1;\n}\n");
    let stderr = igc(&["compile", &wrong]).fails(1);
    assert!(stderr.contains("error[E0101]") && stderr.contains("wrong.ig:2:18"), "{stderr}");
    assert!(!stderr.contains('\x1b'), "no colours where nobody sees them");
    let stderr = igc(&["compile", &wrong, "--diagnostics", "json"]).fails(1);
    let list: serde_json::Value = serde_json::from_str(&stderr).unwrap();
    assert_eq!(list[0]["code"], "E0101");
    assert_eq!(list[0]["labels"][0]["start"]["line"], 2);
    // For a correct program, the list is empty, so that tools can handle all cases in the same way.
    let right = igc(&["compile", &bfs(), "--diagnostics", "json"]);
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&right.stderr).unwrap(),
        serde_json::json!([])
    );
}

#[test]
fn what_is_no_program_is_refused() {
    let folder = Folder::new();
    let stderr = igc(&["compile", &folder.path("missing.ig")]).fails(1);
    assert!(stderr.contains("missing.ig: No such file"), "{stderr}");
    std::fs::write(folder.path("bytes.ig"), [0xff, 0xfe, 0]).unwrap();
    let stderr = igc(&["compile", &folder.path("bytes.ig")]).fails(1);
    assert!(stderr.contains("UTF-8"), "{stderr}");
    let file = folder.file("file", "");
    let stderr = igc(&["compile", &bfs(), "-o", &file]).fails(1);
    assert!(stderr.contains(&file), "{stderr}");
    let folders =
        "`--output` takes a folder, because igc writes several files\nhelp: name a folder";
    assert!(stderr.contains(folders), "{stderr}");
}

#[test]
fn the_output_is_a_folder() {
    let folder = Folder::new();
    for name in ["bfs.cl", "bfs.cu", "bfs.c", "bfs.json"] {
        let path = folder.path(name);
        let stderr = igc(&["compile", &bfs(), "-o", &path]).fails(2);
        assert!(stderr.contains("`-o DIR`; or leave out `-o` and redirect the code"), "{stderr}");
        assert!(!std::path::Path::new(&path).exists());
    }
    let existing = folder.path("folder.c");
    std::fs::create_dir(&existing).unwrap();
    igc(&["compile", &bfs(), "-o", &existing]).ok();
}

/// Code without optimisations is a choice of the user, or igc says so.
#[test]
fn code_without_optimisations_is_mentioned() {
    let folder = Folder::new();
    let out = folder.path("out");
    let said = |more: &[&str]| {
        let done = igc(&[&["compile", &bfs()], more].concat());
        assert_eq!(done.code, 0, "{done:?}");
        done.stderr
    };
    let note = "note: the code has no optimisations (`--opts none`)\nhelp: `--device-kind gpu`";
    for more in [&[][..], &["-o", &out], &["--emit", "cuda"], &["--emit", "host-c", "-o", &out]] {
        assert!(said(more).starts_with(note), "{more:?}");
    }
    for more in [&["--opts", "none"][..], &["--passes", "none"], &["--emit", "ir"]] {
        assert_eq!(said(more), "", "{more:?}");
    }
    assert!(!said(&["--device-kind", "gpu"]).contains("note: the code"));
    assert!(!said(&["--opts", "wg"]).contains("note: the code"));
}

#[test]
fn wrong_usage_is_code_2() {
    let stderr = igc(&["compile", &bfs(), "--emit", "ir-after=nope"]).fails(2);
    assert!(
        stderr.contains("unknown pass `nope`; the passes are orders, classes, peel"),
        "{stderr}"
    );
    let stderr = igc(&["compile", &bfs(), "--opts", "fg9"]).fails(2);
    assert!(stderr.contains("unknown optimisation `fg9`"), "{stderr}");
    igc(&["compile"]).fails(2);
    igc(&["compile", &bfs(), "--emit", "ir", "-o", "x"]).fails(2);
    igc(&["comple", &bfs()]).fails(2);
}

/// A repository may keep generated code without what changes with the version of igc.
#[test]
fn snapshots_contain_only_what_the_user_wants() {
    let folder = Folder::new();
    let names = |name: &str| {
        let entries = std::fs::read_dir(folder.path(name)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let compile = |name: &str, more: &[&str]| {
        igc(&[&["compile", "bfs_wl", "bfs_topo", "-o", &folder.path(name)], more].concat())
    };
    compile("all", &[]).ok();
    assert_eq!(
        names("all"),
        ["bfs_topo.cl", "bfs_topo.json", "bfs_wl.cl", "bfs_wl.json", "igc.cl"]
    );
    assert!(folder.read("all/bfs_topo.cl").starts_with("// bfs_topo: OpenCL C made by igc "));
    compile("few", &["--library", "none", "--no-banner"]).ok();
    assert_eq!(names("few"), ["bfs_topo.cl", "bfs_topo.json", "bfs_wl.cl", "bfs_wl.json"]);
    let code = folder.read("few/bfs_topo.cl");
    assert!(code.starts_with("#include \"igc.cl\"\n\nkernel"), "{code}");
    assert!(folder.read("all/bfs_topo.cl").ends_with(&code), "only the comment is missing");
    compile("cuda", &["--emit", "cuda", "--library", "shared"]).ok();
    assert_eq!(
        names("cuda"),
        ["bfs_topo.cu", "bfs_topo.json", "bfs_wl.cu", "bfs_wl.json", "igc.cuh"]
    );
    let printed =
        |more: &[&str]| igc(&[&["compile", "bfs_topo", "--emit", "cuda"], more].concat()).ok();
    assert!(printed(&[]).len() > 2 * printed(&["--library", "none"]).len());
    assert_eq!(
        printed(&["--library", "none", "--no-banner"]),
        folder.read("cuda/bfs_topo.cu").split_once("\n\n").unwrap().1
    );
}

#[test]
fn several_programs_are_compiled_into_one_folder() {
    let folder = Folder::new();
    let out = folder.path("out");
    igc(&["compile", "bfs_wl", "bfs_topo"]).fails(2);
    igc(&["compile", "bfs_wl", "bfs_topo", "--emit", "host-c", "-o", &out]).fails(2);
    let wrong = folder.file("wrong.ig", "main { let x = y; }");
    let stderr = igc(&["compile", &wrong, "bfs_topo", "-o", &out]).fails(1);
    assert!(
        stderr.contains("error[E0101]") && folder.read("out/bfs_topo.json").len() > 100,
        "{stderr}"
    );
    let same = folder.file("bfs_topo.ig", "main {}");
    let stderr = igc(&["compile", "bfs_topo", &same, "-o", &out]).fails(1);
    assert!(stderr.contains("another program also has the name `bfs_topo`"), "{stderr}");
}
