package capgen

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// sameFields are the fields that tshark and the decoder both have: the name
// there, the key here, and the name of the part where it is some bits of a
// field. Where one side has several names for it, the values count in any order.
const sameFields = `
eth.dst  frame.ethernet.destination
eth.src  frame.ethernet.source
eth.type|eth.len|eth.invalid_lentype  frame.ethernet.type
vlan.id|ieee8021ad.id|ieee8021ad.svid|ieee8021ad.cvid  frame.vlan.tag  VLAN
vlan.priority|ieee8021ad.priority  frame.vlan.tag  priority
vlan.dei|ieee8021ad.dei  frame.vlan.tag  drop eligible
llc.dsap  frame.llc.dsap
llc.ssap  frame.llc.ssap
llc.control  frame.llc.control
llc.oui  frame.snap.organisation
llc.type|llc.pid  frame.snap.type
sll.pkttype  frame.sll.packet_type
sll.hatype  frame.sll.hardware
sll.halen  frame.sll.address_length
sll.src.eth|sll.src.other|sll.src.ipv4  frame.sll.address
sll.etype|sll.ltype|sll.gretype  frame.sll.type
sll.ifindex  frame.sll2.interface
null.family|null.type  frame.loopback.family
ip.version  frame.ipv4.version|frame.ipv6.version  version
ip.hdr_len  frame.ipv4.version  header length
ip.dsfield.dscp  frame.ipv4.service  service class
ip.dsfield.ecn  frame.ipv4.service  congestion
ip.len  frame.ipv4.length
ip.id  frame.ipv4.id
ip.flags.rb  frame.ipv4.fragment  reserved
ip.flags.df  frame.ipv4.fragment  don't fragment
ip.flags.mf  frame.ipv4.fragment  more fragments
ip.frag_offset  frame.ipv4.fragment  offset/8
ip.ttl  frame.ipv4.ttl
ip.proto  frame.ipv4.protocol
ip.checksum  frame.ipv4.checksum
ip.src  frame.ipv4.source
ip.opt.type  frame.ipv4.option.kind
ip.opt.len  frame.ipv4.option.length
ip.opt.ptr  frame.ipv4.option.pointer
ip.opt.ra  frame.ipv4.option.router_alert
ip.opt.sid  frame.ipv4.option.stream
ip.opt.overflow  frame.ipv4.option.overflow  overflow
ip.opt.flag  frame.ipv4.option.overflow  flag
ip.dst|ip.rec_rt|ip.cur_rt|ip.src_rt|ip.empty_rt  frame.ipv4.destination|frame.ipv4.option.address
ipv6.tclass.dscp  frame.ipv6.version  service class
ipv6.tclass.ecn  frame.ipv6.version  congestion
ipv6.flow  frame.ipv6.version  flow label
ipv6.plen  frame.ipv6.length
ipv6.nxt  frame.ipv6.next
ipv6.hlim  frame.ipv6.hop_limit
ipv6.src  frame.ipv6.source
ipv6.dst  frame.ipv6.destination
ipv6.hopopts.nxt|ipv6.dstopts.nxt|ipv6.routing.nxt|ipv6.fraghdr.nxt|ah.next_header|shim6.nxt|hip.proto|mip6.proto  frame.ipv6.extension.next
ipv6.hopopts.len|ipv6.dstopts.len|ipv6.routing.len|ah.length|shim6.len|hip.hdr_len|mip6.hlen  frame.ipv6.extension.length
ipv6.routing.type  frame.ipv6.routing.type
ipv6.routing.segleft  frame.ipv6.routing.left
ipv6.fraghdr.reserved_octet  frame.ipv6.fragment.reserved
ipv6.fraghdr.offset  frame.ipv6.fragment.offset  offset/8
ipv6.fraghdr.reserved_bits  frame.ipv6.fragment.offset  reserved
ipv6.fraghdr.more  frame.ipv6.fragment.offset  more fragments
ipv6.fraghdr.ident  frame.ipv6.fragment.id
ipv6.opt.type  frame.ipv6.option.kind
ipv6.opt.length  frame.ipv6.option.length
ipv6.opt.router_alert  frame.ipv6.option.router_alert
ah.spi  frame.ipv6.ah.spi
ah.sequence  frame.ipv6.ah.sequence
ah.icv  frame.ipv6.ah.icv
udp.srcport  frame.udp.source
udp.dstport  frame.udp.destination
udp.length  frame.udp.length
udp.checksum  frame.udp.checksum
tcp.srcport  frame.tcp.source
tcp.dstport  frame.tcp.destination
tcp.seq  frame.tcp.sequence
tcp.ack  frame.tcp.acknowledgement
tcp.hdr_len  frame.tcp.flags  header length
tcp.flags.res  frame.tcp.flags  reserved != 0
tcp.flags.ae  frame.tcp.flags  AE
tcp.flags.cwr  frame.tcp.flags  CWR
tcp.flags.ece  frame.tcp.flags  ECE
tcp.flags.urg  frame.tcp.flags  URG
tcp.flags.ack  frame.tcp.flags  ACK
tcp.flags.push  frame.tcp.flags  PSH
tcp.flags.reset  frame.tcp.flags  RST
tcp.flags.syn  frame.tcp.flags  SYN
tcp.flags.fin  frame.tcp.flags  FIN
tcp.window_size_value  frame.tcp.window
tcp.checksum  frame.tcp.checksum
tcp.urgent_pointer  frame.tcp.urgent
tcp.option_kind  frame.tcp.option.kind
tcp.option_len  frame.tcp.option.length
tcp.options.mss_val  frame.tcp.option.mss
tcp.options.wscale.shift  frame.tcp.option.window_scale
tcp.options.sack_le  frame.tcp.option.sack_left
tcp.options.sack_re  frame.tcp.option.sack_right
tcp.options.timestamp.tsval  frame.tcp.option.timestamp
tcp.options.timestamp.tsecr  frame.tcp.option.timestamp_echo
icmp.type|icmpv6.type  frame.icmp.type
icmp.code|icmpv6.code  frame.icmp.code
icmp.checksum|icmpv6.checksum  frame.icmp.checksum
ip.checksum.status  frame.ipv4.checksum  status
udp.checksum.status  frame.udp.checksum  status
tcp.checksum.status  frame.tcp.checksum  status
icmp.checksum.status|icmpv6.checksum.status  frame.icmp.checksum  status
udp.payload  frame.udp  payload
tcp.payload  frame.tcp  payload
data.data  frame.fragment
`

// A sameField is a line of sameFields.
type sameField struct {
	theirs, ours []string
	part         string
}

func parseSameFields() (list []sameField) {
	for l := range strings.Lines(strings.TrimSpace(sameFields)) {
		f := strings.SplitN(strings.TrimSpace(l), "  ", 3)
		s := sameField{theirs: strings.Split(f[0], "|"), ours: strings.Split(f[1], "|")}
		if len(f) == 3 {
			s.part = f[2]
		}
		list = append(list, s)
	}
	return list
}

// A read is what one side makes of a frame: the values of each line of
// sameFields, in their order.
type read [][]string

// gaveUpFields are there when tshark stops reading the headers of a frame.
const gaveUpFields = "_ws.malformed _ws.unreassembled _ws.short ip.bogus_ip_length ip.opt.len.invalid " +
	"ip.opt.ptr.before_address ip.opt.ptr.middle_address " +
	"ipv6.opt.invalid_len ipv6.routing.invalid_length ipv6.routing.invalid_segleft udp.length.bad"

// tshark reads a capture. The gaveUpFields of a frame follow its values. All
// protocols above the headers are off: what they say of the payload is not
// compared, and some of them hold other packets.
func tshark(t *testing.T, file string, fields []sameField) []read {
	t.Helper()
	args := []string{"-n", "-r", file, "-T", "fields", "-E", "separator=/t", "-E", "occurrence=a", "-E", "aggregator=|"}
	for _, o := range []string{
		"eth.fcs:Never", "ip.defragment:FALSE", "ip.check_checksum:TRUE", "ipv6.defragment:FALSE", "ipv6.tso_support:TRUE",
		"udp.check_checksum:TRUE",
		"tcp.check_checksum:TRUE", "tcp.analyze_sequence_numbers:FALSE", "tcp.relative_sequence_numbers:FALSE",
		"tcp.desegment_tcp_streams:FALSE",
	} {
		args = append(args, "-o", o)
	}
	for _, f := range fields {
		for _, name := range f.theirs {
			args = append(args, "-e", name)
		}
	}
	for _, name := range strings.Fields(gaveUpFields) {
		args = append(args, "-e", name)
	}
	cmd := exec.Command("tshark", args...)
	cmd.Env = append(os.Environ(), "WIRESHARK_CONFIG_DIR="+headersOnly(t))
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		t.Fatalf("tshark: %v\n%s", err, exit.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	var list []read
	for l := range strings.Lines(string(out)) {
		columns := strings.Split(strings.TrimSuffix(l, "\n"), "\t")
		r := make(read, len(fields))
		for i, f := range fields {
			for range f.theirs {
				for v := range strings.FieldsFuncSeq(columns[0], func(c rune) bool { return c == '|' }) {
					if n, err := strconv.ParseUint(v, 0, 64); err == nil && strings.HasPrefix(v, "0x") {
						v = strconv.FormatUint(n, 10)
					}
					r[i] = append(r[i], v)
				}
				columns = columns[1:]
			}
		}
		list = append(list, append(r, slices.DeleteFunc(columns, func(c string) bool { return c == "" })))
	}
	return list
}

// headersOnly makes a folder of settings for tshark that turns all
// protocols off but those of the headers.
func headersOnly(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("tshark", "-G", "protocols").Output()
	if err != nil {
		t.Fatal(err)
	}
	on := []string{"frame", "eth", "ethertype", "vlan", "ieee8021ad", "llc", "sll", "null", "raw", "ip", "ipv6", "ah",
		"udp", "tcp", "icmp", "icmpv6", "shim6", "hip", "mipv6", "mptcp", "data"}
	var off strings.Builder
	for l := range strings.Lines(string(out)) {
		name := strings.Split(strings.TrimSpace(l), "\t")[2]
		if first, _, _ := strings.Cut(name, "."); !slices.Contains(on, first) && first != "_ws" {
			fmt.Fprintln(&off, name)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "disabled_protos"), []byte(off.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A fieldReader reads frames as the decoder annotates them.
type fieldReader struct {
	decoder.Decoder
	fields []sameField
	byKey  map[string][]int // lines of fields
}

func newFieldReader(fields []sameField) *fieldReader {
	r := &fieldReader{fields: fields, byKey: map[string][]int{}}
	for i, f := range fields {
		for _, key := range f.ours {
			r.byKey[key] = append(r.byKey[key], i)
		}
	}
	return r
}

func (r *fieldReader) read(link decoder.Link, frame []byte) (read, *decoder.Message) {
	r.Options.Link = link
	m := r.Decode(frame)
	out := make(read, len(r.fields))
	for i := range m.Fields {
		if m.Fields[i].Flags&wire.FlagCut != 0 {
			continue
		}
		for _, line := range r.byKey[m.Key(i)] {
			if v := value(m, i, r.fields[line].part); v != "" {
				out[line] = append(out[line], v)
			}
		}
	}
	return out, m
}

// value is field i, or a part of it, as tshark writes it.
func value(m *decoder.Message, i int, part string) string {
	f := &m.Fields[i]
	switch part {
	case "":
	case "status":
		return status(m, f)
	case "payload":
		return hex.EncodeToString(m.Data[m.Payload:m.Frame.End])
	case "reserved != 0": // tshark has one truth value of these three bits
		return strconv.FormatUint(min(1, f.Value>>9&7), 10)
	default:
		name, eighths := strings.CutSuffix(part, "/8") // tshark gives an offset as it is on the wire
		at := slices.IndexFunc(f.Def.Parts, func(p wire.BitPart) bool { return p.Name == name })
		v := f.Def.Parts[at].Value(f.Value)
		if eighths {
			v /= 8
		}
		return strconv.FormatUint(v, 10)
	}
	switch {
	case f.Kind.Number():
		return strconv.FormatUint(f.Value, 10)
	case f.Kind == wire.KindBytes:
		return hex.EncodeToString(m.Bytes(i))
	}
	return m.Text(i)
}

// status is what the problems say of a checksum: 0 wrong, 1 right, 2 not
// checked, 3 not used, 4 missing where there has to be one.
func status(m *decoder.Message, f *decoder.Field) string {
	if m.Info.Name == "cut frame" {
		return "2"
	}
	for i := range m.Problems {
		if p := &m.Problems[i]; p.Offset == f.Offset {
			switch p.Info.Code {
			case "checksum-wrong", "checksum-offloaded", "checksum-zero":
				return "0"
			case "checksum-unchecked":
				return "2"
			case "checksum-unused":
				return "3"
			case "checksum-missing":
				return "4"
			}
		}
	}
	return "1"
}
