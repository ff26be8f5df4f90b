/// Imports files: whole modules and single items, imports of imports, one file by two paths, and two
/// files with the same name.

use ../modules/levels.ig;
use ../modules/deep/levels.ig::deepest;
use ../modules/bits.ig::LOW;
use ../modules/bits.ig::split;

node level: u32 = MAX;
node next: u32 = 0;
node low: u32 = 0;
node high: u32 = 0;
node draw: u32 = 0;
global reached: u32 = 0;
global deep: u32 = 0;

kernel search() {
    forall u in nodes {
        let (found, least) = levels::least_below(level, u);
        u.next = u.level;
        if found {
            levels::lower(next, u, least + 1);
            levels::count(reached, 1);
        }
    }
}

kernel describe(depth: u32) {
    forall u in nodes {
        let (low, high) = split((u as u32) * 37 + depth);
        u.low = low & LOW;
        u.high = high;
        u.draw = levels::drawn(u);
        deep max= deepest(u.high, levels::START);
    }
}

main {
    level_zero();
    for _round in 0..3 {
        search();
        swap level, next;
    }
    describe(levels::START + 1);
}

kernel level_zero() {
    forall u in nodes where u == 0 {
        u.level = levels::START;
    }
}

output level, low, high, draw, reached, deep;
