package ksy

import "strings"

// A language is what differs between expressions in the languages that layouts are exported in.
// In its templates @ is the operand, or the object; what is "" has no equivalent.
type language struct {
	name, step      string
	not, invert     string
	and, or         string
	unequal, concat string
	length          string // of a list, and of a text unless it is a matter of its size
	list            string // of the elements, % is their type
	choose          string // $1 the condition, $2 and $3 what is chosen, % its type
	floating        string // an integer as a floating-point number
	stream          pairs  // members of _io
	functions       pairs  // operators that are calls
	shift           string // what is shifted by
	texts           bool   // texts and lists have members beside their length
	converted       kindTexts
	values          kindTexts
	octal           bool // other bytes of texts are \000, not \x00
}

// Lists and arrays, not maps: a program that exports nothing has none of this.
type (
	pairs     [][2]string
	kindTexts [ioValue + 1]string
)

// of returns what stands beside a text, "" for nothing.
func (p pairs) of(text string) string {
	for _, q := range p {
		if q[0] == text {
			return q[1]
		}
	}
	return ""
}

var (
	inLua = &language{
		name: "Lua", step: "  ", not: "not @", invert: "-1 - @", and: "and", or: "or", unequal: "~=", concat: "..",
		length: "#@", list: "{@}", choose: "(function() if $1 then return $2 else return $3 end end)()", floating: "@",
		stream: pairs{
			{"pos", "(r.pos - @._from)"}, {"size", "(@._stop - @._from)"}, {"eof", "(r.pos >= @._stop)"},
		},
		functions: pairs{{"/", "div"}, {"%", "mod"}, {"&", "band"}, {"|", "bor"}, {"^", "bxor"}, {"<<", "shl"},
			{">>", "shr"}},
		texts: true, octal: true,
	}
	inImHex = &language{
		name: "ImHex", step: "    ", not: "!@", invert: "~@", and: "&&", or: "||", unequal: "!=",
		length: "std::core::member_count(@)", choose: "($1) ? $2 : $3", floating: "@",
		stream: pairs{{"pos", "($ - @._from)"}, {"size", "(@._end - @._from)"}, {"eof", "($ >= @._end)"}},
		shift:  "@",
	}
	inGo = &language{
		name: "Go", step: "\t", not: "!@", invert: "^@", and: "&&", or: "||", unequal: "!=", concat: "+",
		length: "int64(len(@))", list: "[]%{@}", choose: "func() % { if $1 { return $2 }; return $3 }()",
		floating: "float64(@)",
		stream: pairs{
			{"pos", "int64(m.r.pos-@.from)"}, {"size", "int64(@.end-@.from)"}, {"eof", "(m.r.pos >= @.end)"},
		},
		functions: pairs{{"/", "div"}, {"%", "mod"}}, shift: "uint64(@)",
		texts: true, values: goValues,
		converted: kindTexts{intValue: "int64(@)", floatValue: "float64(@)", textValue: "string(@)",
			objectValue: "present(m.r, @)"},
	}
)

// with returns a template with its operand.
func with(template, operand string) string { return strings.ReplaceAll(template, "@", operand) }
