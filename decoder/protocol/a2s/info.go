package a2s

import "fragscope/decoder/wire"

// Info replies of both engines, and keywords.

func readInfo(r *wire.Reader) {
	r.Field(&info[infoProtocol])
	r.CStrings(info[infoName:infoFolder])
	folder := r.CString(&info[infoFolder], 0)
	r.CString(&info[infoGame], 0)
	app := uint64(0)
	if len(r.Rest()) >= 2 {
		app = uint64(wire.LE16(r.Rest()))
	}
	r.Read(info[infoAppID:infoVersion])
	if app >= 2400 && app <= 2412 && app != 2410 {
		r.Read(ship[:])
	}
	r.CString(&info[infoVersion], 0)
	if !r.More() {
		if !r.Stopped {
			r.Problem(&problemNoExtra, r.Pos, 0, 0, 0)
		}
		return
	}
	has := uint64(r.Data[r.Pos])
	if has&(hasPort|hasSteamID) == hasPort|hasSteamID { // as nearly all servers have it: one call in the place of three
		r.Read(info[infoExtra : infoSteamID+1])
	} else {
		r.Field(&info[infoExtra])
		if has&hasPort != 0 {
			r.Field(&info[infoPort])
		}
		if has&hasSteamID != 0 {
			r.Field(&info[infoSteamID])
		}
	}
	if has&hasSpectator != 0 {
		r.Field(&info[infoSpectatorPort])
		r.CString(&info[infoSpectatorName], 0)
	}
	if has&hasKeywords != 0 && !r.Stopped {
		readKeywords(r, folder, app, has)
	}
	if has&hasGameID != 0 {
		r.Field(&info[infoGameID])
	}
}

// readFrontlines reads the info reply of Frontlines: Fuel of War.
func readFrontlines(r *wire.Reader) {
	r.Field(&frontlines[frontlinesProtocol])
	r.CStrings(frontlines[frontlinesName:frontlinesPort])
	r.Read(frontlines[frontlinesPort:])
}

// readOldest reads the info reply of Half-Life in 1998: the first fields of
// those of GoldSource, and perhaps the protocol.
func readOldest(r *wire.Reader) {
	r.CStrings(gold[:goldPlayers])
	r.Read(gold[goldPlayers:goldProtocol])
	if r.More() {
		r.Field(&gold[goldProtocol])
	}
}

func readGold(r *wire.Reader) {
	r.CStrings(gold[:goldPlayers])
	proxy := len(r.Rest()) > goldServerType-goldPlayers && r.Rest()[goldServerType-goldPlayers]|0x20 == 'p'
	if r.Read(gold[goldPlayers:goldMod+1]) == 1 {
		r.CStrings(gold[goldLink:goldNUL])
		r.Constant(&gold[goldNUL], "\x00")
		r.Read(gold[goldModVersion:goldVAC])
	}
	r.Field(&gold[goldVAC])
	if r.More() || !proxy {
		r.Field(&gold[goldBots])
	}
}
