// The rules of n8n's own node tooling (@n8n/node-cli, config "cloud support") for packages/n8n.
import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import typescript from 'typescript-eslint';

const { recommended } = n8nCommunityNodesPlugin.configs;

export default typescript.config(
  { ignores: ['packages/n8n/{dist,test}/**'] },
  {
    files: ['packages/n8n/**/*.ts'],
    extends: [js.configs.recommended, typescript.configs.recommended, recommended],
    // A name with an underscore marks a part that is left out on purpose.
    rules: { '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_' }] },
  },
  { plugins: { 'n8n-nodes-base': nodesBase } },
  {
    files: ['packages/n8n/package.json'],
    extends: [recommended],
    rules: {
      ...nodesBase.configs.community.rules,
      // The publisher's part comes at publishing. `npm run check -- n8n-verify` looks at it there.
      'n8n-nodes-base/community-package-json-author-missing': 'off',
      '@n8n/community-nodes/require-homepage': 'off',
      '@n8n/community-nodes/valid-author': 'off',
    },
    languageOptions: {
      parser: typescript.parser,
      parserOptions: { extraFileExtensions: ['.json'] },
    },
  },
  {
    files: ['packages/n8n/credentials/**/*.ts'],
    rules: {
      ...nodesBase.configs.credentials.rules,
      // The same exceptions as in n8n's own configuration.
      'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
      'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
    },
  },
  {
    files: ['packages/n8n/nodes/**/*.ts'],
    rules: {
      ...nodesBase.configs.nodes.rules,
      'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
      'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
      'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
    },
  },
);
