package shell

import (
	"fmt"

	"fragscope/desktop/state"
)

// maxLog bounds what is kept of everything that was sent and received, in bytes,
// and logExtra is what is kept beside the bytes of a datagram.
var maxLog = 16 << 20

const logExtra = 256

// record keeps datagrams for a capture of everything.
func (s *Shell) record(list []state.Datagram) {
	for i := range list {
		if s.logCut {
			return
		}
		if s.logBytes += len(list[i].Data) + logExtra; s.logBytes > maxLog {
			s.logCut = true      // Save all traffic says so too
			if s.status.failed { // which stays
				return
			}
			s.status.withAction(fmt.Sprintf("The traffic log is full: the first %d MB stay in it, what follows is not kept.",
				maxLog>>20), "Clear", s.clearLog)
			return
		}
		s.log = append(s.log, list[i])
	}
}

func (s *Shell) clearLog() {
	s.log, s.logBytes, s.logCut = nil, 0, false
	s.status.success("The traffic log is empty.")
}
