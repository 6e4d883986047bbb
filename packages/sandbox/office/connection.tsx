/** The parts of a connection: the sandbox's address and its key. */
import type { Parts } from '../domain/services.ts';
import { Copy, Facts } from './parts.tsx';

/** The sandbox's own public key. */
export const ownKey = ({ store }: Parts<'store'>): string =>
  String(store.get('select api_key from api_keys order by rowid limit 1')?.api_key);

/** Each has a button to copy it. */
export const Connection = ({ url, apiKey }: { url: string; apiKey: string }) => (
  <Facts
    facts={[
      [
        'Base URL',
        <>
          <code>{url}</code> <Copy text={url}>Copy the address</Copy>
        </>,
      ],
      [
        'API key',
        <>
          <code>{apiKey}</code> <Copy text={apiKey}>Copy the key</Copy>
        </>,
      ],
    ]}
  />
);
