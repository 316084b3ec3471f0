package decoder

// An Explanation is what is known about one name: a problem's code, a
// protocol, the key of a field, the key of a rule. Exactly one of Problem,
// Field, Rule is set; none for a protocol.
type Explanation struct {
	Name     string
	Protocol Protocol // where it belongs; Unknown for what any protocol has
	Problem  *ProblemInfo
	Field    *FieldDef
	Rule     *KeyInfo
}

// Kind says in one word what e is about: "problem", "field", "rule" or "protocol".
func (e *Explanation) Kind() string {
	switch {
	case e.Problem != nil:
		return "problem"
	case e.Field != nil:
		return "field"
	case e.Rule != nil:
		return "rule"
	}
	return "protocol"
}

// Protocols returns all protocols that can be decoded.
func Protocols() []Protocol {
	list := make([]Protocol, len(protocols))
	for i := range protocols {
		list[i] = protocols[i].id
	}
	return list
}

// Title returns the name of p for people.
func (p Protocol) Title() string { return p.entry().title }

// Doc says what p is, in a sentence or two.
func (p Protocol) Doc() string { return p.entry().doc }

// Ports returns where servers that speak p usually answer.
func (p Protocol) Ports() []Port { return p.entry().ports }

// A protocolDocs lists what a protocol's files define. The lists stand apart
// from the table of protocols, each in a function of its own, for the sake of
// programs that only decode: nothing has to be put together when they start.
type protocolDocs struct {
	messages []*MessageInfo
	problems []*ProblemInfo
	layouts  []layout
}

var docsOf = [protocolCount]func() protocolDocs{
	Unreal2: unreal2Docs, GameSpy1: gamespy1Docs, GameSpy2: gamespy2Docs, GameSpy3: gamespy3Docs, UGP: ugpDocs,
	UnrealLAN: lanDocs, UnrealMaster: unrealMasterDocs, UnrealHeartbeat: unrealHeartbeatDocs, ServerList: serverListDocs,
}

// docs returns what p defines.
func (p Protocol) docs() protocolDocs {
	if p >= protocolCount || docsOf[p] == nil {
		return protocolDocs{}
	}
	return docsOf[p]()
}

// Messages returns the kinds of message that p has.
func (p Protocol) Messages() []*MessageInfo { return p.docs().messages }

// FrameMessages returns the kinds of message that frames without a query are.
func FrameMessages() []*MessageInfo { return frameMessages }

// coreFields are the fields that any message may hold.
var coreFields = []*FieldDef{&defUnknown, &defUnparsed, &defSurplus, &defStray}

// Explanations returns everything that can be explained: problems, protocols
// with their fields, and the keys of rules.
func Explanations() []Explanation {
	var all []Explanation
	for _, p := range coreProblems {
		all = append(all, Explanation{Name: p.Code, Problem: p})
	}
	for _, p := range assembleProblems {
		all = append(all, Explanation{Name: p.Code, Problem: p})
	}
	for _, p := range frameProblems {
		all = append(all, Explanation{Name: p.Code, Problem: p})
	}
	for i := range protocols {
		for _, p := range protocols[i].id.docs().problems {
			all = append(all, Explanation{Name: p.Code, Problem: p, Protocol: protocols[i].id})
		}
	}
	for i := range protocols {
		p := protocols[i]
		all = append(all, Explanation{Name: p.id.String(), Protocol: p.id})
		for _, l := range p.id.docs().layouts {
			for j := range l {
				all = append(all, Explanation{Name: l[j].Key, Field: &l[j], Protocol: p.id})
			}
		}
	}
	for _, l := range frameLayouts() {
		for j := range l {
			all = append(all, Explanation{Name: l[j].Key, Field: &l[j]})
		}
	}
	for _, f := range coreFields {
		all = append(all, Explanation{Name: f.Key, Field: f})
	}
	for i := range keyTable {
		all = append(all, Explanation{Name: keyTable[i].Key, Rule: &keyTable[i]})
	}
	return all
}

// Explain returns what is known about a name, compared without regard to case.
// Most names have one explanation; a field whose meaning depends on the
// variant has several, and a rule may be called like a field. The key of a
// length or of a bit, as JSON gives them, is explained by its field.
func Explain(name string) []Explanation {
	var found []Explanation
	for name != "" && len(found) == 0 {
		for _, e := range Explanations() {
			if equalFold(e.Name, name) {
				found = append(found, e)
			}
		}
		name = withoutSuffix(name)
	}
	return found
}

// withoutSuffix takes ".length" or ".0x…" off a key; "" when it has neither.
func withoutSuffix(name string) string {
	for i := len(name) - 1; i > 0; i-- {
		if name[i] != '.' {
			continue
		}
		if s := name[i+1:]; s == "length" || len(s) > 2 && s[:2] == "0x" {
			return name[:i]
		}
		return ""
	}
	return ""
}

// Suggest returns at most five names that can be explained and look like name.
func Suggest(name string) []string {
	var names []string
	for limit := 1; limit <= 2+len(name)/4 && len(names) == 0; limit++ {
		for _, e := range Explanations() {
			if len(names) < 5 && !contains(names, e.Name) && distance(e.Name, name, limit) <= limit {
				names = append(names, e.Name)
			}
		}
	}
	if len(names) > 0 || len(name) < 3 {
		return names
	}
	for _, e := range Explanations() { // a word of it
		if len(names) < 5 && !contains(names, e.Name) && holdsFold(e.Name, name) {
			names = append(names, e.Name)
		}
	}
	return names
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func holdsFold(s, part string) bool {
	for i := 0; i+len(part) <= len(s); i++ {
		if equalFold(s[i:i+len(part)], part) {
			return true
		}
	}
	return false
}

// distance returns the number of letters to be changed, put in or left out to
// make a of b, or limit + 1 if it is more than limit.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 0; i < len(a); i++ {
		diagonal, best := row[0], limit+1
		row[0] = i + 1
		for j := 0; j < len(b); j++ {
			cost := diagonal
			if lower(a[i]) != lower(b[j]) {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
			best = min(best, row[j+1])
		}
		if best > limit {
			return limit + 1
		}
	}
	return min(row[len(b)], limit+1)
}

// LookupKey returns what is known about the key of a rule or of a GameSpy
// pair, compared without regard to case, or nil.
func LookupKey(key string) *KeyInfo { return lookupKey([]byte(key)) }
