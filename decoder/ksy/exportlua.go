package ksy

import (
	"strconv"
	"strings"

	"fragscope/decoder/wire"
)

// luaWords are the keywords of Lua.
var luaWords = wordSet(`
	and break do else elseif end false for function goto if in local nil not or repeat return then true
	until while`)

// A luaWriter writes a dissector: the fields, then a reader for each type.
type luaWriter struct {
	*exporter
	fields []string
	keys   map[string]bool
}

func (x *exporter) lua() []byte {
	x.lang = inLua
	x.name(func(id string) string { return id })
	w := &luaWriter{exporter: x, keys: map[string]bool{}}
	for _, t := range x.types {
		w.reader(t)
	}
	readers := w.out
	w.out = nil
	id := x.l.ID
	w.line(0, "-- Wireshark dissector of the layout ", id, ", written by fragscope.")
	w.line(0, "-- Put it into Wireshark's folder of plugins (Help, About, Folders), or: tshark -X lua_script:FILE")
	if !x.l.Decides() {
		w.line(0, "-- Its constants do not tell its packets from others:")
		w.line(0, "-- choose it with Decode As, or tshark -d udp.port==PORT,", id)
	}
	w.line(0, "")
	w.line(0, "local name, title = ", x.quote(id), ", ", x.quote(comment(x.l.Title)))
	w.line(0, "local free, proto = pcall(Proto, name, title)")
	w.line(0, "if not free then -- Wireshark has a protocol of this name")
	w.line(1, `name, title = name .. "_layout", title .. " (layout)"`)
	w.line(1, "proto = Proto(name, title)")
	w.line(0, "end")
	w.line(0, "local F = {")
	for _, f := range w.fields {
		w.line(1, f, ",")
	}
	w.line(0, "}")
	w.line(0, "proto.fields = F")
	w.line(0, "")
	w.out = append(w.out, luaPrelude...)
	w.out = append(w.out, readers...)
	root := "read." + x.names[x.l.root]
	w.out = append(w.out, strings.ReplaceAll(luaEnd, "ROOT", root)...)
	if x.l.Decides() {
		w.out = append(w.out, luaHeuristic...)
	}
	return w.out
}

const luaEnd = `
local function run(tvb, tree)
  local size = tvb:len()
  local r = {tvb = tvb, pos = 0, stop = size, tree = tree, steps = 20000 + 256 * size, deep = 0, wrong = false}
  local o = {_from = 0, _stop = size}
  o._root = o
  local ok, err = pcall(ROOT, r, o)
  return r, not ok and (type(err) == "table" and err.text or tostring(err)) or nil
end

function proto.dissector(tvb, pinfo, tree)
  pinfo.cols.protocol = proto.name
  pinfo.cols.info = proto.description
  local size = tvb:len()
  local item = tree:add(proto, tvb(0, size))
  local r, err = run(tvb, item)
  if err then item:add_proto_expert_info(experts.stop, err) end
  if r.pos < size then
    local left = item:add(tvb(r.pos, size - r.pos), "Not read: " .. (size - r.pos) .. " bytes")
    if not err then left:add_proto_expert_info(experts.left) end
  end
  return size
end

DissectorTable.get("udp.port"):add_for_decode_as(proto)
`

const luaHeuristic = `
-- A packet is taken if all constants and valid values are there and every byte is read.
proto:register_heuristic("udp", function(tvb, pinfo, tree)
  if tvb:len() == 0 then return false end
  local r, err = run(tvb, nil)
  if err or r.wrong or r.pos ~= tvb:len() then return false end
  proto.dissector(tvb, pinfo, tree)
  return true
end)
`

func (w *luaWriter) reader(t *typeDef) {
	w.line(0, "")
	w.line(0, "read.", w.names[t], " = function(r, o)")
	for _, a := range t.attrs {
		w.attr(t, a)
	}
	w.line(0, "end")
}

// field returns the ProtoField of a definition, which kind and more make.
func (w *luaWriter) field(key, name, kind, more string) string {
	for w.keys[key] {
		key += "_"
	}
	w.keys[key] = true
	w.fields = append(w.fields,
		"ProtoField."+kind+"(name .. "+w.quote(key[len(w.l.ID):])+", "+w.quote(comment(name))+more+")")
	return "F[" + strconv.Itoa(len(w.fields)) + "]"
}

func (w *luaWriter) attr(t *typeDef, a *attr) {
	c := scope{typ: t, self: "o"}
	indent := 1
	if a.cond != nil {
		text, _ := w.expr(a.cond, c)
		w.line(indent, "if ", text, " then")
		indent++
	}
	if a.repeat == once {
		w.one(a, c, w.exporter.field(t, "o", a.id), indent, w.fieldOf(a))
	} else {
		w.repeat(a, c, indent)
	}
	if a.cond != nil {
		w.line(1, "end")
	}
}

func (w *luaWriter) repeat(a *attr, c scope, indent int) {
	to := w.exporter.field(c.typ, "o", a.id)
	f := w.fieldOf(a)
	w.line(indent, to, " = {}")
	w.line(indent, "do")
	indent++
	loop := "while true do"
	switch a.repeat {
	case toEOS:
		loop = "while r.pos < r.stop do"
	case byExpr:
		times, _ := w.expr(a.times, c)
		w.line(indent, "local n = ", times)
		loop = "while i < n do"
	}
	c.index = "i"
	w.line(indent, "local i = 0")
	w.line(indent, loop)
	w.line(indent+1, "step(r)")
	c.item, c.as = w.static(a), "v"
	w.one(a, c, to+"[i + 1]", indent+1, f)
	if a.repeat == untilExpr {
		w.line(indent+1, "local v = ", to, "[i + 1]")
		end, _ := w.expr(a.times, c)
		w.line(indent+1, "if ", end, " then break end")
	}
	w.line(indent+1, "i = i + 1")
	w.line(indent, "end")
	w.line(indent-1, "end")
}

var luaKinds = map[wire.Kind][2]string{
	wire.KindU8: {"uint8", "uint"}, wire.KindI8: {"int8", "int"},
	wire.KindU16LE: {"uint16", "uint"}, wire.KindU16BE: {"uint16", "uint"},
	wire.KindI16LE: {"int16", "int"}, wire.KindI16BE: {"int16", "int"}, wire.KindU24BE: {"uint24", "uint"},
	wire.KindU32LE: {"uint32", "uint"}, wire.KindU32BE: {"uint32", "uint"},
	wire.KindI32LE: {"int32", "int"}, wire.KindI32BE: {"int32", "int"},
	wire.KindU64LE: {"uint64", "uint64"}, wire.KindU64BE: {"uint64", "uint64"},
	wire.KindI64LE: {"int64", "int64"}, wire.KindI64BE: {"int64", "int64"},
	wire.KindF32LE: {"float", "float"}, wire.KindF32BE: {"float", "float"},
	wire.KindF64LE: {"double", "float"}, wire.KindF64BE: {"double", "float"},
}

// fieldOf returns the ProtoField of a, or of its cases in their order.
func (w *luaWriter) fieldOf(a *attr) (fields []string) {
	switch a.kind {
	case numberAttr:
		kind, more := luaKinds[a.num][0], ""
		if !a.num.Float() {
			more = ", base.DEC"
		}
		if s := a.def.Symbols; s != nil && a.num.Size() < 8 {
			more += ", {"
			for i := range s.List {
				if i > 0 {
					more += ", "
				}
				more += "[" + strconv.FormatInt(int64(s.List[i].Value), 10) + "] = " + w.quote(s.List[i].Name)
			}
			more += "}"
		}
		return []string{w.field(a.def.Key, a.def.Name, kind, more)}
	case textAttr:
		return []string{w.field(a.def.Key, a.def.Name, "string", "")}
	case bytesAttr, constAttr:
		return []string{w.field(a.def.Key, a.def.Name, "bytes", "")}
	case bitsAttr:
		prefix := a.def.Key[:strings.LastIndexByte(a.def.Key, '.')+1]
		kind := luaKinds[a.num][0]
		if kind == "" {
			return []string{w.field(a.def.Key, a.def.Name, "bytes", "")}
		}
		for i, b := range a.bits {
			fields = append(fields, w.field(prefix+b.id, a.def.Parts[i].Name, kind,
				", base.DEC, nil, 0x"+strconv.FormatUint(a.def.Parts[i].Mask, 16)))
		}
	case switchAttr:
		for _, k := range a.cases {
			fields = append(fields, w.fieldOf(k.as)...)
		}
		if a.otherwise != nil {
			fields = append(fields, w.fieldOf(a.otherwise)...)
		} else {
			fields = append(fields, w.field(a.def.Key, a.def.Name, "bytes", ""))
		}
	}
	return fields
}

// one writes the reading of a once; to is the variable of its value.
func (w *luaWriter) one(a *attr, c scope, to string, indent int, f []string) {
	name := w.quote(a.def.Name)
	assign := to + " = "
	switch a.kind {
	case numberAttr:
		little := a.num.Size() > 1 && strings.HasSuffix(a.num.String(), "le")
		w.line(indent, assign, "number(r, ", name, ", ", f[0], ", ", w.quote(luaKinds[a.num][1]), ", ",
			strconv.Itoa(a.num.Size()), ", ", strconv.FormatBool(little), ")")
	case constAttr:
		w.line(indent, assign, "constant(r, ", name, ", ", f[0], ", ", w.quote(a.contents), ")")
	case textAttr, bytesAttr:
		size, toEnd := w.bounds(a, c)
		w.line(indent, assign, "text(r, ", name, ", ", f[0], ", ", luaEncoding(a), ", ", size, ", ", toEnd, ", ",
			luaEnding(a), ")")
	case bitsAttr:
		list := ""
		for i, b := range a.bits {
			if i > 0 {
				list += ", "
			}
			list += "{" + w.quote(b.id) + ", " + strconv.Itoa(b.width) + "}"
		}
		total := 0
		for _, b := range a.bits {
			total += b.width
		}
		w.line(indent, "bits(r, ", name, ", {", strings.Join(f, ", "), "}, ", strconv.Itoa((total+7)/8), ", o, {", list, "})")
		for _, b := range a.bits {
			s, _ := w.find(c.typ, b.id)
			w.valid(name, b.valid, scope{typ: c.typ, self: "o", item: s, as: w.exporter.field(c.typ, "o", b.id)}, indent)
		}
		return
	case userAttr:
		size, toEnd := w.bounds(a, c)
		label := name
		if c.index != "" {
			label += ` .. " " .. (` + c.index + " + 1)"
		}
		w.line(indent, assign, "part(r, ", label, ", ", size, ", ", toEnd, ", o, read.", w.names[a.user], ")")
	case switchAttr:
		w.choose(a, c, to, indent, f)
		return
	}
	c.item, c.as = w.static(a), to
	w.valid(name, a.valid, c, indent)
}

func (w *luaWriter) choose(a *attr, c scope, to string, indent int, f []string) {
	on, s := w.expr(a.on, c)
	w.line(indent, "do")
	w.line(indent+1, "local on = ", on)
	word := "if "
	inner := c
	inner.item, inner.as = s, "on"
	for _, k := range a.cases {
		w.line(indent+1, word, w.test(validity{"eq", k.value}, inner), " then")
		word = "elseif "
		w.one(k.as, c, to, indent+2, f)
		if k.as.kind != userAttr {
			f = f[1:]
		}
	}
	as := a.noCase()
	switch {
	case as != nil && len(a.cases) > 0:
		w.line(indent+1, "else")
		w.one(as, c, to, indent+2, f)
	case as != nil:
		w.one(as, c, to, indent+1, f)
	}
	if len(a.cases) > 0 {
		w.line(indent+1, "end")
	}
	w.line(indent, "end")
}

func (w *luaWriter) valid(name string, list []validity, c scope, indent int) {
	for _, v := range list {
		if text := w.test(v, c); text != "" {
			w.line(indent, "valid(r, ", name, ", ", text, ")")
		}
	}
}

// bounds writes the size of a, and whether it goes up to the end.
func (w *luaWriter) bounds(a *attr, c scope) (size, toEnd string) {
	size = "nil"
	if a.size != nil {
		size, _ = w.expr(a.size, c)
	}
	return size, strconv.FormatBool(a.toEnd)
}

func luaEncoding(a *attr) string {
	switch {
	case a.kind == bytesAttr:
		return "ENC_NA"
	case a.wide && a.def.BigEndian:
		return "ENC_UTF_16 + ENC_BIG_ENDIAN"
	case a.wide:
		return "ENC_UTF_16 + ENC_LITTLE_ENDIAN"
	case a.latin:
		return "ENC_ISO_8859_1"
	}
	return "ENC_UTF_8"
}

func luaEnding(a *attr) string {
	var parts []string
	if a.term >= 0 {
		parts = append(parts, "term = "+strconv.Itoa(a.term))
	}
	if !a.consume {
		parts = append(parts, "keep = true")
	}
	if a.include {
		parts = append(parts, "include = true")
	}
	if !a.mustEnd {
		parts = append(parts, "open = true")
	}
	if a.pad >= 0 {
		parts = append(parts, "pad = "+strconv.Itoa(a.pad))
	}
	if a.wide {
		parts = append(parts, "width = 2")
		if a.def.BigEndian {
			parts = append(parts, "big = true")
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
