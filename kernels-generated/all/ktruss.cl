// ktruss: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

IGC_WITH_BARRIERS void ktruss_prune_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *reverse,
    global uint *in_truss_,
    global uint *removed_,
    const uint edge_count,
    const uint k_,
    local ulong *igc_scratch)
{
    bool removed_part_ = false;
    IGC_SHARE_END uint e_end_ = igc_end(grid, edge_count);
    for (uint e_ = igc_first(grid, edge_count); e_ < e_end_; e_ += igc_step(grid)) {
        if (igc_load_uint(in_truss_ + e_) != 0u && sources[e_] < targets[e_]) {
            const uint wanted_ = max(k_, 2u) - 2u;
            uint found_ = 0u;
            uint i_ = out_offsets[sources[e_]];
            uint j_ = out_offsets[targets[e_]];
            while (found_ < wanted_ && i_ < out_offsets[sources[e_] + 1u] && j_ < out_offsets[targets[e_] + 1u]) {
                const uint a_ = i_ < edge_count ? targets[i_] : UINT_MAX;
                const uint b_ = j_ < edge_count ? targets[j_] : UINT_MAX;
                if (a_ == b_ && (i_ < edge_count ? igc_load_uint(in_truss_ + i_) : 0u) != 0u && (j_ < edge_count ? igc_load_uint(in_truss_ + j_) : 0u) != 0u) {
                    found_ = found_ + 1u;
                }
                if (a_ <= b_) {
                    i_ = i_ + 1u;
                }
                if (b_ <= a_) {
                    j_ = j_ + 1u;
                }
            }
            if (!(found_ >= wanted_)) {
                igc_store_uint(in_truss_ + e_, 0u);
                const uint edge_ = reverse[e_];
                if (edge_ < edge_count) igc_store_uint(in_truss_ + edge_, 0u);
                removed_part_ = removed_part_ | true;
            }
        }
    }
    // coop-cv: one atomic operation for the values of the workgroup
    const bool removed_group_ = igc_workgroup_or_uint(igc_scratch, (uint)removed_part_) != 0u;
    if (igc_local_id() == 0u && removed_group_ != false) {
        igc_atomic_or_uint(removed_, (uint)removed_group_);
    }
}

kernel IGC_WORKGROUP void ktruss_outlined_0_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *reverse,
    global uint *in_truss_,
    global uint *removed_,
    const uint edge_count,
    const uint k_,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local ulong scratch_[IGC_SCRATCH_SIZE];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        {
            bool again_ = true;
            while (igc_next_round(&run, again_)) {
                igc_path_start();
                igc_grid_barrier(environment, grid, ++run.barriers);
                if (igc_global_id(grid) == 0u) {
                    igc_store_uint(removed_, 0u);
                }
                igc_grid_barrier(environment, grid, ++run.barriers);
                ktruss_prune_(grid, out_offsets, targets, sources, reverse, in_truss_, removed_, edge_count, k_, scratch_);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                again_ = igc_load_uint(removed_) != 0u;
                igc_path_end();
            }
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
        }
    }
    igc_leave(environment, grid);
}
