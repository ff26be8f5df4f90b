global doubled: u32 = 0;
param source: node = 0;
node level: f32 = 0;
const a: u32 = b;
const b: u32 = source;
const c: u32;
global g: u32 = h;
global h: u32 = node_count + a + c;
param p: u32 = node_count;
graph undirected, symetric;

fn even(n: u32) -> bool {
    if n == 0 { return true; }
    return odd(n - 1);
}
fn odd(n: u32) -> bool {
    if n != 0 { return even(n - 1); }
}
fn nothing() { return 3; }
kernel result() -> u32 { forall u in nodes { } }

main { even(1); nothing(); result(); }
main { }

output source, levle, g, h, doubled, doubled;
check bfs(level);
check bfs(level, source);
check dfs(level);
