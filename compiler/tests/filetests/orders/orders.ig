// The order in which kernels visit edges.

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

// Every order of a search.
#case
#opts pull
#opts edge
#opts struct-edge
#opts rev-edge
#opts rev-struct-edge
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
with pull
array visit_selected: u32[nodes] = 0u32

kernel visit(depth: u32) {
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

kernel visit_select(depth: u32) {
  forall parallel u: node in nodes {
    visit_selected~?[u] = 0u32
    if (level~?[u] == depth) {
      visit_selected~?[u] = 1u32
    }
  }
}

main {
  let depth: u32 = 0u32
  iterate {
    changed~?[0u32] = false
    launch visit_select(depth)
    launch visit(depth)
    set depth = (depth + 1u32)
  } while changed~?[0u32]
}
remark: order applied in visit: each destination visits its incoming edges, for nodes that a first kernel selects
with edge
array visit_selected: u32[nodes] = 0u32

kernel visit(depth: u32) {
  forall parallel e: edge in edges {
    let u: node = @sources?[e]
    if (visit_selected~?[u] != 0u32) {
      let v: node = @targets?[e]
      if (level~?[v] == 4294967295u32) {
        level~?[v] = (depth + 1u32)
        changed~?[0u32] = true
      }
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

main {
  let depth: u32 = 0u32
  iterate {
    changed~?[0u32] = false
    launch visit_select(depth)
    launch visit(depth)
    set depth = (depth + 1u32)
  } while changed~?[0u32]
}
remark: order applied in visit: each edge is an iteration, with both ends from lists, for nodes that a first kernel selects
with struct-edge
array visit_selected: u32[nodes] = 0u32

kernel visit(depth: u32) {
  forall parallel e: edge in edges {
    let first: u32 = 0u32
    let last: u32 = @node_count
    while ((last - first) > 1u32) {
      let middle: u32 = (first + ((last - first) >> 1u32))
      if (@out_offsets?[node(middle)] <= e) {
        set first = middle
      } else {
        set last = middle
      }
    }
    let u: node = node(first)
    if (visit_selected~?[u] != 0u32) {
      let v: node = @targets?[e]
      if (level~?[v] == 4294967295u32) {
        level~?[v] = (depth + 1u32)
        changed~?[0u32] = true
      }
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

main {
  let depth: u32 = 0u32
  iterate {
    changed~?[0u32] = false
    launch visit_select(depth)
    launch visit(depth)
    set depth = (depth + 1u32)
  } while changed~?[0u32]
}
remark: order applied in visit: each edge is an iteration, which searches its source, for nodes that a first kernel selects
with rev-edge
array visit_selected: u32[nodes] = 0u32

kernel visit(depth: u32) {
  forall parallel at: edge in edges {
    let u: node = @in_sources?[at]
    if (visit_selected~?[u] != 0u32) {
      let v: node = @in_targets?[at]
      if (level~?[v] == 4294967295u32) {
        level~?[v] = (depth + 1u32)
        changed~?[0u32] = true
      }
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

main {
  let depth: u32 = 0u32
  iterate {
    changed~?[0u32] = false
    launch visit_select(depth)
    launch visit(depth)
    set depth = (depth + 1u32)
  } while changed~?[0u32]
}
remark: order applied in visit: each edge is an iteration, ordered by destination, with both ends from lists, for nodes that a first kernel selects
with rev-struct-edge
array visit_selected: u32[nodes] = 0u32

kernel visit(depth: u32) {
  forall parallel at: edge in edges {
    let first: u32 = 0u32
    let last: u32 = @node_count
    while ((last - first) > 1u32) {
      let middle: u32 = (first + ((last - first) >> 1u32))
      if (@in_offsets?[node(middle)] <= at) {
        set first = middle
      } else {
        set last = middle
      }
    }
    let u: node = @in_sources?[at]
    if (visit_selected~?[u] != 0u32) {
      let v: node = node(first)
      if (level~?[v] == 4294967295u32) {
        level~?[v] = (depth + 1u32)
        changed~?[0u32] = true
      }
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

main {
  let depth: u32 = 0u32
  iterate {
    changed~?[0u32] = false
    launch visit_select(depth)
    launch visit(depth)
    set depth = (depth + 1u32)
  } while changed~?[0u32]
}
remark: order applied in visit: each edge is an iteration, ordered by destination, which it searches, for nodes that a first kernel selects

#case
#opts push
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
#stays
remark: order not applied in visit: the loop already has this order

// Paths that read nothing that visits write need no kernel that selects.
#case
#opts pull
#opts edge
kernel k() {
    forall u in nodes where u.level < 7 {
        let share = u.rank * 0.5;
        forall e in u.out where e.dst.level < 3 {
            atomic_add(e.dst.next, share);
        }
    }
}
main {
    k();
}
#becomes
with pull
kernel k() {
  forall parallel to: node in nodes {
    let sum: f32 = -0.0f32
    forall serial e: edge in in? to {
      let u: node = @sources?[e]
      if (level~?[u] < 7u32) {
        let share: f32 = (rank~?[u] * 0.5f32)
        if (level~?[to] < 3u32) {
          reduce add sum, share
        }
      }
    }
    next~?[to] = (next~?[to] + sum)
  }
}
remark: order applied in k: each destination visits its incoming edges
with edge
kernel k() {
  forall parallel e: edge in edges {
    let u: node = @sources?[e]
    if (level~?[u] < 7u32) {
      let share: f32 = (rank~?[u] * 0.5f32)
      if (level~?[@targets?[e]] < 3u32) {
        atomic add next~?[@targets?[e]], share
      }
    }
  }
}
remark: order applied in k: each edge is an iteration, with both ends from lists

// Values that an iteration combines are kept in memory, and a further kernel continues with them.
#case
#opts push
kernel k() {
    forall v in nodes {
        let sum = 0i64;
        let half = v.rank * 0.5;
        forall e in v.in {
            sum += e.src.level as i64;
        }
        v.next = half + (sum as f32);
    }
}
main {
    k();
}
#becomes
array k_sum: i64[nodes] = 0i64
array k_half: f32[nodes] = 0.0f32

kernel k() {
  forall parallel from: node in nodes {
    forall serial e: edge in out? from {
      let v: node = @targets?[e]
      atomic add k_sum~?[v], i64(level~?[from])
    }
  }
}

kernel k_select() {
  forall parallel v: node in nodes {
    let sum: i64 = 0i64
    let half: f32 = (rank~?[v] * 0.5f32)
    k_sum~?[v] = sum
    k_half~?[v] = half
  }
}

kernel k_finish() {
  forall parallel v: node in nodes {
    let sum: i64 = k_sum~?[v]
    let half: f32 = k_half~?[v]
    next~?[v] = (half + f32(sum))
  }
}

main {
  launch k_select()
  launch k()
  launch k_finish()
}
remark: order applied in k: each source visits its outgoing edges, for nodes that a first kernel selects

// The first kernel may change what an argument reads, so the argument is read once.
#case
#opts edge
global limit: u32 = 1;
kernel k(most: u32) {
    forall u in nodes {
        limit max= u as u32;
        forall e in u.out {
            atomic_min(e.dst.level, most);
        }
    }
}
main {
    k(limit);
}
#becomes
kernel k(most: u32) {
  forall parallel e: edge in edges {
    atomic min level~?[@targets?[e]], most
  }
}

kernel k_select(most: u32) {
  forall parallel u: node in nodes {
    atomic max limit~?[0u32], u32(u)
  }
}

main {
  let argument: u32 = limit~?[0u32]
  launch k_select(argument)
  launch k(argument)
}
remark: order applied in k: each edge is an iteration, with both ends from lists, for nodes that a first kernel selects

// An item may be on the worklist several times. Each of them visits the edges.
#case
#opts pull
kernel k() {
    forall u in w {
        let far = u.level + 1;
        forall e in u.out {
            atomic_add(e.dst.level, far);
        }
    }
}
main {
    pipe [0 as node] {
        k();
    }
}
#becomes
array k_selected: u32[nodes] = 0u32
array k_far: u32[nodes] = 0u32

kernel k() {
  forall parallel to: node in nodes {
    let sum: u32 = 0u32
    forall serial e: edge in in? to {
      let u: node = @sources?[e]
      for time: u32 = 0u32 to k_selected~?[u] by 1u32 {
        let far: u32 = k_far~?[u]
        reduce add sum, far
      }
    }
    level~?[to] = (level~?[to] + sum)
  }
}

kernel k_select() {
  forall parallel u: node in worklist w {
    let far: u32 = (level~?[u] + 1u32)
    k_far~?[u] = far
    atomic add k_selected~?[u], 1u32
  }
}

main {
  pipe w [0node] {
    fill k_selected = 0u32
    launch k_select()
    launch k()
  }
}
remark: order applied in k: each destination visits its incoming edges, for nodes that a first kernel selects

// If visits that happen again change nothing, all items of a node have the effect of one.
#case
#opts pull
kernel k() {
    forall u in w {
        let far = u.level + 1;
        forall e in u.out {
            if atomic_min(e.dst.level, far) > far {
                push e.dst;
            }
        }
    }
}
main {
    pipe [0 as node] {
        k();
    }
}
#becomes
array k_selected: u32[nodes] = 0u32
array k_far: u32[nodes] = 0u32

kernel k() {
  forall parallel to: node in nodes {
    forall serial e: edge in in? to {
      let u: node = @sources?[e]
      if (k_selected~?[u] != 0u32) {
        let far: u32 = k_far~?[u]
        let old: u32 = atomic min level~?[to], far
        if (old > far) {
          push w to
        }
      }
    }
  }
}

kernel k_select() {
  forall parallel u: node in worklist w {
    let far: u32 = (level~?[u] + 1u32)
    k_far~?[u] = far
    k_selected~?[u] = 1u32
  }
}

main {
  pipe w [0node] {
    fill k_selected = 0u32
    launch k_select()
    launch k()
  }
}
remark: order applied in k: each destination visits its incoming edges, for nodes that a first kernel selects
