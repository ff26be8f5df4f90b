// label_propagation: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void label_propagation_start_(
    global uint *label_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        label_[u_] = u_;
    }
}

IGC_WITH_BARRIERS void label_propagation_vote_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *in_offsets,
    global const uint *in_sources,
    global const uint *label_,
    global uint *next_,
    const uint node_count)
{
    IGC_SHARE_END uint u_end_ = igc_end(grid, node_count);
    for (uint u_ = igc_first(grid, node_count); u_ < u_end_; u_ += igc_step(grid)) {
        ulong best_ = 0ul;
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint before_ = label_[targets[e_]];
            if (before_ != ~((uint)best_)) {
                const uint candidate_ = label_[targets[e_]];
                uint count_ = 0u;
                const uint e_2_end_ = out_offsets[u_ + 1u];
                for (uint e_2_ = out_offsets[u_]; e_2_ < e_2_end_; e_2_++) {
                    if (label_[targets[e_2_]] == candidate_) {
                        count_ = count_ + 1u;
                    }
                }
                const uint i_end_ = in_offsets[u_ + 1u];
                for (uint i_ = in_offsets[u_]; i_ < i_end_; i_++) {
                    if (label_[in_sources[i_]] == candidate_) {
                        count_ = count_ + 1u;
                    }
                }
                const uint item_ = candidate_;
                const uint item_2_ = ~item_;
                best_ = max(best_, ((ulong)count_ << 32u) | (ulong)item_2_);
            }
        }
        const uint i_2_end_ = in_offsets[u_ + 1u];
        for (uint i_2_ = in_offsets[u_]; i_2_ < i_2_end_; i_2_++) {
            const uint before_2_ = label_[in_sources[i_2_]];
            if (before_2_ != ~((uint)best_)) {
                const uint candidate_2_ = label_[in_sources[i_2_]];
                uint count_2_ = 0u;
                const uint e_5_end_ = out_offsets[u_ + 1u];
                for (uint e_5_ = out_offsets[u_]; e_5_ < e_5_end_; e_5_++) {
                    if (label_[targets[e_5_]] == candidate_2_) {
                        count_2_ = count_2_ + 1u;
                    }
                }
                const uint i_3_end_ = in_offsets[u_ + 1u];
                for (uint i_3_ = in_offsets[u_]; i_3_ < i_3_end_; i_3_++) {
                    if (label_[in_sources[i_3_]] == candidate_2_) {
                        count_2_ = count_2_ + 1u;
                    }
                }
                const uint item_3_ = candidate_2_;
                const uint item_4_ = ~item_3_;
                best_ = max(best_, ((ulong)count_2_ << 32u) | (ulong)item_4_);
            }
        }
        next_[u_] = best_ > 0ul ? ~((uint)best_) : label_[u_];
    }
}

kernel IGC_WORKGROUP void label_propagation_outlined_0_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *in_offsets,
    global const uint *in_sources,
    global uint *label_,
    global uint *next_,
    const uint node_count,
    const uint rounds_,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        uint label_place_ = 0u;
        uint next_place_ = 1u;
        const uint u_round_end_ = rounds_;
        for (uint u_round_ = 0u; igc_next_round(&run, u_round_ < u_round_end_); u_round_++) {
            igc_path_start();
            igc_grid_barrier(environment, grid, ++run.barriers);
            label_propagation_vote_(grid, out_offsets, targets, in_offsets, in_sources, label_, next_, node_count);
            run.launches++;
            IGC_SWAP(global uint *, label_, next_);
            IGC_SWAP(uint, label_place_, next_place_);
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = label_place_;
            results[7] = next_place_;
        }
    }
    igc_leave(environment, grid);
}
