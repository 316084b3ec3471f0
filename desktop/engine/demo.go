package engine

import (
	"context"
	"fmt"
	"net/netip"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/servers"
	"fragscope/decoder"
)

// Demo starts sample servers on this machine's loopback addresses and returns how to ask them, and what ends them.
func Demo(ctx context.Context) ([]servers.Target, func(), error) {
	town, err := emulator.Demo(ctx)
	if err != nil { // another window has them already, or there is only one loopback address
		if town, err = elsewhere(ctx); err != nil {
			return nil, nil, err
		}
	}
	return targets(town), func() { _ = town.Close() }, nil
}

func targets(town *emulator.Town) (list []servers.Target) {
	for i := range town.Servers {
		s := &town.Servers[i]
		if s.Query {
			list = append(list, servers.Target{Address: s.Addr().String(), Plan: s.Game})
		}
	}
	return list
}

// elsewhere starts the sample servers on free ports of the one loopback address that every system has.
func elsewhere(ctx context.Context) (*emulator.Town, error) {
	at := emulator.Choice{At: netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), 0), Free: true}
	town := &emulator.Town{}
	for i, g := range decoder.Games() {
		if err := town.Game(ctx, g, at, emulator.Options{Seed: uint64(i)}); err != nil {
			_ = town.Close()
			return nil, fmt.Errorf("no free ports were found: %w", err)
		}
	}
	return town, nil
}
