import * as z from 'zod/mini';

// What the OpenAPI document has besides the rules of a schema.

/** A schema with a description. */
export const described = <T extends z.ZodMiniType>(schema: T, text: string): T =>
  schema.check(z.describe(text));

/** An object that has a name in the document. */
export const object = <T extends z.core.$ZodShape>(id: string, shape: T) =>
  z.object(shape).check(z.meta({ id }));

/** As `object`, of a request: no other fields are taken. */
export const strictObject = <T extends z.core.$ZodShape>(id: string, shape: T) =>
  z.strictObject(shape).check(z.meta({ id }));
