package decoder

// keyTable holds the keys that are known, in order of Key (protocols.md 2.5,
// 4.5, 4.6, 8.2, 8.4; ut2003-query.txt).
var keyTable = []KeyInfo{
	{Key: "adminemail", Name: "Administrator's e-mail"},
	{Key: "adminname", Name: "Administrator"},
}
