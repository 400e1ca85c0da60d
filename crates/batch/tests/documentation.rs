//! Checks the generated tables of `docs/PYTHON.md`; `UPDATE_DOCS=1` updates them.

use orrery_batch::{actions, observation};
use orrery_bots::feature_blocks;
use std::fmt::Write as _;
use std::path::Path;

fn action_table() -> String {
    let mut table = "| Numbers | Verb | The offset is |\n|---|---|---|\n".to_owned();
    for range in actions::ranges() {
        let last = range.start + range.len - 1;
        let numbers =
            if range.len == 1 { last.to_string() } else { format!("{} to {last}", range.start) };
        let object = if range.object.is_empty() { "-" } else { range.object };
        writeln!(table, "| {numbers} | `{}` | {object} |", range.verb).expect("text");
    }
    table
}

fn observation_table() -> String {
    let mut table = "| Values | Block | Meaning |\n|---|---|---|\n".to_owned();
    for block in observation::blocks() {
        let last = block.start + block.len - 1;
        let values =
            if block.len == 1 { last.to_string() } else { format!("{} to {last}", block.start) };
        writeln!(table, "| {values} | `{}` | {} |", block.name, block.meaning).expect("text");
    }
    table
}

fn feature_table() -> String {
    let mut table =
        "| Inputs | Block | Kinds × values | Kind; value |\n|---|---|---|---|\n".to_owned();
    for block in feature_blocks() {
        let (count, shape) = (block.kinds * block.values, (block.kinds, block.values));
        let (start, last) = (block.start, block.start + count - 1);
        let inputs = if count == 1 { last.to_string() } else { format!("{start} to {last}") };
        let row = format!("| {inputs} | `{}` | {} × {} |", block.name, shape.0, shape.1);
        writeln!(table, "{row} {} |", block.meaning).expect("text");
    }
    table
}

#[test]
fn the_tables_of_the_manual_are_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/PYTHON.md");
    let mut text = std::fs::read_to_string(&path).expect("the manual");
    let mut current = text.clone();
    let tables = [
        ("actions", action_table()),
        ("observation", observation_table()),
        ("features", feature_table()),
    ];
    for (name, table) in tables {
        let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
        let start = current.find(&begin).expect("a marker") + begin.len();
        let stop = current.find(&end).expect("a marker at the end");
        current.replace_range(start..stop, &format!("\n{table}\n"));
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &current).expect("the manual is written");
        text.clone_from(&current);
    }
    let command = "UPDATE_DOCS=1 cargo test -p orrery-batch --test documentation";
    assert!(text == current, "docs/PYTHON.md is stale; run `{command}`");
}
