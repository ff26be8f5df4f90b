// The language has no tuples, and `(a)` is not a list of results.
global a: u32 = 0;
fn f(a: u32) -> (u32, u32) {
    let b = (1, 2);
    (a, b) = f(1);
    let (c) = f(1);
    let () = f(2);
    let 3 = f(3);
    return (a, );
}

fn g(a: u32) -> (u32) {
    return a;
}
