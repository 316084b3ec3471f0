package hexdump

import "bytes"

// sniffYAML claims what Wireshark's follow stream saves as YAML.
func (p *parser) sniffYAML() guess {
	lines := min(p.src.count(), 200)
	packets, binary := false, false
	for i := 0; i < lines; i++ {
		l, _ := p.src.line(i)
		t := trim(l)
		packets = packets || string(t) == "packets:"
		binary = binary || bytes.Contains(t, []byte("!!binary"))
	}
	if !packets || !binary {
		return guess{}
	}
	return guess{score: 100, format: WiresharkYAML, why: "a YAML list of packets with !!binary data"}
}

// readYAML reads the packets; peer 0 is the one that spoke first, so the client.
func (p *parser) readYAML() *Error {
	for i := 0; i < p.src.count(); i++ {
		l, _ := p.src.line(i)
		t := trim(l)
		key := bytes.IndexByte(t, ':')
		if key < 0 {
			continue
		}
		name := string(bytes.TrimLeft(t[:key], "- "))
		value := trim(t[key+1:])
		switch name {
		case "packet", "timestamp":
			if name == "packet" {
				p.finish()
			}
			remark(&p.comment, t[bytes.IndexAny(t, "pt"):])
		case "peer":
			if string(value) == "0" {
				p.dir = DirectionSent
			} else {
				p.dir = DirectionReceived
			}
		case "data":
			if !bytes.HasPrefix(value, []byte("!!binary")) {
				continue
			}
			indent := len(l) - len(trimLeft(l))
			j := i + 1
			for j < p.src.count() {
				next, _ := p.src.line(j)
				if len(trim(next)) == 0 || len(next)-len(trimLeft(next)) <= indent {
					break
				}
				j++
			}
			dir := p.dir
			if err := p.base64Lines(i+1, j); err != nil {
				return err
			}
			p.dir = dir
			p.finish()
			i = j - 1
		}
	}
	return nil
}
