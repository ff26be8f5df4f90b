//! Prints operations of groups of work-items as calls of the device library.

use super::names::{Part, Thing};
use super::stmt::Writer;
use super::types::memory_type;
use crate::ir::{AtomicOp, Expr, LocalId, Scope, SharedId, StmtKind, Type, WorklistId};

impl Writer<'_> {
    /// Prints the lines at the start of a kernel that make its queues empty.
    pub(super) fn start_queues(&mut self, queues: &[WorklistId]) {
        for id in queues {
            let part = |part| self.printer.names.part(*id, part);
            let lines = [
                format!("uint {} = 0;", part(Part::Round)),
                format!("igc_queue_start({});", part(Part::Counts)),
            ];
            lines.iter().for_each(|line| self.line(line));
        }
        if !queues.is_empty() {
            self.line("igc_workgroup_barrier();");
        }
    }

    /// Prints a statement that is an operation of a group. Other statements must not be passed.
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
                let item = self.printer.item(item);
                let (queue, width) = (self.queue(*id), self.printer.width(*id));
                self.line(&format!("igc_enqueue{width}({queue}, {item});"));
            }
            StmtKind::Flush(id) => {
                let round = self.printer.names.part(*id, Part::Round).to_string();
                let (queue, width) = (self.queue(*id), self.printer.width(*id));
                self.line(&format!("{round} = igc_flush{width}({queue});"));
            }
            _ => unreachable!("a statement of one work-item"),
        }
    }

    /// Declares a local that holds the result of a call.
    fn result(&mut self, id: LocalId, call: &str) {
        let suffix = if self.ty(id) == Type::Bool { " != 0u" } else { "" };
        self.line(&format!("{} = {call}{suffix};", self.declaration(id)));
    }

    /// Returns the first arguments of the functions for queues: the queue and its worklist.
    fn queue(&self, id: WorklistId) -> String {
        let parts = [
            Part::Queue,
            Part::Counts,
            Part::Round,
            Part::Back,
            Part::Sizes,
            Part::Phase,
            Part::Capacity,
        ];
        self.printer.names.parts(id, &parts)
    }

    fn element(&self, id: SharedId, index: &Expr) -> String {
        format!("{}[{}]", self.printer.names.get(Thing::Shared(id)), self.printer.expr(index))
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
