import { env } from 'cloudflare:workers';
import type { SessionImported } from '../../../src/visits/sessions/import-schemas.ts';
import { type Problem, type RequestOptions, send } from './client.ts';
import type { Place } from './places.ts';
import { noon } from './times.ts';

/** Imports sessions into a page. */
export const importSessions = (pageId: string, sessions: unknown, options?: RequestOptions) =>
  send<SessionImported & Problem>(
    'POST',
    `/v0/pages/${pageId}/audience_sessions/import`,
    { sessions },
    options,
  );

/** A session to import: the least that it has, and fields. */
export const least = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  analyticsSessionId: crypto.randomUUID(),
  sessionStartedAt: '2025-03-04T10:00:00.000Z',
  sessionEndedAt: '2025-03-04T10:02:00.000Z',
  ...fields,
});

export interface Begun {
  analyticsSessionId: string;
  audienceId: string | null;
  start: number;
}
/** Imports sessions of a second, by when they began. */
export async function importBegun(pageId: string, sessions: Begun[]): Promise<void> {
  const body = sessions.map(({ start, ...session }) => {
    const [sessionStartedAt, sessionEndedAt] = [start, start + 1000].map((ms) => new Date(ms).toISOString());
    return { ...session, sessionStartedAt, sessionEndedAt };
  });
  const reply = await importSessions(pageId, body);
  expect(reply.status, reply.text).toBe(200);
}

/** Removes all sessions, and what is made of them. */
export const forgetSessions = () =>
  env.DB.batch(
    [
      ...[
        'audience_sessions',
        'session_seal',
        'session_blocks',
        'session_corrections',
        'visitor_numbers',
        'visitor_ids',
        'erased_audiences',
      ].map((table) => `delete from ${table}`),
      "update counters set value = 0 where name = 'sessions_removed_before'",
    ].map((statement) => env.DB.prepare(statement)),
  );

interface Columns {
  id?: string;
  start?: string;
  active?: string;
  audience?: string;
  /** The campaign. */
  campaign?: string;
  /** The other texts that a visitor can choose. */
  others?: string;
}

/** Inserts sessions of the tracker. Each column is SQL, in which `n` is the number of the session, from 0. */
export const insertSessions = (
  { pageId }: Pick<Place, 'pageId'>,
  count: number,
  {
    id = "'-'",
    start = `${noon} + n`,
    active = '1000',
    audience = 'null',
    campaign = 'null',
    others = 'null',
  }: Columns = {},
) =>
  env.DB.prepare(
    `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ?2)
    insert into audience_sessions (analytics_session_id, page_id, audience_id, computation_status, form_state,
      has_conversion, questions_asked_count, total_clicks_count, max_scroll_depth, engaged_ms, session_started_at,
      active_ms, utm_campaign, utm_source, utm_medium, utm_content, utm_term, referrer, page_url)
    select ?1 || ${id} || substr('00000' || n, -6), ?1, ${audience}, 'pending', n % 5 = 0, n % 7 = 0, 0, n % 3,
      nullif(n % 100, 13), n * 10, ${start}, ${active}, ${campaign}, ${others}, ${others}, ${others}, ${others},
      ${others}, 'https://x.example/' || ${others}
    from numbers`,
  )
    .bind(pageId, count)
    .run();

/** Inserts three sessions on each of so many pages, a round after the other. `start` is SQL of their number `n`. */
export const insertOnPages = (pages: number, start: string) =>
  env.DB.prepare(
    `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ?1 * 3 - 1)
    insert into audience_sessions (analytics_session_id, page_id, computation_status, form_state, has_conversion,
      questions_asked_count, total_clicks_count, session_started_at, active_ms)
    select 'many' || n, 'page_' || cast(n % ?1 as integer), 'completed', 0, 0, 0, 0, ${start}, 0 from numbers`,
  )
    .bind(pages)
    .run();

/** Changes sessions of a page. `change` and `where` are SQL. */
export const changeSessions = ({ pageId }: Pick<Place, 'pageId'>, change: string, where = 'true') =>
  env.DB.prepare(`update audience_sessions set ${change} where page_id = ? and ${where}`).bind(pageId).run();
