import * as z from 'zod/mini';
import type { ArgumentsSchema } from '../server/caller.ts';

/** Keywords that cost a model more than they help it, and members of `z.meta` that are not keywords. */
const leftOut = [
  'pattern',
  'minLength',
  'maxLength',
  'maxItems',
  'minimum',
  'maximum',
  'example',
  'override',
];

const isEmpty = (value: unknown) => JSON.stringify(value) === '{}';

/** The short JSON Schema of the arguments or of the answer of a tool. */
export function jsonSchemaOf(schema: z.ZodMiniObject, io: 'input' | 'output') {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      for (const name of leftOut) delete jsonSchema[name];
      // Whether the contract has it is nothing to a model.
      const description = jsonSchema.description?.replace(/ ?An addition\.$/, '');
      if (description === '') delete jsonSchema.description;
      else if (description !== undefined) jsonSchema.description = description;
      // Any other member is allowed anyway.
      if (isEmpty(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
      if (jsonSchema.format !== 'date-time') delete jsonSchema.format;
      // A flag in a URL is a text.
      if (jsonSchema.enum?.includes('true')) {
        Object.assign(jsonSchema, { type: 'boolean' });
        delete jsonSchema.enum;
        delete jsonSchema.default;
      }
    },
  });
  return jsonSchema as ArgumentsSchema;
}
