/** The stores of the package that n8n verifies, which may open no connection of its own: none. */
import type { IDataObject, INodeProperties, Logger } from 'n8n-workflow';

import type { Store } from '../../../hosts/memory.ts';

/** A store that all processes of n8n share. */
export interface SharedStore extends Store {
  /** Whether it fails while it is out of reach, or the process remembers in its place. */
  onOutage: 'closed' | 'open';
}

/** What the credential asks about stores. */
export const storeProperties: INodeProperties[] = [];

/** The store that a credential asks for; undefined for the memory of the process. */
export const storeOf: (credential: IDataObject, logger?: Logger) => SharedStore | undefined = () =>
  undefined;
