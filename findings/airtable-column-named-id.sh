#!/bin/sh
# n8n-nodes-base 2.41.2: in its versions 2 to 2.1, the Airtable node spreads the columns of a record over
# the record. A column named "id" replaces the record's ID, so {{ $json.id }} is the column. From 2.2 on
# the columns are inside "fields".
# Seen: 2.1 gives D-7, 2.2 gives rec1.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts lodash@4.17.21 n8n-workflow@2.41.0
npm pack --silent n8n-nodes-base@2.41.2 > /dev/null
tar xzf n8n-nodes-base-2.41.2.tgz package/dist/nodes/Airtable/v2/helpers/utils.js
node -e '
const { legacyFlattenOutput } = require("./package/dist/nodes/Airtable/v2/helpers/utils.js");
const record = { id: "rec1", createdTime: "2026-03-01T10:00:00Z", fields: { id: "D-7", Company: "Lumen" } };
const seen = [2.1, 2.2].map((version) => legacyFlattenOutput(record, version).id).join(", ");
console.log(seen);
process.exit(seen === "D-7, rec1" ? 0 : 1);
'
