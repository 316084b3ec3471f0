package ugp

import "fragscope/decoder/wire"

// announcements: a requested section brings a byte of flags that say what of
// it.
var announcements = []wire.Announcement{
	{By: &ugpRequest[ugpRequestFlags], Mask: serverSection, Layout: ugpRequest[:], Brings: requestServer, Fresh: 0x7d},
	{By: &ugpRequest[ugpRequestFlags], Mask: playerSection, Layout: ugpRequest[:], Brings: requestPlayers, Fresh: 0x7f},
	{By: &ugpRequest[ugpRequestFlags], Mask: teamSection, Layout: ugpRequest[:], Brings: requestTeams, Fresh: 0x0f},
	{By: &ugpRequest[ugpRequestFlags], Mask: ruleSection, Layout: ugpRequest[:], Brings: requestRules, Fresh: 0x07},
	{By: &ugpRequest[requestServer], Mask: serverMore, Layout: ugpRequest[:], Brings: requestServerExtra, Fresh: 0x07},
	{By: &ugpRequest[requestPlayers], Mask: playerMore, Layout: ugpRequest[:], Brings: requestPlayersExtra, Fresh: 0x3f},
}
