//! The header of a program.

use super::names::{c_type, member};
use super::opening;
use crate::ir::{Extent, Init, Type};
use crate::schedule::{Buffer, Expr, Schedule};

/// Returns the header.
pub(super) fn header(schedule: &Schedule) -> String {
    let name = &schedule.program;
    let requirements = requirements(schedule);
    let (parameters, outputs) = (parameters(schedule), outputs(schedule));
    let inputs = inputs_structure(schedule);
    let opening = opening(schedule, "the interface of the host program", "");
    let run = run_declaration(schedule, Place::Graph);
    let run_resident = run_declaration(schedule, Place::Resident);
    let optional = match schedule.params.is_empty() {
        true => "`options`, `report` and `error`",
        false => "`parameters`, `options`, `report` and `error`",
    };
    format!(
        "{opening}#ifndef IGC_PROGRAM_{name}_H\n\
         #define IGC_PROGRAM_{name}_H\n\n\
         #include \"igc/igc_host.h\"\n\n\
         #ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n\
         // The properties that the graph must have. `igc_prepare_graph` makes a graph that has them.\n\
         enum {{ {name}_requirements = {requirements} }};\n\n\
         {parameters}{inputs}{outputs}\
         // Runs the program on a graph, which is copied to a device. {optional} may be NULL.\n\
         {run};\n\n\
         // Runs the program on a graph that stays on a device.\n\
         {run_resident};\n\n\
         // Implements a command line, as main/{name}.c uses it. Returns an exit code.\n\
         int {name}_command(int argument_count, char **arguments);\n\n\
         #ifdef __cplusplus\n}}\n#endif\n\n\
         #endif // IGC_PROGRAM_{name}_H\n"
    )
}

/// Returns the required properties as a constant expression of C.
pub(super) fn requirements(schedule: &Schedule) -> String {
    let required = &schedule.graph.requirements;
    let bits: Vec<String> = required.iter().map(|name| super::names::constant(name)).collect();
    if bits.is_empty() { "0".into() } else { bits.join(" | ") }
}

/// Where a function runs the program.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// On a graph of the caller and a device.
    Graph,
    /// On a graph that stays on a device.
    Resident,
    /// On either of them.
    Any,
}

/// Returns a function that runs the program, without its body.
pub(super) fn run_declaration(schedule: &Schedule, place: Place) -> String {
    let name = &schedule.program;
    let (start, places) = match place {
        Place::Graph => {
            (format!("igc_status {name}_run("), "igc_device *device, const igc_graph *graph")
        }
        Place::Resident => (format!("igc_status {name}_run_resident("), "igc_resident *resident"),
        Place::Any => ("static igc_status run_program(".into(), "igc_place place"),
    };
    let mut parameters: Vec<String> = places.split(", ").map(str::to_owned).collect();
    if !schedule.params.is_empty() {
        parameters.push(format!("const {name}_parameters *parameters"));
    }
    if inputs(schedule).next().is_some() {
        parameters.push(format!("const {name}_inputs *inputs"));
    }
    parameters.push("const igc_options *options".into());
    if !schedule.outputs.is_empty() {
        parameters.push(format!("const {name}_outputs *outputs"));
    }
    parameters.extend(["igc_report *report".into(), "igc_error *error".into()]);
    let separator = format!(",\n{}", " ".repeat(start.len()));
    format!("{start}{})", parameters.join(&separator))
}

/// Returns the structure of the parameters, if there are any, and the function for their defaults.
fn parameters(schedule: &Schedule) -> String {
    if schedule.params.is_empty() {
        return String::new();
    }
    let name = &schedule.program;
    let members = schedule.params.iter().map(|param| {
        let range = param.range.map(|range| range.in_words());
        let node = (param.ty == Type::Node).then(|| "a node".to_owned());
        let default = param.default.is_none().then(|| "there is no default".to_owned());
        let notes: Vec<String> = [range, node, default].into_iter().flatten().collect();
        let notes = notes.join("; ");
        let comment = if notes.is_empty() { notes } else { format!(" // {notes}") };
        format!("    {} {};{comment}\n", c_type(param.ty), member(&param.name))
    });
    let members: String = members.collect();
    let outside = match schedule.params.iter().any(|param| param.range.is_some()) {
        true => " A value outside of the range of its parameter is an IGC_INVALID_ARGUMENT.",
        false => "",
    };
    format!(
        "// The parameters of the program.{outside}\n\
         typedef struct {{\n{members}}} {name}_parameters;\n\n\
         // Returns the default values. A parameter without a default is zero.\n\
         {name}_parameters {name}_defaults(void);\n\n"
    )
}

/// An input of a program.
pub(super) struct Input<'s> {
    pub name: &'s str,
    pub ty: Type,
    /// The number of elements of a property; `None` for a worklist.
    pub length: Option<Extent>,
}

/// Returns the inputs: first the properties, then the worklists.
pub(super) fn inputs(schedule: &Schedule) -> impl Iterator<Item = Input<'_>> {
    let buffers = schedule.buffers.iter().filter(|buffer| buffer.init == Init::Input);
    let properties = buffers.map(|buffer| Input {
        name: &buffer.name,
        ty: buffer.ty,
        length: Some(buffer.length),
    });
    let worklists = schedule.input_worklists().into_iter();
    properties.chain(worklists.map(|name| Input { name, ty: Type::Node, length: None }))
}

/// Returns the structure of the inputs, if there are any.
fn inputs_structure(schedule: &Schedule) -> String {
    let members = inputs(schedule).map(|input| {
        let (ty, member) = (c_type(input.ty), member(input.name));
        match input.length {
            Some(Extent::Edges) => {
                format!("    const {ty} *{member}; // one element for each edge\n")
            }
            Some(_) => format!("    const {ty} *{member}; // one element for each node\n"),
            None => format!(
                "    const {ty} *{member}; // nodes, with which the worklist starts\n    \
                 uint32_t {}_count;\n",
                input.name
            ),
        }
    });
    let members: String = members.collect();
    if members.is_empty() {
        return String::new();
    }
    let name = &schedule.program;
    format!(
        "// The inputs of the program. They belong to the caller.\n\
         typedef struct {{\n{members}}} {name}_inputs;\n\n"
    )
}

/// Returns the structure of the outputs, if there are any.
fn outputs(schedule: &Schedule) -> String {
    if schedule.outputs.is_empty() {
        return String::new();
    }
    let members = output_buffers(schedule).map(|buffer| {
        let length = match buffer.length {
            Extent::One => "one element",
            Extent::Nodes | Extent::Original => "one element for each node",
            Extent::Edges => "one element for each edge",
        };
        let length = match &buffer.elements {
            None => length.to_string(),
            Some(Expr::Const(elements)) => {
                format!("{} elements, {}", elements.to_bits(), length.replace("element", "row"))
            }
            Some(_) => "as many elements as the program declares".to_string(),
        };
        format!("    {} *{}; // {length}\n", c_type(buffer.ty), member(&buffer.name))
    });
    let members: String = members.collect();
    let name = &schedule.program;
    format!(
        "// The arrays that receive the results. They belong to the caller. A member that is NULL is skipped.\n\
         typedef struct {{\n{members}}} {name}_outputs;\n\n"
    )
}

/// Returns the buffers that are outputs, in the order of the outputs.
pub(super) fn output_buffers(schedule: &Schedule) -> impl Iterator<Item = &Buffer> {
    let find = |name: &String| schedule.buffers.iter().find(|buffer| buffer.name == *name);
    schedule.outputs.iter().filter_map(find)
}
