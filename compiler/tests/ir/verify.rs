//! Tests of the violations that the verifier must find, and of its messages.

use std::fmt::Write;

use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use igc_compiler::ir::*;

const DECLARATIONS: &str = "param p: u32
array a: u32[nodes] = 0u32
array f: f32[nodes] = 0.0f32
array b: bool[one] = false
array n: node[nodes] = 0node
array o: node[original] = itself
worklist w
worklist pairs: (u64, u64)
";

pub(super) fn module(stage: &str, kernel: &str, main: &str) -> String {
    format!("module m {stage}\n{DECLARATIONS}kernel k(x: u32) {{ {kernel} }}\nmain {{ {main} }}\n")
}

pub(super) fn findings(module: &Module) -> String {
    let violations = verify(module).err().unwrap_or_default();
    violations.iter().fold(String::new(), |mut out, v| {
        writeln!(out, "    {v}").unwrap();
        out
    })
}

/// Returns each case with its violations. Every case must have at least one.
pub(super) fn report<'c>(cases: &[&'c str], module: impl Fn(&'c str) -> String) -> String {
    let mut report = String::new();
    for case in cases {
        let findings = findings(&parse(&module(case)).unwrap());
        assert!(!findings.is_empty(), "accepted: {case}");
        write!(report, "{case}\n{findings}").unwrap();
    }
    report
}

#[test]
fn kernels_that_break_an_invariant_are_refused() {
    let cases = [
        // Violations of the rules for locals.
        "let y: u32 = 1u32 let y: u32 = 2u32",
        "if true { let y: u32 = 1u32 } a[y] = 1u32",
        "if true { let y: u32 = 1u32 } else { a[y] = 1u32 }",
        "while true { let y: u32 = 1u32 } set y = 2u32",
        "let y: u32 = y",
        "forall serial u: node in nodes { } a[u] = 1u32",
        "if true { let old: u32 = atomic add a~[0u32], 1u32 } a[old] = 1u32",
        // Violations of the rules for types.
        "let y: i32 = 1u32",
        "set x = 1i32",
        "a[0u32] = 1.0f32",
        "f[0u32] = (1.0f32 + 1u32)",
        "f[0u32] = (1.0f32 & 1.0f32)",
        "b[0u32] = (true < false)",
        "n[0u32] = (1node + 1node)",
        "a[0u32] = (1u32 << 1i32)",
        "a[0u32] = not(1u32)",
        "b[0u32] = neg(true)",
        "a[0u32] = select(1u32, 2u32, 3u32)",
        "a[0u32] = select(true, 2u32, 3i32)",
        "a[1.0f32] = 1u32",
        "a[true] = 1u32",
        "a[1u64] = 1u32",
        "a[0u32] = u32(@targets[1i64])",
        "if 1u32 { }",
        "while x { }",
        "push w 1u32",
        "push pairs (1u64)",
        "push pairs (1u64, 2u64, 3u64)",
        "push pairs (1u64, 2node)",
        "let y: u64 = @first(w, 0u32)",
        "let y: u64 = @item(pairs, 0u32)",
        "let y: node = @second(pairs, 0u32)",
        // Violations of the rules for atomics.
        "atomic add a~[0u32]",
        "atomic add a~[0u32], 1u32, 2u32",
        "atomic cas a~[0u32], 1u32",
        "atomic add a~[0u32], 1.0f32",
        "atomic add a[0u32], 1u32",
        "atomic and f~[0u32], 1.0f32",
        "atomic add b~[0u32], true",
        "atomic add n~[0u32], 1node",
        "let old: f32 = atomic add a~[0u32], 1u32",
        // Violations of the rules for vector loads.
        "vector y: u32, z: u32 = 1u32",
        "vector y: u32, z: u32 = a~[0u32]",
        "vector y: u32, z: u32 = a?[0u32]",
        "vector y: u32, z: f32 = a[0u32]",
        "vector y: u32, z: u32, v: u32 = a[0u32]",
        "vector y: bool, z: bool = b[0u32]",
        "vector y: node, z: node = @targets?[0u32]",
        "vector y: u32, z: u32 = a[1.0f32]",
        "if true { vector y: u32, z: u32 = a[0u32] } a[z] = 1u32",
        "vector y: u32, z: u32 = a[0u32] a[2u32] = y",
        // Violations of the rules for loops.
        "break",
        "if true { continue }",
        "while true { forall serial u: node in nodes { break } }",
        "forall parallel u: u32 in nodes { }",
        "forall parallel u: node in edges { }",
        "forall parallel u: u32 in worklist w { }",
        "forall parallel p: u64 in worklist pairs { }",
        "forall parallel i: u64 in positions pairs { }",
        "forall parallel i: f32 in range 0.0f32, 1.0f32 { }",
        "forall parallel i: u32 in range 0u32, 1i32 { }",
        "forall parallel i: i32 in range 0u32, 1u32 { }",
        "forall serial e: edge in out? 1u32 { }",
        "forall serial e: node in in 1node { }",
        "forall parallel u: node in nodes { forall parallel v: node in nodes { } }",
        "if true { forall parallel u: node in nodes { } }",
        "while true { forall parallel u: node in nodes { } }",
        "forall parallel u: node in nodes { set x = 1u32 }",
        "forall serial u: node in nodes { if true { set x = 1u32 } }",
        "forall parallel u: node in nodes {
           let y: u32 = 1u32 forall serial e: edge in out? u { set y = 2u32 } }",
        // Expressions that only distributed modules may contain.
        "a[0u32] = @global_id",
        "a[0u32] = @global_size",
        "a[0u32] = @size(w)",
        "n[0u32] = @item(w, 0u32)",
    ];
    insta::assert_snapshot!(report(&cases, |case| module("parallel", case, "")));
}

#[test]
fn distributed_kernels_that_break_an_invariant_are_refused() {
    let cases = [
        "forall parallel u: node in nodes { }",
        "for i: u32 = 0.0f32 to 1u32 by 1u32 { }",
        "for i: u32 = 0u32 to 1u64 by 1u32 { }",
        "for i: u32 = 0u32 to 1u32 by true { }",
        "for i: f32 = 0u32 to 1u32 by 1u32 { }",
        "for i: u64 = 0u32 to 1u32 by 1u32 { }",
        "for i: u32 = 0u32 to i by 1u32 { }",
        "for i: u32 = 0u32 to 1u32 by 1u32 { } a[i] = 1u32",
        "n[0u32] = @item(w, 1.0f32)",
    ];
    insta::assert_snapshot!(report(&cases, |case| module("distributed", case, "")));
}

#[test]
fn mains_that_break_an_invariant_are_refused() {
    let cases = [
        "launch k()",
        "launch k(1u32, 2u32)",
        "launch k(1i32)",
        "let y: u32 = 1i32",
        "let y: u32 = 1u32 set y = true",
        "if true { let y: u32 = 1u32 } launch k(y)",
        "iterate { let y: bool = true } while y",
        "iterate { } while 1u32",
        "while 1u32 { }",
        "if 1u32 { }",
        "a[0u32] = 1i32",
        "a[0.0f32] = 1u32",
        "pipe w [1u32] { }",
        "pipe pairs [(1u64)] { }",
        "pipe pairs nodes { }",
        "swap worklists w, pairs",
        "let y: u64 = @second(pairs, 0u32)",
        "a[0u32] = @global_id",
        "a[0u32] = @size(w)",
        "o[0u32] = 1node",
        "fill o = 1node",
        "contract f into o",
        "contract o into o",
        "contract a into n",
        "contract a into o carry b",
        "contract a into o carry o",
    ];
    insta::assert_snapshot!(report(&cases, |case| module("distributed", "", case)));
}

#[test]
fn declarations_that_break_an_invariant_are_refused() {
    let cases = [
        "array p: u32[one] = 0u32",
        "param a: u32",
        "kernel a() { }",
        "kernel k() { }",
        "worklist w",
        "param q: u32 = 1i32",
        "array c: u32[one] = 1i32",
        "array c: u32[nodes] = weights",
        "array c: u32[one] = weights",
        "array c: u32[original] = itself",
        "array c: node[original] = 0node",
        "array c: node[nodes] = itself",
        "array c: node[original][2] = itself",
    ];
    let whole = |case| module("parallel", "", "") + case;
    insta::assert_snapshot!(report(&cases, whole));
}

/// Tests violations that the text form cannot express: invalid ids, and types that differ from
/// those of the operands.
#[test]
fn ids_and_types_that_are_made_up_are_refused() {
    let place = |array| Place::unproven(ArrayId(array), Expr::constant(Value::U32(0)), None);
    let one = || Expr::constant(Value::U32(1));
    let expr = |kind| StmtKind::Store(place(0), Expr { ty: Type::U32, kind });
    let kernel = |kind: StmtKind| {
        let mut module = parse(&module("distributed", "", "")).unwrap();
        module.kernels[0].body.push(kind.from(Origin::default()));
        module
    };
    let change = |change: &dyn Fn(&mut Module)| {
        let mut module = parse(&module("parallel", "", "")).unwrap();
        change(&mut module);
        module
    };
    let nowhere = |args| Check { oracle: "o".into(), args };
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

#[test]
fn what_keeps_the_invariants_is_accepted() {
    for kernel in [
        "",
        "set x = (x + 1u32)",
        "let y: u32 = 1u32 while true { set y = 2u32 break }",
        "while true { if true { continue } else { while true { break } break } }",
        "for i: u32 = 0u32 to 9u32 by 1u32 { if (i == 3u32) { continue } else { break } }",
        "forall parallel u: node in nodes { while true { break } }",
        "forall parallel u: node in nodes {
           let y: u32 = 1u32 set y = 2u32 while (y < 7u32) { set y = (y + x) }
           forall serial e: edge in out? u { let z: u32 = y set z = 1u32 } }",
        "forall parallel u: node in nodes { } forall parallel v: node in nodes { }",
        "forall parallel i: i32 in range -5i32, 5i32 { a[i] = 1u32 }",
        "b[0u32] = ((1node < 2node) == (true & false))",
        "n[0u32] = min(1node, 2node)",
        "forall parallel i: u32 in positions pairs { push pairs (@second(pairs, i), 1u64) }",
        "let o: bool = atomic or b~[0u32], true atomic swap n~[0u32], 1node",
    ] {
        let parsed = parse(&module("parallel", kernel, "")).unwrap();
        assert_eq!(findings(&parsed), "", "{kernel}");
    }
    for kernel in [
        "for i: node = 0u32 to 5u32 by 1edge { a[i] = @global_id }",
        "for i: i32 = -3i32 to 5i32 by 1i32 { a[i] = @global_id }",
        "for i: u64 = 0u64 to 5u64 by 1u64 { a[u32(i)] = @global_id }",
        "let y: u32 = 0u32 for i: u32 = 0u32 to @size(w) by 1u32 { set y = u32(@item(w, i)) }",
        "for i: u32 = 0u32 to 5u32 by 1u32 { while true { break } }",
    ] {
        let parsed = parse(&module("distributed", kernel, "")).unwrap();
        assert_eq!(findings(&parsed), "", "{kernel}");
    }
}
