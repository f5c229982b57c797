import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { AudienceAnalyticsList } from '../../src/analytics/schemas.ts';
import type { Audience } from '../../src/content/audiences/schemas.ts';
import { demoStateDir } from './demo.ts';
import { call, cleanUp, root, type Server, startServer } from './processes.ts';

// The SDK's client against `npm start`, where the build serves MCP.

let server: Server;
let readKey: string;
beforeAll(async () => {
  server = await startServer(await demoStateDir(inject('demo')));
  const made = await call<{ key: string }>(server, 'POST', '/v0/api_keys', { name: 'MCP', scopes: ['read'] });
  readKey = made.body.key;
});
afterAll(cleanUp);

type Tool = <T>(name: string, given?: Record<string, unknown>) => Promise<T>;
interface Connected {
  client: Client;
  tool: Tool;
}

/** A client with a key. By default it has no forms, and speaks the protocol of 2025, as most clients still do. */
async function connect(
  key: string,
  options: ConstructorParameters<typeof Client>[1] = {},
): Promise<Connected> {
  const client = new Client({ name: 'test', version: '1' }, options);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.address}/mcp`), { requestInit }));
  const tool: Tool = async (name, given = {}) => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: given });
    if (isError) throw new Error(content.map((part) => ('text' in part ? part.text : part.type)).join());
    return structuredContent as never;
  };
  return { client, tool };
}

const modern = { versionNegotiation: { mode: 'auto' } } as const;

interface List<T> {
  items: T[];
}

test('docs/developers/mcp.md lists the tools', async () => {
  const { client } = await connect(server.key);
  const { tools } = await client.listTools();
  const text = readFileSync(path.join(root, 'docs/developers/mcp.md'), 'utf8');
  const listed = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(tools.map(({ name }) => name));
});

/** The first moment of this month and of the month before it, in UTC. */
const monthsUntilNow = (now = new Date()) =>
  [1, 0].map((ago) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)).toISOString().slice(0, 10),
  );

describe('which audience of this page converted best last month?', () => {
  test.each([
    ['2025-11-25', {}],
    ['2026-07-28', modern],
  ])('a client of protocol %s finds out', async (version, options) => {
    const { client, tool } = await connect(readKey, options);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getInstructions()).toContain('audience');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('compare_audiences');

    const pages = await tool<List<{ pageId: string; title: string }>>('list_pages');
    const pageId = pages.items.find(({ title }) => /know who walks in/.test(title))?.pageId ?? '';
    const [startDate, endDate] = monthsUntilNow();
    const range = { pageId, startDate, endDate };
    const compared = await tool<List<{ audienceId: string; conversionRate: number; totalSessions: number }>>(
      'compare_audiences',
      { ...range, sort: '-conversionRate', limit: 1 },
    );
    const [best] = compared.items;
    const { effectiveName } = await tool<{ effectiveName: string }>('get_audience', {
      pageId,
      audienceId: best?.audienceId,
    });

    // The same from the API, with a rule of its own.
    const path = `/v0/pages/${pageId}/analytics/audiences?startDate=${startDate}T00:00:00Z&endDate=${endDate}T00:00:00Z`;
    const { items } = (await call<AudienceAnalyticsList>(server, 'GET', path)).body;
    const named = items.filter(({ audienceId }) => audienceId !== undefined);
    const first = named.toSorted((a, b) => b.conversionRate - a.conversionRate)[0];
    expect(first?.conversionRate).toBeGreaterThan(0);
    expect(best?.audienceId).toBe(first?.audienceId);
    expect(best?.totalSessions).toBe(first?.totalSessions);
    expect(best?.conversionRate).toBeCloseTo(first?.conversionRate ?? -1, 4);
    const audience = await call<Audience>(
      server,
      'GET',
      `/v0/pages/${pageId}/audiences/${first?.audienceId}`,
    );
    expect(effectiveName).toBe(audience.body.effectiveName);
    await client.close();
  });
});

/** A draft on the first page, as arguments of a tool. */
async function newDraft(): Promise<{ pageId: string; audienceId: string }> {
  const pages = await call<List<{ pageId: string }>>(server, 'GET', '/v0/pages?limit=1');
  const pageId = pages.body.items[0]?.pageId ?? '';
  const made = await call<Audience>(server, 'POST', `/v0/pages/${pageId}/audiences`, {
    customName: 'By MCP',
  });
  return { pageId, audienceId: made.body.audienceId };
}

/** Waits until the tool says that the audience is live. */
async function isLive(tool: Tool, given: Record<string, unknown>): Promise<void> {
  while ((await tool<{ status: string }>('get_audience', given)).status !== 'published') await sleep(100);
}

describe('publishing', () => {
  test('a key with the scope write publishes with a confirmation, and it goes live', async () => {
    const { tool } = await connect(server.key);
    const given = await newDraft();
    const change = await tool<{ state: string; confirmation: string }>('publish_audience', given);
    expect(change.state).toBe('needs_confirmation');
    const requested = await tool<{ state: string }>('publish_audience', {
      ...given,
      confirmation: change.confirmation,
    });
    expect(requested.state).toBe('requested');
    await isLive(tool, given);
    // Again: the same version, and nothing more.
    const again = await tool<{ version: { status: string; versionNumber: number } }>('publish_audience', {
      ...given,
      confirmation: change.confirmation,
    });
    expect(again.version).toMatchObject({ status: 'published', versionNumber: 1 });
  });

  test('a confirmation that the user declined publishes nothing afterwards', async () => {
    const { tool } = await connect(server.key);
    const given = await newDraft();
    const { confirmation, question } = await tool<{ confirmation: string; question: string }>(
      'publish_audience',
      given,
    );
    expect(question).toContain(`${server.address}/console/#/pages/${given.pageId}/audiences/`);
    const declined = { ...given, confirmation, declined: true };
    expect(await tool('publish_audience', declined)).toMatchObject({ state: 'declined' });
    await expect(tool('publish_audience', { ...given, confirmation })).rejects.toThrow(/was declined/);
    expect(await tool('get_audience', given)).toMatchObject({ status: 'draft' });
  });

  test('a client that can show a form asks its user first', async () => {
    const { client, tool } = await connect(server.key, {
      ...modern,
      capabilities: { elicitation: { form: {} } },
    });
    const asked: string[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: { publish: true } };
    });
    const given = await newDraft();
    expect(await tool('publish_audience', given)).toMatchObject({ state: 'requested' });
    expect(asked).toEqual([
      expect.stringContaining('Publish version 1 of this audience?\nAudience: By MCP\n'),
    ]);
    await isLive(tool, given);
  });

  test('a key without the scope write cannot publish, and does not see the tool', async () => {
    const { client, tool } = await connect(readKey);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('publish_audience');
    const given = await newDraft();
    await expect(tool('publish_audience', given)).rejects.toThrow(/publish_audience/);
    expect(await tool('get_audience', given)).toMatchObject({ status: 'draft' });
  });
});

test('without a key there is nothing', async () => {
  await expect(connect('ff_main_unknown')).rejects.toThrow();
  const { status, text } = await call({ ...server, key: '' }, 'POST', '/mcp', {});
  expect([status, JSON.parse(text)]).toMatchObject([401, { code: 'missing_api_key' }]);
});

test('the log of the service has nothing of it', () => {
  expect(server.printed()).not.toMatch(/"level":"error"|publish_audience|By MCP/);
});
