package whole

import (
	"bytes"
	"encoding"
	"encoding/json"
	"reflect"
	"strings"

	"fragscope/analyzer/api"
)

type object map[string]any

func openapi(c *api.Call) error {
	if err := c.SetType(api.TypeJSON); err != nil {
		return err
	}
	e := json.NewEncoder(c)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(document(c.Routes(), c.AnyOrigin()))
}

// document describes all routes as OpenAPI 3.1.
func document(routes []api.Route, anyOrigin bool) object {
	paths := object{}
	for i := range routes {
		r := &routes[i]
		if r.Summary == "" {
			continue
		}
		at, _ := paths[r.Path].(object)
		if at == nil {
			at = object{}
			paths[r.Path] = at
		}
		at[strings.ToLower(r.Method)] = operation(r)
	}
	origins := "Pages of other origins get no permission to read answers."
	if anyOrigin {
		origins = "Any page may ask (CORS)."
	}
	return object{
		"openapi": "3.1.0",
		"info": object{
			"title": "fragscope", "version": "1", "license": object{"name": "MIT", "identifier": "MIT"},
			"description": "What every byte of a game-server query packet means. Nobody has to sign in. " + origins +
				" Errors are application/problem+json (RFC 9457). Answers to GET have an entity tag. Longer texts are compressed " +
				"for clients that take it (Accept-Encoding).",
		},
		"servers":    []object{{"url": "/"}},
		"paths":      paths,
		"components": object{"schemas": referenced(paths, schemas(routes))},
	}
}

func referenced(from any, all object) object {
	kept := object{}
	var follow func(any)
	follow = func(v any) {
		text, err := json.Marshal(v)
		if err != nil {
			panic(err) // it is made of texts, numbers and lists
		}
		for name, schema := range all {
			if kept[name] == nil && bytes.Contains(text, []byte(`"`+reference(name)["$ref"].(string)+`"`)) {
				kept[name] = schema
				follow(schema)
			}
		}
	}
	follow(from)
	return kept
}

func operation(r *api.Route) object {
	words := strings.FieldsFunc(strings.TrimPrefix(r.Path, "/api/"), func(c rune) bool {
		return c == '/' || c == '{' ||
			c == '}' || c == '.'
	})
	o := object{"operationId": strings.ToLower(r.Method) + "-" + strings.Join(append(words, "api")[:max(1, len(words))],
		"-"), "summary": r.Summary, "responses": responses(r)}
	if r.Doc != "" {
		o["description"] = r.Doc
	}
	var list []object
	params := r.Parameters()
	for i := range params {
		list = append(list, parameter(&params[i]))
	}
	if list != nil {
		o["parameters"] = list
	}
	if r.Body != "" {
		o["requestBody"] = object{"description": r.Body, "required": true, "content": object{"*/*": object{}}}
	}
	return o
}

func parameter(p *api.Param) object {
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

func responses(r *api.Route) object {
	all := object{}
	for _, a := range r.Answers {
		content := object{}
		for _, t := range a.Types {
			media := object{}
			if t == api.TypeJSON && a.Schema != "" {
				media["schema"] = reference(a.Schema)
			}
			if t == api.TypeNDJSON && a.Rows != nil {
				var each []object
				for _, row := range a.Rows {
					each = append(each, reference(row.Name))
				}
				media["schema"] = object{"description": "Each line is one of these, by the table that was asked for.",
					"anyOf": each}
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
	for _, k := range api.Kinds() {
		if k.Of(r) {
			titles = append(titles, k.Title)
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

func schemas(routes []api.Route) object {
	all := object{}
	if err := json.Unmarshal([]byte(decodedSchemas), &all); err != nil {
		panic(err) // the text is part of the program
	}
	all["Problem"] = schemaOf(reflect.TypeFor[api.Problem]())
	for i := range routes {
		for _, a := range routes[i].Answers {
			if a.Value != nil {
				all[a.Schema] = schemaOf(reflect.TypeOf(a.Value).Elem())
			}
			for _, row := range a.Rows {
				all[row.Name] = row.Value
			}
		}
	}
	return all
}

// schemaOf describes t as encoding/json writes it. A pointer may be null.
func schemaOf(t reflect.Type) object {
	switch t.Kind() {
	case reflect.Int64:
		if t.Implements(reflect.TypeFor[json.Marshaler]()) {
			return momentSchema(t)
		}
		return object{"type": "integer"}
	case reflect.Pointer:
		s := schemaOf(t.Elem())
		if kind, ok := s["type"].(string); ok {
			s["type"] = []string{kind, "null"}
			return s
		}
		return s
	case reflect.Struct:
		if t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) { // an address
			return object{"type": "string"}
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

// momentSchema describes t, a time as a number that is written in some way of
// its own and as null where it is zero.
func momentSchema(t reflect.Type) object {
	second := reflect.New(t).Elem()
	second.SetInt(1e9)
	if b, err := json.Marshal(second.Interface()); err == nil && b[0] == '"' {
		return object{"type": []string{"string", "null"}, "format": "date-time"}
	}
	return object{"type": []string{"integer", "null"}}
}
