//! Texts with named gaps.

/// Fills every `{{gap}}` of a template. What is filled in is not looked at again, so that a name with braces stays a name.
pub(super) fn filled<'a>(template: &str, value: impl Fn(&str) -> Option<&'a str>) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, (name, after))) =
        rest.split_once("{{").and_then(|(before, after)| Some((before, after.split_once("}}")?)))
    {
        text.push_str(before);
        let value = value(name);
        debug_assert!(value.is_some(), "the template has a gap {name} that nobody fills");
        text.push_str(value.unwrap_or_default());
        rest = after;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn what_is_filled_in_is_not_filled_again() {
        let value = |name: &str| match name {
            "a" => Some("{{b}} {{"),
            "b" => Some("}}"),
            _ => None,
        };
        assert_eq!(filled("<{{a}}|{{b}}|{{a}}>", value), "<{{b}} {{|}}|{{b}} {{>");
        assert_eq!(filled("nothing } { {{", value), "nothing } { {{");
    }
}
