package wire

// A Docs lists what a protocol's files define. The lists stand apart
// from the table of protocols, each in a function of its own, for the sake of
// programs that only decode: nothing has to be put together when they start.
type Docs struct {
	Messages []*MessageInfo
	Problems []*ProblemInfo
	Layouts  []Layout
}
