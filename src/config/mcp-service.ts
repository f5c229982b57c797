import type { Scope } from '../lib/api-key.ts';

// What the two Workers say to each other: src/mcp/routes.ts runs in the Worker of the API, src/mcp/server/ in the
// second one. Both pass plain values and one function, because these can cross from one Worker to the other.

/** A request that the second Worker sends to the API. It has the key, the session and the rate limit of the caller. */
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

/** The body of an HTTP request or answer of MCP, with the header fields that belong to it. */
export interface McpMessage {
  headers: Record<string, string>;
  text: string;
}

/** The second Worker, as the Worker of the API sees it. */
export interface McpService {
  /** Answers a message that a client sent by POST. */
  answer: (message: McpMessage, caller: Caller) => Promise<McpMessage & { status: number }>;
}
