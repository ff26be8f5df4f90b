//! Puts the values of an input where they belong.
//!
//! The values of a property are in the order of the nodes or edges, or have the number of the node
//! or edge, or have the two ends of the edge. Each node or edge gets exactly one value, or one for
//! each element of an array.

use igc_compiler::data::ArrayData;
use igc_compiler::ir::{MAX_EXTENT, Type, Value};
use igc_graph::reverse::edges_by_target;
use igc_graph::{Graph, Ids};

use super::number::{Number, Types};
use super::{Problem, Rows};

/// The values of an input so far.
pub(super) struct Sink<'g> {
    pub rows: Rows,
    pub ty: Type,
    /// The number of elements of each node or edge, if the input is an array.
    pub elements: Option<usize>,
    types: Types,
    graph: &'g Graph,
    values: ArrayData,
    /// Whether each element of each row has a value.
    has_value: Vec<bool>,
    count: usize,
    items: Vec<u32>,
    /// The edges of each node in the order of their targets, once a value has the ends of an edge.
    by_target: Option<EdgesByTarget>,
}

/// The edges by source and target.
struct EdgesByTarget {
    order: Vec<u64>,
    /// The number of values so far of the edges between two nodes, at the first of them.
    used: Vec<u32>,
}

impl<'g> Sink<'g> {
    pub fn new(
        rows: Rows,
        (ty, elements): (Type, Option<usize>),
        types: Types,
        graph: &'g Graph,
    ) -> Sink<'g> {
        let count = match rows {
            Rows::Nodes => types.nodes as usize,
            Rows::Edges => types.edges as usize,
            Rows::Items => 0,
        } * elements.unwrap_or(1);
        let values = ArrayData::fill(Value::zero(ty), count);
        let has_value = vec![false; count];
        Sink {
            rows,
            ty,
            elements,
            types,
            graph,
            values,
            has_value,
            count: 0,
            items: vec![],
            by_target: None,
        }
    }

    /// The number of rows that the input must have; `None` for any number.
    pub fn length(&self) -> Option<usize> {
        (self.rows != Rows::Items).then_some(self.row_count())
    }

    /// The number of values of each row.
    pub fn width(&self) -> usize {
        self.elements.unwrap_or(1)
    }

    fn row_count(&self) -> usize {
        self.has_value.len() / self.width()
    }

    /// Returns the word for one row: "node" or "edge".
    pub fn element(&self) -> &'static str {
        if self.rows == Rows::Edges { "edge" } else { "node" }
    }

    /// The ids of the nodes, if they have ids.
    pub fn ids(&self) -> Option<&'g Ids> {
        self.graph.ids.as_deref()
    }

    pub fn nodes(&self) -> u32 {
        self.types.nodes
    }

    /// Adds the next value. The elements of an array follow each other.
    pub fn push(&mut self, line: Option<u64>, number: Number) -> Result<(), Problem> {
        if self.rows == Rows::Items {
            let value = self.convert(line, number)?;
            if value == Value::Node(u32::MAX) {
                return Err((line, format!("{number} is not a node of the graph")));
            }
            if self.items.len() >= MAX_EXTENT as usize {
                return Err((line, "the worklist has too many items".into()));
            }
            self.items.push(value.index());
            return Ok(());
        }
        if self.count >= self.has_value.len() {
            let length = self.row_count();
            let element = self.element();
            return Err((
                line,
                format!("the graph has only {length} {element}s, so this value is one too many"),
            ));
        }
        let (row, element) = (self.count / self.width(), self.count % self.width());
        self.set(line, (row, element), number)
    }

    /// Checks the ends of an edge that also has its number.
    pub fn check_ends(
        &self,
        line: Option<u64>,
        index: i128,
        (source, target): (i128, i128),
    ) -> Result<(), Problem> {
        let edge = self.row(line, index)?;
        let row = self.graph.offsets.row_of(edge);
        let ends = (i128::from(row), i128::from(self.graph.targets[edge]));
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

    /// Returns the next edge between two nodes that has no value. Parallel edges get their values
    /// in order.
    pub fn row_between(
        &mut self,
        line: Option<u64>,
        (source, target): (i128, i128),
    ) -> Result<usize, Problem> {
        let missing = || (line, format!("the graph has no edge from {source} to {target}"));
        let node = |id: i128| u32::try_from(id).ok().filter(|id| *id < self.types.nodes);
        let (from, to) = node(source).zip(node(target)).ok_or_else(missing)?;
        let (offsets, targets) = (&self.graph.offsets, &self.graph.targets);
        let edges = self.by_target.get_or_insert_with(|| {
            let order = edges_by_target(offsets, targets);
            EdgesByTarget { used: vec![0; order.len()], order }
        });
        let range = offsets.row(from);
        let (begin, row) = (range.start, &edges.order[range]);
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
        Ok(edge as usize)
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
        let (length, element) = (self.row_count(), self.element());
        let has = match self.elements {
            Some(elements) => format!("has {length} {element}s with {elements} values each"),
            None => format!("has {length} {element}s"),
        };
        let first = self.has_value.iter().position(|has| !has).unwrap_or(0) / self.width();
        let first = match self.rows {
            Rows::Edges => {
                let (row, target) = (self.graph.offsets.row_of(first), self.graph.targets[first]);
                format!("edge {first}, from {row} to {target},")
            }
            _ => format!("node {first}"),
        };
        let message = format!(
            "the file has {} values, but the graph {has}\nnote: {first} has no value",
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

    /// Returns the row with a number.
    pub fn row(&self, line: Option<u64>, index: i128) -> Result<usize, Problem> {
        let row = usize::try_from(index).ok().filter(|row| *row < self.row_count());
        row.ok_or_else(|| {
            let (length, element) = (self.row_count(), self.element());
            let message = format!(
                "{index} is not the number of a {element}: the graph has {length} {element}s, numbered from 0"
            );
            (line, message)
        })
    }

    /// Sets an element of a row.
    pub fn set(
        &mut self,
        line: Option<u64>,
        (row, element): (usize, usize),
        number: Number,
    ) -> Result<(), Problem> {
        let value = self.convert(line, number)?;
        let position = row * self.width() + element;
        if std::mem::replace(&mut self.has_value[position], true) {
            return Err((line, format!("{} {row} has a value already", self.element())));
        }
        self.values.set(position, value);
        self.count += 1;
        Ok(())
    }
}
