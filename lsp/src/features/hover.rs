//! Hovers: what a name is, with its type and documentation, what a keyword means, what a diagnostic is about, and what
//! the configuration does to a statement.

use gen_lsp_types as lsp;
use igc_compiler::diagnostics::registry;
use igc_compiler::symbols::cursor::{Cursor, Place};
use igc_compiler::symbols::{Declaration, Symbol, language};

use super::diagnostics;
use super::remarks::{self, OfDocument};
use crate::analysis::Analysis;
use crate::world::World;

/// Returns the hover at a position.
pub fn at(world: &mut World, uri: &str, position: lsp::Position) -> Option<lsp::Hover> {
    let (text, offset) = world.offset(uri, position)?;
    let cursor = Cursor::at(&text.text, offset);
    let word = word_at(&text.text, offset).unwrap_or(cursor.word);
    let shown = text.text.get(word.start as usize..word.end as usize).unwrap_or("");
    let mut parts: Vec<String> = vec![];
    let found = world.found(uri, position);
    if let Some(found) = &found {
        parts.extend(described(&found.analysis, found.occurrence.symbol));
    } else if let Some(entry) = language::find(shown).filter(|_| cursor.place != Place::Nothing) {
        parts.push(of_language(entry));
    }
    if let Some(effects) = remarks::of(world, uri) {
        parts.extend(effects_at(&effects, word.start, world, uri));
    }
    let analysis = world.analysis(uri)?;
    for diagnostic in diagnostics::of(world, uri, &analysis) {
        let Some((place, _, span)) = world.placed(&analysis, diagnostic.span()) else { continue };
        if place == uri
            && (span.start..=span.end).contains(&offset)
            && let Some(explanation) = registry::find(diagnostic.code)
        {
            parts.push(format!(
                "**{}**: {}\n\n{}",
                explanation.code, explanation.title, explanation.text
            ));
        }
    }
    if parts.is_empty() {
        return None;
    }
    let value = parts.join("\n\n---\n\n");
    let markdown = lsp::MarkupContent { kind: lsp::MarkupKind::Markdown, value };
    Some(lsp::Hover {
        contents: lsp::Contents::MarkupContent(markdown),
        range: (!shown.is_empty()).then(|| world.range(&text, word)),
    })
}

/// Returns the whole word around an offset.
fn word_at(text: &str, offset: u32) -> Option<igc_compiler::span::Span> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (before, after) = (text.get(..offset as usize)?, text.get(offset as usize..)?);
    let start = before.trim_end_matches(is_part).len();
    let end = text.len() - after.trim_start_matches(is_part).len();
    (start < end).then_some(igc_compiler::span::Span { start: start as u32, end: end as u32 })
}

/// Returns a symbol in Markdown.
pub fn described(analysis: &Analysis, symbol: Symbol) -> Option<String> {
    match symbol {
        Symbol::Declared(at) => analysis.index.declarations.get(at).map(declared),
        Symbol::Language(entry) => Some(of_language(entry)),
        Symbol::Module(at) => {
            let name = analysis.index.modules.get(at)?;
            let module = igc_compiler::library::MODULES.iter().find(|it| it.name == name);
            let declared = analysis.index.declarations.iter();
            let items = declared.filter(|it| it.module.as_ref() == Some(name));
            let items = items.filter(|it| !it.kind.is_local()).map(|it| it.text.as_str());
            let items = items.collect::<Vec<_>>().join("\n");
            let doc = module.map_or(String::new(), |it| head(it.text));
            let of = if module.is_some() { "a module of the standard library" } else { "a module" };
            Some(format!("`{name}`: {of}\n\n{doc}\n\n```igc\n{items}\n```"))
        }
        Symbol::Oracle(name) => {
            let oracle = igc_compiler::check::oracles::find(name)?;
            let roles: Vec<&str> = oracle.arguments.iter().map(|it| it.role).collect();
            Some(format!(
                "```igc\ncheck {name}(…);\n```\n\nAn oracle, which checks results. Its arguments: {}.",
                roles.join(", ")
            ))
        }
    }
}

/// Returns the documentation at the head of a module.
fn head(text: &str) -> String {
    let lines = text.lines().take_while(|line| line.starts_with("///"));
    let lines = lines.map(|line| line.trim_start_matches('/').trim());
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns a declaration in Markdown.
pub fn declared(declaration: &Declaration) -> String {
    let Declaration { kind, doc, module, text, .. } = declaration;
    let of = match module {
        Some(module) => {
            let is_library = igc_compiler::library::find(module).is_some();
            let prefix = if is_library { "std::" } else { "" };
            format!(" of `{prefix}{module}`")
        }
        None => String::new(),
    };
    let mut out = format!("```igc\n{text}\n```\n\n{}{of}", upper(kind.words()));
    if !doc.is_empty() {
        out += "\n\n";
        out += &doc.join("\n");
    }
    out
}

fn upper(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// Returns a name of the language in Markdown.
pub fn of_language(entry: &language::Entry) -> String {
    format!("```igc\n{}\n```\n\n{}", entry.text, entry.doc)
}

/// Returns the effects on the statement that starts at an offset, on the kernel whose name is there, or on `main`.
fn effects_at(effects: &OfDocument, at: u32, world: &mut World, uri: &str) -> Option<String> {
    let declared_here = |world: &mut World| {
        let analysis = world.analysis(uri)?;
        let start = world.position_in(&analysis, uri, at)?;
        let declared = analysis.index.declared_at(start)?;
        let whole = analysis.index.declarations[declared].whole.start;
        let first = world.position_in(&analysis, uri, 0)?;
        whole.checked_sub(first)
    };
    let starts = [Some(at), declared_here(world)];
    let place = effects.places.iter().find(|place| starts.contains(&Some(place.at)));
    let heading = remarks::configuration(&effects.of);
    match place {
        Some(place) => Some(format!("{heading}\n\n{}", remarks::list(&place.effects))),
        None if effects.main == Some(at) => Some(heading),
        None => None,
    }
}
