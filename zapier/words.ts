/** Zapier's words. */
import { creates } from '../creates/index.ts';
import { searches } from '../searches/index.ts';
import { inWordsOf } from '../host/words.ts';

const labels = Object.fromEntries(
  Object.values({ ...creates, ...searches }).map(({ key, label }) => [key, label]),
);

/** Fills Zapier's words into a text for its editor or history. */
export const inWords = inWordsOf(
  {
    platform: 'Zapier',
    flow: 'Zap',
    step: 'step',
    run: 'run',
    connection: 'connection',
    Map: 'Map',
    map: 'map',
    earlier_step: 'an earlier step',
    source_step: 'the step',
    Another_run: 'Another run',
    replay: 'replay the run',
    replaying: 'replaying the run',
    A_replay: 'A replay',
    Runs: 'Runs',
    Yes: 'Yes',
    No: 'No',
    or_empty: ' or empty',
    tries_again: 'Zapier tries this step again by itself.',
    reconnect: 'Reconnect the account with a valid key.',
    and_reconnect: 'and reconnect',
    from_here: 'from Zapier',
    its_time: 'the time Zapier gives it',
  },
  labels,
);
