//! Functions that generated code calls.

use std::sync::atomic::{AtomicU32, Ordering};

use cranelift_codegen::ir::types;
use igc_compiler::ir::intrinsics;

use crate::task::{PushBuffer, Task};

/// Adds the items of a full buffer to the back buffer of its worklist, and empties the buffer.
/// Returns whether the worklist had no room for all of them. The generated code then returns at
/// once, because the loop that pushes may never end.
///
/// # Safety
///
/// The task belongs to this thread, and has a worklist of that index.
pub unsafe extern "C" fn flush(task: *mut Task, worklist: u32) -> u8 {
    // SAFETY: the caller guarantees both, and the buffer's length is at most its capacity.
    unsafe {
        let buffer: &mut PushBuffer = &mut *(*task).pushes.add(worklist as usize);
        let worklist = &*buffer.worklist;
        let words = buffer.length as usize * worklist.words();
        worklist.append(std::slice::from_raw_parts(buffer.items, words));
        buffer.length = 0;
        worklist.is_overfull().into()
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

/// Whether a node of the sorted list needs a lock: it is valid, and differs from the node before
/// it.
fn needs_lock(nodes: &[u32], at: usize, node_count: u32) -> bool {
    nodes[at] < node_count && (at == 0 || nodes[at] != nodes[at - 1])
}

/// The functions of floats, as positions in [`FLOATS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the function that its name says")]
pub enum Float {
    RemainderF32,
    RemainderF64,
    PowF32,
    PowF64,
    ExpF32,
    ExpF64,
    LogF32,
    LogF64,
    SinF32,
    SinF64,
    CosF32,
    CosF64,
}

/// A function of floats that generated code calls.
#[derive(Clone, Copy)]
pub enum FloatFunction {
    /// A function of one `f32`.
    OneSingle(extern "C" fn(f32) -> f32),
    /// A function of two `f32`s.
    TwoSingles(extern "C" fn(f32, f32) -> f32),
    /// A function of one `f64`.
    OneDouble(extern "C" fn(f64) -> f64),
    /// A function of two `f64`s.
    TwoDoubles(extern "C" fn(f64, f64) -> f64),
}

impl FloatFunction {
    /// The address of the code.
    pub fn address(self) -> *const u8 {
        match self {
            FloatFunction::OneSingle(function) => function as *const u8,
            FloatFunction::TwoSingles(function) => function as *const u8,
            FloatFunction::OneDouble(function) => function as *const u8,
            FloatFunction::TwoDoubles(function) => function as *const u8,
        }
    }

    /// The type of the operands and of the result.
    pub fn ty(self) -> types::Type {
        match self {
            FloatFunction::OneSingle(_) | FloatFunction::TwoSingles(_) => types::F32,
            FloatFunction::OneDouble(_) | FloatFunction::TwoDoubles(_) => types::F64,
        }
    }

    /// The number of operands.
    pub fn operands(self) -> usize {
        match self {
            FloatFunction::OneSingle(_) | FloatFunction::OneDouble(_) => 1,
            FloatFunction::TwoSingles(_) | FloatFunction::TwoDoubles(_) => 2,
        }
    }
}

/// The functions with their names, in the order of [`Float`].
pub const FLOATS: [(&str, FloatFunction); 12] = [
    ("remainder_f32", FloatFunction::TwoSingles(remainder_f32)),
    ("remainder_f64", FloatFunction::TwoDoubles(remainder_f64)),
    ("pow_f32", FloatFunction::TwoSingles(pow_f32)),
    ("pow_f64", FloatFunction::TwoDoubles(pow_f64)),
    ("exp_f32", FloatFunction::OneSingle(exp_f32)),
    ("exp_f64", FloatFunction::OneDouble(exp_f64)),
    ("log_f32", FloatFunction::OneSingle(log_f32)),
    ("log_f64", FloatFunction::OneDouble(log_f64)),
    ("sin_f32", FloatFunction::OneSingle(sin_f32)),
    ("sin_f64", FloatFunction::OneDouble(sin_f64)),
    ("cos_f32", FloatFunction::OneSingle(cos_f32)),
    ("cos_f64", FloatFunction::OneDouble(cos_f64)),
];

/// The remainder of a division of `f32`s, with the sign of the dividend.
extern "C" fn remainder_f32(a: f32, b: f32) -> f32 {
    a % b
}

/// The remainder of a division of `f64`s, with the sign of the dividend.
extern "C" fn remainder_f64(a: f64, b: f64) -> f64 {
    a % b
}

/// Defines functions with the calling convention of generated code.
macro_rules! intrinsics {
    ($($name:ident: ($($operand:ident),*) $float:ty;)*) => {
        $(
            extern "C" fn $name($($operand: $float),*) -> $float {
                intrinsics::$name($($operand),*)
            }
        )*
    };
}

intrinsics! {
    pow_f32: (x, y) f32;
    pow_f64: (x, y) f64;
    exp_f32: (x) f32;
    exp_f64: (x) f64;
    log_f32: (x) f32;
    log_f64: (x) f64;
    sin_f32: (x) f32;
    sin_f64: (x) f64;
    cos_f32: (x) f32;
    cos_f64: (x) f64;
}
