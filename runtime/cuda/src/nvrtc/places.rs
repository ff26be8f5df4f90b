//! Where NVRTC may be installed.
//!
//! The toolkit of CUDA installs NVRTC where the loader of the system finds it, or in
//! `/usr/local/cuda`. The packages `nvidia-cuda-nvrtc` and `nvidia-cuda-nvrtc-cu12` of Python, on
//! which PyTorch and CuPy depend, install it in a folder of the environment, which the loader does
//! not know.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The environment variable that names the library's file, or `off` for none.
pub const VARIABLE: &str = "IGC_NVRTC";

/// The library's names, the newest version first.
const NAMES: [&str; 3] = ["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"];

/// Folders of NVRTC in a folder of packages for Python.
const IN_PACKAGES: [&str; 3] = ["nvidia/cu13/lib", "nvidia/cuda_nvrtc/lib", "nvidia/cu12/lib"];

/// Folders of packages for Python that an application names.
static PACKAGES: Mutex<Vec<PathBuf>> = Mutex::new(vec![]);

/// Names folders of packages for Python, which are searched before all other folders. An application
/// that runs in an interpreter of Python knows its packages, even if the environment is not active.
///
/// Call this function before the first search, because a process searches once.
pub fn search_packages(folders: impl IntoIterator<Item = PathBuf>) {
    PACKAGES.lock().unwrap_or_else(PoisonError::into_inner).extend(folders);
}

/// Returns the file of NVRTC on this machine, if it is installed: `$IGC_NVRTC`, or else the first one
/// in the folders of [`search_packages`], in the environment of Python, in a toolkit, in the packages of the user and the system, and in
/// the folders of the loader. The library is not opened. A process searches once.
pub fn installed() -> Option<PathBuf> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOUND.get_or_init(search).clone()
}

fn search() -> Option<PathBuf> {
    match env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
        Some(value) if value == "off" => None,
        Some(value) => Some(PathBuf::from(value)),
        None => folders().iter().find_map(|folder| in_folder(folder)),
    }
}

fn in_folder(folder: &Path) -> Option<PathBuf> {
    NAMES.iter().map(|name| folder.join(name)).find(|file| file.exists())
}

/// Returns the folders in which NVRTC may be, in the order in which they are searched.
fn folders() -> Vec<PathBuf> {
    let variable =
        |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let environments = ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().filter_map(variable);
    let named = PACKAGES.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let mut folders: Vec<PathBuf> = named.iter().flat_map(|of| in_packages(of)).collect();
    folders.extend(environments.flat_map(|of| in_prefix(&of)));
    let toolkits = ["CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"].into_iter().filter_map(variable);
    let toolkits = toolkits.chain(["/usr/local/cuda", "/opt/cuda"].map(PathBuf::from));
    folders.extend(toolkits.flat_map(|of| [of.join("lib64"), of.join("targets/x86_64-linux/lib")]));
    if let Some(paths) = env::var_os("LD_LIBRARY_PATH") {
        folders.extend(env::split_paths(&paths).filter(|path| path.is_absolute()));
    }
    // A `python3` on the path is in the folder `bin` of its installation.
    let paths = env::var_os("PATH").unwrap_or_default();
    let pythons = env::split_paths(&paths).filter(|path| path.join("python3").exists());
    folders.extend(pythons.filter_map(|bin| Some(in_prefix(bin.parent()?))).flatten());
    if let Some(home) = variable("HOME") {
        folders.extend(in_prefix(&home.join(".local")));
    }
    folders.extend(["/usr/local", "/usr"].iter().flat_map(|of| in_prefix(Path::new(of))));
    let system =
        ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"];
    folders.extend(system.map(PathBuf::from));
    folders
}

/// Returns the folders of NVRTC in a folder of packages for Python.
fn in_packages(packages: &Path) -> [PathBuf; IN_PACKAGES.len()] {
    IN_PACKAGES.map(|folder| packages.join(folder))
}

/// Returns the folders of NVRTC among the packages of Python under a prefix, which has the folders
/// `bin` and `lib`.
fn in_prefix(prefix: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    for lib in ["lib", "lib64"] {
        let Ok(entries) = std::fs::read_dir(prefix.join(lib)) else { continue };
        let is_python = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with("python3");
        let entries = entries.filter_map(Result::ok);
        let pythons = entries.filter(|entry| is_python(&entry.file_name()));
        let mut pythons: Vec<PathBuf> = pythons.map(|entry| entry.path()).collect();
        pythons.sort();
        for packages in ["site-packages", "dist-packages"] {
            for python in pythons.iter().rev() {
                found.extend(in_packages(&python.join(packages)));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packages_of_python_are_searched() {
        let prefix = tempfile::tempdir().expect("there is room");
        let packages = prefix.path().join("lib/python3.12/site-packages");
        for folder in ["nvidia/cuda_nvrtc/lib", "nvidia/cu13/lib"] {
            std::fs::create_dir_all(packages.join(folder)).expect("there is room");
        }
        let found = || in_prefix(prefix.path()).iter().find_map(|folder| in_folder(folder));
        assert_eq!(found(), None);
        let create = |file: &str| std::fs::write(packages.join(file), "").expect("there is room");
        create("nvidia/cuda_nvrtc/lib/libnvrtc.so.12");
        assert!(found().is_some_and(|file| file.ends_with("cuda_nvrtc/lib/libnvrtc.so.12")));
        create("nvidia/cu13/lib/libnvrtc.so.13");
        assert!(found().is_some_and(|file| file.ends_with("cu13/lib/libnvrtc.so.13")));
    }

    #[test]
    fn packages_that_an_application_names_come_first() {
        let packages = tempfile::tempdir().expect("there is room");
        search_packages([packages.path().to_owned()]);
        let expected = IN_PACKAGES.map(|folder| packages.path().join(folder));
        assert_eq!(folders()[..expected.len()], expected);
    }
}
