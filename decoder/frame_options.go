package decoder

// Options of IPv4, IPv6 and TCP: a kind, mostly a length, and data.

// An optionSet is how the options of one header look.
type optionSet struct {
	def      *[2]FieldDef // kind and length
	data     *FieldDef    // the data of an option that read knows nothing about
	end, pad int          // kinds of one byte: the last of all, and one that fills; -1 for none
	offset   int          // what the length leaves out: 0, or 2 when it counts the data only
	read     func(r *reader, kind byte, size int)
}

// The read functions take what they know of the size bytes of data and leave
// the rest to the caller.
var (
	ipv4Options = optionSet{def: &ipv4Option, data: &ipv4OptionData[0], end: 0, pad: 1, read: ipv4OptionRead}
	ipv6Options = optionSet{def: &ipv6Option, data: &ipv6OptionData[0], end: -1, pad: 0, offset: 2, read: ipv6OptionRead}
	tcpOptions  = optionSet{def: &tcpOption, data: &tcpOptionData[0], end: 0, pad: 1, read: tcpOptionRead}
)

var (
	ipv4Option = [...]FieldDef{
		{Key: "frame.ipv4.option.kind", Name: "Kind", Kind: KindU8, Symbols: &ipv4OptionKinds, Source: "RFC 791 3.1"},
		{Key: "frame.ipv4.option.length", Name: "Length", Kind: KindU8, Source: "RFC 791 3.1", Doc: "Bytes of the option, kind and length included."},
	}
	ipv4OptionData = [...]FieldDef{
		{Key: "frame.ipv4.option.data", Name: "Data", Kind: KindBytes, Source: "RFC 791 3.1"},
		{Key: "frame.ipv4.option.pointer", Name: "Pointer", Kind: KindU8, Source: "RFC 791 3.1", Doc: "Where the next router writes, counted from 1 at the kind."},
		{Key: "frame.ipv4.option.address", Name: "Address", Kind: KindIPv4, Source: "RFC 791 3.1"},
		{Key: "frame.ipv4.option.overflow", Name: "Overflow and flag", Kind: KindU8, Source: "RFC 791 3.1", Parts: []BitPart{
			{Name: "overflow", Mask: 0xf0}, {Name: "flag", Mask: 0x0f, Symbols: &timestampFlags},
		}},
		{Key: "frame.ipv4.option.router_alert", Name: "Router alert", Kind: KindU16BE, Source: "RFC 2113"},
		{Key: "frame.ipv4.option.stream", Name: "Stream", Kind: KindU16BE, Source: "RFC 791 3.1"},
	}
	timestampFlags  = Symbols{Loose: true, List: []Symbol{{0, "times only", ""}, {1, "addresses and times", ""}, {3, "addresses given", ""}}}
	ipv4OptionKinds = Symbols{Loose: true, List: []Symbol{
		{0, "end of options", ""}, {1, "no operation", ""}, {7, "record route", ""}, {0x44, "timestamps", ""}, {0x82, "security", ""},
		{0x83, "loose source route", ""}, {0x86, "commercial security", ""}, {0x88, "stream id", ""}, {0x89, "strict source route", ""}, {0x94, "router alert", ""},
	}}
)

func ipv4OptionRead(r *reader, kind byte, size int) {
	d := ipv4OptionData[:]
	switch {
	case (kind == 7 || kind == 0x83 || kind == 0x89) && size >= 1:
		r.field(&d[1])
		for size--; size >= 4 && !r.stopped; size -= 4 {
			r.field(&d[2])
		}
	case kind == 0x44 && size >= 2:
		r.field(&d[1])
		r.field(&d[3])
	case kind == 0x94 && size == 2:
		r.field(&d[4])
	case kind == 0x88 && size == 2:
		r.field(&d[5])
	}
}

var (
	ipv6Option = [...]FieldDef{
		{Key: "frame.ipv6.option.kind", Name: "Kind", Kind: KindU8, Symbols: &ipv6OptionKinds, Source: "RFC 8200 4.2"},
		{Key: "frame.ipv6.option.length", Name: "Length", Kind: KindU8, Source: "RFC 8200 4.2", Doc: "Bytes of data that follow."},
	}
	ipv6OptionData = [...]FieldDef{
		{Key: "frame.ipv6.option.data", Name: "Data", Kind: KindBytes, Source: "RFC 8200 4.2"},
		{Key: "frame.ipv6.option.router_alert", Name: "Router alert", Kind: KindU16BE, Source: "RFC 2711"},
		{Key: "frame.ipv6.option.jumbo", Name: "Jumbo payload length", Kind: KindU32BE, Source: "RFC 2675"},
		{Key: "frame.ipv6.option.home", Name: "Home address", Kind: KindIPv6, Source: "RFC 6275"},
		{Key: "frame.ipv6.option.padding", Name: "Padding", Kind: KindPadding, Source: "RFC 8200 4.2"},
	}
	ipv6OptionKinds = Symbols{Loose: true, List: []Symbol{
		{0, "one byte of padding", ""}, {1, "padding", ""}, {4, "tunnel limit", ""}, {5, "router alert", ""}, {7, "CALIPSO", ""}, {0x26, "quick start", ""},
		{0x63, "RPL", ""}, {0xc2, "jumbo payload", ""}, {0xc9, "home address", ""},
	}}
)

func ipv6OptionRead(r *reader, kind byte, size int) {
	d := ipv6OptionData[:]
	switch {
	case kind == 1 && size > 0:
		r.bytes(&d[4], size)
	case kind == 5 && size == 2:
		r.field(&d[1])
	case kind == 0xc2 && size == 4:
		r.field(&d[2])
	case kind == 0xc9 && size == 16:
		r.field(&d[3])
	}
}

var (
	tcpOption = [...]FieldDef{
		{Key: "frame.tcp.option.kind", Name: "Kind", Kind: KindU8, Symbols: &tcpOptionKinds, Source: "RFC 9293 3.1"},
		{Key: "frame.tcp.option.length", Name: "Length", Kind: KindU8, Source: "RFC 9293 3.1", Doc: "Bytes of the option, kind and length included."},
	}
	tcpOptionData = [...]FieldDef{
		{Key: "frame.tcp.option.data", Name: "Data", Kind: KindBytes, Source: "RFC 9293 3.1"},
		{Key: "frame.tcp.option.mss", Name: "Maximum segment size", Kind: KindU16BE, Source: "RFC 9293 3.7.1"},
		{Key: "frame.tcp.option.window_scale", Name: "Window scale", Kind: KindU8, Source: "RFC 7323 2", Doc: "The window counts in units of 2 to this power."},
		{Key: "frame.tcp.option.sack_left", Name: "Received from", Kind: KindU32BE, Source: "RFC 2018"},
		{Key: "frame.tcp.option.sack_right", Name: "Received up to", Kind: KindU32BE, Source: "RFC 2018"},
		{Key: "frame.tcp.option.timestamp", Name: "Timestamp", Kind: KindU32BE, Source: "RFC 7323 3"},
		{Key: "frame.tcp.option.timestamp_echo", Name: "Timestamp echoed", Kind: KindU32BE, Source: "RFC 7323 3"},
	}
	tcpOptionKinds = Symbols{Loose: true, List: []Symbol{
		{0, "end of options", ""}, {1, "no operation", ""}, {2, "maximum segment size", ""}, {3, "window scale", ""}, {4, "selective acknowledgement permitted", ""},
		{5, "selective acknowledgement", ""}, {8, "timestamps", ""}, {19, "MD5 signature", ""}, {28, "user timeout", ""}, {29, "authentication", ""},
		{30, "multipath", ""}, {34, "fast open", ""}, {69, "encryption", ""}, {254, "experiment", ""},
	}}
)

func tcpOptionRead(r *reader, kind byte, size int) {
	d := tcpOptionData[:]
	switch {
	case kind == 2 && size == 2:
		r.field(&d[1])
	case kind == 3 && size == 1:
		r.field(&d[2])
	case kind == 5:
		for ; size >= 8 && !r.stopped; size -= 8 {
			r.field(&d[3])
			r.field(&d[4])
		}
	case kind == 8 && size == 8:
		r.field(&d[5])
		r.field(&d[6])
	}
}

// options reads the options up to offset end; the frame may end before that.
func (r *reader) options(o *optionSet, end int) {
	for n := 0; !r.stopped && r.pos < end; n++ {
		kind := int(r.peek(0))
		if kind == o.end {
			r.field(&o.def[0])
			if r.pos < end {
				r.optionPadding(end)
			}
			return
		}
		if kind == o.pad {
			r.field(&o.def[0])
			continue
		}
		g := r.begin(&frameGroups[groupOption], n)
		good := r.option(o, end)
		r.done(g)
		if !good {
			break
		}
	}
	if r.pos < end {
		r.cut(&frameData[dataOptionPadding], end-r.pos)
	}
}

// optionPadding reads what stands behind the end of the options.
func (r *reader) optionPadding(end int) {
	r.bytes(&frameData[dataOptionPadding], end-r.pos)
}

// option reads one option and reports whether others may follow.
func (r *reader) option(o *optionSet, end int) bool {
	start := r.pos
	r.field(&o.def[0])
	if r.pos == end {
		r.problem(&problemOption, start, 1, 0, 0)
		return false
	}
	length := int(r.field(&o.def[1])) + o.offset
	if r.stopped {
		return false
	}
	if length < 2 || start+length > end {
		r.problem(&problemOption, start+1, 1, uint64(length), uint64(end-start))
		if n := min(end, r.end) - r.pos; n > 0 {
			r.leaf(&frameData[dataBadOption], KindUnknown, n, MarkRaw)
		}
		return false
	}
	kind := r.data[start]
	o.read(r, kind, start+length-r.pos)
	if n := start + length - r.pos; n > 0 && !r.stopped {
		r.bytes(o.data, n)
	}
	return !r.stopped
}
