//! Graphs from memory, files and generators.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use igc_compiler::data::Rounding;
use igc_compiler::ir::Module;
use igc_graph::{
    EdgeChunk, GraphFacts, Ids, Offsets, Values, WeightFacts, Weights, assemble, spec_text,
};
#[cfg(feature = "cuda")]
use igc_runtime::backend::cuda::{CudaArray, CudaWeights, graph_on_device};
use igc_runtime::input::{self, Input};

use crate::error::{Error, guarded};
use crate::program::Program;

/// A directed graph. A clone shares the memory. An undirected edge is two edges, one per direction.
///
/// A program may require another form of the graph, such as `undirected` or `sorted`. Each form is made
/// once, and kept as long as the graph.
#[derive(Clone)]
pub struct Graph(Arc<Shared>);

struct Shared {
    name: String,
    forms: Mutex<HashMap<Form, Input>>,
    /// Facts about the graph as the user gave it.
    facts: OnceLock<GraphFacts>,
    /// Facts about the weights, if the graph has weights.
    weights: OnceLock<Option<WeightFacts>>,
}

/// What programs require of a graph.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Form {
    requirements: Vec<String>,
    /// The types to which the weights of a text are rounded.
    rounding: Rounding,
}

impl Form {
    /// Returns what a program requires.
    pub fn of(module: &Module) -> Form {
        let requirements = module.requirement_names();
        Form { requirements, rounding: Rounding::for_program(module) }
    }
}

impl Graph {
    /// Makes a graph of compressed sparse rows. The edges that leave node `u` are
    /// `offsets[u]..offsets[u + 1]`, and edge `e` points to `targets[e]`. The arrays are not copied:
    /// vectors move, and [`Values::shared`] uses memory of somebody else.
    ///
    /// # Errors
    ///
    /// Returns an error if the arrays are not a graph, or if there are too many nodes.
    pub fn from_csr(
        offsets: impl Into<Offsets>,
        targets: impl Into<Values<u32>>,
        weights: Option<Weights>,
    ) -> Result<Graph, Error> {
        let (offsets, targets) = (offsets.into(), targets.into());
        let graph = igc_graph::Graph { offsets, targets, weights, ids: None };
        guarded(|| Ok(Graph::of(Input::of("memory", graph)?)))
    }

    /// Makes a graph of compressed sparse rows whose arrays are on the CUDA device with this number. Offsets and targets
    /// have 32 bits. Nothing is copied: a [`Session`](crate::Session) on this device reads the arrays where they are, and
    /// the host copies them only if it needs them, for example to check a result, for a program that requires another form
    /// of the graph, or for another device. Waits until the device has ended all earlier work, on any stream.
    ///
    /// The arrays must not change as long as the graph exists.
    ///
    /// # Errors
    ///
    /// Returns an error if the device does not exist, if the memory is not on the device, if the arrays are not a graph, or if
    /// a weight is not a finite number.
    #[cfg(feature = "cuda")]
    pub fn on_cuda(
        device: usize,
        offsets: CudaArray,
        targets: CudaArray,
        weights: Option<CudaWeights>,
    ) -> Result<Graph, Error> {
        guarded(|| {
            let (input, facts) = graph_on_device(device, offsets, targets, weights)?;
            let graph = Graph::of(input);
            // The host would copy the weights to find the facts.
            graph.0.weights.get_or_init(|| facts);
            Ok(graph)
        })
    }

    /// Makes a graph of `nodes` nodes from edges, which keep their order within each row.
    ///
    /// # Errors
    ///
    /// Returns an error if an edge has an end that is not a node, or if there is not enough memory.
    pub fn from_edges(
        nodes: u32,
        edges: impl IntoIterator<Item = (u32, u32)>,
    ) -> Result<Graph, Error> {
        let (sources, targets) = edges.into_iter().unzip();
        Graph::from_chunk(nodes, EdgeChunk { sources, targets, weights: None })
    }

    /// Makes a graph of `nodes` nodes from edges with weights, as [`from_edges`](Graph::from_edges) does.
    /// Edge `i` leads from `sources[i]` to `targets[i]`.
    ///
    /// # Errors
    ///
    /// Returns an error as [`from_edges`](Graph::from_edges) does, or if the lists differ in length.
    pub fn from_weighted_edges(
        nodes: u32,
        sources: Vec<u32>,
        targets: Vec<u32>,
        weights: Weights,
    ) -> Result<Graph, Error> {
        Graph::from_chunk(nodes, EdgeChunk { sources, targets, weights: Some(weights) })
    }

    fn from_chunk(nodes: u32, chunk: EdgeChunk) -> Result<Graph, Error> {
        guarded(|| {
            let graph = assemble(nodes, vec![chunk])?;
            Ok(Graph::of(Input::of("memory", graph)?))
        })
    }

    /// Loads a graph from a file, in any format that igc reads.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or if it is not a graph.
    pub fn from_file(path: &Path) -> Result<Graph, Error> {
        Graph::load(&spec_text(path.as_os_str()))
    }

    /// Generates a graph, for example `rmat:20` or `grid:100x200`.
    ///
    /// # Errors
    ///
    /// Returns an error if the generator or a key does not exist, or if there is not enough memory.
    pub fn generate(spec: &str) -> Result<Graph, Error> {
        Graph::load(spec)
    }

    /// Loads or generates the graph that a specification names: a file or a generator, with keys, such
    /// as `roads.mtx,symmetric` or `uniform:20,weights=1..100`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file or the generator does not exist, or if the graph is malformed.
    pub fn load(spec: &str) -> Result<Graph, Error> {
        guarded(|| Ok(Graph::of(Input::load(spec)?)))
    }

    /// Returns the graph that a specification names, which is loaded when a program first needs it: while
    /// the device is opened and the kernels are built.
    ///
    /// # Errors
    ///
    /// Returns an error if the file or the generator does not exist. The first run returns errors in the
    /// content of a file.
    pub fn lazy(spec: &str) -> Result<Graph, Error> {
        guarded(|| {
            input::check(spec)?;
            Ok(Graph::shared(spec.to_owned(), HashMap::new()))
        })
    }

    fn of(input: Input) -> Graph {
        let (name, form) = (input.name.clone(), Form::default());
        let forms = HashMap::from([(form, input)]);
        Graph::shared(name, forms)
    }

    fn shared(name: String, forms: HashMap<Form, Input>) -> Graph {
        let (facts, weights) = (OnceLock::new(), OnceLock::new());
        Graph(Arc::new(Shared { name, forms: Mutex::new(forms), facts, weights }))
    }

    /// Returns the specification of the graph, or `memory`.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the number of nodes. Loads the graph first if it is [lazy](Graph::lazy).
    ///
    /// # Errors
    ///
    /// Returns an error if the graph cannot be loaded.
    pub fn nodes(&self) -> Result<u32, Error> {
        Ok(self.whole()?.graph.nodes())
    }

    /// Returns the number of edges. Loads the graph first if it is [lazy](Graph::lazy).
    ///
    /// # Errors
    ///
    /// Returns an error if the graph cannot be loaded.
    pub fn edges(&self) -> Result<u64, Error> {
        Ok(self.whole()?.graph.edges())
    }

    /// Returns the id of each node, if the graph keeps the ids of its file: those of a table whose columns
    /// the specification names, or the numbers before the key `compact` changed them. Loads the graph
    /// first if it is [lazy](Graph::lazy).
    ///
    /// # Errors
    ///
    /// Returns an error if the graph cannot be loaded.
    pub fn ids(&self) -> Result<Option<Arc<Ids>>, Error> {
        Ok(self.whole()?.graph.ids.clone())
    }

    /// Returns the number of the node with an id, or `None` if no node has this id. Without ids, the id of
    /// a node is its number. Loads the graph first if it is [lazy](Graph::lazy).
    ///
    /// # Errors
    ///
    /// Returns an error if the graph cannot be loaded.
    pub fn node(&self, id: &str) -> Result<Option<u32>, Error> {
        let graph = self.whole()?.graph;
        Ok(match &graph.ids {
            Some(ids) => ids.node(id),
            None => id.parse().ok().filter(|number| *number < graph.nodes()),
        })
    }

    /// Returns facts about the graph, by which plans are chosen. Loads the graph first if it is [lazy](Graph::lazy).
    ///
    /// # Errors
    ///
    /// Returns an error if the graph cannot be loaded.
    pub fn facts(&self) -> Result<GraphFacts, Error> {
        if let Some(facts) = self.0.facts.get() {
            return Ok(*facts);
        }
        let input = self.whole()?;
        Ok(*self.0.facts.get_or_init(|| input.facts()))
    }

    /// Returns facts about the weights, or `None` without weights. They are found once.
    pub(crate) fn weight_facts(&self) -> Result<Option<&WeightFacts>, Error> {
        if self.0.weights.get().is_none() {
            let input = self.whole()?;
            self.0.weights.get_or_init(|| input.graph.weights.as_ref().map(Weights::facts));
        }
        Ok(self.0.weights.get().and_then(Option::as_ref))
    }

    /// Calls a function with the arrays of the graph. Loads the graph first if it is
    /// [lazy](Graph::lazy).
    ///
    /// # Errors
    ///
    /// Returns an error if the graph cannot be loaded.
    pub fn with_arrays<T>(&self, read: impl FnOnce(&igc_graph::Graph) -> T) -> Result<T, Error> {
        Ok(read(&self.whole()?.graph))
    }

    /// Returns the arrays of the graph as the user gave it. Loads the graph first if it is [lazy](Graph::lazy).
    ///
    /// # Errors
    ///
    /// Returns an error if the graph cannot be loaded.
    pub fn arrays(&self) -> Result<Arc<igc_graph::Graph>, Error> {
        Ok(self.whole()?.graph)
    }

    /// Returns the arrays of the graph in the form that a program requires, on which its outputs depend.
    ///
    /// # Errors
    ///
    /// Returns an error if the graph cannot be loaded.
    pub fn arrays_for(&self, program: &Program) -> Result<Arc<igc_graph::Graph>, Error> {
        Ok(self.form(&Form::of(&program.artefact().module))?.graph)
    }

    /// Returns the number of nodes and edges of some form of the graph, if one is loaded.
    pub fn size_if_loaded(&self) -> Option<(u32, u64)> {
        let forms = self.0.forms.try_lock().ok()?;
        let input = forms.values().next()?;
        Some((input.graph.nodes(), input.graph.edges()))
    }

    /// Returns the graph as the user gave it.
    fn whole(&self) -> Result<Input, Error> {
        self.form(&Form::default())
    }

    /// Returns the graph in the form that programs require, if it is there.
    pub(crate) fn ready(&self, form: &Form) -> Option<Input> {
        self.forms().get(form).cloned()
    }

    /// Returns the graph in the form that programs require.
    pub(crate) fn form(&self, form: &Form) -> Result<Input, Error> {
        guarded(|| {
            let mut forms = self.forms();
            if let Some(known) = forms.get(form) {
                return Ok(known.clone());
            }
            let made = self.make(&forms, form)?;
            forms.insert(form.clone(), made.clone());
            Ok(made)
        })
    }

    fn make(&self, forms: &HashMap<Form, Input>, form: &Form) -> Result<Input, Error> {
        let known = forms.get(&Form::default());
        let is_exact =
            |input: &&Input| form.rounding == Rounding::Double || input.has_exact_weights();
        let given = match known.filter(is_exact) {
            Some(input) => input.clone(),
            None => Input::load_rounded(&self.0.name, form.rounding)?,
        };
        self.0.facts.get_or_init(|| given.facts());
        Ok(given.require(&form.requirements)?)
    }

    fn forms(&self) -> MutexGuard<'_, HashMap<Form, Input>> {
        // A form is added when it is whole.
        self.0.forms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
