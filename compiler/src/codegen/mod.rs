//! The generators of code: each folder translates the IR, or the schedule that was made from it, to
//! another language.

pub mod c;
pub mod host_c;

pub use c::library::{library, library_file, library_files, with_library};
pub use c::respell::respell;

/// A language of the kernels of an artefact. All of them are dialects of C
/// ([`c`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// OpenCL C.
    OpenCl,
    /// CUDA C++.
    Cuda,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::OpenCl, Language::Cuda];
}
