// The items of short worklists are distributed over all workgroups.

#test stage spread
#module
node level: u32 = MAX;
node rank: f32 = 0;
node next: f32 = 0;
global changed: bool = false;
worklist w;
output level;
output next;
node limit: u32 = 0;
node level2: u32 = 0;
global total: u32 = 0;
output level2;
output total;
kernel fill() {
    forall u in nodes {
        u.level = (u as u32) * 7 % 11;
        u.limit = (u as u32) % 5;
    }
}
…

#case the items have gaps
#opts wg,spread
kernel k() {
    forall u in w {
        let far = u.level + 1;
        forall e in u.out {
            atomic_add(e.dst.level2, far);
        }
    }
}
kernel begin() {
    forall u in nodes where (u as u32) % 3 == 0 {
        push u;
        push u;
    }
}
main {
    fill();
    begin();
    k();
}
#becomes
kernel k() over other {
  let gap: u32 = max(min((@global_size / max(@size(w), 1u32)), @local_size), 1u32)
  for position: u32 = @global_id to (@size(w) * gap) by @global_size {
    let i: u32 = (position / gap)
    if ((position % gap) == 0u32) {
      let u: node = @item(w, i)
      let far: u32 = (level[u] + 1u32)
      forall serial e: edge in out u {
        atomic add level2~[@targets[e]], far
      }
    }
  }
}
remark: spread applied in k: if there are fewer items than work-items, all workgroups share them

#case with another scheme
#opts spread,fg1
kernel k() {
    forall u in w {
        let far = u.level + 1;
        forall e in u.out {
            atomic_add(e.dst.level2, far);
        }
    }
}
kernel begin() {
    forall u in nodes where (u as u32) % 3 == 0 {
        push u;
        push u;
    }
}
main {
    fill();
    begin();
    k();
}
#becomes
kernel k() over other {
  let gap: u32 = max(min((@global_size / max(@size(w), 1u32)), @local_size), 1u32)
  for position: u32 = @global_id to (@size(w) * gap) by @global_size {
    let i: u32 = (position / gap)
    if ((position % gap) == 0u32) {
      let u: node = @item(w, i)
      let far: u32 = (level[u] + 1u32)
      forall serial e: edge in out u {
        atomic add level2~[@targets[e]], far
      }
    }
  }
}
remark: spread applied in k: if there are fewer items than work-items, all workgroups share them

#case without a scheme for the edges
#opts spread
kernel k() {
    forall u in w {
        let far = u.level + 1;
        forall e in u.out {
            atomic_add(e.dst.level2, far);
        }
    }
}
kernel begin() {
    forall u in nodes where (u as u32) % 3 == 0 {
        push u;
        push u;
    }
}
main {
    fill();
    begin();
    k();
}
#stays
remark: spread not applied in k: it needs one of the flags `wg`, `sg`, `fg1` and `fg8`

#case a loop without edges
#opts spread,fg1
kernel k() {
    forall u in w {
        u.level2 = 3;
    }
}
main {
    pipe nodes {
        k();
    }
}
#stays
remark: spread not applied in k: an iteration has no nested `forall` that a workgroup could share

#case a loop over nodes
#opts spread,fg1
kernel k() {
    forall u in nodes {
        let far = u.level + 1;
        forall e in u.out {
            atomic_add(e.dst.level2, far);
        }
    }
}
main {
    fill();
    k();
}
#stays
