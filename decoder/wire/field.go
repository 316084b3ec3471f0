package wire

import "math/bits"

// A Kind says how the bytes of a field are laid out and so how its value is
// read. Multi-byte numbers name their byte order: le is least significant
// byte first.
type Kind uint8

// The kinds of field.
const (
	KindGroup   Kind = iota // holds other fields; Value is its ordinal among its siblings, from 0
	KindU8                  // unsigned 8 bits
	KindU16LE               // unsigned 16 bits, little endian
	KindU16BE               // unsigned 16 bits, big endian
	KindU24BE               // unsigned 24 bits, big endian
	KindU32LE               // unsigned 32 bits, little endian
	KindU32BE               // unsigned 32 bits, big endian
	KindU64LE               // unsigned 64 bits, little endian
	KindU64BE               // unsigned 64 bits, big endian
	KindI8                  // signed 8 bits
	KindI16LE               // signed 16 bits, little endian
	KindI16BE               // signed 16 bits, big endian
	KindI32LE               // signed 32 bits, little endian
	KindI32BE               // signed 32 bits, big endian
	KindI64LE               // signed 64 bits, little endian
	KindI64BE               // signed 64 bits, big endian
	KindF32LE               // IEEE 754 single, little endian
	KindF32BE               // IEEE 754 single, big endian
	KindF64LE               // IEEE 754 double, little endian
	KindF64BE               // IEEE 754 double, big endian
	KindCompact             // Unreal compact index, 1 to 5 bytes (protocol/SPEC.md#unreal-strings)
	KindVarInt              // 1 to 5 bytes with seven bits each, the lowest first: a signed number of 32 bits
	// 1 to 5 bytes: sign and six bits, then seven bits each, the lowest first: a signed number of 32 bits
	KindPacked
	KindText    // single-byte text, cp1252 unless marked as UTF-8
	KindUCS2    // text in 16-bit units, little endian unless FieldDef.BigEndian says otherwise
	KindDecimal // a number written in ASCII digits
	KindIPv4    // IPv4 address, network order
	KindIPv6    // IPv6 address, network order
	KindMAC     // Ethernet address
	KindBytes   // bytes with a meaning of their own, such as an id that is echoed
	KindConst   // bytes that are always the same, such as a signature
	KindPadding // bytes that only fill space
	KindUnknown // bytes whose meaning is unknown, or that were not understood
	KindCount
)

// Names of the kinds as JSON gives them. A number with symbols is called
// "enum" or "flags" instead; see [Field.KindName].
var kindNames = [KindCount]string{
	"group", "u8", "u16le", "u16be", "u24be", "u32le", "u32be", "u64le", "u64be",
	"i8", "i16le", "i16be", "i32le", "i32be", "i64le", "i64be", "f32le", "f32be", "f64le", "f64be", "compact", "varint",
	"packed", "text", "ucs2", "decimal", "ipv4", "ipv6", "mac", "bytes", "const",
	"padding", "unknown",
}

// KindSizes holds the length in bytes of the kinds that have a fixed one.
var KindSizes = [KindCount]uint8{
	KindU8: 1, KindU16LE: 2, KindU16BE: 2, KindU24BE: 3, KindU32LE: 4, KindU32BE: 4, KindU64LE: 8, KindU64BE: 8,
	KindI8: 1, KindI16LE: 2, KindI16BE: 2, KindI32LE: 4, KindI32BE: 4, KindI64LE: 8, KindI64BE: 8,
	KindF32LE: 4, KindF32BE: 4, KindF64LE: 8, KindF64BE: 8,
	KindIPv4: 4, KindIPv6: 16, KindMAC: 6,
}

// Size returns the length in bytes of a value of kind k, or 0 when it varies.
func (k Kind) Size() int {
	if int(k) < len(KindSizes) {
		return int(KindSizes[k])
	}
	return 0
}

// Number reports whether k is an integer, so that Field.Value holds it.
func (k Kind) Number() bool {
	return k >= KindU8 && k <= KindI64BE || k >= KindCompact && k <= KindPacked || k == KindDecimal
}

// Signed reports whether Field.Value of a number of kind k is an int64.
func (k Kind) Signed() bool {
	return k >= KindI8 && k <= KindI64BE || k >= KindCompact && k <= KindPacked || k == KindDecimal
}

// Float reports whether k is a floating-point number.
func (k Kind) Float() bool { return k >= KindF32LE && k <= KindF64BE }

// A Role says what a field means for the server, whatever protocol it comes
// from, so that [Status] is made the same way for all of them.
type Role uint8

// The roles.
const (
	RoleNone        Role = iota
	RoleServerName       // name of the server as players see it
	RoleMap              // map, as a file name without extension
	RoleMapTitle         // map, as a title
	RoleGameType         // game type or mode, as the server names it
	RoleGame             // the game's own name
	RoleGamePort         // UDP port that players connect to
	RoleQueryPort        // UDP port that answers queries
	RolePlayers          // players now
	RoleMaxPlayers       // places
	RolePassword         // a password is required
	RoleVersion          // version of the server
	RoleMutator          // one mutator
	RoleMutators         // several mutators in one text
	RoleRule             // group of a key and its value
	RoleKey              // the key in a pair
	RoleValue            // the value in a pair
	RolePlayer           // group of one player
	RolePlayerID         //
	RolePlayerName       //
	RolePlayerScore      //
	RolePlayerPing       // milliseconds
	RolePlayerTeam       // team number
	RolePlayerStats      // Unreal2 stats id, whose top bits are the team
	RolePlayerExtra      // anything else about a player
	RoleTeam             // group of one team
	RoleTeamID           //
	RoleTeamName         //
	RoleTeamScore        //
	RoleTeamSize         //
	RoleTeamExtra        // anything else about a team
	RoleServerEntry      // group of one server in a list
	RoleServerHost       // address in a server list
	RoleLength           // counts the bytes of the rest of its group
	RoleCount            // counts the groups that follow it beside it
	RoleChecksum         // covers other bytes
	RoleSection          // group that is a section of a reply
	RoleFragment         // bytes of a message that other datagrams continue
	RoleArray            // group of a key and its values, one for each player or team
	RoleBots             // players that are bots
	RoleGameTitle        // the game's name for people
	roleCount
)

// A FieldDef describes a field: everything that is the same each time it
// occurs. A protocol's file holds its definitions in wire order.
type FieldDef struct {
	Key    string   // stable name for machines, such as "unreal2.info.hostname"
	Name   string   // name for people
	Kind   Kind     // how it is laid out
	Role   Role     // what it means for the server
	Naming Naming   // how its occurrences are named
	Counts Counting // of a text after its length: what that counts
	// BigEndian says that the units of a 16-bit text have their most significant
	// byte first.
	BigEndian bool
	// CodePages says that the text is in the code page of its server, which
	// nothing in the datagram names: the note of what is neither ASCII nor UTF-8
	// has it in windows-1251.
	CodePages bool
	AtMost    uint32    // greatest plausible value, 0 for any; more is a problem "number-implausible"
	Symbols   *Symbols  // what its values or bits mean, nil for none
	Unit      Unit      // of a number that people read better in another form
	Keys      *KeySet   // of a key of a pair: what its texts mean, nil for none
	Sets      []*KeySet // of a key whose meaning depends on the game: Field.Value counts from 1, and of 0 Keys counts
	Parts     []BitPart // numbers packed into the bits of this one, from the top; nil for none
	Note      string    // shown beside every value; short
	Doc       string    // the long description, for explain
	Source    string    // where it is known from, such as "protocol/unreal2/SPEC.md#variants-of-the-tail"
}

// A BitPart is a number that occupies some of the bits of a field, such as the
// header length in the first byte of IPv4. A single bit is a boolean.
// [Message.AppendNote] names every part that is not 0; screens that have room
// show each as a child of length 0 with its mask.
type BitPart struct {
	_       [0]func()
	Name    string   // for people
	Mask    uint64   // its bits, next to each other
	Scale   uint8    // what its number is multiplied with to be in Unit, 0 for 1
	Unit    string   // such as "bytes"
	Symbols *Symbols // what its numbers mean, nil for none
}

// Value returns the number of p in the field value v, scaled.
func (p *BitPart) Value(v uint64) uint64 {
	v = (v & p.Mask) >> bits.TrailingZeros64(p.Mask)
	if p.Scale > 1 {
		v *= uint64(p.Scale)
	}
	return v
}

// Single reports whether p is a single bit.
func (p *BitPart) Single() bool { return p.Mask&(p.Mask-1) == 0 }

// A Naming says how the occurrences of a text are told apart by name, where
// Field.Value, which a text does not need, keeps what that takes.
type Naming uint8

// The ways of naming.
const (
	NameFixed    Naming = iota // all are called FieldDef.Name
	NameNumbered               // Value+1 follows the name, as in "Player 3"
	NameInPacket               // the text at offset Value of the datagram, up to a NUL: the head of its column
)

// Symbols name the values of an enumeration or the bits of a flag set.
type Symbols struct {
	Flags bool     // entries are bit masks
	Loose bool     // a value that is not listed is not a problem
	List  []Symbol // in ascending order of Value
	// Names are what List is made of where values count from 0, or bits from
	// the lowest: names with semicolons between, each perhaps followed by a bar
	// and its Doc. An empty one leaves a value out.
	Names string
	few   uint64 // the values of List below 64 as bits, or all its bits: to find out quickly that nothing is unusual
}

// YesNo are the symbols of a number that is 0 or 1.
var YesNo = Symbols{Names: "no;yes"}

// Complete makes the list. It is called once, before anything is decoded.
func (s *Symbols) Complete() {
	if s == nil || s.few != 0 {
		return
	}
	if s.List == nil {
		s.split()
	}
	for _, y := range s.List {
		if s.Flags {
			s.few |= y.Value
		} else if y.Value < 64 {
			s.few |= 1 << y.Value
		}
	}
}

// split makes List of Names.
func (s *Symbols) split() {
	v, y, from := uint64(0), Symbol{}, 0
	for i := 0; i <= len(s.Names); i++ {
		switch {
		case i < len(s.Names) && s.Names[i] == '|':
			y.Name, from = s.Names[from:i], i+1
		case i == len(s.Names) || s.Names[i] == ';':
			if y.Doc = s.Names[from:i]; y.Name == "" {
				y.Name, y.Doc = y.Doc, ""
			}
			if y.Value = v; s.Flags {
				y.Value = 1 << v
			}
			if y.Name != "" {
				s.List = append(s.List, y)
			}
			v, y, from = v+1, Symbol{}, i+1
		}
	}
}

// A Symbol is a value or bit with its meaning.
type Symbol struct {
	Value uint64
	Name  string
	Doc   string
}

// Lookup returns the symbol whose value is v, or nil. For a flag set v is one mask.
func (s *Symbols) Lookup(v uint64) *Symbol {
	if s == nil {
		return nil
	}
	// Most enumerations count from 0 or 1 without a gap.
	if v < uint64(len(s.List)) && s.List[v].Value == v {
		return &s.List[v]
	}
	for i := range s.List {
		if s.List[i].Value == v {
			return &s.List[i]
		}
	}
	return nil
}

// lists reports whether v, or each of its bits, is listed.
func (s *Symbols) lists(v uint64) bool {
	if s.Flags {
		return v&^s.few == 0 || v&^s.Known() == 0
	}
	return v < 64 && s.few>>v&1 != 0 || s.Lookup(v) != nil
}

// Known returns the union of the listed bits of a flag set.
func (s *Symbols) Known() uint64 {
	var k uint64
	for i := range s.List {
		k |= s.List[i].Value
	}
	return k
}

// FieldFlags are properties of one occurrence of a field.
type FieldFlags uint8

// The flags of fields.
const (
	FlagLength FieldFlags = 1 << iota // the length before the text that Def describes
	// one of several readings; the bytes alone, or only bytes that may be missing, decide
	FlagAmbiguous
	FlagRaw        // its bytes cannot be rebuilt from its value; they are kept as they were
	FlagSpecial    // text with control characters or bytes above 7F: worth a closer look
	FlagUTF8       // single-byte text that is UTF-8, or UCS-2 text that is UTF-8 read as cp1252
	FlagCut        // the datagram ends before the field does
	FlagOpen       // text without its terminator
	FlagSuperseded // sent again later; the later value counts
)

// A Field is one annotated byte range [Offset, Offset+Length) of a datagram.
// Fields are in wire order, a group before its members. Fields that are not
// groups and have a length are the leaves: they cover the datagram exactly.
//
// Names and texts are made on demand, by the methods of [Message].
type Field struct {
	Def *FieldDef
	// Value is a number (sign-extended if signed), the bits of a float, a
	// group's ordinal from 0; of a text, which of Def.Symbols or Def.Sets it is, 0
	// for none, or what Def.Naming says.
	Value  uint64
	Offset uint32 // bytes from the start of the datagram
	Length uint32 // bytes
	Kind   Kind
	Depth  uint8 // 0 for the outermost
	Lead   uint8 // bytes of delimiter before a text, within the range
	Trail  uint8 // bytes of terminator after a text, within the range
	Flags  FieldFlags
}

// End returns the offset of the first byte after the field.
func (f *Field) End() int { return int(f.Offset) + int(f.Length) }

// Leaf reports whether f is one of the fields that tile the datagram.
func (f *Field) Leaf() bool { return f.Kind != KindGroup && f.Length != 0 }

// Int returns the value of a number as a signed integer.
func (f *Field) Int() int64 { return int64(f.Value) }

// KindName returns the kind as JSON gives it: "enum" and "flags" for numbers
// with symbols, "bits" for numbers with parts, otherwise the layout, such as
// "u32le".
func (f *Field) KindName() string {
	if f.Def.Parts != nil && f.Kind.Number() {
		return "bits"
	}
	if f.Def.Symbols != nil && f.Flags&FlagLength == 0 && f.Kind.Number() {
		if f.Def.Symbols.Flags {
			return "flags"
		}
		return "enum"
	}
	return f.Kind.String()
}

// A DependentField says that bits of one field bring another: in UGP a requested
// section brings a byte of flags that say what of it.
type DependentField struct {
	By      *FieldDef
	Mask    uint64
	Layout  Layout // in the order of the wire
	Index   int    // place in layout of what comes
	Default byte   // what it begins with
}

// Target returns the definition of what comes.
func (a *DependentField) Target() *FieldDef { return &a.Layout[a.Index] }
