import { env } from 'cloudflare:workers';
import { newId } from '../../../src/lib/ids.ts';
import type { Job } from '../../../src/visits/campaigns/words.ts';
import { send } from './client.ts';
import type { Route } from './routes.ts';
export type Ids = Record<string, string>;

/**
 * What the audience has: a draft behind a cancelled version, a version that is pending, a draft behind a live version with a
 * test, or the same while that test runs. Each has a campaign of its own, with a job if a test runs.
 */
export type Kind = 'draft' | 'pending' | 'tested' | 'running';

/** What the audience must have for a request of a route. */
export function kindFor({ method, path }: Pick<Route, 'method' | 'path'>): Kind {
  if (path.endsWith('/ready') || path.endsWith('/{campaign_id}/archive')) return 'pending';
  if (path.endsWith('/roll_back')) return 'tested';
  if (/\/(?:stop|publish_winner)$/.test(path)) return 'running';
  return path.startsWith('/v0/experiments') && method !== 'DELETE' ? 'tested' : 'draft';
}

/** Ids by the names of path parameters: `personId` becomes `person_id`. */
const byParameter = (ids: Record<string, string | undefined>): Ids =>
  Object.fromEntries(
    Object.entries(ids).map(([name, id = '']) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      id,
    ]),
  );

/**
 * Creates a person and an account with two logs each, a key, and two items for each list. Returns their ids by path
 * parameter.
 */
export async function makeIds(kind: Kind = 'draft'): Promise<Ids> {
  const unique = crypto.randomUUID();
  const log = { source: 'routes', payload: { a: 1 } };
  const post = async (path: string, body: object) => (await send<Ids>('POST', path, body)).body;
  const write = (path: string, body: object) => post(path, { ...log, ...body });
  const ofPerson = async () => {
    const { personId } = await write('/v0/person_logs', { email: `${unique}@${unique}.example` });
    return write('/v0/person_logs', { personId });
  };
  const ofAccount = async () => {
    await write('/v0/account_logs', { domain: `${unique}.example` });
    return write('/v0/account_logs', { domain: `${unique}.example` });
  };
  // First, because sessions of the content are linked to the person.
  const { personId, personLogId } = await ofPerson();
  /** An audience for the person on a page of its own, and a link to it. */
  const madeForPerson = async (n: number) => {
    const { pageId } = await post('/v0/pages', { title: 'Routes', url: `https://${unique}.example/${n}` });
    const { audienceId } = await post(`/v0/pages/${pageId}/audiences`, { personId });
    await post('/v0/page_links', { path: `${unique}/for/${n}`, target: { audienceId } });
  };
  const [{ accountId, accountLogId }, { apiKeyId }, content] = await Promise.all([
    ofAccount(),
    post('/v0/api_keys', { name: 'routes', scopes: ['read'] }),
    makeContentIds(unique, kind),
    madeForPerson(1),
    madeForPerson(2),
  ]);
  return { ...byParameter({ personId, personLogId, accountId, accountLogId, apiKeyId }), ...content };
}

const runningJob: Job = {
  jobId: 'job_x',
  kind: 'publish',
  state: 'running',
  after: '',
  total: 2,
  done: 0,
  changed: 0,
  refused: 0,
  problems: [],
  author: 'test',
  startedAt: 1,
  endedAt: null,
};

async function makeContentIds(unique: string, kind: Kind): Promise<Ids> {
  type Made = Ids & { latestVersion: Ids };
  const post = async (path: string, body: object = {}) => (await send<Made>('POST', path, body)).body;
  // The field is in the example of a change of an audience.
  const fields = [{ name: 'hero', label: 'Headline', kind: 'text' }];
  const page = await post('/v0/pages', { title: 'Routes', url: `https://${unique}.example/`, fields });
  const named = { customName: `Routes ${unique}` };
  await post(`/v0/pages/${page.pageId}/audiences`, named);
  const { audienceId, latestVersion } = await post(`/v0/pages/${page.pageId}/audiences`, {
    ...named,
    status: kind === 'pending' ? kind : 'draft',
  });
  const versions = `/v0/pages/${page.pageId}/audiences/${audienceId}/versions`;
  if (kind === 'draft') await post(`${versions}/${latestVersion.versionId}/cancel`);
  if (kind === 'tested' || kind === 'running')
    await env.DB.prepare(
      "update audience_versions set status = 'published', published_at = 1, snapshot = '{}' where version_id = ?",
    )
      .bind(latestVersion.versionId)
      .run();
  const version = kind === 'pending' ? latestVersion : await post(versions);
  const makeTopic = async () => {
    const { topicId } = await post('/v0/topics', { title: unique });
    const content = { type: 'text', content: unique };
    await post(`/v0/topics/${topicId}/entries`, { content });
    const { topicEntryId } = await post(`/v0/topics/${topicId}/entries`, { content });
    return { topicId, topicEntryId };
  };
  const target = { targetType: 'page', pageId: page.pageId };
  const [sessionStartedAt, sessionEndedAt] = ['2026-03-04T10:00:00Z', '2026-03-04T10:02:11Z'];
  const sessions = [1, 2].map((n) => ({
    analyticsSessionId: `${unique}-${n}`,
    audienceId,
    sessionStartedAt,
    sessionEndedAt,
    formSubmissionEmail: `${unique}@${unique}.example`,
    utmSource: `routes-${n}`,
  }));
  for (const path of [`${unique}/1`, `${unique}/2`])
    await post('/v0/page_links', { path, target: { audienceId } });
  const annotate = (ofPage: object) =>
    post('/v0/annotations', { ...ofPage, text: unique, happenedAt: '2026-03-04T10:00:00Z' });
  const saveView = (name: string) => post('/v0/views', { name, address: '/' });
  const makeAlerts = async (webhookId: string) => {
    const alert = { name: unique, webhookId, condition: { type: 'link_opened' } };
    // As with webhooks: a workspace has 50 at most.
    const first = 'select alert_id from alerts order by alert_id limit 4';
    await env.DB.prepare(`delete from alerts where alert_id not in (${first})`).run();
    await post('/v0/alerts', alert);
    const { alertId = '' } = await post('/v0/alerts', alert);
    await env.DB.batch([
      env.DB.prepare(
        `insert into alert_firings (firing_id, alert_id, webhook_id, subject, day, facts, fired_at)
         select value, ?, 'x', 'person_x', key, '{"type":"link_opened","date":"1970-01-01"}', 1 from json_each(?)`,
      ).bind(alertId, JSON.stringify([newId('firing'), newId('firing')])),
      env.DB.prepare('update alerts set on_after = null'),
      env.DB.prepare('delete from event_listeners'),
    ]);
    return alertId;
  };
  const makeWebhooks = async () => {
    const made = { url: `https://${unique}.example/`, types: ['form.submitted'] };
    // A workspace has 20 at most: those of the first two calls stay.
    const first = 'select webhook_id from webhooks order by webhook_id limit 4';
    await env.DB.prepare(`delete from webhooks where webhook_id not in (${first})`).run();
    await post('/v0/webhooks', made);
    const { webhookId = '' } = await post('/v0/webhooks', made);
    const insert = (into: string, values: string) => env.DB.prepare(`insert into ${into} ${values}`);
    const sequences = "select (select max(sequence) from events) - value from json_each('[0, 1]')";
    await env.DB.batch([
      ...[1, 2].map(() => insert('events (type, related, created_at)', "values ('form.submitted', '{}', 1)")),
      insert(
        'webhook_deliveries (webhook_id, sequence, status, attempts)',
        `select '${webhookId}', *, 'given_up', 10 from (${sequences})`,
      ),
      // Otherwise each request would note who writes.
      env.DB.prepare('delete from event_listeners'),
    ]);
    const sequence = await env.DB.prepare('select max(sequence) as n from events').first<number>('n');
    return { webhookId, sequence: String(sequence), alertId: await makeAlerts(webhookId) };
  };
  const makeSources = async () => {
    // As with webhooks: a workspace has 50 at most.
    const first = 'select source_id from sources order by source_id limit 4';
    await env.DB.prepare(`delete from sources where source_id not in (${first})`).run();
    await post('/v0/sources', { provider: 'stripe' });
    const { sourceId = '', url = '' } = await post('/v0/sources', { provider: 'stripe' });
    const keptId = newId('kept');
    await env.DB.prepare(
      `insert into kept_deliveries
       select value, ?2, value, ?2 || ':' || value, 'webhook', 'no_identifier', 1, '[]', '{}' from json_each(?1)`,
    )
      .bind(JSON.stringify([newId('kept'), keptId]), sourceId)
      .run();
    return { sourceId, keptId, source: url.split('/').at(-1) };
  };
  const [experimentId, campaignId] = [newId('experiment'), newId('campaign')];
  const givenUpId = newId('givenup');
  await env.DB.prepare(
    `insert into given_up (given_up_id, source, kind, received_at, given_up_at, what, identifiers, sent_at)
     values (?1, ?1, 'visit', 1, 1, 'Error', '[]', 1)`,
  )
    .bind(givenUpId)
    .run();
  const source = await makeSources();
  await annotate({});
  await saveView(`${unique} 1`);
  const [
    { tenantDomainId },
    { websiteId },
    { shareLinkId },
    { pageLinkId },
    { annotationId },
    { viewId },
    topic,
    { sequence, ...webhook },
  ] = await Promise.all([
    post('/v0/tenant_domains', { domain: `${unique}.example` }),
    post('/v0/websites', { origin: `https://${unique}.example` }),
    post('/v0/share_links', { name: 'Routes', path: '/', lifetime: '12h' }),
    post('/v0/page_links', { path: unique, target }),
    annotate({ pageId: page.pageId }),
    saveView(`${unique} 2`),
    makeTopic(),
    makeWebhooks(),
    post(`/v0/pages/${page.pageId}/audience_sessions/import`, { sessions }),
    env.DB.prepare('insert into publishes values (?1, 1, ?2, ?3, 1), (?1, 2, ?2, ?3, 1)')
      .bind(page.pageId, version.versionId, audienceId)
      .run(),
    env.DB.prepare(
      `insert into experiments (experiment_id, page_id, audience_id, goal, arms, author, status, looks, revision, write_id, created_at, updated_at)
       select value, ?1, ?2, 'conversion', ?3, 'test', iif(key, ?4, 'draft'), '[]', 1, '', 1, 1 from json_each(?5)`,
    )
      .bind(
        page.pageId,
        audienceId,
        JSON.stringify(
          [latestVersion, version].map(({ versionId }, n) => ({
            versionId,
            versionNumber: n + 1,
            weight: 1,
          })),
        ),
        kind === 'running' ? 'running' : 'draft',
        JSON.stringify([newId('experiment'), experimentId]),
      )
      .run(),
    env.DB.prepare(
      `insert into campaigns (campaign_id, page_id, name, path, on_path_taken, words, cleared, earlier_words, job, rows_count, revision, write_id, created_at, updated_at)
       select value, ?1, 'Routes', '/' || ?2 || '/{{name}}', 'suffix', '{}', '{"fields":[],"metadata":[],"others":[]}', '{}', ?4, 0, 1, '', 1, 1 from json_each(?3)`,
    )
      .bind(
        page.pageId,
        unique,
        JSON.stringify([newId('campaign'), campaignId]),
        kind === 'running' ? JSON.stringify(runningJob) : null,
      )
      .run(),
    env.DB.prepare("insert into left_out_counts values (?1, 20000, 'bot', 1), (?1, 20000, 'own', 1)")
      .bind(page.pageId)
      .run(),
  ]);
  // After its campaign, and with the link.
  await env.DB.prepare(
    `insert into campaign_rows (campaign_id, person_id, audience_id, page_link_id, sent, words_hash, version_id, revision, write_id, created_at, updated_at)
     select ?1, value, ?2, ?3, '{"columns":{"name":"x"}}', '', ?4, 1, '', 1, 1 from json_each(?5)`,
  )
    .bind(
      campaignId,
      audienceId,
      pageLinkId,
      version.versionId,
      JSON.stringify([newId('person'), newId('person')]),
    )
    .run();
  const made = {
    experimentId,
    campaignId,
    givenUpId,
    tenantDomainId,
    websiteId,
    shareLinkId,
    pageLinkId,
    annotationId,
    viewId,
  };
  return byParameter({
    pageId: page.pageId,
    audienceId,
    versionId: version.versionId,
    ...made,
    ...topic,
    ...webhook,
    ...source,
    delivery: sequence,
    audienceSessionId: `audience_session_${unique}-2`,
    linkPath: unique,
  });
}

/** An example in which the ids are those of existing resources. */
export const withIds = (example: unknown, ids: Ids): string | undefined =>
  (typeof example === 'string' ? example : JSON.stringify(example))?.replace(
    /"([a-z_]+)_01[0-9a-z]{24}"/g,
    (id, prefix) => JSON.stringify(ids[`${prefix}_id`] ?? id),
  );

/** The required query of a route. */
export const neededQuery = ({ name }: Route, ids: Ids) =>
  ({
    'GET /v0/page_links/resolve': `path=${ids.link_path}`,
    'GET /v0/persons': 'slug=nobody',
    'DELETE /v0/export': 'exportId=export_01kafz8q6tf7n9t3cwh2k5v4xe',
    'POST /v0/restore/lines': 'after=0',
    'GET /v0/audiences': `query=${ids.link_path}`,
    'GET /v0/experiments/estimate': `audienceId=${ids.audience_id}&goal=conversion`,
    'GET /v0/pages/{page_id}/analytics/timeseries':
      'interval=day&startDate=2026-01-01T00:00:00Z&endDate=2026-02-01T00:00:00Z',
    'GET /v0/analytics/timeseries':
      'interval=day&startDate=2026-01-01T00:00:00Z&endDate=2026-02-01T00:00:00Z',
    'GET /v0/pages/{page_id}/analytics/breakdown': 'by=utmSource',
    'GET /v0/analytics/breakdown': 'by=utmSource',
    'GET /v0/pages/{page_id}/analytics/breakdowns': 'by=utmSource',
    'GET /v0/analytics/breakdowns': 'by=utmSource',
  })[name];

/** A query with what the route requires. */
export const withNeeded = (route: Route, query: string) =>
  [neededQuery(route, ids), query].filter(Boolean).join('&');

export const pathWith = (path: string, ids: Ids) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

/** The ids of two of each resource, which `prepareIds` makes. */
export let ids: Ids = {};
export let other: Ids = {};
export const prepareIds = async () => {
  [ids, other] = await Promise.all([makeIds(), makeIds()]);
};
