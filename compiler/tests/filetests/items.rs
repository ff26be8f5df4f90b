//! The parts of a module's text, and those that a pass changed.

/// Returns the declarations, kernels, outlined loops and `main` of the text of a module.
fn items(text: &str) -> Vec<String> {
    let mut items: Vec<String> = vec![];
    let mut is_open = false;
    for line in text.lines().filter(|line| !line.is_empty()) {
        match items.last_mut() {
            Some(item) if is_open => *item += &format!("\n{line}"),
            _ => items.push(line.to_owned()),
        }
        let ends = line.starts_with('}') && !line.ends_with('{');
        is_open = (is_open || line.ends_with('{')) && !ends;
    }
    items
}

/// Returns the word and the name of an item, such as `kernel k`.
fn head(item: &str) -> &str {
    item.split(['(', ':', '{', '[']).next().unwrap_or(item).trim()
}

/// Returns the text of items, with an empty line around those of several lines.
fn joined(items: &[&String]) -> String {
    let mut text = String::new();
    for (at, item) in items.iter().enumerate() {
        let is_long = item.contains('\n') || at > 0 && items[at - 1].contains('\n');
        let gap = if at > 0 && is_long { "\n" } else { "" };
        text += &format!("{gap}{item}\n");
    }
    text
}

/// Returns the items of a module that are new or other than before, and the heads of those that it
/// does not have any more. `show` limits the result to items that start with one of these words;
/// `names` stands for the names of all kernels.
pub fn changed(before: &str, after: &str, show: Option<&str>) -> String {
    let (before, after) = (items(before), items(after));
    let shows = |item: &str| {
        let word = item.split([' ', '(']).next().unwrap_or(item);
        show.is_none_or(|show| show.split_whitespace().any(|shown| shown == word))
    };
    let new = after.iter().filter(|item| !before.contains(item) && shows(item));
    let mut text = joined(&new.collect::<Vec<_>>());
    let heads: Vec<&str> = after.iter().map(|item| head(item)).collect();
    for item in before.iter().filter(|item| shows(item)) {
        if !heads.contains(&head(item)) {
            text += &format!("removed: {}\n", head(item));
        }
    }
    if show.is_some_and(|show| show.split_whitespace().any(|shown| shown == "names")) {
        let kernels = heads.iter().filter_map(|head| head.strip_prefix("kernel "));
        text += &format!("kernels: {}\n", kernels.collect::<Vec<_>>().join(", "));
    }
    text
}

#[test]
fn new_changed_and_removed_items_are_shown() {
    let before = "module m parallel\n\narray a: u32[one] = 0u32\narray b: u32[one] = 0u32\n\n\
        kernel k() {\n  if x {\n  } else {\n  }\n}\n\nmain {\n}\n\noutput a\n";
    let after = "module m parallel\n\narray a: u32[one] in 8 bits = 0u32\narray c: u32[one] = 0u32\n\n\
        kernel k() {\n  if x {\n  } else {\n  }\n}\n\nmain {\n  launch k()\n}\n\noutput a\n";
    let of = |show| changed(before, after, show);
    let array = "array a: u32[one] in 8 bits = 0u32\narray c: u32[one] = 0u32\n";
    assert_eq!(of(None), format!("{array}\nmain {{\n  launch k()\n}}\nremoved: array b\n"));
    assert_eq!(of(Some("main names")), "main {\n  launch k()\n}\nkernels: k\n");
    assert_eq!(changed(before, before, None), "");
}
