// The word of a valid node in a bitmap is in range, so visits read it without a check.

#test stage bounds
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

#case
#opts bitmap
#opts pull,bitmap
#opts rev-struct-edge,bitmap
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
with bitmap
kernel visit(depth: u32) {
  forall parallel u: node in nodes {
    if (((visit_selected[0u32][(u32(u) >> 5u32)] >> u32(u)) & 1u32) != 0u32) {
      forall serial e: edge in out u {
        let v: node = @targets[e]
        if (level~[v] == 4294967295u32) {
          level~[v] = (depth + 1u32)
          changed~[0u32] = true
        }
      }
    }
  }
}

kernel visit_select(depth: u32) {
  forall parallel u: node in nodes {
    if (level[u] == depth) {
      atomic or visit_selected~[0u32][(u32(u) >> 5u32)], (1u32 << u32(u))
    }
  }
}
with pull,bitmap
kernel visit(depth: u32) {
  forall parallel to: node in nodes {
    if (level[to] == 4294967295u32) {
      for i: edge = @in_offsets[to] to @in_offsets[(u32(to) + 1u32)] by 1u32 {
        let e: edge = @in_edges[i]
        let u: node = @sources[e]
        if (((visit_selected[0u32][(u32(u) >> 5u32)] >> u32(u)) & 1u32) != 0u32) {
          if (level[to] == 4294967295u32) {
            level[to] = (depth + 1u32)
            changed~[0u32] = true
          }
        }
        if not((level[to] == 4294967295u32)) {
          break
        }
      }
    }
  }
}

kernel visit_select(depth: u32) {
  forall parallel u: node in nodes {
    if (level[u] == depth) {
      atomic or visit_selected~[0u32][(u32(u) >> 5u32)], (1u32 << u32(u))
    }
  }
}
with rev-struct-edge,bitmap
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
    let u: node = @in_sources[at]
    if (((visit_selected[0u32][(u32(u) >> 5u32)] >> u32(u)) & 1u32) != 0u32) {
      let v: node = node(first)
      if (level~?[v] == 4294967295u32) {
        level~?[v] = (depth + 1u32)
        changed~[0u32] = true
      }
    }
  }
}

kernel visit_select(depth: u32) {
  forall parallel u: node in nodes {
    if (level[u] == depth) {
      atomic or visit_selected~[0u32][(u32(u) >> 5u32)], (1u32 << u32(u))
    }
  }
}
