//! The declarations of a document, and of all files of the workspace.

use gen_lsp_types as lsp;
use igc_compiler::library::MODULES;
use igc_compiler::span::Span;
use igc_compiler::symbols::{Declaration, Kind};

use crate::library;
use crate::world::World;

/// The largest number of symbols of the workspace in one answer.
const MAX_SYMBOLS: usize = 500;

/// Returns the items of a document, in the order of the text.
pub fn of_document(world: &mut World, uri: &str) -> Option<Vec<lsp::DocumentSymbol>> {
    let text = world.text(uri)?;
    let analysis = world.analysis(uri)?;
    let mut found: Vec<lsp::DocumentSymbol> = vec![];
    for declaration in analysis.index.declarations.iter().filter(|it| !it.kind.is_local()) {
        let Some((place, _, span)) = world.placed(&analysis, declaration.span) else { continue };
        if place != uri {
            continue;
        }
        let first = declaration.span.start - span.start;
        let whole = Span {
            start: declaration.whole.start.saturating_sub(first),
            end: declaration.whole.end.saturating_sub(first),
        };
        found.push(symbol(
            &declaration.name,
            kind(declaration),
            Some(declaration.text.clone()),
            (world.range(&text, whole), world.range(&text, span)),
        ));
    }
    if let Some((place, _, span)) = analysis.main.and_then(|main| world.placed(&analysis, main))
        && place == uri
    {
        let range = world.range(&text, span);
        found.push(symbol("main", lsp::SymbolKind::Method, None, (range, range)));
    }
    found.sort_by_key(|it| it.range.start);
    Some(found)
}

#[allow(deprecated, reason = "the type has a deprecated field")]
fn symbol(
    name: &str,
    kind: lsp::SymbolKind,
    detail: Option<String>,
    (range, selection_range): (lsp::Range, lsp::Range),
) -> lsp::DocumentSymbol {
    lsp::DocumentSymbol {
        name: name.to_owned(),
        detail,
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range,
        children: None,
    }
}

fn kind(declaration: &Declaration) -> lsp::SymbolKind {
    match declaration.kind {
        Kind::Const => lsp::SymbolKind::Constant,
        Kind::NodeProperty | Kind::EdgeProperty | Kind::OriginalProperty => {
            lsp::SymbolKind::Property
        }
        Kind::Worklist => lsp::SymbolKind::Array,
        Kind::Kernel => lsp::SymbolKind::Method,
        Kind::Function => lsp::SymbolKind::Function,
        _ => lsp::SymbolKind::Variable,
    }
}

/// Returns the items of the workspace and of the standard library whose names contain the letters of a query in order.
pub fn of_workspace(world: &mut World, query: &str) -> Vec<lsp::WorkspaceSymbol> {
    let mut found = vec![];
    let mut roots: Vec<String> = world.programs().into_iter().collect();
    roots.extend((0..MODULES.len()).map(|module| world.library_uri(module)));
    for uri in roots {
        if found.len() >= MAX_SYMBOLS {
            break;
        }
        let Some(analysis) = world.analysis(&uri) else { continue };
        let declared = analysis.index.declarations.iter().filter(|it| !it.kind.is_local());
        for declaration in declared.filter(|it| matches(&it.name, query)) {
            let Some((place, text, span)) = world.placed(&analysis, declaration.span) else {
                continue;
            };
            if place != uri {
                continue;
            }
            if let Some(module) = world.library_module(&place)
                && library::write(&world.library, module).is_err()
            {
                continue;
            }
            let uri = world.written(&place).as_str().into();
            let location = lsp::Location { uri, range: world.range(&text, span) };
            found.push(lsp::WorkspaceSymbol {
                location: lsp::WorkspaceSymbolLocation::Location(location),
                data: None,
                base_symbol_information: lsp::BaseSymbolInformation {
                    name: declaration.name.clone(),
                    kind: kind(declaration),
                    tags: None,
                    container_name: place.rsplit('/').next().map(str::to_owned),
                },
            });
        }
    }
    found.truncate(MAX_SYMBOLS);
    found
}

/// Returns whether a name contains the letters of a query in order.
fn matches(name: &str, query: &str) -> bool {
    let mut letters = name.chars().map(|c| c.to_ascii_lowercase());
    query.chars().all(|wanted| letters.any(|c| c == wanted.to_ascii_lowercase()))
}
