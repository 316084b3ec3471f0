package record

// Seed is changed by a test that needs a whole analyzer.
var Seed = &seed
