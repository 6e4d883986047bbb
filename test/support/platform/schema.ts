/**
 * The platform's schema, loaded when a definition is checked: it takes longer than all else that a
 * file of tests loads, and most run steps alone.
 */
type Schema = { validateAppDefinition: (definition: object) => object };

export const validateAppDefinition: Schema['validateAppDefinition'] = (definition) =>
  jest.requireActual<Schema>('zapier-platform-schema/schema.js').validateAppDefinition(definition);
