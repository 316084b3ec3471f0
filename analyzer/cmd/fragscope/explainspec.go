package main

import (
	"fmt"
	"slices"
	"strings"

	specs "fragscope/decoder/protocol"
)

// isLink reports whether a name is a link into a specification.
func isLink(name string) bool { return slices.Equal(specs.Links(name), []string{name}) }

func specSections() (list [][2]string) {
	for _, file := range specs.Files() {
		_, text, _ := specs.Section(file)
		for _, h := range specs.Headings(text) {
			link := file
			if h.Level > 1 {
				link += "#" + h.Anchor
			}
			list = append(list, [2]string{link, h.Title})
		}
	}
	return list
}

func (e *explainer) sections() {
	for _, s := range specSections() {
		e.printf("%-62s %s\n", s[0], s[1])
	}
}

// spec writes the sections that a name's source leads to, or the one that name is a link to.
func (e *explainer) spec(name string) error {
	var sources []string
	if isLink(name) {
		sources = append(sources, name)
	} else {
		found, err := known(name)
		if err != nil {
			return err
		}
		for _, x := range found {
			sources = append(sources, x.Source())
		}
	}
	var links []string
	for _, link := range specs.Links(strings.Join(sources, "\n")) {
		if !slices.Contains(links, link) {
			links = append(links, link)
		}
	}
	if len(links) == 0 {
		if sources = slices.DeleteFunc(sources, func(s string) bool { return s == "" }); len(sources) > 0 {
			return fmt.Errorf("%s is specified elsewhere: %s", name, strings.Join(sources, ", "))
		}
		return fmt.Errorf("no specification describes %s; fragscope explain %s shows what is known", name, name)
	}
	for i, link := range links {
		_, text, ok := specs.Section(link)
		if !ok {
			return fmt.Errorf("there is no section %s; fragscope explain --spec lists all", link)
		}
		if i > 0 {
			e.printf("\n")
		}
		e.printf("%s\n\n%s\n", link, strings.TrimSpace(text))
	}
	return nil
}
