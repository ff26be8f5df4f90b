node level: u32 = 0;

kernel count() {
    let n = 0;
    let most = 0;
    let product = 1;
    forall u in nodes {
        n = n + 1;
        n = 1 + n;
        most = max(u.level, most);
        product *= 2;
        let sum = 0;
        forall e in u.out {
            sum = sum + e.dst.level * 2;
        }
        u.level = sum;
    }
}

main {
    count();
}

output level;
