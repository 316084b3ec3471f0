package decode

import (
	"fmt"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/ksy"
	"fragscope/decoder/wire"
	"fragscope/samples"
)

// protocolLayouts appends descriptions of the messages of p that are plain sequences, made of the samples, with a
// comment for each of the others. It returns how many are described, of how many.
func protocolLayouts(dst []byte, p wire.ProtocolID) (text []byte, described, of int) {
	kinds := map[*wire.MessageInfo][]*wire.Message{}
	var order []*wire.MessageInfo
	for _, s := range samples.List() {
		for _, data := range s.Datagrams() {
			m := decoder.Decode(data, decoder.Options{})
			if m.Protocol() != p || m.Payload > 0 || len(m.Problems) > 0 {
				continue
			}
			if kinds[m.Info] == nil {
				order = append(order, m.Info)
			}
			kinds[m.Info] = append(kinds[m.Info], m)
		}
	}
	var texts []byte
	for i, info := range order {
		before := len(texts)
		if described > 0 {
			texts = append(texts, ksy.Separator...)
		}
		id := fmt.Sprintf("%s_%d", strings.ReplaceAll(p.String(), "-", "_"), i+1)
		next, err := ksy.AppendMessages(texts, id, kinds[info]...)
		if err != nil {
			texts = texts[:before]
			dst = fmt.Appendf(dst, "# No plain sequence: %s (%v).\n", info.Name, err)
			continue
		}
		texts = next
		described++
	}
	return append(dst, texts...), described, len(order)
}
