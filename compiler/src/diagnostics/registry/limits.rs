//! `E09xx`: known limits of this version.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[Explanation {
    code: "E0901",
    title: "a known limit of this version",
    text: r"The program is right, but uses a part of the language that this version cannot compile yet. The
message names the part and a way to do without. A later version accepts the program as it is.",
    wrong: r"kernel k() {
    forall _u in worklist {
        retry;
    }
}
main {
    pipe nodes {
        k();
    }
}
",
    right: r"kernel k() {
    forall u in worklist {
        if u.degree > 100 {
            push u;
        }
    }
}
main {
    pipe nodes {
        k();
    }
}
",
}];
