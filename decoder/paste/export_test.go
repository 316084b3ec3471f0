package paste

import "fragscope/decoder"

// decode is how the corpus is decoded.
var decode = &decoder.Options{}
