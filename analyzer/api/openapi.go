package api

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"
)

// object is a JSON object of the OpenAPI document.
type object map[string]any

// openapi answers GET /api/openapi.json.
func (c *Call) openapi() error { return c.json(c.h.document()) }

// document describes all routes as OpenAPI 3.1.
func (h *handler) document() object {
	paths := object{}
	for i := range h.routes {
		r := &h.routes[i]
		if r.Summary == "" {
			continue
		}
		at, _ := paths[r.Path].(object)
		if at == nil {
			at = object{}
			paths[r.Path] = at
		}
		at[strings.ToLower(r.Method)] = r.operation()
	}
	return object{
		"openapi": "3.1.0",
		"info": object{
			"title": "fragscope", "version": "1", "license": object{"name": "MIT", "identifier": "MIT"},
			"description": "What every byte of a game-server query packet means. Nobody has to sign in; any page may ask (CORS). " +
				"Errors are application/problem+json (RFC 9457). Answers to GET have an entity tag.",
		},
		"servers":    []object{{"url": "/"}},
		"paths":      paths,
		"components": object{"schemas": h.schemas()},
	}
}

func (r *Route) operation() object {
	words := strings.FieldsFunc(strings.TrimPrefix(r.Path, "/api/"), func(c rune) bool { return c == '/' || c == '{' || c == '}' || c == '.' })
	o := object{"operationId": strings.ToLower(r.Method) + "-" + strings.Join(append(words, "api")[:max(1, len(words))], "-"), "summary": r.Summary, "responses": r.responses()}
	if r.Doc != "" {
		o["description"] = r.Doc
	}
	var list []object
	params := r.params()
	for i := range params {
		list = append(list, params[i].object())
	}
	if list != nil {
		o["parameters"] = list
	}
	if r.Body != "" {
		o["requestBody"] = object{"description": r.Body, "required": true, "content": object{"*/*": object{}}}
	}
	return o
}

func (p *Param) object() object {
	schema := object{"type": "string"}
	if p.Number {
		schema["type"] = "integer"
	}
	if p.Enum != nil {
		schema["enum"] = p.Enum
	}
	if p.Repeated {
		schema = object{"type": "array", "items": schema}
	}
	o := object{"name": p.Name, "in": "query", "description": p.Doc, "schema": schema}
	if p.InPath {
		o["in"] = "path"
	}
	if p.Required {
		o["required"] = true
	}
	if p.Example != "" {
		o["example"] = p.Example
	}
	return o
}

func (r *Route) responses() object {
	all := object{}
	for _, a := range r.Answers {
		content := object{}
		for _, t := range a.Types {
			media := object{}
			if t == TypeJSON && a.Schema != "" {
				media["schema"] = reference(a.Schema)
			}
			content[t] = media
		}
		one := object{"description": a.Doc}
		if len(content) > 0 {
			one["content"] = content
		}
		all[status(a.Status)] = one
	}
	var titles []string
	for _, k := range kinds {
		if k == notFound || k == badParameter && r.params() != nil || slices.Contains(r.Problems, k.name) {
			titles = append(titles, k.title)
		}
	}
	all["default"] = object{
		"description": "The request was refused: " + strings.Join(titles, "; ") + ".",
		"content":     object{"application/problem+json": object{"schema": reference("Problem")}},
	}
	return all
}

func status(n int) string {
	return string(rune('0'+n/100)) + string(rune('0'+n/10%10)) + string(rune('0'+n%10))
}

func reference(name string) object { return object{"$ref": "#/components/schemas/" + name} }

// schemas describes what comes as JSON, by name.
func (h *handler) schemas() object {
	all := object{}
	if err := json.Unmarshal([]byte(decodedSchemas), &all); err != nil {
		panic(err) // the text is part of the program
	}
	all["Problem"] = schemaOf(reflect.TypeFor[Problem]())
	for i := range h.routes {
		for _, a := range h.routes[i].Answers {
			if a.Value != nil {
				all[a.Schema] = schemaOf(a.Value)
			}
		}
	}
	return all
}

// schemaOf describes t as encoding/json writes it. What a pointer stands for
// may be null.
func schemaOf(t reflect.Type) object {
	switch t.Kind() {
	case reflect.Pointer:
		s := schemaOf(t.Elem())
		if kind, ok := s["type"].(string); ok {
			s["type"] = []string{kind, "null"}
			return s
		}
		return s
	case reflect.Struct:
		if t == reflect.TypeFor[time.Time]() {
			return object{"type": "string", "format": "date-time"}
		}
		properties, required := object{}, []string{}
		for _, f := range reflect.VisibleFields(t) {
			name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.Anonymous || !f.IsExported() || name == "" || name == "-" {
				continue
			}
			properties[name] = schemaOf(f.Type)
			if option != "omitempty" {
				required = append(required, name)
			}
		}
		return object{"type": "object", "properties": properties, "required": required}
	case reflect.Slice:
		return object{"type": "array", "items": schemaOf(t.Elem())}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": schemaOf(t.Elem())}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Float32, reflect.Float64:
		return object{"type": "number"}
	case reflect.Interface:
		return object{}
	}
	return object{"type": "integer"}
}

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
  "status": {"anyOf": [{"$ref": "#/components/schemas/Status"}, {"type": "null"}]}}},
"Datagram": {"type": "object", "required": ["index", "protocol", "message", "length", "fields", "problems"], "properties": {
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
  "gameType": {"type": ["string", "null"]}, "game": {"type": ["string", "null"]}, "gamePort": {"type": ["integer", "null"]}, "queryPort": {"type": ["integer", "null"]},
  "players": {"type": ["integer", "null"]}, "maxPlayers": {"type": ["integer", "null"]}, "password": {"type": ["boolean", "null"]}, "version": {"type": ["string", "null"]},
  "rules": {"type": ["array", "null"], "items": {"$ref": "#/components/schemas/Pair"}}, "mutators": {"type": ["array", "null"], "items": {"type": "string"}},
  "playerList": {"type": ["array", "null"], "items": {"type": "object"}}, "teams": {"type": ["array", "null"], "items": {"type": "object"}},
  "complete": {"type": ["boolean", "null"]}}}
}`
