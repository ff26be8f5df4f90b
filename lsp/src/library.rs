//! The standard library as files. An editor can only open files, so the modules are written to a folder when somebody
//! looks at one of them. The name of the folder depends on the content, so that versions of igc do not disturb each
//! other.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

use igc_compiler::library::MODULES;

/// Returns the folder of the standard library within a folder for temporary files.
pub fn folder(within: &Path) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    for module in MODULES {
        (module.name, module.text).hash(&mut hasher);
    }
    within.join(format!("igc-std-{:016x}", hasher.finish())).join("std")
}

/// Returns the path of a module.
pub fn path(folder: &Path, module: usize) -> PathBuf {
    folder.join(format!("{}.ig", MODULES[module].name))
}

/// Returns the module whose file has this path.
pub fn module_at(folder: &Path, path: &Path) -> Option<usize> {
    let name = path.strip_prefix(folder).ok()?.to_str()?.strip_suffix(".ig")?;
    MODULES.iter().position(|module| module.name == name)
}

/// Writes a module, unless its file exists with this content.
///
/// # Errors
///
/// Returns an error if the file cannot be written.
pub fn write(folder: &Path, module: usize) -> std::io::Result<()> {
    let (path, text) = (path(folder, module), MODULES[module].text);
    if std::fs::read_to_string(&path).is_ok_and(|found| found == text) {
        return Ok(());
    }
    std::fs::create_dir_all(folder)?;
    let mut file = std::fs::File::create(&path)?;
    file.write_all(text.as_bytes())?;
    let mut permissions = file.metadata()?.permissions();
    permissions.set_readonly(true);
    file.set_permissions(permissions)
}
