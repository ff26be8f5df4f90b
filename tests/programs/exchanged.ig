/// Swapped worklists: items pushed to one, including invalid nodes, are read from the other.
node visited: bool = false;
global seen: u32 = 0;
global strays: u32 = 0;
worklist near, far;

kernel fill() {
    forall u in nodes {
        push near node::MAX;
        push near u;
    }
}

kernel look() {
    forall u in far {
        u.visited = true;
        seen += 1;
        strays += (u.degree == 0 && !u.visited) as u32;
    }
}

main {
    fill();
    swap near, far;
    once pipe far {
        look();
    }
}

output visited, seen, strays;
