/// Calls multiply: ten each of ten of ten of ten.
node x: u32 = 0;
fn a(i: u32) -> u32 { return i + (i >> 1); }
fn b(i: u32) -> u32 { return a(a(a(a(a(a(a(a(a(a(i)))))))))); }
fn c(i: u32) -> u32 { return b(b(b(b(b(b(b(b(b(b(i)))))))))); }
fn d(i: u32) -> u32 { return c(c(c(c(c(c(c(c(c(c(i)))))))))); }
fn e(i: u32) -> u32 { return d(d(d(d(d(d(d(d(d(d(i)))))))))); }
kernel k() { forall u in nodes { u.x = e(u.x); } }
main { k(); let one = e(1); let few = b(1); (0 as node).x = one + few; }
output x;
