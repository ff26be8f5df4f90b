//! `E00xx`: characters, tokens and grammar.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "E0001",
        title: "an invalid character",
        text: r"A program consists of names, numbers, the operators of the reference, and comments
that start with `//`. The language has no strings, no character literals, no preprocessor and no
`?:` operator. Remove the character, or write what the help line suggests.",
        wrong: r"main {
    let x = 5 # the start
    ;
}
",
        right: r"main {
    let _x = 5; // the start
}
",
    },
    Explanation {
        code: "E0002",
        title: "a malformed number",
        text: r"A number is decimal (`42`, `0.85`, `1e-4`), hexadecimal (`0xff`) or binary
(`0b1010`). It may contain `_` after its first digit, and it may end with its type: `i32`, `u32`,
`i64`, `u64`, `f32` or `f64`. A fraction needs a digit before and after the point.",
        wrong: r"main {
    let x = 0b12;
}
",
        right: r"main {
    let _x = 0b11;
}
",
    },
    Explanation {
        code: "E0003",
        title: "a whole number larger than 64 bits",
        text: r"The largest whole number is 18446744073709551615, which is `u64::MAX`. To
initialise a minimum, write `MAX`, which has the type that its context requires.",
        wrong: r"global best: u64 = 99999999999999999999;
main {}
output best;
",
        right: r"global best: u64 = MAX;
main {}
output best;
",
    },
    Explanation {
        code: "E0004",
        title: "a syntax error",
        text: r"The text does not match the grammar. The message says what the grammar allows at
this place. After an error, the compiler continues with the next statement or item, so it reports
several syntax errors in one run, but only the first one of each line.

Frequent causes are a missing `;`, `=` instead of `==` in a condition, `i++` instead of `i += 1`,
parentheses around the head of a `forall`, and `let mut`.",
        wrong: r"main {
    let x = 1
    let y = 2;
}
",
        right: r"main {
    let _x = 1;
    let _y = 2;
}
",
    },
    Explanation {
        code: "E0005",
        title: "an unmatched bracket",
        text: r"Every `{`, `(` and `[` must be closed by a bracket of its kind, in reverse order.
The message points at the unmatched bracket. The cause is often further up, where a bracket is
missing or was closed too early. The compiler reports no other errors after the unmatched bracket.",
        wrong: r"main {
    let x = (1 + 2;
}
",
        right: r"main {
    let _x = 1 + 2;
}
",
    },
    Explanation {
        code: "E0006",
        title: "a program that is nested too deeply or too large",
        text: r"Brackets and `else if`s may nest up to 100 deep. An expression may have up to 150
operators on top of each other, and a chain `a + b + c` counts each of its operators. To split a
generated expression, name its parts with `let`. A source file may have up to 1 MiB.",
        wrong: r"main { let x = (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))); }
",
        right: r"main {
    let _x = ((1));
}
",
    },
    Explanation {
        code: "E0007",
        title: "a keyword used as a name",
        text: r"Items and locals cannot have a keyword as their name. After a dot, every word is a
name, as in `u.in`.",
        wrong: r"node check: u32 = 0;
main {}
output check;
",
        right: r"node checked: u32 = 0;
main {}
output checked;
",
    },
    Explanation {
        code: "E0008",
        title: "a bidirectional control character",
        text: r"Bidirectional control characters (U+061C, U+200E, U+200F, U+202A to U+202E and
U+2066 to U+2069) change the order in which an editor shows the characters of a line. In a comment,
they can make code look like a part of the comment, or the other way around, so that reviewers see
another program than the one that igc compiles. This attack is known as *trojan source*
(CVE-2021-42574). Comments may contain letters of every script, also of those that are written from
right to left; they need no control characters. Outside of comments, the characters are `E0001`.",
        wrong: "main {
    let _x = 5; // \u{202e}the start
}
",
        right: r"main {
    let _x = 5; // the start
}
",
    },
];
