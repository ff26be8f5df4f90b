// The text says which kernels do work in few iterations.

#test stage distribute
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
#show kernel
kernel k() {
    forall u in nodes where u.limit == 1 {
        u.level2 = 1;
    }
}
main {
    k();
}
#becomes
kernel fill() over nodes {
  for u: node = @global_id to @node_count by @global_size {
    level[u] = ((u32(u) * 7u32) % 11u32)
    limit[u] = (u32(u) % 5u32)
  }
}

kernel k() over nodes selective {
  for u: node = @global_id to @node_count by @global_size {
    if (limit[u] == 1u32) {
      level2[u] = 1u32
    }
  }
}
