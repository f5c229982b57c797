import type { Scope } from '../../lib/api-key.ts';

// What src/mcp/routes.ts gives to the server of MCP: plain values, and functions that send requests to the API. The server
// has no bindings and no key.

/** A request of the server to the API. It has the key, the session and the rate limit of the caller. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH';
  /** Path and query. */
  path: string;
  /** JSON text. */
  body?: string;
  ifMatch?: string;
  idempotencyKey?: string;
}

interface ApiAnswer {
  status: number;
  etag: string | null;
  text: string;
}

/** Who sent an MCP message, without the key. */
export interface Caller {
  scopes: Scope[];
  /** Only this key has this secret; it seals confirmations. */
  secret: string;
  call: (request: ApiRequest) => Promise<ApiAnswer>;
  /** Uses up an operation key that a user has declined. Returns false when it has published or started something already. */
  decline: (operationKey: string) => Promise<boolean>;
  /** Uses up an operation key for what is to be started. Returns false when a user has declined it. */
  start: (operationKey: string) => Promise<boolean>;
  /** The address of the deployment. */
  origin: string;
}

/** Of an object whose members are plain values, or the object of filters. */
export interface ArgumentsSchema {
  properties: Record<string, { type: string }>;
}

/** What models read of tools besides titles and descriptions. The build makes it: src/mcp/schemas/. */
export interface ToolSchemas {
  /** Names in several answers, each with its description. */
  glossary: string[];
  /** The JSON Schemas of each tool, by its name. */
  tools: Record<string, { input: ArgumentsSchema; output: object }>;
}

/** The body of an HTTP request or answer of MCP, with the header fields that belong to it. */
export interface McpMessage {
  headers: Record<string, string>;
  text: string;
}
