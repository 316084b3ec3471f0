package golua

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

type source struct {
	path  string
	files []*ast.File
	types *types.Package
	info  *types.Info
}

type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	Standard                bool
}

// load reads a package of this module and those that it imports, the imported first.
func load(fset *token.FileSet, dir, path string) ([]*source, error) {
	cmd := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles,Standard", path)
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	var own []listed
	exports := map[string]string{}
	for d := json.NewDecoder(out); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if p.Standard {
			exports[p.ImportPath] = p.Export
		} else {
			own = append(own, p)
		}
	}
	if err := cmd.Wait(); err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	imports := &imported{made: map[string]*types.Package{}}
	imports.standard = importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	var all []*source
	for _, p := range own {
		s := &source{path: p.ImportPath, info: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}, Implicits: map[ast.Node]types.Object{},
			Instances: map[*ast.Ident]types.Instance{},
		}}
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			s.files = append(s.files, f)
		}
		conf := types.Config{Importer: imports, Sizes: types.SizesFor("gc", "amd64")}
		if s.types, err = conf.Check(p.ImportPath, fset, s.files, s.info); err != nil {
			return nil, err
		}
		imports.made[p.ImportPath] = s.types
		all = append(all, s)
	}
	return all, nil
}

type imported struct {
	made     map[string]*types.Package
	standard types.Importer
}

func (i *imported) Import(path string) (*types.Package, error) {
	if p := i.made[path]; p != nil {
		return p, nil
	}
	return i.standard.Import(path)
}
