package golua

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

func (t *translator) enter(x *exit) { t.fn.exits = append(t.fn.exits, x) }

// leave follows the statement that x is for.
func (t *translator) leave(x *exit) {
	t.fn.exits = t.fn.exits[:len(t.fn.exits)-1]
	if x.stop != "" {
		t.line("::%s::", x.stop)
	}
}

func (t *translator) label(kind string) string {
	*t.fn.labels++
	return fmt.Sprint(kind, *t.fn.labels)
}

func (t *translator) branch(s *ast.BranchStmt) {
	if s.Tok != token.BREAK && s.Tok != token.CONTINUE {
		t.fail(s, "%s is not translated", s.Tok)
	}
	for i := len(t.fn.exits) - 1; i >= 0; i-- {
		x := t.fn.exits[i]
		if s.Label != nil && s.Label.Name != x.name || s.Tok == token.CONTINUE && !x.loop {
			continue
		}
		if s.Tok == token.CONTINUE {
			if x.next == "" {
				x.next = t.label("next")
			}
			t.line("goto %s", x.next)
			return
		}
		if x.loop && t.nearest(i) {
			t.line("break")
			return
		}
		if x.stop == "" {
			x.stop = t.label("stop")
		}
		t.line("goto %s", x.stop)
		return
	}
	t.fail(s, "nothing to %s", s.Tok)
}

// nearest reports whether exit i is the loop that a break in Lua leaves.
func (t *translator) nearest(i int) bool {
	for _, x := range t.fn.exits[i+1:] {
		if x.loop {
			return false
		}
	}
	return true
}

func (t *translator) capture(f func()) string {
	out := t.out
	t.out = &strings.Builder{}
	f()
	s := t.out.String()
	t.out = out
	return s
}

func (t *translator) inside(x *exit, body *ast.BlockStmt) {
	s := t.capture(func() { t.block(body) })
	t.out.WriteString("do\n" + s + "end\n")
	if x.next != "" {
		t.line("::%s::", x.next)
	}
}

func (t *translator) forLoop(s *ast.ForStmt, label string) {
	x := &exit{name: label, loop: true}
	t.line("do")
	if s.Init != nil {
		t.stmt(s.Init, "")
	}
	cond := "true"
	if s.Cond != nil {
		cond = t.expr(s.Cond)
	}
	t.enter(x)
	t.line("while %s do", cond)
	t.inside(x, s.Body)
	if s.Post != nil {
		t.stmt(s.Post, "")
	}
	t.line("end")
	t.leave(x)
	t.line("end")
}

func (t *translator) ranges(s *ast.RangeStmt, label string) {
	x := &exit{name: label, loop: true}
	name := func(e ast.Expr) string {
		if e == nil {
			return ""
		}
		if id, ok := e.(*ast.Ident); ok && id.Name == "_" {
			return ""
		}
		if s.Tok == token.ASSIGN {
			t.fail(s, "a range over variables that exist is not translated")
		}
		return word(e.(*ast.Ident).Name)
	}
	key, value := name(s.Key), name(s.Value)
	at := key
	if at == "" || t.changes(s) {
		at = t.label("i")
	}
	typ := t.typeOf(s.X)
	t.enter(x)
	t.line("do")
	element := ""
	switch {
	case isInteger(typ):
		t.line("for %s = 0, %s - 1 do", at, t.expr(s.X))
	case isString(typ):
		of := t.held(s.X)
		t.line("local %sn = 0", of)
		if at != key && key != "" {
			t.fail(s, "this range over a string is not translated")
		}
		t.line("while %sn < #%s do", of, of)
		t.line("local %s, %sr, %sw = %sn, Std.utf8_DecodeRuneAt(%s, %sn)", at, of, of, of, of, of)
		t.line("%sn = %sn + %sw", of, of, of)
		element = of + "r"
	case isBytes(typ):
		of := t.held(s.X)
		t.line("for %s = 0, #%s - 1 do", at, of)
		element = fmt.Sprintf("byte(%s, %s + 1)", of, at)
	case arrayOf(typ) != nil:
		of := t.held(s.X)
		t.line("for %s = 0, %d do", at, arrayOf(typ).Len()-1)
		element = t.copied(fmt.Sprintf("%s[%s]", of, at), arrayOf(typ).Elem())
	case isSlice(typ):
		of := t.held(s.X)
		t.line("for %s = 0, %s.n - 1 do", at, of)
		element = fmt.Sprintf("%s.a[%s.o + %s]", of, of, at)
		if value != "" {
			element = t.copied(element, t.typeOf(s.Value))
		}
	default:
		t.fail(s, "a range over %s is not translated", typ)
	}
	if at != key && key != "" {
		t.line("local %s = %s", key, at)
	}
	if value != "" {
		t.line("local %s = %s", value, element)
	}
	t.inside(x, s.Body)
	t.line("end")
	t.leave(x)
	t.line("end")
}

// held evaluates e once, into a local variable.
func (t *translator) held(e ast.Expr) string {
	of := t.label("of")
	t.line("local %s = %s", of, t.expr(e))
	return of
}

// changes reports whether a loop assigns to its own variable.
func (t *translator) changes(s *ast.RangeStmt) (changed bool) {
	id, ok := s.Key.(*ast.Ident)
	if !ok {
		return false
	}
	o := t.object(id)
	ast.Inspect(s.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if id, ok := l.(*ast.Ident); ok && t.src.info.Uses[id] == o {
					changed = true
				}
			}
		case *ast.IncDecStmt:
			if id, ok := n.X.(*ast.Ident); ok && t.src.info.Uses[id] == o {
				changed = true
			}
		}
		return true
	})
	return changed
}

func (t *translator) switches(s *ast.SwitchStmt, label string) {
	x := &exit{name: label}
	t.line("do")
	if s.Init != nil {
		t.stmt(s.Init, "")
	}
	tag := ""
	if s.Tag != nil {
		tag = t.label("tag")
		t.line("local %s = %s", tag, t.expr(s.Tag))
	}
	t.enter(x)
	var other *ast.CaseClause
	word := "if"
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			other = c
			continue
		}
		var any []string
		for _, e := range c.List {
			if tag == "" {
				any = append(any, t.expr(e))
			} else {
				any = append(any, tag+" == "+t.expr(e))
			}
		}
		t.line("%s %s then", word, strings.Join(any, " or "))
		t.stmts(c.Body)
		word = "elseif"
	}
	switch {
	case other != nil && word == "if":
		t.stmt(&ast.BlockStmt{List: other.Body}, "")
	case other != nil:
		t.line("else")
		t.stmts(other.Body)
		t.line("end")
	case word != "if":
		t.line("end")
	}
	t.leave(x)
	t.line("end")
}
