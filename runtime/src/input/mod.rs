//! The graph of a run, as kernels read it and as an oracle reads it independently. `oracle.rs` has
//! the counterpart of each format of the loader.

mod edge_width;
mod foreign;
mod oracle;
mod reordering;
mod stream;

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use igc_compiler::data::{GraphView, GraphWords, Rounding, WeightsView};
use igc_compiler::ir::{EdgeWidth, GraphArray, GraphRequirement, Module, Value};
use igc_graph::generate::{Drawn, draw};
use igc_graph::incoming::row_numbers;
use igc_graph::options::LoadOptions;
use igc_graph::reverse::reverse_edges;
use igc_graph::{
    EdgeColumns, Graph, GraphError, GraphFacts, GraphSpec, Incoming, NodeOrder, Numbering, Offsets,
    Problem, Weights,
};

use crate::Error;
use edge_width::check_extent;
pub(crate) use edge_width::{offsets_of, targets_of};
pub use foreign::ForeignArrays;
pub use oracle::{OracleGraph, is_decoding};
pub use reordering::{Reordering, is_of_quotient};
pub use stream::InputEdges;

/// A loaded or generated graph, with its origin. A clone shares the memory of the graph.
#[derive(Clone)]
pub struct Input {
    /// The specification that the user gave: a file or a generator.
    pub name: String,
    /// The graph in memory, in the user's numbering.
    pub graph: Arc<Graph>,
    /// Time to load or generate the graph.
    pub load_time: Duration,
    /// The order of the nodes on devices, if it is not that of the user.
    order: Option<NodeOrder>,
    /// The graph in this order, after it was first needed.
    reordering: Arc<OnceLock<Arc<Reordering>>>,
    /// The user's numbers of the nodes and edges, if this graph was reordered.
    numbers: Option<Arc<Numbering>>,
    origin: Origin,
    requirements: Vec<String>,
    /// The index of the first incoming edge of each node, after it was first needed.
    in_offsets: Arc<OnceLock<Arc<Offsets>>>,
    /// The offsets with 32 bits, after they were first needed, if the caller gave offsets with 64 bits.
    narrow_offsets: OnceLock<Arc<[u32]>>,
    /// The same graph, with weights that the loader rounded to `f32`, if a program needs
    /// [both](Rounding::Both).
    single: Option<Box<Input>>,
    /// The weights of this graph, after they were first needed.
    single_weights: OnceLock<Option<Arc<[f32]>>>,
    /// Arrays of this graph that the caller has on a device.
    foreign: Option<Arc<ForeignArrays>>,
}

/// The origin of a graph. The oracle reads the graph again from its origin.
#[derive(Clone)]
enum Origin {
    File(Box<FileOrigin>),
    Generator(Arc<Drawn>),
    /// The memory of the caller, which nothing else can read again.
    Memory,
}

/// The file of a graph.
#[derive(Clone)]
struct FileOrigin {
    path: std::path::PathBuf,
    options: LoadOptions,
    /// The columns of the edges, if the file has them as a table.
    columns: Option<EdgeColumns>,
}

/// Checks a specification of a graph, without loading or generating the graph.
///
/// # Errors
///
/// Returns an error if the file does not exist or cannot be opened, if the generator or a key does
/// not exist, if the value of a key is invalid, or if a generated graph would be too large. Errors
/// in the content of a file are found only when the graph is [loaded](Input::load).
pub fn check(spec: &str) -> Result<(), Error> {
    match GraphSpec::parse(spec)? {
        GraphSpec::File { path, .. } => {
            let opened = std::fs::File::open(&path).map(|_| ());
            opened.map_err(|error| GraphError::from(Problem::Io(error)).in_file(spec).into())
        }
        GraphSpec::Generator { name, size, keys, .. } => {
            let drawn = draw(&name, &size, &keys)?;
            Ok(igc_compiler::data::check_extent("nodes", drawn.nodes().into())?)
        }
    }
}

impl Input {
    /// Loads or generates the graph that a specification names.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is malformed, if the generator or one of its
    /// keys does not exist, or if the graph has too many nodes or too many edges of one node.
    pub fn load(spec: &str) -> Result<Input, Error> {
        Input::load_rounded(spec, Rounding::Double)
    }

    /// Loads or generates the graph for a program. The weights of a text are rounded once, to each type
    /// of the program's weights, and the graph fulfils the program's [requirements](Self::require).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`load`](Self::load) and [`require`](Self::require).
    pub fn load_for(spec: &str, module: &Module) -> Result<Input, Error> {
        Input::load_rounded(spec, Rounding::for_program(module))?
            .require(&module.requirement_names())
    }

    /// Loads or generates the graph for programs that need this rounding of the weights of a text. For
    /// [both](Rounding::Both), a file with real numbers is loaded twice.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`load`](Self::load).
    pub fn load_rounded(spec: &str, rounding: Rounding) -> Result<Input, Error> {
        match rounding {
            Rounding::Double => Input::load_as(spec, false),
            Rounding::Single => Input::load_as(spec, true),
            Rounding::Both => Input::load(spec)?.with_both(),
        }
    }

    /// Returns this graph, whose weights are rounded to `f64`, with the weights rounded to `f32` as well.
    fn with_both(mut self) -> Result<Input, Error> {
        if !self.has_exact_weights() {
            // Equal edges may change places, but both roundings keep the order of the weights, so each
            // edge has the same weight in both graphs.
            let single = Input::load_as(&self.name, true)?;
            self.load_time += single.load_time;
            self.single = Some(Box::new(single));
        }
        Ok(self)
    }

    /// Takes a graph that the caller made.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a graph, or if it has too many nodes or too many edges of one node.
    pub fn of(name: &str, graph: Graph) -> Result<Input, Error> {
        let start = Instant::now();
        graph.check().map_err(GraphError::from)?;
        Input::new(name, Arc::new(graph), Origin::Memory, None, start)
    }

    /// Takes a part of a graph that was checked.
    ///
    /// # Errors
    ///
    /// Returns an error if it has too many nodes or too many edges of one node.
    #[cfg(feature = "native")]
    pub(crate) fn of_part(name: &str, graph: &Arc<Graph>) -> Result<Input, Error> {
        Input::new(name, Arc::clone(graph), Origin::Memory, None, Instant::now())
    }

    /// Returns whether every weight that was read fits an `f32` exactly, so that the
    /// [rounding](Self::load_rounded) makes no difference.
    pub fn has_exact_weights(&self) -> bool {
        // A text may hold 16777217.0000000001, of which 16777217 is stored.
        const EXACT: u32 = 1 << 24;
        match (&self.origin, &self.graph.weights) {
            // The weights of a caller's graph were not read.
            (Origin::Generator(_) | Origin::Memory, _) | (_, None) => true,
            (_, Some(Weights::U32(weights))) => weights.iter().all(|&weight| weight <= EXACT),
            (_, Some(_)) => false,
        }
    }

    /// Loads or generates the graph. Rounds the weights of a text to `f32` if `single` is set.
    fn load_as(spec: &str, single: bool) -> Result<Input, Error> {
        let start = Instant::now();
        let (graph, origin, order) = match GraphSpec::parse(spec)? {
            GraphSpec::File { path, mut options, order } => {
                options.single = single;
                let (graph, columns) = igc_graph::load_file_with_columns(&path, &options)?;
                let origin = Origin::File(Box::new(FileOrigin { path, options, columns }));
                (graph, origin, order)
            }
            GraphSpec::Generator { name, size, keys, order } => {
                let drawn = draw(&name, &size, &keys)?;
                // Checked before the nodes take memory.
                igc_compiler::data::check_extent("nodes", drawn.nodes().into())?;
                (drawn.build()?, Origin::Generator(Arc::new(drawn)), order)
            }
        };
        Input::new(spec, Arc::new(graph), origin, order, start)
    }

    /// Takes a graph that was made since `start`.
    fn new(
        name: &str,
        graph: Arc<Graph>,
        origin: Origin,
        order: Option<NodeOrder>,
        start: Instant,
    ) -> Result<Input, Error> {
        check_extent(&graph)?;
        Ok(Input {
            name: name.to_string(),
            graph,
            load_time: start.elapsed(),
            order,
            reordering: Arc::default(),
            numbers: None,
            origin,
            requirements: vec![],
            in_offsets: Arc::default(),
            narrow_offsets: OnceLock::new(),
            single: None,
            single_weights: OnceLock::new(),
            foreign: None,
        })
    }

    /// Returns the columns of the edges, if the graph comes from a file that has them as a table.
    pub fn columns(&self) -> Option<&EdgeColumns> {
        match &self.origin {
            Origin::File(file) => file.columns.as_ref(),
            Origin::Generator(_) | Origin::Memory => None,
        }
    }

    /// Returns the graph in the order that devices use, with the new numbers of its nodes and
    /// edges, or `None` if that is the user's order.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn reordering(&self) -> Result<Option<&Arc<Reordering>>, Error> {
        let Some(order) = self.order else { return Ok(None) };
        if let Some(known) = self.reordering.get() {
            return Ok(Some(known));
        }
        let start = Instant::now();
        let (graph, numbering) = self.graph.reordered(order)?;
        let numbering = Arc::new(numbering);
        let single = match &self.single {
            Some(single) => Some(Box::new(single.on_devices()?.clone())),
            None => None,
        };
        let input = Input {
            name: self.name.clone(),
            graph: Arc::new(graph),
            load_time: self.load_time,
            order: None,
            reordering: Arc::default(),
            numbers: Some(Arc::clone(&numbering)),
            origin: self.origin.clone(),
            requirements: self.requirements.clone(),
            in_offsets: Arc::default(),
            narrow_offsets: OnceLock::new(),
            single,
            single_weights: OnceLock::new(),
            foreign: None,
        };
        let made = Reordering { input, numbering, time: start.elapsed() };
        Ok(Some(self.reordering.get_or_init(|| Arc::new(made))))
    }

    /// Returns facts about the graph, by which plans are chosen. Devices use the graph in another order if the
    /// specification names one, and then only the fact about the order is that of this order.
    pub fn facts(&self) -> GraphFacts {
        let facts = GraphFacts::of(&self.graph);
        match self.order {
            None => facts,
            Some(NodeOrder::Degree) => GraphFacts { ordered: 1.0, ..facts },
            Some(NodeOrder::BreadthFirst) => GraphFacts { ordered: 0.0, ..facts },
        }
    }

    /// Returns the graph as devices use it: [reordered](Self::reordering), or this graph.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn on_devices(&self) -> Result<&Input, Error> {
        Ok(self.reordering()?.map_or(self, |reordering| &reordering.input))
    }

    /// Returns the graph [as devices use it](Self::on_devices), and forgets the user's order.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn into_device_order(self) -> Result<Input, Error> {
        let reordered = self.reordering()?.map(|reordering| reordering.input.clone());
        Ok(reordered.unwrap_or(self))
    }

    /// Returns the user's number of a node or edge, and other values as they are.
    pub fn shown(&self, value: Value) -> Value {
        match (&self.numbers, value) {
            (Some(numbers), Value::Node(node)) => Value::Node(numbers.old_node(node)),
            (Some(numbers), Value::Edge(edge)) => Value::Edge(numbers.old_edge(edge)),
            _ => value,
        }
    }

    /// Returns a value as the text that a program prints: a node has its id, if nodes have ids.
    pub fn text(&self, value: Value) -> String {
        // The ids of a reordered graph are in its order.
        let id = match (&self.graph.ids, value) {
            (Some(ids), Value::Node(node)) => ids.get(node),
            _ => None,
        };
        id.map_or_else(|| self.shown(value).shown(), |id| id.to_string())
    }

    /// Changes the graph so that it fulfils a program's requirements: `undirected`, `simple`,
    /// `sorted`. The oracle later makes the same changes to its own view.
    ///
    /// # Errors
    ///
    /// Returns an error if a requirement does not exist, or if the changed graph is too large.
    pub fn require(mut self, requirements: &[String]) -> Result<Input, Error> {
        let start = Instant::now();
        let has = |name: &str| requirements.iter().any(|r| r == name);
        if let Some(unknown) =
            requirements.iter().find(|r| GraphRequirement::ALL.iter().all(|(name, _)| name != r))
        {
            return Err(Error::missing("requirement", unknown));
        }
        self.requirements = requirements.to_vec();
        if requirements.is_empty() {
            // A graph that is in use elsewhere would be copied.
            return Ok(self);
        }
        (self.in_offsets, self.reordering, self.foreign) = (Arc::default(), Arc::default(), None);
        self.narrow_offsets = OnceLock::new();
        let mut graph = Arc::unwrap_or_clone(self.graph);
        if has("undirected") {
            graph = graph.undirected()?;
        }
        if has("simple") {
            graph = graph.simple();
        }
        if has("sorted") {
            graph = graph.sorted();
        }
        check_extent(&graph)?;
        self.graph = Arc::new(graph);
        if let Some(single) = self.single {
            self.single = Some(Box::new(single.require(requirements)?));
            self.single_weights = OnceLock::new();
        }
        self.load_time += start.elapsed();
        Ok(self)
    }

    /// Returns the graph as the interpreter reads it.
    ///
    /// # Errors
    ///
    /// Returns an error if the graph has too many edges for the interpreter.
    pub fn view(&self) -> Result<GraphView<'_>, Error> {
        let offsets: &[u32] = match &self.graph.offsets {
            Offsets::Narrow(offsets) => offsets,
            Offsets::Wide(_) if self.edge_width() == EdgeWidth::Wide => {
                return Err(self.too_many_edges());
            }
            Offsets::Wide(offsets) => self
                .narrow_offsets
                .get_or_init(|| offsets.iter().map(|offset| *offset as u32).collect()),
        };
        Ok(GraphView {
            offsets,
            targets: &self.graph.targets,
            weights: self.weights(),
            single: self.single_weights(),
        })
    }

    /// Returns the weights as the interpreter reads them.
    pub fn weights(&self) -> Option<WeightsView<'_>> {
        self.graph.weights.as_ref().map(|weights| match weights {
            Weights::U32(w) => WeightsView::U32(w),
            Weights::I64(w) => WeightsView::I64(w),
            Weights::F64(w) => WeightsView::F64(w),
        })
    }

    /// Returns the weights that were rounded to `f32` at once, if they were rounded to [both
    /// types](Rounding::Both).
    pub fn single_weights(&self) -> Option<&[f32]> {
        let single = self.single.as_ref()?;
        let convert = || match single.graph.weights.as_ref()? {
            Weights::U32(w) => Some(w.iter().map(|&w| w as f32).collect()),
            Weights::I64(w) => Some(w.iter().map(|&w| w as f32).collect()),
            // A weight that is too large for `f32` is an error, which names the stored weight.
            Weights::F64(w) if w.iter().any(|&w| (w as f32).is_infinite()) => None,
            Weights::F64(w) => Some(w.iter().map(|&w| w as f32).collect()),
        };
        self.single_weights.get_or_init(convert).as_deref()
    }

    /// Returns one of the graph's arrays, as kernels with edges of this width read it. Ask for the offsets of the incoming
    /// edges last, because the other arrays of incoming edges are computed with them.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn array(&self, array: GraphArray, width: EdgeWidth) -> Result<GraphWords, Error> {
        let (graph, wide) = (&self.graph, width == EdgeWidth::Wide);
        Ok(match array {
            GraphArray::OutOffsets => offsets_of(graph, |graph| &graph.offsets, width),
            GraphArray::Targets => targets_of(graph),
            GraphArray::Sources => self.sources().into(),
            GraphArray::InOffsets => offsets_of(self.in_offsets()?, |offsets| offsets, width),
            GraphArray::InEdges if wide => self.keep_offsets(graph.incoming_edges::<u64>()?).into(),
            GraphArray::InEdges => self.keep_offsets(graph.incoming_edges::<u32>()?).into(),
            GraphArray::InSources => self.keep_offsets(graph.incoming_sources()?).into(),
            GraphArray::InTargets => row_numbers(self.in_offsets()?).into(),
            GraphArray::Reverse if wide => {
                reverse_edges::<u64>(&graph.offsets, &graph.targets).into()
            }
            GraphArray::Reverse => reverse_edges::<u32>(&graph.offsets, &graph.targets).into(),
        })
    }

    fn sources(&self) -> Vec<u32> {
        self.graph.sources(0..self.graph.targets.len())
    }

    fn in_offsets(&self) -> Result<&Arc<Offsets>, Error> {
        if let Some(known) = self.in_offsets.get() {
            return Ok(known);
        }
        let Incoming { offsets, .. } = self.graph.incoming_sources()?;
        Ok(self.in_offsets.get_or_init(|| Arc::new(offsets)))
    }

    /// Keeps the offsets of the incoming edges, and returns the values.
    fn keep_offsets<V>(&self, incoming: Incoming<V>) -> Vec<V> {
        let Incoming { offsets, values } = incoming;
        self.in_offsets.get_or_init(|| Arc::new(offsets));
        values
    }

    /// Returns the edges of the graph for oracles that verify results edge by edge. Those of a
    /// generated graph come from the raw draws.
    pub fn edge_stream(&self) -> InputEdges<'_> {
        let mirrored = self.requirements.iter().any(|r| r == "undirected");
        match &self.origin {
            Origin::Generator(drawn) => InputEdges::Drawn { drawn, mirrored },
            Origin::File(..) | Origin::Memory => InputEdges::Loaded(&self.graph),
        }
    }
}
