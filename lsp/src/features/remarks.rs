//! The effects of a configuration at their places in the current text, and their words. Effects are computed for a text
//! that is a little older while somebody types, so their places move with the edits.

use std::sync::Arc;

use igc_compiler::bundle;
use igc_compiler::span::Span;

use crate::analysis::Analysis;
use crate::effects::{Effect, Effects};
use crate::world::World;

/// The effects on one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remarked {
    /// The offset of the statement, kernel or `main` in the document.
    pub at: u32,
    /// The effects.
    pub effects: Vec<Effect>,
}

/// The effects on one document.
pub struct OfDocument {
    /// All effects of the program.
    pub of: Arc<Effects>,
    /// The places, in the order of the text.
    pub places: Vec<Remarked>,
    /// The keyword `main`, if the document has it.
    pub main: Option<u32>,
}

/// Returns the effects on a document: those of its own program, or those of an open program that imports it.
pub fn of(world: &mut World, uri: &str) -> Option<OfDocument> {
    if !world.settings.shows_effects {
        return None;
    }
    let own = world.effects.contains_key(uri).then(|| uri.to_owned());
    let root = match own {
        Some(root) => root,
        None => {
            let roots: Vec<String> = world.effects.keys().cloned().collect();
            roots
                .into_iter()
                .find(|root| world.analysis(root).is_some_and(|analysis| analysis.contains(uri)))?
        }
    };
    let analysis = world.analysis(&root)?;
    let effects = Arc::clone(world.effects.get(&root)?);
    let shift = Shift::between(&effects.bundle, &analysis, uri)?;
    let main = analysis.main.filter(|_| root == uri).map(|span| span.start);
    let mut places: Vec<Remarked> = vec![];
    for effect in &effects.effects {
        let at = match effect.span {
            Some(span) => shift.apply(span),
            None => place_of(&analysis, uri, &effect.within, main),
        };
        let Some(at) = at else { continue };
        match places.iter_mut().find(|place| place.at == at) {
            Some(place) if place.effects.contains(effect) => {}
            Some(place) => place.effects.push(effect.clone()),
            None => places.push(Remarked { at, effects: vec![effect.clone()] }),
        }
    }
    places.sort_by_key(|place| place.at);
    Some(OfDocument { of: effects, places, main })
}

/// Returns the offset of a kernel, or of `main`.
fn place_of(analysis: &Analysis, uri: &str, within: &str, main: Option<u32>) -> Option<u32> {
    if within == "main" {
        return main;
    }
    let declared = analysis.index.declarations.iter();
    let mut kernels = declared.filter(|it| it.module.is_none() && !it.kind.is_local());
    // A kernel that takes properties is copied for each set of them: `visit`, `visit_2`.
    let kernel = kernels.find(|it| {
        within.strip_prefix(&it.name).is_some_and(|rest| {
            rest.is_empty()
                || rest.strip_prefix('_').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
        })
    })?;
    let start = analysis.files.iter().find(|file| file.uri == uri)?.start;
    kernel.whole.start.checked_sub(start)
}

/// How the places of a file have moved since the effects were computed.
struct Shift {
    /// The start of the file in the old bundle, and its length.
    start: u32,
    length: u32,
    /// The number of bytes at the start and the end of the file that are the same.
    prefix: u32,
    suffix: u32,
    new_length: u32,
}

impl Shift {
    fn between(old: &str, analysis: &Analysis, uri: &str) -> Option<Shift> {
        let at = analysis.files.iter().position(|file| file.uri == uri)?;
        let new = &analysis.files[at].content.text;
        let paths = bundle::files(&analysis.bundle);
        let path = paths.get(at)?.path;
        let files = bundle::files(old);
        let file = files.iter().find(|file| file.path == path)?;
        let (old, new) = (file.text().as_bytes(), new.as_bytes());
        let prefix = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let most = old.len().min(new.len()) - prefix;
        let pairs = old.iter().rev().zip(new.iter().rev()).take(most);
        let suffix = pairs.take_while(|(a, b)| a == b).count();
        Some(Shift {
            start: file.start,
            length: old.len() as u32,
            prefix: prefix as u32,
            suffix: suffix as u32,
            new_length: new.len() as u32,
        })
    }

    /// Returns where a statement of the old bundle starts in the file now. Returns `None` if it is in another file, or if
    /// its start has changed.
    fn apply(&self, span: Span) -> Option<u32> {
        let local = span.start.checked_sub(self.start).filter(|local| *local < self.length)?;
        if local < self.prefix {
            Some(local)
        } else if local >= self.length - self.suffix {
            Some(local + self.new_length - self.length)
        } else {
            None
        }
    }
}

/// Returns a short text: `fg8 ✓ coop-cv ✗`.
pub fn short(effects: &[Effect]) -> String {
    let mut parts: Vec<String> = vec![];
    for effect in effects {
        let mark = if effect.applied && effect.executed { "✓" } else { "✗" };
        let part = format!("{} {mark}", effect.flag);
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts.join("  ")
}

/// Returns the effects as a list in Markdown.
pub fn list(effects: &[Effect]) -> String {
    let mut out = String::new();
    for effect in effects {
        let what = match (effect.applied, effect.executed) {
            (true, true) => "applied",
            (true, false) => "applied, but the threads of a CPU do not execute it",
            (false, _) => "not applied",
        };
        out += &format!("- `{}` {what}: {}\n", effect.flag, effect.message);
    }
    out
}

/// Returns the configuration and its reason in one line of Markdown.
pub fn configuration(effects: &Effects) -> String {
    format!("Configuration `--opts {}` ({})", effects.configuration, effects.reason)
}
