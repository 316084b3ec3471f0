package filter

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"
)

// Bounds of an expression. There are no loops and no variables in it, so what
// an evaluation costs at most is known before the first: the sum of its parts.
const (
	MaxSource = 8 << 10 // bytes of an expression
	MaxSteps  = 4000    // see searchSteps; a name, value or operator is one step, an instruction of a regular expression another
)

// searchSteps are what a call of a function counts that looks through a whole
// packet or server, by name. All other calls count as one.
var searchSteps = map[string]int{"text": 100, "field": 100, "bytes": 100, "problem": 100, "player": 100, "rule": 100}

// builtins are those of the language that a filter needs. The others make
// lists, loop over them or repeat texts, which a few characters make
// arbitrarily expensive.
var builtins = []string{"abs", "float", "int", "len", "lower", "trim", "upper"}

// An Error says what is wrong with an expression and where.
type Error struct {
	Line, Column int // in characters, from 1; 0 when no place is known
	Message      string
	Advice       string // what to do, "" when the message says it
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("filter")
	if e.Line > 1 {
		fmt.Fprintf(&b, ", line %d", e.Line)
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, ", column %d", e.Column)
	}
	return b.String() + ": " + e.Sentence()
}

// Sentence says what is wrong without where, for a screen that shows the
// position.
func (e *Error) Sentence() string {
	if e.Advice == "" {
		return e.Message
	}
	return e.Message + "; " + e.Advice
}

// compile compiles an expression about env. names are those of env.
func compile(source string, env any, example string, names ...[]Name) (*vm.Program, error) {
	if strings.TrimSpace(source) == "" {
		return nil, &Error{Message: "the filter is empty", Advice: "write an expression such as " + example}
	}
	if len(source) > MaxSource {
		return nil, &Error{Message: fmt.Sprintf("the expression has %d bytes, more than the %d that one may have", len(source), MaxSource), Advice: "shorten it"}
	}
	config := conf.New(env)
	config.MaxNodes = MaxSteps
	tree, err := parser.ParseWithConfig(source, config)
	if err != nil {
		return nil, explained(err, names)
	}
	// Checked before it is compiled, which would evaluate all constants.
	c := &checker{source: tree.Source}
	if c.expression(tree.Node); c.err != nil {
		return nil, c.err
	}
	options := []expr.Option{expr.Env(env), expr.AsBool(), expr.MaxNodes(MaxSteps), expr.Patch(ranges{}), expr.DisableAllBuiltins()}
	for _, name := range builtins {
		options = append(options, expr.EnableBuiltin(name))
	}
	program, err := expr.Compile(source, options...)
	if err != nil {
		return nil, explained(err, names)
	}
	return program, nil
}

// explained turns an error of the language into ours.
func explained(err error, names [][]Name) error {
	x := &Error{Message: err.Error()}
	if e, ok := errors.AsType[*file.Error](err); ok {
		x.Line, x.Column, x.Message = e.Line, e.Column+1, e.Message
	}
	switch {
	case strings.HasPrefix(x.Message, "unknown name"):
		var all []string
		for _, list := range names {
			for _, n := range list {
				name, _, _ := strings.Cut(n.Name, "(")
				all = append(all, name)
			}
		}
		x.Advice = "it can use " + strings.Join(all, ", ")
	case strings.HasPrefix(x.Message, "expected bool"):
		x.Line, x.Column = 1, 1 // it is about all of the expression
		_, found, _ := strings.Cut(x.Message, "but got ")
		x.Message = "expected a condition, found " + kindOf(found)
		x.Advice = "compare it with something, as in size > 100"
	case strings.HasPrefix(x.Message, "invalid operation: "):
		operator, types, _ := strings.Cut(strings.TrimPrefix(x.Message, "invalid operation: "), " (mismatched types ")
		if a, b, ok := strings.Cut(strings.TrimSuffix(types, ")"), " and "); ok {
			x.Message = fmt.Sprintf("%s is between %s and %s", operator, kindOf(a), kindOf(b))
			x.Advice = "compare values of one kind; what a function needs is in parentheses, as in port(7778)"
		}
	case x.Message == "literal not terminated":
		x.Message, x.Advice = "a text has no end", "write a quote after it"
	case strings.HasPrefix(x.Message, "unrecognized character: "):
		_, character, _ := strings.Cut(x.Message, " '")
		x.Message, x.Advice = "unexpected '"+character, "compare with ==, !=, <, >, contains, matches or in"
	case strings.Contains(x.Message, "maximum allowed nodes"):
		x.Message, x.Advice = fmt.Sprintf("the expression has more than %d parts", MaxSteps), "shorten it"
	case strings.HasPrefix(x.Message, "unexpected token EOF"):
		x.Message, x.Advice = "unexpected end of the expression", "write what follows here"
	case strings.HasPrefix(x.Message, "unexpected token "):
		// expr names the kind of the token before it: Identifier("port").
		if _, token, ok := strings.Cut(x.Message, "("); ok {
			x.Message = "unexpected " + strings.TrimSuffix(token, ")")
			x.Advice = "write and, or or a comparison before it"
			if token == `"=")` {
				x.Advice = "write == to compare"
			}
		}
	}
	return x
}

// kindOf names a type of the language in plain words.
func kindOf(t string) string {
	switch {
	case strings.HasPrefix(t, "func"):
		return "a function"
	case strings.HasPrefix(t, "[]"):
		return "a list"
	case strings.HasPrefix(t, "int"), strings.HasPrefix(t, "uint"), strings.HasPrefix(t, "float"):
		return "a number"
	case t == "string":
		return "a text"
	case t == "bool":
		return "a condition"
	}
	return t
}

// A checker refuses what the language has and a filter has not, and sums the
// costs of the rest.
type checker struct {
	source file.Source
	steps  int
	err    error // the first
}

func (c *checker) refuse(n ast.Node, message, advice string) {
	if c.err == nil {
		at := (&file.Error{Location: n.Location()}).Bind(c.source)
		c.err = &Error{at.Line, at.Column + 1, message, advice}
	}
}

// costs adds steps that n costs.
func (c *checker) costs(n ast.Node, steps int) {
	if c.steps += steps; c.steps > MaxSteps {
		c.refuse(n, fmt.Sprintf("up to here the expression takes more than %d steps per packet (a search such as text(…) counts as %d)", MaxSteps, searchSteps["text"]),
			"use fewer or shorter parts, or filter twice")
	}
}

func (c *checker) expressions(list []ast.Node) {
	for _, n := range list {
		c.expression(n)
	}
}

func (c *checker) expression(n ast.Node) {
	if c.err != nil {
		return
	}
	c.costs(n, 1)
	switch n := n.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.StringNode:
	case *ast.IdentifierNode:
		if strings.HasPrefix(n.Value, "$") {
			c.refuse(n, n.Value+" is not part of filters", "use names and functions alone")
		}
	case *ast.UnaryNode:
		c.expression(n.Node)
	case *ast.ConditionalNode:
		c.expressions([]ast.Node{n.Cond, n.Exp1, n.Exp2})
	case *ast.ArrayNode:
		c.expressions(n.Nodes)
	case *ast.BuiltinNode:
		if !slices.Contains(builtins, n.Name) {
			c.refuse(n, n.Name+" is not part of filters", "of the language's own functions they have "+strings.Join(builtins, ", "))
		}
		c.expressions(n.Arguments)
	case *ast.CallNode:
		callee, ok := n.Callee.(*ast.IdentifierNode)
		if !ok {
			c.refuse(n, "only functions can be called", "write a name before the brackets, as in port(7778)")
			return
		}
		c.costs(n, searchSteps[callee.Value])
		c.expressions(n.Arguments)
	case *ast.BinaryNode:
		c.binary(n)
	default:
		c.refuse(n, "variables, loops, maps and parts of values are not part of filters", "compare names, functions, texts, numbers and lists of these")
	}
}

func (c *checker) binary(n *ast.BinaryNode) {
	switch n.Operator {
	case "..":
		c.refuse(n, "a range can only follow a name and in", "write it as in size in 100..200")
	case "in":
		if _, _, ok := rangeOf(n); ok {
			c.costs(n, 4)
			return
		}
	case "matches":
		pattern, ok := n.Right.(*ast.StringNode)
		if !ok {
			c.refuse(n, "the pattern of matches has to be a text in quotes", `write it as in message matches "^player"`)
			return
		}
		c.costs(n, c.instructions(n.Right, pattern.Value))
	}
	c.expression(n.Left)
	c.expression(n.Right)
}

// instructions returns how many instructions a regular expression has, which
// bounds the steps that it takes for a byte.
func (c *checker) instructions(n ast.Node, pattern string) int {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		c.refuse(n, "a pattern that cannot be read: "+err.Error(), "it is a regular expression as Go has them (RE2)")
		return 0
	}
	program, err := syntax.Compile(re.Simplify())
	if err != nil {
		c.refuse(n, "a pattern that cannot be read: "+err.Error(), "")
		return 0
	}
	return len(program.Inst)
}

// rangeOf returns the bounds in NAME in FROM..TO.
func rangeOf(n *ast.BinaryNode) (from, to int, ok bool) {
	if n.Operator != "in" {
		return 0, 0, false
	}
	r, ok := n.Right.(*ast.BinaryNode)
	if !ok || r.Operator != ".." {
		return 0, 0, false
	}
	_, name := n.Left.(*ast.IdentifierNode)
	from, first := whole(r.Left)
	to, last := whole(r.Right)
	return from, to, name && first && last
}

// whole returns a number as it is written, with or without a sign.
func whole(n ast.Node) (int, bool) {
	switch n := n.(type) {
	case *ast.IntegerNode:
		return n.Value, true
	case *ast.UnaryNode:
		if i, ok := n.Node.(*ast.IntegerNode); ok && n.Operator == "-" {
			return -i.Value, true
		}
	}
	return 0, false
}

// ranges turns NAME in FROM..TO into two comparisons, so that no list of all
// the numbers between is made.
type ranges struct{}

func (ranges) Visit(n *ast.Node) {
	in, ok := (*n).(*ast.BinaryNode)
	if !ok {
		return
	}
	from, to, ok := rangeOf(in)
	if !ok {
		return
	}
	compared := func(operator string, number int) ast.Node {
		value := &ast.IntegerNode{Value: number}
		value.SetLocation(in.Right.Location())
		c := &ast.BinaryNode{Operator: operator, Left: in.Left, Right: value}
		c.SetLocation(in.Location())
		return c
	}
	both := &ast.BinaryNode{Operator: "and", Left: compared(">=", from), Right: compared("<=", to)}
	both.SetLocation(in.Location())
	ast.Patch(n, both)
}

// quoted quotes what an expression gave to a function, shortened to what an
// error can hold.
func quoted(s string) string {
	if len(s) > 100 {
		s = strings.ToValidUTF8(s[:100], "") + "…"
	}
	return strconv.Quote(s)
}
