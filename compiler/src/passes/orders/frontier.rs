//! Frontiers: how the nodes that a [selecting kernel](super::select) selects are kept in memory.
//!
//! Verstraaten's thesis (section 4.5) names two ways: a mask, which each work-item tests, and a
//! data structure that contains only the nodes of the frontier. This module has three
//! representations:
//!
//! | flag | memory | visits | limits |
//! | --- | --- | --- | --- |
//! | `frontier=mask` | a `u32` for each node | test the number of the node | none |
//! | `frontier=bitmap` | a bit for each node | test the bit of the node | repeated items change nothing |
//! | `frontier=list` | a worklist | run over its items | own order, no loops over worklists |
//!
//! A loop over all nodes selects each node at most once. Its nodes therefore need one bit each, or
//! are on a list without duplicates. An item may be on a worklist several times. If visits that
//! happen again [change nothing](crate::ir::repeats), a bit or a mark represents all items of a
//! node. Otherwise, the selecting kernel counts the items in a mask.
//!
//! The selecting kernels of the three flags, in the IR's text:
//!
//! ```text
//! visit_selected~?[u] = 0u32
//! if (level~?[u] == depth) {          if (level~?[u] == depth) {       if (level~?[u] == depth) {
//!   visit_selected~?[u] = 1u32          atomic or visit_selected~?[      push visit_selected u
//! }                                       0u32, (u32(u) >> 5u32)],     }
//!                                         (1u32 << u32(u))
//!                                     }
//! ```

use super::edge_map::EdgeMap;
use crate::configuration::{Frontier, VisitOrder};
use crate::ir::build::{word_of, words_of_nodes};
use crate::ir::*;

impl Frontier {
    /// Returns the reason why the nodes that an edge map selects cannot be kept in this way if its
    /// edges are visited in an order, in the words of a remark. Returns `None` if they can.
    pub fn obstacle(self, map: &EdgeMap, order: VisitOrder) -> Option<&'static str> {
        let is_worklist = map.nodes != Domain::Nodes;
        match self {
            _ if map.visits_every_node() => Some("every node has visits, so none is selected"),
            Frontier::Mask => None,
            Frontier::Bitmap if is_worklist => map.change,
            Frontier::List if is_worklist => Some("the loop already runs over a worklist"),
            Frontier::List if order != VisitOrder::own(map.direction) => {
                Some("visits in this order do not start at the selected nodes")
            }
            Frontier::Bitmap | Frontier::List => None,
        }
    }

    /// What the selected nodes become, in the words of a remark.
    pub fn effect(self) -> &'static str {
        match self {
            Frontier::Mask => "a first kernel keeps the selected nodes as a number for each node",
            Frontier::Bitmap => "a first kernel keeps the selected nodes as a bit for each node",
            Frontier::List => "a first kernel pushes the selected nodes to a worklist",
        }
    }
}

/// The selected nodes in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Selected {
    /// Each node is selected once, so nothing is kept.
    Every,
    /// How often each node is selected: the number of iterations for the node that reach its
    /// visits.
    Counts(ArrayId),
    /// A mark for each node: 1 if it is selected. The items of a worklist that are this node have
    /// the effect of one.
    Marks(ArrayId),
    /// The words of a bitmap. Bit `n % 32` of word `n / 32` is set if node `n` is selected. All
    /// selections of a node have the effect of one.
    Bits(ArrayId),
    /// A worklist with each selected node once.
    Items(WorklistId),
}

impl Selected {
    /// Adds the memory for the selected nodes of an edge map, with a name that starts with `name`.
    pub fn add(module: &mut Module, name: &str, map: &EdgeMap, frontier: Frontier) -> Selected {
        if map.visits_every_node() {
            return Selected::Every;
        }
        let name = module.free_name(name);
        let (ty, init) = (Type::U32, Init::Fill(Value::U32(0)));
        let (extent, length) = match frontier {
            Frontier::Mask => (Extent::Nodes, None),
            Frontier::Bitmap => (Extent::One, Some(Length::Computed(words_of_nodes()))),
            Frontier::List => {
                module.worklists.push(Worklist { name, ty: ItemType::One(Type::Node) });
                return Selected::Items(WorklistId(module.worklists.len() as u32 - 1));
            }
        };
        let width = ElementWidth::Full;
        module.arrays.push(Array { name, ty, width, extent, length, init });
        let array = ArrayId(module.arrays.len() as u32 - 1);
        match frontier {
            Frontier::Bitmap => Selected::Bits(array),
            _ if map.nodes != Domain::Nodes && map.change.is_none() => Selected::Marks(array),
            _ => Selected::Counts(array),
        }
    }

    /// Returns the statements of the selecting kernel at the start of an iteration, and at the end
    /// of its path.
    pub fn selects(self, map: &EdgeMap) -> (Option<StmtKind>, Option<StmtKind>) {
        let node = Expr::local(map.node, Type::Node);
        let count = |value| Expr::constant(Value::U32(value));
        let atomic = |op, place, operand| {
            Some(StmtKind::Atomic { op, place, operands: vec![operand], old: None })
        };
        match self {
            Selected::Every => (None, None),
            Selected::Counts(array) => {
                let place = Place::unproven(array, node, None);
                match map.nodes {
                    Domain::Nodes => (
                        Some(StmtKind::Store(place.clone(), count(0))),
                        Some(StmtKind::Store(place, count(1))),
                    ),
                    _ => (None, atomic(AtomicOp::Add, place, count(1))),
                }
            }
            Selected::Marks(array) => {
                (None, Some(StmtKind::Store(Place::unproven(array, node, None), count(1))))
            }
            Selected::Bits(array) => {
                // A shift uses the low five bits of its amount.
                let bit = Expr::binary(BinaryOp::Shl, count(1), node.clone().cast(Type::U32));
                (None, atomic(AtomicOp::Or, word(array, node), bit))
            }
            Selected::Items(worklist) => (None, Some(StmtKind::Push(worklist, vec![node]))),
        }
    }

    /// Returns what `main` does before each launch of the selecting kernel, which forgets the nodes
    /// of the previous one.
    pub fn forget(self, map: &EdgeMap) -> Option<Action> {
        let fill = |array| Some(Action::Fill(array, Expr::constant(Value::U32(0))));
        match self {
            Selected::Bits(array) | Selected::Marks(array) => fill(array),
            Selected::Counts(array) if map.nodes != Domain::Nodes => fill(array),
            // The selecting kernel writes every number, and a launch that reads a worklist takes
            // all of its items.
            Selected::Counts(_) | Selected::Items(_) | Selected::Every => None,
        }
    }

    /// Returns the condition that a node of [these nodes](Selected::nodes) is selected, or `None`
    /// if all of them are.
    pub fn condition(self, node: Expr) -> Option<Expr> {
        let load = |place| Expr { ty: Type::U32, kind: ExprKind::Load(Box::new(place)) };
        let constant = |value| Expr::constant(Value::U32(value));
        let number = match self {
            Selected::Every | Selected::Items(_) => return None,
            Selected::Counts(array) | Selected::Marks(array) => {
                load(Place::unproven(array, node, None))
            }
            Selected::Bits(array) => {
                let word = load(word(array, node.clone()));
                let last = Expr::binary(BinaryOp::Shr, word, node.cast(Type::U32));
                Expr::binary(BinaryOp::BitAnd, last, constant(1))
            }
        };
        Some(Expr::binary(BinaryOp::Ne, number, constant(0)))
    }

    /// Returns the nodes that a kernel must run over to find all selected nodes.
    pub fn nodes(self) -> Domain {
        match self {
            Selected::Items(worklist) => Domain::Worklist(worklist),
            Selected::Every | Selected::Counts(_) | Selected::Marks(_) | Selected::Bits(_) => {
                Domain::Nodes
            }
        }
    }
}

/// The place of the word with a node's bit.
fn word(array: ArrayId, node: Expr) -> Place {
    Place::unproven(array, Expr::constant(Value::U32(0)), Some(word_of(node)))
}
