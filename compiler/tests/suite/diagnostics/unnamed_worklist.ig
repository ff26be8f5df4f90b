/// The worklist without a name is never read.
node seen: bool = false;

kernel visit() {
    forall u in nodes {
        u.seen = true;
        push u;
    }
}

main {
    visit();
}

output seen;
