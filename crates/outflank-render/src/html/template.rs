/// Fills every `{{gap}}` of a template, once: braces in a value stay as they are.
pub(super) fn filled<'a>(template: &str, value: impl Fn(&str) -> Option<&'a str>) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, (name, after))) =
        rest.split_once("{{").and_then(|(before, after)| Some((before, after.split_once("}}")?)))
    {
        text.push_str(before);
        let value = value(name);
        debug_assert!(value.is_some(), "unknown gap {name}");
        text.push_str(value.unwrap_or_default());
        rest = after;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn values_are_not_filled_again() {
        let value = |name: &str| match name {
            "a" => Some("{{b}} {{"),
            "b" => Some("}}"),
            _ => None,
        };
        assert_eq!(filled("<{{a}}|{{b}}|{{a}}>", value), "<{{b}} {{|}}|{{b}} {{>");
        assert_eq!(filled("nothing } { {{", value), "nothing } { {{");
    }
}
