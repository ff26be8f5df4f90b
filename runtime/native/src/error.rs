//! The errors of the native target.

use igc_compiler::data::DataError;

/// The reason why a program cannot be compiled or run natively.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Cranelift does not support this processor.
    #[error("there is no native target for this processor: {0}")]
    Processor(String),
    /// The code generator failed, which is a bug of igc.
    #[error("the native code generator failed: {0}")]
    CodeGenerator(String),
    /// A kernel has too many locals.
    #[error(
        "the code of kernel `{kernel}` needs {bytes} bytes of the stack, and the limit is {most}\n\
         help: divide the kernel, or replace some of its locals by an array"
    )]
    StackFrame {
        /// The name of the kernel.
        kernel: String,
        /// The size of the stack frame.
        bytes: u32,
        /// The largest possible size.
        most: u32,
    },
    /// The operating system did not provide memory.
    #[error(
        "{bytes} bytes of memory for `{what}` are not available: {error}\n\
         help: use a smaller graph, or raise the limit on the address space (`ulimit -v`), if there \
         is one"
    )]
    Memory {
        /// The name of the array or worklist.
        what: String,
        /// The size.
        bytes: usize,
        /// The reason.
        error: std::io::Error,
    },
    /// An array of the program is too large.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The operating system did not start a thread.
    #[error(
        "a thread cannot be started: {0}\n\
         help: use fewer threads, or raise the limits on processes and address space \
         (`ulimit -u` and `ulimit -v`)"
    )]
    Thread(std::io::Error),
    /// A worklist is full.
    #[error("worklist `{worklist}` is full: it has room for {most} items")]
    WorklistFull {
        /// The name of the worklist.
        worklist: String,
        /// The maximum number of items.
        most: u32,
    },
    /// A worklist is full, because the operating system did not provide address space for more.
    #[error(
        "worklist `{worklist}` has room for {items} items, because the address space of the process is \
         limited (`ulimit -v`)"
    )]
    AddressSpace {
        /// The name of the worklist.
        worklist: String,
        /// The number of items that it has room for.
        items: u32,
    },
    /// A seed is not a node of the graph.
    #[error("worklist `{worklist}` starts with node {node}, but the graph has {nodes} nodes")]
    SeedNode {
        /// The name of the worklist.
        worklist: String,
        /// The seed.
        node: u32,
        /// The number of nodes of the graph.
        nodes: u32,
    },
}
