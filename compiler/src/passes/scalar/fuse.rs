//! Kernel fusion: joins the kernels of consecutive launches.
//!
//! A launch costs microseconds, and values that one kernel writes and the next one reads travel through
//! memory. If each iteration of the second kernel needs only what the same iteration of the first one
//! has written, one kernel can do both. If both kernels consist of the same loop, the bodies become
//! one body, so that other passes can keep values in registers.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! kernel scale() {                            kernel scale_shift() {
//!   for u: node = @global_id to …               for u: node = @global_id to …
//!     x[u] = (x[u] * 2u32)                        x[u] = (x[u] * 2u32)
//! }                                               x[u] = (x[u] + 1u32)
//! kernel shift() {                            }
//!   for u: node = @global_id to …             main {
//!     x[u] = (x[u] + 1u32)                      launch scale_shift()
//! }                                           }
//! main { launch scale() launch shift() }
//! ```
//!
//! # Why it is legal
//!
//! Between two launches, all writes of the first become visible to the second. In the joined kernel, a
//! work-item may run the second part while another one still runs the first. This makes no difference
//! if no memory that one part writes is accessed by the other part of *another* work-item:
//!
//! * **Arrays** that both kernels access and one of them writes are *owned* in both, as the pass
//!   [`promote`](super::promote) defines: all accesses have the index of a loop over all nodes, or over
//!   all edges, that the launch shares. Both loops give an element to the same work-item, because they
//!   have the same start and step. The work-item runs the parts in order.
//! * **Worklists**: the second kernel reads none, so no buffers would be swapped between the launches.
//!   Pushes go to the back buffer, which no kernel reads.
//! * **Arguments** of the second launch are evaluated before the first. They read no memory.
//! * **Groups**: each work-item of a group runs both parts, so barriers stay uniform. Kernels with shared
//!   memory stay apart.
//!
//! If the bodies of two loops become one, the iterations of the two parts interleave. The same reasons
//! apply to each iteration. The declarations before the second loop then run before the first one, so
//! they must not read memory. Before distribution, an iteration of one `forall` is another agent than
//! that of the next one, so that plain accesses of both would break their promise. There, kernels are
//! joined only if their loops become one.
//!
//! # Limits
//!
//! Kernels that print, whose frontiers are counted, or whose flags differ from those of the program stay
//! apart. So do launches with other statements of `main` between them. At most [`MAX_PARTS`] kernels
//! become one.

use std::collections::{BTreeMap, BTreeSet};

use super::promote::owned;
use crate::configuration::ScalarPass;
use crate::ir::uniform_loop::is_distributed;
use crate::ir::uses::uses;
use crate::ir::visit::{has_break_or_continue, rename_locals, walk_exprs, walk_host, walk_stmts};
use crate::ir::*;
use crate::remarks::Remarks;

/// Joins the kernels of consecutive launches.
pub(super) fn fuse(module: &mut Module, remarks: &mut Remarks) {
    let mut body = std::mem::take(&mut module.main.body);
    let mut fusion = Fusion { module, remarks, joined: BTreeMap::new(), sizes: BTreeMap::new() };
    fusion.block(&mut body);
    let parts = fusion.joined.keys().flat_map(|(first, second)| [*first, *second]);
    let parts: BTreeSet<KernelId> = parts.collect();
    module.main.body = body;
    remove_unlaunched(module, &parts);
}

/// Removes those of some kernels that nothing launches any more, and renumbers the others.
fn remove_unlaunched(module: &mut Module, candidates: &BTreeSet<KernelId>) {
    let mut launched = BTreeSet::new();
    walk_host(&module.main.body, &mut |stmt| {
        if let HostStmt::Launch { kernel, .. } = stmt {
            launched.insert(*kernel);
        }
    });
    let kernels = std::mem::take(&mut module.kernels);
    let mut new = BTreeMap::new();
    for (id, kernel) in (0..).map(KernelId).zip(kernels) {
        if !candidates.contains(&id) || launched.contains(&id) {
            new.insert(id, KernelId(module.kernels.len() as u32));
            module.kernels.push(kernel);
        }
    }
    let renumber = |id: &mut KernelId| *id = new.get(id).copied().unwrap_or(*id);
    renumber_launches(&mut module.main.body, &renumber);
    module.frontiers.iter_mut().for_each(|frontier| renumber(&mut frontier.kernel));
    module.variants.retain(|variant| new.contains_key(&variant.kernel));
    module.variants.iter_mut().for_each(|variant| renumber(&mut variant.kernel));
}

fn renumber_launches(block: &mut [HostStmt], renumber: &impl Fn(&mut KernelId)) {
    for stmt in block {
        if let HostStmt::Launch { kernel, .. } = stmt {
            renumber(kernel);
        }
        stmt.blocks_mut().into_iter().for_each(|inner| renumber_launches(inner, renumber));
    }
}

struct Fusion<'m> {
    module: &'m mut Module,
    remarks: &'m mut Remarks,
    /// The kernels that have been joined, by their parts.
    joined: BTreeMap<(KernelId, KernelId), KernelId>,
    /// Number of kernels of the program in each joined kernel.
    sizes: BTreeMap<KernelId, usize>,
}

/// Maximum number of kernels that become one.
const MAX_PARTS: usize = 8;

impl Fusion<'_> {
    fn block(&mut self, block: &mut Vec<HostStmt>) {
        for mut stmt in std::mem::take(block) {
            for inner in stmt.blocks_mut() {
                self.block(inner);
            }
            let stmt = match block.last() {
                Some(before) => self.join(before, &stmt).inspect(|_| _ = block.pop()),
                None => None,
            }
            .unwrap_or(stmt);
            block.push(stmt);
        }
    }

    /// Returns the launch that replaces two launches.
    fn join(&mut self, before: &HostStmt, after: &HostStmt) -> Option<HostStmt> {
        let HostStmt::Launch { kernel: first, args, again: false } = before else { return None };
        let HostStmt::Launch { kernel: second, args: further, again: false } = after else {
            return None;
        };
        let name = |id: KernelId| self.module.kernels[id.index()].name.clone();
        let names = (name(*first), name(*second));
        let (pass, origin) = (ScalarPass::Fuse, Origin::default());
        if let Some(reason) = self.obstacle(*first, *second, further) {
            let message = format!("`{}` and `{}` stay two kernels: {reason}", names.0, names.1);
            self.remarks.missed(pass, "main", origin, message);
            return None;
        }
        let message = format!("`{}` and `{}` become one kernel", names.0, names.1);
        self.remarks.applied(pass, "main", origin, message);
        let kernel = match self.joined.get(&(*first, *second)) {
            Some(id) => *id,
            None => {
                let id = KernelId(self.module.kernels.len() as u32);
                let name = self.module.free_name(&format!("{}_{}", names.0, names.1));
                for part in [first, second] {
                    self.module.copy_variants(*part, id);
                }
                let [first, second] =
                    [first, second].map(|id| self.module.kernels[id.index()].clone());
                self.module.kernels.push(joined(name, first, second));
                id
            }
        };
        self.joined.insert((*first, *second), kernel);
        self.sizes.insert(kernel, self.size(*first) + self.size(*second));
        let args = args.iter().chain(further).cloned().collect();
        Some(HostStmt::Launch { kernel, args, again: false })
    }

    fn size(&self, kernel: KernelId) -> usize {
        self.sizes.get(&kernel).copied().unwrap_or(1)
    }

    /// Returns why the second kernel cannot run in the launch of the first.
    fn obstacle(&self, first: KernelId, second: KernelId, args: &[Expr]) -> Option<&'static str> {
        let module = &*self.module;
        let parts = [first, second].map(|id| &module.kernels[id.index()]);
        let is_counted =
            module.frontiers.iter().any(|frontier| [first, second].contains(&frontier.kernel));
        if self.size(first) + self.size(second) > MAX_PARTS {
            Some("the joined kernel would be too large")
        } else if is_counted {
            Some(OWN_LAUNCH)
        } else if args.iter().any(Expr::reads_memory) {
            Some("an argument of the second reads memory")
        } else if let Some(reason) = dependence(module, parts) {
            Some(reason)
        } else if module.stage == Stage::Parallel && !have_same_loop(parts) {
            Some("their loops differ")
        } else {
            None
        }
    }
}

const OWN_LAUNCH: &str = "one of them needs its own launch";

/// Returns why it makes a difference whether two kernels run in one launch, where each work-item
/// runs the first and then the second, or in two launches. Returns `None` if it makes none.
pub(super) fn dependence(module: &Module, parts: [&Kernel; 2]) -> Option<&'static str> {
    let is_special = |kernel: &&Kernel| {
        kernel.lanes > 1
            || kernel.asynchronous.is_some()
            || !kernel.shared.is_empty()
            || kernel.options.is_some()
            || prints(kernel)
    };
    let used = parts.map(|kernel| uses(module, kernel));
    let vars = parts.map(|kernel| owned(kernel, &module.arrays));
    let owner = |part: usize, array: ArrayId| {
        vars[part][array.index()].map(|var| parts[part].locals[var.index()].ty)
    };
    let conflicts = used[0].arrays.iter().any(|(array, written)| {
        let other = used[1].arrays.get(array);
        let is_written = other.is_some_and(|other| *written || *other);
        is_written && (owner(0, *array).is_none() || owner(0, *array) != owner(1, *array))
    });
    if parts.iter().any(is_special) {
        Some(OWN_LAUNCH)
    } else if used[1].worklists.values().any(|used| used.reads) {
        Some("the second reads a worklist, whose buffers are swapped before it")
    } else if conflicts {
        Some("an iteration of one accesses what other iterations of the other one write")
    } else {
        None
    }
}

fn prints(kernel: &Kernel) -> bool {
    let mut found = false;
    walk_stmts(&kernel.body, &mut |stmt| found |= matches!(stmt.kind, StmtKind::Print(_)));
    found
}

/// Joins two kernels.
fn joined(name: String, first: Kernel, second: Kernel) -> Kernel {
    let mut locals = Locals::default();
    let mut renamed = [BTreeMap::new(), BTreeMap::new()];
    let parts = [first, second];
    for is_parameter in [true, false] {
        for (kernel, renamed) in parts.iter().zip(&mut renamed) {
            for (at, local) in kernel.locals.iter().enumerate() {
                if (at < kernel.params) == is_parameter {
                    let id = match local.length {
                        Some(length) => locals.add_array(&local.name, local.ty, length),
                        None => locals.add(&local.name, local.ty),
                    };
                    renamed.insert(LocalId(at as u32), id);
                }
            }
        }
    }
    let params = parts.iter().map(|kernel| kernel.params).sum();
    let plan = joined_plan(&parts, &renamed);
    let mut bodies = parts.into_iter().zip(&renamed).map(|(kernel, renamed)| {
        let mut body = kernel.body;
        rename_locals(&mut body, &|id| renamed.get(&id).copied().unwrap_or(id));
        body
    });
    let mut body = bodies.next().unwrap_or_default();
    for other in bodies {
        if !merge(&mut body, &other) {
            body.extend(other);
        }
    }
    let mut kernel = Kernel { name, locals, params, plan, body, ..Kernel::default() };
    kernel.renumber_locals();
    kernel
}

/// Returns the plan of joined kernels, whose locals are renamed.
fn joined_plan(parts: &[Kernel; 2], renamed: &[BTreeMap<LocalId, LocalId>; 2]) -> Plan {
    let work = parts.iter().zip(renamed).flat_map(|(kernel, renamed)| {
        kernel.plan.work.iter().map(|work| match work {
            Work::Passed(id) => Work::Passed(renamed.get(id).copied().unwrap_or(*id)),
            work => *work,
        })
    });
    let resident = parts.iter().any(|kernel| kernel.plan.resident);
    let mut plan = Plan { work: work.collect(), selective: false, resident };
    // Loops over the same elements may have become one.
    plan.work = plan.domains();
    plan
}

/// Whether two kernels of a parallel module consist of declarations and a loop over the same elements.
fn have_same_loop(kernels: [&Kernel; 2]) -> bool {
    let domain = |kernel: &Kernel| match &split(&kernel.body)?.1.kind {
        StmtKind::ForAll { domain, mapping: Mapping::Parallel, .. } => Some(domain.clone()),
        _ => None,
    };
    let [first, second] = kernels.map(domain);
    matches!(first, Some(Domain::Nodes | Domain::Edges))
        && first == second
        && split(&kernels[1].body).is_some_and(|(lets, _)| !read_memory(lets))
}

/// Splits a block into declarations and the loop after them.
pub(super) fn split(block: &[Stmt]) -> Option<(&[Stmt], &Stmt)> {
    let (last, lets) = block.split_last()?;
    lets.iter().all(|stmt| matches!(stmt.kind, StmtKind::Let(..))).then_some((lets, last))
}

fn read_memory(block: &[Stmt]) -> bool {
    let mut found = false;
    walk_exprs(block, &mut |expr| found |= matches!(expr.kind, ExprKind::Load(_)));
    found
}

/// Appends the body of a loop to that of another one, if both blocks consist of declarations and a
/// loop, and the loops have the same iterations. Returns whether that is the case.
fn merge(block: &mut Block, other: &Block) -> bool {
    let (Some(_), Some((lets, second))) = (split(block), split(other)) else { return false };
    let Some(mut first) = block.pop() else { return false };
    let is_shared = is_distributed(&first);
    let merged = !read_memory(lets)
        && match (&mut first.kind, &second.kind) {
            (
                StmtKind::For { var, start, end, step, body },
                StmtKind::For { var: v, start: s, end: e, step: by, body: further },
            ) if is_shared && (&*start, &*end, &*step) == (s, e, by) => {
                append(body, *var, further, *v)
            }
            (
                StmtKind::ForAll { var, domain, mapping: Mapping::Parallel, body },
                StmtKind::ForAll { var: v, domain: d, mapping: Mapping::Parallel, body: further },
            ) if domain == d => append(body, *var, further, *v),
            _ => false,
        };
    if merged {
        block.extend_from_slice(lets);
    }
    block.push(first);
    merged
}

/// Appends the body of another loop to that of a loop. Returns `false` if a round may end early.
fn append(body: &mut Block, var: LocalId, further: &Block, other: LocalId) -> bool {
    let is_whole = !has_break_or_continue(body);
    if is_whole {
        let mut further = further.clone();
        rename_locals(&mut further, &|id| if id == other { var } else { id });
        body.extend(further);
    }
    is_whole
}
