// A program without an output, a check or a print.
param source: node = 0;
node level: u32 = MAX;

kernel visit(depth: u32) {
    forall u in nodes where u.level == depth {
        forall e in u.out where e.dst.level == MAX {
            e.dst.level = depth + 1;
        }
    }
}

main {
    source.level = 0;
    visit(0);
}
