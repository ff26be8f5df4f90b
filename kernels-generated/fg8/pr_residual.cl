// pr_residual: OpenCL C made by igc 0.1.0 with --opts fg8.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void pr_residual_pass_on(
    global const uint *out_offsets,
    global const uint *targets,
    global float *rank,
    global long *residual,
    global uint *active,
    const uint node_count,
    const float damping,
    const float tolerance,
    global uint *locks)
{
    local long share_of[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint before_of[IGC_WORKGROUP_SIZE];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    const float x = tolerance;
    const long least = igc_long_from_float(x * 4294967300.0f);
    for (uint base = igc_group_start(grid); base < node_count; base += igc_global_size(grid)) {
        igc_path_start();
        const uint u = base + igc_local_id();
        const bool on = u < node_count;
        bool yes = false;
        if (on) {
            yes = igc_load_long(locks, residual + u) > least;
        }
        float given = 0.0f;
        if (yes) {
            const long old = igc_atomic_swap_long(locks, residual + u, 0l);
            given = (float)old * 2.3283064e-10f;
            rank[u] = rank[u] + given;
            igc_atomic_or_uint(active, 1u);
        }
        bool yes_2 = false;
        if (yes) {
            yes_2 = out_offsets[u + 1u] - out_offsets[u] > 0u;
        }
        long share = 0l;
        if (yes_2) {
            const float x_2 = damping * given / (float)(out_offsets[u + 1u] - out_offsets[u]);
            share = igc_long_from_float(x_2 * 4294967300.0f);
        }
        // np: what each work-item would have to go through
        uint first = 0u;
        uint count = 0u;
        if (yes_2) {
            first = out_offsets[u];
            count = out_offsets[u + 1u] - out_offsets[u];
        }
        share_of[igc_local_id()] = share;
        uint left = count;
        while (true) {
            igc_path_start();
            const uint take = min(left, 524288u);
            uint total;
            const uint before = igc_scan(igc_scratch, take, &total);
            before_of[igc_local_id()] = before;
            first_of[igc_local_id()] = first;
            igc_workgroup_barrier();
            // fg8: what is left, in a row, eight by eight
            IGC_SHARE_END uint p_end = total;
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size() * 8u) {
                uint owner = 0u;
                uint until = 0u;
                uint first_2 = 0u;
                long share_2 = 0l;
                const uint end = min(p + igc_local_size() * 8u, total);
                IGC_SHARE_END uint q_end = end;
                for (uint q = p; q < q_end; q += igc_local_size()) {
                    if (q >= until) {
                        owner = igc_search(before_of, q);
                        until = owner + 1u < igc_local_size() ? before_of[min(owner + 1u, igc_local_size() - 1u)] : total;
                        first_2 = first_of[owner] - before_of[owner];
                        share_2 = share_of[owner];
                    }
                    const uint e_2 = first_2 + q;
                    igc_atomic_add_long(locks, residual + targets[e_2], share_2);
                }
            }
            igc_workgroup_barrier();
            if (total < 524288u) {
                break;
            }
            left = left - take;
            first = first + take;
        }
    }
}
