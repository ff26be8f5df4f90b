//! Creates the schedule of a module.

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeSet;

use super::{
    Buffer, Check, CheckArg, Expr, Frontier, GraphNeeds, Kernel, Param, PrintPart, Schedule, Seed,
    Step, VERSION, Work, bindings,
};
use crate::configuration::Configuration;
use crate::interface::Interface;
use crate::ir::{self, Action, ExprKind, HostStmt, LoopWidth, Module};

/// Returns a domain with the name of its worklist.
fn work(module: &Module, work: ir::Work) -> Work {
    match work {
        ir::Work::Nodes => Work::Nodes,
        ir::Work::Edges => Work::Edges,
        ir::Work::Worklist(id) => Work::Worklist(module.worklists[id.index()].name.clone()),
        ir::Work::Passed(id) => Work::Launch(id.index()),
        ir::Work::Other => Work::Other,
    }
}

/// Returns the schedule of a distributed module. `interface` is the interface of its functions.
pub fn schedule(module: &Module, interface: &Interface, options: &Configuration) -> Schedule {
    let functions = module.kernels.iter().zip(&interface.kernels);
    let kernels = functions.filter_map(|(kernel, function)| {
        Some(Kernel {
            name: kernel.name.clone(),
            function: function.entry.clone()?,
            arguments: bindings::of_kernel(module, kernel, &function.arguments),
            work: kernel.plan.domains().into_iter().map(|each| work(module, each)).collect(),
            selective: kernel.plan.selective,
            resident: kernel.plan.resident,
        })
    });
    let kernels = kernels.collect();
    let writer = Writer { module, interface, locals: &module.main.locals };
    let main: Vec<Step> = writer.block(&module.main.body);
    Schedule {
        schedule: VERSION,
        compiler: format!("igc {}", env!("CARGO_PKG_VERSION")),
        program: module.name.clone(),
        options: options.clone(),
        workgroup_size: module.workgroup_size,
        private_bytes: ir::private::private_bytes(module),
        graph: GraphNeeds {
            requirements: module.requirements.iter().map(|r| r.name().into()).collect(),
            edges: module.edges,
            arrays: names_of(interface.graph_arrays()),
        },
        params: module
            .params
            .iter()
            .map(|p| Param { name: p.name.clone(), ty: p.ty, default: p.default, range: p.range })
            .collect(),
        buffers: module
            .arrays
            .iter()
            .map(|a| Buffer {
                name: a.name.clone(),
                ty: a.ty,
                width: a.width,
                length: a.extent,
                elements: a.length.as_ref().map(|length| writer.length(length)),
                init: a.init,
                overwritten: false,
            })
            .collect(),
        worklists: module.worklists.iter().map(|w| w.name.clone()).collect(),
        items: module
            .worklists
            .iter()
            .filter(|w| !w.ty.is_node())
            .map(|w| (w.name.clone(), w.ty))
            .collect(),
        kernels,
        frontiers: module
            .frontiers
            .iter()
            .map(|frontier| {
                let array = |id: ir::ArrayId| module.arrays[id.index()].name.clone();
                Frontier {
                    kernel: module.kernels[frontier.kernel.index()].name.clone(),
                    nodes: array(frontier.nodes),
                    edges: array(frontier.edges),
                }
            })
            .collect(),
        main,
        outputs: module.outputs.iter().map(|id| module.arrays[id.index()].name.clone()).collect(),
        checks: module.checks.iter().map(|check| writer.check(check)).collect(),
    }
}

/// Returns the names of arrays of the graph, in alphabetical order.
fn names_of(arrays: BTreeSet<ir::GraphArray>) -> Vec<String> {
    let mut names: Vec<String> = arrays.iter().map(|array| array.name().to_string()).collect();
    names.sort();
    names
}

struct Writer<'m> {
    module: &'m Module,
    interface: &'m Interface,
    locals: &'m [ir::Local],
}

impl Writer<'_> {
    fn array(&self, id: ir::ArrayId) -> String {
        self.module.arrays[id.index()].name.clone()
    }

    fn worklist(&self, id: ir::WorklistId) -> String {
        self.module.worklists[id.index()].name.clone()
    }

    fn local(&self, id: ir::LocalId) -> String {
        self.locals[id.index()].name.clone()
    }

    fn check(&self, check: &ir::Check) -> Check {
        let name = |arg: &ir::CheckArg| self.module.check_arg_name(*arg).to_string();
        let args = check.args.iter().map(|arg| match arg {
            ir::CheckArg::Array(_) => CheckArg::Buffer(name(arg)),
            ir::CheckArg::Param(_) => CheckArg::Param(name(arg)),
        });
        let (oracle, command) = (check.oracle.clone(), check.command.clone());
        Check { oracle, command, args: args.collect() }
    }

    fn length(&self, length: &ir::Length) -> Expr {
        match length {
            ir::Length::Fixed(length) => Expr::Const(ir::Value::U32(*length)),
            ir::Length::Computed(length) => self.expr(length),
        }
    }

    fn element(&self, place: &ir::Place) -> Option<Box<Expr>> {
        place.element.as_ref().map(|element| Box::new(self.expr(&element.index)))
    }

    fn block(&self, stmts: &[HostStmt]) -> Vec<Step> {
        stmts.iter().map(|stmt| self.step(stmt)).collect()
    }

    fn step(&self, stmt: &HostStmt) -> Step {
        match stmt {
            HostStmt::Act(action) => self.action(action),
            HostStmt::Launch { kernel, args, again } => Step::Launch {
                kernel: self.module.kernels[kernel.index()].name.clone(),
                args: args.iter().map(|arg| self.expr(arg)).collect(),
                again: *again,
            },
            HostStmt::If(condition, then, otherwise) => Step::If {
                condition: self.expr(condition),
                then: self.block(then),
                otherwise: self.block(otherwise),
            },
            HostStmt::While(condition, body) => {
                Step::While { condition: self.expr(condition), body: self.block(body) }
            }
            HostStmt::For { var, start, end, body } => Step::For {
                local: self.local(*var),
                from: self.expr(start),
                to: self.expr(end),
                body: self.block(body),
            },
            HostStmt::Require(cond, text) => {
                Step::Require { condition: self.expr(cond), message: text.clone() }
            }
            HostStmt::Print(parts) => {
                let part = |part: &ir::PrintPart| match part {
                    ir::PrintPart::Text(text) => PrintPart::Text(text.clone()),
                    ir::PrintPart::Value(value) => PrintPart::Value(self.expr(value)),
                };
                Step::Print { parts: parts.iter().map(part).collect() }
            }
            HostStmt::Break => Step::Break,
            HostStmt::Continue => Step::Continue,
            HostStmt::Iterate(body, condition) => {
                Step::Iterate { body: self.block(body), condition: self.expr(condition) }
            }
            HostStmt::Contract(contraction) => Step::Contract {
                label: self.array(contraction.label),
                member: self.array(contraction.member),
                carry: contraction.carried.iter().map(|id| self.array(*id)).collect(),
            },
            HostStmt::Outline(id, locals) => {
                let outlined = self.interface.outlined(*id);
                let (module, arguments) = (self.module, &outlined.arguments);
                let width = module.outlined[id.index()].width;
                Step::Outlined {
                    function: outlined.entry.clone(),
                    arguments: bindings::of_outlined(module, locals, arguments),
                    results: bindings::results(module, *id, locals, &outlined.results),
                    narrow: width == LoopWidth::Narrow,
                    groups_per_unit: match width {
                        LoopWidth::PerUnit(groups) => Some(groups),
                        LoopWidth::Wide | LoopWidth::Narrow => None,
                    },
                }
            }
            HostStmt::Pipe { worklist, once, seed, body } => Step::Pipe {
                worklist: self.worklist(*worklist),
                once: *once,
                seed: seed.as_ref().map(|seed| self.seed(seed)),
                body: self.block(body),
            },
        }
    }

    fn action(&self, action: &Action) -> Step {
        match action {
            Action::Let(id, value) | Action::Assign(id, value) => {
                Step::Set { local: self.local(*id), value: self.expr(value) }
            }
            Action::Store(place, value) => Step::Store {
                buffer: self.array(place.array),
                index: self.expr(&place.index),
                element: self.element(place).map(|element| *element),
                value: self.expr(value),
            },
            Action::Fill(array, value) => {
                Step::Fill { buffer: self.array(*array), value: self.expr(value) }
            }
            Action::Swap(a, b) => Step::Swap { first: self.array(*a), second: self.array(*b) },
            Action::SwapWorklists(a, b) => {
                Step::SwapWorklists { first: self.worklist(*a), second: self.worklist(*b) }
            }
            Action::Clear(worklist) => Step::Clear { worklist: self.worklist(*worklist) },
            Action::Take(worklist) => Step::Take { worklist: self.worklist(*worklist) },
            Action::Seed(worklist, seed) => {
                Step::Seed { worklist: self.worklist(*worklist), seed: self.seed(seed) }
            }
        }
    }

    fn seed(&self, seed: &ir::Seed) -> Seed {
        match seed {
            ir::Seed::Nodes => Seed::AllNodes,
            ir::Seed::Input => Seed::Input,
            ir::Seed::Items(items) => {
                Seed::Items(items.iter().flatten().map(|value| self.expr(value)).collect())
            }
        }
    }

    fn expr(&self, expr: &ir::Expr) -> Expr {
        let boxed = |e: &ir::Expr| Box::new(self.expr(e));
        match &expr.kind {
            ExprKind::Const(value) => Expr::Const(*value),
            ExprKind::Local(id) => Expr::Local(self.local(*id)),
            ExprKind::Param(id) => Expr::Param(self.module.params[id.index()].name.clone()),
            ExprKind::NodeCount => Expr::NodeCount,
            ExprKind::EdgeCount => Expr::EdgeCount,
            ExprKind::Unary(op, a) => Expr::Unary(op.spelling().into(), boxed(a)),
            ExprKind::Binary(op, a, b) => Expr::Binary(op.spelling().into(), boxed(a), boxed(b)),
            ExprKind::Cast(a) => Expr::Cast(expr.ty, boxed(a)),
            ExprKind::Select(c, a, b) => Expr::Select(boxed(c), boxed(a), boxed(b)),
            ExprKind::Load(place) => match self.element(place) {
                None => Expr::Load(self.array(place.array), boxed(&place.index)),
                Some(element) => {
                    Expr::Element(self.array(place.array), boxed(&place.index), element)
                }
            },
            ExprKind::Length(id) => Expr::Length(self.array(*id)),
            ExprKind::Graph(array, index, _) => Expr::Graph(array.name().into(), boxed(index)),
            ExprKind::Waiting(id) => Expr::Waiting(self.worklist(*id)),
            // The verifier rejects these in `main`.
            ExprKind::Element(_)
            | ExprKind::WorklistSize(_)
            | ExprKind::WorklistItem(..)
            | ExprKind::At(_)
            | ExprKind::Shared(..)
            | ExprKind::Search(..) => Expr::Const(ir::Value::zero(expr.ty)),
        }
    }
}
