//! Values that several commands take on the command line.

use clap::builder::{OsStringValueParser, TypedValueParser};
use igc_runtime::graph::spec_text;

/// The long help of an option that takes a graph.
pub const GRAPH_HELP: &str = "A file in any supported format (uncompressed, gzip or zstd), or a \
generator such as rmat:20, uniform:23 or road:264346. Options follow as ,KEY=VALUE, \
such as ,order=degree";

/// The help of an option that takes a configuration.
pub const OPTS_HELP: &str = "Optimisations to apply, separated by commas: none, all, wg, sg, fg1, fg8, coop-cv, \
oitergb, sz256; an order of visits: push, pull, edge, struct-edge, rev-edge, rev-struct-edge; a virtual warp: vwarp2, \
vwarp4, vwarp8, vwarp16, vwarp32, vwarp64; merge, for equal shares of nodes and edges; classes, for a work-item, a \
subgroup or a workgroup by the degree of a node; a frontier: mask, bitmap, list; a way to count: count-wi, count-sg, \
count-wg; adaptive, to choose the order, the warp and the frontier in each round; wide-edges, for edge ids of 64 bits; \
persistent, to run as much of main as possible in one kernel; async8 or async64, to repeat iterations in one launch; \
grid2 or grid4, for the number of workgroups of outlined loops for each compute unit of a GPU; spread, to distribute \
the items of short worklists over all workgroups; \
narrow, for state of 8 or 16 bits where values fit; hubs, for state of the first nodes in local memory; passes=A+B, \
the scalar passes A and B; or llvm=A+B, to compile the kernels with the passes A and B of LLVM";

/// Accepts a graph specification, also with the name of a file that is not UTF-8.
pub fn graph_spec() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().map(|text| spec_text(&text))
}

/// Splits `NAME=VALUE`.
///
/// # Errors
///
/// Returns an error if the text has no `=`, or no name before it.
pub fn name_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.into(), value.into())),
        _ => Err("expected NAME=VALUE".into()),
    }
}

#[cfg(test)]
mod tests {
    use igc_compiler::options::Flag;

    use super::OPTS_HELP;

    #[test]
    fn the_help_names_every_flag() {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let words: Vec<&str> = OPTS_HELP.split(|c| !is_name(c)).collect();
        for (name, _) in Flag::every() {
            assert!(words.contains(&name), "{name}");
        }
    }
}
