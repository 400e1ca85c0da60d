//! Checks the limits of a text before it is parsed as TOML: bytes, tokens and nesting of brackets.
//!
//! The parser recurses on opening brackets. It has a recursion limit, but text with errors can
//! evade it during error recovery, and a stack overflow aborts the process. So this module counts
//! open brackets in the tokens of the parser's own lexer. A closing bracket closes the innermost
//! open bracket if both are of the same kind; otherwise it closes nothing. In every state, the
//! parser leaves a level on a closing bracket that matches, so it never nests deeper than this
//! count.

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use super::problem::DeckProblemKind;
use super::{MAX_BYTES, MAX_DEPTH, MAX_TOKENS};

/// Returns the first limit that a text exceeds, and the byte offset at which it does.
pub(super) fn exceeded(text: &str) -> Option<(usize, DeckProblemKind)> {
    if text.len() > MAX_BYTES {
        return Some((0, DeckProblemKind::TooLong(MAX_BYTES)));
    }
    let mut open = Vec::with_capacity(MAX_DEPTH);
    let mut weight = 0;
    Source::new(text).lex().find_map(|token| {
        let span = token.span();
        weight += weigh(token.kind(), text.get(span.start()..span.end()).unwrap_or(""));
        let kind = match weight {
            ..=MAX_TOKENS if track_bracket(&mut open, token.kind()) => return None,
            ..=MAX_TOKENS => DeckProblemKind::TooDeep(MAX_DEPTH),
            _ => DeckProblemKind::TooManyTokens(MAX_TOKENS),
        };
        Some((span.start(), kind))
    })
}

/// Returns the weight of a token, which bounds the number of errors that the parser reports.
///
/// The weight is 1, or 0 for whitespace, plus 1 for each byte that can cause a separate error.
fn weigh(kind: TokenKind, text: &str) -> usize {
    use TokenKind::{Comment, Eof, Newline, Whitespace};
    let is_space = matches!(kind, Whitespace | Newline | Comment | Eof);
    let is_harmless = |byte: u8| matches!(byte, b'\t' | b'\n') || text == "\r\n";
    let is_error = |byte: &u8| *byte == b'\\' || byte.is_ascii_control() && !is_harmless(*byte);
    usize::from(!is_space) + text.bytes().filter(is_error).count()
}

/// Updates the stack of open brackets and returns whether it is within the allowed depth.
fn track_bracket(open: &mut Vec<TokenKind>, token: TokenKind) -> bool {
    let opening = match token {
        TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => {
            open.push(token);
            return open.len() <= MAX_DEPTH;
        }
        TokenKind::RightSquareBracket => TokenKind::LeftSquareBracket,
        TokenKind::RightCurlyBracket => TokenKind::LeftCurlyBracket,
        _ => return true,
    };
    open.pop_if(|innermost| *innermost == opening);
    true
}
