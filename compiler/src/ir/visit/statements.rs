//! The parts of a statement of a kernel: its blocks, its expressions, and the locals and places that it writes.

use crate::ir::{Block, Domain, Expr, LocalElement, LocalId, Place, PrintPart, Stmt, StmtKind};

/// The blocks directly inside a statement, as shared or mutable references.
macro_rules! blocks {
    ($kind:expr) => {
        match $kind {
            StmtKind::If(_, then, otherwise)
            | StmtKind::Exclusive { body: then, otherwise, .. } => vec![then, otherwise],
            StmtKind::While(_, body)
            | StmtKind::ForAll { body, .. }
            | StmtKind::For { body, .. } => vec![body],
            StmtKind::Let(..)
            | StmtKind::Assign(..)
            | StmtKind::LetArray(..)
            | StmtKind::StoreElement(..)
            | StmtKind::LetVector(..)
            | StmtKind::Store(..)
            | StmtKind::Atomic { .. }
            | StmtKind::Reduce(..)
            | StmtKind::Push(..)
            | StmtKind::StoreShared(..)
            | StmtKind::AtomicShared { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Collective { .. }
            | StmtKind::Scan { .. }
            | StmtKind::Enqueue(..)
            | StmtKind::Flush(_)
            | StmtKind::Print(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::PathStart => vec![],
        }
    };
}

/// The place that a statement itself writes, as a shared or mutable reference.
macro_rules! place {
    ($kind:expr) => {
        match $kind {
            StmtKind::Store(place, _) | StmtKind::Atomic { place, .. } => Some(place),
            StmtKind::Let(..)
            | StmtKind::Assign(..)
            | StmtKind::LetArray(..)
            | StmtKind::StoreElement(..)
            | StmtKind::LetVector(..)
            | StmtKind::Reduce(..)
            | StmtKind::Push(..)
            | StmtKind::Exclusive { .. }
            | StmtKind::StoreShared(..)
            | StmtKind::AtomicShared { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Collective { .. }
            | StmtKind::Scan { .. }
            | StmtKind::Enqueue(..)
            | StmtKind::Flush(_)
            | StmtKind::Print(_)
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::PathStart
            | StmtKind::ForAll { .. }
            | StmtKind::For { .. } => None,
        }
    };
}

impl Stmt {
    /// The blocks directly inside.
    pub fn blocks(&self) -> Vec<&Block> {
        blocks!(&self.kind)
    }

    /// The blocks directly inside, as mutable references.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        blocks!(&mut self.kind)
    }

    /// The expressions directly inside, in the order of evaluation. Of a place, and of the elements
    /// that a [vector load](StmtKind::LetVector) reads, these are the indices.
    pub fn exprs(&self) -> Vec<&Expr> {
        match &self.kind {
            StmtKind::Let(_, e)
            | StmtKind::LetArray(_, e)
            | StmtKind::Assign(_, e)
            | StmtKind::Reduce(_, _, e)
            | StmtKind::Collective { value: e, .. }
            | StmtKind::Scan { value: e, .. } => vec![e],
            StmtKind::StoreShared(_, index, e)
            | StmtKind::AtomicShared { index, operand: e, .. } => vec![index, e],
            StmtKind::Push(_, item) | StmtKind::Enqueue(_, item) => item.iter().collect(),
            StmtKind::Exclusive { nodes, .. } => nodes.iter().collect(),
            StmtKind::LetVector(_, read) => read.operands(),
            StmtKind::Store(place, e) => place.indices().chain([e]).collect(),
            StmtKind::StoreElement(element, e) => vec![&element.index, e],
            StmtKind::Atomic { place, operands, .. } => place.indices().chain(operands).collect(),
            StmtKind::Print(parts) => parts.iter().filter_map(PrintPart::value).collect(),
            StmtKind::If(e, _, _) | StmtKind::While(e, _) => vec![e],
            StmtKind::ForAll { domain, .. } => domain.exprs(),
            StmtKind::For { start, end, step, .. } => vec![start, end, step],
            StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Barrier(_)
            | StmtKind::Flush(_)
            | StmtKind::PathStart => vec![],
        }
    }

    /// The expressions directly inside, as mutable references.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            StmtKind::Let(_, e)
            | StmtKind::LetArray(_, e)
            | StmtKind::Assign(_, e)
            | StmtKind::Reduce(_, _, e)
            | StmtKind::Collective { value: e, .. }
            | StmtKind::Scan { value: e, .. } => vec![e],
            StmtKind::StoreShared(_, index, e)
            | StmtKind::AtomicShared { index, operand: e, .. } => vec![index, e],
            StmtKind::Push(_, item) | StmtKind::Enqueue(_, item) => item.iter_mut().collect(),
            StmtKind::Exclusive { nodes, .. } => nodes.iter_mut().collect(),
            StmtKind::LetVector(_, read) => read.operands_mut(),
            StmtKind::Store(place, e) => place.indices_mut().chain([e]).collect(),
            StmtKind::StoreElement(element, e) => vec![&mut element.index, e],
            StmtKind::Atomic { place, operands, .. } => {
                place.indices_mut().chain(operands).collect()
            }
            StmtKind::Print(parts) => parts.iter_mut().filter_map(PrintPart::value_mut).collect(),
            StmtKind::If(e, _, _) | StmtKind::While(e, _) => vec![e],
            StmtKind::ForAll { domain, .. } => domain.exprs_mut(),
            StmtKind::For { start, end, step, .. } => vec![start, end, step],
            StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Barrier(_)
            | StmtKind::Flush(_)
            | StmtKind::PathStart => vec![],
        }
    }

    /// The locals that the statement itself declares.
    pub fn declares(&self) -> Vec<LocalId> {
        match &self.kind {
            StmtKind::Let(id, _)
            | StmtKind::LetArray(id, _)
            | StmtKind::ForAll { var: id, .. }
            | StmtKind::For { var: id, .. }
            | StmtKind::Collective { result: id, .. } => vec![*id],
            StmtKind::Scan { before, total, .. } => vec![*before, *total],
            StmtKind::LetVector(locals, ..) => locals.clone(),
            StmtKind::Atomic { old, .. } | StmtKind::AtomicShared { old, .. } => {
                old.iter().copied().collect()
            }
            StmtKind::Assign(..)
            | StmtKind::StoreElement(..)
            | StmtKind::Store(..)
            | StmtKind::Reduce(..)
            | StmtKind::Push(..)
            | StmtKind::Exclusive { .. }
            | StmtKind::StoreShared(..)
            | StmtKind::Barrier(_)
            | StmtKind::Enqueue(..)
            | StmtKind::Flush(_)
            | StmtKind::Print(_)
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::PathStart => vec![],
        }
    }

    /// The locals that the statement itself declares or assigns, as mutable references.
    pub fn locals_mut(&mut self) -> Vec<&mut LocalId> {
        match &mut self.kind {
            StmtKind::Let(id, _)
            | StmtKind::LetArray(id, _)
            | StmtKind::StoreElement(LocalElement { array: id, .. }, _)
            | StmtKind::Assign(id, _)
            | StmtKind::Reduce(id, ..)
            | StmtKind::ForAll { var: id, .. }
            | StmtKind::For { var: id, .. }
            | StmtKind::Collective { result: id, .. } => vec![id],
            StmtKind::Scan { before, total, .. } => vec![before, total],
            StmtKind::LetVector(locals, ..) => locals.iter_mut().collect(),
            StmtKind::Atomic { old, .. } | StmtKind::AtomicShared { old, .. } => {
                old.iter_mut().collect()
            }
            StmtKind::Store(..)
            | StmtKind::Push(..)
            | StmtKind::Exclusive { .. }
            | StmtKind::StoreShared(..)
            | StmtKind::Barrier(_)
            | StmtKind::Enqueue(..)
            | StmtKind::Flush(_)
            | StmtKind::Print(_)
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::PathStart => vec![],
        }
    }

    /// The scalar local that the statement itself assigns or reduces into.
    pub fn assigned(&self) -> Option<LocalId> {
        match &self.kind {
            StmtKind::Assign(id, _) | StmtKind::Reduce(id, ..) => Some(*id),
            StmtKind::Let(..)
            | StmtKind::LetArray(..)
            | StmtKind::StoreElement(..)
            | StmtKind::LetVector(..)
            | StmtKind::Store(..)
            | StmtKind::Atomic { .. }
            | StmtKind::Push(..)
            | StmtKind::Exclusive { .. }
            | StmtKind::StoreShared(..)
            | StmtKind::AtomicShared { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Collective { .. }
            | StmtKind::Scan { .. }
            | StmtKind::Enqueue(..)
            | StmtKind::Flush(_)
            | StmtKind::Print(_)
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::PathStart
            | StmtKind::ForAll { .. }
            | StmtKind::For { .. } => None,
        }
    }

    /// The read of the first element, if the statement is a vector load.
    pub fn vector_read(&self) -> Option<&Expr> {
        let StmtKind::LetVector(_, read) = &self.kind else { return None };
        Some(read)
    }

    /// The place that the statement itself writes.
    pub fn place(&self) -> Option<&Place> {
        place!(&self.kind)
    }

    /// The place that the statement itself writes, as a mutable reference.
    pub fn place_mut(&mut self) -> Option<&mut Place> {
        place!(&mut self.kind)
    }
}

impl Domain {
    /// The expressions directly inside.
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            Domain::Nodes | Domain::Edges | Domain::Worklist(_) | Domain::Positions(_) => vec![],
            Domain::Range(a, b) => vec![a, b],
            Domain::OutEdges(n, _) | Domain::InEdges(n, _) | Domain::InPositions(n, _) => vec![n],
        }
    }

    /// The expressions directly inside, as mutable references.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Domain::Nodes | Domain::Edges | Domain::Worklist(_) | Domain::Positions(_) => vec![],
            Domain::Range(a, b) => vec![a, b],
            Domain::OutEdges(n, _) | Domain::InEdges(n, _) | Domain::InPositions(n, _) => vec![n],
        }
    }
}
