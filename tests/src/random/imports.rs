//! Moves functions of a program to a file that the program imports.

use std::collections::BTreeSet;

use igc_compiler::bundle::{Content, join};
use igc_compiler::syntax::ast::*;
use igc_compiler::syntax::print;

use super::build::{item, name};
use super::walk::{bodies, parts, values};

/// The path of the imported file, and the name of its module.
const FILE: (&str, &str) = ("./lib.ig", "lib");

/// Returns the bundle of the program and a file with those of its functions that need only
/// constants and each other. Returns `None` if there are none.
pub fn with_imported_functions(program: &Program) -> Option<String> {
    let (mut imported, mut constants) = (vec![], vec![]);
    let mut moved = BTreeSet::new();
    let mut rest = program.clone();
    rest.items.clear();
    let not_constant = names_of_state(program);
    for item in &program.items {
        match &item.kind {
            ItemKind::Function(function) => {
                let needs = Needs::of(function);
                let called = needs.called.is_subset(&moved);
                if called && !needs.pushes && needs.names.is_disjoint(&not_constant) {
                    moved.insert(function.name.text.clone());
                    imported.push(item.clone());
                } else {
                    rest.items.push(item.clone());
                }
            }
            ItemKind::Const(_) => {
                constants.push(item.clone());
                rest.items.push(item.clone());
            }
            _ => rest.items.push(item.clone()),
        }
    }
    if moved.is_empty() {
        return None;
    }
    for item in &mut rest.items {
        if let ItemKind::Function(Function { body, .. })
        | ItemKind::Kernel(Function { body, .. })
        | ItemKind::Main(body) = &mut item.kind
        {
            call_imported(body, &moved);
        }
    }
    rest.items.insert(0, item(ItemKind::Use(vec![name(FILE.0)])));
    constants.append(&mut imported);
    let library = Program { items: constants, ..program.clone() };
    let library = Content::Text(print::program(&library));
    Some(join(&print::program(&rest), &[(FILE.0.to_owned(), library)]))
}

/// The names of the parameters and the state of a program, which other files cannot use.
fn names_of_state(program: &Program) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for item in &program.items {
        match &item.kind {
            ItemKind::Param(field)
            | ItemKind::NodeProperty(field)
            | ItemKind::EdgeProperty(field)
            | ItemKind::Original(field)
            | ItemKind::Global(field) => _ = names.insert(field.name.text.clone()),
            ItemKind::Worklists(worklists) => {
                names.extend(worklists.names.iter().map(|name| name.text.clone()));
            }
            _ => {}
        }
    }
    names
}

/// What a function needs of its program.
#[derive(Default)]
struct Needs {
    /// The functions of the program that it calls.
    called: BTreeSet<String>,
    /// The other names that it mentions. Some are its own locals.
    names: BTreeSet<String>,
    /// Whether it pushes to a worklist.
    pushes: bool,
}

impl Needs {
    fn of(function: &Function) -> Needs {
        let mut needs = Needs::default();
        needs.block(&mut function.body.clone());
        needs
    }

    fn block(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            self.pushes |= matches!(stmt.kind, StmtKind::Push { .. });
            values(&mut stmt.kind).into_iter().for_each(|value| self.expr(value));
            bodies(&mut stmt.kind).into_iter().for_each(|body| self.block(body));
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        parts(expr).into_iter().for_each(|part| self.expr(part));
        match &expr.kind {
            // The functions of random programs are called f0, f1, ….
            ExprKind::Call(callee, _) => {
                let called = first_name(callee).filter(|name| is_function(name));
                self.called.extend(called.map(str::to_owned));
            }
            ExprKind::Path(_) => self.names.extend(first_name(expr).map(str::to_owned)),
            ExprKind::Index(list, _) => self.names.extend(first_name(list).map(str::to_owned)),
            ExprKind::Field(_, field) => _ = self.names.insert(field.text.clone()),
            _ => {}
        }
    }
}

fn is_function(name: &str) -> bool {
    name.strip_prefix('f').is_some_and(|number| number.parse::<u32>().is_ok())
}

fn first_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Path(path) => path.first().map(|name| name.text.as_str()),
        _ => None,
    }
}

/// Calls moved functions as those of the imported module.
fn call_imported(block: &mut Block, moved: &BTreeSet<String>) {
    for stmt in &mut block.stmts {
        values(&mut stmt.kind).into_iter().for_each(|value| call_in(value, moved));
        bodies(&mut stmt.kind).into_iter().for_each(|body| call_imported(body, moved));
    }
}

fn call_in(expr: &mut Expr, moved: &BTreeSet<String>) {
    parts(expr).into_iter().for_each(|part| call_in(part, moved));
    if let ExprKind::Call(callee, _) = &mut expr.kind
        && let ExprKind::Path(path) = &mut callee.kind
        && moved.contains(&path[0].text)
    {
        path.insert(0, name(FILE.1));
    }
}
