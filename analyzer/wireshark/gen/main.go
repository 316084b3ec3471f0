package main

import (
	"fmt"
	"os"

	"fragscope/analyzer/wireshark/golua"
)

func main() {
	s, err := golua.Translate(golua.Config{
		Dir: ".", Package: "fragscope/decoder",
		Roots: []string{
			"fragscope/decoder.payload", "fragscope/decoder.rows", "fragscope/decoder.topicOf", "fragscope/decoder.partOf",
			"fragscope/decoder/wire.Reader.Start", "fragscope/decoder/wire.Reader.Settle", "fragscope/decoder/wire.Reader.HandOver",
			"fragscope/decoder/wire.Message.AppendNote", "fragscope/decoder/wire.Message.AppendValue", "fragscope/decoder/wire.Message.AppendPlain",
			"fragscope/decoder/wire.Message.AppendSentence", "fragscope/decoder/wire.Message.Key", "fragscope/decoder/wire.Message.AppendName",
			"fragscope/decoder/wire.Topic.Answers",
			"fragscope/decoder/wire.Topic.Settles", "fragscope/decoder/wire.Docs.Complete",
		},
		Erased: []string{
			"fragscope/decoder/wire.FieldDef.Doc", "fragscope/decoder/wire.FieldDef.Source", "fragscope/decoder/wire.ProblemInfo.Story", "fragscope/decoder/wire.ProblemInfo.Source",
			"fragscope/decoder/wire.MessageInfo.Doc", "fragscope/decoder/wire.KeyInfo.Doc", "fragscope/decoder/wire.Protocol.Doc", "fragscope/decoder/wire.Section.Source",
			"fragscope/decoder/wire.Docs.Spec", "fragscope/decoder/wire.Protocol.Announcements",
		},
		False: []string{"fragscope/decoder/wire.Quick"},
		Native: []string{"fragscope/decoder/wire.LE16", "fragscope/decoder/wire.LE32", "fragscope/decoder/wire.BE16", "fragscope/decoder/wire.BE32",
			"fragscope/decoder/wire.PlainASCII", "fragscope/decoder/wire.ScanPlain", "fragscope/decoder/wire.IndexByte",
			"fragscope/decoder/wire.Hash", "fragscope/decoder/wire.Fnv"},
		NoInit: []string{"fragscope/decoder"},
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.WriteFile(os.Args[1], []byte(s), 0o644)
}
