//! The files that a program imports by `use ./lib.ig;`.
//!
//! A file is a module like those of the standard library: it contains functions, constants and
//! requirements on the graph. The [`bundle`] supplies the texts.
//!
//! The name of the module in [`Module::name`] is the path of the file without `./` and `.ig`, so
//! that several folders may have a file `lib.ig`. In the program, the module has the name of the
//! file: `lib::f`.

use std::collections::HashMap;

use indexmap::IndexMap;
use petgraph::algo::kosaraju_scc;
use petgraph::graphmap::DiGraphMap;

use crate::bundle::{self, Content};
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::{ImportedFile, Item, ItemKind, Module, Program};
use crate::syntax::{self, First};
use crate::types::Type;

/// The largest number of imports of a cycle that a diagnostic shows.
const MAX_SHOWN: usize = 6;

/// Whether the first part of the path of a `use` names a file.
pub fn is_file(first: &str) -> bool {
    first.starts_with('.')
}

/// Returns the name of the module in a file.
fn module_of(path: &str) -> &str {
    let path = path.strip_prefix("./").unwrap_or(path);
    path.strip_suffix(".ig").unwrap_or(path)
}

/// Returns the name by which a program that imports a file calls its items.
pub fn short_name(path: &str) -> &str {
    let module = module_of(path);
    module.rsplit('/').next().unwrap_or(module)
}

/// An import: the importing file and the imported file, by their positions in [`Loading::loaded`].
struct Import {
    from: usize,
    to: usize,
    span: Span,
}

/// The state while files are loaded.
struct Loading {
    /// The files that the bundle has, by their paths.
    supplied: HashMap<String, ImportedFile>,
    /// The items of each file, by its path. The first one is the program.
    loaded: IndexMap<String, Vec<Item>>,
    imports: Vec<Import>,
    problems: Vec<Diagnostic>,
}

/// Adds a module for each file that a program imports, directly or indirectly. A file comes after
/// the files that it imports. Returns the errors in the files, and in the paths of the files.
pub(super) fn resolve(program: &mut Program) -> Vec<Diagnostic> {
    let mut loading = Loading {
        supplied: program.files.drain(..).map(|file| (file.path.clone(), file)).collect(),
        loaded: IndexMap::from([(String::new(), std::mem::take(&mut program.items))]),
        imports: vec![],
        problems: vec![],
    };
    let mut next = 0;
    while next < loading.loaded.len() {
        loading.load_imports(next, program);
        next += 1;
    }
    let order = loading.imported_first();
    for index in order {
        let (path, items) = loading.loaded.get_index_mut(index).expect("it is an index of a file");
        let mut items = std::mem::take(items);
        match path.as_str() {
            "" => program.items = items,
            path => {
                let name = module_of(path).to_owned();
                super::qualify(&name, &mut items);
                program.modules.push(Module { name, items });
            }
        }
    }
    loading.problems
}

impl Loading {
    /// Loads the files that a file imports, unless they are already loaded.
    fn load_imports(&mut self, from: usize, program: &mut Program) {
        let (importer, items) = match self.loaded.get_index_mut(from) {
            Some((path, items)) => (path.clone(), std::mem::take(items)),
            None => return,
        };
        for item in &items {
            let ItemKind::Use(path) = &item.kind else { continue };
            let Some(file) = path.first().filter(|file| is_file(&file.text)) else { continue };
            let path = self.supplied_path(bundle::resolve(&importer, &file.text));
            if let Some(problem) = unusable_name(&file.text, &path, file.span) {
                self.problems.push(problem);
                continue;
            }
            let module = module_of(&path).to_owned();
            program.file_modules.insert(file.span.start, module);
            let to = match self.loaded.get_index_of(&path) {
                Some(known) => Some(known),
                None => self.load(&file.text, path, file.span, program),
            };
            self.imports.extend(to.map(|to| Import { from, to, span: file.span }));
        }
        if let Some((_, place)) = self.loaded.get_index_mut(from) {
            *place = items;
        }
    }

    /// The path under which a file was supplied. A file may have several paths.
    fn supplied_path(&self, path: String) -> String {
        match self.supplied.get(&path).map(|file| &file.content) {
            Some(Content::SameAs(other)) => other.clone(),
            _ => path,
        }
    }

    /// Parses a file. Returns its position, or `None` after an error.
    fn load(
        &mut self,
        written: &str,
        path: String,
        span: Span,
        program: &mut Program,
    ) -> Option<usize> {
        let (start, text) = match self.supplied.get(&path).map(|file| (file.start, &file.content)) {
            Some((start, Content::Text(text))) => (start, text),
            Some((_, Content::Unreadable(reason))) => {
                let problem = unreadable(written, reason, span)
                    .note("the path starts at the folder of the file that contains the `use`")
                    .help("check the path");
                self.problems.push(problem);
                return None;
            }
            _ => {
                let problem = unreadable(written, "the program is not in a file", span)
                    .note("the path would start at the folder of the program")
                    .help("write the program to a file, and name this file");
                self.problems.push(problem);
                return None;
            }
        };
        let first = First { byte: start, expr: program.expr_count, binding: program.binding_count };
        let (parsed, errors) = syntax::parse_from(text, first);
        self.problems.extend(errors.into_iter().map(|error| error.moved(start)));
        let items = match parsed {
            Some(file) => {
                program.expr_count = file.expr_count;
                program.binding_count = file.binding_count;
                file.items
            }
            None => vec![],
        };
        self.problems.extend(items.iter().filter_map(misplaced));
        Some(self.loaded.insert_full(path, items).0)
    }

    /// Returns the files in an order in which imported files come before importing ones. Reports
    /// files that import each other.
    fn imported_first(&mut self) -> Vec<usize> {
        let edges = self.imports.iter().map(|import| (import.from, import.to));
        let mut graph = DiGraphMap::<usize, ()>::from_edges(edges);
        for file in 0..self.loaded.len() {
            graph.add_node(file);
        }
        let groups = kosaraju_scc(&graph);
        let mut group = vec![0; self.loaded.len()];
        for (number, files) in groups.iter().enumerate() {
            files.iter().for_each(|file| group[*file] = number);
        }
        let mut cycles: IndexMap<usize, Vec<&Import>> = IndexMap::new();
        for import in self.imports.iter().filter(|import| group[import.from] == group[import.to]) {
            cycles.entry(group[import.from]).or_default().push(import);
        }
        let cycles = cycles.values().filter_map(|imports| imports.split_first());
        let problems: Vec<_> = cycles.map(|(first, others)| self.cycle(first, others)).collect();
        self.problems.extend(problems);
        groups.into_iter().flatten().collect()
    }

    fn cycle(&self, first: &Import, others: &[&Import]) -> Diagnostic {
        let name = |file: usize| match self.loaded.get_index(file) {
            Some((path, _)) if !path.is_empty() => format!("`{path}`"),
            _ => "the program".to_owned(),
        };
        let imports = |import: &Import| match import.from == import.to {
            true => format!("{} imports itself", name(import.from)),
            false => format!("{} imports {}", name(import.from), name(import.to)),
        };
        let message = match others {
            [] => imports(first),
            _ => format!("{} and {} import each other", name(first.from), name(first.to)),
        };
        let mut diagnostic = Diagnostic::error("E0111", first.span, message);
        if !others.is_empty() {
            diagnostic = diagnostic.label(imports(first));
        }
        for other in &others[..others.len().min(MAX_SHOWN)] {
            diagnostic = diagnostic.also(other.span, imports(other));
        }
        diagnostic
            .note("a file cannot import itself, directly or through other files")
            .help("move the functions that both files need into a third file")
    }
}

fn unreadable(written: &str, reason: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E0110", span, format!("`{written}` cannot be imported: {reason}"))
}

/// Returns an error if the name of a file, in a `use` or in the bundle, cannot be the name of a
/// module. An import of the program, whose path is empty, has another error.
fn unusable_name(written: &str, path: &str, span: Span) -> Option<Diagnostic> {
    if path.is_empty() {
        return None;
    }
    let names = [short_name(written), short_name(path)];
    let (name, reason) = names.into_iter().find_map(|name| Some((name, unusable(name)?)))?;
    let message = format!("`{name}` cannot be the name of a module");
    let diagnostic = Diagnostic::error("E0113", span, message)
        .note(reason)
        .help("rename the file, for example to letters, digits and `_` that are not a keyword");
    Some(diagnostic)
}

/// Returns the reason why a name cannot be that of a file.
fn unusable(name: &str) -> Option<&'static str> {
    if super::find(name).is_some() || name == "std" {
        Some("the standard library has this name")
    } else if !syntax::lexer::is_name(name) || Type::from_name(name).is_some() {
        Some(
            "the items of a file are called `file::item`, so its name must be a name of the language",
        )
    } else {
        None
    }
}

/// Returns an error for an item that a module cannot contain.
fn misplaced(item: &Item) -> Option<Diagnostic> {
    let keyword =
        |word: &str| Span { start: item.span.start, end: item.span.start + word.len() as u32 };
    let (what, span) = match &item.kind {
        ItemKind::Function(_) | ItemKind::Const(_) | ItemKind::Graph(_) | ItemKind::Use(_) => {
            return None;
        }
        ItemKind::Kernel(kernel) => ("a kernel", kernel.name.span),
        ItemKind::Main(_) => ("`main`", keyword("main")),
        ItemKind::Output(_) => ("an `output`", keyword("output")),
        ItemKind::Check(_) => ("a `check`", keyword("check")),
        ItemKind::Param(field) => ("a parameter of the program", field.name.span),
        ItemKind::NodeProperty(field)
        | ItemKind::EdgeProperty(field)
        | ItemKind::Original(field) => ("a property", field.name.span),
        ItemKind::Global(field) => ("a global", field.name.span),
        ItemKind::Worklists(worklists) if worklists.is_input => ("an input", keyword("input")),
        ItemKind::Worklists(_) => ("a worklist", keyword("worklist")),
    };
    let message = format!("an imported file cannot contain {what}");
    let diagnostic = Diagnostic::error("E0112", span, message)
        .note("imported files contain functions, constants, requirements on the graph, and `use`s")
        .help("declare it in the program; functions take properties and globals as parameters");
    Some(diagnostic)
}
