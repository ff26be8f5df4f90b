//! The C file of a program, and the file with its `main` function.

use super::expr::Printer;
use super::header::{Place, inputs, output_buffers, run_declaration};
use super::locals::Locals;
use super::names::{member, suffix};
use super::steps::main_function;
use super::tables::{positions, tables};
use super::text::lines;
use super::{expr, opening};
use crate::codegen::Language;
use crate::schedule::Schedule;

/// Returns the C file: positions, texts, tables, `main`, and the public functions. The remark is part of the comment at
/// the top.
pub(super) fn program(kernels: &str, schedule: &Schedule, remark: &str) -> String {
    let name = &schedule.program;
    let locals = Locals::of(schedule);
    let (before, after) =
        kernels.split_once(Language::OpenCl.library_include()).unwrap_or(("", kernels));
    let (before_lines, before) = lines("before_library", before);
    let (after_lines, after) = lines("after_library", after);
    let main = main_function(&Printer { schedule, locals: &locals });
    format!(
        "{}#include \"{name}.h\"\n\n\
         #include \"igc/igc_arithmetic.h\"\n\
         #include \"igc/igc_internal.h\"\n\n\
         {}{main}\n{}\
         // The OpenCL C, before and after the device library.\n\
         {before_lines}{after_lines}\
         {}{}{}",
        opening(schedule, "the host program", remark),
        positions(schedule),
        length_functions(&Printer { schedule, locals: &locals }),
        tables(schedule, &before, &after),
        defaults_function(schedule),
        public_functions(schedule),
    )
}

/// Returns the file with the `main` function of an executable.
pub(super) fn main_file(schedule: &Schedule) -> String {
    let name = &schedule.program;
    let opening = opening(schedule, "the command", "");
    format!(
        "{opening}#include \"../{name}.h\"\n\n\
         int main(int argument_count, char **arguments) \
         {{ return {name}_command(argument_count, arguments); }}\n"
    )
}

/// Returns the functions for the lengths of arrays.
fn length_functions(printer: &Printer<'_>) -> String {
    let functions = printer.schedule.buffers.iter().filter_map(|buffer| {
        let length = buffer.elements.as_ref()?;
        let length = printer.print(length).text;
        // The length of most arrays does not depend on the run.
        let unused = if length.contains("run->") { "" } else { "    (void)run;\n" };
        Some(format!(
            "static uint64_t length_of_{}(const igc_execution *run)\n{{\n{unused}    return {};\n}}\n\n",
            buffer.name, length
        ))
    });
    functions.collect()
}

/// Returns the function for the default values of the parameters, if there are parameters.
fn defaults_function(schedule: &Schedule) -> String {
    if schedule.params.is_empty() {
        return String::new();
    }
    let name = &schedule.program;
    let members = schedule.params.iter().map(|param| {
        let value = param.default.map_or("0".into(), |value| expr::literal(value).text);
        format!("        .{} = {value},\n", member(&param.name))
    });
    let members: String = members.collect();
    format!(
        "{name}_parameters {name}_defaults(void)\n{{\n    \
         return ({name}_parameters){{\n{members}    }};\n}}\n\n"
    )
}

/// Returns the functions that run the program and its command line.
fn public_functions(schedule: &Schedule) -> String {
    let name = &schedule.program;
    let mut body = String::new();
    if !schedule.outputs.is_empty() {
        body += "    if (outputs == NULL)\n        return igc_refuse_null(\"outputs\", error);\n";
    }
    let mut words = "NULL";
    if !schedule.params.is_empty() {
        let defaults = format!("parameters == NULL ? {name}_defaults() : *parameters");
        body += &format!("    const {name}_parameters values = {defaults};\n");
        let bits = schedule.params.iter().map(|param| {
            let (ty, member) = (suffix(param.ty), member(&param.name));
            format!("        [PARAMETER_{}] = igc_bits_{ty}(values.{member}),\n", param.name)
        });
        body += &format!("    const uint64_t words[] = {{\n{}    }};\n", bits.collect::<String>());
        words = "words";
    }
    let mut given = "NULL";
    if inputs(schedule).next().is_some() {
        let members = inputs(schedule).map(|input| {
            let member = member(input.name);
            let count = match input.length {
                None => format!("inputs == NULL ? 0 : inputs->{}_count", input.name),
                Some(_) => "0".into(),
            };
            format!("        {{inputs == NULL ? NULL : inputs->{member}, {count}}},\n")
        });
        let members: String = members.collect();
        body += &format!("    const igc_input given[] = {{\n{members}    }};\n");
        given = "given";
    }
    let mut arrays = "NULL";
    if !schedule.outputs.is_empty() {
        let members: Vec<String> = output_buffers(schedule)
            .map(|buffer| format!("outputs->{}", member(&buffer.name)))
            .collect();
        body += &format!("    void *const arrays[] = {{{}}};\n", members.join(", "));
        arrays = "arrays";
    }
    let run = run_declaration(schedule, Place::Any);
    let on_graph = run_function(schedule, Place::Graph);
    let on_resident = run_function(schedule, Place::Resident);
    format!(
        "// Runs the program on a graph of the caller, or on a resident graph.\n\
         {run}\n{{\n{body}    \
         return igc_run_program(place, &program, {words}, {given}, options, {arrays}, report, error);\n}}\n\n\
         {on_graph}{on_resident}\
         int {name}_command(int argument_count, char **arguments)\n{{\n    \
         return igc_command_line(&program, argument_count, arguments);\n}}\n"
    )
}

/// Returns a public function that runs the program at a place.
fn run_function(schedule: &Schedule, place: Place) -> String {
    let declaration = run_declaration(schedule, place);
    let (check, of_place) = match place {
        Place::Resident => (
            "    if (resident == NULL)\n        return igc_refuse_null(\"resident\", error);\n",
            "NULL, NULL, resident",
        ),
        _ => ("", "device, graph, NULL"),
    };
    let given = [
        (!schedule.params.is_empty()).then_some("parameters"),
        inputs(schedule).next().map(|_| "inputs"),
        Some("options"),
        (!schedule.outputs.is_empty()).then_some("outputs"),
        Some("report"),
        Some("error"),
    ];
    let given: Vec<&str> = given.into_iter().flatten().collect();
    format!(
        "{declaration}\n{{\n{check}    return run_program((igc_place){{{of_place}}}, {});\n}}\n\n",
        given.join(", ")
    )
}
