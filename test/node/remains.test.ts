import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openLocalD1 } from '../../bench/lib/state.ts';
import { demoKey, websiteKey } from '../../demo/keys.ts';
import { builtWorker } from '../../scripts/build/worker.ts';
import { commandsOn, migrateFolder } from '../../scripts/d1/databases.ts';
import { type LocalServer, serve } from '../../scripts/server/serve.ts';
import { idBytes, readId } from '../../src/analytics/type-ids.ts';
import type { WebhookDeliveryList } from '../../src/outbound/webhooks/delivery-schemas.ts';
import type { Webhook } from '../../src/outbound/webhooks/schemas.ts';
import { earlierIdentifierHash } from '../../src/people/persons/identity.ts';
import { call, cleanUp, freePort, newStateDir, npmRun } from './processes.ts';
import { type HttpReceiver, startReceiver } from './receiver.ts';

const day = 86_400_000;
const folder = newStateDir();
let server: LocalServer | undefined;
let channel: HttpReceiver | undefined;
afterAll(async () => {
  await server?.stop();
  channel?.close();
  cleanUp();
});

/** What the person is known by. Each value has a word that nothing else has. */
const person = {
  name: 'Qzxname Qzxsurname',
  email: 'qzxmail@qzxdomain.example',
  phoneNumber: '+19998887766',
  linkedinProfileUrl: 'https://www.linkedin.com/in/qzxhandle',
};
/** What is written about the person with it, and must go too. */
const told = {
  payload: 'qzxpayload',
  claimed: 'Qzxclaimed',
  message: 'qzxmessage',
  key: 'qzxkey',
  title: 'Qzxtitle',
  query: 'qzxquery',
  campaign: 'qzxcampaign',
  source: 'qzxsource',
  referrer: 'qzxreferrer.example',
  importedCampaign: 'qzximported',
  ownPath: 'qzxownpath',
  ownCampaign: 'qzxowncampaign',
  slug: 'qzxname-qzxsurname',
};
/** What SECURITY.md lists under "What stays of an erased person". */
const listed = {
  path: 'qzxpath',
  customName: 'Qzxcustom',
  context: 'qzxcontext',
  formerDomain: 'qzxformer.example',
  others: 'qzxwritten',
};

/** A value as text. Blocks have ids by their bytes. */
function textOf(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  const [, prefix, base64] = /\n(\w+_):([\w+/=]+)$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (prefix === undefined || base64 === undefined) return value;
  const bytes = Buffer.from(base64, 'base64');
  return Array.from({ length: bytes.length / idBytes }, (_, index) => readId(prefix, bytes, index * idBytes));
}

/** Every row of every table, by table; those of FTS5's own tables as text. */
function rowsOf({ readOnly }: { readOnly: boolean }): Map<string, string> {
  const database = openLocalD1(folder, { readOnly });
  // What the log of changes still has would otherwise stay until SQLite needs its place.
  if (!readOnly) database.exec('pragma wal_checkpoint(truncate)');
  const tables = database.prepare("select name, sql from sqlite_master where type = 'table'").all();
  const rows = new Map<string, string>();
  for (const { name, sql } of tables) {
    if (/^create virtual/i.test(String(sql))) continue;
    const found = database.prepare(`select * from "${name}"`).all();
    rows.set(
      String(name),
      JSON.stringify(found, (_, value) => textOf(value)),
    );
  }
  // Full-text tables store trigrams: none of them may be of the person.
  for (const index of ['person_search', 'account_search', 'audience_search', 'page_link_search']) {
    database.exec(`create virtual table temp.terms using fts5vocab('main', '${index}', 'row')`);
    rows.set(`the terms of ${index}`, JSON.stringify(database.prepare('select term from temp.terms').all()));
    database.exec('drop table temp.terms');
  }
  database.close();
  return rows;
}

/** All bytes of the database, without the space that SQLite has freed: D1 does not overwrite it (SECURITY.md). */
function bytes(): string {
  const copy = path.join(folder, 'copy.sqlite');
  const database = openLocalD1(folder, { readOnly: true });
  database.exec(`vacuum into '${copy}'`);
  database.close();
  return readFileSync(copy).toString('latin1').toLowerCase();
}

const has = (text: string, value: string) => text.toLowerCase().includes(value.toLowerCase());

test('of an erased person only what SECURITY.md lists is left, in every table and in the bytes of the database', async () => {
  await migrateFolder(folder);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const running = await serve(await builtWorker(), folder, port, {
    VISIT_ORIGINS: '',
    LOCAL_RECEIVERS: 'on',
  });
  server = running;
  const key = await demoKey(folder, address, commandsOn(running.d1));
  const send = async <T>(method: string, route: string, body?: unknown, expected = [200, 201, 202]) => {
    const reply = await call<T>({ address, key }, method, route, body);
    expect(expected, `${method} ${route}: ${reply.text}`).toContain(reply.status);
    return reply.body;
  };

  // A channel that refuses what it reads, and repeats it.
  channel = await startReceiver({
    '/channel': (response, _isFirst, body) => response.writeHead(500).end(body),
  });
  const { webhookId } = await send<Webhook>('POST', '/v0/webhooks', {
    url: `${channel.address}/channel`,
    types: ['person.created', 'person.updated', 'person_log.created', 'form.submitted', 'page_link.created'],
    format: 'slack',
  });

  // A person with logs, who has moved from another company, and is mentioned by somebody else.
  const { personId } = await send<{ personId: string }>('POST', '/v0/persons', {
    ...person,
    domain: listed.formerDomain,
  });
  await send('PATCH', `/v0/persons/${personId}`, { domain: null });
  const log = { source: 'crm', payload: { note: told.payload }, idempotencyKey: told.key };
  await send('POST', '/v0/person_logs', { ...log, ...person });
  await send('POST', '/v0/person_logs', {
    source: 'crm',
    email: 'other@elsewhere.example',
    payload: { note: listed.others },
  });

  // An audience of their own, published, with a link.
  const { pageId } = await send<{ pageId: string }>('POST', '/v0/pages', {
    title: 'Page',
    url: 'https://site.example/',
  });
  const audience = await send<{ audienceId: string; latestVersion: { versionId: string } }>(
    'POST',
    `/v0/pages/${pageId}/audiences`,
    { personId, customName: listed.customName, supplementaryContext: listed.context },
  );
  const { audienceId } = audience;
  // One that is found by the name of the person.
  const unnamed = await send<{ pageId: string }>('POST', '/v0/pages', {
    title: 'Another page',
    url: 'https://site.example/b',
  });
  await send('POST', `/v0/pages/${unnamed.pageId}/audiences`, { personId });
  const versions = `/v0/pages/${pageId}/audiences/${audienceId}/versions`;
  await send('POST', `${versions}/${audience.latestVersion.versionId}/publish`, {});
  await send('POST', '/v0/page_links', {
    path: `/for/${listed.path}`,
    target: { targetType: 'audience', audienceId },
  });

  // A visit whose form names them, and imported visits of last week, as many as the cron waits for until it seals them.
  const visit = {
    analyticsSessionId: 'remains-session-1',
    pageId,
    audienceId,
    elapsedMs: 9000,
    activeMs: 9000,
    engagedMs: 9000,
    maxScrollDepthPercentage: 50,
    clicksCount: 1,
    questionsAskedCount: 0,
    hasConversion: false,
    hasInput: true,
    formSubmit: {
      formSubmissionId: 'form-1',
      email: person.email,
      phone: person.phoneNumber,
      fields: { name: told.claimed, message: told.message },
    },
    pageTitle: told.title,
    pageUrl: `https://site.example/a?who=${told.query}`,
    referrer: told.referrer,
    utmCampaign: told.campaign,
    utmSource: told.source,
  };
  const collected = await fetch(`${address}/v0/visits`, {
    method: 'POST',
    headers: {
      'x-api-key': await websiteKey(folder, address, key),
      'content-type': 'application/json',
      'user-agent':
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    },
    body: JSON.stringify(visit),
  });
  expect(collected.status).toBe(202);
  const startedAt = new Date(Date.now() - 7 * day).toISOString();
  const session = {
    audienceId,
    sessionStartedAt: startedAt,
    sessionEndedAt: startedAt,
    timeSpentSeconds: 0,
    hasConversion: false,
    hasFormSubmit: true,
    questionsAskedCount: 0,
    totalClicksCount: 1,
    formSubmissionEmail: person.email,
    utmCampaign: told.importedCampaign,
  };
  const times = { sessionStartedAt: startedAt, sessionEndedAt: startedAt };
  const others = Array.from({ length: 498 }, (_, n) => ({
    analyticsSessionId: `remains-other-${n}`,
    ...times,
  }));
  // Only its audience tells whose visit this was.
  const own = {
    analyticsSessionId: 'remains-own-1',
    audienceId,
    ...times,
    utmCampaign: told.ownCampaign,
    pageUrl: `https://site.example/for/${told.ownPath}`,
  };
  await send('POST', `/v0/pages/${pageId}/audience_sessions/import`, {
    sessions: [{ ...session, analyticsSessionId: 'remains-imported-1' }, own, ...others],
  });
  const linked = () =>
    running.d1.run('DB', [`select person_id as id from audience_sessions where person_id = '${personId}'`]);
  await expect.poll(async () => (await linked())[0]?.length).toBe(2);
  const blocks = async () =>
    JSON.stringify(await running.d1.run('DB', ['select count, utm_campaign from session_blocks']));
  await running.runCron();
  await expect
    .poll(async () => (await send<{ status: string }>('GET', `/v0/audiences/${audienceId}`)).status)
    .toBe('published');
  await expect.poll(blocks).toContain(told.importedCampaign);
  const answers = () => rowsOf({ readOnly: true }).get('webhook_answers') ?? '';
  await expect.poll(answers).toContain(`${person.name} (`);
  await expect.poll(answers).toContain('sent a form');
  const rowsBefore = rowsOf({ readOnly: true });
  expect(rowsBefore.get('session_blocks')).toContain(personId);
  const before = [...rowsBefore.values()].join();
  for (const value of [...Object.values(person), ...Object.values(told), ...Object.values(listed)])
    if (value !== told.key) expect(has(before, value), value).toBe(true);

  await send('DELETE', `/v0/persons/${personId}`);
  await running.runCron();
  await expect.poll(blocks).not.toContain(told.importedCampaign);
  await expect.poll(blocks).not.toContain(told.ownCampaign);
  // What the channel is sent after the erasure, and repeats, is of what stays.
  const deliveries = async () =>
    (await send<WebhookDeliveryList>('GET', `/v0/webhooks/${webhookId}/deliveries`)).items;
  for (const { sequence } of await deliveries())
    await send('POST', `/v0/webhooks/${webhookId}/deliveries/${sequence}/resend`);
  await expect.poll(async () => (await deliveries()).every(({ attempts }) => attempts > 0)).toBe(true);
  await sleep(100);
  await running.stop();
  server = undefined;

  const rows = rowsOf({ readOnly: false });
  const gone = [...Object.values(person), 'qzxdomain', ...Object.values(told)];
  const found = [...rows].flatMap(([table, text]) =>
    gone.filter((value) => has(text, value)).map((value) => `${table}: ${value}`),
  );
  expect(found).toEqual([]);
  const all = bytes();
  expect(gone.filter((value) => has(all, value))).toEqual([]);
  for (const [identifier, value] of [
    ['email', person.email],
    ['phoneNumber', person.phoneNumber],
  ] as const)
    expect(all).not.toContain(earlierIdentifierHash(identifier, value).toLowerCase());

  // An export has hashes, and not the secret with which one could try all phone numbers.
  const { value: secret } = JSON.parse(rows.get('secrets') ?? '')[0] as { value: string };
  const exported = await npmRun(['export'], { STATE_DIR: folder });
  expect([exported.code, exported.stdout.includes('"erased_identifiers"')]).toEqual([0, true]);
  expect(exported.stdout).not.toContain(secret);

  // What SECURITY.md lists, and where it is.
  const left = Object.entries(listed).map(([what, value]) => [
    what,
    [...rows].filter(([, text]) => has(text, value)).map(([table]) => table),
  ]);
  expect(Object.fromEntries(left)).toEqual({
    path: ['page_links', 'webhook_answers'],
    customName: ['audiences', 'audience_names', 'webhook_answers'],
    context: ['audience_versions'],
    formerDomain: ['accounts'],
    others: ['person_logs'],
  });
  // Ids are of no one any more, but they stay.
  const ids = [...rows].filter(([, text]) => text.includes(personId)).map(([table]) => table);
  expect(ids).toEqual(['idempotency_keys', 'erasures', 'events']);
});
