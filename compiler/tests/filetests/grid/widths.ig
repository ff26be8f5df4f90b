// Outlined loops have the number of workgroups of their flag.

#test stage grid

#case
#opts oitergb,grid=2
#opts persistent,grid=4
#show outlined
node level: u32 = MAX;
kernel visit(depth: u32) {
    forall u in worklist {
        forall e in u.out {
            let v = e.dst;
            if v.level == MAX {
                v.level = depth;
                push v;
            }
        }
    }
}
main {
    let depth = 1;
    pipe nodes {
        visit(depth);
        depth += 1;
    }
}
output level;
#becomes
with oitergb,grid=2
outlined outlined_0(inout depth: u32) groups 2 {
  while (@waiting(worklist) > 0u32) {
    swap buffers worklist
    call visit(depth)
    set depth = (depth + 1u32)
    barrier grid
  }
}
remark: grid applied in main: `outlined_0` has 2 workgroups for each compute unit of a GPU, as far as they are resident
with persistent,grid=4
outlined outlined_0() groups 4 {
  let depth: u32 = 1u32
  seed worklist nodes
  barrier grid
  while (@waiting(worklist) > 0u32) {
    swap buffers worklist
    call visit(depth)
    set depth = (depth + 1u32)
    barrier grid
  }
}
remark: grid applied in main: `outlined_0` has 4 workgroups for each compute unit of a GPU, as far as they are resident

#case without an outlined loop
#opts grid=4
node level: u32 = MAX;
kernel visit(depth: u32) {
    forall u in worklist {
        forall e in u.out {
            let v = e.dst;
            if v.level == MAX {
                v.level = depth;
                push v;
            }
        }
    }
}
main {
    let depth = 1;
    pipe nodes {
        visit(depth);
        depth += 1;
    }
}
output level;
#stays
remark: grid not applied in main: no loop of `main` is one kernel, as with `oitergb` or `persistent`
