//! Narrow state: stores node and edge properties in 8 or 16 bits where their values fit.
//!
//! Every type of the language has 32 or 64 bits in memory. A program that gathers a `bool` for each
//! edge therefore reads four bytes to learn one bit. This pass analyses the [values] that statements
//! give to each property. If all of them fit 8 or 16 bits, the array gets such [elements]: a load
//! extends them with zeros, and a store writes the low bits. More of the property then fits into
//! the caches.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! array in_set: bool[nodes] = false          array in_set: bool[nodes] in 8 bits = false
//! ```
//!
//! The code of kernels stays the same, because a load yields a value of the same type. The pass runs
//! before the work is distributed, so that all targets have the same arrays.
//!
//! # Why the result stays the same
//!
//! A load yields what the last store wrote, because no store writes a value with more bits than an
//! element has. OpenCL and C define bytes and half-words as separate memory locations: a store to
//! one of them does not change its neighbours. Relaxed accesses to bytes are not torn.
//!
//! # Limits
//!
//! - Only properties of nodes and edges of the types `bool`, `i32`, `u32` and `node` become narrow.
//! - No device of igc has atomics on bytes, so a property that an atomic updates stays as it is.
//! - Inputs and weights may have any value. `MAX` as a mark needs 32 bits, too.
//! - Single bits would need an atomic for each store, because 32 nodes share a word.
//! - Programs that contract the graph stay as they are: the host computes their arrays.
//!
//! Range analysis: Harrison, "Compiler analysis of the value ranges for variables", IEEE
//! Transactions on Software Engineering, 1977. Narrower storage where ranges are known: Stephenson,
//! Babb and Amarasinghe, "Bitwidth analysis with application to silicon compilation", PLDI 2000.
//!
//! [values]: values::Values
//! [elements]: crate::ir::ElementWidth

mod range;
mod values;

use std::collections::BTreeSet;

use crate::configuration::Choice;
use crate::ir::uses::uses;
use crate::ir::visit::{walk_host, walk_stmts};
use crate::ir::*;
use crate::remarks::Remarks;
use values::Values;

/// Makes the elements of properties narrow, with a remark about each property.
pub fn narrow_state(module: &mut Module, remarks: &mut Remarks) {
    if module.contracts() {
        let reason = "the host computes the properties of a program that contracts the graph";
        return remarks.missed(Choice::Narrow, "main", Origin::default(), reason);
    }
    let values = Values::of(module);
    let atomic = updated_atomically(module);
    let ids = || (0..module.arrays.len() as u32).map(ArrayId);
    let mut widths: Vec<Result<ElementWidth, String>> =
        ids().map(|id| width(module, id, &values, &atomic)).collect();
    // Arrays that are swapped have the same range, but atomics may update one of them.
    for (a, b) in swaps(module) {
        let (first, second) = (widths[a.index()].clone(), widths[b.index()].clone());
        if let (Err(reason), Ok(_)) | (Ok(_), Err(reason)) = (first, second) {
            widths[a.index()] = Err(reason.clone());
            widths[b.index()] = Err(reason);
        }
    }
    for (id, width) in ids().zip(&widths) {
        remark(module, id, width, &values, remarks);
    }
    for (array, width) in module.arrays.iter_mut().zip(widths) {
        array.width = width.unwrap_or_default();
    }
}

/// Returns the width of the elements of an array, or the reason why they keep the bits of their
/// type.
fn width(
    module: &Module,
    id: ArrayId,
    values: &Values,
    atomic: &BTreeSet<ArrayId>,
) -> Result<ElementWidth, String> {
    let Array { name, ty, extent, init, .. } = &module.arrays[id.index()];
    if !matches!(extent, Extent::Nodes | Extent::Edges) {
        return Err(format!("`{name}` is not a property of nodes or edges"));
    }
    if !ElementWidth::Byte.allows(*ty) {
        return Err(format!("`{name}` has the type `{ty}`, which is always stored as it is"));
    }
    if !matches!(init, Init::Fill(_)) {
        return Err(format!("`{name}` starts with data of the run, which may have any value"));
    }
    if atomic.contains(&id) {
        return Err(format!("`{name}` is updated by atomics, which devices have for 32 bits"));
    }
    let range = values.array(id);
    let fits = |(_, bits): &(ElementWidth, u32)| range.low >= 0 && range.high < 1 << bits;
    match ElementWidth::NARROW.into_iter().find(fits) {
        Some((width, _)) => Ok(width),
        None => Err(format!("the values of `{name}` may need more than 16 bits")),
    }
}

/// Returns the arrays that atomics update, in any way.
fn updated_atomically(module: &Module) -> BTreeSet<ArrayId> {
    let mut updated = BTreeSet::new();
    for kernel in &module.kernels {
        walk_stmts(&kernel.body, &mut |stmt| match &stmt.kind {
            StmtKind::Atomic { place, .. } => _ = updated.insert(place.array),
            StmtKind::Exclusive { owners, .. } => _ = updated.insert(*owners),
            _ => {}
        });
    }
    updated
}

/// Returns the pairs of arrays that `main` swaps. Each pair occurs once for each array of the
/// module, so that a fact about one array reaches all arrays with which it may change places.
fn swaps(module: &Module) -> Vec<(ArrayId, ArrayId)> {
    let mut pairs = vec![];
    walk_host(&module.main.body, &mut |stmt| {
        if let HostStmt::Act(Action::Swap(a, b)) = stmt {
            pairs.push((*a, *b));
        }
    });
    pairs.repeat(module.arrays.len())
}

/// Makes a remark at the first statement that accesses a property. A property that no kernel accesses
/// gets one only if it is narrow.
fn remark(
    module: &Module,
    id: ArrayId,
    width: &Result<ElementWidth, String>,
    values: &Values,
    remarks: &mut Remarks,
) {
    let array = &module.arrays[id.index()];
    let is_property = matches!(array.extent, Extent::Nodes | Extent::Edges);
    let user = module.kernels.iter().find(|kernel| uses(module, kernel).arrays.contains_key(&id));
    let (place, origin) = match user {
        _ if !is_property => return,
        Some(kernel) => (&*kernel.name, first_access(kernel, id)),
        None if width.is_ok() => ("main", Origin::default()),
        None => return,
    };
    match width {
        Ok(width) => {
            let (bits, high) = (width.bits().unwrap_or_default(), values.array(id).high);
            let name = &array.name;
            let message =
                format!("`{name}` is stored in {bits} bits, as its values are at most {high}");
            remarks.applied(Choice::Narrow, place, origin, message);
        }
        Err(reason) => remarks.missed(Choice::Narrow, place, origin, reason.clone()),
    }
}

/// Returns the origin of the first statement of a kernel that accesses an array.
fn first_access(kernel: &Kernel, id: ArrayId) -> Origin {
    kernel.first_origin(|stmt| {
        let mut accesses = stmt.place().is_some_and(|place| place.array == id);
        for expr in stmt.exprs() {
            expr.walk(&mut |e| {
                accesses |= matches!(&e.kind, ExprKind::Load(place) if place.array == id);
            });
        }
        accesses
    })
}
