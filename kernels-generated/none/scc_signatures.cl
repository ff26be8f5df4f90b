// scc_signatures: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void scc_signatures_sample_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global uint *mutual_,
    const uint node_count,
    const uint edge_count,
    const uint samples_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)samples_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint i_ = (uint)i_2_;
        const ulong x_ = (ulong)i_;
        ulong h_ = (x_ ^ (x_ >> 30u)) * 13787848793156543929ul;
        h_ = (h_ ^ (h_ >> 27u)) * 10723151780598845931ul;
        const uint number_ = (uint)igc_rem_ulong(h_ ^ (h_ >> 31u), (ulong)edge_count);
        const uint e_ = number_;
        const uint u_ = e_ < edge_count ? targets[e_] : UINT_MAX;
        const uint v_ = e_ < edge_count ? sources[e_] : UINT_MAX;
        uint find_edge_ = 0u;
        bool returned_ = false;
        uint low_ = u_ <= node_count ? out_offsets[u_] : 0u;
        uint high_ = u_ + 1u <= node_count ? out_offsets[u_ + 1u] : 0u;
        while (low_ < high_) {
            const uint middle_ = low_ + (high_ - low_) / 2u;
            const uint dst_ = middle_ < edge_count ? targets[middle_] : UINT_MAX;
            if (dst_ == v_) {
                find_edge_ = middle_;
                returned_ = true;
                break;
            } else if (dst_ < v_) {
                low_ = middle_ + 1u;
            } else {
                high_ = middle_;
            }
        }
        if (!returned_) {
            find_edge_ = UINT_MAX;
        }
        if (find_edge_ != UINT_MAX) {
            igc_atomic_add_uint(mutual_, 1u);
        }
    }
}

kernel IGC_WORKGROUP void scc_signatures_lead_(
    global uint *leader_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        leader_[u_] = u_;
    }
}

kernel IGC_WORKGROUP void scc_signatures_join_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global uint *leader_,
    const uint node_count,
    const uint edge_count)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        bool holds_ = sources[e_] < targets[e_];
        if (holds_) {
            const uint u_ = targets[e_];
            const uint v_ = sources[e_];
            uint find_edge_ = 0u;
            bool returned_ = false;
            uint low_ = out_offsets[u_];
            uint high_ = out_offsets[u_ + 1u];
            while (low_ < high_) {
                const uint middle_ = low_ + (high_ - low_) / 2u;
                const uint dst_ = middle_ < edge_count ? targets[middle_] : UINT_MAX;
                if (dst_ == v_) {
                    find_edge_ = middle_;
                    returned_ = true;
                    break;
                } else if (dst_ < v_) {
                    low_ = middle_ + 1u;
                } else {
                    high_ = middle_;
                }
            }
            if (!returned_) {
                find_edge_ = UINT_MAX;
            }
            holds_ = find_edge_ != UINT_MAX;
        }
        if (holds_) {
            const uint u_2_ = sources[e_];
            const uint v_2_ = targets[e_];
            if (igc_load_uint(leader_ + u_2_) != igc_load_uint(leader_ + v_2_)) {
                bool unite_ = false;
                bool returned_2_ = false;
                uint current_ = u_2_;
                uint above_ = current_ < node_count ? igc_load_uint(leader_ + current_) : 0u;
                while (above_ != current_) {
                    const uint next_ = above_ < node_count ? igc_load_uint(leader_ + above_) : 0u;
                    if (next_ != above_) {
                        if (current_ < node_count) igc_store_uint(leader_ + current_, next_);
                    }
                    current_ = above_;
                    above_ = next_;
                }
                uint a_ = current_;
                uint current_2_ = v_2_;
                uint above_2_ = current_2_ < node_count ? igc_load_uint(leader_ + current_2_) : 0u;
                while (above_2_ != current_2_) {
                    const uint next_2_ = above_2_ < node_count ? igc_load_uint(leader_ + above_2_) : 0u;
                    if (next_2_ != above_2_) {
                        if (current_2_ < node_count) igc_store_uint(leader_ + current_2_, next_2_);
                    }
                    current_2_ = above_2_;
                    above_2_ = next_2_;
                }
                uint b_ = current_2_;
                while (a_ != b_) {
                    const uint low_2_ = min(a_, b_);
                    const uint high_2_ = max(a_, b_);
                    const uint old_ = high_2_ < node_count ? igc_atomic_cas_uint(leader_ + high_2_, high_2_, low_2_) : 0u;
                    if (old_ == high_2_) {
                        unite_ = true;
                        returned_2_ = true;
                        break;
                    } else {
                        uint current_3_ = high_2_;
                        uint above_3_ = current_3_ < node_count ? igc_load_uint(leader_ + current_3_) : 0u;
                        while (above_3_ != current_3_) {
                            const uint next_3_ = above_3_ < node_count ? igc_load_uint(leader_ + above_3_) : 0u;
                            if (next_3_ != above_3_) {
                                if (current_3_ < node_count) igc_store_uint(leader_ + current_3_, next_3_);
                            }
                            current_3_ = above_3_;
                            above_3_ = next_3_;
                        }
                        a_ = current_3_;
                        uint current_4_ = low_2_;
                        uint above_4_ = current_4_ < node_count ? igc_load_uint(leader_ + current_4_) : 0u;
                        while (above_4_ != current_4_) {
                            const uint next_4_ = above_4_ < node_count ? igc_load_uint(leader_ + above_4_) : 0u;
                            if (next_4_ != above_4_) {
                                if (current_4_ < node_count) igc_store_uint(leader_ + current_4_, next_4_);
                            }
                            current_4_ = above_4_;
                            above_4_ = next_4_;
                        }
                        b_ = current_4_;
                    }
                }
                if (!returned_2_) {
                    unite_ = false;
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void scc_signatures_compress_(
    global uint *leader_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        uint current_ = u_;
        uint above_ = current_ < node_count ? igc_load_uint(leader_ + current_) : 0u;
        while (above_ != current_) {
            current_ = above_;
            above_ = current_ < node_count ? igc_load_uint(leader_ + current_) : 0u;
        }
        igc_store_uint(leader_ + u_, current_);
    }
}

kernel IGC_WORKGROUP void scc_signatures_list_leaders_(
    global const uint *targets,
    global const uint *sources,
    global const uint *leader_,
    global uint *open_back_,
    global uint *open_sizes_,
    const uint open_phase_,
    const uint open_capacity_,
    const uint edge_count)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (leader_[sources[e_]] != leader_[targets[e_]]) {
            igc_push_wide(open_back_, open_sizes_, open_phase_, open_capacity_, ((ulong)leader_[sources[e_]] << 32u) | (ulong)leader_[targets[e_]]);
        }
    }
}

kernel IGC_WORKGROUP void scc_signatures_follow_leaders_(
    global uint *component_,
    global const uint *leader_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const uint leader_now_ = leader_[u_];
        igc_store_uint(component_ + u_, leader_now_ < node_count ? igc_load_uint(component_ + leader_now_) : 0u);
    }
}

kernel IGC_WORKGROUP void scc_signatures_trim_(
    global const uint *out_offsets,
    global const uint *in_offsets,
    global uint *component_,
    global ulong *elected_,
    const uint node_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const uint links_ = min(in_offsets[u_ + 1u] - in_offsets[u_], out_offsets[u_ + 1u] - out_offsets[u_]);
        if (links_ == 0u) {
            component_[u_] = u_;
        } else {
            const uint item_ = u_;
            igc_atomic_max_ulong(locks, elected_, ((ulong)links_ << 32u) | (ulong)item_);
        }
    }
}

kernel IGC_WORKGROUP void scc_signatures_seed_(
    global uint *reached_,
    global uint *reaches_,
    global uint *forward_back_,
    global uint *forward_sizes_,
    const uint forward_phase_,
    const uint forward_capacity_,
    global uint *backward_back_,
    global uint *backward_sizes_,
    const uint backward_phase_,
    const uint backward_capacity_,
    const uint node_count,
    uint start_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_end_ = (ulong)1u;
    for (ulong i_ = (ulong)igc_global_id(grid); i_ < i_end_; i_ += (ulong)igc_global_size(grid)) {
        const uint u_i_ = (uint)i_;
        if (start_ < node_count) igc_store_uint(reached_ + start_, 1u);
        if (start_ < node_count) igc_store_uint(reaches_ + start_, 1u);
        igc_push(forward_back_, forward_sizes_, forward_phase_, forward_capacity_, start_);
        igc_push(backward_back_, backward_sizes_, backward_phase_, backward_capacity_, start_);
    }
}

kernel IGC_WORKGROUP void scc_signatures_follow_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *component_,
    global uint *reached_,
    global const uint *forward_front_,
    global uint *forward_back_,
    global uint *forward_sizes_,
    const uint forward_phase_,
    const uint forward_capacity_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, forward_sizes_, forward_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(forward_sizes_, forward_phase_, forward_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = forward_front_[i_];
        const uint e_end_ = u_ + 1u <= node_count ? out_offsets[u_ + 1u] : 0u;
        for (uint e_ = u_ <= node_count ? out_offsets[u_] : 0u; e_ < e_end_; e_++) {
            const uint v_ = targets[e_];
            bool holds_ = component_[v_] == UINT_MAX && igc_load_uint(reached_ + v_) == 0u;
            if (holds_) {
                const bool old_ = igc_atomic_or_uint(reached_ + v_, 1u) != 0u;
                holds_ = !old_;
            }
            if (holds_) {
                igc_push(forward_back_, forward_sizes_, forward_phase_, forward_capacity_, v_);
            }
        }
    }
}

kernel IGC_WORKGROUP void scc_signatures_trace_(
    global const uint *in_offsets,
    global const uint *in_sources,
    global const uint *component_,
    global uint *reaches_,
    global const uint *backward_front_,
    global uint *backward_back_,
    global uint *backward_sizes_,
    const uint backward_phase_,
    const uint backward_capacity_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, backward_sizes_, backward_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(backward_sizes_, backward_phase_, backward_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint v_ = backward_front_[i_];
        const uint e_end_ = v_ + 1u <= node_count ? in_offsets[v_ + 1u] : 0u;
        for (uint e_ = v_ <= node_count ? in_offsets[v_] : 0u; e_ < e_end_; e_++) {
            const uint u_ = in_sources[e_];
            bool holds_ = component_[u_] == UINT_MAX && igc_load_uint(reaches_ + u_) == 0u;
            if (holds_) {
                const bool old_ = igc_atomic_or_uint(reaches_ + u_, 1u) != 0u;
                holds_ = !old_;
            }
            if (holds_) {
                igc_push(backward_back_, backward_sizes_, backward_phase_, backward_capacity_, u_);
            }
        }
    }
}

kernel IGC_WORKGROUP void scc_signatures_ask_forwards_(
    global const uint *in_offsets,
    global const uint *in_sources,
    global const uint *component_,
    global uint *reached_,
    global uint *forward_back_,
    global uint *forward_sizes_,
    const uint forward_phase_,
    const uint forward_capacity_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint v_ = igc_first(grid, node_count); v_ < igc_end(grid, node_count); v_ += igc_step(grid)) {
        if (component_[v_] == UINT_MAX && igc_load_uint(reached_ + v_) == 0u) {
            const uint i_end_ = in_offsets[v_ + 1u];
            for (uint i_ = in_offsets[v_]; i_ < i_end_; i_++) {
                if (igc_load_uint(reached_ + in_sources[i_]) != 0u) {
                    igc_store_uint(reached_ + v_, 1u);
                    igc_push(forward_back_, forward_sizes_, forward_phase_, forward_capacity_, v_);
                    break;
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void scc_signatures_ask_backwards_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *component_,
    global uint *reaches_,
    global uint *backward_back_,
    global uint *backward_sizes_,
    const uint backward_phase_,
    const uint backward_capacity_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (component_[u_] == UINT_MAX && igc_load_uint(reaches_ + u_) == 0u) {
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                if (igc_load_uint(reaches_ + targets[e_]) != 0u) {
                    igc_store_uint(reaches_ + u_, 1u);
                    igc_push(backward_back_, backward_sizes_, backward_phase_, backward_capacity_, u_);
                    break;
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void scc_signatures_found_(
    global uint *component_,
    global const uint *reached_,
    global const uint *reaches_,
    const uint node_count,
    uint start_)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (reached_[u_] != 0u && reaches_[u_] != 0u) {
            component_[u_] = start_;
        }
    }
}

kernel IGC_WORKGROUP void scc_signatures_forget_(
    global uint *reached_,
    global uint *reaches_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        reached_[u_] = 0u;
        reaches_[u_] = 0u;
    }
}

kernel IGC_WORKGROUP void scc_signatures_list_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *component_,
    global const uint *reached_,
    global const uint *reaches_,
    global uint *open_back_,
    global uint *open_sizes_,
    const uint open_phase_,
    const uint open_capacity_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (component_[u_] == UINT_MAX) {
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                const uint v_ = targets[e_];
                if (v_ != u_ && component_[v_] == UINT_MAX && (reached_[v_] != 0u) == (reached_[u_] != 0u) && (reaches_[v_] != 0u) == (reaches_[u_] != 0u)) {
                    igc_push_wide(open_back_, open_sizes_, open_phase_, open_capacity_, ((ulong)u_ << 32u) | (ulong)v_);
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void scc_signatures_start_(
    global const uint *component_,
    global uint *before_,
    global uint *after_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (component_[u_] == UINT_MAX) {
            before_[u_] = u_;
            after_[u_] = u_;
        }
    }
}

kernel IGC_WORKGROUP void scc_signatures_spread_(
    global uint *before_,
    global uint *after_,
    global uint *changed_,
    global const uint *open_front_,
    global uint *open_sizes_,
    const uint open_phase_,
    const uint open_capacity_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, open_sizes_, open_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(open_sizes_, open_phase_, open_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const ulong item_ = igc_wide_item(open_front_, i_);
        const uint u_ = (uint)(item_ >> 32u);
        const uint v_ = (uint)item_;
        const uint before_now_ = u_ < node_count ? igc_load_uint(before_ + u_) : 0u;
        const uint before_2_ = before_now_ < node_count ? igc_load_uint(before_ + before_now_) : 0u;
        bool holds_ = before_2_ > (v_ < node_count ? igc_load_uint(before_ + v_) : 0u);
        if (holds_) {
            const uint old_ = v_ < node_count ? igc_atomic_max_uint(before_ + v_, before_2_) : 0u;
            holds_ = old_ < before_2_;
        }
        if (holds_) {
            igc_atomic_or_uint(changed_, 1u);
        }
        const uint after_now_ = v_ < node_count ? igc_load_uint(after_ + v_) : 0u;
        const uint after_2_ = after_now_ < node_count ? igc_load_uint(after_ + after_now_) : 0u;
        bool holds_2_ = after_2_ > (u_ < node_count ? igc_load_uint(after_ + u_) : 0u);
        if (holds_2_) {
            const uint old_2_ = u_ < node_count ? igc_atomic_max_uint(after_ + u_, after_2_) : 0u;
            holds_2_ = old_2_ < after_2_;
        }
        if (holds_2_) {
            igc_atomic_or_uint(changed_, 1u);
        }
    }
}

kernel IGC_WORKGROUP void scc_signatures_settle_(
    global uint *component_,
    global const uint *before_,
    global const uint *after_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (component_[u_] == UINT_MAX && before_[u_] == after_[u_]) {
            component_[u_] = before_[u_];
        }
    }
}

kernel IGC_WORKGROUP void scc_signatures_filter_(
    global const uint *component_,
    global const uint *before_,
    global const uint *after_,
    global const uint *open_front_,
    global uint *open_back_,
    global uint *open_sizes_,
    const uint open_phase_,
    const uint open_capacity_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, open_sizes_, open_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(open_sizes_, open_phase_, open_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const ulong item_ = igc_wide_item(open_front_, i_);
        const uint u_ = (uint)(item_ >> 32u);
        const uint v_ = (uint)item_;
        if ((u_ < node_count ? component_[u_] : 0u) == UINT_MAX && (v_ < node_count ? component_[v_] : 0u) == UINT_MAX) {
            if ((u_ < node_count ? before_[u_] : 0u) == (v_ < node_count ? before_[v_] : 0u) && (u_ < node_count ? after_[u_] : 0u) == (v_ < node_count ? after_[v_] : 0u)) {
                igc_push_wide(open_back_, open_sizes_, open_phase_, open_capacity_, ((ulong)u_ << 32u) | (ulong)v_);
            }
        }
    }
}

kernel IGC_WORKGROUP void scc_signatures_finish_(
    global uint *component_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (component_[u_] == UINT_MAX) {
            component_[u_] = u_;
        }
    }
}
