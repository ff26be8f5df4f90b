//! Sources of incoming edges: reads them from a list that is ordered like the incoming edges.
//!
//! `in_edges` lists the ids of the incoming edges of each node. The source of an edge is in
//! `sources`, which is ordered by id, so the ids lead to reads at random. `in_sources` has the same
//! sources in the order of `in_edges`: a loop over the incoming edges of a node then reads
//! neighbouring elements. Most programs need only the sources of incoming edges, and then neither
//! `in_edges` nor `sources` has to be in the memory of the device.
//!
//! The pass finds edges at a known position of `in_edges`: the variable of a `forall` over incoming
//! edges, and a local that is read from `in_edges`. It applies if no statement assigns them again.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! forall serial e: edge in in v {            forall serial e: edge in positions v {
//!   reduce add sum, share[@sources[e]]         reduce add sum, share[@in_sources[e]]
//! }                                          }
//! ```

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::build::add_local;
use crate::ir::visit::{remove_lets, walk_exprs, walk_exprs_mut, walk_stmts, walk_stmts_mut};
use crate::ir::*;

/// Reads the sources of incoming edges from `in_sources`.
pub fn read_in_sources(module: &mut Module) {
    for kernel in &mut module.kernels {
        let edges = edges_with_sources(kernel);
        if !edges.is_empty() {
            read_by_position(kernel, &edges);
        }
    }
}

/// Where the position of an incoming edge is known from.
#[derive(Debug, Clone)]
enum Position {
    /// The loop over incoming edges, whose variable the edge is.
    Loop,
    /// An expression that always has the same value.
    Known(Expr),
}

/// Finds the incoming edges at known positions whose sources the kernel reads.
fn edges_with_sources(kernel: &Kernel) -> BTreeMap<LocalId, Position> {
    let (mut found, mut assigned) = (BTreeMap::new(), BTreeSet::new());
    walk_stmts(&kernel.body, &mut |stmt| {
        assigned.extend(stmt.assigned());
        match &stmt.kind {
            StmtKind::ForAll { var, domain: Domain::InEdges(..), .. } => {
                found.insert(*var, Position::Loop);
            }
            StmtKind::Let(
                id,
                Expr { kind: ExprKind::Graph(GraphArray::InEdges, at, bounds), .. },
            ) if *bounds == Bounds::Proven && matches!(at.kind, ExprKind::Local(_)) => {
                found.insert(*id, Position::Known((**at).clone()));
            }
            _ => {}
        }
    });
    let mut with_sources = BTreeSet::new();
    walk_exprs(&kernel.body, &mut |expr| with_sources.extend(edge_of_source(expr)));
    let is_fixed = |id: &LocalId| !assigned.contains(id);
    found.retain(|edge, position| {
        let at = match position {
            Position::Loop => None,
            Position::Known(at) => at.local_read(),
        };
        with_sources.contains(edge) && is_fixed(edge) && at.as_ref().is_none_or(is_fixed)
    });
    found
}

/// Returns the local whose source an expression reads.
fn edge_of_source(expr: &Expr) -> Option<LocalId> {
    match &expr.kind {
        ExprKind::Graph(GraphArray::Sources, edge, _) => edge.local_read(),
        _ => None,
    }
}

fn read_by_position(kernel: &mut Kernel, edges: &BTreeMap<LocalId, Position>) {
    let ids = edges_with_ids(kernel, edges);
    // The variable of a loop becomes the position. If the id is needed, the position is a new local.
    let mut positions = BTreeMap::new();
    for (edge, position) in edges {
        let at = match position {
            Position::Known(at) => at.clone(),
            Position::Loop if ids.contains(edge) => {
                Expr::local(add_local(&mut kernel.locals, "at", Type::Edge), Type::Edge)
            }
            Position::Loop => Expr::local(*edge, Type::Edge),
        };
        positions.insert(*edge, at);
    }
    walk_exprs_mut(&mut kernel.body, &mut |expr| {
        if let Some(at) = edge_of_source(expr).and_then(|edge| positions.get(&edge)) {
            let at = Box::new(at.clone());
            expr.kind = ExprKind::Graph(GraphArray::InSources, at, Bounds::Proven);
        }
    });
    walk_stmts_mut(&mut kernel.body, &mut |stmt| {
        let origin = stmt.origin;
        let StmtKind::ForAll { var, domain, body, .. } = &mut stmt.kind else { return };
        let (Domain::InEdges(node, bounds), Some(at)) = (&*domain, positions.get(var)) else {
            return;
        };
        *domain = Domain::InPositions(node.clone(), *bounds);
        if let Some(position) = at.local_read()
            && position != *var
        {
            let id = ExprKind::Graph(GraphArray::InEdges, Box::new(at.clone()), Bounds::Proven);
            let id = Expr { ty: Type::Edge, kind: id };
            body.insert(0, StmtKind::Let(*var, id).from(origin));
            *var = position;
        }
    });
    remove_lets(&mut kernel.body, &|id| edges.contains_key(&id) && !ids.contains(&id));
    kernel.renumber_locals();
}

/// Finds those edges whose ids the kernel needs for more than their sources.
fn edges_with_ids(kernel: &Kernel, edges: &BTreeMap<LocalId, Position>) -> BTreeSet<LocalId> {
    let (mut reads, mut of_sources) = (BTreeMap::new(), BTreeMap::new());
    walk_exprs(&kernel.body, &mut |expr| {
        if let Some(id) = expr.local_read() {
            *reads.entry(id).or_insert(0) += 1;
        }
        if let Some(id) = edge_of_source(expr) {
            *of_sources.entry(id).or_insert(0) += 1;
        }
    });
    edges.keys().copied().filter(|edge| reads.get(edge) != of_sources.get(edge)).collect()
}
