// Data from files.
input node feature: f32 = 0;
input edge capacity: bool;
input edge text: string;
input worklist seeds, feature;
input node degree: u32;
param input: u32 = 1;

kernel visit() {
    forall u in seeds {
        u.feature = u.capacity;
    }
}

main {
    pipe seeds {
        visit();
    }
}

output feature, input;
