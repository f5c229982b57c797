import type { DatabaseSync } from 'node:sqlite';
import { shownId } from '../../src/visits/sessions/ids.ts';

/** What a session can be filtered and broken down by, and its column. */
export const columnOf = {
  utmSource: 'utm_source',
  utmCampaign: 'utm_campaign',
  utmTerm: 'utm_term',
  referrer: 'referrer',
  country: 'country',
  browser: 'browser',
  landingPath: 'landing_path',
} as const;
export type Dimension = keyof typeof columnOf;
const dimensions = Object.keys(columnOf) as Dimension[];

/** The sums over sessions, in order. */
export const sumNames = [
  'sessions',
  'closed',
  'bounces',
  'conversions',
  'formSubmits',
  'ctaSessions',
  'interactions',
  'scrollDepth',
  'scrolled',
  'engagedMs',
  'timed',
] as const;
export type Facts = Record<(typeof sumNames)[number], number>;

export interface RawSession {
  /** As stored. */
  id: string;
  pageId: string;
  at: number;
  audienceId: string | null;
  values: Record<Dimension, string | null>;
  sums: readonly number[];
}

/** By dimension, the values of which a session has one. Null stands for none. */
export type Filters = Partial<Record<Dimension, readonly (string | null)[]>>;

/** Sessions of [start, end), of an audience, that pass filters, or that have something. */
export interface Selection {
  start?: number | undefined;
  end?: number | undefined;
  audienceId?: string | undefined;
  filters?: Filters | undefined;
  has?: keyof Facts | undefined;
}

// All sessions have ended. 0 and 1 stand for false and true.
const sumColumns: Record<keyof Facts, string> = {
  sessions: '1',
  closed: 'is_completed AND (engaged_ms IS NOT NULL OR actions > 0)',
  bounces: 'is_completed AND ifnull(engaged_ms, 10000) < 10000 AND actions = 0',
  conversions: 'has_conversion',
  formSubmits: 'form_state > 0',
  ctaSessions: 'total_clicks_count > 0',
  interactions: 'total_clicks_count + questions_asked_count',
  scrollDepth: 'ifnull(max_scroll_depth, 0)',
  scrolled: 'max_scroll_depth IS NOT NULL',
  engagedMs: 'ifnull(engaged_ms, 0)',
  timed: 'engaged_ms IS NOT NULL',
};
const sql = `SELECT analytics_session_id, session_started_at, audience_id, ${Object.values(columnOf).join(', ')},
    ${sumNames.map((name) => sumColumns[name]).join(', ')}
  FROM (SELECT *, failure IS NULL AS is_completed,
      total_clicks_count + questions_asked_count + form_state + has_conversion AS actions
    FROM audience_sessions NOT INDEXED WHERE page_id = ?)
  ORDER BY session_started_at, analytics_session_id`;

/** Scans the sessions of a page, earliest first. */
export function readSessions(database: DatabaseSync, pageId: string): RawSession[] {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  // A million sessions share few values.
  const known = new Map<unknown, string>();
  const shared = (value: unknown): string | null => {
    if (value === null) return null;
    const text = known.get(value) ?? String(value);
    known.set(text, text);
    return text;
  };
  const sessions: RawSession[] = [];
  for (const row of statement.iterate(pageId) as Iterable<unknown>) {
    const [id, at, audienceId, ...rest] = row as unknown[];
    sessions.push({
      id: String(id),
      pageId,
      at: Number(at),
      audienceId: shared(audienceId),
      values: Object.fromEntries(
        dimensions.map((name, index) => [name, shared(rest[index])]),
      ) as RawSession['values'],
      sums: rest.slice(dimensions.length).map(Number),
    });
  }
  return sessions;
}

const named = (sums: readonly number[]): Facts =>
  Object.fromEntries(sumNames.map((name, index) => [name, sums[index] ?? 0])) as Facts;

/** The results of a scan of the sessions themselves, without indexes and blocks. The API must give the same. */
export function rawSessions(...ofPages: RawSession[][]) {
  const sessions = ofPages.flat();
  if (ofPages.length > 1) sessions.sort((a, b) => a.at - b.at);

  /** The index of the first session that began at this time or later. */
  function indexAt(at: number): number {
    let [low, high] = [0, sessions.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sessions[middle]?.at ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  function select({ start = 0, end = Infinity, audienceId, filters = {}, has }: Selection): RawSession[] {
    const wanted = Object.entries(filters) as [Dimension, readonly (string | null)[]][];
    const place = has && sumNames.indexOf(has);
    return sessions
      .slice(indexAt(start), indexAt(end))
      .filter((one) => audienceId === undefined || one.audienceId === audienceId)
      .filter(({ sums }) => place === undefined || (sums[place] ?? 0) > 0)
      .filter(({ values }) => wanted.every(([name, texts]) => texts.includes(values[name])));
  }
  const counts = (length: number) => {
    const found = new Map<number, number>();
    for (const { at } of sessions)
      found.set(Math.floor(at / length), (found.get(Math.floor(at / length)) ?? 0) + 1);
    return found;
  };

  return {
    select,

    count: (selection: Selection): number => select(selection).length,

    /** The sums by a key; null for sessions without one. */
    sums<K>(selection: Selection, keyOf: (session: RawSession) => K): Map<K, Facts> {
      const found = new Map<K, number[]>();
      for (const session of select(selection)) {
        const key = keyOf(session);
        const sums = found.get(key);
        if (!sums) found.set(key, [...session.sums]);
        else
          for (let index = 0; index < sums.length; index++)
            sums[index] = (sums[index] ?? 0) + (session.sums[index] ?? 0);
      }
      return new Map([...found].map(([key, sums]) => [key, named(sums)]));
    },

    /** Sessions of each hour, counted in hours since 1970. */
    byHour: () => counts(3_600_000),
    /** Sessions of each quarter of an hour, counted in quarters since 1970. */
    byQuarter: () => counts(900_000),
  };
}
export type RawSessions = ReturnType<typeof rawSessions>;

export const none: Facts = named([]);

/** The sums of all, less those of some. */
export function less(all: Facts, some: Facts[]): Facts {
  const rest = { ...all };
  for (const one of some) for (const name of sumNames) rest[name] -= one[name];
  return rest;
}

/** The ids of sessions as answers show them. */
export const shownIds = (sessions: RawSession[]): string[] => sessions.map(({ id }) => shownId(id));
