//! Tests of corner cases of the arithmetic.

use igc_compiler::ir::value::{atomic, atomic_operands, binary, unary};
use igc_compiler::ir::{AtomicOp, BinaryOp, Intrinsic, Type, UnaryOp, Value};
use proptest::prelude::*;
use std::collections::HashSet;

use BinaryOp::*;
use Value::*;

const BINARY: [BinaryOp; 22] = [
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Min,
    Max,
    And,
    Or,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    SaturatingAdd,
    Pow,
];

#[track_caller]
fn is(op: BinaryOp, a: Value, b: Value, wanted: Value) {
    assert_eq!(binary(op, a, b), Some(wanted), "{op:?} of {a} and {b}");
}

#[test]
fn integers_wrap() {
    is(Add, I32(i32::MAX), I32(1), I32(i32::MIN));
    is(Sub, U32(0), U32(1), U32(u32::MAX));
    is(Mul, I64(i64::MIN), I64(-1), I64(i64::MIN));
    is(Add, U64(u64::MAX), U64(2), U64(1));
    assert_eq!(unary(UnaryOp::Neg, I32(i32::MIN)), Some(I32(i32::MIN)));
    assert_eq!(unary(UnaryOp::Neg, U32(1)), Some(U32(u32::MAX)));
    assert_eq!(unary(UnaryOp::Abs, I64(i64::MIN)), Some(I64(i64::MIN)));
    assert_eq!(unary(UnaryOp::Abs, I32(-5)), Some(I32(5)));
    assert_eq!(unary(UnaryOp::BitNot, U64(0)), Some(U64(u64::MAX)));
}

#[track_caller]
fn function(function: Intrinsic, x: Value, wanted: Value) {
    assert_eq!(unary(UnaryOp::Call(function), x), Some(wanted), "{function:?} of {x}");
}

#[test]
fn functions_of_bits_count_the_bits_of_the_type() {
    function(Intrinsic::Clz, U32(0), U32(32));
    function(Intrinsic::Ctz, U32(0), U32(32));
    function(Intrinsic::Clz, I64(0), U32(64));
    function(Intrinsic::Ctz, U64(1 << 40), U32(40));
    function(Intrinsic::Popcount, I32(-1), U32(32));
    function(Intrinsic::Popcount, I64(-1), U32(64));
}

#[test]
fn halves_are_rounded_away_from_zero() {
    for (x, whole) in [(0.5, 1.0), (-0.5, -1.0), (2.5, 3.0), (-0.25, -0.0), (0.49999997, 0.0)] {
        let found = unary(UnaryOp::Call(Intrinsic::Round), F32(x)).unwrap();
        assert_eq!(found.to_bits(), F32(whole).to_bits(), "{x}");
    }
}

#[test]
fn every_nan_has_the_same_bits() {
    let negative = f32::from_bits(0xffc0_1234);
    function(Intrinsic::Bits, F32(negative), U32(0x7fc0_0000));
    function(Intrinsic::Bits, F64(-f64::NAN), U64(0x7ff8_0000_0000_0000));
    function(Intrinsic::Bits, F32(-0.0), U32(0x8000_0000));
    function(Intrinsic::FromBits, U64(0x3ff0_0000_0000_0000), F64(1.0));
}

#[test]
fn powers_have_the_edge_cases_of_c() {
    is(Pow, F32(f32::NAN), F32(0.0), F32(1.0));
    is(Pow, F64(1.0), F64(f64::NAN), F64(1.0));
    is(Pow, F64(-2.0), F64(3.0), F64(-8.0));
    is(Pow, F32(0.0), F32(-1.0), F32(f32::INFINITY));
    let root = binary(Pow, F64(-1.0), F64(0.5));
    assert!(matches!(root, Some(F64(x)) if x.is_nan()));
}

#[test]
fn division_by_zero_yields_zero() {
    for (x, zero) in [(I32(7), I32(0)), (U32(7), U32(0)), (I64(-7), I64(0)), (U64(7), U64(0))] {
        is(Div, x, zero, zero);
        is(Rem, x, zero, zero);
    }
    is(Div, F32(1.0), F32(0.0), F32(f32::INFINITY));
    is(Div, F64(-1.0), F64(0.0), F64(f64::NEG_INFINITY));
}

#[test]
fn division_rounds_to_zero_and_does_not_trap() {
    is(Div, I32(i32::MIN), I32(-1), I32(i32::MIN));
    is(Rem, I32(i32::MIN), I32(-1), I32(0));
    is(Div, I64(i64::MIN), I64(-1), I64(i64::MIN));
    is(Rem, I64(i64::MIN), I64(-1), I64(0));
    is(Div, I32(-7), I32(2), I32(-3));
    is(Rem, I32(-7), I32(2), I32(-1));
    is(Rem, F32(-7.5), F32(2.0), F32(-1.5));
}

#[test]
fn shifts_use_the_low_bits_of_the_amount() {
    is(Shl, U32(1), U32(31), U32(1 << 31));
    is(Shl, U32(1), U32(32), U32(1));
    is(Shl, U32(1), U32(33), U32(2));
    is(Shr, I32(-8), U32(1), I32(-4));
    is(Shr, U32(u32::MAX), U32(63), U32(1));
    is(Shl, U64(1), U32(63), U64(1 << 63));
    is(Shl, I64(1), U32(64), I64(1));
    assert_eq!(binary(Shl, U32(1), I32(1)), None);
    assert_eq!(binary(Shl, F32(1.0), U32(1)), None);
}

#[test]
fn the_smaller_of_a_number_and_none_is_the_number() {
    for op in [Min, Max] {
        is(op, F32(f32::NAN), F32(2.0), F32(2.0));
        is(op, F64(2.0), F64(f64::NAN), F64(2.0));
    }
    is(Min, F32(f32::NEG_INFINITY), F32(0.0), F32(f32::NEG_INFINITY));
    is(Max, I32(-1), I32(i32::MIN), I32(-1));
    is(Min, Node(3), Node(9), Node(3));
    is(Max, Edge(3), Edge(9), Edge(9));
}

#[test]
fn comparisons_with_no_number_do_not_hold() {
    for op in [Eq, Lt, Le, Gt, Ge] {
        is(op, F32(f32::NAN), F32(f32::NAN), Bool(false));
    }
    is(Ne, F64(f64::NAN), F64(f64::NAN), Bool(true));
    is(Eq, F32(0.0), F32(-0.0), Bool(true));
    is(Lt, I32(-1), I32(0), Bool(true));
    is(Lt, U32(u32::MAX), U32(0), Bool(false));
    is(Ge, Node(4), Node(4), Bool(true));
}

#[test]
fn truth_values_have_logic_and_no_order() {
    for a in [false, true] {
        for b in [false, true] {
            is(And, Bool(a), Bool(b), Bool(a && b));
            is(BitAnd, Bool(a), Bool(b), Bool(a && b));
            is(Or, Bool(a), Bool(b), Bool(a || b));
            is(BitOr, Bool(a), Bool(b), Bool(a || b));
            is(BitXor, Bool(a), Bool(b), Bool(a != b));
            is(Ne, Bool(a), Bool(b), Bool(a != b));
            is(Eq, Bool(a), Bool(b), Bool(a == b));
            for op in [Add, Sub, Mul, Div, Rem, Min, Max, Lt, Le, Gt, Ge] {
                assert_eq!(binary(op, Bool(a), Bool(b)), None, "{op:?}");
            }
        }
    }
    assert_eq!(unary(UnaryOp::Not, Bool(true)), Some(Bool(false)));
    assert_eq!(unary(UnaryOp::Not, U32(1)), None);
    assert_eq!(unary(UnaryOp::Neg, Bool(true)), None);
}

#[test]
fn ids_are_compared_and_nothing_else() {
    for op in BINARY {
        let found = binary(op, Node(1), Node(2));
        let fits = op.is_comparison() || matches!(op, Min | Max);
        assert_eq!(found.is_some(), fits, "{op:?}");
    }
    assert_eq!(binary(Add, U32(1), I32(1)), None);
    assert_eq!(binary(Eq, Node(1), Edge(1)), None);
}

#[test]
fn casts_to_integers_saturate_from_floats_and_cut_from_integers() {
    for (from, to) in [
        (F32(f32::NAN), I32(0)),
        (F64(f64::NAN), U64(0)),
        (F32(1e20), I32(i32::MAX)),
        (F32(-1e20), I32(i32::MIN)),
        (F64(-1.0), U32(0)),
        (F64(f64::INFINITY), U32(u32::MAX)),
        (F64(f64::NEG_INFINITY), I64(i64::MIN)),
        (F32(-1.9), I32(-1)),
        (F64(1e10), Node(u32::MAX)),
        (I64(-1), U32(u32::MAX)),
        (I64(1 << 32), I32(0)),
        (I32(-1), U64(u64::MAX)),
        (U32(u32::MAX), I64(u32::MAX as i64)),
        (U32(u32::MAX), I32(-1)),
        (Bool(true), I32(1)),
        (Bool(true), F64(1.0)),
        (Node(7), U32(7)),
        (Edge(7), Node(7)),
        (I32(-2), Bool(true)),
        (F32(0.5), Bool(true)),
        (F32(-0.0), Bool(false)),
        (F64(f64::NAN), Bool(true)),
        (U64(1 << 40), Bool(true)),
    ] {
        assert_eq!(from.cast(to.ty()), to, "{from}");
    }
}

#[test]
fn casts_to_floats_take_the_nearest() {
    assert_eq!(U32((1 << 24) + 1).cast(Type::F32), F32(16_777_216.0));
    assert_eq!(I64(i64::MAX).cast(Type::F64), F64(9.223_372_036_854_776e18));
    assert_eq!(F64(1e300).cast(Type::F32), F32(f32::INFINITY));
    assert_eq!(F32(0.1).cast(Type::F64), F64(0.1_f32 as f64));
}

/// Returns the minimum and the maximum of two floats, in both orders, as bits.
fn extrema(a: Value, b: Value) -> [u64; 2] {
    [BinaryOp::Min, BinaryOp::Max].map(|op| {
        let [one, other] = [(a, b), (b, a)].map(|(a, b)| binary(op, a, b).unwrap().to_bits());
        assert_eq!(one, other, "{op:?} of {a} and {b}");
        one
    })
}

#[test]
fn minus_zero_is_smaller_than_zero() {
    assert_eq!(extrema(F32(0.0), F32(-0.0)), [1 << 31, 0]);
    assert_eq!(extrema(F64(0.0), F64(-0.0)), [1 << 63, 0]);
    assert_eq!(extrema(F32(-0.0), F32(-0.0)), [1 << 31; 2]);
    assert_eq!(extrema(F64(-0.0), F64(-1e-300)), [F64(-1e-300).to_bits(), 1 << 63]);
}

#[test]
fn minima_and_maxima_ignore_nan() {
    // Quiet and signalling, with and without a sign.
    for nan in [0x7fc0_0000, 0xffc0_0000, 0x7f80_0001, 0xff80_0001].map(f32::from_bits) {
        for x in [1.0, 0.0, -0.0, -1.0, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(extrema(F32(nan), F32(x)), [F32(x).to_bits(); 2], "{x}");
            let (wide, y) = (F64(nan.into()), F64(x.into()));
            assert_eq!(extrema(wide, y), [y.to_bits(); 2], "{x}");
        }
        let both = binary(BinaryOp::Min, F32(nan), F32(f32::NAN)).unwrap();
        assert!(matches!(both, F32(x) if x.is_nan()), "{both}");
    }
}

#[test]
fn atomics_leave_what_their_names_say() {
    let one = |op, old, x| atomic(op, old, &[x]);
    assert_eq!(one(AtomicOp::Add, U32(u32::MAX), U32(1)), Some(U32(0)));
    assert_eq!(one(AtomicOp::Add, F32(0.5), F32(0.25)), Some(F32(0.75)));
    assert_eq!(one(AtomicOp::Min, I32(3), I32(-3)), Some(I32(-3)));
    assert_eq!(one(AtomicOp::Max, Node(3), Node(5)), Some(Node(5)));
    assert_eq!(one(AtomicOp::And, U64(12), U64(10)), Some(U64(8)));
    assert_eq!(one(AtomicOp::Or, Bool(false), Bool(true)), Some(Bool(true)));
    assert_eq!(one(AtomicOp::Xor, I64(12), I64(10)), Some(I64(6)));
    assert_eq!(one(AtomicOp::Swap, F64(1.0), F64(2.0)), Some(F64(2.0)));
    let cas = |old, expected, new| atomic(AtomicOp::Cas, old, &[expected, new]);
    assert_eq!(cas(U32(1), U32(1), U32(2)), Some(U32(2)));
    assert_eq!(cas(U32(3), U32(1), U32(2)), Some(U32(3)));
    // Floats are compared by their bits, as the hardware does.
    assert_eq!(cas(F32(0.0), F32(-0.0), F32(2.0)), Some(F32(0.0)));
    assert_eq!(cas(F32(f32::NAN), F32(f32::NAN), F32(2.0)), Some(F32(2.0)));
    assert_eq!(atomic(AtomicOp::Add, U32(1), &[]), None);
    assert_eq!(atomic(AtomicOp::And, F32(1.0), &[F32(1.0)]), None);
    assert_eq!(atomic_operands(AtomicOp::Cas), 2);
    assert_eq!(atomic_operands(AtomicOp::Swap), 1);
}

#[test]
fn bounds_of_types_bound_their_values() {
    for ty in Type::ALL {
        for value in [Value::zero(ty), Value::min(ty), Value::max(ty)] {
            assert_eq!(value.ty(), ty);
            assert_eq!(value.to_le_bytes().len(), ty.size());
        }
    }
    assert_eq!(Value::min(Type::I32), I32(i32::MIN));
    assert_eq!(Value::min(Type::Node), Node(0));
    assert_eq!(Value::max(Type::F32), F32(f32::INFINITY));
    assert_eq!(I32(-2).to_le_bytes(), [0xfe, 0xff, 0xff, 0xff]);
    assert_eq!(I32(-1).index(), u32::MAX);
}

fn any_value() -> impl Strategy<Value = Value> {
    (0..Type::ALL.len(), any::<u64>()).prop_map(|(ty, bits)| Value::from_bits(Type::ALL[ty], bits))
}

proptest! {
    #[test]
    fn bits_are_kept(value in any_value()) {
        let again = Value::from_bits(value.ty(), value.to_bits());
        prop_assert_eq!(again.to_bits(), value.to_bits());
    }

    /// Checks that the types of the operands alone determine whether an operator applies, and the
    /// type of its result. The verifier relies on this.
    #[test]
    fn types_alone_decide_whether_operators_apply(a in any_value(), b in any_value()) {
        let (zero_a, zero_b) = (Value::zero(a.ty()), Value::zero(b.ty()));
        for op in BINARY {
            let (found, wanted) = (binary(op, a, b), binary(op, zero_a, zero_b));
            prop_assert_eq!(found.map(Value::ty), wanted.map(Value::ty), "{:?}", op);
        }
        for (op, _) in UnaryOp::SPELLINGS {
            prop_assert_eq!(unary(op, a).map(Value::ty), unary(op, zero_a).map(Value::ty));
        }
        for ty in Type::ALL {
            prop_assert_eq!(a.cast(ty).ty(), ty);
        }
    }
}

#[test]
fn every_operator_has_its_own_spelling() {
    let spellings: HashSet<_> = BinaryOp::SPELLINGS.iter().map(|(_, s)| *s).collect();
    assert_eq!(spellings.len(), BINARY.len());
    for op in BINARY {
        assert!(!op.spelling().is_empty(), "{op:?}");
    }
}
