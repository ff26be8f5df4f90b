param source: node = 0;
param source: u32 = 1;
const nodes: u32 = 3;
node level: u32 = MAX;
node degree: uint = 0;
worklist near, far;

kernel visit(depth: u32) {
    forall u in nearr {
        let v = sorce;
        let level = u.levl;
        let level = leve;
        u.weight = 1;
        push v;
        visits(1);
        frobnicate();
        let x = u32::LARGEST + node_count + node_cuont + hash::mix;
        forall w in everywhere { }
    }
}

main {
    vist(1);
    swap near, fur;
    pipe { }
}
