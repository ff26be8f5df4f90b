//! Which function answers which request.

use std::panic::{AssertUnwindSafe, catch_unwind};

use gen_lsp_types as lsp;
use lsp_server::{ErrorCode, Request, RequestId, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::features::{
    actions, completion, folding, formatting, hints, hover, lenses, navigation, rename, signature,
    symbols, tokens,
};
use crate::uri::normalised;
use crate::world::World;

/// Why a request has no answer.
pub enum Failed {
    /// The server does not know the request.
    Unknown,
    /// The parameters are wrong.
    Parameters(String),
    /// The request is not possible, for a reason that the editor shows.
    Refused(String),
}

/// Answers a request. A panic becomes an internal error of this request.
pub fn answer(world: &mut World, request: Request) -> Response {
    let Request { id, method, params } = request;
    guarded(world, (id, &method), |world| result(world, &method, params))
}

/// Turns a result, or a panic, into the answer to a request.
fn guarded(
    world: &mut World,
    (id, method): (RequestId, &str),
    run: impl FnOnce(&mut World) -> Result<Value, Failed>,
) -> Response {
    match catch_unwind(AssertUnwindSafe(|| run(world))) {
        Ok(Ok(value)) => Response::new_ok(id, value),
        Ok(Err(Failed::Unknown)) => {
            let message = format!("the server does not know `{method}`");
            Response::new_err(id, ErrorCode::MethodNotFound as i32, message)
        }
        Ok(Err(Failed::Parameters(reason))) => {
            Response::new_err(id, ErrorCode::InvalidParams as i32, reason)
        }
        Ok(Err(Failed::Refused(reason))) => {
            Response::new_err(id, ErrorCode::RequestFailed as i32, reason)
        }
        Err(_) => {
            // The request may have left an analysis incomplete.
            world.forget_all();
            let message = format!("a bug in igc: `{method}` panicked; please report it");
            Response::new_err(id, ErrorCode::InternalError as i32, message)
        }
    }
}

/// Reads the parameters of a request, and turns the result of a function into JSON.
fn with<P: DeserializeOwned, R: Serialize>(
    params: Value,
    answer: impl FnOnce(P) -> Result<R, String>,
) -> Result<Value, Failed> {
    let params = serde_json::from_value(params);
    let params = params.map_err(|error| Failed::Parameters(error.to_string()))?;
    let result = answer(params).map_err(Failed::Refused)?;
    serde_json::to_value(result).map_err(|error| Failed::Refused(error.to_string()))
}

/// Returns the normalised URI of a document, and the position.
fn place(at: lsp::TextDocumentPositionParams) -> (String, lsp::Position) {
    (normalised(at.text_document.uri.as_ref()), at.position)
}

fn result(world: &mut World, method: &str, params: Value) -> Result<Value, Failed> {
    match method {
        "textDocument/hover" => with(params, |it: lsp::HoverParams| {
            let (uri, position) = place(it.text_document_position_params);
            Ok(hover::at(world, &uri, position))
        }),
        "textDocument/completion" => with(params, |it: lsp::CompletionParams| {
            let (uri, position) = place(it.text_document_position_params);
            Ok(completion::at(world, &uri, position))
        }),
        "textDocument/signatureHelp" => with(params, |it: lsp::SignatureHelpParams| {
            let (uri, position) = place(it.text_document_position_params);
            Ok(signature::at(world, &uri, position))
        }),
        "textDocument/definition" => with(params, |it: lsp::DefinitionParams| {
            let (uri, position) = place(it.text_document_position_params);
            Ok(navigation::definition(world, &uri, position))
        }),
        "textDocument/references" => with(params, |it: lsp::ReferenceParams| {
            let (uri, position) = place(it.text_document_position_params);
            Ok(navigation::references(world, &uri, position, it.context.include_declaration))
        }),
        "textDocument/documentHighlight" => with(params, |it: lsp::DocumentHighlightParams| {
            let (uri, position) = place(it.text_document_position_params);
            Ok(navigation::highlights(world, &uri, position))
        }),
        "textDocument/prepareRename" => with(params, |it: lsp::PrepareRenameParams| {
            let (uri, position) = place(it.text_document_position_params);
            let (range, name) = rename::prepare(world, &uri, position)?;
            Ok(serde_json::json!({ "range": range, "placeholder": name }))
        }),
        "textDocument/rename" => with(params, |it: lsp::RenameParams| {
            let (uri, position) = place(it.text_document_position_params);
            rename::rename(world, &uri, position, &it.new_name)
        }),
        "textDocument/documentSymbol" => with(params, |it: lsp::DocumentSymbolParams| {
            Ok(symbols::of_document(world, &normalised(it.text_document.uri.as_ref())))
        }),
        "workspace/symbol" => with(params, |it: lsp::WorkspaceSymbolParams| {
            Ok(symbols::of_workspace(world, &it.query))
        }),
        "textDocument/foldingRange" => with(params, |it: lsp::FoldingRangeParams| {
            Ok(folding::of(world, &normalised(it.text_document.uri.as_ref())))
        }),
        "textDocument/semanticTokens/full" => with(params, |it: lsp::SemanticTokensParams| {
            Ok(tokens::of(world, &normalised(it.text_document.uri.as_ref()), None))
        }),
        "textDocument/semanticTokens/range" => {
            with(params, |it: lsp::SemanticTokensRangeParams| {
                let uri = normalised(it.text_document.uri.as_ref());
                Ok(tokens::of(world, &uri, Some(it.range)))
            })
        }
        "textDocument/formatting" => with(params, |it: lsp::DocumentFormattingParams| {
            Ok(formatting::of(world, &normalised(it.text_document.uri.as_ref()), None))
        }),
        "textDocument/rangeFormatting" => with(params, |it: lsp::DocumentRangeFormattingParams| {
            let uri = normalised(it.text_document.uri.as_ref());
            Ok(formatting::of(world, &uri, Some(it.range)))
        }),
        "textDocument/codeAction" => with(params, |it: lsp::CodeActionParams| {
            Ok(actions::of(world, &normalised(it.text_document.uri.as_ref()), it.range))
        }),
        "textDocument/codeLens" => with(params, |it: lsp::CodeLensParams| {
            Ok(lenses::of(world, &normalised(it.text_document.uri.as_ref())))
        }),
        "textDocument/inlayHint" => with(params, |it: lsp::InlayHintParams| {
            Ok(hints::of(world, &normalised(it.text_document.uri.as_ref()), it.range))
        }),
        _ => Err(Failed::Unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_of_its_request() {
        let mut world = World::new(std::path::Path::new("unused"));
        world.open("untitled:a", 1, "main {\n}\n");
        let failing = |_: &mut World| -> Result<Value, Failed> { panic!("a test of panics") };
        let response = guarded(&mut world, (1.into(), "textDocument/hover"), failing);
        let error = response.response_result.expect_err("the request has failed");
        assert_eq!(error.code, ErrorCode::InternalError as i32);
        assert!(error.message.contains("`textDocument/hover` panicked"), "{}", error.message);
        let params = serde_json::json!({ "textDocument": { "uri": "untitled:a" } });
        let method = "textDocument/codeLens".to_owned();
        let response = answer(&mut world, Request { id: 2.into(), method, params });
        let lenses = response.response_result.expect("the server lives on");
        assert_eq!(lenses.as_array().map(Vec::len), Some(2));
    }
}
