package ksy

// luaPrelude is what the readers of a dissector call.
const luaPrelude = `-- What the readers below need.

local experts = {
  wrong = ProtoExpert.new(name .. ".invalid", "value that the layout does not allow",
    expert.group.PROTOCOL, expert.severity.WARN),
  stop = ProtoExpert.new(name .. ".malformed", "cannot be read further", expert.group.MALFORMED, expert.severity.ERROR),
  left = ProtoExpert.new(name .. ".left", "bytes left over", expert.group.UNDECODED, expert.severity.WARN),
}
proto.experts = {experts.wrong, experts.stop, experts.left}

local function stop(text) error({text = text}, 0) end

local function step(r)
  r.steps = r.steps - 1
  if r.steps < 0 then stop("the layout needs too many steps") end
end

local function need(r, name, size)
  if size < 0 then stop(name .. " has a negative size") end
  if size > r.stop - r.pos then stop(name .. " needs " .. size .. " bytes of " .. (r.stop - r.pos)) end
end

local function show(r, f, size, encoding)
  if r.tree and size > 0 then r.item = r.tree:add_packet_field(f, r.tvb(r.pos, size), encoding) end
  r.pos = r.pos + size
end

local function number(r, name, f, how, size, little)
  need(r, name, size)
  local range = r.tvb(r.pos, size)
  local v = range[(little and "le_" or "") .. how](range)
  show(r, f, size, little and ENC_LITTLE_ENDIAN or ENC_BIG_ENDIAN)
  if size == 8 and how ~= "float" then return v:tonumber() end
  return v
end

-- bits reads fields of so many bits, from the highest; b1 is true or false.
local function bits(r, name, fields, size, o, list)
  need(r, name, size)
  local range = r.tvb(r.pos, size)
  local at = 0
  for _, b in ipairs(list) do
    local v = range:bitfield(at, b[2])
    if type(v) ~= "number" then v = v:tonumber() end
    if b[2] == 1 then v = v ~= 0 end
    o[b[1]] = v
    at = at + b[2]
  end
  for _, f in ipairs(fields) do
    if r.tree then r.tree:add_packet_field(f, range, ENC_BIG_ENDIAN) end
  end
  r.pos = r.pos + size
end

local function raw(r, from, to)
  if from >= to then return "" end
  return r.tvb(from, to - from):raw()
end

local function constant(r, name, f, want)
  local have = raw(r, r.pos, math.min(r.stop, r.pos + #want))
  if have ~= want then stop(name .. " is another constant") end
  show(r, f, #want, ENC_NA)
  return have
end

-- text reads text or bytes. how has: term, keep (the terminator is not read), include,
-- open (it may be missing), pad, width (2 for UTF-16) and big.
local function text(r, name, f, encoding, size, to_end, how)
  if size then need(r, name, size) end
  local sized = size or to_end
  local limit = size or r.stop - r.pos
  local width = how.width or 1
  local all = raw(r, r.pos, r.pos + limit)
  local n, trail, last = limit, 0, limit
  if how.term then
    local found
    for i = 1, #all - width + 1, width do
      local c = all:byte(i)
      if width == 2 then
        local d = all:byte(i + 1)
        c = how.big and c * 256 + d or d * 256 + c
      end
      if c == how.term then
        found = i - 1
        break
      end
    end
    if found then
      n, trail = found, width
      if not sized then
        last = found + (how.keep and 0 or width)
        if how.keep then trail = 0 end
      end
    elseif not sized and not how.open then
      stop(name .. " has no terminator")
    end
  end
  if how.pad and sized then
    while n > 0 and trail == 0 and all:byte(n) == how.pad do n = n - 1 end
  end
  local v = all:sub(1, how.include and n + trail or n)
  if width == 2 and #v > 1 then
    local range = r.tvb(r.pos, #v - #v % 2)
    v = how.big and range:ustring() or range:le_ustring()
  end
  show(r, f, last, encoding)
  return v
end

-- part reads a structure, in size bytes where that is given.
local function part(r, label, size, to_end, parent, reader)
  local o = {_root = parent._root, _parent = parent, _from = parent._from, _stop = parent._stop}
  if size then need(r, label, size) end
  if not size and to_end then size = r.stop - r.pos end
  local before, tree, from = r.stop, r.tree, r.pos
  if size then
    r.stop = r.pos + size
    o._from, o._stop = r.pos, r.stop
  end
  r.deep = r.deep + 1
  if r.deep > 48 then stop("structures are nested too deep") end
  local item
  if tree and from < before then
    item = tree:add(r.tvb(from, 1), label)
    r.tree = item
  end
  local ok, err = pcall(reader, r, o)
  if ok and size then r.pos = r.stop end
  if item then item:set_len(math.max(1, r.pos - from)) end
  r.tree, r.stop, r.deep = tree, before, r.deep - 1
  if not ok then error(err, 0) end
  return o
end

local function valid(r, name, good)
  if good then return end
  r.wrong = true
  if r.tree and r.item then r.item:add_proto_expert_info(experts.wrong, name .. " is not what the layout allows") end
end

local function at(list, i)
  if i < 0 or i >= #list then stop("a list has no element " .. i) end
  return list[i + 1]
end

local function at_byte(text, i) return text:byte(i + 1) or stop("a text has no byte " .. i) end

local function div(a, b)
  if b == 0 then stop("division by 0") end
  return math.floor(a / b)
end

local function mod(a, b)
  if b <= 0 then stop("remainder of a division by " .. b) end
  return a % b
end

local function bitwise(a, b, rule)
  local out, place = 0, 1
  while (a ~= 0 or b ~= 0) and not (a == -1 and b == -1) and place < 2 ^ 63 do
    if rule(a % 2, b % 2) then out = out + place end
    a, b, place = math.floor(a / 2), math.floor(b / 2), place * 2
  end
  if rule(a % 2, b % 2) then out = out - place end
  return out
end

local function band(a, b) return bitwise(a, b, function(x, y) return x + y == 2 end) end
local function bor(a, b) return bitwise(a, b, function(x, y) return x + y > 0 end) end
local function bxor(a, b) return bitwise(a, b, function(x, y) return x + y == 1 end) end
local function shl(a, b) return a * 2 ^ b end
local function shr(a, b) return math.floor(a / 2 ^ b) end

local function to_int(text, base) return tonumber(text, base) or stop("a text is no number") end
local function int_text(n) return string.format("%d", n) end
local function bool_int(b) return b and 1 or 0 end
local function float_int(x) return x < 0 and math.ceil(x) or math.floor(x) end
local function substring(text, a, b) return text:sub(a + 1, b) end
local function reverse(text) return text:reverse() end
local function min_of(list) return math.min((table.unpack or unpack)(list)) end
local function max_of(list) return math.max((table.unpack or unpack)(list)) end

local read = {}
`
