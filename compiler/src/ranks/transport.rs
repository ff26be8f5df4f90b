//! Adds the kernels that collect what a rank sends, and that apply what it receives. Each rank runs them on its own
//! device, so that only the values that travel leave the device.
//!
//! An array of nodes, with the kernels around a launch that reads it at copies and updates it there:
//!
//! ```text
//! forall place in 0..count {                  // refresh: owners collect the values that copies lack
//!   let value = x[shared[first + place]];
//!   if all || value != known[first + place] {
//!     known[first + place] = value;
//!     push leaving (place, value);
//!   }
//! }
//! forall (place, value) in arriving {         // refresh: copies get these values
//!   x[first + place] = value;
//! }
//! forall at in 0..count {                     // before the launch: remember the values of copies
//!   before[at] = x[owned + at];
//! }
//! forall place in 0..count {                  // after the launch: copies collect what changed
//!   let value = x[owned + first + place];
//!   if value != before[first + place] { push leaving (place, value); }
//! }
//! forall (place, value) in arriving {         // after the launch: owners combine the values
//!   x[shared[first + place]] = min(x[shared[first + place]], value);
//!   known[first + place] = value;
//! }
//! forall at in 0..count {                     // refresh, if a launch has changed all values: all of them travel
//!   known[at] = x[shared[at]];
//! }
//! forall at in 0..count {                     // refresh, if `x` has several elements for each node: copies get these
//!   x[owned + at] = arrived[at];              // values, which are in `arrived`
//! }
//! ```
//!
//! `shared` lists the nodes that this rank owns and of which others have copies, one rank after the other. `known` has the
//! values that the copies have. Values are compared bit by bit. A *place* is the number of an element among those that two
//! ranks share. The runtime launches each kernel for one other rank at a time, and empties the worklists `leaving` and
//! `arriving` each time.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::{Layout, to_bits};
use super::{Combine, Ranked, Supplied};
use crate::ir::build::{combine, identity};
use crate::ir::visit::walk_host;
use crate::ir::*;

/// The kernels and arrays that carry values between ranks.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Transport {
    /// The kernels for arrays that are refreshed before a launch.
    pub refreshed: BTreeMap<ArrayId, Transfer>,
    /// The kernels for arrays that are refreshed as a whole. Those with which `main` swaps such an array are among them.
    pub whole: BTreeMap<ArrayId, Whole>,
    /// The kernels for arrays whose updates are combined after a launch.
    pub combined: BTreeMap<(ArrayId, Combine), Combined>,
    /// The kernels for worklists whose items travel.
    pub routed: BTreeMap<WorklistId, Routed>,
    /// For an array of nodes or edges: the array with the values that copies have.
    pub known: BTreeMap<ArrayId, ArrayId>,
    /// The kernels that push all nodes that a rank owns, for worklists to which `main` pushes all nodes.
    pub seeds: BTreeMap<WorklistId, KernelId>,
}

impl Transport {
    /// Returns the number of kernels. They are the last ones of the module of a rank.
    pub fn kernels(&self) -> usize {
        let landings = self.whole.values().filter(|whole| whole.landing.is_some()).count();
        2 * self.refreshed.len()
            + self.whole.len()
            + landings
            + 3 * (self.combined.len() + self.routed.len())
            + self.seeds.len()
    }
}

/// The kernels that carry values in one direction, and the worklists with the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transfer {
    /// Collects what another rank gets. The parameters are, for an array that is refreshed, the first place of the other rank
    /// in the list of shared rows, the number of places, and 1 if all values must travel, otherwise 0; for an array that
    /// is combined, the first of its places among the copies, and the number of places; for a worklist, the first copy or
    /// number of the graph that belongs to the other rank, and how many do.
    pub collect: KernelId,
    /// What the kernel collects.
    pub leaving: WorklistId,
    /// Applies what another rank has sent. The parameter is, for an array that is refreshed, the first place among all
    /// elements of the array; otherwise, the first place in the list of shared rows. A kernel for a
    /// worklist whose items have numbers of the graph has no parameter.
    pub apply: KernelId,
    /// What the kernel applies.
    pub arriving: WorklistId,
}

/// The kernels and arrays for an array that is refreshed as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole {
    /// Gives `known` the values of all shared elements. The parameter is their number.
    pub collect: KernelId,
    /// Takes turns with `known`, because other ranks may still read the values that were collected before.
    pub spare: ArrayId,
    /// Where the values arrive, if each node has several elements. Otherwise, they arrive at the copies themselves, which
    /// follow each other in the order of the values.
    pub landing: Option<Landing>,
}

/// Where values arrive that belong to several elements of each node: a device may keep elements in another order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Landing {
    /// A value for each element of a copy.
    pub arrived: ArrayId,
    /// Gives copies the values. The parameter is the number of their elements.
    pub apply: KernelId,
}

/// The kernels for an array whose updates are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Combined {
    /// Prepares the copies before the launch. The parameter is the number of elements of all copies.
    pub begin: KernelId,
    /// The kernels after the launch.
    pub transfer: Transfer,
}

/// The kernels for a worklist whose items travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Routed {
    /// Takes the items of other ranks out of the worklist. Launched before the kernels of the transfer.
    pub divide: KernelId,
    /// The items of other ranks: places among the copies, or whole items that contain a number of the graph. If there is
    /// only one other rank, these are what it gets.
    pub mixed: WorklistId,
    /// The kernels for each other rank.
    pub transfer: Transfer,
}

/// Adds the kernels for all exchanges of a program.
pub fn add(ranked: &mut Ranked) {
    let refreshed: BTreeSet<ArrayId> =
        ranked.exchanges.iter().flat_map(|exchange| exchange.refreshed.iter().copied()).collect();
    let combined: BTreeSet<(ArrayId, Combine)> = ranked
        .exchanges
        .iter()
        .flat_map(|exchange| exchange.combined.iter().map(|(array, combine)| (*array, *combine)))
        .collect();
    let routed: BTreeSet<WorklistId> =
        ranked.exchanges.iter().flat_map(|exchange| exchange.routed.iter().copied()).collect();
    let keyed = ranked.keyed.clone();
    let supplied = ranked.supplied.clone();
    let mut transport = Transport::default();
    let mut writer = Writer { module: &mut ranked.module, supplied, lists: BTreeMap::new() };
    for array in with_swapped(writer.module, refreshed.clone()) {
        transport.known.insert(array, writer.known(array));
    }
    for exchange in &mut ranked.exchanges {
        exchange.rewritten.retain(|array| transport.known.contains_key(array));
    }
    let rewritten: BTreeSet<ArrayId> =
        ranked.exchanges.iter().flat_map(|exchange| exchange.rewritten.iter().copied()).collect();
    for array in with_swapped(writer.module, rewritten) {
        transport.whole.insert(array, writer.whole(array, transport.known[&array]));
    }
    for array in refreshed {
        transport.refreshed.insert(array, writer.refresh(array, transport.known[&array]));
    }
    let mut before = BTreeMap::new();
    for (array, combine) in combined {
        let known = transport.known.get(&array).copied();
        let before = match combine {
            Combine::Accumulate(_) => None,
            Combine::Assign | Combine::Monotone(_) => {
                Some(*before.entry(array).or_insert_with(|| writer.before(array)))
            }
        };
        let kernels = writer.combine(array, combine, before, known);
        transport.combined.insert((array, combine), kernels);
    }
    for worklist in routed {
        let routed = match keyed.contains(&worklist) {
            true => writer.route_keyed(worklist),
            false => writer.route(worklist),
        };
        transport.routed.insert(worklist, routed);
    }
    for worklist in writer.module.seeded_with_nodes() {
        transport.seeds.insert(worklist, writer.seed(worklist));
    }
    ranked.transport = transport;
}

/// Returns these arrays, and those with which `main` swaps them.
fn with_swapped(module: &Module, mut arrays: BTreeSet<ArrayId>) -> BTreeSet<ArrayId> {
    let mut swaps = vec![];
    walk_host(&module.main.body, &mut |stmt| {
        if let HostStmt::Act(Action::Swap(a, b)) = stmt {
            swaps.push((*a, *b));
        }
    });
    loop {
        let before = arrays.len();
        for (a, b) in &swaps {
            if arrays.contains(a) || arrays.contains(b) {
                arrays.extend([*a, *b]);
            }
        }
        if arrays.len() == before {
            return arrays;
        }
    }
}

struct Writer<'m> {
    module: &'m mut Module,
    supplied: Supplied,
    /// The worklists for items of a type, by the name of the type.
    lists: BTreeMap<String, Lists>,
}

/// The worklists for items of a type.
#[derive(Clone, Copy)]
struct Lists {
    leaving: WorklistId,
    arriving: WorklistId,
    /// Items that leave for several ranks.
    mixed: WorklistId,
}

/// A kernel that is being written.
#[derive(Default)]
struct Draft {
    locals: Locals,
}

impl Draft {
    fn local(&mut self, name: &str, ty: Type) -> Expr {
        Expr::local(self.locals.add(name, ty), ty)
    }
}

fn number(value: u32) -> Expr {
    Expr::constant(Value::U32(value))
}

fn plus(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::Add, left, right)
}

/// Whether two values of a type differ in a bit.
fn differ(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOp::Ne, to_bits(a), to_bits(b))
}

fn id(local: &Expr) -> LocalId {
    let ExprKind::Local(id) = local.kind else { unreachable!("a draft returns locals") };
    id
}

fn stmt(kind: StmtKind) -> Stmt {
    kind.from(Origin::default())
}

fn load(place: Place, ty: Type) -> Expr {
    Expr { ty, kind: ExprKind::Load(Box::new(place)) }
}

fn for_range(var: &Expr, count: Expr, body: Block) -> Stmt {
    for_items(var, Domain::Range(number(0), count), body)
}

impl Writer<'_> {
    fn param(&self, id: ParamId) -> Expr {
        Expr { ty: self.module.params[id.index()].ty, kind: ExprKind::Param(id) }
    }

    fn array(&self, id: ArrayId) -> &Array {
        &self.module.arrays[id.index()]
    }

    /// The list with the shared rows of an array, and the number of these rows.
    fn shared(&self, id: ArrayId) -> (ArrayId, ParamId) {
        match self.array(id).extent {
            Extent::Edges => (self.supplied.shared_edges, self.supplied.shared_edge_count),
            _ => (self.supplied.shared, self.supplied.shared_count),
        }
    }

    /// Adds an array with a number of rows of an array, one after the other.
    fn rows_of(&mut self, of: ArrayId, rows: ParamId, name: &str) -> ArrayId {
        let Array { name: of_name, ty, init, .. } = self.array(of).clone();
        let length = u64::from(self.array(of).fixed_length().unwrap_or(1));
        let rows = self.param(rows).cast(Type::U64);
        let elements = Expr::binary(BinaryOp::Mul, rows, Expr::constant(Value::U64(length)));
        let init = match init {
            Init::Fill(value) => Init::Fill(value),
            Init::Weights | Init::Input | Init::Itself | Init::Degrees(_) => {
                Init::Fill(Value::zero(ty))
            }
        };
        self.module.arrays.push(Array {
            name: self.module.free_name(&format!("{of_name}_{name}")),
            ty,
            width: ElementWidth::Full,
            extent: Extent::One,
            length: Some(Length::Computed(elements)),
            init,
        });
        ArrayId(self.module.arrays.len() as u32 - 1)
    }

    fn known(&mut self, of: ArrayId) -> ArrayId {
        let (_, count) = self.shared(of);
        self.rows_of(of, count, "known")
    }

    fn before(&mut self, of: ArrayId) -> ArrayId {
        self.rows_of(of, self.supplied.copies, "before")
    }

    fn lists(&mut self, ty: ItemType) -> Lists {
        if let Some(known) = self.lists.get(&ty.to_string()) {
            return *known;
        }
        let mut add = |name: &str| {
            let name = self.module.free_name(name);
            self.module.worklists.push(Worklist { name, ty });
            WorklistId(self.module.worklists.len() as u32 - 1)
        };
        let added =
            Lists { leaving: add("leaving"), arriving: add("arriving"), mixed: add("mixed") };
        self.lists.insert(ty.to_string(), added);
        added
    }

    /// Adds a kernel with one loop, whose parameters are the first locals. Its name says what it does with which array or
    /// worklist.
    fn add(&mut self, draft: Draft, what: &str, of: &str, params: usize, body: Stmt) -> KernelId {
        let name = self.module.free_name(&format!("{what}_{of}"));
        let options = Some(Configuration { coop_cv: true, ..Configuration::default() });
        let (locals, body) = (draft.locals, vec![body]);
        self.module.kernels.push(Kernel {
            name,
            locals,
            params,
            options,
            body,
            ..Kernel::default()
        });
        KernelId(self.module.kernels.len() as u32 - 1)
    }

    /// An element of an array of nodes or edges, by the row and by the place of the element, which states the element of
    /// the row.
    fn element(&self, array: ArrayId, row: Expr, place: &Expr) -> Place {
        let length = self.array(array).fixed_length();
        let element = length.map(|length| Element {
            index: Expr::binary(BinaryOp::Rem, place.clone(), number(length)),
            bounds: Bounds::Checked,
        });
        let (access, bounds) = (Access::Plain, Bounds::Checked);
        Place { array, index: row, element, access, bounds }
    }

    /// The row of a place.
    fn row(&self, array: ArrayId, place: &Expr) -> Expr {
        match self.array(array).fixed_length() {
            Some(length) => Expr::binary(BinaryOp::Div, place.clone(), number(length)),
            None => place.clone(),
        }
    }

    /// An element of an array that has one row.
    fn item(&self, array: ArrayId, at: &Expr) -> Place {
        let element = Some(Element { index: at.clone(), bounds: Bounds::Checked });
        let (access, bounds) = (Access::Plain, Bounds::Checked);
        Place { array, index: number(0), element, access, bounds }
    }

    /// The row that has a place in the list of shared rows.
    fn shared_row(&self, array: ArrayId, at: &Expr) -> Expr {
        let (list, _) = self.shared(array);
        load(self.item(list, &self.row(array, at)), Type::U32)
    }

    /// The row of a copy.
    fn copied_row(&self, array: ArrayId, at: &Expr) -> Expr {
        plus(self.param(self.supplied.owned), self.row(array, at))
    }

    fn refresh(&mut self, array: ArrayId, known: ArrayId) -> Transfer {
        let Array { name: of, ty, .. } = self.array(array).clone();
        let mut draft = Draft::default();
        let [first, count, all, place, at] =
            ["first", "count", "all", "place", "at"].map(|name| draft.local(name, Type::U32));
        let value = draft.local("value", ty);
        let layout = value_layout(&place, &value);
        let Lists { leaving, arriving, .. } = self.lists(layout.ty());
        let source = self.element(array, self.shared_row(array, &at), &at);
        let is_new = differ(value.clone(), load(self.item(known, &at), ty));
        let is_wanted =
            Expr::binary(BinaryOp::Or, Expr::binary(BinaryOp::Ne, all, number(0)), is_new);
        let send = vec![
            stmt(StmtKind::Store(self.item(known, &at), value.clone())),
            stmt(StmtKind::Push(leaving, layout.item(place.clone()))),
        ];
        let body = vec![
            stmt(StmtKind::Let(id(&at), plus(first, place.clone()))),
            stmt(StmtKind::Let(id(&value), load(source, ty))),
            stmt(StmtKind::If(is_wanted, send, vec![])),
        ];
        let collect = self.add(draft, "send", &of, 3, for_range(&place, count, body));

        let mut draft = Draft::default();
        let [first, place, at] = ["first", "place", "at"].map(|name| draft.local(name, Type::U32));
        let value = draft.local("value", ty);
        let layout = value_layout(&place, &value);
        let row = self.row(array, &at);
        let body = vec![
            stmt(StmtKind::Let(id(&at), plus(first, place))),
            stmt(StmtKind::Store(self.element(array, row, &at), value)),
        ];
        let body = layout.loop_over(arriving, &mut draft.locals, body);
        let apply = self.add(draft, "receive", &of, 1, body);
        Transfer { collect, leaving, apply, arriving }
    }

    /// The kernels for an array whose values all travel.
    fn whole(&mut self, array: ArrayId, known: ArrayId) -> Whole {
        let Array { name: of, ty, .. } = self.array(array).clone();
        let (_, shared) = self.shared(array);
        let spare = self.rows_of(array, shared, "spare");
        let mut draft = Draft::default();
        let [count, at] = ["count", "at"].map(|name| draft.local(name, Type::U32));
        let value = load(self.element(array, self.shared_row(array, &at), &at), ty);
        let store = stmt(StmtKind::Store(self.item(known, &at), value));
        let collect = self.add(draft, "send_all", &of, 1, for_range(&at, count, vec![store]));

        let landing = self.array(array).length.is_some().then(|| self.landing(array));
        Whole { collect, spare, landing }
    }

    fn landing(&mut self, array: ArrayId) -> Landing {
        let Array { name: of, ty, .. } = self.array(array).clone();
        let arrived = self.rows_of(array, self.supplied.copies, "arrived");
        let mut draft = Draft::default();
        let [count, at] = ["count", "at"].map(|name| draft.local(name, Type::U32));
        let copy = self.element(array, self.copied_row(array, &at), &at);
        let store = stmt(StmtKind::Store(copy, load(self.item(arrived, &at), ty)));
        let apply = self.add(draft, "receive_all", &of, 1, for_range(&at, count, vec![store]));
        Landing { arrived, apply }
    }

    fn combine(
        &mut self,
        array: ArrayId,
        how: Combine,
        before: Option<ArrayId>,
        known: Option<ArrayId>,
    ) -> Combined {
        let Array { name: of, ty, .. } = self.array(array).clone();
        let neutral = match how {
            Combine::Accumulate(op) => Some(Expr::constant(identity(op, ty))),
            Combine::Assign | Combine::Monotone(_) => None,
        };
        let mut draft = Draft::default();
        let [count, at] = ["count", "at"].map(|name| draft.local(name, Type::U32));
        let copy = self.element(array, self.copied_row(array, &at), &at);
        let store = match (before, &neutral) {
            (Some(before), _) => StmtKind::Store(self.item(before, &at), load(copy, ty)),
            (None, Some(neutral)) => StmtKind::Store(copy, neutral.clone()),
            (None, None) => unreachable!("the old values are kept, or there is an identity"),
        };
        let begin = self.add(draft, "begin", &of, 1, for_range(&at, count, vec![stmt(store)]));

        let mut draft = Draft::default();
        let [first, count, place, at] =
            ["first", "count", "place", "at"].map(|name| draft.local(name, Type::U32));
        let value = draft.local("value", ty);
        let layout = value_layout(&place, &value);
        let Lists { leaving, arriving, .. } = self.lists(layout.ty());
        let copy = self.element(array, self.copied_row(array, &at), &at);
        let old = match (before, neutral) {
            (Some(before), _) => load(self.item(before, &at), ty),
            (None, neutral) => neutral.unwrap_or_else(|| value.clone()),
        };
        let is_new = differ(value.clone(), old);
        let push = stmt(StmtKind::Push(leaving, layout.item(place.clone())));
        let body = vec![
            stmt(StmtKind::Let(id(&at), plus(first, place.clone()))),
            stmt(StmtKind::Let(id(&value), load(copy, ty))),
            stmt(StmtKind::If(is_new, vec![push], vec![])),
        ];
        let collect = self.add(draft, "update", &of, 2, for_range(&place, count, body));

        let mut draft = Draft::default();
        let [first, place, at, row] =
            ["first", "place", "at", "row"].map(|name| draft.local(name, Type::U32));
        let value = draft.local("value", ty);
        let layout = value_layout(&place, &value);
        let own = || self.element(array, row.clone(), &at);
        let new = match how {
            Combine::Assign => value.clone(),
            Combine::Monotone(op) | Combine::Accumulate(op) => {
                combine(op, load(own(), ty), value.clone())
            }
        };
        let mut body = vec![
            stmt(StmtKind::Let(id(&at), plus(first, place))),
            stmt(StmtKind::Let(id(&row), self.shared_row(array, &at))),
            stmt(StmtKind::Store(own(), new)),
        ];
        if let (Some(known), Combine::Assign | Combine::Monotone(_)) = (known, how) {
            body.push(stmt(StmtKind::Store(self.item(known, &at), value)));
        }
        let body = layout.loop_over(arriving, &mut draft.locals, body);
        let apply = self.add(draft, "combine", &of, 1, body);
        Combined { begin, transfer: Transfer { collect, leaving, apply, arriving } }
    }

    /// The kernel that pushes all nodes that the rank owns.
    fn seed(&mut self, worklist: WorklistId) -> KernelId {
        let name = self.module.worklists[worklist.index()].name.clone();
        let mut draft = Draft::default();
        let at = draft.local("at", Type::U32);
        let push = stmt(StmtKind::Push(worklist, vec![at.clone().cast(Type::Node)]));
        let body = for_range(&at, self.param(self.supplied.owned), vec![push]);
        self.add(draft, "seed", &name, 0, body)
    }

    /// The kernels for a worklist whose items are local numbers of nodes.
    fn route(&mut self, worklist: WorklistId) -> Routed {
        let name = self.module.worklists[worklist.index()].name.clone();
        let Lists { leaving, arriving, mixed } = self.lists(ItemType::One(Type::U32));
        let owned = self.param(self.supplied.owned);
        let mut draft = Draft::default();
        let node = draft.local("item", Type::Node);
        let local = node.clone().cast(Type::U32);
        let copy = Expr::binary(BinaryOp::Sub, local.clone(), owned.clone());
        let keep = stmt(StmtKind::Push(worklist, vec![node.clone()]));
        let send = stmt(StmtKind::Push(mixed, vec![copy]));
        let is_own = Expr::binary(BinaryOp::Lt, local, owned);
        let body = vec![stmt(StmtKind::If(is_own, vec![keep], vec![send]))];
        let body = for_items(&node, Domain::Worklist(worklist), body);
        let divide = self.add(draft, "divide", &name, 0, body);

        let mut draft = Draft::default();
        let [first, count, copy] =
            ["first", "count", "copy"].map(|name| draft.local(name, Type::U32));
        let place = Expr::binary(BinaryOp::Sub, copy.clone(), first);
        let push = stmt(StmtKind::Push(leaving, vec![place.clone()]));
        let is_wanted = Expr::binary(BinaryOp::Lt, place, count);
        let body = vec![stmt(StmtKind::If(is_wanted, vec![push], vec![]))];
        let body = for_items(&copy, Domain::Worklist(mixed), body);
        let collect = self.add(draft, "send", &name, 2, body);

        let mut draft = Draft::default();
        let [first, place] = ["first", "place"].map(|name| draft.local(name, Type::U32));
        let row = load(self.item(self.supplied.shared, &plus(first, place.clone())), Type::U32);
        let push = stmt(StmtKind::Push(worklist, vec![row.cast(Type::Node)]));
        let body = for_items(&place, Domain::Worklist(arriving), vec![push]);
        let apply = self.add(draft, "append", &name, 1, body);
        Routed { divide, mixed, transfer: Transfer { collect, leaving, apply, arriving } }
    }

    /// The kernels for a worklist whose items contain the number in the graph of a node.
    fn route_keyed(&mut self, worklist: WorklistId) -> Routed {
        let Worklist { name, ty } = self.module.worklists[worklist.index()].clone();
        let Lists { leaving, arriving, mixed } = self.lists(ty);
        let is_pair = ty == ItemType::Pair;
        let var_type = if is_pair { Type::U32 } else { Type::U64 };
        let domain = |list| if is_pair { Domain::Positions(list) } else { Domain::Worklist(list) };
        let item = |list, var: &Expr| match is_pair {
            false => vec![var.clone()],
            true => [ItemPart::First, ItemPart::Second].map(|part| pair(list, part, var)).to_vec(),
        };
        let key = |list, var: &Expr| {
            let key = match is_pair {
                true => pair(list, ItemPart::First, var),
                false => Expr::binary(BinaryOp::Shr, var.clone(), number(SECOND_BITS)),
            };
            key.cast(Type::U32)
        };
        let param = |id| self.param(id);
        let below = |value, end| Expr::binary(BinaryOp::Lt, value, end);
        let mut draft = Draft::default();
        let var = draft.local("item", var_type);
        let local = Expr::binary(BinaryOp::Sub, key(worklist, &var), param(self.supplied.first));
        let is_owned = below(local, param(self.supplied.owned));
        // Numbers that are not nodes belong to the last rank.
        let next = param(self.supplied.rank).plus_one();
        let is_last = Expr::binary(BinaryOp::Eq, next, param(self.supplied.ranks));
        let is_not_a_node =
            Expr::binary(BinaryOp::Ge, key(worklist, &var), param(self.supplied.nodes));
        let is_rest = Expr::binary(BinaryOp::And, is_last, is_not_a_node);
        let is_own = Expr::binary(BinaryOp::Or, is_owned, is_rest);
        let keep = stmt(StmtKind::Push(worklist, item(worklist, &var)));
        let send = stmt(StmtKind::Push(mixed, item(worklist, &var)));
        let body = vec![stmt(StmtKind::If(is_own, vec![keep], vec![send]))];
        let body = for_items(&var, domain(worklist), body);
        let divide = self.add(draft, "divide", &name, 0, body);

        let mut draft = Draft::default();
        let [first, count] = ["first", "count"].map(|name| draft.local(name, Type::U32));
        let var = draft.local("item", var_type);
        let is_wanted = below(Expr::binary(BinaryOp::Sub, key(mixed, &var), first), count);
        let push = stmt(StmtKind::Push(leaving, item(mixed, &var)));
        let body = vec![stmt(StmtKind::If(is_wanted, vec![push], vec![]))];
        let body = for_items(&var, domain(mixed), body);
        let collect = self.add(draft, "send", &name, 2, body);

        let mut draft = Draft::default();
        let var = draft.local("item", var_type);
        let push = stmt(StmtKind::Push(worklist, item(arriving, &var)));
        let body = for_items(&var, domain(arriving), vec![push]);
        let apply = self.add(draft, "append", &name, 0, body);
        Routed { divide, mixed, transfer: Transfer { collect, leaving, apply, arriving } }
    }
}

/// The layout of an item with a place and a value.
fn value_layout(place: &Expr, value: &Expr) -> Layout {
    let layout = Layout::new((id(place), Type::U32), vec![(id(value), value.ty)]);
    layout.expect("an item has room for one value")
}

fn for_items(var: &Expr, domain: Domain, body: Block) -> Stmt {
    stmt(StmtKind::ForAll { var: id(var), domain, mapping: Mapping::Parallel, body })
}

fn pair(list: WorklistId, part: ItemPart, at: &Expr) -> Expr {
    Expr { ty: Type::U64, kind: ExprKind::WorklistItem(list, part, Box::new(at.clone())) }
}
