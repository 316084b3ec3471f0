// Program desktop is fragscope in a window: servers that are queried,
// packets that are pasted, captures that are opened, and one inspector that
// shows any of them byte by byte.
//
// # How it is built
//
//	state/     what is looked at and what is selected in it; no drawing
//	ui/        the widgets that draw it, one a file
//	servers/   the list of servers, without its drawing
//	send/      requests that are changed and sent, and what their replies have differently
//	session/   datagrams, to be saved, reopened and passed on
//	settings/  what a person can choose, and what is remembered
//	store/     files that are written whole or not at all
//	engine/    the network, its interfaces and the sample servers, behind small interfaces
//	shell/     the window: menus, views and what they do
//
// No folder but engine reaches a socket, and none knows a protocol: what a
// request is called, what a byte means and where servers answer comes from
// package decoder.
//
// # What it never does
//
// A second program does not use the folder of a first: it hands over what it was
// started with, by loopback and with a token that only the user can read.
//
// Nothing is sent to an address while it is typed: only Enter or a button sends,
// and what is sent again and again is what was confirmed. A link to a server, or
// a list of addresses that is dropped or opened, shows what it would query and
// waits for a confirmation.
//
// No file is opened for writing, let alone replaced, before its name was
// confirmed; one that exists is replaced only when that was confirmed too, and
// as a whole. Settings and lists that are damaged are kept under another name.
//
// While addresses are hidden, no address leaves the window in a saved session,
// an export, a link, the clipboard, a notification or the line at the bottom; the
// bytes on the screen stay what they are. See [fragscope/desktop/state.Anonymizer].
// Notifications are fixed words with counts, and the letters, digits and spaces of
// a server's name: on some systems their text becomes part of a script.
//
// # What is bounded
//
// What others send does not decide how much memory the program takes. It keeps:
//
//	servers in the list         100,000; 1,500 are queried at the same time,
//	                            with at most 8,000 datagrams a second; of those of
//	                            a master, the first 5,000
//	addresses of a file         1,000 at once
//	history                     500 servers in addition to favourites
//	last answers                64 MB of datagrams of all servers together; beyond,
//	                            those that answered longest ago lose their datagrams,
//	                            players and rules until they are queried again
//	values of a field           20,000 changes of the one that is watched of a server
//	samples and events          720 and 200 a server, 524,288 and 262,144 of all;
//	                            a text in them 200 bytes
//	history.json                200,000 samples and 50,000 events of two days, of
//	                            servers that are remembered
//	all traffic, for saving     16 MB; the title of the dialog says when there was more
//	requests sent               50 rounds
//	a paste                     32 MB of text, 20,000 datagrams; one is read at a time
//	an exchange of a capture    4 MB of packets decoded together
//	events of a capture         20,000 listed
//	captured from an interface  1 GB in a temporary file, 5,000,000 packets
//
// The packets of a capture stay in its file, 24 bytes are kept of each. What is
// captured from an interface is in a temporary file, which is removed when
// another capture is opened or the window closes: only the dialog that saves
// keeps it. Sample captures that were opened are in a temporary folder, which is
// removed when the window closes.
//
// # How it looks
//
// Lengths are in Fyne's units, before scaling; [fragscope/desktop/ui.Theme] has
// them all.
//
//	space     3 between widgets, 5 within them, 10 between columns
//	text      13; captions and heads of tables 0.88 of that, headings 1.15 and 1.4
//	grounds   content, bars one step above, menus and dialogs two, buttons three
//	colours   one accent, for what is selected or leads somewhere; hues say what a
//	          field is; red, amber and blue are errors, warnings and notes, each
//	          with a sign of its own
//	contrast  4.5:1 for all text in both variants, 3:1 for edges of what is typed
//	          into; tests measure it
//	offsets   hexadecimal with 0x, or decimal: the menu View says which
//	tabs      those of views have icons; a line is below the chosen one
//	plots     a title with unit and maximum, names in their colours, round numbers
//	          on both axes; a second axis in its curve's colour
//	layout    from 1,500 on, servers are beside their details, else above them; in a
//	          window as low as 600 rows are close together, the buttons of the
//	          details are beside their tabs, and the list takes the room of eight
//	fields    what is in a pair, a header or flags is folded, as on the page; the row
//	          shows the value, then what is wrong with it, then what it means; a line
//	          above says of which server they are, where there is room for it
//	cards     favourites, unless they are shown as a list; what is watched of a server
//	          or a capture is a curve below the others of its timeline
//	signs     star and bell are drawn from outlines, in rows as on buttons
//
// Rows of one kind are a table whose heads sort it; what is typed is an entry,
// red while it is no value; one of a few is a list to choose from, yes or no is a
// box. A dialog asks, and Escape is no. What happened is said in the line at the
// bottom, with a button for what can be done about it; an error stays there until
// it is dismissed.
//
// # Building it
//
// Fyne draws with OpenGL, which takes cgo and the libraries of the system. Only
// screen.go imports that, and it is built with the tag desktop; without the tag
// everything else builds, is vetted and tested on any machine, and the program
// says how to build it. With the tag ci, Fyne draws into memory. With the tag
// no_emoji, emoji are those of the system's fonts. With the tag no_animations, the
// caret does not blink: each step of it draws the whole window, which keeps a
// processor busy where OpenGL is done by it.
//
// What works on other goroutines has the screen changed by [fragscope/desktop/ui.Do].
//
//	go build -tags desktop,migrated_fynedo,no_emoji,no_animations,x11 ./desktop
//	go test -tags ci ./desktop/...
package main
