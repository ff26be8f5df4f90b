//! The effects of function calls. Functions are inlined, so a caller has the effects of the
//! functions that it calls:
//!
//! - A function must not call itself, because devices have no stack. [`MAX_INLINED`] and
//!   [`MAX_INLINED_TEXT`] limit the size of the inlined code.
//! - A kernel must not change what it reads before its `forall`. Every work-item reads it, some
//!   before and some after the change.
//! - Code before the `forall` must not change anything, and `main` must not push.
//! - An update of an element that an iteration owns is a read and a write. In the same kernel, the
//!   property must not be updated in another way.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use super::checker::Checker;
use super::effects::{Body, Effect, EffectKind, Launch, Update};
use super::meaning::Meaning;
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;

/// The largest number of calls in one kernel or `main`, including calls within the called
/// functions.
const MAX_INLINED: usize = 10_000;

/// The largest size of the functions that one kernel or `main` calls, in bytes of source text. A
/// function counts once for each of its calls.
const MAX_INLINED_TEXT: usize = 1 << 20;

/// The effects of a function, including those of the functions that it calls.
#[derive(Debug, Clone, Default)]
struct Summary {
    reads: BTreeSet<Meaning>,
    writes: BTreeSet<Meaning>,
    updates: BTreeSet<(Meaning, Update)>,
    pushes: bool,
    declares_array: bool,
    prints: bool,
    /// The number of calls that are inlined, and the size of their source text in bytes.
    calls: usize,
    text: usize,
}

impl Summary {
    /// Returns the summary with other properties and globals.
    fn with(&self, seen: impl Fn(&Meaning) -> Meaning) -> Summary {
        Summary {
            reads: self.reads.iter().map(&seen).collect(),
            writes: self.writes.iter().map(&seen).collect(),
            updates: self.updates.iter().map(|(state, how)| (seen(state), *how)).collect(),
            ..self.clone()
        }
    }

    fn add(&mut self, other: Summary) {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self.updates.extend(other.updates);
        self.pushes |= other.pushes;
        self.declares_array |= other.declares_array;
        self.prints |= other.prints;
        self.calls = self.calls.saturating_add(other.calls);
        self.text = self.text.saturating_add(other.text);
    }
}

impl<'p> Checker<'p> {
    /// Checks all calls of functions, and their effects.
    pub(super) fn functions(&mut self) {
        let mut effects: BTreeMap<Body, Vec<Effect>> = BTreeMap::new();
        for effect in std::mem::take(&mut self.effects) {
            effects.entry(effect.body).or_default().push(effect);
        }
        self.races_of_functions(&effects);
        let Some(order) = self.callees_first(&effects) else { return };
        let mut summaries = vec![Summary::default(); self.items.functions.len()];
        for function in &order {
            if let Some(of_body) = effects.get(&Body::Function(*function)) {
                summaries[*function] = self.summary(of_body, &summaries);
            }
        }
        self.local_arrays(&effects, &order);
        for (body, of_body) in &effects {
            self.body_effects(*body, of_body, &summaries);
        }
    }

    /// Reports the races of functions, except for those that only `main` calls.
    fn races_of_functions(&mut self, effects: &BTreeMap<Body, Vec<Effect>>) {
        let of_main = called(effects, |body| body == Body::Main);
        let of_kernels = called(effects, |body| matches!(body, Body::Kernel(_)));
        for (function, diagnostic) in std::mem::take(&mut self.races_of_functions) {
            if of_kernels.contains(&function) || !of_main.contains(&function) {
                self.report(diagnostic);
            }
        }
    }

    fn body_effects(&mut self, body: Body, effects: &[Effect], summaries: &[Summary]) {
        let (name, at) = match body {
            Body::Function(_) => return,
            Body::Kernel(i) => {
                (self.items.kernels[i].name.text.as_str(), self.items.kernels[i].name.span)
            }
            Body::Main => ("main", effects[0].span),
        };
        let mut whole = self.summary(effects, summaries);
        // A kernel is copied for each set of properties that it takes.
        let launches = match body {
            Body::Kernel(kernel) => self.launches.get(&kernel).cloned().unwrap_or_default(),
            _ => vec![],
        };
        if let (Body::Kernel(kernel), 2..) = (body, launches.len()) {
            let own = self.items.kernels[kernel].body.span;
            whole.text = whole.text.saturating_add((own.end - own.start) as usize);
            whole.text = whole.text.saturating_mul(launches.len());
            whole.calls = whole.calls.saturating_mul(launches.len());
        }
        if whole.calls > MAX_INLINED {
            self.too_many_calls(name, at, whole.calls);
        } else if whole.text > MAX_INLINED_TEXT {
            self.too_much_text(name, at, whole.text);
        }
        let reported = self.error_count();
        self.kernel_effects(body, name, effects, summaries, None);
        for launch in &launches {
            if self.error_count() == reported {
                self.kernel_effects(body, name, effects, summaries, Some(*launch));
            }
        }
        for effect in effects {
            let start = self.one(effect, summaries);
            let call = matches!(effect.kind, EffectKind::Calls(..));
            if start.prints && body != Body::Main {
                self.prints_in_kernel(effect.span, call);
            }
            if call && body == Body::Main && start.pushes {
                let message = "a function that pushes cannot be called in `main`";
                let diagnostic = Diagnostic::error("E0306", effect.span, message)
                    .note("only the iterations of a kernel can push")
                    .help("write `pipe [source] { … }`, or call the function in a kernel");
                self.report(diagnostic);
            }
            if call && body == Body::Main && start.declares_array {
                let message = "a function with a local array cannot be called in `main`";
                let diagnostic = Diagnostic::error("E0504", effect.span, message)
                    .note("a local array belongs to one iteration of a kernel")
                    .help("call the function in a kernel, or pass it a global array");
                self.report(diagnostic);
            }
        }
    }

    /// Warns about a `print` in a kernel, or about a call of a function that prints.
    fn prints_in_kernel(&mut self, span: Span, call: bool) {
        let what = if call { "the `print` of this function" } else { "this `print`" };
        let message = format!("{what} has an effect only in the interpreter");
        let diagnostic = Diagnostic::warning("W0105", span, message)
            .note("devices cannot print; only the interpreter can")
            .help("print the values in `main`, or run the program on the device `interpreter`");
        self.report(diagnostic);
    }

    /// Checks the effects of a kernel before its `forall`, and its updates. If the kernel takes
    /// properties, each call passes other ones.
    fn kernel_effects(
        &mut self,
        body: Body,
        name: &str,
        effects: &[Effect],
        summaries: &[Summary],
        launch: Option<Launch<'p>>,
    ) {
        let Body::Kernel(index) = body else { return };
        let kernel = self.items.kernels[index];
        let here = |checker: &Self, state: &Meaning| match launch {
            Some(launch) => checker.passed(kernel, launch.args, *state),
            None => *state,
        };
        let whole = self.summary(effects, summaries).with(|state| here(self, state));
        let call = launch.map(|launch| launch.span);
        // A direct change has already been reported at its position.
        let changes_at_start =
            effects.iter().any(|e| e.at_start && matches!(e.kind, EffectKind::Writes(_)));
        for effect in effects {
            if effect.at_start && !changes_at_start {
                let start = self.one(effect, summaries).with(|state| here(self, state));
                self.at_start(name, effect, &start, &whole, call);
            }
            if let EffectKind::Updates(state, how) = &effect.kind {
                let state = here(self, state);
                self.mixed_updates(state, *how, effect.span, &whole, call);
            }
        }
    }

    /// Reports an effect that must not occur before the `forall` of a kernel.
    fn at_start(
        &mut self,
        kernel: &str,
        effect: &Effect,
        start: &Summary,
        whole: &Summary,
        call: Option<Span>,
    ) {
        if !start.writes.is_empty() || start.pushes {
            let message = "this call changes state before the `forall` of a kernel";
            let diagnostic = Diagnostic::error("E0306", effect.span, message)
                .note("statements before the `forall` do not belong to an iteration")
                .help("move the call into the `forall`, or into another kernel");
            self.report(diagnostic);
        } else if let Some(state) = start.reads.intersection(&whole.writes).next() {
            let state = self.state_name(*state);
            let message =
                format!("`{kernel}` reads `{state}` before its `forall`, but also changes it");
            let diagnostic = with_call(Diagnostic::error("E0317", effect.span, message), call)
                .note("some work-items could read the old value and others the new one")
                .help("make the value a parameter of the kernel, and pass it in `main`");
            self.report(diagnostic);
        }
    }

    /// Reports an update that consists of two accesses, if another update of the same property may
    /// come between them.
    fn mixed_updates(
        &mut self,
        state: Meaning,
        how: Update,
        span: Span,
        whole: &Summary,
        call: Option<Span>,
    ) {
        let others = whole.updates.iter().filter(|(updated, _)| *updated == state);
        let Some(by) = others.filter_map(|(_, other)| how.disturbed_by(*other)).next() else {
            return;
        };
        let name = self.state_name(state);
        let message = format!("updates of `{name}` could be lost: {by} may update it, too");
        let diagnostic = with_call(Diagnostic::error("E0309", span, message), call)
            .note("this update is a read and a write, and the other one may happen in between")
            .help("use the same atomic for both updates, or split the kernel in two");
        self.report(diagnostic);
    }

    fn too_many_calls(&mut self, name: &str, span: Span, calls: usize) {
        let shown = if calls == usize::MAX { "countless".to_owned() } else { calls.to_string() };
        let message = format!("`{name}` has {shown} calls, including those in called functions");
        let diagnostic = Diagnostic::error("E0318", span, message)
            .note(format!("the compiler inlines functions, up to {MAX_INLINED} calls"))
            .help("call the function in a loop instead of many times");
        self.report(diagnostic);
    }

    fn too_much_text(&mut self, name: &str, span: Span, text: usize) {
        let message =
            format!("the calls of `{name}` contain {} KiB of inlined function text", text / 1024);
        let limit = MAX_INLINED_TEXT / 1024;
        let diagnostic = Diagnostic::error("E0318", span, message)
            .note(format!("the compiler inlines functions, up to {limit} KiB of text"))
            .help("call the function in a loop instead of many times");
        self.report(diagnostic);
    }

    fn summary(&self, effects: &[Effect], callees: &[Summary]) -> Summary {
        let mut summary = Summary::default();
        for effect in effects {
            summary.add(self.one(effect, callees));
        }
        summary
    }

    /// The summary of one effect.
    fn one(&self, effect: &Effect, callees: &[Summary]) -> Summary {
        let mut summary = Summary::default();
        match &effect.kind {
            EffectKind::Reads(state) => _ = summary.reads.insert(*state),
            EffectKind::Writes(state) => _ = summary.writes.insert(*state),
            EffectKind::Updates(state, how) => _ = summary.updates.insert((*state, *how)),
            EffectKind::Pushes => summary.pushes = true,
            EffectKind::DeclaresArray => summary.declares_array = true,
            EffectKind::Prints => summary.prints = true,
            EffectKind::Calls(callee, args) => {
                let function = self.items.functions[*callee];
                summary = callees[*callee].with(|state| self.passed(function, args, *state));
                summary.calls = summary.calls.saturating_add(1);
                summary.text = summary.text.saturating_add(self.length(*callee));
            }
        }
        summary
    }

    /// The size of the body of a function, in bytes.
    fn length(&self, function: usize) -> usize {
        let span = self.items.functions[function].body.span;
        span.end.saturating_sub(span.start) as usize
    }

    /// The state that the caller passes for a parameter of the callee.
    pub(super) fn passed(&self, callee: &Function, args: &[Expr], state: Meaning) -> Meaning {
        let is_param = |p: &Parameter| state == Meaning::PropertyParameter(p.binding);
        let arg = callee.params.iter().position(is_param).and_then(|i| args.get(i));
        arg.and_then(|arg| self.meanings[arg.id.0 as usize]).unwrap_or(state)
    }

    /// The name of a property or global, or of the parameter that stands for one.
    pub(super) fn state_name(&self, state: Meaning) -> &'p str {
        let parameter = |binding| self.locals.iter().find(|local| local.binding == binding);
        match state {
            Meaning::PropertyParameter(binding) => parameter(binding).map(|local| local.name),
            _ => self.items.field(state).map(|field| &field.name),
        }
        .map_or("this", |name| &name.text)
    }

    /// The functions in an order in which callees come before callers. If a function calls itself,
    /// reports it and returns `None`.
    fn callees_first(&mut self, effects: &BTreeMap<Body, Vec<Effect>>) -> Option<Vec<usize>> {
        let mut calls: Vec<(usize, usize, Span)> = vec![];
        for effect in effects.values().flatten() {
            if let (Body::Function(caller), EffectKind::Calls(callee, _)) =
                (effect.body, &effect.kind)
            {
                calls.push((caller, *callee, effect.span));
            }
        }
        let mut graph = DiGraphMap::<usize, ()>::from_edges(calls.iter().map(|c| (c.0, c.1)));
        for function in 0..self.items.functions.len() {
            graph.add_node(function);
        }
        // A call is recursive if caller and callee can reach each other.
        let groups = tarjan_scc(&graph);
        let mut group = vec![0; self.items.functions.len()];
        for (number, functions) in groups.iter().enumerate() {
            functions.iter().for_each(|function| group[*function] = number);
        }
        let mut reported = vec![false; self.items.functions.len()];
        for (caller, callee, span) in &calls {
            let recursive = group[*caller] == group[*callee];
            if recursive && !std::mem::replace(&mut reported[*caller], true) {
                self.recursion(*caller, *span);
            }
        }
        let recursive = reported.contains(&true);
        (!recursive).then(|| groups.into_iter().flatten().collect())
    }

    fn recursion(&mut self, caller: usize, span: Span) {
        let name = &self.items.functions[caller].name;
        let message = format!("`{}` calls itself, directly or through other functions", name.text);
        let diagnostic = Diagnostic::error("E0316", span, message)
            .also(name.span, "declared here")
            .note("devices have no stack, so recursion is not possible")
            .help("write a `while` loop");
        self.report(diagnostic);
    }
}

/// Returns the functions that some bodies call, directly or through other functions.
fn called(effects: &BTreeMap<Body, Vec<Effect>>, from: impl Fn(Body) -> bool) -> BTreeSet<usize> {
    let callees = |body: &Body| -> Vec<usize> {
        let of_body = effects.get(body).into_iter().flatten();
        let callee = |effect: &Effect| match effect.kind {
            EffectKind::Calls(callee, _) => Some(callee),
            _ => None,
        };
        of_body.filter_map(callee).collect()
    };
    let mut rest: Vec<usize> = effects.keys().filter(|b| from(**b)).flat_map(callees).collect();
    let mut found = BTreeSet::new();
    while let Some(function) = rest.pop() {
        if found.insert(function) {
            rest.extend(callees(&Body::Function(function)));
        }
    }
    found
}

/// Adds the call of the kernel that passes the same property twice, or one that the kernel also
/// names.
fn with_call(diagnostic: Diagnostic, call: Option<Span>) -> Diagnostic {
    match call {
        Some(call) => diagnostic.also(call, "with the properties of this call"),
        None => diagnostic,
    }
}
