//! Strategies that generate configurations, and the orders and sizes of launches.

use igc_compiler::options::{Flag, Options, PassOrder, ScalarPass};
use igc_tests::random::run::Order;
use proptest::prelude::*;

/// Generates an order of scalar passes, which is often empty, or ends with the passes that create
/// vector loads.
fn passes() -> impl Strategy<Value = PassOrder> {
    let pass = || prop::sample::select(ScalarPass::ALL.map(|(_, pass)| pass).to_vec());
    let order = |passes| PassOrder::new(passes).expect("the order is short");
    let orders = prop::collection::vec(pass(), 1..8).prop_map(order);
    let unrolls = vec![ScalarPass::Unroll2, ScalarPass::Unroll4, ScalarPass::Unroll8];
    let vectors = (prop::collection::vec(pass(), 0..4), prop::sample::select(unrolls));
    let vectors = vectors.prop_map(move |(mut passes, unroll)| {
        passes.extend([unroll, ScalarPass::Vector]);
        order(passes)
    });
    prop_oneof![Just(PassOrder::default()), orders.clone(), orders, vectors]
}

/// Generates one of the 96 configurations, often with an order of visits, virtual warps, shares of
/// the merge path or degree classes, or adaptive, with a representation of the selected nodes, with
/// a way to count, with wide edges, with narrow state, with hubs in local memory, with runs of `main`
/// in one kernel, with widths of outlined loops, with asynchronous kernels, and with scalar passes.
pub fn configuration() -> impl Strategy<Value = Options> {
    let mut further = vec![vec![]; 5];
    further.extend(Flag::visits().map(|(_, flag)| vec![flag]));
    further.extend([
        vec![Flag::Classes],
        vec![Flag::Pull, Flag::Classes],
        vec![Flag::Merge],
        vec![Flag::Push, Flag::Merge],
        vec![Flag::Pull, Flag::Merge],
    ]);
    further.extend(Flag::WARPS.map(|(_, warp)| vec![Flag::Push, warp]));
    further.extend(vec![vec![Flag::Adaptive]; 4]);
    further.extend(Flag::WARPS.map(|(_, warp)| vec![Flag::Pull, warp]));
    let configurations = prop::sample::select(Options::all_configurations());
    let one_of = |flags: &[(&str, Flag)]| {
        let flags = flags.iter().map(|(_, flag)| Some(*flag)).chain([None]);
        prop::sample::select(flags.collect::<Vec<_>>())
    };
    let further = prop::sample::select(further);
    let wide = prop::sample::select(vec![Some(Flag::WideEdges), None]);
    let persistent = prop::sample::select(vec![Some(Flag::Persistent), None]);
    let narrow = prop::sample::select(vec![Some(Flag::Narrow), None]);
    let hubs = prop::sample::select(vec![Some(Flag::Hubs), None]);
    let grid = one_of(&Flag::GRIDS);
    let spread = prop::sample::select(vec![Some(Flag::Spread), None]);
    let last = (wide, narrow, hubs, persistent, grid, one_of(&Flag::ASYNC), spread);
    let flags = (configurations, further, one_of(&Flag::FRONTIERS), one_of(&Flag::COUNTS), last);
    (flags, passes()).prop_map(|((options, further, frontier, count, last), passes)| {
        // Flags that exclude earlier ones are left out.
        further
            .into_iter()
            .chain(frontier)
            .chain(count)
            .chain(last.0)
            .chain(last.1)
            .chain(last.2)
            .chain(last.3)
            .chain(last.4)
            .chain(last.5)
            .chain(last.6)
            .fold(options, |options, flag| options.with(flag).unwrap_or(options))
            .with_passes(passes)
    })
}

/// Generates a configuration that outlines loops, often with scalar passes, with wide edges or
/// narrow state, with runs of statements, and with a width of the loops.
pub fn outlining() -> impl Strategy<Value = Options> {
    let mut outlining = Options::all_configurations();
    outlining.retain(|options| options.is_on(Flag::Oitergb));
    let outlining = prop::sample::select(outlining);
    let width = prop::sample::select(vec![None, Some(Flag::WideEdges), Some(Flag::Narrow)]);
    let persistent = prop::sample::select(vec![None, Some(Flag::Persistent)]);
    let grids = Flag::GRIDS.map(|(_, grid)| Some(grid)).into_iter().chain([None]);
    let grid = prop::sample::select(grids.collect::<Vec<_>>());
    let spread = prop::sample::select(vec![None, Some(Flag::Spread)]);
    let flags = (width, persistent, grid, spread);
    (outlining, flags, passes()).prop_map(|(options, (width, persistent, grid, spread), passes)| {
        let flags = width.into_iter().chain(persistent).chain(grid).chain(spread);
        flags
            .fold(options, |options, flag| options.with(flag).unwrap_or(options))
            .with_passes(passes)
    })
}

/// Generates a seed and the size of a launch: number of workgroups, workgroup size, subgroup size.
pub fn order() -> impl Strategy<Value = Order> {
    (any::<u64>(), 1u32..5, 1u32..17, 1u32..9)
        .prop_map(|(seed, groups, size, subgroup)| (seed, [groups, size, subgroup]))
}
