//! Checks the dense kernels of the book (`docs/src/optimisations/dense/`) against plain Rust, on every
//! device, without passes and with an order of many passes.

use igc_compiler::data::{ArrayData, Inputs};
use igc_compiler::ir::Type;
use igc_compiler::options::{Options, PassOrder};
use igc_runtime::input::Input;
use igc_runtime::limits::Limits;
use igc_runtime::source::read_program;
use igc_tests::device;
use igc_tests::program::{Program, absolute};

/// The number of rows and columns. The programs have more, and are slow without optimisations.
const N: usize = 64;

/// The programs.
const PROGRAMS: [&str; 13] = [
    "atax", "axpy", "bicg", "conv2d", "copy", "dot", "gemm", "gemv", "gesummv", "mm2", "mvt",
    "syr2k", "syrk",
];

/// The orders of passes.
const ORDERS: [&str; 2] =
    ["none", "promote,strength,version,unroll8,vector,prefetch,licm,gvn,select,fission,fuse,dce"];

#[test]
fn dense_kernels_compute_what_plain_loops_do() {
    let input = Input::load(&format!("chain:{N}")).unwrap();
    for name in PROGRAMS {
        let mut expected = None;
        for order in ORDERS {
            let options = Options::default().with_passes(PassOrder::parse(order).unwrap());
            let path = absolute(&format!("docs/src/optimisations/dense/{name}.ig"));
            let text = read_program(&path).unwrap();
            let text = text.replace("const n: u32 = 256;", &format!("const n: u32 = {N};"));
            let program = Program::with(name, &text, &options);
            let inputs = program.inputs(&input);
            let expected = expected.get_or_insert_with(|| results(name, &inputs));
            for device in device::unperturbed() {
                let execution = program.execute(&input, &[], &device, &Limits::default());
                let Some(execution) = execution else { continue };
                let found = program.outputs(&execution.arrays);
                assert_eq!(found.len(), expected.len(), "{name}");
                for ((output, found), expected) in found.into_iter().zip(&*expected) {
                    let context = format!("`{output}` of {name} with {order} on {device}");
                    assert_near(&floats(found), expected, &context);
                }
            }
        }
    }
}

/// Checks that values are equal, apart from rounding.
fn assert_near(found: &[f64], expected: &[f64], context: &str) {
    assert_eq!(found.len(), expected.len(), "{context}");
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        let difference = (found - expected).abs();
        assert!(
            difference <= 1e-3 * expected.abs().max(1.0),
            "{context}, {at}: {found} {expected}"
        );
    }
}

fn floats(data: &ArrayData) -> Vec<f64> {
    let ArrayData::F32(values) = data else { panic!("the kernels use `f32`") };
    values.iter().map(|value| f64::from(*value)).collect()
}

/// Returns the outputs of a program, in the order in which it names them.
fn results(name: &str, inputs: &Inputs) -> Vec<Vec<f64>> {
    let vector = |name: &str| floats(inputs.array(name, Type::F32, N).unwrap());
    let matrix = |name: &str| {
        let values = floats(inputs.array(name, Type::F32, N * N).unwrap());
        move |row: usize, column: usize| values[row * N + column]
    };
    let sum = |f: &dyn Fn(usize) -> f64| (0..N).map(f).sum::<f64>();
    let row = |f: &dyn Fn(usize) -> f64| (0..N).map(f).collect::<Vec<f64>>();
    let square = |f: &dyn Fn(usize, usize) -> f64| {
        (0..N * N).map(|at| f(at / N, at % N)).collect::<Vec<f64>>()
    };
    match name {
        "copy" => vec![vector("x")],
        "axpy" => vec![vector("x").iter().map(|x| 1.5 * x + 1.0).collect()],
        "dot" => {
            let (x, y) = (vector("x"), vector("y"));
            vec![vec![sum(&|k| x[k] * y[k])]]
        }
        "gemv" => {
            let (a, x) = (matrix("a"), vector("x"));
            vec![row(&|u| sum(&|k| a(u, k) * x[k]))]
        }
        "gemm" => {
            let (a, b) = (matrix("a"), matrix("b"));
            vec![square(&|u, j| 0.5 + 1.5 * sum(&|k| a(u, k) * b(k, j)))]
        }
        "mm2" => {
            let (a, b, c) = (matrix("a"), matrix("b"), matrix("c"));
            let d = square(&|u, j| sum(&|k| a(u, k) * b(k, j)));
            vec![square(&|u, j| sum(&|k| d[u * N + k] * c(k, j)))]
        }
        "atax" => {
            let (a, x) = (matrix("a"), vector("x"));
            let t = row(&|u| sum(&|k| a(u, k) * x[k]));
            vec![row(&|u| sum(&|k| a(k, u) * t[k]))]
        }
        "bicg" => {
            let (a, p, r) = (matrix("a"), vector("p"), vector("r"));
            vec![row(&|u| sum(&|k| a(u, k) * p[k])), row(&|u| sum(&|k| a(k, u) * r[k]))]
        }
        "mvt" => {
            let (a, y1, y2) = (matrix("a"), vector("y1"), vector("y2"));
            let first = row(&|u| 1.0 + sum(&|k| a(u, k) * y1[k]));
            vec![first, row(&|u| 1.0 + sum(&|k| a(k, u) * y2[k]))]
        }
        "gesummv" => {
            let (a, b, x) = (matrix("a"), matrix("b"), vector("x"));
            vec![row(&|u| sum(&|k| (1.5 * a(u, k) + 0.5 * b(u, k)) * x[k]))]
        }
        "syrk" => {
            let a = matrix("a");
            vec![square(&|u, j| 0.5 + 1.5 * sum(&|k| a(u, k) * a(j, k)))]
        }
        "syr2k" => {
            let (a, b) = (matrix("a"), matrix("b"));
            let products = |u, j| sum(&|k| a(u, k) * b(j, k) + b(u, k) * a(j, k));
            vec![square(&|u, j| 0.5 + 1.5 * products(u, j))]
        }
        "conv2d" => {
            let a = matrix("a");
            let weights = [[0.2, -0.3, 0.4], [0.5, 0.6, 0.7], [-0.8, -0.9, 0.1]];
            let is_inner = |at: usize| at > 0 && at + 1 < N;
            let near = |u: usize, j: usize| {
                let of_row = |(i, weights): (usize, &[f64; 3])| -> f64 {
                    (0..3).map(|k| weights[k] * a(u + i - 1, j + k - 1)).sum()
                };
                weights.iter().enumerate().map(of_row).sum()
            };
            vec![square(&|u, j| if is_inner(u) && is_inner(j) { near(u, j) } else { 0.0 })]
        }
        other => panic!("no result for {other}"),
    }
}
