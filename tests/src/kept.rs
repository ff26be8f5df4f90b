//! The generated code that the repository keeps for people to read: `kernels-generated/` contains
//! OpenCL C and schedules, and `tests/snapshots/configurations/` contains the optimised IR with the
//! remarks.
//!
//! Every application is kept without optimisations, except for those that are like others apart from
//! their weights, and an application of most problems with all optimisations: one whose code is short
//! enough to read. For each flag alone, the applications are
//! kept that show its effect best. A table of hashes covers all 96 configurations of every application, so that a change of
//! the compiler is always visible in a diff. Tests compute a [covering](Configuration::covering) part of the table, and
//! all of it if a hash has changed or if [everything](everything_is_asked_for) is asked for.

use std::collections::HashMap;
use std::fmt::Write;

use igc_compiler::configuration::Configuration;
use igc_compiler::driver::Compilation;

use crate::application::{APPLICATIONS, Application};
use crate::scope::everything_is_asked_for;

/// Each flag, with the applications that show its effect best if it is the only flag.
const FLAGS: [(&str, &[&str]); 7] = [
    ("wg", &["bfs_wl", "pr_tp", "tri"]),
    ("sg", &["bfs_wl"]),
    ("fg1", &["bfs_wl", "pr_tp", "tri"]),
    ("fg8", &["bfs_wl", "pr_tp", "tri"]),
    ("coop-cv", &["bfs_wl", "mis_worklist"]),
    ("oitergb", &["bfs_hybrid", "bfs_wl", "sssp_nf"]),
    // The flag `sz256` changes only the schedule.
    ("sz256", &["bfs_wl"]),
];

/// The applications that are kept with all optimisations.
const OPTIMISED: [&str; 15] = [
    "bfs_hybrid",
    "bfs_multi",
    "bfs_wl",
    "cc",
    "colouring",
    "graphsage",
    "kcore",
    "ktruss",
    "label_propagation",
    "gine",
    "mis_worklist",
    "pr_residual_wl",
    "pr_tp",
    "tri",
    "node2vec",
];

/// The applications that differ from a kept one in the type or the use of weights, or whose kernels are much like
/// those of `cc_sampled` or `sssp_nf`. Only their hashes are kept.
const LIKE_OTHERS: [&str; 11] = [
    "bc_weighted",
    "cc_afforest",
    "leiden_weighted",
    "louvain_weighted",
    "mst_real",
    "pr_normalised_weighted",
    "pr_personalised_weighted",
    "pr_weighted",
    "sssp_adaptive",
    "sssp_async",
    "sssp_real_adaptive",
];

/// The schedules that are kept, by configuration and application. Most other schedules contain
/// nothing new.
const SCHEDULES: [(&str, &str); 3] =
    [("none", "bfs_wl"), ("oitergb", "bfs_wl"), ("sz256", "bfs_wl")];

/// Returns the folders of kept configurations, each with its applications.
pub fn folders() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let names = APPLICATIONS.iter().map(|(_, name)| *name);
    let every = names.filter(|name| !LIKE_OTHERS.contains(name)).collect();
    let flags = FLAGS.into_iter().map(|(flag, names)| (flag, names.to_vec()));
    [("none", every), ("all", OPTIMISED.to_vec())].into_iter().chain(flags)
}

/// Returns whether the schedule of an application is kept in a folder.
pub fn keeps_schedule(folder: &str, application: &str) -> bool {
    SCHEDULES.contains(&(folder, application))
}

/// The number of hexadecimal digits of a hash in the table. It suffices to notice a change.
const DIGITS: usize = 8;

/// The number of combinations of the flags of nested parallelism, which are the rows of a table of
/// hashes.
const NESTED: usize = 12;

/// Returns a table for each application with a hash for each of the 96 configurations. The rows are
/// the combinations of the flags of nested parallelism, and the columns are the combinations of the
/// other flags.
///
/// `known` is the table that the repository has. Unless everything is asked for, the function computes the hashes of
/// a covering set of configurations of each application. If they are in the table, it takes the others from it.
/// Otherwise, and if `known` is empty, it computes them all.
pub fn hashes(known: &str, content: impl Fn(&str, &Compilation) -> Vec<u8>) -> String {
    let compute = |name: &str, options: &Configuration| {
        let compilation = Application::with(name, options).program.compilation;
        blake3::hash(&content(name, &compilation)).to_hex()[..DIGITS].to_string()
    };
    if !everything_is_asked_for() && !known.is_empty() {
        let cells = cells(known);
        let text = table(|at, name, options| {
            let is_computed = Configuration::covering(at).contains(options);
            let known = cells.get(&(name.into(), options.to_string())).filter(|_| !is_computed);
            known.cloned().unwrap_or_else(|| compute(name, options))
        });
        if text.trim_end() == known.trim_end() {
            return text;
        }
    }
    table(|_, name, options| compute(name, options))
}

/// Returns the hashes of a table, by application and configuration.
fn cells(table: &str) -> HashMap<(String, String), String> {
    let configurations = Configuration::all_configurations();
    let mut cells = HashMap::new();
    let lines: Vec<Vec<&str>> =
        table.lines().map(|line| line.split_whitespace().collect()).collect();
    for (_, name) in APPLICATIONS {
        let Some(head) = lines.iter().position(|line| line.starts_with(&[name, "A"])) else {
            continue;
        };
        for (nested, row) in lines[head + 1..].iter().take(NESTED).enumerate() {
            let columns = configurations.iter().skip(nested).step_by(NESTED);
            for (options, cell) in columns.zip(row.iter().skip(1)) {
                cells.insert((name.into(), options.to_string()), cell.to_string());
            }
        }
    }
    cells
}

/// Writes the table. `cell` returns the hash of the application at a position in a configuration.
fn table(cell: impl Fn(usize, &str, &Configuration) -> String) -> String {
    let configurations = Configuration::all_configurations();
    let mut text = String::new();
    for (at, (_, name)) in APPLICATIONS.into_iter().enumerate() {
        let mut row = |label: &str, cells: Vec<String>| {
            text += &format!("{label:9}");
            cells.iter().for_each(|cell| write!(text, " {cell:8}").unwrap());
            text.truncate(text.trim_end().len());
            text.push('\n');
        };
        row(
            name,
            (0..configurations.len() / NESTED)
                .map(|column| (b'A' + column as u8) as char)
                .map(String::from)
                .collect(),
        );
        for nested in 0..NESTED {
            let column = configurations.iter().skip(nested).step_by(NESTED);
            let hash = |options: &Configuration| cell(at, name, options);
            row(&configurations[nested].to_string(), column.map(hash).collect());
        }
        text.push('\n');
    }
    for (column, options) in configurations.iter().step_by(NESTED).enumerate() {
        text += &format!("{}: {options}\n", (b'A' + column as u8) as char);
    }
    text
}
