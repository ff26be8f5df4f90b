//! Refuses programs that a device cannot run, with the reason, before anything is built.
//!
//! A driver whose device lacks a feature may print an unhelpful message, hang, or return a wrong
//! result. The runtime therefore checks first what is [known](Facts) about the device.

use igc_compiler::driver::Artefact;
use igc_compiler::interface::{Argument, Interface};
use igc_compiler::ir::Type;

use super::facts::Facts;
use crate::Error;

/// Refuses a program that the device cannot run on a graph with these numbers of nodes and edges.
///
/// # Errors
///
/// Returns [`Error::Unsupported`], [`Error::NoGridBarrier`], [`Error::NoLocks`] or
/// [`Error::LoopLimit`]: see [`Error::is_refusal`].
pub fn refuse(artefact: &Artefact, device: &Facts, nodes: u32, edges: u64) -> Result<(), Error> {
    let module = &artefact.module;
    let name = || device.name.clone();
    if let (false, Some(array)) =
        (device.has_f64, module.arrays.iter().find(|array| array.ty == Type::F64))
    {
        return Err(Error::Unsupported {
            buffer: array.name.clone(),
            ty: array.ty,
            device: name(),
            feature: "double precision",
        });
    }
    if let (true, Some(reason)) = (uses_locks(&artefact.interface), lock_obstacle(device)) {
        return Err(Error::NoLocks { device: name(), reason });
    }
    let is_outlined = !module.outlined.is_empty();
    if let (true, Some(reason)) = (is_outlined, barrier_obstacle(device)) {
        return Err(Error::NoGridBarrier { device: name(), reason });
    }
    match device.loop_limit {
        Some(limit) if !fits(limit, nodes, edges) => {
            Err(Error::LoopLimit { device: name(), limit, nodes, edges })
        }
        _ => Ok(()),
    }
}

/// Returns whether the loops of a kernel stay within a limit even if one work-item gets all work:
/// one round per node, and one per edge. This is not a proof, because nested loops over edges may
/// need more rounds. A work-item that gets only its share needs far fewer rounds.
fn fits(limit: u32, nodes: u32, edges: u64) -> bool {
    u64::from(nodes) + edges <= u64::from(limit)
}

/// Returns whether any kernel takes the locks, as atomic accesses to 64-bit values may do.
fn uses_locks(interface: &Interface) -> bool {
    interface.entries().any(|(_, arguments)| arguments.contains(&Argument::Locks))
}

/// Returns the reason why the workgroups of a device cannot synchronise, if they cannot.
pub fn barrier_obstacle(device: &Facts) -> Option<&'static str> {
    device.no_grid_barrier.or(device.loop_limit.map(|_| NO_WAITING))
}

/// Returns the reason why work-items cannot wait for the locks of 64-bit accesses, if they need the
/// locks and cannot wait.
pub fn lock_obstacle(device: &Facts) -> Option<&'static str> {
    (device.needs_locks && device.loop_limit.is_some()).then_some(NO_WAITING)
}

/// On llvmpipe, the self test's `grid_barrier` and its tests of locks fail.
const NO_WAITING: &str =
    "it ends loops after a fixed number of rounds, also loops that wait for other work-items";

#[cfg(test)]
mod tests {
    use igc_compiler::configuration::Configuration;
    use igc_compiler::driver::compile;

    use super::*;

    fn llvmpipe() -> Facts {
        let (name, loop_limit) = ("llvmpipe".into(), Some(65_535));
        Facts { name, loop_limit, needs_locks: true, ..Facts::default() }
    }

    /// Returns the refusal of a program whose loop is outlined with `oitergb`, over sums of a type.
    fn refusal(ty: &str, flags: &str, device: &Facts, edges: u64) -> Option<Error> {
        let text = format!(
            "node x: {ty} = 1;
             global busy: bool = false;
             kernel add() {{
                 forall u in nodes {{ forall e in u.out {{ atomic_add(e.dst.x, u.x); busy |= true; }} }}
             }}
             main {{ iterate {{ busy = false; add(); }} while busy; }}
             output x;"
        );
        let options = Configuration::parse(flags).expect("these are flags");
        let made = compile("program", &text, &options).expect("it compiles");
        refuse(&made.artefact, device, 10, edges).err()
    }

    #[test]
    fn what_a_device_lacks_is_refused_and_the_rest_is_not() {
        let refused = |ty, flags, edges| refusal(ty, flags, &llvmpipe(), edges);
        assert!(refused("u32", "none", 65_525).is_none());
        assert!(matches!(refused("u32", "none", 65_526), Some(Error::LoopLimit { .. })));
        assert!(matches!(refused("u32", "oitergb", 9), Some(Error::NoGridBarrier { .. })));
        assert!(matches!(refused("u64", "none", 9), Some(Error::NoLocks { .. })));
        assert!(matches!(refused("f64", "none", 9), Some(Error::Unsupported { .. })));
        let wide = Facts { needs_locks: false, ..llvmpipe() };
        assert!(refusal("u64", "none", &wide, 9).is_none());
        let usual = Facts { has_f64: true, needs_locks: true, ..Facts::default() };
        assert!(refusal("f64", "oitergb", &usual, u64::MAX >> 1).is_none());
    }

    #[test]
    fn every_refusal_is_one() {
        for (ty, flags, edges) in
            [("u32", "none", u64::MAX >> 1), ("u32", "oitergb", 9), ("u64", "none", 9)]
        {
            let error = refusal(ty, flags, &llvmpipe(), edges).expect("it is refused");
            assert!(error.is_refusal() && error.is_device(), "{error}");
            assert!(error.to_string().starts_with("llvmpipe "), "{error}");
        }
    }

    #[test]
    fn a_device_may_have_a_reason_of_its_own_to_refuse_barriers() {
        let no_grid_barrier = Some("its fences are too weak");
        let device = Facts { no_grid_barrier, ..Facts::default() };
        let refused = refusal("u32", "oitergb", &device, 9).expect("it is refused");
        assert!(refused.to_string().contains("its fences are too weak"), "{refused}");
        assert!(refusal("u32", "none", &device, 9).is_none());
    }
}
