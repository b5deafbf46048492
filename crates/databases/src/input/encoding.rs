//! Converts UTF-16 to UTF-8, and back.

use std::io::{self, Read, Write};

/// Returns the byte order, if the first bytes show that a file is UTF-16.
pub fn utf16(head: &[u8]) -> Option<Order> {
    match head {
        [0xff, 0xfe, 0, 0, ..] => return None,
        [0xff, 0xfe, ..] => return Some(Order::Little),
        [0xfe, 0xff, ..] => return Some(Order::Big),
        _ => {}
    }
    // Without a byte order mark, we recognize UTF-16 by its ASCII characters: each has two bytes, one of which
    // is zero.
    let head = &head[..head.len().min(16) & !1];
    let all = |text: usize| {
        head.len() >= 4
            && head.chunks_exact(2).all(|pair| {
                let byte = pair[text];
                pair[1 - text] == 0 && (byte.is_ascii_graphic() || byte.is_ascii_whitespace())
            })
    };
    if all(0) {
        Some(Order::Little)
    } else if all(1) {
        Some(Order::Big)
    } else {
        None
    }
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Order {
    Little,
    Big,
}

/// Writes text in the encoding of its source file, so that copied text stays the same, byte for byte.
pub struct Writer<'a> {
    out: &'a mut dyn Write,
    /// The byte order, if the source file is UTF-16.
    order: Option<Order>,
    /// The incomplete UTF-8 sequence at the end of the last `write`, if any.
    rest: Vec<u8>,
}

impl<'a> Writer<'a> {
    pub fn new(out: &'a mut dyn Write, order: Option<Order>) -> Writer<'a> {
        Writer { out, order, rest: Vec::new() }
    }

    pub fn write(&mut self, text: &[u8]) -> io::Result<()> {
        let Some(order) = self.order else {
            return self.out.write_all(text);
        };
        self.rest.extend(text);
        let end = match str::from_utf8(&self.rest) {
            Ok(text) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        let units = str::from_utf8(&self.rest[..end]).unwrap_or_default().encode_utf16();
        let bytes: Vec<u8> = units.flat_map(|unit| order.bytes(unit)).collect();
        self.rest.drain(..end);
        self.out.write_all(&bytes)
    }
}

impl Order {
    fn bytes(self, unit: u16) -> [u8; 2] {
        match self {
            Order::Little => unit.to_le_bytes(),
            Order::Big => unit.to_be_bytes(),
        }
    }

    fn unit(self, bytes: [u8; 2]) -> u16 {
        match self {
            Order::Little => u16::from_le_bytes(bytes),
            Order::Big => u16::from_be_bytes(bytes),
        }
    }
}

/// Converts a stream from UTF-16 to UTF-8. An invalid code unit becomes U+FFFD, or an error if `is_strict`
/// is set.
pub struct Utf16<R> {
    stream: R,
    order: Order,
    is_strict: bool,
    /// The byte offset of `rest` in the stream.
    before: u64,
    /// Bytes that were read but not yet decoded, because they are an incomplete character.
    rest: Vec<u8>,
    text: Vec<u8>,
    at: usize,
}

impl<R: Read> Utf16<R> {
    pub fn new(stream: R, order: Order, is_strict: bool) -> Utf16<R> {
        Utf16 { stream, order, is_strict, before: 0, rest: Vec::new(), text: Vec::new(), at: 0 }
    }

    /// Decodes the next bytes. Returns `false` at the end of the stream.
    fn fill(&mut self) -> io::Result<bool> {
        let before = self.rest.len();
        let mut more = vec![0; 16 << 10];
        let read = loop {
            match self.stream.read(&mut more) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.rest.extend(&more[..read]);
        let is_end = self.rest.len() == before;
        // If the stream ends in the middle of a UTF-16 code unit, we treat the leftover byte as an
        // unpaired surrogate, which is invalid UTF-16.
        let unit = |pair: &[u8]| <[u8; 2]>::try_from(pair).map_or(0xdfff, |it| self.order.unit(it));
        let mut end = self.rest.len();
        if !is_end {
            end &= !1;
            let last = &self.rest[end.saturating_sub(2)..end];
            if !last.is_empty() && matches!(unit(last), 0xd800..=0xdbff) {
                end -= 2;
            }
        }
        let mut text = String::with_capacity(end);
        // The offset of the next character in `rest`.
        let mut at = 0;
        for char in char::decode_utf16(self.rest[..end].chunks(2).map(unit)) {
            if char.is_err() && self.is_strict {
                return Err(no_utf16(self.before + at, self.order));
            }
            at += char.as_ref().map_or(2, |char| 2 * char.len_utf16() as u64);
            text.push(char.unwrap_or('\u{fffd}'));
        }
        self.before += end as u64;
        self.text = text.into_bytes();
        self.at = 0;
        self.rest.drain(..end);
        Ok(!is_end)
    }
}

fn no_utf16(at: u64, order: Order) -> io::Error {
    let from = match order {
        Order::Little => "UTF-16LE",
        Order::Big => "UTF-16BE",
    };
    let message = format!(
        "byte {at} is not UTF-16; convert the file first, for example with `iconv -c -f {from} -t UTF-8 FILE`"
    );
    io::Error::new(io::ErrorKind::InvalidData, message)
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut goes_on = true;
        while self.at == self.text.len() && goes_on {
            goes_on = self.fill()?;
        }
        let read = (&self.text[self.at..]).read(buffer)?;
        self.at += read;
        Ok(read)
    }
}
