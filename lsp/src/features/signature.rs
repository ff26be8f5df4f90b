//! Signature help: the parameters of the call around a position.

use gen_lsp_types as lsp;
use igc_compiler::check::oracles;
use igc_compiler::symbols::cursor::{Call, Cursor};
use igc_compiler::symbols::{Kind, language};

use crate::world::World;

/// Returns the signature of the call around a position.
pub fn at(world: &mut World, uri: &str, position: lsp::Position) -> Option<lsp::SignatureHelp> {
    let (text, offset) = world.offset(uri, position)?;
    let analysis = world.analysis(uri)?;
    let Call { module, name, argument } = Cursor::at(&text.text, offset).call?;
    let declared = analysis.index.declarations.iter();
    let mut called = declared.filter(|it| {
        let of_module = match (module, &it.module) {
            (Some(called), Some(module)) => module.rsplit('/').next() == Some(called),
            (Some(_), None) => false,
            (None, _) => true,
        };
        of_module && it.name == name && matches!(it.kind, Kind::Kernel | Kind::Function)
    });
    let (label, doc, parameters) = if let Some(found) = called.next() {
        (found.text.clone(), found.doc.join("\n"), found.parameters.clone())
    } else if let Some(entry) = language::find(name).filter(|it| !it.parameters().is_empty()) {
        let parameters = entry.parameters().into_iter().map(str::to_owned).collect();
        (entry.text.to_owned(), entry.doc.to_owned(), parameters)
    } else if let Some(oracle) = oracles::find(name) {
        let roles: Vec<String> = oracle.arguments.iter().map(|it| it.role.to_owned()).collect();
        (format!("check {name}({})", roles.join(", ")), String::new(), roles)
    } else {
        return None;
    };
    let information = |label: String| lsp::ParameterInformation {
        label: lsp::ParameterInformationLabel::String(label),
        documentation: None,
    };
    let documentation = (!doc.is_empty()).then(|| {
        let content = lsp::MarkupContent { kind: lsp::MarkupKind::Markdown, value: doc };
        lsp::Documentation::MarkupContent(content)
    });
    let active = (argument as u32).min(parameters.len().saturating_sub(1) as u32);
    let signature = lsp::SignatureInformation {
        label,
        documentation,
        parameters: Some(parameters.into_iter().map(information).collect()),
        active_parameter: None,
    };
    Some(lsp::SignatureHelp {
        signatures: vec![signature],
        active_signature: Some(0),
        active_parameter: Some(active.into()),
    })
}
