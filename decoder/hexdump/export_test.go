package hexdump

// judge is what the corpus is read with: the decoder, which this package must not import.
var judge func(*Datagram) Verdict

// SetJudge sets it.
func SetJudge(j func(*Datagram) Verdict) { judge = j }
