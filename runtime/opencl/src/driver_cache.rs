//! The folders in which drivers cache built kernels, for messages.
//!
//! A damaged entry makes some drivers fail in a confusing way: PoCL loses kernels of a program, or
//! aborts. igc cannot repair such a cache, but it can name the folder to delete.

use std::env;
use std::path::PathBuf;

use igc_visible as visible;

/// A driver's cache: a part of the names of its platforms, the environment variable that names its
/// folder, the usual folder in the user's cache folder, and the usual folder in the home folder.
struct Place {
    platform: &'static str,
    variable: &'static str,
    in_cache: &'static str,
    in_home: &'static str,
}

const PLACES: [Place; 4] = [
    Place {
        platform: "Portable Computing Language",
        variable: "POCL_CACHE_DIR",
        in_cache: "pocl/kcache",
        in_home: "",
    },
    Place {
        platform: "NVIDIA",
        variable: "CUDA_CACHE_PATH",
        in_cache: "",
        in_home: ".nv/ComputeCache",
    },
    Place {
        platform: "rusticl",
        variable: "MESA_SHADER_CACHE_DIR",
        in_cache: "mesa_shader_cache",
        in_home: "",
    },
    Place {
        platform: "Intel",
        variable: "cl_cache_dir",
        in_cache: "neo_compiler_cache",
        in_home: "",
    },
];

/// An existing folder in which a driver caches built kernels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DriverCache {
    /// A part of the names of the driver's platforms.
    pub platform: &'static str,
    /// The folder, for a message.
    pub folder: String,
}

/// Returns the existing folders in which drivers cache built kernels.
pub fn driver_caches() -> Vec<DriverCache> {
    let existing = |place: &Place| {
        let folder = place.folder().filter(|folder| folder.is_dir())?;
        let folder = format!("`{}`", visible::path(&folder));
        Some(DriverCache { platform: place.platform, folder })
    };
    PLACES.iter().filter_map(existing).collect()
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

/// Returns a warning for each cache of a driver in which other users could replace kernels. The
/// driver uses the cache nevertheless, and igc cannot prevent this.
pub fn untrusted_driver_caches() -> Vec<String> {
    let untrusted = |place: &Place| {
        let folder = place.folder().filter(|folder| folder.is_dir())?;
        let reason = igc_output::check_trust(&folder).err()?;
        Some(format!(
            "other users could replace kernels in the driver's cache `{}`: {reason}\n\
             help: set its permissions with `chmod -R go-w`, or set {} to a folder of your own",
            visible::path(&folder),
            place.variable
        ))
    };
    PLACES.iter().filter_map(untrusted).collect()
}

/// Returns the help of an error that a damaged cache may have caused, with a line feed before it.
pub(crate) fn damaged_cache_help() -> String {
    let folders: Vec<String> = driver_caches().into_iter().map(|cache| cache.folder).collect();
    match folders.join(", ") {
        none if none.is_empty() => String::new(),
        folders => format!("\nhelp: if the driver's cache of kernels is damaged, delete {folders}"),
    }
}
