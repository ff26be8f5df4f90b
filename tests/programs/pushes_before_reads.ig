// A worklist that starts with all nodes gets further nodes before anything reads it. In a second loop, its size and its
// edges decide before it is read.
node visits: u32 = 0;
global total: u32 = 0;
global sizes: u32 = 0;
worklist list;

kernel again(round: u32) {
    forall u in nodes where round == 0 {
        push list u;
    }
}

kernel visit(most: u32) {
    forall u in list {
        let before = atomic_add(u.visits, 1);
        total += 1;
        if before + 1 < most {
            push list u;
        }
    }
}

main {
    let round = 0;
    pipe list nodes {
        again(round);
        visit(4);
        round += 1;
    }
    let largest = 0;
    pipe list nodes {
        largest = max(largest, list.size);
        visit(0);
    }
    sizes = largest;
}

output visits;
output total;
output sizes;
