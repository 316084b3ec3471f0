package analysis

import (
	"strings"

	"fragscope/analyzer/api"
	"fragscope/analyzer/export"
)

func rows() []api.Schema {
	var all []api.Schema
	for _, t := range export.Tables() {
		properties, required := map[string]any{}, []string{}
		for _, c := range t.Columns {
			properties[c.JSON] = column(c)
			required = append(required, c.JSON)
		}
		all = append(all, api.Schema{
			Name: strings.ToUpper(t.Name[:1]) + t.Name[1:] + "Row",
			Value: map[string]any{"description": "A row of the table " + t.Name + ": " + t.Doc, "type": "object",
				"properties": properties, "required": required},
		})
	}
	return all
}

// types are what the values of columns are in JSON.
var types = map[export.ColumnType]string{
	export.TypeText: "string", export.TypeInteger: "integer", export.TypeNumber: "number", export.TypeBoolean: "boolean",
	export.TypeTime:  "string",
	export.TypeTexts: "array", export.TypeIntegers: "array",
}

func column(c export.ColumnInfo) map[string]any {
	s := map[string]any{"type": types[c.Type], "description": c.Doc, "x-column": c.Name}
	switch c.Type {
	case export.TypeTime:
		s["format"] = "date-time"
	case export.TypeTexts:
		s["items"] = map[string]any{"type": "string"}
	case export.TypeIntegers:
		s["items"] = map[string]any{"type": "integer"}
	}
	if c.Null {
		s["type"] = []string{types[c.Type], "null"}
	}
	if c.Unit != "" {
		s["x-unit"] = c.Unit
	}
	return s
}
