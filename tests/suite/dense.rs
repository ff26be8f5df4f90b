//! Checks the dense kernels of the book (`docs/src/optimisations/dense/`) against plain Rust, on every
//! device, without passes and with an order of many passes.

use igc_compiler::configuration::{Configuration, PassOrder};
use igc_compiler::data::{ArrayData, Inputs};
use igc_compiler::ir::Type;
use igc_runtime::input::Input;
use igc_runtime::run_options::RunOptions;
use igc_runtime::source::read_program;
use igc_tests::device;
use igc_tests::program::{Program, absolute};

/// The number of rows and columns, and of the layers of a cube with as many elements as a matrix. The
/// programs have more, and are slow without optimisations.
const N: usize = 64;
const LAYERS: usize = 16;

/// Programs in which a node is an element of a matrix, a vector or a cube.
const OF_ELEMENTS: [&str; 11] =
    ["axpy", "conv2d", "conv3d", "copy", "dot", "fdtd2d", "gemm", "mm2", "mm3", "syr2k", "syrk"];

/// Programs in which a node is a row or a column of a matrix.
const OF_ROWS: [&str; 8] =
    ["atax", "bicg", "correlation", "covariance", "gemv", "gesummv", "gramschmidt", "mvt"];

/// The orders of passes.
const ORDERS: [&str; 2] = ["none", "promote,unroll8,vector,licm,gvn,fission,fuse,dce"];

#[test]
fn dense_kernels_over_elements_compute_what_plain_loops_do() {
    check(&OF_ELEMENTS, N * N);
}

#[test]
fn dense_kernels_over_rows_compute_what_plain_loops_do() {
    check(&OF_ROWS, N);
}

/// Checks programs on a graph with this number of nodes.
fn check(programs: &[&str], nodes: usize) {
    let input = Input::load(&format!("chain:{nodes}")).unwrap();
    for name in programs {
        let mut expected = None;
        for order in ORDERS {
            let options = Configuration::default().with_passes(PassOrder::parse(order).unwrap());
            let program = Program::with(name, &text(name), &options);
            let inputs = program.inputs(&input);
            let expected = expected.get_or_insert_with(|| results(name, nodes, &inputs));
            for device in device::unperturbed() {
                let execution = program.execute(&input, &[], &device, &RunOptions::default());
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

/// Returns the text of a program, with fewer rows.
fn text(name: &str) -> String {
    let path = absolute(&format!("docs/src/optimisations/dense/{name}.ig"));
    let text = read_program(&path).unwrap();
    let (from, to) = if name == "conv3d" { (64, LAYERS) } else { (256, N) };
    text.replace(&format!("const n: u32 = {from};"), &format!("const n: u32 = {to};"))
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
fn results(name: &str, nodes: usize, inputs: &Inputs) -> Vec<Vec<f64>> {
    let vector = |name: &str| floats(inputs.array(name, Type::F32, nodes).unwrap());
    let elements = |name: &str| floats(inputs.array(name, Type::F32, N * N).unwrap());
    let matrix = |name: &str| {
        let values = elements(name);
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
            vec![vec![x.iter().zip(&y).map(|(x, y)| x * y).sum()]]
        }
        "gemv" => {
            let (a, x) = (matrix("a"), vector("x"));
            vec![row(&|u| sum(&|k| a(u, k) * x[k]))]
        }
        "gemm" => {
            let (a, b) = (matrix("a"), matrix("b"));
            vec![square(&|u, j| 0.5 + 1.5 * sum(&|k| a(u, k) * b(k, j)))]
        }
        "mm2" => vec![product(&product(&vector("a"), &vector("b")), &vector("c"))],
        "mm3" => {
            let (left, right) =
                (product(&vector("a"), &vector("b")), product(&vector("c"), &vector("d")));
            vec![product(&left, &right)]
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
        "conv2d" => vec![convolved(&vector("a"))],
        "conv3d" => vec![convolved_cube(&vector("a"))],
        "fdtd2d" => wave(vector("x"), vector("y"), vector("z")),
        "covariance" => {
            let data = centred(&elements("a"));
            vec![square(&|u, v| dot(&data[u], &data[v]))]
        }
        "correlation" => {
            let mut data = centred(&elements("a"));
            for values in &mut data {
                let length = dot(values, values).sqrt();
                values.iter_mut().for_each(|value| *value /= length);
            }
            vec![square(&|u, v| dot(&data[u], &data[v]))]
        }
        "gramschmidt" => orthogonal(&elements("x")),
        other => panic!("no result for {other}"),
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the product of two matrices.
fn product(a: &[f64], b: &[f64]) -> Vec<f64> {
    let element = |at: usize| (0..N).map(|k| a[at / N * N + k] * b[k * N + at % N]).sum();
    (0..N * N).map(element).collect()
}

/// Returns a convolved image.
fn convolved(a: &[f64]) -> Vec<f64> {
    let weights = [[0.2, -0.3, 0.4], [0.5, 0.6, 0.7], [-0.8, -0.9, 0.1]];
    let mut b = vec![0.0; N * N];
    for u in 1..N - 1 {
        for j in 1..N - 1 {
            for (i, weights) in weights.iter().enumerate() {
                for (k, weight) in weights.iter().enumerate() {
                    b[u * N + j] += weight * a[(u + i - 1) * N + j + k - 1];
                }
            }
        }
    }
    b
}

/// Returns a convolved cube. The weights are sums of those in PolyBench/GPU.
fn convolved_cube(a: &[f64]) -> Vec<f64> {
    let weights = [
        ((-1, -1, -1), 0.2 + 0.5 - 0.8),
        ((1, -1, -1), 0.4 + 0.7 + 0.1),
        ((0, -1, 0), -0.3),
        ((0, 0, 0), 0.6),
        ((0, 1, 0), -0.9),
        ((-1, -1, 1), 0.2),
        ((1, -1, 1), 0.4),
        ((-1, 0, 1), 0.5),
        ((1, 0, 1), 0.7),
        ((-1, 1, 1), -0.8),
        ((1, 1, 1), 0.1),
    ];
    let inner = 1..LAYERS as isize - 1;
    let at =
        |i: isize, j: isize, k: isize| ((i * LAYERS as isize + j) * LAYERS as isize + k) as usize;
    let mut b = vec![0.0; a.len()];
    for i in inner.clone() {
        for j in inner.clone() {
            for k in inner.clone() {
                let terms = weights.iter().map(|((x, y, z), w)| w * a[at(i + x, j + y, k + z)]);
                b[at(i, j, k)] = terms.sum();
            }
        }
    }
    b
}

/// Returns the fields of a wave after the steps of the program.
fn wave(mut ex: Vec<f64>, mut ey: Vec<f64>, mut hz: Vec<f64>) -> Vec<Vec<f64>> {
    let at = |i: usize, j: usize| i * N + j;
    for step in 0..20 {
        for i in 0..N {
            for j in 0..N {
                ey[at(i, j)] = match i {
                    0 => f64::from(step),
                    _ => ey[at(i, j)] - 0.5 * (hz[at(i, j)] - hz[at(i - 1, j)]),
                };
                if j > 0 {
                    ex[at(i, j)] -= 0.5 * (hz[at(i, j)] - hz[at(i, j - 1)]);
                }
            }
        }
        for i in 0..N - 1 {
            for j in 0..N - 1 {
                let of_x = ex[at(i, j + 1)] - ex[at(i, j)];
                hz[at(i, j)] -= 0.7 * (of_x + ey[at(i + 1, j)] - ey[at(i, j)]);
            }
        }
    }
    vec![ex, ey, hz]
}

/// Returns the observations of each variable, less their mean.
fn centred(a: &[f64]) -> Vec<Vec<f64>> {
    let centre = |values: &[f64]| {
        let mean = values.iter().sum::<f64>() / N as f64;
        values.iter().map(|value| value - mean).collect()
    };
    a.chunks(N).map(centre).collect()
}

/// Returns the columns of the orthogonal matrix, and those of the triangular matrix, by the classical
/// method: each column less its projections onto the columns before it.
fn orthogonal(x: &[f64]) -> Vec<Vec<f64>> {
    let mut q: Vec<Vec<f64>> = vec![];
    let mut r = vec![0.0; N * N];
    for (u, column) in x.chunks(N).enumerate() {
        let mut rest = column.to_vec();
        for (k, direction) in q.iter().enumerate() {
            r[u * N + k] = dot(direction, column);
            for (value, part) in rest.iter_mut().zip(direction) {
                *value -= r[u * N + k] * part;
            }
        }
        r[u * N + u] = dot(&rest, &rest).sqrt();
        q.push(rest.iter().map(|value| value / r[u * N + u]).collect());
    }
    vec![q.concat(), r]
}
