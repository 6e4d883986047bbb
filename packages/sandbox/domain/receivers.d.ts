import type { LookupFunction } from 'node:net';

export function isControlPath(path: string): boolean;
export function isLoopback(address: string): boolean;
export function refusedAddress(address: string, allowPrivate: boolean): string | undefined;
export function literalAddress(hostname: string): string | undefined;
export function checkedLookup(
  refused: (address: string) => string | undefined,
  lookup?: (
    hostname: string,
    options: object,
    done: (error: Error | null, found: { address: string; family: number }[]) => void,
  ) => void,
): LookupFunction;
