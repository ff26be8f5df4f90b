//! Quick fixes: the corrections of the compiler's diagnostics.

use std::collections::HashMap;

use gen_lsp_types as lsp;
use igc_compiler::span::Span;

use super::diagnostics;
use crate::analysis::Analysis;
use crate::documents::Text;
use crate::world::World;

/// Returns the quick fixes of the diagnostics that touch a range. The best one of a diagnostic is the first one.
pub fn of(world: &mut World, uri: &str, range: lsp::Range) -> Option<Vec<lsp::CodeAction>> {
    let analysis = world.analysis(uri)?;
    let mut actions = vec![];
    for diagnostic in diagnostics::of(world, uri, &analysis) {
        let Some((place, text, span)) = world.placed(&analysis, diagnostic.span()) else {
            continue;
        };
        let found = world.range(&text, span);
        if place != uri || found.end < range.start || range.end < found.start {
            continue;
        }
        for (at, correction) in diagnostic.corrections.iter().enumerate() {
            let Some(changes) = changes(world, &analysis, &correction.edits) else { continue };
            let code = lsp::Code::String(diagnostic.code.to_owned());
            let about = lsp::Diagnostic {
                range: found,
                code: Some(code),
                source: Some("igc".to_owned()),
                message: diagnostic.message.clone().into(),
                ..lsp::Diagnostic::default()
            };
            actions.push(lsp::CodeAction {
                title: correction.title.clone(),
                kind: Some(lsp::CodeActionKind::QuickFix),
                diagnostics: Some(vec![about]),
                is_preferred: (at == 0 && diagnostic.corrections.len() == 1).then_some(true),
                edit: Some(lsp::WorkspaceEdit { changes: Some(changes), ..Default::default() }),
                ..lsp::CodeAction::default()
            });
        }
    }
    Some(actions)
}

/// Returns edits by URI, or `None` if one of them is not in a file of the user.
fn changes(
    world: &World,
    analysis: &Analysis,
    edits: &[(Span, String)],
) -> Option<HashMap<lsp::Uri, Vec<lsp::TextEdit>>> {
    let mut changes: HashMap<lsp::Uri, Vec<lsp::TextEdit>> = HashMap::new();
    for (span, new) in edits {
        let (place, text, local) = world.placed(analysis, *span)?;
        if world.library_module(&place).is_some() {
            return None;
        }
        let local = if new.is_empty() { whole_line(&text, local) } else { local };
        let edit = lsp::TextEdit { range: world.range(&text, local), new_text: new.clone() };
        changes.entry(world.written(&place).as_str().into()).or_default().push(edit);
    }
    Some(changes)
}

/// Extends a span that is alone on its line to the whole line, so that removing it leaves no empty line.
fn whole_line(text: &Text, span: Span) -> Span {
    let (before, after) = (&text.text[..span.start as usize], &text.text[span.end as usize..]);
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let end = after.find('\n').map(|at| at + 1);
    match end {
        Some(end) if before[start..].trim().is_empty() && after[..end].trim().is_empty() => {
            Span { start: start as u32, end: span.end + end as u32 }
        }
        _ => span,
    }
}
