//! What the programs state about their problem: parameters, inputs, outputs, requirements on the graph, and the check.

use igc_compiler::check;
use igc_compiler::driver::Failure;
use igc_compiler::syntax::ast::{Check, Field, Item, ItemKind, Program};

use crate::error::Error;
use crate::program::{Source, rejected};

/// What a program promises and needs, from its declarations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// How the program works, in one sentence, from the comment at its top.
    pub method: String,
    /// The properties that the graph gets before the run: `undirected`, `simple`, `sorted`.
    pub requirements: Vec<String>,
    /// Whether the program reads the weights of the graph.
    pub reads_weights: bool,
    /// The parameters.
    pub parameters: Vec<Declaration>,
    /// The inputs.
    pub inputs: Vec<Declaration>,
    /// The outputs.
    pub outputs: Vec<Declaration>,
    /// The call of the oracle that checks the result, such as `bfs(level, source)`.
    pub check: String,
}

/// A declaration of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// The name.
    pub name: String,
    /// The declaration in the language, such as `param source: node = 0`. That of an output has no initial value.
    pub text: String,
    /// What it is for, from the comment of the declaration.
    pub meaning: String,
}

impl Facts {
    /// Reads the declarations of a program.
    pub(super) fn of(source: &Source) -> Result<Facts, Error> {
        let (checked, _) = check::source(&source.text)
            .map_err(|diagnostics| rejected(source, Failure::Program(diagnostics)))?;
        Ok(Facts::from(&checked.program, &source.text))
    }

    fn from(program: &Program, text: &str) -> Facts {
        let mut facts = Facts {
            method: method(comment(program)),
            requirements: vec![],
            reads_weights: false,
            parameters: vec![],
            inputs: vec![],
            outputs: vec![],
            check: String::new(),
        };
        let mut check = None;
        for (module, item) in program.all_items() {
            if let ItemKind::Graph(names) = &item.kind {
                let new = names.iter().map(|name| name.text.clone());
                let known = facts.requirements.clone();
                facts.requirements.extend(new.filter(|name| !known.contains(name)));
            }
            if module.is_none() {
                facts.add(program, item, text, &mut check);
            }
        }
        if let Some(check) = check {
            let args: Vec<&str> = check.args.iter().map(|name| name.text.as_str()).collect();
            facts.check = format!("{}({})", check.oracle.text, args.join(", "));
        }
        facts
    }

    /// Adds what an item of the program itself declares.
    fn add<'p>(
        &mut self,
        program: &'p Program,
        item: &'p Item,
        text: &str,
        check: &mut Option<&'p Check>,
    ) {
        match &item.kind {
            ItemKind::Param(field) => {
                let mut parameter = declaration(&field.name.text, item, text, None);
                // A comment can be about several parameters.
                if let Some(before) = self.parameters.last().filter(|_| item.doc.is_empty()) {
                    parameter.meaning.clone_from(&before.meaning);
                }
                self.parameters.push(parameter);
            }
            ItemKind::NodeProperty(field) | ItemKind::EdgeProperty(field) if field.is_input => {
                self.inputs.push(declaration(&field.name.text, item, text, None));
            }
            ItemKind::EdgeProperty(field) if field.init.is_none() => self.reads_weights = true,
            ItemKind::Worklists(worklists) if worklists.is_input => {
                let names: Vec<&str> = worklists.names.iter().map(|name| &*name.text).collect();
                self.inputs.push(declaration(&names.join(", "), item, text, None));
            }
            ItemKind::Output(names) => {
                let outputs = names.iter().filter_map(|name| state(program, &name.text));
                self.outputs.extend(outputs.map(|(field, item)| {
                    let init = field.init.as_ref().map(|init| init.span.start);
                    declaration(&field.name.text, item, text, init)
                }));
            }
            ItemKind::Check(found) => *check = Some(found),
            _ => {}
        }
    }
}

/// Returns the property or global with this name.
fn state<'p>(program: &'p Program, name: &str) -> Option<(&'p Field, &'p Item)> {
    program.items.iter().find_map(|item| match &item.kind {
        ItemKind::NodeProperty(field)
        | ItemKind::EdgeProperty(field)
        | ItemKind::Original(field)
        | ItemKind::Global(field)
            if field.name.text == name =>
        {
            Some((field, item))
        }
        _ => None,
    })
}

/// Returns a declaration, up to its initial value at the position `init` if that is given.
fn declaration(name: &str, item: &Item, text: &str, init: Option<u32>) -> Declaration {
    let (start, end) = (item.span.start as usize, init.unwrap_or(item.span.end) as usize);
    let text = text.get(start..end).unwrap_or_default().trim_end();
    let text = text.trim_end_matches(';').trim_end_matches('=').trim_end();
    Declaration { name: name.to_owned(), text: words(text), meaning: words(&item.doc.join(" ")) }
}

/// Returns the comment at the top of a program. Without a blank line after it, it belongs to the first item.
fn comment(program: &Program) -> &[String] {
    let first = program.items.first().map_or(&[][..], |item| &item.doc);
    if program.doc.is_empty() { first } else { &program.doc }
}

/// Returns the first sentence of the second paragraph of a comment, without its full stop. The first paragraph is about
/// the problem.
fn method(doc: &[String]) -> String {
    let mut paragraphs = doc.split(|line| line.trim().is_empty());
    let text = words(&paragraphs.nth(1).unwrap_or_default().join(" "));
    let end = text.find(". ").unwrap_or_else(|| text.trim_end_matches('.').len());
    text[..end].to_owned()
}

/// Returns a text in one line, with single spaces.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
