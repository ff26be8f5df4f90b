//! Names that passes and printers make stay short, whatever the program and the order of the passes.

use std::fmt::Write;

use igc_compiler::codegen::Language;
use igc_compiler::configuration::Configuration;
use igc_compiler::driver::{Artefact, Compilation, Executed, compile};
use igc_compiler::ir::names::MAX_NAME;
use igc_compiler::remarks::Remark;

/// The longest name in emitted code: those of a program and of a kernel, and further parts.
const MAX_EMITTED: usize = 2 * MAX_NAME + 16;

/// Returns a program with a kernel of several independent loops.
fn independent_loops(count: usize) -> String {
    let (mut state, mut loops, mut outputs) = (String::new(), String::new(), vec![]);
    for at in 0..count {
        writeln!(state, "node x{at}: u32 = 0;").unwrap();
        writeln!(loops, "forall e in u.out {{ atomic_add(u.x{at}, e.dst.degree); }}").unwrap();
        outputs.push(format!("x{at}"));
    }
    let outputs = outputs.join(", ");
    format!(
        "{state} kernel work() {{ forall u in nodes {{ {loops} }} }} main {{ work(); }} output {outputs};"
    )
}

fn compiled(name: &str, text: &str, options: &str) -> Compilation {
    compile(name, text, &Configuration::parse(options).unwrap()).unwrap()
}

/// Returns the longest name in code.
fn longest(code: &str) -> &str {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let names = code.split(|c| !is_part(c));
    names.max_by_key(|name| name.len()).unwrap_or_default()
}

#[test]
fn repeated_passes_do_not_lengthen_names() {
    let text = independent_loops(8);
    let repeated = |times: usize| {
        let passes = vec!["fission+fuse"; times].join("+");
        compiled("loops", &text, &format!("passes={passes}")).artefact
    };
    let (once, often) = (repeated(1), repeated(16));
    for artefact in [&once, &often] {
        let longest = longest(artefact.code(Language::OpenCl));
        assert!(longest.len() <= MAX_EMITTED, "{longest}");
        let names = artefact.module.kernels.iter().map(|kernel| kernel.name.len());
        assert!(names.max().unwrap() <= MAX_NAME + 8);
    }
    let length = |artefact: &Artefact| artefact.code(Language::OpenCl).len();
    assert!(length(&often) < 2 * length(&once));
}

#[test]
fn long_names_of_users_are_shortened_in_code() {
    let long = "n".repeat(300);
    let text = format!(
        "worklist w{long}; node x{long}: u32 = 0; param p{long}: u32 = 1;
         kernel k{long}() {{ forall u in w{long} {{ let l{long} = p{long}; u.x{long} = l{long}; }} }}
         kernel k{long}2() {{ forall u in nodes {{ u.x{long} = 2; }} }}
         main {{ pipe w{long} nodes {{ k{long}(); }} k{long}2(); }} output x{long};"
    );
    let artefact = compiled(&long, &text, "none").artefact;
    let longest = longest(artefact.code(Language::OpenCl));
    assert!(longest.len() <= MAX_EMITTED, "{longest}");
    let functions: Vec<&str> =
        artefact.schedule.kernels.iter().map(|kernel| &*kernel.function).collect();
    assert_eq!(functions.len(), 2);
    assert_ne!(functions[0], functions[1]);
    // Users see the names of outputs and parameters.
    assert_eq!(artefact.schedule.outputs, [format!("x{long}")]);
    assert_eq!(artefact.schedule.params[0].name, format!("p{long}"));
}

#[test]
fn names_are_not_part_of_the_code() {
    let text = independent_loops(2);
    let named = |text: &str, options: &str| compiled("loops", text, options).artefact;
    let plain = named(&text, "none");
    let renamed = named(
        &text.replace("work", "other").replace("u.", "v.").replace("forall u", "forall v"),
        "none",
    );
    let different = named(&text.replace("dst.degree", "src.degree"), "none");
    assert_ne!(plain.code(Language::OpenCl), renamed.code(Language::OpenCl));
    for executed in [Executed::OpenCl, Executed::Parallel] {
        let code = plain.identity(executed, None);
        assert_eq!(code, renamed.identity(executed, None));
        assert_ne!(code, different.identity(executed, None));
    }
}

#[test]
fn repeated_passes_do_not_enlarge_code_without_end() {
    let compilation = compiled("loops", &independent_loops(800), "passes=unroll8+unroll4+unroll2");
    let is_undone = |remark: &Remark| remark.message.contains("would have more than 100000");
    assert!(compilation.remarks.0.iter().any(is_undone));
    let length = compilation.artefact.code(Language::OpenCl).len();
    assert!(length < 20_000_000, "{length}");
}
