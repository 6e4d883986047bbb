#!/bin/sh
# file-type 21.3.4 calls 4100 first bytes enough (reasonableDetectionSizeInBytes). Of a TIFF whose
# directory stands at its end, as libtiff writes it, and of a docx whose types stand behind its
# document, as docx 9.15.2 writes it, they are not: one is nothing, the other a zip.
# Seen: whole tif docx, first bytes none zip.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts file-type@21.3.4 docx@9.15.2 sharp@0.34.5
cat > seen.mjs <<'SCRIPT'
import { fileTypeFromBuffer, reasonableDetectionSizeInBytes as enough } from 'file-type/core';
import { Document, Packer, Paragraph } from 'docx';
import sharp from 'sharp';
const raw = { width: 60, height: 60, channels: 3 };
const pixels = Buffer.alloc(60 * 60 * 3, 7);
const tiff = await sharp(pixels, { raw }).tiff({ compression: 'none' }).toBuffer();
const sections = [{ children: [new Paragraph('Hello')] }];
const docx = await Packer.toBuffer(new Document({ sections }));
const kinds = async (size) => {
  const found = [tiff, docx].map((file) => fileTypeFromBuffer(file.subarray(0, size)));
  return (await Promise.all(found)).map((one) => one?.ext ?? 'none').join(' ');
};
const seen = `whole ${await kinds()}, first bytes ${await kinds(enough)}`;
console.log(seen);
process.exit(seen === 'whole tif docx, first bytes none zip' ? 0 : 1);
SCRIPT
node seen.mjs
