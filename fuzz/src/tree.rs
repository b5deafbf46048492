//! `.tree` files: the library refuses a file, or opens it and writes it back unchanged. A query for a node never
//! panics.

use std::fmt::Write as _;

use san_strings_tree::{NodeQuery, NodeView, Tree};

/// Magic bytes of a ply record.
const PLY: u64 = u64::from_le_bytes(*b"sanply 2");

/// The maximum numbers of nodes and plies. We do not query larger trees, because that takes too long.
const MOST: (u64, usize) = (2000, 12);

/// Opens a tree file, and shows some of its nodes. The input is a query, a newline, and the file. We
/// try the file as it is, and also with correct checksums, because otherwise nearly every changed file
/// would be refused for its checksums.
pub fn run(bytes: &[u8]) {
    let (query, file) = match bytes.iter().position(|&byte| byte == b'\n') {
        Some(at) => (&bytes[..at], &bytes[at + 1..]),
        None => (&b"0"[..], bytes),
    };
    let query = String::from_utf8_lossy(query).parse::<NodeQuery>();
    for file in [Some(file.to_vec()), put_right(file)].into_iter().flatten() {
        let Ok(tree) = Tree::from_file(&file) else {
            continue;
        };
        let mut written = Vec::new();
        tree.write_file(&mut written).expect("no errors in memory");
        assert_eq!(written, file);
        if tree.nodes() > MOST.0 || tree.plies() > MOST.1 {
            continue;
        }
        let ids = [0, 1, tree.nodes() / 2, tree.nodes() - 1, tree.nodes()];
        for query in ids.map(NodeQuery::Id).iter().chain(&query) {
            if let Err(error) = NodeView::in_tree(&tree, query) {
                drop(error.to_string());
            }
        }
    }
}

/// Corrects the sizes, counts and checksums in a tree file, so that they match its plies.
fn put_right(file: &[u8]) -> Option<Vec<u8>> {
    let end = file.windows(2).position(|pair| pair == b"\n\n")?;
    let (head, body) = (str::from_utf8(&file[..end]).ok()?, &file[end + 2..]);
    let (words, _) = body.as_chunks();
    let mut words = &words.iter().map(|&word| u64::from_le_bytes(word)).collect::<Vec<_>>()[..];
    let mut lines = String::new();
    let (mut plies, mut body, mut before) = (0, Vec::new(), 1_u64);
    while let Some((&[_, moves, mates, _, _], rest)) = words.split_first_chunk() {
        let moves = moves % 4096;
        // The record contains one bit for each move, the index of the first move of every 128th node of the
        // previous ply, and the outcomes.
        let count = |words: u64| usize::try_from(words).ok();
        let (bits, starts) = (count(moves.div_ceil(64))?, count(before.div_ceil(128))?);
        let next = rest.iter().position(|&word| word == PLY).unwrap_or(rest.len());
        let mut record = rest[..next].to_vec();
        record.resize(next.max(bits + starts), 0);
        if let Some(last) = record[..bits].last_mut() {
            *last &= u64::MAX >> (moves.wrapping_neg() % 64);
        }
        before = record[..bits].iter().map(|word| u64::from(word.count_ones())).sum();
        let outcomes = (record.len() - bits - starts) as u64;
        let header = [PLY, moves, mates, starts as u64, outcomes];
        let ply: Vec<u8> = header.into_iter().chain(record).flat_map(u64::to_le_bytes).collect();
        let (len, crc) = (ply.len(), crc32fast::hash(&ply));
        writeln!(lines, "nodes {before} moves {moves} mates {mates} bytes {len} crc32 {crc:08x}")
            .ok()?;
        (plies, words) = (plies + 1, &rest[next..]);
        body.extend(ply);
    }
    let first: Vec<_> = head.lines().take(3).collect();
    let head = format!("{}\nplies {plies}\n{lines}", first.join("\n"));
    let head = format!("{head}crc32 {:08x}\n\n", crc32fast::hash(head.as_bytes()));
    Some([head.as_bytes(), &body].concat())
}
