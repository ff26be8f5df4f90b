/// Connected components: two nodes get the same `component` exactly if a path connects them.
///
/// Hooking and pointer jumping: every node starts as its own component. An edge between two
/// components hooks the one with the larger number to the other. Then every node follows the hooks
/// to their end. Numbers only decrease, so hooks never form a cycle, whatever the order.
///
/// From: Shiloach and Vishkin, "An O(log n) parallel connectivity algorithm", J. Algorithms 1982;
/// the `cc` of IrGL (Pai and Pingali, OOPSLA 2016).
/// Work: O((nodes + edges) · rounds). Rounds: about the logarithm of the longest path.
/// Graph: made undirected; weights are not used.
/// Result: `component`, the smallest number of a node in it.
graph undirected;

/// The number of a node in the same component.
node component: u32 = 0;

/// Whether the round hooked a component.
global hooked: bool = false;

/// Makes every node its own component.
kernel start() {
    forall u in nodes {
        u.component = u as u32;
    }
}

/// For each edge between two components, hooks the larger one to the smaller one.
kernel hook() {
    forall e in edges {
        let a = e.src.component;
        let b = e.dst.component;
        if a != b {
            let low = min(a, b);
            if atomic_min((max(a, b) as node).component, low) > low {
                hooked |= true;
            }
        }
    }
}

/// Follows the hooks of every node to their end.
kernel jump() {
    forall u in nodes {
        let root = u.component;
        while (root as node).component < root {
            root = (root as node).component;
        }
        u.component = root;
    }
}

main {
    start();
    iterate {
        hooked = false;
        hook();
        jump();
    } while hooked;
}

output component;
check cc(component);
