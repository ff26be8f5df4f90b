//! Edge maps: the loops whose edges may be visited in any order and by anyone.
//!
//! An edge map is a parallel `forall` over nodes whose iterations visit the edges of their node in
//! one place:
//!
//! ```text
//! forall parallel u: node in nodes {
//!   let near: u32 = dist~?[u]           the path: statements and conditions before the visits
//!   if (near < 100u32) {
//!     forall serial e: edge in out? u {
//!       …                               the visit: what happens at each edge
//!     }
//!     done~?[u] = true                  the end: statements after the visits
//!   }
//! }
//! ```
//!
//! The visits of one node do not depend on each other, because the iterations of a `forall` run in
//! any order. Iterations of the outer loop run concurrently, so all paths may run before the first
//! visit, and all ends after the last one.

use std::collections::BTreeSet;

use crate::ir::repeats::{Sets, reads_worklist};
use crate::ir::uniform_loop::is_distributed;
use crate::ir::visit::{walk_exprs, walk_stmts};
use crate::ir::*;

/// A loop over nodes, which may be an edge map.
struct NodeLoop<'a> {
    node: LocalId,
    nodes: Domain,
    body: &'a Block,
}

/// A parallel `forall` whose iterations visit the edges of a node.
#[derive(Debug, Clone)]
pub struct EdgeMap {
    /// Declarations before the loop, which read no memory.
    pub constants: Block,
    /// The node of an iteration.
    pub node: LocalId,
    /// The nodes: all of them, or the items of a worklist.
    pub nodes: Domain,
    /// The parts of the path from the start of an iteration to the visits.
    pub path: Vec<PathPart>,
    /// The edge of a visit.
    pub edge: LocalId,
    /// The edges of the node, as the inner loop visits them.
    pub edges: Domain,
    /// Which edges of the node are visited.
    pub direction: Direction,
    /// What happens at each edge.
    pub visit: Block,
    /// The locals of the path into which visits reduce, with the operator.
    pub reductions: Vec<(LocalId, AtomicOp)>,
    /// Why visits change something if a worklist has their node again; `None` if they do not.
    pub change: Option<&'static str>,
    /// What happens after the visits, if the iteration has visits.
    pub end: Block,
    /// Where the outer loop stands in the source.
    pub origin: Origin,
}

/// A part of the path from the start of an iteration to its visits.
#[derive(Debug, Clone)]
pub enum PathPart {
    /// A statement.
    Stmt(Stmt),
    /// The visits are in a conditional.
    If {
        /// The condition.
        condition: Expr,
        /// Whether the visits happen if the condition holds.
        holds: bool,
        /// The statements of the other branch.
        otherwise: Block,
        /// Where the conditional stands in the source.
        origin: Origin,
    },
}

/// Which edges of a node are visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// The outgoing edges: the node is their source.
    Out,
    /// The incoming edges: the node is their destination.
    In,
}

impl EdgeMap {
    /// Recognises an edge map that is the whole body of a kernel. `sets` are the worklists of the
    /// program on which repeated items change nothing.
    ///
    /// # Errors
    ///
    /// Returns the reason why the kernel is not an edge map, in the words of a remark.
    pub fn of(module: &Module, kernel: &Kernel, sets: &Sets) -> Result<EdgeMap, &'static str> {
        let Some((Stmt { kind, origin }, constants)) = kernel.body.split_last() else {
            return Err("the kernel is not a loop over nodes");
        };
        if !constants.iter().all(is_constant) {
            return Err("statements before the loop read or change memory");
        }
        let StmtKind::ForAll { var, domain, mapping: Mapping::Parallel, body } = kind else {
            return Err("the kernel is not a loop over nodes");
        };
        match domain {
            Domain::Nodes => {}
            Domain::Worklist(id)
                if module.worklists[id.index()].ty == ItemType::One(Type::Node) => {}
            Domain::Worklist(_) => return Err("the items of its worklist are not nodes"),
            Domain::Positions(_) => {
                return Err("the items of its worklist are pairs or have positions");
            }
            _ => return Err("the kernel is not a loop over nodes"),
        }
        let mut map = EdgeMap::in_loop(
            constants,
            NodeLoop { node: *var, nodes: domain.clone(), body },
            *origin,
        )?;
        map.change = sets.change(&map.visit);
        map.may_run_apart()?;
        Ok(map)
    }

    /// Recognises an edge map over all nodes in a kernel of a distributed module. It does not tell
    /// whether its visits [change](EdgeMap::change) something again.
    ///
    /// # Errors
    ///
    /// Returns the reason why the kernel is not an edge map, in the words of a remark.
    pub fn of_distributed(kernel: &Kernel) -> Result<EdgeMap, &'static str> {
        let Some((stmt, constants)) = kernel.body.split_last() else {
            return Err("the kernel is not a loop over nodes");
        };
        let StmtKind::For { var, end, body, .. } = &stmt.kind else {
            return Err("the kernel is not a loop over nodes");
        };
        if !is_distributed(stmt) || end.kind != ExprKind::NodeCount {
            return Err("the kernel is not a loop over nodes");
        }
        let map = EdgeMap::in_loop(
            constants,
            NodeLoop { node: *var, nodes: Domain::Nodes, body },
            stmt.origin,
        )?;
        map.may_run_apart()?;
        Ok(map)
    }

    /// Recognises an edge map in the body of a loop over nodes.
    fn in_loop(
        constants: &[Stmt],
        NodeLoop { node, nodes, body }: NodeLoop<'_>,
        origin: Origin,
    ) -> Result<EdgeMap, &'static str> {
        let mut path = vec![];
        let Visits { edge, edges, direction, visit, end } = follow(body, node, &mut path)?;
        Ok(EdgeMap {
            constants: constants.to_vec(),
            node,
            nodes,
            path,
            edge,
            edges: edges.clone(),
            direction,
            visit: visit.clone(),
            reductions: reductions(visit)?,
            change: None,
            end: end.to_vec(),
            origin,
        })
    }

    /// Whether the path only declares locals and tests conditions.
    pub fn is_path_pure(&self) -> bool {
        self.path.iter().all(|part| match part {
            PathPart::Stmt(stmt) => matches!(stmt.kind, StmtKind::Let(..)),
            PathPart::If { otherwise, .. } => otherwise.is_empty(),
        })
    }

    /// Whether several work-items may take the path of an iteration, at any time while the visits
    /// of the kernel run: the path has no effects, and no visit writes an array that the path reads.
    pub fn is_path_repeatable(&self) -> bool {
        self.is_path_unaffected_by(&[&self.visit])
    }

    /// Whether several work-items may visit the edges of a node, and one of them runs its end: the
    /// path has no effects, and neither a visit nor an end writes an array that the path reads.
    pub fn has_divisible_rows(&self) -> bool {
        self.nodes == Domain::Nodes && self.is_path_unaffected_by(&[&self.visit, &self.end])
    }

    /// Whether the path has no effects, and no statement of some blocks writes an array that it
    /// reads.
    fn is_path_unaffected_by(&self, blocks: &[&Block]) -> bool {
        let mut written = BTreeSet::new();
        for block in blocks {
            walk_stmts(block, &mut |stmt| written.extend(stmt.place().map(|place| place.array)));
        }
        let mut is_repeatable = self.is_path_pure();
        walk_exprs(&self.path_to(vec![]), &mut |expr| {
            if let ExprKind::Load(place) = &expr.kind {
                is_repeatable &= !written.contains(&place.array);
            }
        });
        is_repeatable
    }

    /// Whether an iteration does nothing but take its path and visit edges.
    pub fn only_visits(&self) -> bool {
        self.reductions.is_empty() && self.end.is_empty()
    }

    /// Whether each node has visits exactly once.
    pub fn visits_every_node(&self) -> bool {
        let has_condition = self.path.iter().any(|part| matches!(part, PathPart::If { .. }));
        self.nodes == Domain::Nodes && !has_condition
    }

    /// The locals of the path that visits or the end read, in the order of their ids.
    pub fn carried(&self) -> Vec<LocalId> {
        let (mut declared, mut used) = (BTreeSet::new(), BTreeSet::new());
        for part in &self.path {
            if let PathPart::Stmt(stmt) = part {
                declared.extend(stmt.declares());
            }
        }
        for block in [&self.visit, &self.end] {
            walk_exprs(block, &mut |expr| used.extend(expr.local_read()));
            walk_stmts(block, &mut |stmt| {
                used.extend(stmt.assigned());
                if let StmtKind::StoreElement(element, _) = &stmt.kind {
                    used.insert(element.array);
                }
            });
        }
        declared.into_iter().filter(|id| used.contains(id)).collect()
    }

    /// Returns the path with statements at its end.
    pub fn path_to(&self, visits: Block) -> Block {
        self.path.iter().rev().fold(visits, |mut inner, part| match part.clone() {
            PathPart::Stmt(stmt) => {
                inner.insert(0, stmt);
                inner
            }
            PathPart::If { condition, holds: true, otherwise, origin } => {
                vec![StmtKind::If(condition, inner, otherwise).from(origin)]
            }
            PathPart::If { condition, holds: false, otherwise, origin } => {
                vec![StmtKind::If(condition, otherwise, inner).from(origin)]
            }
        })
    }

    /// Tests whether the path, the visits and the end may run in kernels of their own.
    ///
    /// # Errors
    ///
    /// Returns the reason why not.
    fn may_run_apart(&self) -> Result<(), &'static str> {
        let mut has_arrays = false;
        walk_exprs(&self.visit, &mut |expr| {
            has_arrays |= matches!(&expr.kind, ExprKind::Element(element)
                if self.carried().contains(&element.array));
        });
        let arrays = self.path.iter().any(|part| {
            matches!(part, PathPart::Stmt(Stmt { kind: StmtKind::LetArray(id, _), .. })
                if self.carried().contains(id))
        });
        if has_arrays || arrays {
            return Err("its visits use a local array of the iteration");
        }
        // A launch that reads a worklist swaps its buffers.
        let whole = self.path_to(self.visit.iter().chain(&self.end).cloned().collect());
        if reads_worklist(&whole) {
            return Err("its iterations read a worklist");
        }
        // An item may repeat, and memory has room for one value for each node.
        let repeats = self.nodes != Domain::Nodes;
        if repeats && !(self.reductions.is_empty() && self.end.is_empty()) {
            return Err("items of a worklist may repeat, and it combines values of their edges");
        }
        if repeats && !self.is_path_pure() && !self.carried().is_empty() {
            return Err("items of a worklist may repeat, with different values for their visits");
        }
        Ok(())
    }
}

/// Whether a statement declares a value that is the same in all iterations and at any time.
fn is_constant(stmt: &Stmt) -> bool {
    let StmtKind::Let(_, value) = &stmt.kind else { return false };
    let mut reads = false;
    value.walk(&mut |expr| {
        reads |= matches!(expr.kind, ExprKind::Load(_) | ExprKind::WorklistItem(..));
    });
    !reads
}

/// The visits of an iteration, and what follows them.
struct Visits<'b> {
    edge: LocalId,
    edges: &'b Domain,
    direction: Direction,
    visit: &'b Block,
    end: &'b [Stmt],
}

/// Follows the path to the loop over edges.
fn follow<'b>(
    block: &'b [Stmt],
    node: LocalId,
    path: &mut Vec<PathPart>,
) -> Result<Visits<'b>, &'static str> {
    let Some(at) = block.iter().position(has_forall) else {
        let in_order = block.iter().any(has_loop);
        return Err(match in_order {
            true => "a `for` or `while` runs in order",
            false => "the loop visits no edges",
        });
    };
    path.extend(block[..at].iter().cloned().map(PathPart::Stmt));
    let (stmt, end) = (&block[at], &block[at + 1..]);
    if end.iter().any(has_forall) {
        return Err("the iterations visit edges in several places");
    }
    match &stmt.kind {
        StmtKind::If(condition, then, otherwise) => {
            let holds = then.iter().any(has_forall);
            let (inner, other) = if holds { (then, otherwise) } else { (otherwise, then) };
            if other.iter().any(has_forall) {
                return Err("the iterations visit edges in several places");
            }
            if !end.is_empty() {
                return Err("statements follow the condition under which edges are visited");
            }
            path.push(PathPart::If {
                condition: condition.clone(),
                holds,
                otherwise: other.clone(),
                origin: stmt.origin,
            });
            follow(inner, node, path)
        }
        StmtKind::ForAll { var, domain, body, .. } => {
            let (of, direction) = match domain {
                Domain::OutEdges(of, _) => (of, Direction::Out),
                Domain::InEdges(of, _) | Domain::InPositions(of, _) => (of, Direction::In),
                _ => return Err("its inner loop is not over the edges of a node"),
            };
            match of.kind {
                ExprKind::Local(id) if id == node => {
                    Ok(Visits { edge: *var, edges: domain, direction, visit: body, end })
                }
                _ => Err("its inner loop is over the edges of another node"),
            }
        }
        StmtKind::Exclusive { .. } => Err("it visits edges while it owns nodes"),
        _ => Err("it visits edges in a loop that runs in order"),
    }
}

fn has_forall(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::ForAll { .. })
        || stmt.blocks().into_iter().any(|block| block.iter().any(has_forall))
}

fn has_loop(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While(..))
        || stmt.blocks().into_iter().any(|block| block.iter().any(has_loop))
}

/// Finds the locals of the iteration into which its visits reduce.
fn reductions(visit: &Block) -> Result<Vec<(LocalId, AtomicOp)>, &'static str> {
    let (mut own, mut found, mut stores) = (BTreeSet::new(), vec![], BTreeSet::new());
    walk_stmts(visit, &mut |stmt| own.extend(stmt.declares()));
    walk_stmts(visit, &mut |stmt| match &stmt.kind {
        StmtKind::Reduce(id, op, _) if !own.contains(id) && !found.contains(&(*id, *op)) => {
            found.push((*id, *op));
        }
        StmtKind::StoreElement(element, _) => _ = stores.insert(element.array),
        _ => {}
    });
    if !stores.is_subset(&own) {
        return Err("its visits use a local array of the iteration");
    }
    let mut reads = false;
    walk_exprs(visit, &mut |expr| {
        reads |= expr.local_read().is_some_and(|id| found.iter().any(|(local, _)| *local == id));
    });
    let several = found
        .iter()
        .enumerate()
        .any(|(at, (id, _))| found[..at].iter().any(|(earlier, _)| earlier == id));
    match reads || several {
        true => Err("its visits read the local that they reduce into"),
        false => Ok(found),
    }
}
