import { delays } from '../../client/time.ts';
import { liftMemoryLimit } from './memory-limit.ts';

interface Schemas {
  validateAppDefinition(app: object): object;
}

// Only the platform's command `validate` needs the schemas, and it takes longer to load them than
// the rest of the platform.
jest.mock('zapier-platform-schema', () => ({
  validateAppDefinition: (app: object) =>
    jest.requireActual<Schemas>('zapier-platform-schema').validateAppDefinition(app),
}));

delays.retry = 1;
delays.poll = 2;
delays.polls = 1;
liftMemoryLimit();
