//! Lists of tools written as one text.

/// Splits `Bash(git add *) Read, Grep` into its tools.
///
/// White space and commas separate, except inside parentheses; an unclosed parenthesis reaches
/// to the end. Order and repetition are kept. O(length).
pub fn split_tools(text: &str) -> Vec<String> {
    let mut tools = Vec::new();
    let mut tool = String::new();
    let mut depth = 0_usize;
    for character in text.chars() {
        match character {
            '(' => depth = depth.saturating_add(1),
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && (character.is_whitespace() || character == ',') {
            take(&mut tool, &mut tools);
        } else {
            tool.push(character);
        }
    }
    take(&mut tool, &mut tools);
    tools
}

fn take(tool: &mut String, tools: &mut Vec<String>) {
    if !tool.is_empty() {
        tools.push(std::mem::take(tool));
    }
}

#[cfg(test)]
mod tests {
    use super::split_tools;

    #[test]
    fn tools_split_outside_parentheses_only() {
        assert_eq!(
            split_tools("Bash(git add *) Bash(git commit *) Read"),
            ["Bash(git add *)", "Bash(git commit *)", "Read"]
        );
        assert_eq!(
            split_tools("Read,  Write ,Bash(gh:*, git:*)"),
            ["Read", "Write", "Bash(gh:*, git:*)"]
        );
    }

    #[test]
    fn no_text_is_no_tools() {
        assert!(split_tools(" , ").is_empty());
        assert_eq!(split_tools("Bash(a b"), ["Bash(a b"]);
    }
}
