//! The verifier checks the invariants that [`ir`](super) lists.
//!
//! It runs after lowering and after every pass. A violation is a bug of igc, not of the user's
//! program. Violations therefore refer to the IR, not to the source text.
//!
//! [`kernels`], [`host`] and [`outlined`] check statements, and [`expressions`] checks expressions.
//! [`uniform`] and [`outlined`] check the synchronisation of work-items.

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

mod expressions;
mod host;
mod kernels;
mod outlined;
mod uniform;

use std::collections::{HashMap, HashSet};
use std::ops::Bound;

use super::local_memory::LocalArray;
use super::outlined::walk_outlined;
use super::*;

/// A violation of an invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The kernel or outlined loop, or `main`, or `module`.
    pub place: String,
    /// Description of the violation.
    pub message: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// Checks every invariant: that the module is [well formed](well_formed), that operations of groups
/// are in uniform control flow, and that outlined loops have no conflicts.
///
/// # Errors
///
/// Returns all violations in the order of the text. If the module is not well formed, the other
/// invariants are not checked.
pub fn verify(module: &Module) -> Result<(), Vec<Violation>> {
    well_formed(module)?;
    let mut violations = vec![];
    if module.stage == Stage::Distributed {
        let found = module.kernels.iter().flat_map(|k| uniform::verify_uniform(module, k));
        violations.extend(found);
    }
    violations.extend(module.kernels.iter().flat_map(|k| kernels::verify_vectors(module, k)));
    violations.extend(module.outlined.iter().flat_map(|o| outlined::verify_outlined(module, o)));
    if violations.is_empty() { Ok(()) } else { Err(violations) }
}

/// Checks the invariants that can be decided for each statement alone: names, types, stages and
/// scopes. [`interp`](crate::interp) can run a module that passes this check; it reports work-items
/// that do not reach the same barrier.
///
/// # Errors
///
/// Returns all violations in the order of the text.
pub fn well_formed(module: &Module) -> Result<(), Vec<Violation>> {
    let mut violations = vec![];
    module_level(module, &mut violations);
    for kernel in &module.kernels {
        let mut verifier = Verifier::new(module, &kernel.name, &kernel.locals);
        verifier.shared = Some(&kernel.shared);
        verifier.kernel(kernel);
        violations.append(&mut verifier.violations);
    }
    for outlined in &module.outlined {
        let mut verifier = Verifier::new(module, &outlined.name, &outlined.locals);
        verifier.outlined(outlined);
        violations.append(&mut verifier.violations);
    }
    let mut verifier = Verifier::new(module, "main", &module.main.locals);
    verifier.main(&module.main.body);
    violations.append(&mut verifier.violations);
    if violations.is_empty() { Ok(()) } else { Err(violations) }
}

/// Whether an expression depends only on the graph and on parameters.
fn is_computed_before_run(expr: &Expr) -> bool {
    let mut known = true;
    expr.walk(&mut |e| {
        known &= matches!(
            e.kind,
            ExprKind::Const(_)
                | ExprKind::Param(_)
                | ExprKind::NodeCount
                | ExprKind::EdgeCount
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Cast(_)
                | ExprKind::Select(..)
        );
    });
    known
}

/// Whether an end of the range of a parameter has the type of the parameter.
fn has_type(end: &Bound<Value>, ty: Type) -> bool {
    match end {
        Bound::Included(value) | Bound::Excluded(value) => value.ty() == ty,
        Bound::Unbounded => true,
    }
}

fn module_level(module: &Module, violations: &mut Vec<Violation>) {
    let mut wrong = |message: String| {
        violations.push(Violation { place: "module".into(), message });
    };
    let names = module.arrays.iter().map(|a| &a.name).chain(module.params.iter().map(|p| &p.name));
    let mut seen = HashSet::new();
    for name in names.chain(module.kernels.iter().map(|k| &k.name)) {
        if !seen.insert(name) {
            wrong(format!("`{name}` is declared twice"));
        }
    }
    let mut seen: HashSet<&String> = module.kernels.iter().map(|k| &k.name).collect();
    for outlined in &module.outlined {
        if !seen.insert(&outlined.name) {
            wrong(format!("another function is named `{}`", outlined.name));
        }
        walk_outlined(&outlined.body, &mut |stmt| {
            if let OutlinedStmt::Act(Action::Seed(_, Seed::Input)) = stmt {
                wrong(format!("`{}` reads an input, which only the host has", outlined.name));
            }
        });
    }
    let mut seen = HashSet::new();
    for worklist in &module.worklists {
        if !seen.insert(&worklist.name) {
            wrong(format!("two worklists are named `{}`", worklist.name));
        }
        if !matches!(worklist.ty.value(), Type::Node | Type::Edge | Type::U32 | Type::U64) {
            wrong(format!("the worklist `{}` holds {}", worklist.name, worklist.ty));
        }
    }
    for param in &module.params {
        if param.default.is_some_and(|value| value.ty() != param.ty) {
            wrong(format!("the default of `{}` is no {}", param.name, param.ty));
        }
        let Some(range) = param.range else { continue };
        if [range.start, range.end].iter().any(|end| !has_type(end, param.ty)) {
            wrong(format!("the range of `{}` is not of type {}", param.name, param.ty));
        } else if range.closed(param.ty).is_none() {
            wrong(format!("the range of `{}` is empty", param.name));
        } else if param.default.is_some_and(|value| !range.contains(value)) {
            wrong(format!("the default of `{}` is outside of its range", param.name));
        }
    }
    for array in &module.arrays {
        if let Some(Length::Computed(length)) = &array.length {
            let whole = matches!(length.ty, Type::U32 | Type::U64);
            if array.extent != Extent::One || !whole || !is_computed_before_run(length) {
                wrong(format!("the length of `{}` cannot be computed before the run", array.name));
            }
        }
        if !array.width.allows(array.ty) {
            wrong(format!("`{}` has narrow elements of type {}", array.name, array.ty));
        }
        let is_narrow = !array.width.is_full();
        if is_narrow && !matches!(array.init, Init::Fill(value) if array.width.kept(value) == value)
        {
            wrong(format!("the initial value of `{}` does not fit its elements", array.name));
        }
        match array.init {
            Init::Fill(value) if value.ty() != array.ty => {
                wrong(format!("the initial value of `{}` is no {}", array.name, array.ty));
            }
            Init::Weights if array.extent != Extent::Edges || array.length.is_some() => {
                wrong(format!(
                    "`{}` holds weights, but has not one element for each edge",
                    array.name
                ));
            }
            Init::Input if array.extent == Extent::Original => {
                wrong(format!(
                    "`{}` is an input, but has no row for each node or edge",
                    array.name
                ));
            }
            init if (init == Init::Itself) != (array.extent == Extent::Original) => {
                wrong(format!("`{}` is not initially itself", array.name));
            }
            Init::Degrees(_) if !array.is_scalar_global() || array.ty != Type::F32 => {
                wrong(format!("`{}` is not one `f32` for the graph", array.name));
            }
            Init::Itself if array.ty != Type::Node || array.length.is_some() => {
                wrong(format!("`{}` is not a node for each node of the input graph", array.name));
            }
            Init::Fill(_) | Init::Weights | Init::Input | Init::Itself | Init::Degrees(_) => {}
        }
    }
    let array_exists = |id: &ArrayId| id.index() < module.arrays.len();
    for Frontier { kernel, nodes, edges } in &module.frontiers {
        let is_count = |id: &ArrayId| {
            let array = module.arrays.get(id.index());
            array.is_some_and(|array| array.is_scalar_global() && array.ty == Type::U32)
        };
        if kernel.index() >= module.kernels.len() || !is_count(nodes) || !is_count(edges) {
            wrong("the counts of a frontier are not two `u32` globals of a kernel".into());
        }
    }
    if module.variants.iter().any(|variant| variant.kernel.index() >= module.kernels.len()) {
        wrong("a variant is not a kernel".into());
    }
    if !module.outputs.iter().all(array_exists) {
        wrong("an output is no array".into());
    }
    let shown = module.checks.iter().flat_map(|check| &check.args);
    for arg in shown {
        let exists = match arg {
            CheckArg::Array(id) => array_exists(id),
            CheckArg::Param(id) => id.index() < module.params.len(),
        };
        if !exists {
            wrong("an argument of a check does not exist".into());
        }
    }
}

struct Verifier<'m> {
    module: &'m Module,
    place: &'m str,
    locals: &'m [Local],
    /// The shared memory of a kernel; `None` in `main` and in outlined loops.
    shared: Option<&'m [Shared]>,
    /// The locals that are visible here.
    scope: Visible,
    /// All locals declared so far, to find second declarations.
    declared: HashSet<LocalId>,
    violations: Vec<Violation>,
}

/// The locals that are visible at a statement.
#[derive(Default)]
struct Visible {
    /// In the order of declaration. A local leaves when its block ends.
    order: Vec<LocalId>,
    positions: HashMap<LocalId, usize>,
}

impl Visible {
    /// The number of visible locals.
    fn len(&self) -> usize {
        self.order.len()
    }

    fn push(&mut self, id: LocalId) {
        self.positions.entry(id).or_insert(self.order.len());
        self.order.push(id);
    }

    fn truncate(&mut self, length: usize) {
        for id in self.order.split_off(length) {
            if self.positions.get(&id).is_some_and(|position| *position >= length) {
                self.positions.remove(&id);
            }
        }
    }

    fn contains(&self, id: &LocalId) -> bool {
        self.positions.contains_key(id)
    }

    /// The number of locals that were declared before a visible local.
    fn position(&self, id: LocalId) -> Option<usize> {
        self.positions.get(&id).copied()
    }
}

impl<'m> Verifier<'m> {
    fn new(module: &'m Module, place: &'m str, locals: &'m [Local]) -> Self {
        let mut verifier = Verifier {
            module,
            place,
            locals,
            shared: None,
            scope: Visible::default(),
            declared: HashSet::new(),
            violations: vec![],
        };
        let mut names = HashSet::new();
        for local in locals {
            verifier.check(names.insert(&local.name), || {
                format!("two locals are named `{}`", local.name)
            });
        }
        verifier
    }

    fn check(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.violations.push(Violation { place: self.place.into(), message: message() });
        }
    }

    /// Whether the statement is in `main` or an outlined loop, and not in a kernel.
    fn of_main(&self) -> bool {
        self.shared.is_none()
    }

    fn declare(&mut self, id: LocalId) {
        let (exists, first) = (id.index() < self.locals.len(), self.declared.insert(id));
        self.check(exists, || format!("local {} does not exist", id.0));
        self.check(first, || format!("local {} is declared twice", id.0));
        self.scope.push(id);
    }

    /// Returns the type of a local. If the local does not exist, returns `u32`; its declaration or
    /// its use reports the violation.
    fn local_type(&self, id: LocalId) -> Type {
        self.locals.get(id.index()).map_or(Type::U32, |l| l.ty)
    }

    fn is_array(&self, id: LocalId) -> bool {
        self.locals.get(id.index()).is_some_and(|local| local.length.is_some())
    }

    fn local_name(&self, id: LocalId) -> String {
        self.locals.get(id.index()).map_or_else(|| id.0.to_string(), |l| l.name.clone())
    }

    /// Checks that the elements of an array have the bits of their type.
    fn full_width(&mut self, what: &str, array: ArrayId) {
        let array = self.module.arrays.get(array.index());
        let is_full = array.is_none_or(|array| array.width.is_full());
        self.check(is_full, || format!("{what} on narrow elements"));
    }

    fn same(&mut self, what: &str, found: Type, wanted: Type) {
        self.check(found == wanted, || format!("{what} is {found}, not {wanted}"));
    }
}
