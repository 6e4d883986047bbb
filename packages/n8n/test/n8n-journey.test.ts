/** The journey of a deal in the nodes, which the real engine of n8n runs. */
import type { IDataObject } from 'n8n-workflow';

import type { Host, Item } from '../../../test/support/journey.ts';
import { itGoesTheWholeWay, type Account } from '../../../test/e2e/journey-table.ts';
import { openWorkflow } from './engine.ts';
import { parametersFor } from './parameters.ts';

async function openN8n({ url, key }: Account): Promise<Host> {
  const credential = { baseUrl: url, apiKey: key };
  const action = openWorkflow('complianceOnboarding', credential);
  return {
    async run(operation, input) {
      const items = await action.execute(parametersFor(operation, input as Item));
      return items.map(({ json }) => json as Item);
    },
    trigger(event, filters) {
      const parameters = { event, filters } as IDataObject;
      const trigger = openWorkflow('complianceOnboardingTrigger', credential);
      return {
        on: (webhookBaseUrl) => trigger.hook('create', parameters, { webhookBaseUrl }),
        async receive({ content, headers }) {
          const { started } = await trigger.deliver(parameters, content, headers as IDataObject);
          return started as Item[];
        },
        off: () => trigger.hook('delete', parameters),
      };
    },
  };
}

itGoesTheWholeWay({ n8n: openN8n });
