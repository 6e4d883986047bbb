#!/bin/sh
# stdnum 1.12.0 takes the number of a Belgian establishment for a VAT number: its be.vat checks length
# and check digits, and not the first digit. Numbers of enterprises, which are those of VAT, begin with
# 0 or 1, those of their establishments with 2 to 8. "Valid" does not mean that a company has it.
# Seen: 0403019261 true, 2000000339 true, 8000000071 true
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts stdnum@1.12.0
node -e '
const { validate } = require("stdnum/lib/cjs/be/vat.js");
const numbers = ["0403019261", "2000000339", "8000000071"];
const seen = numbers.map((number) => `${number} ${validate(number).isValid}`).join(", ");
console.log(seen);
process.exit(seen === "0403019261 true, 2000000339 true, 8000000071 true" ? 0 : 1);
'
