//! The sources of incoming edges.
//!
//! The IR finds the source of an incoming edge in two steps: `in_edges[i]` is the id of the edge,
//! and `sources` is ordered by id. The second step reads memory at random. This target has a list
//! that is ordered like `in_edges`, so that a loop over incoming edges reads the sources one after
//! the other. Most programs then need neither `in_edges` nor `sources`.

use std::collections::BTreeSet;

use igc_compiler::ir::uses::uses;
use igc_compiler::ir::visit::{walk_exprs, walk_host_exprs, walk_stmts};
use igc_compiler::ir::{
    Bounds, Domain, Expr, ExprKind, GraphArray, Kernel, LocalId, Module, StmtKind,
};

/// The arrays of the graph that the code of a module reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphReads {
    /// The arrays of the IR.
    pub arrays: BTreeSet<GraphArray>,
    /// Whether the code reads the sources of the incoming edges.
    pub in_sources: bool,
}

impl GraphReads {
    /// Finds the arrays. A graph always needs its offsets and targets, which give it its size.
    pub fn of(module: &Module) -> GraphReads {
        let mut arrays = BTreeSet::from([GraphArray::OutOffsets, GraphArray::Targets]);
        let mut in_sources = false;
        for kernel in &module.kernels {
            let incoming = incoming_edges(kernel);
            // Every mention of an incoming edge but those as an index of `sources` needs its id,
            // and so does an incoming edge that is not at a known position.
            let (mut mentions, mut sources) = (0, 0);
            let mut needs_ids = false;
            walk_stmts(&kernel.body, &mut |stmt| {
                needs_ids |= match &stmt.kind {
                    StmtKind::ForAll { var, domain: Domain::InEdges(..), .. } => {
                        !incoming.contains(var)
                    }
                    StmtKind::Let(id, _) if incoming.contains(id) => false,
                    _ => stmt.exprs().into_iter().any(reads_ids),
                }
            });
            let mut other_sources = false;
            walk_exprs(&kernel.body, &mut |expr| match &expr.kind {
                ExprKind::Local(id) if incoming.contains(id) => mentions += 1,
                ExprKind::Graph(GraphArray::Sources, index, _) => match index.kind {
                    ExprKind::Local(id) if incoming.contains(&id) => sources += 1,
                    _ => other_sources = true,
                },
                _ => {}
            });
            in_sources |= sources > 0;
            let mut read = uses(module, kernel).graph;
            if mentions == sources && !needs_ids {
                read.remove(&GraphArray::InEdges);
            }
            if !other_sources {
                read.remove(&GraphArray::Sources);
            }
            arrays.extend(read);
        }
        walk_host_exprs(&module.main.body, &mut |expr| {
            if let ExprKind::Graph(array, ..) = &expr.kind {
                arrays.insert(*array);
            }
        });
        GraphReads { arrays, in_sources }
    }
}

/// Returns whether an expression reads the list of incoming edges.
fn reads_ids(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |e| found |= matches!(e.kind, ExprKind::Graph(GraphArray::InEdges, ..)));
    found
}

/// Returns the position in the list of incoming edges, if an expression reads this list.
pub fn position(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Graph(GraphArray::InEdges, position, Bounds::Proven) => Some(position),
        _ => None,
    }
}

/// Finds the locals that are always the incoming edge at a known position.
pub fn incoming_edges(kernel: &Kernel) -> BTreeSet<LocalId> {
    let (mut found, mut changed) = (BTreeSet::new(), vec![]);
    walk_stmts(&kernel.body, &mut |stmt| match &stmt.kind {
        StmtKind::ForAll { var, domain: Domain::InEdges(..), .. } => {
            found.insert(*var);
        }
        StmtKind::Let(id, value) if position(value).is_some() => {
            found.insert(*id);
        }
        StmtKind::Assign(id, _) | StmtKind::Reduce(id, ..) => changed.push(*id),
        _ => {}
    });
    found.retain(|id| !changed.contains(id));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use igc_compiler::driver::compile;
    use igc_compiler::ir::visit::walk_exprs_mut;
    use igc_compiler::options::Options;

    #[test]
    fn ids_are_read_where_the_position_is_not_known() {
        let source = "node x: u32 = 0; output x;
            kernel k() { forall v in nodes { for e in v.in { v.x += e.src.degree as u32; } } }
            main { k(); }";
        let compiled = compile("incoming", source, &Options::default()).expect("it is a program");
        let mut module = compiled.artefact.parallel.clone();
        let reads = GraphReads::of(&module);
        assert!(reads.in_sources && !reads.arrays.contains(&GraphArray::InEdges), "{reads:?}");
        walk_exprs_mut(&mut module.kernels[0].body, &mut |expr| {
            if let ExprKind::Graph(GraphArray::InEdges, _, bounds) = &mut expr.kind {
                *bounds = Bounds::Checked;
            }
        });
        let reads = GraphReads::of(&module);
        assert!(!reads.in_sources && reads.arrays.contains(&GraphArray::InEdges), "{reads:?}");
        assert!(reads.arrays.contains(&GraphArray::Sources), "{reads:?}");
    }
}
