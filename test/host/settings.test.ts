/** Every setting of an installation has an effect: run with the default and with another value. */
import { createHmac } from 'node:crypto';
import nock from 'nock';

import {
  checkSettings,
  readInstallation,
  SettingError,
  settingProblems,
  settings,
  type Setting,
} from '../../host/settings.ts';
import { loadApp } from '../support/dialect.ts';
import { event, openSteps, type Effect } from '../service/effects.ts';
import { useNock } from '../support/nock.ts';

type Item = Record<string, any>;

const steps = openSteps();
const { create, find, fire } = steps;

/** What a step does about a service that takes 200 ms. */
const patience = () => {
  steps.service().slow(200);
  return find().then(
    () => 'waits',
    () => 'gives up',
  );
};
const firedWith = (secret: string, headers: Record<string, string> = {}) =>
  fire(
    'case_submitted',
    {},
    {
      rawRequest: { content: JSON.stringify(event('application.submitted')), headers },
      subscribeData: { id: `wh_${Math.random()}`, secret },
    },
  ).then(
    ({ length }) => length,
    () => 'refused',
  );
const foundAt = (base_url: string) =>
  steps
    .invoke<Item[]>('searches.find_case.operation.perform', {
      authData: { base_url, api_key: 'key' },
      inputData: { application_id: 'app-1' },
    })
    .then(
      ({ length }) => length,
      ({ message }: Error) => message,
    );

useNock();

const effects: Record<Setting, Effect & { value: string }> = {
  plainHttp: {
    value: 'allow',
    seen: () => {
      nock('http://kyc.internal').get(/.*/).optionally().reply(200, { id: 'app-1' });
      return foundAt('http://kyc.internal');
    },
    before: 'Base URL must start with https:// to encrypt the API key.',
    after: 1,
  },
  webhookSignatures: {
    value: 'off',
    seen: () => firedWith('shh'),
    before: 'refused',
    after: 1,
  },
  eventAgeHours: {
    value: '1000',
    seen: () => {
      const secret = 'a secret that is long enough';
      const content = JSON.stringify(event('application.submitted'));
      const at = String(Math.floor(Date.now() / 1000) - 100 * 3600);
      const key = Buffer.from(secret).toString('base64');
      const mark = createHmac('sha256', secret).update(`m.${at}.${content}`).digest('base64');
      return firedWith(`whsec_${key}`, {
        'webhook-id': 'm',
        'webhook-timestamp': at,
        'webhook-signature': `v1,${mark}`,
      });
    },
    before: 'refused',
    after: 1,
  },
  memory: {
    value: 'off',
    seen: async () => {
      await create('create_case', { subject: 'person', last_name: 'A', external_reference: 'r' });
      return steps.cache().calls.length > 0;
    },
    before: true,
    after: false,
  },
  timeoutSeconds: { value: '0.1', seen: patience, before: 'waits', after: 'gives up' },
  stepSeconds: { value: '0.1', seen: patience, before: 'waits', after: 'gives up' },
};

const environment = process.env;
beforeEach(() => (process.env = { ...environment }));
afterEach(() => (process.env = environment));

it.each(Object.entries(effects))('%s has an effect', (name, { value, ...effect }) =>
  steps.expectEffect(effect, (work) => {
    process.env[settings[name as Setting].env] = value;
    return work();
  }),
);

describe('a value that cannot be right', () => {
  const wrong: Record<Setting, string[]> = {
    plainHttp: ['yes', 'true'],
    webhookSignatures: ['false', 'none', ''],
    eventAgeHours: ['0', '-1', '36h', 'x', 'none', '9000'],
    memory: ['false', 'OFF', ''],
    timeoutSeconds: ['20s', '0', 'none', '1e3', '9999'],
    stepSeconds: ['25s', 'Infinity', 'NaN', '0.0001'],
  };
  const onOff = '"on" or "off"';
  const takes: Record<Setting, string> = {
    plainHttp: '"refuse" or "allow"',
    webhookSignatures: onOff,
    eventAgeHours: 'a number of hours from 0.01 to 8760, without a unit',
    memory: onOff,
    timeoutSeconds: 'a number of seconds from 0.001 to 3600, without a unit',
    stepSeconds: 'a number of seconds from 0.001 to 55, without a unit',
  };
  const each = Object.entries(wrong).flatMap(([name, values]) =>
    values.map((value): [Setting, string] => [name as Setting, value]),
  );

  it.each(each)(
    '%s: %j is refused by its name, with the value and what it takes',
    (name, value) => {
      const { env } = settings[name];
      process.env[env] = value;
      const message = `The setting ${env} is "${value}": it takes ${takes[name]}.`;
      expect(() => readInstallation(process.env)[name]).toThrow(message);
      expect(settingProblems(process.env)).toEqual([message]);
      expect(() => checkSettings(process.env)).toThrow(message);
      // What a Zap's history shows of it holds no input of the step (zapier/adapter.ts).
      expect(() => readInstallation(process.env)[name]).toThrow(SettingError);
    },
  );

  it('is none of the defaults', () => expect(settingProblems(process.env)).toEqual([]));

  it('is none with blanks around it', () => {
    process.env.SERVICE_STEP_SECONDS = ' 0.5 ';
    expect(readInstallation(process.env).stepSeconds).toBe(0.5);
  });

  it('stops the app from loading', async () => {
    process.env.SERVICE_STEP_SECONDS = '25s';
    process.env.SERVICE_MEMORY = 'false';
    await expect(loadApp()).rejects.toThrow(/MEMORY is "false".*\n.*STEP_SECONDS is "25s"/);
  });
});
