/** A clock from n8n's functions: a verified package must not use timers of its own. */
import { sleep } from 'n8n-workflow';

import { outOfTime } from '../../../host/errors.ts';
import type { Clock } from '../../../host/host.ts';

export const clock: Clock = {
  wait: sleep,
  /** No function of n8n ends a sleep, so one that is not needed any more ends by itself. */
  within(milliseconds, work) {
    const late = sleep(milliseconds).then(() => {
      throw outOfTime();
    });
    return Promise.race([work, late]);
  },
};
