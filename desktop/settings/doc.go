// Package settings holds the preferences of the desktop application and what
// it remembers about its windows.
package settings
