package protocol

import "fragscope/decoder/enum"

// An ID is one of the query protocols.
type ID uint8

// The protocols. Their names in JSON and on the command line are those of
// [Protocol.String].
const (
	Unknown         ID = iota
	Unreal2            // binary query of UT2003, UT2004 and the games that share it
	GameSpy1           // backslash text of UT99, Unreal, UT2003/2004 and many others
	GameSpy2           // FE FD with three section flags
	GameSpy3           // FE FD with challenge and splitnum: UT3 and others
	UGP                // GTA Connected and related games
	UnrealLAN          // LAN beacons
	UnrealMaster       // master servers, text and binary
	UnrealHeartbeat    // announcement of a server to its master
	ServerList         // tab-separated server list file of UT2003
	Quake3             // getinfo and getstatus of Quake III Arena and its descendants
	A2S                // Valve's query of Source, GoldSource and most games on Steam
	Quake2             // status of Quake II
	QuakeWorld         // status of QuakeWorld and HexenWorld
	SAMP               // San Andreas Multiplayer and open.mp
	RakNet             // unconnected ping of RakNet: Minecraft Bedrock Edition and others
	Mumble             // ping of Mumble, a voice chat
	Minecraft          // server list ping of Minecraft Java Edition
	ASE                // All-Seeing Eye: Multi Theft Auto, Far Cry and others
	Doom3              // getInfo of Doom 3, Quake 4, Prey and Quake Wars
	GameSpyMaster      // availability, heartbeats and NAT negotiation of GameSpy's later toolkit
	Tribes             // Starsiege: Tribes and Starsiege
	Torque             // Tribes 2 and games on its engine
	TeamSpeak          // how clients of TeamSpeak 3 connect
	ProtocolCount
)

var protocolNames = [ProtocolCount]string{
	"unknown", "unreal2", "gamespy1", "gamespy2", "gamespy3", "ugp", "unreal-lan", "unreal-master", "unreal-heartbeat", "server-list", "quake3", "a2s", "quake2", "quakeworld", "samp", "raknet", "mumble", "minecraft", "ase", "doom3", "gamespy-master", "tribes", "torque", "teamspeak",
}

func (p ID) String() string { return enum.String(protocolNames[:], p) }

// MarshalText returns what String does; a value without a name is an error.
func (p ID) MarshalText() ([]byte, error) { return enum.Marshal(protocolNames[:], p) }

// UnmarshalText reads what MarshalText wrote.
func (p *ID) UnmarshalText(text []byte) error { return enum.Unmarshal(protocolNames[:], p, text) }

// ByName returns the protocol with the given name.
func ByName(name string) (ID, bool) {
	for i, n := range protocolNames {
		if n == name {
			return ID(i), true
		}
	}
	return Unknown, false
}
