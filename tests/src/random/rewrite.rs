//! Rewrites programs to equivalent ones, in order to test lowering. Comparisons of stages cannot
//! test lowering, because it precedes all stages.

use igc_compiler::syntax::ast::*;

use super::build::{item, name, path};
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

/// Returns the program with kernels that take all properties and globals as parameters, which
/// `main` passes. The parameters have the names of the properties and globals.
pub fn with_property_arguments(program: &Program) -> Program {
    let mut program = program.clone();
    let mut params = vec![];
    for item in &program.items {
        let (kind, field) = match &item.kind {
            ItemKind::NodeProperty(field) => (ParameterKind::NodeProperty, field),
            ItemKind::EdgeProperty(field) => (ParameterKind::EdgeProperty, field),
            ItemKind::Global(field) => (ParameterKind::Global, field),
            _ => continue,
        };
        let (binding, array) = (BindingId(0), field.length.is_some());
        let (name, ty) = (field.name.clone(), field.ty.clone());
        params.push(Parameter { binding, kind, name, ty, array });
    }
    let args: Vec<Expr> = params.iter().map(|param| path(&param.name.text)).collect();
    let mut kernels = vec![];
    for item in &mut program.items {
        if let ItemKind::Kernel(kernel) = &mut item.kind {
            kernels.push(kernel.name.text.clone());
            kernel.params.splice(0..0, params.iter().cloned());
        }
    }
    for item in &mut program.items {
        if let ItemKind::Main(body) = &mut item.kind {
            pass(&args, &kernels, body);
        }
    }
    program
}

/// Passes arguments to the kernels that a block calls.
fn pass(args: &[Expr], kernels: &[String], block: &mut Block) {
    for stmt in &mut block.stmts {
        if let StmtKind::Expr(Expr { kind: ExprKind::Call(callee, given), .. }) = &mut stmt.kind
            && let ExprKind::Path(path) = &callee.kind
            && kernels.contains(&path[0].text)
        {
            given.splice(0..0, args.iter().cloned());
        }
        bodies(&mut stmt.kind).into_iter().for_each(|body| pass(args, kernels, body));
    }
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
