//! Compares the primitives of `main` with plain Rust code. The numbers of nodes are close to the
//! limits at which the kernels behave differently, such as one more chunk, block or level.

use igc_compiler::data::ArrayData;
use igc_compiler::ir::Value;
use igc_tests::device;
use igc_tests::program::Program;
use igc_tests::same;
use igc_tests::scope::everything_is_asked_for;
use igc_tests::small::Small;

/// Numbers of nodes close to the limits: the smallest number for a radix sort, chunks and blocks of
/// 32, and folds of 64 lanes.
const SIZES: [u32; 14] = [1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 1023, 1025, 4100];
/// Numbers of nodes that are larger than 32³ and 64² + 1. They run only on devices, because the
/// interpreter with checked accesses would take too long.
const LARGE: [u32; 2] = [32_769, 300_000];

fn graph(nodes: u32) -> Small {
    Small::new("path", nodes, (1..nodes.min(40)).map(|v| (v - 1, v)))
}

/// Runs a program on a graph in all ways. Returns the outputs of each run.
fn results(text: &str, nodes: u32) -> Vec<Vec<ArrayData>> {
    let program = Program::new("primitives", text);
    let input = graph(nodes).load();
    let outputs = |arrays: &[ArrayData]| {
        program.outputs(arrays).into_iter().map(|(_, data)| data.clone()).collect()
    };
    if nodes < LARGE[0] {
        return vec![outputs(&program.agree(&input, &[], &device::all()))];
    }
    let params = program.params(&[]);
    let runs = device::all().into_iter().filter_map(|device| {
        program.execute(&input, &params, &device, &igc_runtime::run_options::RunOptions::default())
    });
    runs.map(|execution| outputs(&execution.arrays)).collect()
}

fn sizes() -> Vec<u32> {
    SIZES.into_iter().chain(LARGE).collect()
}

/// A test case: a type, an expression that converts a random `x` to a key of this type, and the
/// same conversion in Rust.
type Case<T> = (&'static str, &'static str, fn(u32) -> T);

/// Computes random keys in the same way as the programs.
fn drawn(u: u32) -> u32 {
    let x = u.wrapping_add(1).wrapping_mul(2_654_435_769);
    let x = (x ^ (x >> 15)).wrapping_mul(2_246_822_519);
    x ^ (x >> 13)
}

const DRAW: &str = "
    kernel draw() {
        forall u in nodes {
            let x = (u as u32 + 1) * 2654435769;
            x = (x ^ (x >> 15)) * 2246822519;
            x ^= x >> 13;
            u.key = KEY;
        }
    }";

#[test]
fn sorting_is_stable_and_complete() {
    let cases: [Case<i128>; 12] = [
        ("u32", "x", |x| x.into()),
        ("u32", "x % 7", |x| (x % 7).into()),
        ("u32", "5", |_| 5),
        ("i32", "x as i32", |x| (x as i32).into()),
        ("u64", "(x as u64) << 32 | (x % 5) as u64", |x| (i128::from(x) << 32) | i128::from(x % 5)),
        ("i64", "(x as i64 - 2000000000) * 2000000000", |x| {
            (i128::from(x) - 2_000_000_000) * 2_000_000_000
        }),
        ("bool", "x % 2 == 0", |x| (x % 2 == 0).into()),
        ("node", "(x % node_count) as node", |x| x.into()),
        ("edge", "(x % 3) as edge", |x| (x % 3).into()),
        ("f32", "x as i32 as f32 / 1000.0", |x| {
            (f64::from(x as i32 as f32 / 1000.0) * 1e9) as i128
        }),
        // Both zeros are equal, and infinities come last, but before NaN.
        ("f32", "(0.0 - (x % 3) as f32) * ((x % 7) as f32) / ((x % 5) as f32)", |x| {
            let [a, b, c] = [x % 3, x % 7, x % 5].map(|x| x as f32);
            let key = (0.0 - a) * b / c;
            if key.is_nan() { i128::MAX } else { (f64::from(key) * 1e9) as i128 }
        }),
        ("f64", "x as f64 / -3.0", |x| (f64::from(x) / -3.0 * 1e9) as i128),
    ];
    for (ty, key, number) in cases {
        let text = format!(
            "node key: {ty}; node order: node; {} main {{ draw(); sort(order, key); }} output order;",
            DRAW.replace("KEY", key)
        );
        // Types differ only in the conversion of keys to digits.
        let sizes = if key == "x" { sizes() } else { vec![16, 1025] };
        for nodes in sizes {
            let of = |u: u32| match ty {
                "node" => i128::from(drawn(u) % nodes),
                _ => number(drawn(u)),
            };
            let mut expected: Vec<u32> = (0..nodes).collect();
            expected.sort_by_key(|u| of(*u));
            for found in results(&text, nodes) {
                assert_eq!(found[0], ArrayData::Node(expected.clone()), "{key} as {ty}, {nodes}");
            }
        }
    }
}

#[test]
fn scans_sum_what_is_before() {
    let cases: [Case<u64>; 4] = [
        ("u32", "x", u64::from),
        ("i32", "x as i32", |x| x as i32 as i64 as u64),
        ("u64", "(x as u64) << 40", |x| u64::from(x) << 40),
        ("i64", "0 - (x as i64)", |x| u64::from(x).wrapping_neg()),
    ];
    for (ty, key, number) in cases {
        let text = format!(
            "node key: {ty}; node sums: {ty}; global total: {ty}; global again: {ty} = 1; {}
             main {{
                 draw();
                 total = scan_add(key, sums);
                 again += scan_add(key, key);
             }}
             output sums, key, total, again;",
            DRAW.replace("KEY", key)
        );
        // Types differ only in the addition.
        let sizes = if ty == "u32" || everything_is_asked_for() {
            sizes()
        } else {
            vec![1, 17, 1025, LARGE[0]]
        };
        for nodes in sizes {
            let mut sum = 0u64;
            let before: Vec<u64> = (0..nodes)
                .map(|u| {
                    let next = sum.wrapping_add(number(drawn(u)));
                    std::mem::replace(&mut sum, next)
                })
                .collect();
            for found in results(&text, nodes) {
                let ty = found[0].ty();
                let expected: Vec<Value> =
                    before.iter().map(|bits| Value::from_bits(ty, *bits)).collect();
                for sums in &found[..2] {
                    let sums: Vec<Value> = sums.iter().collect();
                    assert!(sums == expected, "{key} as {ty}, {nodes} nodes");
                }
                let total = |plus: u64| Some(Value::from_bits(ty, sum.wrapping_add(plus)));
                assert_eq!((found[2].get(0), found[3].get(0)), (total(0), total(1)), "{nodes}");
            }
        }
    }
}

/// Tests that a sum of floats has the same bits everywhere. The order of the additions depends only
/// on their number.
#[test]
fn reductions_have_one_result() {
    let text = format!(
        "node key: u32; node part: f32; node flag: bool;
         global sum: u32; global least: u32; global greatest: u32; global every: u32; global some: u32;
         global all: bool; global any: bool; global parts: f32; global low: f32; {}
         kernel split() {{
             forall u in nodes {{ u.part = (u.key as f32) * 0.001; u.flag = u.key % 100 == 0; }}
         }}
         main {{
             draw();
             split();
             sum = reduce_add(key);
             least = reduce_min(key);
             greatest = reduce_max(key);
             every = reduce_and(key);
             some = reduce_or(key);
             all = reduce_and(flag);
             any = reduce_or(flag);
             parts = reduce_add(part);
             low = reduce_min(part);
         }}
         output sum, least, greatest, every, some, all, any, low, parts;",
        DRAW.replace("KEY", "x | 1 << 7")
    );
    for nodes in sizes() {
        let keys: Vec<u32> = (0..nodes).map(|u| drawn(u) | 1 << 7).collect();
        let whole = |x: Option<u32>| Value::U32(x.unwrap());
        let flags = || keys.iter().map(|x| x % 100 == 0);
        let expected = [
            whole(keys.iter().copied().reduce(u32::wrapping_add)),
            whole(keys.iter().copied().min()),
            whole(keys.iter().copied().max()),
            whole(keys.iter().copied().reduce(|a, b| a & b)),
            whole(keys.iter().copied().reduce(|a, b| a | b)),
            Value::Bool(flags().all(|flag| flag)),
            Value::Bool(flags().any(|flag| flag)),
            Value::F32(*keys.iter().min().unwrap() as f32 * 0.001),
        ];
        let exact: f64 = keys.iter().map(|x| f64::from(*x as f32 * 0.001)).sum();
        let mut bits = None;
        for found in results(&text, nodes) {
            for (found, expected) in found.iter().zip(expected) {
                let found = found.get(0).unwrap();
                assert!(same::values(found, expected), "{nodes} nodes: {found}, {expected}");
            }
            let Some(Value::F32(sum)) = found[8].get(0) else { panic!("{:?}", found[8]) };
            assert!((f64::from(sum) - exact).abs() <= exact * 1e-5, "{nodes}: {sum}, {exact}");
            assert_eq!(*bits.get_or_insert(sum.to_bits()), sum.to_bits(), "{nodes} nodes");
        }
    }
}

/// Tests that a program can use the names of a primitive's kernels and properties for other
/// purposes.
#[test]
fn names_of_primitives_are_not_reserved() {
    let text = "
        node reduced_u32: u32 = 2; node sort_other: u32 = 3; node sort_places: node; global sum: u32;
        kernel reduce_add_reduced_u32() { forall u in nodes { u.sort_other += 1; } }
        kernel fill(x: u32) { forall u in nodes { u.reduced_u32 += x; } }
        main {
            let width = 5;
            fill(width);
            reduce_add_reduced_u32();
            sum = reduce_add(reduced_u32) + reduce_add(sort_other);
            sort(sort_places, sort_other);
        }
        output reduced_u32, sort_other, sort_places, sum;";
    let found = results(text, 3);
    let expected = [
        ArrayData::U32(vec![7; 3]),
        ArrayData::U32(vec![4; 3]),
        ArrayData::Node(vec![0, 1, 2]),
        ArrayData::U32(vec![33]),
    ];
    assert_eq!(found[0], expected);
}

/// Tests primitives on an empty graph: a reduction returns its identity, a scan returns zero, and a
/// sort does nothing.
#[test]
fn the_empty_graph_has_results() {
    let text = "
        node x: i32; node order: node; edge part: f32 = 0.0; node flag: bool;
        global sum: i32 = 1; global least: i32; global greatest: f32; global all: bool;
        global any: bool = true; global total: i32 = 1; worklist near; global size: u32 = 1;
        main {
            sum = reduce_add(x);
            least = reduce_min(x);
            greatest = reduce_max(part);
            all = reduce_and(flag);
            any = reduce_or(flag);
            total = scan_add(x, x);
            sort(order, x);
            compact(near, flag);
            size = near.size;
            fill(x, 3);
        }
        output sum, least, greatest, all, any, total, size;";
    let program = Program::new("empty", text);
    let input = igc_runtime::input::Input::load("empty:0").unwrap();
    let arrays = program.agree(&input, &[], &device::all());
    let found: Vec<String> =
        program.outputs(&arrays).iter().map(|(_, data)| data.get(0).unwrap().to_string()).collect();
    let lowest = Value::F32(f32::NEG_INFINITY).to_string();
    assert_eq!(found, ["0i32", "2147483647i32", &lowest, "true", "false", "0i32", "0u32"]);
}
