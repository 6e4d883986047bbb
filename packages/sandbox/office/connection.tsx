/** The parts of a connection: the sandbox's address and its key. */
import { ownKey } from '../domain/api-keys.ts';
import { Copy, Facts } from './parts.tsx';

/** Each has a button to copy it. */
export const Connection = ({ url }: { url: string }) => (
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
          <code>{ownKey}</code> <Copy text={ownKey}>Copy the key</Copy>
        </>,
      ],
    ]}
  />
);
