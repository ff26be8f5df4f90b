//! Tests every operator with every pair of corner cases on devices. The results must have exactly
//! the bits that `ir::value` defines. The results of `sqrt`, `exp`, `log`, `pow`, `sin` and `cos`
//! may have the errors that OpenCL allows.
//!
//! The tests generate one program for each type. The type has `n` corner cases, and node `i` uses
//! the operands `i / n` and `i % n`. `main` writes them to device memory, so that no compiler can
//! evaluate the operators in advance. The result of each operator is a property. The interpreter
//! runs the same programs, which shows that they compute the intended operators.

use igc_compiler::ir::value::{atomic, binary, unary};
use igc_compiler::ir::{AtomicOp, BinaryOp, Intrinsic, Type, UnaryOp, Value};
use igc_tests::device;
use igc_tests::program::Program;
use igc_tests::same;
use igc_tests::small::Small;
use igc_tests::ulps;

/// Returns values that often reveal errors in arithmetic.
fn edge_cases(ty: Type) -> Vec<Value> {
    let i64s = |least: i64, most: i64| {
        [0, 1, 2, 3, 7, 31, 32, 33, 63, 64, 100, -1, -2, -7, -32, -100].into_iter().chain([
            least,
            least + 1,
            most,
            most - 1,
            most / 3,
            1 << 16,
            0x5555_5555,
        ])
    };
    let u64s = |most: u64| {
        [0, 1, 2, 3, 7, 31, 32, 33, 63, 64, 100, 1 << 16].into_iter().chain([
            most,
            most - 1,
            most / 2,
            most / 2 + 1,
            most / 3,
        ])
    };
    let f64s = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        1.5,
        2.5,
        -2.5,
        0.1,
        3.0,
        1e10,
        -1e10,
        2147483647.0,
        2147483648.0,
        -2147483649.0,
        4294967295.0,
        4294967296.0,
        9.3e18,
        -9.3e18,
        1.9e19,
        16777217.0,
    ];
    match ty {
        Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Type::I32 => i64s(i32::MIN.into(), i32::MAX.into()).map(|x| Value::I32(x as i32)).collect(),
        Type::I64 => i64s(i64::MIN, i64::MAX).map(Value::I64).collect(),
        Type::U32 => u64s(u32::MAX.into()).map(|x| Value::U32(x as u32)).collect(),
        Type::Node => u64s(u32::MAX.into()).map(|x| Value::Node(x as u32)).collect(),
        Type::Edge => u64s(u32::MAX.into()).map(|x| Value::Edge(x as u32)).collect(),
        Type::U64 => u64s(u64::MAX).map(Value::U64).collect(),
        Type::F32 => {
            let own = [f32::MAX, f32::MIN_POSITIVE, 1e-45, f32::EPSILON, f32::INFINITY];
            let signed = own.into_iter().flat_map(|x| [x, -x]).chain([f32::NAN]);
            f64s.into_iter().map(|x| x as f32).chain(signed).map(Value::F32).collect()
        }
        Type::F64 => {
            let own = [f64::MAX, f64::MIN_POSITIVE, 5e-324, f64::EPSILON, f64::INFINITY];
            let signed = own.into_iter().flat_map(|x| [x, -x]).chain([f64::NAN, 1e300, 1e39]);
            f64s.into_iter().chain(signed).map(Value::F64).collect()
        }
    }
}

/// Writes a value as a literal of the language.
fn literal(value: Value) -> String {
    let float = |x: f64, digits: String, ty: &str| match x {
        x if x.is_nan() => format!("({ty}::MAX - {ty}::MAX)"),
        x if x == f64::INFINITY => format!("{ty}::MAX"),
        x if x == f64::NEG_INFINITY => format!("{ty}::MIN"),
        _ => format!("{digits}{ty}"),
    };
    match value {
        Value::Bool(x) => x.to_string(),
        Value::Node(x) => format!("({x} as node)"),
        Value::Edge(x) => format!("({x} as edge)"),
        Value::F32(x) => float(x.into(), format!("{x:e}"), "f32"),
        Value::F64(x) => float(x, format!("{x:e}"), "f64"),
        whole => whole.to_string(),
    }
}

/// The computation of one property, and its expected result.
struct Case {
    /// The expression that computes the property from the operands `a` and `b`.
    text: String,
    ty: Type,
    expected: Box<dyn Fn(Value, Value) -> Value>,
    /// The largest error, in units in the last place. The expected result may have half a unit.
    ulps: f64,
}

impl Case {
    fn new(text: &str, ty: Type, expected: impl Fn(Value, Value) -> Value + 'static) -> Case {
        Case { text: text.into(), ty, expected: Box::new(expected), ulps: 0.0 }
    }
}

/// Returns a case for every function of a type, with the errors that OpenCL allows.
fn functions(ty: Type) -> Vec<Case> {
    let mut cases = vec![];
    for function in Intrinsic::ALL {
        let Some(result) = function.result(ty) else { continue };
        let name = match (function, result) {
            (Intrinsic::FromBits, _) => format!("{result}_from_bits"),
            _ => function.name().to_owned(),
        };
        let op = UnaryOp::Call(function);
        let mut case = Case::new(&format!("{name}(a)"), result, move |a, _| {
            ulps::nearest(a.ty(), &[a], |x| unary(op, x[0]).unwrap())
        });
        case.ulps = match function {
            Intrinsic::Sqrt if ty == Type::F32 => 3.0,
            Intrinsic::Exp | Intrinsic::Log => 3.0,
            Intrinsic::Sin | Intrinsic::Cos => 4.0,
            _ => 0.0,
        };
        cases.push(case);
    }
    if ty.is_float() {
        let mut pow = Case::new("pow(a, b)", ty, |a, b| {
            ulps::nearest(a.ty(), &[a, b], |x| binary(BinaryOp::Pow, x[0], x[1]).unwrap())
        });
        pow.ulps = 16.0;
        cases.push(pow);
        let bits = UnaryOp::Call(Intrinsic::Bits);
        let back = UnaryOp::Call(Intrinsic::FromBits);
        cases.push(Case::new(&format!("{ty}_from_bits(bits(a))"), ty, move |a, _| {
            unary(back, unary(bits, a).unwrap()).unwrap()
        }));
    }
    cases
}

/// Returns a case for every operator of a type.
fn cases(ty: Type) -> Vec<Case> {
    let mut cases = functions(ty);
    let infix: [(&str, BinaryOp); 16] = [
        ("+", BinaryOp::Add),
        ("-", BinaryOp::Sub),
        ("*", BinaryOp::Mul),
        ("/", BinaryOp::Div),
        ("%", BinaryOp::Rem),
        ("&", BinaryOp::BitAnd),
        ("|", BinaryOp::BitOr),
        ("^", BinaryOp::BitXor),
        ("&&", BinaryOp::And),
        ("||", BinaryOp::Or),
        ("==", BinaryOp::Eq),
        ("!=", BinaryOp::Ne),
        ("<", BinaryOp::Lt),
        ("<=", BinaryOp::Le),
        (">", BinaryOp::Gt),
        (">=", BinaryOp::Ge),
    ];
    let zero = with_operators_of(ty);
    for (sign, op) in infix {
        let Some(result) = binary(op, zero, zero) else { continue };
        // The IR has a remainder of floats, but the language does not.
        if op == BinaryOp::Rem && ty.is_float() {
            continue;
        }
        let expected = move |a, b| binary(op, a, b).unwrap();
        cases.push(Case::new(&format!("a {sign} b"), result.ty(), expected));
    }
    let functions = [
        ("min", BinaryOp::Min),
        ("max", BinaryOp::Max),
        ("saturating_add", BinaryOp::SaturatingAdd),
    ];
    for (name, op) in functions {
        if binary(op, zero, zero).is_some() {
            let expected = move |a, b| binary(op, a, b).unwrap();
            cases.push(Case::new(&format!("{name}(a, b)"), ty, expected));
        }
    }
    for (name, op) in [("<<", BinaryOp::Shl), (">>", BinaryOp::Shr)] {
        if ty.is_integer() {
            let expected = move |a, b: Value| binary(op, a, b.cast(Type::U32)).unwrap();
            cases.push(Case::new(&format!("a {name} b"), ty, expected));
            // Shifts by a constant amount result in different C code.
            for amount in [0u32, 31, 33, 64] {
                let expected = move |a, _| binary(op, a, Value::U32(amount)).unwrap();
                let text = format!("a {name} (b - b + {amount}) as u32");
                cases.push(Case::new(&text, ty, expected));
            }
        }
    }
    for (text, op) in [("-a", UnaryOp::Neg), ("!a", UnaryOp::Not), ("~a", UnaryOp::BitNot)] {
        let has =
            unary(op, zero).is_some() && (op != UnaryOp::Neg || ty.is_signed() || ty.is_float());
        if has {
            cases.push(Case::new(text, ty, move |a, _| unary(op, a).unwrap()));
        }
    }
    if ty.is_signed() || ty.is_float() {
        cases.push(Case::new("abs(a)", ty, |a, _| unary(UnaryOp::Abs, a).unwrap()));
    }
    for to in Type::ALL {
        let allowed = match to {
            Type::Bool => ty == Type::Bool,
            Type::Node => ty.is_integer() || ty == Type::Node,
            Type::Edge => ty.is_integer() || ty == Type::Edge,
            Type::F32 | Type::F64 => ty.is_integer() || ty.is_float(),
            _ => true,
        };
        if allowed {
            cases.push(Case::new(&format!("a as {to}"), to, move |a, _| a.cast(to)));
        }
    }
    // Combines several operators to test precedence and parentheses in C.
    if ty.is_integer() {
        let nested = |a: Value, b: Value| {
            let op = |op, x, y| binary(op, x, y).unwrap();
            let left = op(BinaryOp::Sub, a, op(BinaryOp::Sub, b, a));
            let right = op(BinaryOp::Mul, op(BinaryOp::Add, a, b), op(BinaryOp::BitOr, a, b));
            let both = op(BinaryOp::BitXor, op(BinaryOp::BitAnd, left, right), b);
            op(BinaryOp::Rem, a, op(BinaryOp::Div, both, op(BinaryOp::BitXor, b, a)))
        };
        cases.push(Case::new(
            "a % (((a - (b - a)) & (a + b) * (a | b) ^ b) / (b ^ a))",
            ty,
            nested,
        ));
    }
    cases
}

/// Returns a value whose operators are those that the language has for a type. The IR computes with
/// edges as with other integers, but the language has only the operators of nodes for them.
fn with_operators_of(ty: Type) -> Value {
    Value::zero(if ty == Type::Edge { Type::Node } else { ty })
}

/// Returns every atomic operation of a type with its name in the language.
fn atomics(ty: Type) -> Vec<(&'static str, AtomicOp)> {
    let all = [
        ("atomic_add", AtomicOp::Add),
        ("atomic_min", AtomicOp::Min),
        ("atomic_max", AtomicOp::Max),
        ("atomic_and", AtomicOp::And),
        ("atomic_or", AtomicOp::Or),
        ("atomic_xor", AtomicOp::Xor),
        ("atomic_swap", AtomicOp::Swap),
    ];
    let zero = with_operators_of(ty);
    all.into_iter().filter(|(_, op)| atomic(*op, zero, &[zero]).is_some()).collect()
}

/// Returns the program for a type and the expected results of its outputs.
fn program(ty: Type) -> (Program, Vec<Case>) {
    let values = edge_cases(ty);
    let n = values.len();
    let mut cases = cases(ty);
    let (mut declared, mut computed, mut stored) = (String::new(), String::new(), String::new());
    for (number, case) in cases.iter().enumerate() {
        declared += &format!("node r{number}: {};\n", case.ty);
        computed += &format!("        u.r{number} = {};\n", case.text);
    }
    for (name, op) in atomics(ty) {
        // The old value and the new value are separate outputs.
        let (old, new) = (cases.len(), cases.len() + 1);
        declared += &format!("node r{old}: {ty};\nnode r{new}: {ty};\n");
        computed += &format!(
            "        u.r{new} = a;\n        let old{old} = {name}(u.r{new}, b);\n        u.r{old} = old{old};\n"
        );
        cases.push(Case::new(name, ty, |a, _| a));
        cases.push(Case::new(name, ty, move |a, b| atomic(op, a, &[b]).unwrap()));
    }
    let zero = with_operators_of(ty);
    if binary(BinaryOp::Sub, zero, zero).is_some() {
        let (old, new) = (cases.len(), cases.len() + 1);
        declared += &format!("node r{old}: {ty};\nnode r{new}: {ty};\n");
        computed +=
            &format!("        u.r{new} = a;\n        u.r{old} = atomic_sub(u.r{new}, b);\n");
        cases.push(Case::new("atomic_sub", ty, |a, _| a));
        cases.push(Case::new("atomic_sub", ty, |a, b| binary(BinaryOp::Sub, a, b).unwrap()));
    }
    if !ty.is_float() {
        let at = cases.len();
        declared += &format!("node r{at}: {ty};\n");
        computed += &format!("        u.r{at} = a;\n        atomic_cas(u.r{at}, b, a);\n");
        cases.push(Case::new("atomic_cas", ty, |a, _| a));
        let at = cases.len();
        declared += &format!("node r{at}: {ty};\n");
        computed += &format!("        u.r{at} = b;\n        atomic_cas(u.r{at}, a, b);\n");
        cases.push(Case::new("atomic_cas", ty, |_, b| b));
    }
    for (at, value) in values.iter().enumerate() {
        stored += &format!("    ({at} as node).value = {};\n", literal(*value));
    }
    let outputs: Vec<String> = (0..cases.len()).map(|number| format!("r{number}")).collect();
    let text = format!(
        "node value: {ty};\n{declared}\
         kernel compute() {{\n    forall u in nodes {{\n\
         \x20       let a = (u as u32 / {n} as node).value;\n\
         \x20       let b = (u as u32 % {n} as node).value;\n{computed}    }}\n}}\n\
         main {{\n{stored}    compute();\n}}\noutput {};\n",
        outputs.join(", ")
    )
    .replace(&format!("u as u32 / {n} as node"), &format!("(u as u32 / {n}) as node"))
    .replace(&format!("u as u32 % {n} as node"), &format!("(u as u32 % {n}) as node"));
    (Program::new(&format!("arithmetic_{ty}"), &text), cases)
}

fn arithmetic_of(ty: Type) {
    let values = edge_cases(ty);
    let n = values.len();
    let (program, cases) = program(ty);
    let input = Small::new("no edges", (n * n) as u32, []).load();
    let module = &program.compilation.artefact.module;
    let interpreted = program.interpret_stage(module, &input, &[], (0, [1, 4, 1])).unwrap().arrays;
    let mut runs = vec![("interpreter".to_string(), interpreted)];
    for device in device::all().iter().flat_map(device::dialects) {
        let options = igc_runtime::run_options::RunOptions::default();
        if let Some(execution) = program.execute(&input, &[], &device, &options) {
            runs.push((device.to_string(), execution.arrays));
        }
    }
    let mut wrong = vec![];
    for (who, arrays) in &runs {
        for (case, (_, found)) in cases.iter().zip(program.outputs(arrays)) {
            for (i, found) in found.iter().enumerate() {
                let (a, b) = (values[i / n], values[i % n]);
                let expected = (case.expected)(a, b);
                let is_close = case.ulps > 0.0 && {
                    let of_flushed = (case.expected)(ulps::flushed(a), ulps::flushed(b));
                    [expected, of_flushed].iter().any(|x| ulps::close(found, *x, case.ulps))
                };
                if !same::values(found, expected) && !is_close {
                    let text = &case.text;
                    wrong.push(format!("{text}: a = {a}, b = {b}: {found}, not {expected}, {who}"));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
}

/// Defines one test for each type.
macro_rules! types {
    ($($name:ident: $ty:ident)*) => {
        $(#[test]
        fn $name() {
            arithmetic_of(Type::$ty);
        })*
    };
}

types! {
    bools: Bool
    ints: I32
    unsigned_ints: U32
    longs: I64
    unsigned_longs: U64
    floats: F32
    doubles: F64
    nodes: Node
    edges: Edge
}
