//! Graphs.

use std::ffi::{c_char, c_void};
use std::path::Path;
use std::ptr::NonNull;
use std::sync::Arc;

use facade::{Graph, Offsets, Values, Weights};

use crate::borrow::{check_array, free, give, place, reference, slice, text, type_of};
use crate::error::{Failure, call, igc_error};
use crate::status::igc_status;
use crate::status::igc_type::*;

/// A directed graph, which does not change. Any number of threads may use it at the same time. An undirected edge is two
/// edges, one per direction.
pub struct igc_graph(pub Graph);

/// The arrays of a graph in compressed sparse row form. The edges that leave node `u` are the edges from `offsets[u]` up to,
/// but not including, `offsets[u + 1]`.
#[repr(C)]
pub struct igc_csr {
    /// Number of nodes.
    pub node_count: u32,
    /// The type of the offsets: IGC_TYPE_U32 or IGC_TYPE_U64.
    pub offset_type: i32,
    /// Number of edges.
    pub edge_count: u64,
    /// `node_count + 1` offsets.
    pub offsets: *const c_void,
    /// The destination of each edge.
    pub targets: *const u32,
    /// The weight of each edge, or NULL.
    pub weights: *const c_void,
    /// The type of the weights: IGC_TYPE_NONE, or any number type.
    pub weight_type: i32,
}

/// Returns borrowed arrays to their owner. It is called once, from any thread, and must not call functions of igc or throw
/// exceptions.
pub type igc_release = Option<unsafe extern "C" fn(context: *mut c_void)>;

/// Calls the function that releases the arrays of a caller.
struct Release {
    release: igc_release,
    context: *mut c_void,
}

// SAFETY: the header says that any thread may release the arrays, and only the release uses the context.
unsafe impl Send for Release {}
// SAFETY: likewise. Shared references do nothing.
unsafe impl Sync for Release {}

impl Drop for Release {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: the caller gave this function for this context.
            unsafe { release(self.context) }
        }
    }
}

/// An array of the caller.
struct Borrowed {
    start: NonNull<u8>,
    bytes: usize,
    _release: Arc<Release>,
}

// SAFETY: the memory belongs to no thread, and nobody changes it until it is released.
unsafe impl Send for Borrowed {}

impl AsRef<[u8]> for Borrowed {
    fn as_ref(&self) -> &[u8] {
        // SAFETY: the caller keeps the memory until the release.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.bytes) }
    }
}

/// Arrays of the caller, which are copied if there is no function that releases them.
struct Arrays(Arc<Release>);

impl Arrays {
    unsafe fn values<T: bytemuck::Pod>(
        &self,
        start: *const c_void,
        count: usize,
        name: &str,
    ) -> Result<Values<T>, Failure> {
        let start = start.cast::<T>();
        if count == 0 || self.0.release.is_none() {
            // SAFETY: the caller gives an array of this length.
            return Ok(unsafe { slice(start, count, name) }?.to_vec().into());
        }
        check_array(start, count, name)?;
        let Some(start) = NonNull::new(start.cast_mut().cast()) else {
            return Err(Failure::argument(format!("`{name}` is NULL")));
        };
        let owner = Borrowed { start, bytes: count * size_of::<T>(), _release: self.0.clone() };
        Values::shared(owner).map_err(|problem| Failure::argument(problem.to_string()))
    }

    /// Returns weights. Types that a graph does not have are copied into a larger type.
    unsafe fn weights(
        &self,
        (ty, start): (i32, *const c_void),
        count: usize,
    ) -> Result<Option<Weights>, Failure> {
        let name = "weights";
        // SAFETY: the caller gives arrays of this length and these types.
        unsafe {
            Ok(Some(match type_of(ty, "weight_type")? {
                IGC_TYPE_NONE if start.is_null() => return Ok(None),
                IGC_TYPE_U32 => Weights::U32(self.values(start, count, name)?),
                IGC_TYPE_I64 => Weights::I64(self.values(start, count, name)?),
                IGC_TYPE_F64 => Weights::F64(self.values(start, count, name)?),
                IGC_TYPE_I32 => Weights::I64(converted::<i32, i64>(start, count)?),
                IGC_TYPE_F32 => Weights::F64(converted::<f32, f64>(start, count)?),
                IGC_TYPE_U64 => {
                    let given = slice(start.cast::<u64>(), count, name)?;
                    let fitting = given.iter().map(|weight| i64::try_from(*weight));
                    let fitting: Result<Vec<i64>, _> = fitting.collect();
                    let too_large =
                        |_| Failure::argument("a weight is larger than 2^63 - 1".into());
                    Weights::I64(fitting.map_err(too_large)?.into())
                }
                other => {
                    return Err(Failure::argument(format!(
                        "weights cannot have the type {other:?}"
                    )));
                }
            }))
        }
    }
}

unsafe fn converted<F: Copy, T: From<F>>(
    start: *const c_void,
    count: usize,
) -> Result<Values<T>, Failure> {
    // SAFETY: the caller gives an array of this length and type.
    let given = unsafe { slice(start.cast::<F>(), count, "weights") }?;
    Ok(given.iter().map(|weight| T::from(*weight)).collect::<Vec<T>>().into())
}

fn count(edges: u64) -> Result<usize, Failure> {
    usize::try_from(edges).map_err(|_| Failure::argument("there are too many edges".into()))
}

unsafe fn from_csr(csr: *const igc_csr, release: Release) -> Result<Graph, Failure> {
    let arrays = Arrays(Arc::new(release));
    // SAFETY: the caller gives NULL or arrays of these lengths.
    unsafe {
        let csr = reference(csr, "csr")?;
        let (nodes, edges) = (csr.node_count as usize + 1, count(csr.edge_count)?);
        let offsets = match type_of(csr.offset_type, "offset_type")? {
            IGC_TYPE_U32 => Offsets::Narrow(arrays.values(csr.offsets, nodes, "offsets")?),
            IGC_TYPE_U64 => Offsets::Wide(arrays.values(csr.offsets, nodes, "offsets")?),
            other => {
                let message = format!("offsets cannot have the type {other:?}");
                return Err(Failure::argument(message));
            }
        };
        let targets = arrays.values::<u32>(csr.targets.cast(), edges, "targets")?;
        let weights = arrays.weights((csr.weight_type, csr.weights), edges)?;
        Ok(Graph::from_csr(offsets, targets, weights)?)
    }
}

/// Makes a graph of the arrays of the caller.
///
/// If `release` is NULL, the arrays are copied. Otherwise, igc borrows them: the caller must neither change nor free them
/// until igc calls `release(context)`. This happens once, when nothing uses the arrays any more: at the latest when the
/// graph and all sessions that use it are freed, and before this function returns if it fails. Weights of the types
/// IGC_TYPE_I32, IGC_TYPE_U64 and IGC_TYPE_F32 are always copied. The arrays are checked. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_graph_from_csr(
    csr: *const igc_csr,
    release: igc_release,
    context: *mut c_void,
    graph: *mut *mut igc_graph,
    error: *mut *mut igc_error,
) -> igc_status {
    let release = Release { release, context };
    let work = || {
        // SAFETY: the caller gives NULL or valid pointers.
        unsafe {
            let place = place(graph, "graph")?;
            give(place, igc_graph(from_csr(csr, release)?));
        }
        Ok(())
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Makes a graph of `node_count` nodes from `edge_count` edges: edge `i` leads from `sources[i]` to `targets[i]`. The edges
/// keep their order within each node. The arrays are copied. `weights` are of the type `weight_type`, or NULL with
/// IGC_TYPE_NONE. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_graph_from_edges(
    node_count: u32,
    edge_count: u64,
    sources: *const u32,
    targets: *const u32,
    weight_type: i32,
    weights: *const c_void,
    graph: *mut *mut igc_graph,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or arrays of these lengths.
        unsafe {
            let place = place(graph, "graph")?;
            let count = count(edge_count)?;
            let sources = slice(sources, count, "sources")?;
            let targets = slice(targets, count, "targets")?;
            let copied = Arrays(Arc::new(Release { release: None, context: std::ptr::null_mut() }));
            let made = match copied.weights((weight_type, weights), count)? {
                Some(weights) => {
                    let (sources, targets) = (sources.to_vec(), targets.to_vec());
                    Graph::from_weighted_edges(node_count, sources, targets, weights)
                }
                None => {
                    let edges = sources.iter().copied().zip(targets.iter().copied());
                    Graph::from_edges(node_count, edges)
                }
            };
            give(place, igc_graph(made?));
        }
        Ok(())
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Loads or generates the graph that a specification names, as the option `--graph` of the command line does: a file or a
/// generator, with keys, such as `roads.mtx,symmetric` or `rmat:20,weights=1..100`. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_graph_load(
    specification: *const c_char,
    graph: *mut *mut igc_graph,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or valid pointers.
        unsafe {
            let place = place(graph, "graph")?;
            let specification = text(specification, "specification")?;
            give(place, igc_graph(Graph::load(specification)?));
        }
        Ok(())
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Loads a graph from a file, in any format that igc reads. The path has no keys. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_graph_load_file(
    path: *const c_char,
    graph: *mut *mut igc_graph,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or valid pointers.
        unsafe {
            let place = place(graph, "graph")?;
            give(place, igc_graph(Graph::from_file(Path::new(text(path, "path")?))?));
        }
        Ok(())
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Writes the numbers of nodes and edges, each unless its pointer is NULL. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_graph_size(
    graph: *const igc_graph,
    node_count: *mut u32,
    edge_count: *mut u64,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or valid pointers.
        unsafe {
            let graph = &reference(graph, "graph")?.0;
            let (nodes, edges) = (graph.nodes()?, graph.edges()?);
            if let Some(place) = node_count.as_mut() {
                *place = nodes;
            }
            if let Some(place) = edge_count.as_mut() {
                *place = edges;
            }
        }
        Ok(())
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Frees a graph. Sessions that use it keep what they need. NULL is accepted. No other thread may use the graph.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_graph_free(graph: *mut igc_graph) {
    // SAFETY: the caller owns the graph.
    unsafe { free(graph) }
}
