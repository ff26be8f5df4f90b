// Loops of virtual warps after the distribution over work-items.

#test stage distribute
#show kernel
#module
node level: u32 = MAX;
node rank: f32 = 0;
node next: f32 = 0;
global changed: bool = false;
worklist w;
output level;
output next;
…

// Work-items of a virtual warp take the same path, and share the edges.
#case
#opts vwarp8
kernel k(depth: u32) {
    forall u in w where u.rank > 0.5 {
        forall e in u.out where e.dst.level == MAX {
            e.dst.level = depth;
            push e.dst;
        }
    }
}
main {
    let depth = 1;
    pipe [0 as node] {
        k(depth);
        depth += 1;
    }
}
#becomes
kernel k(depth: u32) over other {
  let lanes: u32 = min(8u32, @global_size)
  let warps: u32 = (@global_size / lanes)
  let warp: u32 = (@global_id / lanes)
  let lane: u32 = (@global_id % lanes)
  if (warp < warps) {
    for i: u32 = warp to @size(w) by warps {
      let u: node = @item(w, i)
      if (rank[u] > 0.5f32) {
        for e: edge = (@out_offsets[u] + edge(lane)) to @out_offsets[(u32(u) + 1u32)] by lanes {
          if (level~[@targets[e]] == 4294967295u32) {
            level~[@targets[e]] = depth
            push w @targets[e]
          }
        }
      }
    }
  }
}

#case
#opts vwarp2
kernel visit(depth: u32) {
    forall u in nodes where u.level == depth {
        forall e in u.out {
            let v = e.dst;
            if v.level == MAX {
                v.level = depth + 1;
                changed = true;
            }
        }
    }
}
main {
    let depth = 0;
    iterate {
        changed = false;
        visit(depth);
        depth += 1;
    } while changed;
}
#becomes
kernel visit(depth: u32) over other {
  let lanes: u32 = min(2u32, @global_size)
  let warps: u32 = (@global_size / lanes)
  let warp: u32 = (@global_id / lanes)
  let lane: u32 = (@global_id % lanes)
  if (warp < warps) {
    for u: node = warp to @node_count by warps {
      if (visit_selected[u] != 0u32) {
        for e: edge = (@out_offsets[u] + edge(lane)) to @out_offsets[(u32(u) + 1u32)] by lanes {
          let v: node = @targets[e]
          if (level~[v] == 4294967295u32) {
            level~[v] = (depth + 1u32)
            changed~[0u32] = true
          }
        }
      }
    }
  }
}

kernel visit_select(depth: u32) over nodes {
  for u: node = @global_id to @node_count by @global_size {
    visit_selected[u] = 0u32
    if (level[u] == depth) {
      visit_selected[u] = 1u32
    }
  }
}

#case
#opts push,vwarp64
kernel k() {
    forall v in nodes {
        let sum = 0u32;
        forall e in v.in {
            sum += e.src.level;
        }
        v.next = sum as f32;
    }
}
main {
    k();
}
#becomes
kernel k() over other {
  let lanes: u32 = min(64u32, @global_size)
  let warps: u32 = (@global_size / lanes)
  let warp: u32 = (@global_id / lanes)
  let lane: u32 = (@global_id % lanes)
  if (warp < warps) {
    for from: node = warp to @node_count by warps {
      for e: edge = (@out_offsets[from] + edge(lane)) to @out_offsets[(u32(from) + 1u32)] by lanes {
        let v: node = @targets[e]
        atomic add k_sum~[v], level[from]
      }
    }
  }
}

kernel k_select() over nodes {
  for v: node = @global_id to @node_count by @global_size {
    let sum: u32 = 0u32
    k_sum[v] = sum
  }
}

kernel k_finish() over nodes {
  for v: node = @global_id to @node_count by @global_size {
    let sum: u32 = k_sum[v]
    next[v] = f32(sum)
  }
}

#case
#opts vwarp4
kernel k(depth: u32) {
    forall u in nodes {
        if u.rank > 0.5 {
        } else {
            forall e in u.out {
                atomic_min(e.dst.level, depth);
            }
        }
    }
}
main {
    k(1);
}
#becomes
kernel k(depth: u32) over other {
  let lanes: u32 = min(4u32, @global_size)
  let warps: u32 = (@global_size / lanes)
  let warp: u32 = (@global_id / lanes)
  let lane: u32 = (@global_id % lanes)
  if (warp < warps) {
    for u: node = warp to @node_count by warps {
      if (rank[u] > 0.5f32) {
      } else {
        for e: edge = (@out_offsets[u] + edge(lane)) to @out_offsets[(u32(u) + 1u32)] by lanes {
          atomic min level~[@targets[e]], depth
        }
      }
    }
  }
}
