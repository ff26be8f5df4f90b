//! The native target as a target of the [main machine](crate::main_machine): kernels run on a team of
//! threads, and a launch returns when all threads have ended.

use std::sync::Arc;

use igc_compiler::data::{ArrayData, Content, GraphWords, Quotient, weights};
use igc_compiler::ir::uses::graph_reads;
use igc_compiler::ir::{
    ArrayId, Contraction, GraphArray, KernelId, LocalId, Module, OutlinedId, Value, WorklistId,
};
use igc_native::{GraphArrays, Program, State};

use super::resident::NativeGraph;
use crate::Error;
use crate::main_machine::{Change, Items, Memory, Progress, Target, edges_of};
use crate::quotient_graph::QuotientGraph;
use crate::run_options::RunOptions;

/// A program and its state.
pub struct Machine {
    program: Arc<Program>,
    pub state: State,
    graph: Arc<NativeGraph>,
    pub options: RunOptions,
    /// Whether the state has the arrays of a quotient graph.
    pub is_contracted: bool,
    /// The size of the largest quotient graph so far, in bytes.
    pub largest_quotient: u64,
}

impl Machine {
    pub fn new(
        program: Arc<Program>,
        state: State,
        graph: Arc<NativeGraph>,
        options: RunOptions,
    ) -> Machine {
        Machine { program, state, graph, options, is_contracted: false, largest_quotient: 0 }
    }

    /// Returns the numbers of nodes and edges of the input graph.
    pub fn input_size(&self) -> (u32, u64) {
        let graph = &self.graph.input.graph;
        (graph.nodes(), graph.edges())
    }

    /// Returns the worklists that a kernel reads.
    pub fn reads(&self, kernel: KernelId) -> &[WorklistId] {
        self.program.reads(kernel)
    }

    /// Returns the size of an element of an array, in bytes.
    pub fn element_size(&self, array: ArrayId) -> usize {
        self.program.module().arrays[array.index()].element_size()
    }

    /// Sets every element of an array.
    pub fn fill(&mut self, array: ArrayId, value: Value) {
        self.state.fill(&mut self.graph.team(), array, value);
    }

    /// Gives an array the weights of the graph, which fit its type. Converts a few at a time, so that they take no
    /// memory besides the array.
    ///
    /// # Errors
    ///
    /// Returns an error if a weight does not fit the type of the array.
    pub fn write_weights(&mut self, id: ArrayId) -> Result<(), Error> {
        /// Number of weights that are converted at a time.
        const CHUNK: usize = 1 << 13;
        let array = &self.program.module().arrays[id.index()];
        let input = &self.graph.input;
        let (all, single) = (input.weights(), input.single_weights());
        let edges = input.graph.targets.len();
        for first in (0..edges).step_by(CHUNK) {
            let part = first..(first + CHUNK).min(edges);
            let single = single.map(|single| &single[part.clone()]);
            let values = weights(array, all.map(|all| all.part(part)), single)?;
            self.state.write_from(id, first, &values);
        }
        Ok(())
    }

    /// Empties all worklists.
    pub fn clear_worklists(&mut self) {
        for id in (0u32..).map(WorklistId).take(self.program.module().worklists.len()) {
            self.state.clear(id);
        }
    }

    /// Copies an array.
    fn content(&self, id: ArrayId) -> ArrayData {
        self.state.content(id, self.program.module().arrays[id.index()].ty)
    }
}

impl Memory for Machine {
    type Stop = Error;

    fn nodes(&self) -> u32 {
        self.state.nodes()
    }

    fn edges(&self) -> u64 {
        self.state.edges()
    }

    fn graph(&self, array: GraphArray, index: u64) -> Result<Option<u64>, Error> {
        Ok(self.state.graph().get(array).get(index as usize))
    }

    fn row_length(&self, array: ArrayId) -> u32 {
        self.state.shape(array).length
    }

    fn load(&self, array: ArrayId, row: u64, element: u32) -> Result<Value, Error> {
        Ok(self.state.load(self.program.module(), array, row, element))
    }

    fn waiting(&self, worklist: WorklistId) -> Result<u32, Error> {
        Ok(self.state.waiting(worklist))
    }
}

impl Target for Machine {
    fn launch(&mut self, kernel: KernelId, values: &[Value], again: bool) -> Result<(), Error> {
        self.options.watch.finished();
        self.options.watch.launched(&self.program.module().kernels[kernel.index()].name);
        if !again {
            self.state.swap_read_buffers(&self.program, kernel);
        }
        Ok(self.state.launch(&self.program, &mut self.graph.team(), kernel, values, again)?)
    }

    fn outlined(&mut self, _: OutlinedId, _: &[LocalId], _: &mut Progress) -> Result<(), Error> {
        Err(Error::Internal("the native target has no outlined loops".into()))
    }

    fn apply(&mut self, change: Change) -> Result<(), Error> {
        match change {
            Change::Store { array, row, element, value } => {
                self.state.store(array, row, element, value);
            }
            Change::Fill(array, value) => self.fill(array, value),
            Change::Swap(a, b) => self.state.swap(a, b),
            Change::SwapWorklists(a, b) => self.state.swap_worklists(a, b),
            Change::Clear(worklist) => self.state.clear(worklist),
            Change::Take(worklist) => self.state.take(worklist),
        }
        Ok(())
    }

    fn seed(&mut self, worklist: WorklistId, items: Items<'_>) -> Result<(), Error> {
        let module = self.program.module();
        match items {
            Items::Nodes => self.state.seed_nodes(module, worklist)?,
            Items::Words(words) => self.state.seed(module, worklist, words)?,
        }
        Ok(())
    }

    fn contract(&mut self, contraction: &Contraction) -> Result<(), Error> {
        let labels = self.content(contraction.label);
        let graph = self.state.graph();
        let (offsets, targets) = (graph.out_offsets.narrow(), graph.targets.narrow());
        let quotient = Quotient::new(&offsets, &targets, &labels);
        let module = self.program.module();
        let mut contents = vec![];
        for (id, array) in (0u32..).map(ArrayId).zip(&module.arrays) {
            let read = || Ok::<_, Error>(self.content(id));
            contents.push((id, quotient.content(contraction, (id, array), read)?));
        }
        let arrays = quotient_arrays(module, QuotientGraph::new(quotient))?;
        self.state.replace_graph(module, arrays)?;
        for (id, content) in contents {
            match content {
                Content::Kept => {}
                Content::Fill(value) => self.fill(id, value),
                Content::Values(values) => self.state.write(id, &values),
            }
        }
        self.clear_worklists();
        self.is_contracted = true;
        self.largest_quotient = self.largest_quotient.max(self.state.graph().bytes());
        Ok(())
    }

    fn is_contracted(&self) -> bool {
        self.is_contracted
    }

    fn edges_of_waiting(&mut self, worklist: WorklistId, _: u32) -> Result<u64, Error> {
        let items = self.state.waiting_items(worklist).to_vec();
        Ok(edges_of(&items, |node| self.state.graph().out_offsets.get(node)))
    }
}

/// Returns the arrays of a quotient graph that a program reads, and its offsets and targets.
fn quotient_arrays(module: &Module, quotient: QuotientGraph) -> Result<GraphArrays, Error> {
    let mut reads = graph_reads(module);
    reads.extend([GraphArray::OutOffsets, GraphArray::Targets]);
    let array = |array: GraphArray| -> Result<GraphWords, Error> {
        Ok(match reads.contains(&array) {
            true => quotient.array(array, module.edges)?,
            false => GraphWords::default(),
        })
    };
    Ok(GraphArrays {
        sources: array(GraphArray::Sources)?,
        in_offsets: array(GraphArray::InOffsets)?,
        in_edges: array(GraphArray::InEdges)?,
        reverse: array(GraphArray::Reverse)?,
        in_sources: array(GraphArray::InSources)?,
        in_targets: array(GraphArray::InTargets)?,
        out_offsets: array(GraphArray::OutOffsets)?,
        targets: array(GraphArray::Targets)?,
    })
}
