package ui

import (
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"golang.org/x/image/font"
)

// A typeface knows how wide each character is: asking Fyne for every text would cost more than drawing it.
type typeface struct {
	size   float32
	style  fyne.TextStyle
	height float32
	ascii  [128]float32
	wide   map[rune]float32
}

type fontKey struct {
	size  float32
	style fyne.TextStyle
	theme fyne.Resource
}

// fonts holds the fonts that were used. Only Fyne's goroutine draws.
var fonts = map[fontKey]*typeface{}

// fontOf returns the typeface of a size and style in the current theme.
func fontOf(size float32, style fyne.TextStyle) *typeface {
	key := fontKey{size, style, theme.Current().Font(style)}
	f := fonts[key]
	if f == nil {
		if len(fonts) > 64 { // sizes that a zoom went through
			clear(fonts)
		}
		f = &typeface{size: size, style: style, height: fyne.MeasureText("Hg", size, style).Height, wide: map[rune]float32{}}
		for c := range f.ascii {
			f.ascii[c] = -1
		}
		fonts[key] = f
	}
	return f
}

func textFont(bold bool) *typeface {
	return fontOf(theme.TextSize(), fyne.TextStyle{Bold: bold})
}

func smallFont() *typeface { return fontOf(theme.CaptionTextSize(), fyne.TextStyle{}) }

func monoFont() *typeface {
	return fontOf(theme.TextSize()*0.94, fyne.TextStyle{Monospace: true})
}

func titleFont() *typeface {
	return fontOf(theme.Size(theme.SizeNameSubHeadingText), fyne.TextStyle{Bold: true})
}

func (f *typeface) advance(r rune) float32 {
	if r < 128 {
		w := f.ascii[r]
		if w < 0 {
			w = fyne.MeasureText(string(r), f.size, f.style).Width
			f.ascii[r] = w
		}
		return w
	}
	w, ok := f.wide[r]
	if !ok {
		if len(f.wide) > 4096 { // a hostile packet may bring every character there is
			clear(f.wide)
		}
		if w, ok = atlasOf(f.style, float64(f.size), font.HintingNone).fallback(r); !ok {
			w = fyne.MeasureText(string(r), f.size, f.style).Width
		}
		f.wide[r] = w
	}
	return w
}

// width returns about how wide a text is; kerning is left out.
func (f *typeface) width(s string) float32 {
	w := float32(0)
	for _, r := range s {
		w += f.advance(r)
	}
	return w
}

const ellipsis = '…'

// fit cuts s to a width and ends it with an ellipsis then.
func (f *typeface) fit(s string, width float32) string {
	w, end := float32(0), 0
	room := width - f.advance(ellipsis)
	for i, r := range s {
		a := f.advance(r)
		if w+a > width {
			return s[:end] + string(ellipsis)
		}
		w += a
		if w <= room {
			end = i + utf8.RuneLen(r)
		}
	}
	return s
}

// wrap breaks s at spaces where it can, into at most most lines; the last ends with an ellipsis if it is cut.
func (f *typeface) wrap(s string, width float32, most int) []string {
	var lines []string
	for s != "" {
		if len(lines) == most-1 {
			return append(lines, f.fit(s, width))
		}
		w, cut, blank := float32(0), len(s), -1
		for i, r := range s {
			if r == '\n' {
				cut, blank = i, i
				break
			}
			if w += f.advance(r); w > width && i > 0 {
				cut = i
				if r == ' ' {
					blank = i
				} else if blank > 0 {
					cut = blank
				}
				break
			}
			if r == ' ' {
				blank = i
			}
		}
		lines = append(lines, s[:cut])
		if cut == blank {
			cut++
		}
		s = s[min(cut, len(s)):]
	}
	return lines
}
