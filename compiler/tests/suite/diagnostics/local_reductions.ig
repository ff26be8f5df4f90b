node x: u32 = 0;

kernel k() {
    let shared = 0;
    forall u in nodes {
        let sum = 0;
        let low = 0.0;
        let any = false;
        forall e in u.out where sum < 3 {
            sum += e.dst.x;
            low min= 1.0;
            low += 1.0;
            any |= true;
            shared += 1;
            sum -= 1;
            sum = 2;
            forall d in e.dst.out {
                any |= d.dst.x > 3;
                let inner = 0;
                forall f in d.dst.out { inner += f.dst.x; sum += 1; }
                any |= inner == 0;
            }
        }
        u.x = sum + low as u32 + any as u32;
        for e in u.out { sum = e.dst.x; sum -= 1; }
    }
}

main { k(); }
output x;
