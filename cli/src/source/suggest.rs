//! What a user may have meant by the name of a program that does not exist.

use std::path::Path;

use igc::diagnostics::visible;
use igc::problems;

/// The largest number of files in a folder that are compared with a name.
const MAX_FILES: usize = 200;

/// Returns a line of help, which starts with a line break, or nothing.
pub fn help(suggestion: Option<String>) -> String {
    suggestion.map(|text| format!("\nhelp: {text}")).unwrap_or_default()
}

/// Returns a suggestion for the name of a problem or program, which may also be meant for a file in the current folder.
pub fn for_name(name: &str) -> Option<String> {
    let with_suffix = format!("{name}.ig");
    if Path::new(&with_suffix).is_file() {
        return Some(format!("did you mean the file `{with_suffix}`?"));
    }
    if Path::new(name).is_file() {
        return Some(format!("did you mean the file `./{name}`?"));
    }
    let files = programs(Path::new("."));
    let stems: Vec<&str> = files.iter().filter_map(|file| file.strip_suffix(".ig")).collect();
    let near = problems::nearest(name, stems.iter().copied());
    let near = near.map(|near| match problems::find(near) {
        Some(_) => near.to_owned(),
        None => format!("{near}.ig"),
    });
    Some(match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            "`igc problems` lists the problems and programs; a file ends in .ig or contains a slash"
                .into()
        }
    })
}

/// Returns a suggestion for the path of a file that does not exist: a file in the same folder, or a program of igc with
/// the same name.
pub fn for_file(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let stem = name.strip_suffix(".ig").unwrap_or(name);
    if let Some(named) = problems::find(stem) {
        let program = if named.is_pinned { named.program } else { stem };
        return Some(format!("`{program}` is part of igc, and needs no file"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let files = programs(folder.unwrap_or(Path::new(".")));
    if let Some(near) = problems::nearest(name, files.iter().map(String::as_str)) {
        let is_file = files.iter().any(|file| file == near);
        let near = match folder.filter(|_| is_file) {
            Some(folder) => folder.join(near).to_string_lossy().into_owned(),
            None => near.to_owned(),
        };
        return Some(format!("did you mean `{near}`?"));
    }
    let near = problems::nearest(stem, [])?;
    Some(format!("did you mean `{near}`, which is part of igc?"))
}

/// Returns a suggestion for a folder that was named instead of a program: the first program in it.
pub fn for_folder(folder: &Path) -> Option<String> {
    let files = programs(folder);
    let first = folder.join(files.first()?);
    let first = visible::path(&first);
    Some(format!("name a file in it, such as `{first}`; `igc check` takes folders"))
}

/// Returns the names of the programs in a folder, ordered.
fn programs(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> =
        names.filter(|name| name.ends_with(".ig")).take(MAX_FILES).collect();
    names.sort();
    names
}
