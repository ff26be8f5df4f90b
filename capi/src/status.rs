//! The outcomes of calls, and the types of elements.

use facade::{ErrorKind, Type};

/// The outcome of a call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum igc_status {
    /// The call has done what it should.
    IGC_OK = 0,
    /// A pointer is NULL where that is not possible, a text is not UTF-8, or a number is out of range.
    IGC_INVALID_ARGUMENT = 1,
    /// The program, the graph or the values of arguments are wrong.
    IGC_INVALID_INPUT = 2,
    /// The device does not exist, lacks something, or failed.
    IGC_DEVICE_ERROR = 3,
    /// Another thread cancelled the run.
    IGC_CANCELLED = 4,
    /// The run reached its time limit.
    IGC_TIMED_OUT = 5,
    /// igc has a bug.
    IGC_INTERNAL_ERROR = 6,
}

impl From<ErrorKind> for igc_status {
    fn from(kind: ErrorKind) -> igc_status {
        match kind {
            ErrorKind::Input => igc_status::IGC_INVALID_INPUT,
            ErrorKind::Device => igc_status::IGC_DEVICE_ERROR,
            ErrorKind::Cancelled => igc_status::IGC_CANCELLED,
            ErrorKind::TimedOut => igc_status::IGC_TIMED_OUT,
            ErrorKind::Bug => igc_status::IGC_INTERNAL_ERROR,
        }
    }
}

/// The type of the elements of an array.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum igc_type {
    /// There is no array.
    IGC_TYPE_NONE = 0,
    /// `bool`, one byte.
    IGC_TYPE_BOOL = 1,
    /// `int32_t`.
    IGC_TYPE_I32 = 2,
    /// `uint32_t`. The numbers of nodes and edges have this type, too.
    IGC_TYPE_U32 = 3,
    /// `int64_t`.
    IGC_TYPE_I64 = 4,
    /// `uint64_t`.
    IGC_TYPE_U64 = 5,
    /// `float`.
    IGC_TYPE_F32 = 6,
    /// `double`.
    IGC_TYPE_F64 = 7,
}

impl From<Type> for igc_type {
    fn from(ty: Type) -> igc_type {
        match ty {
            Type::Bool => igc_type::IGC_TYPE_BOOL,
            Type::I32 => igc_type::IGC_TYPE_I32,
            Type::U32 | Type::Node | Type::Edge => igc_type::IGC_TYPE_U32,
            Type::I64 => igc_type::IGC_TYPE_I64,
            Type::U64 => igc_type::IGC_TYPE_U64,
            Type::F32 => igc_type::IGC_TYPE_F32,
            Type::F64 => igc_type::IGC_TYPE_F64,
        }
    }
}
