//! The names that Rust code defines.

use super::text::{code_only, tokens};
use std::collections::BTreeSet;

const KEYWORDS: [&str; 8] = ["fn", "struct", "enum", "const", "static", "type", "mod", "trait"];

/// Returns functions, types, constants, modules and enum variants.
///
/// Also returns the first argument of a macro that the file defines, as in `index!(Ship, 4)`.
#[must_use]
pub fn defined(text: &str) -> BTreeSet<String> {
    let code = code_only(text);
    let tokens = tokens(&code);
    let mut names = BTreeSet::new();
    for (at, pair) in tokens.windows(2).enumerate() {
        if KEYWORDS.contains(&pair[0]) {
            names.insert(pair[1].to_owned());
        }
        if pair[0] == "enum" {
            names.extend(variants(&tokens[at..]).into_iter().map(str::to_owned));
        }
    }
    for call in tokens.windows(4).filter(|four| four[1] == "!" && four[2] == "(") {
        if tokens.windows(3).any(|three| three == ["macro_rules", "!", call[0]]) {
            names.insert(call[3].to_owned());
        }
    }
    names
}

/// Returns the names of an enum's variants; the tokens start with the enum.
fn variants<'a>(tokens: &[&'a str]) -> Vec<&'a str> {
    let mut variants = Vec::new();
    let (mut depth, mut is_next) = (0, false);
    for token in tokens.iter().skip_while(|token| **token != "{") {
        match *token {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            "," | "#" => {}
            name if is_next && depth == 1 => {
                variants.push(name);
                is_next = false;
            }
            _ => {}
        }
        is_next |= depth == 1 && (*token == "," || *token == "{");
        if depth == 0 {
            break;
        }
    }
    variants
}

/// Returns the names of the functions marked as tests.
#[must_use]
pub fn tests(text: &str) -> Vec<String> {
    let code = code_only(text);
    let tokens = tokens(&code);
    let marked = tokens.windows(4).enumerate().filter(|(_, four)| *four == ["#", "[", "test", "]"]);
    marked
        .filter_map(|(at, _)| tokens[at..].iter().skip_while(|token| **token != "fn").nth(1))
        .map(|name| (*name).to_owned())
        .collect()
}
