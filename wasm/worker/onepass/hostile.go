package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// hostiles make captures that are as hard on the memory of an analysis as their
// length lets them be. Each makes the next few packets.
var hostiles = map[string]func(c *capturer){
	// A client of its own asks a server of its own, and nobody answers.
	"hosts": func(c *capturer) { c.ask(c.n, c.n) },
	// Each server answers once, with many rules.
	"rules": func(c *capturer) { c.ask(c.n, c.n); c.reply(c.n, c.n, rules(30, 8, "v"+strings.Repeat("v", 19), c.n)) },
	// Few servers, whose many rules all change from reply to reply.
	"changes": func(c *capturer) { c.ask(c.n, c.n%20); c.reply(c.n, c.n%20, rules(150, 0, "", c.n)) },
	// The same with a thousand servers.
	"changes-of-many": func(c *capturer) { c.ask(c.n, c.n%900); c.reply(c.n, c.n%900, rules(150, 0, "", c.n)) },
	// Each reply has players who were never seen.
	"people":         func(c *capturer) { c.ask(c.n, c.n%20); c.reply(c.n, c.n%20, people(64, c.n)) },
	"people-of-many": func(c *capturer) { c.ask(c.n, c.n%900); c.reply(c.n, c.n%900, people(64, c.n)) },
	// Replies whose end never comes, and no time goes by in which to give them up.
	"unfinished": func(c *capturer) {
		c.still = true
		c.ask(c.n%2000, c.n%900)
		c.part(c.n%2000, c.n%900, rules(40, 8, "w", c.n))
	},
	// The first fragments of datagrams whose others never come.
	"fragments": func(c *capturer) { c.still = true; c.fragment(c.n, c.n%900, rules(60, 8, "w", c.n)) },
}

func rules(count, width int, value string, n int) string {
	var b strings.Builder
	b.WriteString("\\hostname\\S")
	for i := range count {
		fmt.Fprintf(&b, "\\r%d%s\\%s%x", i, strings.Repeat("x", width), value, (n+i)&0xfff)
	}
	return b.String()
}

func people(count, n int) string {
	var b strings.Builder
	b.WriteString("\\hostname\\S\\numplayers\\64")
	for i := range count {
		fmt.Fprintf(&b, "\\player_%d\\%x\\frags_%d\\%d", i, n*count+i, i, n%10)
	}
	return b.String()
}

// A capturer writes packets.
type capturer struct {
	w     *bufio.Writer
	left  int
	n     int  // which turn it is
	at    int  // ms
	still bool // no time goes by
	id    uint16
}

func hostile(path, name string, size int) error {
	next := hostiles[name]
	if next == nil {
		return fmt.Errorf("no hostile capture is called %s", name)
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	c := &capturer{w: bufio.NewWriter(f), left: size - 24}
	io.WriteString(c.w, "\xd4\xc3\xb2\xa1\x02\x00\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\x00\x00\xe4\x00\x00\x00") // raw IPv4
	for ; c.left > 0; c.n++ {
		next(c)
	}
	if err := c.w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

func (c *capturer) ask(client, server int) { c.packet(client, server, true, 0, "\\status\\") }

func (c *capturer) reply(client, server int, text string) {
	c.packet(client, server, false, 0, fmt.Sprintf("%s\\final\\\\queryid\\%d.1", text, c.n))
}

func (c *capturer) part(client, server int, text string) {
	c.packet(client, server, false, 0, fmt.Sprintf("%s\\queryid\\%d.%d", text, c.n, 2+c.n%3))
}

func (c *capturer) fragment(client, server int, text string) {
	c.packet(client, server, false, 0x2000, text[:len(text)&^7])
}

// packet writes a datagram, or the first fragment of one.
func (c *capturer) packet(client, server int, request bool, fragment uint16, text string) {
	ends := [2]uint32{0x0a000000 + uint32(client), 0xc6330000 + uint32(server)}
	ports := [2]uint16{1024 + uint16(client%60000), 7778}
	if !request {
		slices.Reverse(ends[:])
		slices.Reverse(ports[:])
	}
	n := 28 + len(text)
	b := make([]byte, 16+28, 16+n)
	c.id++
	binary.LittleEndian.PutUint32(b, 1_767_225_600+uint32(c.at/1000))
	binary.LittleEndian.PutUint32(b[4:], uint32(c.at%1000*1000))
	binary.LittleEndian.PutUint32(b[8:], uint32(n))
	binary.LittleEndian.PutUint32(b[12:], uint32(n))
	ip := b[16:]
	ip[0], ip[8], ip[9] = 0x45, 64, 17
	binary.BigEndian.PutUint16(ip[2:], uint16(n))
	binary.BigEndian.PutUint16(ip[4:], c.id)
	binary.BigEndian.PutUint16(ip[6:], fragment)
	binary.BigEndian.PutUint32(ip[12:], ends[0])
	binary.BigEndian.PutUint32(ip[16:], ends[1])
	binary.BigEndian.PutUint16(ip[20:], ports[0])
	binary.BigEndian.PutUint16(ip[22:], ports[1])
	binary.BigEndian.PutUint16(ip[24:], uint16(8+len(text)))
	if !c.still {
		c.at++
	}
	if c.left -= 16 + n; c.left >= 0 {
		c.w.Write(b)
		c.w.WriteString(text)
	}
}
