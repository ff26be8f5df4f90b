/// Counts the nodes. ⁧trojan⁩
node seen: u32 = 0;
kernel count() {
    forall u in nodes {
        u.seen = 1; // check‮ } u fi {
    }
}
main {
    count(); ‮
    let _x = "⁦ text";
}
output seen;
