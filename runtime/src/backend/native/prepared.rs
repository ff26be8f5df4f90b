//! A program that is ready to run natively. `run_once` runs it, and measures the time `compute` of the report: the
//! initialisation of state and `main`.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use igc_compiler::data::{ArrayData, Inputs, Shape, Sizes, check_parameters, weights};
use igc_compiler::driver::Artefact;
use igc_compiler::ir::uses::written_arrays;
use igc_compiler::ir::{Array, ArrayId, Init, MAX_EXTENT, Module, Type, Value};
use igc_native::{GraphArrays, Program, State};

use super::machine::Machine;
use super::resident::NativeGraph;
use crate::Error;
use crate::backend::interpreter::MAX_ITEMS;
use crate::backend::{Build, Prepared, Repetition, Timings};
use crate::input::Input;
use crate::main_machine::MainMachine;
use crate::memory::MemoryUse;
use crate::run_options::RunOptions;

/// A program whose code is generated and whose memory is allocated.
pub struct PreparedProgram {
    /// The arrays of the input graph, for runs after one that has contracted it.
    graph: GraphArrays,
    module: Arc<Module>,
    machine: Machine,
    main: MainMachine,
    /// The initial values of the arrays that hold weights or inputs.
    given: Vec<Initial>,
    /// Number of arrays that the program declares.
    declared: usize,
    build_time: Duration,
    transfer_time: Duration,
}

/// What a run gives an array at its start.
enum Initial {
    /// What the array's declaration says, or what it already has because the program never changes it.
    Declared,
    /// The weights of the graph. The program changes the array.
    Weights,
    /// These values. The program changes the array.
    Values(Arc<ArrayData>),
}

/// A program, its parameters and its inputs.
pub struct Given<'g> {
    /// The module to execute.
    pub module: &'g Arc<Module>,
    /// Number of arrays that the program declares; the compiler adds the others.
    pub declared: usize,
    /// The graph of `main`. A rank has a part of this graph.
    pub input: &'g Input,
    /// A value for each parameter, checked by the caller.
    pub params: &'g [Value],
    /// The data of the inputs, for the graph on which kernels run.
    pub inputs: &'g Inputs,
    /// The data of the inputs, for `main`.
    pub seeds: &'g Inputs,
    /// The code of the module, which is generated for the first rank, for teams of equal size.
    pub compiled: &'g OnceLock<Arc<Program>>,
}

impl PreparedProgram {
    /// Generates the code, and allocates memory.
    ///
    /// # Errors
    ///
    /// Returns an error if the graph or the parameters do not fit the program, or if there is not
    /// enough memory.
    pub fn new(
        graph: &Arc<NativeGraph>,
        artefact: &Artefact,
        params: &[Value],
        inputs: &Inputs,
        options: &RunOptions,
    ) -> Result<PreparedProgram, Error> {
        let (module, declared, input) = (&artefact.parallel, artefact.declared, &graph.input);
        input.check_edges(module)?;
        check_parameters(module, params, input.graph.nodes())?;
        let compiled = &OnceLock::new();
        let given = Given { module, declared, input, params, inputs, seeds: inputs, compiled };
        PreparedProgram::of(graph, given, options)
    }

    /// Generates the code, and allocates memory, for a module whose parameters were checked.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn of(
        graph: &Arc<NativeGraph>,
        program: Given<'_>,
        options: &RunOptions,
    ) -> Result<PreparedProgram, Error> {
        let Given { module, declared, input, params, inputs, seeds, compiled } = program;
        let start = Instant::now();
        let threads = graph.team().threads();
        let program = match compiled.get() {
            Some(program) => Arc::clone(program),
            None => {
                let program = Arc::new(Program::compile(module, threads)?);
                Arc::clone(compiled.get_or_init(|| program))
            }
        };
        let build_time = start.elapsed();
        let start = Instant::now();
        let (nodes, edges) = (graph.input.graph.nodes(), graph.input.graph.edges());
        let sizes = Sizes { nodes, edges, width: module.edges, params };
        let shapes = Shape::of_all(&module.arrays, sizes)?;
        graph.check_memory(module, &shapes)?;
        let arrays = graph.arrays(module)?;
        let most = options.max_worklist.unwrap_or(MAX_ITEMS).min(MAX_EXTENT);
        let mut state = State::new(&program, arrays.clone(), params, most, threads)?;
        let changed = written_arrays(module);
        let mut given = vec![];
        for ((id, array), shape) in (0u32..).map(ArrayId).zip(&module.arrays).zip(&shapes) {
            let values = initial_values(graph, array, *shape, inputs)?;
            // Arrays that the program never changes are initialised only once.
            given.push(match (values, array.init) {
                (Some(values), _) if !changed.contains(&id) => {
                    state.write(id, &values);
                    Initial::Declared
                }
                // The graph has the weights already. All of them fit the type of the array.
                (Some(_), Init::Weights) => Initial::Weights,
                (Some(values), _) => Initial::Values(values),
                (None, _) => Initial::Declared,
            });
        }
        let transfer_time = start.elapsed();
        let machine = Machine::new(program, state, Arc::clone(graph), options.clone());
        Ok(PreparedProgram {
            graph: arrays,
            module: Arc::clone(module),
            machine,
            main: MainMachine::new(module, input, params, seeds, options),
            given,
            declared,
            build_time,
            transfer_time,
        })
    }

    /// Initialises the state, and lets `run` execute `main` once.
    ///
    /// # Errors
    ///
    /// Returns the reason why the run ended early.
    pub fn run_with(
        &mut self,
        run: impl FnOnce(&mut MainMachine, &mut Machine) -> Result<(), Error>,
    ) -> Result<Repetition, Error> {
        let start = Instant::now();
        self.initialise()?;
        let initialise = start.elapsed();
        let start = Instant::now();
        self.machine.clear_worklists();
        run(&mut self.main, &mut self.machine)?;
        let timings = Timings { initialise, main: start.elapsed() };
        let (launches, rounds) = (self.main.launches(), self.main.rounds());
        let steps = self.main.take_steps();
        Ok(Repetition { timings, launches, rounds, restarts: 0, findings: vec![], steps })
    }

    /// Gives the parameters other values, which were checked. Returns `false` if a shape of an array depends
    /// on them: then nothing changes.
    pub fn set_params(&mut self, params: &[Value]) -> Result<bool, Error> {
        let (nodes, edges) = self.machine.input_size();
        let sizes = Sizes { nodes, edges, width: self.module.edges, params };
        let shapes = Shape::of_all(&self.module.arrays, sizes)?;
        let is_same = |(id, shape)| self.machine.state.shape(id) == shape;
        if !(0u32..).map(ArrayId).zip(shapes).all(is_same) {
            return Ok(false);
        }
        self.machine.state.set_params(params);
        self.main.set_params(params);
        Ok(true)
    }

    /// Gives all state its initial values.
    fn initialise(&mut self) -> Result<(), Error> {
        if std::mem::take(&mut self.machine.is_contracted) {
            self.machine.state.replace_graph(&self.module, self.graph.clone())?;
        }
        let arrays = self.module.arrays.iter().zip(&self.given);
        for (id, (array, given)) in (0u32..).map(ArrayId).zip(arrays) {
            match (array.init, given) {
                (Init::Fill(value), _) => self.machine.fill(id, value),
                (_, Initial::Values(given)) => self.machine.state.write(id, given),
                (_, Initial::Weights) => self.machine.write_weights(id)?,
                (_, Initial::Declared) => {}
            }
        }
        Ok(())
    }
}

/// Returns the initial values of an array, unless all its elements have the same value.
fn initial_values(
    graph: &NativeGraph,
    array: &Array,
    shape: Shape,
    inputs: &Inputs,
) -> Result<Option<Arc<ArrayData>>, Error> {
    Ok(Some(match array.init {
        Init::Weights => {
            Arc::new(weights(array, graph.input.weights(), graph.input.single_weights())?)
        }
        Init::Input => {
            let length = shape.elements() as usize;
            Arc::clone(inputs.array(&array.name, array.ty, length)?)
        }
        Init::Itself => Arc::new(ArrayData::Node((0..shape.rows as u32).collect())),
        Init::Degrees(property) => {
            Arc::new(ArrayData::F32(vec![graph.input.view()?.statistic(property)]))
        }
        Init::Fill(_) => return Ok(None),
    }))
}

/// Returns the size of values in the host's memory, in bytes.
fn bytes_of(data: &ArrayData) -> u64 {
    let size = if data.ty() == Type::Bool { 1 } else { data.ty().size() };
    (data.len() * size) as u64
}

impl Prepared for PreparedProgram {
    fn build(&self) -> Build {
        Build { time: self.build_time, was_cached: false }
    }

    fn transfer_time(&self) -> Duration {
        self.transfer_time
    }

    fn geometry(&self) -> Option<(usize, usize)> {
        None
    }

    fn memory(&self) -> Option<MemoryUse> {
        let machine = &self.machine;
        let arrays = |range: Range<usize>| {
            range.map(|id| machine.state.array_bytes(ArrayId(id as u32))).sum::<u64>()
        };
        let quotient = if machine.is_contracted { machine.state.graph().bytes() } else { 0 };
        let kept = |initial: &Initial| match initial {
            Initial::Values(values) => bytes_of(values),
            Initial::Declared | Initial::Weights => 0,
        };
        let given = self.given.iter().map(kept).sum::<u64>();
        let added = arrays(self.declared..self.module.arrays.len());
        let graph = self.graph.bytes();
        let (state, worklists) = (arrays(0..self.declared), machine.state.worklist_bytes());
        let temporaries = added + given + quotient + machine.state.thread_bytes();
        let total = graph + state + worklists + temporaries;
        let peak = total - quotient + machine.largest_quotient;
        Some(MemoryUse { graph, state, worklists, temporaries, total, peak })
    }

    fn run_once(&mut self) -> Result<Repetition, Error> {
        let watch = self.machine.options.watch.clone();
        let _watching = watch.start();
        self.run_with(|main, machine| main.run(machine))
    }

    fn rebind(&mut self, params: &[Value]) -> Result<bool, Error> {
        check_parameters(&self.module, params, self.machine.input_size().0)?;
        self.set_params(params)
    }

    fn array(&self, position: usize) -> Result<Cow<'_, ArrayData>, Error> {
        let array = self.module.arrays.get(position);
        let array = array.ok_or_else(|| Error::missing("array", &position.to_string()))?;
        Ok(Cow::Owned(self.machine.state.content(ArrayId(position as u32), array.ty)))
    }
}
