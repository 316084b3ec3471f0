package wireshark

// FileName is the name of the Lua file.
const FileName = "fragscope.lua"
