// Virtual warps: work-items share the edges of a node.

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
kernel k(depth: u32) lanes 8 {
  forall parallel u: node in worklist w {
    if (rank~?[u] > 0.5f32) {
      forall serial e: edge in out? u {
        if (level~?[@targets?[e]] == 4294967295u32) {
          level~?[@targets?[e]] = depth
          push w @targets?[e]
        }
      }
    }
  }
}
remark: sharing applied in k: 8 work-items share the edges of a node

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
array visit_selected: u32[nodes] = 0u32

kernel visit(depth: u32) lanes 2 {
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
remark: sharing applied in visit: 2 work-items share the edges of a node, for nodes that a first kernel selects

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
array k_sum: u32[nodes] = 0u32

kernel k() lanes 64 {
  forall parallel from: node in nodes {
    forall serial e: edge in out? from {
      let v: node = @targets?[e]
      atomic add k_sum~?[v], level~?[from]
    }
  }
}

kernel k_select() {
  forall parallel v: node in nodes {
    let sum: u32 = 0u32
    k_sum~?[v] = sum
  }
}

kernel k_finish() {
  forall parallel v: node in nodes {
    let sum: u32 = k_sum~?[v]
    next~?[v] = f32(sum)
  }
}

main {
  launch k_select()
  launch k()
  launch k_finish()
}
remark: order applied in k: each source visits its outgoing edges, for nodes that a first kernel selects
remark: sharing applied in k: 64 work-items share the edges of a node, for nodes that a first kernel selects

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
kernel k(depth: u32) lanes 4 {
  forall parallel u: node in nodes {
    if (rank~?[u] > 0.5f32) {
    } else {
      forall serial e: edge in out? u {
        atomic min level~?[@targets?[e]], depth
      }
    }
  }
}
remark: sharing applied in k: 4 work-items share the edges of a node
