//go:build !wasm || quick

package decoder

// What nearly every datagram of a capture is shows at first sight, from a few
// bytes that only one protocol has. The rows of the table of protocols would
// all be asked, and say the same.

// sight returns what p is if that shows at once, with the confidence that its
// protocol's recognise gives, and no protocol otherwise.
func (e *textEnds) sight(p []byte, opts *Options) (c candidate) {
	if e.careful || len(p) < 5 || opts.From != DirectionUnknown || opts.Stream {
		return c
	}
	switch p[0] {
	case '\\':
		return sightBackslash(p, opts)
	case 0x00:
		if len(p) >= 16 && string(p[5:14]) == splitnum {
			return candidate{&gamespy3Protocol, Reply, Certain}
		}
		// Neither a master, which begins with a length, nor a beacon on a LAN.
		if len(p) >= 8 && le32(p) > epicMaxBody && p[6] != 'S' {
			if dir, sure := recogniseGamespy2(p, opts); sure == Likely {
				return candidate{&gamespy2Protocol, dir, sure}
			}
		}
	case 0x09:
		if len(p) >= 6 && le32(p) > epicMaxBody {
			if dir, sure := recogniseGamespy3(p, opts); sure == Likely {
				return candidate{&gamespy3Protocol, dir, sure}
			}
		}
	case 0xfe:
		if dir, sure := recogniseGamespy2(p, opts); sure == Certain {
			return candidate{&gamespy2Protocol, dir, sure}
		}
		if dir, sure := recogniseGamespy3(p, opts); sure == Certain {
			return candidate{&gamespy3Protocol, dir, sure}
		}
	case 0xff:
		if dir, sure := recogniseUGP(p, opts); sure == Certain {
			return candidate{&ugpProtocol, dir, sure}
		}
	default:
		// A master's message would be as long as the first byte says.
		if p[0] >= 0x77 && p[0] <= 0x80 && p[1]|p[2]|p[3] == 0 && len(p)-4 < int(p[0]) && p[4] <= 4 {
			if dir, sure := recogniseUnreal2(p, opts); sure == Likely {
				return candidate{&unreal2Protocol, dir, sure}
			}
		}
	}
	return c
}

// sightBackslash knows a request that is one command, and a reply that begins
// with a key of game servers and has its query id where nearly all have it.
func sightBackslash(p []byte, opts *Options) (c candidate) {
	for _, port := range [...]uint16{opts.SrcPort, opts.DstPort} {
		if port == heartbeatPort || port == masterPort {
			return c
		}
	}
	end := 1
	for end < len(p) && end <= maxSight && p[end] != '\\' {
		end++
	}
	if end == len(p) || p[end] != '\\' {
		return c
	}
	first := p[1:end]
	if end+1 == len(p) {
		if w := findWord(first); w.command == commandPlain {
			return candidate{&gamespy1Protocol, Request, Likely}
		}
		return c
	}
	if class, _ := classify(first); !servers(class) {
		return c
	}
	const id = "\\queryid\\"
	for at := len(p) - len(id); at >= max(0, len(p)-maxTail); at-- {
		if p[at] == '\\' && string(p[at:at+len(id)]) == id {
			return candidate{&gamespy1Protocol, Reply, Certain}
		}
	}
	return c
}

// maxSight is the length of the longest key that is known at first sight.
const maxSight = 20

// servers reports whether only game servers send keys of a class, and send
// nothing else that begins with them.
func servers(c keyClass) bool {
	switch c {
	case classGame, classBasic, className, classInfo, classPort, classCount, classAdmin, classRule, classShared,
		classPlayer, classPlayerPart, classPing, classScore, classTeam, classTeamPart:
		return true
	}
	return false
}

// plainCommand reads a request that is one command without a parameter, as
// nearly all are. It reports false, and reads nothing, when it is another.
func (r *reader) plainCommand() bool {
	end := r.end - 1
	if r.ends.careful || end-r.pos < 2 || end-r.pos > maxSight || r.data[r.pos] != '\\' || r.data[end] != '\\' {
		return false
	}
	key := r.data[r.pos+1 : end]
	if commandOf(key) != commandPlain { // which none with a backslash is
		return false
	}
	r.say(itemRequest(key))
	f := (*[3]Field)(r.room(3))
	f[0].Def, f[0].Value, f[0].Offset, f[0].Length = &gamespy1Item, 0, uint32(r.pos), uint32(end+1-r.pos)
	f[0].Kind, f[0].Depth, f[0].Lead, f[0].Trail, f[0].Marks = KindGroup, r.depth, 0, 0, r.marks
	f[1].Def, f[1].Value, f[1].Offset, f[1].Length = &gamespy1Command, 0, uint32(r.pos), uint32(end-r.pos)
	f[1].Kind, f[1].Depth, f[1].Lead, f[1].Trail, f[1].Marks = KindText, r.depth+1, 1, 0, r.marks
	f[2].Def, f[2].Value, f[2].Offset, f[2].Length = &gamespy1Parameter, 0, uint32(end), 1
	f[2].Kind, f[2].Depth, f[2].Lead, f[2].Trail, f[2].Marks = KindText, r.depth+1, 1, 0, r.marks
	r.fields, r.pos = r.fields[:len(r.fields)+3], end+1
	return true
}
