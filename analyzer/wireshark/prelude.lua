-- fragscope: query protocols of game servers in Wireshark 3.6 to 4.4.
-- Written by "fragscope wireshark install"; "fragscope wireshark remove" takes it away.
-- Made of three parts: this prelude, the decoder translated from Go, the dissector.

local byte, sub, char, find, format = string.byte, string.sub, string.char, string.find, string.format
local floor, fmod, min, max = math.floor, math.fmod, math.min, math.max
local T, New, Std, Nat = {}, {}, {}, {}
local _

-- Bits. Lua 5.2 has a library for them, later ones have operators that it cannot parse.
local B_and, B_or, B_xor
if bit32 then
  B_and, B_or, B_xor = bit32.band, bit32.bor, bit32.bxor
else
  B_and, B_or, B_xor = load("return function(a, b) return a & b end, function(a, b) return a | b end, function(a, b) return a ~ b end")()
end

local function B_andnot(a, b) return a - B_and(a, b) end

-- Those of numbers of 64 bits: both halves. A number below zero is of a type with a sign.
local function W_op(op)
  return function(a, b)
    if a >= 0 and b >= 0 and a < 4294967296 and b < 4294967296 then return op(a, b) end
    local high = op(floor(a / 4294967296) % 4294967296, floor(b / 4294967296) % 4294967296)
    if (a < 0 or b < 0) and high >= 2147483648 then high = high - 4294967296 end
    return high * 4294967296 + op(a % 4294967296, b % 4294967296)
  end
end
local W_and, W_or, W_xor, W_andnot = W_op(B_and), W_op(B_or), W_op(B_xor), W_op(B_andnot)

local function N_clear(x, m) return x - x % m end

local function N_shl(x, n)
  x = x * 2 ^ n
  if x >= 18446744073709551616 then x = x % 18446744073709551616 end
  return x
end

local function N_shr(x, n) return floor(x / 2 ^ n) end

local function I_wrap(x, m)
  x = x % m
  if x >= m / 2 then x = x - m end
  return x
end

local function I_div(a, b)
  local q = a / b
  if q < 0 then return -floor(-q) end
  return floor(q)
end

local function I_signed(x)
  if x >= 9223372036854775808.0 then x = x - 18446744073709551616.0 end
  return x
end

local function F_trunc(x)
  if x < 0 then return -floor(-x) end
  return floor(x)
end

-- An unsigned number of 64 bits that came from a negative one is kept negative.
local function U_less(a, b)
  if (a < 0) ~= (b < 0) then return b < 0 end
  return a < b
end

local function U_min(a, b) if U_less(b, a) then return b end return a end
local function U_max(a, b) if U_less(a, b) then return b end return a end

-- Not the operator, which asks the locale.
local function S_less(a, b)
  for i = 1, min(#a, #b) do
    local x, y = byte(a, i), byte(b, i)
    if x ~= y then return x < y end
  end
  return #a < #b
end

-- Slices of anything but bytes.
local NILS = {a = {}, o = 0, n = 0, c = 0}

local function S_of(a, low, high, cap) return {a = a, o = low, n = high - low, c = cap - low} end

local function S_new() return {a = {}, o = 0, n = 0, c = 0} end

local function S_make(n, zero)
  local a = {}
  for i = 0, n - 1 do a[i] = zero() end
  return {a = a, o = 0, n = n, c = n}
end

local function S_at(s, i) return s.a[s.o + i] end

local function S_part(s, low, high)
  if s == NILS then return s end
  return {a = s.a, o = s.o + low, n = high - low, c = s.c - low}
end

local function S_tail(s, low)
  if s == NILS then return s end
  return {a = s.a, o = s.o + low, n = s.n - low, c = s.c - low}
end

local function S_append(s, v)
  if s == NILS then return {a = {[0] = v}, o = 0, n = 1, c = 1} end
  local n = s.n + 1
  s.a[s.o + n - 1] = v
  return {a = s.a, o = s.o, n = n, c = max(s.c, n)}
end

-- Changes a slice in place: what it was is not needed any more.
local function S_cut(s, high)
  if s ~= NILS then s.n = high end
  return s
end

local function S_push(s, v)
  if s == NILS then return {a = {[0] = v}, o = 0, n = 1, c = 1} end
  local n = s.n
  s.a[s.o + n] = v
  n = n + 1
  s.n = n
  if n > s.c then s.c = n end
  return s
end

local function S_copy(s)
  if s == NILS then return s end
  return {a = s.a, o = s.o, n = s.n, c = s.c}
end

local function S_join(s, t, copy)
  for i = 0, t.n - 1 do s = S_append(s, copy(t.a[t.o + i])) end
  return s
end

local function S_view(s, n)
  local a = {}
  for i = 0, n - 1 do a[i] = s.a[s.o + i] end
  return a
end

local function S_head(s, high)
  if high >= #s then return s end
  return sub(s, 1, high)
end

local function S_set(s, i, c) return sub(s, 1, i) .. char(c) .. sub(s, i + 2) end

-- Arrays.
local function A_fill(n, v)
  local a = {}
  for i = 0, n - 1 do a[i] = v end
  return a
end

local function A_make(n, zero)
  local a = {}
  for i = 0, n - 1 do a[i] = zero() end
  return a
end

local function A_complete(a, n, zero)
  for i = 0, n - 1 do
    if a[i] == nil then a[i] = zero() end
  end
  return a
end

local function A_copy(a, n)
  local b = {}
  for i = 0, n - 1 do b[i] = a[i] end
  return b
end

local function A_copyeach(a, n, copy)
  local b = {}
  for i = 0, n - 1 do b[i] = copy(a[i]) end
  return b
end

local function A_eq(a, b, n)
  for i = 0, n - 1 do
    if a[i] ~= b[i] then return false end
  end
  return true
end

local function A_bytes(a, low, high)
  local t = {}
  for i = low, high - 1 do t[#t + 1] = char(a[i]) end
  return table.concat(t)
end

local function A_write(a, low, high, s)
  local n = min(high - low, #s)
  for i = 1, n do a[low + i - 1] = byte(s, i) end
  return n
end

local function P_set(p, v)
  for k in pairs(p) do p[k] = nil end
  for k, x in pairs(v) do p[k] = x end
end

local function bind(f, x)
  return function(...) return f(x, ...) end
end

-- Of Go's standard library.
function Std.bits_OnesCount16(x)
  local n = 0
  while x > 0 do n, x = n + x % 2, floor(x / 2) end
  return n
end

local zeros = {[0] = 32}
for i = 0, 31 do zeros[2 ^ i] = i end

function Std.bits_TrailingZeros32(x) return zeros[B_and(x, (4294967296 - x) % 4294967296)] end

function Std.bits_TrailingZeros64(x)
  if x % 4294967296 ~= 0 then return Std.bits_TrailingZeros32(x % 4294967296) end
  return 32 + Std.bits_TrailingZeros32(floor(x / 4294967296) % 4294967296)
end

function Std.bits_Len64(x)
  local n = 0
  while x > 0 do x, n = floor(x / 2), n + 1 end
  return n
end

function Std.math_Float32frombits(x)
  local sign, exp, frac = x >= 2147483648 and -1 or 1, floor(x / 8388608) % 256, x % 8388608
  if exp == 255 then return frac == 0 and sign * math.huge or 0 / 0 end
  if exp == 0 then return sign * frac * 2 ^ -149 end
  return sign * (1 + frac / 8388608) * 2 ^ (exp - 127)
end

function Std.math_Float64frombits(x)
  local hi = floor(x / 4294967296) % 4294967296
  local sign, exp, frac = hi >= 2147483648 and -1 or 1, floor(hi / 1048576) % 2048, hi % 1048576 + x % 4294967296 / 4294967296
  if exp == 2047 then return frac == 0 and sign * math.huge or 0 / 0 end
  if exp == 0 then return sign * frac * 2 ^ -1042 end
  return sign * (1 + frac / 1048576) * 2 ^ (exp - 1023)
end

function Std.strconv_AppendInt(dst, v, base) 
  if v < 0 then return Std.strconv_AppendUint(dst .. "-", -v, base) end
  if v == 0 then return dst .. "0" end -- not "-0"
  return Std.strconv_AppendUint(dst, v, base)
end

function Std.strconv_AppendUint(dst, v, base)
  if base == 16 then
    local hi, lo = floor(v / 4294967296) % 4294967296, v % 4294967296
    if hi > 0 then return dst .. format("%x%08x", hi, lo) end
    return dst .. format("%x", lo)
  end
  if v < 0 then -- 2^64 less so many
    if v > -3709551616 then return dst .. "1844674407" .. format("%010.0f", v + 3709551616) end
    v = v + 18446744073709551616.0
  end
  return dst .. format("%.0f", v)
end

-- The fewest digits that read as the same number, with an exponent as Go's 'g' has it.
function Std.strconv_AppendFloat(dst, v, _, _, bits)
  if v ~= v then return dst .. "NaN" end
  if v == math.huge then return dst .. "+Inf" elseif v == -math.huge then return dst .. "-Inf" end
  for digits = 0, 16 do
    local s = format("%." .. digits .. "e", v)
    local near = tonumber(s)
    if digits == 16 or near == v or bits == 32 and Std.float32(near) == v then
      local exp = tonumber(s:match("e(.*)"))
      if exp >= -4 and exp < 6 then return dst .. format("%." .. max(digits - exp, 0) .. "f", v) end
      return dst .. s
    end
  end
end

-- The nearest number that a float of 32 bits holds.
function Std.float32(x)
  local size = math.abs(x)
  if size == 0 then return x end
  local exp = floor(math.log(size) / math.log(2))
  while 2 ^ exp > size do exp = exp - 1 end
  while 2 ^ (exp + 1) <= size do exp = exp + 1 end
  local unit = 2 ^ (max(exp, -126) - 23)
  local low = floor(x / unit)
  local rest = x / unit - low
  if rest > 0.5 or rest == 0.5 and low % 2 == 1 then low = low + 1 end
  return low * unit
end

-- The character at offset i of s, and how many bytes it has: 0xfffd and 1 for what is none.
function Std.utf8_DecodeRuneAt(s, i)
  local a, b, c, d = byte(s, i + 1, i + 4)
  if not a then return 0xfffd, 0 end
  if a < 0x80 then return a, 1 end
  if a < 0xc2 or a > 0xf4 or not b or b < 0x80 or b > 0xbf then return 0xfffd, 1 end
  if a < 0xe0 then return (a - 0xc0) * 64 + b - 0x80, 2 end
  if not c or c < 0x80 or c > 0xbf or a == 0xe0 and b < 0xa0 or a == 0xed and b > 0x9f then return 0xfffd, 1 end
  if a < 0xf0 then return (a - 0xe0) * 4096 + (b - 0x80) * 64 + c - 0x80, 3 end
  if not d or d < 0x80 or d > 0xbf or a == 0xf0 and b < 0x90 or a == 0xf4 and b > 0x8f then return 0xfffd, 1 end
  return (a - 0xf0) * 262144 + (b - 0x80) * 4096 + (c - 0x80) * 64 + d - 0x80, 4
end

function Std.utf8_DecodeRune(s) return Std.utf8_DecodeRuneAt(s, 0) end

function Std.utf8_RuneStart(c) return c < 0x80 or c > 0xbf end

function Std.utf8_Valid(s)
  local at = find(s, "[\128-\255]")
  while at do
    local r, n = Std.utf8_DecodeRuneAt(s, at - 1)
    if r == 0xfffd and n < 2 then return false end
    at = find(s, "[\128-\255]", at + n)
  end
  return true
end

local function U_char(u)
  if u < 0 or u > 0x10ffff or u >= 0xd800 and u < 0xe000 then u = 0xfffd end
  if u < 0x80 then return char(u) end
  if u < 0x800 then return char(0xc0 + floor(u / 64), 0x80 + u % 64) end
  if u < 0x10000 then return char(0xe0 + floor(u / 4096), 0x80 + floor(u / 64) % 64, 0x80 + u % 64) end
  return char(0xf0 + floor(u / 262144), 0x80 + floor(u / 4096) % 64, 0x80 + floor(u / 64) % 64, 0x80 + u % 64)
end

function Std.utf8_AppendRune(dst, u) return dst .. U_char(u) end

function Std.bytes_IndexByte(s, c) return (find(s, char(c), 1, true) or 0) - 1 end

Std.strings_IndexByte = Std.bytes_IndexByte

function Std.strconv_FormatUint(v, base) return Std.strconv_AppendUint("", v, base) end

function Std.strconv_Itoa(v) return format("%d", v) end

function Std.strings_CutPrefix(s, prefix)
  if sub(s, 1, #prefix) ~= prefix then return s, false end
  return sub(s, #prefix + 1), true
end

function Std.strings_TrimSuffix(s, suffix)
  if suffix == "" or sub(s, -#suffix) ~= suffix then return s end
  return sub(s, 1, #s - #suffix)
end

function Std.strings_HasPrefix(s, prefix) return sub(s, 1, #prefix) == prefix end

function Std.bytes_Contains(s, text) return find(s, text, 1, true) ~= nil end

function Std.bytes_IndexAny(s, chars)
  for i = 1, #s do
    if find(chars, sub(s, i, i), 1, true) then return i - 1 end
  end
  return -1
end

-- How often a text that is not empty is in s.
function Std.bytes_Count(s, text)
  local n, at = 0, 1
  while true do
    local from, to = find(s, text, at, true)
    if not from then return n end
    n, at = n + 1, to + 1
  end
end

-- A number in decimal; the second result is an error.
function Std.strconv_ParseFloat(s)
  local digits = s:match("^[+-]?(%d*%.?%d*)$") or s:match("^[+-]?(%d*%.?%d*)[eE][+-]?%d+$")
  if not digits or not digits:find("%d") then return 0, true end
  return tonumber((s:gsub("^%+", "")))
end

function Std.strconv_ParseUint(s)
  if not s:find("^%d+$") then return 0, true end
  local v = tonumber(s .. ".0")
  if v >= 18446744073709551616.0 then return 0, true end
  return v
end

Std.base64_StdEncoding = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

function Std.base64_AppendEncode(alphabet, dst, s)
  local t = {dst}
  for i = 1, #s, 3 do
    local a, b, c = byte(s, i, i + 2)
    local v = a * 65536 + (b or 0) * 256 + (c or 0)
    for k = 3, 0, -1 do
      local d = floor(v / 64 ^ k) % 64
      t[#t + 1] = (k == 1 and not b or k == 0 and not c) and "=" or sub(alphabet, d + 1, d + 1)
    end
  end
  return table.concat(t)
end

-- What the decoder does with eight bytes at a time, and hashes that are only compared with each other.
function Nat.wire_LE16(s)
  local a, b = byte(s, 1, 2)
  return a + b * 256
end

function Nat.wire_LE32(s)
  local a, b, c, d = byte(s, 1, 4)
  return a + b * 256 + c * 65536 + d * 16777216
end

function Nat.wire_BE16(s)
  local a, b = byte(s, 1, 2)
  return a * 256 + b
end

function Nat.wire_BE32(s)
  local a, b, c, d = byte(s, 1, 4)
  return a * 16777216 + b * 65536 + c * 256 + d
end

-- Most of the time is spent here.
function Nat.wire_Reader_Add(r, d, k, n, value)
  local s, at = r.Fields, r.Pos
  local i = s.n
  local f
  if i < s.c then
    f = s.a[s.o + i]
    s.n = i + 1
  else
    f = {}
    r.Fields = S_push(s, f)
  end
  f.Def, f.Value, f.Offset, f.Length, f.Kind, f.Depth, f.Lead, f.Trail, f.Flags = d, value, at, n, k, r.Depth, 0, 0, r.Flags
  r.Pos = at + n
  return f
end

function Nat.wire_Texts_Plain(_, m, i) return Nat.packages.wire.Message_AppendPlain(m, "", i) end

function Nat.wire_places_Of(p, n)
  local i = p.far and p.far[n]
  return i or 0, i ~= nil
end

function Nat.wire_places_set(p, n, i)
  p.far = p.far or {}
  p.far[n] = i
end

local wide
function Nat.wire_appendCP1252(dst, s)
  if not wide then
    wide = {}
    for c = 0x80, 0xff do wide[char(c)] = U_char(Nat.packages.wire.cp1252Rune(c)) end
  end
  return dst .. (s:gsub("[\128-\255]", wide))
end

-- Ranges of characters, the first and the last of each, from the tables of Go.
function Nat.wire_Invisible(u)
  for i = 1, #Nat.invisible, 2 do
    if u <= Nat.invisible[i + 1] then return u >= Nat.invisible[i] end
  end
  return false
end

function Nat.idtech_Word(s) return s:match("^[A-Za-z]*") end

-- Words are found by a hash of 64 bits in Go.
local words
function Nat.backslash_findWord(s)
  if not words then
    words = {}
    local list = Nat.packages.backslash.words
    for i = 1, #list do
      if list[i].Text ~= "" then words[list[i].Text] = list[i] end
    end
    words[false] = list[0]
  end
  return words[s] or words[false]
end

local plainUntil = {}
for c = 0, 255 do plainUntil[c] = char(c) end

function Nat.wire_PlainASCII(s) return not find(s, "[^ -~]") end

function Nat.wire_IndexByte(s, c) return (find(s, plainUntil[c], 1, true) or 0) - 1 end

function Nat.wire_ScanPlain(s, from, stop)
  local at = (find(s, plainUntil[stop], from + 1, true) or #s + 1) - 1
  return at, not find(sub(s, from + 1, at), "[^ -~]")
end

function Nat.wire_Hash(h, s)
  h = h % 140737488355328
  for i = 1, #s do h = (h * 31 + byte(s, i)) % 140737488355328 end
  return h
end

function Nat.wire_Fnv(s) return Nat.wire_Hash(7, s) end

