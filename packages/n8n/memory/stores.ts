/** The stores of the package that n8n verifies, which may open no connection of its own: none. */
import type { INodeProperties, Logger } from 'n8n-workflow';

import type { Store } from '../../../hosts/memory.ts';

/** What the credential asks about stores. */
export const storeProperties: INodeProperties[] = [];

/** The store that a credential names; undefined for the memory of the process. */
export const storeNamed: (name: unknown, logger?: Logger) => Store | undefined = () => undefined;
