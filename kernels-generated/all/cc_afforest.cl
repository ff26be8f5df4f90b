// cc_afforest: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void cc_afforest_start_(
    global uint *component_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_global_id(grid); u_ < node_count; u_ += igc_global_size(grid)) {
        component_[u_] = u_;
    }
}

IGC_WITH_BARRIERS void cc_afforest_join_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *component_,
    const uint node_count,
    const uint edge_count,
    uint position_)
{
    for (uint u_ = igc_global_id(grid); u_ < node_count; u_ += igc_global_size(grid)) {
        if (out_offsets[u_ + 1u] - out_offsets[u_] > position_) {
            const uint e_ = out_offsets[u_] + position_;
            const uint v_ = e_ < edge_count ? targets[e_] : 0u;
            if (igc_load_uint(component_ + u_) != (v_ < node_count ? igc_load_uint(component_ + v_) : 0u)) {
                bool unite_ = false;
                bool returned_ = false;
                uint current_ = u_;
                uint above_ = current_ < node_count ? igc_load_uint(component_ + current_) : 0u;
                while (above_ != current_) {
                    const uint next_ = above_ < node_count ? igc_load_uint(component_ + above_) : 0u;
                    if (next_ != above_) {
                        if (current_ < node_count) igc_store_uint(component_ + current_, next_);
                    }
                    current_ = above_;
                    above_ = next_;
                }
                uint a_ = current_;
                uint current_2_ = v_;
                uint above_2_ = current_2_ < node_count ? igc_load_uint(component_ + current_2_) : 0u;
                while (above_2_ != current_2_) {
                    const uint next_2_ = above_2_ < node_count ? igc_load_uint(component_ + above_2_) : 0u;
                    if (next_2_ != above_2_) {
                        if (current_2_ < node_count) igc_store_uint(component_ + current_2_, next_2_);
                    }
                    current_2_ = above_2_;
                    above_2_ = next_2_;
                }
                uint b_ = current_2_;
                while (a_ != b_) {
                    const uint low_ = min(a_, b_);
                    const uint high_ = max(a_, b_);
                    const uint old_ = high_ < node_count ? igc_atomic_cas_uint(component_ + high_, high_, low_) : 0u;
                    if (old_ == high_) {
                        unite_ = true;
                        returned_ = true;
                        break;
                    } else {
                        uint current_3_ = high_;
                        uint above_3_ = current_3_ < node_count ? igc_load_uint(component_ + current_3_) : 0u;
                        while (above_3_ != current_3_) {
                            const uint next_3_ = above_3_ < node_count ? igc_load_uint(component_ + above_3_) : 0u;
                            if (next_3_ != above_3_) {
                                if (current_3_ < node_count) igc_store_uint(component_ + current_3_, next_3_);
                            }
                            current_3_ = above_3_;
                            above_3_ = next_3_;
                        }
                        a_ = current_3_;
                        uint current_4_ = low_;
                        uint above_4_ = current_4_ < node_count ? igc_load_uint(component_ + current_4_) : 0u;
                        while (above_4_ != current_4_) {
                            const uint next_4_ = above_4_ < node_count ? igc_load_uint(component_ + above_4_) : 0u;
                            if (next_4_ != above_4_) {
                                if (current_4_ < node_count) igc_store_uint(component_ + current_4_, next_4_);
                            }
                            current_4_ = above_4_;
                            above_4_ = next_4_;
                        }
                        b_ = current_4_;
                    }
                }
                if (!returned_) {
                    unite_ = false;
                }
            }
        }
    }
}

IGC_WITH_BARRIERS void cc_afforest_compress_work_(
    const igc_grid grid,
    global uint *component_,
    const uint node_count)
{
    for (uint u_ = igc_global_id(grid); u_ < node_count; u_ += igc_global_size(grid)) {
        uint current_ = u_;
        uint above_ = current_ < node_count ? igc_load_uint(component_ + current_) : 0u;
        while (above_ != current_) {
            current_ = above_;
            above_ = current_ < node_count ? igc_load_uint(component_ + current_) : 0u;
        }
        igc_store_uint(component_ + u_, current_);
    }
}

kernel IGC_WORKGROUP void cc_afforest_compress_(
    global uint *component_,
    const uint node_count)
{
    cc_afforest_compress_work_(igc_launch(), component_, node_count);
}

kernel IGC_WORKGROUP void cc_afforest_vote_(
    global const uint *component_,
    global uint *votes_,
    const uint node_count,
    const uint samples_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)samples_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint i_ = (uint)i_2_;
        uint h_ = (i_ ^ (i_ >> 16u)) * 2146121005u;
        h_ = (h_ ^ (h_ >> 15u)) * 2221713035u;
        const uint component_now_ = igc_rem_uint(h_ ^ (h_ >> 16u), node_count);
        const uint votes_now_ = component_now_ < node_count ? component_[component_now_] : 0u;
        if (votes_now_ < node_count) igc_atomic_add_uint(votes_ + votes_now_, 1u);
    }
}

kernel IGC_WORKGROUP void cc_afforest_elect_(
    global const uint *component_,
    global const uint *votes_,
    global ulong *elected_,
    const uint node_count,
    const uint samples_,
    global uint *locks)
{
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    ulong elected_part_ = 0ul;
    IGC_SHARE_END ulong i_2_end_ = (ulong)samples_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint i_ = (uint)i_2_;
        uint h_ = (i_ ^ (i_ >> 16u)) * 2146121005u;
        h_ = (h_ ^ (h_ >> 15u)) * 2221713035u;
        const uint component_now_ = igc_rem_uint(h_ ^ (h_ >> 16u), node_count);
        const uint candidate_ = component_now_ < node_count ? component_[component_now_] : 0u;
        elected_part_ = max(elected_part_, ((ulong)(candidate_ < node_count ? votes_[candidate_] : 0u) << 32u) | (ulong)candidate_);
    }
    // coop-cv: one atomic for what the workgroup has found
    const ulong elected_group_ = igc_workgroup_max_ulong(igc_scratch, elected_part_);
    if (igc_local_id() == 0u && elected_group_ != 0ul) {
        igc_atomic_max_ulong(locks, elected_, elected_group_);
    }
}

kernel IGC_WORKGROUP void cc_afforest_join_rest_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *component_,
    const uint node_count,
    const uint first_,
    uint giant_)
{
    local uint u_of_[IGC_WORKGROUP_SIZE];
    local uint rest_of_[IGC_WORKGROUP_SIZE];
    local uint first_of_[IGC_WORKGROUP_SIZE];
    local uint count_of_[IGC_WORKGROUP_SIZE];
    local uint wg_length_[1];
    local uint wg_list_[IGC_WORKGROUP_SIZE];
    local uint sg_length_[1];
    local uint sg_list_[IGC_WORKGROUP_SIZE];
    local uint before_of_[IGC_WORKGROUP_SIZE];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    uint wg_seen_ = 0u;
    uint sg_seen_ = 0u;
    if (igc_local_id() == 0u) {
        wg_length_[0u] = 0u;
        sg_length_[0u] = 0u;
    }
    igc_workgroup_barrier();
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < node_count); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint u_ = base_ + igc_local_id();
        const bool on_ = u_ < node_count;
        bool yes_ = false;
        if (on_) {
            yes_ = igc_load_uint(component_ + u_) != giant_;
        }
        uint rest_ = 0u;
        if (yes_) {
            rest_ = out_offsets[u_] + first_;
        }
        // np: what each work-item would have to go through
        uint first_2_ = 0u;
        uint count_ = 0u;
        if (yes_) {
            first_2_ = out_offsets[u_];
            count_ = out_offsets[u_ + 1u] - out_offsets[u_];
        }
        first_of_[igc_local_id()] = first_2_;
        count_of_[igc_local_id()] = count_;
        u_of_[igc_local_id()] = u_;
        rest_of_[igc_local_id()] = rest_;
        uint left_ = count_;
        if (count_ >= igc_local_size()) {
            const uint slot_2_ = igc_local_atomic_add_uint(&wg_length_[0u], 1u);
            wg_list_[slot_2_ - wg_seen_] = igc_local_id();
            left_ = 0u;
        } else if (count_ >= igc_subgroup_size()) {
            const uint slot_ = igc_local_atomic_add_uint(&sg_length_[0u], 1u);
            sg_list_[slot_ - sg_seen_] = igc_local_id();
            left_ = 0u;
        }
        uint total_;
        const uint before_ = igc_scan(igc_scratch, left_, &total_);
        before_of_[igc_local_id()] = before_;
        igc_workgroup_barrier();
        // wg: the owners with the most elements, by all of the workgroup
        const uint length_ = wg_length_[0u];
        const uint k_end_ = length_ - wg_seen_;
        for (uint k_ = 0u; k_ < k_end_; k_++) {
            const uint owner_ = wg_list_[k_];
            const uint u_2_ = u_of_[owner_];
            const uint rest_2_ = rest_of_[owner_];
            const uint first_2_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_2_ + p_;
                if (e_2_ >= rest_2_) {
                    const uint v_2_ = targets[e_2_];
                    if (igc_load_uint(component_ + u_2_) != igc_load_uint(component_ + v_2_)) {
                        bool unite_2_ = false;
                        bool returned_2_ = false;
                        uint current_5_ = u_2_;
                        uint above_5_ = current_5_ < node_count ? igc_load_uint(component_ + current_5_) : 0u;
                        while (above_5_ != current_5_) {
                            const uint next_5_ = above_5_ < node_count ? igc_load_uint(component_ + above_5_) : 0u;
                            if (next_5_ != above_5_) {
                                if (current_5_ < node_count) igc_store_uint(component_ + current_5_, next_5_);
                            }
                            current_5_ = above_5_;
                            above_5_ = next_5_;
                        }
                        uint a_2_ = current_5_;
                        uint current_2_2_ = v_2_;
                        uint above_2_2_ = current_2_2_ < node_count ? igc_load_uint(component_ + current_2_2_) : 0u;
                        while (above_2_2_ != current_2_2_) {
                            const uint next_2_2_ = above_2_2_ < node_count ? igc_load_uint(component_ + above_2_2_) : 0u;
                            if (next_2_2_ != above_2_2_) {
                                if (current_2_2_ < node_count) igc_store_uint(component_ + current_2_2_, next_2_2_);
                            }
                            current_2_2_ = above_2_2_;
                            above_2_2_ = next_2_2_;
                        }
                        uint b_2_ = current_2_2_;
                        while (a_2_ != b_2_) {
                            const uint low_2_ = min(a_2_, b_2_);
                            const uint high_2_ = max(a_2_, b_2_);
                            const uint old_2_ = high_2_ < node_count ? igc_atomic_cas_uint(component_ + high_2_, high_2_, low_2_) : 0u;
                            if (old_2_ == high_2_) {
                                unite_2_ = true;
                                returned_2_ = true;
                                break;
                            } else {
                                uint current_3_2_ = high_2_;
                                uint above_3_2_ = current_3_2_ < node_count ? igc_load_uint(component_ + current_3_2_) : 0u;
                                while (above_3_2_ != current_3_2_) {
                                    const uint next_3_2_ = above_3_2_ < node_count ? igc_load_uint(component_ + above_3_2_) : 0u;
                                    if (next_3_2_ != above_3_2_) {
                                        if (current_3_2_ < node_count) igc_store_uint(component_ + current_3_2_, next_3_2_);
                                    }
                                    current_3_2_ = above_3_2_;
                                    above_3_2_ = next_3_2_;
                                }
                                a_2_ = current_3_2_;
                                uint current_4_2_ = low_2_;
                                uint above_4_2_ = current_4_2_ < node_count ? igc_load_uint(component_ + current_4_2_) : 0u;
                                while (above_4_2_ != current_4_2_) {
                                    const uint next_4_2_ = above_4_2_ < node_count ? igc_load_uint(component_ + above_4_2_) : 0u;
                                    if (next_4_2_ != above_4_2_) {
                                        if (current_4_2_ < node_count) igc_store_uint(component_ + current_4_2_, next_4_2_);
                                    }
                                    current_4_2_ = above_4_2_;
                                    above_4_2_ = next_4_2_;
                                }
                                b_2_ = current_4_2_;
                            }
                        }
                        if (!returned_2_) {
                            unite_2_ = false;
                        }
                    }
                }
            }
        }
        wg_seen_ = length_;
        // sg: the owners with many elements, by a subgroup each
        const uint length_2_ = sg_length_[0u];
        IGC_SHARE_END uint k_2_end_ = length_2_ - sg_seen_;
        for (uint k_2_ = igc_subgroup_id(); k_2_ < k_2_end_; k_2_ += igc_subgroup_count()) {
            const uint owner_2_ = sg_list_[k_2_];
            const uint u_3_ = u_of_[owner_2_];
            const uint rest_3_ = rest_of_[owner_2_];
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                if (e_3_ >= rest_3_) {
                    const uint v_3_ = targets[e_3_];
                    if (igc_load_uint(component_ + u_3_) != igc_load_uint(component_ + v_3_)) {
                        bool unite_3_ = false;
                        bool returned_3_ = false;
                        uint current_6_ = u_3_;
                        uint above_6_ = current_6_ < node_count ? igc_load_uint(component_ + current_6_) : 0u;
                        while (above_6_ != current_6_) {
                            const uint next_6_ = above_6_ < node_count ? igc_load_uint(component_ + above_6_) : 0u;
                            if (next_6_ != above_6_) {
                                if (current_6_ < node_count) igc_store_uint(component_ + current_6_, next_6_);
                            }
                            current_6_ = above_6_;
                            above_6_ = next_6_;
                        }
                        uint a_3_ = current_6_;
                        uint current_2_3_ = v_3_;
                        uint above_2_3_ = current_2_3_ < node_count ? igc_load_uint(component_ + current_2_3_) : 0u;
                        while (above_2_3_ != current_2_3_) {
                            const uint next_2_3_ = above_2_3_ < node_count ? igc_load_uint(component_ + above_2_3_) : 0u;
                            if (next_2_3_ != above_2_3_) {
                                if (current_2_3_ < node_count) igc_store_uint(component_ + current_2_3_, next_2_3_);
                            }
                            current_2_3_ = above_2_3_;
                            above_2_3_ = next_2_3_;
                        }
                        uint b_3_ = current_2_3_;
                        while (a_3_ != b_3_) {
                            const uint low_3_ = min(a_3_, b_3_);
                            const uint high_3_ = max(a_3_, b_3_);
                            const uint old_3_ = high_3_ < node_count ? igc_atomic_cas_uint(component_ + high_3_, high_3_, low_3_) : 0u;
                            if (old_3_ == high_3_) {
                                unite_3_ = true;
                                returned_3_ = true;
                                break;
                            } else {
                                uint current_3_3_ = high_3_;
                                uint above_3_3_ = current_3_3_ < node_count ? igc_load_uint(component_ + current_3_3_) : 0u;
                                while (above_3_3_ != current_3_3_) {
                                    const uint next_3_3_ = above_3_3_ < node_count ? igc_load_uint(component_ + above_3_3_) : 0u;
                                    if (next_3_3_ != above_3_3_) {
                                        if (current_3_3_ < node_count) igc_store_uint(component_ + current_3_3_, next_3_3_);
                                    }
                                    current_3_3_ = above_3_3_;
                                    above_3_3_ = next_3_3_;
                                }
                                a_3_ = current_3_3_;
                                uint current_4_3_ = low_3_;
                                uint above_4_3_ = current_4_3_ < node_count ? igc_load_uint(component_ + current_4_3_) : 0u;
                                while (above_4_3_ != current_4_3_) {
                                    const uint next_4_3_ = above_4_3_ < node_count ? igc_load_uint(component_ + above_4_3_) : 0u;
                                    if (next_4_3_ != above_4_3_) {
                                        if (current_4_3_ < node_count) igc_store_uint(component_ + current_4_3_, next_4_3_);
                                    }
                                    current_4_3_ = above_4_3_;
                                    above_4_3_ = next_4_3_;
                                }
                                b_3_ = current_4_3_;
                            }
                        }
                        if (!returned_3_) {
                            unite_3_ = false;
                        }
                    }
                }
            }
        }
        sg_seen_ = length_2_;
        // fg8: what is left, in a row, eight by eight
        IGC_SHARE_END uint p_3_end_ = total_;
        for (uint p_3_ = igc_local_id(); p_3_ < p_3_end_; p_3_ += igc_local_size() * 8u) {
            uint owner_3_ = 0u;
            uint until_ = 0u;
            uint first_4_ = 0u;
            uint u_4_ = 0u;
            uint rest_4_ = 0u;
            const uint end_ = min(p_3_ + igc_local_size() * 8u, total_);
            IGC_SHARE_END uint q_end_ = end_;
            for (uint q_ = p_3_; q_ < q_end_; q_ += igc_local_size()) {
                if (q_ >= until_) {
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                    u_4_ = u_of_[owner_3_];
                    rest_4_ = rest_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                if (e_4_ >= rest_4_) {
                    const uint v_4_ = targets[e_4_];
                    if (igc_load_uint(component_ + u_4_) != igc_load_uint(component_ + v_4_)) {
                        bool unite_4_ = false;
                        bool returned_4_ = false;
                        uint current_7_ = u_4_;
                        uint above_7_ = current_7_ < node_count ? igc_load_uint(component_ + current_7_) : 0u;
                        while (above_7_ != current_7_) {
                            const uint next_7_ = above_7_ < node_count ? igc_load_uint(component_ + above_7_) : 0u;
                            if (next_7_ != above_7_) {
                                if (current_7_ < node_count) igc_store_uint(component_ + current_7_, next_7_);
                            }
                            current_7_ = above_7_;
                            above_7_ = next_7_;
                        }
                        uint a_4_ = current_7_;
                        uint current_2_4_ = v_4_;
                        uint above_2_4_ = current_2_4_ < node_count ? igc_load_uint(component_ + current_2_4_) : 0u;
                        while (above_2_4_ != current_2_4_) {
                            const uint next_2_4_ = above_2_4_ < node_count ? igc_load_uint(component_ + above_2_4_) : 0u;
                            if (next_2_4_ != above_2_4_) {
                                if (current_2_4_ < node_count) igc_store_uint(component_ + current_2_4_, next_2_4_);
                            }
                            current_2_4_ = above_2_4_;
                            above_2_4_ = next_2_4_;
                        }
                        uint b_4_ = current_2_4_;
                        while (a_4_ != b_4_) {
                            const uint low_4_ = min(a_4_, b_4_);
                            const uint high_4_ = max(a_4_, b_4_);
                            const uint old_4_ = high_4_ < node_count ? igc_atomic_cas_uint(component_ + high_4_, high_4_, low_4_) : 0u;
                            if (old_4_ == high_4_) {
                                unite_4_ = true;
                                returned_4_ = true;
                                break;
                            } else {
                                uint current_3_4_ = high_4_;
                                uint above_3_4_ = current_3_4_ < node_count ? igc_load_uint(component_ + current_3_4_) : 0u;
                                while (above_3_4_ != current_3_4_) {
                                    const uint next_3_4_ = above_3_4_ < node_count ? igc_load_uint(component_ + above_3_4_) : 0u;
                                    if (next_3_4_ != above_3_4_) {
                                        if (current_3_4_ < node_count) igc_store_uint(component_ + current_3_4_, next_3_4_);
                                    }
                                    current_3_4_ = above_3_4_;
                                    above_3_4_ = next_3_4_;
                                }
                                a_4_ = current_3_4_;
                                uint current_4_4_ = low_4_;
                                uint above_4_4_ = current_4_4_ < node_count ? igc_load_uint(component_ + current_4_4_) : 0u;
                                while (above_4_4_ != current_4_4_) {
                                    const uint next_4_4_ = above_4_4_ < node_count ? igc_load_uint(component_ + above_4_4_) : 0u;
                                    if (next_4_4_ != above_4_4_) {
                                        if (current_4_4_ < node_count) igc_store_uint(component_ + current_4_4_, next_4_4_);
                                    }
                                    current_4_4_ = above_4_4_;
                                    above_4_4_ = next_4_4_;
                                }
                                b_4_ = current_4_4_;
                            }
                        }
                        if (!returned_4_) {
                            unite_4_ = false;
                        }
                    }
                }
            }
        }
        igc_workgroup_barrier();
    }
}

kernel IGC_WORKGROUP void cc_afforest_outlined_0_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *component_,
    const uint node_count,
    const uint edge_count,
    const uint first_,
    uint position_,
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
        while (igc_next_round(&run, position_ < first_)) {
            igc_path_start();
            igc_grid_barrier(environment, grid, ++run.barriers);
            cc_afforest_join_(grid, out_offsets, targets, component_, node_count, edge_count, position_);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            cc_afforest_compress_work_(grid, component_, node_count);
            run.launches++;
            position_ = position_ + 1u;
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = position_;
        }
    }
    igc_leave(environment, grid);
}
