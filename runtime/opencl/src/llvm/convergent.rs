//! Forbids passes to merge convergent calls, for versions of LLVM whose passes do so.
//!
//! If both arms of a conditional end with calls of one function, `simplifycfg` of LLVM 14 and 15
//! replaces them by one call after the conditional. LLVM 19 leaves convergent calls as they are,
//! because the work-items of both arms then execute the call together:
//!
//! ```text
//! left:                                            end:
//!   call void @store(i32 1) convergent    ──►        %x = phi i32 [ 1, %left ], [ %n, %right ]
//!   br label %end                                    call void @store(i32 %x) convergent
//! right:
//!   call void @store(i32 %n) convergent
//!   br label %end
//! ```
//!
//! In an outlined loop, the arms can be those of the grid barriers before the loop and at its end,
//! in each of which one work-item releases its workgroup. The merged call is then inside of the
//! loop, and the work-item enters the loop there and the others at its start. Intel's runtime, which
//! executes a subgroup in lockstep, does not end such a loop.
//!
//! LLVM's attribute `nomerge` forbids all passes to merge calls. This module adds it to each list of
//! attributes with `convergent`, in IR as text, before any pass has run.

/// The first version of LLVM of which a test has shown that it does not merge convergent calls.
const FIRST_WITHOUT: u32 = 19;

/// Returns IR as text in which no pass of this version of LLVM merges convergent calls.
pub(super) fn with_distinct_calls(ir: &str, version: u32) -> String {
    if version >= FIRST_WITHOUT {
        return ir.to_owned();
    }
    let attributes = |line: &str| match line.starts_with("attributes #") {
        true => line.replacen(" convergent ", " convergent nomerge ", 1),
        false => line.to_owned(),
    };
    ir.lines().map(|line| attributes(line) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const IR: &str = "  call void @convergent () #1\n\
                      attributes #0 = { convergent nounwind \"a\"=\"b\" }\n\
                      attributes #1 = { nounwind convergent }\n\
                      attributes #2 = { nounwind \"convergent\" }\n";

    #[test]
    fn convergent_calls_get_the_attribute() {
        let expected = "  call void @convergent () #1\n\
                        attributes #0 = { convergent nomerge nounwind \"a\"=\"b\" }\n\
                        attributes #1 = { nounwind convergent nomerge }\n\
                        attributes #2 = { nounwind \"convergent\" }\n";
        assert_eq!(with_distinct_calls(IR, 15), expected);
    }

    #[test]
    fn later_versions_need_no_attribute() {
        assert_eq!(with_distinct_calls(IR, 19), IR);
    }
}
