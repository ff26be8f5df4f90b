// Positions of items on worklists of each type. Which item has which position is not determined, so results say only
// that positions are unique and the same for all kernels of a block.

worklist near, again;
worklist arriving: edge;
worklist keys: u64;
worklist packed: (node, u32);
worklist wide: (u64, node);

/// The nodes with two edges and more, one after the other.
node list: node = MAX;
/// Index of the node in `list`.
node index: u32 = MAX;
/// Whether the element of `list` at the node's index is the node.
node is_listed: bool = false;
/// Number of items that have the node's position, for each worklist.
node of_edges: u32 = 0;
node of_keys: u32 = 0;
node of_packed: u32 = 0;
node of_wide: u32 = 0;
/// Number of times that the node has put itself back.
node looks: u32 = 0;

/// Position of the node in another kernel.
node place: u32 = MAX;
/// Number of nodes and edges that saw the node at another position.
global moved: u32 = 0;
/// The sum of all positions of nodes that were put back.
global total: u64 = 0;
/// Number of positions that items had in vain.
global outside: u32 = 0;

kernel choose() {
    forall u in nodes where u.degree > 1 {
        push near u;
        push wide(u as u64 << 33, u);
        push packed(u, u as u32 + 3);
        push keys(u as u64 << 40);
    }
}

kernel place_it() {
    forall u in near at i {
        u.place = i;
    }
}

kernel number(first: u32) {
    forall u in near at i {
        ((first + i) as node).list = u;
        u.index = first + i;
        if u.place != i {
            moved += 1;
        }
        let count = 0;
        forall e in u.out {
            count += 1;
            if e.src.place != i {
                moved += 1;
            }
        }
        if count > 2 {
            push again u;
        }
        forall e in u.out where e.dst as u32 % 2 == 0 {
            push arriving e;
        }
    }
}

kernel check_list() {
    forall u in nodes where u.index != MAX {
        u.is_listed = (u.index as node).list == u;
    }
}

kernel put_back() {
    forall u in again at i where u.looks < 3 {
        total += i as u64;
        atomic_add(u.looks, 1);
        retry;
    }
}

kernel take_edges(size: u32) {
    forall e in arriving at i where e.dst as u32 % 2 == 0 {
        if i >= size {
            outside += 1;
        } else if i < node_count {
            atomic_add((i as node).of_edges, 1);
        }
    }
}

kernel take_keys() {
    forall key in keys at i {
        if (key >> 40) as u32 < node_count {
            atomic_add((i as node).of_keys, 1);
        }
    }
}

kernel take_packed() {
    forall (u, number) in packed at i where number == u as u32 + 3 {
        atomic_add((i as node).of_packed, 1);
    }
}

kernel take_wide() {
    forall (key, u) in wide at i where key == u as u64 << 33 {
        atomic_add((i as node).of_wide, 1);
    }
}

main {
    choose();
    once near {
        place_it();
        number(0);
    }
    check_list();
    pipe again {
        put_back();
    }
    let edges_taken = arriving.size;
    once pipe arriving {
        take_edges(edges_taken);
    }
    once pipe keys {
        take_keys();
    }
    once pipe packed {
        take_packed();
    }
    once pipe wide {
        take_wide();
    }
}

output is_listed, of_edges, of_keys, of_packed, of_wide, looks, moved, total, outside;
