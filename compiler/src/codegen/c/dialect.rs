//! The spellings in which the languages differ. The rest of the printer is the same for all of them.
//!
//! | | OpenCL C | CUDA C++ |
//! | --- | --- | --- |
//! | a kernel | `kernel IGC_WORKGROUP void` | `extern "C" __global__ void IGC_WORKGROUP` |
//! | a pointer to global memory | `global uint *levels` | `uint *levels` |
//! | an array in local memory | `local uint marks[1]` | `__shared__ uint marks[1]` |
//! | a pair | `(ulong2)(a, b)` | `make_ulong2(a, b)` |
//! | a shift | uses the low bits of the number of places | needs a mask |
//! | neighbouring elements | `vload4(0, targets + e)` | four loads, because a vector would have to be aligned |
//! | the start of a kernel | | `igc_start_kernel();`, which waits for the kernel before |
//! | paths with barriers | [marked](crate::passes::legalise) for PoCL | |
//!
//! In CUDA, the functions that count and reinterpret bits have a name for each type. Types have the
//! names of OpenCL C in both languages: the device library defines those that CUDA lacks.

use super::types::memory_type;
use crate::codegen::Language;
use crate::ir::{Intrinsic, Type};

impl Language {
    /// Returns the name of the language, for people.
    pub fn name(self) -> &'static str {
        match self {
            Language::OpenCl => "OpenCL C",
            Language::Cuda => "CUDA C++",
        }
    }

    /// Returns the extension of files with kernels.
    pub fn extension(self) -> &'static str {
        match self {
            Language::OpenCl => "cl",
            Language::Cuda => "cu",
        }
    }

    /// Returns the name of the file with the whole device library, as kernels include it.
    pub fn library_name(self) -> &'static str {
        match self {
            Language::OpenCl => "igc.cl",
            Language::Cuda => "igc.cuh",
        }
    }

    /// Returns the line of emitted code that includes the device library.
    pub fn library_include(self) -> &'static str {
        match self {
            Language::OpenCl => "#include \"igc.cl\"",
            Language::Cuda => "#include \"igc.cuh\"",
        }
    }

    /// Returns the qualifiers and the return type of a kernel.
    pub(super) fn kernel(self) -> &'static str {
        match self {
            Language::OpenCl => "kernel IGC_WORKGROUP void",
            Language::Cuda => "extern \"C\" __global__ void IGC_WORKGROUP",
        }
    }

    /// Returns the line with which a kernel starts, before it accesses memory.
    pub(super) fn start_of_kernel(self) -> &'static str {
        match self {
            Language::OpenCl => "",
            Language::Cuda => "    igc_start_kernel();\n",
        }
    }

    /// Returns the qualifiers and the return type of a function that may contain barriers.
    pub(super) fn function_with_barriers(self) -> &'static str {
        match self {
            Language::OpenCl => "IGC_WITH_BARRIERS void",
            Language::Cuda => "__device__ __forceinline__ void",
        }
    }

    /// Returns the declaration of a pointer to global memory. Without a name, it is the type.
    pub(super) fn global_pointer(self, ty: &str, name: &str) -> String {
        match self {
            Language::OpenCl => format!("global {ty} *{name}"),
            Language::Cuda => format!("{ty} *{name}"),
        }
    }

    /// Returns the declaration of a pointer to local memory.
    pub(super) fn local_pointer(self, ty: &str, name: &str) -> String {
        match self {
            Language::OpenCl => format!("local {ty} *{name}"),
            Language::Cuda => format!("{ty} *{name}"),
        }
    }

    /// Returns the declaration of an array in local memory.
    pub(super) fn local_array(self, ty: &str, name: &str, length: &str) -> String {
        match self {
            Language::OpenCl => format!("local {ty} {name}[{length}];"),
            Language::Cuda => format!("__shared__ {ty} {name}[{length}];"),
        }
    }

    /// Returns a pair of values of 64 bits.
    pub(super) fn pair(self, values: &str) -> String {
        match self {
            Language::OpenCl => format!("(ulong2)({values})"),
            Language::Cuda => format!("make_ulong2({values})"),
        }
    }

    /// Whether vectors can be loaded from any element of an array.
    pub(super) fn has_unaligned_vectors(self) -> bool {
        self == Language::OpenCl
    }

    /// Whether a shift by at least the width of the type uses the low bits of the number of places,
    /// as the IR requires.
    pub(super) fn wraps_shifts(self) -> bool {
        self == Language::OpenCl
    }

    /// Whether the code marks paths that contain barriers, and the ends of loops that work-items
    /// share. The device library documents why PoCL needs these marks.
    pub(super) fn marks_paths(self) -> bool {
        self == Language::OpenCl
    }

    /// Returns the function that saturates a sum of integers.
    pub(super) fn saturating_add(self, ty: Type) -> String {
        match self {
            Language::OpenCl => "add_sat".into(),
            Language::Cuda => format!("igc_add_sat_{}", memory_type(ty)),
        }
    }

    /// Returns the function that counts bits of an unsigned integer, for [`Intrinsic::Popcount`] and
    /// [`Intrinsic::Clz`], and whether its result is a `uint`.
    pub(super) fn bit_count(self, function: Intrinsic, wide: bool) -> (&'static str, bool) {
        match (self, function, wide) {
            (Language::OpenCl, ..) => (function.name(), !wide),
            (Language::Cuda, Intrinsic::Popcount, false) => ("__popc", false),
            (Language::Cuda, Intrinsic::Popcount, true) => ("__popcll", false),
            (Language::Cuda, _, false) => ("__clz", false),
            (Language::Cuda, _, true) => ("__clzll", false),
        }
    }

    /// Returns the function that returns the float with the given bits.
    pub(super) fn float_of_bits(self, wide: bool) -> &'static str {
        match (self, wide) {
            (Language::OpenCl, false) => "as_float",
            (Language::OpenCl, true) => "as_double",
            (Language::Cuda, false) => "__uint_as_float",
            (Language::Cuda, true) => "__longlong_as_double",
        }
    }

    /// Returns the bits of a variable as an unsigned integer.
    pub(super) fn bits(self, name: &str, ty: Type) -> String {
        match (self, ty) {
            (Language::OpenCl, Type::I32 | Type::F32) => format!("as_uint({name})"),
            (Language::OpenCl, Type::I64 | Type::F64) => format!("as_ulong({name})"),
            (Language::Cuda, Type::I32) => format!("(uint){name}"),
            (Language::Cuda, Type::I64) => format!("(ulong){name}"),
            (Language::Cuda, Type::F32) => format!("__float_as_uint({name})"),
            (Language::Cuda, Type::F64) => format!("(ulong)__double_as_longlong({name})"),
            _ => name.into(),
        }
    }
}
