package ugp

import "fragscope/decoder/wire"

// announcements: a requested section brings a byte of flags that say what of
// it.
var announcements = []wire.DependentField{
	{By: &ugpRequest[ugpRequestFlags], Mask: serverSection, Layout: ugpRequest[:], Index: requestServer, Default: 0x7d},
	{By: &ugpRequest[ugpRequestFlags], Mask: playerSection, Layout: ugpRequest[:], Index: requestPlayers, Default: 0x7f},
	{By: &ugpRequest[ugpRequestFlags], Mask: teamSection, Layout: ugpRequest[:], Index: requestTeams, Default: 0x0f},
	{By: &ugpRequest[ugpRequestFlags], Mask: ruleSection, Layout: ugpRequest[:], Index: requestRules, Default: 0x07},
	{By: &ugpRequest[requestServer], Mask: serverMore, Layout: ugpRequest[:], Index: requestServerExtra, Default: 0x07},
	{By: &ugpRequest[requestPlayers], Mask: playerMore, Layout: ugpRequest[:], Index: requestPlayersExtra, Default: 0x3f},
}
