//! Fresh machines, as far as they can be tried without creating one.

use xtask::fresh::{Case, Lists, Step, User, asked_command, plan, script_path};

#[test]
fn words_select_cases_and_steps() {
    assert_eq!(plan(&[]).expect("all").cases.len(), 8);
    let one = plan(&["outdated", "bookworm", "root", "demo"]).expect("one");
    let case = Case { release: "bookworm", user: User::Root, lists: Lists::Outdated };
    assert_eq!((one.cases, one.steps), (vec![case], vec![Step::Demo]));
    assert!(plan(&["buster"]).is_err() && plan(&["root", "root"]).is_err());
}

#[test]
fn one_line_must_name_the_command_that_installs_packages() {
    let asked = |output: &str| asked_command(output);
    let line = "orrery: missing packages; run: sudo apt-get update && sudo apt-get install npm\n";
    assert_eq!(asked(line).as_deref(), Some("apt-get update && apt-get install npm"));
    assert_eq!(asked("(on Debian: apt-get install npm)").as_deref(), Some("apt-get install npm"));
    assert_eq!(asked("Compiling a\nrun: apt-get install npm\n"), None, "two lines");
    assert_eq!(asked("no compiler\n"), None, "no command");
}

#[test]
fn a_page_names_its_script() {
    let page = r#"<html><script type="module" crossorigin src="./assets/index-1.js"></script>"#;
    assert_eq!(script_path(page).as_deref(), Some("/assets/index-1.js"));
    assert_eq!(script_path("<html>"), None);
}
