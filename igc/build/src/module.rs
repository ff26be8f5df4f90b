//! Writes the module of a program.

use igc::{Manifest, Program};

use crate::fields::{element, extent, is_scalar, name, parameter_default, parameter_type};

/// Returns the module of a program.
pub fn module(program: &Program, manifest: &Manifest) -> String {
    let parts = [
        parameters(manifest),
        inputs(manifest),
        outputs(manifest),
        structure(program, manifest),
        run(manifest),
    ];
    let head = "// Written by igc-build. Do not edit: change the program instead.\n\n";
    format!(
        "{head}{}",
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    )
}

/// Returns a comment of the lines of a text, and of a last line. `indent` starts each line.
fn comment(indent: &str, text: &str, last: &str) -> String {
    let text =
        if text.is_empty() && last.is_empty() { "It is declared in the program." } else { text };
    let lines = text.lines().chain((!last.is_empty()).then_some(last));
    lines.map(|line| format!("{indent}/// {line}").trim_end().to_owned() + "\n").collect()
}

fn parameters(manifest: &Manifest) -> String {
    if manifest.parameters.is_empty() {
        return String::new();
    }
    let fields = manifest.parameters.iter().map(|parameter| {
        let range = parameter.range.as_ref().map_or(String::new(), |range| format!("In {range}."));
        let comment = comment("    ", &parameter.meaning, &range);
        format!("{comment}    pub {}: {},\n", name(&parameter.name), parameter_type(parameter))
    });
    let fields: String = fields.collect();
    let defaults: Option<Vec<String>> = manifest
        .parameters
        .iter()
        .map(|parameter| {
            let default = parameter_default(parameter)?;
            Some(format!("            {}: {default},\n", name(&parameter.name)))
        })
        .collect();
    let default = defaults.map_or(String::new(), |defaults| {
        format!(
            "\n#[allow(clippy::derivable_impls)]\nimpl Default for Parameters {{\n    fn default() -> Parameters {{\n        Parameters {{\n{}        }}\n    }}\n}}\n",
            defaults.concat()
        )
    });
    format!(
        "/// The parameters of the program.\n#[derive(Debug, Clone, PartialEq)]\npub struct Parameters {{\n{fields}}}\n{default}"
    )
}

fn inputs(manifest: &Manifest) -> String {
    if manifest.inputs.is_empty() {
        return String::new();
    }
    let fields = manifest.inputs.iter().map(|field| {
        let comment = comment("    ", &field.meaning, extent(field));
        format!("{comment}    pub {}: Vec<{}>,\n", name(&field.name), element(&field.ty).0)
    });
    let fields: String = fields.collect();
    format!(
        "/// The inputs of the program.\n#[derive(Debug, Clone, PartialEq)]\npub struct Inputs {{\n{fields}}}\n"
    )
}

fn outputs(manifest: &Manifest) -> String {
    let fields = manifest.outputs.iter().map(|field| {
        let comment = comment("    ", &field.meaning, extent(field));
        let (ty, _) = element(&field.ty);
        let ty = if is_scalar(field) { ty.to_owned() } else { format!("Vec<{ty}>") };
        format!("{comment}    pub {}: {ty},\n", name(&field.name))
    });
    let fields: String = fields.collect();
    let takes = manifest.outputs.iter().map(|field| {
        let (_, variant) = element(&field.ty);
        let last = if is_scalar(field) { ".into_iter().next()?" } else { "" };
        format!(
            "            {}: match take({:?})? {{\n                ::igc::ArrayData::{variant}(values) => values{last},\n                _ => return None,\n            }},\n",
            name(&field.name),
            field.name
        )
    });
    let takes: String = takes.collect();
    format!(
        "/// The outputs of the program.\n#[derive(Debug, Clone, PartialEq)]\npub struct Outputs {{\n{fields}}}\n\n\
         impl Outputs {{\n    \
         /// Takes the outputs of a run of this program. Returns `None` if another program ran.\n    \
         pub fn of(outcome: ::igc::Outcome) -> Option<Outputs> {{\n        \
         let mut outputs = outcome.outputs;\n        \
         let mut take = |name: &str| {{\n            \
         let at = outputs.iter().position(|(known, _)| known == name)?;\n            \
         Some(outputs.swap_remove(at).1)\n        }};\n        \
         Some(Outputs {{\n{takes}        }})\n    }}\n}}\n"
    )
}

fn structure(program: &Program, manifest: &Manifest) -> String {
    let comment = comment("", &manifest.method, "");
    let source = program.source();
    format!(
        "{comment}#[derive(Debug, Clone)]\npub struct Program {{\n    \
         /// The program as igc knows it.\n    pub igc: ::igc::Program,\n}}\n\n\
         impl Program {{\n    \
         /// The text of the program.\n    pub const TEXT: &str = {:?};\n\n    \
         /// The optimisations of the program.\n    pub const OPTIONS: &str = {:?};\n\n    \
         /// Compiles the program.\n    ///\n    /// # Errors\n    ///\n    \
         /// Returns an error if this version of igc does not compile the program.\n    \
         pub fn new() -> Result<Program, ::igc::Error> {{\n        \
         let options = ::igc::Configuration::parse(Program::OPTIONS).unwrap_or_default();\n        \
         let igc = ::igc::Program::compile({:?}, Program::TEXT, &options)?;\n        \
         Ok(Program {{ igc }})\n    }}\n}}\n",
        source.text, manifest.options, manifest.name
    )
}

fn run(manifest: &Manifest) -> String {
    let parameters = manifest.parameters.iter().map(|parameter| {
        let value = format!("parameters.{}", name(&parameter.name));
        let value = match parameter.is_optional {
            false => value,
            true => format!("{value}.map_or(\"none\".to_owned(), |node| node.to_string())"),
        };
        format!("\n            .param({:?}, {value})", parameter.name)
    });
    let inputs = manifest.inputs.iter().map(|input| {
        let (field, (_, variant)) = (name(&input.name), element(&input.ty));
        let (kind, values) = match input.extent {
            "items" => ("items", format!("inputs.{field}.clone()")),
            _ => ("input", format!("::igc::ArrayData::{variant}(inputs.{field}.clone())")),
        };
        format!("\n            .{kind}({:?}, {values})", input.name)
    });
    let steps: String = parameters.chain(inputs).collect();
    let given = [
        (!manifest.parameters.is_empty()).then_some(("parameters", "&Parameters")),
        (!manifest.inputs.is_empty()).then_some(("inputs", "&Inputs")),
    ];
    let given: Vec<(&str, &str)> = given.into_iter().flatten().collect();
    let declared: String = given.iter().map(|(name, ty)| format!(", {name}: {ty}")).collect();
    let passed: Vec<&str> = given.iter().map(|(name, _)| *name).collect();
    format!(
        "impl Program {{\n    \
         /// Returns the arguments of a run, to which a caller can add a request to cancel it, a time limit or a check.\n    \
         pub fn arguments(&self{declared}) -> ::igc::Arguments {{\n        \
         ::igc::Arguments::new(){steps}\n    }}\n\n    \
         /// Runs the program on the graph and the device of a session.\n    ///\n    /// # Errors\n    ///\n    \
         /// Returns an error as `igc::Session::run` does.\n    \
         pub fn run(&self, session: &mut ::igc::Session{declared}) -> Result<Outputs, ::igc::Error> {{\n        \
         let outcome = session.run(&self.igc, &self.arguments({}))?;\n        \
         Ok(Outputs::of(outcome).expect(\"the program has these outputs\"))\n    }}\n}}\n",
        passed.join(", ")
    )
}
