import { entryAfter } from '../../../client/memory/once.ts';

const claim = { state: 'claimed', by: 'run 1', until: 1000 } as const;
const noted = { state: 'made', value: 'app_1', time: 5, account: 'key' } as const;
const refused = { state: 'refused', times: 1 } as const;
const doubtful = { state: 'doubtful', times: 1, until: 9000 } as const;
const fail = (outcome?: 'nothing' | 'refused') => ({ type: 'fail', outcome, until: 2000 }) as const;
const pass = (time: number) => ({ type: 'pass', time, doubt: 500 }) as const;

type Entry = Parameters<typeof entryAfter>[0];
type Happening = Parameters<typeof entryAfter>[1];

describe('the entry of an identity', () => {
  it.each<[name: string, entry: Entry, happening: Happening, after: Entry]>([
    ['made by the first run', undefined, { type: 'make', noted }, noted],
    ['made after a refusal', refused, { type: 'make', noted }, noted],
    ['half done', undefined, { type: 'save', claim, noted }, { ...claim, noted }],
    ['refused', undefined, fail('refused'), refused],
    ['refused once more', refused, fail('refused'), { state: 'refused', times: 2 }],
    [
      'refused, where an earlier request may have made it',
      doubtful,
      fail('refused'),
      { ...doubtful, until: 2000 },
    ],
    ['without an answer', undefined, fail(), { state: 'doubtful', times: 0, until: 2000 }],
    ['without an answer after a refusal', refused, fail(), { ...doubtful, until: 2000 }],
    ['not sent at all', undefined, fail('nothing'), undefined],
    ['not sent after a refusal', refused, fail('nothing'), refused],
    ['claimed by a run at work', claim, pass(999), claim],
    ['claimed by a killed run', claim, pass(1000), { state: 'doubtful', times: 0, until: 1500 }],
    ['claimed by a run that was killed half-way', { ...claim, noted }, pass(1000), noted],
    ['made long ago', noted, pass(1e12), noted],
    ['in doubt', doubtful, pass(1e12), doubtful],
  ])('%s', (_, entry, happening, after) => expect(entryAfter(entry, happening)).toEqual(after));
});
