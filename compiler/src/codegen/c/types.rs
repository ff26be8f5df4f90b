//! Prints types and declarations in C.

use crate::codegen::Language;
use crate::interface::{Argument, WorklistPart};
use crate::ir::local_memory::{LocalLength, LocalShape};
use crate::ir::{Array, ElementWidth, ItemType, Local, Module, SharedExtent, Type};

/// Returns the type of an element in memory or of a scalar argument. The sizes are the same
/// in every language, and OpenCL C does not allow `bool` there.
pub(super) fn memory_type(ty: Type) -> &'static str {
    match ty {
        Type::Bool | Type::U32 | Type::Node | Type::Edge => "uint",
        Type::I32 => "int",
        Type::I64 => "long",
        Type::U64 => "ulong",
        Type::F32 => "float",
        Type::F64 => "double",
    }
}

/// Returns the type of an element of an array in memory.
pub(super) fn element_type(array: &Array) -> &'static str {
    match array.width {
        ElementWidth::Full => memory_type(array.ty),
        ElementWidth::Half => "ushort",
        ElementWidth::Byte => "uchar",
    }
}

/// Returns the type of an item of a worklist.
pub(super) fn item_type(ty: ItemType) -> &'static str {
    match ty {
        ItemType::One(ty) => memory_type(ty),
        ItemType::Pair => "ulong2",
    }
}

/// Returns the type of a local.
pub(super) fn local_type(ty: Type) -> &'static str {
    if ty == Type::Bool { "bool" } else { memory_type(ty) }
}

/// Returns the declaration of a parameter of a function with these locals.
pub(super) fn parameter(
    language: Language,
    module: &Module,
    locals: &[Local],
    argument: &Argument,
    name: &str,
) -> String {
    let pointer = |constant: bool, ty: &str| {
        let constant = if constant { "const " } else { "" };
        language.global_pointer(&format!("{constant}{ty}"), name)
    };
    match argument {
        Argument::Graph(array) => pointer(true, memory_type(module.edges.of(array.ty()))),
        Argument::Worklist(_, WorklistPart::Front) => pointer(true, "uint"),
        Argument::Array { id, written } => {
            pointer(!written, element_type(&module.arrays[id.index()]))
        }
        Argument::Worklist(_, WorklistPart::Back | WorklistPart::Sizes)
        | Argument::Locks
        | Argument::Environment => pointer(false, "uint"),
        Argument::Results => pointer(false, "ulong"),
        Argument::Worklist(_, WorklistPart::Phase | WorklistPart::Capacity)
        | Argument::NodeCount
        | Argument::Length(_)
        | Argument::Patience => format!("const uint {name}"),
        Argument::EdgeCount => format!("const {} {name}", memory_type(module.edges.of(Type::Edge))),
        Argument::Rounds | Argument::MostRounds => format!("const ulong {name}"),
        Argument::Param(id) => {
            format!("const {} {name}", memory_type(module.params[id.index()].ty))
        }
        Argument::Passed(id) => format!("{} {name}", memory_type(locals[id.index()].ty)),
    }
}

/// Returns the declaration of an array in a kernel, such as `local uint marks[1];`.
pub(super) fn local_array(language: Language, shape: LocalShape, name: &str) -> String {
    let length = match shape.length {
        LocalLength::One => "1".to_string(),
        LocalLength::Item => "IGC_WORKGROUP_SIZE".to_string(),
        LocalLength::Tile => format!("{} * IGC_WORKGROUP_SIZE", SharedExtent::TILE),
        LocalLength::Queue => "IGC_QUEUE_SIZE".to_string(),
        LocalLength::Counts => "IGC_QUEUE_WORDS".to_string(),
        LocalLength::Scratch => "IGC_SCRATCH_SIZE".to_string(),
    };
    language.local_array(memory_type(shape.ty), name, &length)
}

/// Returns the declaration of an array as a parameter of a function, such as `local uint *marks`.
pub(super) fn local_pointer(language: Language, shape: LocalShape, name: &str) -> String {
    language.local_pointer(memory_type(shape.ty), name)
}
