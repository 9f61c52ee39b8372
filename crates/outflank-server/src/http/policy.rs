use axum::http::HeaderValue;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

pub(super) const STRICT: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Framing {
    Nobody,
    Anyone,
}

/// Of a page: allows the scripts and styles in its text by their hashes.
pub(super) fn of_page(html: &str, framing: Framing) -> HeaderValue {
    let (scripts, styles) = (hashes(html, "script"), hashes(html, "style"));
    let ancestors = match framing {
        Framing::Nobody => "'none'",
        Framing::Anyone => "*",
    };
    let policy = format!(
        "default-src 'none'; script-src 'self'{scripts}; style-src 'self'{styles}; img-src 'self' data: blob:; connect-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors {ancestors}"
    );
    HeaderValue::try_from(policy).expect("a policy is ASCII")
}

/// Elements with attributes are not inline, or are data.
fn hashes(html: &str, element: &str) -> String {
    let (begin, end) = (format!("<{element}>"), format!("</{element}>"));
    let contents = html.split(&begin).skip(1).filter_map(|rest| Some(rest.split_once(&end)?.0));
    contents.map(|content| format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(content)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_scripts_and_styles_are_allowed_by_their_hashes() {
        let page = "<style>p{}</style><script>alert(1)</script><script src=\"/a.js\"></script>";
        let policy = of_page(page, Framing::Nobody);
        let policy = policy.to_str().unwrap();
        // From `printf 'alert(1)' | openssl dgst -sha256 -binary | base64`.
        assert!(
            policy.contains("script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';"),
            "{policy}"
        );
        assert!(policy.contains("style-src 'self' 'sha256-") && policy.ends_with("frame-ancestors 'none'"), "{policy}");
        assert_eq!(policy.matches("sha256").count(), 2);
        assert!(of_page(page, Framing::Anyone).to_str().unwrap().ends_with("frame-ancestors *"));
    }

    #[test]
    fn without_inline_content_a_page_has_the_strict_policy() {
        assert_eq!(of_page("<!doctype html>", Framing::Nobody), STRICT);
    }
}
