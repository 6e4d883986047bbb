/** One Zapier runtime: the built app behind the platform's own app handler, asked over IPC. */
import { createAppHandler, stepFailure } from '../testing/app-handler.ts';

const packageName = 'compliance-onboarding-zapier';
const { default: app } = (await import(packageName)) as { default: object };
const handle = createAppHandler(app);

process.on('message', ({ id, event }: { id: number; event: object }) => {
  handle(event).then(
    ({ results }) => process.send!({ id, results }),
    (error: Error) => process.send!({ id, error: stepFailure(error) }),
  );
});
