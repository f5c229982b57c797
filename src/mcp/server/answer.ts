import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Caller, McpMessage } from '../../config/mcp-service.ts';
import { serverFor } from './server.ts';

/** The path does not matter to the protocol. */
const address = 'https://mcp.invalid/mcp';

/** Answers one MCP message. It is read to its end, because the function of its caller cannot be called later. */
export async function answer({ headers, text }: McpMessage, caller: Caller) {
  const handler = createMcpHandler(() => serverFor(caller), {
    keepAliveMs: 0,
    // A subscription would wait for changes that nobody announces.
    maxSubscriptions: 0,
  });
  const response = await handler.fetch(new Request(address, { method: 'POST', headers, body: text }));
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  };
}
