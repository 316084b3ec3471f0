package hexdump

import "bytes"

// tags reads the attributes called value beside a name, as tshark -T pdml writes each field of a packet. What is in one
// <packet> is a record.
func (r *jsonReader) tags() *Error {
	for {
		open := bytes.IndexByte(r.s[r.i:r.end], '<')
		if open < 0 {
			return r.record()
		}
		r.i += open + 1
		if bytes.HasPrefix(r.s[r.i:r.end], []byte("packet>")) {
			if err := r.record(); err != nil {
				return err
			}
		}
		r.attributes()
	}
}

// attributes reads those of a tag.
func (r *jsonReader) attributes() {
	name := ""
	for r.i = run(r.s[:r.end], r.i, classWord); r.i < r.end && r.s[r.i] != '>' && r.s[r.i] != '<'; {
		if r.skip(); r.i >= r.end || !isLetter(r.s[r.i]) {
			r.i = min(r.i+1, r.end)
			continue
		}
		from := r.i
		r.i = run(r.s[:r.end], r.i, classWord)
		key := string(r.s[from:min(r.i, from+maxComment)])
		if charAt(r.s, r.i) != '=' || charAt(r.s, r.i+1) != '"' {
			continue
		}
		r.i++
		t, ok := r.str()
		switch {
		case !ok:
			return
		case key == "name":
			name = string(t.of(r.s)[:min(t.len(), maxComment)])
		case key == "value" && name != "":
			r.path = append(r.path[:0], name...)
			r.text(name, t)
		}
	}
}
