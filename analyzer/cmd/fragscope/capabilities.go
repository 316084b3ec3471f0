package main

import (
	"slices"
	"strings"

	"fragscope/analyzer/internal/cli"
	"fragscope/decoder"
	"fragscope/decoder/ask"
)

type capability struct {
	name string
	has  func(p decoder.Protocol) bool
}

var capabilities = []capability{
	{"queried", func(p decoder.Protocol) bool { return len(decoder.ClientOf(p).Plans) > 0 }},
	{"emulated", func(p decoder.Protocol) bool {
		for _, g := range decoder.Games() {
			for i := range g.Services {
				if g.Services[i].Protocol == p {
					return true
				}
			}
		}
		return false
	}},
	// What fragscope servers reads: the sessions of two kinds of masters, Steam's, the
	// lists of those that answer one request, and files.
	{"listed", func(p decoder.Protocol) bool {
		listed := []decoder.Protocol{"unreal-master", "gamespy-master", "a2s", "server-list"}
		return slices.Contains(listed, p) || slices.Contains(cli.ListProtocols(), string(p))
	}},
	{"discovered", func(p decoder.Protocol) bool {
		return slices.ContainsFunc(decoder.Broadcasts(), func(c ask.Broadcast) bool { return c.Protocol == p })
	}},
}

func capabilitiesOf(p decoder.Protocol) string {
	list := []string{"decoded"}
	for _, c := range capabilities {
		if c.has(p) {
			list = append(list, c.name)
		}
	}
	return strings.Join(list, ", ")
}
