//! The native CPU target: translates kernels to machine code in memory, and runs them on threads.
//!
//! igc runs on every machine because of this target: it needs no driver and no compiler. It starts
//! from the IR before work is distributed ([`Stage::Parallel`](igc_compiler::ir::Stage)): kernels
//! contain parallel loops instead of workgroups, subgroups and local memory. Cranelift generates
//! the machine code.
//!
//! | module | task |
//! | --- | --- |
//! | [`Program`] | the machine code of a module |
//! | [`Team`] | threads that run a function together |
//! | [`State`] | the arrays and worklists of a program, and the launch of its kernels |
//!
//! A kernel is compiled to several functions: one for each parallel loop, and one for the
//! statements before each of them. The function of a loop runs a range of iterations. A launch
//! splits the iterations into chunks of about equal work, and the threads of the team take chunks
//! until none is left. A loop with little work runs on one thread, without waking the others.
//!
//! The caller executes `main`: it decides which kernels to launch, in which order.

mod codegen;
mod error;
mod fusion;
mod helpers;
mod launch;
mod memory;
mod split;
mod state;
mod task;
mod thread_state;
mod worklist;

pub use codegen::Program;
pub use error::Error;
pub use igc_team::Team;
pub use state::{GraphArrays, State};
