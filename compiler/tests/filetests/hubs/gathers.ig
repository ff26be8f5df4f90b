// Gathers read the state of the first nodes from local memory.

#test stage hubs
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

#case a gather
#opts hubs
kernel k() {
    forall v in nodes {
        let sum = 7u32;
        forall e in v.in {
            sum += e.src.level;
        }
        v.level2 = sum;
    }
}
main {
    fill();
    k();
    k();
}
#becomes
kernel k() shared level_of_hubs: u32[tile] over nodes {
  let hubs: u32 = (@local_size * 8u32)
  for i: u32 = @local_id to min(@node_count, hubs) by @local_size {
    %level_of_hubs[i] = level[i]
  }
  barrier workgroup
  for v: node = @global_id to @node_count by @global_size {
    let sum: u32 = 7u32
    for e: edge = @in_offsets[v] to @in_offsets[(u32(v) + 1u32)] by 1u32 {
      set sum = (sum + select((u32(@in_sources[e]) < hubs), %level_of_hubs[min(u32(@in_sources[e]), (hubs - 1u32))], level[@in_sources[e]]))
    }
    level2[v] = sum
  }
}
remark: hubs applied in k: gathers of `level` read the values of the first nodes from local memory

// Without a gather of state that stays the same during the launch, the kernel does not change.
#case state that the kernel writes
#opts hubs
kernel k() {
    forall u in nodes {
        forall e in u.out {
            u.level2 = e.dst.level2;
        }
    }
}
main {
    k();
}
#stays

#case a push
#opts hubs
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

#case a push with an end
#opts hubs
kernel k() {
    forall u in nodes where u.limit != 2 {
        forall e in u.out {
            atomic_add(e.dst.level2, 1);
            total += 1;
        }
        atomic_add(u.level2, 1000);
    }
}
main {
    fill();
    k();
}
#stays

// A third array stays in memory.
#case at most two arrays
#opts hubs
node third: u32 = 1;
kernel k() {
    forall v in nodes {
        let sum = 0u32;
        forall e in v.in {
            sum += e.src.level + e.src.limit + e.src.third;
        }
        v.level2 = sum;
    }
}
main {
    fill();
    k();
}
#becomes
kernel k() shared level_of_hubs: u32[tile] shared limit_of_hubs: u32[tile] over nodes {
  let hubs: u32 = (@local_size * 8u32)
  for i: u32 = @local_id to min(@node_count, hubs) by @local_size {
    %level_of_hubs[i] = level[i]
  }
  let hubs_2: u32 = (@local_size * 8u32)
  for i_2: u32 = @local_id to min(@node_count, hubs_2) by @local_size {
    %limit_of_hubs[i_2] = limit[i_2]
  }
  barrier workgroup
  for v: node = @global_id to @node_count by @global_size {
    let sum: u32 = 0u32
    for e: edge = @in_offsets[v] to @in_offsets[(u32(v) + 1u32)] by 1u32 {
      set sum = (sum + ((select((u32(@in_sources[e]) < hubs), %level_of_hubs[min(u32(@in_sources[e]), (hubs - 1u32))], level[@in_sources[e]]) + select((u32(@in_sources[e]) < hubs_2), %limit_of_hubs[min(u32(@in_sources[e]), (hubs_2 - 1u32))], limit[@in_sources[e]])) + third[@in_sources[e]]))
    }
    level2[v] = sum
  }
}
remark: hubs not applied in k: 2 other arrays of the kernel are in local memory, so `third` is not
remark: hubs applied in k: gathers of `level` read the values of the first nodes from local memory
remark: hubs applied in k: gathers of `limit` read the values of the first nodes from local memory
