import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type DateRange, rangeOf } from '../../src/sessions/spans.ts';

/** The filters of a list, and the place at which a page begins. */
export interface Listing extends DateRange {
  audienceId?: string | undefined;
}
export interface Place {
  startedAt: number;
  id: string;
}

/** The counts and sums of the sessions of one audience, or of none. */
export interface Facts {
  audienceId: string | null;
  sessions: number;
  closed: number;
  bounces: number;
  conversions: number;
  formSubmits: number;
  ctaSessions: number;
  interactions: number;
  avgScroll: number | null;
  avgSeconds: number | null;
}

/** The results of a scan of the sessions themselves, without indexes and rollups. The API must give the same. */
export function rawSessions(database: DatabaseSync, pageId: string) {
  const rows = (sql: string, values: Record<string, SQLInputValue>) => database.prepare(sql).all(values);
  const values = ({ audienceId, ...dates }: Listing) => {
    const { start, end } = rangeOf(dates);
    return { pageId, start, end, ...(audienceId === undefined ? {} : { audienceId }) };
  };
  const from = ({ audienceId }: Listing) => `FROM audience_sessions NOT INDEXED
    WHERE page_id = :pageId AND session_started_at >= :start AND session_started_at < :end
      ${audienceId === undefined ? '' : 'AND audience_id = :audienceId'}`;
  const inOrder = 'ORDER BY session_started_at DESC, analytics_session_id DESC';

  return {
    count: (listing: Listing): number =>
      Number(rows(`SELECT count(*) AS n ${from(listing)}`, values(listing))[0]?.n),

    /** The session that has this many others before it. */
    placeOf(listing: Listing, before: number): Place {
      const sql = `SELECT session_started_at AS startedAt, analytics_session_id AS id ${from(listing)}
        ${inOrder} LIMIT 1 OFFSET :before`;
      const [row] = rows(sql, { ...values(listing), before });
      return { startedAt: Number(row?.startedAt), id: String(row?.id) };
    },

    /** Ids of the sessions after a place, or from the start of the list. */
    ids(listing: Listing, limit: number, after?: Place): string[] {
      const behind = after
        ? 'AND (session_started_at < :startedAt OR session_started_at = :startedAt AND analytics_session_id < :id)'
        : '';
      const sql = `SELECT analytics_session_id AS id ${from(listing)} ${behind} ${inOrder} LIMIT :limit`;
      return rows(sql, { ...values(listing), ...after, limit }).map(({ id }) => String(id));
    },

    facts(dates: DateRange): Facts[] {
      const sql = `SELECT audience_id AS audienceId, count(*) AS sessions,
          count(CASE WHEN computation_status = 'completed' THEN 1 END) AS closed,
          count(CASE WHEN computation_status = 'completed' AND ifnull(engaged_ms, 0) < 10000
            AND total_clicks_count + questions_asked_count + form_state + has_conversion = 0 THEN 1 END) AS bounces,
          count(CASE WHEN has_conversion THEN 1 END) AS conversions,
          count(CASE WHEN form_state > 0 THEN 1 END) AS formSubmits,
          count(CASE WHEN total_clicks_count > 0 THEN 1 END) AS ctaSessions,
          sum(total_clicks_count + questions_asked_count) AS interactions,
          avg(max_scroll_depth) / 100 AS avgScroll, avg(engaged_ms) / 1000 AS avgSeconds
        ${from(dates)} GROUP BY audience_id`;
      return rows(sql, values(dates)) as unknown as Facts[];
    },

    /** Sessions of each hour, counted in hours since 1970. */
    byHour(): Map<number, number> {
      const sql = `SELECT session_started_at / 3600000 AS hour, count(*) AS n FROM audience_sessions NOT INDEXED
        WHERE page_id = :pageId GROUP BY 1`;
      return new Map(rows(sql, { pageId }).map(({ hour, n }) => [Number(hour), Number(n)]));
    },

    /** Sessions of each quarter of an hour, counted in quarters since 1970. */
    byQuarter(): Map<number, number> {
      const sql = `SELECT session_started_at / 900000 AS quarter, count(*) AS n FROM audience_sessions NOT INDEXED
        WHERE page_id = :pageId GROUP BY 1`;
      return new Map(rows(sql, { pageId }).map(({ quarter, n }) => [Number(quarter), Number(n)]));
    },
  };
}
export type RawSessions = ReturnType<typeof rawSessions>;
