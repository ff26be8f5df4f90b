//! Rewrites programs to equivalent ones, in order to test lowering. Comparisons of stages cannot
//! test lowering, because it precedes all stages.

use igc_compiler::syntax::ast::*;

use super::build::{item, name};
use super::walk::{bodies, parts, values};

/// Maximum number of calls that get a separate function. Further calls share functions.
const MOST: usize = 200;

/// Returns the program with a separate copy of the function for each call.
pub fn with_own_functions(program: &Program) -> Program {
    let mut program = program.clone();
    let mut functions = vec![];
    for item in &program.items {
        if let ItemKind::Function(function) = &item.kind {
            functions.push(function.clone());
        }
    }
    let mut copies = Copies { functions, made: vec![] };
    for item in &mut program.items {
        if let ItemKind::Kernel(kernel) = &mut item.kind {
            copies.block(&mut kernel.body);
        }
    }
    program.items.extend(copies.made.into_iter().map(|copy| item(ItemKind::Function(copy))));
    program
}

struct Copies {
    functions: Vec<Function>,
    made: Vec<Function>,
}

impl Copies {
    fn block(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            values(&mut stmt.kind).into_iter().for_each(|value| self.expr(value));
            bodies(&mut stmt.kind).into_iter().for_each(|body| self.block(body));
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        parts(expr).into_iter().for_each(|part| self.expr(part));
        let ExprKind::Call(callee, _) = &mut expr.kind else { return };
        let ExprKind::Path(path) = &mut callee.kind else { return };
        let called = self.functions.iter().find(|function| function.name.text == path[0].text);
        let Some(mut copy) = called.cloned() else { return };
        if self.made.len() < MOST {
            copy.name = name(format!("{}_{}", copy.name.text, self.made.len()));
            path[0] = copy.name.clone();
            self.made.push(copy.clone());
            let number = self.made.len() - 1;
            self.block(&mut copy.body);
            self.made[number] = copy;
        }
    }
}
