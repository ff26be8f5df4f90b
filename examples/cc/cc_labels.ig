/// Connected components: two nodes get the same `component` exactly if a path connects them.
///
/// Label propagation, data-driven: every node starts with its own number, and passes the smallest number
/// that it knows on to its neighbours. The next round visits the nodes whose number became smaller, each once.
/// The program accesses only nodes and their neighbours, so it runs on several ranks; on one device, the
/// programs that follow hooks have far fewer rounds on long paths.
///
/// From: the `cc` of Gluon's programs (Dathathri and others, PLDI 2018); label propagation as in Shun and
/// Blelloch, "Ligra", PPoPP 2013.
/// Work: O(rounds · (nodes + edges)) at most. Rounds: the largest distance between a node and the smallest number in
/// its component.
/// Graph: made undirected; weights are not used.
/// Result: `component`, the smallest number of a node in it.
graph undirected;

/// The smallest number of a node in the component that has reached the node.
node component: u32 = 0;

/// Whether the number became smaller in this round.
node is_smaller: bool = false;

/// The nodes whose number became smaller in the last round.
worklist changed;

/// Makes every node its own component.
kernel start() {
    forall u in nodes {
        u.component = u as u32;
    }
}

/// Passes the numbers of the changed nodes on.
kernel spread() {
    forall u in changed {
        let own = u.component;
        forall e in u.out {
            if e.dst.component > own {
                atomic_min(e.dst.component, own);
                e.dst.is_smaller = true;
            }
        }
    }
}

/// Lists the nodes whose number became smaller.
kernel list() {
    forall u in nodes where u.is_smaller {
        u.is_smaller = false;
        push changed u;
    }
}

main {
    start();
    pipe changed nodes {
        spread();
        list();
    }
}

output component;
check cc(component);
