//! OpenCL C from distributed IR.
//!
//! The printer decides nothing: what is atomic, checked, strided or guarded stands in the IR. It
//! knows how C spells things ([`expr`], [`stmt`], [`names`]), and which intrinsics of the device
//! library (`stdlib/opencl/`) stand for what C and OpenCL C leave undefined or dialects spell
//! differently. The text is the same for every device; the library binds it when it is built.

mod expr;
mod group;
mod library;
mod names;
mod outline;
mod stmt;

use serde::Serialize;

use crate::ir::uses::{Uses, uses};
use crate::ir::visit::{walk_host, walk_stmts};
use crate::ir::{HostStmt, Kernel, KernelId, Module, StmtKind, Type};
use crate::options::Options;
use crate::schedule::{Argument, arguments, called_on_device, launched_by_host};
use group::{LocalArray, LocalMemory};
pub use library::{LIBRARY_INCLUDE, library, library_file, library_files, with_library};
use names::Names;

/// How a kernel starts.
const KERNEL: &str = "kernel IGC_WORKGROUP void";

/// The frame of a file of kernels.
const FILE_TEMPLATE: &str = include_str!("kernels.cl.tera");

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
    /// [`KERNEL`], or what stands before a function.
    kind: &'static str,
    function: String,
    parameters: Vec<String>,
    local_memory: Vec<String>,
    body: String,
}

/// Prints the kernels of a distributed module.
pub fn emit(module: &Module, options: &Options) -> String {
    let mut kernels: Vec<KernelFrame> =
        module.kernels.iter().enumerate().flat_map(|(at, k)| frames(module, at, k)).collect();
    walk_host(&module.main.body, &mut |stmt| {
        if let HostStmt::Outline(body) = stmt {
            kernels.push(outline::frame(module, body));
        }
    });
    let frame = FileFrame {
        program: &module.name,
        version: env!("CARGO_PKG_VERSION"),
        options: options.to_string(),
        include: LIBRARY_INCLUDE,
        kernels,
    };
    let context = tera::Context::from_serialize(frame).expect("a frame is a map");
    tera::Tera::one_off(FILE_TEMPLATE, &context, false).expect("the template fits the frame")
}

/// A kernel: as a kernel where the host launches it, as a function where an outlined loop calls it.
fn frames(module: &Module, at: usize, kernel: &Kernel) -> Vec<KernelFrame> {
    let id = KernelId(at as u32);
    let (launched, called) = (launched_by_host(module, id), called_on_device(module, id));
    let uses = uses(module, kernel);
    let arguments = arguments(module, kernel);
    let names = kernel_names(module, kernel);
    let (mut parameters, mut passed) = (vec![], vec!["igc_launch()".to_string()]);
    for argument in &arguments {
        let name = match argument {
            Argument::Launch(at, _) => names.get("local", &kernel.locals[*at].name),
            _ => names.bound(argument),
        };
        parameters.push(parameter(module, &uses, argument, name));
        passed.push(name.to_string());
    }
    let memory = LocalMemory::of(kernel).arrays(module, kernel, &names);
    let body = stmt::body(module, kernel, &uses, &names);
    let mut frames = vec![];
    if called {
        let mut parameters = parameters.clone();
        parameters.insert(0, "const igc_grid grid".into());
        parameters.extend(memory.iter().map(LocalArray::parameter));
        frames.push(KernelFrame {
            kind: "IGC_WITH_BARRIERS void",
            function: called_name(module, id),
            parameters,
            local_memory: vec![],
            body: body.clone(),
        });
    }
    if launched {
        passed.extend(memory.iter().map(|array| array.name.clone()));
        let body = match called {
            true => format!("    {}({});\n", called_name(module, id), passed.join(", ")),
            false => format!("    const igc_grid grid = igc_launch();\n{body}"),
        };
        frames.push(KernelFrame {
            kind: KERNEL,
            function: function_name(&module.name, &kernel.name),
            parameters,
            local_memory: memory.iter().map(LocalArray::declaration).collect(),
            body,
        });
    }
    frames
}

/// Chooses the names of everything in a kernel.
fn kernel_names(module: &Module, kernel: &Kernel) -> Names {
    let mut names = Names::default();
    for argument in arguments(module, kernel) {
        names.argument(&kernel.locals, &argument);
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
    for id in &LocalMemory::of(kernel).queues {
        names.queue(&module.worklists[id.index()].name);
    }
    names
}

/// The name of the function that an outlined loop calls for a kernel: the kernel's, or another where
/// the host launches it, too.
fn called_name(module: &Module, id: KernelId) -> String {
    let kernel = &module.kernels[id.index()].name;
    match launched_by_host(module, id) {
        true => function_name(&module.name, &free_name(module, format!("{kernel}_work"))),
        false => function_name(&module.name, kernel),
    }
}

/// The name in OpenCL C of the kernel for an outlined loop of the module.
pub fn outlined_name(module: &Module, body: &[HostStmt]) -> String {
    let (mut position, mut count) = (0, 0);
    walk_host(&module.main.body, &mut |stmt| {
        if let HostStmt::Outline(other) = stmt {
            if std::ptr::eq(other.as_slice(), body) {
                position = count;
            }
            count += 1;
        }
    });
    function_name(&module.name, &free_name(module, format!("outlined_{position}")))
}

/// The name, with something behind it where a kernel has it.
fn free_name(module: &Module, mut name: String) -> String {
    while module.kernels.iter().any(|kernel| kernel.name == name) {
        name.push('_');
    }
    name
}

/// The declaration of a parameter.
fn parameter(module: &Module, uses: &Uses, argument: &Argument, name: &str) -> String {
    let pointer = |constant: bool, ty: &str| {
        let constant = if constant { "const " } else { "" };
        format!("global {constant}{ty} *{name}")
    };
    match argument {
        Argument::Graph(_) | Argument::WorklistFront(_) => pointer(true, "uint"),
        Argument::Buffer(buffer) => {
            let at = uses.arrays.iter().find(|(id, _)| module.arrays[id.index()].name == *buffer);
            let (id, written) = at.expect("an argument is bound to an array in use");
            pointer(!written, memory_type(module.arrays[id.index()].ty))
        }
        Argument::WorklistBack(_)
        | Argument::WorklistSizes(_)
        | Argument::Locks
        | Argument::Environment => pointer(false, "uint"),
        Argument::Results => pointer(false, "ulong"),
        Argument::WorklistTurn(_)
        | Argument::WorklistCapacity(_)
        | Argument::NodeCount
        | Argument::EdgeCount
        | Argument::Patience => format!("const uint {name}"),
        Argument::Rounds | Argument::MostRounds => format!("const ulong {name}"),
        Argument::Param(param) => {
            let at = module.params.iter().find(|p| p.name == *param);
            let ty = at.expect("an argument is bound to a parameter").ty;
            format!("const {} {name}", memory_type(ty))
        }
        Argument::Launch(_, ty) | Argument::Local(_, ty) => format!("{} {name}", memory_type(*ty)),
    }
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
