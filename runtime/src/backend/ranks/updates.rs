//! Messages as bytes, for ranks in other processes.
//!
//! On a rank, new values are items of a worklist, in any order, as the compiler packs them: a value of 32 bits and its place,
//! or the place, a zero and a value of 64 bits. In a message, they are a list of places, a set of bits, or all values,
//! whichever is smallest.

use super::link::{Form, Items, Message};
use crate::Error;

/// How the places of a message are named.
const ALL: u8 = 0;
const PLACES: u8 = 1;
const BITS: u8 = 2;

/// In front of items and elements, where values have their size.
const ITEMS: u8 = 0;
const ELEMENTS: u8 = u8::MAX;

/// Returns the number of words of an item with a value of this size in bytes.
fn words_of(size: usize) -> usize {
    if size > 4 { 4 } else { 2 }
}

/// Returns the items in words, each with its place and the bits of its value.
fn items(words: &[u32], size: usize) -> impl Iterator<Item = (u32, u64)> {
    words.chunks_exact(words_of(size)).map(|item| match *item {
        [place, _, lower, upper] => (place, u64::from(upper) << 32 | u64::from(lower)),
        [value, place, ..] => (place, value.into()),
        _ => (0, 0),
    })
}

/// Appends an item with a place and the bits of a value of this size in bytes.
fn add_item(words: &mut Vec<u32>, size: usize, place: u32, bits: u64) {
    match words_of(size) {
        2 => words.extend([bits as u32, place]),
        _ => words.extend([place, 0, bits as u32, (bits >> 32) as u32]),
    }
}

/// Returns a message as bytes.
///
/// # Errors
///
/// Returns an error if the device with its items fails.
pub fn encode<I: Items>(message: &Message<I>) -> Result<Vec<u8>, Error> {
    let mut bytes = vec![];
    if message.bytes.is_empty() && message.items.is_empty() {
        return Ok(bytes);
    }
    bytes.extend((message.bytes.len() as u32).to_le_bytes());
    bytes.extend(&message.bytes);
    for (items, form) in &message.items {
        let words = &*items.words()?;
        match form {
            Form::Items | Form::Elements => {
                bytes.push(if *form == Form::Items { ITEMS } else { ELEMENTS });
                bytes.extend((words.len() as u32).to_le_bytes());
                words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
            }
            Form::Values { places, size } => {
                bytes.push(*size);
                bytes.extend(places.to_le_bytes());
                write(&mut bytes, *places as usize, (*size).into(), words);
            }
        }
    }
    Ok(bytes)
}

/// Returns the message that [`encode`] turned into bytes.
pub fn decode<I: Items>(mut bytes: &[u8]) -> Message<I> {
    let length = take_u32(&mut bytes) as usize;
    let mut message = Message { bytes: take(&mut bytes, length).to_vec(), items: vec![] };
    while let Some(&size) = take(&mut bytes, 1).first() {
        let count = take_u32(&mut bytes);
        message.items.push(match size {
            ITEMS | ELEMENTS => {
                let words = take(&mut bytes, 4 * count as usize).chunks_exact(4).map(word);
                (
                    I::of_words(words.collect()),
                    if size == ITEMS { Form::Items } else { Form::Elements },
                )
            }
            size => {
                let words = read(&mut bytes, count as usize, size.into());
                (I::of_words(words), Form::Values { places: count, size })
            }
        });
    }
    message
}

/// Appends items to a message, each with another place. `places` is the number of places, and `size` the size of a value
/// in bytes.
fn write(message: &mut Vec<u8>, places: usize, size: usize, words: &[u32]) {
    let count = words.len() / words_of(size);
    let as_bits = places.div_ceil(8);
    if count < places && 4 * count + 4 <= as_bits {
        message.push(PLACES);
        message.extend((count as u32).to_le_bytes());
        items(words, size).for_each(|(place, _)| message.extend(place.to_le_bytes()));
        items(words, size).for_each(|(_, bits)| message.extend(&bits.to_le_bytes()[..size]));
        return;
    }
    let (mut values, mut bits) = (vec![0u8; places * size], vec![0u8; as_bits]);
    for (place, value) in items(words, size) {
        let place = place as usize;
        values[place * size..][..size].copy_from_slice(&value.to_le_bytes()[..size]);
        bits[place / 8] |= 1 << (place % 8);
    }
    if count == places {
        message.push(ALL);
        message.extend(&values);
        return;
    }
    message.push(BITS);
    message.extend(&bits);
    for (place, value) in values.chunks_exact(size).enumerate() {
        if bits[place / 8] >> (place % 8) & 1 == 1 {
            message.extend(value);
        }
    }
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
    word(take(message, 4))
}

/// Takes the items that [`write`] wrote from a message.
fn read(message: &mut &[u8], places: usize, size: usize) -> Vec<u32> {
    let named: Vec<u32> = match take(message, 1).first() {
        Some(&ALL) => (0..places as u32).collect(),
        Some(&PLACES) => {
            let count = take_u32(message) as usize;
            take(message, 4 * count).chunks_exact(4).map(word).collect()
        }
        _ => {
            let bits = take(message, places.div_ceil(8));
            let is_set = |place: &u32| {
                bits.get(*place as usize / 8).is_some_and(|byte| byte >> (place % 8) & 1 == 1)
            };
            (0..places as u32).filter(is_set).collect()
        }
    };
    let values = take(message, named.len() * size).chunks_exact(size);
    let mut words = Vec::with_capacity(named.len() * words_of(size));
    for (place, value) in named.into_iter().zip(values) {
        add_item(&mut words, size, place, bits_of(value));
    }
    words
}

/// Returns the number that four bytes are.
fn word(bytes: &[u8]) -> u32 {
    bytes.try_into().map_or(0, u32::from_le_bytes)
}

/// Returns the bits of a value with at most eight bytes.
pub fn bits_of(value: &[u8]) -> u64 {
    let mut bits = [0; 8];
    bits[..value.len()].copy_from_slice(value);
    u64::from_le_bytes(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_what_was_written() {
        for (places, changed) in [
            (0, vec![]),
            (5, vec![]),
            (5, vec![4, 0]),
            (5, vec![0, 1, 4, 3, 2]),
            (1000, vec![999]),
            (1000, (0..500).map(|at| 2 * at).collect()),
        ] {
            for size in [4, 8] {
                let mut words = vec![];
                for place in &changed {
                    let value = u64::from(*place) * if size == 8 { 1 << 33 } else { 7 };
                    add_item(&mut words, size, *place, value);
                }
                let mut message = vec![];
                write(&mut message, places, size, &words);
                message.push(77);
                let mut rest = &message[..];
                let of = |words: &[u32]| {
                    let mut found: Vec<(u32, u64)> = items(words, size).collect();
                    found.sort_unstable();
                    found
                };
                assert_eq!(of(&read(&mut rest, places, size)), of(&words));
                assert_eq!(rest, [77]);
            }
        }
    }

    #[test]
    fn messages_come_back_from_their_bytes() {
        let values = Form::Values { places: 9, size: 4 };
        for message in [
            Message { bytes: vec![], items: vec![] },
            Message { bytes: vec![1, 2, 3], items: vec![] },
            Message {
                bytes: vec![],
                items: vec![
                    (vec![7, 8], Form::Items),
                    (vec![5, 0, 6, 8], values),
                    (vec![], values),
                    (vec![9, 1 << 31], Form::Elements),
                ],
            },
        ] {
            assert_eq!(decode::<Vec<u32>>(&encode(&message).unwrap()), message);
        }
    }

    #[test]
    fn few_changes_make_a_small_message() {
        let (mut message, mut words) = (vec![], vec![]);
        add_item(&mut words, 4, 7, 1);
        write(&mut message, 1_000_000, 4, &words);
        assert_eq!(message.len(), 1 + 4 + 4 + 4);
    }
}
