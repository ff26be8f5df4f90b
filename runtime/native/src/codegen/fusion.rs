//! Finds the loops over worklists whose rounds a thread may [fuse](crate::fusion).

use igc_compiler::ir::visit::{walk_exprs, walk_stmts};
use igc_compiler::ir::{Domain, ExprKind, Kernel, Stmt, StmtKind, WorklistId};

/// Returns the worklist of an asynchronous kernel, if a thread may run the items that it pushes in the same launch.
///
/// The kernel must consist of a loop over the worklist, because statements after the loop belong to a round, and must not
/// read the size of the worklist. If it puts the item of an iteration back, the item probably waits for the item of another
/// thread, so that another look in the same launch would be in vain.
pub fn fused_worklist(kernel: &Kernel) -> Option<WorklistId> {
    let worklist = kernel.asynchronous?;
    let [before @ .., Stmt { kind: StmtKind::ForAll { var, domain, body, .. }, .. }] =
        &kernel.body[..]
    else {
        return None;
    };
    if *domain != Domain::Worklist(worklist) {
        return None;
    }
    let (mut pushes, mut retries) = (false, false);
    walk_stmts(body, &mut |stmt| {
        if let StmtKind::Push(to, item) = &stmt.kind
            && *to == worklist
        {
            pushes = true;
            retries |= item.iter().any(|value| value.local_read() == Some(*var));
        }
    });
    let mut reads_size = false;
    for block in [before, body] {
        walk_exprs(block, &mut |expr| reads_size |= expr.kind == ExprKind::WorklistSize(worklist));
    }
    let has_other_loop = before.iter().any(|stmt| matches!(stmt.kind, StmtKind::ForAll { .. }));
    (pushes && !retries && !reads_size && !has_other_loop).then_some(worklist)
}

#[cfg(test)]
mod tests {
    use igc_compiler::configuration::Configuration;
    use igc_compiler::driver::compile;

    use super::*;

    /// Returns the worklist for a kernel, of which a part of the text is replaced.
    fn fused(part: &str, by: &str) -> Option<WorklistId> {
        let text = "node reached: bool = false;
             worklist list, others;
             async kernel visit() {
                 forall u in list {
                     forall e in u.out where !atomic_or(e.dst.reached, true) {
                         push list e.dst;
                     }
                 }
             }
             main { pipe list nodes { visit(); } }
             output reached;";
        assert!(text.contains(part), "{part}");
        let text = text.replacen(part, by, 1);
        let compiled = compile("program", &text, &Configuration::default());
        let compiled = compiled.unwrap_or_else(|error| panic!("{error:?}"));
        fused_worklist(&compiled.artefact.parallel.kernels[0])
    }

    #[test]
    fn only_loops_whose_items_need_not_wait_are_fused() {
        assert_eq!(fused("", ""), Some(WorklistId(0)));
        for (part, by) in [
            ("async ", ""),
            ("push list e.dst", "push others e.dst"),
            ("forall e in", "if u.reached { retry; } forall e in"),
            ("forall u in list", "forall u in nodes { u.reached = false; } forall u in list"),
            (
                "}
             main",
                "forall u in nodes { u.reached = false; } }
             main",
            ),
        ] {
            assert_eq!(fused(part, by), None, "{by}");
        }
    }
}
