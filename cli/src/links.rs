//! Addresses of the project, for messages.

/// The address of the hosted book, which the build script finds. Without one, links name files of the
/// repository.
const BOOK: &str = env!("IGC_BOOK");

/// Returns the address of a page of the book, such as `optimisations/hubs`.
pub fn page(page: &str) -> String {
    match BOOK {
        "" => format!("docs/src/{page}.md"),
        book => format!("{book}/{page}.html"),
    }
}
