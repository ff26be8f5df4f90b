//! Tables with random names of columns are read by their names, or refused.

use proptest::collection::vec;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tables_are_read_by_the_names_of_their_columns(bytes in vec(any::<u8>(), 0..80)) {
        igc_tests::tables::check(&bytes);
    }
}
