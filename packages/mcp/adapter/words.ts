/** This server's words. */
import { OperationError } from '../../../client/basics/errors.ts';
import { creates } from '../../../creates/index.ts';
import { searches } from '../../../searches/index.ts';
import { inWordsOf } from '../../../host/words.ts';

const tools = Object.fromEntries(Object.keys({ ...creates, ...searches }).map((key) => [key, key]));

/** Fills this server's words into a text. */
export const inWords = inWordsOf(
  {
    platform: 'this server',
    flow: 'conversation',
    step: 'call',
    run: 'call',
    connection: 'connection',
    Map: 'Take',
    map: 'take',
    earlier_step: 'an earlier result',
    source_step: 'the tool',
    Another_run: 'Another call',
    replay: 'call it again',
    replaying: 'calling it again',
    A_replay: 'Another call',
    Runs: 'Runs',
    Yes: 'true',
    No: 'false',
    or_empty: ' or empty',
    tries_again: 'Call it again later.',
    reconnect: 'Start this server with a valid key.',
    and_reconnect: 'and start this server again',
    from_here: 'from here',
    its_time: 'time',
  },
  tools,
);

/** The message of an error in this server's words. */
export function messageOf(error: unknown): string {
  const { message } = error as Error;
  const seconds = error instanceof OperationError ? error.seconds : undefined;
  return inWords(message).replace('again later', seconds ? `again in ${seconds} seconds` : '$&');
}
