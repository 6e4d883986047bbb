/** Every setting of an installation has an effect: run with the default and with another value. */
import { createHmac } from 'node:crypto';
import nock from 'nock';

import app from '../../index.ts';
import { withoutHidden } from '../../zapier/hidden.ts';
import {
  checkSettings,
  readInstallation,
  SettingError,
  settingProblems,
  settings,
  type Setting,
} from '../../client/settings.ts';
import { createAppHandler } from '../support/app-handler.ts';
import { loadApp } from '../support/app-of-dialect.ts';
import { withDialect } from '../support/with-dialect.ts';
import { builtApp, event, openSteps, type Effect } from '../support/effects.ts';
import { useNock } from '../support/nock.ts';
import { runner } from '../support/app.ts';

type Item = Record<string, any>;

/** What an installation leaves out. */
const hidden = 'call_api, find_case';

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
  privateNetwork: {
    value: 'allow',
    seen: async () => {
      process.env.AWS_LAMBDA_FUNCTION_NAME = 'zapier';
      nock('https://10.1.2.3').get(/.*/).reply(200, { id: 'app-1' });
      const found = await foundAt('https://10.1.2.3');
      delete process.env.AWS_LAMBDA_FUNCTION_NAME;
      return found;
    },
    before: expect.stringContaining('is not public and cannot be used from Zapier'),
    after: 1,
  },
  plainHttp: {
    value: 'allow',
    seen: () => {
      nock('http://kyc.internal').get(/.*/).reply(200, { id: 'app-1' });
      return foundAt('http://kyc.internal');
    },
    before: 'Base URL must start with https:// to encrypt the API key.',
    after: 1,
  },
  hide: {
    value: hidden,
    seen: async () => {
      const { creates, searches } = await builtApp();
      return ['call_api', 'find_case', 'create_case'].map(
        (key) => key in { ...creates, ...searches },
      );
    },
    before: [true, true, true],
    after: [false, false, true],
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
  webhookSecret: {
    value: 'shh',
    seen: () =>
      withDialect({ signature: 'hmac-sha256-hex' }, () => {
        const content = JSON.stringify(event('application.submitted'));
        const signature = createHmac('sha256', 'shh').update(content).digest('hex');
        return firedWith('not it', { 'X-Signature': signature });
      }),
    before: 'refused',
    after: 1,
  },
  portalAddress: {
    value: 'collect.example.com/',
    seen: async () => (await find())[0]!.portal_link.replace(steps.service().url, ''),
    before: '/portals/tok',
    after: 'https://collect.example.com/portals/tok',
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
  logBodies: {
    value: 'on',
    seen: async () => {
      const log = jest.spyOn(console, 'log').mockImplementation(() => {});
      await runner(undefined, { detailedLogToStdout: true, logToStdout: true })(
        'searches.find_case.operation.perform',
        {
          authData: { base_url: steps.service().url, api_key: 'key' },
          inputData: { application_id: 'app-1' },
        },
      );
      const said = log.mock.calls.join();
      log.mockRestore();
      return said.includes('status_review');
    },
    before: false,
    after: true,
  },
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

describe('SERVICE_HIDE', () => {
  const without = (keys: string) => {
    const variables = { SERVICE_HIDE: keys };
    return withoutHidden(app as Item & typeof app, readInstallation(variables), variables);
  };
  const keysOf = ({ triggers, creates, searches }: Item) =>
    Object.keys({ ...triggers, ...creates, ...searches });

  it.each([
    ['create_case', []],
    ['find_case', []],
    ['case_submitted, get_company', ['find_case']],
  ])('leaves out %s, with what leans on it', (keys, searchOrCreates) => {
    const left = without(keys);
    const out = keys.split(', ');
    expect(keysOf(left)).toEqual(keysOf(app).filter((key) => !out.includes(key)));
    expect(Object.keys(left.searchOrCreates)).toEqual(searchOrCreates);
  });

  it('names a key that is none of an operation, and what it takes', () =>
    expect(() => without('call_api,delete_case')).toThrow(
      /SERVICE_HIDE is "call_api,delete_case": it takes keys of operations .*start_onboarding.*find_case/,
    ));

  it('leaves at push an app that the platform takes, with forms that name no search that is gone', async () => {
    const namesIt = ({ creates }: Item) =>
      JSON.stringify(creates).includes('"search":"find_case.application_id"');
    expect(namesIt(app)).toBe(true);
    process.env.SERVICE_HIDE = hidden;
    const left = await builtApp();
    expect(namesIt(left)).toBe(false);
    const { results } = await createAppHandler(left)({ command: 'validate', calledFromCli: true });
    expect(results).toEqual([]);
  });
});

describe('a value that cannot be right', () => {
  const wrong: Record<Setting, string[]> = {
    privateNetwork: ['yes', 'Allow'],
    plainHttp: ['yes', 'true'],
    hide: ['["call_api"]', 'a,,b'],
    webhookSignatures: ['false', 'none', ''],
    eventAgeHours: ['0', '-1', '36h', 'x', 'none', '9000'],
    webhookSecret: ['s\u00e9cret'],
    portalAddress: ['https://', 'ftp://host.example', 'https://a.example/?x', 'collect'],
    memory: ['false', 'OFF', ''],
    timeoutSeconds: ['20s', '0', 'none', '1e3', '9999'],
    stepSeconds: ['25s', 'Infinity', 'NaN', '0.0001'],
    logBodies: ['yes', '1'],
  };
  const onOff = '"on" or "off"';
  const takes: Record<Setting, string> = {
    privateNetwork: '"refuse" or "allow"',
    plainHttp: '"refuse" or "allow"',
    hide: 'values with commas between them, without brackets or quotes, or none',
    webhookSignatures: onOff,
    eventAgeHours: 'a number of hours from 0.01 to 8760, without a unit',
    webhookSecret: 'one or more secrets with commas or spaces between them, or none',
    portalAddress: 'a web address such as https://portal.example.com, or none',
    memory: onOff,
    timeoutSeconds: 'a number of seconds from 0.001 to 3600, without a unit',
    stepSeconds: 'a number of seconds from 0.001 to 55, without a unit',
    logBodies: onOff,
  };
  const each = Object.entries(wrong).flatMap(([name, values]) =>
    values.map((value): [Setting, string] => [name as Setting, value]),
  );

  it.each(each)(
    '%s: %j is refused by its name, with the value and what it takes',
    (name, value) => {
      const { env } = settings[name];
      process.env[env] = value;
      const quote = name === 'webhookSecret' ? 'not readable' : `"${value}"`;
      const message = `The setting ${env} is ${quote}: it takes ${takes[name]}.`;
      expect(() => readInstallation(process.env)[name]).toThrow(message);
      expect(settingProblems(process.env)).toEqual([message]);
      expect(() => checkSettings(process.env)).toThrow(message);
      // What a Zap's history shows of it holds no input of the step (zapier/adapter.ts).
      expect(() => readInstallation(process.env)[name]).toThrow(SettingError);
    },
  );

  it('is none of the defaults', () => expect(settingProblems(process.env)).toEqual([]));

  it.each<[Setting, string, unknown]>([
    ['hide', 'none', []],
    ['hide', 'call_api, get_company', ['call_api', 'get_company']],
    ['portalAddress', 'none', ''],
    ['portalAddress', 'portal.example.com:8443/', 'https://portal.example.com:8443'],
    ['portalAddress', 'http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['stepSeconds', ' 0.5 ', 0.5],
  ])('reads %s %j', (name, text, value) => {
    process.env[settings[name].env] = text;
    expect(readInstallation(process.env)[name]).toEqual(value);
  });

  it('stops the app from loading', async () => {
    process.env.SERVICE_STEP_SECONDS = '25s';
    process.env.SERVICE_MEMORY = 'false';
    await expect(loadApp()).rejects.toThrow(/MEMORY is "false".*\n.*STEP_SECONDS is "25s"/);
  });
});
