#!/usr/bin/env bash
# Builds what the Workers consist of into wasm/worker/build: the Go programs, the
# runtime that Go brings for it, and the page with the headers that it is sent
# with.
set -euo pipefail
cd "$(dirname "$0")"

# .ci/worker has built it all before it starts wrangler.
[[ ${WORKER_BUILT-} ]] && exit
mkdir -p build
# Wrangler builds every Worker that it runs, all at once.
if command -v flock >/dev/null; then
	exec 9>build/.lock
	flock 9
fi
# As the programs of the page are built: what was compiled for them is there already.
build() { GOOS=js GOARCH=wasm go build -trimpath -ldflags='-s -w' "$@"; }
build -o build/front.wasm .
build -tags parquet -o build/analysis.wasm ./analysis
build -tags parquet -o build/jobs.wasm ./jobs
cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" build/wasm_exec.js
chmod u+w build/wasm_exec.js

web=../inspector/web
[[ -f $web/dist/index.html ]] || ../../.ci/page
rm -rf build/page.new
cp -r "$web/dist" build/page.new
go run ./headers >build/page.new/_headers
rm -rf build/page
mv build/page.new build/page
