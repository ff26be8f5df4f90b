//! A rank as a target of the machine that executes `main`: a native machine on a part of the graph, and the exchanges
//! between ranks around each launch.
//!
//! Every rank executes the same statements of `main` with the same values, so all ranks exchange messages in the
//! same order. Before a launch, owners send the values that copies lack. After a launch, one message for each pair of
//! ranks carries the updates of copies, the items that travel to their owners, the globals, and the
//! numbers of items.

use std::cell::RefCell;
use std::sync::Arc;

use igc_compiler::ir::build::identity;
use igc_compiler::ir::{
    Array, ArrayId, AtomicOp, Contraction, Extent, GraphArray, Init, ItemType, KernelId, LocalId,
    OutlinedId, Value, WorklistId, value,
};
use igc_compiler::ranks::{Combine, Exchange, Ranked};

use super::link::Link;
use super::partition::{Part, Partition};
use super::updates;
use crate::Error;
use crate::backend::native::Machine;
use crate::main_machine::{Change, Items, Memory, Progress, Target};

/// What does not change between the runs of a program on a rank.
pub struct RankPlan {
    /// The number of the rank.
    pub rank: usize,
    pub program: Arc<Ranked>,
    pub partition: Arc<Partition>,
    pub part: Arc<Part>,
    /// Number of nodes of the graph.
    pub nodes: u32,
    /// Number of edges of the graph.
    pub edges: u64,
}

impl RankPlan {
    /// Returns the numbers in the graph of the edges whose values this rank has at the end of a run. Their local
    /// numbers are the first ones.
    pub fn own_edges(&self) -> &[u64] {
        let edges = &self.part.edges;
        match self.program.edges.outgoing {
            true => &edges[..self.part.graph.offsets.at(self.part.owned.len())],
            // Edges do not change.
            false => edges,
        }
    }
}

/// The values that the copies of a rank have, as far as the owner knows.
#[derive(Debug, Clone, PartialEq)]
enum Sent {
    Unknown,
    /// Every element has these bytes.
    Uniform(Vec<u8>),
    /// The bytes of the elements, in the order of the copies.
    Values(Vec<u8>),
}

/// A rank during a run.
pub struct Rank<'r, L> {
    plan: &'r RankPlan,
    machine: &'r mut Machine,
    link: RefCell<&'r mut L>,
    /// For each array of nodes: whether copies may have other values than their owners.
    stale: Vec<bool>,
    /// For each array of nodes and each rank: what its copies have.
    sent: Vec<Vec<Sent>>,
    /// The number of items that wait in each worklist, over all ranks.
    waiting: Vec<u32>,
}

impl<'r, L: Link> Rank<'r, L> {
    /// Starts a run: all arrays have their initial values.
    pub fn new(plan: &'r RankPlan, machine: &'r mut Machine, link: &'r mut L) -> Rank<'r, L> {
        let (arrays, ranks) = (&plan.program.module.arrays, plan.partition.ranks());
        let sent = |array: &Array| match array.init {
            Init::Fill(value) => vec![Sent::Uniform(bytes_of(array, value)); ranks],
            Init::Weights | Init::Input | Init::Itself | Init::Degrees(_) => {
                vec![Sent::Unknown; ranks]
            }
        };
        Rank {
            stale: vec![false; arrays.len()],
            sent: arrays.iter().map(sent).collect(),
            waiting: vec![0; plan.program.module.worklists.len()],
            link: RefCell::new(link),
            machine,
            plan,
        }
    }

    fn array(&self, id: ArrayId) -> &'r Array {
        &self.plan.program.module.arrays[id.index()]
    }

    /// Returns the size of an element of an array in bytes, and the number of elements of a row.
    fn element(&self, id: ArrayId) -> (usize, usize) {
        (self.array(id).element_size(), self.machine.state.shape(id).length as usize)
    }

    fn exchange(&self, messages: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Error> {
        self.link.borrow_mut().exchange(messages)
    }

    fn ranks(&self) -> (usize, usize) {
        (self.plan.rank, self.plan.partition.ranks())
    }

    /// Sends the values of owners to the copies that lack them.
    fn refresh(&mut self, exchange: &Exchange) -> Result<(), Error> {
        let stale = exchange.refreshed.iter().filter(|id| self.stale[id.index()]);
        let arrays: Vec<ArrayId> = stale.copied().collect();
        if arrays.is_empty() {
            return Ok(());
        }
        let (own, ranks) = self.ranks();
        let mut messages = vec![vec![]; ranks];
        for array in &arrays {
            for (rank, message) in messages.iter_mut().enumerate().filter(|(rank, _)| *rank != own)
            {
                self.write_owned(*array, rank, message);
            }
            self.stale[array.index()] = false;
        }
        let received = self.exchange(messages)?;
        for (rank, message) in received.iter().enumerate().filter(|(rank, _)| *rank != own) {
            let mut message = &message[..];
            for array in &arrays {
                let (size, length) = self.element(*array);
                let copies = match self.array(*array).extent {
                    Extent::Edges => self.plan.part.edges_of(rank),
                    _ => self.plan.part.copies_of[rank].clone(),
                };
                let (first, count) = (copies.start as usize * length, copies.len() * length);
                let bytes = self.machine.state.bytes_mut(*array);
                updates::read(&mut message, count, size, |place, value| {
                    let at = (first + place as usize) * size;
                    bytes[at..at + value.len()].copy_from_slice(value);
                });
            }
        }
        Ok(())
    }

    /// Writes the values of owned nodes that the copies of a rank lack, or those of edges.
    fn write_owned(&mut self, array: ArrayId, rank: usize, message: &mut Vec<u8>) {
        let (size, length) = self.element(array);
        let part = &self.plan.part;
        let shared = match self.array(array).extent {
            Extent::Edges => &part.edges_to[rank],
            _ => &part.shared_with[rank],
        };
        let bytes = self.machine.state.bytes(array);
        let mut values = Vec::with_capacity(shared.len() * length * size);
        for row in shared {
            let row = *row as usize * length * size;
            values.extend_from_slice(&bytes[row..row + length * size]);
        }
        let element = |place: u32| &values[place as usize * size..(place as usize + 1) * size];
        let count = shared.len() * length;
        let sent = &mut self.sent[array.index()][rank];
        let changed: Vec<u32> = (0..count as u32)
            .filter(|place| match &*sent {
                Sent::Unknown => true,
                Sent::Uniform(known) => element(*place) != known,
                Sent::Values(known) => {
                    let at = *place as usize * size;
                    element(*place) != &known[at..at + size]
                }
            })
            .collect();
        updates::write(message, count, &changed, |place, to| to.extend_from_slice(element(place)));
        *sent = Sent::Values(values);
    }

    /// Returns the bytes of the copies of an array.
    fn copies(&self, array: ArrayId) -> &[u8] {
        let (size, length) = self.element(array);
        &self.machine.state.bytes(array)[self.plan.part.owned.len() * length * size..]
    }

    /// Sets the elements that a kernel adds to at copies, and the globals that it adds to, to the
    /// identity. Returns the bytes that copies and globals have before the launch.
    fn begin(&mut self, exchange: &Exchange) -> Before {
        let first = self.plan.part.owned.len();
        for (array, combine) in &exchange.combined {
            if let Combine::Accumulate(op) = combine {
                let (size, length) = self.element(*array);
                let identity = identity_of(self.array(*array), *op);
                let bytes = &mut self.machine.state.bytes_mut(*array)[first * length * size..];
                bytes.chunks_exact_mut(size).for_each(|element| element.copy_from_slice(&identity));
            }
        }
        let copies = exchange.combined.keys().map(|id| self.copies(*id).to_vec()).collect();
        let mut globals = vec![];
        for (array, combine) in &exchange.globals {
            globals.push(self.machine.state.bytes(*array).to_vec());
            if let Combine::Accumulate(op) = combine {
                let identity = identity_of(self.array(*array), *op);
                let bytes = self.machine.state.bytes_mut(*array);
                bytes.chunks_exact_mut(identity.len()).for_each(|e| e.copy_from_slice(&identity));
            }
        }
        Before { copies, globals }
    }

    /// Combines the updates of a launch.
    fn combine(&mut self, exchange: &Exchange, before: &Before) -> Result<(), Error> {
        let (own, ranks) = self.ranks();
        let part = &self.plan.part;
        let mut messages = vec![vec![]; ranks];
        for ((array, _), before) in exchange.combined.iter().zip(&before.copies) {
            let (size, length) = self.element(*array);
            let now = self.copies(*array);
            for (rank, message) in messages.iter_mut().enumerate().filter(|(rank, _)| *rank != own)
            {
                let copies = &part.copies_of[rank];
                let first = (copies.start as usize - part.owned.len()) * length;
                let at = |place: u32| (first + place as usize) * size;
                let count = copies.len() * length;
                let is_changed = |place: &u32| {
                    let at = at(*place);
                    now[at..at + size] != before[at..at + size]
                };
                let changed: Vec<u32> = (0..count as u32).filter(is_changed).collect();
                updates::write(message, count, &changed, |place, to| {
                    to.extend_from_slice(&now[at(place)..at(place) + size]);
                });
            }
        }
        // All ranks together have as many items before the items travel as afterwards.
        let state = &self.machine.state;
        let pushed: Vec<u32> = exchange.pushed.iter().map(|id| state.waiting(*id)).collect();
        for worklist in &exchange.routed {
            self.send_items(*worklist, own, &mut messages);
        }
        for ((array, combine), before) in exchange.globals.iter().zip(&before.globals) {
            let size = self.array(*array).element_size();
            let now = self.machine.state.bytes(*array);
            let element = |place: u32| place as usize * size..(place as usize + 1) * size;
            let count = now.len() / size;
            // A global that the kernel adds to started with the identity.
            let identity = match combine {
                Combine::Accumulate(op) => Some(identity_of(self.array(*array), *op)),
                Combine::Assign | Combine::Monotone(_) => None,
            };
            let start = |place: u32| identity.as_deref().unwrap_or(&before[element(place)]);
            let is_changed = |place: &u32| now[element(*place)] != *start(*place);
            let changed: Vec<u32> = (0..count as u32).filter(is_changed).collect();
            for message in &mut messages {
                updates::write(message, count, &changed, |place, to| {
                    to.extend_from_slice(&now[element(place)]);
                });
            }
        }
        for count in pushed {
            messages.iter_mut().for_each(|message| message.extend(count.to_le_bytes()));
        }
        let received = self.exchange(messages)?;
        for ((array, _), before) in exchange.globals.iter().zip(&before.globals) {
            self.machine.state.bytes_mut(*array).copy_from_slice(before);
        }
        for (array, combine) in &exchange.combined {
            if matches!(combine, Combine::Accumulate(_)) {
                // The copies have the identity or sums, and not the values of the owners.
                self.sent[array.index()].fill(Sent::Unknown);
            }
        }
        for worklist in &exchange.pushed {
            self.waiting[worklist.index()] = 0;
        }
        for (rank, message) in received.iter().enumerate() {
            self.receive(exchange, rank, rank == own, message)?;
        }
        Ok(())
    }

    /// Removes the items of a worklist that other ranks own, and adds them to the messages.
    fn send_items(&mut self, worklist: WorklistId, own: usize, messages: &mut [Vec<u8>]) {
        if let Some((words, key)) = self.key(worklist) {
            return self.send_keyed_items(worklist, own, messages, (words, key));
        }
        let part = &self.plan.part;
        let owned = part.owned.len() as u32;
        let items = self.machine.state.waiting_items(worklist);
        let (kept, sent): (Vec<u32>, Vec<u32>) = items.iter().partition(|item| **item < owned);
        let mut places = vec![vec![]; messages.len()];
        for item in &sent {
            let rank = self.plan.partition.owner(part.copies[(item - owned) as usize]);
            places[rank].push(item - part.copies_of[rank].start);
        }
        if !sent.is_empty() {
            self.machine.state.replace_waiting(worklist, &kept);
        }
        for (rank, message) in messages.iter_mut().enumerate().filter(|(rank, _)| *rank != own) {
            message.extend((places[rank].len() as u32).to_le_bytes());
            places[rank].iter().for_each(|place| message.extend(place.to_le_bytes()));
        }
    }

    /// Returns the number of words of an item and the place of the word with the number of the node that owns
    /// the item, if the items of a worklist have such nodes.
    fn key(&self, worklist: WorklistId) -> Option<(usize, usize)> {
        let ty = self.plan.program.module.worklists[worklist.index()].ty;
        let key = if ty == ItemType::Pair { 0 } else { 1 };
        let is_keyed = self.plan.program.keyed.contains(&worklist);
        is_keyed.then(|| (ty.size() / size_of::<u32>(), key))
    }

    /// Removes the items that contain a node of another rank, and adds them to the messages.
    fn send_keyed_items(
        &mut self,
        worklist: WorklistId,
        own: usize,
        messages: &mut [Vec<u8>],
        (words, key): (usize, usize),
    ) {
        let items = self.machine.state.waiting_items(worklist);
        let (mut kept, mut sent) = (vec![], vec![vec![]; messages.len()]);
        for item in items.chunks_exact(words) {
            let rank = self.plan.partition.owner(item[key]);
            if rank == own { kept.extend_from_slice(item) } else { sent[rank].push(item) }
        }
        for (rank, message) in messages.iter_mut().enumerate().filter(|(rank, _)| *rank != own) {
            message.extend((sent[rank].len() as u32).to_le_bytes());
            let words = sent[rank].iter().copied().flatten();
            words.for_each(|word| message.extend(word.to_le_bytes()));
        }
        if kept.len() < items.len() {
            self.machine.state.replace_waiting(worklist, &kept);
        }
    }

    /// Applies what a rank sent after a launch.
    fn receive(
        &mut self,
        exchange: &Exchange,
        rank: usize,
        is_own: bool,
        mut message: &[u8],
    ) -> Result<(), Error> {
        let shared = &self.plan.part.shared_with[rank];
        if !is_own {
            for (array, combine) in &exchange.combined {
                let (declared, (size, length)) = (self.array(*array), self.element(*array));
                let bytes = self.machine.state.bytes_mut(*array);
                let sent = &mut self.sent[array.index()][rank];
                let mut known = match std::mem::replace(sent, Sent::Unknown) {
                    Sent::Values(values) => Some(values),
                    Sent::Uniform(element) => Some(element.repeat(shared.len() * length)),
                    Sent::Unknown => None,
                };
                updates::read(&mut message, shared.len() * length, size, |place, new| {
                    let (row, element) = (place as usize / length, place as usize % length);
                    let at = (shared[row] as usize * length + element) * size;
                    combine_element(declared, *combine, &mut bytes[at..at + size], new);
                    if let Some(known) = &mut known {
                        known[place as usize * size..(place as usize + 1) * size]
                            .copy_from_slice(new);
                    }
                });
                *sent = known.map_or(Sent::Unknown, Sent::Values);
            }
            for worklist in &exchange.routed {
                let count = updates::take_u32(&mut message) as usize;
                let items: Vec<u32> = match self.key(*worklist) {
                    Some((words, _)) => {
                        (0..count * words).map(|_| updates::take_u32(&mut message)).collect()
                    }
                    None => {
                        let place = |_| updates::take_u32(&mut message) as usize;
                        (0..count).map(place).map(|place| shared[place]).collect()
                    }
                };
                self.machine.state.append_waiting(&self.plan.program.module, *worklist, &items)?;
            }
        }
        for (array, combine) in &exchange.globals {
            let declared = self.array(*array);
            let size = declared.element_size();
            let bytes = self.machine.state.bytes_mut(*array);
            updates::read(&mut message, bytes.len() / size, size, |place, new| {
                let at = place as usize * size;
                combine_element(declared, *combine, &mut bytes[at..at + size], new);
            });
        }
        for worklist in &exchange.pushed {
            let count = updates::take_u32(&mut message);
            let total = &mut self.waiting[worklist.index()];
            *total = total.saturating_add(count);
        }
        Ok(())
    }

    /// Returns a number that one rank at most supplies, on all ranks.
    fn agree(&self, own: Option<u64>) -> Result<Option<u64>, Error> {
        let (_, ranks) = self.ranks();
        let message = own.map_or(vec![], |bits| bits.to_le_bytes().to_vec());
        let received = self.exchange(vec![message; ranks])?;
        Ok(received
            .iter()
            .find_map(|message| Some(u64::from_le_bytes(message[..].try_into().ok()?))))
    }
}

/// The bytes of copies and globals before a launch, in the order of the exchange.
struct Before {
    copies: Vec<Vec<u8>>,
    globals: Vec<Vec<u8>>,
}

/// Returns a value as an array keeps it.
fn bytes_of(array: &Array, value: Value) -> Vec<u8> {
    value.to_bits().to_le_bytes()[..array.element_size()].to_vec()
}

/// Returns the value that changes nothing if it is added, as an array keeps it.
fn identity_of(array: &Array, op: AtomicOp) -> Vec<u8> {
    bytes_of(array, identity(op, array.ty))
}

/// Returns the value that an array keeps in these bytes.
pub fn value_of(array: &Array, bytes: &[u8]) -> Value {
    let mut bits = [0; 8];
    bits[..bytes.len()].copy_from_slice(bytes);
    Value::from_bits(array.ty, u64::from_le_bytes(bits))
}

/// Combines an element with the new value of another rank.
fn combine_element(array: &Array, combine: Combine, element: &mut [u8], new: &[u8]) {
    let op = match combine {
        Combine::Assign => return element.copy_from_slice(new),
        Combine::Monotone(op) | Combine::Accumulate(op) => op,
    };
    let of = |bytes: &[u8]| value_of(array, bytes);
    // The compiler only derives operations that apply to the type of the array.
    if let Some(value) = value::atomic(op, of(element), &[of(new)]) {
        element.copy_from_slice(&bytes_of(array, value));
    }
}

impl<L: Link> Memory for Rank<'_, L> {
    type Stop = Error;

    fn nodes(&self) -> u32 {
        self.plan.nodes
    }

    fn edges(&self) -> u64 {
        self.plan.edges
    }

    fn graph(&self, array: GraphArray, _: u64) -> Result<Option<u64>, Error> {
        Err(Error::Internal(format!("`main` of a rank reads `{}` of the graph", array.name())))
    }

    fn row_length(&self, array: ArrayId) -> u32 {
        self.machine.row_length(array)
    }

    fn load(&self, array: ArrayId, row: u64, element: u32) -> Result<Value, Error> {
        let declared = self.array(array);
        if declared.extent == Extent::One {
            return self.machine.load(array, row, element);
        }
        if row >= self.plan.nodes.into() {
            return Ok(Value::zero(declared.ty));
        }
        let owned = &self.plan.part.owned;
        let own = match owned.contains(&(row as u32)) {
            false => None,
            true => {
                let local = row as u32 - owned.start;
                Some(self.machine.load(array, local.into(), element)?.to_bits())
            }
        };
        Ok(Value::from_bits(declared.ty, self.agree(own)?.unwrap_or_default()))
    }

    fn waiting(&self, worklist: WorklistId) -> Result<u32, Error> {
        Ok(self.waiting[worklist.index()])
    }
}

impl<L: Link> Target for Rank<'_, L> {
    fn launch(&mut self, kernel: KernelId, values: &[Value], again: bool) -> Result<(), Error> {
        let plan = self.plan;
        let exchange = &plan.program.exchanges[kernel.index()];
        self.refresh(exchange)?;
        let before = self.begin(exchange);
        self.machine.launch(kernel, values, again)?;
        if !again {
            for worklist in self.machine.reads(kernel) {
                self.waiting[worklist.index()] = 0;
            }
        }
        for array in exchange.changed.iter().chain(exchange.combined.keys()) {
            self.stale[array.index()] = true;
        }
        let is_silent = exchange.combined.is_empty()
            && exchange.globals.is_empty()
            && exchange.routed.is_empty()
            && exchange.pushed.is_empty();
        if is_silent { Ok(()) } else { self.combine(exchange, &before) }
    }

    fn outlined(&mut self, _: OutlinedId, _: &[LocalId], _: &mut Progress) -> Result<(), Error> {
        Err(Error::Internal("a rank has no outlined loops".into()))
    }

    fn apply(&mut self, change: Change) -> Result<(), Error> {
        match change {
            Change::Store { array, row, element, value } => {
                if self.array(array).extent == Extent::One {
                    return self.machine.apply(change);
                }
                // Copies get the value as well. A row past the end has no local number.
                let local = u32::try_from(row).ok().and_then(|row| self.plan.part.local(row));
                if let Some(local) = local {
                    let row = local.into();
                    self.machine.apply(Change::Store { array, row, element, value })?;
                    self.sent[array.index()].fill(Sent::Unknown);
                }
                return Ok(());
            }
            Change::Fill(array, value) => {
                let known = Sent::Uniform(bytes_of(self.array(array), value));
                self.sent[array.index()].fill(known);
                self.stale[array.index()] = false;
            }
            Change::Swap(a, b) => {
                self.sent.swap(a.index(), b.index());
                self.stale.swap(a.index(), b.index());
            }
            Change::SwapWorklists(a, b) => self.waiting.swap(a.index(), b.index()),
            Change::Clear(worklist) | Change::Take(worklist) => self.waiting[worklist.index()] = 0,
        }
        self.machine.apply(change)
    }

    fn seed(&mut self, worklist: WorklistId, items: Items<'_>) -> Result<(), Error> {
        let module = &self.plan.program.module;
        let (declared, owned) = (&module.worklists[worklist.index()], &self.plan.part.owned);
        let words: Vec<u32> = match items {
            Items::Nodes => {
                self.waiting[worklist.index()] = self.plan.nodes;
                (0..owned.len() as u32).collect()
            }
            Items::Words(words) if declared.ty.is_node() => {
                let nodes = self.plan.nodes;
                if let Some(&node) = words.iter().find(|node| **node >= nodes) {
                    let worklist = declared.name.clone();
                    return Err(Error::SeedNode { worklist, node, nodes });
                }
                self.waiting[worklist.index()] = words.len() as u32;
                let own = words.iter().filter(|node| owned.contains(node));
                own.map(|node| node - owned.start).collect()
            }
            Items::Words(words) => {
                let of_item = declared.ty.size() / size_of::<u32>();
                self.waiting[worklist.index()] = (words.len() / of_item) as u32;
                let own = self.plan.rank;
                let is_own = |item: &&[u32]| match self.key(worklist) {
                    Some((_, key)) => self.plan.partition.owner(item[key]) == own,
                    None => own == 0,
                };
                words.chunks_exact(of_item).filter(is_own).flatten().copied().collect()
            }
        };
        self.machine.seed(worklist, Items::Words(&words))
    }

    fn contract(&mut self, _: &Contraction) -> Result<(), Error> {
        Err(Error::Internal("a rank cannot replace the graph".into()))
    }

    fn is_contracted(&self) -> bool {
        false
    }

    fn edges_of_waiting(&mut self, worklist: WorklistId, items: u32) -> Result<u64, Error> {
        let own = self.machine.edges_of_waiting(worklist, items)?;
        let (_, ranks) = self.ranks();
        let received = self.exchange(vec![own.to_le_bytes().to_vec(); ranks])?;
        let of = |message: &Vec<u8>| message[..].try_into().map_or(0, u64::from_le_bytes);
        Ok(received.iter().map(of).sum())
    }
}
