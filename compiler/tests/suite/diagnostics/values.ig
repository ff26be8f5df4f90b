const step: u32 = 2;
const none: u32 = step - 2;
global g: u64 = 0;
worklist near, far;

kernel k() {
    forall u in nodes {
        g += (node_count / none) as u64 + (7 % 0) as u64;
        g += 1 << (30 + 40);
        g += (1u32 << 32) as u64 >> step as u64;
        push near u;
        push far u;
    }
}

main {
    k();
    let _wide = -1i32 >> 32;
    for i in 0..9 by step - 2 {
        g += i as u64;
    }
    let _same = (g as i32) / (step as i32 - 2);
}
output g;
