package whole

// decodedSchemas describes what package render writes, whose documentation says
// what each member means, and jobs (wasm/worker).
const decodedSchemas = `{
"Job": {"type": "object", "required": ["id", "state"], "properties": {
  "id": {"type": "string"}, "name": {"type": "string"}, "bytes": {"type": "integer"},
  "state": {"type": "string", "enum": ["waiting", "parts", "buckets", "merging", "done", "failed"]}, "error": {"type": ["string", "null"]},
  "parts": {"$ref": "#/components/schemas/Progress"}, "buckets": {"$ref": "#/components/schemas/Progress"},
  "lost": {"type": "array", "items": {"type": "object", "required": ["kind", "number", "why"], "properties": {
    "kind": {"type": "string"}, "number": {"type": "integer"}, "why": {"type": "string"}}}},
  "created": {"type": "string", "format": "date-time"}, "changed": {"type": "string", "format": "date-time"},
  "files": {"type": "array", "items": {"type": "string"}}}},
"Progress": {"type": "object", "required": ["total", "done", "lost"], "properties": {
  "total": {"type": "integer"}, "done": {"type": "integer"}, "lost": {"type": "integer"}}},
"Decoded": {"type": "object", "required": ["datagrams", "status"], "properties": {
  "datagrams": {"type": "array", "items": {"$ref": "#/components/schemas/Datagram"}},
  "status": {"anyOf": [{"$ref": "#/components/schemas/Status"}, {"type": "null"}]},
  "otherServers": {"type": "array", "items": {"$ref": "#/components/schemas/Status"}}}},
"Datagram": {"type": "object", "required": ["index", "protocol", "message", "length", "fields", "problems"], "properties": {
  "packet": {"type": "integer"}, "time": {"type": ["string", "null"]}, "src": {"type": ["string", "null"]}, "dst": {"type": ["string", "null"]}, "direction": {"type": ["string", "null"]},
  "index": {"type": "integer"}, "protocol": {"type": "string"}, "message": {"type": "string"}, "length": {"type": "integer"},
  "fields": {"type": "array", "items": {"$ref": "#/components/schemas/Field"}},
  "problems": {"type": "array", "items": {"$ref": "#/components/schemas/PacketProblem"}}}},
"Field": {"type": "object", "required": ["key", "name", "depth", "offset", "length", "kind", "value", "note"], "properties": {
  "key": {"type": "string"}, "name": {"type": "string"}, "depth": {"type": "integer"}, "offset": {"type": "integer"}, "length": {"type": "integer"},
  "kind": {"type": "string"}, "value": {"type": ["string", "number", "boolean", "null"]}, "note": {"type": "string"}, "mask": {"type": "integer"}}},
"PacketProblem": {"type": "object", "required": ["severity", "code", "offset", "length", "message", "advice"], "properties": {
  "severity": {"type": "string", "enum": ["note", "warning", "error"]}, "code": {"type": "string"}, "offset": {"type": "integer"}, "length": {"type": "integer"},
  "message": {"type": "string"}, "advice": {"type": "string"}}},
"Pair": {"type": "object", "required": ["key", "value"], "properties": {"key": {"type": "string"}, "value": {"type": "string"}}},
"Status": {"type": "object", "required": ["protocol", "name", "map", "gameType", "gamePort", "queryPort", "players", "maxPlayers", "password", "version", "rules", "mutators", "playerList", "teams"], "properties": {
  "protocol": {"type": "string"}, "name": {"type": ["string", "null"]}, "map": {"type": ["string", "null"]}, "mapTitle": {"type": ["string", "null"]},
  "gameType": {"type": ["string", "null"]}, "game": {"type": ["string", "null"]}, "gameTitle": {"type": ["string", "null"]}, "gamePort": {"type": ["integer", "null"]}, "queryPort": {"type": ["integer", "null"]},
  "players": {"type": ["integer", "null"]}, "maxPlayers": {"type": ["integer", "null"]}, "bots": {"type": ["integer", "null"]}, "password": {"type": ["boolean", "null"]}, "version": {"type": ["string", "null"]},
  "rules": {"type": ["array", "null"], "items": {"$ref": "#/components/schemas/Pair"}}, "mutators": {"type": ["array", "null"], "items": {"type": "string"}},
  "playerList": {"type": ["array", "null"], "items": {"type": "object"}}, "teams": {"type": ["array", "null"], "items": {"type": "object"}},
  "complete": {"type": ["boolean", "null"]}}}
}`
