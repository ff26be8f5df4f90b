//! Code lenses above `main`: run the program, check its result, explain the optimisations.

use gen_lsp_types as lsp;
use serde_json::json;

use crate::world::World;

/// Returns the code lenses of a document. A document without `main` has none.
pub fn of(world: &mut World, uri: &str) -> Option<Vec<lsp::CodeLens>> {
    let analysis = world.analysis(uri)?;
    let main = analysis.main?;
    let (place, text, span) = world.placed(&analysis, main)?;
    if place != uri {
        return Some(vec![]);
    }
    let range = world.range(&text, span);
    let written = world.written(uri);
    let lens = |title: String, command: &str| lsp::CodeLens {
        range,
        command: Some(lsp::Command {
            title,
            command: command.to_owned(),
            arguments: Some(vec![json!(written)]),
            ..lsp::Command::default()
        }),
        data: None,
    };
    let mut lenses = vec![lens(format!("run on {}", world.settings.graph), "igc.run")];
    if analysis.has_check {
        lenses.push(lens("check".to_owned(), "igc.check"));
    }
    lenses.push(lens("explain".to_owned(), "igc.explain"));
    Some(lenses)
}
