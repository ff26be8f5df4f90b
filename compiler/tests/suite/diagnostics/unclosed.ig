kernel visit() {
    forall u in nodes {
        let x = ;
        if u.degree > 1 {
            push u;
    }
}

main {
    visit();
}
