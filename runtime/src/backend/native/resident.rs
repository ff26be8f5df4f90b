//! A graph in the memory of the host, and the team of threads that works on it.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use igc_compiler::data::{GraphWords, Inputs, Shape};
use igc_compiler::driver::{Artefact, Executed};
use igc_compiler::ir::uses::graph_reads;
use igc_compiler::ir::{EdgeWidth, GraphArray, Module, Value};
use igc_native::{GraphArrays, Team};

use super::prepared::PreparedProgram;
use crate::Error;
use crate::backend::{Prepared, Resident};
use crate::input::Input;
use crate::memory::Needs;
use crate::run_options::RunOptions;

/// A graph and a team. Programs run one after the other, and share the arrays of the graph.
pub struct NativeGraph {
    team: Mutex<Team>,
    pub input: Input,
    /// The arrays of the graph, for programs with narrow and with wide edges.
    arrays: [Arrays; 2],
}

/// The arrays of a graph, in the order of [`GraphArray::ALL`]. Most of them are derived, which takes
/// time, so they are computed when a program first needs them.
type Arrays = [OnceLock<GraphWords>; GraphArray::ALL.len()];

impl NativeGraph {
    pub fn new(team: Team, input: Input) -> NativeGraph {
        NativeGraph { team: Mutex::new(team), input, arrays: Default::default() }
    }

    /// Returns the team, which works for one program at a time.
    pub fn team(&self) -> MutexGuard<'_, Team> {
        // A team is whole after a panic: it ends every function that it was given.
        self.team.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the arrays of the graph that a program reads. The others are empty, except for the
    /// offsets and targets, which give the graph its size.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn arrays(&self, module: &Module) -> Result<GraphArrays, Error> {
        let mut reads = graph_reads(module);
        reads.extend([GraphArray::OutOffsets, GraphArray::Targets]);
        let array = |array: GraphArray| -> Result<GraphWords, Error> {
            match reads.contains(&array) {
                true => self.kept(array, module.edges),
                false => Ok(GraphWords::default()),
            }
        };
        // The offsets of the incoming edges are computed with their sources or ids.
        let in_sources = array(GraphArray::InSources)?;
        let in_edges = array(GraphArray::InEdges)?;
        Ok(GraphArrays {
            out_offsets: array(GraphArray::OutOffsets)?,
            targets: array(GraphArray::Targets)?,
            sources: array(GraphArray::Sources)?,
            in_offsets: array(GraphArray::InOffsets)?,
            in_edges,
            reverse: array(GraphArray::Reverse)?,
            in_sources,
            in_targets: array(GraphArray::InTargets)?,
        })
    }

    /// Returns an array, which is computed first if no program needed it before. Arrays of nodes
    /// do not depend on the width.
    fn kept(&self, array: GraphArray, width: EdgeWidth) -> Result<GraphWords, Error> {
        let cell = self.cell(array, width);
        if cell.get().is_none() {
            let _ = cell.set(self.input.array(array, width)?);
        }
        Ok(cell.get().cloned().unwrap_or_default())
    }

    fn cell(&self, array: GraphArray, width: EdgeWidth) -> &OnceLock<GraphWords> {
        let is_wide = width.of(array.ty()) != array.ty();
        &self.arrays[usize::from(is_wide)][array as usize]
    }

    /// Checks that the machine has enough memory for a program, whose arrays have these shapes. The
    /// graph itself is in memory already.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Memory`] if it has not.
    pub fn check_memory(&self, module: &Module, shapes: &[Shape]) -> Result<(), Error> {
        let Some(available) = igc_graph::memory::available() else { return Ok(()) };
        let (nodes, edges) = (self.input.graph.nodes(), self.input.graph.edges());
        let width = module.edges;
        let mut needs = Needs::default();
        let is_missing = |array: &GraphArray| {
            !matches!(array, GraphArray::OutOffsets | GraphArray::Targets)
                && self.cell(*array, width).get().is_none()
        };
        for array in graph_reads(module).into_iter().filter(is_missing) {
            needs.add_graph_array(array, (nodes, edges), width);
        }
        needs.add_state(module, shapes);
        needs.check("this machine", available, u64::MAX)
    }
}

impl Resident for Arc<NativeGraph> {
    fn prepare(
        &self,
        artefact: &Artefact,
        params: &[Value],
        inputs: &Inputs,
        options: &RunOptions,
    ) -> Result<Box<dyn Prepared>, Error> {
        Ok(Box::new(PreparedProgram::new(self, artefact, params, inputs, options)?))
    }

    /// The optimisations of the compiler start where this target has already branched off.
    fn identity(&self, artefact: &Artefact, workgroup_size: Option<u32>) -> String {
        artefact.identity(Executed::Parallel, workgroup_size)
    }

    /// A program owns its memory, which is released when the program is dropped.
    fn release_state(&self) {}
}
