//! UTF-16 as UTF-8, and back.

use std::io::{self, Read, Write};

/// The order of the bytes of UTF-16, if the first bytes of a file show that it is that.
pub fn utf16(head: &[u8]) -> Option<Order> {
    match head {
        [0xff, 0xfe, 0, 0, ..] => return None,
        [0xff, 0xfe, ..] => return Some(Order::Little),
        [0xfe, 0xff, ..] => return Some(Order::Big),
        _ => {}
    }
    // Without a mark: ASCII, with zeros between.
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

/// The order of the bytes of a unit.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Order {
    Little,
    Big,
}

/// Writes text in the encoding of the file that it comes from, so that what is copied stays byte for byte.
pub struct Writer<'a> {
    out: &'a mut dyn Write,
    /// `None` for what is not UTF-16.
    order: Option<Order>,
    /// The beginning of a character that goes on.
    rest: Vec<u8>,
}

impl<'a> Writer<'a> {
    pub fn new(out: &'a mut dyn Write, order: Option<Order>) -> Writer<'a> {
        Writer { out, order, rest: Vec::new() }
    }

    /// Writes the next text.
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

/// A stream of UTF-16 as UTF-8. What is no text becomes U+FFFD, or, if the text is to be written again, an error.
pub struct Utf16<R> {
    stream: R,
    order: Order,
    is_strict: bool,
    /// The bytes before `rest`.
    before: u64,
    /// Bytes read that are not decoded: half a character.
    rest: Vec<u8>,
    text: Vec<u8>,
    at: usize,
}

impl<R: Read> Utf16<R> {
    pub fn new(stream: R, order: Order, is_strict: bool) -> Utf16<R> {
        Utf16 { stream, order, is_strict, before: 0, rest: Vec::new(), text: Vec::new(), at: 0 }
    }

    /// Decodes more; `false` at the end.
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
        // Half a unit is none.
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
        // Where the next character stands in `rest`.
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

/// Bytes are no text in UTF-16, and could not be written again.
fn no_utf16(at: u64, order: Order) -> io::Error {
    let from = match order {
        Order::Little => "UTF-16LE",
        Order::Big => "UTF-16BE",
    };
    let message = format!(
        "byte {at} is not UTF-16; convert the file first, such as with `iconv -c -f {from} -t UTF-8 FILE`"
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
