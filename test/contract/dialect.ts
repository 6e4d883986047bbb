/** The keys of the dialect with their values and defaults, and the presets. */
import { dialectSchema, presets } from '../../service/dialect.ts';
import { formsOfSchema } from './forms.ts';

export const dialect = async () => ({ keys: formsOfSchema(dialectSchema()), presets });
