import type { env } from 'cloudflare:workers';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Scope } from '../../../src/lib/api-key.ts';
import { type Cost, mintKey, type Reply, type RequestOptions, send } from './client.ts';

/** Sends a message to /mcp as it is. */
export const post = <T = unknown>(message: unknown, options: RequestOptions = {}): Promise<Reply<T>> =>
  send<T>('POST', '/mcp', message, {
    ...options,
    headers: { accept: 'application/json, text/event-stream', ...options.headers },
  });

export interface ToolResult {
  isError?: boolean;
  /** The answer of the tool, or the problem. */
  body: Record<string, unknown>;
  cost: Cost;
}

export interface McpClient {
  client: Client;
  /** The requests that it has sent, the last at the end, with their key. */
  sent: { headers: Record<string, string>; text: string }[];
  /** Calls a tool. */
  call: (name: string, given?: Record<string, unknown>) => Promise<ToolResult>;
}

interface Options {
  /** What the user answers to a form. A client without it has no forms. */
  user?: (
    message: string,
  ) => { action: 'accept'; content: Record<string, boolean> } | { action: 'decline' | 'cancel' };
  bindings?: Partial<typeof env>;
}

/** The SDK's client with a key that it sends as `Authorization: Bearer`. It speaks the protocol of 2026. */
export async function connect(key: string, { user, bindings = {} }: Options = {}): Promise<McpClient> {
  let last: Reply<unknown> | undefined;
  const sent: McpClient['sent'] = [];
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: 'auto' }, capabilities: user ? { elicitation: { form: {} } } : {} },
  );
  if (user) client.setRequestHandler('elicitation/create', ({ params }) => user(params.message));
  const transport = new StreamableHTTPClientTransport(new URL('https://footfall.test/mcp'), {
    fetch: async (_, { method = 'GET', headers, body } = {}) => {
      const all = { ...Object.fromEntries(new Headers(headers)), authorization: `Bearer ${key}` };
      sent.push({ headers: all, text: String(body) });
      last = await send(method, '/mcp', undefined, {
        key: null,
        contentType: null,
        headers: all,
        bindings,
        ...(body ? { rawBody: body } : {}),
      });
      return new Response(last.text || null, { status: last.status, headers: last.headers });
    },
  });
  await client.connect(transport);
  const call: McpClient['call'] = async (name, given = {}) => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: given });
    const [first] = content;
    const text = first?.type === 'text' ? first.text : '';
    const cost = last?.cost ?? { trips: -1, read: -1, written: -1 };
    return {
      ...(isError === undefined ? {} : { isError }),
      body: structuredContent ? (structuredContent as Record<string, unknown>) : JSON.parse(text),
      cost,
    };
  };
  return { client, sent, call };
}

/** As `connect`, with a new key. */
export const connectWith = async (scopes: Scope[], options?: Options) =>
  connect(await mintKey(scopes), options);
