//! Every name that the language allows compiles as OpenCL C, whatever that name means there.
//!
//! The names are all identifiers of clang's headers of OpenCL C, all macros that clang predefines,
//! all identifiers of the device library, and the keywords of C and OpenCL C. Programs use them as
//! names of every kind.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use igc_compiler::check;
use igc_compiler::codegen::Language;
use igc_compiler::codegen::{library, with_library};
use igc_compiler::configuration::Configuration;
use igc_compiler::driver::{Failure, compile};
use igc_tests::{clang, device};

use crate::library::build;

/// Keywords, types and macros of C and OpenCL C. Most headers define only some of them.
const WORDS: &str = "auto break case char const continue default do double else enum extern float for \
    goto if inline int long register restrict return short signed sizeof static struct switch \
    typedef union unsigned void volatile while _Bool _Complex _Generic _Imaginary _LP64 _Atomic \
    __kernel kernel __global global local constant private generic half bool complex imaginary quad \
    uchar ushort uint ulong uint4 half16 double3 size_t ptrdiff_t intptr_t uintptr_t event_t queue_t \
    sampler_t image1d_t image2d_t image3d_t image2d_array_t read_only write_only read_write uniform \
    pipe main printf NULL INFINITY NAN MAXFLOAT HUGE_VAL HUGE_VALF M_E M_PI M_E_F M_LOG2E CHAR_BIT \
    CHAR_MAX INT_MAX INT_MIN UINT_MAX LONG_MAX ULONG_MAX SHRT_MIN FLT_DIG FLT_MAX DBL_MAX DBL_EPSILON \
    FP_ILOGB0 FP_FAST_FMA ATOMIC_FLAG_INIT ATOMIC_VAR_INIT as_uint get_global_id vec_step min max \
    add_sat node_count edge_count grid place run locks rounds results environment linux unix i386";

/// Returns the identifiers of a text.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = text.split(move |c| !is_part(c)).filter(|word| !word.is_empty());
    words.filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns clang's headers of OpenCL C, and the macros that it predefines.
fn headers() -> String {
    if !clang::is_there() {
        return String::new();
    }
    let output = |arguments: &[&str]| {
        let output = Command::new(clang::CLANG).args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let folder = output(&["-print-resource-dir"]);
    let folder = Path::new(folder.trim()).join("include");
    let header = |name| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
    let mut text = header("opencl-c.h") + &header("opencl-c-base.h");
    for (target, standard) in [("spir64", "CL1.2"), ("spir64", "CL3.0"), ("nvptx64", "CL3.0")] {
        let standard = format!("-cl-std={standard}");
        text += &output(&["-x", "cl", "-target", target, &standard, "-dM", "-E", "/dev/null"]);
    }
    text
}

/// Returns all identifiers of OpenCL C and of the device library that are names in the language,
/// with underscores before and after some of them.
fn names() -> Vec<String> {
    let (headers, library) = (headers(), library(Language::OpenCl));
    let mut names: BTreeSet<String> = identifiers(WORDS)
        .chain(identifiers(&headers))
        .chain(identifiers(&library))
        .map(str::to_owned)
        .collect();
    for word in identifiers(WORDS) {
        names.extend([format!("_{word}"), format!("{word}_"), format!("u_{word}")]);
    }
    names.into_iter().filter(|name| is_allowed(name)).collect()
}

/// Whether the language allows a name.
fn is_allowed(name: &str) -> bool {
    let program = format!("node {name}: u32 = 0; main {{}} output {name};");
    check::source(&program).is_ok()
}

/// Returns a program that uses these names for everything that a program names.
fn program(names: &[String]) -> String {
    let list = |f: &dyn Fn(&String) -> String| names.iter().map(f).collect::<String>();
    let mut text = String::new();
    for (at, name) in names.iter().enumerate() {
        text += &match at % 6 {
            0 => format!("param {name}: u32 = 1;\n"),
            1 => format!("node {name}: u32 = 0;\n"),
            2 => format!("edge {name}: u32 = 1;\n"),
            3 => format!("global {name}: u32 = 1;\n"),
            4 => format!("fn {name}(x: u32) -> u32 {{ return x + 1; }}\n"),
            _ => format!("kernel {name}(by: u32) {{ forall u in nodes {{ u.result += by; }} }}\n"),
        };
    }
    let uses: String = names
        .iter()
        .enumerate()
        .map(|(at, name)| match at % 6 {
            0 => format!("sum += {name};\n"),
            1 => format!("u.{name} += 1;\n"),
            2 => format!("forall e in u.out {{ e.{name} = 2; }}\n"),
            3 => format!("{name} += 1;\n"),
            4 => format!("sum = {name}(sum);\n"),
            _ => String::new(),
        })
        .collect();
    let calls: String =
        names.iter().skip(5).step_by(6).map(|name| format!("{name}(1);\n")).collect();
    let locals = list(&|name| format!("let {name} = u as u32;\n"));
    let uses_of_locals = list(&|name| format!("u.result += {name};\n"));
    let mut parameters = vec![];
    for (number, some) in names.chunks(8).enumerate() {
        let declared: Vec<String> = some.iter().map(|name| format!("{name}: u32")).collect();
        let sum = some.join(" + ");
        text += &format!(
            "kernel parameters_{number}({}) {{ forall u in nodes {{ u.result += {sum}; }} }}\n",
            declared.join(", ")
        );
        let passed: Vec<String> = some.iter().map(|_| "1".to_owned()).collect();
        parameters.push(format!("parameters_{number}({});\n", passed.join(", ")));
    }
    format!(
        "node result: u32 = 0;\n{text}
        kernel items() {{ forall u in nodes {{ let sum = 0;\n{uses} u.result += sum; }} }}
        kernel locals() {{ forall u in nodes {{ {locals} {uses_of_locals} }} }}
        main {{ for _i in 0..2 {{ items(); locals(); {calls} {} }} }}
        output result;\n",
        parameters.concat()
    )
}

/// Compiles programs with these names, for all names. Returns the OpenCL C.
fn emitted(names: &[String], options: &str) -> Vec<String> {
    let options = Configuration::parse(options).unwrap();
    let own = ["result", "items", "locals", "sum", "by", "x", "u", "e", "_i"];
    let names: Vec<String> =
        names.iter().filter(|name| !own.contains(&name.as_str())).cloned().collect();
    let compiled = names.chunks(120).map(|names| {
        let text = program(names);
        // Emitted functions have the name of the program in front, which is also the user's.
        let compilation = compile(&names[0], &text, &options).unwrap_or_else(|failure| {
            let Failure::Program(found) = failure else { panic!("{failure:?}") };
            panic!("{}", igc_compiler::diagnostics::render::plain("names", &text, &found))
        });
        compilation.artefact.code(Language::OpenCl).to_string()
    });
    compiled.collect()
}

#[test]
fn all_names_of_the_headers_compile_with_clang() {
    if !clang::is_there() {
        return;
    }
    let names = names();
    assert!(names.len() > 1000, "{} names", names.len());
    for (standard, options) in [("CL1.2", "none"), ("CL3.0", "coop-cv,oitergb,fg8")] {
        let files: Vec<tempfile::NamedTempFile> = emitted(&names, options)
            .iter()
            .map(|kernels| {
                let mut file = tempfile::Builder::new().suffix(".cl").tempfile().unwrap();
                file.write_all(with_library(Language::OpenCl, kernels).as_bytes()).unwrap();
                file
            })
            .collect();
        let paths: Vec<&Path> = files.iter().map(|file| file.path()).collect();
        let options = format!("-target spir64 -cl-std={standard}");
        let options: Vec<String> = options.split(' ').map(str::to_owned).collect();
        clang::check(&paths, &options).unwrap_or_else(|error| panic!("{standard}: {error}"));
    }
}

#[test]
fn the_words_of_opencl_c_compile_on_devices() {
    let names: Vec<String> =
        identifiers(WORDS).filter(|name| is_allowed(name)).map(str::to_owned).collect();
    for kernels in emitted(&names, "none") {
        for device in device::opencl() {
            if let Err(error) = build(&device, &with_library(Language::OpenCl, &kernels), 128) {
                panic!("{}: {error}", device.name);
            }
        }
    }
}

/// The reason why emitted names cannot collide, which the documentation of the printer's names
/// states.
#[test]
fn no_name_of_opencl_c_starts_with_a_letter_and_ends_with_an_underscore() {
    let (headers, library) = (headers(), library(Language::OpenCl));
    let of_headers = identifiers(&headers);
    // The library also has parts of names, which macros complete.
    let is_complete = |name: &&str| {
        library.contains(&format!("{name}(")) || library.contains(&format!("#define {name} "))
    };
    let of_library: BTreeSet<&str> = identifiers(&library).collect();
    let of_library = of_library.into_iter().filter(is_complete);
    for name in of_headers.chain(of_library) {
        assert!(!name.ends_with('_') || name.starts_with('_'), "{name}");
    }
}
