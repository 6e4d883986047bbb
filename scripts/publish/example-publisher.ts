/** A publisher, for what is only written when a package is published. */
export const examplePublisher = {
  name: 'Example Ltd',
  email: 'apps@example.com',
  repository: 'https://github.com/example/onboarding',
  scope: '@example',
};
