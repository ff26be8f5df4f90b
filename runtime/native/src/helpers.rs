//! Functions that generated code calls.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::task::{PushBuffer, Task};

/// Adds the items of a full buffer to the back buffer of its worklist, and empties the buffer.
///
/// # Safety
///
/// The task belongs to this thread, and has a worklist of that index.
pub unsafe extern "C" fn flush(task: *mut Task, worklist: u32) {
    // SAFETY: the caller guarantees both, and the buffer's length is at most its capacity.
    unsafe {
        let buffer: &mut PushBuffer = &mut *(*task).pushes.add(worklist as usize);
        let items = std::slice::from_raw_parts(buffer.items, buffer.length as usize);
        (*buffer.worklist).append(items);
        buffer.length = 0;
    }
}

/// Tries to own all the nodes, as `StmtKind::Exclusive` of the IR says. Sorts the nodes.
///
/// Nodes are locked in ascending order, so of all simultaneous attempts, the one that holds the
/// largest node succeeds.
///
/// # Safety
///
/// `owners` has `node_count` words, and `nodes` has `count` words that only this thread accesses.
pub unsafe extern "C" fn own(owners: *mut u32, node_count: u32, nodes: *mut u32, count: u32) -> u8 {
    // SAFETY: the caller guarantees the lengths.
    let nodes = unsafe { std::slice::from_raw_parts_mut(nodes, count as usize) };
    nodes.sort_unstable();
    for at in 0..nodes.len() {
        if !needs_lock(nodes, at, node_count) {
            continue;
        }
        // SAFETY: the node is valid.
        let owner = unsafe { AtomicU32::from_ptr(owners.add(nodes[at] as usize)) };
        if owner.compare_exchange(0, 1, Ordering::Acquire, Ordering::Relaxed).is_err() {
            // SAFETY: as for this function.
            unsafe { release(owners, node_count, &nodes[..at]) };
            return 0;
        }
    }
    1
}

/// Releases the nodes that [`own`] locked.
///
/// # Safety
///
/// As for [`own`], and this thread owns the nodes.
pub unsafe extern "C" fn disown(owners: *mut u32, node_count: u32, nodes: *const u32, count: u32) {
    // SAFETY: the caller guarantees the lengths.
    unsafe { release(owners, node_count, std::slice::from_raw_parts(nodes, count as usize)) };
}

unsafe fn release(owners: *mut u32, node_count: u32, nodes: &[u32]) {
    for at in 0..nodes.len() {
        if needs_lock(nodes, at, node_count) {
            // SAFETY: the node is valid.
            let owner = unsafe { AtomicU32::from_ptr(owners.add(nodes[at] as usize)) };
            owner.store(0, Ordering::Release);
        }
    }
}

/// Whether a node of the sorted list needs a lock: it is valid, and differs from the node before it.
fn needs_lock(nodes: &[u32], at: usize, node_count: u32) -> bool {
    nodes[at] < node_count && (at == 0 || nodes[at] != nodes[at - 1])
}

/// The remainder of a division of `f32`s, with the sign of the dividend.
pub extern "C" fn remainder_f32(a: f32, b: f32) -> f32 {
    a % b
}

/// The remainder of a division of `f64`s, with the sign of the dividend.
pub extern "C" fn remainder_f64(a: f64, b: f64) -> f64 {
    a % b
}
