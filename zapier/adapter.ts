/** Turns operations into the form of Zapier's platform. */
import {
  errors,
  type Bundle,
  type Create,
  type PlainInputField,
  type Search as PlatformSearch,
  type Trigger as PlatformTrigger,
  type ZObject,
} from 'zapier-platform-core';

import { OperationError, resultOf, type ErrorKind } from '../client/basics/errors.ts';
import { newRun, type Run } from '../client/exchange/run.ts';
import { readInstallation, SettingError } from '../host/settings.ts';
import { headingsOf } from '../fields/kinds/groups.ts';
import { withOwnLabels, type Field, type Fields } from '../fields/kinds/form.ts';
import {
  receive,
  runAction,
  type Action,
  type Output,
  type Search,
  type Trigger,
} from '../operation.ts';
import type { Dialect } from '../service/dialect.ts';
import type { Delivery } from '../client/events.ts';
import { registersByHand, subscribe, unsubscribe } from '../client/webhooks.ts';
import { storeOf } from './cache.ts';
import { definitionDialect, dialectInUse, notSetUp } from './dialect-in-use.ts';
import { httpOf } from './http.ts';
import { clock } from '../host/node/clock.ts';
import { untouched } from './untouched.ts';
import { fieldsField, shownFields } from './usual-fields.ts';
import { inWords } from './words.ts';

type Platform = Pick<Bundle, 'authData' | 'meta'>;

/**
 * The run of a call. The settings are read again, because Zapier changes the environment. Without a
 * bundle (a form) it has no requests and no cache.
 */
function runOf(z: ZObject, bundle: Partial<Platform> | undefined, dialect: Dialect): Run {
  return newRun({
    connection: bundle?.authData ?? {},
    dialect,
    installation: readInstallation(process.env),
    host: { http: httpOf(z), store: storeOf(z), clock, inWords },
    isTest: bundle?.meta?.isLoadingSample === true,
  });
}

const platformErrors: Record<ErrorKind, (message: string, error: OperationError) => Error> = {
  halt: (message) => new errors.HaltedError(message),
  reconnect: (message) => new errors.ExpiredAuthError(message),
  throttle: (message, { seconds = 60 }) => new errors.ThrottledError(message, seconds),
  error: (message, { status }) => new errors.Error(message, 'service_error', status),
};

/** Otherwise the platform adds the step's input, with client data, to the message. */
const bare = (error: Error): Error => Object.assign(error, { doNotContextify: true });

function platformError(error: unknown): unknown {
  if (error instanceof SettingError) return bare(new SettingError(notSetUp(error.message)));
  if (!(error instanceof OperationError)) return error;
  return bare(platformErrors[error.kind](inWords(error.message), error));
}

/** Wraps work into a method of the platform. */
export const step =
  <In extends Platform, T>(work: (run: Run, bundle: In) => Promise<T>) =>
  async (z: ZObject, bundle: In): Promise<T> => {
    try {
      return await work(runOf(z, bundle, dialectInUse()), bundle);
    } catch (error) {
      throw platformError(error);
    }
  };

/** The dialect for a form, which must open even if the dialect is wrong: the step reports that. */
const formDialect = (): Dialect => resultOf(dialectInUse) ?? definitionDialect();

/** The platform takes no longer help; a field of the account may have one. */
const longestHelp = 1000;

/** The facts of a field that the platform's form does not have. */
const elsewhere = 'unlisted example isClosed namesChoices isCountry part name isUsual'.split(' ');

function platformField(field: Field): PlainInputField {
  const { unlisted, choices, helpText, children, ...rest } = field;
  const facts = Object.entries(rest).filter(([key]) => !elsewhere.includes(key));
  return {
    ...Object.fromEntries(facts),
    ...(choices && {
      choices: unlisted ? choices.filter(({ value }) => !unlisted.includes(value)) : choices,
    }),
    // The platform takes no help beside the fields of a line.
    ...(children
      ? { children: children.map(platformField) }
      : helpText && { helpText: inWords(helpText).slice(0, longestHelp) }),
  } as PlainInputField;
}

function platformFields(fields: Fields, hasUsual = false) {
  const fixed = fields.filter((one) => typeof one !== 'function');
  return fields.flatMap((one) => {
    if (typeof one !== 'function') return [platformField(one)];
    const makeFields = async (z: ZObject, bundle: Bundle) => {
      const { inputData } = bundle;
      const variable = withOwnLabels(await one(runOf(z, bundle, formDialect()), inputData), fixed);
      return (hasUsual ? shownFields(variable, inputData) : variable).map(platformField);
    };
    return hasUsual ? [platformField(fieldsField), makeFields] : [makeFields];
  });
}

/** The build defines them: a sample takes longer to make than to load. */
declare const builtSamples: Record<string, Record<string, unknown>>;
const samples = typeof builtSamples === 'object' ? builtSamples : {};

const platformOutput = (key: string, { fields, sample }: Output) => ({
  outputFields: [async (z: ZObject, bundle?: Bundle) => fields(runOf(z, bundle, formDialect()))],
  sample: untouched(samples[key] ?? sample()),
});

/** An output that several operations share: the platform stores it once. */
export const resource = (output: Output & { key: string; noun: string }) => ({
  key: output.key,
  noun: output.noun,
  ...platformOutput(output.key, output),
});

/** The parts that every operation has. */
const base = ({ key, noun, label, description }: Action | Trigger) => ({
  key,
  noun,
  display: { label, description: inWords(description) },
});

const action = <Result extends object>(operation: Action<Fields, Result>) => ({
  ...base(operation),
  operation: {
    ...(operation.groups && { inputFieldGroups: headingsOf(operation.groups).map(untouched) }),
    inputFields: platformFields(operation.input, operation.hasUsual),
    ...(operation.output.key
      ? { resource: operation.output.key }
      : platformOutput(operation.key, operation.output)),
    perform: step((run, bundle: Bundle) => runAction(operation, run, bundle.inputData)),
  },
});
export const create = (operation: Action) => action(operation) satisfies Create;
export const search = (operation: Search) => action(operation) satisfies PlatformSearch;

/** True under `zapier-platform invoke`: only there a hook trigger runs without a request. */
const isInvoked = ({ rawRequest, cleanedRequest }: Bundle): boolean =>
  !rawRequest && !cleanedRequest;

function deliveryOf(bundle: Bundle): Delivery {
  const { cleanedRequest: body, subscribeData: registration } = bundle;
  // Zapier may not say which Zap of those that get the same event this is.
  const id = registration?.id ?? bundle.targetUrl ?? bundle.meta?.zap?.id;
  const flow = id === undefined ? undefined : String(id);
  return { request: bundle.rawRequest ?? {}, body, flow, registration };
}

/** What the editor says beside the address of a trigger that the user enters in the service. */
function directionsOf(operation: Trigger): string {
  const [name, ...others] = operation.events({});
  const event = others.length ? 'the events that you need' : `the event ${name}`;
  return `Copy this address. In the settings of your service, add a webhook with it and choose ${event}. If the service shows a signing secret, enter it in the connection as Webhook Signing Secret. Then test this trigger.`;
}

/**
 * A trigger. Zapier registers its address, or the editor shows it and the user enters it in the
 * service.
 */
export function trigger(operation: Trigger) {
  const registration = {
    performSubscribe: step((run, { targetUrl, inputData }: Bundle) =>
      subscribe(run, operation.events(inputData), targetUrl!),
    ),
    performUnsubscribe: step(async (run, { subscribeData }: Bundle) => {
      await unsubscribe(run, subscribeData);
      return {};
    }),
  };
  const isByHand = registersByHand(definitionDialect());
  const { display, ...names } = base(operation);
  return {
    ...names,
    display: { ...display, ...(isByHand && { directions: directionsOf(operation) }) },
    operation: {
      type: 'hook' as const,
      inputFields: platformFields(operation.input),
      ...(!isByHand && registration),
      perform: step((run, bundle: Bundle) =>
        isInvoked(bundle)
          ? operation.list(run, bundle.inputData)
          : receive(operation, run, bundle.inputData, deliveryOf(bundle)),
      ),
      performList: step((run, { inputData }: Bundle) => operation.list(run, inputData)),
      ...platformOutput(operation.key, operation.output),
    },
  } satisfies PlatformTrigger;
}
