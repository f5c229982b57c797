import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { Audience, AudienceVersion } from '../../src/content/audiences/schemas.ts';
import type { Page } from '../../src/content/pages/schemas.ts';
import { firstResendAfter } from '../../src/content/versions/messages.ts';
import { migratedStateDir } from './migrated.ts';
import { call, cleanUp, type Server, startServer, stop } from './processes.ts';

afterAll(cleanUp);

interface Made {
  audience: string;
  version: string;
}

let pages = 0;

/** Creates a page, an audience and its first draft. Returns their paths. */
async function makeDraft(server: Server): Promise<Made> {
  const url = `https://publish.example/${++pages}`;
  const page = await call<Page>(server, 'POST', '/v0/pages', { title: 'Publish', url });
  const created = await call<Audience>(server, 'POST', `/v0/pages/${page.body.pageId}/audiences`, {});
  expect(created.status, created.text).toBe(201);
  const audience = `/v0/pages/${page.body.pageId}/audiences/${created.body.audienceId}`;
  return { audience, version: `${audience}/versions/${created.body.latestVersion.versionId}` };
}

async function publish(server: Server, { version }: Made): Promise<void> {
  const { status, body, text } = await call<AudienceVersion>(server, 'POST', `${version}/publish`, {});
  expect([status, body.status], text).toEqual([200, 'queued']);
}

const read = async (server: Server, { version }: Made) =>
  (await call<AudienceVersion>(server, 'GET', version)).body;

/** The version after the queue has handled it. */
async function settled(server: Server, made: Made): Promise<AudienceVersion> {
  for (;;) {
    const version = await read(server, made);
    if (!['queued', 'processing'].includes(version.status)) return version;
    await sleep(200);
  }
}

/** Changes the local D1 of a server that does not run. */
function changeDatabase(stateDir: string, sql: string, versionId: string): void {
  const folder = path.join(stateDir, 'v3/d1/miniflare-D1DatabaseObject');
  const files = readdirSync(folder).filter((file) => /^[0-9a-f]+\.sqlite$/.test(file));
  const changes = files.map((file) => {
    const database = new DatabaseSync(path.join(folder, file));
    try {
      return Number(database.prepare(sql).run(versionId).changes);
    } finally {
      database.close();
    }
  });
  expect(changes).toEqual([1]);
}

const idOf = ({ version }: Made) => path.basename(version);

test('the queue publishes a version and archives its predecessor; a crash at any point loses no version', async () => {
  let server = await startServer(migratedStateDir());
  const first = await makeDraft(server);
  await publish(server, first);
  const live = await settled(server, first);
  expect(live).toMatchObject({ status: 'published', obsoleteAt: null });
  expect(live.queueDurationMs).toBeGreaterThanOrEqual(0);

  const { body: opened } = await call<AudienceVersion>(server, 'POST', `${first.audience}/versions`, {});
  const second = { ...first, version: `${first.audience}/versions/${opened.versionId}` };
  const unsent = await makeDraft(server);
  const halfWay = await makeDraft(server);
  const poisoned = await makeDraft(server);
  for (const made of [unsent, halfWay, poisoned, second]) await publish(server, made);
  expect(await stop(server, 'SIGKILL', 'group')).toEqual([]);

  // States that a test cannot produce from outside: a worker that died while processing, and content that it cannot
  // read.
  changeDatabase(
    server.stateDir,
    "update audience_versions set status = 'processing', processing_at = queued_at + 7 where version_id = ?",
    idOf(halfWay),
  );
  changeDatabase(
    server.stateDir,
    "update audience_versions set frozen = '{' where version_id = ?",
    idOf(poisoned),
  );
  await sleep(firstResendAfter);

  server = await startServer(server.stateDir, server.port);
  for (const made of [second, unsent]) {
    expect(await settled(server, made)).toMatchObject({ status: 'published', cancelReason: null });
  }
  expect(await settled(server, halfWay)).toMatchObject({ status: 'published', queueDurationMs: 7 });
  const before = await read(server, first);
  expect(before).toMatchObject({ status: 'archived', publishedAt: live.publishedAt });
  expect(before.obsoleteAt).toBe((await read(server, second)).publishedAt);
  const { body: audience } = await call<Audience>(server, 'GET', first.audience);
  expect(audience.publishedVersion?.versionId).toBe(opened.versionId);

  // Six attempts, 1, 2, 4, 8 and 16 seconds apart, then the dead-letter queue.
  expect(await settled(server, poisoned)).toMatchObject({
    status: 'cancelled',
    publishedAt: null,
    cancelReason:
      'Publishing failed, and was tried again in vain. The content that was frozen for it cannot be read.',
    allowedActions: ['publish'],
  });
  await publish(server, poisoned);
  expect(await settled(server, poisoned)).toMatchObject({ status: 'published', cancelReason: null });
  expect(await stop(server, 'SIGTERM', 'npm')).toEqual([]);
});
