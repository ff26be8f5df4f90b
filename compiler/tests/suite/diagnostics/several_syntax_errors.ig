param source: node = 0
node check: u32 = MAX;
node level u32 = MAX;

kernel visit(depth: u32) {
    forall (u in worklist) {
        let mut x = 5;
        let v = e.dst
        if v.level = MAX {
            x++;
        }
        if a < b < c { }
        u.list[3] = 4;
        let s = "text" + 1kg + 99999999999999999999999;
    }
    /* a comment */
    param late: u32;
}

forall u in nodes { }
main { once pipe near far { } }
