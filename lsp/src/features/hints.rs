//! Inlay hints: the types of locals, and what the configuration does to each loop.

use gen_lsp_types as lsp;

use super::remarks::{self, OfDocument};
use crate::world::World;

/// The largest number of hints of one answer.
const MAX_HINTS: usize = 5_000;

/// Returns the hints within a range.
pub fn of(world: &mut World, uri: &str, range: lsp::Range) -> Option<Vec<lsp::InlayHint>> {
    let text = world.text(uri)?;
    let [start, end] = [range.start, range.end]
        .map(|position| text.lines.offset(&text.text, position, world.encoding));
    let mut hints = vec![];
    if world.settings.shows_types {
        let analysis = world.analysis(uri)?;
        let first = world.position_in(&analysis, uri, 0)?;
        let types = &analysis.index.types;
        let from = types.partition_point(|(at, _)| *at < first + start);
        let within = types[from..].iter().take_while(|(at, _)| *at <= first + end);
        for (at, ty) in within.take(MAX_HINTS) {
            let position = text.lines.position(&text.text, at - first, world.encoding);
            hints.push(lsp::InlayHint {
                position,
                label: lsp::Label::String(format!(": {ty}")),
                kind: Some(lsp::InlayHintKind::Type),
                ..hint()
            });
        }
    }
    let Some(OfDocument { of, places, main }) = remarks::of(world, uri) else { return Some(hints) };
    let at_end = |offset: u32| {
        let line = text.lines.line(offset);
        let content = text.lines.content(line, &text.text);
        let end = text.lines.start(line, &text.text) + content.trim_end().len() as u32;
        text.lines.position(&text.text, end, world.encoding)
    };
    if let Some(main) = main.filter(|main| (start..=end).contains(main))
        && !of.configuration.is_empty()
    {
        let label = format!("--opts {}: {}", of.configuration, of.reason);
        let without: String = of
            .without_effect
            .iter()
            .map(|(flag, reason)| format!("- `{flag}` has no effect: {reason}\n"))
            .collect();
        let detail = format!("{}\n\n{without}", remarks::configuration(&of));
        hints.push(effect(at_end(main), label, detail));
    }
    for place in places.iter().filter(|place| (start..=end).contains(&place.at)) {
        let detail = format!("{}\n{}", remarks::configuration(&of), remarks::list(&place.effects));
        hints.push(effect(at_end(place.at), remarks::short(&place.effects), detail));
    }
    Some(hints)
}

fn effect(position: lsp::Position, label: String, detail: String) -> lsp::InlayHint {
    let markdown = lsp::MarkupContent { kind: lsp::MarkupKind::Markdown, value: detail };
    lsp::InlayHint {
        position,
        label: lsp::Label::String(label),
        tooltip: Some(lsp::Tooltip::MarkupContent(markdown)),
        padding_left: Some(true),
        ..hint()
    }
}

fn hint() -> lsp::InlayHint {
    lsp::InlayHint {
        position: lsp::Position::default(),
        label: lsp::Label::String(String::new()),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: None,
        padding_right: None,
        data: None,
    }
}
