//! Tests of words and tokens.

use xtask_tidy::text::{has_word, lines_with_word, prose_only, tokens, words};

#[test]
fn words_are_matched_as_a_whole() {
    assert!(has_word("a fathom.", "fathom"));
    assert!(has_word("\"fathom\"", "fathom"));
    assert!(!has_word("fathoms unfathom fathom_can Fathom", "fathom"));
    assert!(has_word("fathoms and a fathom", "fathom"));
    assert_eq!(lines_with_word("one\ntwo one\nthree", "one"), [1, 2]);
}

#[test]
fn tokens_exclude_comments_and_literals() {
    let code = |text: &str| {
        let tokens = tokens(text).expect("Rust code").into_iter();
        tokens.map(|token| token.text).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(code("a // b\nc"), "a c");
    assert_eq!(code("a /* b /* c */ d */ e"), "a e");
    assert_eq!(code("a \"b \\\" // c\" d"), "a d");
    assert_eq!(code("a r#\"b \" c\"# d br\"e\" f"), "a d f");
    assert_eq!(code("'\"' a '\\'' b 'c' d"), "a b d");
    assert_eq!(code("fn a<'b>(c: &'b str)"), "fn a < ' b > ( c : & ' b str )");
    assert_eq!(code("/// a\nb //! c\n/** d */ e"), "b e");
}

#[test]
fn tokens_have_lines() {
    let tokens = tokens("a\n/* b\nc */ d\n\"e\nf\" g ü\n").expect("Rust code");
    let lines: Vec<(&str, usize)> = tokens.iter().map(|token| (&*token.text, token.line)).collect();
    assert_eq!(lines, [("a", 1), ("d", 3), ("g", 5), ("ü", 5)]);
}

#[test]
fn incomplete_code_has_no_tokens() {
    for text in ["a \"b", "a /* b", "a r#\"b", "a ' ", "a {"] {
        assert!(tokens(text).is_err(), "{text}");
        assert!(words(text).is_empty(), "{text}");
        assert_eq!(prose_only(text), text);
    }
}

#[test]
fn prose_excludes_code() {
    let text = "/// Doc ü.\nfn a() { b(\"text\") } // end";
    let prose = prose_only(text);
    assert_eq!(
        prose.split_whitespace().collect::<Vec<_>>(),
        ["///", "Doc", "ü.", "\"text\"", "//", "end"]
    );
    assert_eq!(prose.lines().count(), 2);
}
