param source: node = 0;
node level: u32 = 0.5;
node rank: f32 = 1;
edge weight: i64;
global big: u64;
global done: bool;

kernel visit(depth: u32) {
    forall u in nodes {
        let a = u + 1;
        let b: u64 = depth;
        let c = u.rank + depth;
        let d = !depth;
        let e = -depth;
        let f = u as f32;
        let g = depth as bool;
        let h = done < true;
        let i = u.rank % 2.0;
        if depth { }
        while u.level { }
        u.level = big;
        u.rank = depth as u64 + 1;
        forall x in u.out { x.level = 1; let y = x.weight.z; let z = u.src; }
        forall x in u { }
        forall i in 0..u.rank { }
        forall i in 0..big { }
        let j = min(1, 2.5, 3) + select(1, 2, 3) + max(depth, big) as u32;
        let k = visit + level + nodes + u.out + min + source;
        let l = 3000000000i32 + 4294967296;
        let m = 1u32 << 40;
        push depth;
        depth(3);
        1 + 2;
    }
}

main {
    visit(1, 2);
    visit(1.5);
    let x = visit(1);
    let q = big / 0;
}
