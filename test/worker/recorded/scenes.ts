import { env } from 'cloudflare:workers';
import { hashIdempotencyKey } from '../../../src/lib/idempotency.ts';
import { newId } from '../../../src/lib/ids.ts';
import { fireMet } from '../../../src/outbound/alerts/worker/fire.ts';
import { deliver } from '../../../src/outbound/webhooks/worker/deliver.ts';
import { newRecipient } from '../support/alerts.ts';
import { mintKey, openTestDatabase } from '../support/client.ts';
import { faultyDatabase } from '../support/faults.ts';
import { newPageId } from '../support/pages.ts';
import { newCode } from '../support/sign-in.ts';
import { newWebhook } from '../support/webhooks.ts';
import type { Tape } from './tape.ts';

const sql = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();
const empty = (...tables: string[]) =>
  env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)));
/** Inserts so many rows, which `select` makes of each `key`. */
const fill = (table: string, columns: string, select: string, count: number) =>
  sql(
    `insert into ${table} (${columns}) select ${select} from json_each(?)`,
    JSON.stringify(Array(count).fill(0)),
  );

const keys = async (...scopes: ('collect' | 'read')[]) =>
  Object.fromEntries(
    await Promise.all(scopes.map(async (scope, at) => [`key of main:${at + 1}`, await mintKey([scope])])),
  ) as Record<string, string>;

/** A database that does not answer the first requests. */
const failing = (message: string, times = 9) => ({
  bindings: { DB: faultyDatabase({ message, moment: 'before', times, size: 1 }) },
});

/** What a recording does not show: the rows, keys and bindings that its requests find. */
export const scenes: Record<string, (tape: Tape) => Promise<unknown>> = {
  alerts: async (tape) => {
    const tables = ['alerts', 'alert_firings', 'webhooks', 'events', 'event_listeners'];
    await empty(...tables);
    const { webhookId } = await newWebhook({ types: ['alert.fired'] });
    const { accountId } = await newRecipient(await newPageId(), 'recorded-alerts.example');
    tape.give({ 'webhook:1': webhookId, 'account:1': accountId });
    await tape.to('GET /v0/alerts/<alert:1>/firings');
    await sql(
      'insert into alert_visits (subject, started_at, created_at) values (?1, ?2, ?2)',
      accountId,
      Date.now(),
    );
    await fireMet(openTestDatabase(), Date.now());
    await tape.to('# A full workspace');
    await empty(...tables);
    tape.give({ 'webhook:2': (await newWebhook({ types: ['alert.fired'] })).webhookId });
    await fill(
      'alerts',
      'alert_id, name, webhook_id, timezone, type, condition, author, revision, write_id, created_at, updated_at',
      "'alert_' || key, 'x', 'x', 'UTC', 'link_opened', '{}', 'x', 1, '', 0, 0",
      50,
    );
    await tape.to();
    await empty(...tables);
  },
  backups: async (tape) => {
    await tape.to('# While a restore runs');
    await sql(
      "insert into restores values (1, 'restore_01kafz8q6tf7n9t3cwh2k5v4xe', 'dropping', '{}', 0, 0, '', '[]', '', null, null, ?1, ?1)",
      Date.now(),
    );
    await sql(
      "create trigger restore_guard_x before insert on person_logs begin select raise(abort, 'a restore of this workspace runs'); end",
    );
    await tape.to('# It is done');
    await sql("update restores set phase = 'done'");
    await sql('drop trigger restore_guard_x');
    await tape.to();
    await empty('restores');
  },
  campaigns: async (tape) => {
    await tape.to('# A page that is full');
    const { page_id: page } = (await env.DB.prepare(
      "select page_id from pages where url = 'https://campaigns.example/'",
    ).first<{ page_id: string }>()) ?? { page_id: '' };
    await fill(
      'campaigns',
      'campaign_id, page_id, name, path, on_path_taken, words, cleared, rows_count, revision, write_id, created_at, updated_at',
      `'campaign_' || key, '${page}', 'x', '/x', 'suffix', '{}', '{}', 0, 1, '', 0, 0`,
      99,
    );
    await tape.to();
    await empty('campaigns', 'campaign_rows');
  },
  sources: async (tape) => {
    await tape.to('# Kept deliveries');
    const source = await env.DB.prepare('select source_id from sources order by source_id').first(
      'source_id',
    );
    const kept = [newId('kept'), newId('kept')];
    const bodies = [{ owner: 'zoe@kept.example', big: 1 }, { owner: null }];
    for (const [place, id] of kept.entries())
      await sql(
        "insert into kept_deliveries values (?1, ?2, ?3, ?4, 'invoice-paid', 'no_identifier', ?5, '[]', ?6)",
        id,
        source,
        hashIdempotencyKey(`${source}:evt_${place}`),
        `${source}:evt_${place}`,
        Date.now(),
        JSON.stringify(bodies[place]),
      );
    tape.give({ 'kept:1': kept[0] ?? '', 'kept:2': kept[1] ?? '' });
    await tape.to('# A full workspace');
    await fill(
      'sources',
      'source_id, provider, name, author, revision, write_id, created_at, updated_at, recent, receipts, received_count, logged_count, excluded_count, kept_count, dropped_count, activity',
      "'source_' || key, 'stripe', 'x', 'x', 1, '', 0, 0, '[]', '', 0, 0, 0, 0, 0, 0",
      50,
    );
    await tape.to();
    await empty('sources');
  },
  erasure: async (tape) => tape.give(await keys('collect')),
  events: async (tape) => {
    // The row has the time of its migration, and events have the times of D1.
    await sql('update event_settings set updated_at = ?', Date.now());
    await tape.to('GET /v0/events?limit=1');
    await sql('update events set created_at = ? + sequence', Date.now());
    await tape.to('GET /v0/events?after=0');
    await sql('delete from events where sequence = 1');
  },
  faults: async (tape) => {
    tape.give(await keys('read', 'collect'));
    const limited = { bindings: { RATE_LIMITER: { limit: async () => ({ success: false }) } } };
    await tape.to('# Limits');
    await tape.next();
    for (let request = 0; request < 3; request++) await tape.next(limited);
    await tape.next();
    const send = async () => {
      throw new Error('The queue is away.');
    };
    for (const options of [
      { bindings: { VISITS: { send } as unknown as Queue } },
      failing('D1_ERROR: D1 DB is overloaded. Too many requests queued.'),
      failing('D1_ERROR: Network connection lost.', 1),
      failing('D1_ERROR: Network connection lost.'),
      failing('D1_ERROR: near "secret": syntax error: SQLITE_ERROR'),
      failing('D1_ERROR: database or disk is full: SQLITE_FULL'),
      { bindings: { DB: env.UNMIGRATED } },
      { bindings: { DB: env.UNMIGRATED } },
    ])
      await tape.next(options);
  },
  imports: async (tape) => {
    await tape.to('"analyticsSessionId":"kept"');
    await tape.next({ bindings: { SESSION_RETENTION_DAYS: '2' } });
  },
  protocol: async (tape) => tape.give({ 'key of main:1': `ff_main_${'0'.repeat(38)}` }),
  'share-links': async (tape) => {
    await tape.to('# A full workspace');
    await fill(
      'api_keys',
      'api_key_id, hash, name, scopes, created_at, expires_at, shared_path, shared_by',
      `'api_key_' || key, key, 'x', '["read"]', 0, 9e12, '/', 'x'`,
      100,
    );
  },
  'sign-in': async (tape) => {
    tape.give({
      'sign-in code of main:1': await newCode(['read', 'write']),
      'sign-in code of acme:1': await newCode(['admin'], 'acme'),
      'sign-in code of main:3': await newCode(),
    });
    await tape.to('# Through Cloudflare Access');
    await tape.next();
    const access = {
      bindings: { ACCESS_TEAM_DOMAIN: 'https://acme.cloudflareaccess.com', ACCESS_AUDIENCE: 'aud1' },
    };
    await tape.next(access);
    await tape.next(access);
    await tape.next();
    // Without a valid token, whose signature would differ in each recording: the keys of the team cannot be read.
    const fetched = vi.spyOn(globalThis, 'fetch');
    fetched.mockRejectedValueOnce(new TypeError('Network connection lost.'));
    await tape.next(access);
    fetched.mockRestore();
  },
  topics: async (tape) => {
    await tape.to('# (48 entries are posted)');
    const entries = tape.valueOf('/v0/topics/<topic:1>/entries');
    const rawBody = JSON.stringify({ content: { type: 'fact', content: 'x' } });
    for (let n = 0; n < 48; n++) await tape.send('POST', entries, { rawBody });
  },
  views: async (tape) => {
    await tape.to('# A full workspace');
    await fill(
      'views',
      'view_id, name, name_key, address, author, revision, write_id, created_at, updated_at',
      "'view_' || key, 'x' || key, 'x' || key, '/', 'x', 1, '', 0, 0",
      1000,
    );
  },
  visits: async (tape) => {
    tape.give(await keys('collect'));
    await tape.to('cf-connecting-ip: 192.0.2.1');
    const bindings = { FORM_RATE_LIMIT_POLICY: '"form";q=1;w=600' } as object;
    for (let request = 0; request < 3; request++) await tape.next({ bindings });
  },
  webhooks: async (tape) => {
    await empty('events', 'event_listeners');
    await tape.to('# Sending');
    const fetched = vi.spyOn(globalThis, 'fetch');
    fetched.mockImplementation(async () => new Response('Not now', { status: 503 }));
    await tape.to('GET /v0/webhooks/<webhook:1>/deliveries');
    await sql('update events set created_at = ?', Date.now());
    await deliver(openTestDatabase(), tape.valueOf('<webhook:1>'), { workspace: 'main', isLocal: false });
    await tape.to('# Switched off, and deleted');
    fetched.mockRestore();
    await tape.to('# A full workspace');
    await fill(
      'webhooks',
      'webhook_id, url, types, is_ordered, cursor, keeps_answers, author, revision, write_id, created_at, updated_at, is_cleared',
      "'webhook_' || key, 'x', '[]', 0, 0, 0, 'x', 1, '', 0, 0, 0",
      19,
    );
    await tape.to();
    await empty('webhooks', 'event_listeners');
  },
  websites: async (tape) => {
    await tape.to('# A full workspace');
    await fill(
      'websites',
      'website_id, origin, created_at',
      "'website_' || key, 'https://' || key || '.example', 0",
      98,
    );
  },
};
