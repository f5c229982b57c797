import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { modulesOf } from '../../scripts/checks/bundle-modules.ts';
import { wrangler } from '../../scripts/lib/wrangler.ts';
import { demoStateDir } from './demo.ts';
import { cleanUp, startServer } from './processes.ts';

afterAll(cleanUp);

// Each collection is in modules of its own, which its first request loads: docs/decisions/0020-several-modules.md.
const lists = [
  ...[
    'persons',
    'accounts',
    'person_logs',
    'account_logs',
    'pages',
    'topics',
    'audience_sessions',
    'page_links',
  ],
  ...['websites', 'tenant_domains', 'annotations', 'views', 'experiments', 'events', 'webhooks', 'alerts'],
  ...['api_keys', 'share_links', 'analytics/accounts', 'analytics/persons', 'analytics/pages'],
];

test('a Worker that has just started answers requests of all collections at once', async () => {
  const server = await startServer(await demoStateDir(inject('demo')));
  const headers = { 'x-api-key': server.key, 'content-type': 'application/json', accept: '*/*' };
  const ask = async (route: string, sent: RequestInit = {}) => {
    const { status } = await fetch(`${server.address}${route}`, { headers, ...sent });
    return `${route} ${status}`;
  };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const asked = Array.from({ length: 4 }, () => [
    ...lists.map((list) => ask(`/v0/${list}`)),
    ask('/mcp', { method: 'POST', body: message }),
    ask('/health'),
  ]);
  const failed = (await Promise.all(asked.flat())).filter((answer) => /5\d\d$/.test(answer));
  expect(failed).toEqual([]);
});

test('wrangler builds the Worker, and uploads all of its modules', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-upload-'));
  try {
    await wrangler(['deploy', '--dry-run', '--outdir', folder]);
    const built = modulesOf('dist/worker').map((file) => path.basename(file));
    expect(built.length).toBeGreaterThan(50);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(built));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
