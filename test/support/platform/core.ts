/**
 * The platform as it is, but for the copy it makes of the definition: it copies, walks and freezes
 * it twice for each step, always to the same, which takes longer than the step.
 */
type Schema = { prepareApp: (definition: object) => object };

const schema = jest.requireActual<Schema>('zapier-platform-core/src/tools/schema');
const { prepareApp } = schema;
const prepared = new WeakMap<object, object>();
schema.prepareApp = (definition) => {
  const made = prepared.get(definition) ?? prepareApp(definition);
  prepared.set(definition, made);
  return made;
};

module.exports = jest.requireActual('../../../node_modules/zapier-platform-core/index.js');
