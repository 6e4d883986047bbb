/** A client with fetch that checks each body and each answer with zod. */
import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';

export default defineConfig({
  input: { path: 'docs/openapi.json' },
  output: { path: 'tools/clients/generated/kubb', clean: true },
  plugins: [
    pluginOas(),
    pluginTs(),
    pluginZod(),
    pluginClient({ client: 'fetch', parser: 'zod', bundle: true }),
  ],
});
