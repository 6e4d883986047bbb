import { defineCreate } from 'zapier-platform-core';

import { callApi } from '../client/client.ts';
import { newStep } from '../client/transport.ts';
import {
  rawAnswerOutput,
  rawAnswerSample,
  rawCallFields,
  toRawAnswer,
  toRawCall,
} from '../fields/raw-call.ts';

/** Any endpoint of the connection's service; never another host. */
export default defineCreate({
  key: 'call_api',
  noun: 'API Request',
  display: {
    label: 'API Request',
    description:
      'Creates a request to an endpoint of the service that has no action here yet. Needs its method and path; returns status and body of the answer.',
  },
  operation: {
    inputFields: rawCallFields,
    perform: async (z, bundle) =>
      toRawAnswer(await callApi(newStep(z, bundle), toRawCall(bundle.inputData))),
    outputFields: rawAnswerOutput,
    sample: rawAnswerSample,
  },
});
