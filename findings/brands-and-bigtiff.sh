#!/bin/sh
# magic-bytes.js 1.13.1 knows no BigTIFF, and the HEIF brands of 10-bit and of animated pictures
# (heix, hevc, msf1) only as a video; of the brand heic it says a picture.
# Seen, the first of each list: none, none, heif, mp4, mp4, mp4
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts magic-bytes.js@1.13.1
node -e '
const { filetypeinfo } = require("magic-bytes.js");
const kinds = (text) => filetypeinfo(Buffer.from(text, "latin1")).map((one) => one.typename);
const brand = (name) => kinds("\0\0\0\x18ftyp" + name + "\0\0\0\0mif1" + name);
const all = [kinds("II+\0\x08\0\0\0"), kinds("MM\0+\0\x08\0\0"), ...["heic", "heix", "hevc", "msf1"].map(brand)];
const seen = all.map((one) => one[0] ?? "none").join(", ");
console.log(seen);
process.exit(seen === "none, none, heif, mp4, mp4, mp4" ? 0 : 1);
'
