/** An app with one create on the bare platform, which measures the floors. */
import { version } from 'zapier-platform-core';

const display = { label: 'Floor', description: 'Creates a request.' };

export const floorApp = (perform) => {
  const operation = { inputFields: [], perform, sample: { id: '1' } };
  return {
    version: '1.0.0',
    platformVersion: version,
    creates: { floor: { key: 'floor', noun: 'Floor', display, operation } },
  };
};
