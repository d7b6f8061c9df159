//! Diagrams of the first bytes of a file.

/// Bytes in a row, and the minimum and maximum width of a byte in characters, including its border.
const ROW: u64 = 8;
const CELL: [usize; 2] = [5, 12];

/// Draws fields up to the first of unknown length.
pub fn draw(fields: &[(&str, Option<u64>)]) -> String {
    let fixed = fields.iter().map_while(|(name, len)| Some((*name, (*len)?)));
    let mut pieces = Vec::new();
    let mut at = 0_u64;
    for (name, len) in fixed {
        let end = at.saturating_add(len);
        let mut name = name;
        while at < end {
            let stop = end.min((at / ROW + 1).saturating_mul(ROW));
            pieces.push((at, stop.saturating_sub(at), name));
            (at, name) = (stop, "");
        }
    }
    let width = pieces
        .iter()
        .map(|(_, bytes, name)| (name.len() + 3).div_ceil(usize::try_from(*bytes).unwrap_or(1)));
    let width = width.max().unwrap_or(0).clamp(CELL[0], CELL[1]);
    let line = format!("      +{}\n", format!("{}+", "-".repeat(width - 1)).repeat(8));
    let ruler: String = (0..ROW).map(|byte| format!("{byte:<width$}")).collect();
    let mut picture = format!("       {}\n{line}", ruler.trim_end());
    for (start, bytes, name) in pieces {
        if start.is_multiple_of(ROW) {
            picture.push_str(&format!("{:<6}|", format!("{start:#04x}")));
        }
        let room = width
            .saturating_mul(usize::try_from(bytes).unwrap_or(1))
            .saturating_sub(1);
        let shown: String = match name.len() + 2 > room {
            true => name.chars().take(room.saturating_sub(1)).chain(['…']).collect(),
            false => format!(" {name}"),
        };
        picture.push_str(&format!("{shown:<room$}|"));
        if start.saturating_add(bytes).is_multiple_of(ROW) {
            picture.push_str(&format!("\n{line}"));
        }
    }
    if !at.is_multiple_of(ROW) {
        picture.push_str(&format!("\n{line}"));
    }
    let rest = fields
        .iter()
        .skip_while(|(_, len)| len.is_some())
        .map(|(name, _)| *name);
    let rest: Vec<&str> = rest.collect();
    if !rest.is_empty() {
        picture.push_str(&format!("{:<6}| {} …\n", format!("{at:#04x}"), rest.join(", ")));
    }
    picture.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn fields_fill_rows_of_eight_bytes() {
        let fields = [("magic", Some(6)), ("count", Some(4)), ("names", None), ("end", Some(1))];
        let expected = "       0    1    2    3    4    5    6    7
      +----+----+----+----+----+----+----+----+
0x00  | magic                       | count   |
      +----+----+----+----+----+----+----+----+
0x08  |         |
      +----+----+----+----+----+----+----+----+
0x0a  | names, end …";
        assert_eq!(draw(&fields), expected);
    }

    #[test]
    fn long_names_widen_or_are_cut() {
        assert!(draw(&[("flags", Some(1))]).contains("| flags |"));
        assert!(draw(&[("flags_of_everything", Some(1))]).contains("|flags_of_e…|"));
    }
}
