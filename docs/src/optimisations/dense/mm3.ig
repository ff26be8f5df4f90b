/// Multiplies the products of two pairs of matrices (3mm).

const n: u32 = 256;

input node a: f32;
input node b: f32;
input node c: f32;
input node d: f32;
node e: f32 = 0;
node f: f32 = 0;
node g: f32 = 0;

kernel multiply(node left: f32, node right: f32, node product: f32) {
    forall u in nodes {
        let row = u as u32 / n;
        let column = u as u32 % n;
        for k in 0..n {
            let one = (row * n + k) as node;
            let other = (k * n + column) as node;
            u.product += one.left * other.right;
        }
    }
}

main {
    multiply(a, b, e);
    multiply(c, d, f);
    multiply(e, f, g);
}

output g;
