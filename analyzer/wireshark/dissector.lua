-- The dissector: fields and problems of the decoder in Wireshark's tree.

local decoder, wire = P_decoder, P_wire

local ANY = "" -- as a protocol
local REQUEST, REPLY, LIKELY = wire.Request, wire.Reply, wire.Likely
local FLAG_LENGTH, FLAG_SPECIAL = wire.FlagLength, wire.FlagSpecial

-- Kinds of fields, by the places of their names.
local kinds = {}
for i = 0, wire.KindCount - 1 do kinds[wire.kindNames[i]] = i end
local classes = {[kinds.group] = "group", [kinds.text] = "text", [kinds.ucs2] = "text",
  [kinds.f32le] = "float", [kinds.f32be] = "float", [kinds.f64le] = "double", [kinds.f64be] = "double", [kinds.ipv4] = "ipv4", [kinds.ipv6] = "ipv6", [kinds.mac] = "mac"}
for i = 0, wire.KindCount - 1 do
  if wire.Kind_Number(i) then classes[i] = "number" end
  classes[i] = classes[i] or "bytes"
end
local wide = {[kinds.u64le] = true, [kinds.u64be] = true, [kinds.i64le] = true, [kinds.i64be] = true}

-- The umbrella: what messages of all protocols have.
local fragscope = Proto("fragscope", "Game server query")
local own = {
  message = ProtoField.string("fragscope.message", "Message"),
  protocol = ProtoField.string("fragscope.protocol", "Protocol"),
  direction = ProtoField.uint8("fragscope.direction", "Direction", base.DEC, {[REQUEST] = "request", [REPLY] = "reply"}),
  confidence = ProtoField.uint8("fragscope.confidence", "Confidence", base.DEC, {[0] = "unlikely", "possible", "likely", "certain"}),
  server = ProtoField.string("fragscope.server", "Server name", "Without colour codes"),
  conversation = ProtoField.string("fragscope.conversation", "Conversation with", "Name of the server that is asked or replies, where a reply says it"),
  request = ProtoField.framenum("fragscope.request_in", "Request in", base.NONE, frametype.REQUEST),
  reply = ProtoField.framenum("fragscope.reply_in", "Reply in", base.NONE, frametype.RESPONSE),
  time = ProtoField.relative_time("fragscope.time", "Time since the request"),
  first = ProtoField.framenum("fragscope.continues", "Continues the reply in"),
  more = ProtoField.framenum("fragscope.continued_in", "Reply continued in"),
  part = ProtoField.uint32("fragscope.part", "Part of the reply", base.DEC, nil, nil, "Counted from 0"),
  last = ProtoField.bool("fragscope.last_part", "Last part of the reply"),
  problem = ProtoField.string("fragscope.problem", "Problem"),
  advice = ProtoField.string("fragscope.problem.advice", "Advice"),
  unknown = ProtoField.bytes("fragscope.unknown", "Bytes"),
}

-- Problems are expert items, whose codes are the same everywhere.
local experts = {}
local severities = {[0] = expert.severity.NOTE, expert.severity.WARN, expert.severity.ERROR}

local function addExperts(list)
  for i = 0, list.n - 1 do
    local p = list.a[list.o + i]
    if not experts[p] then
      local group = p.Severity == 2 and expert.group.MALFORMED or expert.group.PROTOCOL
      experts[p] = ProtoExpert.new("fragscope.problem." .. p.Code, p.Code, group, severities[p.Severity])
    end
  end
end

-- Every definition of a protocol is a field whose name is its key. What is read
-- otherwise than it is defined, as it may be cut or no number, has one beside it.
local entries, byKey = {}, {}

local function slug(name) return (name:lower():gsub("[^a-z0-9]+", "_"):gsub("^_", ""):gsub("_$", "")) end

local function valueStrings(symbols)
  if not symbols or symbols.Flags or symbols.List.n == 0 then return nil end
  local strings = {}
  for i = 0, symbols.List.n - 1 do
    local s = symbols.List.a[symbols.List.o + i]
    if s.Value >= 4294967296 then return nil end
    strings[s.Value] = s.Name
  end
  return strings
end

local function bits(d, into)
  local list = {}
  local size = wire.KindSizes[d.Kind] > 0 and wire.KindSizes[d.Kind] or 4
  local function part(name, mask, strings)
    local p = {mask = mask}
    local key = d.Key .. "." .. slug(name)
    while byKey[key] and byKey[key].mask ~= mask do key = key .. "_" end
    if byKey[key] then
      list[#list + 1] = byKey[key]
      return
    end
    byKey[key] = p
    if mask >= 4294967296 or size > 4 then
      p.shift = 0
      while mask % 2 == 0 do mask, p.shift = mask / 2, p.shift + 1 end
      p.top = mask + 1
      p.pf = ProtoField.uint64(key, name, base.DEC)
    elseif B_and(mask, mask - 1) == 0 then
      p.pf = ProtoField.bool(key, name, size * 8, nil, mask)
    else
      p.pf = ProtoField["uint" .. (size == 3 and 24 or size * 8)](key, name, base.DEC, strings, mask)
    end
    list[#list + 1] = p
    into[#into + 1] = p.pf
  end
  if d.Symbols and d.Symbols.Flags then
    for i = 0, d.Symbols.List.n - 1 do
      local s = d.Symbols.List.a[d.Symbols.List.o + i]
      part(s.Name, s.Value)
    end
  end
  for i = 0, d.Parts.n - 1 do
    local p = d.Parts.a[d.Parts.o + i]
    part(p.Name, p.Mask, valueStrings(p.Symbols))
  end
  return list
end

local function define(d, into)
  local e = byKey[d.Key]
  if not e then
    e = {class = classes[d.Kind]}
    byKey[d.Key] = e
    local key, name, class = d.Key, d.Name, e.class
    local function put(which, pf)
      e[which] = pf
      into[#into + 1] = pf
    end
    if class == "group" then put("main", ProtoField.none(key, name))
    elseif class == "text" then put("main", ProtoField.string(key, name))
    elseif class == "float" then put("main", ProtoField.float(key, name))
    elseif class == "double" then put("main", ProtoField.double(key, name))
    elseif class == "ipv4" then put("main", ProtoField.ipv4(key, name))
    elseif class == "ipv6" then put("main", ProtoField.ipv6(key, name))
    elseif class == "mac" then put("main", ProtoField.ether(key, name))
    elseif class == "bytes" then put("main", ProtoField.bytes(key, name))
    else
      local strings = valueStrings(d.Symbols)
      if d.Kind == kinds.u64le or d.Kind == kinds.u64be then put("main", ProtoField.uint64(key, name, base.DEC))
      elseif wide[d.Kind] or d.Kind == kinds.decimal or d.Kind == kinds.compact then put("main", ProtoField.int64(key, name, base.DEC, strings))
      elseif wire.Kind_Signed(d.Kind) then put("main", ProtoField.int32(key, name, base.DEC, strings))
      else put("main", ProtoField.uint32(key, name, base.DEC, strings)) end
      put("text", ProtoField.string(key .. ".text", name .. " as text"))
    end
    if class == "text" then put("number", ProtoField.int64(key .. ".number", name .. " as a number", base.DEC)) end
    if class == "text" or class == "bytes" then
      put("length", ProtoField.int64(key .. ".length", name .. " length", base.DEC))
      put("lengthBytes", ProtoField.bytes(key .. ".length.bytes", name .. " length as bytes"))
    end
    if class ~= "bytes" then put("bytes", ProtoField.bytes(key .. ".bytes", name .. " as bytes")) end
  end
  -- Of two definitions with one key each has its own bits.
  entries[d] = setmetatable({bits = e.class == "number" and bits(d, into) or {}}, {__index = e})
end

local function defineAll(docs, into)
  for i = 0, docs.Sections.n - 1 do
    local s = docs.Sections.a[docs.Sections.o + i]
    for j = 0, s.Fields.n - 1 do define(s.Fields.a[s.Fields.o + j], into) end
    for j = 0, s.Layouts.n - 1 do
      local l = s.Layouts.a[s.Layouts.o + j]
      for k = 0, l.n - 1 do define(l.a[l.o + k], into) end
    end
  end
  addExperts(docs.Problems)
end

-- Wireshark knows other protocols by some of these names, such as that which
-- Quake II speaks while it is played.
local function newProto(name, title)
  local ok, p = pcall(Proto, name, title)
  if not ok then p = Proto(name .. "-query", title) end
  return p
end

local protos = {}
for i = 0, #decoder.protocols do
  local row = decoder.protocols[i]
  local p, fields = newProto(row.ID, row.Title), {}
  defineAll(row.Docs, fields)
  p.fields = fields
  protos[row.ID] = p
end
addExperts(wire.CoreProblems)
addExperts(S_of({[0] = P_lookalike.Problem}, 0, 1, 1))
do
  local fields = {}
  for _, d in ipairs({wire.DefUnknown, wire.DefUnparsed, wire.DefSurplus, wire.DefStray}) do define(d, fields) end
  for _, f in pairs(own) do fields[#fields + 1] = f end
  fragscope.fields = fields
  local list = {}
  for _, e in pairs(experts) do list[#list + 1] = e end
  fragscope.experts = list
end

fragscope.prefs.confidence = Pref.enum("Claim what is at least", LIKELY, "How certain a protocol must be before a packet is shown as its",
  {{1, "any", 0}, {2, "possible", 1}, {3, "likely", 2}, {4, "certain", 3}}, false)

-- Decoding.
local reader, message, options = New["wire.Reader"](), New["wire.Message"](), New["wire.Options"]()
options.Link = wire.LinkNone

local function decode(data, protocol, source, destination, stream)
  options.Protocol, options.SrcPort, options.DstPort, options.Stream = protocol, source, destination, stream
  wire.Reader_Start(reader, data, 0, #data, options)
  local m = message
  m.Stream, m.Frame.Link, m.Frame.End = stream, wire.LinkNone, #data
  m.Info, m.Confidence = decoder.payload(reader)
  reader.End = #data
  wire.Reader_ClosePayload(reader)
  wire.Reader_Fill(reader, m)
  return m
end

-- The fields.
local NUL = "\226\144\128"

local function integer(v)
  if v < 0 then return -integer(-v) end
  return Int64(v % 4294967296, floor(v / 4294967296))
end

-- A number that is narrower, or whose bytes are written otherwise than its kind says, is known to 53 bits.
local function wideNumber(f, range)
  if f.Length ~= wire.KindSizes[f.Kind] or not wide[f.Kind] then return UInt64(f.Value % 4294967296, floor(f.Value / 4294967296)) end
  if f.Kind == kinds.u64le then return range:le_uint64() end
  if f.Kind == kinds.u64be then return range:uint64() end
  return range:int64()
end

-- The field and the value with which field i is added.
local function chosen(m, i, f, e, range)
  local class = classes[f.Kind]
  if f.Flags % 2 == FLAG_LENGTH then
    if class == "number" then return e.length, integer(f.Value) end
    return e.lengthBytes
  end
  if class == "number" then
    if e.class ~= "number" then return e.number, integer(f.Value) end
    if wide[f.Kind] and not wide[f.Def.Kind] then return e.text, format("%.0f", f.Value) end -- wider than it is defined
    if wide[f.Def.Kind] then return e.main, wideNumber(f, range) end
    if f.Kind == kinds.decimal and f.Value >= 9007199254740992 then
      return e.main, Int64.new(sub(m.Data, f.Offset + f.Lead + 1, f.Offset + f.Length - f.Trail)) -- its digits
    end
    if f.Def.Kind == kinds.decimal or f.Def.Kind == kinds.compact then return e.main, integer(f.Value) end
    return e.main, f.Value
  end
  if class == "text" then
    return e.class == "text" and e.main or e.text, (wire.Message_AppendValue(m, "", i):gsub("\0", NUL))
  end
  if class == e.class then return e.main end
  return e.bytes
end

local function addBits(item, f, e, range)
  for _, b in ipairs(e.bits) do
    if not b.shift then
      item:add(b.pf, range, f.Value)
    else
      item:add(b.pf, range, wideNumber(f, range):rshift(b.shift):band(UInt64((b.top - 1) % 4294967296, floor((b.top - 1) / 4294967296))))
    end
  end
end

-- The text of field i as a game shows it.
local function plain(m, i)
  local f = m.Fields.a[m.Fields.o + i]
  if f.Kind == kinds.text and f.Flags % 16 < FLAG_SPECIAL then
    local text = sub(m.Data, f.Offset + f.Lead + 1, f.Offset + f.Length - f.Trail)
    if m.Colours == 0 or not find(text, "[%^%[]") then return text:match("^[ \t]*(.-)[ \t]*$") end
  end
  return wire.Message_AppendPlain(m, "", i)
end

local function addFields(m, tvb, tree, visible)
  local parents = {[0] = tree}
  for i = 0, m.Fields.n - 1 do
    local f = m.Fields.a[m.Fields.o + i]
    local e, parent = entries[f.Def], parents[f.Depth] or tree
    local range = tvb:range(f.Offset, f.Length)
    local pf, value = chosen(m, i, f, e, range)
    local item
    if not visible and not tree:referenced(pf) and #e.bits == 0 then
      item = parent
    elseif value ~= nil then
      item = parent:add(pf, range, value)
    elseif f.Kind == kinds.f32le then
      item = parent:add_le(pf, range)
    else
      item = parent:add(pf, range)
    end
    parents[f.Depth + 1] = item
    if visible then
      local name, note = wire.Message_AppendName(m, "", i), wire.Message_AppendNote(m, "", i)
      local text = wide[f.Kind] and tostring(value) or wire.Message_AppendValue(m, "", i)
      if wide[f.Kind] and #e.bits > 0 then note = "" end -- its parts follow
      local label = wire.AppendEscaped("", name)
      if classes[f.Kind] ~= "group" then
        label = label .. ": " .. wire.AppendEscaped("", text)
      elseif f.Def.Role == wire.RoleRule then -- a pair, whose value is seen without opening it
        local at = wire.Message_Child(m, i, wire.RoleValue)
        if at >= 0 then label = label .. ": " .. wire.AppendEscaped("", plain(m, at)) end
      end
      if note ~= "" then label = label .. " (" .. wire.AppendEscaped("", note) .. ")" end
      item:set_text(label)
    end
    if #e.bits > 0 and classes[f.Kind] == "number" and f.Flags % 2 == 0 then addBits(item, f, e, range) end
  end
end

local function addProblems(m, tvb, tree, wanted)
  for i = 0, m.Problems.n - 1 do
    local p = m.Problems.a[m.Problems.o + i]
    if not wanted then
      tree:add_proto_expert_info(experts[p.Info])
    else
      local text = wire.Message_AppendSentence(m, "", p.Info.Message, p):gsub("\0", NUL)
      local range = tvb:range(p.Offset, p.Length)
      local item = tree:add(own.problem, range, p.Info.Code)
      item:set_text("Problem: " .. text)
      item:add_proto_expert_info(experts[p.Info], text)
      item:add(own.advice, range, (wire.Message_AppendSentence(m, "", p.Info.Advice, p):gsub("\0", NUL)))
    end
  end
end

local function partOf(m)
  local part = m.Info.Direction == REPLY and wire.MessageInfo_Descriptor(m.Info).Part
  part = part and part(m)
  return part and part.Numbered and part
end

-- What a reply says of its server, as everywhere else here: name, map and players are for the Info column.
local function summary(m)
  local b = New["wire.StatusBuilder"]()
  b.SkipExtras = true
  wire.StatusBuilder_Message(b, m)
  local s, got = b.Status, {}
  if s.Name.Known then got.name = s.Name.Value end
  if s.Map.Known then got.map = s.Map.Value end
  if s.Players.Known then got.players = ("%d"):format(s.Players.Value) end
  if s.MaxPlayers.Known then got.places = ("%d"):format(s.MaxPlayers.Value) end
  return got
end

-- Requests that wait for their replies, by client and protocol, what was found of
-- each frame, and names of servers by their address and port.
local waiting, links, called = {}, {}, {}

function fragscope.init() waiting, links, called = {}, {}, {} end

local function serverOf(m, pinfo)
  if m.Info.Direction == REQUEST then return tostring(pinfo.dst) .. " " .. pinfo.dst_port end
  return tostring(pinfo.src) .. " " .. pinfo.src_port
end

local function toMany(address) return address:find("%.255$") or address:find("^2[23]%d%.") or address:find("^[fF][fF]") end

local MOST = 64 -- requests of a client that are remembered

-- Matches a message with those before it, the first time that it is seen.
local function match(m, pinfo, at)
  local destination = tostring(pinfo.dst)
  if m.Info.Direction == REQUEST then
    local link = {}
    links[at] = link
    local key = tostring(pinfo.src) .. " " .. pinfo.src_port .. " " .. wire.MessageInfo_Protocol(m.Info)
    local list = waiting[key]
    if not list then
      list = {}
      waiting[key] = list
    end
    if #list >= MOST then table.remove(list, 1) end
    list[#list + 1] = {number = at, time = pinfo.rel_ts, server = destination, many = toMany(destination), topic = wire.Message_MatchKey(m), link = link, replies = {}}
    return
  end
  local list = waiting[destination .. " " .. pinfo.dst_port .. " " .. wire.MessageInfo_Protocol(m.Info)]
  if not list then return end
  local topic, source = wire.Message_MatchKey(m), tostring(pinfo.src)
  for i = #list, 1, -1 do
    local r = list[i]
    if (r.many or r.server == source) and wire.MatchKey_Answers(topic, r.topic) then
      local link = {request = r.number, time = pinfo.rel_ts - r.time}
      links[at] = link
      if not r.link.reply then r.link.reply = at end
      local from = source .. " " .. pinfo.src_port
      local before = r.replies[from]
      if before then
        link.first = before.first
        links[before.last].more = at
        before.last = at
      else
        r.replies[from] = {first = at, last = at}
      end
      break
    end
  end
end

local function addLinks(m, tree, link)
  local function generated(field, value)
    if value ~= nil then tree:add(field, value):set_generated() end
  end
  generated(own.request, link.request)
  generated(own.reply, link.reply)
  if link.time then
    local seconds = floor(link.time)
    generated(own.time, NSTime.new(seconds, floor((link.time - seconds) * 1e9 + 0.5)))
  end
  generated(own.first, link.first)
  generated(own.more, link.more)
  local part = partOf(m)
  if part and part.Index >= 0 then
    generated(own.part, part.Index)
    generated(own.last, part.Last)
  end
end

local nothing, dissectors = {}, {}

-- Shows m and reports its length. In a tree that nobody sees it adds only what a
-- filter refers to.
local function show(m, tvb, pinfo, root)
  local id, columns = wire.MessageInfo_Protocol(m.Info), pinfo.cols
  local got = m.Info.Direction == REPLY and summary(m) or nothing
  columns.protocol:set(id)
  local info = m.Info.Name
  if got.name then info = info .. ": " .. got.name end
  if got.map then info = info .. ", " .. got.map end
  if got.players then info = info .. ", " .. got.players .. (got.places and "/" .. got.places or "") .. " players" end
  if find(info, "[^ -~]") then info = wire.AppendEscaped("", info) end
  columns.info:set(info)
  local number = pinfo.number
  if not pinfo.visited and not links[number] then match(m, pinfo, number) end
  if not pinfo.visited and got.name then called[serverOf(m, pinfo)] = got.name end
  local tree = root:add(protos[id], tvb())
  local visible = root.visible
  local wanted = visible or root:referenced(dissectors[ANY])
  if wanted then
    tree:append_text(", " .. m.Info.Name)
    local whole = tvb()
    local function generated(field, value) tree:add(field, whole, value):set_generated() end
    generated(own.message, m.Info.Name)
    generated(own.protocol, id)
    generated(own.direction, m.Info.Direction)
    generated(own.confidence, m.Confidence)
    if got.name then generated(own.server, (got.name:gsub("\0", NUL))) end
    local name = called[serverOf(m, pinfo)]
    if name then generated(own.conversation, (name:gsub("\0", NUL))) end
    addLinks(m, tree, links[number] or nothing)
  end
  if visible or root:referenced(dissectors[id]) then addFields(m, tvb, tree, visible) end
  addProblems(m, tvb, tree, wanted)
  return tvb:len()
end

local function heuristic(stream)
  return function(tvb, pinfo, root)
    if tvb:len() == 0 then return false end
    local m = decode(tvb:raw(), ANY, pinfo.src_port, pinfo.dst_port, stream)
    if m.Info == wire.UnknownMessage or m.Confidence < fragscope.prefs.confidence then return false end
    show(m, tvb, pinfo, root)
    return true
  end
end

fragscope:register_heuristic("udp", heuristic(false))
fragscope:register_heuristic("tcp", heuristic(true))

-- Decode As. The umbrella is only asked whether a filter refers to it.
fragscope.dissector = function() return 0 end
dissectors[ANY] = Dissector.get("fragscope")
for id, p in pairs(protos) do
  p.dissector = function(tvb, pinfo, root)
    if tvb:len() == 0 then return 0 end
    return show(decode(tvb:raw(), id, pinfo.src_port, pinfo.dst_port, pinfo.port_type == 2), tvb, pinfo, root)
  end
  DissectorTable.get("udp.port"):add_for_decode_as(p)
  DissectorTable.get("tcp.port"):add_for_decode_as(p)
  dissectors[id] = Dissector.get(p.name:lower())
end
