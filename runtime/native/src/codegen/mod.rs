//! Translates kernels to machine code with Cranelift.
//!
//! | file | task |
//! | --- | --- |
//! | `parts.rs` | splits a kernel into the functions that it is compiled to |
//! | `function.rs` | one function: its parameters, locals and pointers |
//! | `statements.rs`, `loops.rs` | statements |
//! | `walk.rs`, `interleave.rs` | loops of several iterations by turns |
//! | `expressions.rs`, `arithmetic.rs` | expressions; the arithmetic is that of `ir::value` |
//! | `intrinsics.rs` | the functions of the language |
//! | `fusion.rs` | loops whose rounds a thread may fuse |
//! | `incoming.rs` | the ids of incoming edges |
//! | `places.rs`, `atomics.rs` | elements of arrays, and atomic operations on them |
//!
//! A relaxed load or store is an ordinary aligned one, because processors never tear these.
//! Cranelift may merge two loads of one element, which relaxed loads allow, too.

mod arithmetic;
mod atomics;
mod expressions;
#[cfg(test)]
mod foreign;
mod function;
mod fusion;
mod incoming;
mod interleave;
mod intrinsics;
mod loops;
mod parts;
mod places;
mod statements;
mod walk;

use std::sync::{Arc, Mutex, PoisonError};

use cranelift_codegen::Context;
use cranelift_codegen::ir::{AbiParam, Signature, types};
use cranelift_codegen::isa::{self, TargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module as _};
use igc_compiler::ir::uses::uses;
use igc_compiler::ir::{Kernel, KernelId, Module, WorklistId};
use igc_compiler::passes::hoist::hoist_reads;

use crate::error::Error;
use crate::helpers::{self, FLOATS};
use crate::task::Task;
use function::Emitter;
use fusion::fused_worklist;
pub(crate) use parts::{Accumulator, LoopDomain, Visits};
use parts::{KernelParts, Part};

/// The largest stack frame of generated code, in bytes. A thread of a team has a stack of
/// [`STACK_BYTES`](igc_team::STACK_BYTES), and the thread that executes `main` usually has 2 to 8 MiB.
/// The unit tests have a lower limit, because Cranelift needs minutes for a frame of this size.
const MAX_STACK_FRAME: u32 = if cfg!(test) { 2 << 10 } else { 256 << 10 };
const _: () = assert!(2 * MAX_STACK_FRAME as usize <= igc_team::STACK_BYTES);

/// The code of the statements before a loop.
pub(crate) type SerialCode = unsafe extern "C" fn(*mut Task);
/// The code of a loop, for the iterations from the first number up to the second, exclusively.
pub(crate) type LoopCode = unsafe extern "C" fn(*mut Task, u64, u64);

/// The machine code of a module.
pub struct Program {
    module: Module,
    pub(crate) kernels: Vec<KernelCode>,
    /// The memory of the code; `None` after it was released. Only this value uses it, so that threads can share the program.
    jit: Mutex<Option<JITModule>>,
}

/// The code of a kernel.
pub(crate) struct KernelCode {
    /// The parts, in the order in which they run.
    pub parts: Vec<PartCode>,
    /// Number of words of the frame: one for each local, and two for each loop.
    pub frame: usize,
    /// Size of the local arrays that a thread needs, in bytes.
    pub array_bytes: usize,
    /// The worklists that the kernel reads.
    pub reads: Vec<WorklistId>,
}

/// The code of a part of a kernel: some statements, then a loop.
pub(crate) struct PartCode {
    pub serial: SerialCode,
    pub parallel: Option<LoopPart>,
}

/// The code of a parallel loop.
pub(crate) struct LoopPart {
    /// The code for several threads.
    pub shared: LoopCode,
    /// The code for one thread, while no other thread runs. Its atomic operations are ordinary
    /// ones.
    pub alone: LoopCode,
    pub domain: LoopDomain,
    /// Position of the loop's bounds in the frame.
    pub bounds: usize,
    pub visits: Visits,
    pub accumulators: Vec<Accumulator>,
    /// The worklist of the loop, if a thread may run the items that it pushes in the same launch.
    pub fuses: Option<WorklistId>,
}

/// Whether several threads run a function at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Shared,
    Alone,
}

impl Program {
    /// Compiles a module whose work is not distributed yet, for a team of `threads` threads.
    ///
    /// # Errors
    ///
    /// Returns an error if Cranelift does not support this processor, or if the code generator
    /// fails.
    pub fn compile(module: &Module, threads: usize) -> Result<Program, Error> {
        let (mut jit, compiled) = generate(native_isa()?, module, threads)?;
        jit.finalize_definitions().map_err(failed)?;
        let kernels = compiled.into_iter().map(|kernel| kernel.link(&jit)).collect();
        Ok(Program { module: module.clone(), kernels, jit: Mutex::new(Some(jit)) })
    }

    /// Returns the module.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Returns the worklists that a kernel reads.
    pub fn reads(&self, kernel: KernelId) -> &[WorklistId] {
        &self.kernels[kernel.index()].reads
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let jit = self.jit.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(jit) = jit.take() {
            // SAFETY: the pointers to the code are dropped with the program.
            unsafe { jit.free_memory() };
        }
    }
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::CodeGenerator(error.to_string())
}

/// Returns the instruction set of this processor.
fn native_isa() -> Result<Arc<dyn TargetIsa>, Error> {
    complete(cranelift_native::builder().map_err(|e| Error::Processor(e.to_string()))?)
}

/// Completes an instruction set by the settings that do not depend on the processor.
fn complete(isa: isa::Builder) -> Result<Arc<dyn TargetIsa>, Error> {
    let mut flags = settings::builder();
    let verifier = if cfg!(debug_assertions) { "true" } else { "false" };
    for (name, value) in [
        ("opt_level", "speed"),
        ("is_pic", "false"),
        ("use_colocated_libcalls", "false"),
        ("enable_verifier", verifier),
        // A frame that is larger than a page must not skip the guard page of the stack.
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
    ] {
        flags.set(name, value).map_err(failed)?;
    }
    isa.finish(settings::Flags::new(flags)).map_err(failed)
}

/// Generates the code of all kernels. It cannot run yet, because its functions have no addresses.
fn generate(
    isa: Arc<dyn TargetIsa>,
    module: &Module,
    threads: usize,
) -> Result<(JITModule, Vec<Compiled>), Error> {
    let mut builder = JITBuilder::with_isa(isa, cranelift_module::default_libcall_names());
    builder.symbol("flush", helpers::flush as *const u8);
    builder.symbol("own", helpers::own as *const u8);
    builder.symbol("disown", helpers::disown as *const u8);
    for (name, function) in FLOATS {
        builder.symbol(name, function.address());
    }
    let mut jit = JITModule::new(builder);
    let mut module = module.clone();
    hoist_reads(&mut module);
    let mut compiler = Compiler::new(&mut jit, &module, threads)?;
    let compiled: Result<Vec<_>, Error> =
        module.kernels.iter().map(|kernel| compiler.kernel(kernel)).collect();
    let compiled = compiled?;
    Ok((jit, compiled))
}

/// The functions that generated code calls.
#[derive(Clone, Copy)]
struct HelperIds {
    flush: FuncId,
    own: FuncId,
    disown: FuncId,
    /// The functions of [`FLOATS`].
    floats: [FuncId; FLOATS.len()],
}

struct Compiler<'m> {
    jit: &'m mut JITModule,
    module: &'m Module,
    threads: usize,
    helpers: HelperIds,
    context: Context,
    builder: FunctionBuilderContext,
    /// Size of the largest local arrays of a function so far, in bytes.
    array_bytes: usize,
}

/// A kernel whose functions have no addresses yet.
struct Compiled {
    parts: Vec<(FuncId, Option<CompiledLoop>)>,
    frame: usize,
    array_bytes: usize,
    reads: Vec<WorklistId>,
}

struct CompiledLoop {
    shared: FuncId,
    alone: FuncId,
    domain: LoopDomain,
    bounds: usize,
    visits: Visits,
    accumulators: Vec<Accumulator>,
    fuses: Option<WorklistId>,
}

impl<'m> Compiler<'m> {
    fn new(
        jit: &'m mut JITModule,
        module: &'m Module,
        threads: usize,
    ) -> Result<Compiler<'m>, Error> {
        let pointer = jit.target_config().pointer_type();
        let mut declare = |name: &str, params: &[types::Type], returns: &[types::Type]| {
            let mut signature = jit.make_signature();
            signature.params.extend(params.iter().map(|ty| AbiParam::new(*ty)));
            signature.returns.extend(returns.iter().map(|ty| AbiParam::new(*ty)));
            jit.declare_function(name, Linkage::Import, &signature).map_err(failed)
        };
        let int = types::I32;
        let mut floats = vec![];
        for (name, function) in FLOATS {
            let ty = function.ty();
            floats.push(declare(name, &vec![ty; function.operands()], &[ty])?);
        }
        let floats = floats.try_into().map_err(|_| failed("a float function is missing"))?;
        let helpers = HelperIds {
            flush: declare("flush", &[pointer, int], &[types::I8])?,
            own: declare("own", &[pointer, int, pointer, int], &[types::I8])?,
            disown: declare("disown", &[pointer, int, pointer, int], &[])?,
            floats,
        };
        let (context, builder) = (jit.make_context(), FunctionBuilderContext::new());
        Ok(Compiler { jit, module, threads, helpers, context, builder, array_bytes: 0 })
    }

    fn kernel(&mut self, kernel: &'m Kernel) -> Result<Compiled, Error> {
        let split = KernelParts::of(self.module, kernel);
        let mut parts = vec![];
        for (number, part) in split.parts.iter().enumerate() {
            let bounds = split.bounds(number);
            let serial = self.serial(kernel, part, bounds)?;
            let parallel = part.parallel.as_ref();
            let compiled = parallel.map(|parallel| self.compiled_loop(kernel, parallel, bounds));
            parts.push((serial, compiled.transpose()?));
        }
        let used = uses(self.module, kernel).worklists;
        let reads = used.iter().filter(|(_, used)| used.reads).map(|(id, _)| *id).collect();
        let array_bytes = std::mem::take(&mut self.array_bytes);
        Ok(Compiled { parts, frame: split.frame(), array_bytes, reads })
    }

    /// Compiles a loop for several threads and, if that is faster, for a thread that runs alone.
    fn compiled_loop(
        &mut self,
        kernel: &'m Kernel,
        parallel: &parts::ParallelLoop<'m>,
        bounds: usize,
    ) -> Result<CompiledLoop, Error> {
        let mode = if self.threads > 1 { Mode::Shared } else { Mode::Alone };
        let shared = self.parallel(kernel, parallel, bounds, mode)?;
        let alone = match mode == Mode::Shared && parallel.synchronises() {
            true => self.parallel(kernel, parallel, bounds, Mode::Alone)?,
            false => shared,
        };
        Ok(CompiledLoop {
            shared,
            alone,
            domain: parallel.domain,
            bounds,
            visits: parallel.visits,
            accumulators: parallel.accumulators.clone(),
            fuses: fused_worklist(kernel),
        })
    }

    fn serial(
        &mut self,
        kernel: &'m Kernel,
        part: &Part<'m>,
        bounds: usize,
    ) -> Result<FuncId, Error> {
        self.function(&[], |emitter| emitter.serial_part(part, bounds), kernel, Mode::Alone)
    }

    fn parallel(
        &mut self,
        kernel: &'m Kernel,
        parallel: &parts::ParallelLoop<'m>,
        bounds: usize,
        mode: Mode,
    ) -> Result<FuncId, Error> {
        let range = [types::I64, types::I64];
        self.function(&range, |emitter| emitter.loop_part(parallel, bounds), kernel, mode)
    }

    /// Compiles a function that takes the task and `params`.
    fn function(
        &mut self,
        params: &[types::Type],
        emit: impl FnOnce(&mut Emitter<'m, '_>) -> Result<(), Error>,
        kernel: &'m Kernel,
        mode: Mode,
    ) -> Result<FuncId, Error> {
        let mut signature: Signature = self.jit.make_signature();
        signature.params.push(AbiParam::new(self.jit.target_config().pointer_type()));
        signature.params.extend(params.iter().map(|ty| AbiParam::new(*ty)));
        let id = self.jit.declare_anonymous_function(&signature).map_err(failed)?;
        self.context.func.signature = signature;
        let mut emitter = Emitter::new(
            self.jit,
            &mut self.context.func,
            &mut self.builder,
            (self.module, kernel),
            self.helpers,
            mode,
        );
        emit(&mut emitter)?;
        self.array_bytes = self.array_bytes.max(emitter.finish() as usize);
        let defined = self.jit.define_function(id, &mut self.context);
        defined.map_err(|error| Error::CodeGenerator(format!("`{}`: {error:?}", kernel.name)))?;
        self.check_stack(kernel)?;
        self.jit.clear_context(&mut self.context);
        Ok(id)
    }
}

impl Compiler<'_> {
    /// Checks the size of the stack frame of the function that was compiled last. The frame has the
    /// locals that do not fit into registers; local arrays have memory of their own.
    fn check_stack(&self, kernel: &Kernel) -> Result<(), Error> {
        let code = self.context.compiled_code();
        let layout = code.and_then(|code| code.buffer.frame_layout());
        match layout.map_or(0, |layout| layout.frame_to_fp_offset) {
            bytes if bytes > MAX_STACK_FRAME => {
                Err(Error::StackFrame { kernel: kernel.name.clone(), bytes, most: MAX_STACK_FRAME })
            }
            _ => Ok(()),
        }
    }
}

impl Compiled {
    /// Looks up the addresses of the functions.
    fn link(self, jit: &JITModule) -> KernelCode {
        let loop_code = |id| {
            let address = jit.get_finalized_function(id);
            // SAFETY: the function was compiled with the signature of `LoopCode`.
            unsafe { std::mem::transmute::<*const u8, LoopCode>(address) }
        };
        let link_part = |(serial, parallel): (FuncId, Option<CompiledLoop>)| {
            let address = jit.get_finalized_function(serial);
            PartCode {
                // SAFETY: the function was compiled with the signature of `SerialCode`.
                serial: unsafe { std::mem::transmute::<*const u8, SerialCode>(address) },
                parallel: parallel.map(|compiled| LoopPart {
                    shared: loop_code(compiled.shared),
                    alone: loop_code(compiled.alone),
                    domain: compiled.domain,
                    bounds: compiled.bounds,
                    visits: compiled.visits,
                    accumulators: compiled.accumulators,
                    fuses: compiled.fuses,
                }),
            }
        };
        let Compiled { parts, frame, array_bytes, reads } = self;
        let parts = parts.into_iter().map(link_part).collect();
        KernelCode { parts, frame, array_bytes, reads }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use igc_compiler::configuration::Configuration;
    use igc_compiler::driver::compile;

    use super::*;

    /// Returns the result for a kernel with `count` locals that are all used after the last one.
    fn with_locals(count: usize) -> Result<Program, Error> {
        let mut body = "let a0 = u.x;\n".to_owned();
        for at in 1..count {
            let _ = writeln!(body, "let a{at} = a{} * a{};", at - 1, at - 1);
        }
        body += "let sum = 0u64;\n";
        for at in (0..count).rev() {
            let _ = writeln!(body, "sum = sum * 3 + a{at};");
        }
        let text = format!(
            "node x: u64 = 1;
             kernel many() {{ forall u in nodes {{ {body} u.x = sum; }} }}
             main {{ many(); }}
             output x;"
        );
        let compiled = compile("program", &text, &Configuration::default());
        let artefact = compiled.expect("it compiles").artefact;
        Program::compile(&artefact.parallel, 2)
    }

    #[test]
    fn the_stack_frame_of_a_kernel_is_bounded() {
        assert!(with_locals(20).is_ok());
        let Err(Error::StackFrame { kernel, bytes, most }) = with_locals(600) else {
            panic!("the frame of 600 locals is too large");
        };
        assert_eq!((kernel.as_str(), most), ("many", MAX_STACK_FRAME));
        assert!((600 * 7..600 * 12).contains(&bytes), "{bytes}");
    }
}
