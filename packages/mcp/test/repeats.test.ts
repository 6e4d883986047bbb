/** Two calls at once for one deal make one case. */
import { startPlainService } from '../../../test/support/stand-in.ts';
import { agree, asCall, newest, startServer } from './support.ts';

const deal = {
  subject: 'business',
  organization_name: 'Lumen Studio SAS',
  external_reference: 'deal-1',
};

it('makes one case of two calls at once', async () => {
  const service = await startPlainService();
  const server = await startServer(service.url);
  const { call, close } = await newest(server.url, agree);
  service.hold();
  const both = [1, 2].map(() => call(...asCall('create_case', deal)));
  // The one that gets the lock waits for the service, the other one ends.
  const busy = await Promise.race(both);
  expect([busy.isError, busy.text]).toEqual([
    true,
    expect.stringMatching(/^Another call is doing the same .*Call it again in 10 seconds/),
  ]);
  service.release();
  await Promise.all(both);
  expect(service.madeAt('/api/applications')).toHaveLength(1);
  await close();
  await server.close();
  service.close();
});
