import { callApi } from '../client/api-request.ts';
import { rawAnswerOutput, rawCallFields, toRawAnswer, toRawCall } from '../fields/api-request.ts';
import { declareAction } from '../operation.ts';

/** Any endpoint of the connection's service, never another host. */
export default declareAction({
  key: 'call_api',
  noun: 'API Request',
  label: 'Send API Request',
  description: 'Creates a request to any endpoint of the service, and returns the answer.',
  input: rawCallFields,
  run: async (run, input) => toRawAnswer(await callApi(run, toRawCall(input))),
  output: rawAnswerOutput,
});
