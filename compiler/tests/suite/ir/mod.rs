//! Tests of the IR that need code: its text form on random modules, arithmetic, execution on random
//! graphs, and whole programs. `filetests` has those that are text.

mod effects;
mod executed;
mod generate;
mod graphs;
mod identity;
mod interp;
mod interp_errors;
mod interp_groups;
mod interp_outlined;
mod programs;
mod scalar_order;
mod text;
mod value;
mod verify;
mod widen;
mod workload;

/// Returns one of how many configurations or programs the expensive tests use: all of them with
/// `IGC_CONFIGURATIONS=all`, as `scripts/nightly` sets it.
fn one_in(usual: usize) -> usize {
    if std::env::var("IGC_CONFIGURATIONS").is_ok_and(|which| which == "all") { 1 } else { usual }
}
mod wrong_models;
