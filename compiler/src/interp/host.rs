//! The state of a run, and `main`.

use super::access::Shadow;
use super::arrays::{self, ArrayData};
use super::graph::Graph;
use super::kernel::Flow;
use super::order::Random;
use super::{Outcome, RunError, Settings};
use crate::ir::visit::{walk_exprs, walk_stmts};
use crate::ir::*;

/// Why a run ended; in a box, to keep the way through the tree narrow.
pub(super) type Stop = Box<RunError>;

/// The two sides of a worklist.
#[derive(Default)]
pub(super) struct Sides {
    pub(super) front: Vec<u32>,
    pub(super) back: Vec<u32>,
}

/// The state of a run.
pub(super) struct Machine<'a> {
    pub(super) module: &'a Module,
    pub(super) graph: Graph<'a>,
    pub(super) params: &'a [Value],
    pub(super) arrays: Vec<ArrayData>,
    pub(super) worklists: Vec<Sides>,
    pub(super) random: Random,
    /// The kernel that runs; `None` in `main`.
    pub(super) kernel: Option<&'a Kernel>,
    /// The locals of what runs.
    pub(super) frame: Vec<Value>,
    pub(super) global_id: u32,
    pub(super) global_size: u32,
    /// What was done to each element, where access is checked.
    pub(super) shadow: Option<Shadow>,
    /// Who runs: see [`access`](super::access).
    pub(super) agent: u32,
    /// For each kernel the worklists that it reads.
    reads: Vec<Vec<WorklistId>>,
    launches: u64,
    max_launches: Option<u64>,
    rounds: u64,
    max_rounds: Option<u64>,
    steps: u64,
    max_steps: Option<u64>,
    pub(super) max_items: u32,
    launched: &'a dyn Fn(),
}

impl<'a> Machine<'a> {
    pub(super) fn new(
        module: &'a Module,
        graph: Graph<'a>,
        params: &'a [Value],
        settings: &Settings,
        launched: &'a dyn Fn(),
    ) -> Result<Self, RunError> {
        let mut arrays = vec![];
        for array in &module.arrays {
            let len = match array.extent {
                Extent::One => 1,
                Extent::Nodes => graph.nodes() as usize,
                Extent::Arcs => graph.arcs() as usize,
            };
            arrays.push(match array.init {
                Init::Fill(value) => ArrayData::fill(value, len),
                Init::Weights => arrays::weights(array, graph.weights)?,
            });
        }
        let shadow = settings.check_access.then(|| Shadow::new(arrays.iter().map(ArrayData::len)));
        Ok(Machine {
            module,
            graph,
            params,
            arrays,
            worklists: module.worklists.iter().map(|_| Sides::default()).collect(),
            random: Random::new(settings.seed),
            kernel: None,
            frame: zeros(&module.main.locals),
            global_id: 0,
            global_size: settings.work_items,
            shadow,
            agent: 0,
            reads: module.kernels.iter().map(worklists_read).collect(),
            launches: 0,
            max_launches: settings.max_launches,
            rounds: 0,
            max_rounds: settings.max_rounds,
            steps: 0,
            max_steps: settings.max_steps,
            max_items: settings.max_items.min(MAX_EXTENT),
            launched,
        })
    }

    pub(super) fn outcome(self) -> Outcome {
        Outcome {
            arrays: self.arrays,
            launches: self.launches,
            rounds: self.rounds,
            steps: self.steps,
        }
    }

    pub(super) fn main(&mut self) -> Result<(), Stop> {
        self.host_block(&self.module.main.body).map(|_| ())
    }

    pub(super) fn step(&mut self) -> Result<(), Stop> {
        count(&mut self.steps, self.max_steps, RunError::StepLimit)
    }

    pub(super) fn broken<T>(&self, message: String) -> Result<T, Stop> {
        let kernel = self.kernel.map_or("main", |k| &k.name).to_string();
        Err(Box::new(RunError::BrokenPromise { kernel, message }))
    }

    fn host_block(&mut self, block: &'a [HostStmt]) -> Result<Flow, Stop> {
        for stmt in block {
            self.step()?;
            let flow = self.host_stmt(stmt)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn host_stmt(&mut self, stmt: &'a HostStmt) -> Result<Flow, Stop> {
        match stmt {
            HostStmt::Let(id, e) | HostStmt::Assign(id, e) => {
                self.frame[id.index()] = self.eval(e)?;
            }
            HostStmt::Store(place, e) => self.store(place, e)?,
            HostStmt::Fill(id, e) => {
                let value = self.eval(e)?;
                let array = &mut self.arrays[id.index()];
                *array = ArrayData::fill(value, array.len());
            }
            HostStmt::Swap(a, b) => self.arrays.swap(a.index(), b.index()),
            HostStmt::SwapWorklists(a, b) => self.worklists.swap(a.index(), b.index()),
            HostStmt::Clear(id) => self.worklists[id.index()] = Sides::default(),
            HostStmt::Seed(worklist, seed) => self.seed(*worklist, seed)?,
            HostStmt::Launch(id, args) => self.launch(*id, args)?,
            HostStmt::If(cond, then, otherwise) => {
                let block = if self.eval(cond)?.truth() { then } else { otherwise };
                return self.host_block(block);
            }
            HostStmt::While(cond, body) => {
                while self.eval(cond)?.truth() {
                    self.round()?;
                    if self.host_block(body)? == Flow::Break {
                        break;
                    }
                }
            }
            HostStmt::For { var, start, end, body } => {
                let (start, end) = (self.eval(start)?, self.eval(end)?);
                for count in value::range(start, end) {
                    self.round()?;
                    self.frame[var.index()] = count;
                    if self.host_block(body)? == Flow::Break {
                        break;
                    }
                }
            }
            HostStmt::Break => return Ok(Flow::Break),
            HostStmt::Continue => return Ok(Flow::Continue),
            HostStmt::Iterate(body, cond) => loop {
                self.round()?;
                self.host_block(body)?;
                if !self.eval(cond)?.truth() {
                    break;
                }
            },
            HostStmt::Outline(body) => return self.host_block(body),
            HostStmt::GridBarrier => {}
            HostStmt::Pipe { worklist, once, seed, body } => {
                if let Some(seed) = seed {
                    self.seed(*worklist, seed)?;
                }
                while *once || !self.worklists[worklist.index()].back.is_empty() {
                    self.round()?;
                    self.host_block(body)?;
                    if *once {
                        break;
                    }
                }
            }
        }
        Ok(Flow::Next)
    }

    fn seed(&mut self, worklist: WorklistId, seed: &'a Seed) -> Result<(), Stop> {
        let nodes = self.graph.nodes();
        let mut items = vec![];
        match seed {
            Seed::Nodes => items.extend(0..nodes),
            Seed::Items(exprs) => {
                for e in exprs {
                    let node = self.eval(e)?.index();
                    if node >= nodes {
                        return Err(Box::new(RunError::SeedNode {
                            worklist: self.module.worklists[worklist.index()].name.clone(),
                            node,
                            nodes,
                        }));
                    }
                    items.push(node);
                }
            }
        }
        self.worklists[worklist.index()] = Sides { front: vec![], back: items };
        Ok(())
    }

    /// Counts a round of a loop of `main`, which is a step, too.
    fn round(&mut self) -> Result<(), Stop> {
        count(&mut self.rounds, self.max_rounds, RunError::RoundLimit)?;
        self.step()
    }

    fn launch(&mut self, id: KernelId, args: &'a [Expr]) -> Result<(), Stop> {
        count(&mut self.launches, self.max_launches, RunError::LaunchLimit)?;
        (self.launched)();
        let kernel = &self.module.kernels[id.index()];
        let mut values = vec![];
        for arg in args {
            values.push(self.eval(arg)?);
        }
        for worklist in &self.reads[id.index()] {
            let sides = &mut self.worklists[worklist.index()];
            std::mem::swap(&mut sides.front, &mut sides.back);
            sides.back.clear();
        }
        if let Some(shadow) = &mut self.shadow {
            shadow.start_launch();
        }
        let host_frame = std::mem::replace(&mut self.frame, zeros(&kernel.locals));
        self.kernel = Some(kernel);
        self.agent = 0;
        let copies = match self.module.stage {
            Stage::Parallel => 1,
            Stage::Distributed => self.global_size,
        };
        for id in self.random.permutation(copies) {
            self.step()?;
            // A kernel may assign its parameters, and each work-item has its own.
            self.frame[..values.len()].copy_from_slice(&values);
            self.global_id = id;
            self.agent = id;
            self.block(&kernel.body)?;
        }
        self.kernel = None;
        self.frame = host_frame;
        Ok(())
    }
}

/// One more of what is counted, unless that passes the limit.
fn count(counter: &mut u64, limit: Option<u64>, error: fn(u64) -> RunError) -> Result<(), Stop> {
    match limit {
        Some(limit) if *counter >= limit => Err(Box::new(error(limit))),
        _ => {
            *counter += 1;
            Ok(())
        }
    }
}

fn zeros(locals: &[Local]) -> Vec<Value> {
    locals.iter().map(|l| Value::zero(l.ty)).collect()
}

/// The worklists whose front side a kernel may look at.
fn worklists_read(kernel: &Kernel) -> Vec<WorklistId> {
    let mut read = vec![];
    walk_exprs(&kernel.body, &mut |e| {
        if let ExprKind::WorklistSize(id) | ExprKind::WorklistItem(id, _) = &e.kind {
            read.push(*id);
        }
    });
    walk_stmts(&kernel.body, &mut |stmt| {
        if let StmtKind::ForAll { domain: Domain::Worklist(id), .. } = &stmt.kind {
            read.push(*id);
        }
    });
    read.sort_unstable();
    read.dedup();
    read
}
