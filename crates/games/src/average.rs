//! Averages for people.

/// A quotient with two decimals; 0.00 if there is nothing to divide by.
pub fn average(sum: usize, count: usize) -> String {
    let hundredths = (100 * sum + count / 2) / count.max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
