/** Settings of the connector with a field in the credential. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Setting } from '../../host/settings.ts';

interface Field {
  setting: Setting;
  property: INodeProperties;
}

export const installation: Field[] = [
  {
    setting: 'plainHttp',
    property: {
      displayName: 'Allow Http://',
      name: 'allowHttp',
      type: 'boolean',
      default: false,
      description:
        'Whether the Base URL may start with http://. Only for a service inside your own network: the key and the data of clients travel unencrypted.',
    },
  },
  {
    setting: 'webhookSignatures',
    property: {
      displayName: 'Check Signatures',
      name: 'checkSignatures',
      type: 'boolean',
      default: true,
      description:
        'Whether an event is refused when its signature is wrong. Switch this off only if the service signs in a way that its dialect cannot describe.',
    },
  },
  {
    setting: 'timeoutSeconds',
    property: {
      displayName: 'Seconds for a Request',
      name: 'timeoutSeconds',
      type: 'number',
      default: 20,
      description: 'Most seconds that the nodes wait for an answer of the service',
    },
  },
  {
    setting: 'stepSeconds',
    property: {
      displayName: 'Seconds for a Step',
      name: 'stepSeconds',
      type: 'number',
      default: 25,
      description: 'Most seconds for all requests of an operation, for each item',
    },
  },
];

/** The texts for a switch that is on or off. */
const switched: Partial<Record<Setting, [on: string, off: string]>> = {
  plainHttp: ['allow', 'refuse'],
  webhookSignatures: ['on', 'off'],
};

/** The texts of the settings in a credential, without defaults. */
export const textsIn = (credential: IDataObject) =>
  installation.flatMap(({ setting, property: { displayName, name, default: usual } }) => {
    const value = credential[name] ?? usual;
    if (value === usual) return [];
    const [on, off] = switched[setting] ?? [];
    return [{ setting, label: displayName, text: (value === true ? on : off) ?? String(value) }];
  });
