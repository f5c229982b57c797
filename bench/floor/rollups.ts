import type { Call } from './http.ts';

const quarterMs = 900_000;
const dayMs = 96 * quarterMs;
const idleMs = 1_800_000;

/** Which sums: of [start, end) in milliseconds since 1970, of a page or one of its audiences, by audience or of all. */
export interface SumsQuery {
  pageId: string | undefined;
  audienceId?: string | undefined;
  grouping: 'all' | 'audience';
  start: number;
  end: number;
}

/** Rollups of days or months since 1970, from `from` to before `to`; of a split day, the quarters of an hour. */
type Run = [level: 'day' | 'month', from: number, to: number, isSplit: 0 | 1];

const monthOf = (day: number) => {
  const date = new Date(day * dayMs);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
};
const dayOf = (month: number) => Date.UTC(1970, month) / dayMs;

/** The rollups of a range, and the parts of quarters at its ends, which need the sessions themselves. */
function planOf({ start, end, audienceId }: SumsQuery): { runs: Run[]; edges: [number, number][] } {
  const [from, to] = [Math.ceil(start / quarterMs), Math.floor(end / quarterMs)];
  if (from > to) return { runs: [], edges: [[start, end]] };
  const edges: [number, number][] = [
    [start, from * quarterMs],
    [to * quarterMs, end],
  ];
  const [first, last] = [Math.ceil(from / 96), Math.floor(to / 96)];
  const [firstMonth, lastMonth] = [monthOf(first - 1) + 1, monthOf(last)];
  // The rollups of an audience have no months.
  const hasMonths = audienceId === undefined && firstMonth < lastMonth;
  const whole: Run[] = hasMonths
    ? [
        ['day', first, dayOf(firstMonth), 0],
        ['month', firstMonth, lastMonth, 0],
        ['day', dayOf(lastMonth), last, 0],
      ]
    : [['day', first, last, 0]];
  const runs: Run[] = [
    ['day', Math.floor(from / 96), first, 1],
    ...whole,
    ['day', Math.max(last, first), Math.ceil(to / 96), 1],
  ];
  return {
    runs: runs.filter(([, one, other]) => one < other),
    edges: edges.filter(([one, other]) => one < other),
  };
}

/** As in the JSON of corrections, which goes on with the dimensions. */
const facts = `json_array(analytics_session_id, session_started_at, audience_id, active_ms, computation_status,
  iif(failure is null, null, 1), engaged_ms, max_scroll_depth, total_clicks_count, questions_asked_count, form_state,
  has_conversion)`;
type Fact = [
  id: string,
  startedAt: number,
  audienceId: string | null,
  activeMs: number,
  status: string,
  failure: number | null,
  engagedMs: number | null,
  scrollDepth: number | null,
  clicks: number,
  questions: number,
  formState: number,
  hasConversion: number,
];

/** What a session adds to the sums, in the order of the rollups. `kept` is the second. */
function sumsOfSession(
  [, startedAt, , activeMs, status, failure, engagedMs, depth, clicks, questions, form, conversion]: Fact,
  now: number,
): number[] {
  const isCompleted = failure === null && (status !== 'pending' || startedAt + activeMs + idleMs <= now);
  const isActive = clicks > 0 || questions > 0 || form > 0 || conversion > 0;
  return [
    1,
    1,
    Number(isCompleted && (engagedMs !== null || isActive)),
    Number(isCompleted && !isActive && engagedMs !== null && engagedMs < 10_000),
    conversion,
    Number(form > 0),
    Number(clicks > 0),
    clicks + questions,
    depth ?? 0,
    Number(depth !== null),
    engagedMs ?? 0,
    Number(engagedMs !== null),
  ];
}

const order = '(session_started_at, analytics_session_id)';
const rolled = '(rolled_at, rolled_id)';

const rollupsSql = (sums: string) => `select start, ${sums} as sums
  from json_each(?4) as run cross join rollups
  where page_id = ?1 and audience_id = ?2 and grouping = ?3 and level = run.value ->> 0
    and start >= run.value ->> 1 and start < run.value ->> 2`;
const json = 'iif(run.value ->> 3, quarters, totals)';

/** The sessions that wait, those of the edges, and those that the rollups do not count as they are now. */
const sessionsSql = (condition: string) => `select ${facts} as present, null as counted, 0 as isCorrection
  from session_tails as tail cross join audience_sessions as session
  where tail.page_id = ?1 and session.page_id = ?1 ${condition} and session_started_at >= max(rolled_at, ?3)
    and session_started_at < ?4 and ${order} > ${rolled}
  union all select ${facts}, null, 0
  from session_tails as tail cross join json_each(?5) as edge cross join audience_sessions as session
  where tail.page_id = ?1 and session.page_id = ?1 ${condition} and session_started_at >= edge.value ->> 0
    and session_started_at < min(edge.value ->> 1, rolled_at + 1) and ${order} <= ${rolled}
  union all select ${facts}, counted, 1
  from session_corrections as correction cross join audience_sessions using (analytics_session_id)
  where correction.page_id = ?1 and ?2 = ?2`;

const removedSql = `select audience_id as audienceId, sums from json_each(?3) as edge cross join removed_sessions
  where page_id = ?1 and started_at >= edge.value ->> 0 and started_at < edge.value ->> 1
    and (?2 = '' or audience_id = ?2)`;

const texts = {
  page: { rollups: rollupsSql(json), sessions: sessionsSql('') },
  audience: {
    rollups: rollupsSql(`${json} -> 'all'`),
    sessions: sessionsSql('and session.audience_id = ?2'),
  },
};

interface RollupRow {
  start: number;
  sums: string | null;
}
interface SessionRow {
  present: string;
  counted: string | null;
  isCorrection: number;
}
interface RemovedRow {
  audienceId: string | null;
  sums: string;
}
export type SumsRows = [RollupRow[], SessionRow[], RemovedRow[]];

/** Statements that read the sums of a range. */
export function sumsStatements({ db }: Call, query: SumsQuery): D1PreparedStatement[] {
  const { pageId, audienceId = '', grouping, start, end } = query;
  const { rollups, sessions } = texts[audienceId === '' ? 'page' : 'audience'];
  const { runs, edges } = planOf(query);
  const cut = JSON.stringify(edges);
  return [
    db.sql(rollups, pageId, audienceId, audienceId === '' ? grouping : '', JSON.stringify(runs)),
    db.sql(sessions, pageId, audienceId, start, end, cut),
    db.sql(removedSql, pageId, audienceId, cut),
  ];
}

/** The sums by audience; under an empty text those of all sessions, or of the sessions without an audience. */
export function sumsOf([rollups, sessions, removed]: SumsRows, query: SumsQuery): Map<string, number[]> {
  const { audienceId, grouping, start, end } = query;
  const now = Date.now();
  const found = new Map<string, number[]>();
  const add = (value: string | null, sums: number[], times = 1) => {
    const key = grouping === 'all' ? '' : (value ?? '');
    const total = found.get(key) ?? Array.from({ length: 12 }, () => 0);
    sums.forEach((sum, index) => {
      total[index] = (total[index] ?? 0) + times * sum;
    });
    found.set(key, total);
  };
  for (const row of rollups) {
    const byValue: Record<string, number[] | Record<string, number[]>> = JSON.parse(row.sums ?? '{}');
    for (const [value, sums] of Object.entries(byValue)) {
      if (Array.isArray(sums)) {
        add(value, sums);
        continue;
      }
      for (const [quarter, part] of Object.entries(sums)) {
        const at = row.start * dayMs + Number(quarter) * quarterMs;
        if (at >= start && at + quarterMs <= end) add(value, part);
      }
    }
  }
  const isRolledUp = ([, at, of]: Fact) =>
    Math.floor(at / quarterMs) * quarterMs >= start &&
    (Math.floor(at / quarterMs) + 1) * quarterMs <= end &&
    (audienceId === undefined || of === audienceId);
  for (const { present, counted, isCorrection } of sessions) {
    const fact = JSON.parse(present) as Fact;
    if (!isCorrection || isRolledUp(fact)) add(fact[2], sumsOfSession(fact, now));
    const before = counted === null ? undefined : (JSON.parse(counted) as Fact);
    if (before && isRolledUp(before)) add(before[2], sumsOfSession(before, Infinity), -1);
  }
  for (const row of removed) add(row.audienceId, JSON.parse(row.sums));
  return found;
}
