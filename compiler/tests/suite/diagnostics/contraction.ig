/// Contractions, and state of other levels.
graph undirected;

node label: node = 0;
node share: f32 = 0.0;
node first: edge;
node sums: u32[4] = 0;
edge weight: u32;
edge used: bool = false;
input node feature: f32;
original node member: node;
original node level: u32;
original node start: node = 0;
original node several: node[2];
global total: u32;
worklist near;

kernel access() {
    forall u in nodes {
        u.label = u.member;
        u.member = u;
        total += member as u32;
    }
}

fn of(node x: node, u: node) -> node {
    return u.x;
}

kernel pass() {
    forall u in nodes {
        u.label = of(member, u);
        contract(label, member);
    }
}

main {
    access();
    pass();
    contract(label);
    contract(label, member);
    contract(share, member, feature);
    contract(sums, label, feature);
    contract(member, member, feature);
    contract(label, member, feature, first, used, near, total, sums, weight);
    fill(member, 0);
    swap member, start;
    let most = reduce_max(member);
    total = most as u32 + member;
    total += feature.length;
}

output share, used, member, total;
check cc(label);
check cc(member);
