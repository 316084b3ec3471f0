package shell

import (
	"fragscope/analyzer/export"
	"fragscope/desktop/servers"
	"fragscope/desktop/ui"
)

// Where servers come from.

var origins = ui.Choices[servers.Origin]{
	{"All servers", servers.FromAnywhere},
	{"Favourites", servers.FromFavourites},
	{"Local network", servers.FromLAN},
	{"Master list", servers.FromMaster},
	{"History", servers.FromHistory},
	{"Samples", servers.FromSamples},
}

var noServers = map[servers.Origin]string{
	servers.FromAnywhere:   "No servers yet. Type an address above, or search your local network.",
	servers.FromFavourites: "No favourites yet. Click ☆ beside a server.",
	servers.FromLAN:        "No servers found on your local network.",
	servers.FromMaster:     "No servers from a master yet. Click Master… above.",
	servers.FromHistory:    "No servers have been queried yet.",
	servers.FromSamples:    "No sample servers are running.",
}

// label writes on the sources how many servers are of each; those without any are left out.
func (v *serversView) label() {
	counts, labels := v.list.Counts(), map[string]string{}
	for _, o := range origins {
		if n := counts[o.Value]; n > 0 || o.Value == servers.FromAnywhere {
			labels[o.Name] = o.Name + " " + export.Grouped(n)
		}
	}
	if v.source.SetLabels(labels) && v.bar != nil {
		v.bar.Refresh() // which gives it more room or less
	}
}

// gone shows no details when their server is no longer in the list.
func (v *serversView) gone() {
	if v.selected != "" && v.list.Find(v.selected) == nil {
		v.selected = ""
	}
	if v.selected == "" {
		v.details.clear()
	}
}
