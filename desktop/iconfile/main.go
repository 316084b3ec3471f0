// Command iconfile writes the program's icon as Windows wants it: several sizes
// in one .ico file, each a PNG.
//
//	go run ./desktop/iconfile desktop/icon.svg fragscope.ico
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"os"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"
)

// sizes are those that Windows picks from, in pixels.
var sizes = []int{16, 24, 32, 48, 64, 128, 256}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "iconfile:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("expected the icon.svg to read and the .ico to write, found %d arguments", len(args))
	}
	svg, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	ico, err := icon(svg)
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	return os.WriteFile(args[1], ico, 0o644)
}

// icon draws svg in all sizes and puts them into one file: a directory with 16 bytes for each, then the pictures.
func icon(svg []byte) ([]byte, error) {
	var pictures [][]byte
	for _, size := range sizes {
		p, err := draw(svg, size)
		if err != nil {
			return nil, err
		}
		pictures = append(pictures, p)
	}
	le := binary.LittleEndian
	b := []byte{0, 0, 1, 0}
	b = le.AppendUint16(b, uint16(len(sizes)))
	at := len(b) + 16*len(sizes)
	for i, size := range sizes {
		b = append(b, byte(size), byte(size), 0, 0) // 0 stands for 256
		b = le.AppendUint16(b, 1)                   // planes
		b = le.AppendUint16(b, 32)                  // bits a pixel
		b = le.AppendUint32(b, uint32(len(pictures[i])))
		b = le.AppendUint32(b, uint32(at))
		at += len(pictures[i])
	}
	for _, p := range pictures {
		b = append(b, p...)
	}
	return b, nil
}

func draw(svg []byte, size int) ([]byte, error) {
	drawing, err := oksvg.ReadIconStream(bytes.NewReader(svg), oksvg.StrictErrorMode)
	if err != nil {
		return nil, err
	}
	drawing.SetTarget(0, 0, float64(size), float64(size))
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	scanner := rasterx.NewScannerGV(size, size, img, img.Bounds())
	drawing.Draw(rasterx.NewDasher(size, size, scanner), 1)
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
