//! Errors about the weights of a graph. They name the declaration that takes the weights.

use igc::problems;
use igc_compiler::data::DataError;
use igc_compiler::diagnostics::Diagnostic;
use igc_compiler::interp::RunError;
use igc_compiler::span::Span;
use igc_compiler::syntax::ast::ItemKind;
use igc_compiler::syntax::parse;
use igc_runtime::Error;
use igc_runtime::graph::{ColumnKey, GraphSpec, Separator, TableKeys};

use crate::failed::Failed;
use crate::message;
use crate::source::{Source, fail_in};

/// Prints why a run has no result. An error about weights shows the declaration in the program, and says how to go on.
/// `is_file` says whether the program is a file of the user, and `graph` is the specification of the graph.
pub fn fail_at_declaration<T>(
    source: &Source,
    is_file: bool,
    graph: &str,
    error: igc::Error,
) -> Result<T, Failed> {
    match diagnostic(source, is_file, graph, &error) {
        Some(diagnostic) => {
            message::diagnostics(&source.path, &source.text, &[diagnostic]);
            Err(Failed::Input)
        }
        None => fail_in(source)(error),
    }
}

/// Returns the diagnostic of an error about weights, and `None` for any other error.
fn diagnostic(
    source: &Source,
    is_file: bool,
    graph: &str,
    error: &igc::Error,
) -> Option<Diagnostic> {
    let igc::Error::Run(Error::Data(data) | Error::Run(RunError::Data(data))) = error else {
        return None;
    };
    let (array, label) = match data {
        DataError::NoWeights { array, .. } => (array, "it has no initial value"),
        DataError::Weight { array, .. } => (array, "it has the weights of the graph"),
        _ => return None,
    };
    let text = data.to_string();
    let mut lines = text.lines();
    let message = lines.next().unwrap_or_default();
    // The text of an error that is not about the source has no code.
    let mut diagnostic = Diagnostic::error("", declaration(source, array)?, message).label(label);
    for line in lines {
        diagnostic = match line.split_once(": ") {
            Some(("note", note)) => diagnostic.note(note),
            Some(("help", help)) if is_file => diagnostic.help(help),
            Some(("help", _)) => diagnostic,
            _ => diagnostic.note(line),
        };
    }
    if let DataError::Weight { weight, .. } = data {
        let named = if is_file { None } else { problems::find(&source.name) };
        let real = named.and_then(|named| named.problem.real);
        let real = real.map(|real| real.problem);
        diagnostic = diagnostic
            .help_if(real.map(|real| format!("the problem `{real}` takes all real weights")));
        diagnostic = diagnostic.help_if(whole_weights(weight, graph));
    }
    if let DataError::NoWeights { .. } = data {
        diagnostic = diagnostic.help_if(column_of_weights(graph));
    }
    if !is_file {
        if let (DataError::NoWeights { .. }, None) = (data, table(graph)) {
            diagnostic = diagnostic.help(
                "use a graph with weights. This command gives every edge of an edge list the weight 1: \
                 `awk '{ gsub(/,/, \" \") } !/^[#%]/ { print $1, $2, $1 ~ /^[0-9]/ ? 1 : \"weight\" }' \
                 FILE > NEW.wel`",
            );
        }
        let (name, array) = (&source.name, array.as_str());
        diagnostic = diagnostic.help(format!(
            "or change the program: `igc new --from {name} my.ig` writes a copy of it, in which you can \
             declare `{array}` differently"
        ));
    }
    Some(diagnostic)
}

/// Returns the keys of a table whose columns the user has named.
fn table(graph: &str) -> Option<TableKeys> {
    match GraphSpec::parse(graph) {
        Ok(GraphSpec::File { options, .. }) => Some(options.table).filter(TableKeys::is_given),
        _ => None,
    }
}

/// Returns how to name the column of the weights, if the graph is a file.
fn column_of_weights(graph: &str) -> Option<String> {
    let Ok(GraphSpec::File { path, options, .. }) = GraphSpec::parse(graph) else { return None };
    let keys = options.table;
    let name = "if a column of the file has the weights, name it with the key `weight=COLUMN`";
    let (Some(ColumnKey::Name(_)), None) = (&keys.source, &keys.weight) else {
        return Some(name.into());
    };
    let separator = match keys.separator {
        Some(Separator::Tab) => "\\t",
        Some(Separator::Semicolon) => ";",
        Some(Separator::Blanks) => " ",
        Some(Separator::Comma) => ",",
        None if path.extension().is_some_and(|ending| ending == "tsv") => "\\t",
        None => ",",
    };
    Some(format!(
        "{name}. Otherwise, this command adds a column with the weight 1, whose key is `weight=weight`: \
         `awk '{{ print $0 \"{separator}\" (NR == 1 ? \"weight\" : 1) }}' FILE > NEW.csv`"
    ))
}

/// Returns how to make weights whole numbers, if a weight has decimal places.
fn whole_weights(weight: &str, graph: &str) -> Option<String> {
    let (_, places) = weight.split_once('.')?;
    if !places.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let factor = format!("1{}", "0".repeat(places.len()));
    if table(graph).is_some() {
        return Some(format!(
            "make the weights whole numbers: write them, multiplied by {factor}, to a column, and name it with \
             the key `weight=COLUMN`"
        ));
    }
    Some(format!(
        "make the weights whole numbers. This command multiplies the third column of an edge list: \
         `awk '{{ gsub(/,/, \" \") }} $1 ~ /^[0-9]/ {{ $3 = int($3 * {factor} + 0.5) }} {{ print }}' \
         FILE > NEW.wel`"
    ))
}

/// Returns the place of the name in the declaration of an edge property.
fn declaration(source: &Source, name: &str) -> Option<Span> {
    let items = parse(&source.text).0?.items;
    items.into_iter().find_map(|item| match item.kind {
        ItemKind::EdgeProperty(field) if field.name.text == name => Some(field.name.span),
        _ => None,
    })
}
