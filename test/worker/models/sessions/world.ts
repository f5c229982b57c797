import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { sealSessions } from '../../../../src/analytics/worker/seal.ts';
import type { Audience } from '../../../../src/audiences/schemas.ts';
import type { Page } from '../../../../src/pages/schemas.ts';
import type { Visit, VisitMessage } from '../../../../src/visits/schemas.ts';
import { mergeVisits } from '../../../../src/visits/store/merge.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { databaseFor, lookAt } from './looks.ts';
import { day, epoch, Model, minute, type Step } from './model.ts';
import { begins, type Plan } from './plans.ts';
import { look, questionOf } from './questions.ts';
import { amend, amended, type Place, seed, seededSessions, store } from './seeds.ts';
import { eraseAudience, type Interruption, removal, runClear, runRemoval, runSeal, seal } from './tasks.ts';

/** A beacon, and the time until it arrives. `claim`: the audience of the visit, none, or one that the page does not have. */
const delivery = fc.record({
  visit: fc.nat(11),
  step: fc.nat(3),
  latency: fc.constantFrom(0, 3, 800, minute),
  tellsValues: fc.boolean(),
  claim: fc.constantFrom('its', 'its', 'its', 'none', 'unknown'),
});
type Delivery = typeof delivery extends fc.Arbitrary<infer T> ? T : never;

const deliver = (minLength: number, maxLength: number) =>
  fc.record({ kind: fc.constant('deliver' as const), of: fc.array(delivery, { minLength, maxLength }) });

const action = fc.oneof(
  { weight: 6, arbitrary: deliver(1, 6) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), until: begins }) },
  { weight: 4, arbitrary: seal },
  { weight: 2, arbitrary: removal(50) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), sender: fc.nat(1) }) },
  { weight: 2, arbitrary: eraseAudience },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      visits: fc.array(fc.nat(11), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('archive' as const), audience: fc.nat(2) }) },
  { weight: 2, arbitrary: amend },
  { weight: 3, arbitrary: look },
);

/** Most random actions, some after a start that leads to all kinds of sessions at once. */
export const story = fc
  .tuple(
    fc.oneof(
      fc.constant([]),
      fc.tuple(deliver(5, 12), seal, removal(15), deliver(4, 10), look),
      fc.tuple(seed, seal, amend, look),
      fc.tuple(seed, deliver(5, 12), seal, removal(25), seed, amend, deliver(5, 12), look),
    ),
    fc.array(action, { minLength: 1, maxLength: 12 }),
  )
  .map(([start, actions]) => [...start, ...actions]);
export type Action = (typeof story extends fc.Arbitrary<infer T> ? T : never)[number];

let runs = 0;

async function makePlace(audienceCount: number): Promise<Place> {
  const url = `https://model.example/${crypto.randomUUID()}`;
  const { body } = await send<Page>('POST', '/v0/pages', { title: 'M', url });
  const audiences: string[] = [];
  for (let n = 0; n < audienceCount; n++) {
    const made = await send<Audience>('POST', `/v0/pages/${body.pageId}/audiences`, {});
    audiences.push(made.body.audienceId);
  }
  return { pageId: body.pageId, audiences };
}

/** A visit as another service would import it. */
function imported(id: string, audienceId: string | null, { start, steps, values, pageUrl }: Plan) {
  const step = steps.at(-1) as Step;
  const { landingPath: _, ...fields } = values;
  return {
    analyticsSessionId: id,
    audienceId,
    hasConversion: step.conversion,
    hasFormSubmit: step.form,
    maxScrollDepthPercentage: step.scroll / 100,
    questionsAskedCount: step.questions,
    totalClicksCount: step.clicks,
    timeSpentSeconds: step.engaged / 1000,
    sessionStartedAt: new Date(start).toISOString(),
    sessionEndedAt: new Date(start + step.active).toISOString(),
    pageUrl,
    ...fields,
  };
}

/** The service and the model of one story. */
export class World {
  readonly #model = new Model();
  readonly #run: number;
  readonly #plans: Plan[];
  readonly #places: Place[];
  readonly #archived = new Set<string>();

  private constructor(run: number, plans: Plan[], places: Place[]) {
    [this.#run, this.#plans, this.#places] = [run, plans, places];
    vi.setSystemTime(this.#model.now);
  }

  /** Begins a story without the sessions of the one before. */
  static async begin(plans: Plan[]): Promise<World> {
    const tables = [
      'audience_sessions',
      'session_seal',
      'session_corrections',
      'session_blocks',
      'erased_audiences',
    ];
    await env.DB.batch([
      ...tables.map((table) => env.DB.prepare(`delete from ${table}`)),
      env.DB.prepare("update counters set value = 0 where name = 'sessions_removed_before'"),
    ]);
    return new World(++runs, plans, [await makePlace(3), await makePlace(1)]);
  }

  #planAt(n: number) {
    const index = n % this.#plans.length;
    const plan = this.#plans[index] as Plan;
    const place = this.#places[plan.page] as Place;
    // No page has the fourth audience.
    const claimed = plan.audience === 3 ? 'audience_none' : (place.audiences[plan.audience] ?? null);
    const id = `model-session-${this.#run}-${String(index).padStart(2, '0')}`;
    return { plan, index, place, claimed, id };
  }

  #emailOf = (sender: number) => `sender-${this.#run}-${sender}@model.example`;

  async #deliver(of: Delivery[]): Promise<void> {
    const model = this.#model;
    const starts = new Map<string, number>();
    const messages = of.map(({ visit: n, step: at, latency, tellsValues, claim }): VisitMessage => {
      const { plan, place, claimed, id } = this.#planAt(n);
      const { start, steps, sender } = plan;
      const audience = { its: claimed, none: null, unknown: 'audience_none' }[claim];
      const step = steps[at % steps.length] as Step;
      const failed = audience === 'audience_none';
      const values = tellsValues ? plan.values : {};
      const whose = { pageId: place.pageId, audienceId: failed ? null : audience, failed };
      model.deliver(id, { ...whose, start: start + latency, values }, step, starts);
      const { country = null, referrer = null, device = null, utmSource, utmTerm } = values;
      const visit: Visit = {
        analyticsSessionId: id,
        pageId: place.pageId,
        audienceId: audience,
        elapsedMs: step.elapsed,
        activeMs: step.active,
        engagedMs: step.engaged,
        maxScrollDepthPercentage: step.scroll / 100,
        clicksCount: step.clicks,
        questionsAskedCount: step.questions,
        hasConversion: step.conversion,
        ...(utmSource === undefined ? {} : { utmSource }),
        ...(utmTerm === undefined ? {} : { utmTerm }),
        ...(tellsValues && plan.pageUrl !== undefined ? { pageUrl: plan.pageUrl } : {}),
        ...(step.form
          ? {
              formSubmit: {
                formSubmissionId: 'form',
                ...(sender === undefined ? {} : { email: this.#emailOf(sender) }),
              },
            }
          : {}),
      };
      return {
        workspace: 'main',
        receivedAt: start + step.elapsed + latency,
        visit,
        dimensions: { country, referrer, device: device as 'mobile' | null, browser: null },
      };
    });
    // Forms are written when all visits are merged.
    for (const { visit: n, step: at } of of) {
      const { plan, id } = this.#planAt(n);
      if (plan.sender !== undefined && plan.steps[at % plan.steps.length]?.form) model.name(id, plan.sender);
    }
    await mergeVisits(openTestDatabase(), messages);
  }

  async #erase(sender: number): Promise<void> {
    const personId = await env.DB.prepare('select person_id from persons where email = ?')
      .bind(this.#emailOf(sender))
      .first<string>('person_id');
    if (personId === null) return;
    this.#model.erase(sender);
    const { status, text } = await send('DELETE', `/v0/persons/${personId}`);
    expect(status, text).toBe(200);
  }

  /** Erases the person of an audience, as the trigger does, and clears its sessions. */
  async #eraseAudience(action: Parameters<typeof runClear>[0]): Promise<void> {
    const model = this.#model;
    const all = this.#places.flatMap(({ pageId, audiences }) => audiences.map((id) => ({ pageId, id })));
    const of = all[action.audience];
    if (!of || !model.eraseAudience(of.id)) return;
    await env.DB.prepare(
      `insert into erased_audiences (audience_id, page_id, clears_until, step, due_at) values (?, ?, ?, 'sessions', 0)
        on conflict do update set clears_until = excluded.clears_until, step = 'sessions', place = null, due_at = 0`,
    )
      .bind(of.id, of.pageId, model.now)
      .run();
    await runClear(action, model.now, async () => {
      // The others write what the model has, which knows nothing of the half of a task.
      if (action.interruption.what !== 'amend') await this.#meanwhile(action.interruption);
    });
    model.clearAudience(of.id);
    if ([...model.sessions.values()].some(({ audienceId }) => audienceId === of.id)) seen.cleared += 1;
  }

  /** Imports visits of one page. */
  async #import(visits: number[]): Promise<void> {
    const model = this.#model;
    const { pageId } = this.#planAt(visits[0] ?? 0).place;
    const chosen = [...new Map(visits.map((n) => [this.#planAt(n).index, this.#planAt(n)])).values()]
      .filter(({ place }) => place.pageId === pageId)
      .map((one) => ({ ...one, id: `imported-${one.id}`, last: one.plan.steps.at(-1) as Step }));
    const { status, body } = await send<{ importedCount: number }>(
      'POST',
      `/v0/pages/${pageId}/audience_sessions/import`,
      { sessions: chosen.map(({ id, claimed, plan }) => imported(id, claimed, plan)) },
    );
    const isOld = chosen.some(({ plan: { start } }) => start < model.removedBefore);
    const isUnknown = chosen.some(({ plan: { audience } }) => audience === 3);
    const isAhead = chosen.some(({ plan: { start }, last }) => start + last.active > model.now + 5 * minute);
    expect(status).toBe(isOld || isAhead ? 400 : isUnknown ? 404 : 200);
    if (status !== 200) return;
    const fresh = chosen.filter(({ id }) => !model.sessions.has(id));
    expect(body.importedCount).toBe(fresh.length);
    for (const { id, claimed, last, plan } of fresh) {
      const of = { pageId, audienceId: claimed, start: plan.start, values: { ...plan.values } };
      const rest = { imported: true, failed: false, removed: false, named: undefined, erased: false };
      model.sessions.set(id, { ...last, ...of, ...rest, id });
    }
  }

  async #seed(of: Parameters<typeof seededSessions>[3]): Promise<void> {
    const prefix = `${this.#run}-${this.#model.sessions.size}`;
    const sessions = seededSessions(this.#model, prefix, this.#places, of);
    for (const session of sessions) this.#model.sessions.set(session.id, session);
    await store(sessions);
  }

  /** What others do during a task. */
  async #meanwhile({ what, salt }: Interruption): Promise<void> {
    const beacon = { step: 3, latency: 0, tellsValues: true, claim: 'its' as const };
    if (what === 'visits')
      await this.#deliver([salt, salt + 1, salt + 2].map((n) => ({ ...beacon, visit: n % 12 })));
    else if (what === 'amend') {
      const kinds = ['numbers', 'earlier', 'audience', 'values', 'form'] as const;
      const [kind = 'numbers', every = 1] = [kinds[salt % 5], ([1, 7, 50] as const)[salt % 3]];
      await store(
        amended(this.#model, this.#places, { every, offset: salt, what: kind, earlier: 7 * minute }),
      );
    } else if (what === 'seal')
      await sealSessions(openTestDatabase(), this.#model.now, { isForced: true, budget: { writes: 2 } });
    else if (what === 'remove') {
      const before = Math.min(epoch + (salt % 25) * day, this.#model.now - 2 * day) - epoch;
      const interruption = { at: 0, moment: 'before', what: 'none', isRetried: false, salt } as const;
      const how = { kind: 'remove', how: 'whole', writes: 35, interruption } as const;
      await runRemoval({ ...how, before }, this.#model, async () => {});
    }
  }

  async act(action: Action): Promise<void> {
    const model = this.#model;
    if (action.kind === 'deliver') await this.#deliver(action.of);
    else if (action.kind === 'wait') {
      model.now = Math.max(model.now, epoch + action.until);
      vi.setSystemTime(model.now);
    } else if (action.kind === 'seal')
      await runSeal(action, model.now, () => this.#meanwhile(action.interruption));
    else if (action.kind === 'remove')
      await runRemoval(action, model, async (follow) => {
        await follow();
        await this.#meanwhile(action.interruption);
      });
    else if (action.kind === 'erase') await this.#erase(action.sender);
    else if (action.kind === 'erase audience') await this.#eraseAudience(action);
    else if (action.kind === 'import') await this.#import(action.visits);
    else if (action.kind === 'archive') {
      const [{ pageId, audiences }] = this.#places as [Place];
      const id = audiences[action.audience] ?? '';
      this.#archived.add(id);
      await send('POST', `/v0/pages/${pageId}/audiences/${id}/archive`, {});
    } else if (action.kind === 'seed') await this.#seed(action.of);
    else if (action.kind === 'amend') await store(amended(model, this.#places, action.of));
    else await this.#look(action);
  }

  async #look(of: Parameters<typeof questionOf>[2]): Promise<void> {
    const question = questionOf(this.#model, this.#places, of);
    if (!question) return;
    await countKinds(this.#model);
    const open = databaseFor(this.#model, question);
    await lookAt({ model: this.#model, archived: this.#archived, question, open });
  }

  /** Long after: all sessions are sealed, and each is in a block of its page and in one of the workspace. */
  async end(): Promise<void> {
    this.#model.now = epoch + 90 * day;
    vi.setSystemTime(this.#model.now);
    while ((await sealSessions(openTestDatabase(), this.#model.now, { isForced: true })) > 0);
    const { results } = await env.DB.prepare(
      `select is_removed, page_id = '' as of_all, sum(count) as sessions from session_blocks group by 1, 2
        union all select -1, 0, count(*) from session_corrections`,
    ).all<{ is_removed: number; of_all: number; sessions: number }>();
    const countOf = (isRemoved: number, ofAll: number) =>
      results.find((row) => row.is_removed === isRemoved && row.of_all === ofAll)?.sessions ?? 0;
    const removed = Array.from(this.#model.sessions.values()).filter((session) => session.removed).length;
    const stored = this.#model.sessions.size - removed;
    expect([0, 1].map((ofAll) => countOf(0, ofAll))).toEqual([stored, stored]);
    expect([0, 1].map((ofAll) => countOf(1, ofAll))).toEqual([removed, removed]);
    expect(countOf(-1, 0)).toBe(0);
  }
}

/** How many looks have found what: most rules matter only where several kinds meet. */
export const seen = {
  looks: 0,
  sealed: 0,
  changed: 0,
  uncounted: 0,
  removed: 0,
  tail: 0,
  erased: 0,
  cleared: 0,
  all: 0,
  several: 0,
  parts: 0,
  sums: 0,
  manyTail: 0,
  manyCorrections: 0,
};
type Kind = keyof typeof seen;

/** Counts what a look finds. */
async function countKinds(model: Model): Promise<void> {
  const waits = `(session_started_at, analytics_session_id) >
    (coalesce((select sealed_at from session_seal), -1), coalesce((select sealed_id from session_seal), ''))`;
  const found = await env.DB.prepare(
    `select (select coalesce(sum(count), 0) from session_blocks where is_removed = 1) as removed,
      (select coalesce(sum(count), 0) from session_blocks where is_removed = 0) as sealed,
      (select count(*) from session_corrections where counted is not null) as changed,
      (select count(*) from session_corrections where counted is null) as uncounted,
      (select count(*) from audience_sessions where ${waits}) as tail,
      (select count(*) > 1 from session_blocks where page_id = '' and is_removed = 0) as several,
      (select coalesce(max(part), 0) from session_blocks) as parts,
      (select count(*) from session_blocks where sums is not null) as sums,
      (select count(*) > 5000 from audience_sessions where ${waits}) as manyTail,
      (select count(*) > 5000 from session_corrections) as manyCorrections`,
  ).first<Record<Exclude<Kind, 'looks' | 'erased' | 'cleared' | 'all'>, number>>();
  if (!found) return;
  seen.looks += 1;
  for (const name of Object.keys(found) as (keyof typeof found)[]) if (found[name] > 0) seen[name] += 1;
  if ([...model.sessions.values()].some(({ erased }) => erased)) seen.erased += 1;
  const { removed, changed, tail, sealed } = found;
  if (removed > 0 && changed > 0 && tail > 0 && sealed > 0) seen.all += 1;
}
