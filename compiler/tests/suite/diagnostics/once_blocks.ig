/// Blocks whose kernels process the same items.
worklist near, far;

node level: u32 = 0;

kernel visit() {
    forall u in near {
        u.level = 1;
        push near u;
        push far u;
    }
}

kernel mark() {
    forall u in far {
        u.level = 2;
    }
}

main {
    once near {
        mark();
    }
    once near {
        visit();
        once near {
            visit();
        }
        swap near, far;
        clear(near);
        pipe near nodes {
            visit();
        }
        once far {
            if far.size == 3 {
                visit();
            } else {
                mark();
            }
        }
    }
    once pipe near {
        visit();
        visit();
    }
}

output level;
