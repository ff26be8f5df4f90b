//! Tests that the time of a compilation grows at most linearly with the size of the program.
//!
//! Each test compiles a program of some shape twice, the second time four times as large. The limit
//! on the ratio of the times is between the ratios of linear (4) and quadratic (16) growth. The
//! times are those of this thread on the processor, so other processes hardly change them, and a
//! shape fails only if the ratio is too large three times in a row.

use std::time::{Duration, Instant};

use igc_compiler::bundle::from_listing;
use igc_compiler::configuration::Configuration;
use igc_compiler::diagnostics::{MAX_REPORTED, render};
use igc_compiler::driver::{Compilation, Failure, compile};
use igc_compiler::ir::Kernel;
use igc_compiler::ir::uniformity::Uniformity;

const OPTIONS: &str = "coop-cv,oitergb,fg8,passes=promote+gvn+licm+unroll4+fuse+gvn+dce";

/// The largest ratio of the times of a program and one that is four times as large.
const MAX_RATIO: f64 = 9.0;

/// The processor time of this thread so far, or the time of day where the system does not tell.
fn now(start: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|text| text.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Compiles a program, renders what is wrong with it, and returns the time that this takes.
fn time(text: &str) -> Duration {
    let start = Instant::now();
    let before = now(start);
    let diagnostics = match compile("large", text, &Configuration::parse(OPTIONS).unwrap()) {
        Ok(Compilation { warnings, .. }) => warnings,
        Err(Failure::Program(errors)) => errors,
        Err(failure) => panic!("{failure}"),
    };
    assert!(diagnostics.len() <= MAX_REPORTED);
    let shown = render::plain("large.ig", text, &diagnostics);
    assert!(shown.len() < 100_000, "{} bytes of diagnostics", shown.len());
    now(start) - before
}

/// Checks that the time of a shape grows linearly from `count` to four times as many elements.
#[track_caller]
fn grows_linearly(count: usize, shape: impl Fn(usize) -> String) {
    let (small, large) = (shape(count), shape(4 * count));
    compare(|| time(&small), || time(&large));
}

/// Checks that the time of something that is four times as large is at most [`MAX_RATIO`] times as
/// long.
#[track_caller]
fn compare(small: impl Fn() -> Duration, large: impl Fn() -> Duration) {
    let ratios: Vec<f64> = (0..3)
        .map(|_| mean(&large) / mean(&small))
        .take_while_inclusive(|ratio| *ratio > MAX_RATIO)
        .collect();
    assert!(ratios.iter().any(|ratio| *ratio <= MAX_RATIO), "four times as much takes {ratios:?}");
}

/// Repeats something until it has taken several steps of the clock, which are up to 10 ms long, and
/// returns the mean time in seconds.
fn mean(timed: impl Fn() -> Duration) -> f64 {
    let (mut total, mut count) = (Duration::ZERO, 0.0);
    while total < Duration::from_millis(50) {
        total += timed();
        count += 1.0;
    }
    total.as_secs_f64() / count
}

/// `take_while` with the first element that ends it.
trait TakeWhileInclusive: Iterator + Sized {
    fn take_while_inclusive(
        self,
        goes_on: impl Fn(&Self::Item) -> bool,
    ) -> impl Iterator<Item = Self::Item> {
        let mut ended = false;
        self.take_while(move |item| {
            let before = ended;
            ended |= !goes_on(item);
            !before
        })
    }
}

impl<I: Iterator> TakeWhileInclusive for I {}

fn repeat(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// A program with statements in the body of a kernel, after the given declarations.
fn in_kernel(items: &str, statements: &str) -> String {
    format!(
        "node x: u32 = 0; {items} kernel k(d: u32) {{ forall u in nodes {{\n{statements}\n}} }}
         main {{ k(1); }} output x;"
    )
}

#[test]
fn declarations() {
    grows_linearly(2000, |count| {
        in_kernel(&repeat(count, |i| format!("node x{i}: u32 = 0;\n")), "u.x = d;")
    });
}

#[test]
fn unused_parameters_in_one_line() {
    grows_linearly(2000, |count| {
        let parameters = repeat(count, |i| format!("p{i}: u32, "));
        let arguments = repeat(count, |_| "1, ".to_owned());
        format!(
            "node x: u32 = 0; kernel k({parameters} d: u32) {{ forall u in nodes {{ u.x = d; }} }}
             main {{ k({arguments} 1); }} output x;"
        )
    });
}

#[test]
fn used_parameters() {
    grows_linearly(500, |count| {
        let parameters = repeat(count, |i| format!("p{i}: u32,\n"));
        let arguments = repeat(count, |_| "1,\n".to_owned());
        let uses = repeat(count, |i| format!("u.x += p{i};\n"));
        format!(
            "node x: u32 = 0; kernel k({parameters} d: u32) {{ forall u in nodes {{ {uses} }} }}
             main {{ k({arguments} 1); }} output x;"
        )
    });
}

#[test]
fn locals() {
    grows_linearly(500, |count| {
        let last = count - 1;
        in_kernel(
            "",
            &(repeat(count, |i| format!("let a{i} = d + {i};\n")) + &format!("u.x = a{last};")),
        )
    });
}

#[test]
fn locals_of_the_same_name() {
    grows_linearly(400, |count| {
        in_kernel("", &repeat(count, |i| format!("if d > {i} {{ let a = d + {i}; u.x = a; }}\n")))
    });
}

#[test]
fn nested_foralls_one_after_the_other() {
    grows_linearly(25, |count| {
        in_kernel("", &repeat(count, |_| "forall e in u.out { atomic_add(e.dst.x, 1); }\n".into()))
    });
}

/// Each value depends on the next one, which is assigned later, and the last one is different in
/// each work-item. The analysis of uniform values must not take one step per round.
#[test]
fn uniform_values_around_a_loop() {
    uniformity_grows_linearly(300, |count| {
        let last = count - 1;
        let steps = repeat(last, |i| format!("set a{i} = a{}\n", i + 1));
        declared(count) + &format!("while (x < 9u32) {{ {steps} set a{last} = @local_id }}")
    });
}

/// The bound of each loop depends on a value that the loop inside it assigns.
#[test]
fn uniform_values_in_nested_loops() {
    uniformity_grows_linearly(45, |count| {
        let last = count - 1;
        let open = repeat(last, |i| format!("while (a{i} < 9u32) {{ set a{i} = a{}\n", i + 1));
        declared(count) + &format!("{open} set a{last} = @local_id {}", "}\n".repeat(last))
    });
}

/// Declares locals `a0`, `a1` and so on of a kernel in the text of the IR.
fn declared(count: usize) -> String {
    repeat(count, |i| format!("let a{i}: u32 = x\n"))
}

/// Checks that the time of the analysis of uniform values grows linearly with the body of a kernel,
/// in the text of the IR.
#[track_caller]
fn uniformity_grows_linearly(count: usize, body: impl Fn(usize) -> String) {
    let kernel = |count| {
        let text = format!(
            "module m distributed\nkernel k(x: u32) {{ {} }}\nmain {{ launch k(1u32) }}\n",
            body(count)
        );
        let module = igc_compiler::ir::parse::parse(&text).unwrap();
        module.kernels.into_iter().next().unwrap()
    };
    let times = |kernel: &Kernel| {
        let start = Instant::now();
        let before = now(start);
        for _ in 0..20 {
            let mut statements = 0;
            Uniformity::find(kernel).each(kernel, &mut |_, _| statements += 1);
            assert!(statements > 0);
        }
        now(start) - before
    };
    compare(|| times(&kernel(count)), || times(&kernel(4 * count)));
}

#[test]
fn unknown_names_among_many() {
    grows_linearly(300, |count| {
        let items = repeat(count, |i| format!("node name{i}: u32 = 0;\n"));
        in_kernel(&items, &repeat(count, |i| format!("u.nane{i} = d;\n")))
    });
}

#[test]
fn kernels_and_their_launches() {
    grows_linearly(100, |count| {
        let kernels = repeat(count, |i| {
            format!("kernel k{i}(d: u32) {{ forall u in nodes {{ u.x += d; }} }}\n")
        });
        let calls = repeat(count, |i| format!("k{i}({i});\n"));
        format!(
            "node x: u32 = 0; {kernels} main {{ iterate {{ {calls} }} while false; }} output x;"
        )
    });
}

/// Loops of `main` that are nested as deeply as the language allows. Every level that doubled the
/// time would make this test endless.
#[test]
fn nested_loops_of_main() {
    let kernel = "worklist w; node x: u32 = 0; global g: u32; param source: node = 0;
        kernel k(d: u32) { forall u in w { forall e in u.out { if e.dst.x > d {
            e.dst.x = d; g += 1; push w e.dst; } } } }";
    for head in ["pipe w", "while g < 10", "for _i in 0..2"] {
        let (open, close) = (format!("{head} {{\n"), "}\n");
        let depth = 90;
        let loops = format!("{}k(d); d += 1;\n{}", open.repeat(depth), close.repeat(depth));
        let text =
            format!("{kernel} main {{ let d = 1; pipe w [source] {{ {loops} }} }} output x;");
        time(&text);
    }
    let alternating = "while g < 10 { pipe w {\n".repeat(45) + "k(d);" + &"} }\n".repeat(45);
    time(&format!("{kernel} main {{ let d = 1; pipe w [source] {{ {alternating} }} }} output x;"));
}

#[test]
fn edges_that_are_found_from_other_edges() {
    let shape = |count: usize| {
        let nested = (0..count).fold("0".to_owned(), |inner, _| format!("u.out[{inner}] as u32"));
        let chain = ".reverse as u32 as edge)".repeat(count);
        let opening = "(".repeat(count);
        format!(
            "node x: edge = 0;\nkernel k() {{\n    forall u in nodes {{\n        \
             u.x = ({nested}) as edge;\n        u.x = {opening}(u.x{chain}.reverse;\n    }}\n}}\n\
             main {{\n    k();\n}}\noutput x;\n"
        )
    };
    let shape = |count: usize| shape(count).replace("((u.x", "(u.x");
    assert!(compile("nested", &shape(10), &Configuration::default()).is_ok());
    grows_linearly(10, shape);
}

#[test]
fn degrees_of_nodes_that_are_computed_from_degrees() {
    let shape = |count: usize| {
        let (opening, chain) = ("(".repeat(count), ".degree as node)".repeat(count));
        format!(
            "node x: u32 = 0;\nkernel k() {{\n    forall u in nodes {{\n        \
             u.x = {opening}u{chain}.degree;\n    }}\n}}\n\
             main {{\n    k();\n}}\noutput x;\n"
        )
    };
    assert!(compile("nested", &shape(10), &Configuration::default()).is_ok());
    grows_linearly(10, shape);
}

#[test]
fn imported_files() {
    let files = |count: usize, next: &dyn Fn(usize) -> usize| -> String {
        let file = |at: usize| {
            format!(
                "\n// file ./f{at}.ig\nuse ./f{0}.ig;\nfn f(x: u32) -> u32 {{ return f{0}::f(x); }}\n",
                next(at)
            )
        };
        (0..count).map(file).collect()
    };
    let program = "use ./f0.ig; global x: u32; main { x = f0::f(1); } output x;\n";
    let end = |at: usize| format!("\n// file ./f{at}.ig\nfn f(x: u32) -> u32 {{ return x; }}\n");
    let chain = |count| program.to_owned() + &files(count, &|at| at + 1) + &end(count);
    let cycle = |count| program.to_owned() + &files(count, &|at| (at + 1) % count);
    let missing = |count: usize| {
        (0..count).map(|at| format!("use ./f{at}.ig;\n")).collect::<String>() + "main {}\n"
    };
    let star = |count: usize| missing(count) + &(0..count).map(end).collect::<String>();
    for shape in [&chain as &dyn Fn(usize) -> String, &cycle, &missing, &star] {
        grows_linearly(300, |count| from_listing(&shape(count)));
    }
}

#[test]
fn kernels_with_property_arguments() {
    let kernels = |count: usize| -> String {
        let kernel = |at| {
            format!(
                "kernel k{at}(node a: u32, global b: u32) {{ forall u in nodes {{ u.a = {at}; b += u.a; }} }}\n"
            )
        };
        (0..count).map(kernel).collect()
    };
    let program = |kernels: &str, main: &str| {
        format!(
            "node x: u32 = 0; node y: u32 = 0; global g: u32 = 0;\n{kernels} main {{ {main} }} output x;"
        )
    };
    grows_linearly(50, |count| {
        let calls = |at| format!("k{at}(x, g); k{at}(y, g);\n");
        program(&kernels(count), &(0..count).map(calls).collect::<String>())
    });
    grows_linearly(200, |count| program(&kernels(1), &"k0(x, g); k0(y, g);\n".repeat(count)));
    grows_linearly(30, |count| {
        let state: String = (0..count).map(|at| format!("node x{at}: u32 = 0;\n")).collect();
        let calls: String = (0..count).map(|at| format!("k0(x{at}, g);\n")).collect();
        program(&(state + &kernels(1)), &calls)
    });
}
