/** One Zapier runtime: the built app behind the platform's own app handler, asked over IPC. */
import zapier from 'zapier-platform-core';

const packageName = 'compliance-onboarding-zapier';
const { default: app } = (await import(packageName)) as { default: object };
const { createAppHandler } = zapier as unknown as {
  createAppHandler: (app: object) => (event: object) => Promise<{ results: unknown }>;
};
const handle = createAppHandler(app);

process.on('message', ({ id, event }: { id: number; event: object }) => {
  handle(event).then(
    ({ results }) => process.send!({ id, results }),
    ({ name, message }: Error) => process.send!({ id, error: { name, message } }),
  );
});
