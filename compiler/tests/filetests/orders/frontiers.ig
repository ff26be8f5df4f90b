// Representations of the nodes that a kernel selects.

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

// Every frontier of a search.
#case
#opts mask
#opts bitmap
#opts list
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
with mask
array visit_selected: u32[nodes] = 0u32

kernel visit(depth: u32) {
  forall parallel u: node in nodes {
    if (visit_selected~?[u] != 0u32) {
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
remark: frontier applied in visit: a first kernel keeps the selected nodes as a number for each node
with bitmap
array visit_selected: u32[one][((@node_count + 31u32) >> 5u32)] = 0u32

kernel visit(depth: u32) {
  forall parallel u: node in nodes {
    if (((visit_selected~?[0u32]?[(u32(u) >> 5u32)] >> u32(u)) & 1u32) != 0u32) {
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

kernel visit_select(depth: u32) {
  forall parallel u: node in nodes {
    if (level~?[u] == depth) {
      atomic or visit_selected~?[0u32]?[(u32(u) >> 5u32)], (1u32 << u32(u))
    }
  }
}

main {
  let depth: u32 = 0u32
  iterate {
    changed~?[0u32] = false
    fill visit_selected = 0u32
    launch visit_select(depth)
    launch visit(depth)
    set depth = (depth + 1u32)
  } while changed~?[0u32]
}
remark: frontier applied in visit: a first kernel keeps the selected nodes as a bit for each node
with list
worklist visit_selected

kernel visit(depth: u32) {
  forall parallel u: node in worklist visit_selected {
    forall serial e: edge in out? u {
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
    if (level~?[u] == depth) {
      push visit_selected u
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
remark: frontier applied in visit: a first kernel pushes the selected nodes to a worklist

// The random reads of these orders are those of bits. A list has only the nodes whose edges the program visits.
#case
#opts pull,bitmap
#opts edge,bitmap
#opts pull,list
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
with pull,bitmap
array visit_selected: u32[one][((@node_count + 31u32) >> 5u32)] = 0u32

kernel visit(depth: u32) {
  forall parallel to: node in nodes {
    if (level~?[to] == 4294967295u32) {
      for i: edge = @in_offsets?[to] to @in_offsets?[(u32(to) + 1u32)] by 1u32 {
        let e: edge = @in_edges?[i]
        let u: node = @sources?[e]
        if (((visit_selected~?[0u32]?[(u32(u) >> 5u32)] >> u32(u)) & 1u32) != 0u32) {
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
    if (level~?[u] == depth) {
      atomic or visit_selected~?[0u32]?[(u32(u) >> 5u32)], (1u32 << u32(u))
    }
  }
}

main {
  let depth: u32 = 0u32
  iterate {
    changed~?[0u32] = false
    fill visit_selected = 0u32
    launch visit_select(depth)
    launch visit(depth)
    set depth = (depth + 1u32)
  } while changed~?[0u32]
}
remark: order applied in visit: each destination visits its incoming edges, for nodes that a first kernel selects
remark: frontier applied in visit: a first kernel keeps the selected nodes as a bit for each node
with edge,bitmap
array visit_selected: u32[one][((@node_count + 31u32) >> 5u32)] = 0u32

kernel visit(depth: u32) {
  forall parallel e: edge in edges {
    let u: node = @sources?[e]
    if (((visit_selected~?[0u32]?[(u32(u) >> 5u32)] >> u32(u)) & 1u32) != 0u32) {
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
    if (level~?[u] == depth) {
      atomic or visit_selected~?[0u32]?[(u32(u) >> 5u32)], (1u32 << u32(u))
    }
  }
}

main {
  let depth: u32 = 0u32
  iterate {
    changed~?[0u32] = false
    fill visit_selected = 0u32
    launch visit_select(depth)
    launch visit(depth)
    set depth = (depth + 1u32)
  } while changed~?[0u32]
}
remark: order applied in visit: each edge is an iteration, with both ends from lists, for nodes that a first kernel selects
remark: frontier applied in visit: a first kernel keeps the selected nodes as a bit for each node
with pull,list
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
remark: frontier not applied in visit: visits in this order do not start at the selected nodes

// A path that each visit could take is taken once by a kernel, if a flag asks for it.
#case
#opts edge,mask
#opts edge,bitmap
#opts push,list,vwarp4
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
with edge,mask
array k_selected: u32[nodes] = 0u32
array k_share: f32[nodes] = 0.0f32

kernel k() {
  forall parallel e: edge in edges {
    let u: node = @sources?[e]
    if (k_selected~?[u] != 0u32) {
      let share: f32 = k_share~?[u]
      if (level~?[@targets?[e]] < 3u32) {
        atomic add next~?[@targets?[e]], share
      }
    }
  }
}

kernel k_select() {
  forall parallel u: node in nodes {
    k_selected~?[u] = 0u32
    if (level~?[u] < 7u32) {
      let share: f32 = (rank~?[u] * 0.5f32)
      k_share~?[u] = share
      k_selected~?[u] = 1u32
    }
  }
}

main {
  launch k_select()
  launch k()
}
remark: order applied in k: each edge is an iteration, with both ends from lists, for nodes that a first kernel selects
remark: frontier applied in k: a first kernel keeps the selected nodes as a number for each node
with edge,bitmap
array k_selected: u32[one][((@node_count + 31u32) >> 5u32)] = 0u32
array k_share: f32[nodes] = 0.0f32

kernel k() {
  forall parallel e: edge in edges {
    let u: node = @sources?[e]
    if (((k_selected~?[0u32]?[(u32(u) >> 5u32)] >> u32(u)) & 1u32) != 0u32) {
      let share: f32 = k_share~?[u]
      if (level~?[@targets?[e]] < 3u32) {
        atomic add next~?[@targets?[e]], share
      }
    }
  }
}

kernel k_select() {
  forall parallel u: node in nodes {
    if (level~?[u] < 7u32) {
      let share: f32 = (rank~?[u] * 0.5f32)
      k_share~?[u] = share
      atomic or k_selected~?[0u32]?[(u32(u) >> 5u32)], (1u32 << u32(u))
    }
  }
}

main {
  fill k_selected = 0u32
  launch k_select()
  launch k()
}
remark: order applied in k: each edge is an iteration, with both ends from lists, for nodes that a first kernel selects
remark: frontier applied in k: a first kernel keeps the selected nodes as a bit for each node
with push,list,vwarp4
array k_share: f32[nodes] = 0.0f32
worklist k_selected

kernel k() lanes 4 {
  forall parallel u: node in worklist k_selected {
    let share: f32 = k_share~?[u]
    forall serial e: edge in out? u {
      if (level~?[@targets?[e]] < 3u32) {
        atomic add next~?[@targets?[e]], share
      }
    }
  }
}

kernel k_select() {
  forall parallel u: node in nodes {
    if (level~?[u] < 7u32) {
      let share: f32 = (rank~?[u] * 0.5f32)
      k_share~?[u] = share
      push k_selected u
    }
  }
}

main {
  launch k_select()
  launch k()
}
remark: order not applied in k: the loop already has this order
remark: frontier applied in k: a first kernel pushes the selected nodes to a worklist
remark: sharing applied in k: 4 work-items share the edges of a node, for nodes that a first kernel selects

// In the order of the program, the end of an iteration comes after its own visits. In another order, the kernel that
// continues after all visits reads the items of a list again.
#case
#opts list
#opts list,vwarp2
#opts bitmap
#opts push,bitmap
kernel k() {
    forall v in nodes where v.level == 3 {
        let sum = 0u32;
        forall e in v.in {
            sum += e.src.level;
        }
        v.next = sum as f32;
    }
}
main {
    for i in 0..2 {
        k();
    }
}
#becomes
with list
array k_sum: u32[nodes] = 0u32
worklist k_selected

kernel k() {
  forall parallel v: node in worklist k_selected {
    let sum: u32 = k_sum~?[v]
    forall serial e: edge in in? v {
      reduce add sum, level~?[@sources?[e]]
    }
    next~?[v] = f32(sum)
  }
}

kernel k_select() {
  forall parallel v: node in nodes {
    if (level~?[v] == 3u32) {
      let sum: u32 = 0u32
      k_sum~?[v] = sum
      push k_selected v
    }
  }
}

main {
  for i: u32 = 0u32 to 2u32 {
    launch k_select()
    launch k()
  }
}
remark: frontier applied in k: a first kernel pushes the selected nodes to a worklist
with list,vwarp2
array k_sum: u32[nodes] = 0u32
worklist k_selected

kernel k() lanes 2 {
  forall parallel v: node in worklist k_selected {
    forall serial e: edge in in? v {
      atomic add k_sum~?[v], level~?[@sources?[e]]
    }
  }
}

kernel k_select() {
  forall parallel v: node in nodes {
    if (level~?[v] == 3u32) {
      let sum: u32 = 0u32
      k_sum~?[v] = sum
      push k_selected v
    }
  }
}

kernel k_finish() {
  forall parallel v: node in worklist k_selected {
    let sum: u32 = k_sum~?[v]
    next~?[v] = f32(sum)
  }
}

main {
  for i: u32 = 0u32 to 2u32 {
    launch k_select()
    launch k()
    launch again k_finish()
  }
}
remark: frontier applied in k: a first kernel pushes the selected nodes to a worklist
remark: sharing applied in k: 2 work-items share the edges of a node, for nodes that a first kernel selects
with bitmap
array k_selected: u32[one][((@node_count + 31u32) >> 5u32)] = 0u32
array k_sum: u32[nodes] = 0u32

kernel k() {
  forall parallel v: node in nodes {
    if (((k_selected~?[0u32]?[(u32(v) >> 5u32)] >> u32(v)) & 1u32) != 0u32) {
      let sum: u32 = k_sum~?[v]
      forall serial e: edge in in? v {
        reduce add sum, level~?[@sources?[e]]
      }
      next~?[v] = f32(sum)
    }
  }
}

kernel k_select() {
  forall parallel v: node in nodes {
    if (level~?[v] == 3u32) {
      let sum: u32 = 0u32
      k_sum~?[v] = sum
      atomic or k_selected~?[0u32]?[(u32(v) >> 5u32)], (1u32 << u32(v))
    }
  }
}

main {
  for i: u32 = 0u32 to 2u32 {
    fill k_selected = 0u32
    launch k_select()
    launch k()
  }
}
remark: frontier applied in k: a first kernel keeps the selected nodes as a bit for each node
with push,bitmap
array k_selected: u32[one][((@node_count + 31u32) >> 5u32)] = 0u32
array k_sum: u32[nodes] = 0u32

kernel k() {
  forall parallel from: node in nodes {
    forall serial e: edge in out? from {
      let v: node = @targets?[e]
      if (((k_selected~?[0u32]?[(u32(v) >> 5u32)] >> u32(v)) & 1u32) != 0u32) {
        atomic add k_sum~?[v], level~?[from]
      }
    }
  }
}

kernel k_select() {
  forall parallel v: node in nodes {
    if (level~?[v] == 3u32) {
      let sum: u32 = 0u32
      k_sum~?[v] = sum
      atomic or k_selected~?[0u32]?[(u32(v) >> 5u32)], (1u32 << u32(v))
    }
  }
}

kernel k_finish() {
  forall parallel v: node in nodes {
    if (((k_selected~?[0u32]?[(u32(v) >> 5u32)] >> u32(v)) & 1u32) != 0u32) {
      let sum: u32 = k_sum~?[v]
      next~?[v] = f32(sum)
    }
  }
}

main {
  for i: u32 = 0u32 to 2u32 {
    fill k_selected = 0u32
    launch k_select()
    launch k()
    launch k_finish()
  }
}
remark: order applied in k: each source visits its outgoing edges, for nodes that a first kernel selects
remark: frontier applied in k: a first kernel keeps the selected nodes as a bit for each node

// Items of a worklist may repeat. If the visits add to a value, only a mask can count them.
#case
#opts mask
kernel k() {
    forall u in w {
        forall e in u.out {
            if atomic_add(e.dst.level, 1) == 1 {
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

kernel k() {
  forall parallel u: node in nodes {
    if (k_selected~?[u] != 0u32) {
      forall serial e: edge in out? u {
        for time: u32 = 0u32 to k_selected~?[u] by 1u32 {
          let old: u32 = atomic add level~?[@targets?[e]], 1u32
          if (old == 1u32) {
            push w @targets?[e]
          }
        }
      }
    }
  }
}

kernel k_select() {
  forall parallel u: node in worklist w {
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
remark: frontier applied in k: a first kernel keeps the selected nodes as a number for each node

#case
#opts bitmap
#opts list
kernel k() {
    forall u in w {
        forall e in u.out {
            if atomic_add(e.dst.level, 1) == 1 {
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
#stays
with bitmap
remark: frontier not applied in k: an item may repeat, and an iteration uses the old value of an atomic
with list
remark: frontier not applied in k: the loop already runs over a worklist

// If visits that happen again change nothing, a bit represents all items of a node.
#case
#opts mask
#opts bitmap
#opts pull,bitmap
kernel k(depth: u32) {
    forall u in w {
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
with mask
array k_selected: u32[nodes] = 0u32

kernel k(depth: u32) {
  forall parallel u: node in nodes {
    if (k_selected~?[u] != 0u32) {
      forall serial e: edge in out? u {
        if (level~?[@targets?[e]] == 4294967295u32) {
          level~?[@targets?[e]] = depth
          push w @targets?[e]
        }
      }
    }
  }
}

kernel k_select(depth: u32) {
  forall parallel u: node in worklist w {
    k_selected~?[u] = 1u32
  }
}

main {
  let depth: u32 = 1u32
  pipe w [0node] {
    fill k_selected = 0u32
    launch k_select(depth)
    launch k(depth)
    set depth = (depth + 1u32)
  }
}
remark: frontier applied in k: a first kernel keeps the selected nodes as a number for each node
with bitmap
array k_selected: u32[one][((@node_count + 31u32) >> 5u32)] = 0u32

kernel k(depth: u32) {
  forall parallel u: node in nodes {
    if (((k_selected~?[0u32]?[(u32(u) >> 5u32)] >> u32(u)) & 1u32) != 0u32) {
      forall serial e: edge in out? u {
        if (level~?[@targets?[e]] == 4294967295u32) {
          level~?[@targets?[e]] = depth
          push w @targets?[e]
        }
      }
    }
  }
}

kernel k_select(depth: u32) {
  forall parallel u: node in worklist w {
    atomic or k_selected~?[0u32]?[(u32(u) >> 5u32)], (1u32 << u32(u))
  }
}

main {
  let depth: u32 = 1u32
  pipe w [0node] {
    fill k_selected = 0u32
    launch k_select(depth)
    launch k(depth)
    set depth = (depth + 1u32)
  }
}
remark: frontier applied in k: a first kernel keeps the selected nodes as a bit for each node
with pull,bitmap
array k_selected: u32[one][((@node_count + 31u32) >> 5u32)] = 0u32

kernel k(depth: u32) {
  forall parallel to: node in nodes {
    if (level~?[to] == 4294967295u32) {
      for i: edge = @in_offsets?[to] to @in_offsets?[(u32(to) + 1u32)] by 1u32 {
        let e: edge = @in_edges?[i]
        let u: node = @sources?[e]
        if (((k_selected~?[0u32]?[(u32(u) >> 5u32)] >> u32(u)) & 1u32) != 0u32) {
          if (level~?[to] == 4294967295u32) {
            level~?[to] = depth
            push w to
          }
        }
        if not((level~?[to] == 4294967295u32)) {
          break
        }
      }
    }
  }
}

kernel k_select(depth: u32) {
  forall parallel u: node in worklist w {
    atomic or k_selected~?[0u32]?[(u32(u) >> 5u32)], (1u32 << u32(u))
  }
}

main {
  let depth: u32 = 1u32
  pipe w [0node] {
    fill k_selected = 0u32
    launch k_select(depth)
    launch k(depth)
    set depth = (depth + 1u32)
  }
}
remark: order applied in k: each destination visits its incoming edges, for nodes that a first kernel selects
remark: frontier applied in k: a first kernel keeps the selected nodes as a bit for each node

#case
#opts list
kernel k(depth: u32) {
    forall u in w {
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
#stays
remark: frontier not applied in k: the loop already runs over a worklist

// Without selected nodes, the output is that without the flag.
#case
#opts mask
#opts bitmap
#opts list
kernel k() {
    forall u in nodes {
        forall e in u.out {
            e.dst.next = 1;
        }
    }
}
main {
    k();
}
#stays
with mask
remark: frontier not applied in k: every node has visits, so none is selected
with bitmap
remark: frontier not applied in k: every node has visits, so none is selected
with list
remark: frontier not applied in k: every node has visits, so none is selected

#case
#opts mask
#opts bitmap
#opts list
kernel k() {
    forall u in nodes where u.level < 3 {
        for e in u.out {
            e.dst.next = 1;
        }
    }
}
main {
    k();
}
#stays
with mask
remark: frontier not applied in k: a `for` or `while` runs in order
with bitmap
remark: frontier not applied in k: a `for` or `while` runs in order
with list
remark: frontier not applied in k: a `for` or `while` runs in order

#case
#opts mask
#opts bitmap
#opts list
kernel k() {
    forall u in nodes {
        u.level = 0;
    }
}
main {
    k();
}
#stays
