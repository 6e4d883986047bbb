/**
 * One operation on Zapier's own test tool, by its key. Nock answers for the service: it refuses
 * another body, and any other request.
 */
import { createAppTester } from 'zapier-platform-core';

import app from '../../index.ts';
import type { triggers } from '../../triggers/index.ts';
import { authData, service, useNock, withRefusals } from './nock.ts';

const appTester = withRefusals(createAppTester(app));
const steps = { ...app.creates, ...app.searches };

/** Runs a create or a search with this input. */
export function useStep(key: keyof typeof steps, inputData: object) {
  useNock();
  const { perform } = steps[key].operation;
  return () => appTester(perform, { authData, inputData }, true);
}

/** What the test of a trigger says of it. */
export interface Expected {
  /** The name of its event. */
  type: string;
  input?: object;
  /** What only this trigger's test shows of the case. */
  shown?: object;
  /** What a case shows for which its input runs no Zap. */
  leftOut?: object;
}

const client = {
  application_id: 'app_1',
  business: { organization_name: 'Lumen Studio SAS' },
  external_reference: 'deal-1',
};

/** A trigger with one event of a case. Tests what all triggers do. */
export function useTrigger(
  key: keyof typeof triggers,
  { type, input = {}, shown, leftOut }: Expected,
) {
  useNock();
  const { operation } = app.triggers[key];
  const { perform, performList, performSubscribe, performUnsubscribe } = operation;
  const targetUrl = 'https://hooks.zapier.com/1';
  const bundle = { authData, inputData: input, targetUrl, subscribeData: { id: 'wh_1' } };
  const { application_id } = client;
  const event = { event_id: 'evt_1', type, data: { object: { application_id } } };
  const content = JSON.stringify(event);
  const receive = () => appTester(perform, { ...bundle, rawRequest: { content } }, true);
  const request = () => service().get('/api/applications/app_1');

  it('registers the address of the Zap, and takes it back', async () => {
    service()
      .post('/api/webhooks', { url: targetUrl, events: [type] })
      .reply(201, { id: 'wh_1' });
    expect(await appTester(performSubscribe!, bundle)).toEqual({ id: 'wh_1' });
    service().delete('/api/webhooks/wh_1').reply(204);
    await appTester(performUnsubscribe!, bundle);
  });

  it('runs a Zap with the case as the service has it now', async () => {
    request().reply(200, { ...client, ...shown });
    expect(await receive()).toMatchObject([
      {
        id: 'evt_1',
        application_id: 'app_1',
        name: 'Lumen Studio SAS',
        external_reference: 'deal-1',
        ...shown,
      },
    ]);
  });

  if (leftOut) {
    it('runs no Zap with a case that its input leaves out', async () => {
      request().reply(200, { ...client, ...leftOut });
      expect(await receive()).toEqual([]);
    });
  }

  it('shows nothing in the editor before there is a case', async () => {
    expect(await appTester(performList, bundle, true)).toEqual([]);
  });

  return { receive, request };
}
