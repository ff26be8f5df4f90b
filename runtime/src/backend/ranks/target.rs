//! A rank as a target of the machine that executes `main`: a machine on a part of the graph, and the exchanges between
//! ranks around each launch.
//!
//! Every rank executes the same statements of `main` with the same values, so all ranks exchange messages in the
//! same order. Before a launch, owners send the values that copies lack. After a launch, one message for each pair of
//! ranks carries the updates of copies, the items that travel to their owners, the globals, and the
//! numbers of items.
//!
//! The compiler has written kernels that collect what travels and apply what arrives
//! ([`Transport`](igc_compiler::ranks::Transport)). The host sees only values that travel, and globals.

use std::cell::RefCell;
use std::sync::Arc;

use igc_compiler::ir::build::identity;
use igc_compiler::ir::{
    Array, ArrayId, Contraction, Extent, GraphArray, Init, ItemType, KernelId, LocalId, OutlinedId,
    Value, WorklistId, value,
};
use igc_compiler::ranks::{Combine, Exchange, Landing, Ranked, Transfer};

use super::link::{Form, Link, Message};
use super::machine::RankMachine;
use super::partition::{Part, Partition, total};
use super::updates;
use crate::Error;
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

/// A rank during a run.
pub struct Rank<'r, M: RankMachine, L> {
    plan: &'r RankPlan,
    machine: &'r mut M,
    link: RefCell<&'r mut L>,
    /// For each array of nodes: how many copies may have other values than their owners.
    stale: Vec<Stale>,
    /// For each array of nodes and each rank: whether this rank knows what the copies have.
    known: Vec<Vec<bool>>,
    /// The bytes of each global that this rank has read or written last, and that no kernel has changed since.
    globals: Vec<Option<Vec<u8>>>,
    /// The number of items that wait in each worklist, over all ranks.
    waiting: Vec<u32>,
    /// What other ranks have sent, which this device may still copy.
    received: Vec<Message<M::Items>>,
    /// Number of exchanges after which other devices have copied what was sent before.
    exchanges: u64,
    /// For each array of nodes: the number of exchanges when it was last sent as a whole.
    sent: Vec<u64>,
}

/// How many copies may have other values than their owners.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stale {
    None,
    Some,
    /// Probably most of them.
    All,
}

/// Elements of an array that two ranks share.
#[derive(Clone, Copy)]
struct Places {
    /// The place of the first one.
    first: u32,
    count: u32,
}

impl<'r, M: RankMachine, L: Link<M::Items>> Rank<'r, M, L> {
    /// Starts a run: all arrays have their initial values.
    pub fn new(plan: &'r RankPlan, machine: &'r mut M, link: &'r mut L) -> Rank<'r, M, L> {
        let (arrays, ranks) = (&plan.program.module.arrays, plan.partition.ranks());
        let known = |array: &Array| vec![matches!(array.init, Init::Fill(_)); ranks];
        Rank {
            stale: vec![Stale::None; arrays.len()],
            known: arrays.iter().map(known).collect(),
            globals: vec![None; arrays.len()],
            waiting: vec![0; plan.program.module.worklists.len()],
            received: vec![],
            exchanges: 0,
            sent: vec![0; arrays.len()],
            link: RefCell::new(link),
            machine,
            plan,
        }
    }

    fn array(&self, id: ArrayId) -> &'r Array {
        &self.plan.program.module.arrays[id.index()]
    }

    /// Returns the number of elements of a row.
    fn length(&self, id: ArrayId) -> usize {
        self.array(id).fixed_length().unwrap_or(1) as usize
    }

    /// Exchanges messages. The items that were received before are given back to their ranks.
    fn exchange(
        &mut self,
        messages: Vec<Message<M::Items>>,
    ) -> Result<Vec<Message<M::Items>>, M::Stop> {
        if self.received.iter().any(|message| !message.items.is_empty()) {
            self.machine.settle()?;
        }
        self.received.clear();
        let received = self.link.borrow_mut().exchange(messages)?;
        self.exchanges += 1;
        Ok(received)
    }

    /// Sends the same bytes to all ranks, and returns what each of them has sent.
    fn gather(&self, bytes: Vec<u8>) -> Result<Vec<Vec<u8>>, M::Stop> {
        let (_, ranks) = self.ranks();
        let message = |_| Message { bytes: bytes.clone(), items: vec![] };
        let received = self.link.borrow_mut().exchange((0..ranks).map(message).collect())?;
        Ok(received.into_iter().map(|message| message.bytes).collect())
    }

    fn ranks(&self) -> (usize, usize) {
        (self.plan.rank, self.plan.partition.ranks())
    }

    fn others(&self) -> impl Iterator<Item = usize> + use<M, L> {
        let (own, ranks) = self.ranks();
        (0..ranks).filter(move |rank| *rank != own)
    }

    /// The elements of an array that this rank shares with another one, as places in the list of shared rows.
    fn shared(&self, id: ArrayId, rank: usize) -> Places {
        let part = &self.plan.part;
        let lists = match self.array(id).extent {
            Extent::Edges => &part.edges_to,
            _ => &part.shared_with,
        };
        let length = self.length(id) as u32;
        let count = lists[rank].len() as u32 * length;
        Places { first: total(&lists[..rank]) * length, count }
    }

    /// The elements of an array of which another rank has the original, as places among all elements.
    fn copied(&self, id: ArrayId, rank: usize) -> Places {
        let part = &self.plan.part;
        let rows = match self.array(id).extent {
            Extent::Edges => part.edges_of(rank),
            _ => part.copies_of[rank].clone(),
        };
        let length = self.length(id);
        Places { first: rows.start * length as u32, count: rows.len() as u32 * length as u32 }
    }

    /// Returns what a kernel collects.
    fn collect(&mut self, transfer: &Transfer, arguments: &[u32]) -> Result<M::Items, M::Stop> {
        let arguments: Vec<Value> = arguments.iter().copied().map(Value::U32).collect();
        self.machine.launch(transfer.collect, &arguments, false)?;
        self.machine.take_items(transfer.leaving)
    }

    /// Lets a kernel apply items that another rank has sent.
    fn apply_items(
        &mut self,
        transfer: &Transfer,
        first: Option<u32>,
        items: Option<&(M::Items, Form)>,
    ) -> Result<(), M::Stop> {
        let Some((items, _)) = items else { return Err(too_short().into()) };
        if self.machine.put_items(transfer.arriving, items)? {
            let arguments: Vec<Value> = first.into_iter().map(Value::U32).collect();
            self.machine.launch(transfer.apply, &arguments, false)?;
        }
        Ok(())
    }

    /// Sends the values of owners to the copies that lack them.
    fn refresh(&mut self, exchange: &Exchange) -> Result<(), M::Stop> {
        let is_stale = |id: &&ArrayId| self.stale[id.index()] != Stale::None;
        let arrays = exchange.refreshed.iter().copied().filter(|id| is_stale(&id));
        let (whole, arrays): (Vec<ArrayId>, Vec<ArrayId>) =
            arrays.partition(|id| self.travels_whole(*id));
        if whole.is_empty() && arrays.is_empty() {
            return Ok(());
        }
        let transfers = &self.plan.program.transport.refreshed;
        let (_, ranks) = self.ranks();
        let mut messages = Message::for_ranks(ranks);
        for array in &whole {
            self.send_all(*array, &mut messages)?;
        }
        if !whole.is_empty() {
            self.machine.settle()?;
        }
        for array in &arrays {
            for rank in self.others() {
                let Places { first, count } = self.shared(*array, rank);
                let is_known = std::mem::replace(&mut self.known[array.index()][rank], true);
                if count > 0 {
                    let arguments = [first, count, u32::from(!is_known)];
                    let items = self.collect(&transfers[array], &arguments)?;
                    messages[rank].items.push((items, self.values(*array, count)));
                }
            }
            self.stale[array.index()] = Stale::None;
        }
        let received = self.exchange(messages)?;
        let owned = self.plan.part.owned.len() as u32;
        for array in &whole {
            self.sent[array.index()] = self.exchanges;
        }
        for rank in self.others() {
            let mut items = received[rank].items.iter();
            for array in &whole {
                let Places { first, count } = self.copied(*array, rank);
                if count > 0 {
                    let (to, first) = match self.plan.program.transport.whole[array].landing {
                        Some(Landing { arrived, .. }) => {
                            (arrived, first - owned * self.length(*array) as u32)
                        }
                        None => (*array, first),
                    };
                    let Some((items, _)) = items.next() else { return Err(too_short().into()) };
                    self.machine.copy_shared(to, first, items)?;
                }
            }
            for array in &arrays {
                let Places { first, count } = self.copied(*array, rank);
                if count > 0 {
                    self.apply_items(&transfers[array], Some(first), items.next())?;
                }
            }
        }
        for array in &whole {
            let count = (self.plan.part.copies.len() * self.length(*array)) as u32;
            let landing = self.plan.program.transport.whole[array].landing;
            if let Some(Landing { apply, .. }) = landing.filter(|_| count > 0) {
                self.machine.launch(apply, &[Value::U32(count)], false)?;
            }
        }
        self.received = received;
        Ok(())
    }

    /// Whether all values of an array travel, and not only those that copies lack.
    fn travels_whole(&self, array: ArrayId) -> bool {
        // Other ranks may still copy the values that were sent last, and changes would be written over them.
        let is_being_copied = self.exchanges > 0 && self.sent[array.index()] == self.exchanges;
        self.plan.program.transport.whole.contains_key(&array)
            && (self.stale[array.index()] == Stale::All || is_being_copied)
    }

    /// Collects all values of an array that other ranks have copies of, and adds them to the messages.
    fn send_all(
        &mut self,
        array: ArrayId,
        messages: &mut [Message<M::Items>],
    ) -> Result<(), M::Stop> {
        let transport = &self.plan.program.transport;
        let (whole, known) = (transport.whole[&array], transport.known[&array]);
        self.machine.apply(Change::Swap(known, whole.spare))?;
        let count = self.others().map(|rank| self.shared(array, rank).count).sum();
        if count > 0 {
            self.machine.launch(whole.collect, &[Value::U32(count)], false)?;
        }
        for rank in self.others() {
            let Places { first, count } = self.shared(array, rank);
            self.known[array.index()][rank] = true;
            if count > 0 {
                let items = self.machine.share(known, first..first + count);
                messages[rank].items.push((items, Form::Elements));
            }
        }
        self.stale[array.index()] = Stale::None;
        Ok(())
    }

    /// The form of values of an array.
    fn values(&self, id: ArrayId, places: u32) -> Form {
        Form::Values { places, size: self.array(id).ty.size() as u8 }
    }

    /// Sets the elements that a kernel adds to at copies, and the globals that it adds to, to the
    /// identity, and remembers what other copies have. Returns the bytes that globals have before the launch.
    fn begin(&mut self, exchange: &Exchange) -> Result<Vec<Vec<u8>>, M::Stop> {
        for (array, combine) in &exchange.combined {
            let length = self.length(*array);
            let count = (self.plan.part.copies.len() * length) as u32;
            if count > 0 {
                let begin = self.plan.program.transport.combined[&(*array, *combine)].begin;
                self.machine.launch(begin, &[Value::U32(count)], false)?;
            }
        }
        let mut globals = vec![];
        for (array, combine) in &exchange.globals {
            let before = match self.globals[array.index()].take() {
                Some(known) => known,
                None => self.machine.read_global(*array)?,
            };
            if let Combine::Accumulate(op) = combine {
                let declared = self.array(*array);
                let identity = bytes_of(declared, identity(*op, declared.ty));
                let bytes = identity.repeat(before.len() / identity.len());
                self.machine.write_global(*array, bytes)?;
            }
            globals.push(before);
        }
        Ok(globals)
    }

    /// Combines the updates of a launch. `before` has the bytes of globals before the launch.
    fn combine(&mut self, exchange: &Exchange, before: &[Vec<u8>]) -> Result<(), M::Stop> {
        let (own, ranks) = self.ranks();
        let transport = &self.plan.program.transport;
        let owned = self.plan.part.owned.len() as u32;
        let mut messages = Message::for_ranks(ranks);
        for (array, combine) in &exchange.combined {
            let length = self.length(*array) as u32;
            let transfer = &transport.combined[&(*array, *combine)].transfer;
            for rank in self.others() {
                let Places { first, count } = self.copied(*array, rank);
                if count > 0 {
                    let items = self.collect(transfer, &[first - owned * length, count])?;
                    messages[rank].items.push((items, self.values(*array, count)));
                }
            }
        }
        // All ranks together have as many items before the items travel as afterwards.
        let mut pushed = vec![];
        for worklist in &exchange.pushed {
            pushed.push(self.machine.waiting(*worklist)?);
        }
        for worklist in &exchange.routed {
            self.send_items(*worklist, &mut messages)?;
        }
        for ((array, combine), before) in exchange.globals.iter().zip(before) {
            let declared = self.array(*array);
            let size = declared.element_size();
            let now = self.machine.read_global(*array)?;
            // A global that the kernel adds to started with the identity.
            let identity = match combine {
                Combine::Accumulate(op) => Some(bytes_of(declared, identity(*op, declared.ty))),
                Combine::Assign | Combine::Monotone(_) => None,
            };
            let start = |before| identity.as_deref().unwrap_or(before);
            let changed: Vec<u32> = (0..)
                .zip(now.chunks(size).zip(before.chunks(size)))
                .filter(|(_, (now, before))| *now != start(before))
                .map(|(place, _)| place)
                .collect();
            for Message { bytes, .. } in &mut messages {
                bytes.extend((changed.len() as u32).to_le_bytes());
                for place in &changed {
                    bytes.extend(place.to_le_bytes());
                    bytes.extend(&now[*place as usize * size..][..size]);
                }
            }
        }
        for count in pushed {
            messages.iter_mut().for_each(|message| message.bytes.extend(count.to_le_bytes()));
        }
        let received = self.exchange(messages)?;
        for (array, combine) in &exchange.combined {
            if matches!(combine, Combine::Accumulate(_)) {
                // The copies have the identity or sums, and not the values of the owners.
                self.known[array.index()].fill(false);
            }
        }
        for worklist in &exchange.pushed {
            self.waiting[worklist.index()] = 0;
        }
        let mut globals = before.to_vec();
        for (rank, message) in received.iter().enumerate() {
            self.receive(exchange, rank, rank == own, (message, &mut globals))?;
        }
        for (array, bytes) in exchange.globals.keys().zip(globals) {
            self.machine.write_global(*array, bytes.clone())?;
            self.globals[array.index()] = Some(bytes);
        }
        self.received = received;
        Ok(())
    }

    /// Takes the items that other ranks own out of a worklist, and adds them to the messages.
    fn send_items(
        &mut self,
        worklist: WorklistId,
        messages: &mut [Message<M::Items>],
    ) -> Result<(), M::Stop> {
        let routed = &self.plan.program.transport.routed[&worklist];
        self.machine.launch(routed.divide, &[], false)?;
        let others: Vec<usize> = self.others().collect();
        if let [other] = others[..] {
            let items = self.machine.take_items(routed.mixed)?;
            messages[other].items.push((items, Form::Items));
            return Ok(());
        }
        let is_keyed = self.key(worklist).is_some();
        for (at, rank) in others.into_iter().enumerate() {
            let wanted = match is_keyed {
                true => self.plan.partition.numbers(rank),
                false => {
                    let (copies, owned) =
                        (&self.plan.part.copies_of[rank], self.plan.part.owned.len());
                    copies.start - owned as u32..copies.end - owned as u32
                }
            };
            let arguments = [wanted.start, wanted.len() as u32].map(Value::U32);
            self.machine.launch(routed.transfer.collect, &arguments, at > 0)?;
            let items = self.machine.take_items(routed.transfer.leaving)?;
            messages[rank].items.push((items, Form::Items));
        }
        Ok(())
    }

    /// Returns the place of the word of an item with the number of the node that owns the item, if the items of a
    /// worklist have such nodes.
    fn key(&self, worklist: WorklistId) -> Option<usize> {
        let ty = self.plan.program.module.worklists[worklist.index()].ty;
        let key = if ty == ItemType::Pair { 0 } else { 1 };
        self.plan.program.keyed.contains(&worklist).then_some(key)
    }

    /// Applies what a rank sent after a launch. `globals` has the bytes of the globals so far.
    fn receive(
        &mut self,
        exchange: &Exchange,
        rank: usize,
        is_own: bool,
        (message, globals): (&Message<M::Items>, &mut [Vec<u8>]),
    ) -> Result<(), M::Stop> {
        let transport = &self.plan.program.transport;
        let (mut items, mut bytes) = (message.items.iter(), &message.bytes[..]);
        if !is_own {
            for (array, combine) in &exchange.combined {
                let Places { first, count } = self.shared(*array, rank);
                if count > 0 {
                    let transfer = &transport.combined[&(*array, *combine)].transfer;
                    self.apply_items(transfer, Some(first), items.next())?;
                }
            }
            for worklist in &exchange.routed {
                let before = total(&self.plan.part.shared_with[..rank]);
                let first = self.key(*worklist).is_none().then_some(before);
                self.apply_items(&transport.routed[worklist].transfer, first, items.next())?;
            }
        }
        for ((array, combine), global) in exchange.globals.iter().zip(globals) {
            let declared = self.array(*array);
            let size = declared.element_size();
            for _ in 0..updates::take_u32(&mut bytes) {
                let place = updates::take_u32(&mut bytes) as usize;
                let new = updates::take(&mut bytes, size);
                if let Some(element) = global.chunks_mut(size).nth(place) {
                    combine_element(declared, *combine, element, new);
                }
            }
        }
        for worklist in &exchange.pushed {
            let count = updates::take_u32(&mut bytes);
            let total = &mut self.waiting[worklist.index()];
            *total = total.saturating_add(count);
        }
        Ok(())
    }

    /// Returns a number that one rank at most supplies, on all ranks.
    fn agree(&self, own: Option<u64>) -> Result<Option<u64>, M::Stop> {
        let received = self.gather(own.map_or(vec![], |bits| bits.to_le_bytes().to_vec()))?;
        Ok(received
            .iter()
            .find_map(|message| Some(u64::from_le_bytes(message[..].try_into().ok()?))))
    }
}

/// The error of a message that lacks items.
fn too_short() -> Error {
    Error::Internal("a message of a rank is too short".into())
}

/// Returns a value as an array keeps it.
fn bytes_of(array: &Array, value: Value) -> Vec<u8> {
    value.to_bits().to_le_bytes()[..array.element_size()].to_vec()
}

/// Returns the value that an array keeps in these bytes.
pub fn value_of(array: &Array, bytes: &[u8]) -> Value {
    Value::from_bits(array.ty, updates::bits_of(bytes))
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

impl<M: RankMachine, L: Link<M::Items>> Memory for Rank<'_, M, L> {
    type Stop = M::Stop;

    fn nodes(&self) -> u32 {
        self.plan.nodes
    }

    fn edges(&self) -> u64 {
        self.plan.edges
    }

    fn graph(&self, array: GraphArray, _: u64) -> Result<Option<u64>, M::Stop> {
        let name = array.name();
        Err(Error::Internal(format!("`main` of a rank reads `{name}` of the graph")).into())
    }

    fn row_length(&self, array: ArrayId) -> u32 {
        self.machine.row_length(array)
    }

    fn load(&self, array: ArrayId, row: u64, element: u32) -> Result<Value, M::Stop> {
        let declared = self.array(array);
        if declared.extent == Extent::One {
            let Some(known) = self.globals[array.index()].as_ref().filter(|_| row == 0) else {
                return self.machine.load(array, row, element);
            };
            let value = known.chunks(declared.element_size()).nth(element as usize);
            return Ok(value.map_or(Value::zero(declared.ty), |bytes| value_of(declared, bytes)));
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

    fn waiting(&self, worklist: WorklistId) -> Result<u32, M::Stop> {
        Ok(self.waiting[worklist.index()])
    }
}

impl<M: RankMachine, L: Link<M::Items>> Target for Rank<'_, M, L> {
    fn launch(&mut self, kernel: KernelId, values: &[Value], again: bool) -> Result<(), M::Stop> {
        let plan = self.plan;
        let exchange = &plan.program.exchanges[kernel.index()];
        self.refresh(exchange)?;
        let before = self.begin(exchange)?;
        self.machine.launch(kernel, values, again)?;
        if !again {
            for worklist in self.machine.reads(kernel).iter() {
                self.waiting[worklist.index()] = 0;
            }
        }
        for array in exchange.changed.iter().chain(exchange.combined.keys()) {
            let is_whole = exchange.rewritten.contains(array);
            let now = if is_whole { Stale::All } else { Stale::Some };
            self.stale[array.index()] = self.stale[array.index()].max(now);
        }
        let is_silent = exchange.combined.is_empty()
            && exchange.globals.is_empty()
            && exchange.routed.is_empty()
            && exchange.pushed.is_empty();
        if is_silent { Ok(()) } else { self.combine(exchange, &before) }
    }

    fn outlined(&mut self, _: OutlinedId, _: &[LocalId], _: &mut Progress) -> Result<(), M::Stop> {
        Err(Error::Internal("a rank has no outlined loops".into()).into())
    }

    fn apply(&mut self, change: Change) -> Result<(), M::Stop> {
        match change {
            Change::Store { array, row, element, value } => {
                if self.array(array).extent == Extent::One {
                    self.globals[array.index()] = None;
                    return self.machine.apply(change);
                }
                // Copies get the value as well. A row past the end has no local number.
                let local = u32::try_from(row).ok().and_then(|row| self.plan.part.local(row));
                if let Some(local) = local {
                    let row = local.into();
                    self.machine.apply(Change::Store { array, row, element, value })?;
                    self.known[array.index()].fill(false);
                }
                return Ok(());
            }
            Change::Fill(array, value) => {
                let transport = &self.plan.program.transport;
                if let Some(known) = transport.known.get(&array) {
                    if let Some(whole) = transport.whole.get(&array) {
                        // Other ranks may still copy the values.
                        self.machine.apply(Change::Swap(*known, whole.spare))?;
                    }
                    self.machine.apply(Change::Fill(*known, value))?;
                }
                self.known[array.index()].fill(true);
                self.stale[array.index()] = Stale::None;
                self.globals[array.index()] = None;
            }
            Change::Swap(a, b) => {
                let known = &self.plan.program.transport.known;
                if let (Some(known_a), Some(known_b)) = (known.get(&a), known.get(&b)) {
                    self.machine.apply(Change::Swap(*known_a, *known_b))?;
                }
                self.known.swap(a.index(), b.index());
                self.stale.swap(a.index(), b.index());
                self.sent.swap(a.index(), b.index());
                self.globals.swap(a.index(), b.index());
            }
            Change::SwapWorklists(a, b) => self.waiting.swap(a.index(), b.index()),
            Change::Clear(worklist) | Change::Take(worklist) => self.waiting[worklist.index()] = 0,
        }
        self.machine.apply(change)
    }

    fn seed(&mut self, worklist: WorklistId, items: Items<'_>) -> Result<(), M::Stop> {
        let module = &self.plan.program.module;
        let (declared, owned) = (&module.worklists[worklist.index()], &self.plan.part.owned);
        let words: Vec<u32> = match items {
            Items::Nodes => {
                let seed = self.plan.program.transport.seeds.get(&worklist);
                let missing = || Error::Internal("a seed of all nodes has no kernel".into());
                self.machine.apply(Change::Clear(worklist))?;
                self.machine.launch(*seed.ok_or_else(missing)?, &[], false)?;
                self.waiting[worklist.index()] = self.plan.nodes;
                return Ok(());
            }
            Items::Words(words) if declared.ty.is_node() => {
                let nodes = self.plan.nodes;
                if let Some(&node) = words.iter().find(|node| **node >= nodes) {
                    let worklist = declared.name.clone();
                    return Err(Error::SeedNode { worklist, node, nodes }.into());
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
                    Some(key) => self.plan.partition.owner(item[key]) == own,
                    None => own == 0,
                };
                words.chunks_exact(of_item).filter(is_own).flatten().copied().collect()
            }
        };
        self.machine.seed(worklist, Items::Words(&words))
    }

    fn contract(&mut self, _: &Contraction) -> Result<(), M::Stop> {
        Err(Error::Internal("a rank cannot replace the graph".into()).into())
    }

    fn is_contracted(&self) -> bool {
        false
    }

    fn edges_of_waiting(&mut self, worklist: WorklistId, items: u32) -> Result<u64, M::Stop> {
        let own = self.machine.edges_of_waiting(worklist, items)?;
        let received = self.gather(own.to_le_bytes().to_vec())?;
        let of = |message: &Vec<u8>| message[..].try_into().map_or(0, u64::from_le_bytes);
        Ok(received.iter().map(of).sum())
    }

    fn settle(&mut self) -> Result<(), M::Stop> {
        self.machine.settle()
    }

    fn check_room(&self) -> Result<(), M::Stop> {
        self.machine.check_room()
    }
}
