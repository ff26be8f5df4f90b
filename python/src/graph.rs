//! Graphs, and the sessions that keep them on devices.

use std::collections::HashMap;
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use igc::auto::Task;
use igc::{ArrayData, Device, Session};
use pyo3::prelude::*;

use crate::arrays::{Borrowed, Memory, Part};
use crate::cuda::CudaView;
use crate::errors::raise;
use crate::interrupt::interruptible;
use crate::process;
use crate::program::Program;

/// The offsets, targets and weights of a graph.
type Arrays = (Option<Memory>, Option<Memory>, Option<Memory>);

/// A graph, with the sessions that no run uses at the moment.
#[pyclass(module = "igc._igc", frozen, weakref)]
pub struct Graph {
    graph: ManuallyDrop<igc::Graph>,
    /// The number of the CUDA device that has the arrays.
    device: Option<usize>,
    sessions: ManuallyDrop<Arc<Pool>>,
}

/// Sessions by their devices. Each run takes a session out, so that threads do not wait for each other.
#[derive(Default)]
pub struct Pool(Mutex<HashMap<String, Vec<Session>>>);

impl Pool {
    fn sessions(&self) -> MutexGuard<'_, HashMap<String, Vec<Session>>> {
        // A session is added or removed as a whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a session on a device.
    pub fn take(&self, selector: &str, device: &Device, graph: &igc::Graph) -> Session {
        let known = self.sessions().get_mut(selector).and_then(Vec::pop);
        known.unwrap_or_else(|| Session::new(device, graph))
    }

    /// Keeps a session for the next run.
    pub fn keep(&self, selector: String, session: Session) {
        self.sessions().entry(selector).or_default().push(session);
    }
}

impl Graph {
    fn of(graph: igc::Graph) -> Graph {
        let sessions = ManuallyDrop::new(Arc::default());
        Graph { graph: ManuallyDrop::new(graph), device: None, sessions }
    }

    pub fn shared(&self) -> (igc::Graph, Arc<Pool>) {
        (igc::Graph::clone(&self.graph), Arc::clone(&self.sessions))
    }

    fn arrays_of(graph: &Arc<igc::GraphArrays>) -> Arrays {
        let part = |part| Memory::part(graph, part);
        (part(Part::Offsets), part(Part::Targets), part(Part::Weights))
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        // A forked process has no copies of the threads of sessions, and would wait for them.
        if !process::is_forked() {
            // SAFETY: the fields are not used after this.
            unsafe {
                ManuallyDrop::drop(&mut self.sessions);
                ManuallyDrop::drop(&mut self.graph);
            }
        }
    }
}

#[pymethods]
impl Graph {
    /// Makes a graph of compressed sparse rows, which borrows the arrays.
    #[staticmethod]
    #[pyo3(signature = (offsets, targets, weights=None))]
    fn from_csr(
        py: Python<'_>,
        offsets: &Bound<'_, PyAny>,
        targets: &Bound<'_, PyAny>,
        weights: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Graph> {
        process::enter(py)?;
        let offsets = Borrowed::of(offsets)?.offsets()?;
        let targets = Borrowed::of(targets)?.words()?;
        let weights = weights.map(|weights| Borrowed::of(weights)?.weights()).transpose()?;
        let made = py.detach(|| igc::Graph::from_csr(offsets, targets, weights));
        made.map(Graph::of).map_err(|error| raise(py, &error))
    }

    /// Makes a graph of compressed sparse rows on a CUDA device, which borrows the arrays.
    #[staticmethod]
    #[pyo3(signature = (offsets, targets, weights=None))]
    fn from_cuda(
        py: Python<'_>,
        offsets: &CudaView,
        targets: &CudaView,
        weights: Option<&CudaView>,
    ) -> PyResult<Graph> {
        process::enter(py)?;
        let (known, address) = (offsets.device, offsets.address);
        let (offsets, targets) = (offsets.words()?, targets.words()?);
        let weights = weights.map(CudaView::weights).transpose()?;
        let work = move || -> Result<(igc::Graph, usize), igc::Error> {
            let device = known.map_or_else(|| Device::number_of_cuda_memory(address), Ok)?;
            Ok((igc::Graph::on_cuda(device, offsets, targets, weights)?, device))
        };
        // CUDA's current device is that of a thread, and that of the caller stays.
        let made = interruptible(py, &igc::Cancel::default(), work)?;
        let (graph, device) = made.map_err(|error| raise(py, &error))?;
        let mut made = Graph::of(graph);
        made.device = Some(device);
        Ok(made)
    }

    /// Makes a graph of edges, which are copied.
    #[staticmethod]
    #[pyo3(signature = (nodes, sources, targets, weights=None))]
    fn from_edges(
        py: Python<'_>,
        nodes: u32,
        sources: &Bound<'_, PyAny>,
        targets: &Bound<'_, PyAny>,
        weights: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Graph> {
        process::enter(py)?;
        let sources = Borrowed::of(sources)?.copied_words()?;
        let targets = Borrowed::of(targets)?.copied_words()?;
        let weights = weights.map(|weights| Borrowed::of(weights)?.weights()).transpose()?;
        let made = py.detach(move || match weights {
            Some(weights) => igc::Graph::from_weighted_edges(nodes, sources, targets, weights),
            None => igc::Graph::from_edges(nodes, sources.into_iter().zip(targets)),
        });
        made.map(Graph::of).map_err(|error| raise(py, &error))
    }

    /// Loads or generates the graph that a specification names.
    #[staticmethod]
    fn load(py: Python<'_>, spec: String) -> PyResult<Graph> {
        process::enter(py)?;
        let made = interruptible(py, &igc::Cancel::default(), move || igc::Graph::load(&spec))?;
        made.map(Graph::of).map_err(|error| raise(py, &error))
    }

    /// Loads a graph from a file.
    #[staticmethod]
    fn from_file(py: Python<'_>, path: PathBuf) -> PyResult<Graph> {
        process::enter(py)?;
        let made =
            interruptible(py, &igc::Cancel::default(), move || igc::Graph::from_file(&path))?;
        made.map(Graph::of).map_err(|error| raise(py, &error))
    }

    /// The number of the CUDA device that has the arrays of the graph, or `None`.
    #[getter]
    fn device(&self) -> Option<usize> {
        self.device
    }

    /// The specification of the graph, or `memory`.
    #[getter]
    fn name(&self) -> &str {
        self.graph.name()
    }

    /// Number of nodes.
    #[getter]
    fn nodes(&self, py: Python<'_>) -> PyResult<u32> {
        self.graph.nodes().map_err(|error| raise(py, &error))
    }

    /// Number of edges.
    #[getter]
    fn edges(&self, py: Python<'_>) -> PyResult<u64> {
        self.graph.edges().map_err(|error| raise(py, &error))
    }

    /// Returns the ids of the nodes, if the graph keeps those of its file: numbers or texts.
    fn ids(&self, py: Python<'_>) -> PyResult<(Option<Memory>, Option<Vec<String>>)> {
        let ids = py.detach(|| self.graph.ids()).map_err(|error| raise(py, &error))?;
        let Some(ids) = ids else { return Ok((None, None)) };
        Ok(match ids.as_numbers() {
            Some(numbers) => (Some(Memory::output(ArrayData::I64(numbers.to_vec()))), None),
            None => (None, Some(ids.iter().map(|id| id.to_string()).collect())),
        })
    }

    /// Returns a node as the value of a parameter: its id, if the graph keeps the ids of its file.
    fn parameter(&self, py: Python<'_>, node: u32) -> PyResult<String> {
        let ids = py.detach(|| self.graph.ids()).map_err(|error| raise(py, &error))?;
        let id = ids.as_ref().and_then(|ids| ids.get(node));
        Ok(id.map_or_else(|| node.to_string(), |id| id.to_string()))
    }

    /// Returns the name of the problem that is solved on this graph if a user names a problem: the problem for real
    /// weights, if the graph has such weights.
    fn problem(&self, py: Python<'_>, name: &str) -> PyResult<String> {
        let (graph, _) = self.shared();
        let task = py.detach(|| Task::named(name)?.on(&graph));
        let task = task.map_err(|error| raise(py, &error))?;
        Ok(task.problem().map_or(name, |problem| problem.name).to_owned())
    }

    /// Returns the offsets, the targets and the weights, without copies.
    fn arrays(&self, py: Python<'_>) -> PyResult<Arrays> {
        process::enter(py)?;
        let arrays = py.detach(|| self.graph.arrays()).map_err(|error| raise(py, &error))?;
        Ok(Graph::arrays_of(&arrays))
    }

    /// Returns the arrays of the form of the graph that a program requires.
    fn arrays_for(&self, py: Python<'_>, program: &Program) -> PyResult<Arrays> {
        process::enter(py)?;
        let arrays = py.detach(|| self.graph.arrays_for(program.inner()));
        Ok(Graph::arrays_of(&arrays.map_err(|error| raise(py, &error))?))
    }

    /// Frees the memory of devices that hold the graph.
    fn release(&self, py: Python<'_>) -> PyResult<()> {
        process::enter(py)?;
        py.detach(|| self.sessions.sessions().clear());
        Ok(())
    }
}
