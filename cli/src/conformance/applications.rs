//! The applications that a conformance run tests: those that are part of igc, or those of files.

use std::path::Path;

use igc::Source;
use igc_compiler::syntax::ast::{Item, ItemKind};
use igc_compiler::syntax::parse;
use igc_measure::conformance::Application;
use walkdir::WalkDir;

use crate::failed::Failed;
use crate::output::fail;
use crate::source;

/// Returns the applications of `examples/`.
pub fn built_in() -> Vec<Application> {
    let application = |Source { name, text, .. }| Application { name, text };
    Source::portfolio().map(application).collect()
}

/// Reads the programs in these files, and in every file that ends in `.ig` in these folders. In a
/// folder, files without `main` are left out, because programs import them.
pub fn read(paths: &[std::path::PathBuf]) -> Result<Vec<Application>, Failed> {
    let mut applications = vec![];
    for path in paths {
        for file in WalkDir::new(path).sort_by_file_name() {
            let file = match file {
                Ok(file) => file,
                Err(error) => return fail(Failed::Input, error),
            };
            let is_named = file.path() == path;
            if file.file_type().is_file() && (is_named || is_program(file.path())) {
                let Source { name, text, .. } = source::read_program_file(file.path())?;
                if is_named || has_main(&text) {
                    applications.push(Application { name, text });
                }
            }
        }
    }
    match applications.is_empty() {
        true => fail(
            Failed::Input,
            "the paths contain no programs\nhelp: name files that end in .ig, or their folders",
        ),
        false => Ok(applications),
    }
}

fn is_program(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ig")
}

/// Whether a text is a program, or wrong. Other files have no `main`: they are imported by
/// programs.
fn has_main(text: &str) -> bool {
    let (program, found) = parse(text);
    let is_main = |item: &Item| matches!(item.kind, ItemKind::Main(_));
    !found.is_empty() || program.is_none_or(|program| program.items.iter().any(is_main))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_carried() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
        assert_eq!(read(&[folder]).expect("they are readable"), built_in());
    }
}
