//! Values that several commands take on the command line.

use clap::builder::{OsStringValueParser, TypedValueParser};
use igc_runtime::graph::spec_text;

/// The long help of an option that takes a graph.
pub const GRAPH_HELP: &str = "A file in any supported format (uncompressed, gzip or zstd), or a \
generator such as rmat:20, uniform:23 or road:264346. Options follow as ,KEY=VALUE, \
such as ,order=degree";

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
