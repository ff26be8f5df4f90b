//! OpenCL C from distributed IR.
//!
//! The printer decides nothing: what is atomic, checked, strided or guarded stands in the IR. It
//! knows how C spells things ([`expr`], [`stmt`], [`names`]), and which intrinsics of the device
//! library (`stdlib/opencl/`) stand for what C and OpenCL C leave undefined or dialects spell
//! differently. The text is the same for every device; the library binds it when it is built.

mod expr;
mod group;
mod names;
mod stmt;

use serde::Serialize;

use crate::ir::uses::uses;
use crate::ir::visit::walk_stmts;
use crate::ir::{Kernel, Module, StmtKind, Type};
use crate::passes::Options;
use crate::schedule::{Argument, arguments};
use group::LocalMemory;
use names::Names;

/// The frame of a file of kernels.
const FILE_TEMPLATE: &str = include_str!("kernels.cl.tera");

/// The library's files in the order in which they build on each other.
const LIBRARY: [&str; 9] = [
    include_str!("../../../stdlib/opencl/dialect.cl"),
    include_str!("../../../stdlib/opencl/arithmetic.cl"),
    include_str!("../../../stdlib/opencl/group.cl"),
    include_str!("../../../stdlib/opencl/atomics.cl"),
    include_str!("../../../stdlib/opencl/local_atomics.cl"),
    include_str!("../../../stdlib/opencl/worklist.cl"),
    include_str!("../../../stdlib/opencl/collective.cl"),
    include_str!("../../../stdlib/opencl/queue.cl"),
    include_str!("../../../stdlib/opencl/exclusive.cl"),
];

/// The line of emitted code that stands for the device library.
pub const LIBRARY_INCLUDE: &str = "#include \"igc.cl\"";

/// The device library as one text: what [`LIBRARY_INCLUDE`] includes.
pub fn library() -> String {
    LIBRARY.join("\n")
}

/// Emitted code with the library in the place of its `#include`: what a driver is given.
pub fn with_library(kernels: &str) -> String {
    kernels.replacen(LIBRARY_INCLUDE, &library(), 1)
}

/// The name in OpenCL C of a program's kernel. The program's name in front keeps it clear of
/// OpenCL's own functions and lets kernels of several programs stand in one file.
pub fn function_name(program: &str, kernel: &str) -> String {
    format!("{program}_{kernel}")
}

#[derive(Serialize)]
struct FileFrame<'m> {
    program: &'m str,
    version: &'static str,
    options: String,
    include: &'static str,
    kernels: Vec<KernelFrame>,
}

#[derive(Serialize)]
struct KernelFrame {
    function: String,
    parameters: Vec<String>,
    local_memory: Vec<String>,
    body: String,
}

/// Prints the kernels of a distributed module.
pub fn emit(module: &Module, options: &Options) -> String {
    let frame = FileFrame {
        program: &module.name,
        version: env!("CARGO_PKG_VERSION"),
        options: options.to_string(),
        include: LIBRARY_INCLUDE,
        kernels: module.kernels.iter().map(|kernel| frame(module, kernel)).collect(),
    };
    let context = tera::Context::from_serialize(frame).expect("a frame is a map");
    tera::Tera::one_off(FILE_TEMPLATE, &context, false).expect("the template fits the frame")
}

fn frame(module: &Module, kernel: &Kernel) -> KernelFrame {
    let uses = uses(module, kernel);
    let arguments = arguments(module, kernel);
    let mut names = Names::default();
    let mut parameters = vec![];
    for argument in &arguments {
        let name = names.argument(kernel, argument);
        let pointer = |constant: bool, ty: Type| {
            let constant = if constant { "const " } else { "" };
            format!("global {constant}{} *{name}", memory_type(ty))
        };
        parameters.push(match argument {
            Argument::Graph(_) | Argument::WorklistFront(_) => pointer(true, Type::U32),
            Argument::Buffer(buffer) => {
                let at =
                    uses.arrays.iter().find(|(id, _)| module.arrays[id.index()].name == *buffer);
                let (id, written) = at.expect("an argument is bound to an array in use");
                pointer(!written, module.arrays[id.index()].ty)
            }
            Argument::WorklistBack(_) | Argument::WorklistSizes(_) => pointer(false, Type::U32),
            Argument::WorklistTurn(_)
            | Argument::WorklistCapacity(_)
            | Argument::NodeCount
            | Argument::ArcCount => format!("const uint {name}"),
            Argument::Param(param) => {
                let at = module.params.iter().find(|p| p.name == *param);
                let ty = at.expect("an argument is bound to a parameter").ty;
                format!("const {} {name}", memory_type(ty))
            }
            Argument::Launch(_, ty) => format!("{} {name}", memory_type(*ty)),
        });
    }
    for local in &kernel.locals[kernel.params..] {
        names.local(&local.name);
    }
    walk_stmts(&kernel.body, &mut |stmt| {
        if let StmtKind::For { var, .. } = &stmt.kind {
            names.loop_end(&kernel.locals[var.index()].name);
        }
    });
    for shared in &kernel.shared {
        names.shared(&shared.name);
    }
    let memory = LocalMemory::of(kernel);
    for id in &memory.queues {
        names.queue(&module.worklists[id.index()].name);
    }
    let local_memory = memory.declarations(module, kernel, &names);
    let body = stmt::body(module, kernel, &uses, &names);
    let function = function_name(&module.name, &kernel.name);
    KernelFrame { function, parameters, local_memory, body }
}

/// The type of an element in memory and of a scalar argument: `bool` is not allowed there.
fn memory_type(ty: Type) -> &'static str {
    match ty {
        Type::Bool | Type::U32 | Type::Node | Type::Edge => "uint",
        Type::I32 => "int",
        Type::I64 => "long",
        Type::U64 => "ulong",
        Type::F32 => "float",
        Type::F64 => "double",
    }
}

/// The type of a local.
fn local_type(ty: Type) -> &'static str {
    if ty == Type::Bool { "bool" } else { memory_type(ty) }
}
