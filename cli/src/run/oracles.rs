//! The advice for a program without an oracle: the oracles that could judge its outputs.

use igc::{Extent, Field, Program};
use igc_compiler::check::oracles::{Argument, ArgumentKind, ORACLES, Oracle};

/// The largest number of oracles in a message.
const MOST: usize = 6;

/// Returns what a user can do who wants to check the result of a program that names no oracle.
pub fn advice(program: &Program) -> String {
    let (outputs, params) = (program.output_fields(), params(program));
    let calls = ORACLES.iter().filter_map(|oracle| call(oracle, &outputs, &params));
    let calls: Vec<String> = calls.take(MOST).map(|call| format!("`check {call};`")).collect();
    let known = match calls.is_empty() {
        true => "no oracle of igc judges outputs like those of the program".into(),
        false => format!(
            "if the program solves a problem that igc knows, name the oracle of this problem, such as {}",
            calls.join(", ")
        ),
    };
    format!(
        "help: {known}\n\
         help: to compare with the reference interpreter, write the outputs of two runs to files with `-o`, one of \
         them with `--device interpreter`"
    )
}

fn params(program: &Program) -> Vec<(String, igc_compiler::types::Type)> {
    let params = &program.artefact().module.params;
    params.iter().map(|param| (param.name.clone(), param.ty)).collect()
}

/// Returns the call of an oracle with names of the program, if the program has an argument for each role.
fn call(
    oracle: &Oracle,
    outputs: &[Field],
    params: &[(String, igc_compiler::types::Type)],
) -> Option<String> {
    let mut names: Vec<&str> = vec![];
    for argument in oracle.arguments {
        let outputs = outputs.iter().filter(|output| fits(argument, output));
        let outputs = outputs.map(|output| output.name.as_str());
        let is_param = argument.kind == ArgumentKind::Param;
        let params = params.iter().filter(|(_, ty)| is_param && argument.types.contains(ty));
        let mut all = outputs.chain(params.map(|(name, _)| name.as_str()));
        names.push(all.find(|name| !names.contains(name))?);
    }
    Some(format!("{}({})", oracle.name, names.join(", ")))
}

fn fits(argument: &Argument, output: &Field) -> bool {
    let kind = match (output.extent, output.has_rows) {
        (Some(Extent::Nodes), false) => ArgumentKind::NodeProperty,
        (Some(Extent::Edges), false) => ArgumentKind::EdgeProperty,
        (Some(Extent::One), false) => ArgumentKind::Global,
        (Some(Extent::Nodes), true) => ArgumentKind::NodeArray,
        (Some(Extent::Edges), true) => ArgumentKind::EdgeArray,
        (Some(Extent::One), true) => ArgumentKind::GlobalArray,
        _ => return false,
    };
    argument.kind == kind && argument.types.contains(&output.ty)
}
