//! Writes the visits of an edge map in another order.

use std::collections::BTreeSet;

use super::edge_map::{Direction, EdgeMap};
use super::frontier::Selected;
use super::select::Selection;
use crate::configuration::{EdgeOrder, NodeOrder, VisitOrder};
use crate::ir::build::{add_local, combine, identity};
use crate::ir::visit::{walk_exprs, walk_exprs_mut, walk_stmts, walk_stmts_mut};
use crate::ir::*;
use crate::passes::simplify::{forward_copies, remove_unread};

/// Replaces the body of a kernel by the visits of its edge map in another order. A pull of one
/// work-item for each node may end early only if `may_end` is set.
pub fn reorder(
    kernel: &mut Kernel,
    map: &EdgeMap,
    visits: VisitOrder,
    selection: Option<&Selection>,
    may_end: bool,
) {
    let Kernel { locals, params, lanes, .. } = kernel;
    let mut rewriter = Rewriter { locals, params: *params, lanes: *lanes, may_end, map, selection };
    let the_loop = match visits {
        VisitOrder::Nodes(NodeOrder::Push) => rewriter.by_end(Direction::Out),
        VisitOrder::Nodes(NodeOrder::Pull) => rewriter.by_end(Direction::In),
        VisitOrder::Edges(EdgeOrder::Edge) => {
            let at = Expr::local(map.edge, Type::Edge);
            let ends = [GraphArray::Sources, GraphArray::Targets].map(|list| graph(list, &at));
            rewriter.by_edge(map.edge, vec![], ends)
        }
        VisitOrder::Edges(EdgeOrder::StructEdge) => {
            let at = Expr::local(map.edge, Type::Edge);
            let (search, source) = rewriter.search(GraphArray::OutOffsets, &at);
            rewriter.by_edge(map.edge, search, [source, graph(GraphArray::Targets, &at)])
        }
        VisitOrder::Edges(EdgeOrder::RevEdge) => {
            let (position, at) = rewriter.position();
            let ends = [GraphArray::InSources, GraphArray::InTargets].map(|list| graph(list, &at));
            rewriter.by_edge(position, vec![], ends)
        }
        VisitOrder::Edges(EdgeOrder::RevStructEdge) => {
            let (position, at) = rewriter.position();
            let (search, target) = rewriter.search(GraphArray::InOffsets, &at);
            rewriter.by_edge(position, search, [graph(GraphArray::InSources, &at), target])
        }
    };
    // The kernel may have only a part of each iteration, which must not run again alone.
    kernel.asynchronous = None;
    kernel.body = map.constants.iter().cloned().chain(the_loop).collect();
    forward_copies(&mut kernel.body);
    remove_unread(kernel);
}

/// Whether a pull can end early: one contribution settles a node.
pub fn pull_ends_early(kernel: &Kernel, map: &EdgeMap) -> bool {
    let breaks = |body: &Block| {
        let mut count = 0;
        walk_stmts(body, &mut |stmt| count += usize::from(matches!(stmt.kind, StmtKind::Break)));
        count
    };
    let mut pull = kernel.clone();
    if map.direction == Direction::Out {
        reorder(&mut pull, map, VisitOrder::Nodes(NodeOrder::Pull), None, true);
    }
    breaks(&pull.body) > breaks(&kernel.body)
}

/// Reads an element of an array of the graph.
fn graph(array: GraphArray, at: &Expr) -> Expr {
    Expr::graph(array, at.clone())
}

struct Rewriter<'m> {
    locals: &'m mut Locals,
    /// Number of parameters, which are the first locals.
    params: usize,
    /// Number of work-items that share the edges of a node.
    lanes: u32,
    /// Whether a pull may end early.
    may_end: bool,
    map: &'m EdgeMap,
    selection: Option<&'m Selection>,
}

impl Rewriter<'_> {
    /// One iteration for each edge. `at` is the variable of the loop: the edge, or its position
    /// among the incoming edges. `search` finds an end of the edge.
    fn by_edge(&mut self, at: LocalId, search: Block, ends: [Expr; 2]) -> Block {
        let mut body = search;
        if at != self.map.edge {
            let id = graph(GraphArray::InEdges, &Expr::local(at, Type::Edge));
            body.push(self.stmt(StmtKind::Let(self.map.edge, id)));
        }
        body.extend(self.visits(ends));
        vec![self.stmt(StmtKind::ForAll {
            var: at,
            domain: Domain::Edges,
            mapping: Mapping::Parallel,
            body,
        })]
    }

    /// One iteration for each node, which visits its outgoing or incoming edges.
    fn by_end(&mut self, direction: Direction) -> Block {
        if let Some(selection) = self.selection.filter(|_| direction == self.map.direction) {
            return self.by_own_end(selection);
        }
        let (name, edge) = (if direction == Direction::In { "to" } else { "from" }, self.map.edge);
        let node = add_local(self.locals, name, Type::Node);
        let (own, at) = (Expr::local(node, Type::Node), Expr::local(edge, Type::Edge));
        let ends = match direction {
            Direction::Out => [own.clone(), graph(GraphArray::Targets, &at)],
            Direction::In => [graph(GraphArray::Sources, &at), own.clone()],
        };
        let mut visits = self.visits(ends);
        forward_copies(&mut visits);
        // Lanes cannot end together, and each would have a sum of its own.
        let settles = (self.lanes == 1 && self.may_end)
            .then(|| settling_condition(&visits, node, self.params))
            .flatten();
        let body = match settles {
            None => {
                let (before, after) = match self.lanes {
                    1 => self.reduce_locally(&mut visits, &own),
                    _ => (vec![], vec![]),
                };
                let domain = match direction {
                    Direction::Out => Domain::OutEdges(own, Bounds::Checked),
                    Direction::In => Domain::InEdges(own, Bounds::Checked),
                };
                let mapping = Mapping::Serial;
                let visit = StmtKind::ForAll { var: edge, domain, mapping, body: visits };
                before.into_iter().chain([self.stmt(visit)]).chain(after).collect()
            }
            Some(condition) => self.until_settled(direction, own, condition, visits),
        };
        vec![self.stmt(StmtKind::ForAll {
            var: node,
            domain: Domain::Nodes,
            mapping: Mapping::Parallel,
            body,
        })]
    }

    /// Lets visits reduce into locals instead of state of the node whose edges they visit, if they
    /// only reduce into this state. Returns the statements before and after the visits.
    fn reduce_locally(&mut self, visits: &mut Block, node: &Expr) -> (Block, Block) {
        let (mut before, mut after) = (vec![], vec![]);
        for (array, op, ty) in reduced_at(visits, node) {
            let sum = add_local(self.locals, "sum", ty);
            walk_stmts_mut(visits, &mut |stmt| {
                let StmtKind::Atomic { place, operands, .. } = &stmt.kind else { return };
                if place.array == array {
                    stmt.kind = StmtKind::Reduce(sum, op, operands[0].clone());
                }
            });
            let place = Place::unproven(array, node.clone(), None);
            let nothing = Expr::constant(identity(op, ty));
            let state = Expr { ty, kind: ExprKind::Load(Box::new(place.clone())) };
            let both = combine(op, state, Expr::local(sum, ty));
            before.push(self.stmt(StmtKind::Let(sum, nothing)));
            after.push(self.stmt(StmtKind::Store(place, both)));
        }
        (before, after)
    }

    /// Visits the edges of a node in order, while a condition on the node holds.
    fn until_settled(
        &mut self,
        direction: Direction,
        node: Expr,
        condition: Expr,
        visits: Block,
    ) -> Block {
        let mut body = visits;
        let (at, offsets) = match direction {
            Direction::Out => (self.map.edge, GraphArray::OutOffsets),
            Direction::In => {
                let at = add_local(self.locals, "i", Type::Edge);
                let id = graph(GraphArray::InEdges, &Expr::local(at, Type::Edge));
                body.insert(0, self.stmt(StmtKind::Let(self.map.edge, id)));
                (at, GraphArray::InOffsets)
            }
        };
        let settled = Expr::unary(UnaryOp::Not, condition.clone());
        let leave = vec![self.stmt(StmtKind::Break)];
        body.push(self.stmt(StmtKind::If(settled, leave, vec![])));
        let (start, end) = Expr::row(offsets, node, Bounds::Checked);
        let step = Expr::constant(Value::U32(1));
        let visit = self.stmt(StmtKind::For { var: at, start, end, step, body });
        vec![self.stmt(StmtKind::If(condition, vec![visit], vec![]))]
    }

    /// The visits of an edge with these ends, if its node is selected or has a path to them.
    fn visits(&mut self, [source, target]: [Expr; 2]) -> Block {
        let node = match self.map.direction {
            Direction::Out => source.clone(),
            Direction::In => target.clone(),
        };
        let mut block = match self.selection {
            None => self.map.path_to(self.map.visit.clone()),
            Some(selection) => self.selected(selection),
        };
        walk_exprs_mut(&mut block, &mut |expr| {
            let ExprKind::Graph(array, at, _) = &expr.kind else { return };
            match array {
                _ if at.local_read() != Some(self.map.edge) => {}
                GraphArray::Sources => *expr = source.clone(),
                GraphArray::Targets => *expr = target.clone(),
                _ => {}
            }
        });
        block.insert(0, self.stmt(StmtKind::Let(self.map.node, node)));
        block
    }

    /// One iteration for each selected node, which visits its edges as in the program.
    fn by_own_end(&mut self, selection: &Selection) -> Block {
        let map = self.map;
        let node = Expr::local(map.node, Type::Node);
        let domain = match map.direction {
            Direction::Out => Domain::OutEdges(node, Bounds::Checked),
            Direction::In => Domain::InEdges(node, Bounds::Checked),
        };
        let mut visit = map.visit.clone();
        if !selection.resumes {
            reduce_into_memory(&mut visit, map, selection);
        }
        let body = self.repeated(selection, visit);
        let (var, mapping) = (map.edge, Mapping::Serial);
        let mut inner = self.carried(selection);
        inner.push(self.stmt(StmtKind::ForAll { var, domain, mapping, body }));
        if selection.resumes {
            inner.extend(map.end.iter().cloned());
        }
        let body = selection.if_selected(map, inner);
        let (var, domain, mapping) = (map.node, selection.selected.nodes(), Mapping::Parallel);
        vec![self.stmt(StmtKind::ForAll { var, domain, mapping, body })]
    }

    /// Runs the visit once for each time that the node was selected.
    fn selected(&mut self, selection: &Selection) -> Block {
        let mut body = self.carried(selection);
        body.extend(self.map.visit.iter().cloned());
        reduce_into_memory(&mut body, self.map, selection);
        match (selection.selected, &self.map.nodes) {
            (Selected::Counts(_), Domain::Worklist(_)) => self.repeated(selection, body),
            _ => selection.if_selected(self.map, body),
        }
    }

    /// Declares the locals of the path that visits read, or that they reduce into, with the values
    /// that memory keeps.
    fn carried(&self, selection: &Selection) -> Block {
        let map = self.map;
        let in_memory = |id: &LocalId| {
            !selection.resumes && map.reductions.iter().any(|(local, _)| local == id)
        };
        let values = selection.carried.iter().filter(|(local, _)| !in_memory(local));
        let values = values.map(|(local, array)| {
            let value = Selection::value(map, *array, self.locals[local.index()].ty);
            self.stmt(StmtKind::Let(*local, value))
        });
        values.collect()
    }

    /// Repeats statements for each item of the worklist that is the node.
    fn repeated(&mut self, selection: &Selection, body: Block) -> Block {
        let map = self.map;
        let Selected::Counts(count) = selection.selected else { return body };
        if map.nodes == Domain::Nodes {
            return body;
        }
        let (start, end) = (Expr::constant(Value::U32(0)), Selection::value(map, count, Type::U32));
        let var = add_local(self.locals, "time", Type::U32);
        let step = Expr::constant(Value::U32(1));
        vec![self.stmt(StmtKind::For { var, start, end, step, body })]
    }

    /// Declares the position of an edge among the incoming edges.
    fn position(&mut self) -> (LocalId, Expr) {
        let id = add_local(self.locals, "at", Type::Edge);
        (id, Expr::local(id, Type::Edge))
    }

    /// Finds the node whose edges contain a position, with a binary search: the last node whose
    /// edges start at the position or before it. Returns the statements and the node.
    fn search(&mut self, offsets: GraphArray, position: &Expr) -> (Block, Expr) {
        let [first, last, middle] =
            ["first", "last", "middle"].map(|name| add_local(self.locals, name, Type::U32));
        let value = |id| Expr::local(id, Type::U32);
        let constant = |value| Expr::constant(Value::U32(value));
        let distance = || Expr::binary(BinaryOp::Sub, value(last), value(first));
        let half = Expr::binary(BinaryOp::Shr, distance(), constant(1));
        let half = Expr::binary(BinaryOp::Add, value(first), half);
        let start = graph(offsets, &value(middle).cast(Type::Node));
        let starts_before = Expr::binary(BinaryOp::Le, start, position.clone());
        let [later, earlier] =
            [first, last].map(|bound| vec![self.stmt(StmtKind::Assign(bound, value(middle)))]);
        let round = vec![
            self.stmt(StmtKind::Let(middle, half)),
            self.stmt(StmtKind::If(starts_before, later, earlier)),
        ];
        let is_open = Expr::binary(BinaryOp::Gt, distance(), constant(1));
        let block = vec![
            self.stmt(StmtKind::Let(first, constant(0))),
            self.stmt(StmtKind::Let(last, Expr::u32(ExprKind::NodeCount))),
            self.stmt(StmtKind::While(is_open, round)),
        ];
        (block, value(first).cast(Type::Node))
    }

    fn stmt(&self, kind: StmtKind) -> Stmt {
        kind.from(self.map.origin)
    }
}

/// Lets visits reduce into the arrays that keep locals of the path, instead of the locals.
fn reduce_into_memory(visit: &mut Block, map: &EdgeMap, selection: &Selection) {
    walk_stmts_mut(visit, &mut |stmt| {
        let StmtKind::Reduce(id, op, value) = &stmt.kind else { return };
        let kept = selection.carried.iter().find(|(local, _)| local == id);
        if let Some((_, array)) = kept {
            let place = Place::unproven(*array, Expr::local(map.node, Type::Node), None);
            let (op, operands) = (*op, vec![value.clone()]);
            stmt.kind = StmtKind::Atomic { op, place, operands, old: None };
        }
    });
}

/// Finds the arrays that visits access only by reductions at a node, always with the same operator.
fn reduced_at(visits: &Block, node: &Expr) -> Vec<(ArrayId, AtomicOp, Type)> {
    let (mut found, mut other) = (vec![], BTreeSet::new());
    walk_stmts(visits, &mut |stmt| match &stmt.kind {
        StmtKind::Atomic { op, place, operands, old: None }
            if !matches!(op, AtomicOp::Swap | AtomicOp::Cas)
                && place.index == *node
                && place.element.is_none() =>
        {
            let reduction = (place.array, *op, operands[0].ty);
            if !found.contains(&reduction) {
                found.push(reduction);
            }
        }
        _ => other.extend(stmt.place().map(|place| place.array)),
    });
    walk_exprs(visits, &mut |expr| {
        if let ExprKind::Load(place) = &expr.kind {
            other.insert(place.array);
        }
    });
    let arrays: Vec<ArrayId> = found.iter().map(|(array, ..)| *array).collect();
    let is_only = |array| arrays.iter().filter(|other| **other == array).count() == 1;
    found.retain(|(array, ..)| !other.contains(array) && is_only(*array));
    found
}

/// Returns a condition on a node without which the visits of the node change nothing, if the visits
/// of the node change the condition, and nothing else does. `params` is the number of parameters of
/// the kernel.
fn settling_condition(visits: &Block, node: LocalId, params: usize) -> Option<Expr> {
    let mut block = visits;
    loop {
        let (last, lets) = block.split_last()?;
        if !lets.iter().all(|stmt| matches!(stmt.kind, StmtKind::Let(..))) {
            return None;
        }
        block = match &last.kind {
            StmtKind::If(condition, then, otherwise) if otherwise.is_empty() => {
                if is_about(condition, node, params) && settles(condition, visits, node) {
                    return Some(condition.clone());
                }
                then
            }
            StmtKind::For { body, .. } => body,
            _ => return None,
        };
    }
}

/// Whether a condition reads only the state of one node, globals, and values that do not change.
fn is_about(condition: &Expr, node: LocalId, params: usize) -> bool {
    let mut holds = true;
    condition.walk(&mut |expr| {
        holds &= match &expr.kind {
            ExprKind::Local(id) => *id == node || id.index() < params,
            ExprKind::Element(_) | ExprKind::WorklistItem(..) => false,
            _ => true,
        };
    });
    holds
}

/// Whether visits write an array that a condition reads, and only at this node.
fn settles(condition: &Expr, visits: &Block, node: LocalId) -> bool {
    let mut read = BTreeSet::new();
    condition.walk(&mut |expr| {
        if let ExprKind::Load(place) = &expr.kind {
            read.insert(place.array);
        }
    });
    let (mut own, mut other) = (false, false);
    walk_stmts(visits, &mut |stmt| {
        let Some(place) = stmt.place().filter(|place| read.contains(&place.array)) else { return };
        match place.index.kind {
            ExprKind::Local(id) if id == node => own = true,
            _ => other = true,
        }
    });
    own && !other
}
