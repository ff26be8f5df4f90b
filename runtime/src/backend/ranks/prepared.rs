//! A program that is ready to run on ranks, each of which is a thread of this process with a device of its own.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use igc_compiler::data::{ArrayData, Inputs, Shape, Sizes, check_parameters};
use igc_compiler::driver::Artefact;
use igc_compiler::ir::{Array, ArrayId, Extent, Init, Module, Value};
use igc_compiler::ranks::{self, Ranked};
use igc_native::Program;

use super::divided::Divided;
use super::link;
use super::machine::{ItemsOf, RankHost, RankMachine, RankProgram, Stop};
use super::partition::{Part, Partition, total};
use super::target::{Rank, RankPlan};
use crate::Error;
use crate::backend::{Build, Prepared, Repetition, Timings};
use crate::input::Input;
use crate::memory::MemoryUse;
use crate::params::RunInputs;
use crate::prints::Prints;
use crate::run_options::RunOptions;
use crate::traffic::Traffic;
use crate::watch::Watch;

/// A program on all ranks.
pub struct RankedProgram<P> {
    /// The module of the program, whose arrays come first in the module of a rank.
    module: Arc<Module>,
    input: Input,
    ranks: Vec<(RankPlan, P)>,
    /// What the ranks exchanged in the last run.
    traffic: Traffic,
    watch: Watch,
}

impl<P: RankProgram> RankedProgram<P> {
    /// Generates the code of each rank, and allocates its memory.
    ///
    /// # Errors
    ///
    /// Returns an error if the graph, the parameters or the inputs do not fit the program, or if there
    /// is not enough memory.
    pub fn new<H: RankHost<Program = P>>(
        input: &Input,
        program: Ranked,
        divided: &Divided<H>,
        artefact: &Artefact,
        given: RunInputs<'_>,
        options: &RunOptions,
    ) -> Result<RankedProgram<P>, Error> {
        let sources = Sources::new(input, program, artefact, given, options)?;
        let mut ranks = vec![];
        for (rank, (part, host)) in divided.parts.iter().enumerate() {
            ranks.push(sources.of_rank(rank, &divided.partition, part, host)?);
        }
        let (module, input) = (Arc::clone(&artefact.parallel), input.clone());
        let (traffic, watch) = (Traffic::default(), options.watch.clone());
        Ok(RankedProgram { module, input, ranks, traffic, watch })
    }
}

/// What all ranks need to prepare a program.
pub struct Sources<'s> {
    input: &'s Input,
    program: Arc<Ranked>,
    module: Arc<Module>,
    artefact: &'s Artefact,
    params: &'s [Value],
    inputs: &'s Inputs,
    shapes: Vec<Shape>,
    options: &'s RunOptions,
    compiled: OnceLock<Artefact>,
    machine_code: OnceLock<Arc<Program>>,
}

/// What one rank needs to prepare a program.
pub struct RankSource<'s> {
    program: &'s Ranked,
    artefact: &'s Artefact,
    compiled: &'s OnceLock<Artefact>,
    /// The code for processors, after the first rank has generated it.
    pub machine_code: &'s OnceLock<Arc<Program>>,
    /// The module of a rank.
    pub module: &'s Arc<Module>,
    /// Number of arrays that the program declares; the compiler adds the others.
    pub declared: usize,
    /// The graph of `main`, of which the rank has a part.
    pub input: &'s Input,
    /// A value for each parameter of the module, checked by the caller.
    pub params: &'s [Value],
    /// The data of the inputs, for the part of the graph.
    pub inputs: &'s Inputs,
    /// The data of the inputs, for `main`.
    pub seeds: &'s Inputs,
}

impl RankSource<'_> {
    /// Returns the module of a rank, compiled to kernels.
    ///
    /// # Errors
    ///
    /// Returns an error if a pass has an error.
    pub fn compiled(&self) -> Result<&Artefact, Error> {
        if let Some(compiled) = self.compiled.get() {
            return Ok(compiled);
        }
        let compiled = ranks::compile(self.program, self.artefact).map_err(|broken| {
            Error::Internal(format!("the pass `{}` breaks the module of a rank", broken.pass))
        })?;
        Ok(self.compiled.get_or_init(|| compiled))
    }
}

impl<'s> Sources<'s> {
    /// Checks that the parameters fit the program and the graph.
    ///
    /// # Errors
    ///
    /// Returns an error if they do not.
    pub fn new(
        input: &'s Input,
        program: Ranked,
        artefact: &'s Artefact,
        RunInputs { params, inputs }: RunInputs<'s>,
        options: &'s RunOptions,
    ) -> Result<Sources<'s>, Error> {
        let module = &artefact.parallel;
        let (nodes, edges) = (input.graph.nodes(), input.graph.edges());
        check_parameters(module, params, nodes)?;
        let sizes = Sizes { nodes, edges, width: module.edges, params };
        let shapes = Shape::of_all(&module.arrays, sizes)?;
        let program = Arc::new(program);
        let module = Arc::new(program.module.clone());
        let (compiled, machine_code) = (OnceLock::new(), OnceLock::new());
        Ok(Sources {
            input,
            program,
            module,
            artefact,
            params,
            inputs,
            shapes,
            options,
            compiled,
            machine_code,
        })
    }

    /// Generates the code of a rank, and allocates its memory. Only the first rank prints what the program prints.
    ///
    /// # Errors
    ///
    /// Returns an error if the graph or the inputs do not fit the program, or if there is not enough memory.
    pub fn of_rank<H: RankHost>(
        &self,
        rank: usize,
        partition: &Arc<Partition>,
        part: &Arc<Part>,
        host: &H,
    ) -> Result<(RankPlan, H::Program), Error> {
        let (nodes, edges) = (self.input.graph.nodes(), self.input.graph.edges());
        let plan = RankPlan {
            rank,
            program: Arc::clone(&self.program),
            partition: Arc::clone(partition),
            part: Arc::clone(part),
            nodes,
            edges,
        };
        let own = given(self.input, &self.program, part, (self.inputs, &self.shapes))?;
        let params = params_of(self.params, &plan);
        let source = RankSource {
            program: &self.program,
            artefact: self.artefact,
            compiled: &self.compiled,
            machine_code: &self.machine_code,
            module: &self.module,
            declared: self.artefact.declared,
            input: self.input,
            params: &params,
            inputs: &own,
            seeds: self.inputs,
        };
        let mut options = self.options.clone();
        if rank > 0 && options.prints.are_wanted() {
            // All ranks evaluate what the first one prints, because they exchange values for it.
            options.prints = Prints::to(|_| ());
        }
        Ok((plan, host.prepare(&source, &options)?))
    }
}

/// Returns the values of the parameters of a rank's module: those of the program, and what
/// [`Supplied`](igc_compiler::ranks::Supplied) lists, in this order.
pub fn params_of(params: &[Value], plan: &RankPlan) -> Vec<Value> {
    let (owned, part) = (&plan.part.owned, &plan.part);
    let supplied = [
        Value::U32(plan.rank as u32),
        Value::U32(plan.partition.ranks() as u32),
        Value::U32(owned.start),
        Value::U32(owned.len() as u32),
        Value::U32(plan.nodes),
        Value::U64(plan.edges),
        Value::U32(part.copies.len() as u32),
        Value::U32(total(&part.shared_with)),
        Value::U32(total(&part.edges_to)),
    ];
    params.iter().copied().chain(supplied).collect()
}

/// Returns the data of the arrays of a rank that have no initial value in its module.
fn given(
    input: &Input,
    program: &Ranked,
    part: &Part,
    (inputs, shapes): (&Inputs, &[Shape]),
) -> Result<Inputs, Error> {
    let mut own = Inputs::default();
    let numbers = part.numbers();
    let arrays = (0..).map(ArrayId).zip(&program.module.arrays);
    for (id, array) in arrays.filter(|(_, array)| array.init == Init::Input) {
        let supplied = &program.supplied;
        let values = if id == supplied.numbers {
            ArrayData::Node(numbers.clone())
        } else if id == supplied.shared {
            ArrayData::U32(part.shared_with.concat())
        } else if id == supplied.shared_edges {
            ArrayData::U32(part.edges_to.concat())
        } else if supplied.out_degrees == Some(id) {
            let degree = |node: &u32| input.graph.row(*node).len() as u32;
            ArrayData::U32(numbers.iter().map(degree).collect())
        } else if supplied.in_degrees == Some(id) {
            let offsets = &input.graph.incoming_sources()?.offsets;
            ArrayData::U32(numbers.iter().map(|node| offsets.row(*node).len() as u32).collect())
        } else if let Some((_, property)) = supplied.statistics.iter().find(|(it, _)| *it == id) {
            ArrayData::F32(vec![input.view()?.statistic(*property)])
        } else {
            let shape = shapes[id.index()];
            let whole = inputs.array(&array.name, array.ty, shape.elements() as usize)?;
            rows(array, whole, shape.length as usize, part, &numbers)
        };
        own.add_array(&array.name, values);
    }
    Ok(own)
}

/// Returns the rows of an array that a rank stores.
fn rows(
    array: &Array,
    whole: &ArrayData,
    length: usize,
    part: &Part,
    numbers: &[u32],
) -> ArrayData {
    let elements = |row: usize| row * length..(row + 1) * length;
    match array.extent {
        Extent::One | Extent::Original => whole.clone(),
        Extent::Nodes => whole.select(numbers.iter().flat_map(|node| elements(*node as usize))),
        Extent::Edges => whole.select(part.edges.iter().flat_map(|edge| elements(*edge as usize))),
    }
}

impl<P: RankProgram> RankedProgram<P> {
    /// Runs the program once on all ranks. Each rank is a thread.
    fn attempt(&mut self) -> Vec<Result<Repetition, Stop<P>>>
    where
        Stop<P>: Send,
    {
        let links = link::local(self.ranks.len(), P::Machine::PATIENCE);
        std::thread::scope(|scope| {
            let run =
                |((plan, program), mut link): (&mut (RankPlan, P), link::Local<ItemsOf<P>>)| {
                    let result = program.run_with(|main, machine| {
                        main.run(&mut Rank::new(plan, machine, &mut link))
                    });
                    if result.is_ok() {
                        link.end();
                    }
                    (result, link.traffic)
                };
            let threads =
                self.ranks.iter_mut().zip(links).map(|rank| scope.spawn(move || run(rank)));
            let threads: Vec<_> = threads.collect();
            let panicked =
                |_| (Err(Error::Internal("a rank panicked".into()).into()), Traffic::default());
            self.traffic = Traffic::default();
            let ended = threads.into_iter().map(|thread| thread.join().unwrap_or_else(panicked));
            let noted = ended.map(|(result, traffic)| {
                self.traffic.add(&traffic);
                result
            });
            noted.collect()
        })
    }
}

impl<P: RankProgram> Prepared for RankedProgram<P>
where
    Stop<P>: Send,
{
    fn build(&self) -> Build {
        let time = self.ranks.iter().map(|(_, program)| program.build().time).sum();
        Build { time, was_cached: false }
    }

    fn transfer_time(&self) -> Duration {
        self.ranks.iter().map(|(_, program)| program.transfer_time()).sum()
    }

    fn geometry(&self) -> Option<(usize, usize)> {
        None
    }

    fn memory(&self) -> Option<MemoryUse> {
        let mut sum = MemoryUse::default();
        for memory in self.ranks.iter().filter_map(|(_, program)| program.memory()) {
            sum.add(&memory);
        }
        Some(sum)
    }

    fn traffic(&self) -> Option<Traffic> {
        Some(self.traffic)
    }

    fn run_once(&mut self) -> Result<Repetition, Error> {
        let watch = self.watch.clone();
        let _watching = watch.start();
        let mut restarts = 0;
        loop {
            let (mut slowest, mut failed, mut has_room) = (None, None, true);
            let runs = self.attempt();
            for ((_, program), run) in self.ranks.iter_mut().zip(runs) {
                match run {
                    Ok(run) => {
                        slowest = Some(match slowest {
                            Some(first) => with_later_end(first, &run.timings),
                            None => run,
                        });
                    }
                    Err(stop) => match program.make_room(stop) {
                        Ok(()) => has_room = false,
                        // The other ranks end because of the error or the worklist of one.
                        Err(Error::OtherRank) => {}
                        Err(error) => failed = failed.or(Some(error)),
                    },
                }
            }
            match (failed, slowest) {
                (Some(error), _) => return Err(error),
                (None, Some(run)) if has_room => return Ok(Repetition { restarts, ..run }),
                (None, None) if has_room => return Err(Error::OtherRank),
                (None, _) => restarts += 1,
            }
        }
    }

    fn rebind(&mut self, params: &[Value]) -> Result<bool, Error> {
        check_parameters(&self.module, params, self.input.graph.nodes())?;
        for (plan, program) in &mut self.ranks {
            if !program.set_params(&params_of(params, plan))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn array(&self, position: usize) -> Result<Cow<'_, ArrayData>, Error> {
        let array = self.module.arrays.get(position);
        let array = array.ok_or_else(|| Error::missing("array", &position.to_string()))?;
        let rows_of_graph = match array.extent {
            Extent::One | Extent::Original => return self.ranks[0].1.array(position),
            Extent::Nodes => self.input.graph.nodes() as usize,
            Extent::Edges => self.input.graph.edges() as usize,
        };
        let length = array.fixed_length().unwrap_or(1) as usize;
        let mut whole = ArrayData::fill(Value::zero(array.ty), rows_of_graph * length);
        for (plan, program) in &self.ranks {
            let own = program.array(position)?;
            let part = &plan.part;
            let rows: Vec<usize> = match array.extent {
                Extent::Nodes => part.owned.clone().map(|node| node as usize).collect(),
                _ => plan.own_edges().iter().map(|edge| *edge as usize).collect(),
            };
            set_rows(&mut whole, length, &rows, own.iter());
        }
        Ok(Cow::Owned(whole))
    }
}

/// Gives these rows of an array the values, which follow each other in the order of the rows.
pub fn set_rows(
    whole: &mut ArrayData,
    length: usize,
    rows: &[usize],
    values: impl Iterator<Item = Value>,
) {
    let places = rows.iter().flat_map(|row| row * length..(row + 1) * length);
    places.zip(values).for_each(|(place, value)| _ = whole.set(place, value));
}

/// Returns a repetition whose parts end with the slower of two ranks.
pub fn with_later_end(repetition: Repetition, other: &Timings) -> Repetition {
    let own = repetition.timings;
    let initialise = own.initialise.max(other.initialise);
    let timings = Timings { initialise, main: own.main.max(other.main) };
    Repetition { timings, ..repetition }
}
