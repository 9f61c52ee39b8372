use super::*;

#[tokio::test]
async fn a_step_of_the_lesson_can_be_solved() {
    let site = Site::open().await;
    let lesson = site.ask(get("/api/lesson")).await.expect(200);
    let steps = lesson["steps"].as_array().unwrap();
    assert_eq!((steps.len(), &steps[1]["number"]), (8, &json!(2)));
    assert!(!steps[1]["position"]["legal"].as_array().unwrap().is_empty());

    let wrong = site.ask(post("/api/lesson/try", json!({"step": 2, "move": "d1"}))).await.expect(200);
    assert_eq!((&wrong["verdict"], &wrong["hint"], &wrong["moves"]), (&json!("wrong"), &json!(["c2"]), &json!("")));
    assert_eq!(wrong["position"], steps[1]["position"]);
    let right = site.ask(post("/api/lesson/try", json!({"step": 2, "moves": "", "move": "c2"}))).await.expect(200);
    assert_eq!((&right["verdict"], &right["task"], &right["moves"]), (&json!("right"), &Value::Null, &json!("c2")));
    assert_eq!(right["plies"][0]["flips"].as_array().map(Vec::len), Some(6));
}

#[tokio::test]
async fn malformed_tries_are_rejected() {
    let site = Site::open().await;
    for (body, status, error) in [
        (json!({"step": 9, "move": "d3"}), 404, "not_found"),
        (json!({"step": 0, "move": "d3"}), 404, "not_found"),
        (json!({"step": -1, "move": "d3"}), 400, "bad_request"),
        (json!({"step": 1}), 400, "bad_request"),
        (json!({"step": 1, "move": "z9"}), 400, "bad_request"),
        (json!({"step": 1, "move": "d3", "extra": 1}), 400, "bad_request"),
        (json!({"step": 1, "moves": "d3", "move": "c3"}), 422, "unusable"),
        (json!({"step": 1, "moves": "d3".repeat(40_000), "move": "c3"}), 413, "too_large"),
    ] {
        site.ask(post("/api/lesson/try", body)).await.refused(status, error);
    }
}
