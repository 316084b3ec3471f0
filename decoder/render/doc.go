// Package render shows decoded datagrams: as JSON, NDJSON and CSV for
// programs, as the documents' table, in Markdown or on a terminal, and as a
// tree beside the bytes for people.
//
// Every function appends to a slice and returns it, allocates nothing for a
// field, and treats the texts of a packet as hostile. They are escaped for the
// place where they go.
//
// A [Stream] shows datagrams of which there may be any number, and what they
// say together, in bounded memory. How much output a datagram can make is
// stated in package decoder.
//
// # JSON
//
// [JSON] is one object, the same bytes on every surface:
//
//	{"datagrams":[…],"status":{…}}
//	{"datagrams":[…],"status":{…},"otherServers":[{…}]}
//
// A datagram has
//
//	index     position among the datagrams, from 0
//	protocol  "unreal2", "gamespy1", …, "unknown"
//	message   what it is, in plain words: "server info reply"
//	length    bytes, frame headers included
//	fields    in wire order, a group before its members
//	problems  what is wrong with it
//
// A field has
//
//	key     stable name for programs: "unreal2.info.hostname"
//	name    name for people; a pair of key and value is named after its key
//	depth   0 for the outermost; a member is one deeper than its group
//	offset  bytes from the start of the datagram
//	length  bytes; 0 for what has none of its own, such as an empty text
//	kind    layout: "group", "u8", "u16le", …, "text", "ucs2", "compact", "ipv4", "bytes",
//	        "unknown", …; "enum" and "flags" for numbers with names; "bit" for one bit of flags;
//	        "bits" for packed numbers, "part" for one of them
//	value   number for numbers, text for texts and addresses, pairs of hexadecimal digits for
//	        other bytes, true or false for a bit, null for a group. A number stays a number
//	        even beyond 2^53, where some readers of JSON round it; what is no number ("NaN",
//	        "+Inf", "-Inf") is text. Colour codes are in the text as they are on the wire.
//	note    what the value means or what is special about it, "" for nothing
//	mask    only of a bit or part: which bits
//
// Fields that are no groups and have a length are the leaves: they cover the
// datagram exactly, none overlaps another. Flags have one bit a child, all
// that are known and those unknown ones that are set, with length 0; packed
// numbers have one child each, with length 0 as well.
//
// A problem has
//
//	severity  "note", "warning" or "error"
//	code      stable name: "length-past-end"
//	offset    where it is, bytes from the start of the datagram
//	length    bytes; 0 for a place between bytes
//	message   what was found, one sentence
//	advice    what it means or what to do, one sentence, "" for nothing
//
// The status is what all datagrams together say about the server, null when
// they say nothing. What they do not say is null, never 0, "" or an empty list.
// Where they are of several servers, status is the first and otherServers are
// the others, in the order in which they come; otherwise there is no such key.
//
//	protocol    as above
//	name        name of the server; this and all texts are without colour codes
//	map         as a file name          mapTitle    as a title
//	gameType    as the server names it  game        the game's own name, such as "ut"
//	gameTitle   the game's name for people, where it is known
//	gamePort    UDP port for players    queryPort   UDP port for queries
//	players     players now             maxPlayers  places
//	bots        of the players, those that are bots
//	password    true when one is needed
//	version     of the server
//	rules       [{"key","value"}] in the order of the server, with duplicates
//	mutators    [text] from all rules that name some, each once
//	playerList  [{"id","name","ping","score","team","extra"}]; ping in milliseconds, team is the
//	            game's number, null for none; extra is [{"key","value"}]
//	teams       [{"id","name","score","size","extra"}]
//	complete    true when every part of every reply is there; null when the protocol cannot tell
//
// Control characters, U+2028, U+2029 and characters that change the direction
// of text are written as escapes, so JSON can be shown on a terminal as it is.
//
// [NDJSON] is the same datagram objects, one a line and nothing else; the status is
// in [JSON] alone.
//
// # CSV
//
// [CSV] is one line per field. Control characters are escaped as on a terminal.
// A text that a spreadsheet would take for a formula, because its first
// character after spaces is =, +, - or @ (or their full-width forms), gets an
// apostrophe in front; numbers do not.
package render
