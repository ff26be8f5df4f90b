//! Copies statements with new locals, because each executor of nested parallelism and each copy of an
//! unrolled loop needs its own copy of the body.

use std::collections::BTreeMap;

use crate::ir::visit::{rename_locals, walk_stmts};
use crate::ir::*;

/// Copies a block. The copy declares new locals, and uses `renamed[local]` instead of each local in
/// `renamed`.
pub(super) fn copy(
    locals: &mut Locals,
    block: &Block,
    mut renamed: BTreeMap<LocalId, LocalId>,
) -> Block {
    walk_stmts(block, &mut |stmt| {
        for id in stmt.declares() {
            renamed.insert(id, locals.add_copy(id));
        }
    });
    let mut block = block.clone();
    rename_locals(&mut block, &|id| renamed.get(&id).copied().unwrap_or(id));
    block
}
