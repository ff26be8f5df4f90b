//! The tables of a program's parts, which `stdlib/host/igc_internal.h` declares.
//!
//! The generated code refers to a part by its position in its table. Enumerations give the
//! positions names, such as `BUFFER_level`.

use std::fmt::Write;

use super::expr::literal;
use super::header::{inputs, requirements};
use super::names::{constant, outlined, type_constant};
use super::text::string;
use crate::ir::{Extent, Init, ParamRange, Type};
use crate::schedule::{Argument, Kernel, Output, Schedule, Step, Work};

/// An outlined loop of a schedule.
pub(super) struct OutlinedLoop<'s> {
    pub function: &'s str,
    pub arguments: &'s [Argument],
    pub results: &'s [Output],
    pub narrow: bool,
    pub groups_per_unit: Option<u32>,
}

impl OutlinedLoop<'_> {
    /// Returns the locals of `main` that the loop takes or returns. Their positions are the indices
    /// of the words that `main` passes.
    pub(super) fn locals(&self) -> Vec<(&str, Type)> {
        let taken = self.arguments.iter().filter_map(|argument| match argument {
            Argument::Local(name, ty) => Some((name.as_str(), *ty)),
            _ => None,
        });
        let returned = self.results.iter().filter_map(|result| match result {
            Output::Local(name, ty) => Some((name.as_str(), *ty)),
            _ => None,
        });
        let mut locals: Vec<(&str, Type)> = vec![];
        for (name, ty) in taken.chain(returned) {
            if locals.iter().all(|(known, _)| *known != name) {
                locals.push((name, ty));
            }
        }
        locals
    }
}

/// Returns the outlined loops in these steps.
pub(super) fn outlined_loops(steps: &[Step]) -> Vec<OutlinedLoop<'_>> {
    let mut loops = vec![];
    for step in steps {
        match step {
            Step::Outlined { function, arguments, results, narrow, groups_per_unit } => {
                let (narrow, groups_per_unit) = (*narrow, *groups_per_unit);
                loops.push(OutlinedLoop { function, arguments, results, narrow, groups_per_unit });
            }
            Step::If { then, otherwise, .. } => {
                loops.extend(outlined_loops(then));
                loops.extend(outlined_loops(otherwise));
            }
            Step::While { body, .. }
            | Step::For { body, .. }
            | Step::Iterate { body, .. }
            | Step::Pipe { body, .. } => loops.extend(outlined_loops(body)),
            _ => {}
        }
    }
    loops
}

/// Returns the enumerations that name the positions of all parts.
pub(super) fn positions(schedule: &Schedule) -> String {
    let loops = outlined_loops(&schedule.main);
    let loops = loops.iter().map(|of| outlined(&schedule.program, of.function));
    let named = |prefix: &str, names: Vec<&str>| match names.as_slice() {
        [] => String::new(),
        names => format!("enum {{ {prefix}_{} }};\n", names.join(&format!(", {prefix}_"))),
    };
    let all = [
        named("PARAMETER", schedule.params.iter().map(|param| &*param.name).collect()),
        named("BUFFER", schedule.buffers.iter().map(|buffer| &*buffer.name).collect()),
        named("WORKLIST", schedule.worklists.iter().map(|name| &**name).collect()),
        named("KERNEL", schedule.kernels.iter().map(|kernel| &*kernel.name).collect()),
        named("LOOP", loops.collect()),
        named("INPUT", inputs(schedule).map(|input| input.name).collect()),
    ];
    format!("// The positions of the parts of the program in the tables below.\n{}\n", all.concat())
}

/// Returns all tables. `before` and `after` are the initialisers of the texts around the device
/// library.
pub(super) fn tables(schedule: &Schedule, before: &str, after: &str) -> String {
    let mut out = String::new();
    let parameters = table(&mut out, "igc_parameter_info", "parameters", parameters(schedule));
    let buffers = table(&mut out, "igc_buffer_info", "buffers", buffers(schedule));
    let worklists = schedule.worklists.iter().map(|name| worklist(schedule, name));
    let worklists = table(&mut out, "igc_worklist_info", "worklists", worklists.collect());
    let kernels = schedule.kernels.iter().map(|kernel| kernel_row(&mut out, schedule, kernel));
    let kernels = kernels.collect();
    let kernels = table(&mut out, "igc_kernel_info", "kernels", kernels);
    let loops = outlined_loops(&schedule.main);
    let loops = loops.iter().map(|of| loop_row(&mut out, schedule, of)).collect();
    let loops = table(&mut out, "igc_loop_info", "loops", loops);
    let names = schedule.outputs.iter().map(|name| format!("BUFFER_{name}"));
    let outputs = table(&mut out, "uint32_t", "outputs", names.collect());
    let names = inputs(schedule).map(|input| string(input.name));
    let inputs = table(&mut out, "char *const", "inputs", names.collect());
    let arrays: Vec<String> =
        schedule.graph.arrays.iter().map(|array| format!("1u << {}", constant(array))).collect();
    let arrays = if arrays.is_empty() { "0".into() } else { arrays.join(" | ") };
    let Schedule { program, options, workgroup_size, private_bytes, .. } = schedule;
    let (name, options) = (string(program), string(&options.to_string()));
    let requirements = requirements(schedule);
    let members = [
        ("name", &name),
        ("options", &options),
        ("workgroup_size", &workgroup_size.to_string()),
        ("private_bytes", &private_bytes.to_string()),
        ("requirements", &requirements),
        ("graph_arrays", &arrays),
        ("edge_type", &type_constant(schedule.graph.edges.of(Type::Edge))),
        ("parameters", &parameters),
        ("buffers", &buffers),
        ("worklists", &worklists),
        ("kernels", &kernels),
        ("loops", &loops),
        ("outputs", &outputs),
        ("inputs", &inputs),
        ("before_library", &before.to_string()),
        ("after_library", &after.to_string()),
        ("main", &"run_main".to_string()),
    ];
    // Most programs have no inputs and no local arrays, and zero is the default of C.
    let is_default = |(member, value): &(&str, &String)| {
        (*member == "inputs" && *value == "table:") || (*member == "private_bytes" && *value == "0")
    };
    let members = members.iter().filter(|member| !is_default(member));
    let members = members.map(|(member, value)| member_line(member, value));
    let members: String = members.collect();
    format!("{out}static const igc_program program = {{\n{members}}};\n\n")
}

/// Returns the initialiser of a member of `igc_program`. Each table has a member for its length.
fn member_line(member: &str, value: &str) -> String {
    let Some(table) = value.strip_prefix("table:") else {
        return format!("    .{member} = {value},\n");
    };
    let count = format!("{}_count", member.trim_end_matches('s'));
    match table {
        "" => format!("    .{member} = NULL,\n"),
        table => format!("    .{member} = {table},\n    .{count} = IGC_ARRAY_LENGTH({table}),\n"),
    }
}

/// Prints a table with these rows, and returns a reference to it. C has no tables without rows.
fn table(out: &mut String, ty: &str, name: &str, rows: Vec<String>) -> String {
    if rows.is_empty() {
        return "table:".into();
    }
    let rows: String = rows.iter().map(|row| format!("    {row},\n")).collect();
    let _ = write!(out, "static const {ty} {name}[] = {{\n{rows}}};\n\n");
    format!("table:{name}")
}

/// Prints a table, and returns the initialisers for the table and its length.
fn sized_table(out: &mut String, ty: &str, name: &str, rows: Vec<String>) -> String {
    match table(out, ty, name, rows).strip_prefix("table:") {
        Some("") | None => "NULL, 0".into(),
        Some(name) => format!("IGC_ROWS({name})"),
    }
}

fn parameters(schedule: &Schedule) -> Vec<String> {
    let row = |param: &crate::schedule::Param| {
        let (has_default, bits) =
            (param.default.is_some(), param.default.map_or(0, |v| v.to_bits()));
        let (name, ty) = (string(&param.name), type_constant(param.ty));
        let (range, least, most) = range(param);
        format!(
            "{{{name}, {ty}, {has_default}, UINT64_C({bits}), {range}, UINT64_C({least}), \
             UINT64_C({most})}}"
        )
    };
    schedule.params.iter().map(row).collect()
}

/// Returns the range of a parameter as text, and the bits of its smallest and of its largest value.
/// They are 0 if the parameter has no range.
fn range(param: &crate::schedule::Param) -> (String, u64, u64) {
    let closed = |range: ParamRange| Some((range, range.closed(param.ty)?));
    match param.range.and_then(closed) {
        Some((range, (least, most))) => (string(&range.shown()), least.to_bits(), most.to_bits()),
        None => ("NULL".into(), 0, 0),
    }
}

fn worklist(schedule: &Schedule, name: &str) -> String {
    let ty = schedule.item_type(name);
    format!("{{{}, {}, {}}}", string(name), ty.is_node(), ty.size())
}

fn buffers(schedule: &Schedule) -> Vec<String> {
    let row = |buffer: &crate::schedule::Buffer| {
        let (name, ty) = (string(&buffer.name), type_constant(buffer.ty));
        let extent = match buffer.length {
            Extent::One => "IGC_ONE",
            Extent::Nodes => "IGC_PER_NODE",
            Extent::Edges => "IGC_PER_EDGE",
            Extent::Original => "IGC_PER_ORIGINAL_NODE",
        };
        let initial = match buffer.init {
            Init::Fill(value) => {
                let bits = value.to_bits();
                let comment = match bits {
                    0..=9 => String::new(),
                    _ => format!(" /* {} */", literal(value).text),
                };
                format!("IGC_INITIAL_FILL, UINT64_C({bits}){comment}")
            }
            Init::Weights => "IGC_INITIAL_WEIGHTS, 0".into(),
            Init::Itself => "IGC_INITIAL_ITSELF, 0".into(),
            Init::Degrees(property) => {
                let (side, statistic) = (property.side as u8, property.statistic as u8);
                format!("IGC_INITIAL_DEGREES, {} /* {property} */", side * 8 + statistic)
            }
            Init::Input => format!("IGC_INITIAL_INPUT, INPUT_{}", buffer.name),
        };
        let length = buffer.elements.as_ref().map(|_| format!("length_of_{}", buffer.name));
        let length = length.unwrap_or("NULL".into());
        let size = buffer.width.size(buffer.ty);
        format!("{{{name}, {ty}, {extent}, {initial}, {length}, {size}}}")
    };
    schedule.buffers.iter().map(row).collect()
}

fn kernel_row(out: &mut String, schedule: &Schedule, kernel: &Kernel) -> String {
    let Kernel { name, function, arguments, work, selective, resident } = kernel;
    let rows = arguments.iter().map(|each| argument(schedule, each, &[])).collect();
    let arguments = sized_table(out, "igc_argument", &format!("kernel_arguments_{name}"), rows);
    let rows = work.iter().map(work_row).collect();
    let work = sized_table(out, "igc_work", &format!("kernel_work_{name}"), rows);
    format!("{{{}, {arguments}, {work}, {selective}, {resident}}}", string(function))
}

fn loop_row(out: &mut String, schedule: &Schedule, of: &OutlinedLoop<'_>) -> String {
    let (name, locals) = (outlined(&schedule.program, of.function), of.locals());
    let rows = of.arguments.iter().map(|each| argument(schedule, each, &locals)).collect();
    let arguments = sized_table(out, "igc_argument", &format!("loop_arguments_{name}"), rows);
    let rows = of.results.iter().map(|result| result_row(result, &locals)).collect();
    let results = sized_table(out, "igc_result", &format!("loop_results_{name}"), rows);
    let groups = of.groups_per_unit.unwrap_or(0);
    format!("{{{}, {arguments}, {results}, {}, {groups}}}", string(of.function), of.narrow)
}

/// Returns the initialiser of an `igc_argument`. `locals` are the locals that an outlined loop
/// takes or returns.
fn argument(schedule: &Schedule, argument: &Argument, locals: &[(&str, Type)]) -> String {
    let simple = |kind: &str, index: &str| format!("{{IGC_ARGUMENT_{kind}, {index}, IGC_U32}}");
    let worklist =
        |part: &str, name: &str| simple(&format!("WORKLIST_{part}"), &format!("WORKLIST_{name}"));
    let value =
        |index: usize, ty: Type| format!("{{IGC_ARGUMENT_VALUE, {index}, {}}}", type_constant(ty));
    match argument {
        Argument::Graph(array) => simple("GRAPH", &constant(array)),
        Argument::Buffer(name) => simple("BUFFER", &format!("BUFFER_{name}")),
        Argument::WorklistFront(name) => worklist("FRONT", name),
        Argument::WorklistBack(name) => worklist("BACK", name),
        Argument::WorklistSizes(name) => worklist("SIZES", name),
        Argument::WorklistPhase(name) => worklist("PHASE", name),
        Argument::WorklistCapacity(name) => worklist("CAPACITY", name),
        Argument::NodeCount => simple("NODE_COUNT", "0"),
        Argument::EdgeCount => simple("EDGE_COUNT", "0"),
        Argument::Length(name) => simple("LENGTH", &format!("BUFFER_{name}")),
        Argument::Param(name) => {
            let found = schedule.params.iter().find(|param| param.name == *name);
            let ty = type_constant(found.map_or(Type::U32, |param| param.ty));
            format!("{{IGC_ARGUMENT_PARAMETER, PARAMETER_{name}, {ty}}}")
        }
        Argument::Locks => simple("LOCKS", "0"),
        Argument::Launch(position, ty) => value(*position, *ty),
        Argument::Local(name, ty) => {
            let position = locals.iter().position(|(local, _)| local == name);
            value(position.unwrap_or_default(), *ty)
        }
        Argument::Rounds => simple("ROUNDS", "0"),
        Argument::MostRounds => simple("MOST_ROUNDS", "0"),
        Argument::Environment => simple("ENVIRONMENT", "0"),
        Argument::Patience => simple("PATIENCE", "0"),
        Argument::Results => simple("RESULTS", "0"),
    }
}

/// Returns the initialiser of an `igc_work`.
fn work_row(work: &Work) -> String {
    match work {
        Work::Nodes => "{IGC_WORK_NODES, 0}".into(),
        Work::Edges => "{IGC_WORK_EDGES, 0}".into(),
        Work::Worklist(name) => format!("{{IGC_WORK_WORKLIST, WORKLIST_{name}}}"),
        Work::Launch(position) => format!("{{IGC_WORK_VALUE, {position}}}"),
        Work::Other => "{IGC_WORK_OTHER, 0}".into(),
    }
}

/// Returns the initialiser of an `igc_result`.
fn result_row(result: &Output, locals: &[(&str, Type)]) -> String {
    let row = |kind: &str, index: &str| format!("{{IGC_RESULT_{kind}, {index}}}");
    match result {
        Output::Ending => row("ENDING", "0"),
        Output::Node => row("NODE", "0"),
        Output::SeededWorklist => row("SEEDED_WORKLIST", "0"),
        Output::Groups => row("GROUPS", "0"),
        Output::Rounds => row("ROUNDS", "0"),
        Output::Launches => row("LAUNCHES", "0"),
        Output::Local(name, _) => {
            let position = locals.iter().position(|(local, _)| local == name);
            row("VALUE", &position.unwrap_or_default().to_string())
        }
        Output::BufferPlace(name) => row("BUFFER_PLACE", &format!("BUFFER_{name}")),
        Output::WorklistPlace(name) => row("WORKLIST_PLACE", &format!("WORKLIST_{name}")),
        Output::WorklistPhase(name) => row("WORKLIST_PHASE", &format!("WORKLIST_{name}")),
        Output::WorklistSwapped(name) => row("WORKLIST_SWAPPED", &format!("WORKLIST_{name}")),
    }
}
