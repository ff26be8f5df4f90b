//! `E05xx`: arrays.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "E0501",
        title: "an array without an index, or an index without an array",
        text: r"An array is a place, not a value: expressions and assignments name one of its
elements, such as `u.mask[i]`. To give all elements of an array the same value, write `fill(mask,
0);` in `main`. Only arrays have elements.",
        wrong: r"node mask: u32[4];
kernel reset() {
    forall u in nodes {
        u.mask = 0;
    }
}
main {
    reset();
}
output mask;
",
        right: r"node mask: u32[4];
kernel reset() {
    forall u in nodes {
        for i in 0..mask.length {
            u.mask[i] = 0;
        }
    }
}
main {
    reset();
}
output mask;
",
    },
    Explanation {
        code: "E0502",
        title: "an index that is always out of range",
        text: r"The elements of an array of length `n` are numbered from 0 to `n - 1`. The compiler
checks constant indices into arrays whose length is a constant. For other indices, a read past the
end yields 0, and a write past the end does nothing.",
        wrong: r"global counts: u32[4];
main {
    counts[4] = 1;
}
output counts;
",
        right: r"global counts: u32[4];
main {
    counts[3] = 1;
}
output counts;
",
    },
    Explanation {
        code: "E0503",
        title: "a length that an array cannot have",
        text: r"The length of a local array, or of an array for each node or edge, is a constant. The
length of a global array may also use `node_count`, `edge_count` and parameters of the program. It is
computed before the run. A constant length is at least 1.",
        wrong: r"node mask: u32[node_count / 32 + 1];
main {}
output mask;
",
        right: r"global mask: u32[node_count / 32 + 1];
main {}
output mask;
",
    },
    Explanation {
        code: "E0504",
        title: "an array where none is possible",
        text: r"Arrays are properties, globals, or locals of kernels and functions. Constants,
parameters of the program, results of functions and locals of `main` are single values. Of the
primitives, only `fill` applies to arrays. A function takes arrays by name: `global bits: u32[]`.",
        wrong: r"global sum: u32;
main {
    let counts: u32[4];
    sum = counts[0];
}
output sum;
",
        right: r"global sum: u32;
global counts: u32[4];
main {
    sum = counts[0];
}
output sum;
",
    },
    Explanation {
        code: "E0505",
        title: "local arrays that are too large",
        text: r"All local arrays of an iteration together have at most 16 KiB. A GPU keeps a copy of
them for every work-item, and a CPU keeps the copies of a whole workgroup on the stack of a thread.
The compiler inlines functions, so the arrays of a function count once for each of its calls. An
element of `bool` counts as 1 byte, an `edge` as 8, and any other element as its type says.",
        wrong: r"node x: u64;
kernel k() {
    forall u in nodes {
        let first: u64[1024];
        let second: u64[1024] = 1;
        let third: u64[1024] = 2;
        let i = u as u32;
        u.x = first[i] + second[i] + third[i];
    }
}
main {
    k();
}
output x;
",
        right: r"node x: u64;
node first: u64[1024];
node second: u64[1024] = 1;
kernel k() {
    forall u in nodes {
        let third: u64[1024] = 2;
        let i = u as u32;
        u.x = u.first[i] + u.second[i] + third[i];
    }
}
main {
    k();
}
output x;
",
    },
];
