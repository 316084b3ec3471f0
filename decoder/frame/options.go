package frame

import "fragscope/decoder/wire"

// Options of IPv4, IPv6 and TCP: a kind, mostly a length, and data.

// An optionSet is how the options of one header look.
type optionSet struct {
	def      *[2]wire.FieldDef // kind and length
	data     *wire.FieldDef    // the data of an option that read does not know
	end, pad int               // kinds of one byte: end of options, and padding; -1 for none
	offset   int               // what the length leaves out: 0, or 2 when it counts the data only
	read     func(r *wire.Reader, kind byte, size int)
}

// The read functions take what they know of the size bytes of data and leave
// the rest to the caller.
var (
	ipv4Options = optionSet{def: &ipv4Option, data: &ipv4OptionData[0], end: 0, pad: 1, read: ipv4OptionRead}
	ipv6Options = optionSet{def: &ipv6Option, data: &ipv6OptionData[0], end: -1, pad: 0, offset: 2, read: ipv6OptionRead}
	tcpOptions  = optionSet{def: &tcpOption, data: &tcpOptionData[0], end: 0, pad: 1, read: tcpOptionRead}
)

var (
	ipv4Option = [...]wire.FieldDef{
		{Key: "option.kind", Name: "Kind", Kind: wire.KindU8, Symbols: &ipv4OptionKinds},
		{Key: "option.length", Name: "Length", Kind: wire.KindU8, Doc: "Bytes of the option, kind and length included."},
	}
	ipv4OptionData = [...]wire.FieldDef{
		{Key: "option.data", Name: "Data", Kind: wire.KindBytes},
		{Key: "option.pointer", Name: "Pointer", Kind: wire.KindU8,
			Doc: "Where the next router writes, counted from 1 at the kind."},
		{Key: "option.address", Name: "Address", Kind: wire.KindIPv4},
		{Key: "option.overflow", Name: "Overflow and flag", Kind: wire.KindU8, Parts: []wire.BitPart{
			{Name: "overflow", Mask: 0xf0}, {Name: "flag", Mask: 0x0f, Symbols: &timestampFlags},
		}},
		{Key: "option.router_alert", Name: "Router alert", Kind: wire.KindU16BE, Source: "RFC 2113"},
		{Key: "option.stream", Name: "Stream", Kind: wire.KindU16BE},
	}
	timestampFlags = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: 0, Name: "times only"},
		{Value: 1, Name: "addresses and times"}, {Value: 3, Name: "addresses given"}}}
	ipv4OptionKinds = wire.Symbols{Loose: true, List: []wire.Symbol{
		{Value: 0, Name: "end of options"}, {Value: 1, Name: "no operation"}, {Value: 7, Name: "record route"},
		{Value: 0x44, Name: "timestamps"}, {Value: 0x82, Name: "security"},
		{Value: 0x83, Name: "loose source route"}, {Value: 0x86, Name: "commercial security"},
		{Value: 0x88, Name: "stream id"}, {Value: 0x89, Name: "strict source route"}, {Value: 0x94, Name: "router alert"},
	}}
)

func ipv4OptionRead(r *wire.Reader, kind byte, size int) {
	d := ipv4OptionData[:]
	switch {
	case (kind == 7 || kind == 0x83 || kind == 0x89) && size >= 1:
		r.Field(&d[1])
		for size--; size >= 4 && !r.Stopped; size -= 4 {
			r.Field(&d[2])
		}
	case kind == 0x44 && size >= 2:
		r.Field(&d[1])
		r.Field(&d[3])
	case kind == 0x94 && size == 2:
		r.Field(&d[4])
	case kind == 0x88 && size == 2:
		r.Field(&d[5])
	}
}

var (
	ipv6Option = [...]wire.FieldDef{
		{Key: "kind", Name: "Kind", Kind: wire.KindU8, Symbols: &ipv6OptionKinds},
		{Key: "length", Name: "Length", Kind: wire.KindU8, Doc: "Bytes of data that follow."},
	}
	ipv6OptionData = [...]wire.FieldDef{
		{Key: "data", Name: "Data", Kind: wire.KindBytes},
		{Key: "router_alert", Name: "Router alert", Kind: wire.KindU16BE, Source: "RFC 2711"},
		{Key: "jumbo", Name: "Jumbo payload length", Kind: wire.KindU32BE, Source: "RFC 2675"},
		{Key: "home", Name: "Home address", Kind: wire.KindIPv6, Source: "RFC 6275"},
		{Key: "padding", Name: "Padding", Kind: wire.KindPadding},
	}
	ipv6OptionKinds = wire.Symbols{Loose: true, List: []wire.Symbol{
		{Value: 0, Name: "one byte of padding"}, {Value: 1, Name: "padding"}, {Value: 4, Name: "tunnel limit"},
		{Value: 5, Name: "router alert"}, {Value: 7, Name: "CALIPSO"}, {Value: 0x26, Name: "quick start"},
		{Value: 0x63, Name: "RPL"}, {Value: 0xc2, Name: "jumbo payload"}, {Value: 0xc9, Name: "home address"},
	}}
)

func ipv6OptionRead(r *wire.Reader, kind byte, size int) {
	d := ipv6OptionData[:]
	switch {
	case kind == 1 && size > 0:
		r.Bytes(&d[4], size)
	case kind == 5 && size == 2:
		r.Field(&d[1])
	case kind == 0xc2 && size == 4:
		r.Field(&d[2])
	case kind == 0xc9 && size == 16:
		r.Field(&d[3])
	}
}

var (
	tcpOption = [...]wire.FieldDef{
		{Key: "option.kind", Name: "Kind", Kind: wire.KindU8, Symbols: &tcpOptionKinds},
		{Key: "option.length", Name: "Length", Kind: wire.KindU8, Doc: "Bytes of the option, kind and length included."},
	}
	tcpOptionData = [...]wire.FieldDef{
		{Key: "data", Name: "Data", Kind: wire.KindBytes, Source: "RFC 9293 3.1"},
		{Key: "mss", Name: "Maximum segment size", Kind: wire.KindU16BE, Source: "RFC 9293 3.7.1"},
		{Key: "window_scale", Name: "Window scale", Kind: wire.KindU8, Source: "RFC 7323 2",
			Doc: "The window counts in units of 2 to this power."},
		{Key: "sack_left", Name: "Received from", Kind: wire.KindU32BE},
		{Key: "sack_right", Name: "Received up to", Kind: wire.KindU32BE},
		{Key: "timestamp", Name: "Timestamp", Kind: wire.KindU32BE, Source: "RFC 7323 3"},
		{Key: "timestamp_echo", Name: "Timestamp echoed", Kind: wire.KindU32BE, Source: "RFC 7323 3"},
	}
	tcpOptionKinds = wire.Symbols{Loose: true, List: []wire.Symbol{
		{Value: 0, Name: "end of options"}, {Value: 1, Name: "no operation"}, {Value: 2, Name: "maximum segment size"},
		{Value: 3, Name: "window scale"}, {Value: 4, Name: "selective acknowledgement permitted"},
		{Value: 5, Name: "selective acknowledgement"}, {Value: 8, Name: "timestamps"}, {Value: 19, Name: "MD5 signature"},
		{Value: 28, Name: "user timeout"}, {Value: 29, Name: "authentication"},
		{Value: 30, Name: "multipath"}, {Value: 34, Name: "fast open"}, {Value: 69, Name: "encryption"},
		{Value: 254, Name: "experiment"},
	}}
)

func tcpOptionRead(r *wire.Reader, kind byte, size int) {
	d := tcpOptionData[:]
	switch {
	case kind == 2 && size == 2:
		r.Field(&d[1])
	case kind == 3 && size == 1:
		r.Field(&d[2])
	case kind == 5:
		for ; size >= 8 && !r.Stopped; size -= 8 {
			r.Field(&d[3])
			r.Field(&d[4])
		}
	case kind == 8 && size == 8:
		r.Field(&d[5])
		r.Field(&d[6])
	}
}

// options reads the options up to offset end; the frame may end before that.
func options(r *wire.Reader, o *optionSet, end int) {
	for n := 0; !r.Stopped && r.Pos < end; n++ {
		kind := int(r.Peek(0))
		if kind == o.end {
			r.Field(&o.def[0])
			if r.Pos < end {
				optionPadding(r, end)
			}
			return
		}
		if kind == o.pad {
			r.Field(&o.def[0])
			continue
		}
		g := r.Begin(&groups[groupOption], n)
		good := option(r, o, end)
		r.Done(g)
		if !good {
			break
		}
	}
	if r.Pos < end {
		r.Cut(&Data[dataOptionPadding], end-r.Pos)
	}
}

// optionPadding reads what follows the end of the options.
func optionPadding(r *wire.Reader, end int) {
	r.Bytes(&Data[dataOptionPadding], end-r.Pos)
}

// option reads one option and reports whether others may follow.
func option(r *wire.Reader, o *optionSet, end int) bool {
	start := r.Pos
	r.Field(&o.def[0])
	if r.Pos == end {
		r.Problem(&problemOption, start, 1, 0, 0)
		return false
	}
	length := int(r.Field(&o.def[1])) + o.offset
	if r.Stopped {
		return false
	}
	if length < 2 || start+length > end {
		r.Problem(&problemOption, start+1, 1, uint64(length), uint64(end-start))
		if n := min(end, r.End) - r.Pos; n > 0 {
			r.Leaf(&Data[dataBadOption], wire.KindUnknown, n, wire.FlagRaw)
		}
		return false
	}
	kind := r.Data[start]
	o.read(r, kind, start+length-r.Pos)
	if n := start + length - r.Pos; n > 0 && !r.Stopped {
		r.Bytes(o.data, n)
	}
	return !r.Stopped
}
