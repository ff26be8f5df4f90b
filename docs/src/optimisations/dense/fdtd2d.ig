/// Simulates an electromagnetic wave on a grid with finite differences in the time domain (fdtd-2d).

const n: u32 = 256;

/// Number of time steps.
const steps: u32 = 20;
input node x: f32;
input node y: f32;
input node z: f32;
/// The electric field in both directions, and the magnetic field.
node ex: f32;
node ey: f32;
node hz: f32;

kernel start() {
    forall u in nodes {
        u.ex = u.x;
        u.ey = u.y;
        u.hz = u.z;
    }
}

kernel update_y(source: f32) {
    forall u in nodes {
        let at = u as u32;
        if at < n {
            u.ey = source;
        } else {
            u.ey -= 0.5 * (u.hz - ((at - n) as node).hz);
        }
    }
}

kernel update_x() {
    forall u in nodes {
        let at = u as u32;
        if at % n > 0 {
            u.ex -= 0.5 * (u.hz - ((at - 1) as node).hz);
        }
    }
}

kernel update_z() {
    forall u in nodes {
        let at = u as u32;
        if at / n + 1 < n && at % n + 1 < n {
            let right = (at + 1) as node;
            let below = (at + n) as node;
            u.hz -= 0.7 * (right.ex - u.ex + below.ey - u.ey);
        }
    }
}

main {
    start();
    for step in 0..steps {
        update_y(step as f32);
        update_x();
        update_z();
    }
}

output ex, ey, hz;
