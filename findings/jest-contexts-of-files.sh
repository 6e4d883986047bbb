#!/bin/sh
# jest-circus 30.5.2 keeps the context of a test in an AsyncLocalStorage. Each test file makes one
# and none is disabled at its end, so under Node 20 and 22 every promise of the tenth file in a
# worker carries ten contexts over: in a worker of sixty files they cost a tenth of the time.
# A storage that an environment disables in `teardown` is gone.
# Seen: 1,2,3,4 storages in the first to the fourth file; 1,1,1,1 where each is disabled.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jest@30.5.2 jest-circus@30.5.2
for file in a b c d; do
  cat >"$file.test.js" <<'TEST'
const { AsyncResource } = require('node:async_hooks');
const { appendFileSync } = require('node:fs');
test('counts the storages whose context a new resource carries', () => {
  const resource = new AsyncResource('count');
  const keys = Object.getOwnPropertySymbols(resource).map(String);
  const stores = keys.filter((key) => key === 'Symbol(kResourceStore)');
  appendFileSync('seen.txt', `${stores.length},`);
});
TEST
done
cat >environment.js <<'CODE'
const { AsyncLocalStorage } = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...parameters) {
  storages.add(this);
  return run.apply(this, parameters);
};
module.exports = class extends TestEnvironment {
  async teardown() {
    await super.teardown();
    for (const storage of storages) storage.disable();
    storages.clear();
  }
};
CODE
npx jest --runInBand --silent >/dev/null 2>&1
npx jest --runInBand --silent --env ./environment.js >/dev/null 2>&1
seen=$(cat seen.txt)
echo "$seen"
test "$seen" = '1,2,3,4,1,1,1,1,'
