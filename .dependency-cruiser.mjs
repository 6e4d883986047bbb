/** Which folder may import from which. `npm run lint` refuses every other import. */

/** The files of the root: the app, its connection, and what an operation is. */
const root = '[a-z]+[.]ts';
const operations = ['triggers', 'creates', 'searches'];
const core = ['fields', 'client', 'service', 'host'];
/** The core without host/node, whose modules n8n does not allow in a verified node. */
const coreOfN8n = ['fields', 'client', 'service', 'host/[a-z-]+[.]ts'];

/** A folder and, beside itself, what it may import. Each is a pattern of a path's beginning. */
const rooms = {
  service: [],
  host: [],
  'client/basics': ['service'],
  'client/exchange': ['client/basics', 'service', 'host'],
  'client/memory': ['client/basics', 'client/exchange', 'service', 'host'],
  'client/comparison': ['client/basics', 'client/exchange', 'service', 'host'],
  client: ['service', 'host'],
  'fields/kinds': ['client', 'service', 'host'],
  fields: ['client', 'service', 'host'],
  triggers: [root, ...core],
  creates: [root, ...core],
  searches: [root, ...core],
  zapier: [root, ...operations, ...core],
  [root]: ['zapier', ...operations, ...core, 'package[.]json'],
  'packages/sandbox': ['service'],
  'packages/sandbox/domain': ['service'],
  'packages/doctor': ['service', 'client/basics', 'client/exchange', 'client/comparison'],
  'packages/n8n': [root, ...operations, ...coreOfN8n, 'package[.]json', 'packages/n8n-self-hosted'],
  'packages/n8n-self-hosted': ['packages/n8n', ...coreOfN8n, 'package[.]json'],
  'packages/mcp': [root, ...operations, ...core, 'package[.]json'],
};

/** Tests of a package may also use what other tests use. */
const ownTests = '^packages/[^/]+/test/';

const starts = (paths) => `^(${paths.join('|')})(/|$)`;

const ofRooms = Object.entries(rooms).map(([room, others]) => ({
  name: `${room === root ? 'the root' : room} imports only ${others.join(', ') || 'itself'}`,
  severity: 'error',
  from: { path: starts([room]), pathNot: ownTests },
  to: { dependencyTypes: ['local'], pathNot: starts([room, ...others]) },
}));

const refuse = (name, from, to) => ({ name, severity: 'error', from, to });

export default {
  forbidden: [
    refuse('no circles', {}, { circular: true }),
    ...ofRooms,
    refuse(
      'operations know no platform',
      { path: starts(['service', 'client', 'fields', ...operations, 'operation[.]ts']) },
      { path: '^(host/node|zapier|packages)/|node_modules/zapier-platform-core' },
    ),
    refuse(
      'the domain of the sandbox knows no server',
      { path: '^packages/sandbox/domain/' },
      { path: 'node_modules/(hono|@hono|nodemailer|smtp-server|postal-mime)/' },
    ),
    refuse(
      'the sandbox and its tests know no other package',
      { path: '^packages/sandbox/' },
      { path: '^packages/', pathNot: '^packages/sandbox/' },
    ),
    refuse(
      'what ships needs no development package',
      { path: starts([root, ...operations, ...core, 'zapier']), pathNot: '^zapier/local/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    refuse(
      'the product knows no test, demo or script',
      { pathNot: `^(test|scripts|demo)/|${ownTests}` },
      { path: `^(test|scripts|demo)/|${ownTests}` },
    ),
    refuse(
      'the app knows nothing of what runs it here',
      {
        path: starts([root, ...operations, ...core, 'zapier', 'packages']),
        pathNot: `^zapier/local/|${ownTests}`,
      },
      { path: '^zapier/local/' },
    ),
    refuse('the demo knows no script', { path: '^demo/' }, { path: '^scripts/' }),
    refuse(
      'the demo and the scripts know no test',
      { path: '^(demo|scripts)/' },
      { path: '(^|/)test/' },
    ),
    refuse('what tests share knows no package', { path: '^test/support/' }, { path: '^packages/' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '^(dist|build|[.]package|tools/.*node_modules|packages/n8n/dist|packages/mcp/dist)/',
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
