//! Executes `main`: the leader of the team walks through the statements, and launches kernels.

use std::cell::RefCell;
use std::time::Instant;

use igc_compiler::data::{Content, GraphWords, Inputs, Quotient};
use igc_compiler::interp::RunError;
use igc_compiler::ir::print;
use igc_compiler::ir::uses::graph_reads;
use igc_compiler::ir::value::{self, range};
use igc_compiler::ir::{
    Action, ArrayId, Contraction, Expr, ExprKind, Frontier, GraphArray, HostStmt, LocalId, Module,
    Place, Seed, Value, WorklistId,
};
use igc_native::{GraphArrays, Program, State, Team};

use crate::Error;
use crate::backend::recorder::{Recorder, Round, Statement, edges_of};
use crate::input::Input;
use crate::limits::Limits;
use crate::quotient_graph::QuotientGraph;
use crate::supersteps::{LoopKind, StepRecord};

/// A program and its state.
pub struct Machine<'a> {
    program: Program,
    pub state: State<'a>,
    team: &'a RefCell<Team>,
    input: &'a Input,
    params: Vec<Value>,
    inputs: Inputs,
    pub limits: &'a Limits,
    locals: Vec<Value>,
    /// Number of kernels launched.
    pub launches: u64,
    /// Number of rounds of the loops.
    pub rounds: u64,
    recorder: Option<Recorder<HostStmt>>,
    /// Whether the state has the arrays of a quotient graph.
    pub is_contracted: bool,
    /// The size of the largest quotient graph so far, in bytes.
    pub largest_quotient: u64,
}

/// How control leaves a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flow {
    Next,
    Break,
    Continue,
}

impl<'a> Machine<'a> {
    pub fn new(
        program: Program,
        state: State<'a>,
        (team, input): (&'a RefCell<Team>, &'a Input),
        params: &[Value],
        inputs: &Inputs,
        limits: &'a Limits,
    ) -> Machine<'a> {
        Machine {
            program,
            state,
            team,
            input,
            params: params.to_vec(),
            inputs: inputs.clone(),
            limits,
            locals: vec![],
            launches: 0,
            rounds: 0,
            recorder: None,
            is_contracted: false,
            largest_quotient: 0,
        }
    }

    /// Runs `main`. The arrays have their initial values.
    pub fn run(&mut self, main: &'a [HostStmt]) -> Result<(), Error> {
        let module = self.program.module();
        self.locals = module.main.locals.iter().map(|local| Value::zero(local.ty)).collect();
        for id in (0u32..).map(WorklistId).take(module.worklists.len()) {
            self.state.clear(id);
        }
        (self.launches, self.rounds) = (0, 0);
        if self.limits.record_steps {
            let recorder = self.recorder.get_or_insert_with(|| Recorder::new(main));
            recorder.restart();
        }
        self.block(main).map(|_| ())
    }

    /// Takes the records of the rounds, if rounds are recorded.
    pub fn take_steps(&mut self) -> Option<Vec<StepRecord>> {
        self.recorder.as_mut().map(Recorder::take)
    }

    fn block(&mut self, statements: &'a [HostStmt]) -> Result<Flow, Error> {
        for statement in statements {
            let flow = self.statement(statement)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, statement: &'a HostStmt) -> Result<Flow, Error> {
        match statement {
            HostStmt::Act(action) => self.act(action)?,
            HostStmt::Print(parts) if self.limits.prints.are_wanted() => {
                let line =
                    print::line(parts, |value| Ok::<_, Error>(self.printed(self.value(value)?)));
                self.limits.prints.line(&line?);
            }
            HostStmt::Print(_) => {}
            HostStmt::Require(condition, text) => {
                if !self.holds(condition)? {
                    return Err(RunError::Required(text.clone()).into());
                }
            }
            HostStmt::Launch { kernel, args, again } => {
                let arguments = self.values(args)?;
                self.launches += 1;
                self.limits.watch.finished();
                let name = &self.program.module().kernels[kernel.index()].name;
                self.limits.watch.launched(name);
                let mut team = self.team.borrow_mut();
                if !again {
                    self.state.swap_read_buffers(&self.program, *kernel);
                }
                self.state.launch(&self.program, &mut team, *kernel, &arguments)?;
                let frontiers = &self.program.module().frontiers;
                if let Some(recorder) = &mut self.recorder
                    && let Some(at) = frontiers.iter().position(|f| f.kernel == *kernel)
                {
                    recorder.count(at);
                }
            }
            HostStmt::If(condition, then, otherwise) => {
                return self.block(if self.holds(condition)? { then } else { otherwise });
            }
            HostStmt::While(condition, body) => {
                self.enter(statement);
                while self.holds(condition)? {
                    if self.round(statement, None, body)? == Flow::Break {
                        break;
                    }
                }
            }
            HostStmt::For { var, start, end, body } => {
                self.enter(statement);
                for count in range(self.value(start)?, self.value(end)?) {
                    self.locals[var.index()] = count;
                    if self.round(statement, None, body)? == Flow::Break {
                        break;
                    }
                }
            }
            HostStmt::Iterate(body, condition) => {
                self.enter(statement);
                loop {
                    self.round(statement, None, body)?;
                    if !self.holds(condition)? {
                        break;
                    }
                }
            }
            HostStmt::Pipe { worklist, once, seed, body } => {
                if let Some(seed) = seed {
                    self.seed(*worklist, seed)?;
                }
                self.enter(statement);
                while *once || self.state.waiting(*worklist) > 0 {
                    self.round(statement, Some(*worklist), body)?;
                    if *once {
                        break;
                    }
                }
            }
            HostStmt::Break => return Ok(Flow::Break),
            HostStmt::Continue => return Ok(Flow::Continue),
            HostStmt::Contract(contraction) => self.contract(contraction)?,
            HostStmt::Outline(..) => {
                return Err(Error::Internal("the native target has no outlined loops".into()));
            }
        }
        Ok(Flow::Next)
    }

    /// Returns a value as the user sees it. The nodes of a quotient graph have no other numbers.
    fn printed(&self, value: Value) -> Value {
        if self.is_contracted { value } else { self.input.shown(value) }
    }

    fn act(&mut self, action: &'a Action) -> Result<(), Error> {
        match action {
            Action::Let(id, value) | Action::Assign(id, value) => self.set(*id, value)?,
            Action::Store(place, value) => {
                let ((row, element), value) = (self.indices(place)?, self.value(value)?);
                self.state.store(place.array, row, element, value);
            }
            Action::Fill(array, value) => {
                let value = self.value(value)?;
                self.state.fill(&mut self.team.borrow_mut(), *array, value);
            }
            Action::Swap(a, b) => self.state.swap(*a, *b),
            Action::SwapWorklists(a, b) => self.state.swap_worklists(*a, *b),
            Action::Clear(worklist) => self.state.clear(*worklist),
            Action::Take(worklist) => self.state.take(*worklist),
            Action::Seed(worklist, seed) => self.seed(*worklist, seed)?,
        }
        Ok(())
    }

    /// Replaces the graph by its quotient, and gives the arrays of nodes and edges their new
    /// content.
    fn contract(&mut self, contraction: &Contraction) -> Result<(), Error> {
        let module = self.program.module();
        let content =
            |state: &State<'_>, id: ArrayId| state.content(id, module.arrays[id.index()].ty);
        let labels = content(&self.state, contraction.label);
        let graph = self.state.graph();
        let (offsets, targets) = (graph.out_offsets.narrow(), graph.targets.narrow());
        let quotient = Quotient::new(&offsets, &targets, &labels);
        let mut contents = vec![];
        for (id, array) in (0u32..).map(ArrayId).zip(&module.arrays) {
            let read = || Ok::<_, Error>(content(&self.state, id));
            contents.push((id, quotient.content(contraction, (id, array), read)?));
        }
        let arrays = quotient_arrays(module, QuotientGraph::new(quotient))?;
        self.state.replace_graph(module, arrays)?;
        for (id, content) in contents {
            match content {
                Content::Kept => {}
                Content::Fill(value) => self.state.fill(&mut self.team.borrow_mut(), id, value),
                Content::Values(values) => self.state.write(id, &values),
            }
        }
        for id in (0u32..).map(WorklistId).take(module.worklists.len()) {
            self.state.clear(id);
        }
        self.is_contracted = true;
        self.largest_quotient = self.largest_quotient.max(self.state.graph().bytes());
        Ok(())
    }

    fn set(&mut self, id: LocalId, value: &'a Expr) -> Result<(), Error> {
        self.locals[id.index()] = self.value(value)?;
        Ok(())
    }

    fn seed(&mut self, worklist: WorklistId, seed: &'a Seed) -> Result<(), Error> {
        match seed {
            Seed::Nodes => self.state.seed_nodes(self.program.module(), worklist)?,
            Seed::Input => {
                let module = self.program.module();
                let name = &module.worklists[worklist.index()].name;
                let items = self.inputs.items(name, self.state.nodes())?;
                self.state.seed(module, worklist, items)?;
            }
            Seed::Items(items) => {
                let values = items.iter().flatten().map(|value| self.value(value));
                let values = values.collect::<Result<Vec<Value>, Error>>()?;
                let words = |value: Value| match value.ty().size() {
                    // In memory, the lower word of a value comes first.
                    8 => vec![value.to_bits() as u32, (value.to_bits() >> 32) as u32],
                    _ => vec![value.index()],
                };
                let items: Vec<u32> = values.into_iter().flat_map(words).collect();
                self.state.seed(self.program.module(), worklist, &items)?;
            }
        }
        Ok(())
    }

    fn enter(&mut self, statement: &HostStmt) {
        if let Some(recorder) = &mut self.recorder {
            recorder.enter(statement);
        }
    }

    /// Runs a round of a loop, and records it if rounds are recorded.
    fn round(
        &mut self,
        statement: &'a HostStmt,
        worklist: Option<WorklistId>,
        body: &'a [HostStmt],
    ) -> Result<Flow, Error> {
        if self.rounds >= self.limits.max_rounds {
            return Err(Error::Rounds(self.limits.max_rounds));
        }
        self.rounds += 1;
        self.limits.watch.round();
        if self.recorder.is_none() {
            return self.block(body);
        }
        let (launches, rounds) = (self.launches, self.rounds);
        let frontier = worklist.map(|id| self.state.waiting(id));
        let holds_nodes =
            |id: &WorklistId| self.program.module().worklists[id.index()].ty.is_node();
        let frontier_edges = worklist.filter(holds_nodes).map(|id| self.edges_of_waiting(id));
        self.recorder.as_mut().map(Recorder::take_counted);
        let start = Instant::now();
        let flow = self.block(body)?;
        let time = start.elapsed();
        let counted = self.recorder.as_mut().and_then(Recorder::take_counted);
        let counted = counted.filter(|_| worklist.is_none());
        let counts = counted.map(|at| (at, self.counts(self.program.module().frontiers[at])));
        let counts = counts.zip(self.recorder.as_mut());
        let counts = counts.map(|((at, counts), recorder)| recorder.new_counts(at, counts));
        let round = Round {
            start,
            time,
            launches: self.launches - launches,
            rounds: self.rounds - rounds,
            worklist: worklist.map(|id| self.program.module().worklists[id.index()].name.clone()),
            frontier: counts.map(|[nodes, _]| nodes).or(frontier),
            frontier_edges: counts.map(|[_, edges]| edges.into()).or(frontier_edges),
            discovered: worklist.map(|id| self.state.waiting(id)),
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.add(statement, round)?;
        }
        Ok(flow)
    }

    /// Returns the numbers of nodes and edges that a kernel has counted in all rounds.
    fn counts(&self, frontier: Frontier) -> [u32; 2] {
        let module = self.program.module();
        [frontier.nodes, frontier.edges].map(|id| self.state.load(module, id, 0, 0).index())
    }

    /// Counts the edges that leave the items that wait in a worklist.
    fn edges_of_waiting(&mut self, worklist: WorklistId) -> u64 {
        let items = self.state.waiting_items(worklist).to_vec();
        edges_of(&items, |node| self.state.graph().out_offsets.get(node))
    }

    fn values(&self, exprs: &[Expr]) -> Result<Vec<Value>, Error> {
        exprs.iter().map(|expr| self.value(expr)).collect()
    }

    fn holds(&self, condition: &Expr) -> Result<bool, Error> {
        Ok(self.value(condition)?.truth())
    }

    /// Evaluates the indices of the row and the element of a place.
    fn indices(&self, place: &Place) -> Result<(u64, u32), Error> {
        let row = self.value(&place.index)?.row();
        let element = place.element.as_ref().map(|element| self.value(&element.index));
        Ok((row, element.transpose()?.map_or(0, Value::index)))
    }

    /// Evaluates an expression of `main`.
    fn value(&self, expr: &Expr) -> Result<Value, Error> {
        let misfit = || Error::Internal("an operator of `main` does not fit its operands".into());
        Ok(match &expr.kind {
            ExprKind::Const(value) => *value,
            ExprKind::Local(id) => self.locals[id.index()],
            ExprKind::Param(id) => self.params[id.index()],
            ExprKind::Unary(op, a) => value::unary(*op, self.value(a)?).ok_or_else(misfit)?,
            ExprKind::Binary(op, a, b) => {
                value::binary(*op, self.value(a)?, self.value(b)?).ok_or_else(misfit)?
            }
            ExprKind::Cast(a) => self.value(a)?.cast(expr.ty),
            ExprKind::Select(condition, a, b) => {
                self.value(if self.holds(condition)? { a } else { b })?
            }
            ExprKind::Load(place) => {
                let (row, element) = self.indices(place)?;
                self.state.load(self.program.module(), place.array, row, element)
            }
            ExprKind::Length(id) => Value::U32(self.state.shape(*id).length),
            ExprKind::Graph(array, index, _) => {
                let index = self.value(index)?.row() as usize;
                let missing = self.program.module().edges.value(array.missing());
                let found = self.state.graph().get(*array).get(index);
                found.map_or(missing, |bits| Value::from_bits(expr.ty, bits))
            }
            ExprKind::NodeCount => Value::U32(self.state.nodes()),
            ExprKind::EdgeCount => self.program.module().edges.number(self.state.edges()),
            ExprKind::Waiting(worklist) => Value::U32(self.state.waiting(*worklist)),
            ExprKind::Element(_)
            | ExprKind::WorklistSize(_)
            | ExprKind::WorklistItem(..)
            | ExprKind::At(_)
            | ExprKind::Shared(..)
            | ExprKind::Search(..) => {
                return Err(Error::Internal("`main` has an expression of a kernel".into()));
            }
        })
    }
}

/// Returns the arrays of a quotient graph that a program reads, and its offsets and targets.
fn quotient_arrays(
    module: &Module,
    quotient: QuotientGraph,
) -> Result<GraphArrays<'static>, Error> {
    let mut reads = graph_reads(module);
    reads.extend([GraphArray::OutOffsets, GraphArray::Targets]);
    let array = |array: GraphArray| -> Result<GraphWords<'static>, Error> {
        Ok(match reads.contains(&array) {
            true => quotient.array(array, module.edges)?.into_owned(),
            false => GraphWords::default(),
        })
    };
    Ok(GraphArrays {
        sources: array(GraphArray::Sources)?,
        in_offsets: array(GraphArray::InOffsets)?,
        in_edges: array(GraphArray::InEdges)?,
        reverse: array(GraphArray::Reverse)?,
        in_sources: array(GraphArray::InSources)?,
        in_targets: array(GraphArray::InTargets)?,
        out_offsets: array(GraphArray::OutOffsets)?,
        targets: array(GraphArray::Targets)?,
    })
}

impl Statement for HostStmt {
    fn loop_kind(&self) -> Option<LoopKind> {
        match self {
            HostStmt::Pipe { .. } => Some(LoopKind::Pipe),
            HostStmt::Iterate(..) => Some(LoopKind::Iterate),
            HostStmt::While(..) => Some(LoopKind::While),
            HostStmt::For { .. } => Some(LoopKind::For),
            HostStmt::Outline(..) => Some(LoopKind::Outlined),
            _ => None,
        }
    }

    fn blocks(&self) -> Vec<&[HostStmt]> {
        HostStmt::blocks(self).into_iter().map(Vec::as_slice).collect()
    }
}
