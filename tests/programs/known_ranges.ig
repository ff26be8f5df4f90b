/// Ranges of known lengths, of which each work-item executes at most one round.
global flag: bool;
global one: edge = 1;
global two: u32 = 0;
global none: u32 = 7;
global sum: u64 = 0;
global bits: u32 = 0;
global odd: i32 = 0;
global low: f32 = 9;

kernel of_one() {
    forall _i in 0u32..1u32 {
        one max= select(!flag, 11, 1);
    }
}

kernel of_two() {
    forall i in 3u32..5u32 {
        two max= i;
        sum += 1;
    }
}

/// Reductions that subgroups compute by shuffles.
kernel of_three() {
    forall i in 0u32..3u32 {
        bits |= i + 8;
        odd ^= i as i32 + 4;
        low min= 3 - i as f32;
    }
}

kernel of_none() {
    forall i in 5u32..5u32 {
        none max= i + 100;
    }
}

main {
    of_one();
    of_two();
    of_three();
    of_none();
}

output one, two, none, sum, bits, odd, low;
