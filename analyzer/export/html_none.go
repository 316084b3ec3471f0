//go:build js && tables

package export

import (
	"errors"
	"io"

	"fragscope/analyzer/report"
)

// HTML is an error: this program, which writes tables, was built without pages, which would be a megabyte of it.
func HTML(io.Writer, *report.Report, HTMLOptions) error {
	return errors.New("this program writes tables alone, no pages")
}
