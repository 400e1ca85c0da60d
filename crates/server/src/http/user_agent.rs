//! Labels of devices, from the `User-Agent` header: browser and operating system.
//!
//! A label contains only names from this module, or a short product name, and no other text of the
//! client.

use axum::http::{HeaderMap, header};

/// Browsers by their product tokens.
///
/// A browser that also sends another browser's token comes before that browser.
const BROWSERS: [(&str, &str); 9] = [
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
/// Operating systems by their tokens, ordered like [`BROWSERS`].
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];
/// Maximum number of characters of a program's name.
const MAX_NAME_LENGTH: usize = 20;

/// Returns the label of the device that sent these headers.
pub(super) fn label(headers: &HeaderMap) -> Option<String> {
    let agent = headers.get(header::USER_AGENT)?.to_str().ok()?;
    let find = |known: &[(&str, &'static str)]| {
        known.iter().find(|(token, _)| agent.contains(token)).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => Some(format!("{browser} · {system}")),
        (Some(one), None) | (None, Some(one)) => Some(one.to_owned()),
        (None, None) => program(agent),
    }
}

/// Returns the name of a program: the first word, without its version.
fn program(agent: &str) -> Option<String> {
    let name = agent.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next()?;
    (1..=MAX_NAME_LENGTH).contains(&name.len()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::label;
    use axum::http::{HeaderMap, HeaderValue, header};

    fn label_of(agent: &str) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(header::USER_AGENT, HeaderValue::from_str(agent).expect("a header"));
        label(&headers)
    }

    #[test]
    fn browsers_and_systems_are_recognised() {
        let known = [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
                "Firefox · Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
                "Edge · Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/126.0.0.0 Mobile Safari/537.36",
                "Chrome · Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 \
                 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
                "Safari · iPhone",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like \
                 Gecko) Version/17.5 Safari/605.1.15",
                "Safari · macOS",
            ),
            ("curl/8.5.0", "curl"),
            ("python-requests/2.32", "python-requests"),
        ];
        for (agent, name) in known {
            assert_eq!(label_of(agent).as_deref(), Some(name), "{agent}");
        }
    }

    #[test]
    fn unknown_text_is_not_used() {
        for agent in ["", "<script>alert(1)</script>", "\u{202e}", &"x".repeat(5000), "  ", "()"] {
            assert_eq!(label_of(agent), None, "{agent:?}");
        }
        assert_eq!(label_of("Firefox/1 <b>Linux</b>").as_deref(), Some("Firefox · Linux"));
        assert_eq!(label(&HeaderMap::new()), None);
    }
}
