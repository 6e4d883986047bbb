/** The stores of the verified package: none, because it must not open connections. */
import type { IDataObject, INodeProperties, Logger } from 'n8n-workflow';

import type { Store } from '../../../host/host.ts';

/** The store's fields in the credential. */
export const storeProperties: INodeProperties[] = [];

/** The store in a credential; undefined for the memory of the process. */
export const storeOf: (credential: IDataObject, logger?: Logger) => Store | undefined = () =>
  undefined;
