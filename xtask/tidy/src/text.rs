//! Finds words, tokens and comments in source text.

use proc_macro2::{Delimiter, Group, LexError, Span, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::ops::Range;
use std::str::FromStr;

/// Returns whether a character can be part of a word.
#[must_use]
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the numbers, from 1, of the lines that contain this whole word.
#[must_use]
pub fn lines_with_word(text: &str, word: &str) -> Vec<usize> {
    if !text.contains(word) {
        return Vec::new();
    }
    let lines = text.lines().enumerate();
    lines.filter(|(_, line)| has_word(line, word)).map(|(index, _)| index + 1).collect()
}

/// Returns whether a text contains a whole word.
#[must_use]
pub fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + word.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// A token of Rust code that is not a literal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Source text of the token.
    pub text: String,
    /// Number of its line, from 1.
    pub line: usize,
    /// Byte range in the text.
    range: Range<usize>,
}

/// Returns the tokens of Rust code, without comments and literals.
///
/// # Errors
/// If a string, a comment or a bracket does not end.
pub fn tokens(text: &str) -> Result<Vec<Token>, LexError> {
    let mut tokens = Vec::new();
    add_tokens(text, TokenStream::from_str(text)?, &mut tokens);
    Ok(tokens)
}

fn add_tokens(text: &str, stream: TokenStream, tokens: &mut Vec<Token>) {
    for tree in stream {
        match tree {
            TokenTree::Literal(_) => {}
            // A doc comment is an attribute, whose tokens all have the span of the comment.
            tree if is_comment(&text[tree.span().byte_range()]) => {}
            TokenTree::Group(group) => {
                add(text, group.span_open(), tokens);
                add_tokens(text, group.stream(), tokens);
                add(text, group.span_close(), tokens);
            }
            other => add(text, other.span(), tokens),
        }
    }
}

fn add(text: &str, span: Span, tokens: &mut Vec<Token>) {
    let range = span.byte_range();
    tokens.push(Token { text: text[range.clone()].to_owned(), line: span.start().line, range });
}

fn is_comment(text: &str) -> bool {
    text.starts_with("//") || text.starts_with("/*")
}

/// Returns the words of Rust code: names and keywords.
///
/// A text that is not Rust has none.
#[must_use]
pub fn words(text: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    add_words(TokenStream::from_str(text).unwrap_or_default(), &mut words);
    words
}

fn add_words(stream: TokenStream, words: &mut BTreeSet<String>) {
    for tree in stream {
        match tree {
            TokenTree::Ident(word) => drop(words.insert(word.to_string())),
            TokenTree::Group(group) => add_words(group.stream(), words),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Returns the comments and strings of Rust code, with spaces in place of everything else.
///
/// Line numbers stay the same. A text that is not Rust is returned unchanged.
#[must_use]
pub fn prose_only(text: &str) -> String {
    let mut prose = text.as_bytes().to_vec();
    for token in tokens(text).unwrap_or_default() {
        prose[token.range].fill(b' ');
    }
    String::from_utf8(prose).unwrap_or_default()
}

/// The first line of a doc comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Text of the line.
    pub text: String,
    /// Number of its line, from 1.
    pub line: usize,
    /// Whether it describes a field or a variant.
    pub is_field: bool,
}

/// Returns the first line of every doc comment in Rust code.
///
/// # Errors
/// If a string, a comment or a bracket does not end.
pub fn summaries(text: &str) -> Result<Vec<Summary>, LexError> {
    let mut summaries = Vec::new();
    add_summaries(&TokenStream::from_str(text)?.into_iter().collect::<Vec<_>>(), &mut summaries);
    Ok(summaries)
}

/// Keywords that start an item which is not a field or a variant.
const ITEM_KEYWORDS: [&str; 14] = [
    "async",
    "const",
    "enum",
    "extern",
    "fn",
    "impl",
    "macro_rules",
    "mod",
    "static",
    "struct",
    "trait",
    "type",
    "unsafe",
    "use",
];

fn add_summaries(trees: &[TokenTree], summaries: &mut Vec<Summary>) {
    let mut last_style = None;
    for (at, tree) in trees.iter().enumerate() {
        match (tree, doc_line(&trees[at..])) {
            (_, Some(doc)) => {
                if last_style != Some(doc.style) {
                    let is_field = doc.style == Style::Outer && is_field(&trees[at..]);
                    summaries.push(Summary { text: doc.text, line: doc.line, is_field });
                }
                last_style = Some(doc.style);
            }
            (TokenTree::Group(group), None) if !is_doc(group) => {
                add_summaries(&group.stream().into_iter().collect::<Vec<_>>(), summaries);
                last_style = None;
            }
            // Skips the `!` and the brackets of a doc comment.
            (TokenTree::Punct(_) | TokenTree::Group(_), None) if last_style.is_some() => {}
            _ => last_style = None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Inner,
    Outer,
}

struct DocLine {
    text: String,
    line: usize,
    style: Style,
}

/// Returns the doc comment that the tokens start with: `#[doc = "…"]` or `#![doc = "…"]`.
fn doc_line(trees: &[TokenTree]) -> Option<DocLine> {
    let (style, group) = match trees {
        [TokenTree::Punct(hash), TokenTree::Group(group), ..] if hash.as_char() == '#' => {
            (Style::Outer, group)
        }
        [TokenTree::Punct(hash), TokenTree::Punct(bang), TokenTree::Group(group), ..]
            if hash.as_char() == '#' && bang.as_char() == '!' =>
        {
            (Style::Inner, group)
        }
        _ => return None,
    };
    let literal = group.stream().into_iter().nth(2).filter(|_| is_doc(group))?;
    let text = syn::parse2::<syn::LitStr>(literal.into()).ok()?.value();
    let line = group.span_open().start().line;
    Some(DocLine { text: text.lines().next().unwrap_or_default().trim().to_owned(), line, style })
}

fn is_doc(group: &Group) -> bool {
    let first = group.stream().into_iter().next();
    let is_doc = matches!(first, Some(TokenTree::Ident(name)) if name == "doc");
    group.delimiter() == Delimiter::Bracket && is_doc
}

/// Returns whether the item after these attributes is a field or a variant.
fn is_field(trees: &[TokenTree]) -> bool {
    let mut trees = trees;
    loop {
        trees = match trees {
            [TokenTree::Punct(hash), TokenTree::Group(_), rest @ ..] if hash.as_char() == '#' => {
                rest
            }
            [TokenTree::Ident(word), TokenTree::Group(group), rest @ ..]
                if word == "pub" && group.delimiter() == Delimiter::Parenthesis =>
            {
                rest
            }
            [TokenTree::Ident(word), rest @ ..] if word == "pub" => rest,
            [TokenTree::Ident(word), ..] => return !ITEM_KEYWORDS.contains(&&*word.to_string()),
            [first, ..] => return !matches!(first, TokenTree::Group(_)),
            [] => return false,
        };
    }
}
