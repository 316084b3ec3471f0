package decoder

// announcementsOf holds which bits of each protocol's requests bring a field.
var announcementsOf = [protocolCount][]announcement{UGP: ugpAnnouncements}

// replays holds what ties the replies of each protocol to their requests.
var replays = [protocolCount]replay{
	GameSpy1:  {stamp: gamespy1Stamp, beside: gamespy1Beside},
	GameSpy2:  {stamp: gamespyStamp, question: gamespy2Question},
	GameSpy3:  {stamp: gamespyStamp, challenge: gamespy3Asked, question: gamespy3Question},
	UnrealLAN: {stamp: lanStamp, question: lanQuestion},
}

// dependences holds how each dependence is resolved. The key table itself
// names no functions: a program that shows no notes is not made to carry them.
var dependences = [...]struct {
	choose  func(m *Message) *Symbols // picks the symbols of numbers
	explain func(value string) string // says what a text means, "" for nothing
}{
	DependsOnEngine: {choose: ut3MutatorList},
	DependsOnCipher: {explain: explainChallenge},
}
