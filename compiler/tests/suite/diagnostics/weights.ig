edge length: f32;
edge seen: bool;
edge back: edge;
edge fine: bool = false;
edge towards: node;

kernel k() {
    forall e in edges where e.seen || e.fine {
        e.length = e.towards as u32 as f32 + e.back as u32 as f32;
    }
}

main {
    k();
}

output length;
