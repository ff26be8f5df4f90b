//! `igc explain`

use igc_compiler::diagnostics::registry;
use igc_compiler::passes::PASSES;

use crate::Failed;
use crate::args::ExplainArguments;
use crate::output::{fail, print};

/// Explains an error code or a pass, or lists both.
pub fn explain(arguments: &ExplainArguments) -> Result<(), Failed> {
    let Some(subject) = &arguments.subject else { return print(&list()) };
    if let Some(explanation) = registry::find(subject) {
        return print(&explanation.to_string());
    }
    match PASSES.iter().find(|pass| pass.name == subject) {
        Some(pass) => {
            let flags: Vec<String> =
                pass.flags.iter().map(|flag| format!("`--opts {}`", flag.name())).collect();
            let when = match &flags[..] {
                [] => "always".to_string(),
                flags => format!("with {}", flags.join(" or ")),
            };
            print(&format!("# {}\n\n{}.\n\nRuns {when}.\n", pass.name, pass.summary))
        }
        None => fail(
            Failed::Input,
            format_args!("`{subject}` is no error code and no pass; `igc explain` lists both"),
        ),
    }
}

fn list() -> String {
    let mut out = String::from("Error codes:\n");
    for explanation in registry::all() {
        out += &format!("  {}  {}\n", explanation.code, explanation.title);
    }
    out += "\nPasses, in the order in which they run:\n";
    for pass in PASSES {
        out += &format!("  {:<10}  {}\n", pass.name, pass.summary);
    }
    out
}
