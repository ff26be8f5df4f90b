//! Determines which arrays a kernel needs in the local memory of a workgroup.
//!
//! A kernel needs its [`Shared`] memory, two arrays for each worklist for which it keeps a queue,
//! and a scratch array if it contains collectives or scans of the workgroup. A kernel that the host
//! launches declares these arrays itself. An [outlined loop](super::OutlinedLoop) declares the
//! arrays for the kernels that it calls, and the calls share arrays of the same type and length.

use std::collections::BTreeSet;

use super::visit::walk_stmts;
use super::{Kernel, Module, Scope, Shared, SharedExtent, SharedId, StmtKind, Type, WorklistId};

/// An array in local memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalArray {
    /// The name.
    pub name: String,
    /// The type and the length.
    pub shape: LocalShape,
}

/// The type and the length of an array in local memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalShape {
    /// The type of the elements in memory, where truth values and ids are `u32`.
    pub ty: Type,
    /// The number of elements.
    pub length: LocalLength,
}

/// The number of elements of an array in local memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocalLength {
    /// One element.
    One,
    /// One element per work-item of the workgroup.
    Item,
    /// [`SharedExtent::TILE`] elements per work-item of the workgroup.
    Tile,
    /// The capacity of a queue, in values. A pair has two values.
    Queue,
    /// The number of counters of a queue.
    Counts,
    /// The number of elements that collectives and scans need.
    Scratch,
}

impl LocalLength {
    /// All lengths with their names in the IR's text.
    pub const ALL: [(&'static str, LocalLength); 6] = [
        ("one", LocalLength::One),
        ("item", LocalLength::Item),
        ("tile", LocalLength::Tile),
        ("queue", LocalLength::Queue),
        ("counts", LocalLength::Counts),
        ("scratch", LocalLength::Scratch),
    ];

    /// The name in the IR's text.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, length)| *length == self).map_or("", |(name, _)| name)
    }
}

/// The purpose for which a kernel needs an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocalUse {
    /// Holds the shared memory of the kernel.
    Shared(SharedId),
    /// Holds the items of the queue for a worklist.
    Queue(WorklistId),
    /// Holds the counters of the queue for a worklist.
    Counts(WorklistId),
    /// Holds the intermediate values of collectives and scans.
    Scratch,
}

/// An array that a kernel needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalNeed {
    /// The purpose of the array.
    pub purpose: LocalUse,
    /// The type and the length of the array.
    pub shape: LocalShape,
}

impl LocalNeed {
    /// A name for the array that states its purpose.
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

/// The arrays that a kernel needs, in this order: shared memory, the queues in the order of their
/// worklists, and the scratch array.
pub fn local_needs(module: &Module, kernel: &Kernel) -> Vec<LocalNeed> {
    let need = |purpose, ty, length| LocalNeed { purpose, shape: LocalShape { ty, length } };
    let mut needs = vec![];
    for (id, Shared { ty, extent, .. }) in (0..).zip(&kernel.shared) {
        let length = match extent {
            SharedExtent::One => LocalLength::One,
            SharedExtent::Item => LocalLength::Item,
            SharedExtent::Tile => LocalLength::Tile,
        };
        needs.push(need(LocalUse::Shared(SharedId(id)), in_memory(*ty), length));
    }
    for id in queues(kernel) {
        // A pass may have removed every push, so the type is that of the worklist.
        let ty = in_memory(module.worklists[id.index()].ty.value());
        needs.push(need(LocalUse::Queue(id), ty, LocalLength::Queue));
        needs.push(need(LocalUse::Counts(id), Type::U32, LocalLength::Counts));
    }
    if has_collectives(kernel) {
        needs.push(need(LocalUse::Scratch, Type::U64, LocalLength::Scratch));
    }
    needs
}

/// The worklists for which a kernel keeps a queue, in order of declaration.
pub fn queues(kernel: &Kernel) -> BTreeSet<WorklistId> {
    let mut queued = BTreeSet::new();
    walk_stmts(&kernel.body, &mut |stmt| {
        if let StmtKind::Enqueue(id, _) | StmtKind::Flush(id) = &stmt.kind {
            queued.insert(*id);
        }
    });
    queued
}

/// Whether a kernel contains collectives or scans of the workgroup.
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

/// The type that represents `ty` in memory: truth values and ids are 32-bit words.
fn in_memory(ty: Type) -> Type {
    match ty {
        Type::Bool | Type::Node | Type::Edge => Type::U32,
        other => other,
    }
}
