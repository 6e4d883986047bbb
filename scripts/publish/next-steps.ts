/** The steps after a push, in order. */
import { events, testEvent } from '../../service/catalogue.ts';
import type { Dialect } from '../../service/dialect.ts';

const connection = ({ base_url, portal_addresses }: Dialect): string => {
  const portals = base_url && portal_addresses[base_url];
  return [
    `Connect an account: Base URL ${base_url ?? 'of your service'}, and an API key made for Zapier alone.`,
    ...(portals
      ? [`Portals are at ${portals}. Enter Portal Address only if you have a domain of your own.`]
      : []),
  ].join(' ');
};

/** Each trigger and the event for its address. */
const addresses = (dialect: Dialect): string[] =>
  Object.entries(events).map(
    ([trigger, { label }]) =>
      `     ${label.padEnd(22)} ${dialect.events[trigger as keyof Dialect['events']]}`,
  );

const byHand = (dialect: Dialect): string[] => [
  [
    'Enter each webhook by hand after you build its Zap. The trigger shows the address of the Zap. Enter it in the webhook settings of the service, with the event of the trigger:',
    ...addresses(dialect),
    '   Each Zap has its own address, and no two Zaps can share one. An address with several events needs a Zap with New Event. If the service allows only one address, use one Zap with New Event and split it by Paths.',
  ].join('\n'),
  `Press the test button of the service to send ${testEvent}. It runs only Zaps with New Event.`,
];

/** The steps as a numbered text. */
export function nextSteps(dialect: Dialect, version: string): string {
  const steps = [
    `Invite whoever builds Zaps: npm run zapier -- users:add someone@example.com ${version}`,
    connection(dialect),
    'Define the custom fields deal_id and email in the service (Settings, Custom fields). Zaps use their *API field name*.',
    ...(dialect.webhooks === null ? byHand(dialect) : []),
    'Build the first Zap and test it with the reference test-1: docs/for-admins.md.',
  ];
  return ['Next steps:', ...steps.map((step, index) => `${index + 1}. ${step}`)].join('\n');
}
