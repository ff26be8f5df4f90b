/// Texts as values, and prints that devices ignore.

node level: u32 = 0;
global best: u32 = "none";
global list: u32[4];

fn noted(x: u32) -> u32 {
    print "noted", x;
    return x + 1;
}

kernel visit(depth: u32) {
    print "visit", depth;
    forall u in nodes {
        u.level = noted(depth);
        print "level" + 1;
        print u, u.level;
    }
}

main {
    print "start", "of" == 1;
    visit(noted(1));
    print list;
    print "best: {best}!";
    print "%lu", best;
    print visit(1);
    print nothing;
    let name = "x";
}

output level, best;
