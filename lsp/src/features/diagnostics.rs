//! Errors and warnings, with their codes, related places, notes and help. The diagnostics of an imported file belong to
//! the document of this file.

use std::collections::BTreeMap;

use gen_lsp_types as lsp;
use igc_compiler::diagnostics::{Diagnostic, Severity};

use crate::analysis::Analysis;
use crate::world::World;

/// The diagnostics of documents, by their normalised URIs.
pub type Found = BTreeMap<String, Vec<lsp::Diagnostic>>;

/// Returns the diagnostics of all open documents and of the files that they import. A document without diagnostics has
/// an empty list.
pub fn all(world: &mut World) -> Found {
    let mut found = Found::new();
    let open: Vec<String> = world.documents.keys().cloned().collect();
    for uri in open {
        found.entry(uri.clone()).or_default();
        let Some(analysis) = world.analysis(&uri) else { continue };
        for diagnostic in of(world, &uri, &analysis) {
            add(world, &analysis, &diagnostic, &mut found);
        }
    }
    found
}

/// Returns the diagnostics of an analysis: those of checking and, if there are no errors and the program has not changed
/// since, those of the compilation.
pub fn of(world: &World, uri: &str, analysis: &Analysis) -> Vec<Diagnostic> {
    let compiled = world.effects.get(uri).filter(|effects| effects.bundle == analysis.bundle);
    match compiled {
        Some(effects) if !analysis.has_errors && !analysis.is_module => effects.diagnostics.clone(),
        _ => analysis.diagnostics.clone(),
    }
}

fn add(world: &World, analysis: &Analysis, diagnostic: &Diagnostic, found: &mut Found) {
    // The program that imports a module is not visible, and the standard library is right.
    let Some((uri, _, _)) = world.placed(analysis, diagnostic.span()) else { return };
    let Some(location) = world.location(analysis, diagnostic.span()) else { return };
    let others = diagnostic.labels[1..].iter().filter_map(|label| {
        let location = world.location(analysis, label.span)?;
        Some(lsp::DiagnosticRelatedInformation { location, message: label.text.clone() })
    });
    let related: Vec<_> = others.collect();
    let mut message = diagnostic.message.clone();
    let label = &diagnostic.labels[0].text;
    if !label.is_empty() {
        message += &format!("\n{label}");
    }
    for note in &diagnostic.notes {
        message += &format!("\nnote: {note}");
    }
    for help in &diagnostic.help {
        message += &format!("\nhelp: {help}");
    }
    let is_unused = matches!(diagnostic.code, "W0101" | "W0102" | "W0103" | "W0104");
    let new = lsp::Diagnostic {
        range: location.range,
        severity: Some(match diagnostic.severity {
            Severity::Error => lsp::DiagnosticSeverity::Error,
            Severity::Warning => lsp::DiagnosticSeverity::Warning,
        }),
        code: (!diagnostic.code.is_empty()).then(|| lsp::Code::String(diagnostic.code.to_owned())),
        source: Some("igc".to_owned()),
        message: message.into(),
        tags: is_unused.then(|| vec![lsp::DiagnosticTag::Unnecessary]),
        related_information: (!related.is_empty()).then_some(related),
        ..lsp::Diagnostic::default()
    };
    let of_file = found.entry(uri).or_default();
    if !of_file.contains(&new) {
        of_file.push(new);
    }
}
