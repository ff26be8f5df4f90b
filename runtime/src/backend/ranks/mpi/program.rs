//! A program that is ready to run on this rank of MPI. All ranks call the same functions in the same order.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use igc_compiler::data::{ArrayData, check_parameters};
use igc_compiler::driver::Artefact;
use igc_compiler::ir::{Array, Extent, Module, Value};
use igc_compiler::ranks::{Ranked, StoredEdges};

use super::world::{Kind, World};
use super::{MpiDevice, MpiLink};
use crate::Error;
use crate::backend::ranks::machine::{RankHost, RankProgram};
use crate::backend::ranks::partition::{Part, Partition, part_of};
use crate::backend::ranks::prepared::{Sources, params_of, set_rows, with_later_end};
use crate::backend::ranks::target::{Rank, RankPlan, value_of};
use crate::backend::{Build, Prepared, Repetition, Timings};
use crate::input::Input;
use crate::memory::MemoryUse;
use crate::params::RunInputs;
use crate::run_options::RunOptions;
use crate::traffic::Traffic;
use crate::watch::Watch;

/// A program on this rank.
pub struct MpiProgram<P> {
    world: &'static World,
    /// The module of the program, whose arrays come first in the module of a rank.
    module: Arc<Module>,
    nodes: u32,
    edges: u64,
    plan: RankPlan,
    program: P,
    /// The memory of all ranks, after a run.
    memory: Option<MemoryUse>,
    /// What all ranks exchanged in the last run.
    traffic: Traffic,
    watch: Watch,
}

impl<P: RankProgram> MpiProgram<P> {
    /// Takes this rank's part of the graph, opens its device, generates the code, and allocates memory.
    ///
    /// # Errors
    ///
    /// Returns an error if the graph, the parameters or the inputs do not fit the program, if there is not
    /// enough memory, or if another rank has failed.
    pub fn new<D: MpiDevice<Host: RankHost<Program = P>>>(
        device: &D,
        input: &Input,
        program: Ranked,
        artefact: &Artefact,
        given: RunInputs<'_>,
        options: &RunOptions,
    ) -> Result<MpiProgram<P>, Error> {
        let world = device.world();
        let (partition, part) = own_part(world, input, program.edges)?;
        let local = Input::of_part(&input.name, &part.graph)?;
        let (partition, part) = (Arc::new(partition), Arc::new(part));
        let host = device.open(local)?;
        let sources = Sources::new(input, program, artefact, given, options)?;
        let (plan, program) = sources.of_rank(world.rank(), &partition, &part, &host)?;
        Ok(MpiProgram {
            world,
            module: Arc::clone(&artefact.parallel),
            nodes: input.graph.nodes(),
            edges: input.graph.edges(),
            plan,
            program,
            memory: None,
            traffic: Traffic::default(),
            watch: options.watch.clone(),
        })
    }

    /// Lets the other ranks start the run again, too. Returns [`Error::OtherRank`], as they do, or the error of a rank that
    /// has failed.
    fn restart(&self) -> Error {
        let none = vec![vec![]; self.world.ranks()];
        self.world.exchange(Kind::Restart, none).err().unwrap_or(Error::OtherRank)
    }

    /// Returns the measurements of all ranks: the time of the slowest one, the sum of their memory, and what they have sent.
    fn with_all_ranks(&mut self, mut own: Repetition, sent: Traffic) -> Result<Repetition, Error> {
        let memory = self.program.memory().unwrap_or_default();
        let MemoryUse { graph, state, worklists, temporaries, total, peak } = memory;
        let times = [own.timings.initialise, own.timings.main].map(|time| time.as_nanos() as u64);
        let Traffic { exchanges, messages, bytes, most_bytes } = sent;
        let numbers = [times[0], times[1], graph, state, worklists, temporaries, total, peak];
        let numbers = numbers.into_iter().chain([exchanges, messages, bytes, most_bytes]);
        let message: Vec<u8> = numbers.flat_map(u64::to_le_bytes).collect();
        let received =
            self.world.exchange(Kind::Measurements, vec![message; self.world.ranks()])?;
        let mut sum = MemoryUse::default();
        self.traffic = Traffic::default();
        for message in &received {
            let number = |at: usize| {
                let bytes = message.get(8 * at..8 * at + 8).and_then(|bytes| bytes.try_into().ok());
                bytes.map_or(0, u64::from_le_bytes)
            };
            let time = |at: usize| Duration::from_nanos(number(at));
            own = with_later_end(own, &Timings { initialise: time(0), main: time(1) });
            sum.add(&MemoryUse {
                graph: number(2),
                state: number(3),
                worklists: number(4),
                temporaries: number(5),
                total: number(6),
                peak: number(7),
            });
            self.traffic.add(&Traffic {
                exchanges: number(8),
                messages: number(9),
                bytes: number(10),
                most_bytes: number(11),
            });
        }
        self.memory = Some(sum);
        Ok(own)
    }
}

/// Divides the graph, and returns the part of this rank. The ranks agree on the nodes that they share.
fn own_part(world: &World, input: &Input, stored: StoredEdges) -> Result<(Partition, Part), Error> {
    let partition = Partition::by_edges(&input.graph, world.ranks(), stored);
    let mut part = part_of(&input.graph, &partition, stored, world.rank());
    let copied = part.copied(&partition).into_iter();
    let message = |nodes: Vec<u32>| nodes.iter().flat_map(|node| node.to_le_bytes()).collect();
    let received = world.exchange(Kind::Copies, copied.map(message).collect())?;
    let numbers = |message: &Vec<u8>| {
        let words = message.chunks_exact(4);
        words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
    };
    part.shared_with = received.iter().map(numbers).collect();
    Ok((partition, part))
}

impl<P: RankProgram> Prepared for MpiProgram<P> {
    fn build(&self) -> Build {
        self.program.build()
    }

    fn transfer_time(&self) -> Duration {
        self.program.transfer_time()
    }

    fn geometry(&self) -> Option<(usize, usize)> {
        None
    }

    fn memory(&self) -> Option<MemoryUse> {
        self.memory
    }

    fn traffic(&self) -> Option<Traffic> {
        Some(self.traffic)
    }

    fn run_once(&mut self) -> Result<Repetition, Error> {
        let watch = self.watch.clone();
        let _watching = watch.start();
        let mut restarts = 0;
        loop {
            let plan = &self.plan;
            let mut link = MpiLink { world: self.world, traffic: Traffic::default() };
            let run = self
                .program
                .run_with(|main, machine| main.run(&mut Rank::new(plan, machine, &mut link)));
            let ended = match run {
                Ok(run) => self.with_all_ranks(run, link.traffic),
                // If a worklist had no room, all ranks start again.
                Err(stop) => match self.program.make_room(stop) {
                    Ok(()) => Err(self.restart()),
                    Err(error) => Err(error),
                },
            };
            match ended {
                Err(Error::OtherRank) => restarts += 1,
                ended => return Ok(Repetition { restarts, ..ended? }),
            }
        }
    }

    fn rebind(&mut self, params: &[Value]) -> Result<bool, Error> {
        check_parameters(&self.module, params, self.nodes)?;
        let params = params_of(params, &self.plan);
        self.program.set_params(&params)
    }

    /// Rank 0 gets the whole array, and the other ranks get an empty one.
    fn array(&self, position: usize) -> Result<Cow<'_, ArrayData>, Error> {
        let array = self.module.arrays.get(position);
        let array = array.ok_or_else(|| Error::missing("array", &position.to_string()))?;
        let rows_of_graph = match array.extent {
            Extent::One | Extent::Original => return self.program.array(position),
            Extent::Nodes => self.nodes as usize,
            Extent::Edges => self.edges as usize,
        };
        let own = self.program.array(position)?;
        let mut messages = vec![vec![]; self.world.ranks()];
        messages[0] = rows_message(array, &own, &self.plan);
        drop(own);
        let received = self.world.exchange(Kind::Array, messages)?;
        if self.world.rank() != 0 {
            return Ok(Cow::Owned(ArrayData::fill(Value::zero(array.ty), 0)));
        }
        let length = array.fixed_length().unwrap_or(1) as usize;
        let mut whole = ArrayData::fill(Value::zero(array.ty), rows_of_graph * length);
        for (rank, message) in received.iter().enumerate() {
            let owned = self.plan.partition.owned(rank);
            set_sent_rows(array, &mut whole, (owned.start, owned.len()), message);
        }
        Ok(Cow::Owned(whole))
    }
}

/// Writes the rows of an array that a rank has: those of owned nodes, or those of edges, with their numbers.
fn rows_message(array: &Array, own: &ArrayData, plan: &RankPlan) -> Vec<u8> {
    let (size, length) = (array.ty.size(), array.fixed_length().unwrap_or(1) as usize);
    let mut message = vec![];
    let rows = match array.extent {
        Extent::Edges => {
            let edges = plan.own_edges();
            edges.iter().for_each(|edge| message.extend(edge.to_le_bytes()));
            edges.len()
        }
        _ => plan.part.owned.len(),
    };
    for value in own.iter().take(rows * length) {
        message.extend_from_slice(&value.to_bits().to_le_bytes()[..size]);
    }
    message
}

/// Sets the rows of an array that a rank with these nodes has sent.
fn set_sent_rows(
    array: &Array,
    whole: &mut ArrayData,
    (first, owned): (u32, usize),
    message: &[u8],
) {
    let (size, length) = (array.ty.size(), array.fixed_length().unwrap_or(1) as usize);
    let (rows, values): (Vec<usize>, &[u8]) = match array.extent {
        Extent::Edges => {
            let count = message.len() / (size_of::<u64>() + length * size);
            let (numbers, values) = message.split_at(count * size_of::<u64>());
            let number = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_le_bytes) as usize;
            (numbers.chunks_exact(size_of::<u64>()).map(number).collect(), values)
        }
        _ => ((0..owned).map(|row| first as usize + row).collect(), message),
    };
    let value = |bytes| value_of(array, bytes);
    set_rows(whole, length, &rows, values.chunks_exact(size).map(value));
}
