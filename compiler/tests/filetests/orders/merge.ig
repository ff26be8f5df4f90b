// Other edge maps get a form with rows that can be divided.

#test stage orders
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

#case
#opts merge
kernel k() {
    forall u in nodes where u.level2 < 1000 {
        forall e in u.out {
            atomic_add(e.dst.level2, 1);
        }
    }
}
main {
    fill();
    k();
}
#becomes
array k_selected: u32[nodes] = 0u32

kernel k() {
  forall parallel u: node in nodes {
    if (k_selected~?[u] != 0u32) {
      forall serial e: edge in out? u {
        atomic add level2~?[@targets?[e]], 1u32
      }
    }
  }
}

kernel k_select() {
  forall parallel u: node in nodes {
    k_selected~?[u] = 0u32
    if (level2~?[u] < 1000u32) {
      k_selected~?[u] = 1u32
    }
  }
}

main {
  launch fill()
  launch k_select()
  launch k()
}
remark: sharing applied in k: each workgroup gets an equal share of the nodes and edges, for nodes that a first kernel selects

#case
#opts merge
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
array k_selected: u32[nodes] = 0u32
array k_far: u32[nodes] = 0u32

kernel k() {
  forall parallel u: node in nodes {
    if (k_selected~?[u] != 0u32) {
      let far: u32 = k_far~?[u]
      forall serial e: edge in out? u {
        for time: u32 = 0u32 to k_selected~?[u] by 1u32 {
          atomic add level2~?[@targets?[e]], far
        }
      }
    }
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
  launch fill()
  launch begin()
  fill k_selected = 0u32
  launch k_select()
  launch k()
}
remark: sharing applied in k: each workgroup gets an equal share of the nodes and edges, for nodes that a first kernel selects
