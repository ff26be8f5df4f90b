//! Semantic tokens: what each word is. Keywords, comments and numbers come from the lexer, names from the checker.

use gen_lsp_types as lsp;
use igc_compiler::span::Span;
use igc_compiler::symbols::{Kind, Role, Symbol, language};
use igc_compiler::syntax::lexer::{is_name, lex_with_trivia};
use igc_compiler::syntax::token::Token;

use crate::analysis::Analysis;
use crate::position::width;
use crate::world::World;

/// The types of tokens, in the order of their numbers in the protocol.
pub const TYPES: [&str; 11] = [
    "keyword",
    "comment",
    "string",
    "number",
    "function",
    "method",
    "property",
    "parameter",
    "variable",
    "type",
    "namespace",
];

/// The modifiers of tokens, in the order of their bits.
pub const MODIFIERS: [&str; 5] =
    ["declaration", "readonly", "modification", "documentation", "defaultLibrary"];

const DECLARATION: u32 = 1;
const READONLY: u32 = 2;
const MODIFICATION: u32 = 4;
const DOCUMENTATION: u32 = 8;
const DEFAULT_LIBRARY: u32 = 16;

/// Returns the tokens of a document, or those that touch a range.
pub fn of(world: &mut World, uri: &str, range: Option<lsp::Range>) -> Option<lsp::SemanticTokens> {
    let text = world.text(uri)?;
    let analysis = world.analysis(uri)?;
    let first = world.position_in(&analysis, uri, 0)?;
    let (start, end) = match range {
        Some(range) => {
            let offset = |position| text.lines.offset(&text.text, position, world.encoding);
            (offset(range.start), offset(range.end))
        }
        None => (0, text.text.len() as u32),
    };
    let mut data = vec![];
    let mut last = lsp::Position::default();
    let tokens = lex_with_trivia(&text.text).0.into_iter();
    for (token, span) in tokens.filter(|(_, span)| span.start <= end && span.end >= start) {
        let Some((kind, modifiers)) = classified(&analysis, &token, span, first, &text.text) else {
            continue;
        };
        let Some(at) = TYPES.iter().position(|name| *name == kind) else { continue };
        let position = text.lines.position(&text.text, span.start, world.encoding);
        let is_same_line = position.line == last.line;
        let from = if is_same_line { last.character } else { 0 };
        let word = &text.text[span.start as usize..span.end as usize];
        data.push(lsp::SemanticToken {
            delta_line: position.line - last.line,
            delta_start: position.character - from,
            length: width(word.trim_end_matches('\r'), world.encoding),
            token_type: at as u32,
            token_modifiers_bitset: modifiers,
        });
        last = position;
    }
    Some(lsp::SemanticTokens { result_id: None, data })
}

/// Returns the type and the modifiers of a token. Operators and brackets have none.
fn classified(
    analysis: &Analysis,
    token: &Token<'_>,
    span: Span,
    first: u32,
    text: &str,
) -> Option<(&'static str, u32)> {
    match token {
        Token::Comment(_) => return Some(("comment", 0)),
        Token::Doc(_) => return Some(("comment", DOCUMENTATION)),
        Token::Text(_) | Token::File(_) => return Some(("string", 0)),
        Token::Int(_) | Token::Float(_) | Token::Number(_) => return Some(("number", 0)),
        _ => {}
    }
    let word = &text[span.start as usize..span.end as usize];
    if !word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        return None;
    }
    let start = first + span.start;
    let occurrences = &analysis.index.occurrences;
    let at = occurrences.partition_point(|it| it.span.start < start);
    let found = occurrences.get(at).filter(|it| it.span.start == start);
    let Some(found) = found else {
        return match (is_name(word), language::find(word)) {
            (false, _) => Some(("keyword", 0)),
            (true, Some(entry)) => Some(of_language(entry)),
            (true, None) => None,
        };
    };
    let role = match found.role {
        Role::Declaration => DECLARATION,
        Role::Write => MODIFICATION,
        Role::Read => 0,
    };
    Some(match found.symbol {
        Symbol::Language(entry) => of_language(entry),
        Symbol::Module(_) => ("namespace", 0),
        Symbol::Oracle(_) => ("function", DEFAULT_LIBRARY),
        Symbol::Declared(at) => {
            let declaration = analysis.index.declarations.get(at)?;
            let (kind, modifiers) = match declaration.kind {
                Kind::Const => ("variable", READONLY),
                Kind::Param => ("parameter", READONLY),
                Kind::Global | Kind::Worklist | Kind::Let => ("variable", 0),
                Kind::LoopVariable => ("variable", READONLY),
                Kind::NodeProperty | Kind::EdgeProperty | Kind::OriginalProperty => ("property", 0),
                Kind::Kernel => ("method", 0),
                Kind::Function => ("function", 0),
                Kind::Parameter(_) => ("parameter", 0),
            };
            (kind, modifiers | role)
        }
    })
}

fn of_language(entry: &language::Entry) -> (&'static str, u32) {
    use language::Kind as Of;
    match entry.kind {
        Of::Keyword | Of::Domain | Of::Requirement => ("keyword", 0),
        Of::Type => ("type", DEFAULT_LIBRARY),
        Of::Field => ("property", DEFAULT_LIBRARY),
        Of::Value => ("variable", DEFAULT_LIBRARY | READONLY),
        Of::Function | Of::Primitive => ("function", DEFAULT_LIBRARY),
    }
}
