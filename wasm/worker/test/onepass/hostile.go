package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"strings"

	"fragscope/analyzer/capture"
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
	w     *capture.PcapWriter
	left  int
	n     int  // which turn it is
	at    int  // ms
	still bool // no time goes by
	err   error
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
	out := bufio.NewWriter(f)
	c := &capturer{left: size - 24}
	for c.w, c.err = capture.NewPcapWriter(out, capture.LinkRaw, true); c.left > 0 && c.err == nil; c.n++ {
		next(c)
	}
	return errors.Join(c.err, out.Flush(), f.Close())
}

func (c *capturer) ask(client, server int) { c.datagram(c.header(client, server, true), "\\status\\") }

func (c *capturer) reply(client, server int, text string) {
	c.datagram(c.header(client, server, false), fmt.Sprintf("%s\\final\\\\queryid\\%d.1", text, c.n))
}

func (c *capturer) part(client, server int, text string) {
	c.datagram(c.header(client, server, false), fmt.Sprintf("%s\\queryid\\%d.%d", text, c.n, 2+c.n%3))
}

func (c *capturer) datagram(h *capture.Header, text string) {
	frame, err := h.AppendUDP(nil, []byte(text))
	c.packet(frame, err)
}

// fragment writes the first fragment, of two.
func (c *capturer) fragment(client, server int, text string) {
	frames, err := c.header(client, server, false).Fragments([]byte(text+"."), 28+len(text)&^7)
	c.packet(frames[0], err)
}

func (c *capturer) header(client, server int, request bool) *capture.Header {
	end := func(network, host int, port uint16) netip.AddrPort {
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, uint32(network+host)))), port)
	}
	h := &capture.Header{Link: capture.LinkRaw, Src: end(0x0a000000, client, 1024+uint16(client%60000)),
		Dst: end(0xc6330000, server, 7778), ID: uint32(c.n), NoChecksum: true}
	if !request {
		h.Src, h.Dst = h.Dst, h.Src
	}
	return h
}

// packet writes a packet, if it still fits.
func (c *capturer) packet(frame []byte, err error) {
	if c.left -= 16 + len(frame); c.left >= 0 && err == nil {
		err = c.w.WritePacket(&capture.Packet{Time: 1_767_225_600e9 + int64(c.at)*1e6, Data: frame})
	}
	if !c.still {
		c.at++
	}
	c.err = errors.Join(c.err, err)
}
