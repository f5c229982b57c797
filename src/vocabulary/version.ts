/** The release, as package.json has it (test/node/version.test.ts): of the OpenAPI document, of MCP and of the console. */
export const version = '1.0.0';
