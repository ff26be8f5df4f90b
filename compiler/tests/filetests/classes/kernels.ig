// A loop over nodes becomes three kernels, one for each class of degrees.

#test stage classes
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

#case a loop becomes three kernels
#opts classes
kernel k() {
    forall v in nodes where v.limit > 1 {
        let most = v.limit;
        let least = MAX;
        forall e in v.in where e.src.level >= most {
            least min= e.src.level + most;
        }
        v.level2 = least;
    }
}
main {
    fill();
    k();
}
#becomes
worklist in_medium
worklist in_high

kernel k() {
  forall parallel v: node in nodes {
    if (u32((@in_offsets[(u32(v) + 1u32)] - @in_offsets[v])) < 32u32) {
      if (limit~?[v] > 1u32) {
        let most: u32 = limit~?[v]
        let least: u32 = 4294967295u32
        forall serial e: edge in in? v {
          if (level~?[@sources?[e]] >= most) {
            reduce min least, (level~?[@sources?[e]] + most)
          }
        }
        level2~?[v] = least
      }
    }
  }
}

kernel inspect_in() {
  forall parallel u: node in nodes {
    let count: u32 = u32((@in_offsets[(u32(u) + 1u32)] - @in_offsets[u]))
    if (count >= 128u32) {
      push in_high u
    } else {
      if (count >= 32u32) {
        push in_medium u
      }
    }
  }
}

kernel k_medium() per subgroup opts sg,classes {
  forall parallel v: node in worklist in_medium {
    if (limit~?[v] > 1u32) {
      let most: u32 = limit~?[v]
      let least: u32 = 4294967295u32
      forall serial e: edge in in? v {
        if (level~?[@sources?[e]] >= most) {
          reduce min least, (level~?[@sources?[e]] + most)
        }
      }
      level2~?[v] = least
    }
  }
}

kernel k_high() per workgroup opts wg,classes {
  forall parallel v: node in worklist in_high {
    if (limit~?[v] > 1u32) {
      let most: u32 = limit~?[v]
      let least: u32 = 4294967295u32
      forall serial e: edge in in? v {
        if (level~?[@sources?[e]] >= most) {
          reduce min least, (level~?[@sources?[e]] + most)
        }
      }
      level2~?[v] = least
    }
  }
}

main {
  launch inspect_in()
  let medium: u32 = @waiting(in_medium)
  take in_medium
  let high: u32 = @waiting(in_high)
  take in_high
  launch fill()
  launch k()
  if (medium != 0u32) {
    launch again k_medium()
  }
  if (high != 0u32) {
    launch again k_high()
  }
}
remark: sharing applied in k: a node with 32 edges has a subgroup, and one with 128 a workgroup

#case visits of outgoing edges
#opts classes
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
#becomes
worklist out_medium
worklist out_high

kernel k() {
  forall parallel u: node in nodes {
    if (u32((@out_offsets[(u32(u) + 1u32)] - @out_offsets[u])) < 32u32) {
      let far: u32 = (level~?[u] + 1u32)
      forall serial e: edge in out? u {
        atomic add level2~?[@targets?[e]], far
      }
    }
  }
}

kernel inspect_out() {
  forall parallel u: node in nodes {
    let count: u32 = u32((@out_offsets[(u32(u) + 1u32)] - @out_offsets[u]))
    if (count >= 128u32) {
      push out_high u
    } else {
      if (count >= 32u32) {
        push out_medium u
      }
    }
  }
}

kernel k_medium() per subgroup opts sg,classes {
  forall parallel u: node in worklist out_medium {
    let far: u32 = (level~?[u] + 1u32)
    forall serial e: edge in out? u {
      atomic add level2~?[@targets?[e]], far
    }
  }
}

kernel k_high() per workgroup opts wg,classes {
  forall parallel u: node in worklist out_high {
    let far: u32 = (level~?[u] + 1u32)
    forall serial e: edge in out? u {
      atomic add level2~?[@targets?[e]], far
    }
  }
}

main {
  launch inspect_out()
  let medium: u32 = @waiting(out_medium)
  take out_medium
  let high: u32 = @waiting(out_high)
  take out_high
  launch fill()
  launch k()
  if (medium != 0u32) {
    launch again k_medium()
  }
  if (high != 0u32) {
    launch again k_high()
  }
}
remark: sharing applied in k: a node with 32 edges has a subgroup, and one with 128 a workgroup

#case a loop over a worklist
#opts classes
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
remark: sharing not applied in k: the loop is not over all nodes, whose classes are known

#case a loop in order
#opts classes
kernel k() {
    forall u in nodes {
        for e in u.out {
            e.dst.level2 = 1;
        }
    }
}
main {
    k();
}
#stays
remark: sharing not applied in k: a `for` or `while` runs in order
