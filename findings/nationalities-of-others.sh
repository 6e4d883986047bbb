#!/bin/sh
# i18n-nationality 1.4.0 gives territories the nationality of other countries: Wallis and Futuna is
# "Welsh" and "Gallois", Bouvet Island "Islandés". A look-up by the word finds the territory.
# Seen: WF Welsh, WF Gallois, IS and BV Islandés; "Welsh" -> WF.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts i18n-nationality@1.4.0
node -e '
const people = require("i18n-nationality");
const seen = [
  people.getName("WF", "en"), people.getName("WF", "fr"),
  people.getName("BV", "es"), people.getName("IS", "es"),
  people.getAlpha2Code("Welsh", "en"),
].join(", ");
console.log(seen);
process.exit(seen === "Welsh, Gallois, Islandés, Islandés, WF" ? 0 : 1);
'
