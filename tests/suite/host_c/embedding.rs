//! Host programs as parts of an application: several programs and folders, CMake projects, graphs that stay on the device,
//! the queue of the application, cancellation, and pointers that are NULL.

use std::path::Path;
use std::process::Command;

use igc_compiler::codegen::host_c::Naming;
use igc_tests::application::Application;
use igc_tests::device;
use igc_tests::host_c::{OWN_FILES, compilers, succeeds, write, write_named};

use super::{configuration, has};

fn named(program: Option<&str>, prefix: Option<&str>) -> Naming {
    let owned = |name: Option<&str>| name.map(str::to_owned);
    Naming { program: owned(program), prefix: owned(prefix), remark: String::new() }
}

/// Writes an application in a configuration into a folder.
fn emit(application: &str, options: &str, folder: &Path, naming: &Naming) {
    let application = Application::with(application, &configuration(options));
    write_named(&application.program.compilation.artefact, folder, true, naming);
}

#[test]
fn applications_embed_host_programs() {
    let (compilers, devices) = (compilers(), device::opencl());
    let Some(compiler) = compilers.first() else { return };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    emit("sssp_wl", "none", folder, &Naming::default());
    emit("sssp_wl", "coop-cv,wg", folder, &named(Some("sssp_other"), None));
    emit("louvain", "none", folder, &Naming::default());
    std::fs::write(folder.join("main/application.c"), include_str!("embedding.c")).unwrap();
    let executable = folder.join("application");
    for compiler in &compilers {
        compiler.check(&folder.join("main/application.c"));
    }
    let mut link = compiler.with_options();
    link.arg(folder.join("main/application.c"));
    link.args(["sssp_wl.c", "sssp_other.c", "louvain.c"].map(|file| folder.join(file)));
    link.args(compiler.library(folder)).args(["-lOpenCL", "-lm", "-o"]).arg(&executable);
    succeeds(&mut link);
    for info in devices {
        succeeds(Command::new(&executable).arg(info.index.to_string()));
    }
}

/// Writes two folders with different prefixes, and an application that uses both.
fn two_folders(folder: &Path) {
    emit("bfs_wl", "none", &folder.join("one"), &Naming::default());
    emit("bfs_wl", "all", &folder.join("two"), &named(Some("bfs_wl_all"), Some("fast_")));
    std::fs::write(folder.join("application.c"), include_str!("two_folders.c")).unwrap();
    std::fs::write(folder.join("CMakeLists.txt"), include_str!("two_folders.cmake")).unwrap();
}

/// Runs the application on a device.
fn assert_runs(application: &Path) {
    let devices = device::opencl();
    let Some(info) = devices.first() else { return };
    let output = Command::new(application).arg(info.index.to_string()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text, "0 1 2, 0 1 2\n", "{output:?}");
}

#[test]
fn two_folders_are_part_of_one_application() {
    let compilers = compilers();
    let Some(compiler) = compilers.first() else { return };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    two_folders(folder);
    let mut link = compiler.with_options();
    link.arg("-I").arg(folder.join("one")).arg("-I").arg(folder.join("two"));
    link.args(["application.c", "one/bfs_wl.c", "two/bfs_wl_all.c"].map(|file| folder.join(file)));
    for part in ["one", "two"] {
        link.args(compiler.library(&folder.join(part)));
    }
    succeeds(link.args(["-lOpenCL", "-lm", "-o"]).arg(folder.join("application")));
    assert_runs(&folder.join("application"));
}

/// Configures, builds and perhaps installs a project with CMake.
fn cmake(project: &Path, arguments: &[&str], target: Option<&str>) {
    let build = project.join("build");
    succeeds(Command::new("cmake").arg("-S").arg(project).arg("-B").arg(&build).args(arguments));
    let mut command = Command::new("cmake");
    command.arg("--build").arg(&build);
    if let Some(target) = target {
        command.args(["--target", target]);
    }
    succeeds(&mut command);
}

#[test]
fn cmake_projects_contain_and_find_two_folders() {
    if compilers().is_empty() || !has("cmake") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    two_folders(folder);
    cmake(folder, &["-DCMAKE_C_FLAGS=-Wall -Wextra -Werror -pedantic"], None);
    assert_runs(&folder.join("build/application"));
    let executables = ["one/bfs_wl", "two/bfs_wl_all"].map(|name| folder.join("build").join(name));
    assert!(executables.iter().all(|path| !path.exists()), "they are built only on request");

    // Each folder is a project of its own, which installs a package.
    let installed = folder.join("installed");
    let prefix = format!("-DCMAKE_INSTALL_PREFIX={}", installed.display());
    for part in ["one", "two"] {
        cmake(&folder.join(part), &[&prefix], Some("install"));
    }
    assert!(installed.join("bin/bfs_wl_all").exists());
    let user = folder.join("user");
    std::fs::create_dir(&user).unwrap();
    std::fs::copy(folder.join("application.c"), user.join("application.c")).unwrap();
    std::fs::write(user.join("CMakeLists.txt"), include_str!("installed.cmake")).unwrap();
    cmake(&user, &[&format!("-DCMAKE_PREFIX_PATH={}", installed.display())], None);
    assert_runs(&user.join("build/application"));
}

/// With the usual prefix in place of the other one, all files are as usual.
#[test]
fn a_prefix_changes_names_only() {
    let application = Application::with("bfs_wl", &configuration("oitergb"));
    let artefact = &application.program.compilation.artefact;
    let (usual, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(artefact, usual.path(), true);
    write_named(artefact, other.path(), true, &named(None, Some("zz_")));
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    let mut count = 0;
    for part in ["", "igc"] {
        for entry in std::fs::read_dir(other.path().join(part)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(other.path()).unwrap();
            if path.extension().is_some_and(|ending| ending == "c" || ending == "h") {
                let (text, before) = (read(&path), read(&usual.path().join(name)));
                let back = text.replace("zz_", "igc_").replace("ZZ_", "IGC_");
                assert_eq!(back, before, "{}", name.display());
                assert_ne!(text, before, "{}", name.display());
                count += 1;
            }
        }
    }
    assert!(count > OWN_FILES, "{count}");
}
