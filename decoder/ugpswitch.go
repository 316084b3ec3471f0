package decoder

// ugpAnnouncements: a section that is asked for brings a byte of flags that
// say what of it.
var ugpAnnouncements = []announcement{
	{&ugpRequest[ugpRequestFlags], ugpServerSection, ugpRequest[:], ugpRequestServer, 0x7d},
	{&ugpRequest[ugpRequestFlags], ugpPlayerSection, ugpRequest[:], ugpRequestPlayers, 0x7f},
	{&ugpRequest[ugpRequestFlags], ugpTeamSection, ugpRequest[:], ugpRequestTeams, 0x0f},
	{&ugpRequest[ugpRequestFlags], ugpRuleSection, ugpRequest[:], ugpRequestRules, 0x07},
	{&ugpRequest[ugpRequestServer], ugpServerMore, ugpRequest[:], ugpRequestServerExtra, 0x07},
	{&ugpRequest[ugpRequestPlayers], ugpPlayerMore, ugpRequest[:], ugpRequestPlayersExtra, 0x3f},
}
