// One property for two parameters of a kernel: iterations read what others write.
node x: u32 = 0;
node y: u32 = 0;

kernel spread(node a: u32, node b: u32) {
    forall u in nodes {
        forall e in u.out {
            u.b = e.dst.a;
        }
    }
}

kernel from_x(node b: u32) {
    forall u in nodes {
        forall e in u.out {
            u.b = e.dst.x;
        }
    }
}

kernel never_called(node a: u32) {
    forall u in nodes {
        u.a = 1;
    }
}

main {
    spread(x, y);
    spread(y, y);
    spread(x, x);
    from_x(y);
    from_x(x);
}

output x, y;
