//! Definitions, references and highlights, across files and the standard library.

use gen_lsp_types as lsp;
use igc_compiler::library::MODULES;
use igc_compiler::symbols::{Role, Symbol};

use crate::library;
use crate::world::{Found, World};

/// Returns the place at which the name at a position is declared. Writes the module of the standard library to a file if
/// the place is in it.
pub fn definition(world: &mut World, uri: &str, position: lsp::Position) -> Option<lsp::Location> {
    let found = world.found(uri, position)?;
    match found.occurrence.symbol {
        Symbol::Declared(at) => {
            let span = found.analysis.index.declarations.get(at)?.span;
            let (place, _, _) = world.placed(&found.analysis, span)?;
            offer(world, &place)?;
            world.location(&found.analysis, span)
        }
        Symbol::Module(at) => {
            let name = found.analysis.index.modules.get(at)?;
            let uri = match MODULES.iter().position(|module| module.name == name) {
                Some(module) => {
                    let uri = world.library_uri(module);
                    offer(world, &uri)?;
                    uri
                }
                None => {
                    let is_named = |uri: &String| {
                        let path = uri.strip_suffix(".ig").unwrap_or(uri);
                        path.rsplit('/').next() == name.rsplit('/').next()
                    };
                    let mut files = found.analysis.files.iter().map(|file| &file.uri);
                    files.find(|uri| is_named(uri))?.clone()
                }
            };
            let written = world.written(&uri);
            Some(lsp::Location { uri: written.as_str().into(), range: lsp::Range::default() })
        }
        Symbol::Language(_) | Symbol::Oracle(_) => None,
    }
}

/// Makes a file of the standard library available to the editor.
fn offer(world: &World, uri: &str) -> Option<()> {
    match world.library_module(uri) {
        Some(module) => library::write(&world.library, module).ok(),
        None => Some(()),
    }
}

/// Returns all places at which the name at a position occurs.
pub fn references(
    world: &mut World,
    uri: &str,
    position: lsp::Position,
    with_declaration: bool,
) -> Option<Vec<lsp::Location>> {
    let found = world.found(uri, position)?;
    let places = world.occurrences(&found);
    let places = places.into_iter().filter(|(_, _, _, declares)| with_declaration || !declares);
    let mut locations = vec![];
    for (place, text, span, _) in places {
        offer(world, &place)?;
        let range = world.range(&text, span);
        locations.push(lsp::Location { uri: world.written(&place).as_str().into(), range });
    }
    Some(locations)
}

/// Returns the places in the document at which the name at a position occurs.
pub fn highlights(
    world: &mut World,
    uri: &str,
    position: lsp::Position,
) -> Option<Vec<lsp::DocumentHighlight>> {
    let Found { analysis, occurrence } = world.found(uri, position)?;
    let mut found = vec![];
    for other in analysis.index.occurrences_of(occurrence.symbol) {
        let Some((place, text, span)) = world.placed(&analysis, other.span) else { continue };
        if place == uri {
            let kind = match other.role {
                Role::Read => lsp::DocumentHighlightKind::Read,
                Role::Declaration | Role::Write => lsp::DocumentHighlightKind::Write,
            };
            let range = world.range(&text, span);
            found.push(lsp::DocumentHighlight { range, kind: Some(kind) });
        }
    }
    Some(found)
}
