// The device evaluates the tree of an outlined loop: the loop has no step on the host.

#test stage oitergb
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
#opts adaptive,oitergb
#model if frontier_edges <= 9 none else pull
#show outlined main
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
outlined outlined_0(inout depth: u32, inout earlier_edges: u32) {
  iterate {
    barrier grid
    changed~?[0u32] = false
    call visit_frontier(depth)
    barrier grid
    let all_edges: u32 = visit_edges~?[0u32]
    let frontier_edges: u32 = (all_edges - earlier_edges)
    set earlier_edges = all_edges
    if (f32(frontier_edges) <= 9.0f32) {
      call visit(depth)
    } else {
      call visit_select(depth)
      barrier grid
      call visit_order_pull(depth)
    }
    set depth = (depth + 1u32)
    barrier grid
  } while changed~?[0u32]
}

main {
  let earlier_edges: u32 = 0u32
  let depth: u32 = 0u32
  outline outlined_0(depth, earlier_edges)
}
remark: outlining applied in main: the `iterate` loop is one kernel, with 4 grid barriers per round
