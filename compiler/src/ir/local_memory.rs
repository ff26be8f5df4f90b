//! The local memory of a workgroup: which arrays a kernel needs.
//!
//! A kernel needs its [`Shared`] memory, two arrays for each worklist that it keeps a queue for, and a
//! scratch array if its workgroup has collectives or scans. A launch declares these arrays for its kernel;
//! an [outlined loop](super::OutlinedLoop) declares arrays that its calls share, as long as type and length
//! are the same.

use super::visit::walk_stmts;
use super::{Kernel, Module, Scope, Shared, SharedExtent, SharedId, StmtKind, Type, WorklistId};

/// An array in local memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalArray {
    /// Its name.
    pub name: String,
    /// What it is made of.
    pub shape: LocalShape,
}

/// The type and the length of an array in local memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalShape {
    /// The type of its elements, as memory holds them.
    pub ty: Type,
    /// How many there are.
    pub length: LocalLength,
}

/// How many elements an array in local memory has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocalLength {
    /// One.
    One,
    /// One for each work-item of the workgroup.
    Item,
    /// As many as a queue holds.
    Queue,
    /// As many as a queue needs to count its items.
    Counts,
    /// As many as collectives and scans need.
    Scratch,
}

impl LocalLength {
    /// All of them, with their names in the IR's text.
    pub const ALL: [(&'static str, LocalLength); 5] = [
        ("one", LocalLength::One),
        ("item", LocalLength::Item),
        ("queue", LocalLength::Queue),
        ("counts", LocalLength::Counts),
        ("scratch", LocalLength::Scratch),
    ];

    /// The name in the IR's text.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, length)| *length == self).map_or("", |(name, _)| name)
    }
}

/// What a kernel needs an array for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocalUse {
    /// Its shared memory.
    Shared(SharedId),
    /// The items of the queue for a worklist.
    Queue(WorklistId),
    /// How many items the queue for a worklist has.
    Counts(WorklistId),
    /// Collectives and scans of the workgroup.
    Scratch,
}

/// An array that a kernel needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalNeed {
    /// What for.
    pub purpose: LocalUse,
    /// Its shape.
    pub shape: LocalShape,
}

impl LocalNeed {
    /// A name that tells a reader what the array is for.
    pub fn describe(&self, module: &Module, kernel: &Kernel) -> String {
        let worklist = |id: WorklistId| &module.worklists[id.index()].name;
        match self.purpose {
            LocalUse::Shared(id) => kernel.shared[id.index()].name.clone(),
            LocalUse::Queue(id) => format!("{}_queue", worklist(id)),
            LocalUse::Counts(id) => format!("{}_counts", worklist(id)),
            LocalUse::Scratch => "scratch".into(),
        }
    }
}

/// The arrays that a kernel needs: its shared memory, the queues in the order of their worklists, and the
/// scratch.
pub fn local_needs(kernel: &Kernel) -> Vec<LocalNeed> {
    let need = |purpose, ty, length| LocalNeed { purpose, shape: LocalShape { ty, length } };
    let mut needs = vec![];
    for (id, Shared { ty, extent, .. }) in (0..).zip(&kernel.shared) {
        let length = match extent {
            SharedExtent::One => LocalLength::One,
            SharedExtent::Item => LocalLength::Item,
        };
        needs.push(need(LocalUse::Shared(SharedId(id)), in_memory(*ty), length));
    }
    for id in queues(kernel) {
        needs.push(need(LocalUse::Queue(id), Type::U32, LocalLength::Queue));
        needs.push(need(LocalUse::Counts(id), Type::U32, LocalLength::Counts));
    }
    if has_collectives(kernel) {
        needs.push(need(LocalUse::Scratch, Type::U64, LocalLength::Scratch));
    }
    needs
}

/// The worklists that a kernel keeps a queue for, in order.
pub fn queues(kernel: &Kernel) -> Vec<WorklistId> {
    let mut queued = vec![];
    walk_stmts(&kernel.body, &mut |stmt| {
        if let StmtKind::Enqueue(id, _) | StmtKind::Flush(id) = &stmt.kind {
            queued.push(*id);
        }
    });
    queued.sort_unstable();
    queued.dedup();
    queued
}

/// Whether a workgroup combines values of its work-items.
fn has_collectives(kernel: &Kernel) -> bool {
    let mut found = false;
    walk_stmts(&kernel.body, &mut |stmt| {
        found |= matches!(
            &stmt.kind,
            StmtKind::Scan { .. } | StmtKind::Collective { scope: Scope::Workgroup, .. }
        );
    });
    found
}

/// The type that elements of this one have in memory: truth values and ids are 32-bit words.
fn in_memory(ty: Type) -> Type {
    match ty {
        Type::Bool | Type::Node | Type::Edge => Type::U32,
        other => other,
    }
}
