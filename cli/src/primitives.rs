//! The policy for primitives that runs on a device use: the file that `IGC_PRIMITIVES` names, or the
//! device's own file in the cache folder, or none. Without a file, the runtime uses the policy that
//! igc ships for the kind of device.

use std::env;
use std::path::{Path, PathBuf};

use igc_runtime::backend::DeviceName;
use igc_runtime::backend::interpreter;
use igc_runtime::primitives::GeneratedPolicy;
use igc_runtime::source::{SMALL, read_text};
use igc_study::primitives::DevicePolicy;

use crate::in_cache::in_cache;
use crate::message::{self, shown};

/// The environment variable that names a file, or turns policies off.
pub const VARIABLE: &str = "IGC_PRIMITIVES";

/// The values of [`VARIABLE`] that choose the shipped policy, and no policy at all.
const SHIPPED: &str = "shipped";
const OFF: &str = "off";

/// Returns the policy of a device. Prints a warning for a file that cannot be used.
pub fn in_use(device: &DeviceName) -> Option<GeneratedPolicy> {
    if device.name == interpreter::SELECTOR {
        return None;
    }
    let named = env::var_os(VARIABLE).filter(|value| !value.is_empty());
    let (path, is_named) = match named {
        Some(value) if value == SHIPPED => return None,
        Some(value) if value == OFF => return Some(GeneratedPolicy::default()),
        Some(path) => (PathBuf::from(path), true),
        None => (usual_path(device)?, false),
    };
    let text = match read_text(&path, SMALL) {
        Ok(text) => text,
        Err(error) if !is_named && error.is_missing() => return None,
        Err(error) => {
            warn(&path, &error);
            return None;
        }
    };
    match DevicePolicy::parse(&text, device) {
        Ok(policy) => Some(policy.generated),
        Err(error) => {
            warn(&path, &error);
            None
        }
    }
}

fn warn(path: &Path, error: &dyn std::fmt::Display) {
    message::say(format_args!(
        "warning: the policy for primitives {} is not used: {error}\n\
         help: `igc search primitives` makes a new one; {VARIABLE}={SHIPPED} uses the policy that \
         igc ships",
        shown(path)
    ));
}

/// Returns the path of a device's policy, or `None` if there is no cache folder.
pub fn usual_path(device: &DeviceName) -> Option<PathBuf> {
    Some(in_cache("primitives", device)?.with_extension("toml"))
}
