/** n8n's words. */
import { inWordsOf } from '../../../host/words.ts';
import { namesOfOperations } from '../places.ts';

/** Fills n8n's words into a text for its editor or an execution. */
export const inWordsOfN8n = inWordsOf(
  {
    platform: 'n8n',
    flow: 'workflow',
    step: 'node',
    run: 'execution',
    connection: 'credential',
    Map: 'Take',
    map: 'take',
    earlier_step: 'an earlier node',
    source_step: 'the node',
    Another_run: 'Another execution',
    replay: 'retry the execution',
    replaying: 'retrying the execution',
    A_replay: 'A retry',
    Runs: 'Starts',
    Yes: 'On',
    No: 'Off',
    or_empty: '',
    tries_again: 'Run it again later, or switch on "Retry On Fail" in the settings of the node.',
    reconnect: 'Enter a valid key in the credential.',
    and_reconnect: 'into the credential',
    from_here: 'from here',
    its_time: 'time',
  },
  namesOfOperations,
);
