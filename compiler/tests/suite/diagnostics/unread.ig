node written: u32 = 0;
node filled: u32 = 0;
node counted: u32 = 0;
edge used_once: f32 = 0;
node lists: u32[2];
node _meant: u32 = 0;
global total: u32 = 0;
// These are read.
node ticket: u32 = 0;
node swapped: u32 = 0;
node other: u32 = 0;
node passed: u32 = 0;
node checked: u32 = MAX;
param source: node = 0;
global changed: bool = false;

fn double(node values: u32, u: node) {
    u.values = 2;
}

kernel visit() {
    forall u in nodes {
        u.written = 1;
        u.written += 2;
        u.lists[0] = 3;
        u._meant = 4;
        u.swapped = 5;
        u.checked = 0;
        double(passed, u);
        let mine = atomic_add(u.ticket, 1);
        if mine > 0 {
            changed = true;
        }
        forall e in u.out {
            e.used_once = 1.0;
            atomic_add(e.dst.counted, 1);
        }
        total += 1;
    }
}

main {
    fill(filled, 3);
    iterate {
        changed = false;
        visit();
        swap swapped, other;
    } while changed;
}

check bfs(checked, source);
