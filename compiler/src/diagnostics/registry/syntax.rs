//! `E00xx`: characters, tokens and grammar.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "E0001",
        title: "a character that the language does not have",
        text: r"Programs are made of names, numbers, the operators of the reference, and comments that start with
`//`. There are no strings, no characters, no preprocessor and no `?:`.",
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
        text: r"A number is decimal (`42`, `0.85`, `1e-4`), hexadecimal (`0xff`) or binary (`0b1010`), with `_`
anywhere between digits, and may end in its type: `i32`, `u32`, `i64`, `u64`, `f32` or `f64`. A
fraction has a digit before and behind the point.",
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
        text: r"The largest whole number is 18446744073709551615, the `MAX` of `u64`. For a start value of a minimum
write `MAX`, which takes the type of its surroundings.",
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
        text: r"Something stands where the grammar has no place for it. The message says what could have stood
there. The compiler goes on behind the statement or item, so several syntax errors are reported in
one run; of those on one line only the first.

Frequent causes: a missing `;`, `=` for `==` in a condition, `i++` for `i += 1`, parentheses around
the head of a `forall`, `let mut`.",
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
        title: "a bracket without its partner",
        text: r"Every `{`, `(` and `[` is closed by its own kind, in reverse order. The message points at the bracket
that has no partner; the mistake is often further up, where one was closed too early. Behind it, other
errors are not reported until this one is corrected.",
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
        title: "a program nested too deeply, or too large",
        text: r"Brackets and `else if`s may nest 100 deep, and an expression may have 150 operators above each other
(a chain `a + b + c` counts each). No program written by hand comes near; generated ones can name
parts with `let`. A source file is smaller than 2 GiB.",
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
        text: r"Keywords cannot be names of items and locals. Behind a dot every word is a name: `u.in` is no
problem.",
        wrong: r"node check: u32 = 0;
main {}
output check;
",
        right: r"node checked: u32 = 0;
main {}
output checked;
",
    },
];
