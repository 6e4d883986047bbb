/** How Zapier calls things. */
import type { Words } from '../host.ts';

export const words: Words = { flow: 'Zap' };

/** A text of the operations in these words. */
export const inWords = (text: string): string => text;
