//! The quotient of a graph, on which a program continues after a `contract`.
//!
//! Nodes with the same label become one node. The labels in ascending order number these nodes.
//! Between two of them there is one edge in each direction that has an edge in the graph; edges
//! inside a label become a self-loop. The edges of a node are sorted by destination.
//!
//! The reference interpreter and all backends of the runtime use this module. It also decides which
//! content each array has afterwards ([`Quotient::content`]), so that all of them agree. It is
//! sequential: counting sorts by the ends of the edges, and one pass over the sorted edges.

use super::{ArrayData, DataError};
use crate::ir::{Array, ArrayId, Contraction, Extent, Init, Value};
use crate::types::Type;

/// A quotient graph, and how the nodes and edges of the graph belong to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quotient {
    /// The index of the first edge of each node, followed by the number of edges.
    pub offsets: Vec<u32>,
    /// The destination of each edge.
    pub targets: Vec<u32>,
    /// For each node of the graph, its node of the quotient.
    node_of: Vec<u32>,
    /// For each node of the quotient, its member with the smallest id.
    first_members: Vec<u32>,
    /// The edges of the graph, ordered by their edge of the quotient, and then by their ids.
    edges: Vec<u32>,
    /// For each edge of the quotient, the position of its first edge in `edges`, followed by the
    /// number of edges.
    starts: Vec<u32>,
}

/// The content of an array after a contraction.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// The array stays as it is.
    Kept,
    /// Every element has this value.
    Fill(Value),
    /// These values.
    Values(ArrayData),
}

impl Quotient {
    /// Contracts a graph. `labels` has an element for each node, of type `node`, `u32` or `u64`.
    pub fn new(offsets: &[u32], targets: &[u32], labels: &ArrayData) -> Quotient {
        let (node_of, first_members) = number(labels);
        let nodes = first_members.len();
        let mut sources = Vec::with_capacity(targets.len());
        for (node, row) in offsets.windows(2).enumerate() {
            sources.resize(row[1] as usize, node_of[node]);
        }
        let target_of = |edge: u32| node_of[targets[edge as usize] as usize];
        let source_of = |edge: u32| sources[edge as usize];
        let by_target = sorted((0..targets.len() as u32).collect(), nodes, target_of);
        let edges = sorted(by_target, nodes, source_of);
        let (mut starts, mut targets) = (vec![], vec![]);
        let mut offsets = vec![0; nodes + 1];
        let mut last = None;
        for (at, edge) in (0u32..).zip(&edges) {
            let ends = (source_of(*edge), target_of(*edge));
            if last != Some(ends) {
                starts.push(at);
                targets.push(ends.1);
                offsets[ends.0 as usize + 1] += 1;
                last = Some(ends);
            }
        }
        starts.push(edges.len() as u32);
        for node in 0..nodes {
            offsets[node + 1] += offsets[node];
        }
        Quotient { offsets, targets, node_of, first_members, edges, starts }
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> u32 {
        self.first_members.len() as u32
    }

    /// Returns the number of edges.
    pub fn edges(&self) -> u32 {
        self.targets.len() as u32
    }

    /// Returns the number of rows of an array of nodes or edges after the contraction. `None` if
    /// the number stays.
    pub fn rows(&self, extent: Extent) -> Option<u32> {
        match extent {
            Extent::Nodes => Some(self.nodes()),
            Extent::Edges => Some(self.edges()),
            Extent::One | Extent::Original => None,
        }
    }

    /// Returns the content of an array after a contraction. `read` returns its content before, row
    /// by row. It is called only if the new content depends on it.
    ///
    /// # Errors
    ///
    /// Returns the error of `read`, or [`DataError::SumOfEdges`] if a sum does not fit the type of
    /// the array.
    pub fn content<E: From<DataError>>(
        &self,
        contraction: &Contraction,
        (id, array): (ArrayId, &Array),
        read: impl FnOnce() -> Result<ArrayData, E>,
    ) -> Result<Content, E> {
        let carried = array.init == Init::Weights || contraction.carried.contains(&id);
        Ok(match (array.extent, array.init) {
            (Extent::Original, _) if id == contraction.member => {
                Content::Values(self.translate(read()?))
            }
            (Extent::One | Extent::Original, _) => Content::Kept,
            (Extent::Nodes, _) if carried => Content::Values(self.of_first_members(&read()?)),
            (Extent::Edges, _) if carried => Content::Values(self.sums(&array.name, &read()?)?),
            (_, Init::Fill(value)) => Content::Fill(value),
            // The verifier rejects modules that do not carry these arrays.
            (_, Init::Weights | Init::Input | Init::Itself | Init::Degrees(_)) => Content::Kept,
        })
    }

    /// Replaces nodes of the graph by the nodes of the quotient that contain them. Other numbers
    /// and values of other types stay.
    fn translate(&self, mut data: ArrayData) -> ArrayData {
        if let ArrayData::Node(nodes) = &mut data {
            for node in nodes {
                *node = self.node_of.get(*node as usize).copied().unwrap_or(*node);
            }
        }
        data
    }

    /// Returns the rows of the first members.
    fn of_first_members(&self, data: &ArrayData) -> ArrayData {
        let width = data.len() / self.node_of.len().max(1);
        let rows = self.first_members.iter().map(|member| *member as usize * width);
        let elements = rows.flat_map(|start| start..start + width);
        self.translate(data.select(elements))
    }

    /// Adds up the rows of the edges. Sums of floats are computed in the order of the edges, as
    /// `f64`.
    fn sums(&self, array: &str, data: &ArrayData) -> Result<ArrayData, DataError> {
        let width = data.len() / self.edges.len().max(1);
        let mut sums = ArrayData::fill(Value::zero(data.ty()), self.targets.len() * width);
        for (edge, bounds) in self.starts.windows(2).enumerate() {
            let edges = &self.edges[bounds[0] as usize..bounds[1] as usize];
            for element in 0..width {
                let values = edges.iter().filter_map(|e| data.get(*e as usize * width + element));
                let Some(sum) = sum(data.ty(), values) else {
                    let (ty, edges) = (data.ty(), edges.len());
                    return Err(DataError::SumOfEdges { array: array.into(), ty, edges });
                };
                sums.set(edge * width + element, sum);
            }
        }
        Ok(sums)
    }
}

/// Numbers the labels in ascending order. Returns the number of each node's label, and the first
/// node of each label.
fn number(labels: &ArrayData) -> (Vec<u32>, Vec<u32>) {
    let label = |node: usize| labels.get(node).map_or(0, Value::to_bits);
    let mut nodes: Vec<u32> = (0..labels.len() as u32).collect();
    let largest = (0..labels.len()).map(label).max().unwrap_or(0);
    nodes = match usize::try_from(largest) {
        // Labels are often nodes. A counting sort is then faster.
        Ok(largest) if largest <= 2 * labels.len() => {
            sorted(nodes, largest + 1, |node| label(node as usize) as u32)
        }
        _ => {
            nodes.sort_by_key(|node| label(*node as usize));
            nodes
        }
    };
    let (mut node_of, mut first_members) = (vec![0; nodes.len()], vec![]);
    let mut last = None;
    for node in nodes {
        let found = Some(label(node as usize));
        if found != last {
            first_members.push(node);
            last = found;
        }
        node_of[node as usize] = first_members.len() as u32 - 1;
    }
    (node_of, first_members)
}

/// Sorts ids by their keys, which are below `keys`. Ids with the same key keep their order.
fn sorted(ids: Vec<u32>, keys: usize, key: impl Fn(u32) -> u32) -> Vec<u32> {
    let mut places = vec![0u32; keys + 1];
    for id in &ids {
        places[key(*id) as usize + 1] += 1;
    }
    for at in 0..keys {
        places[at + 1] += places[at];
    }
    let mut result = vec![0; ids.len()];
    for id in ids {
        let place = &mut places[key(id) as usize];
        result[*place as usize] = id;
        *place += 1;
    }
    result
}

/// Adds values of a type. Returns `None` if the sum does not fit the type.
fn sum(ty: Type, values: impl Iterator<Item = Value>) -> Option<Value> {
    if ty.is_float() {
        let (mut sum, mut finite) = (0.0f64, true);
        for value in values {
            let value = match value.cast(Type::F64) {
                Value::F64(value) => value,
                _ => 0.0,
            };
            finite &= value.is_finite();
            sum += value;
        }
        let sum = Value::F64(sum).cast(ty);
        let fits = matches!(sum.cast(Type::F64), Value::F64(sum) if sum.is_finite());
        return (fits || !finite).then_some(sum);
    }
    let whole = |value: Value| match value {
        Value::I32(value) => i128::from(value),
        Value::I64(value) => i128::from(value),
        other => i128::from(other.to_bits()),
    };
    let sum: i128 = values.map(whole).sum();
    match ty {
        Type::I32 => i32::try_from(sum).ok().map(Value::I32),
        Type::U32 => u32::try_from(sum).ok().map(Value::U32),
        Type::I64 => i64::try_from(sum).ok().map(Value::I64),
        Type::U64 => u64::try_from(sum).ok().map(Value::U64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{ElementWidth, Length};

    fn array(ty: Type, extent: Extent, length: Option<u32>) -> Array {
        let (name, length, init) =
            ("x".into(), length.map(Length::Fixed), Init::Fill(Value::zero(ty)));
        Array { name, ty, width: ElementWidth::Full, extent, length, init }
    }

    /// Returns what a contraction makes of an array that it carries.
    fn carried(quotient: &Quotient, array: &Array, data: ArrayData) -> Result<Content, DataError> {
        let contraction =
            Contraction { label: ArrayId(0), member: ArrayId(2), carried: vec![ArrayId(1)] };
        quotient.content(&contraction, (ArrayId(1), array), || Ok(data))
    }

    /// The edges 0 → 1, 0 → 2, 1 → 0 and 2 → 0; the nodes 1 and 2 have the same label.
    fn star(labels: ArrayData) -> Quotient {
        Quotient::new(&[0, 2, 3, 4], &[1, 2, 0, 0], &labels)
    }

    #[test]
    fn labels_are_numbered_in_ascending_order() {
        for labels in [
            ArrayData::U64(vec![u64::MAX, 7, 7]),
            ArrayData::U32(vec![5, 0, 0]),
            ArrayData::Node(vec![2, 1, 1]),
        ] {
            let quotient = star(labels);
            assert_eq!(
                (&quotient.offsets[..], &quotient.targets[..]),
                (&[0, 1, 2][..], &[1, 0][..])
            );
            assert_eq!((quotient.nodes(), quotient.edges()), (2, 2));
            assert_eq!(
                quotient.translate(ArrayData::Node(vec![0, 2, 9])),
                ArrayData::Node(vec![1, 0, 9])
            );
        }
        let empty = Quotient::new(&[0], &[], &ArrayData::U32(vec![]));
        assert_eq!((empty.nodes(), empty.edges(), empty.offsets), (0, 0, vec![0]));
    }

    #[test]
    fn nodes_take_the_rows_of_their_first_members() {
        let quotient = star(ArrayData::U32(vec![5, 0, 0]));
        let rows = array(Type::U32, Extent::Nodes, Some(2));
        let found = carried(&quotient, &rows, ArrayData::U32(vec![1, 2, 3, 4, 5, 6]));
        assert_eq!(found, Ok(Content::Values(ArrayData::U32(vec![3, 4, 1, 2]))));
        let nodes = array(Type::Node, Extent::Nodes, None);
        let found = carried(&quotient, &nodes, ArrayData::Node(vec![2, u32::MAX, 0]));
        assert_eq!(found, Ok(Content::Values(ArrayData::Node(vec![u32::MAX, 0]))));
    }

    #[test]
    fn sums_are_exact_or_errors() {
        let quotient = star(ArrayData::U32(vec![5, 0, 0]));
        let of = |data: ArrayData| carried(&quotient, &array(data.ty(), Extent::Edges, None), data);
        let values = |data| Ok(Content::Values(data));
        // The edges 2 and 3 come first, because their source has the smaller label.
        let (most, least) = (i64::MAX, i64::MIN);
        assert_eq!(
            of(ArrayData::I64(vec![most, least, -5, 3])),
            values(ArrayData::I64(vec![-2, -1]))
        );
        assert_eq!(
            of(ArrayData::F32(vec![1e8, 1.5, 0.5, 0.25])),
            values(ArrayData::F32(vec![0.75, 1e8 + 1.5]))
        );
        let infinite = of(ArrayData::F64(vec![f64::INFINITY, 1.0, 0.0, 0.0]));
        assert_eq!(infinite, values(ArrayData::F64(vec![0.0, f64::INFINITY])));
        for data in [
            ArrayData::U32(vec![u32::MAX, 1, 0, 0]),
            ArrayData::I32(vec![i32::MIN, -1, 0, 0]),
            ArrayData::U64(vec![u64::MAX, 1, 0, 0]),
            ArrayData::F32(vec![f32::MAX, f32::MAX, 0.0, 0.0]),
            ArrayData::F64(vec![f64::MAX, f64::MAX, 0.0, 0.0]),
        ] {
            let (array, ty) = ("x".to_string(), data.ty());
            assert_eq!(of(data), Err(DataError::SumOfEdges { array, ty, edges: 2 }));
        }
    }
}
