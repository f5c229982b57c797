import {
  fromJsonSchema,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
} from '@modelcontextprotocol/server';
import * as z from 'zod/mini';

/** Accepts everything: the API validates arguments, with all violations at once, and zod has made the answers. */
const unchecked: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/** Keywords that cost a model more than they tell it, and members of `z.meta` that are no keywords. */
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

/** The short JSON Schema of the arguments or of the answer of a tool, for the SDK. */
export function schemaOf(schema: z.ZodMiniObject, io: 'input' | 'output') {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      for (const name of leftOut) delete jsonSchema[name];
      if (jsonSchema.format !== 'date-time') delete jsonSchema.format;
    },
  });
  return fromJsonSchema<Record<string, unknown>>(jsonSchema as never, unchecked);
}
