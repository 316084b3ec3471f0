package shell

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"fragscope/analyzer/export"
	"fragscope/analyzer/report"
	"fragscope/analyzer/servers"
	"fragscope/desktop/state"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

func (v *serversView) discover() {
	v.search("your local network", servers.FromLAN, func(ctx context.Context, each func(func() bool)) error {
		return v.shell.opts.Querier.Discover(ctx, func(a servers.Answer) {
			each(func() bool {
				s := v.add(a.Target, servers.FromLAN)
				if s != nil {
					v.answered(&a)
				}
				return s != nil
			})
		})
	})
}

// maxListed bounds the servers of a master or list that are queried at once: what a master names is unverified.
const maxListed = 5000

func (v *serversView) master(source string) {
	n := 0
	v.search(source, servers.FromMaster, func(ctx context.Context, each func(func() bool)) error {
		return v.shell.opts.Querier.Master(ctx, source, func(t servers.Target) {
			each(func() bool {
				s := v.add(t, servers.FromMaster)
				if n++; n <= maxListed {
					v.query(s)
				}
				return s != nil
			})
		})
	})
}

// search runs work that finds servers; each has what it is given called on the
// goroutine of the screen, as long as the search was not cancelled.
func (v *serversView) search(where string, from servers.Origin,
	work func(ctx context.Context, each func(func() bool)) error) {
	ctx := v.poller.Context()
	v.searching++
	v.shell.status.success("Searching %s…", where)
	v.source.SetSelected(origins.Name(from))
	n, left := 0, 0
	v.poller.Go(func() {
		err := work(ctx, func(f func() bool) {
			v.shell.post(func() {
				switch {
				case ctx.Err() != nil:
				case f():
					n++
				default:
					left++
				}
			})
		})
		v.shell.post(func() {
			if ctx.Err() != nil {
				return
			}
			v.searching--
			switch {
			case err != nil:
				v.shell.status.error(err)
			case n == 0:
				v.source.SetSelected(origins[0].Name) // there is nothing else to see
				v.shell.status.success("No servers found on %s. A firewall may block replies; servers may be on other ports.",
					where)
			case left > 0:
				v.shell.status.success("Searching %s found %s and %s more, for which the list has no room.", where,
					state.Plural(n, "server"), export.Grouped(left))
			case n > maxListed && from == servers.FromMaster:
				v.shell.status.success("Searching %s found %s. The first %s were queried; Refresh queries all that are shown.",
					where, state.Plural(n, "server"), export.Grouped(maxListed))
			default:
				v.shell.status.success("Searching %s found %s.", where, state.Plural(n, "server"))
			}
			v.draw()
		})
	})
	v.draw()
}

func (v *serversView) chooseMaster() {
	in := ui.NewEntry("host:port, a file, or a link")
	recent := ui.NewSelect(v.shell.settings.Masters, "", in.SetText)
	recent.PlaceHolder = "Recent"
	if len(v.shell.settings.Masters) > 0 {
		in.Text = v.shell.settings.Masters[0]
	}
	ui.ShowIf(in.Text != "", recent)
	game := ui.NewSelect(nil, "", nil)
	for _, m := range v.shell.opts.Masters {
		game.Options = append(game.Options, m.Game)
	}
	game.OnChanged = func(string) { in.SetText(v.shell.opts.Masters[game.SelectedIndex()].Source) }
	game.PlaceHolder = "Choose a game"
	text := widget.NewLabel("Choose a game; or name a master server as 127.0.0.1:28900,\n" +
		"with a game as ut@127.0.0.1:28900, with another kind as\n" +
		"steam:127.0.0.1:27011 or quake3:127.0.0.1:27950; or a file or link.\n" +
		"Nothing is sent before you press Get. Masters belong to\ncommunities of players: query them rarely.")
	d, accept := v.shell.decision("Get servers", "Get", "Cancel",
		container.NewVBox(text, game, ui.NewBorder(nil, nil, nil, recent, in)), func(yes bool) {
			source := strings.TrimSpace(in.Text)
			if !yes || source == "" {
				return
			}
			v.shell.settings.Asked(source)
			v.shell.saveSettings()
			v.master(source)
		})
	in.OnSubmitted = func(string) { accept.OnTapped() }
	v.shell.show(d, 500, 0)
	v.shell.win.Canvas().Focus(in)
}

func (v *serversView) key(_ int, k fyne.KeyName) {
	switch k {
	case fyne.KeyDelete:
		v.remove()
	case fyne.KeySpace:
		v.favourite()
	case fyne.KeyEscape:
		v.pickOnly(v.selected)
		v.draw()
	}
}

// maxOffered bounds the addresses that are taken from a file at once.
const maxOffered = 1000

// offer asks before servers that a link or a file names are queried; more is how many it has beyond the list.
func (v *serversView) offer(list []string, more int) {
	const named = 10
	var text strings.Builder
	text.WriteString(map[bool]string{true: "This sends requests to:\n",
		false: "This adds these servers and sends requests to each:\n"}[len(list) == 1])
	for i, a := range list {
		if i == named {
			fmt.Fprintf(&text, "and %d more\n", len(list)-named)
			break
		}
		text.WriteString(v.shell.masked(a) + "\n")
	}
	if more > 0 {
		fmt.Fprintf(&text, "The file has %d more, which are left out: at most %d are added at once.", more, maxOffered)
	}
	v.shell.question("Query "+state.Plural(len(list), "server")+"?", text.String(), "Query", "Cancel", func(yes bool) {
		switch {
		case !yes:
			v.shell.status.success("Nothing was sent.")
		case len(list) == 1:
			v.queryAddress(servers.Target{Address: list[0]})
		default:
			v.addAddresses(list)
		}
	})
}

func (v *serversView) addAddresses(list []string) {
	for _, a := range list {
		s := v.add(servers.Target{Address: a}, servers.FromHistory)
		if s == nil {
			break
		}
		v.enter(s)
		v.query(s)
	}
	v.shell.status.success("Added %s.", state.Plural(len(list), "server"))
	v.draw()
}

func (s *Shell) notify(server *servers.Server, events []report.Event) {
	if !s.settings.Notify || !server.Watch {
		return
	}
	joined := 0
	var parts []string
	for _, e := range events {
		switch {
		case e.Kind == report.EventJoin && s.settings.NotifyPlayers:
			joined++
		case e.Kind == report.EventPlayers && s.settings.NotifyPlayers:
			old, _ := strconv.Atoi(e.Old)
			now, _ := strconv.Atoi(e.New)
			joined += max(0, now-old)
		case e.Kind == report.EventMap && s.settings.NotifyMap:
			parts = append(parts, "map changed")
		case e.Kind == report.EventSilent && s.settings.NotifyState:
			parts = append(parts, "stopped answering")
		case e.Kind == report.EventAnswering && s.settings.NotifyState:
			parts = append(parts, "answers again")
		}
	}
	if joined > 0 {
		parts = append(parts, state.Plural(joined, "player")+" joined")
	}
	if len(parts) > 0 {
		s.tellDesktop(notification(server.Title(), parts))
	}
}

// notification returns what the desktop shows. On Windows, Fyne writes the
// text into a script that PowerShell runs, on a Mac without a bundle into one of
// AppleScript, and a Linux desktop may read markup in it: nothing of a packet
// goes there but letters, digits and spaces of the name.
func notification(name string, parts []string) *fyne.Notification {
	const longest = 60
	var title []rune
	for _, r := range state.HideText(name) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			r = ' '
		}
		if r != ' ' || len(title) > 0 && title[len(title)-1] != ' ' {
			title = append(title, r)
		}
		if len(title) == longest {
			break
		}
	}
	text := strings.TrimSpace(string(title))
	if text == "" {
		text = "Watched server"
	}
	return fyne.NewNotification(text, strings.Join(parts, ", "))
}

// tellDesktop sends a notification. The notification service may be slow or hang, so it is called asynchronously.
func (s *Shell) tellDesktop(n *fyne.Notification) {
	if s.opts.Notify != nil {
		s.opts.Notify(n)
		return
	}
	go s.app.SendNotification(n)
}
