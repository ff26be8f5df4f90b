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
    use igc_compiler::ir::parse::parse;

    use super::*;

    /// The module of the kernel `HEAD { BEFORE forall … { BODY } AFTER }`.
    fn module(head: &str, before: &str, domain: &str, body: &str, after: &str) -> String {
        format!(
            "module test parallel

array size: u32[one] = 0u32
worklist list
worklist others

kernel visit() {head}{{
{before}  forall parallel u: node in {domain} {{
{body}  }}
{after}}}

main {{
  pipe list nodes {{
    launch visit()
  }}
}}
"
        )
    }

    #[test]
    fn only_loops_whose_items_need_not_wait_are_fused() {
        let (head, domain) = ("async list ", "worklist list");
        let body = "    forall serial e: edge in out u {\n      push list @targets[e]\n    }\n";
        let size = "  let size: u32 = @size(list)\n  size[0u32] = size\n";
        let others = body.replace("push list", "push others");
        let retry = format!("{body}    push list u\n");
        let more = "  forall parallel v: node in nodes {\n    size[0u32] = u32(v)\n  }\n";
        for (is_fused, text) in [
            (true, module(head, "", domain, body, "")),
            (false, module("", "", domain, body, "")),
            (false, module(head, "", "nodes", body, "")),
            (false, module(head, "", domain, &others, "")),
            (false, module(head, "", domain, &retry, "")),
            (false, module(head, size, domain, body, "")),
            (false, module(head, more, domain, body, "")),
            (false, module(head, "", domain, body, more)),
        ] {
            let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let expected = is_fused.then_some(WorklistId(0));
            assert_eq!(fused_worklist(&module.kernels[0]), expected, "{text}");
        }
    }
}
