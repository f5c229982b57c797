/**
 * Takes the place of the SDK's own module of this name: its validator of JSON Schema is 6 KiB of the gzipped bundle, and
 * `json-schema.ts` gives each schema another.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('Each schema has its own validator.');
  }
}
