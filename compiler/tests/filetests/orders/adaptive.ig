// Adaptive kernels: the variants, and the tree in `main` that chooses among them.

#test stage orders
#module
node level: u32 = MAX;
node rank: f32 = 0;
node next: f32 = 0;
global changed: bool = false;
worklist w;
output level;
output next;
…

// The built-in rule for a search.
#case
#opts adaptive
#model program other pull
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
array visit_nodes: u32[one] = 0u32
array visit_edges: u32[one] = 0u32
array visit_selected: u32[nodes] = 0u32

kernel visit_frontier(depth: u32) opts count=wg {
  forall parallel u: node in nodes {
    if (level~?[u] == depth) {
      atomic add visit_nodes~?[0u32], 1u32
      atomic add visit_edges~?[0u32], u32((@out_offsets?[(u32(u) + 1u32)] - @out_offsets?[u]))
    }
  }
}

kernel visit_select(depth: u32) {
  forall parallel u: node in nodes {
    visit_selected~?[u] = 0u32
    if (level~?[u] == depth) {
      visit_selected~?[u] = 1u32
    }
  }
}

kernel visit_order_pull(depth: u32) {
  forall parallel to: node in nodes {
    if (level~?[to] == 4294967295u32) {
      for i: edge = @in_offsets?[to] to @in_offsets?[(u32(to) + 1u32)] by 1u32 {
        let e: edge = @in_edges?[i]
        let u: node = @sources?[e]
        if (visit_selected~?[u] != 0u32) {
          if (level~?[to] == 4294967295u32) {
            level~?[to] = (depth + 1u32)
            changed~?[0u32] = true
          }
        }
        if not((level~?[to] == 4294967295u32)) {
          break
        }
      }
    }
  }
}

frontier visit_frontier(visit_nodes, visit_edges)
variant visit of visit { none }
variant visit_order_pull of visit { order=pull }

main {
  let earlier_edges: u32 = 0u32
  let depth: u32 = 0u32
  let discovered_edges: f32 = 0.0f32
  iterate {
    changed~?[0u32] = false
    launch visit_frontier(depth)
    let all_edges: u32 = visit_edges~?[0u32]
    let frontier_edges: u32 = (all_edges - earlier_edges)
    set earlier_edges = all_edges
    let edges_of_rest: f32 = (f32(@edge_count) - discovered_edges)
    set discovered_edges = (discovered_edges + f32(frontier_edges))
    if (select((f32(@edge_count) > 0.0f32), (f32(frontier_edges) / f32(@edge_count)), 0.0f32) <= 0.01f32) {
      launch visit(depth)
    } else {
      if (select((edges_of_rest > 0.0f32), (f32(frontier_edges) / edges_of_rest), 4294967300.0f32) <= 0.0714f32) {
        launch visit(depth)
      } else {
        launch visit_select(depth)
        launch visit_order_pull(depth)
      }
    }
    set depth = (depth + 1u32)
  } while changed~?[0u32]
}
remark: adaptive applied in visit: a model chooses among none and order=pull in each round

// A tree without features of the round counts nothing, and each variant exists once.
#case
#opts adaptive
#model if nodes <= 100 edge else if in_degree_greatest <= 8 push else edge
#show main names
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
main {
  let in_degree_greatest: f32 = in_degree_greatest~?[0u32]
  let depth: u32 = 0u32
  iterate {
    changed~?[0u32] = false
    if (f32(@node_count) <= 100.0f32) {
      launch visit_select(depth)
      launch visit_order_edge(depth)
    } else {
      if (in_degree_greatest <= 8.0f32) {
        launch visit(depth)
      } else {
        launch visit_select(depth)
        launch visit_order_edge(depth)
      }
    }
    set depth = (depth + 1u32)
  } while changed~?[0u32]
}
kernels: visit, visit_select, visit_order_edge
remark: adaptive applied in visit: a model chooses among order=edge and order=push in each round

// The size of a worklist is known. Only the second question needs a count, and the kernels after the count read the
// same items again.
#case
#opts adaptive
#model if frontier_nodes <= 100 none else if frontier_mean_degree <= 4 vwarp4 else pull
#show main names
kernel visit(depth: u32) {
    forall u in w {
        forall e in u.out where e.dst.level == MAX {
            e.dst.level = depth;
            push w e.dst;
        }
    }
}
main {
    let depth = 1;
    pipe w [0] {
        visit(depth);
        depth += 1;
    }
}
#becomes
main {
  let earlier_nodes: u32 = 0u32
  let earlier_edges: u32 = 0u32
  let depth: u32 = 1u32
  pipe w [0node] {
    let frontier_nodes: u32 = @waiting(w)
    if (f32(frontier_nodes) <= 100.0f32) {
      launch visit(depth)
    } else {
      launch visit_frontier(depth)
      let all_nodes: u32 = visit_nodes~?[0u32]
      let frontier_nodes_2: u32 = (all_nodes - earlier_nodes)
      set earlier_nodes = all_nodes
      let all_edges: u32 = visit_edges~?[0u32]
      let frontier_edges: u32 = (all_edges - earlier_edges)
      set earlier_edges = all_edges
      if (select((f32(frontier_nodes_2) > 0.0f32), (f32(frontier_edges) / f32(frontier_nodes_2)), 0.0f32) <= 4.0f32) {
        launch again visit_vwarp_4(depth)
      } else {
        fill visit_selected = 0u32
        launch again visit_select(depth)
        launch visit_order_pull(depth)
      }
    }
    set depth = (depth + 1u32)
  }
}
kernels: visit, visit_frontier, visit_vwarp_4, visit_select, visit_order_pull
remark: adaptive applied in visit: a model chooses among none and vwarp=4 and order=pull in each round

// A path with effects runs once, in the selecting kernel, whatever the tree chooses.
#case
#opts adaptive
#model if discovered_share <= 0.5 none else edge
#show main names
kernel k() {
    forall u in nodes where u.level > 3 {
        u.level -= 1;
        forall e in u.out {
            atomic_add(e.dst.next, 1.0);
        }
    }
}
main {
    for i in 0..3 {
        k();
    }
}
#becomes
main {
  let earlier_nodes: u32 = 0u32
  let earlier_edges: u32 = 0u32
  let discovered_nodes: f32 = 0.0f32
  for i: u32 = 0u32 to 3u32 {
    launch k_select()
    launch k_frontier()
    let all_nodes: u32 = k_nodes~?[0u32]
    let frontier_nodes: u32 = (all_nodes - earlier_nodes)
    set earlier_nodes = all_nodes
    let all_edges: u32 = k_edges~?[0u32]
    let frontier_edges: u32 = (all_edges - earlier_edges)
    set earlier_edges = all_edges
    set discovered_nodes = (discovered_nodes + f32(frontier_nodes))
    if (select((f32(@node_count) > 0.0f32), (discovered_nodes / f32(@node_count)), 0.0f32) <= 0.5f32) {
      launch k_none()
    } else {
      launch k_order_edge()
    }
  }
}
kernels: k, k_select, k_frontier, k_none, k_order_edge
remark: adaptive applied in k: a model chooses among none and order=edge in each round

// If the tree asks only for the size of the worklist, nothing is counted, and the program's own order runs a path with
// effects as it is.
#case
#opts adaptive
#model if frontier_nodes <= 9 none else edge
#show main names
kernel leave(k: u32) {
    forall u in w {
        u.level = k;
        forall e in u.out {
            let before = atomic_add(e.dst.level, 1);
            if before == 4 {
                push w e.dst;
            }
        }
    }
}
main {
    pipe w [0] {
        leave(3);
    }
}
#becomes
main {
  pipe w [0node] {
    let frontier_nodes: u32 = @waiting(w)
    if (f32(frontier_nodes) <= 9.0f32) {
      launch leave(3u32)
    } else {
      fill leave_selected = 0u32
      launch leave_select(3u32)
      launch leave_order_edge(3u32)
    }
  }
}
kernels: leave, leave_select, leave_order_edge
remark: adaptive applied in leave: a model chooses among none and order=edge in each round

// Each node has visits in each round, so its counts are those of the graph.
#case
#opts adaptive
#model if frontier_edges <= 1000 none else edge
#show main names
kernel gather() {
    forall v in nodes {
        let sum = 0.0;
        forall e in v.in {
            sum += e.src.rank;
        }
        v.next = sum;
    }
}
main {
    for i in 0..3 {
        gather();
    }
}
#becomes
main {
  for i: u32 = 0u32 to 3u32 {
    if (f32(@edge_count) <= 1000.0f32) {
      launch gather()
    } else {
      launch gather_select()
      launch gather_order_edge()
      launch gather_finish()
    }
  }
}
kernels: gather, gather_select, gather_finish, gather_order_edge
remark: adaptive applied in gather: a model chooses among none and order=edge in each round

// The schemes of a leaf are those of its kernel only, next to flags of the configuration that they do not exclude.
#case
#opts adaptive,fg1,coop-cv
#model if nodes <= 9 none else sg,fg8
#show kernel
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
kernel visit_sg_fg8(depth: u32) opts sg,fg8,coop-cv {
  forall parallel u: node in nodes {
    if (level~?[u] == depth) {
      forall serial e: edge in out? u {
        let v: node = @targets?[e]
        if (level~?[v] == 4294967295u32) {
          level~?[v] = (depth + 1u32)
          changed~?[0u32] = true
        }
      }
    }
  }
}
remark: adaptive applied in visit: a model chooses among none and sg,fg8 in each round

// Statistics of degrees are globals.
#case
#opts adaptive
#model if degree_median <= 3 none else pull
#show array
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
array visit_selected: u32[nodes] = 0u32
array degree_median: f32[one] = degrees degree_median
remark: adaptive applied in visit: a model chooses among none and order=pull in each round

// Without a model, only kernels whose pull can end early change.
#case
#opts adaptive
kernel spread() {
    forall u in nodes where u.level < 7 {
        forall e in u.out {
            atomic_add(e.dst.next, 1.0);
        }
    }
}
main {
    spread();
}
#stays
remark: adaptive applied in spread: the model always chooses none

#case
#opts adaptive
#show names
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
kernels: visit, visit_frontier, visit_select, visit_order_pull
remark: adaptive applied in visit: a model chooses among none and order=pull in each round
