node done: bool = false;

async kernel finish() {
    forall u in nodes {
        u.done = true;
    }
}

main {
    finish();
}

output done;
