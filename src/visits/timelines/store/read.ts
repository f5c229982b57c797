import { askWith } from '../../../analytics/store/ask.ts';
import type { VisitorKind } from '../../../analytics/visitors.ts';
import { selectPublished, toPublish } from '../../../content/versions/store/publishes.ts';
import type { Database } from '../../../db/client.ts';
import type { Bound } from '../../../db/statement.ts';
import type { CursorBinding, List } from '../../../lib/cursor.ts';
import { rangeOf } from '../../../lib/range.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { accountOrThrow, mostPeople, selectAccount } from '../../../people/accounts/store/internal.ts';
import { type HappenedRow, selectHappened } from '../../../people/logs/store/happened.ts';
import { type LogText, type Resource, toLog } from '../../../people/logs/store/read.ts';
import { personOrThrow, selectPersonExists } from '../../../people/persons/store/internal.ts';
import type { AudienceSession } from '../../sessions/schemas.ts';
import { toSession } from '../../sessions/store/internal.ts';
import { visitsOf } from '../../sessions/store/list-of-visitor.ts';
import {
  behind,
  decodeTimelinePlace,
  encodeTimelinePlace,
  latestFirst,
  type TimelineKind,
  type TimelinePlace,
  timelineKinds,
} from '../place.ts';
import type { TimelinePublish, TimelineQuery } from '../schemas.ts';

/** An item, but the payload of a log is JSON text. */
export type TimelineItem =
  | { kind: 'log'; at: string; log: LogText }
  | { kind: 'visit'; at: string; by: 'form' | 'recipient'; visit: AudienceSession }
  | { kind: 'publish'; at: string; publish: TimelinePublish };
type Timeline = Omit<List<TimelineItem>, 'totalCount'>;

/** An item and its place. Only items of the page are made. */
interface Entry extends TimelinePlace {
  item: (at: string) => TimelineItem;
}

const logEntries = (rows: HappenedRow[], resource: Resource): Entry[] =>
  rows.map(({ happenedAt, ...row }) => ({
    at: happenedAt,
    kind: 'log',
    id: row.logId,
    item: (at) => ({ kind: 'log', at, log: toLog(resource, row) }),
  }));

/** What a timeline asks for, with its filters resolved. */
function resolve(of: VisitorKind, id: string, { kind = [], source, type, cursor, ...rest }: TimelineQuery) {
  // Only logs have a source and a type.
  const isOfLogs = source !== undefined || type !== undefined;
  const given = isOfLogs ? ['log'] : kind;
  const kinds = timelineKinds.filter((one) => given.length === 0 || given.includes(one));
  const { startDate, endDate, limit } = rest;
  const binding: CursorBinding = [`${of}_timeline`, id, kinds.join(), source, type, startDate, endDate];
  const place = cursor === undefined ? undefined : decodeTimelinePlace(binding, cursor);
  const range = rangeOf(rest);
  const has = (one: TimelineKind) => kinds.includes(one);
  const before = (one: TimelineKind) => behind(place, range.end, one);
  return { binding, range, has, before, filter: { source, type }, limit, take: limit + 1, now: Date.now() };
}

type Asked = ReturnType<typeof resolve>;

/** The page of these entries. Behind `oldest`, visits may be missing that began then. */
function pageOf(entries: Entry[], { limit, binding }: Asked, oldest: number | undefined): Timeline {
  const isKnown = ({ at, kind }: Entry) =>
    oldest === undefined || at > oldest || (at === oldest && kind === 'visit');
  const sorted = entries.filter(isKnown).sort(latestFirst);
  const page = sorted.slice(0, limit);
  // No id is less than this one.
  const rest: TimelinePlace | undefined =
    oldest === undefined ? undefined : { at: oldest, kind: 'visit', id: '\u0001' };
  const last = sorted.length > limit ? page.at(-1) : rest;
  return {
    items: page.map(({ at, item }) => item(toTimestamp(at))),
    hasMore: last !== undefined,
    nextCursor: last ? encodeTimelinePlace(binding, last) : null,
  };
}

function visitsFor({ has, before, range, take, now }: Asked, who: [VisitorKind, string]) {
  if (!has('visit')) return undefined;
  const { at, id } = before('visit');
  return visitsOf({ who, by: 'any', range, after: { startedAt: at, id }, take, now });
}
type Visits = ReturnType<typeof visitsFor>;

/** The visits that the first batch has asked for: one round trip more if there are some. */
async function visitEntries(db: Database, visits: Visits, { take, now }: Asked) {
  if (!visits) return { entries: [], oldest: undefined };
  const { rows, oldest } = await visits.read(db);
  const entries = rows.map(
    (row): Entry => ({
      at: row.sessionStartedAt,
      kind: 'visit',
      id: row.analyticsSessionId,
      item: (at) => ({
        kind: 'visit',
        at,
        by: row.isSender ? 'form' : 'recipient',
        visit: toSession(row, now),
      }),
    }),
  );
  return { entries, oldest: rows.length < take ? oldest : undefined };
}

type PublishRow = NonNullable<ReturnType<typeof selectPublished>['row']>;
const publishEntries = (rows: PublishRow[]): Entry[] =>
  rows.map((row) => ({
    at: row.publishedAt,
    kind: 'publish',
    id: row.versionId,
    item: (at) => ({ kind: 'publish', at, publish: toPublish(row) }),
  }));

/** What happened around a person or an account, latest first. `exists` selects it: its rows are given to `orThrow`. */
async function readTimeline<Row>(
  db: Database,
  [kind, id]: [VisitorKind, string],
  query: TimelineQuery,
  [exists, orThrow]: [Bound<Row>, (row: Row | undefined) => Row],
): Promise<{ found: Row; timeline: Timeline }> {
  const asked = resolve(kind, id, query);
  const { has, before, filter, range, take } = asked;
  const of = kind === 'person' ? 'owner' : 'account';
  const logs = { id, ...filter, start: range.start, before: before('log'), take };
  const publishes = { id, start: range.start, before: before('publish'), take };
  const visits = visitsFor(asked, [kind, id]);
  const [[row], accountLogs, personLogs, published] = await askWith(db, visits ? [visits.inquiry] : [], [
    exists,
    kind === 'account' && has('log') ? selectHappened(logs, 'account_log', 'owner') : undefined,
    has('log') ? selectHappened(logs, 'person_log', of) : undefined,
    has('publish') ? selectPublished(publishes, of) : undefined,
  ]);
  const found = orThrow(row);
  const { entries, oldest } = await visitEntries(db, visits, asked);
  const all = [
    ...logEntries(accountLogs, 'account_log'),
    ...logEntries(personLogs, 'person_log'),
    ...publishEntries(published),
    ...entries,
  ];
  return { found, timeline: pageOf(all, asked, oldest) };
}

/** What happened around a person, latest first. Throws `person_not_found`, `invalid_cursor`. */
export async function readPersonTimeline(
  db: Database,
  personId: string,
  query: TimelineQuery,
): Promise<Timeline> {
  const exists = selectPersonExists({ personId });
  return (await readTimeline(db, ['person', personId], query, [exists, personOrThrow])).timeline;
}

/** What happened around an account and its persons, latest first. Throws `account_not_found`, `invalid_cursor`. */
export async function readAccountTimeline(
  db: Database,
  accountId: string,
  query: TimelineQuery,
): Promise<Timeline & { omittedPersonsCount: number }> {
  const select = selectAccount({ accountId });
  const { found, timeline } = await readTimeline(db, ['account', accountId], query, [select, accountOrThrow]);
  return { ...timeline, omittedPersonsCount: Math.max(found.linkedPersonsCount - mostPeople, 0) };
}
