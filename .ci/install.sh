#!/bin/sh
# Installs fragscope for this user, or below the folder that PREFIX names.
#
#   ./install.sh               into ~/.local
#   PREFIX=/usr/local ./install.sh
#   ./install.sh remove        takes it away again
set -eu
prefix=${PREFIX:-$HOME/.local}
cd "$(dirname "$0")"
files=$(find bin share -type f)

# refresh TOOL FOLDER tells the system about files in a folder, where it wants to know.
refresh() { [ ! -d "$prefix/$2" ] || ! command -v "$1" >/dev/null 2>&1 || "$1" "$prefix/$2" >/dev/null 2>&1 || true; }

# generated FOLDER FILE... removes what refresh wrote for a folder that has nothing else.
generated() {
	folder=$prefix/$1
	shift
	[ -d "$folder" ] || return 0
	(cd "$folder" && rm -rf "$@")
	rmdir -p "$folder" 2>/dev/null || true
}

if [ "${1-}" = remove ]; then
	for f in $files; do
		rm -f "$prefix/$f"
		rmdir -p "$(dirname "$prefix/$f")" 2>/dev/null || true
	done
	ls "$prefix"/share/applications/*.desktop >/dev/null 2>&1 || generated share/applications mimeinfo.cache
	ls "$prefix"/share/mime/packages/*.xml >/dev/null 2>&1 || generated share/mime application packages XMLnamespaces aliases generic-icons globs globs2 icons magic mime.cache subclasses treemagic types version
	echo "removed from $prefix"
else
	for f in $files; do
		mkdir -p "$prefix/$(dirname "$f")"
		cp "$f" "$prefix/$f"
	done
	# The menu finds the program wherever the search path leads.
	menu=$prefix/share/applications/org.fragscope.desktop.desktop
	[ ! -e "$menu" ] || sed -i "s|^Exec=fragscope-desktop|Exec=\"$prefix/bin/fragscope-desktop\"|" "$menu"
	echo "installed in $prefix"
	case ":$PATH:" in *":$prefix/bin:"*) ;; *) echo "add $prefix/bin to PATH" ;; esac
fi
refresh update-desktop-database share/applications
refresh update-mime-database share/mime
