//! UTF-16 as UTF-8, and back.

use std::{
    collections::VecDeque,
    io::{self, Read, Write},
    sync::{Arc, Mutex, PoisonError},
};

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

/// How the bytes of a file make text, as far as the reader cares.
#[derive(Clone, Debug, Default)]
pub struct Encoding(Option<(Order, Arc<Mutex<NoText>>)>);

/// The bytes of UTF-16 that are no text, each with its place in the UTF-8, where U+FFFD stands for them.
type NoText = VecDeque<(u64, Vec<u8>)>;

/// Writes text in the encoding of the file that it comes from, so that what is copied stays byte for byte.
pub struct Writer<'a> {
    out: &'a mut dyn Write,
    encoding: Encoding,
    /// Where the next text stands in the file as UTF-8.
    at: u64,
    /// The beginning of a character that goes on.
    rest: Vec<u8>,
}

impl<'a> Writer<'a> {
    pub fn new(out: &'a mut dyn Write, encoding: Encoding) -> Writer<'a> {
        Writer { out, encoding, at: 0, rest: Vec::new() }
    }

    /// Writes the next text of the file.
    pub fn copy(&mut self, text: &[u8]) -> io::Result<()> {
        let Some((order, no_text)) = &self.encoding.0 else {
            return self.out.write_all(text);
        };
        self.rest.extend(text);
        let end = match str::from_utf8(&self.rest) {
            Ok(text) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        let mut bytes = Vec::with_capacity(2 * end);
        let mut no_text = no_text.lock().unwrap_or_else(PoisonError::into_inner);
        for char in str::from_utf8(&self.rest[..end]).unwrap_or_default().chars() {
            match no_text.front() {
                Some((at, odd)) if *at == self.at => {
                    bytes.extend(odd);
                    no_text.pop_front();
                }
                _ => order.encode(char, &mut bytes),
            }
            self.at += char.len_utf8() as u64;
        }
        self.rest.drain(..end);
        self.out.write_all(&bytes)
    }

    /// Writes this text for the next of the file, which is a part of a line.
    pub fn replace(&mut self, old: &[u8], new: &str) -> io::Result<()> {
        let Some((order, no_text)) = &self.encoding.0 else {
            return self.out.write_all(new.as_bytes());
        };
        self.at += old.len() as u64;
        let mut no_text = no_text.lock().unwrap_or_else(PoisonError::into_inner);
        while no_text.front().is_some_and(|(at, _)| *at < self.at) {
            no_text.pop_front();
        }
        let mut bytes = Vec::new();
        new.chars().for_each(|char| order.encode(char, &mut bytes));
        self.out.write_all(&bytes)
    }
}

impl Order {
    fn encode(self, char: char, bytes: &mut Vec<u8>) {
        for unit in char.encode_utf16(&mut [0; 2]) {
            bytes.extend(match self {
                Order::Little => unit.to_le_bytes(),
                Order::Big => unit.to_be_bytes(),
            });
        }
    }
}

/// A stream of UTF-16 as UTF-8. What is no text becomes U+FFFD.
pub struct Utf16<R> {
    stream: R,
    order: Order,
    /// Where `text` ends in the UTF-8.
    end: u64,
    no_text: Option<Arc<Mutex<NoText>>>,
    /// Bytes read that are not decoded: half a character.
    rest: Vec<u8>,
    text: Vec<u8>,
    at: usize,
}

impl<R: Read> Utf16<R> {
    pub fn new(stream: R, order: Order) -> Utf16<R> {
        Utf16 { stream, order, end: 0, no_text: None, rest: Vec::new(), text: Vec::new(), at: 0 }
    }

    /// Keeps what is no text, so that it can be written again.
    pub fn kept(self) -> (Utf16<R>, Encoding) {
        let no_text = Arc::default();
        let encoding = Encoding(Some((self.order, Arc::clone(&no_text))));
        (Utf16 { no_text: Some(no_text), ..self }, encoding)
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
        let unit = |pair: &[u8]| match (self.order, pair) {
            (Order::Little, &[low, high]) | (Order::Big, &[high, low]) => {
                u16::from_le_bytes([low, high])
            }
            // Half a unit.
            _ => 0xfffd,
        };
        let mut end = self.rest.len();
        if !is_end {
            end &= !1;
            let last = &self.rest[end.saturating_sub(2)..end];
            if !last.is_empty() && matches!(unit(last), 0xd800..=0xdbff) {
                end -= 2;
            }
        }
        let units = self.rest[..end].chunks(2).map(unit);
        let mut text = String::with_capacity(end);
        // Where the next unit stands in `rest`.
        let mut at = 0;
        for char in char::decode_utf16(units) {
            let length = char.as_ref().map_or(1, |char| char.len_utf16());
            let bytes = &self.rest[at..end.min(at + 2 * length)];
            if (char.is_err() || bytes.len() == 1)
                && let Some(no_text) = &self.no_text
            {
                let mut no_text = no_text.lock().unwrap_or_else(PoisonError::into_inner);
                no_text.push_back((self.end + text.len() as u64, bytes.to_vec()));
            }
            at += bytes.len();
            text.push(char.unwrap_or('\u{fffd}'));
        }
        self.end += text.len() as u64;
        self.text = text.into_bytes();
        self.at = 0;
        self.rest.drain(..end);
        Ok(!is_end)
    }
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
