package openttd

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"fragscope/decoder/wire"
)

const (
	infoPrefix = "openttd.info." // of keys

	headSize = 3
	latest   = 7
	newest   = 15 // a layout that may come to be

	typeFind        = 0
	typeServer      = 1
	typeGame        = 6 // over UDP a request to the master
	typeGameRequest = 7 // over UDP the master's reply

	md5Size   = 16
	countSize = 3 // of a list, before its first server
)

// recognise identifies packets by their size and by what fills them
// (protocol/SPEC.md#identification).
func recognise(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	if len(p) < headSize {
		return wire.DirectionUnknown, wire.Unlikely
	}
	size := int(wire.LE16(p))
	if len(p) > size || size > headSize && len(p) == headSize {
		return wire.DirectionUnknown, wire.Unlikely
	}
	m := kindOf(p)
	if m == nil {
		return wire.DirectionUnknown, wire.Unlikely
	}
	c := wire.Possible
	switch m {
	case &infoReply:
		c = fits(p[headSize:], size-headSize)
	case &listReply:
		if len(p) < headSize+countSize {
			return wire.DirectionUnknown, wire.Unlikely
		}
		n := int(wire.LE16(p[headSize+1:]))
		switch {
		case n == 0 || size != headSize+countSize+n*entrySize(p[headSize]):
			return wire.DirectionUnknown, wire.Unlikely
		case len(p) == size:
			c = wire.Likely
		}
	default:
		if len(p) == size && (ports.KnowsPort(opts.SrcPort) || ports.KnowsPort(opts.DstPort)) {
			c = wire.Likely
		}
	}
	return m.Direction, c
}

// kindOf returns what the packet p is, nil for nothing. Its size tells messages of TCP
// from those of UDP that have the same type.
func kindOf(p []byte) *wire.MessageInfo {
	size := int(wire.LE16(p))
	switch {
	case p[2] == typeFind && size == headSize:
		return &findRequest
	case p[2] == typeServer && size == headSize:
		return &foundReply
	case p[2] == typeGameRequest && size == headSize:
		return &infoRequest
	case p[2] == typeGame && len(p) > headSize && (size == headSize+1 || size == headSize+2):
		return &listRequest
	case p[2] == typeGameRequest && (len(p) == headSize || entrySize(p[headSize]) > 0):
		return &listReply
	case (p[2] == typeServer || p[2] == typeGame) && len(p) > headSize && p[headSize] > 0 && p[headSize] <= newest:
		return &infoReply
	}
	return nil
}

// entrySize returns the bytes of a server in a list of a form, 0 for no form.
func entrySize(form byte) int {
	switch form {
	case 1:
		return 4 + 2
	case 2:
		return 16 + 2
	}
	return 0
}

// fits says how much b looks like a game info of size bytes, perhaps cut.
func fits(b []byte, size int) wire.Confidence {
	version, at, form := uint64(min(b[0], latest)), 1, byte(0)
	names := 0 // of the server and of its version
	for i := range info {
		if version < spans[i].from || version > spans[i].to {
			continue
		}
		if at >= len(b) {
			break
		}
		switch {
		case i == infoForm:
			if form = b[at]; form > 2 {
				return wire.Unlikely
			}
			at++
		case i == infoNewGRFs:
			if at = pastNewGRFs(b, at, form); at < 0 {
				return wire.Unlikely
			}
		case info[i].Kind == wire.KindText:
			n := bytes.IndexByte(b[at:], 0)
			if n < 0 && names < 2 || n == 0 && info[i].Role != wire.RoleNone || n > 0 && !text(b[at:at+n]) {
				return wire.Unlikely
			}
			if info[i].Role != wire.RoleNone {
				names++
			}
			if n < 0 {
				n = len(b) - at
			}
			at += n + 1
		default:
			at += info[i].Kind.Size()
		}
	}
	switch {
	case len(b) == size && at == size, len(b) == size && at < size && b[0] > latest:
		return wire.Certain
	case len(b) < size && at >= len(b) && names > 1:
		return wire.Possible
	}
	return wire.Unlikely
}

// text reports whether b is a text as people write it.
func text(b []byte) bool {
	for _, c := range b {
		if c < ' ' || c == 0x7f {
			return false
		}
	}
	return utf8.Valid(b)
}

// pastNewGRFs returns where the list of NewGRFs ends whose count is at a place of b, at
// most the end of b.
func pastNewGRFs(b []byte, at int, form byte) int {
	count := int(b[at])
	at++
	for ; count > 0 && at < len(b); count-- {
		if form == 2 {
			at += 4
			continue
		}
		at += 4 + md5Size
		if form == 1 && at < len(b) {
			n := bytes.IndexByte(b[at:], 0)
			if n < 0 {
				return len(b)
			}
			at += n + 1
		}
	}
	return min(at, len(b))
}

func decode(r *wire.Reader, _ wire.Direction) {
	r.UTF8 = true
	m := &infoReply
	if p := r.Rest(); len(p) >= headSize {
		if k := kindOf(p); k != nil {
			m = k
		}
	}
	r.SetMessage(m)
	r.Field(&head[0])
	r.Field(&head[1])
	switch m {
	case &infoReply:
		readInfo(r)
	case &listRequest:
		r.Field(&list[listVersion])
		if r.More() {
			r.Field(&list[listFamily])
		}
	case &listReply:
		readServers(r)
	}
}

func readInfo(r *wire.Reader) {
	at := r.Pos
	version := r.Field(&layout)
	if version > latest {
		r.Problem(&problemLayout, at, 1, version, latest)
		version = latest
	}
	form := uint64(0)
	for i := range info {
		if version < spans[i].from || version > spans[i].to {
			continue
		}
		if info[i].Kind == wire.KindText {
			r.CString(&info[i], 0)
			continue
		}
		v := r.Field(&info[i])
		switch i {
		case infoForm:
			form = v
		case infoNewGRFs:
			readNewGRFs(r, int(v), form)
		}
	}
}

func readNewGRFs(r *wire.Reader, count int, form uint64) {
	for n := 0; n < count && r.More(); n++ {
		g := r.Begin(&newGRF[0], n)
		if form == 2 {
			r.Field(&newGRF[newGRFIndex])
		} else {
			r.Field(&newGRF[newGRFID])
			r.Bytes(&newGRF[newGRFMD5], md5Size)
			if form == 1 {
				r.CString(&newGRF[newGRFName], 0)
			}
		}
		r.Done(g)
	}
}

func readServers(r *wire.Reader) {
	address := r.Field(&list[listForm])
	count := int(r.Field(&list[listCount]))
	for n := 0; n < count && r.More(); n++ {
		g := r.Begin(&server[0], n)
		r.Field(&server[min(max(address, 1), 2)])
		r.Field(&server[3])
		r.Done(g)
	}
}

// status takes what a game info says. Fields without a place of their own are rules, but
// for the time, which always changes.
func status(b *wire.StatusBuilder, m *wire.Message) {
	b.Generic(m)
	for i := range m.Fields {
		f := &m.Fields[i]
		name, ok := strings.CutPrefix(f.Def.Key, infoPrefix)
		if !ok || f.Def.Role != wire.RoleNone || f.Kind == wire.KindUnknown {
			continue
		}
		none := f.Length == 1 && f.Kind == wire.KindText || f.Def == &info[infoScript] && f.Int() < 0
		switch name {
		case "layout", "ticks", "newgrf_form", "date", "date16":
		default:
			if none {
				continue
			}
			b.Rules = append(b.Rules, wire.Rule{Key: strings.TrimSuffix(name, "16"), Value: b.Texts.Plain(m, i)})
		}
	}
}
