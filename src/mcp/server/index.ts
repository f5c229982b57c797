import { WorkerEntrypoint } from 'cloudflare:workers';
import type { Caller, McpMessage } from '../../config/mcp-service.ts';
import { answer } from './server.ts';

/** What the Worker of the API calls. This Worker has no bindings, no address and no key of a client. */
export class Mcp extends WorkerEntrypoint {
  answer(message: McpMessage, caller: Caller) {
    return answer(message, caller);
  }
}

export default { fetch: () => new Response(null, { status: 404 }) } satisfies ExportedHandler;
