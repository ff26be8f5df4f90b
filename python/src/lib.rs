//! The extension module of the Python package `igc`.
//!
//! This crate translates between Python's objects and the crate `igc`. It contains no logic of graphs or programs. The
//! Python files in `python/igc/` convert the containers of other libraries to arrays, and document the functions for
//! users.
//!
//! | file | content |
//! | --- | --- |
//! | `arrays` | memory that Python and igc share, and the number of bytes that were copied |
//! | `cuda` | memory of GPUs that Python and igc share |
//! | `dlpack` | the exchange of arrays of GPUs through DLPack |
//! | `errors` | exceptions |
//! | `graph` | graphs, and the sessions that keep them on devices |
//! | `program` | programs and problems |
//! | `devices` | the devices of this machine |
//! | `run` | runs of programs, and checks of their results |
//! | `interrupt` | work without the GIL, which Ctrl-C ends |
//! | `handlers` | puts back the handlers of signals that drivers replace |
//! | `process` | refuses a process that was forked after igc was used |

mod arrays;
mod cuda;
mod devices;
mod dlpack;
mod errors;
mod graph;
mod handlers;
mod interrupt;
mod process;
mod program;
mod run;

use pyo3::prelude::*;

/// Adds the classes and functions to the module.
#[pymodule]
fn _igc(module: &Bound<'_, PyModule>) -> PyResult<()> {
    cuda::search_nvrtc(module.py())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<arrays::Memory>()?;
    module.add_class::<cuda::CudaMemory>()?;
    module.add_class::<cuda::CudaView>()?;
    module.add_class::<graph::Graph>()?;
    module.add_class::<program::Program>()?;
    module.add_class::<run::Outcome>()?;
    module.add_function(wrap_pyfunction!(arrays::copied_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(arrays::count_copied, module)?)?;
    module.add_function(wrap_pyfunction!(cuda::require_cuda, module)?)?;
    module.add_function(wrap_pyfunction!(program::problems, module)?)?;
    module.add_function(wrap_pyfunction!(program::explain, module)?)?;
    module.add_function(wrap_pyfunction!(run::run, module)?)?;
    module.add_function(wrap_pyfunction!(run::judge, module)?)?;
    module.add_function(wrap_pyfunction!(run::rounds, module)?)?;
    module.add_function(wrap_pyfunction!(devices::devices, module)?)?;
    module.add_function(wrap_pyfunction!(interrupt::panic, module)?)?;
    Ok(())
}
