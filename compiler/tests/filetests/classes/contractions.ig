// Contractions change the degrees of nodes.

#test stage classes

#case
#opts classes
graph undirected;
node least: node = 0;
original node member: node;
kernel k() {
    forall u in nodes {
        forall e in u.out {
            atomic_min(u.least, e.dst);
        }
    }
}
main {
    k();
    contract(least, member);
    k();
}
output member;
#stays
remark: sharing not applied in k: contractions change the degrees of nodes
