package paste

import "bytes"

// tags reads the attributes called value beside a name, as tshark -T pdml writes each field of a packet. What is in one
// <packet> is a record.
func (r *jsonReader) tags() {
	for {
		open := bytes.IndexByte(r.s[r.i:r.end], '<')
		if open < 0 {
			break
		}
		r.i += open + 1
		tag := span{r.i, r.i + max(0, bytes.IndexAny(r.s[r.i:r.end], "<>"))}
		if string(tag.of(r.s)) == "packet" {
			r.record()
		}
		name, value := attribute(r.s, tag, ` name="`), attribute(r.s, tag, ` value="`)
		if r.i = tag.end; name.len() > 0 && value.len() > 0 {
			r.path = append(r.path[:0], name.of(r.s)[:min(name.len(), maxComment)]...)
			r.text(string(r.path), value)
		}
	}
	r.record()
}

// attribute is the value of an attribute of a tag, empty where there is none.
func attribute(s []byte, tag span, begin string) (value span) {
	if k := bytes.Index(tag.of(s), []byte(begin)); k >= 0 {
		value.start = tag.start + k + len(begin)
		value.end = value.start + max(0, bytes.IndexByte(s[value.start:tag.end], '"'))
	}
	return value
}
