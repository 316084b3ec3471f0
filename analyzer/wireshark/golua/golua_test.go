package golua

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// translate translates the function F of a package.
func translate(t *testing.T, body string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module small\n\ngo 1.26\n", "small.go": "package small\n\n" +
		body} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return Translate(Config{Dir: dir, Package: "small", Roots: []string{"small.F"}})
}

// TestTranslate looks at what Lua has no word for.
func TestTranslate(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"continue", "func F(n int) (s int) { for i := range n { if i == 3 { continue }; s += i }; return s }", "goto next"},
		{"wraps around", "func F(a, b uint8) uint8 { return a + b }", "((a + b) % 256)"},
		{"64 bits without a sign", "func F(a, b uint64) bool { return a < b }", "U_less(a, b)"},
		{"a bit", "func F(a uint32) bool { return a&8 != 0 }", "(a % 16 >= 8)"},
		{"a copy", "type P struct{ A, B int }\nfunc F(p *P) P { q := *p; q.A = 1; return q }", "_copy(p)"},
		{"bytes", "func F(b []byte) []byte { return append(b[:2], 'x') }", "(S_head(b, 2) .. char(120))"},
		{"nil bytes", "func g(b []byte) bool { return b == nil }\nfunc F(n int) bool { var b []byte; if n > 1 { b = " +
			"[]byte(\"x\") }; return g(b) }", "local b = nil"},
		{"a word of Lua", "func F(end int) int { return end }", "return end_"},
		{"what is not reached", "func g() map[int]int { return map[int]int{} }\nfunc F() int { return 1 }", "small.F"},
	} {
		if got, err := translate(t, c.body); err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s: %v, expected %q in\n%s", c.name, err, c.want, got)
		}
	}
}

// TestNotTranslated looks at errors: they name the place.
func TestNotTranslated(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"func F() map[int]int { return map[int]int{1: 2} }", "small.go:3:"},
		{"func F(c chan int) { c <- 1 }", "*ast.SendStmt is not translated"},
		{"func F(p *int) *int { x := *p; return &x }", "the address of a int is not translated"},
		{"func F(e error) string { return e.Error() }", "a call through an interface is not translated"},
		{"type S struct{ b []byte }\nfunc F(s *S) { s.b[0] = 1 }", "local variables alone"},
	} {
		if _, err := translate(t, c.body); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.body, err, c.want)
		}
	}
}
