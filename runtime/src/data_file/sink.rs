//! Puts the values of an input where they belong.
//!
//! The values of a property are in the order of the nodes or edges, or have the number of the node or
//! edge, or have the two ends of the edge. Each node or edge gets exactly one value.

use igc_compiler::data::ArrayData;
use igc_compiler::ir::{MAX_EXTENT, Type, Value};
use igc_graph::Graph;
use igc_graph::reverse::edges_by_target;

use super::number::{Number, Types};
use super::{Problem, Rows};

/// The values of an input so far.
pub(super) struct Sink<'g> {
    pub rows: Rows,
    pub ty: Type,
    types: Types,
    graph: &'g Graph,
    values: ArrayData,
    /// Whether each element has a value.
    has_value: Vec<bool>,
    count: usize,
    items: Vec<u32>,
    /// The edges of each node in the order of their targets, once a value has the ends of an edge.
    by_target: Option<EdgesByTarget>,
}

/// The edges by source and target.
struct EdgesByTarget {
    order: Vec<u32>,
    /// The number of values so far of the edges between two nodes, at the first of them.
    used: Vec<u32>,
}

impl<'g> Sink<'g> {
    pub fn new(rows: Rows, ty: Type, types: Types, graph: &'g Graph) -> Sink<'g> {
        let count = match rows {
            Rows::Nodes => types.nodes as usize,
            Rows::Edges => types.edges as usize,
            Rows::Items => 0,
        };
        let values = ArrayData::fill(Value::zero(ty), count);
        let has_value = vec![false; count];
        Sink { rows, ty, types, graph, values, has_value, count: 0, items: vec![], by_target: None }
    }

    /// The number of values that the input must have; `None` for any number.
    pub fn length(&self) -> Option<usize> {
        (self.rows != Rows::Items).then_some(self.has_value.len())
    }

    /// Returns the words for one element: "node" or "edge".
    pub fn element(&self) -> &'static str {
        if self.rows == Rows::Edges { "edge" } else { "node" }
    }

    pub fn nodes(&self) -> u32 {
        self.types.nodes
    }

    /// Adds the next value.
    pub fn push(&mut self, line: Option<u64>, number: Number) -> Result<(), Problem> {
        let value = self.convert(line, number)?;
        if self.rows == Rows::Items {
            if value == Value::Node(u32::MAX) {
                return Err((line, format!("{number} is not a node of the graph")));
            }
            if self.items.len() >= MAX_EXTENT as usize {
                return Err((line, "the worklist has too many items".into()));
            }
            self.items.push(value.index());
            return Ok(());
        }
        let length = self.has_value.len();
        if self.count >= length {
            let element = self.element();
            return Err((
                line,
                format!("the graph has only {length} {element}s, so this value is one too many"),
            ));
        }
        self.set(line, self.count, value)
    }

    /// Sets the value of the element with a number.
    pub fn put(&mut self, line: Option<u64>, index: i128, number: Number) -> Result<(), Problem> {
        let value = self.convert(line, number)?;
        let position = self.position(line, index)?;
        self.set(line, position, value)
    }

    /// Checks the ends of an edge that also has its number.
    pub fn check_ends(
        &self,
        line: Option<u64>,
        index: i128,
        (source, target): (i128, i128),
    ) -> Result<(), Problem> {
        let edge = self.position(line, index)?;
        let row = self.graph.offsets.partition_point(|offset| *offset as usize <= edge) - 1;
        let ends = (row as i128, i128::from(self.graph.targets[edge]));
        if ends == (source, target) {
            return Ok(());
        }
        let (from, to) = ends;
        Err((
            line,
            format!(
                "edge {edge} leads from {from} to {to} in this graph, not from {source} to {target}"
            ),
        ))
    }

    /// Sets the value of the edge between two nodes. Parallel edges get their values in order.
    pub fn put_between(
        &mut self,
        line: Option<u64>,
        (source, target): (i128, i128),
        number: Number,
    ) -> Result<(), Problem> {
        let value = self.convert(line, number)?;
        let missing = || (line, format!("the graph has no edge from {source} to {target}"));
        let node = |id: i128| u32::try_from(id).ok().filter(|id| *id < self.types.nodes);
        let (from, to) = node(source).zip(node(target)).ok_or_else(missing)?;
        let (offsets, targets) = (&self.graph.offsets, &self.graph.targets);
        let edges = self.by_target.get_or_insert_with(|| {
            let order = edges_by_target(offsets, targets);
            EdgesByTarget { used: vec![0; order.len()], order }
        });
        let begin = offsets[from as usize] as usize;
        let row = &edges.order[begin..offsets[from as usize + 1] as usize];
        let first = row.partition_point(|edge| targets[*edge as usize] < to);
        let used = match row.get(first) {
            Some(edge) if targets[*edge as usize] == to => &mut edges.used[begin + first],
            _ => return Err(missing()),
        };
        let edge = row.get(first + *used as usize).filter(|edge| targets[**edge as usize] == to);
        let Some(edge) = edge.copied() else {
            let message = format!("the edges from {source} to {target} have their values already");
            return Err((line, message));
        };
        *used += 1;
        self.set(line, edge as usize, value)
    }

    /// Gives every element without a value zero, as a sparse matrix does.
    pub fn fill_with_zero(&mut self) {
        self.count = self.has_value.len();
        self.has_value.fill(true);
    }

    /// Returns the values of a property.
    pub fn array(self) -> Result<ArrayData, Problem> {
        if self.count == self.has_value.len() {
            return Ok(self.values);
        }
        let (length, element) = (self.has_value.len(), self.element());
        let first = self.has_value.iter().position(|has| !has).unwrap_or(0);
        let first = match self.rows {
            Rows::Edges => {
                let row = self.graph.offsets.partition_point(|offset| *offset as usize <= first);
                let target = self.graph.targets[first];
                format!("edge {first}, from {} to {target}", row - 1)
            }
            _ => format!("node {first}"),
        };
        let message = format!(
            "the file has {} values, but the graph has {length} {element}s\nnote: {first}, has no value",
            self.count
        );
        Err((None, message))
    }

    /// Returns the items of a worklist.
    pub fn items(self) -> Result<Vec<u32>, Problem> {
        Ok(self.items)
    }

    fn convert(&self, line: Option<u64>, number: Number) -> Result<Value, Problem> {
        number.convert(self.ty, self.types).map_err(|message| (line, message))
    }

    fn position(&self, line: Option<u64>, index: i128) -> Result<usize, Problem> {
        let position = usize::try_from(index).ok().filter(|at| *at < self.has_value.len());
        position.ok_or_else(|| {
            let (length, element) = (self.has_value.len(), self.element());
            let message = format!(
                "{index} is not the number of a {element}: the graph has {length} {element}s, numbered from 0"
            );
            (line, message)
        })
    }

    fn set(&mut self, line: Option<u64>, position: usize, value: Value) -> Result<(), Problem> {
        if std::mem::replace(&mut self.has_value[position], true) {
            return Err((line, format!("{} {position} has a value already", self.element())));
        }
        self.values.set(position, value);
        self.count += 1;
        Ok(())
    }
}
