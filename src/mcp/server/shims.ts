/** Takes the place of the SDK's own module: its validator of JSON Schema is 6 KiB of the gzipped bundle. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('Each schema has its own validator.');
  }
}
