package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"

	"github.com/spf13/cobra"

	"fragscope/analyzer/atomicfile"
)

// Existing files are replaced only with --force.
type Outputs struct {
	Force    bool
	Standard *Output // standard output, when it is one of them
	mu       sync.Mutex
	files    []*atomicfile.File
}

func (o *Outputs) ForceFlag(c *cobra.Command) {
	c.Flags().BoolVar(&o.Force, "force", false,
		"replace existing files; without it they are left as they are and it is an error")
}

// BeginWith also returns where texts go: to standard error when standard output is the file.
func (o *Outputs) BeginWith(create func(string, bool) (*atomicfile.File, error), flag, name string, out,
	errout io.Writer) (*atomicfile.File, io.Writer, error) {
	switch name {
	case "":
		return nil, out, nil
	case "-":
		if IsTerminal(out) {
			return nil, out, fmt.Errorf("--%s - is nothing for a terminal: name a file", flag)
		}
		name, out = "/dev/stdout", errout
	}
	f, err := o.add(create(name, o.Force))
	return f, out, err
}

func (o *Outputs) Create(path string) (*atomicfile.File, error) {
	return o.add(atomicfile.Create(path, o.Force))
}

func (o *Outputs) add(f *atomicfile.File, err error) (*atomicfile.File, error) {
	if e, ok := errors.AsType[*atomicfile.Error](err); ok && errors.Is(e, fs.ErrExist) {
		e.Advice += ", or replace it with --force"
	}
	if err != nil {
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.files = append(o.files, f)
	return f, nil
}

func (o *Outputs) Commit() error {
	if o.Standard != nil {
		return o.Standard.Flush()
	}
	for _, f := range o.files {
		if err := f.Commit(); err != nil {
			return err
		}
	}
	return nil
}

func (o *Outputs) Discard() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, f := range o.files {
		f.Discard()
	}
}
