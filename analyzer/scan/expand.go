package scan

// A File is a capture that [Files] would read.
type File struct {
	Path string
	Size int64 // bytes
	Walk bool  // found in a directory: it may be no capture at all
}

// Expand lists the files at paths, those of directories too, the longest
// first. The error says which paths could not be looked at.
func Expand(paths []string) ([]File, error) {
	all, err := expand(paths)
	files := make([]File, len(all))
	for i, f := range all {
		files[i] = File{f.path, f.size, f.walk}
	}
	return files, err
}
