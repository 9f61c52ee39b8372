use super::*;

fn from(peer: &str, host: &str) -> Ask {
    let builder = Request::builder().uri("/api/site").header(header::HOST, host);
    Ask { builder, body: Body::empty() }.peer(peer)
}

async fn on_a_network() -> Site {
    let mut site = Site::open().await;
    site.app.reach = Reach::new(None, &["192.168.1.5:8220".parse().unwrap()]);
    site.router = router(site.app.clone());
    site
}

#[tokio::test]
async fn a_server_on_loopback_is_not_reachable() {
    let site = Site::open().await;
    let response = site.ask(from("127.0.0.1", "127.0.0.1:8220")).await.expect(200);
    assert_eq!(response, json!({"reachable": false, "public_url": null, "addresses": []}));
}

#[tokio::test]
async fn a_configured_url_is_public() {
    let site = Site::at(Some("https://club.example")).await;
    let expected =
        json!({"reachable": true, "public_url": "https://club.example", "addresses": ["https://club.example"]});
    assert_eq!(site.ask(from("127.0.0.1", "127.0.0.1:8220")).await.expect(200), expected);
    assert_eq!(site.ask(from("203.0.113.9", "club.example")).await.expect(200), expected);
}

#[tokio::test]
async fn local_addresses_are_visible_to_this_computer_only() {
    let site = on_a_network().await;
    let addresses = async |ask: Ask| {
        let response = site.ask(ask).await.expect(200);
        assert_eq!(response["reachable"], true);
        response["addresses"].clone()
    };
    let known = json!(["http://192.168.1.5:8220"]);
    let page = |ask: Ask| ask.with(header::ORIGIN, "http://127.0.0.1:8220");
    for (peer, host) in [("127.0.0.1", "localhost:8220"), ("::1", "[::1]:8220"), ("::ffff:127.0.0.1", "127.0.0.1")] {
        assert_eq!(addresses(from(peer, host)).await, known, "{peer} {host}");
    }
    assert_eq!(addresses(page(from("127.0.0.1", "127.0.0.1:8220"))).await, known);
    for stranger in [
        from("192.168.1.9", "127.0.0.1:8220"),
        from("127.0.0.1", "127.0.0.1:8220").with("x-forwarded-for", "203.0.113.9"),
        from("127.0.0.1", "rebound.example:8220"),
        from("127.0.0.1", "127.0.0.1:8220").with(header::ORIGIN, "https://elsewhere.example"),
    ] {
        assert_eq!(addresses(stranger).await, json!([]));
    }
}
