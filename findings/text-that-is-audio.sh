#!/bin/sh
# file-type 21.3.4 calls a text in UTF-16 audio: its byte order mark FF FE is also the beginning of a
# frame of MPEG audio. Excel and SheetJS save "Unicode Text" so.
# Seen: audio/mpeg
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts file-type@21.3.4
cat > seen.mjs <<'SCRIPT'
import { fileTypeFromBuffer } from 'file-type/core';
const text = Buffer.from('\ufeffName\tShare\n', 'utf16le');
const seen = (await fileTypeFromBuffer(text))?.mime;
console.log(seen);
process.exit(seen === 'audio/mpeg' ? 0 : 1);
SCRIPT
node seen.mjs
