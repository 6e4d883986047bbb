#!/bin/sh
# content-disposition 2.0.1 throws for no header. Without a type before its parameters, or with a
# percent sign that encodes nothing, it gives no name; of two headers that a proxy has joined with a
# comma it gives the first name and the second type as one name.
# Seen: undefined | undefined | a.pdf, attachment
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts content-disposition@2.0.1
cat > seen.mjs <<'SCRIPT'
import { parse } from 'content-disposition';
const headers = [
  'filename="a.pdf"',
  "attachment; filename*=UTF-8''a%b.pdf",
  'attachment; filename=a.pdf, attachment; filename=a.pdf',
];
const seen = headers.map((header) => parse(header).parameters.filename).map(String).join(' | ');
console.log(seen);
process.exit(seen === 'undefined | undefined | a.pdf, attachment' ? 0 : 1);
SCRIPT
node seen.mjs
