// The first work-item of a group has the iterations of the group.

#test stage distribute
#show kernel
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
kernel fill() over nodes {
  for u: node = @global_id to @node_count by @global_size {
    level[u] = ((u32(u) * 7u32) % 11u32)
    limit[u] = (u32(u) % 5u32)
  }
}

kernel k() over nodes {
  for u: node = @global_id to @node_count by @global_size {
    if (u32((@out_offsets[(u32(u) + 1u32)] - @out_offsets[u])) < 32u32) {
      let far: u32 = (level[u] + 1u32)
      forall serial e: edge in out u {
        atomic add level2~[@targets[e]], far
      }
    }
  }
}

kernel inspect_out() over nodes {
  for u: node = @global_id to @node_count by @global_size {
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

kernel k_medium() opts sg,classes over other {
  for base: u64 = u64(@group_start) to (u64(((@size(out_medium) / @subgroup_count) + 1u32)) * u64(@local_size)) by u64(@global_size) {
    let i: u32 = ((u32((base / u64(@local_size))) * @subgroup_count) + @subgroup_id)
    if ((@lane == 0u32) && (i < @size(out_medium))) {
      let u: node = @item(out_medium, i)
      let far: u32 = (level[u] + 1u32)
      forall serial e: edge in out u {
        atomic add level2~[@targets[e]], far
      }
    }
  }
}

kernel k_high() opts wg,classes over other {
  for base: u64 = u64(@group_start) to (u64(@size(out_high)) * u64(@local_size)) by u64(@global_size) {
    let i: u32 = u32((base / u64(@local_size)))
    if ((@local_id == 0u32) && (i < @size(out_high))) {
      let u: node = @item(out_high, i)
      let far: u32 = (level[u] + 1u32)
      forall serial e: edge in out u {
        atomic add level2~[@targets[e]], far
      }
    }
  }
}
