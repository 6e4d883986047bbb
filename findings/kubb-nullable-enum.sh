#!/bin/sh
# Kubb 4.39.3 writes an enum of integers that may be null as a zod enum of texts, so its client refuses
# the right answer 1, while its type for the same schema has the numbers. Without null it is right.
# Seen: levelSchema refuses 1 and takes "1"; plainSchema takes 1.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts zod@4.6.7 tsx@4.20.6 @kubb/cli@4.39.3 \
  @kubb/core@4.39.3 @kubb/plugin-oas@4.39.3 @kubb/plugin-ts@4.39.3 @kubb/plugin-zod@4.39.3
cat >api.json <<'END'
{
  "openapi": "3.1.0",
  "info": { "title": "A", "version": "1" },
  "paths": {},
  "components": {
    "schemas": {
      "Level": { "type": ["integer", "null"], "enum": [0, 1, null] },
      "Plain": { "type": "integer", "enum": [0, 1] }
    }
  }
}
END
cat >kubb.config.mjs <<'END'
import { defineConfig } from '@kubb/core';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';
export default defineConfig({
  input: { path: 'api.json' },
  output: { path: 'made' },
  plugins: [pluginOas(), pluginTs(), pluginZod()],
});
END
npx kubb generate --config kubb.config.mjs >kubb.log
cat >try.ts <<'END'
import { levelSchema } from './made/zod/levelSchema.ts';
import { plainSchema } from './made/zod/plainSchema.ts';
const seen = [levelSchema.safeParse(1), levelSchema.safeParse('1'), plainSchema.safeParse(1)];
const text = seen.map(({ success }) => success).join();
console.log(text);
process.exit(text === 'false,true,true' ? 0 : 1);
END
npx tsx try.ts
