import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Audience } from '../../../src/audiences/schemas.ts';
import type { Page } from '../../../src/pages/schemas.ts';
import type { AudienceAnalytics, AudienceSession } from '../../../src/sessions/schemas.ts';
import { closeSessions } from '../../../src/sessions/worker/close.ts';
import { removeSessions } from '../../../src/sessions/worker/remove.ts';
import type { Visit, VisitMessage } from '../../../src/visits/schemas.ts';
import { mergeVisits } from '../../../src/visits/store/merge.ts';
import { openTestDatabase, send } from '../support/client.ts';

// A model in memory of visits, sessions and analytics, as docs/analytics.md and docs/semantics.md describe them, in
// the simplest way. It shares no code with src/.
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const epoch = Date.UTC(2026, 0, 31, 23);

/** The totals of a visit at one of its beacons (requests of the tracker). */
interface Step {
  elapsed: number;
  active: number;
  engaged: number;
  scroll: number;
  clicks: number;
  questions: number;
  conversion: boolean;
  form: boolean;
}

/** A complete visit: its beacons, each with the totals so far. */
interface Plan {
  audience: number;
  start: number;
  steps: Step[];
}

const growth = fc.record({
  idle: fc.constantFrom(0, second, 5 * minute),
  engaged: fc.constantFrom(0, 1, 4 * second, 9_999, 10 * second, minute),
  scroll: fc.constantFrom(0, 12.34, 50, 100),
  clicks: fc.constantFrom(0, 0, 0, 1, 3),
  questions: fc.constantFrom(0, 0, 0, 1),
  conversion: fc.constantFrom(false, false, false, true),
  form: fc.constantFrom(false, false, false, true),
});

/** Start times near the limits of minutes, hours, quarters of a day, days and months, and others. */
const begins = fc.oneof(
  fc.tuple(fc.nat(60 * 24), fc.constantFrom(-1, 0, 1, 30 * minute)).map(([n, ms]) => n * hour + ms),
  fc.tuple(fc.nat(60), fc.constantFrom(-1, 0, 1)).map(([n, ms]) => n * day + ms),
  fc.nat(60 * day),
);

const plan: fc.Arbitrary<Plan> = fc
  .record({
    audience: fc.nat(3),
    begin: begins,
    growths: fc.array(growth, { minLength: 1, maxLength: 4 }),
  })
  .map(({ audience, begin, growths }) => {
    const steps: Step[] = [];
    const now = { elapsed: 0, active: 0, engaged: 0, scroll: 0, clicks: 0, questions: 0 };
    const told = { conversion: false, form: false };
    for (const { idle, engaged, scroll, clicks, questions, conversion, form } of growths) {
      now.engaged += engaged;
      now.active = now.elapsed + engaged;
      now.elapsed = now.active + idle;
      now.scroll = Math.max(now.scroll, scroll);
      now.clicks += clicks;
      now.questions += questions;
      told.conversion ||= conversion;
      told.form ||= form;
      steps.push({ ...now, ...told });
    }
    return { audience, start: epoch + begin, steps };
  });

/** A beacon, and the time until it arrives. */
const delivery = fc.record({
  visit: fc.nat(11),
  step: fc.nat(3),
  latency: fc.constantFrom(0, 3, 800, minute),
});
const range = fc.record({
  start: fc.option(fc.oneof(begins, fc.constant(-day)), { nil: undefined }),
  end: fc.option(fc.oneof(begins, fc.constant(70 * day)), { nil: undefined }),
});
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('deliver' as const),
      of: fc.array(delivery, { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sweep' as const), at: begins }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), before: fc.nat(50 * day) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      visits: fc.array(fc.nat(11), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('archive' as const), audience: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('look' as const),
      range,
      audience: fc.option(fc.nat(2), { nil: undefined }),
      limit: fc.integer({ min: 1, max: 5 }),
    }),
  },
);

interface Session extends Step {
  id: string;
  audienceId: string | null;
  start: number;
  closeAt: number | null;
  failed: boolean;
  removed: boolean;
}

class Model {
  sessions = new Map<string, Session>();
  removedBefore = 0;

  deliver(id: string, audienceId: string | null, failed: boolean, start: number, step: Step): void {
    const known = this.sessions.get(id);
    if (this.removedBefore > 0 && start < this.removedBefore + day) return;
    if (!known) {
      const closeAt = start + step.active + 30 * minute;
      this.sessions.set(id, { ...step, id, audienceId, start, closeAt, failed, removed: false });
      return;
    }
    known.start = Math.min(known.start, start);
    for (const name of ['active', 'engaged', 'scroll', 'clicks', 'questions'] as const)
      known[name] = Math.max(known[name], step[name]);
    known.conversion ||= step.conversion;
    known.form ||= step.form;
  }

  sweep(now: number): void {
    for (const session of this.sessions.values()) {
      if (session.closeAt === null || session.closeAt > now) continue;
      const over = session.start + session.active + 30 * minute;
      session.closeAt = over <= now ? null : over;
    }
  }

  remove(before: number): void {
    const old = [...this.sessions.values()].filter(
      ({ closeAt, start, removed }) => closeAt === null && start < before && !removed,
    );
    for (const session of old) session.removed = true;
    if (old.length > 0) this.removedBefore = Math.max(this.removedBefore, before);
  }

  /** All sessions of a range, including removed ones. */
  within(start = 0, end = Number.POSITIVE_INFINITY): Session[] {
    return [...this.sessions.values()].filter((session) => session.start >= start && session.start < end);
  }
}

const statusOf = ({ closeAt, failed }: Session) =>
  closeAt !== null ? 'pending' : failed ? 'failed' : 'completed';
const bounces = (session: Session) =>
  statusOf(session) === 'completed' &&
  session.engaged < 10_000 &&
  session.clicks + session.questions === 0 &&
  !session.form &&
  !session.conversion;

/** A session as the list shows it. */
const listed = (session: Session) => ({
  analyticsSessionId: session.id,
  audienceId: session.audienceId,
  audienceSessionId: session.audienceId && `audience_session_${session.id}`,
  computationStatus: statusOf(session),
  isBounce: bounces(session),
  hasConversion: session.conversion,
  hasFormSubmit: session.form,
  questionsAskedCount: session.questions,
  totalClicksCount: session.clicks,
  maxScrollDepthPercentage: session.scroll,
  timeSpentSeconds: session.engaged / 1000,
  sessionStartedAt: new Date(session.start).toISOString(),
  sessionEndedAt: session.closeAt === null ? new Date(session.start + session.active).toISOString() : null,
});

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
const count = (sessions: Session[], is: (session: Session) => boolean) => sessions.filter(is).length;
const total = (sessions: Session[], of: (session: Session) => number) =>
  sessions.reduce((sum, session) => sum + of(session), 0);

function analysed(sessions: Session[], audienceId?: string): AudienceAnalytics {
  const all = sessions.length;
  const closed = count(sessions, (session) => statusOf(session) === 'completed');
  return {
    ...(audienceId === undefined ? {} : { audienceId }),
    totalSessions: all,
    avgInteractionsPerSession: ratio(
      total(sessions, ({ clicks, questions }) => clicks + questions),
      all,
    ),
    avgScrollDepthPercentage: ratio(
      total(sessions, ({ scroll }) => Math.round(scroll * 100)),
      all * 100,
    ),
    avgTimeSpentSeconds: ratio(
      total(sessions, ({ engaged }) => engaged),
      all * 1000,
    ),
    bounceRate: ratio(count(sessions, bounces), closed),
    conversionRate: ratio(
      count(sessions, ({ conversion }) => conversion),
      all,
    ),
    formSubmitRate: ratio(
      count(sessions, ({ form }) => form),
      all,
    ),
    bounceCount: count(sessions, bounces),
    bounceEligibleSessions: closed,
    conversionCount: count(sessions, ({ conversion }) => conversion),
    ctaSessions: count(sessions, ({ clicks }) => clicks > 0),
    formSubmitCount: count(sessions, ({ form }) => form),
  };
}

/** A visit as another service would import it. */
const imported = (id: string, audienceId: string | null, { start, steps }: Pick<Plan, 'start' | 'steps'>) => {
  const step = steps.at(-1) as Step;
  return {
    analyticsSessionId: id,
    audienceId,
    hasConversion: step.conversion,
    hasFormSubmit: step.form,
    maxScrollDepthPercentage: step.scroll,
    questionsAskedCount: step.questions,
    totalClicksCount: step.clicks,
    timeSpentSeconds: step.engaged / 1000,
    sessionStartedAt: new Date(start).toISOString(),
    sessionEndedAt: new Date(start + step.active).toISOString(),
  };
};

let runs = 0;

async function makePage() {
  const page = await send<Page>('POST', '/v0/pages', { title: 'M', url: `https://model.example/${++runs}` });
  const path = `/v0/pages/${page.body.pageId}`;
  const audiences: string[] = [];
  for (let n = 0; n < 3; n++)
    audiences.push((await send<Audience>('POST', `${path}/audiences`, {})).body.audienceId);
  return { pageId: page.body.pageId, path, audiences };
}

type List = { items: AudienceSession[]; totalCount: number; nextCursor: string | null; hasMore: boolean };

/** Every page of a list. All pages must have the same total. */
async function readAll(path: string, query: URLSearchParams, limit: number) {
  query.set('limit', String(limit));
  const items: AudienceSession[] = [];
  for (;;) {
    const { status, text, body } = await send<List>('GET', `${path}?${query}`);
    expect(status, text).toBe(200);
    items.push(...body.items);
    if (body.nextCursor === null) return { items, totalCount: body.totalCount };
    query.set('cursor', body.nextCursor);
  }
}

test('sessions and analytics equal those of a simple model, for beacons in any order and number', async () => {
  const db = openTestDatabase();
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { minLength: 1, maxLength: 12 }),
      fc.array(action, { minLength: 1, maxLength: 14 }),
      async (plans, actions) => {
        // Deletes the remains of the previous run.
        await env.DB.batch([
          env.DB.prepare('delete from audience_sessions'),
          env.DB.prepare("update counters set value = 0 where name = 'sessions_removed_before'"),
        ]);
        const { pageId, path, audiences } = await makePage();
        const model = new Model();
        const archived = new Set<string>();
        // The page does not have the fourth audience.
        const claimed = (n: number) => (n === 3 ? 'audience_none' : (audiences[n] ?? null));
        const idOf = (n: number) => `model-session-${runs}-${n}`;

        const look = async (start?: number, end?: number, audience?: number, limit = 5) => {
          const query = new URLSearchParams();
          if (start !== undefined) query.set('startDate', new Date(start).toISOString());
          if (end !== undefined) query.set('endDate', new Date(end).toISOString());
          const found = model.within(start, end);
          const { body } = await send<{ items: AudienceAnalytics[] }>(
            'GET',
            `${path}/analytics/audiences?${query}`,
          );
          const shown = audiences.filter((id) => !archived.has(id)).toReversed();
          const others = found.filter(({ audienceId }) => audienceId === null || archived.has(audienceId));
          expect(body.items).toEqual([
            ...shown.map((id) =>
              analysed(
                found.filter(({ audienceId }) => audienceId === id),
                id,
              ),
            ),
            ...(others.length > 0 ? [analysed(others)] : []),
          ]);
          expect(body.items.reduce((sum, { totalSessions }) => sum + totalSessions, 0)).toBe(found.length);
          for (const item of body.items)
            for (const rate of [item.bounceRate, item.conversionRate, item.formSubmitRate])
              expect(rate >= 0 && rate <= 1).toBe(true);

          const of = audience === undefined ? undefined : audiences[audience];
          if (of !== undefined) query.set('audienceId', of);
          const kept = found
            .filter(({ removed, audienceId }) => !removed && (of === undefined || audienceId === of))
            .sort((a, b) => b.start - a.start || (a.id < b.id ? 1 : -1));
          const { items, totalCount } = await readAll(`${path}/audience_sessions`, query, limit);
          expect(items).toEqual(kept.map((session) => expect.objectContaining(listed(session))));
          expect(totalCount).toBe(kept.length);
        };

        for (const act of actions) {
          if (act.kind === 'deliver') {
            const messages = act.of.map(({ visit: n, step: at, latency }): VisitMessage => {
              const { audience, start, steps } = plans[n % plans.length] as Plan;
              const step = steps[at % steps.length] as Step;
              const id = idOf(n % plans.length);
              const isFailed = audience === 3;
              model.deliver(
                id,
                isFailed ? null : (claimed(audience) as string),
                isFailed,
                start + latency,
                step,
              );
              const visit: Visit = {
                analyticsSessionId: id,
                pageId,
                audienceId: claimed(audience),
                elapsedMs: step.elapsed,
                activeMs: step.active,
                engagedMs: step.engaged,
                maxScrollDepthPercentage: step.scroll,
                clicksCount: step.clicks,
                questionsAskedCount: step.questions,
                hasConversion: step.conversion,
                ...(step.form ? { formSubmit: { formSubmissionId: 'form' } } : {}),
              };
              return { workspace: 'main', receivedAt: start + step.elapsed + latency, visit };
            });
            await mergeVisits(db, messages);
          } else if (act.kind === 'sweep') {
            model.sweep(epoch + act.at);
            await closeSessions(db, epoch + act.at);
          } else if (act.kind === 'remove') {
            model.remove(epoch + act.before);
            await removeSessions(db, epoch + act.before);
          } else if (act.kind === 'import') {
            const chosen = [...new Set(act.visits.map((n) => n % plans.length))].map((n) => ({
              ...(plans[n] as Plan),
              id: `imported-${runs}-${n}`,
            }));
            const { status, body } = await send<{ importedCount: number }>(
              'POST',
              `${path}/audience_sessions/import`,
              {
                sessions: chosen.map(({ id, audience, ...visit }) => imported(id, claimed(audience), visit)),
              },
            );
            const isOld = chosen.some(({ start }) => start < model.removedBefore);
            const isUnknown = chosen.some(({ audience }) => audience === 3);
            expect(status).toBe(isOld ? 400 : isUnknown ? 404 : 200);
            if (status === 200) {
              const fresh = chosen.filter(({ id }) => !model.sessions.has(id));
              expect(body.importedCount).toBe(fresh.length);
              for (const { id, audience, start, steps } of fresh) {
                const step = steps.at(-1) as Step;
                const of = { audienceId: claimed(audience), closeAt: null, failed: false, removed: false };
                model.sessions.set(id, { ...step, ...of, id, start });
              }
            }
          } else if (act.kind === 'archive') {
            const id = audiences[act.audience] ?? '';
            archived.add(id);
            await send('POST', `${path}/audiences/${id}/archive`, {});
          } else {
            const start = act.range.start === undefined ? undefined : epoch + act.range.start;
            const end = act.range.end === undefined ? undefined : epoch + act.range.end;
            if (start === undefined || end === undefined || start < end)
              await look(start, end, act.audience, act.limit);
          }
        }
        await look();
        model.sweep(epoch + 90 * day);
        await closeSessions(db, epoch + 90 * day);
        await look();
      },
    ),
    { numRuns: 150 },
  );
});
