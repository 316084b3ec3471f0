package backslash

// A Query holds the details of a request of GameSpy 1. Servers of other
// protocols are asked by it too.
type Query struct {
	Items []string // items to ask for at once, such as "basic", "info"; properties as "game_property" with Text
	Text  string   // text to echo, challenge, name of a property
}
