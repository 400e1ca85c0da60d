//! Others read the rows: DuckDB and Polars, where Python has them (`ORRERY_PYTHON`, else `python3`).

use std::process::Command;

/// The status of `tools/check_rows.py` if neither reader is installed.
const NO_READER: i32 = 77;

#[test]
fn duckdb_and_polars_read_the_rows() {
    let python = std::env::var("ORRERY_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/check_rows.py");
    for ending in ["parquet", "csv"] {
        let name = format!("orrery-readers-{}.{ending}", std::process::id());
        let file = std::env::temp_dir().join(name);
        let written = Command::new(env!("CARGO_BIN_EXE_orrery"))
            .args(["simulate", "-q", "-b", "greedy", "-n", "2000", "--games-out"])
            .arg(&file)
            .status();
        assert!(written.is_ok_and(|status| status.success()));
        let read = Command::new(&python).arg(script).arg(&file).arg("2000").output();
        let _ = std::fs::remove_file(&file);
        match read {
            Err(_) => eprintln!("skipped: there is no {python}"),
            Ok(output) if output.status.code() == Some(NO_READER) => {
                eprintln!("skipped: {python} has neither DuckDB nor Polars");
            }
            Ok(output) => assert!(output.status.success(), "{ending}: {output:?}"),
        }
    }
}
