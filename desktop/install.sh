#!/bin/sh
# Installs fragscope for this user, or below the folder that PREFIX names.
#
#   ./install.sh               into ~/.local
#   PREFIX=/usr/local ./install.sh
#   ./install.sh remove        takes it away again
set -eu
prefix=${PREFIX:-$HOME/.local}
cd "$(dirname "$0")"
files="bin/fragscope-desktop bin/fragscope share/applications/org.fragscope.desktop.desktop share/icons/hicolor/scalable/apps/org.fragscope.desktop.svg $(echo share/man/man1/*.1)"
if [ "${1-}" = remove ]; then
	for f in $files; do rm -f "$prefix/$f"; done
	echo "removed from $prefix"
	exit
fi
for f in $files; do
	mkdir -p "$prefix/$(dirname "$f")"
	cp "$f" "$prefix/$f"
done
# The menu finds the program wherever the search path leads.
sed -i "s|^Exec=fragscope-desktop|Exec=\"$prefix/bin/fragscope-desktop\"|" "$prefix/share/applications/org.fragscope.desktop.desktop"
for tool in update-desktop-database gtk-update-icon-cache; do
	case $tool in
	update-desktop-database) where=$prefix/share/applications ;;
	*) where=$prefix/share/icons/hicolor ;;
	esac
	if command -v "$tool" >/dev/null 2>&1; then "$tool" -q "$where" 2>/dev/null || true; fi
done
echo "installed in $prefix; start it from the menu, or with $prefix/bin/fragscope-desktop"
