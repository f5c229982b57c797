import { env } from 'cloudflare:workers';
import { sealSessions } from '../../../../src/analytics/worker/seal.ts';
import { newId } from '../../../../src/lib/ids.ts';
import { searchPathOf } from '../../../../src/visits/page-links/path.ts';
import { openTestDatabase } from '../client.ts';

/** Rows per statement: less than the 2 MB that a parameter of D1 may have. */
const chunkRows = 1000;

const insertAudiences = `
  INSERT INTO audiences (page_id, audience_id, audience_number, custom_name, metadata_override, revision, write_id,
    created_at)
  SELECT ?1, value ->> 'audienceId', value ->> 'n', 'Loaded ' || (value ->> 'n'), '{"title":"Loaded"}', 1, 'write_x', 0 FROM json_each(?2)`;

// Three versions each: one that was live, the live one, and a draft.
const insertVersions = `
  INSERT INTO audience_versions (audience_id, version_number, version_id, status, is_new_page_agent, created_at,
    transition_id, snapshot)
  SELECT r.value ->> 'audienceId', 1 + v.key, 'version_' || substr(r.value ->> 'audienceId', 10) || v.key, v.value, 0, 0,
    'write_x', '{}'
  FROM json_each(?1) r, json_each('["archived","published","draft"]') v`;

const insertPublishes = `
  INSERT INTO publishes (page_id, published_at, version_id, audience_id, version_number)
  SELECT ?1, 1000000000000 + (value ->> 'n'), 'version_' || substr(value ->> 'audienceId', 10) || 1, value ->> 'audienceId', 2
  FROM json_each(?2)`;

const insertLinks = `
  INSERT INTO page_links (page_link_id, path, search_path, target_type, page_id, audience_id, revision, write_id,
    created_at, updated_at)
  SELECT value ->> 'linkId', value ->> 'path', value ->> 'searchPath', iif(value ->> 'n' % 2, 'page', 'audience'), ?1,
    iif(value ->> 'n' % 2, NULL, value ->> 'audienceId'), 1, 'write_x', 0, 0
  FROM json_each(?2)`;

const insertTopics = `
  INSERT INTO topics (topic_id, title, purpose, sort_order, is_default, entries_count, revision, write_id, created_at,
    updated_at)
  SELECT value ->> 'topicId', 'Loaded', '', value ->> 'n', 0, 0, 1, 'write_x', 0, 0 FROM json_each(?1)`;

const insertEntries = `
  INSERT INTO topic_entries (topic_id, topic_entry_id, sort_order, type, content, revision, write_id, created_at,
    updated_at)
  SELECT r.value ->> 'topicId', 'topic_entry_' || substr(r.value ->> 'topicId', 7) || e.value, e.value, 'text', 'Loaded',
    1, 'write_x', 0, 0
  FROM json_each(?1) r, json_each('[1,2,3]') e`;

const insertPages = `
  INSERT INTO pages (page_id, title, url, metadata, audiences_count, revision, write_id, created_at, updated_at)
  SELECT value ->> 'pageId', 'Loaded', 'https://loaded.example/' || (value ->> 'pageId'), '{}', 0, 1, 'write_x', 0, 0
  FROM json_each(?1)`;

const insertFoundFields = `
  INSERT INTO found_fields (page_id, days, revision)
  SELECT value ->> 'pageId', '{"button":20000,"hero":20000}', 1 FROM json_each(?1)`;
// As many as a page keeps.
const insertManyFound = `
  INSERT OR IGNORE INTO found_fields (page_id, days, revision)
  SELECT ?1, json_group_object('loaded' || value, 20000), 1
  FROM (WITH RECURSIVE count (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM count LIMIT 200) SELECT value FROM count)`;

const insertDomains = `
  INSERT INTO tenant_domains (tenant_domain_id, domain, created_at)
  SELECT value ->> 'domainId', (value ->> 'domainId') || '.example', 0 FROM json_each(?1)`;

// A count for each day. The days of the first call are those of the next one too.
const insertLeftOut = `
  INSERT OR IGNORE INTO left_out_counts (page_id, day, reason, count)
  SELECT ?1, value ->> 'n', 'bot', 1 FROM json_each(?2)`;

// 80 websites, and others that are deleted.
const insertWebsites = `
  INSERT INTO websites (website_id, origin, created_at)
  SELECT 'website_' || substr(value ->> 'domainId', 15), 'https://' || (value ->> 'domainId') || '.example', 0
  FROM json_each(?1)`;
const deleteWebsites = `UPDATE websites SET deleted_at = 1 WHERE deleted_at IS NULL AND website_id NOT LIKE 'website_live%'`;
const insertLiveWebsites = `
  INSERT INTO websites (website_id, origin, created_at)
  SELECT 'website_live' || value, 'https://live-' || value || '.example', 0 FROM json_each(?1)
  WHERE NOT EXISTS (SELECT 1 FROM websites WHERE website_id = 'website_live' || value)`;
const liveWebsites = JSON.stringify(Array.from({ length: 80 }, (_, n) => n));

// Two for each: of a page, and of the workspace.
const insertAnnotations = `
  INSERT INTO annotations (annotation_id, page_id, text, happened_at, author, revision, write_id, created_at, updated_at)
  SELECT (r.value ->> 'annotationId') || e.key, e.value, 'Loaded', 1000000000000 + (r.value ->> 'n'), 'test', 1, 'write_x',
    0, 0
  FROM json_each(?2) r, json_each(json_array(?1, NULL)) e`;

// A workspace has 1,000 at most. So the first call inserts 900, and those after it none.
const insertViews = `
  INSERT OR IGNORE INTO views (view_id, name, name_key, address, author, revision, write_id, created_at, updated_at)
  SELECT 'view_' || (value ->> 'n'), 'Loaded', 'loaded ' || (value ->> 'n'), '/', 'test', 1, 'write_x', 0, 0
  FROM json_each(?1) WHERE value ->> 'n' < 900`;

// Of each audience one, every other of which runs, each with visitors in one row.
const insertTests = `
  INSERT INTO experiments (experiment_id, page_id, audience_id, goal, arms, author, status, started_at, ended_at, end_reason,
    looks, revision, write_id, created_at, updated_at)
  SELECT 'experiment_' || substr(value ->> 'audienceId', 10), ?1, value ->> 'audienceId', 'conversion',
    json_array(json_object('versionId', 'version_' || substr(value ->> 'audienceId', 10) || 1, 'versionNumber', 2, 'weight', 1),
      json_object('versionId', 'version_' || substr(value ->> 'audienceId', 10) || 2, 'versionNumber', 3, 'weight', 1)),
    'test', iif(value ->> 'n' % 2, 'running', 'ended'), 1, iif(value ->> 'n' % 2, null, 2),
    iif(value ->> 'n' % 2, null, 'stopped'), '[{"peak":0,"decidedAt":null,"isBetter":null}]', 1, 'write_x', 0, 0
  FROM json_each(?2)`;
const insertUnits = `
  INSERT INTO experiment_units
  SELECT 'experiment_' || substr(value ->> 'audienceId', 10), 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, ',aaaa,bbbb', '',
    ',AAAAAAAAAAA0,AAAAAAAAAAB1'
  FROM json_each(?1)`;

/** A webhook that is switched off, of all loaded deliveries: of events that are not kept, and none of which waits. */
export const loadedWebhook = 'webhook_01kafz8q6tf7n9t3cwh2k5v4xe';
const insertWebhook = `
  INSERT OR IGNORE INTO webhooks (webhook_id, url, types, is_ordered, cursor, disabled_at, keeps_answers, author, revision,
    write_id, created_at, updated_at, is_cleared)
  VALUES ('${loadedWebhook}', 'https://loaded.example/', '[]', 0, 0, 1, 0, 'test', 1, 'write_x', 0, 0, 0)`;
const insertDeliveries = `
  INSERT INTO webhook_deliveries (webhook_id, sequence, status, attempts)
  SELECT '${loadedWebhook}', 1000000000 + (value ->> 'n') + (SELECT count(*) FROM webhook_deliveries), 'succeeded', 1
  FROM json_each(?1)`;

/** An alert that is switched off, of all loaded firings. Visits are noted, and looked at; other alerts are deleted. */
export const loadedAlert = 'alert_01kafz8q6tf7n9t3cwh2k5v4xe';
const insertAlerts = `
  INSERT OR IGNORE INTO alerts (alert_id, name, webhook_id, timezone, type, condition, author, revision, write_id,
    created_at, updated_at, deleted_at)
  SELECT iif(value ->> 'n' = 0, '${loadedAlert}', 'alert_' || (value ->> 'n')), 'Loaded', '${loadedWebhook}', 'UTC',
    'link_opened', '{"type":"link_opened","personIds":null}', 'test', 1, '', 0, 0, iif(value ->> 'n' = 0, NULL, 1)
  FROM json_each(?1)`;
const insertFirings = `
  INSERT INTO alert_firings (firing_id, alert_id, webhook_id, subject, day, facts, fired_at)
  SELECT r.value ->> 'firingId', '${loadedAlert}', '${loadedWebhook}', 'person_' || (r.value ->> 'n'),
    (SELECT count(*) FROM alert_firings), '{"type":"link_opened","date":"1970-01-01"}', unixepoch() * 1000
  FROM json_each(?1) r`;
const insertAlertVisits = `
  INSERT INTO alert_visits (subject, started_at, created_at)
  SELECT 'person_' || (value ->> 'n'), unixepoch() * 1000, unixepoch() * 1000 FROM json_each(?1)`;
const lookAtVisits =
  'INSERT OR REPLACE INTO alert_cursor (id, sequence) SELECT 1, max(sequence) FROM alert_visits';

/** The page of all loaded audiences and links. */
export const bigPage = 'page_01kafz8q6tf7n9t3cwh2k5v4xe';

/**
 * Inserts `n` each of pages (with two found fields), audiences of one page (with three versions, a publish and a test), links on the fallback subdomain to that
 * page and its audiences, tenant domains, topics (with three entries), annotations (two each), and counts of visits that were left
 * out, deliveries of a webhook, firings of an alert, visits that alerts look at, deleted alerts, and 900 views once. Triggers run.
 */
export async function loadContent(n: number): Promise<void> {
  const page = `INSERT OR IGNORE INTO pages VALUES (?, 'Big', 'https://big.example/', '{}', 0, 1, 'write_x', 0, 0, '[]')`;
  await env.DB.prepare(page).bind(bigPage).run();
  for (let done = 0; done < n; done += chunkRows) {
    const rows = Array.from({ length: Math.min(chunkRows, n - done) }, (_, index) => {
      const linkId = newId('page_link');
      const path = `/loaded/${linkId}`;
      return {
        n: done + index,
        audienceId: newId('audience'),
        linkId,
        path,
        searchPath: searchPathOf(path),
        topicId: newId('topic'),
        annotationId: newId('annotation'),
        pageId: newId('page'),
        domainId: newId('tenant_domain'),
        firingId: newId('firing'),
      };
    });
    const json = JSON.stringify(rows);
    await env.DB.batch([
      env.DB.prepare(insertPages).bind(json),
      env.DB.prepare(insertFoundFields).bind(json),
      env.DB.prepare(insertManyFound).bind(bigPage),
      env.DB.prepare(insertAudiences).bind(bigPage, json),
      env.DB.prepare(insertVersions).bind(json),
      env.DB.prepare(insertPublishes).bind(bigPage, json),
      env.DB.prepare(insertTests).bind(bigPage, json),
      env.DB.prepare(insertUnits).bind(json),
      env.DB.prepare(insertLinks).bind(bigPage, json),
      env.DB.prepare(insertDomains).bind(json),
      env.DB.prepare(insertTopics).bind(json),
      env.DB.prepare(insertEntries).bind(json),
      env.DB.prepare(insertAnnotations).bind(bigPage, json),
      env.DB.prepare(insertViews).bind(json),
      env.DB.prepare(insertLeftOut).bind(bigPage, json),
      env.DB.prepare(insertWebsites).bind(json),
      env.DB.prepare(deleteWebsites),
      env.DB.prepare(insertLiveWebsites).bind(liveWebsites),
      env.DB.prepare(insertWebhook),
      env.DB.prepare(insertDeliveries).bind(json),
      env.DB.prepare(insertAlerts).bind(json),
      env.DB.prepare(insertFirings).bind(json),
      env.DB.prepare(insertAlertVisits).bind(json),
      env.DB.prepare(lookAtVisits),
    ]);
  }
}

/** The page of the loaded sessions. */
export const visitedPage = 'page_01kafz8q6tf7n9t3cwh2k5v4xv';
/** The start of the first loaded session. */
export const visitedFrom = Date.UTC(2026, 0, 1, 12);
const visitedAudiences = 100;
/** Sessions that the first call loads besides: more than a filtered list looks at. */
const firstSessions = 2000;
/** Sessions that wait to be sealed after each call: they have just begun. */
const tailSessions = 100;
/** Until how long ago all sessions are sealed after a call, in milliseconds. Others that began later are deleted. */
const sealedBefore = 2 * 3_600_000;
/** Sessions that the first call loads into one quarter of an hour. */
const quarterSessions = 20;
let loaded = 0;
/** The start of that quarter of an hour. */
export const visitedQuarter = visitedFrom + 3 * 3_600_000;

const insertSessions = `
  INSERT INTO audience_sessions (analytics_session_id, page_id, audience_id, computation_status, form_state,
    has_conversion, questions_asked_count, total_clicks_count, max_scroll_depth, engaged_ms, session_started_at,
    active_ms, utm_source, utm_medium, utm_campaign, referrer, country, device, browser, page_url)
  SELECT value ->> 'id', ?1, value ->> 'audienceId', 'completed', 0, 0, 0, value ->> 'n' % 2, 5000, 20000,
    value ->> 'startedAt', 60000,
    '["newsletter","google",null]' ->> (value ->> 'n' % 3), '["email","cpc",null]' ->> (value ->> 'n' % 3),
    'campaign ' || (value ->> 'n' % 20), '["google.com","linkedin.com",null]' ->> (value ->> 'n' % 3),
    '["DE","US","IN","FR","GB"]' ->> (value ->> 'n' % 5), '["desktop","mobile"]' ->> (value ->> 'n' % 2),
    '["Chrome","Safari","Firefox"]' ->> (value ->> 'n' % 3), 'https://visited.example/' || (value ->> 'n' % 8)
  FROM json_each(?2)`;

/**
 * Inserts `n` sessions of a page with 100 audiences, which have ended, and seals everything anew. Triggers run. The
 * sessions are on ten days of a month, within one hour of the day, and one is of two hours ago. The first call also loads
 * a quarter of an hour with some sessions. After each call a tail waits.
 */
export async function loadSessions(n: number): Promise<void> {
  const page = `INSERT OR IGNORE INTO pages VALUES (?, 'Visited', 'https://visited.example/', '{}', 0, 1, 'write_x', 0, 0, '[]')`;
  const ids = `SELECT audience_id AS id FROM audiences WHERE page_id = ?`;
  await env.DB.prepare(page).bind(visitedPage).run();
  let audiences = (await env.DB.prepare(ids).bind(visitedPage).all<{ id: string }>()).results;
  const isFirst = audiences.length === 0;
  if (isFirst) {
    audiences = Array.from({ length: visitedAudiences }, () => ({ id: newId('audience') }));
    const rows = audiences.map(({ id }, index) => ({ n: index, audienceId: id }));
    await env.DB.prepare(insertAudiences).bind(visitedPage, JSON.stringify(rows)).run();
    await env.DB.prepare(insertVersions).bind(JSON.stringify(rows)).run();
  }
  const insert = async (length: number, startOf: (index: number) => number) => {
    const rows = Array.from({ length }, (_, index) => ({
      n: index,
      // In this order, so that a filter finds the same number among the sessions of a millisecond.
      id: `loaded_${String(loaded++).padStart(12, '0')}`,
      audienceId: audiences[index % visitedAudiences]?.id,
      startedAt: startOf(index),
    }));
    await env.DB.prepare(insertSessions).bind(visitedPage, JSON.stringify(rows)).run();
  };
  const now = Date.now();
  await env.DB.batch(
    [
      ...['session_seal', 'session_blocks', 'session_corrections', 'visitor_numbers', 'visitor_ids'].map(
        (table) => `DELETE FROM ${table}`,
      ),
      `DELETE FROM audience_sessions WHERE session_started_at >= ${now - sealedBefore}`,
    ].map((statement) => env.DB.prepare(statement)),
  );
  const all = n + (isFirst ? firstSessions : 0);
  for (let done = 0; done < all; done += chunkRows)
    await insert(
      Math.min(chunkRows, all - done),
      (index) =>
        visitedFrom +
        (Math.floor(index / visitedAudiences) % 10) * 3 * 86_400_000 +
        (done % 3_000_000) +
        (index % visitedAudiences),
    );
  if (isFirst) await insert(quarterSessions, (index) => visitedQuarter + index * 30_000);
  await insert(1, () => now - sealedBefore);
  while ((await sealSessions(openTestDatabase(), Date.now(), { isForced: true })) > 0);
  await insert(tailSessions, (index) => now - tailSessions + index);
}
