//! Targets: each folder translates the IR, or the schedule that was made from it, to another
//! language.

pub mod host_c;
pub mod opencl;

/// A language in which a target prints the kernels of an artefact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// OpenCL C. The kernels include the device library by
    /// [`LIBRARY_INCLUDE`](opencl::LIBRARY_INCLUDE).
    OpenCl,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 1] = [Language::OpenCl];
}
