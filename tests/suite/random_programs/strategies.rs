//! Strategies that generate configurations, and the orders and sizes of launches.

use igc_compiler::configuration::{
    CHOICES, Choice, ChoiceRow, Configuration, PassOrder, ScalarPass,
};
use igc_tests::random::run::LaunchOrder;
use proptest::prelude::*;

/// Generates an order of scalar passes, which is often empty, or ends with the passes after which
/// loads of vectors are possible.
fn passes() -> impl Strategy<Value = PassOrder> {
    let pass = || prop::sample::select(ScalarPass::ALL.map(|(_, pass)| pass).to_vec());
    let order = |passes| PassOrder::new(passes).expect("the order is short");
    let orders = prop::collection::vec(pass(), 1..8).prop_map(order);
    let unrolls = vec![ScalarPass::Unroll2, ScalarPass::Unroll4, ScalarPass::Unroll8];
    let vector = (prop::collection::vec(pass(), 0..4), prop::sample::select(unrolls));
    let vector = vector.prop_map(move |(mut passes, unroll)| {
        passes.extend([unroll, ScalarPass::Vector]);
        order(passes)
    });
    prop_oneof![Just(PassOrder::default()), orders.clone(), orders, vector]
}

/// Generates a configuration: each choice has its default half of the time, and one of its flags
/// otherwise. A choice may exclude earlier ones, and the order of the choices varies.
pub fn configuration() -> impl Strategy<Value = Configuration> {
    let flag = |row: &ChoiceRow| {
        let flags = prop::sample::select(row.flags);
        prop_oneof![Just(None), flags.prop_map(Some)]
    };
    let flags: Vec<_> = CHOICES.iter().map(flag).collect();
    (flags.prop_shuffle(), passes()).prop_map(|(flags, passes)| {
        let flags = flags.into_iter().flatten();
        flags
            .fold(Configuration::default(), |options, flag| options.choosing(flag))
            .with_passes(passes)
    })
}

/// Generates a configuration that outlines loops or runs of statements.
pub fn outlining() -> impl Strategy<Value = Configuration> {
    let outlinings = prop::sample::select(Choice::Outlining.flags());
    (configuration(), outlinings).prop_map(|(options, flag)| options.choosing(flag))
}

/// Generates a seed and the size of a launch: number of workgroups, workgroup size, subgroup size.
pub fn order() -> impl Strategy<Value = LaunchOrder> {
    (any::<u64>(), 1u32..5, 1u32..17, 1u32..9)
        .prop_map(|(seed, groups, size, subgroup)| (seed, [groups, size, subgroup]))
}
