//! The applications of `examples/`. They are part of the binary, so that a device can be tested
//! wherever igc is installed.

use std::path::Path;

use igc_compiler::syntax::ast::{Item, ItemKind};
use igc_compiler::syntax::parse;
use igc_measure::conformance::Application;
use walkdir::WalkDir;

use crate::failed::Failed;
use crate::output::fail;
use crate::source;

macro_rules! examples {
    ($($folder:literal / $name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../examples/", $folder, "/", $name, ".ig")))),*]
    };
}

/// The name and the text of every application, by problem.
const APPLICATIONS: &[(&str, &str)] = examples![
    "bc" / "bc",
    "bfs" / "bfs_cx",
    "bfs" / "bfs_hybrid",
    "bfs" / "bfs_multi",
    "bfs" / "bfs_topo",
    "bfs" / "bfs_tp",
    "bfs" / "bfs_wl",
    "cc" / "cc",
    "cc" / "cc_afforest",
    "cc" / "cc_hooking",
    "colouring" / "colouring",
    "colouring" / "colouring_classes",
    "colouring" / "colouring_shortcuts",
    "flow" / "push_relabel",
    "graphsage" / "graphsage",
    "hits" / "hits",
    "kcore" / "kcore",
    "ktruss" / "ktruss",
    "label_propagation" / "label_propagation",
    "leiden" / "leiden",
    "louvain" / "louvain",
    "messages" / "gine",
    "mis" / "mis_degree",
    "mis" / "mis_pannotia",
    "mis" / "mis_worklist",
    "mst" / "mst_filtered",
    "mst" / "mst_multiple_wl",
    "mst" / "mst_single_wl",
    "pr" / "pr_async",
    "pr" / "pr_extrapolated",
    "pr" / "pr_normalised",
    "pr" / "pr_personalised",
    "pr" / "pr_pull",
    "pr" / "pr_residual",
    "pr" / "pr_residual_wl",
    "pr" / "pr_tp",
    "scc" / "scc",
    "scc" / "scc_signatures",
    "sssp" / "sssp_adaptive",
    "sssp" / "sssp_delta",
    "sssp" / "sssp_nf",
    "sssp" / "sssp_topo",
    "sssp" / "sssp_wl",
    "tri" / "tri",
    "tri" / "tri_ordered",
    "walks" / "node2vec",
];

/// Returns the applications of `examples/`.
pub fn built_in() -> Vec<Application> {
    let application = |(name, text): &(&str, &str)| Application {
        name: name.to_string(),
        text: text.to_string(),
    };
    APPLICATIONS.iter().map(application).collect()
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
                let source::Source { name, text, .. } = source::read_program(file.path())?;
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
