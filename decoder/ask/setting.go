package ask

import (
	"strconv"

	"fragscope/decoder/enum"
	"fragscope/decoder/wire"
)

// A Setting is a detail of a request that a user gives as text: a flag of the
// command, a parameter of the API. Protocols that mean the same by it use one
// name.
type Setting struct {
	Name    string // such as "ugp-server"
	Doc     string // what it is, and what a request has without it
	Kind    SettingKind
	Example string // a value that fits every request; "" for none
	Set     func(q *Query, value string) error
}

// A SettingKind says how the value of a setting is written.
type SettingKind uint8

// The kinds of setting.
const (
	SettingText   SettingKind = iota
	SettingList               // text; each value adds an item to a list
	SettingNumber             // whole number, decimal or with 0x
	SettingBytes              // hexadecimal digits
	SettingSwitch             // "true" or "false"
)

var settingNames = [...]string{"text", "list", "number", "bytes", "switch"}

func (k SettingKind) String() string                { return enum.String(settingNames[:], k) }
func (k SettingKind) MarshalText() ([]byte, error)  { return enum.Marshal(settingNames[:], k) }
func (k *SettingKind) UnmarshalText(b []byte) error { return enum.Unmarshal(settingNames[:], k, b) }

// Text makes a setting of a text in the details T.
func Text[T any](name, doc, example string, to func(*T) *string) Setting {
	return Setting{name, doc, SettingText, example, func(q *Query, v string) error {
		*to(CopyDetails[T](q)) = v
		return nil
	}}
}

// List makes a setting of a list of texts in the details T.
func List[T any](name, doc string, to func(*T) *[]string) Setting {
	return Setting{name, doc, SettingList, "", func(q *Query, v string) error {
		list := to(CopyDetails[T](q))
		*list = append((*list)[:len(*list):len(*list)], v)
		return nil
	}}
}

// Number makes a setting of a number in the details T.
func Number[T any, N uint8 | uint16 | uint32](name, doc, example string, to func(*T) *N) Setting {
	return Setting{name, doc, SettingNumber, example, func(q *Query, v string) error {
		n, err := strconv.ParseUint(v, 0, 32)
		if most := uint64(^N(0)); err != nil || n > most {
			return QueryError(strconv.Quote(clip(v)) + " is not a whole number from 0 to " + strconv.FormatUint(most, 10))
		}
		*to(CopyDetails[T](q)) = N(n)
		return nil
	}}
}

// Switch makes a setting of a boolean in the details T.
func Switch[T any](name, doc string, to func(*T) *bool) Setting {
	return Setting{name, doc, SettingSwitch, "", func(q *Query, v string) error {
		on, err := strconv.ParseBool(v)
		if err != nil {
			return QueryError(strconv.Quote(clip(v)) + " is neither true nor false")
		}
		*to(CopyDetails[T](q)) = on
		return nil
	}}
}

// Bytes makes a setting of bytes in hexadecimal digits: as many as to returns.
func Bytes(name, doc string, to func(q *Query) []byte) Setting {
	return Setting{name, doc, SettingBytes, "", func(q *Query, v string) error {
		dst := to(q)
		b, ok := wire.ParseHex(v)
		if !ok || len(b) != len(dst) {
			return QueryError(strconv.Quote(clip(v)) + " is not " + strconv.Itoa(len(dst)) + " bytes in hex")
		}
		copy(dst, b)
		return nil
	}}
}

// ID makes the setting of the first n bytes of what the reply repeats.
func ID(name string, n int) Setting {
	words := map[int]string{2: "two", 4: "four", 8: "eight"}
	return Bytes(name, words[n]+" bytes in hex that the reply repeats", func(q *Query) []byte { return q.ID[:n] })
}

// maxQuoted bounds what an error quotes of a value, in bytes.
const maxQuoted = 40

func clip(s string) string {
	if len(s) > maxQuoted {
		return s[:maxQuoted] + "…"
	}
	return s
}
