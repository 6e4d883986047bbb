#!/bin/sh
# zod 4.6.7: who requires `zod/mini`, the small form of the library, loads the messages of all its
# languages, though it sets none. A bundler of ES modules drops them; a process that requires
# the library, and each test file of a runner that gives every file its own modules, loads them all.
# Seen: of 92 modules that `require('zod/mini')` loads, 64 are languages. A schema of it says "Invalid
# input" without any of them.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts zod@4.6.7
cat >count.cjs <<'CODE'
const z = require('zod/mini');
const loaded = Object.keys(require.cache).filter((path) => path.includes('node_modules'));
const languages = loaded.filter((path) => /[\\/]locales[\\/]/.test(path));
console.log(loaded.length, languages.length, z.safeParse(z.string(), 1).error.issues[0].message);
CODE
node count.cjs | tee seen.txt
test "$(cat seen.txt)" = '92 64 Invalid input'
