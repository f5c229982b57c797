import { env } from 'cloudflare:workers';
import { whole } from '../../bench/lib/random.ts';
import type { AudienceAnalytics } from '../../src/analytics/schemas.ts';
import type { PageRead } from '../../src/content/pages/schemas.ts';
import { dayMs } from '../../src/lib/durations.ts';
import type { QueueMessage, VisitMessage } from '../../src/visits/beacons/schemas.ts';
import { send } from '../worker/support/client.ts';
import { Actor, agree, byId, type Operation } from './operation.ts';
import type { Persons } from './persons.ts';
import type { Publishing } from './publishing.ts';
import type { Scheduler } from './scheduler.ts';

interface Session {
  id: string;
  clicks: number;
  engagedMs: number;
  startedAt: number;
  /** The email of its form; null once that is erased. */
  email: string | null | undefined;
  person: { id: string } | undefined;
}

const mostSessions = 12;
const emails = ['a@x.example', 'e@z.example'];
/** The name that a form claims. */
const nameOf = (formSubmissionId: string) => `Sender of ${formSubmissionId}`;

/** Visits of the page: beacons, forms, and how they become sessions. */
export class Visits extends Actor {
  readonly #pageId: string;
  readonly #persons: Persons;
  readonly #publishing: Publishing;
  readonly #sessions = new Map<string, Session>();
  /** The fields that visits have found on the page, with the day of the last report. */
  readonly #found = new Map<string, number>();

  constructor(scheduler: Scheduler, pageId: string, persons: Persons, publishing: Publishing) {
    super(scheduler);
    this.#pageId = pageId;
    this.#persons = persons;
    this.#publishing = publishing;
    persons.onErased.push((person) => {
      for (const session of this.#sessions.values()) {
        const isTheirs = session.person?.id === person.id;
        if (isTheirs || (session.email && session.email === person.email)) session.email = null;
        if (isTheirs) session.person = undefined;
      }
    });
  }

  next(): Operation {
    const { draw, pick, happens } = this.scheduler;
    const number = whole(draw, mostSessions);
    const elapsedMs = 1000 + whole(draw, 60_000);
    const email = emails[number % emails.length];
    const formSubmissionId = `form-${number}`;
    const fields = { name: nameOf(formSubmissionId), message: formSubmissionId };
    const form = number < 5 && happens(0.6) ? { formSubmit: { formSubmissionId, email, fields } } : {};
    // Of any audience: most are not of the visit's, and some are drafts.
    const versionId = happens(0.8) ? pick(this.#publishing.versionIds) : undefined;
    const test = pick(this.#publishing.tests.filter(({ status }) => status === 'running'));
    // Each beacon is of another visitor, who comes from an address of their own.
    const arm = whole(draw, test?.arms.length ?? 1);
    const claim = test &&
      happens(0.7) && {
        experimentId: test.id,
        versionId: test.arms[arm]?.id,
        // The lowest units are of the first arm, and the highest of the last, also if its share is tiny.
        unit: (arm === 0 ? 'AA' : '__') + String(whole(draw, 1e9)).padStart(9, '0'),
      };
    const audienceId = claim
      ? test.audience.id
      : happens(0.6)
        ? pick(this.#publishing.audienceIds)
        : undefined;
    const address = `10.${whole(draw, 256)}.${whole(draw, 256)}.${whole(draw, 256)}`;
    return {
      method: 'POST',
      path: '/v0/visits',
      key: 'public',
      ...(claim && { headers: { 'cf-connecting-ip': address } }),
      body: {
        analyticsSessionId: `session-of-visitor-${String(number).padStart(2, '0')}`,
        pageId: this.#pageId,
        elapsedMs,
        activeMs: elapsedMs,
        engagedMs: whole(draw, elapsedMs),
        maxScrollDepthPercentage: 50,
        questionsAskedCount: 0,
        hasConversion: claim !== undefined && claim !== false,
        clicksCount: pick([0, 1, 2, 3]) ?? 0,
        hasInput: happens(0.7),
        ...(happens(0.4) && { foundFields: pick(['hero', 'hero,button', 'button,reasons,hero']) }),
        ...(audienceId !== undefined && { audienceId }),
        ...(versionId !== undefined && { versionId }),
        ...claim,
        ...form,
      },
      // Only the count of a form is written at once.
      commit: () => undefined,
    };
  }

  /** Applies a batch of the consumer to the model. */
  async delivered(messages: QueueMessage[]): Promise<void> {
    const verified = messages.map((message) => ('keyHash' in message ? message.message : message));
    const visits = verified.filter((message) => 'visit' in message);
    for (const message of visits) this.#merge(message);
    const received = (message: VisitMessage) => message.formReceivedAt ?? message.receivedAt;
    const withForms = visits.filter(({ visit }) => visit.formSubmit);
    const bySession = Map.groupBy(withForms, ({ visit }) => visit.analyticsSessionId);
    for (const [id, reports] of bySession)
      await this.#submit(
        id,
        nameOf(reports[0]?.visit.formSubmit?.formSubmissionId ?? ''),
        Math.min(...reports.map(received)),
      );
  }

  #merge({ receivedAt, visit }: VisitMessage): void {
    const { analyticsSessionId: id, clicksCount, engagedMs, elapsedMs, formSubmit } = visit;
    for (const name of visit.foundFields?.split(',') ?? [])
      this.#found.set(name, Math.max(this.#found.get(name) ?? 0, Math.floor(receivedAt / dayMs)));
    const startedAt = receivedAt - elapsedMs;
    const known = this.#sessions.get(id);
    const session = known ?? { id, clicks: 0, engagedMs: 0, startedAt, email: undefined, person: undefined };
    session.clicks = Math.max(session.clicks, clicksCount);
    session.engagedMs = Math.max(session.engagedMs, engagedMs);
    session.startedAt = Math.min(session.startedAt, startedAt);
    if (session.email === undefined) session.email = formSubmit?.email;
    this.#sessions.set(id, session);
  }

  async #submit(id: string, name: string, receivedAt: number): Promise<void> {
    const session = this.#sessions.get(id);
    if (!session?.email || session.person) return;
    session.person = await this.#persons.submitted(session.email, name, receivedAt);
    if (!session.person) session.email = null;
  }

  async compare(): Promise<void> {
    const select = `select analytics_session_id as id, total_clicks_count as clicks, engaged_ms as engagedMs,
        session_started_at as startedAt, form_submission_identifier as email, person_id as personId
      from audience_sessions order by analytics_session_id`;
    const { results } = await env.DB.prepare(select).all();
    const all = byId([...this.#sessions.values()]);
    const expected = all.map(({ person, email = null, ...rest }, index) => {
      const { id, clicks, engagedMs } = rest;
      // A start does not move by less than a second.
      const stored = Number(results[index]?.startedAt);
      const isClose = stored >= rest.startedAt && stored < rest.startedAt + 1000;
      const startedAt = isClose ? stored : rest.startedAt;
      return { id, clicks, engagedMs, startedAt, email, personId: person?.id ?? null };
    });
    agree('The sessions', results, expected);
    const strays = `select analytics_session_id as id from audience_sessions as s where version_id is not null
        and not exists (select 1 from audience_versions as v where v.version_id = s.version_id
          and v.audience_id = s.audience_id and (v.published_at is not null or v.frozen is not null
            or exists (select 1 from experiments as e, json_each(e.arms) as a where a.value ->> 'versionId' = v.version_id)))`;
    agree(
      'Sessions with a version of no words that their audience got',
      (await env.DB.prepare(strays).all()).results,
      [],
    );

    const { body: page } = await send<PageRead>('GET', `/v0/pages/${this.#pageId}`);
    const latest = Math.max(...this.#found.values());
    const found = [...this.#found].filter(([, day]) => day > latest - 30).toSorted();
    agree(
      'The found fields',
      page.foundFields,
      found.map(([name, day]) => ({ name, lastSeenOn: new Date(day * dayMs).toISOString().slice(0, 10) })),
    );

    const { body } = await send<{ items: AudienceAnalytics[] }>(
      'GET',
      `/v0/pages/${this.#pageId}/analytics/audiences`,
    );
    const sum = (field: 'totalSessions' | 'ctaSessions') =>
      body.items.reduce((total, item) => total + (item[field] ?? 0), 0);
    const clicked = all.filter(({ clicks }) => clicks > 0).length;
    agree('The analytics', [sum('totalSessions'), sum('ctaSessions')], [all.length, clicked]);
  }
}
