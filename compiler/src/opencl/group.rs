//! What work-items of a group do together, in C: calls of the device library, and the local memory that
//! it needs.

use super::memory_type;
use super::names::Names;
use super::stmt::Writer;
use crate::ir::visit::walk_stmts;
use crate::ir::{
    AtomicOp, Expr, Kernel, LocalId, Module, Scope, Shared, SharedExtent, SharedId, Stmt, StmtKind,
    Type, WorklistId,
};

/// An array in local memory. It is declared at a kernel's outermost level; functions get a pointer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LocalArray {
    /// Its name.
    pub name: String,
    /// The type of its elements.
    pub ty: &'static str,
    /// How many there are, in C.
    pub length: &'static str,
}

impl LocalArray {
    /// `local uint marks[1];`
    pub fn declaration(&self) -> String {
        format!("local {} {}[{}];", self.ty, self.name, self.length)
    }

    /// `local uint *marks`
    pub fn parameter(&self) -> String {
        format!("local {} *{}", self.ty, self.name)
    }
}

/// The local memory that a kernel needs.
#[derive(Debug, Default)]
pub(super) struct LocalMemory {
    /// The worklists that have a queue.
    pub queues: Vec<WorklistId>,
    /// Whether there are collectives of the workgroup, which need a scratch.
    pub scratch: bool,
}

impl LocalMemory {
    /// Finds out what a kernel needs, beside its shared memory.
    pub fn of(kernel: &Kernel) -> LocalMemory {
        let mut memory = LocalMemory::default();
        walk_stmts(&kernel.body, &mut |stmt| match &stmt.kind {
            StmtKind::Enqueue(id, _) | StmtKind::Flush(id) => memory.queues.push(*id),
            StmtKind::Scan { .. } | StmtKind::Collective { scope: Scope::Workgroup, .. } => {
                memory.scratch = true;
            }
            _ => {}
        });
        memory.queues.sort();
        memory.queues.dedup();
        memory
    }

    /// All arrays in local memory.
    pub fn arrays(&self, module: &Module, kernel: &Kernel, names: &Names) -> Vec<LocalArray> {
        let mut list = vec![];
        let mut array = |name: &str, ty, length| {
            list.push(LocalArray { name: name.into(), ty, length });
        };
        for Shared { name, ty, extent } in &kernel.shared {
            let name = names.get("shared", name);
            let length = match extent {
                SharedExtent::One => "1",
                SharedExtent::Item => "IGC_WORKGROUP_SIZE",
            };
            array(name, memory_type(*ty), length);
        }
        for id in &self.queues {
            let part = |part| names.part(&module.worklists[id.index()].name, part);
            array(part("queue"), "uint", "IGC_QUEUE_SIZE");
            array(part("counts"), "uint", "IGC_QUEUE_WORDS");
        }
        if self.scratch {
            array("igc_scratch", "ulong", "IGC_SCRATCH_SIZE");
        }
        list
    }

    /// What a kernel does first: its queues are empty.
    pub fn start(&self, module: &Module, names: &Names) -> Vec<String> {
        let mut lines = vec![];
        for id in &self.queues {
            let part = |part| names.part(&module.worklists[id.index()].name, part);
            lines.push(format!("uint {} = 0;", part("round")));
            lines.push(format!("igc_queue_start({});", part("counts")));
        }
        if !self.queues.is_empty() {
            lines.push("igc_workgroup_barrier();".into());
        }
        lines
    }
}

/// Whether a workgroup waits anywhere in a block.
pub(super) fn waits(block: &[Stmt]) -> bool {
    let mut waits = false;
    walk_stmts(block, &mut |stmt| {
        waits |= match &stmt.kind {
            StmtKind::Barrier(scope) | StmtKind::Collective { scope, .. } => {
                *scope != Scope::Subgroup
            }
            StmtKind::Scan { .. } | StmtKind::Flush(_) => true,
            _ => false,
        };
    });
    waits
}

impl Writer<'_> {
    /// A path that not all work-items of a launch need take starts here, and a workgroup waits on it. The
    /// device library says why that is told.
    pub(super) fn path_start(&mut self) {
        self.line("igc_path_start();");
    }

    /// Marks where a round of a loop ends at whose head a workgroup waits (see `stdlib/opencl/group.cl`).
    pub(super) fn path_end(&mut self) {
        self.line("igc_path_end();");
    }

    /// A statement of a group; the others are not for here.
    pub(super) fn together(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::StoreShared(id, index, value) => {
                let element = self.element(*id, index);
                self.line(&format!("{element} = {};", self.printer.in_memory(value)));
            }
            StmtKind::AtomicShared { op, shared, index, operand, old } => {
                self.atomic_shared(*op, *shared, index, operand, *old);
            }
            StmtKind::Barrier(Scope::Subgroup) => self.line("igc_subgroup_barrier();"),
            StmtKind::Barrier(_) => self.line("igc_workgroup_barrier();"),
            StmtKind::Collective { scope, op, value, result } => {
                let (op, ty) = (op.name(), memory_type(value.ty));
                let value = self.printer.in_memory(value);
                let call = match scope {
                    Scope::Subgroup => format!("igc_subgroup_{op}_{ty}({value})"),
                    _ => format!("igc_workgroup_{op}_{ty}(igc_scratch, {value})"),
                };
                self.result(*result, &call);
            }
            StmtKind::Scan { value, before, total } => {
                let value = self.printer.expr(value);
                let total = self.name(*total).to_string();
                self.line(&format!("uint {total};"));
                self.result(*before, &format!("igc_scan(igc_scratch, {value}, &{total})"));
            }
            StmtKind::Enqueue(id, item) => {
                let item = self.printer.expr(item);
                self.line(&format!("igc_enqueue({}, {item});", self.queue(*id)));
            }
            StmtKind::Flush(id) => {
                let worklist = &self.printer.module.worklists[id.index()].name;
                let round = self.printer.names.part(worklist, "round").to_string();
                self.line(&format!("{round} = igc_flush({});", self.queue(*id)));
            }
            _ => unreachable!("a statement of one work-item"),
        }
    }

    /// Declares a local that holds what a call yields.
    fn result(&mut self, id: LocalId, call: &str) {
        let suffix = if self.ty(id) == Type::Bool { " != 0u" } else { "" };
        self.line(&format!("{} = {call}{suffix};", self.declaration(id)));
    }

    /// What a queue's functions take first: the queue, and the worklist behind it.
    fn queue(&self, id: WorklistId) -> String {
        let worklist = &self.printer.module.worklists[id.index()].name;
        let parts = ["queue", "counts", "round", "back", "sizes", "turn", "capacity"];
        parts.map(|part| self.printer.names.part(worklist, part)).join(", ")
    }

    fn element(&self, id: SharedId, index: &Expr) -> String {
        let name = &self.printer.kernel.shared[id.index()].name;
        format!("{}[{}]", self.printer.names.get("shared", name), self.printer.expr(index))
    }

    fn atomic_shared(
        &mut self,
        op: AtomicOp,
        shared: SharedId,
        index: &Expr,
        operand: &Expr,
        old: Option<LocalId>,
    ) {
        let address = format!("&{}", self.element(shared, index));
        let locks = self.printer.locks(operand.ty);
        let (op, ty) = (op.name(), memory_type(operand.ty));
        let operand = self.printer.in_memory(operand);
        let call = format!("igc_local_atomic_{op}_{ty}({locks}{address}, {operand})");
        match old {
            Some(old) => self.result(old, &call),
            None => self.line(&format!("{call};")),
        }
    }
}
