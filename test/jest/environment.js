/**
 * Node's environment of Jest, in which Zapier's platform is loaded once for all test files of a
 * worker: it takes longer than most of them. A test file in which the platform reads the file's own
 * process, its variables, classes and connections, loads it anew by `jest.unmock`.
 *
 * Jest leaves a storage of asynchronous contexts enabled after each file, and the platform the hook
 * of its domains. Both slow down every promise of the files after it: those of a file end with it.
 */
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);
const { TestEnvironment } = load('jest-environment-node');

const asyncHooks = load('node:async_hooks');
const { createHook } = asyncHooks;
const { run } = asyncHooks.AsyncLocalStorage.prototype;
const hooks = [];
const storages = new Set();
asyncHooks.createHook = (callbacks) => {
  hooks.push(createHook(callbacks));
  return hooks.at(-1);
};
asyncHooks.AsyncLocalStorage.prototype.run = function (...parameters) {
  storages.add(this);
  return run.apply(this, parameters);
};

/** The core calls a cache only with a key; without a cache in the event, nobody answers. */
const variables = {
  ZAPIER_DEPLOY_KEY: 'stand-in',
  ZAPIER_BASE_ENDPOINT: 'http://127.0.0.1:9',
};

let platform;
function loadPlatform() {
  if (!platform) {
    Object.assign(process.env, variables);
    // See zapier/local/app-handler.ts.
    load('zapier-platform-core/src/constants').KILL_MIN_LIMIT = Infinity;
    platform = load('zapier-platform-core');
  }
  return platform;
}

export default class extends TestEnvironment {
  constructor(...parameters) {
    super(...parameters);
    this.global.loadPlatform = loadPlatform;
    for (const name of Object.keys(variables)) delete this.global.process.env[name];
  }

  async teardown() {
    await super.teardown();
    for (const one of [...hooks, ...storages]) one.disable();
    storages.clear();
  }
}
