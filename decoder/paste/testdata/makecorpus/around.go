package main

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strings"
)

// arounds are what happens to a paste on its way: what is written around it and what
// mail programs, editors, consoles and logs do to its lines.
var arounds = map[string]func(text string) string{
	"fence":      func(t string) string { return "My server answers this:\n\n```\n" + t + "```\n\nWhat does it mean?\n" },
	"fence-lang": func(t string) string { return "```text\n" + t + "```\n" },
	"tildes":     func(t string) string { return "~~~\n" + t + "~~~\n" },
	"bbcode":     func(t string) string { return "[code]\n" + t + "[/code]\n" },
	"jira":       func(t string) string { return "{noformat}\n" + t + "{noformat}\n" },
	"prose": func(t string) string {
		return "Hello,\n\nsince yesterday my server is not in the list. It answers this:\n\n" + t +
			"\nIs anything wrong with it?\n\nThanks, Anna\n"
	},
	"indented": linewise("    "),
	"tabbed":   linewise("\t"),
	"mail": func(t string) string {
		return "On Mon, 23 Nov 2026 at 05:52, Bob wrote:\n" + linewise("> ")(t)
	},
	"mail-twice":   linewise("> > "),
	"trailing":     func(t string) string { return strings.ReplaceAll(t, "\n", "   \n") },
	"nbsp":         func(t string) string { return strings.ReplaceAll(t, " ", "\u00a0") },
	"zero-width":   linewise("\u200b"),
	"smart-quotes": smart,
	"bom":          func(t string) string { return "\ufeff" + t },
	"colour-lines": func(t string) string {
		return strings.ReplaceAll(linewise("\x1b[32m")(t), "\n", "\x1b[0m\n")
	},
	"log-iso":     linewise("2026-11-23T05:52:10.123Z INFO  query: "),
	"log-bracket": linewise("[05:52:10] [query/DEBUG]: "),
	"syslog":      linewise("Nov 23 05:52:10 host game[812]: "),
	"compose":     linewise("game-1  | "),
	"chat":        linewise("<bob> "),
	"chat-time":   linewise("[05:52] bob: "),
	"diff-plus": func(t string) string {
		return "@@ -0,0 +1," + fmt.Sprint(strings.Count(t, "\n")) + " @@\n" + linewise("+")(t)
	},
	"comment":   linewise("// "),
	"comment-c": func(t string) string { return "/*\n" + linewise(" * ")(t) + " */\n" },
	"numbered": func(t string) string {
		n := 0
		return each1(t, func(l string) string { n++; return fmt.Sprintf("%6d\t%s", n, l) })
	},
	"numbered-colon": func(t string) string {
		n := 0
		return each1(t, func(l string) string { n++; return fmt.Sprintf("%d: %s", n, l) })
	},
	"html":         func(t string) string { return html.EscapeString(t) },
	"html-pre":     func(t string) string { return "<pre><code>" + html.EscapeString(t) + "</code></pre>\n" },
	"html-nbsp":    func(t string) string { return strings.ReplaceAll(html.EscapeString(t), " ", "&nbsp;") },
	"double-space": func(t string) string { return strings.ReplaceAll(t, "\n", "\n\n") },
	"typed":        func(t string) string { return "user@host:~$ cat reply.txt\n" + t + "user@host:~$ " + "\n" },
	"tab-columns":  func(t string) string { return regexp.MustCompile(` {2,}`).ReplaceAllString(t, "\t") },
	"inline-code":  func(t string) string { return "It answers `" + strings.TrimSuffix(t, "\n") + "` every time.\n" },
	"yaml-block":   func(t string) string { return "bytes: |\n" + linewise("  ")(t) + "note: seen once\n" },
	"docstring":    func(t string) string { return "REPLY = \"\"\"\n" + t + "\"\"\"\n" },
	"template":     func(t string) string { return "const reply = `\n" + t + "`\n" },
	"here-doc":     func(t string) string { return "cat > reply.txt <<'EOF'\n" + t + "EOF\n" },
	"signature":    func(t string) string { return "The packet:\n\n" + t + "\n-- \nAnna\nanna@example.com\n" },
	"titled":       func(t string) string { return "Packet no. 3, 71 bytes, seen on 23 November 2026\n" + t },
	"ellipsis":     func(t string) string { return "[...]\n" + t + "[...]\n" },
	"table-cell":   func(t string) string { return "| 3 | `" + strings.TrimSuffix(t, "\n") + "` | ok |\n" },
	"json-string": func(t string) string {
		quoted, _ := json.Marshal(strings.TrimSuffix(t, "\n"))
		return "{\"reply\": " + string(quoted) + "}\n"
	},
}

// linewise writes something before every line.
func linewise(before string) func(string) string {
	return func(t string) string { return each1(t, func(l string) string { return before + l }) }
}

func each1(t string, change func(line string) string) string {
	s := ""
	for line := range strings.Lines(t) {
		s += change(strings.TrimSuffix(line, "\n")) + "\n"
	}
	return s
}

// smart is what word processors make of quotes.
func smart(t string) string {
	open := false
	return strings.Map(func(r rune) rune {
		switch r {
		case '"':
			open = !open
			return map[bool]rune{true: '\u201c', false: '\u201d'}[open]
		case '\'':
			open = !open
			return map[bool]rune{true: '\u2018', false: '\u2019'}[open]
		}
		return r
	}, t)
}
