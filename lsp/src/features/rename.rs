//! Renames a declaration in all files. A rename that would cause errors, such as a conflict with another name, is
//! refused.

use std::collections::{BTreeMap, HashMap};

use gen_lsp_types as lsp;
use igc_compiler::span::Span;
use igc_compiler::symbols::Symbol;
use igc_compiler::syntax::lexer::is_name;

use crate::documents::Text;
use crate::world::{Found, World};

/// Returns the range of the name at a position, if it can be renamed.
///
/// # Errors
///
/// Returns the reason why the name cannot be renamed.
pub fn prepare(
    world: &mut World,
    uri: &str,
    position: lsp::Position,
) -> Result<(lsp::Range, String), String> {
    let (text, found) = renameable(world, uri, position)?;
    let (_, _, span) = world
        .placed(&found.analysis, found.occurrence.span)
        .ok_or("the name is not in this file")?;
    let name = text.text.get(span.start as usize..span.end as usize).unwrap_or("");
    Ok((world.range(&text, span), name.to_owned()))
}

fn renameable(
    world: &mut World,
    uri: &str,
    position: lsp::Position,
) -> Result<(Text, Found), String> {
    let text = world.text(uri).ok_or("the document is not open")?;
    let found = world.found(uri, position).ok_or("there is no name here")?;
    let declaration = match found.occurrence.symbol {
        Symbol::Declared(_) => found.declaration().ok_or("the declaration is missing")?,
        Symbol::Module(_) => return Err("rename the file instead, and then its `use`s".to_owned()),
        Symbol::Language(entry) => {
            return Err(format!("`{}` is part of the language", entry.name()));
        }
        Symbol::Oracle(name) => return Err(format!("`{name}` is an oracle of igc")),
    };
    let placed = world.placed(&found.analysis, declaration.span);
    let place = placed.map(|(place, _, _)| place).unwrap_or_default();
    if world.library_module(&place).is_some() {
        return Err(format!("`{}` is part of the standard library", declaration.name));
    }
    Ok((text, found))
}

/// Returns the edits that rename the name at a position.
///
/// # Errors
///
/// Returns the reason why the name cannot be renamed, or why the new name is not possible.
pub fn rename(
    world: &mut World,
    uri: &str,
    position: lsp::Position,
    new: &str,
) -> Result<lsp::WorkspaceEdit, String> {
    if !is_name(new) {
        return Err(format!("`{new}` is not a name"));
    }
    let (_, found) = renameable(world, uri, position)?;
    let mut edits: BTreeMap<String, (Text, Vec<Span>)> = BTreeMap::new();
    for (place, text, span, _) in world.occurrences(&found) {
        edits.entry(place).or_insert_with(|| (text, vec![])).1.push(span);
    }
    let conflicts = conflicts(world, &edits, new);
    if let Some(reason) = conflicts {
        return Err(format!("`{new}` is not possible here: {reason}"));
    }
    let mut changes: HashMap<lsp::Uri, Vec<lsp::TextEdit>> = HashMap::new();
    for (place, (text, spans)) in edits {
        let edit = |span: Span| lsp::TextEdit {
            range: world.range(&text, span),
            new_text: new.to_owned(),
        };
        let key = world.written(&place).as_str().into();
        changes.insert(key, spans.into_iter().map(edit).collect());
    }
    Ok(lsp::WorkspaceEdit { changes: Some(changes), ..lsp::WorkspaceEdit::default() })
}

/// Applies a rename to a copy of the world. Returns the first error of a program that had none before, or a statement
/// that the number of names of the declaration changed: a local with the new name may hide it.
fn conflicts(
    world: &mut World,
    edits: &BTreeMap<String, (Text, Vec<Span>)>,
    new: &str,
) -> Option<String> {
    let mut after = world.copy();
    for (place, (text, spans)) in edits {
        let mut changed = text.text.to_string();
        for span in spans.iter().rev() {
            changed.replace_range(span.start as usize..span.end as usize, new);
        }
        after.open(place, 0, &changed);
    }
    for uri in edits.keys() {
        let (old, now) = (world.analysis(uri)?, after.analysis(uri)?);
        if now.has_errors && !old.has_errors {
            return now.diagnostics.iter().find(|it| it.is_error()).map(|it| it.message.clone());
        }
        let count = |analysis: &crate::analysis::Analysis| {
            let declared = analysis.index.declarations.iter().enumerate();
            let mut counts: Vec<usize> = declared
                .map(|(at, _)| analysis.index.occurrences_of(Symbol::Declared(at)).count())
                .collect();
            counts.truncate(10_000);
            counts
        };
        if !old.has_errors && count(&old) != count(&now) {
            return Some("another declaration has this name".to_owned());
        }
    }
    None
}
