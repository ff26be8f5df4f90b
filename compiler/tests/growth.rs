//! Tests that the time of a compilation grows at most linearly with the size of the program.
//!
//! Each test compiles a program of some shape twice, the second time four times as large. The limit
//! on the ratio of the times is between the ratios of linear (4) and quadratic (16) growth. The times
//! are those of this thread on the processor, so other processes hardly change them, and a shape
//! fails only if the ratio is too large three times in a row.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};

use igc_compiler::diagnostics::{MAX_REPORTED, render};
use igc_compiler::driver::{Compilation, Failure, compile};
use igc_compiler::options::Options;

const OPTIONS: &str = "coop-cv,oitergb,fg8";

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
    let diagnostics = match compile("large", text, &Options::parse(OPTIONS).unwrap()) {
        Ok(Compilation { warnings, .. }) => warnings,
        Err(Failure::Program(errors)) => errors,
        Err(Failure::Bug(message)) => panic!("{message}"),
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
    let ratios: Vec<f64> = (0..3)
        .map(|_| time(&large).as_secs_f64() / time(&small).as_secs_f64())
        .take_while_inclusive(|ratio| *ratio > MAX_RATIO)
        .collect();
    assert!(ratios.iter().any(|ratio| *ratio <= MAX_RATIO), "four times as much takes {ratios:?}");
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
    grows_linearly(1000, |count| {
        let last = count - 1;
        in_kernel(
            "",
            &(repeat(count, |i| format!("let a{i} = d + {i};\n")) + &format!("u.x = a{last};")),
        )
    });
}

#[test]
fn locals_of_the_same_name() {
    grows_linearly(1000, |count| {
        in_kernel("", &repeat(count, |i| format!("if d > {i} {{ let a = d + {i}; u.x = a; }}\n")))
    });
}

#[test]
fn nested_foralls_one_after_the_other() {
    grows_linearly(25, |count| {
        in_kernel("", &repeat(count, |_| "forall e in u.out { atomic_add(e.dst.x, 1); }\n".into()))
    });
}

#[test]
fn unknown_names_among_many() {
    grows_linearly(500, |count| {
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
