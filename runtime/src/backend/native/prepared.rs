//! A program that is ready to run natively.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use igc_compiler::data::{ArrayData, Inputs, Shape, Sizes, check_parameters};
use igc_compiler::driver::Artefact;
use igc_compiler::ir::{ArrayId, Init, MAX_EXTENT, Module, Value};
use igc_native::{GraphArrays, Program, State, Team};

use super::main::Machine;
use super::resident::NativeGraph;
use crate::Error;
use crate::backend::interpreter::MAX_ITEMS;
use crate::backend::{Build, Prepared, Repetition, Timings};
use crate::limits::Limits;

/// A program whose code is generated and whose memory is allocated.
pub struct PreparedProgram<'a> {
    team: &'a RefCell<Team>,
    /// The arrays of the input graph, for runs after one that has contracted it.
    graph: GraphArrays<'a>,
    module: &'a Module,
    machine: Machine<'a>,
    /// The initial values of the arrays that hold weights or inputs.
    given: Vec<Option<Arc<ArrayData>>>,
    build_time: Duration,
    transfer_time: Duration,
}

impl<'a> PreparedProgram<'a> {
    /// Generates the code, and allocates memory.
    ///
    /// # Errors
    ///
    /// Returns an error if the graph or the parameters do not fit the program, or if there is not
    /// enough memory.
    pub fn new(
        graph: &'a NativeGraph<'_>,
        artefact: &'a Artefact,
        params: &[Value],
        inputs: &Inputs,
        limits: &'a Limits,
    ) -> Result<PreparedProgram<'a>, Error> {
        let module = &artefact.parallel;
        check_parameters(module, params, graph.input.graph.nodes())?;
        let start = Instant::now();
        let threads = graph.team.borrow().threads();
        let program = Program::compile(module, threads)?;
        let build_time = start.elapsed();
        let start = Instant::now();
        let (nodes, edges) = (graph.input.graph.nodes(), graph.input.graph.edges());
        let sizes = Sizes { nodes, edges, params };
        let mut given = vec![];
        for array in &module.arrays {
            given.push(match array.init {
                Init::Weights => Some(graph.weights(array)?),
                Init::Input => {
                    let length = Shape::of(array, sizes)?.elements() as usize;
                    Some(Arc::clone(inputs.array(&array.name, array.ty, length)?))
                }
                Init::Itself => Some(Arc::new(ArrayData::Node((0..nodes).collect()))),
                Init::Degrees(property) => {
                    let value = graph.input.view().statistic(property);
                    Some(Arc::new(ArrayData::F32(vec![value])))
                }
                Init::Fill(_) => None,
            });
        }
        let arrays = graph.arrays(module)?;
        let most = limits.max_worklist.unwrap_or(MAX_ITEMS).min(MAX_EXTENT);
        let state = State::new(&program, arrays.clone(), params, most, threads)?;
        let transfer_time = start.elapsed();
        let machine =
            Machine::new(program, state, (&graph.team, graph.input), params, inputs, limits);
        Ok(PreparedProgram {
            team: &graph.team,
            graph: arrays,
            module,
            machine,
            given,
            build_time,
            transfer_time,
        })
    }

    /// Gives all state its initial values.
    fn initialise(&mut self) -> Result<(), Error> {
        if std::mem::take(&mut self.machine.is_contracted) {
            self.machine.state.replace_graph(self.module, self.graph.clone())?;
        }
        let mut team = self.team.borrow_mut();
        let arrays = self.module.arrays.iter().zip(&self.given);
        for (id, (array, given)) in (0u32..).map(ArrayId).zip(arrays) {
            match (array.init, given) {
                (Init::Fill(value), _) => self.machine.state.fill(&mut team, id, value),
                (_, Some(given)) => self.machine.state.write(id, given),
                (_, None) => {}
            }
        }
        Ok(())
    }
}

impl Prepared for PreparedProgram<'_> {
    fn build(&self) -> Build {
        Build { time: self.build_time, was_cached: false }
    }

    fn transfer_time(&self) -> Duration {
        self.transfer_time
    }

    fn geometry(&self) -> Option<(usize, usize)> {
        None
    }

    fn run_once(&mut self) -> Result<Repetition, Error> {
        let _watching = self.machine.limits.watch.start();
        let start = Instant::now();
        self.initialise()?;
        let initialise = start.elapsed();
        let start = Instant::now();
        self.machine.run(&self.module.main.body)?;
        let timings = Timings { initialise, compute: start.elapsed() };
        let (launches, rounds) = (self.machine.launches, self.machine.rounds);
        let steps = self.machine.take_steps();
        Ok(Repetition { timings, launches, rounds, restarts: 0, findings: vec![], steps })
    }

    fn arrays(&self) -> Result<Cow<'_, [ArrayData]>, Error> {
        let arrays = (0u32..).map(ArrayId).zip(&self.module.arrays);
        let content = arrays.map(|(id, array)| self.machine.state.content(id, array.ty));
        Ok(Cow::Owned(content.collect()))
    }
}
