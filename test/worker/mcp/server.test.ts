import { mintKey } from '../support/client.ts';
import { post } from '../support/mcp.ts';

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
let key: string;

beforeAll(async () => {
  key = await mintKey(['read']);
});

describe('a revision of the protocol', () => {
  const initialize = (protocolVersion: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  });

  test.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    // These want batches of messages, which are refused here.
    ['2025-03-26', '2025-11-25'],
    ['2024-11-05', '2025-11-25'],
    ['2024-10-07', '2025-11-25'],
  ])('%s is answered with %s', async (asked, offered) => {
    const { status, text } = await post(initialize(asked), { key });
    expect([status, /"protocolVersion":"([^"]+)"/.exec(text)?.[1]]).toEqual([200, offered]);
  });

  test('that wants batches is no header of a request', async () => {
    const tell = (version: string) => post(list, { key, headers: { 'mcp-protocol-version': version } });
    expect((await tell('2025-06-18')).status).toBe(200);
    const { status, text } = await tell('2025-03-26');
    expect(status).toBe(400);
    expect(text).toContain('supported versions: 2025-11-25, 2025-06-18');
  });
});

describe('nothing is kept between two requests', () => {
  test('a tool needs no handshake, and no answer names a session', async () => {
    const { status, headers, cost } = await post(list, { key });
    expect([status, headers.get('mcp-session-id'), headers.get('cache-control')]).toEqual([
      200,
      null,
      'no-store',
    ]);
    expect(cost).toEqual({ trips: 0, read: 0, written: 0 });
  });

  test('a subscription is refused at once', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const method = 'subscriptions/listen';
    const params = { notifications: { toolsListChanged: true }, _meta };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
    const { text } = await post({ jsonrpc: '2.0', id: 1, method, params }, { key, headers });
    expect(text).toMatch(/Subscription limit reached/);
  });
});
