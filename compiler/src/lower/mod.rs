//! Lowers a checked program to an IR module.
//!
//! Functions are [inlined](inline), kernels that take properties are [copied](kernels), and effects
//! inside expressions become [statements](effects). Filters become conditionals, compound
//! assignments become reads and writes or reductions, constants become literals, and properties and
//! globals become arrays. Lowering assumes nothing about races or indices: every access is relaxed
//! and checked until a pass can prove more.
//!
//! The values of the [ranges] of parameters are checked after lowering.
//!
//! A program that the checker accepts lowers without an error. The only error is a construct that
//! this version does not support and that [`crate::check`] should have rejected. It is reported as
//! a bug of igc.

mod edges;
mod effects;
mod expr;
mod host;
mod hosted;
mod inline;
mod items;
mod kernel;
mod kernels;
mod primitives;
mod ranges;
mod strided_ranges;

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

pub use ranges::range_errors;

use crate::check::Checked;
use crate::ir::uses::uses;
use crate::ir::visit::{walk_host, walk_host_exprs, walk_stmts};
use crate::ir::*;
use crate::span::Span;
use crate::syntax::ast::{self, BindingId, ItemKind};

/// A construct that the checker should have rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// A description of the construct.
    pub what: &'static str,
    /// The construct's position in the source text.
    pub span: Span,
}

type Result<T> = std::result::Result<T, Unsupported>;

/// Lowers a program. `name` is the name of the module. `width` is the width that edges get in the
/// end: the module has the type `edge`, but two edges fit a single item of a worklist only if they
/// are narrow.
///
/// # Errors
///
/// Returns an error for a construct that the checker should have rejected.
pub fn lower(checked: &Checked, name: &str, width: EdgeWidth) -> Result<Module> {
    let mut lowering = Lowering::new(checked, name, width);
    lowering.declarations()?;
    lowering.kernels()?;
    lowering.declare_owners();
    for item in &checked.program.items {
        match &item.kind {
            ItemKind::Main(body) => {
                let mut main = lowering.main(body)?;
                let seeds = lowering.input_seeds();
                main.body.splice(0..0, std::mem::take(&mut lowering.fills));
                main.body.splice(0..0, seeds);
                lowering.module.main = main;
            }
            ItemKind::Output(names) => lowering.outputs(names)?,
            ItemKind::Check(check) => lowering.check(check)?,
            _ => {}
        }
    }
    lowering.drop_unused_worklist();
    lowering.module.numbers_edges = lowering.numbers_edges.get();
    Ok(lowering.module)
}

struct Lowering<'c> {
    checked: &'c Checked,
    module: Module,
    width: EdgeWidth,
    /// Whether an expression uses edges or their number as integers.
    numbers_edges: Cell<bool>,
    constants: Vec<Value>,
    /// The functions, by index.
    functions: Vec<&'c ast::Function>,
    /// The kernels of the program, by index.
    kernel_items: Vec<&'c ast::Function>,
    /// The arrays of the node properties, the edge properties, the properties of the input graph
    /// and the globals, each in source order.
    node_properties: Vec<ArrayId>,
    edge_properties: Vec<ArrayId>,
    originals: Vec<ArrayId>,
    globals: Vec<ArrayId>,
    /// The declarations of the arrays that have no initial value yet.
    fields: Vec<&'c ast::Field>,
    named_worklists: usize,
    /// The kernels of the module, by the index of a kernel in the program and the properties and
    /// globals that it takes.
    kernels: HashMap<(usize, Vec<ArrayId>), KernelId>,
    /// Statements that fill arrays whose initial values are not constant.
    fills: Vec<HostStmt>,
    /// The names of the kernels and arrays that were created for primitives, by their purpose.
    written: HashMap<String, String>,
}

impl<'c> Lowering<'c> {
    fn new(checked: &'c Checked, name: &str, width: EdgeWidth) -> Self {
        Lowering {
            checked,
            module: Module::new(name),
            width,
            numbers_edges: Cell::new(false),
            constants: vec![],
            functions: functions(&checked.program),
            kernel_items: kernels::kernels_of(&checked.program),
            node_properties: vec![],
            edge_properties: vec![],
            originals: vec![],
            globals: vec![],
            fields: vec![],
            named_worklists: 0,
            kernels: HashMap::new(),
            fills: vec![],
            written: HashMap::new(),
        }
    }

    fn declarations(&mut self) -> Result<()> {
        // A constant may be declared after its uses.
        for (_, item) in self.checked.program.all_items() {
            if let ItemKind::Const(field) = &item.kind {
                let value = self.initial(field)?;
                self.constants.extend(value);
            }
        }
        for (_, item) in self.checked.program.all_items() {
            match &item.kind {
                ItemKind::Param(field) => {
                    let default = self.initial(field)?;
                    let (name, ty) = (field.name.text.clone(), type_of(&field.ty)?);
                    let range = field.range.as_ref();
                    let range = range.map(|range| self.param_range(range, ty)).transpose()?;
                    self.module.params.push(Param { name, ty, default, range });
                }
                ItemKind::NodeProperty(field) => {
                    let id = self.array(field, Extent::Nodes)?;
                    self.node_properties.push(id);
                }
                ItemKind::EdgeProperty(field) => {
                    let id = self.array(field, Extent::Edges)?;
                    self.edge_properties.push(id);
                }
                ItemKind::Original(field) => {
                    let id = self.array(field, Extent::Original)?;
                    self.originals.push(id);
                }
                ItemKind::Global(field) => {
                    let id = self.array(field, Extent::One)?;
                    self.globals.push(id);
                }
                ItemKind::Worklists(declared) => {
                    let ty = self.item_type(declared);
                    let names = declared.names.iter().map(|name| name.text.clone());
                    self.module.worklists.extend(names.map(|name| Worklist { name, ty }));
                }
                ItemKind::Graph(names) => {
                    for name in names {
                        let known = GraphRequirement::ALL.iter().find(|(n, _)| *n == name.text);
                        let new = known
                            .map(|(_, r)| *r)
                            .filter(|r| !self.module.requirements.contains(r));
                        self.module.requirements.extend(new);
                    }
                }
                _ => {}
            }
        }
        for (id, field) in std::mem::take(&mut self.fields).into_iter().enumerate() {
            self.initialise(ArrayId(id as u32), field)?;
        }
        self.named_worklists = self.module.worklists.len();
        if self.named_worklists == 0 {
            let (name, ty) = ("worklist".into(), ItemType::One(Type::Node));
            self.module.worklists.push(Worklist { name, ty });
        }
        Ok(())
    }

    /// Returns the statements that push the items of the inputs, which are the first of `main`.
    fn input_seeds(&self) -> Vec<HostStmt> {
        let mut seeds = vec![];
        for item in &self.checked.program.items {
            let ItemKind::Worklists(declared) = &item.kind else { continue };
            for name in declared.names.iter().filter(|_| declared.is_input) {
                let position = self.module.worklists.iter().position(|w| w.name == name.text);
                let id = position.map(|position| WorklistId(position as u32));
                seeds.extend(id.map(|id| HostStmt::Act(Action::Seed(id, Seed::Input))));
            }
        }
        seeds
    }

    /// Returns the array of owners for `exclusive`, which follows the arrays of the program.
    fn owners(&self) -> ArrayId {
        ArrayId(self.module.arrays.len() as u32)
    }

    /// Declares the array of owners if a kernel needs it.
    fn declare_owners(&mut self) {
        let mut used = false;
        for kernel in &self.module.kernels {
            let exclusive = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Exclusive { .. });
            walk_stmts(&kernel.body, &mut |stmt| used |= exclusive(stmt));
        }
        if used {
            // `exclusive` is a keyword, so no item of the program has this name.
            self.module.arrays.push(Array {
                name: "exclusive".into(),
                ty: Type::U32,
                width: ElementWidth::Full,
                extent: Extent::Nodes,
                length: None,
                init: Init::Fill(Value::U32(0)),
            });
        }
    }

    /// Removes the unnamed worklist if the program does not use it. Only programs without named
    /// worklists have it.
    fn drop_unused_worklist(&mut self) {
        let module = &mut self.module;
        let mut used = module.kernels.iter().any(|k| !uses(module, k).worklists.is_empty());
        walk_host(&module.main.body, &mut |stmt| {
            used |= matches!(stmt, HostStmt::Pipe { .. } | HostStmt::Act(Action::Clear(_)));
        });
        walk_host_exprs(&module.main.body, &mut |expr| {
            used |= matches!(expr.kind, ExprKind::Waiting(_));
        });
        if self.named_worklists == 0 && !used {
            module.worklists.clear();
        }
    }

    /// Declares the array of a property or global, which is [initialised](Self::initialise) later.
    fn array(&mut self, field: &'c ast::Field, extent: Extent) -> Result<ArrayId> {
        let ty = type_of(&field.ty)?;
        let id = ArrayId(self.module.arrays.len() as u32);
        let length = field.length.as_ref().map(|length| self.length(length)).transpose()?;
        let init = Init::Fill(Value::zero(ty));
        let (name, width) = (field.name.text.clone(), ElementWidth::Full);
        self.module.arrays.push(Array { name, ty, width, extent, length, init });
        self.fields.push(field);
        Ok(id)
    }

    /// Sets the initial value of an array, which may use the length of any array. The first
    /// statements of `main` fill arrays whose initial value depends on the graph or on parameters.
    fn initialise(&mut self, id: ArrayId, field: &ast::Field) -> Result<()> {
        let Array { ty, extent, .. } = self.module.arrays[id.index()];
        let value = match &field.init {
            Some(init) => Some(self.expr(init, &Scope::default())?),
            None => None,
        };
        let init = match value.as_ref().map(fold) {
            Some(Some(value)) => Init::Fill(value),
            Some(None) => {
                self.fills.extend(value.map(|value| HostStmt::Act(Action::Fill(id, value))));
                Init::Fill(Value::zero(ty))
            }
            None if field.is_input => Init::Input,
            None if extent == Extent::Edges => Init::Weights,
            None if extent == Extent::Original => Init::Itself,
            None => Init::Fill(Value::zero(ty)),
        };
        self.module.arrays[id.index()].init = init;
        Ok(())
    }

    /// Lowers the length of an array.
    fn length(&self, length: &ast::Expr) -> Result<Length> {
        let lowered = self.expr(length, &Scope::default())?;
        let fixed = fold(&lowered).and_then(|value| u32::try_from(value.to_bits()).ok());
        Ok(fixed.map_or(Length::Computed(lowered), Length::Fixed))
    }

    /// Evaluates a constant initialiser.
    fn initial(&self, field: &ast::Field) -> Result<Option<Value>> {
        let Some(init) = &field.init else {
            return Ok(None);
        };
        let ty = type_of(&field.ty)?;
        let scope = Scope::default();
        let lowered = self.expr(init, &scope)?;
        match fold(&lowered) {
            Some(value) => Ok(Some(value.cast(ty))),
            None => Err(Unsupported { what: "an initial value that varies", span: init.span }),
        }
    }

    fn outputs(&mut self, names: &[ast::Name]) -> Result<()> {
        for name in names {
            let id = self.array_named(name)?;
            self.module.outputs.push(id);
        }
        Ok(())
    }

    fn check(&mut self, check: &ast::Check) -> Result<()> {
        let mut args = vec![];
        for name in &check.args {
            let param = self.module.params.iter().position(|p| p.name == name.text);
            args.push(match param {
                Some(i) => CheckArg::Param(ParamId(i as u32)),
                None => CheckArg::Array(self.array_named(name)?),
            });
        }
        let oracle = check.oracle.text.clone();
        let command = check.command.clone();
        self.module.checks.push(Check { oracle, command, args });
        Ok(())
    }

    fn array_named(&self, name: &ast::Name) -> Result<ArrayId> {
        match self.module.arrays.iter().position(|a| a.name == name.text) {
            Some(i) => Ok(ArrayId(i as u32)),
            None => Err(Unsupported { what: "an unknown name", span: name.span }),
        }
    }

    /// Returns the worklist with this name. Without a name, returns the only named worklist, or
    /// otherwise the unnamed one.
    fn worklist(&self, name: Option<&ast::Name>, span: Span) -> Result<WorklistId> {
        let position = match name {
            Some(name) => self.module.worklists.iter().position(|w| w.name == name.text),
            None if self.named_worklists == 1 => Some(0),
            None => Some(self.named_worklists).filter(|i| *i < self.module.worklists.len()),
        };
        match position {
            Some(i) => Ok(WorklistId(i as u32)),
            None => Err(Unsupported { what: "an unknown worklist", span }),
        }
    }
}

/// The locals of a kernel or of `main`, with the state of lowering.
#[derive(Default)]
struct Scope {
    locals: Locals,
    bindings: HashMap<BindingId, LocalId>,
    /// For each loop variable over a node's edges, the end of the edge that is known, so that it is
    /// not read again.
    ends: HashMap<LocalId, EdgeEnds>,
    /// The worklists whose items were taken for the current block of `main`.
    taken: Vec<WorklistId>,
    /// The worklist and the item of the current iteration, in a kernel over a worklist.
    item: Option<(WorklistId, Item)>,
    /// The arrays that were passed for the property parameters of the function that is being
    /// inlined.
    properties: HashMap<BindingId, ArrayId>,
    /// The values of expressions that preceding statements have evaluated.
    prepared: HashMap<ast::ExprId, Expr>,
    /// The locals that were declared since the start of the innermost `forall`. Its iterations
    /// share all other locals.
    own: HashSet<BindingId>,
    /// The origins of the loops of `main` so far.
    loops: Vec<Origin>,
}

/// The end of an edge that is known in a loop over a node's edges.
#[derive(Clone)]
enum EdgeEnds {
    /// The source of the edge is this node.
    Source(Expr),
    /// The target of the edge is this node.
    Target(Expr),
}

impl Scope {
    fn bind(&mut self, binding: BindingId, name: &str, ty: Type) -> LocalId {
        let id = build::add_local(&mut self.locals, name, ty);
        self.name(binding, id);
        id
    }

    /// Binds a name of the program to an existing local.
    fn name(&mut self, binding: BindingId, id: LocalId) {
        self.bindings.insert(binding, id);
        self.own.insert(binding);
    }

    /// Returns whether the iterations of the innermost `forall` share a local.
    fn is_shared(&self, binding: BindingId) -> bool {
        !self.own.contains(&binding)
    }

    /// Starts a `forall`, which shares all locals declared so far. Returns the state that
    /// `leave_forall` restores.
    fn enter_forall(&mut self) -> HashSet<BindingId> {
        std::mem::take(&mut self.own)
    }

    fn leave_forall(&mut self, outer: HashSet<BindingId>) {
        self.own = outer;
    }
}

fn functions(program: &ast::Program) -> Vec<&ast::Function> {
    let mut functions = vec![];
    for (_, item) in program.all_items() {
        if let ItemKind::Function(function) = &item.kind {
            functions.push(function);
        }
    }
    functions
}

fn type_of(name: &ast::TypeName) -> Result<Type> {
    let what = "an unknown type";
    Type::from_name(&name.name.text).ok_or(Unsupported { what, span: name.name.span })
}

/// Evaluates an expression if it depends only on literals.
fn fold(expr: &Expr) -> Option<Value> {
    match &expr.kind {
        ExprKind::Const(value) => Some(*value),
        ExprKind::Unary(op, a) => value::unary(*op, fold(a)?),
        ExprKind::Binary(op, a, b) => value::binary(*op, fold(a)?, fold(b)?),
        ExprKind::Cast(a) => Some(fold(a)?.cast(expr.ty)),
        ExprKind::Select(c, a, b) => fold(if fold(c)?.truth() { a } else { b }),
        _ => None,
    }
}
