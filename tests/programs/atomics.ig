/// Atomics with old values whose final results do not depend on the order.
global tickets: u32 = 0;
global ticket_sum: u64 = 0;
global wide: u64 = 0xfffffffffffffff0;
global wide_sum: u64 = 0;
global signed: i64 = -3;
global real: f32 = 0.25;
global double: f64 = 0.125;
global old_reals: f64 = 0;
global held: u64 = 1000000;
global handed_on: u64 = 0;
global high: i64 = MIN;
global low: f32 = MAX;
global peak: f64 = MIN;
global bits: u64 = 0;
global mask: i64 = -1;
global turned: u64 = 0;
global flag: bool = false;
global first_flag: u32 = 0;
global spins: u32 = 0;

node owner: node = MAX;
node winners: u32 = 0;
node big: i64 = 0;
node float: f64 = 0;

kernel turns() {
    forall u in nodes {
        let n = u as u32;
        let ticket = atomic_add(tickets, 1);
        ticket_sum += ticket as u64;
        let w = atomic_add(wide, 3);
        wide_sum += w;
        atomic_add(signed, 0 - u as i64);
        atomic_add(real, 1.0);
        let old = atomic_add(double, 2.0);
        old_reals += old;
        let item = atomic_swap(held, u as u64);
        handed_on += item;
        atomic_max(high, u as i64 * 4294967296 - 7);
        atomic_min(low, 0.5 - n as f32);
        atomic_max(peak, n as f64 / 8.0);
        atomic_or(bits, 1 << (u as u32 % 64));
        atomic_and(mask, ~(1 << (u as u32 % 64)));
        atomic_xor(turned, (u as u64) << 31);
        let was = atomic_or(flag, true);
        if !was {
            first_flag += 1;
        }
    }
}

/// Exactly one edge becomes the owner of its target, no matter which.
kernel claim() {
    forall e in edges {
        let v = e.dst;
        let old = atomic_cas(v.owner, MAX, e.src);
        if old == MAX {
            atomic_add(v.winners, 1);
        }
        atomic_add(v.big, 1 << 40);
        atomic_add(v.float, 0.5);
    }
}

/// A loop that ends because some iteration succeeds each time.
kernel count_by_cas() {
    forall u in nodes {
        let seen = spins;
        let done = false;
        while !done {
            let now = atomic_cas(spins, seen, seen + 2);
            done = now == seen;
            seen = now;
        }
    }
}

main {
    turns();
    handed_on += held;
    claim();
    count_by_cas();
}

output tickets, ticket_sum, wide, wide_sum, signed, real, double, old_reals, handed_on;
output high, low, peak, bits, mask, turned, flag, first_flag, spins, winners, big, float;
