/** The environment of n8n's engine. Its settings stay in this project. */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve('tools/n8n/node_modules/.cache/n8n');
mkdirSync(folder, { recursive: true });

export const engineEnv = {
  N8N_USER_FOLDER: folder,
  N8N_ENCRYPTION_KEY: 'nothing is encrypted here',
  N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
};
