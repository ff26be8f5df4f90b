//! The state of a program: its arrays and worklists, and its tasks.

use igc_compiler::data::{ArrayData, GraphWords, Shape, Sizes};
use igc_compiler::ir::{
    ArrayId, ElementWidth, Extent, GraphArray, KernelId, Module, Type, Value, WorklistId,
};
use igc_team::Team;

use crate::codegen::Program;
use crate::error::Error;
use crate::memory::{GUARDED, Memory};
use crate::task::{PUSH_BUFFER, Task};
use crate::thread::ThreadState;
use crate::worklist::{Front, Worklist};

/// The arrays of a graph. Those that the program does not read may be empty. Arrays of edges have
/// the width that edges have in the program.
#[derive(Debug, Clone, Default)]
pub struct GraphArrays<'g> {
    /// The index of the first outgoing edge of each node, and one past the last.
    pub out_offsets: GraphWords<'g>,
    /// The destination of each edge.
    pub targets: GraphWords<'g>,
    /// The source of each edge.
    pub sources: GraphWords<'g>,
    /// The index of the first incoming edge of each node, and one past the last.
    pub in_offsets: GraphWords<'g>,
    /// The ids of the incoming edges, ordered by node.
    pub in_edges: GraphWords<'g>,
    /// The source of each incoming edge, in the order of `in_edges`.
    pub in_sources: GraphWords<'g>,
    /// The destination of each incoming edge, in the order of `in_edges`.
    pub in_targets: GraphWords<'g>,
    /// The reverse of each edge.
    pub reverse: GraphWords<'g>,
}

impl GraphArrays<'_> {
    /// Returns the size of all arrays in bytes.
    pub fn bytes(&self) -> u64 {
        self.lists().map(GraphWords::bytes).sum()
    }

    /// Returns an array.
    pub fn get(&self, array: GraphArray) -> &GraphWords<'_> {
        match array {
            GraphArray::OutOffsets => &self.out_offsets,
            GraphArray::Targets => &self.targets,
            GraphArray::Sources => &self.sources,
            GraphArray::InOffsets => &self.in_offsets,
            GraphArray::InEdges => &self.in_edges,
            GraphArray::InSources => &self.in_sources,
            GraphArray::InTargets => &self.in_targets,
            GraphArray::Reverse => &self.reverse,
        }
    }

    /// Returns all arrays, in the order of [`GraphArray::ALL`].
    fn lists(&self) -> impl Iterator<Item = &GraphWords<'_>> {
        GraphArray::ALL.iter().map(|array| self.get(*array))
    }
}

/// The memory of a program on a graph.
pub struct State<'g> {
    pub(crate) graph: GraphArrays<'g>,
    pub(crate) nodes: u32,
    pub(crate) edges: u64,
    /// The copies of the graph's arrays that kernels read if memory is guarded; otherwise empty.
    guarded_graph: Vec<Memory>,
    arrays: Vec<Memory>,
    /// The shape of each array. Arrays that are swapped have the same shape.
    shapes: Vec<Shape>,
    /// The widths of the elements of each array, likewise.
    widths: Vec<ElementWidth>,
    lengths: Vec<u32>,
    pub(crate) worklists: Vec<Worklist>,
    params: Vec<u64>,
    pub(crate) frame: Vec<u64>,
    pub(crate) threads: Vec<ThreadState>,
}

/// The tables that the tasks of a launch point to.
pub(crate) struct Tables {
    arrays: Vec<*mut u8>,
    graph: Vec<*const u8>,
    fronts: Vec<Front>,
}

impl<'g> State<'g> {
    /// Allocates the arrays and worklists of a program, for a team of `threads` threads.
    ///
    /// `params` has a value for each parameter. A worklist has room for `most` items.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn new(
        program: &Program,
        graph: GraphArrays<'g>,
        params: &[Value],
        most: u32,
        threads: usize,
    ) -> Result<State<'g>, Error> {
        let module = program.module();
        let nodes = graph.out_offsets.len().saturating_sub(1) as u32;
        let edges = graph.targets.len() as u64;
        let sizes = Sizes { nodes, edges, width: module.edges, params };
        let (mut arrays, mut shapes, mut widths) = (vec![], vec![], vec![]);
        for array in &module.arrays {
            let shape = Shape::of(array, sizes)?;
            let length = usize::try_from(shape.elements()).unwrap_or(usize::MAX);
            arrays.push(Memory::array(&array.name, length, array.element_size())?);
            shapes.push(shape);
            widths.push(array.width);
        }
        let kernels = || program.kernels.iter();
        let reductions = kernels().flat_map(|k| &k.parts).filter_map(|p| p.parallel.as_ref());
        let reductions = reductions.map(|l| l.accumulators.len()).max().unwrap_or(0);
        let worklists = module.worklists.iter().map(|w| Worklist::new(w, most));
        let worklists: Vec<Worklist> = worklists.collect::<Result<_, _>>()?;
        let threads = (0..threads).map(|_| ThreadState::new(&worklists, reductions));
        Ok(State {
            guarded_graph: guarded(&graph)?,
            graph,
            nodes,
            edges,
            arrays,
            lengths: shapes.iter().map(|shape| shape.length).collect(),
            shapes,
            widths,
            params: params.iter().map(|value| value.to_bits()).collect(),
            frame: vec![0; kernels().map(|kernel| kernel.frame).max().unwrap_or(0)],
            threads: threads.collect::<Result<_, _>>()?,
            worklists,
        })
    }

    /// Replaces the graph by another one, which is at most as large as the first. Arrays of nodes
    /// and edges keep their memory and use its start.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn replace_graph(&mut self, module: &Module, graph: GraphArrays<'g>) -> Result<(), Error> {
        self.nodes = graph.out_offsets.len().saturating_sub(1) as u32;
        self.edges = graph.targets.len() as u64;
        self.guarded_graph = guarded(&graph)?;
        self.graph = graph;
        for (shape, array) in self.shapes.iter_mut().zip(&module.arrays) {
            match array.extent {
                Extent::Nodes => shape.rows = self.nodes.into(),
                Extent::Edges => shape.rows = self.edges,
                Extent::One | Extent::Original => {}
            }
        }
        Ok(())
    }

    /// Returns the size of an array in bytes.
    pub fn array_bytes(&self, array: ArrayId) -> u64 {
        self.arrays[array.index()].length() as u64
    }

    /// Returns the size of the memory of worklists into which items were written, in bytes.
    pub fn worklist_bytes(&self) -> u64 {
        self.worklists.iter().map(Worklist::bytes).sum()
    }

    /// Returns the size of the memory of all threads in bytes.
    pub fn thread_bytes(&self) -> u64 {
        self.threads.iter().map(ThreadState::bytes).sum()
    }

    /// Returns the arrays of the graph.
    pub fn graph(&self) -> &GraphArrays<'g> {
        &self.graph
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Returns the number of edges.
    pub fn edges(&self) -> u64 {
        self.edges
    }

    /// Sets every element of an array. Each thread of the team writes a share, so that the memory
    /// is near the thread that will use it.
    pub fn fill(&mut self, team: &mut Team, array: ArrayId, value: Value) {
        let memory = &self.arrays[array.index()];
        let bits = value.to_bits();
        match self.element_size(array, value.ty()) {
            1 => fill_shares(team, memory, bits as u8),
            2 => fill_shares(team, memory, bits as u16),
            4 => fill_shares(team, memory, bits as u32),
            _ => fill_shares(team, memory, bits),
        }
    }

    /// Returns the size of an element of an array in memory, in bytes.
    fn element_size(&self, array: ArrayId, ty: Type) -> usize {
        self.widths[array.index()].size(ty)
    }

    /// Copies values to an array, which is not narrow. Values past its end are ignored.
    pub fn write(&mut self, array: ArrayId, values: &ArrayData) {
        let memory = &mut self.arrays[array.index()];
        match values {
            ArrayData::Bool(values) => {
                let words: Vec<u32> = values.iter().map(|value| u32::from(*value)).collect();
                copy(memory, &words);
            }
            ArrayData::U32(values) | ArrayData::Node(values) | ArrayData::Edge(values) => {
                copy(memory, values);
            }
            ArrayData::I32(values) => copy(memory, values),
            ArrayData::I64(values) => copy(memory, values),
            ArrayData::U64(values) => copy(memory, values),
            ArrayData::F32(values) => copy(memory, values),
            ArrayData::F64(values) => copy(memory, values),
        }
    }

    /// Returns the shape of an array.
    pub fn shape(&self, array: ArrayId) -> Shape {
        self.shapes[array.index()]
    }

    /// Returns an element of a row. An index past the end yields zero.
    pub fn load(&self, module: &Module, array: ArrayId, row: u64, element: u32) -> Value {
        let ty = module.arrays[array.index()].ty;
        match self.shape(array).position(row, element) {
            Some(index) => {
                let size = self.element_size(array, ty);
                Value::from_bits(ty, self.load_bits(array, index, size))
            }
            None => Value::zero(ty),
        }
    }

    /// Writes an element of a row. An index past the end has no effect.
    pub fn store(&mut self, array: ArrayId, row: u64, element: u32, value: Value) {
        if let Some(index) = self.shape(array).position(row, element) {
            let size = self.element_size(array, value.ty());
            self.store_bits(array, index, size, value.to_bits());
        }
    }

    fn load_bits(&self, array: ArrayId, index: usize, size: usize) -> u64 {
        let memory = &self.arrays[array.index()];
        if index >= memory.length() / size {
            return 0;
        }
        // SAFETY: the element is inside the memory and aligned.
        unsafe {
            match size {
                1 => memory.pointer().add(index).read().into(),
                2 => memory.pointer().cast::<u16>().add(index).read().into(),
                4 => memory.pointer().cast::<u32>().add(index).read().into(),
                _ => memory.pointer().cast::<u64>().add(index).read(),
            }
        }
    }

    fn store_bits(&mut self, array: ArrayId, index: usize, size: usize, bits: u64) {
        let memory = &self.arrays[array.index()];
        if index >= memory.length() / size {
            return;
        }
        // SAFETY: the element is inside the memory and aligned, and no thread runs.
        unsafe {
            match size {
                1 => memory.pointer().add(index).write(bits as u8),
                2 => memory.pointer().cast::<u16>().add(index).write(bits as u16),
                4 => memory.pointer().cast::<u32>().add(index).write(bits as u32),
                _ => memory.pointer().cast::<u64>().add(index).write(bits),
            }
        }
    }

    /// Copies the content of an array whose elements have the type `ty`.
    pub fn content(&self, array: ArrayId, ty: Type) -> ArrayData {
        if !self.widths[array.index()].is_full() {
            return self.narrow_content(array, ty);
        }
        let memory = &self.arrays[array.index()];
        let used = self.shape(array).elements() as usize;
        let words = || {
            let count = used.min(memory.length() / 4);
            // SAFETY: the memory is initialised and aligned, and no thread runs.
            unsafe { std::slice::from_raw_parts(memory.pointer().cast::<u32>(), count) }
        };
        let wide = || {
            let count = used.min(memory.length() / 8);
            // SAFETY: likewise; arrays of 64-bit elements are aligned to 8 bytes.
            unsafe { std::slice::from_raw_parts(memory.pointer().cast::<u64>(), count) }
        };
        match ty {
            Type::Bool => ArrayData::Bool(words().iter().map(|word| *word != 0).collect()),
            Type::I32 => ArrayData::I32(words().iter().map(|word| *word as i32).collect()),
            Type::U32 => ArrayData::U32(words().to_vec()),
            Type::Node => ArrayData::Node(words().to_vec()),
            Type::Edge => ArrayData::Edge(words().to_vec()),
            Type::F32 => ArrayData::F32(words().iter().map(|word| f32::from_bits(*word)).collect()),
            Type::I64 => ArrayData::I64(wide().iter().map(|word| *word as i64).collect()),
            Type::U64 => ArrayData::U64(wide().to_vec()),
            Type::F64 => ArrayData::F64(wide().iter().map(|word| f64::from_bits(*word)).collect()),
        }
    }

    /// Copies the content of an array of narrow elements.
    fn narrow_content(&self, array: ArrayId, ty: Type) -> ArrayData {
        let (count, size) = (self.shape(array).elements() as usize, self.element_size(array, ty));
        let mut content = ArrayData::fill(Value::zero(ty), count);
        for index in 0..count {
            let bits = self.load_bits(array, index, size);
            content.set(index, Value::from_bits(ty, bits));
        }
        content
    }

    /// Exchanges the contents of two arrays of the same type and extent.
    pub fn swap(&mut self, a: ArrayId, b: ArrayId) {
        self.arrays.swap(a.index(), b.index());
    }

    /// Exchanges the contents of two worklists.
    pub fn swap_worklists(&mut self, a: WorklistId, b: WorklistId) {
        self.worklists.swap(a.index(), b.index());
    }

    /// Empties a worklist.
    pub fn clear(&mut self, worklist: WorklistId) {
        self.worklists[worklist.index()].clear();
    }

    /// Makes the items that wait the front buffer of a worklist.
    pub fn take(&mut self, worklist: WorklistId) {
        self.worklists[worklist.index()].swap_buffers();
    }

    /// Returns the number of items that wait for the next kernel that reads a worklist.
    pub fn waiting(&self, worklist: WorklistId) -> u32 {
        self.worklists[worklist.index()].waiting()
    }

    /// Returns the words of the items that wait for the next kernel that reads a worklist.
    pub fn waiting_items(&mut self, worklist: WorklistId) -> &[u32] {
        self.worklists[worklist.index()].waiting_items()
    }

    /// Empties a worklist, and adds every node.
    ///
    /// # Errors
    ///
    /// Returns an error if the worklist has no room for the nodes.
    pub fn seed_nodes(&mut self, module: &Module, worklist: WorklistId) -> Result<(), Error> {
        self.clear(worklist);
        let mut chunk = [0; PUSH_BUFFER];
        let mut next = 0;
        while next < self.nodes {
            let count = (self.nodes - next).min(PUSH_BUFFER as u32);
            for (item, node) in chunk.iter_mut().zip(next..next + count) {
                *item = node;
            }
            self.worklists[worklist.index()].append(&chunk[..count as usize]);
            next += count;
        }
        self.check_room(module)
    }

    /// Empties a worklist, and adds items, given as words.
    ///
    /// # Errors
    ///
    /// Returns an error if an item is to be a node, but is not one of the graph, or if the worklist
    /// has no room.
    pub fn seed(
        &mut self,
        module: &Module,
        worklist: WorklistId,
        items: &[u32],
    ) -> Result<(), Error> {
        self.clear(worklist);
        let (target, declared) =
            (&self.worklists[worklist.index()], &module.worklists[worklist.index()]);
        if items.len() / target.words() > target.most() as usize {
            target.append(items);
            return self.check_room(module);
        }
        if declared.ty.is_node()
            && let Some(&node) = items.iter().find(|item| **item >= self.nodes)
        {
            let worklist = declared.name.clone();
            return Err(Error::SeedNode { worklist, node, nodes: self.nodes });
        }
        self.worklists[worklist.index()].append(items);
        Ok(())
    }

    /// Returns an error if a push found no room.
    pub(crate) fn check_room(&self, module: &Module) -> Result<(), Error> {
        let mut worklists = self.worklists.iter().zip(&module.worklists);
        match worklists.find(|(worklist, _)| worklist.is_overfull()) {
            None => Ok(()),
            Some((worklist, declared)) => {
                Err(Error::WorklistFull { worklist: declared.name.clone(), most: worklist.most() })
            }
        }
    }

    /// Returns the tables for a launch. They are valid until the state changes.
    pub(crate) fn tables(&self) -> Tables {
        Tables {
            arrays: self.arrays.iter().map(Memory::pointer).collect(),
            graph: match &self.guarded_graph[..] {
                [] => self.graph.lists().map(pointer).collect(),
                copies => copies.iter().map(|copy| copy.pointer().cast_const()).collect(),
            },
            fronts: self.worklists.iter().map(Worklist::front).collect(),
        }
    }

    /// Returns the task of each thread for a launch.
    pub(crate) fn tasks(&mut self, tables: &Tables) -> Vec<Task> {
        let worklists = &self.worklists;
        let (frame, params) = (self.frame.as_mut_ptr(), self.params.as_ptr());
        let lengths = self.lengths.as_ptr();
        let (node_count, edge_count) = (self.nodes, self.edges);
        let task = |thread: &mut ThreadState| Task {
            arrays: tables.arrays.as_ptr(),
            graph: tables.graph.as_ptr(),
            lengths,
            params,
            fronts: tables.fronts.as_ptr(),
            pushes: thread.push_buffers(worklists),
            frame,
            reductions: thread.reductions.as_mut_ptr(),
            node_count,
            // The lower half if the number does not fit: then the module has wide edges.
            edge_count: edge_count as u32,
            wide_edge_count: edge_count,
        };
        self.threads.iter_mut().map(task).collect()
    }

    /// Makes the back buffers of the worklists that a kernel reads its front buffers. This precedes
    /// a launch, unless the kernel reads the items of the previous kernel again.
    pub fn swap_read_buffers(&mut self, program: &Program, kernel: KernelId) {
        for worklist in &program.kernels[kernel.index()].reads {
            self.worklists[worklist.index()].swap_buffers();
        }
    }
}

/// Returns copies of the arrays of a graph if memory is guarded.
fn guarded(graph: &GraphArrays<'_>) -> Result<Vec<Memory>, Error> {
    let lists = graph.lists().filter(|_| GUARDED);
    let copy = |list: &GraphWords<'_>| match list {
        GraphWords::Narrow(values) => Memory::copy("graph", values),
        GraphWords::Wide(values) => Memory::copy("graph", values),
    };
    lists.map(copy).collect()
}

/// Returns the address of the values of an array.
fn pointer(list: &GraphWords<'_>) -> *const u8 {
    match list {
        GraphWords::Narrow(values) => values.as_ptr().cast(),
        GraphWords::Wide(values) => values.as_ptr().cast(),
    }
}

/// Copies values to the start of memory, as far as they fit.
fn copy<T: Copy>(memory: &mut Memory, values: &[T]) {
    let count = values.len().min(memory.length() / size_of::<T>());
    // SAFETY: the memory has room for the values, is aligned, and no thread runs.
    unsafe {
        std::ptr::copy_nonoverlapping(values.as_ptr(), memory.pointer().cast::<T>(), count);
    }
}

/// Fills memory with copies of an element, of which each thread writes a share.
fn fill_shares<T: Copy + Send + Sync>(team: &mut Team, memory: &Memory, element: T) {
    struct Start<T>(*mut T);
    // SAFETY: threads write to disjoint shares.
    unsafe impl<T> Sync for Start<T> {}
    let start = Start(memory.pointer().cast::<T>());
    let length = memory.length() / size_of::<T>();
    // A page is the smallest share that is worth another thread.
    let threads = team.threads().min(length * size_of::<T>() / 4096).max(1);
    let fill = |number: usize| {
        let start = &start;
        let (from, to) = (length * number / threads, length * (number + 1) / threads);
        // SAFETY: the range is inside the memory.
        unsafe { std::slice::from_raw_parts_mut(start.0.add(from), to - from).fill(element) };
    };
    if threads == 1 {
        return fill(0);
    }
    team.run(&|number| {
        if number < threads {
            fill(number);
        }
    });
}
