//! The state of a program: its arrays and worklists, and its tasks.

mod arrays;
mod graph;
mod worklists;

use std::cell::OnceCell;

use igc_compiler::data::{Shape, Sizes};
use igc_compiler::ir::{ElementWidth, Extent, Module, Value};

use self::graph::{guarded, pointer};
use crate::codegen::{Program, Visits};
use crate::error::Error;
use crate::memory::{Memory, address_space};
use crate::split::{Rows, largest_row};
use crate::task::Task;
use crate::thread_state::ThreadState;
use crate::worklist::{Front, Worklist};

pub use self::graph::GraphArrays;

/// The memory of a program on a graph.
pub struct State {
    pub(crate) graph: GraphArrays,
    pub(crate) nodes: u32,
    pub(crate) edges: u64,
    /// The largest numbers of outgoing and of incoming edges of a node, after they were first needed.
    largest_rows: [OnceCell<u64>; 2],
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
    pub fronts: Vec<Front>,
}

impl State {
    /// Allocates the arrays and worklists of a program, for a team of `threads` threads.
    ///
    /// `params` has a value for each parameter. A worklist has room for `most` items.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn new(
        program: &Program,
        graph: GraphArrays,
        params: &[Value],
        most: u32,
        threads: usize,
    ) -> Result<State, Error> {
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
        // Half of the address space is left for everything else.
        let buffers = 2 * module.worklists.len().max(1) as u64;
        let bytes = address_space().map_or(u64::MAX, |free| free / 2 / buffers);
        let worklists = module.worklists.iter().map(|w| Worklist::new(w, most, bytes));
        let worklists: Vec<Worklist> = worklists.collect::<Result<_, _>>()?;
        let array_bytes = kernels().map(|kernel| kernel.array_bytes).max().unwrap_or(0);
        let threads = (0..threads).map(|_| ThreadState::new(&worklists, reductions, array_bytes));
        Ok(State {
            guarded_graph: guarded(&graph)?,
            graph,
            nodes,
            edges,
            largest_rows: Default::default(),
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
    pub fn replace_graph(&mut self, module: &Module, graph: GraphArrays) -> Result<(), Error> {
        self.nodes = graph.out_offsets.len().saturating_sub(1) as u32;
        self.edges = graph.targets.len() as u64;
        self.guarded_graph = guarded(&graph)?;
        self.graph = graph;
        self.largest_rows = Default::default();
        for (shape, array) in self.shapes.iter_mut().zip(&module.arrays) {
            match array.extent {
                Extent::Nodes => shape.rows = self.nodes.into(),
                Extent::Edges => shape.rows = self.edges,
                Extent::One | Extent::Original => {}
            }
        }
        Ok(())
    }

    /// Gives the parameters other values, of which no shape of an array depends.
    pub fn set_params(&mut self, params: &[Value]) {
        self.params.clear();
        self.params.extend(params.iter().map(|value| value.to_bits()));
    }

    /// Returns the size of the memory of all threads in bytes.
    pub fn thread_bytes(&self) -> u64 {
        self.threads.iter().map(ThreadState::bytes).sum()
    }

    /// Returns the arrays of the graph.
    pub fn graph(&self) -> &GraphArrays {
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

    /// Returns the numbers of edges that an iteration of a loop can visit, if it visits those of one node.
    pub(crate) fn rows(&self, visits: Visits) -> Rows {
        let (known, offsets) = match visits {
            Visits::Constant => return Rows::new(self.nodes, 0, 0),
            Visits::OutEdges => (&self.largest_rows[0], &self.graph.out_offsets),
            Visits::InEdges => (&self.largest_rows[1], &self.graph.in_offsets),
        };
        Rows::new(self.nodes, self.edges, *known.get_or_init(|| largest_row(offsets)))
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
            local_arrays: thread.local_arrays(),
            spare: thread.spare(),
            node_count,
            // The lower half if the number does not fit: then the module has wide edges.
            edge_count: edge_count as u32,
            wide_edge_count: edge_count,
        };
        self.threads.iter_mut().map(task).collect()
    }
}
