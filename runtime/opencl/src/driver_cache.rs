//! The folders in which drivers cache built kernels, for messages.
//!
//! A damaged entry makes some drivers fail in a confusing way: PoCL loses kernels of a program, or
//! aborts. igc cannot repair such a cache, but it can name the folder to delete.

use std::env;
use std::path::PathBuf;

use igc_visible as visible;

/// A driver's cache: the environment variable that names its folder, the usual folder in the user's
/// cache folder, and the usual folder in the home folder.
struct Place {
    variable: &'static str,
    in_cache: &'static str,
    in_home: &'static str,
}

const PLACES: [Place; 4] = [
    Place { variable: "POCL_CACHE_DIR", in_cache: "pocl/kcache", in_home: "" },
    Place { variable: "CUDA_CACHE_PATH", in_cache: "", in_home: ".nv/ComputeCache" },
    Place { variable: "MESA_SHADER_CACHE_DIR", in_cache: "mesa_shader_cache", in_home: "" },
    Place { variable: "cl_cache_dir", in_cache: "neo_compiler_cache", in_home: "" },
];

/// Returns the existing folders in which drivers cache built kernels, separated by commas, as the
/// object of a sentence. Returns an empty text if there is none.
pub fn driver_caches() -> String {
    let folders = PLACES.iter().filter_map(Place::folder).filter(|folder| folder.is_dir());
    folders.map(|folder| format!("`{}`", visible::path(&folder))).collect::<Vec<_>>().join(", ")
}

impl Place {
    fn folder(&self) -> Option<PathBuf> {
        if let Some(named) = env::var_os(self.variable).filter(|value| !value.is_empty()) {
            return Some(PathBuf::from(named));
        }
        if !self.in_home.is_empty() {
            return Some(env::home_dir()?.join(self.in_home));
        }
        let named = env::var_os("XDG_CACHE_HOME").filter(|value| !value.is_empty());
        let caches = named.map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cache")))?;
        Some(caches.join(self.in_cache))
    }
}

/// Returns the help of an error that a damaged cache may have caused, with a line feed before it.
pub(crate) fn damaged_cache_help() -> String {
    match driver_caches() {
        none if none.is_empty() => String::new(),
        folders => format!("\nhelp: if the driver's cache of kernels is damaged, delete {folders}"),
    }
}
