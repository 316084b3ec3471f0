package a2s

import (
	"bytes"
	"strconv"

	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

// Steam's master servers: a request with a filter, and lists of addresses.

var (
	listRequest = [...]wire.FieldDef{
		{Key: "type", Name: "Type", Kind: wire.KindConst, Doc: "The character 1."},
		{Key: "region", Name: "Region", Kind: wire.KindU8, Symbols: &regions},
		{Key: "after", Name: "After", Kind: wire.KindText,
			Doc: "The last address of the list so far; 0.0.0.0:0 for the beginning."},
		{Key: "filter", Name: "Filter", Kind: wire.KindGroup, Role: wire.RoleRule,
			Doc: "What the servers have to be: a key and a value, each after a backslash. None for all servers."},
		{Key: "filter.key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &filters},
		{Key: "filter.value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue},
		{Key: "end", Name: "End", Kind: wire.KindConst},
	}
	listReply = [...]wire.FieldDef{
		{Key: "break", Name: "Line break", Kind: wire.KindConst},
		{Key: "server", Name: "Server", Kind: wire.KindGroup, Role: wire.RoleServerEntry},
		{Key: "server.address", Name: "Address", Kind: wire.KindIPv4, Role: wire.RoleServerHost},
		{Key: "server.port", Name: "Query port", Kind: wire.KindU16BE, Role: wire.RoleQueryPort,
			Doc: "Most significant byte first."},
		{Key: "end", Name: "End of the list", Kind: wire.KindConst, Doc: "0.0.0.0:0, after the last server of all."},
	}
)

// Places in the layouts.
const (
	listType = iota
	listRegion
	listAfter
	listFilter
	listKey
	listValue
	listRequestEnd

	listBreak  = 0
	listServer = 1
	listHost   = 2
	listPort   = 3
	listEnd    = 4
)

const (
	masterType  = '1'
	beginning   = "0.0.0.0:0"
	everywhere  = 0xff
	endOfList   = "\x00\x00\x00\x00\x00\x00"
	entrySize   = len(endOfList)
	maxFilter   = 1024 // bytes of a filter that is built
	mostAddress = 21   // bytes of 255.255.255.255:65535
)

var (
	masterRequest = wire.NewRequest("master list request", "Queries a master of Steam for servers that pass a filter.")
	masterReply   = wire.NewReply("master list reply", "Addresses of servers.")

	regions = wire.Symbols{List: []wire.Symbol{
		{Value: 0, Name: "US east coast"}, {Value: 1, Name: "US west coast"}, {Value: 2, Name: "South America"},
		{Value: 3, Name: "Europe"}, {Value: 4, Name: "Asia"},
		{Value: 5, Name: "Australia"}, {Value: 6, Name: "Middle East"}, {Value: 7, Name: "Africa"},
		{Value: everywhere, Name: "everywhere"},
	}}

	problemFilter = wire.ProblemInfo{Code: "a2s-filter-pair", Severity: wire.SeverityWarning,
		Message: "Expected a key starting with a backslash and its value in the filter; found {text}.",
		Advice:  "Masters ignore what is wrong, or the whole filter.", Source: "#master-list-request"}
	problemContinues = wire.ProblemInfo{Code: "a2s-list-continues", Severity: wire.SeverityNote,
		Message: "This datagram is not the end of the list.", Advice: "Query again after its last address.",
		Source: "#master-list-reply"}
)

// filters holds the keys of filters.
var filters wire.KeySet

func init() {
	filters.Hold([]wire.KeyInfo{
		{Key: "nor", Name: "none of the next N pairs"},
		{Key: "nand", Name: "not all of the next N pairs"},
		{Key: "or", Name: "none of the next N pairs, an old name"},
		{Key: "and", Name: "not all of the next N pairs, an old name"},
		{Key: "type", Name: "d for dedicated servers"},
		{Key: "dedicated", Name: "dedicated servers", Symbols: &wire.YesNo},
		{Key: "secure", Name: "secured by VAC", Symbols: &wire.YesNo},
		{Key: "gamedir", Name: "folder of the game"},
		{Key: "map", Name: "map"},
		{Key: "linux", Name: "on Linux", Symbols: &wire.YesNo},
		{Key: "password", Name: "with a password", Symbols: &wire.YesNo},
		{Key: "empty", Name: "not empty", Symbols: &wire.YesNo},
		{Key: "full", Name: "not full", Symbols: &wire.YesNo},
		{Key: "proxy", Name: "SourceTV relays", Symbols: &wire.YesNo},
		{Key: "appid", Name: "app ID", Symbols: &appIDs},
		{Key: "napp", Name: "not this app ID", Symbols: &appIDs},
		{Key: "noplayers", Name: "empty", Symbols: &wire.YesNo},
		{Key: "white", Name: "on the list of trusted servers", Symbols: &wire.YesNo},
		{Key: "gametype", Name: "all of these keywords"},
		{Key: "gamedata", Name: "all of these hidden keywords"},
		{Key: "gamedataor", Name: "one of these hidden keywords"},
		{Key: "name_match", Name: "name, with * for anything"},
		{Key: "version_match", Name: "version, with * for anything"},
		{Key: "collapse_addr_hash", Name: "one server of each IP address", Symbols: &wire.YesNo},
		{Key: "gameaddr", Name: "IP address, perhaps with a port"},
	})
}

// recogniseMaster knows a request by its region and the address.
func recogniseMaster(p []byte) (wire.Direction, wire.Confidence) {
	if len(p) < 4 || p[0] != masterType || p[1] > 7 && p[1] != everywhere {
		return wire.DirectionUnknown, wire.Unlikely
	}
	b := p[2:]
	n := 0
	for n < len(b) && n <= mostAddress && (b[n] >= '0' && b[n] <= '9' || b[n] == '.' || b[n] == ':') {
		n++
	}
	switch {
	case n == len(b):
		return wire.Request, wire.Possible
	case n >= len(beginning) && b[n] == 0:
		return wire.Request, wire.Likely
	}
	return wire.DirectionUnknown, wire.Unlikely
}

func readMasterRequest(r *wire.Reader) {
	r.SetMessage(&masterRequest)
	r.Constant(&listRequest[listType], string(rune(masterType)))
	r.Field(&listRequest[listRegion])
	r.CString(&listRequest[listAfter], 0)
	if r.Stopped {
		return
	}
	stop := r.Pos + until(r.Rest(), 0)
	for n := 0; r.Pos < stop; n++ {
		g := r.Begin(&listRequest[listFilter], n)
		readFilter(r, stop, true)
		if r.Pos < stop {
			readFilter(r, stop, false)
		}
		r.Done(g)
	}
	if stop == r.End {
		r.Cut(&listRequest[listRequestEnd], 1)
		return
	}
	r.Constant(&listRequest[listRequestEnd], "\x00")
}

// readFilter reads a key or a value with the backslash before it.
func readFilter(r *wire.Reader, stop int, key bool) {
	d, b := &listRequest[listValue], r.Data[r.Pos:stop]
	if key {
		d = &listRequest[listKey]
	}
	lead := 0
	if b[0] == '\\' {
		lead = 1
	}
	f := r.Add(d, wire.KindText, lead+until(b[lead:], '\\'), 0)
	f.Lead = uint8(lead)
	r.CheckText(f)
	if lead == 0 || key && r.Pos == stop && stop < r.End {
		r.Problem(&problemFilter, int(f.Offset), int(f.Length), 0, 0)
	}
}

func readMasterReply(r *wire.Reader) {
	r.SetMessage(&masterReply)
	r.Constant(&listReply[listBreak], "\n")
	b := r.Rest()
	n := 0
	for len(b)-n*entrySize >= 4 && string(b[n*entrySize:n*entrySize+4]) != endOfList[:4] {
		n++
	}
	r.Groups(&listReply[listServer], listReply[listHost:listPort+1], n, 0)
	switch {
	case r.Stopped:
	case r.Left() == 0:
		r.Problem(&problemContinues, r.Pos, 0, 0, 0)
	default:
		r.Constant(&listReply[listEnd], endOfList)
	}
}

// appendMasterRequest builds a request for a list.
func appendMasterRequest(dst []byte, d *Query) ([]byte, error) {
	region, after := uint8(everywhere), beginning
	if d.Region != nil {
		region = *d.Region
	}
	if d.After != "" {
		after = d.After
	}
	dst = append(dst, masterType, region)
	dst = append(append(dst, after...), 0)
	dst = append(append(dst, d.Filter...), 0)
	switch {
	case regions.Lookup(uint64(region)) == nil:
		return nil, ask.QueryError("there is no region " + strconv.FormatInt(int64(region), 10) +
			"; expected 0 to 7, or 255 for everywhere")
	case !address([]byte(after)) || len(after) > mostAddress || len(after) < len(beginning):
		return nil, ask.QueryError("the address is not an IPv4 address and a port, such as 192.0.2.1:27015")
	case len(d.Filter) > maxFilter:
		return nil, ask.QueryError("the filter has more than 1024 characters")
	case d.Filter != "" && d.Filter[0] != '\\' || bytes.IndexByte([]byte(d.Filter), 0) >= 0:
		return nil,
			ask.QueryError("a filter is keys and values, each after a backslash, such as \\appid\\440\\map\\cp_badlands")
	}
	return dst, nil
}
