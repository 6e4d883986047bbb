/** The real engine of n8n (n8n-core, n8n-workflow) around the built nodes. */
import {
  ExecuteContext,
  ExecutionLifecycleHooks,
  HookContext,
  LoadOptionsContext,
  WebhookContext,
  WorkflowExecute,
} from 'n8n-core';
import {
  NodeHelpers,
  Workflow,
  type IConnections,
  type ICredentialDataDecryptedObject,
  type IDataObject,
  type IExecuteFunctions,
  type IHttpRequestOptions,
  type INode,
  type INodeExecutionData,
  type INodeType,
} from 'n8n-workflow';

import * as built from './built.ts';

export const nodes: Record<string, INodeType> = {
  complianceOnboarding: new built.ComplianceOnboarding(),
  complianceOnboardingTrigger: new built.ComplianceOnboardingTrigger(),
};
const credentialType = new built.ComplianceOnboardingApi() as {
  authenticate(
    credentials: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions>;
};
/** Loads the nodes again, as a process of n8n that starts: they remember nothing. */
export function restart(): void {
  jest.isolateModules(() => {
    const again = require('./built.ts') as typeof built;
    nodes.complianceOnboarding = new again.ComplianceOnboarding();
    nodes.complianceOnboardingTrigger = new again.ComplianceOnboardingTrigger();
  });
}
export const action = nodes.complianceOnboarding!;
export const trigger = nodes.complianceOnboardingTrigger!;

interface Credential {
  baseUrl: string;
  apiKey: string;
  webhookSecret?: string;
  dialect?: string;
  checkSignatures?: boolean;
  timeoutSeconds?: number;
  stepSeconds?: number;
  memory?: string;
  onOutage?: string;
  portalAddress?: string;
  allowHttp?: boolean;
}

export const apiKey = 'sandbox_key';

/** The parameters of a node as n8n completes them. */
export const completed = (
  { description }: INodeType,
  parameters: IDataObject,
  node: Partial<INode> = {},
) =>
  NodeHelpers.getNodeParameters(
    description.properties,
    parameters as never,
    true,
    false,
    { typeVersion: 2, parameters, ...node } as never,
    description,
  );

/** What n8n itself offers around a node: credentials, and the addresses of webhooks. */
const additional = (credential: Credential, more: object = {}) =>
  ({
    credentialsHelper: {
      getParentTypes: () => [],
      preAuthentication: async () => undefined,
      getDecrypted: async () => ({ ...credential }),
      authenticate: async (
        decrypted: ICredentialDataDecryptedObject,
        _type: string,
        request: IHttpRequestOptions,
      ) => credentialType.authenticate(decrypted, request),
    },
    webhookBaseUrl: 'https://n8n.example/webhook',
    webhookTestBaseUrl: 'https://n8n.example/webhook-test',
    ...more,
  }) as never;

/** A workflow of this one node, completed with the node's defaults. */
function workflowOf(name: string, more: Partial<INode>) {
  const node = {
    id: '1',
    name,
    type: name,
    typeVersion: 2,
    position: [0, 0] as [number, number],
    parameters: {},
    webhookId: 'hook-1',
    credentials: { complianceOnboardingApi: { id: '1', name: 'Test' } },
    ...more,
  } as INode;
  const workflow = new Workflow({
    id: 'w1',
    nodes: [node],
    connections: {},
    active: true,
    nodeTypes: {
      // n8n makes the tool of an agent from the node, and adds to its name.
      getByName: (type: string) => nodes[type.replace(/Tool$/, '')]!,
      getByNameAndVersion: (type: string) => nodes[type.replace(/Tool$/, '')]!,
      getKnownTypes: () => ({}),
    } as never,
    staticData: {},
  });
  // The workflow completes the parameters with the defaults of the node.
  const own = workflow.getNode(name)!;
  return { workflow, own };
}

/** The settings of the engine, which its logger has. */
export function settingsOfEngine() {
  const { workflow, own } = workflowOf('complianceOnboarding', {});
  const { logger } = new LoadOptionsContext(workflow, own, additional({ baseUrl: '', apiKey }), '');
  return (logger as unknown as { globalConfig: { executions: { mode: string } } }).globalConfig;
}

/** A request as n8n hands it to a webhook; what the node answers by itself lands in `answered`. */
function webhookRequest(content: string, headers: IDataObject) {
  const answered: { status?: number; body?: unknown } = {};
  const httpResponse = {
    status(status: number) {
      answered.status = status;
      return httpResponse;
    },
    json(body: unknown) {
      answered.body = body;
      return httpResponse;
    },
  };
  const httpRequest = {
    rawBody: Buffer.from(content),
    body: JSON.parse(content) as IDataObject,
    headers,
    params: {},
    query: {},
  };
  return { answered, http: { httpRequest, httpResponse } };
}

/** What an action node runs in, with these items. */
function executeContext(
  workflow: Workflow,
  own: INode,
  around: ReturnType<typeof additional>,
  items: INodeExecutionData[],
) {
  const input = { main: [items] };
  const executeData = { data: input, node: own, source: null };
  const run = { resultData: { runData: {} }, executionData: { contextData: {} } };
  return new ExecuteContext(
    workflow,
    own,
    around,
    'manual',
    run as never,
    0,
    items,
    input,
    executeData as never,
    [],
  );
}

/** A workflow of the action node on a service at this address; `more` is of its credential. */
export const actionOn = (baseUrl: string, more: Partial<Credential> = {}) =>
  openWorkflow('complianceOnboarding', { baseUrl, apiKey, ...more });

type HookMethod = 'checkExists' | 'create' | 'delete';
type Methods = Record<string, (...given: unknown[]) => unknown>;

/** Collects what a node writes into the log of n8n. */
const noteWarnings = (context: object, warnings: string[]) =>
  Object.defineProperty(context, 'logger', {
    value: { warn: (text: string) => warnings.push(text) },
  });

/** One workflow with one node; its static data lives as long as it. */
export function openWorkflow(name: string, credential: Credential, more: Partial<INode> = {}) {
  const { workflow, own } = workflowOf(name, more);
  let filledIn: IDataObject | undefined;
  const warnings: string[] = [];
  return {
    workflow,
    warnings,

    /** Runs the action node on these items. */
    async execute(parameters: IDataObject, items: INodeExecutionData[] = [{ json: {} }]) {
      // As n8n does once for a workflow it starts: what has no place in the form is not there.
      if (parameters !== filledIn)
        own.parameters = completed(nodes[name]!, parameters, { ...own, parameters: {} })!;
      filledIn = parameters;
      const context = executeContext(workflow, own, additional(credential), items);
      const [made] = (await nodes[name]!.execute!.call(context as never)) as INodeExecutionData[][];
      return made!;
    },

    /** Calls a method by which the editor loads what the account defines, as its requests do. */
    async load<T>(
      group: 'loadOptions' | 'listSearch' | 'resourceMapping',
      method: string,
      parameters: IDataObject,
      ...given: unknown[]
    ) {
      own.parameters = parameters as never;
      const around = additional(credential, { currentNodeParameters: parameters });
      const context = new LoadOptionsContext(workflow, own, around, `parameters.${method}`);
      const methods = nodes[name]!.methods![group] as unknown as Methods;
      return (await methods[method]!.call(context, ...given)) as T;
    },

    /** Calls a method of the webhook's life; `place` is what differs in the n8n around it. */
    async hook(method: HookMethod, parameters: IDataObject, place: object = {}) {
      own.parameters = parameters as never;
      const around = additional(credential, place);
      const context = new HookContext(workflow, own, around, 'trigger', 'init');
      noteWarnings(context, warnings);
      return nodes[name]!.webhookMethods!.default![method].call(context as never);
    },

    /** Delivers a request to the webhook. @returns what starts the workflow, and the answer. */
    async deliver(parameters: IDataObject, content: string, headers: IDataObject) {
      own.parameters = parameters as never;
      const { answered, http } = webhookRequest(content, headers);
      const context = new WebhookContext(
        workflow,
        own,
        additional(credential, http),
        'webhook',
        { webhookDescription: trigger.description.webhooks![0] } as never,
        [],
        null,
      );
      const response = await nodes[name]!.webhook!.call(context as never);
      return { ...answered, started: response.workflowData?.[0]?.map(({ json }) => json) ?? [] };
    },
  };
}

/** A workflow as it lies in a file. */
export interface WorkflowFile {
  name: string;
  nodes: INode[];
  connections: IConnections;
}
export const ownPrefix = 'n8n-nodes-compliance-onboarding.';

/** A node of n8n's own package, which shows its items, or what `run` makes of its parameters. */
const nodeOfN8n = (
  names: string[],
  run: (
    parameters: IDataObject,
    item: IDataObject,
  ) => IDataObject | undefined | Promise<IDataObject>,
) =>
  ({
    description: {
      displayName: 'A node of n8n',
      name: 'ofN8n',
      group: [],
      version: 1,
      description: '',
      defaults: {},
      inputs: ['main'],
      outputs: ['main'],
      properties: names.map((name) => ({
        displayName: name,
        name,
        type: 'string',
        default: '',
      })),
    },
    async execute(this: IExecuteFunctions) {
      const output = this.getInputData().map(async ({ json }, item) => {
        const parameters = names.map((name) => [name, this.getNodeParameter(name, item)]);
        const made = await run(Object.fromEntries(parameters) as IDataObject, json);
        return made ? [{ json: made, pairedItem: { item } }] : [];
      });
      return [(await Promise.all(output)).flat()];
    },
  }) as unknown as INodeType;

/** The value that a filter wants to be empty. */
interface Conditions {
  conditions: [{ leftValue: unknown }];
}

/** The nodes of n8n that the templates use. A wait calls `pass` with its days. */
const nodesOfN8n = (
  sends: (parameters: IDataObject) => IDataObject,
  pass: (days: number) => unknown,
  dealOf: () => IDataObject,
): Record<string, INodeType> => ({
  manualTrigger: nodeOfN8n([], (_, item) => item),
  webhook: nodeOfN8n([], (_, item) => item),
  set: nodeOfN8n(['jsonOutput'], ({ jsonOutput }) =>
    typeof jsonOutput === 'string'
      ? (JSON.parse(jsonOutput) as IDataObject)
      : (jsonOutput as IDataObject),
  ),
  filter: nodeOfN8n(['conditions'], ({ conditions }, item) =>
    (conditions as unknown as Conditions).conditions[0].leftValue ? undefined : item,
  ),
  wait: nodeOfN8n(['amount'], async ({ amount }, item) => {
    await pass(Number(amount));
    return item;
  }),
  emailSend: nodeOfN8n(['toEmail', 'subject', 'text'], sends),
  httpRequest: nodeOfN8n(['method', 'url', 'jsonBody'], ({ method, ...parameters }) =>
    method === 'POST' ? sends(parameters) : dealOf(),
  ),
});

/**
 * Runs a whole workflow in the engine, from a node with its item; what leaves n8n by mail or HTTP
 * is listed instead of sent. A wait calls `pass` with its days. `dealOf` answers for the CRM.
 */
export async function runWorkflow(
  file: WorkflowFile,
  credential: Credential,
  start: string,
  json: IDataObject,
  pass: (days: number) => unknown = () => undefined,
  dealOf: () => IDataObject = () => json,
) {
  const sent: IDataObject[] = [];
  const sends = (parameters: IDataObject) => {
    sent.push(parameters);
    return parameters;
  };
  const others = nodesOfN8n(sends, pass, dealOf);
  const typeOf = (type: string) => {
    const name = type.split('.').pop()!;
    return type.startsWith(ownPrefix) ? nodes[name]! : others[name]!;
  };
  const { name } = file;
  const workflow = new Workflow({
    id: 'w1',
    name,
    nodes: structuredClone(file.nodes),
    connections: file.connections,
    active: false,
    nodeTypes: {
      getByName: typeOf,
      getByNameAndVersion: typeOf,
      getKnownTypes: () => ({}),
    } as never,
    settings: { executionOrder: 'v1' },
  });
  const data = { id: 'w1', name, nodes: file.nodes, connections: file.connections };
  const hooks = new ExecutionLifecycleHooks('webhook', '1', data as never);
  const around = additional(credential, { hooks, executionId: '1', currentNodeExecutionIndex: 0 });
  const run = await new WorkflowExecute(around, 'webhook').run(
    workflow,
    workflow.getNode(start)!,
    undefined,
    undefined,
    { name: start, data: { data: { main: [[{ json }]] } } as never },
  );
  const { error, runData } = run.data.resultData;
  if (error) throw error;
  return { sent, ran: Object.keys(runData) };
}
