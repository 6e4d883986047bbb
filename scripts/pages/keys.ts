/**
 * test/keys.json: the keys Zaps depend on. New ones are written there by `npm run docs`; none is
 * ever taken out, so that a test notices one that is gone.
 */
import { inputFieldsOf } from '../publish/publishing-rules.ts';

export type Keys = Record<string, { input: string[]; output: string[] }>;
type Operations = Record<string, { operation: object }>;
interface App {
  triggers: Operations;
  creates: Operations;
  searches: Operations;
  resources: Record<string, { sample: object }>;
}

const grown = (known: string[] = [], now: string[]) => [...new Set([...known, ...now])];

/** The keys as they are known, and those of the app that are new. */
export function grownKeys({ resources, ...app }: App, known: Keys): Keys {
  const operations = Object.entries({ ...app.triggers, ...app.creates, ...app.searches });
  return {
    ...known,
    ...Object.fromEntries(
      operations.map(([key, { operation }]) => {
        const { sample, resource } = operation as { sample?: object; resource?: string };
        const shown = Object.keys(sample ?? resources[resource!]?.sample ?? {});
        const input = inputFieldsOf({ operation } as never)
          // Fields of a line have keys of their own.
          .map((field) => field.key)
          .filter(
            (name) => !name.startsWith('related_') || /^related_(persons|businesses)$/.test(name),
          );
        return [
          key,
          { input: grown(known[key]?.input, input), output: known[key]?.output ?? shown },
        ];
      }),
    ),
  };
}
