//! The messages with new values of rows: only changed rows travel, as a list of places, as a set of bits,
//! or all rows, whichever is smallest.

/// How the rows of a message are named.
const ALL: u8 = 0;
const PLACES: u8 = 1;
const BITS: u8 = 2;

/// Appends rows to a message. `rows` is the number of rows that may travel, `changed` the places of those
/// that do, in ascending order, and `row` writes the bytes of a row.
pub fn write(
    message: &mut Vec<u8>,
    rows: usize,
    changed: &[u32],
    mut row: impl FnMut(u32, &mut Vec<u8>),
) {
    let as_places = 4 * changed.len();
    let as_bits = rows.div_ceil(8);
    if changed.len() == rows {
        message.push(ALL);
    } else if as_places + 4 <= as_bits {
        message.push(PLACES);
        message.extend((changed.len() as u32).to_le_bytes());
        changed.iter().for_each(|place| message.extend(place.to_le_bytes()));
    } else {
        message.push(BITS);
        let start = message.len();
        message.resize(start + as_bits, 0);
        for place in changed {
            message[start + *place as usize / 8] |= 1 << (place % 8);
        }
    }
    changed.iter().for_each(|place| row(*place, message));
}

/// Takes the first bytes of a message. A message that is too short yields zeros, which only a rank with another version
/// of igc could send.
pub fn take<'m>(message: &mut &'m [u8], length: usize) -> &'m [u8] {
    let (first, rest) = message.split_at(length.min(message.len()));
    *message = rest;
    first
}

/// Takes a number of 32 bits from a message.
pub fn take_u32(message: &mut &[u8]) -> u32 {
    take(message, 4).try_into().map_or(0, u32::from_le_bytes)
}

/// Reads rows that [`write`] wrote. Calls `row` with the place and the bytes of each.
pub fn read(message: &mut &[u8], rows: usize, size: usize, mut row: impl FnMut(u32, &[u8])) {
    let places: Vec<u32> = match take(message, 1).first() {
        Some(&ALL) => (0..rows as u32).collect(),
        Some(&PLACES) => {
            let count = take_u32(message);
            (0..count).map(|_| take_u32(message)).collect()
        }
        _ => {
            let bits = take(message, rows.div_ceil(8));
            let is_set = |place: &u32| {
                bits.get(*place as usize / 8).is_some_and(|byte| byte >> (place % 8) & 1 == 1)
            };
            (0..rows as u32).filter(is_set).collect()
        }
    };
    for place in places {
        row(place, take(message, size));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_what_was_written() {
        for (rows, changed) in [
            (0, vec![]),
            (5, vec![]),
            (5, vec![0, 4]),
            (5, vec![0, 1, 2, 3, 4]),
            (1000, vec![999]),
            (1000, (0..500).map(|at| 2 * at).collect()),
        ] {
            let mut message = vec![];
            write(&mut message, rows, &changed, |place, to| to.extend(place.to_be_bytes()));
            message.push(77);
            let (mut rest, mut found) = (&message[..], vec![]);
            read(&mut rest, rows, 4, |place, bytes| {
                assert_eq!(bytes, place.to_be_bytes());
                found.push(place);
            });
            assert_eq!((found, rest), (changed, &[77][..]));
        }
    }

    #[test]
    fn few_changes_make_a_small_message() {
        let mut message = vec![];
        write(&mut message, 1_000_000, &[7], |_, to| to.push(1));
        assert_eq!(message.len(), 1 + 4 + 4 + 1);
    }
}
