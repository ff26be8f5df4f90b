//! Violations that the text of the IR cannot express. Files of `filetests/verify` have the others.

use std::fmt::Write;

use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use igc_compiler::ir::*;

const DECLARATIONS: &str = "param p: u32
array a: u32[nodes] = 0u32
array f: f32[nodes] = 0.0f32
worklist w
";

fn module(stage: &str) -> Module {
    let text = format!("module m {stage}\n{DECLARATIONS}kernel k(x: u32) {{ }}\nmain {{ }}\n");
    parse(&text).unwrap()
}

fn findings(module: &Module) -> String {
    let violations = verify(module).err().unwrap_or_default();
    violations.iter().fold(String::new(), |mut out, v| {
        writeln!(out, "    {v}").unwrap();
        out
    })
}

/// Invalid ids, and types that differ from
/// those of the operands.
#[test]
fn ids_and_types_that_are_made_up_are_refused() {
    let place = |array| Place::unproven(ArrayId(array), Expr::constant(Value::U32(0)), None);
    let one = || Expr::constant(Value::U32(1));
    let expr = |kind| StmtKind::Store(place(0), Expr { ty: Type::U32, kind });
    let kernel = |kind: StmtKind| {
        let mut module = module("distributed");
        module.kernels[0].body.push(kind.from(Origin::default()));
        module
    };
    let change = |change: &dyn Fn(&mut Module)| {
        let mut module = module("parallel");
        change(&mut module);
        module
    };
    let nowhere = |args| Check { oracle: "o".into(), command: None, args };
    let cases = [
        kernel(StmtKind::Let(LocalId(9), one())),
        kernel(StmtKind::Let(LocalId(0), one())),
        kernel(StmtKind::Assign(LocalId(9), one())),
        kernel(StmtKind::Store(place(9), one())),
        kernel(StmtKind::Push(WorklistId(9), vec![Expr::constant(Value::Node(0))])),
        kernel(expr(ExprKind::Local(LocalId(9)))),
        kernel(expr(ExprKind::Param(ParamId(9)))),
        kernel(expr(ExprKind::WorklistSize(WorklistId(9)))),
        kernel(expr(ExprKind::Load(Box::new(place(9))))),
        kernel(expr(ExprKind::Const(Value::I32(1)))),
        kernel(expr(ExprKind::Load(Box::new(place(1))))),
        kernel(StmtKind::Let(LocalId(0), Expr::unary(UnaryOp::Not, one()))),
        change(&|m| m.kernels[0].params = 5),
        change(&|m| {
            m.main.body.push(HostStmt::Launch { kernel: KernelId(9), args: vec![], again: false })
        }),
        change(&|m| m.outputs.push(ArrayId(9))),
        change(&|m| m.checks.push(nowhere(vec![CheckArg::Array(ArrayId(9))]))),
        change(&|m| m.checks.push(nowhere(vec![CheckArg::Param(ParamId(9))]))),
    ];
    let mut report = String::new();
    for module in &cases {
        let findings = findings(module);
        assert!(!findings.is_empty(), "accepted: {module:?}");
        writeln!(report, "{findings}").unwrap();
    }
    insta::assert_snapshot!(report);
}
