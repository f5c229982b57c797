import { and, desc, gte, lte, type SQL, sql } from 'drizzle-orm';
import { isRecipientVisit } from '../../../analytics/is-engaged.ts';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { dayMs } from '../../../lib/durations.ts';
import { isSample } from '../../../lib/sample.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { instantOf, localOf } from '../../../lib/time-zone.ts';
import type { ConditionOf, TimedType } from '../../../vocabulary/conditions.ts';
import type { FiringFacts } from '../../../vocabulary/firing-sentences.ts';
import { stallsOf } from '../../../vocabulary/stalls.ts';
import { dayOf, nextDueAt, startOfDay } from '../calendar.ts';
import type { AlertPreview } from '../firing-schemas.ts';
import { mostPreviewed } from '../limits.ts';
import type { AlertPreviewInput } from '../schemas.ts';
import { stallFacts } from '../stalls.ts';
import { askedBy, firedBy, isVisitCondition, type VisitCondition, visitFacts } from '../visits.ts';
import { dueFacts } from './due-facts.ts';
import { readWaits } from './waits.ts';

/** From when on a preview shows firings: seven days of the calendar before now. */
const previewedFrom = (now: number, zone: string): number => instantOf(localOf(now, zone) - 7 * dayMs, zone);
/** At how many visits it looks, the latest first: whose they are has no index. */
const mostLooked = 10_000;

/** A firing that was not made. */
interface Previewed {
  at: number;
  subject: string | null;
  facts: FiringFacts;
  /** The visit that was enough, if one was. */
  visit?: AlertPreview['items'][number]['visit'];
}

const { sessionStartedAt } = audienceSessions;
const recipients = {
  accounts_visited: audienceSessions.recipientAccountId,
  link_opened: audienceSessions.recipientPersonId,
};

const latest = ({ from, now }: { from: Param<number>; now: Param<number> }): SQL => sql`
  (select * from ${audienceSessions}
   where ${and(gte(sessionStartedAt, from), lte(sessionStartedAt, now))}
   order by ${desc(sessionStartedAt)} limit ${sql.raw(String(mostLooked))})`;

interface VisitParams {
  from: Param<number>;
  now: Param<number>;
  /** A JSON array. Undefined for anybody. */
  ids: Param<string> | undefined;
}

const selectVisits = statement(({ ids, ...range }: VisitParams, type: VisitCondition['type']) => {
  const recipient = recipients[type].name;
  const subject = sql.raw(`visit.${recipient}`);
  const isAsked = ids && sql`${subject} in (select value from json_each(${ids}))`;
  return build
    .select({
      subject: sql<string>`${subject}`,
      startedAt: sql<number>`visit.session_started_at`,
      personId: sql<string | null>`visit.recipient_person_id`,
      pageId: sql<string>`visit.page_id`,
    })
    .from(sql`${latest(range)} as visit`)
    .where(and(sql.raw(isRecipientVisit('visit', recipient)), isAsked));
});

/** The first visit that is not looked at. */
const selectLeft = statement((range: { from: Param<number>; now: Param<number> }) =>
  build
    .select({ startedAt: sessionStartedAt })
    .from(audienceSessions)
    .where(and(gte(sessionStartedAt, range.from), lte(sessionStartedAt, range.now)))
    .orderBy(desc(sessionStartedAt))
    .limit(1)
    .offset(mostLooked),
);

async function previewVisits(
  db: Database,
  condition: VisitCondition,
  zone: string,
  now: number,
): Promise<{ items: Previewed[]; isCut: boolean }> {
  const since = previewedFrom(now, zone);
  const { days } = askedBy(condition);
  const range = { from: startOfDay(dayOf(since, zone) - days + 1, zone), now };
  const ids = condition.type === 'accounts_visited' ? condition.accountIds : condition.personIds;
  const [visits, left] = await db.batch([
    selectVisits({ ...range, ids: ids ? JSON.stringify(ids) : undefined }, condition.type),
    selectLeft(range),
  ]);
  const real = visits.filter(({ subject }) => !isSample(subject));
  const items = firedBy(condition, zone, real)
    .filter(({ visit }) => visit.startedAt >= since)
    .map(({ subject, day, visit: { startedAt, personId, pageId } }) => ({
      subject,
      at: startedAt,
      facts: visitFacts(condition, day),
      visit: { personId, pageId },
    }));
  return { items, isCut: left.length > 0 };
}

async function previewDue(
  db: Database,
  condition: ConditionOf<TimedType>,
  zone: string,
  now: number,
): Promise<Previewed[]> {
  const dueAt = new Map<number, number>();
  for (let at = nextDueAt(condition, zone, previewedFrom(now, zone)); at !== null && at <= now; ) {
    dueAt.set(dayOf(at, zone), at);
    at = nextDueAt(condition, zone, at);
  }
  const { pageId } = condition;
  const found = await dueFacts(db, condition, { zone, days: [...dueAt.keys()], mayCut: true });
  return found.map(({ day, facts }) => ({ at: dueAt.get(day) ?? now, subject: pageId, facts }));
}

/** The jobs that are stalled now: which were before is not known. */
async function previewStalls(db: Database, visits: Queue | undefined, zone: string, now: number) {
  const stalls = stallsOf(await readWaits(db, visits, now), now);
  const day = dayOf(now, zone);
  return stalls.map((stall): Previewed => ({ at: now, subject: null, facts: stallFacts(stall, day) }));
}

/**
 * What an alert that was always on would have fired in the last 7 days, newest first, 100 at most. `visits`: the queue of
 * visits, if there is one.
 */
export async function previewAlert(
  db: Database,
  { condition, timezone }: AlertPreviewInput,
  visits: Queue | undefined,
  now: number,
): Promise<AlertPreview> {
  const whole = (items: Previewed[]) => ({ items, isCut: false });
  const { items, isCut } = isVisitCondition(condition)
    ? await previewVisits(db, condition, timezone, now)
    : whole(
        condition.type === 'service_stalled'
          ? await previewStalls(db, visits, timezone, now)
          : await previewDue(db, condition, timezone, now),
      );
  const shown = items
    .sort((a, b) => b.at - a.at || ((a.subject ?? '') < (b.subject ?? '') ? -1 : 1))
    .slice(0, mostPreviewed);
  return {
    items: shown.map(({ at, visit = null, ...firing }) => ({ firedAt: toTimestamp(at), ...firing, visit })),
    isCut: isCut || shown.length < items.length,
  };
}
