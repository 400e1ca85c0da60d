//! Tests of `cargo xtask fresh` that do not create a machine.

use xtask::fresh::{Case, ListState, Step, User, install_command, plan, script_path};

#[test]
fn words_select_cases_and_steps() {
    assert_eq!(plan(&[]).expect("all").cases.len(), 8);
    let one = plan(&["outdated", "bookworm", "root", "demo"]).expect("one");
    let case = Case { release: "bookworm", user: User::Root, lists: ListState::Outdated };
    assert_eq!((one.cases, one.steps), (vec![case], vec![Step::Demo]));
    assert!(plan(&["buster"]).is_err() && plan(&["root", "root"]).is_err());
}

#[test]
fn the_install_command_must_be_in_a_single_line() {
    let command = |output: &str| install_command(output);
    let line = "orrery: missing packages; run: sudo apt-get update && sudo apt-get install npm\n";
    assert_eq!(command(line).as_deref(), Some("apt-get update && apt-get install npm"));
    assert_eq!(command("(on Debian: apt-get install npm)").as_deref(), Some("apt-get install npm"));
    assert_eq!(command("Compiling a\nrun: apt-get install npm\n"), None, "two lines were accepted");
    assert_eq!(command("no compiler\n"), None, "a line without a command was accepted");
}

#[test]
fn the_script_path_is_read_from_the_page() {
    let page = r#"<html><script type="module" crossorigin src="./assets/index-1.js"></script>"#;
    assert_eq!(script_path(page).as_deref(), Some("/assets/index-1.js"));
    assert_eq!(script_path("<html>"), None);
}
