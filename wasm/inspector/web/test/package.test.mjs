// The npm package, which is packed and installed once for all of these.
import "./package/api.mjs";
import "./package/node.mjs";
import "./package/bundle.mjs";
import "./package/types.mjs";
