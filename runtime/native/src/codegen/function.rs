//! One function of a kernel: its parameters, its locals, and the pointers that it needs.

use std::collections::{BTreeSet, HashMap};
use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, Block, FuncRef, InstBuilder, MemFlagsData, types};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Module as _};
use igc_compiler::ir::build::identity;
use igc_compiler::ir::{
    ArrayId, EdgeWidth, ElementWidth, Extent, GraphArray, ItemPart, Kernel, Length, LocalId,
    Module, ParamId, Type, WorklistId,
};

use super::incoming::{assigned, incoming_edges};
use super::parts::{Accumulator, LoopDomain, ParallelLoop, Part};
use super::{HelperIds, Mode};
use crate::error::Error;
use crate::task::Task;
use crate::worklist::Front;

/// Where a local is.
#[derive(Clone, Copy)]
pub(super) enum Slot {
    /// In the frame, which the parts of the kernel share.
    Frame,
    /// In a register.
    Register(Variable),
    /// In a register of the width of a pointer, extended with zeros, because most such locals are indices: a number
    /// without a sign that is never assigned to.
    Index(Variable),
    /// In the thread's memory for local arrays, at this position: an array.
    Array(u32),
    /// Nowhere: it is the incoming edge at this position, which has the width of a pointer.
    Incoming(Variable),
}

/// Writes one function.
pub struct Emitter<'m, 'f> {
    pub(super) builder: FunctionBuilder<'f>,
    jit: &'f mut JITModule,
    pub(super) module: &'m Module,
    pub(super) kernel: &'m Kernel,
    helper_ids: HelperIds,
    helpers: HashMap<FuncId, FuncRef>,
    pub(super) mode: Mode,
    task: ir::Value,
    /// The block that runs once, before everything else. Pointers are loaded there.
    entry: Block,
    pub(super) locals: Vec<Slot>,
    /// Size of the local arrays so far, in bytes.
    array_bytes: u32,
    /// The locals that are always an incoming edge at a known position.
    incoming: BTreeSet<LocalId>,
    /// The locals that are assigned to after their declaration.
    assigned: BTreeSet<LocalId>,
    /// Locals that are at present the number of an edge of the graph.
    pub(super) in_range: BTreeSet<LocalId>,
    /// The variables into which a parallel loop reduces.
    accumulators: HashMap<LocalId, Variable>,
    /// The variables into which a parallel loop combines values for a global.
    globals: HashMap<ArrayId, Variable>,
    /// The targets of `break` and `continue`, innermost last.
    pub(super) loops: Vec<(Block, Block)>,
    /// Number of loops and conditionals around the code that is written now.
    pub(super) depth: u32,
    pub(super) pointer: types::Type,
    target: TargetFrontendConfig,
}

/// Accesses to memory that is valid and aligned.
pub const TRUSTED: MemFlagsData = MemFlagsData::trusted();

/// Reads of what no code changes while a function runs, and that can be read at any time: pointers
/// and sizes. Cranelift reads them once, outside of all loops.
pub const CONSTANT: MemFlagsData = MemFlagsData::trusted().with_readonly().with_can_move();

impl<'m, 'f> Emitter<'m, 'f> {
    pub fn new(
        jit: &'f mut JITModule,
        function: &'f mut ir::Function,
        context: &'f mut FunctionBuilderContext,
        (module, kernel): (&'m Module, &'m Kernel),
        helper_ids: HelperIds,
        mode: Mode,
    ) -> Emitter<'m, 'f> {
        let target = jit.target_config();
        let pointer = target.pointer_type();
        let mut builder = FunctionBuilder::new(function, context);
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        builder.seal_block(entry);
        let task = builder.block_params(entry)[0];
        let assigned = assigned(kernel);
        Emitter {
            builder,
            jit,
            module,
            kernel,
            helper_ids,
            helpers: HashMap::new(),
            mode,
            task,
            entry,
            locals: vec![Slot::Frame; kernel.locals.len()],
            array_bytes: 0,
            incoming: incoming_edges(kernel, &assigned),
            assigned,
            in_range: BTreeSet::new(),
            accumulators: HashMap::new(),
            globals: HashMap::new(),
            loops: vec![],
            depth: 0,
            pointer,
            target,
        }
    }

    /// Completes the function. Returns the size of its local arrays in bytes.
    pub fn finish(mut self) -> u32 {
        self.builder.ins().return_(&[]);
        self.builder.seal_all_blocks();
        self.builder.finalize(self.target);
        self.array_bytes
    }

    /// Writes the statements before a loop, and stores the bounds of the loop.
    pub fn serial_part(&mut self, part: &Part<'m>, bounds: usize) -> Result<(), Error> {
        self.block(part.serial)?;
        if let Some(parallel) = &part.parallel
            && parallel.domain == LoopDomain::Counted
        {
            let (first, count) = self.bounds(parallel.elements)?;
            self.store_frame(bounds, first);
            self.store_frame(bounds + 1, count);
        }
        Ok(())
    }

    /// Writes a parallel loop.
    pub fn loop_part(&mut self, parallel: &ParallelLoop<'m>, bounds: usize) -> Result<(), Error> {
        let (start, end) = {
            let params = self.builder.block_params(self.entry);
            (params[1], params[2])
        };
        for accumulator in &parallel.accumulators {
            let identity = self.constant(identity(accumulator.op, accumulator.ty));
            let variable = self.builder.declare_var(register_type(accumulator.ty));
            self.builder.def_var(variable, identity);
            self.accumulators.insert(accumulator.local, variable);
        }
        for global in &parallel.globals {
            let identity = self.constant(identity(global.op, global.ty));
            let variable = self.builder.declare_var(register_type(global.ty));
            self.builder.def_var(variable, identity);
            self.globals.insert(global.array, variable);
        }
        let range = start..end;
        let (below, iteration) = (IntCC::UnsignedLessThan, (parallel.var, parallel.body));
        self.iterations(types::I64, range, below, iteration, |emitter, at| {
            emitter.declare_element(parallel, bounds, at);
        })?;
        for (at, accumulator) in parallel.accumulators.iter().enumerate() {
            self.store_accumulator(at, accumulator)?;
        }
        for global in &parallel.globals {
            let sum = self.builder.use_var(self.globals[&global.array]);
            let zero = self.builder.ins().iconst(self.pointer, 0);
            let address = self.address(global.array, zero);
            self.update(global.op, global.ty, address, &[sum])?;
        }
        Ok(())
    }

    /// Combines the values that these iterations reduced with those of this thread's earlier
    /// chunks.
    fn store_accumulator(&mut self, at: usize, accumulator: &Accumulator) -> Result<(), Error> {
        let reductions = self.task_pointer(offset_of!(Task, reductions));
        let offset = (at * 8) as i32;
        let earlier = self.load_memory(accumulator.ty, reductions, offset);
        let ours = self.builder.use_var(self.accumulators[&accumulator.local]);
        let sum = self.combine(accumulator.op, accumulator.ty, earlier, ours)?;
        self.store_memory(accumulator.ty, sum, reductions, offset);
        Ok(())
    }

    /// Declares the variable of a parallel loop.
    fn declare_element(&mut self, parallel: &ParallelLoop<'m>, bounds: usize, at: ir::Value) {
        use igc_compiler::ir::Domain;
        match parallel.elements {
            Domain::Nodes | Domain::Positions(_) | Domain::Edges => {
                self.declare_index(parallel.var, at);
            }
            Domain::Worklist(id) => self.declare_item(parallel.var, *id, at),
            Domain::Range(..) if self.local_type(parallel.var).is_signed() => {
                let element = self.nth(register_type(self.local_type(parallel.var)), bounds, at);
                self.declare(parallel.var, element);
            }
            Domain::Range(..) => {
                let element = self.nth_index(self.local_type(parallel.var), bounds, at);
                self.declare_index(parallel.var, element);
            }
            Domain::OutEdges(..) | Domain::InPositions(..) => {
                let element = self.nth_index(self.module.edges.of(Type::Edge), bounds, at);
                self.declare_index(parallel.var, element);
            }
            Domain::InEdges(..) => {
                let position = self.nth_index(self.module.edges.of(Type::Edge), bounds, at);
                self.declare_incoming(parallel.var, position);
            }
        }
    }

    /// Returns the element of a parallel loop whose first element the frame has.
    fn nth(&mut self, ty: types::Type, bounds: usize, at: ir::Value) -> ir::Value {
        let frame = self.task_pointer(offset_of!(Task, frame));
        let first = self.builder.ins().load(ty, TRUSTED, frame, (bounds * 8) as i32);
        let at = self.reduced(at, ty);
        self.builder.ins().iadd(first, at)
    }

    /// Returns the element of a parallel loop over numbers without a sign, in the width of a pointer.
    fn nth_index(&mut self, ty: Type, bounds: usize, at: ir::Value) -> ir::Value {
        let frame = self.task_pointer(offset_of!(Task, frame));
        let first = self.load_index(ty, ElementWidth::Full, (frame, (bounds * 8) as i32), TRUSTED);
        self.builder.ins().iadd(first, at)
    }

    /// Returns the low bits of a number of 64 bits in a type of 32 or 64 bits.
    pub(super) fn reduced(&mut self, number: ir::Value, ty: types::Type) -> ir::Value {
        if ty == types::I64 { number } else { self.builder.ins().ireduce(ty, number) }
    }

    /// Returns the type of edges.
    pub(super) fn edge_type(&self) -> types::Type {
        register_type(self.module.edges.of(Type::Edge))
    }

    /// Declares a local in a register.
    pub(super) fn declare(&mut self, id: LocalId, value: ir::Value) {
        let variable = self.builder.declare_var(register_type(self.local_type(id)));
        self.builder.def_var(variable, value);
        self.locals[id.index()] = Slot::Register(variable);
    }

    /// Declares a local in a register. The value has the width of a pointer and is extended with zeros.
    pub(super) fn declare_index(&mut self, id: LocalId, value: ir::Value) {
        if !self.can_be_index(id) {
            let value = self.reduced(value, register_type(self.local_type(id)));
            return self.declare(id, value);
        }
        let variable = self.builder.declare_var(self.pointer);
        self.builder.def_var(variable, value);
        self.locals[id.index()] = Slot::Index(variable);
    }

    /// Whether a local can be in a register of the width of a pointer, extended with zeros.
    pub(super) fn can_be_index(&self, id: LocalId) -> bool {
        is_index(self.local_type(id)) && !self.assigned.contains(&id)
    }

    /// Declares the variable of a loop over a worklist, whose item has a position of the width of a pointer.
    pub(super) fn declare_item(&mut self, id: LocalId, worklist: WorklistId, at: ir::Value) {
        if is_index(self.local_type(id)) {
            let item = self.item_index(worklist, ItemPart::Whole, at);
            self.declare_index(id, item);
        } else {
            let item = self.item(worklist, ItemPart::Whole, at);
            self.declare(id, item);
        }
    }

    /// Declares a local that is the incoming edge at a position of the width of a pointer. If it is never assigned to,
    /// it is read from the list when it is used.
    pub(super) fn declare_incoming(&mut self, id: LocalId, position: ir::Value) {
        if self.incoming.contains(&id) {
            let variable = self.builder.declare_var(self.pointer);
            self.builder.def_var(variable, position);
            self.locals[id.index()] = Slot::Incoming(variable);
        } else {
            let edge = self.graph_index(GraphArray::InEdges, position);
            self.declare_index(id, edge);
        }
    }

    /// Whether a local is in a register.
    pub(super) fn is_register(&self, id: LocalId) -> bool {
        matches!(self.locals[id.index()], Slot::Register(_))
    }

    /// Assigns to a local.
    pub(super) fn assign(&mut self, id: LocalId, value: ir::Value) {
        self.in_range.remove(&id);
        match self.locals[id.index()] {
            Slot::Register(variable) => self.builder.def_var(variable, value),
            Slot::Frame => self.declare_shared(id, value),
            // Such locals are never assigned to.
            Slot::Index(_) | Slot::Incoming(_) | Slot::Array(_) => {}
        }
    }

    /// Gives a local of the frame a value.
    pub(super) fn declare_shared(&mut self, id: LocalId, value: ir::Value) {
        let (ty, frame) = (self.local_type(id), self.task_pointer(offset_of!(Task, frame)));
        self.store_memory(ty, value, frame, (id.index() * 8) as i32);
    }

    /// Returns the value of a local.
    pub(super) fn local(&mut self, id: LocalId) -> ir::Value {
        match self.locals[id.index()] {
            Slot::Register(variable) => self.builder.use_var(variable),
            Slot::Index(variable) => {
                let value = self.builder.use_var(variable);
                self.reduced(value, register_type(self.local_type(id)))
            }
            // The verifier allows no read of a whole array.
            Slot::Frame | Slot::Array(_) => {
                let (ty, frame) = (self.local_type(id), self.task_pointer(offset_of!(Task, frame)));
                self.load_memory(ty, frame, (id.index() * 8) as i32)
            }
            Slot::Incoming(position) => {
                let position = self.builder.use_var(position);
                self.graph_element(GraphArray::InEdges, position)
            }
        }
    }

    /// Returns the value of a local, extended to the width of a pointer, if that takes no instruction.
    pub(super) fn local_index(&mut self, id: LocalId) -> Option<ir::Value> {
        match self.locals[id.index()] {
            Slot::Index(variable) => Some(self.builder.use_var(variable)),
            Slot::Incoming(position) => {
                let position = self.builder.use_var(position);
                Some(self.graph_index(GraphArray::InEdges, position))
            }
            Slot::Frame if is_index(self.local_type(id)) => {
                let frame = self.task_pointer(offset_of!(Task, frame));
                let (ty, at) = (self.local_type(id), (id.index() * 8) as i32);
                Some(self.load_index(ty, ElementWidth::Full, (frame, at), TRUSTED))
            }
            Slot::Register(_) | Slot::Frame | Slot::Array(_) => None,
        }
    }

    /// Returns the number of elements of a local array.
    pub(super) fn array_length(&self, id: LocalId) -> u32 {
        self.kernel.locals[id.index()].length.unwrap_or_default()
    }

    /// Reserves memory for a local array, unless its declaration was written before.
    pub(super) fn reserve_array(&mut self, id: LocalId, bytes: u32) -> Result<(), Error> {
        if !matches!(self.locals[id.index()], Slot::Array(_)) {
            self.locals[id.index()] = Slot::Array(self.array_bytes);
            let end = self.array_bytes.checked_add(bytes.next_multiple_of(8));
            // Accesses have offsets of 31 bits.
            let end = end.filter(|end| *end <= i32::MAX as u32);
            self.array_bytes = end.ok_or_else(|| {
                Error::CodeGenerator(format!("the local arrays of `{}`", self.kernel.name))
            })?;
        }
        Ok(())
    }

    /// Returns a pointer to the first element of a local array that has been declared.
    pub(super) fn local_array(&mut self, id: LocalId) -> Result<ir::Value, Error> {
        let Slot::Array(at) = self.locals[id.index()] else {
            return Err(Error::CodeGenerator("a local array without a declaration".into()));
        };
        let arrays = self.task_pointer(offset_of!(Task, local_arrays));
        Ok(self.builder.ins().iadd_imm_u(arrays, i64::from(at)))
    }

    /// Returns the variable into which the iterations of a parallel loop reduce.
    pub(super) fn accumulator(&self, id: LocalId) -> Option<Variable> {
        self.accumulators.get(&id).copied()
    }

    /// Returns the variable into which a parallel loop combines values for a global.
    pub(super) fn global(&self, id: ArrayId) -> Option<Variable> {
        self.globals.get(&id).copied()
    }

    pub(super) fn local_type(&self, id: LocalId) -> Type {
        self.kernel.locals[id.index()].ty
    }

    fn store_frame(&mut self, at: usize, value: ir::Value) {
        let frame = self.task_pointer(offset_of!(Task, frame));
        self.builder.ins().store(TRUSTED, value, frame, (at * 8) as i32);
    }

    /// Returns a pointer that the task contains. It does not change while the function runs.
    pub(super) fn task_pointer(&mut self, offset: usize) -> ir::Value {
        self.builder.ins().load(self.pointer, CONSTANT, self.task, offset as i32)
    }

    pub(super) fn task(&self) -> ir::Value {
        self.task
    }

    /// Returns a pointer to the elements of an array.
    pub(super) fn array_pointer(&mut self, id: ArrayId) -> ir::Value {
        let arrays = self.task_pointer(offset_of!(Task, arrays));
        let offset = (id.index() * self.pointer.bytes() as usize) as i32;
        self.builder.ins().load(self.pointer, CONSTANT, arrays, offset)
    }

    /// Returns a pointer to the elements of an array of the graph.
    pub(super) fn graph_pointer(&mut self, array: GraphArray) -> ir::Value {
        let arrays = self.task_pointer(offset_of!(Task, graph));
        let offset = (array as usize * self.pointer.bytes() as usize) as i32;
        self.builder.ins().load(self.pointer, CONSTANT, arrays, offset)
    }

    /// Returns a pointer to the items of the front buffer of a worklist.
    pub(super) fn front_items(&mut self, id: WorklistId) -> ir::Value {
        let fronts = self.task_pointer(offset_of!(Task, fronts));
        let offset = id.index() * size_of::<Front>() + offset_of!(Front, items);
        self.builder.ins().load(self.pointer, CONSTANT, fronts, offset as i32)
    }

    /// Returns the number of items in the front buffer of a worklist, as a `u32`.
    pub(super) fn front_size(&mut self, id: WorklistId) -> ir::Value {
        let fronts = self.task_pointer(offset_of!(Task, fronts));
        let offset = id.index() * size_of::<Front>() + offset_of!(Front, size);
        self.builder.ins().load(types::I32, CONSTANT, fronts, offset as i32)
    }

    /// Returns the value of a parameter of the program.
    pub(super) fn param(&mut self, id: ParamId) -> ir::Value {
        let params = self.task_pointer(offset_of!(Task, params));
        let ty = self.module.params[id.index()].ty;
        self.load_memory(ty, params, (id.index() * 8) as i32)
    }

    /// Returns the number of nodes.
    pub(super) fn node_count(&mut self) -> ir::Value {
        let offset = offset_of!(Task, node_count) as i32;
        self.builder.ins().load(types::I32, CONSTANT, self.task, offset)
    }

    /// Returns the number of edges.
    pub(super) fn edge_count(&mut self) -> ir::Value {
        let offset = match self.module.edges {
            EdgeWidth::Narrow => offset_of!(Task, edge_count),
            EdgeWidth::Wide => offset_of!(Task, wide_edge_count),
        };
        let ty = self.edge_type();
        self.builder.ins().load(ty, CONSTANT, self.task, offset as i32)
    }

    /// Returns the number of elements of each row of an array.
    pub(super) fn row_length(&mut self, array: ArrayId) -> ir::Value {
        match self.module.arrays[array.index()].length {
            None => self.builder.ins().iconst(types::I32, 1),
            Some(Length::Fixed(length)) => self.builder.ins().iconst(types::I32, i64::from(length)),
            Some(Length::Computed(_)) => {
                let lengths = self.task_pointer(offset_of!(Task, lengths));
                let offset = (array.index() * size_of::<u32>()) as i32;
                self.builder.ins().load(types::I32, CONSTANT, lengths, offset)
            }
        }
    }

    /// Returns the number of rows of an array.
    pub(super) fn rows(&mut self, array: ArrayId) -> ir::Value {
        match self.module.arrays[array.index()].extent {
            Extent::One | Extent::Original => self.builder.ins().iconst(types::I32, 1),
            Extent::Nodes => self.node_count(),
            Extent::Edges => self.edge_count(),
        }
    }

    /// Calls a function of [`helpers`](crate::helpers).
    pub(super) fn call(
        &mut self,
        helper: impl Fn(&HelperIds) -> FuncId,
        arguments: &[ir::Value],
    ) -> Option<ir::Value> {
        let id = helper(&self.helper_ids);
        let reference = match self.helpers.get(&id) {
            Some(known) => *known,
            None => self.jit.declare_func_in_func(id, self.builder.func),
        };
        self.helpers.insert(id, reference);
        let call = self.builder.ins().call(reference, arguments);
        self.builder.inst_results(call).first().copied()
    }
}

/// Whether values of a type are numbers without a sign, which can be extended with zeros.
pub fn is_index(ty: Type) -> bool {
    matches!(ty, Type::U32 | Type::Node | Type::Edge | Type::U64)
}

/// Returns the type of a value in a register.
pub fn register_type(ty: Type) -> types::Type {
    match ty {
        Type::Bool => types::I8,
        Type::I32 | Type::U32 | Type::Node | Type::Edge => types::I32,
        Type::I64 | Type::U64 => types::I64,
        Type::F32 => types::F32,
        Type::F64 => types::F64,
    }
}
