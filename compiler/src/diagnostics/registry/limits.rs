//! `E09xx`: known limits of this version.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[Explanation {
    code: "E0901",
    title: "a known limit of this version",
    text: r"The program is right, but uses a part of the language that this version cannot compile yet. The
message names the part and a way to do without. A later version accepts the program as it is.",
    wrong: r"node half: u32 = 0;
kernel k() {
    forall u in nodes {
        u.half = u.degree / 2;
    }
}
main {
    for _i in 0..2 {
        k();
    }
}
output half;
",
    right: r"node half: u32 = 0;
kernel k() {
    forall u in nodes {
        u.half = u.degree / 2;
    }
}
main {
    k();
    k();
}
output half;
",
}];
