//! Warns about worklists that cannot work as they are meant to:
//!
//! | code | mistake |
//! | --- | --- |
//! | `W0301` | a kernel that finds its worklist empty, because an earlier kernel took the items |
//! | `W0302` | a `pipe` that never takes items from its worklist, so it never ends |
//! | `W0303` | a worklist that is pushed to, but never read |
//!
//! It also reports `async` kernels that do not loop over a worklist (`E0324`).
//!
//! The checks know only what is certain: they follow the statements of `main` in order, and assume
//! that a loop or a branch may have pushed items.

use super::checker::Checker;
use super::items_of_worklists::no_position_yet;
use super::meaning::{Builtin, Meaning, Primitive};
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;
use indexmap::{IndexMap, IndexSet};

/// What a kernel or function does with worklists, by their indices.
#[derive(Debug, Clone, Default)]
pub(super) struct Use {
    /// The worklist that the kernel loops over.
    takes: Option<usize>,
    /// That worklist, and those of nested loops.
    pub(super) reads: IndexSet<usize>,
    pushes: IndexSet<usize>,
}

/// The worklists that are certainly empty, each with the kernel that took the items.
type Taken<'p> = IndexMap<usize, (&'p str, Span)>;

impl<'p> Checker<'p> {
    /// Checks the worklists of the program.
    pub(super) fn worklists(&mut self) {
        let kernels = self.items.kernels.clone();
        let uses: Vec<Use> = kernels.iter().map(|kernel| self.use_of(&kernel.body)).collect();
        let mut read: IndexSet<usize> = uses.iter().filter_map(|used| used.takes).collect();
        let program = self.program;
        for item in &program.items {
            if let ItemKind::Main(body) = &item.kind {
                self.read_in_main(body, &mut read);
                self.taken_in(body, &uses, &[], &mut Taken::new());
            }
        }
        self.never_read(&uses, &read);
        for (kernel, used) in kernels.iter().zip(&uses) {
            if !kernel.asynchronous {
                continue;
            }
            if used.takes.is_none() {
                self.report(no_items(&kernel.name));
            }
            for stmt in &kernel.body.stmts {
                if let StmtKind::ForAll(Loop { position: Some((_, name)), .. }) = &stmt.kind {
                    self.report(no_position_yet(name));
                }
            }
        }
    }

    pub(super) fn worklist_of(&self, name: Option<&Name>) -> usize {
        match name.and_then(|name| self.items.meaning(&name.text)) {
            Some(Meaning::Worklist(index)) => index,
            _ => 0,
        }
    }

    pub(super) fn worklist_name(&self, index: usize) -> String {
        let named = self.items.worklists.get(index);
        named.map_or("worklist".to_owned(), |(name, _)| name.text.clone())
    }

    /// What a kernel and the functions that it calls do with worklists. Calls may be nested deeply,
    /// so this does not recurse.
    fn use_of(&self, body: &'p Block) -> Use {
        let mut used = Use::default();
        for stmt in &body.stmts {
            if let StmtKind::ForAll(Loop { domain: Domain::Of(of), .. }) = &stmt.kind
                && let Some(Meaning::Worklist(index)) = self.meanings[of.id.0 as usize]
            {
                used.takes = Some(index);
            }
        }
        let (mut rest, mut functions) = (vec![body], IndexSet::new());
        while let Some(block) = rest.pop() {
            for stmt in &block.stmts {
                match &stmt.kind {
                    StmtKind::Push { worklist, item } => {
                        used.pushes.insert(match self.meanings[item.id.0 as usize] {
                            Some(Meaning::Worklist(index)) => index,
                            _ => self.worklist_of(worklist.as_ref()),
                        });
                    }
                    StmtKind::Retry | StmtKind::Exclusive { otherwise: None, .. } => {
                        used.pushes.extend(used.takes);
                    }
                    StmtKind::ForAll(Loop { domain: Domain::Of(of), .. }) => {
                        if let Some(Meaning::Worklist(index)) = self.meanings[of.id.0 as usize] {
                            used.reads.insert(index);
                        }
                    }
                    _ => (),
                }
                for callee in self.functions_of(stmt) {
                    if functions.insert(callee) {
                        rest.push(&self.items.functions[callee].body);
                    }
                }
                rest.extend(stmt.blocks());
            }
        }
        used
    }

    /// The functions that the expressions of a statement call.
    fn functions_of(&self, stmt: &Stmt) -> Vec<usize> {
        let mut found = vec![];
        for expr in expressions(stmt) {
            walk(expr, &mut |part| {
                if let (ExprKind::Call(..), Some(Meaning::Function(index))) =
                    (&part.kind, self.meanings[part.id.0 as usize])
                {
                    found.push(index);
                }
            });
        }
        found
    }

    /// Adds the worklists whose items `main` uses without a kernel: it reads their size, or swaps
    /// them.
    fn read_in_main(&self, body: &Block, read: &mut IndexSet<usize>) {
        for stmt in &body.stmts {
            match &stmt.kind {
                StmtKind::Swap(a, b) => {
                    read.extend([a, b].map(|name| self.worklist_of(Some(name))));
                }
                StmtKind::Pipe { worklist, .. } | StmtKind::Once { worklist, .. } => {
                    read.insert(self.worklist_of(worklist.as_ref()));
                }
                _ => (),
            }
            for expr in expressions(stmt) {
                walk(expr, &mut |part| {
                    let meaning = self.meanings[part.id.0 as usize];
                    if let (ExprKind::Field(base, _), Some(Meaning::Builtin(Builtin::Waiting))) =
                        (&part.kind, meaning)
                        && let Some(Meaning::Worklist(index)) = self.meanings[base.id.0 as usize]
                    {
                        read.insert(index);
                    }
                });
            }
            stmt.blocks().into_iter().for_each(|block| self.read_in_main(block, read));
        }
    }

    fn never_read(&mut self, uses: &[Use], read: &IndexSet<usize>) {
        let pushed: IndexSet<usize> = uses.iter().flat_map(|used| used.pushes.clone()).collect();
        for worklist in pushed {
            let Some((declared, _)) = self.items.worklists.get(worklist).copied() else {
                if !read.contains(&worklist) {
                    self.unnamed_is_never_read();
                }
                continue;
            };
            if read.contains(&worklist) || declared.text.starts_with('_') {
                continue;
            }
            let name = &declared.text;
            let message = format!("the worklist `{name}` is pushed to, but never read");
            let diagnostic = Diagnostic::warning("W0303", declared.span, message)
                .note("no kernel loops over it, and `main` does not use it")
                .help(format!(
                    "loop over it in a kernel, with `forall u in {name} {{ … }}`, or remove it"
                ));
            self.report(diagnostic);
        }
    }

    fn unnamed_is_never_read(&mut self) {
        let program = self.program;
        let kernels = program.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Kernel(kernel) => Some(kernel),
            _ => None,
        });
        let Some(kernel) = kernels.into_iter().find(|k| !self.use_of(&k.body).pushes.is_empty())
        else {
            return;
        };
        let message = format!("`{}` pushes to a worklist that is never read", kernel.name.text);
        let diagnostic = Diagnostic::warning("W0303", kernel.name.span, message)
            .note("no kernel loops over the worklist, and `main` does not use it")
            .help(
                "loop over it in a kernel, with `forall u in worklist { … }`, or remove the `push`",
            );
        self.report(diagnostic);
    }

    /// Follows the statements of `main` and finds kernels whose worklist is certainly empty. The
    /// items of the worklists in `shared` were taken for the whole block.
    fn taken_in(&mut self, body: &'p Block, uses: &[Use], shared: &[usize], taken: &mut Taken<'p>) {
        for stmt in &body.stmts {
            match &stmt.kind {
                StmtKind::Expr(Expr { kind: ExprKind::Call(_, args), id, span }) => {
                    match self.meanings[id.0 as usize] {
                        Some(Meaning::Kernel(kernel)) => {
                            match uses[kernel].reads.iter().any(|read| shared.contains(read)) {
                                true => self.reads_shared(kernel, *span, uses, shared),
                                false => self.kernel_takes(kernel, *span, uses, taken),
                            }
                        }
                        Some(Meaning::Builtin(Builtin::Primitive(Primitive::Compact))) => {
                            if let Some(Meaning::Worklist(index)) =
                                args.first().and_then(|arg| self.meanings[arg.id.0 as usize])
                            {
                                taken.swap_remove(&index);
                            }
                        }
                        _ => (),
                    }
                }
                StmtKind::Swap(a, b) => {
                    for name in [a, b] {
                        taken.swap_remove(&self.worklist_of(Some(name)));
                    }
                }
                StmtKind::If { then, otherwise, .. } => {
                    let mut other = taken.clone();
                    self.taken_in(then, uses, shared, taken);
                    if let Some(otherwise) = otherwise {
                        self.taken_in(otherwise, uses, shared, &mut other);
                    }
                    taken.retain(|worklist, _| other.contains_key(worklist));
                }
                StmtKind::Block(block) => self.taken_in(block, uses, shared, taken),
                StmtKind::Once { worklist, body } => {
                    let head = Span { end: body.span.start, ..stmt.span };
                    let worklist = self.worklist_of(worklist.as_ref());
                    self.shared_items(worklist, head, body, uses);
                    let shared: Vec<usize> = shared.iter().copied().chain([worklist]).collect();
                    self.taken_in(body, uses, &shared, &mut Taken::new());
                    taken.clear();
                }
                StmtKind::Pipe { once, worklist, body, .. } => {
                    let worklist = self.worklist_of(worklist.as_ref());
                    if !once {
                        self.never_taken(stmt.span, worklist, body, uses);
                    }
                    self.taken_in(body, uses, shared, &mut Taken::new());
                    taken.clear();
                }
                _ => {
                    for block in stmt.blocks() {
                        self.taken_in(block, uses, shared, &mut Taken::new());
                        taken.clear();
                    }
                }
            }
        }
    }

    fn kernel_takes(&mut self, kernel: usize, span: Span, uses: &[Use], taken: &mut Taken<'p>) {
        let name = self.items.kernels[kernel].name.text.as_str();
        if let Some(worklist) = uses[kernel].takes {
            if let Some((before, at)) = taken.get(&worklist) {
                let shown = self.worklist_name(worklist);
                let message = format!("`{name}` finds the worklist `{shown}` empty");
                let diagnostic = Diagnostic::warning("W0301", span, message)
                    .also(*at, format!("`{before}` takes all items here"))
                    .note(
                        "a kernel that loops over a worklist takes its items, and the next such \
                         kernel sees only items that were pushed since",
                    )
                    .help(format!(
                        "to let both process the same items, write `once {shown} {{ {before}(…); {name}(…); }}`"
                    ));
                self.report(diagnostic);
            }
            taken.insert(worklist, (name, span));
        }
        for pushed in &uses[kernel].pushes {
            taken.swap_remove(pushed);
        }
    }

    /// Warns about a `pipe` whose statements never take items from its worklist.
    fn never_taken(&mut self, span: Span, worklist: usize, body: &Block, uses: &[Use]) {
        if self.takes(worklist, body, uses) {
            return;
        }
        let shown = self.worklist_name(worklist);
        let head = Span { start: span.start, end: body.span.start };
        let message = format!("no kernel of this `pipe` loops over its worklist `{shown}`");
        let diagnostic = Diagnostic::warning("W0302", head, message)
            .note("a `pipe` ends when its worklist is empty, and only kernels that loop over it take items")
            .help(format!("call a kernel with `forall u in {shown} {{ … }}` here"));
        self.report(diagnostic);
    }

    pub(super) fn takes(&self, worklist: usize, body: &Block, uses: &[Use]) -> bool {
        body.stmts.iter().any(|stmt| {
            let direct = match &stmt.kind {
                StmtKind::Swap(a, b) => {
                    [a, b].iter().any(|name| {
                        matches!(self.items.meaning(&name.text), Some(Meaning::Worklist(index)) if index == worklist)
                    })
                }
                StmtKind::Expr(Expr { kind: ExprKind::Call(_, args), id, .. }) => {
                    match self.meanings[id.0 as usize] {
                        Some(Meaning::Kernel(kernel)) => uses[kernel].takes == Some(worklist),
                        Some(Meaning::Builtin(Builtin::Primitive(Primitive::Clear))) => {
                            args.first().is_some_and(|arg| {
                                self.meanings[arg.id.0 as usize]
                                    == Some(Meaning::Worklist(worklist))
                            })
                        }
                        _ => false,
                    }
                }
                _ => false,
            };
            direct || stmt.blocks().into_iter().any(|block| self.takes(worklist, block, uses))
        })
    }
}

/// The expressions directly in a statement.
fn expressions(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Let { value, .. } | StmtKind::LetSeveral { value, .. } => vec![value],
        StmtKind::LetArray { length, value, .. } => std::iter::once(length).chain(value).collect(),
        StmtKind::Assign { place, value, .. } => vec![place, value],
        StmtKind::Push { item, .. } => vec![item],
        StmtKind::Return(values) | StmtKind::Print(values) => values.iter().collect(),
        StmtKind::If { cond, .. }
        | StmtKind::While { cond, .. }
        | StmtKind::Iterate { cond, .. }
        | StmtKind::Require { cond, .. } => vec![cond],
        StmtKind::For(Loop { domain, filter, .. })
        | StmtKind::ForAll(Loop { domain, filter, .. }) => {
            let mut all: Vec<&Expr> = filter.iter().collect();
            match domain {
                Domain::Of(of) => all.push(of),
                Domain::Range(from, to, step) => {
                    all.extend([from, to]);
                    all.extend(step);
                }
            }
            all
        }
        StmtKind::Exclusive { nodes, .. } => nodes.iter().collect(),
        StmtKind::Pipe { seed: Some(Seed::Items(items)), .. } => items.iter().collect(),
        StmtKind::Expr(expr) => vec![expr],
        _ => vec![],
    }
}

fn walk<'e>(expr: &'e Expr, visit: &mut impl FnMut(&'e Expr)) {
    visit(expr);
    match &expr.kind {
        ExprKind::Field(a, _) | ExprKind::Unary(_, a) | ExprKind::Cast(a, _) => walk(a, visit),
        ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) | ExprKind::Pair(a, b) => {
            walk(a, visit);
            walk(b, visit);
        }
        ExprKind::Call(callee, args) => {
            walk(callee, visit);
            args.iter().for_each(|arg| walk(arg, visit));
        }
        _ => (),
    }
}

/// The error for an `async` kernel that loops over something else than a worklist.
fn no_items(kernel: &Name) -> Diagnostic {
    let message = format!("the `async` kernel `{}` does not loop over a worklist", kernel.text);
    Diagnostic::error("E0324", kernel.span, message)
        .note("in an `async` kernel, an iteration that puts its item back may run again at once")
        .help("loop over a worklist, or remove `async`")
}
