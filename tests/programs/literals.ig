/// Literals of every type, in particular those that are hard to write in C, within a kernel.
const tiny: f64 = 5e-324;

node r0: i32 = 0;
node r1: i32 = 0;
node r2: i64 = 0;
node r3: i64 = 0;
node r4: u64 = 0;
node r5: f32 = 0;
node r6: f32 = 0;
node r7: f32 = 0;
node r8: f64 = 0;
node r9: f64 = 0;
node r10: f64 = 0;
node r11: bool = false;
node r12: u32 = 0;
node r13: f32 = 0;
node r14: node = 0 as node;
node r15: f32 = 0;
node r16: i32 = 0;
node r17: f64 = 0;

kernel write() {
    forall u in nodes {
        u.r0 = -2147483648;
        u.r1 = u.r0 - 1 + u.r0 * -1 - -7;
        u.r2 = -9223372036854775808;
        u.r3 = MAX;
        u.r4 = 18446744073709551615;
        u.r5 = 1e-45;
        u.r6 = 3.4028235e38;
        u.r7 = -0.0;
        u.r8 = 1.7976931348623157e308;
        u.r9 = tiny;
        u.r10 = 0.1 + u.r10;
        u.r11 = !(u.r11 && true || false);
        u.r12 = 0xffff_ffff;
        u.r13 = MIN;
        u.r14 = MAX;
        u.r15 = 16777217.0;
        u.r16 = u.r16 - -2147483648;
        u.r17 = MAX;
    }
}

main {
    write();
}

output r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17;
