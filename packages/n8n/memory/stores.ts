/** The stores of the package that n8n verifies, which may open no connection of its own: none. */
import type { IDataObject, INodeProperties, Logger } from 'n8n-workflow';

import type { Store } from '../../../host.ts';

/** What the credential asks about stores. */
export const storeProperties: INodeProperties[] = [];

/** The store that a credential asks for; undefined for the memory of the process. */
export const storeOf: (credential: IDataObject, logger?: Logger) => Store | undefined = () =>
  undefined;
