/// Ten thousand calls of long functions take too long to compile.
node x: u32 = 0;

fn long(i: u32) -> u32 {
    let x = i;
    x += x * 0;
    x += x * 1;
    x += x * 2;
    x += x * 3;
    x += x * 4;
    x += x * 5;
    x += x * 6;
    x += x * 7;
    x += x * 8;
    x += x * 9;
    x += x * 10;
    x += x * 11;
    x += x * 12;
    x += x * 13;
    x += x * 14;
    x += x * 15;
    x += x * 16;
    x += x * 17;
    x += x * 18;
    x += x * 19;
    x += x * 20;
    x += x * 21;
    x += x * 22;
    x += x * 23;
    x += x * 24;
    x += x * 25;
    x += x * 26;
    x += x * 27;
    x += x * 28;
    x += x * 29;
    x += x * 30;
    x += x * 31;
    x += x * 32;
    x += x * 33;
    x += x * 34;
    x += x * 35;
    x += x * 36;
    x += x * 37;
    x += x * 38;
    x += x * 39;
    x += x * 40;
    x += x * 41;
    x += x * 42;
    x += x * 43;
    x += x * 44;
    x += x * 45;
    x += x * 46;
    x += x * 47;
    x += x * 48;
    x += x * 49;
    x += x * 50;
    x += x * 51;
    x += x * 52;
    x += x * 53;
    x += x * 54;
    x += x * 55;
    x += x * 56;
    x += x * 57;
    x += x * 58;
    x += x * 59;
    return x;
}

fn ten(i: u32) -> u32 {
    return long(long(long(long(long(long(long(long(long(long(i))))))))));
}

fn hundred(i: u32) -> u32 {
    return ten(ten(ten(ten(ten(ten(ten(ten(ten(ten(i))))))))));
}

kernel k() {
    forall u in nodes {
        for _i in 0..2 {
            u.x = hundred(hundred(hundred(hundred(hundred(hundred(u.x))))));
            u.x = hundred(hundred(hundred(hundred(hundred(hundred(hundred(hundred(u.x))))))));
        }
    }
}

kernel few() {
    forall u in nodes {
        u.x = hundred(hundred(u.x));
    }
}

main {
    k();
    few();
}

output x;
